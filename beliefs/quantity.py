"""Numbers with a unit: read, normalised, and joined to the value that they repeat.

Belief specification §5, Numbers. A weight of 158.7 lb is the 72 kg that was said before; 70 kg and 72 kg are two
values, each true in its own time. What cannot be read without a guess stays text, and a unit is never invented.
How a quantity drifts is in `trend`, dates are in `dates`.
"""

from __future__ import annotations

import math
import re
import sys
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from . import checks
from .errors import ValidationError
from .evidence import Evidence, canonical
from .numerals import NUMBER, read_number, split_locale
from .snapshot import Snapshot
from .units import Unit, currency, period, unit_of

KELVIN = 0.3
"""Absolute tolerance of temperatures, in kelvin: what rounding to a degree Fahrenheit leaves (choice).

2 % of a temperature counted from absolute zero would be six degrees, a fever.
"""

LONGEST = 64
"""No quantity is written in more characters than this."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in the base unit of its kind; `unit` is empty where none was said, `written` is how it was said.

    Equal where magnitude, unit and wording are.
    """

    magnitude: float
    unit: str
    written: str

    def __post_init__(self) -> None:
        checks.finite(self.magnitude, "a magnitude")


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far two numbers may lie apart and still be one value: the larger of a share and an absolute distance.

    `absolute` is in the base unit of the quantities.
    """

    relative: float = 0.02
    absolute: float = 0.0

    def __post_init__(self) -> None:
        checks.probability(self.relative, "the relative tolerance")
        checks.duration(checks.finite(self.absolute, "the absolute tolerance"), "the absolute tolerance")

    def reach(self, quantity: Quantity) -> float:
        """The distance within which a quantity joins a value: max(abs_tol, rel_tol |x|); for temperatures 0.3 K.

        >>> round(Tolerance().reach(Quantity(72.0, "kg", "72 kg")), 2)
        1.44
        """
        if quantity.unit == "K":
            return max(KELVIN, self.absolute)
        return max(self.absolute, self.relative * abs(quantity.magnitude))


def read_quantity(value: str | float, unit: str | None = None, locale: str | None = None) -> Quantity | None:
    """The quantity that a value is, None where it is text.

    `unit` is what the caller says of a bare number, in any words; `locale` decides what 1.200 is, which is text
    without one. Feet and inches (5'11"), compounds (11 st 4 lb, 1 h 30 min), currencies before or behind (no
    conversion between them) and plain numbers are read. Raises ValidationError for a malformed locale.

    >>> read_quantity("158.7 lb").unit, round(read_quantity("158.7 lb").magnitude, 2)
    ('kg', 71.99)
    >>> round(read_quantity("5'11\\"").magnitude, 4), read_quantity("1.200 EUR") is None
    (1.8034, True)
    >>> read_quantity(12)
    Quantity(magnitude=12.0, unit='', written='12')
    """
    split_locale(locale)
    given = None if unit is None else unit_of(unit, locale) or Unit(" ".join(unit.split()), plain=True)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        if not abs(value) <= sys.float_info.max:
            return None
        return _quantity(float(value), given, repr(value) if unit is None else f"{value!r} {unit}")
    text = " ".join(value.replace("−", "-").split())
    if len(text) > LONGEST:
        return None
    if given is not None:
        x = read_number(text, locale)
        if x is not None:
            return _quantity(x, given, f"{text} {unit}")
    return _money(text, locale) or _measure(text, locale) or _bare(text, locale)


def _quantity(x: float, unit: Unit | None, written: str) -> Quantity:
    magnitude, name = (x, "") if unit is None else unit.normalised(x)
    return Quantity(magnitude + 0.0, name, written)


_BARE = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?")


def _bare(text: str, locale: str | None) -> Quantity | None:
    """A number without a unit; with zeros in front or behind it is a code or a version, and stays text."""
    if locale is None and not _BARE.fullmatch(text):
        return None
    x = read_number(text, locale)
    return None if x is None or re.match(r"-?0\d", text) else Quantity(x + 0.0, "", text)


_SCALES = {"k": 1e3, "thousand": 1e3, "mn": 1e6, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}
_AMOUNT = rf"(?P<n>{NUMBER})\s?(?P<scale>k|K|m|M|mn|bn|thousand|million|billion)?"
_MONEY = (
    re.compile(rf"(?P<minus>-?)(?P<c>[^\d\s.,+-]+)\s?{_AMOUNT}(?P<rest>\D*)"),
    re.compile(rf"{_AMOUNT}\s?(?P<c>[^\d\s.,+/-]+)(?P<rest>\D*)"),
)


def _money(text: str, locale: str | None) -> Quantity | None:
    """An amount of money, like €1,200.50 or $120k a year: its unit is the currency, by period if one is named."""
    for form in _MONEY:
        match = form.fullmatch(text)
        if match is None:
            continue
        name, every = currency(match["c"], locale), period(match["rest"])
        x = read_number(match["n"], locale)
        if name is None or every is None or x is None:
            continue
        x *= _SCALES[match["scale"].lower()] if match["scale"] else 1.0
        return Quantity((-x if match.groupdict().get("minus") else x) + 0.0, name + every, text)
    return None


_FOOT = re.compile(r"(?<=\d)\s?['’′](?!['’′])\s?")
_INCH = re.compile(r"(?<=\d)\s?(?:[\"”″]|''|’’|′′)")
_PART = re.compile(rf"\s?(?P<n>{NUMBER})\s?(?P<u>[^\d\s+-][^\d]*?(?:[²³23](?=\s|$))?)?(?=\s?[\d.]|$)\s?")


def _measure(text: str, locale: str | None) -> Quantity | None:
    """A number with a unit, or several that add up: 72 kg, 5'11", 11 st 4 lb."""
    spelt = _FOOT.sub(" ft ", _INCH.sub(" in", text)).strip()
    total, name, place, before, larger = 0.0, "", 0, "", math.inf
    while place < len(spelt):
        match = _PART.match(spelt, place)
        if match is None or match.end() == place:
            return None
        said = (match["u"] or "").strip() or ("in" if before == "ft" else "")
        unit = unit_of(said, locale) if said else None
        x = read_number(match["n"], locale)
        if unit is None or x is None:
            return None
        magnitude, base = unit.normalised(x)
        if name and (base != name or base == "K" or x < 0.0 or max(unit.scale, x * unit.scale) >= larger):
            return None  # the parts of a compound run from large to small, and none holds another
        total, name, place, before, larger = total + magnitude, base, match.end(), said, unit.scale
    return Quantity(total + 0.0, name, text) if name else None


@dataclass(frozen=True, slots=True)
class Joined:
    """A log whose numbers are joined: the evidence with its values replaced, and what to show for each value.

    `display` maps each value of the log to the latest wording (a value key of the original log) that joined it.
    """

    log: tuple[Evidence, ...]
    display: Mapping[str, str] = field(default_factory=dict)


def join(log: Iterable[Evidence], quantities: Mapping[str, Quantity], tolerance: Tolerance | None = None) -> Joined:
    """Let each number join the nearest existing value within its tolerance; else it is a new one (§5).

    Existing are, in canonical order, the values of earlier evidence with the same unit; a value stays where its first
    number put it, so that a drift is many values and not one that wanders. Values that are not in `quantities` (by
    value key) stay as they are. A pure function of the evidence: hand in what the answer uses (known, not retracted,
    no later than the time asked about).

    >>> log = [Evidence("1", 0.0, "72 kg"), Evidence("2", 1.0, "158.7 lb")]
    >>> joined = join(log, {v: read_quantity(v) for v in ("72 kg", "158.7 lb")})
    >>> [e.value for e in joined.log], dict(joined.display)
    (['72 kg', '72 kg'], {'72 kg': '158.7 lb'})
    """
    limits = tolerance or Tolerance()
    existing: dict[str, list[tuple[float, int, str]]] = defaultdict(list)
    display: dict[str, str] = {}
    found = []
    for e in canonical(log):
        values = []
        for value in e.values:
            quantity = quantities.get(value)
            home = value if quantity is None else _home(quantity, existing[quantity.unit], limits, value)
            if home not in values:
                values.append(home)
            if e.kind in ("assert", "change") or home not in display:
                display[home] = value
        found.append(replace(e, value=values[0], others=tuple(values[1:])))
    return Joined(tuple(found), display)


def _home(quantity: Quantity, existing: list[tuple[float, int, str]], limits: Tolerance, value: str) -> str:
    """The existing value that a quantity joins, or its own, which exists from now on; of equals the first."""
    x, reach = quantity.magnitude, limits.reach(quantity)
    place = bisect_left(existing, (x - reach,))
    near: list[tuple[float, int, str]] = []
    while place < len(existing) and existing[place][0] <= x + reach:
        near.append((abs(existing[place][0] - x), existing[place][1], existing[place][2]))
        place += 1
    if near:
        return min(near)[2]
    insort(existing, (x, len(existing), value))
    return value


def ordinal_likelihood(grades: int, observed: int, eps: float, width: int = 1) -> list[float]:
    """The likelihood of hearing grade `observed` of a closed scale under each true grade: near misses are likelier.

    L(o|v) = (1-eps) k(|o-v|)/Z_v + eps/K with k(d) = max(0, 1 - d/(width+1)), a triangle; it sums to 1 over o. With
    `width` 0 it is the channel of Eq. 2 at rho = 1-eps (§5).

    >>> [round(x, 3) for x in ordinal_likelihood(5, 2, 0.1)]
    [0.02, 0.245, 0.47, 0.245, 0.02]
    """
    checks.count(grades, "the number of grades", 2)
    checks.count(width, "width")
    checks.inside(eps, "eps")
    if checks.count(observed, "the grade observed") >= grades:
        raise ValidationError(f"grade {observed} is not on a scale of {grades}, counted from 0")

    def k(distance: int) -> float:
        return max(0.0, 1.0 - distance / (width + 1))

    totals = [math.fsum(k(abs(o - v)) for o in range(grades)) for v in range(grades)]
    return [(1.0 - eps) * k(abs(observed - v)) / totals[v] + eps / grades for v in range(grades)]


def ordinal_belief(
    log: Iterable[Evidence], scale: Sequence[str], eps: float, rate: float, at: float, width: int = 1
) -> Snapshot:
    """The belief about a grade of a closed scale at time `at` (days): Eqs. 3 and 4 with the triangular likelihood.

    `rate` is r per day. A report of reliability confidence × stance is arbitrary with the rest; denials and ends
    take the complement. Raises UnknownValue for a value that is not on the scale.

    >>> log = [Evidence("1", 0.0, "good")]
    >>> belief = ordinal_belief(log, ["bad", "fair", "good", "great"], 0.1, 0.0, 0.0)
    >>> {v: round(p, 2) for v, p in belief.masses.items()}
    {'bad': 0.02, 'fair': 0.23, 'good': 0.44, 'great': 0.3}
    """
    grades, size = checks.names(scale), len(scale)
    p, now = [1.0 / size] * size, None
    for e in canonical(log):
        place = checks.member(e.value, grades)
        if e.t > at:
            continue
        p = _faded(p, rate * (e.t - now) if now is not None else 0.0)
        c = e.confidence * e.stance
        likely = [c * x + (1.0 - c) / size for x in ordinal_likelihood(size, place, eps, width)]
        if e.kind in ("deny", "end"):
            likely = [1.0 - x for x in likely]
        joint = [x * y**e.weight for x, y in zip(p, likely, strict=True)]
        total = math.fsum(joint)
        p, now = [x / total for x in joint], e.t
    p = _faded(p, rate * (at - now) if now is not None else 0.0)
    return Snapshot(dict(zip(grades, p, strict=True)))


def _faded(p: Sequence[float], exponent: float) -> list[float]:
    gone = -math.expm1(-checks.duration(exponent))
    return [math.exp(-exponent) * x + gone / len(p) for x in p]
