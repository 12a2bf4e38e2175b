"""A distribution over K values of which few are named: what a belief, and each witness's opinion, is made of.

The state is each named value's odds R against one value never named. In these terms Eq. 3 multiplies the odds of
the one observed value by a constant, whatever the rest of the belief; and Eq. 4, with f = lambda^dt and Z the sum
of all K odds, is

    R - 1  <-  g (R - 1),   g = f / (f + (1-f) Z/K)

so decay scales every excess R - 1 by one common factor. It is kept aside (`shift`) and costs nothing per value.
A value pushed below the unseen ones by a denial has R < 1; there log R is kept instead, since R - 1 would cancel.
Everything is in natural logs, so that no number of confirmations over- or underflows (specification §9).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

VECTOR_FROM = 64  # named values from which numpy beats a loop
_LINEAR_UNTIL = 600.0  # exp stays finite, with room for sums and products
_EQUAL = 1e-15  # an excess below this is rounding, the value is as likely as an unseen one


def softplus(x: float) -> float:
    """log(1 + e^x), also for large x.

    >>> round(softplus(0.0), 6)
    0.693147
    """
    return x + math.log1p(math.exp(-x)) if x > 0.0 else math.log1p(math.exp(x))


def log_add(x: float, y: float) -> float:
    """log(e^x + e^y).

    >>> log_add(-math.inf, 3.0)
    3.0
    """
    if x < y:
        x, y = y, x
    return x if y == -math.inf else x + math.log1p(math.exp(y - x))


def log_expm1(x: float) -> float:
    """log(e^x - 1) for x >= 0; -inf at 0."""
    if x <= 0.0:
        return -math.inf
    return x + math.log(-math.expm1(-x)) if x > 1.0 else math.log(math.expm1(x))


class Law:
    """A distribution over `universe` values, the named ones numbered 0, 1, … in order of first use.

    A fresh law is uniform: nothing is known. Naming a value changes no probability.

    >>> law = Law(32)
    >>> law.name(); law.shift_odds(0, math.log(589.0))
    0
    >>> round(law.probability(0), 4), round(law.unknown(), 4)
    (0.95, 0.05)
    """

    __slots__ = ("above", "below", "shift", "universe")

    def __init__(self, universe: int) -> None:
        self.universe = universe
        self.above: list[float] | Floats = []  # log(R - 1) - shift; -inf where R = 1 or the value is in `below`
        self.below: dict[int, float] = {}  # log R of the values less likely than an unseen one
        self.shift = 0.0

    def copy(self) -> Law:
        """An independent law in the same state."""
        twin = Law(self.universe)
        twin.above, twin.below, twin.shift = self.above.copy(), dict(self.below), self.shift
        return twin

    def __len__(self) -> int:
        return len(self.above)

    def name(self) -> int:
        """Name one of the exchangeable unseen values; returns its number."""
        if isinstance(self.above, list):
            self.above.append(-math.inf)
            if len(self.above) >= VECTOR_FROM:
                self.above = np.array(self.above)
        else:
            self.above = np.append(self.above, -np.inf)
        return len(self.above) - 1

    def log_total(self) -> float:
        """log Z: the log of the sum of the odds of all K values against an unseen one."""
        base = float(self.universe - len(self.below))
        for low in self.below.values():
            base += math.exp(low)
        if isinstance(self.above, list):
            return _log_sum(base, self.above, self.shift)
        top = float(self.above.max()) + self.shift
        if top < _LINEAR_UNTIL:
            return math.log(base + float(np.exp(self.above + self.shift).sum()))
        return log_add(math.log(base), top + math.log(float(np.exp(self.above - (top - self.shift)).sum())))

    def log_odds(self, i: int) -> float:
        """log R of a named value: its natural log odds against one unseen value."""
        low = self.below.get(i)
        return softplus(float(self.above[i]) + self.shift) if low is None else low

    def set_log_odds(self, i: int, odds: float) -> None:
        """Give a named value these log odds against an unseen one."""
        if odds < 0.0:
            self.below[i] = odds
            self.above[i] = -math.inf
        else:
            self.below.pop(i, None)
            self.above[i] = log_expm1(odds) - self.shift

    def shift_odds(self, i: int, by: float) -> None:
        """Eq. 3: multiply the odds of one value by e^`by`, the likelihood ratio of a piece of evidence."""
        self.set_log_odds(i, self.log_odds(i) + by)

    def decay(self, exponent: float) -> None:
        """Eq. 4 with lambda^dt = e^`exponent`; `exponent` <= 0, and -inf gives the uniform law."""
        if exponent == 0.0:
            return
        if exponent == -math.inf:
            self._forget()
            return
        gone = -math.expm1(exponent)
        push = math.log(gone) - exponent + self.log_total() - math.log(self.universe)
        damp = softplus(push)
        self.shift -= damp
        for i, low in self.below.items():
            self.below[i] = log_add(low, push) - damp

    def _forget(self) -> None:
        fresh: list[float] | Floats = [-math.inf] * len(self.above)
        self.above = fresh if isinstance(self.above, list) else np.array(fresh)
        self.below, self.shift = {}, 0.0

    def move(self, i: int, keep: float) -> None:
        """Let a value keep the share `keep` of its mass; the rest goes evenly to the other K-1 values."""
        if keep >= 1.0:
            return
        odds = self.log_odds(i)
        gift = math.log1p(-keep) + odds - math.log(self.universe - 1)
        damp = softplus(gift)
        self.shift -= damp
        for j, low in self.below.items():
            self.below[j] = log_add(low, gift) - damp
        left = math.log(keep) + odds - damp if keep > 0.0 else -math.inf
        self.set_log_odds(i, left)

    def probability(self, i: int) -> float:
        """The probability of a named value."""
        return math.exp(self.log_odds(i) - self.log_total())

    def unknown(self) -> float:
        """The probability of all unseen values together."""
        unseen = self.universe - len(self.above)
        return unseen * math.exp(-self.log_total()) if unseen else 0.0

    def masses(self) -> list[float]:
        """The probability of each named value."""
        total = self.log_total()
        return [math.exp(self.log_odds(i) - total) for i in range(len(self.above))]

    def vector(self) -> Floats:
        """The probabilities of the named values as an array."""
        total = self.log_total()
        p = np.exp(np.asarray(self.above) + (self.shift - total)) + math.exp(-total)
        for i, low in self.below.items():
            p[i] = math.exp(low - total)
        return p

    def scale(self, places: npt.NDArray[np.intp], by: Floats) -> None:
        """`shift_odds` of many values at once: those at `places` by e^`by`."""
        assert not isinstance(self.above, list)
        lows = [(n, i, self.below[i]) for n, i in enumerate(places.tolist()) if i in self.below] if self.below else []
        excess = self.above[places] + self.shift
        high = excess > _LINEAR_UNTIL
        moved = np.exp(np.where(high, 0.0, excess)) * np.exp(by) + np.expm1(by)
        with np.errstate(divide="ignore"):
            self.above[places] = np.where(high, excess + by, np.log(np.maximum(moved, 0.0))) - self.shift
        for n in np.flatnonzero((moved < -_EQUAL) & ~high).tolist():
            self.set_log_odds(int(places[n]), math.log1p(float(moved[n])))
        for n, i, low in lows:
            self.set_log_odds(i, low + float(by[n]))

    def dump(self) -> list[object]:
        """The state as JSON takes it; `load` gives it back bit for bit."""
        above = self.above if isinstance(self.above, list) else self.above.tolist()
        return [self.universe, self.shift, above, list(self.below.items())]

    @classmethod
    def load(cls, state: list[object]) -> Law:
        """The law that `dump` described."""
        universe, shift, above, below = state
        assert isinstance(universe, int) and isinstance(shift, float)
        assert isinstance(above, list) and isinstance(below, list)
        law = cls(universe)
        law.shift = shift
        law.above = np.array(above) if len(above) >= VECTOR_FROM else above
        law.below = dict(below)
        return law


def _log_sum(base: float, logs: list[float], shift: float) -> float:
    """log(base + sum of e^(x + shift))."""
    total = base
    for x in logs:
        y = x + shift
        if y > _LINEAR_UNTIL:
            break
        total += math.exp(y)
    else:
        return math.log(total)
    top = max(logs) + shift
    return log_add(math.log(base), top + math.log(math.fsum(math.exp(x + shift - top) for x in logs)))
