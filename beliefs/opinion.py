"""What one witness holds: the paper's filter over its reports, level by level, under its ceilings.

A witness g has ceilings s_1 < … < s_L, the products tier × stance of its reports, and for each a law p_k, the
filter of Eqs. 3 and 4 over its reports with a ceiling of at least s_k. Its opinion is the mixture

    o(v) = sum_k (s_k - s_(k-1)) p_k(v) + (1 - s_L)/K

Provenance specification §2.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from .law import VECTOR_FROM, Floats, Law

Named = list[float] | Floats


class Witness:
    """One voice: its laws by ceiling, over the values that it has named.

    >>> user = Witness(32, 0.0)
    >>> user.numbers(["acme"], [0]), user.level(0.95)
    ([0], 1)
    >>> change = user.hear([0], 589.0, [1.0])
    >>> round(user.supports(["acme"])["acme"], 3)
    0.901
    """

    __slots__ = ("_index", "ceilings", "laws", "names", "places", "t", "universe")

    def __init__(self, universe: int, t: float) -> None:
        self.universe = universe
        self.names: dict[str, int] = {}
        self.places: list[int] = []  # where each of its values stands in the belief
        self._index = np.empty(0, np.intp)  # the same for numpy, as far as it was asked for
        self.ceilings: list[float] = []
        self.laws: list[Law] = []
        self.t = t

    def decay_to(self, t: float, rate: float) -> None:
        """Eq. 4 on every law."""
        if t != self.t:
            if rate > 0.0:
                exponent = -rate * (t - self.t)
                for law in self.laws:
                    law.decay(exponent)
            self.t = t

    def index(self) -> npt.NDArray[np.intp]:
        """`places` for numpy; what was turned into an array once is not again."""
        done = len(self._index)
        if done < len(self.places):
            self._index = np.append(self._index, np.array(self.places[done:], np.intp))
        return self._index

    def numbers(self, values: Sequence[str], places: Sequence[int]) -> list[int]:
        """The numbers of values that stand at `places` in the belief, naming those that are new."""
        names = self.names
        for value, place in zip(values, places, strict=True):
            if value not in names:
                names[value] = len(self.places)
                self.places.append(place)
                for law in self.laws:
                    law.name()
        return [names[v] for v in values]

    def level(self, ceiling: float) -> int:
        """How many laws a report with this ceiling updates, making one for a ceiling not seen before.

        A new level between two others starts as a copy of the one above it: both heard the same reports so far.
        """
        k = bisect_left(self.ceilings, ceiling)
        if k == len(self.ceilings) or self.ceilings[k] != ceiling:
            if k < len(self.laws):
                law = self.laws[k].copy()
            else:
                law = Law(self.universe)
                for _ in self.places:
                    law.name()
            self.ceilings.insert(k, ceiling)
            self.laws.insert(k, law)
        return k + 1

    def hear(self, numbers: Sequence[int], ratio: float, powers: Sequence[float]) -> Named:
        """Eq. 3 in the lowest laws, one for each power: the values by a likelihood ratio to that power.

        Returns for each named value the change o+/o- of the opinion, over that of an unseen value.
        """
        ceilings, updated, size, low = self.ceilings, len(powers), len(self.places), 0.0
        unseen0 = unseen1 = (1.0 - ceilings[-1]) / self.universe
        before: Named = [unseen0] * size if size < VECTOR_FROM else np.full(size, unseen0)
        after = before.copy()
        for k, law in enumerate(self.laws):
            width = ceilings[k] - low
            low = ceilings[k]
            unseen0 += law.mix(width, before)
            if k < updated:
                by = ratio if powers[k] == 1.0 else ratio ** powers[k]
                law.weigh(numbers, [by] * len(numbers))
            unseen1 += law.mix(width, after)
        base = unseen1 / unseen0
        if isinstance(after, list):
            for i in range(size):
                after[i] /= before[i] * base
            return after
        return after / (np.asarray(before) * base)

    def hear_firmly(self, number: int, ratio: float) -> list[float]:
        """`hear` of one whole report by a witness with one ceiling and few values, bit for bit."""
        (s,), (law,) = self.ceilings, self.laws
        floor = (1.0 - s) / self.universe
        each = s / law.total
        before = [floor + each * r for r in law.odds]
        unseen = floor + each
        law.weigh((number,), (ratio,))
        after = [floor] * len(before)
        base = (floor + law.mix(s, after)) / unseen
        return [x / (y * base) for x, y in zip(after, before, strict=True)]

    def widths(self) -> list[float]:
        """s_k - s_(k-1): how much of the opinion each law carries."""
        return [s - low for low, s in zip([0.0, *self.ceilings], self.ceilings, strict=False)]

    def opinion(self) -> tuple[float, Named]:
        """o for an unseen value, and for each value that the witness has named."""
        size, low = len(self.places), 0.0
        unseen = (1.0 - self.ceilings[-1]) / self.universe if self.ceilings else 1.0 / self.universe
        named: Named = [unseen] * size if size < VECTOR_FROM else np.full(size, unseen)
        for s, law in zip(self.ceilings, self.laws, strict=True):
            unseen += law.mix(s - low, named)
            low = s
        return unseen, named

    def split(self, number: int, updated: int) -> tuple[float, float]:
        """The opinion on a value, apart: what the `updated` lowest laws carry of it, and the rest."""
        parts = [width * law.probability(number) for width, law in zip(self.widths(), self.laws, strict=True)]
        remainder = (1.0 - self.ceilings[-1]) / self.universe
        return math.fsum(parts[:updated]), remainder + math.fsum(parts[updated:])

    def supports(self, values: Iterable[str]) -> dict[str, float]:
        """x_g(v) = (K o_g(v) - 1)/(K - 1): how far the witness stands behind each value; 1 is certainty."""
        unseen, named = self.opinion()
        found = {}
        for value in values:
            number = self.names.get(value)
            o = unseen if number is None else float(named[number])
            found[value] = (self.universe * o - 1.0) / (self.universe - 1)
        return found

    def support(self, value: str, t: float, rate: float) -> float:
        """How far the witness stands behind one value at time `t`: `at(t, rate).supports([value])`, bit for bit."""
        number = self.names.get(value)
        exponent = -rate * (t - self.t) if rate > 0.0 and t != self.t else 0.0
        o, low = (1.0 - self.ceilings[-1]) / self.universe if self.ceilings else 1.0 / self.universe, 0.0
        for s, law in zip(self.ceilings, self.laws, strict=True):
            o += law.part(number, s - low, exponent)
            low = s
        return (self.universe * o - 1.0) / (self.universe - 1)

    def at(self, t: float, rate: float) -> Witness:
        """An independent copy, decayed to time `t`."""
        twin = Witness(self.universe, self.t)
        twin.names, twin.places = dict(self.names), list(self.places)
        twin.ceilings, twin.laws = list(self.ceilings), [law.copy() for law in self.laws]
        twin.decay_to(t, rate)
        return twin
