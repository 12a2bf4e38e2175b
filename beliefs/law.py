"""A distribution over K values of which few are named: what a belief, and each witness's opinion, is made of.

The state is each named value's odds R against one value never named, and Z, the sum of all K odds. In these terms
Eq. 3 multiplies the odds of the one observed value by a constant, whatever the rest of the belief; and Eq. 4, with
f = lambda^dt and d = (1-f) Z/K, is

    R  <-  (f R + d) / (f + d)        Z  <-  Z / (f + d)

Nothing is ever subtracted, so no digits are lost, also not of values that denials pushed far below the unseen ones.
Odds beyond 1e±200, as after hundreds of confirmations without decay, are kept as logs (`far`) until decay brings
them back: no number of confirmations over- or underflows (belief specification §9).
"""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Places = Sequence[int] | npt.NDArray[np.intp]

VECTOR_FROM = 64  # named values from which numpy beats a loop
_HIGH, _LOW = 1e200, 1e-200  # within these, a product of odds and a likelihood ratio is a float
_NEAR = 400.0  # natural log odds that fit into floats again, with room


def log_add(x: float, y: float) -> float:
    """log(e^x + e^y).

    >>> log_add(-math.inf, 3.0)
    3.0
    """
    if x < y:
        x, y = y, x
    return x if y == -math.inf else x + math.log1p(math.exp(y - x))


