"""What every entrance to the mathematics refuses: wrong types, NaN, and quantities outside their range."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from .errors import UnknownValue, ValidationError, WrongType, shown

SUM_TOLERANCE = 1e-9


def number(x: object, name: str) -> float:
    """`x` as a float; refuses what is not a real number, and NaN."""
    if isinstance(x, bool) or not isinstance(x, int | float):
        raise WrongType(f"{name} must be a number, not {shown(x)}")
    if isinstance(x, float) and math.isnan(x):
        raise ValidationError(f"{name} is not a number (NaN)")
    try:
        return float(x)
    except OverflowError:
        raise ValidationError(f"{name} must be a number that a float can hold, not {shown(x)}") from None


def finite(x: object, name: str) -> float:
    """`x` as a finite float."""
    value = number(x, name)
    if math.isinf(value):
        raise ValidationError(f"{name} must be finite, not {value}")
    return value


def probability(x: object, name: str) -> float:
    """`x` as a float in [0, 1]."""
    value = number(x, name)
    if not 0.0 <= value <= 1.0:
        raise ValidationError(f"{name} must lie in [0, 1], not {value}")
    return value


def inside(x: object, name: str) -> float:
    """`x` as a float strictly between 0 and 1."""
    value = number(x, name)
    if not 0.0 < value < 1.0:
        raise ValidationError(f"{name} must lie strictly between 0 and 1, not {value}")
    return value


def duration(x: object, name: str = "dt") -> float:
    """`x` as a time span in days: not negative, perhaps infinite."""
    value = number(x, name)
    if value < 0.0:
        raise ValidationError(f"{name} must not be negative: {value} days")
    return value


def positive(x: object, name: str) -> float:
    """`x` as a finite float above 0."""
    value = finite(x, name)
    if value <= 0.0:
        raise ValidationError(f"{name} must be above 0, not {value}")
    return value


def count(x: object, name: str, least: int = 0) -> int:
    """`x` as an int of at least `least`."""
    if isinstance(x, bool) or not isinstance(x, int):
        raise WrongType(f"{name} must be an int, not {shown(x)}")
    if x < least:
        raise ValidationError(f"{name} must be at least {least}, not {x}")
    return x


def miss(eps: object, universe: int) -> float:
    """The miss rate of the observation channel: in (0, (K-1)/K), above which evidence would count against itself."""
    value = inside(eps, "eps")
    if value >= (universe - 1) / universe:
        raise ValidationError(f"eps = {value} is no evidence over {universe} values: it must be below (K-1)/K")
    return value


def name(x: object) -> str:
    """`x` as a value's name: a non-empty str."""
    if not isinstance(x, str):
        raise WrongType(f"a value is a str by the time it gets here, not {shown(x)}")
    if not x:
        raise ValidationError("a value must not be the empty string")
    return x


def names(values: Iterable[object]) -> list[str]:
    """Distinct value names."""
    checked = [name(v) for v in values]
    if len(set(checked)) != len(checked):
        raise ValidationError(f"a value stands twice in {shown(checked)}")
    return checked


def distribution(p: Sequence[float], unknown: float = 0.0) -> None:
    """Refuse what does not sum to 1 within 1e-9, or has a negative or infinite part."""
    if not p and unknown == 0.0:
        raise ValidationError("a distribution needs at least one value")
    for x in (*p, unknown):
        probability(x, "a probability")
    total = math.fsum(p) + unknown
    if abs(total - 1.0) > SUM_TOLERANCE:
        raise ValidationError(f"a distribution must sum to 1, not {total}")


def belief(values: Sequence[object], p: Sequence[float]) -> list[str]:
    """A belief given as parallel lists; returns the names."""
    checked = names(values)
    if len(checked) != len(p):
        raise ValidationError(f"{len(checked)} values but {len(p)} probabilities")
    distribution(p)
    return checked


def member(value: str, vocabulary: Sequence[str]) -> int:
    """The place of `value` in `vocabulary`."""
    try:
        return vocabulary.index(value)
    except ValueError:
        raise UnknownValue(f"{shown(value)} is not among {shown(list(vocabulary))}") from None
