"""Learning from a space's own log: rates, types and track records, as proposals; nothing changes until applied."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nous.beliefs.cardinality import TypeDecision, decide_type
from nous.beliefs.evidence import Evidence
from nous.beliefs.learning import Learned, learn
from nous.beliefs.looks import independent
from nous.beliefs.policy import Attribute
from nous.beliefs.records import TrackRecord
from nous.beliefs.replay import Plain

from . import running as run
from .control import Control
from .model import Delta, Dimension
from .store import Reader, chunks
from .track import tracked

LEAST_LOOKS = 8  # pooled looks before the type of an attribute is judged by itself (n = 8: right in .95 or more, §6)
MOST_LOOKS = 2_000  # pooled looks read for a decision; more make it no surer, only slower
SAME = 1e-9  # factors closer than this are one
LEAST_VALUES = 3  # different values; two that alternate are a switch, not a set


@dataclass(frozen=True, slots=True)
class Lessons:
    """What the log of a space has to teach: half-lives and eps, types of attributes, factors of sources.

    Sources are judged under the half-lives and types that would be in force; `in_force` are the factors that are.
    """

    rates: tuple[Learned, ...]
    types: tuple[TypeDecision, ...]
    sources: tuple[TrackRecord, ...]
    in_force: Mapping[str, float]

    def changes(self) -> dict[str, dict[str, object]]:
        """The parameters that would change, by attribute."""
        found: dict[str, dict[str, object]] = defaultdict(dict)
        for rate in self.rates:
            if rate.changed:
                found[rate.attribute] |= {"half_life": rate.half_life_after, "eps": rate.eps_after}
        for kind in self.types:
            if kind.switched:
                found[kind.attribute] |= {"cardinality": kind.after}
        return dict(found)

    def factors(self) -> dict[str, float]:
        """The factors of sources that would change: a record lowers a tier, and a better one restores it."""
        return {s.source: s.after for s in self.sources if abs(s.after - self.tier(s)) > SAME}

    def tier(self, source: TrackRecord) -> float:
        """How far a source is trusted now, its record counted."""
        return min(source.before, self.in_force.get(source.source, 1.0))


def lessons(reader: Reader, space: str, control: Control) -> Lessons:
    """Study the whole log of a space."""
    rates, types = [], []
    declared = replace(control, trust=replace(control.trust, factors={}))  # else each round would start from the last
    for attribute, logs in sorted(pooled(reader, space, declared).items()):
        known = control.policy.attribute(attribute)
        if known.cardinality == "one":
            usual = control.declared.attribute(attribute).half_life or 365.0
            rates.append(
                learn(
                    attribute,
                    logs.values(),
                    universe=known.universe,
                    half_life=known.half_life,
                    eps=known.eps,
                    prior_half_life=usual,
                )
            )
        decision = type_of(known, logs, control)
        if decision is not None:
            types.append(decision)
    found = Lessons(tuple(rates), tuple(types), (), control.trust.factors)
    policy = control.policy
    for attribute, changes in found.changes().items():
        policy = policy.changing(attribute, **changes)
    records = tracked(reader, space, replace(control, policy=policy))
    return replace(found, sources=tuple(records[s] for s in sorted(records)))


def pooled(
    reader: Reader, space: str, control: Control, attributes: Sequence[str] | None = None
) -> dict[str, dict[str, list[Evidence]]]:
    """The logs of all entities by attribute and entity, as independent looks; merged entities together.

    Of some attributes only the latest of each log, since a decision about their type needs no more.
    """
    logs: dict[tuple[str, str], list[Delta]] = defaultdict(list)
    dimensions = reader.dimensions(space) if attributes is None else _some(reader, space, attributes)
    for batch in chunks(dimensions, 500):
        for delta in reader.deltas(space, [d.id for d in batch]):
            logs[delta.attribute, control.head(delta.entity)].append(delta)
    found: dict[str, dict[str, list[Evidence]]] = defaultdict(dict)
    for (attribute, entity), log in logs.items():
        latest = log if attributes is None else sorted(log, key=lambda d: d.at_micros)[-MOST_LOOKS:]
        pieces = [run.evidence(d, attribute, control) for d in latest]
        found[attribute][entity] = independent(pieces, control.trust, control.retracted)
    return found


def _some(reader: Reader, space: str, attributes: Sequence[str]) -> list[Dimension]:
    """Dimensions of these attributes, of each as many as have enough evidence to decide by."""
    chosen, looks = [], dict.fromkeys(attributes, 0)
    for d in reader.dimensions(space, attributes=attributes):
        if looks[d.attribute] < MOST_LOOKS:
            looks[d.attribute] += d.count
            chosen.append(d)
    return chosen


def types(reader: Reader, space: str, control: Control, attributes: Sequence[str]) -> list[TypeDecision]:
    """Whether these attributes hold one value at a time or many, from their pooled logs; set by hand stays so."""
    found = []
    for attribute, logs in sorted(pooled(reader, space, control, attributes).items()):
        decision = type_of(control.policy.attribute(attribute), logs, control)
        if decision is not None:
            found.append(decision)
    return found


def type_of(known: Attribute, logs: Mapping[str, Sequence[Evidence]], control: Control) -> TypeDecision | None:
    """Whether an attribute holds one value at a time or many; None where its values are numbers, or too few.

    The table of attributes is the prior where it knows the attribute. A statement of change says that there is one
    value at a time, so attributes with such statements are left as they are.
    """
    if known.cardinality == "quantity":
        return None
    said = [e for log in logs.values() for e in log if e.kind in ("assert", "change")]
    values = {e.value for e in said}
    if (
        len(said) < LEAST_LOOKS
        or len(values) < LEAST_VALUES
        or 2 * sum(v.startswith("n:") for v in values) > len(values)
    ):
        return None
    lam = math.exp(-known.rate) if known.rate > 0.0 else None
    entry = control.policy.table.get(known.key)
    table = None if entry is None or entry.cardinality == "quantity" else entry.cardinality
    return decide_type(known.key, logs, Plain(known.universe, known.eps, lam), known.cardinality, table=table)
