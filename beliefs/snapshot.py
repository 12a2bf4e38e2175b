"""What is believed at one moment: the masses of the named values and of the unknown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from . import checks
from .errors import ValidationError


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A distribution over named values, and the mass left to values never named.

    Raises ValidationError where the masses do not sum to 1. Equal where every mass is.

    >>> Snapshot({"Acme": 0.95}, 0.05).best
    'Acme'
    """

    masses: Mapping[str, float] = field(default_factory=dict)
    unknown: float = 0.0

    def __post_init__(self) -> None:
        checks.names(self.masses)
        checks.distribution(list(self.masses.values()), self.unknown)

    @property
    def best(self) -> str | None:
        """The value with the largest mass, the first named of equals; None where the unknown has more."""
        top = max(self.masses, key=lambda v: self.masses[v], default=None)
        return top if top is not None and self.masses[top] >= self.unknown else None

    def each(self, universe: int) -> float:
        """The probability of any one of the values that are not named, in a universe of `universe` values."""
        unseen = universe - len(self.masses)
        if unseen < 0 or (unseen == 0 and self.unknown > checks.SUM_TOLERANCE):
            raise ValidationError(f"{len(self.masses)} names and an unknown do not fit into {universe} values")
        return self.unknown / unseen if unseen else 0.0


FRESH = Snapshot({}, 1.0)
"""Nothing is known."""


def snapshot(values: Iterable[str], p: Sequence[float], unknown: float = 0.0) -> Snapshot:
    """A snapshot from parallel lists, as the filters give them, rounding errors of the sum taken out.

    >>> snapshot(["a", "b"], [0.5, 0.25], 0.25).masses
    {'a': 0.5, 'b': 0.25}
    """
    names = checks.names(values)
    if len(names) != len(p):
        raise ValidationError(f"{len(names)} values but {len(p)} probabilities")
    total = math.fsum(p) + unknown
    if abs(total - 1.0) > checks.SUM_TOLERANCE:
        raise ValidationError(f"a distribution must sum to 1, not {total}")
    return Snapshot(dict(zip(names, (min(1.0, x) for x in p), strict=True)), min(1.0, unknown))
