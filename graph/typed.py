"""Values that are more than text: numbers with units join what they repeat, dates support what lies inside them.

A pure function of the evidence that an answer uses, applied before the filter: quantities of one dimension within
their tolerance become one value, shown as it was said last; a coarse date becomes evidence for the finer ones, an
ambiguous one for both readings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from nous.beliefs.dates import DateValue, dated_log, read_date
from nous.beliefs.errors import ValidationError
from nous.beliefs.evidence import Evidence, order_key
from nous.beliefs.policy import Attribute
from nous.beliefs.quantity import Quantity, join, read_quantity

from .intake import Prepared
from .model import Delta
from .values import cell, load

Entry = Prepared | Delta
"""A piece of evidence as it comes in or as it is stored."""


class Said(NamedTuple):
    """A value as it was said: its type, its JSON text, its display text, and the unit and locale given with it."""

    type: str
    json: str
    text: str
    unit: str | None = None
    locale: str | None = None


def said_of(entry: Entry) -> Said:
    """The value of a piece of evidence as it was said."""
    return Said(entry.value_type, entry.value_json, entry.value_text, entry.unit, entry.locale)


@dataclass(frozen=True, slots=True)
class Typed:
    """A log whose values are joined and dated: the evidence, how each value is shown, and what is a quantity."""

    log: Sequence[Evidence]
    shown: Mapping[str, Said] = field(default_factory=dict)
    quantities: Mapping[str, Quantity] = field(default_factory=dict)


def is_plain(said: Said, attribute: Attribute) -> bool:
    """Whether a value can stand as it is, whatever else is said in its dimension: no quantity with a unit, no date."""
    if attribute.cardinality == "many":
        return True
    if attribute.cardinality == "quantity":
        return False
    if said.unit is None and said.type not in ("text", "int", "float"):
        return True
    return not _worth_reading(said)


@lru_cache(maxsize=65536)
def _worth_reading(said: Said) -> bool:
    if said.unit is None and not any(c.isdigit() for c in said.text):
        return bool(_dates(said))
    quantity = _quantity(said)
    return (quantity is not None and quantity.unit != "") or bool(_dates(said))


@lru_cache(maxsize=65536)
def _quantity(said: Said) -> Quantity | None:
    value = load(said.json)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return read_quantity(value, said.unit, said.locale)
    except ValidationError:  # a locale that nobody knows: the value stays as it was written
        return None


@lru_cache(maxsize=65536)
def _dates(said: Said) -> tuple[DateValue, ...]:
    """What dates a value may mean; a bare year is a date only beside finer ones."""
    if said.type != "text" or said.unit is not None:
        return ()
    try:
        found = read_date(said.text, said.locale)
    except ValidationError:
        return ()
    return () if len(found) == 1 and found[0].precision in ("year", "decade") else found


def typed(log: Sequence[Evidence], attribute: Attribute, said: Mapping[str, Said]) -> Typed:
    """The evidence of a dimension with its quantities joined and its dates read; `said` goes by evidence id.

    Values of sets stay as they are. A number without a unit is a quantity only where the attribute is one.
    """
    shown: dict[str, Said] = {}
    for e in sorted(log, key=order_key):
        if e.id in said:
            shown.setdefault(e.value, said[e.id])
    if attribute.cardinality == "many":
        return Typed(log, shown)
    if attribute.cardinality == "one" and not any(not is_plain(s, attribute) for s in shown.values()):
        return Typed(log, shown)
    dates = {v: _dates(s) for v, s in shown.items()}
    if any(dates.values()):
        return _dated(log, shown)
    found = {v: q for v, s in shown.items() if (q := _quantity(s)) is not None}
    if attribute.cardinality == "one":
        found = {v: q for v, q in found.items() if q.unit}
    joined = join(log, found)
    latest = {v: _with_unit(shown[w], found.get(w)) for v, w in joined.display.items() if w in shown}
    return Typed(joined.log, {**shown, **latest}, found)


def _with_unit(said: Said, quantity: Quantity | None) -> Said:
    """A number whose unit was given beside it, shown with it."""
    return said if quantity is None or said.unit is None else said._replace(text=quantity.written)


def _dated(log: Sequence[Evidence], shown: Mapping[str, Said]) -> Typed:
    readings = {v: read_date(s.text, s.locale) if s.type in ("text", "int") else () for v, s in shown.items()}
    names: dict[str, Said] = {}
    for value, found in readings.items():
        for d in found:
            key = cell(d.iso).key
            said = Said("text", cell(d.iso).json, d.iso)
            names[key] = shown[value] if len(found) == 1 and key not in names else names.get(key, said)
    return Typed(dated_log(log, readings, lambda iso: cell(iso).key), {**shown, **names})