class Law:
    """A distribution over `universe` values, the named ones numbered 0, 1, … in order of first use.

    A fresh law is uniform: nothing is known. Naming a value changes no probability.

    >>> law = Law(32)
    >>> law.name(); law.weigh([0], [589.0])
    0
    >>> round(law.probability(0), 4), round(law.unknown(), 4)
    (0.95, 0.05)
    """

    __slots__ = ("far", "odds", "total", "universe")

    def __init__(self, universe: int) -> None:
        self.universe = universe
        self.odds: list[float] | Floats = []  # R of each named value, or log R where `far`
        self.total = float(universe)  # Z, or log Z where `far`
        self.far = False

    def copy(self) -> Law:
        """An independent law in the same state."""
        twin = Law(self.universe)
        twin.odds, twin.total, twin.far = self.odds.copy(), self.total, self.far
        return twin

    def __len__(self) -> int:
        return len(self.odds)

    def name(self) -> int:
        """Name one of the exchangeable unseen values; returns its number."""
        if not isinstance(self.odds, list):
            self.odds = np.append(self.odds, 0.0 if self.far else 1.0)
        else:
            self.odds.append(1.0)
            if len(self.odds) >= VECTOR_FROM:
                self.odds = np.array(self.odds)
        return len(self.odds) - 1

    def weigh(self, places: Places, by: Sequence[float] | Floats) -> None:
        """Eq. 3: multiply the odds of the values at `places` by likelihood ratios against an unseen value."""
        odds = self.odds
        if isinstance(odds, list):
            away = False
            for n in range(len(places)):
                i = places[n]
                odds[i] = r = odds[i] * by[n]
                if not _LOW < r < _HIGH:
                    away = True
            self.total = self.universe - len(odds) + math.fsum(odds)
        elif self.far:
            odds[np.asarray(places)] += np.log(by)
            away = False
            self._sum()
        else:
            odds[np.asarray(places)] *= by
            away = self._away()
            self._sum()
        if away:
            self._to_logs()

    def decay(self, exponent: float) -> None:
        """Eq. 4 with lambda^dt = e^`exponent`; `exponent` <= 0, and -inf gives the uniform law."""
        stay, gone = math.exp(exponent), -math.expm1(exponent)
        if gone == 0.0:
            return
        if self.far:
            if stay > 0.0:
                self._lift(math.log(gone) - exponent + self.total - math.log(self.universe))
            else:
                self.odds = np.zeros(len(self.odds))
            self._sum()
            self._from_logs()
            return
        floor = gone * self.total / self.universe
        scale = stay + floor
        odds = self.odds
        if isinstance(odds, list):
            for i in range(len(odds)):
                odds[i] = (stay * odds[i] + floor) / scale
        else:
            self.odds = (stay * odds + floor) / scale
        self.total /= scale

    def part(self, i: int | None, width: float, exponent: float) -> float:
        """What `mix` adds for one named value (None: an unseen one) after `decay(exponent)`, the law left as it is."""
        if self.far:
            later = self.copy()
            later.decay(exponent)
            into = np.zeros(len(later))
            unseen = later.mix(width, into)
            return unseen if i is None else float(into[i])
        odds, total = 1.0 if i is None else float(self.odds[i]), self.total
        stay, gone = math.exp(exponent), -math.expm1(exponent)
        if gone != 0.0:
            floor = gone * total / self.universe
            odds = (stay * odds + floor) / (stay + floor)
            total /= stay + floor
        return width / total * odds if i is not None else width / total

    def move(self, i: int, keep: float) -> None:
        """Let a value keep the share `keep` of its mass; the rest goes evenly to the other K-1 values."""
        if keep >= 1.0:
            return
        if self.far:
            odds = float(self.odds[i])
            push = math.log1p(-keep) + odds - math.log(self.universe - 1)
            kept = math.log(keep) + odds if keep > 0.0 else -math.inf
            self.odds[i] = -math.inf
            damp = self._lift(push)
            self.odds[i] = kept - damp
        else:
            odds = float(self.odds[i])
            gift = (1.0 - keep) * odds / (self.universe - 1)
            moved = [(r + gift) / (1.0 + gift) for r in self.odds]
            moved[i] = keep * odds / (1.0 + gift)
            self.odds = moved if isinstance(self.odds, list) else np.array(moved)
        self._sum()
        if not self.far and self._away():
            self._to_logs()

    def _lift(self, push: float) -> float:
        """Where `far`: add e^`push` to every odds and divide by 1 + e^`push`, whose log comes back."""
        damp = log_add(0.0, push)
        self.odds = np.logaddexp(self.odds, push) - damp
        return damp

    def _sum(self) -> None:
        """Bring Z up to date."""
        unseen, odds = self.universe - len(self.odds), self.odds
        if isinstance(odds, list):
            self.total = unseen + math.fsum(odds)
        elif not self.far:
            self.total = unseen + float(odds.sum())
        else:
            top = max(0.0, float(odds.max()))
            self.total = top + math.log(unseen * math.exp(-top) + float(np.exp(odds - top).sum()))

    def _away(self) -> bool:
        """Whether some odds are so long that the next product might not be a float."""
        odds = np.asarray(self.odds)
        return bool(odds.max() >= _HIGH or odds.min() <= _LOW)

    def _to_logs(self) -> None:
        with np.errstate(divide="ignore"):
            self.odds = np.log(np.asarray(self.odds))
        self.far = True
        self._sum()

    def _from_logs(self) -> None:
        logs = np.asarray(self.odds)
        if np.abs(logs[np.isfinite(logs)]).max(initial=0.0) < _NEAR:
            odds = np.exp(logs)
            self.odds = odds if len(odds) >= VECTOR_FROM else odds.tolist()
            self.far = False
            self._sum()

    def mix(self, width: float, into: list[float] | Floats) -> float:
        """Add `width` times each named value's probability to `into`; returns it for an unseen value."""
        if self.far:
            unseen, masses = width * math.exp(-self.total), np.exp(np.asarray(self.odds) - self.total)
            for i in range(len(into)):
                into[i] += width * float(masses[i])
            return unseen
        unseen, odds = width / self.total, self.odds
        if isinstance(odds, list):
            for i in range(len(odds)):
                into[i] += unseen * odds[i]
        else:
            into += unseen * odds
        return unseen

    def log_total(self) -> float:
        """log Z."""
        return self.total if self.far else math.log(self.total)

    def log_odds(self, i: int) -> float:
        """log R of a named value: its natural log odds against one unseen value."""
        r = float(self.odds[i])
        return r if self.far else math.log(r) if r > 0.0 else -math.inf

    def log_mass(self, places: Sequence[int]) -> float:
        """The log of the probability that one of these named values is it."""
        mass = self.mass(places)
        return math.log(mass) if mass > 0.0 else max(map(self.log_odds, places)) - self.log_total()

    def mass(self, places: Sequence[int]) -> float:
        """The probability that one of these named values is it."""
        return self.probability(places[0]) if len(places) == 1 else math.fsum(map(self.probability, places))

    def probability(self, i: int) -> float:
        """The probability of a named value."""
        return math.exp(float(self.odds[i]) - self.total) if self.far else float(self.odds[i]) / self.total

    def unknown(self) -> float:
        """The probability of all unseen values together."""
        unseen = self.universe - len(self.odds)
        return unseen * math.exp(-self.total) if self.far else unseen / self.total

    def masses(self) -> list[float]:
        """The probability of each named value."""
        if isinstance(self.odds, list):
            total = self.total
            return [r / total for r in self.odds]
        found: list[float] = (np.exp(self.odds - self.total) if self.far else self.odds / self.total).tolist()
        return found

    def expectation(self, places: Places, of: Sequence[float] | Floats) -> float:
        """The mean of a quantity that is `of` at `places` and 0 for every other value."""
        odds, found = self.odds, 0.0
        if isinstance(odds, list):
            for i, x in zip(places, of, strict=True):
                found += odds[i] * x
            return found / self.total
        p = odds[np.asarray(places)]
        return float(((np.exp(p - self.total) if self.far else p / self.total) * np.asarray(of)).sum())

    def dump(self) -> list[object]:
        """The state as JSON takes it; `load` gives it back bit for bit."""
        return [self.universe, self.far, self.total, pack(self.odds)]

    @classmethod
    def load(cls, state: list[object]) -> Law:
        """The law that `dump` described."""
        universe, far, total, odds = state
        assert isinstance(universe, int) and isinstance(far, bool)
        assert isinstance(total, float) and isinstance(odds, list | str)
        law = cls(universe)
        law.far, law.total = far, total
        numbers = unpack(odds)
        law.odds = np.array(numbers) if far else numbers
        return law


def pack(numbers: Sequence[float] | Floats) -> list[float] | str:
    """Numbers as JSON takes them: many as one text, since spelling and reading a float takes longest of all.

    >>> pack([0.5, 1.0]), len(pack([0.5] * 64))
    ([0.5, 1.0], 684)
    """
    if len(numbers) < VECTOR_FROM:
        return numbers.tolist() if isinstance(numbers, np.ndarray) else list(numbers)
    return base64.b64encode(np.asarray(numbers, "<f8").tobytes()).decode()


def unpack(packed: list[float] | str) -> list[float] | Floats:
    """The numbers that were packed, bit for bit: a list where they are few, else an array."""
    if isinstance(packed, list):
        return packed
    return np.frombuffer(base64.b64decode(packed), "<f8").astype(np.float64)


def numbers(packed: list[float] | str) -> list[float]:
    """`unpack` as a list."""
    found = unpack(packed)
    return found if isinstance(found, list) else found.tolist()
