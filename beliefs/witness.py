"""The witness filter: inside a witness the paper's filter, then a ceiling; between witnesses Bayes.

Provenance specification §2. A witness g has ceilings s_1 < … < s_L, the products tier × stance of its reports,
and for each a law p_k, the filter of Eqs. 3 and 4 over its reports with a ceiling of at least s_k. Its opinion is

    o(v) = sum_k (s_k - s_(k-1)) p_k(v) + (1 - s_L)/K

and a report multiplies the belief by the change that it makes in its witness's opinion, P <- P o+/o-. With one
report per witness that is Eqs. 2 and 3 exactly; with many reports of one witness P never exceeds its ceiling.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from . import reliability
from .errors import ValidationError
from .information import bits
from .law import VECTOR_FROM, Floats, Law
from .reliability import LN2
from .report import Parameters, Report, log_ratio

TIE = 1e-9  # relative difference below which two masses count as equal (specification §2)


@dataclass(frozen=True, slots=True)
class Revision:
    """What one report did: bits of surprise, of information gained (KL) and of weight, and p before and after."""

    surprise: float
    gain: float
    weight: float
    prior: float
    posterior: float


@dataclass(frozen=True, slots=True)
class Effect:
    """What a step multiplied into the belief: log factors by value against an unseen one, and an end's move."""

    t: float
    factors: dict[int, float]
    end: tuple[int, float] | None = None


class Witness:
    """One voice: its laws by ceiling, over the values that it has named."""

    __slots__ = ("ceilings", "laws", "names", "places", "t", "universe")

    def __init__(self, universe: int, t: float) -> None:
        self.universe = universe
        self.names: dict[str, int] = {}
        self.places: list[int] = []  # where each of its values stands in the belief
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

    def name(self, value: str, place: int) -> int:
        """The number of a value, naming it where it is new."""
        number = self.names.get(value)
        if number is None:
            number = self.names[value] = len(self.places)
            self.places.append(place)
            for law in self.laws:
                law.name()
        return number

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

    def widths(self) -> list[float]:
        """s_k - s_(k-1): how much of the opinion each law carries."""
        low = 0.0
        widths = []
        for s in self.ceilings:
            widths.append(s - low)
            low = s
        return widths

    def opinion(self) -> tuple[float, list[float]]:
        """o for an unseen value, and for each value that the witness has named."""
        remainder = (1.0 - self.ceilings[-1]) / self.universe if self.ceilings else 1.0 / self.universe
        unseen, named = remainder, [remainder] * len(self.places)
        for width, law in zip(self.widths(), self.laws, strict=True):
            total = law.log_total()
            unseen += width * math.exp(-total)
            for i in range(len(named)):
                named[i] += width * math.exp(law.log_odds(i) - total)
        return unseen, named

    def opinions(self) -> tuple[float, Floats]:
        """`opinion` for many values at once."""
        remainder = (1.0 - self.ceilings[-1]) / self.universe
        unseen, named = remainder, np.full(len(self.places), remainder)
        for width, law in zip(self.widths(), self.laws, strict=True):
            unseen += width * math.exp(-law.log_total())
            named += width * law.vector()
        return unseen, named

    def supports(self, values: Iterable[str]) -> dict[str, float]:
        """x_g(v) = (K o_g(v) - 1)/(K - 1): how far the witness stands behind each value; 1 is certainty."""
        unseen, named = self.opinion()
        found = {}
        for value in values:
            number = self.names.get(value)
            o = unseen if number is None else named[number]
            found[value] = (self.universe * o - 1.0) / (self.universe - 1)
        return found

    def at(self, t: float, rate: float) -> Witness:
        """An independent copy, decayed to time `t`."""
        twin = Witness(self.universe, self.t)
        twin.names, twin.places = dict(self.names), list(self.places)
        twin.ceilings, twin.laws = list(self.ceilings), [law.copy() for law in self.laws]
        twin.decay_to(t, rate)
        return twin


class WitnessFilter:
    """A running belief about one dimension: feed it reports in canonical order, read it at any later time.

    Reading never changes it. The state depends on the reports alone, so going on from a copy, or from what `dump`
    wrote, gives the same numbers bit for bit as starting over.

    >>> belief = WitnessFilter(Parameters(32, 0.05, 0.0))
    >>> revision = belief.step(Report("1", 0.0, ("acme",), "assert", 0.95, 0.95, "user:ana", 0.95))
    >>> revision.surprise, round(belief.p.probability(0), 4)
    (5.0, 0.9055)
    """

    __slots__ = (
        "asserted",
        "copies",
        "episode",
        "names",
        "p",
        "parameters",
        "peaks",
        "t",
        "trace",
        "witnesses",
    )

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.p = Law(parameters.universe)
        self.t = -math.inf
        self.names: dict[str, int] = {}
        self.witnesses: dict[str, Witness] = {}
        self.asserted: dict[str, tuple[float, str]] = {}  # when each value was asserted last, and by which id
        self.peaks: dict[str, tuple[float, float, float]] = {}  # see `lone`: log peak, newest, newest trusted
        self.episode: str | None = None
        self.trace: list[Effect] | None = None  # where a list stands here, every step is noted in it
        self.copies: dict[tuple[str, str, str, str], dict[float, int]] = {}

    def decay_to(self, t: float) -> None:
        """Eq. 4 on the belief itself."""
        if self.t == -math.inf:
            self.t = t
        elif t != self.t:
            self.p.decay(-self.parameters.rate * (t - self.t))
            self.t = t

    def name(self, value: str) -> int:
        """The number of a value in the belief, naming it where it is new."""
        number = self.names.get(value)
        if number is None:
            number = self.names[value] = self.p.name()
        return number

    def step(self, report: Report) -> Revision | None:
        """Take one report: Eq. 4 to its time, Eq. 1, then P <- P o+/o-; an end moves mass besides.

        A `change` is resolved here: an end of the value that leads, if another does than the one it asserts;
        else it is nothing here, and None comes back.
        """
        if not report.t >= self.t:
            raise ValidationError(f"reports come in order of time: {report.id!r} at {report.t} after {self.t}")
        fresh = sum(1 for v in report.values if v not in self.names)
        if fresh and len(self.names) + fresh > self.parameters.universe:
            raise ValidationError(f"{report.values} do not fit beside {len(self.names)} of {self.parameters.universe}")
        self.decay_to(report.t)
        if report.kind == "change":
            leading = self.best()
            if leading is None or leading in report.values:
                return None
            report = replace(report, kind="end", values=(leading,))
        places = [self.name(v) for v in report.values]
        if report.kind == "assert":
            self._note(report)
        if report.episode is not None:
            self.episode = report.episode
        law = self.p
        before = law.log_total()
        prior = math.fsum(math.exp(law.log_odds(i) - before) for i in places)
        shock = self._surprise(report, places, before, prior)
        witness = self.witnesses.get(report.group)
        if witness is None:
            witness = self.witnesses[report.group] = Witness(self.parameters.universe, report.t)
        witness.decay_to(report.t, self.parameters.rate)
        numbers = [witness.name(v, i) for v, i in zip(report.values, places, strict=True)]
        if report.ceiling <= 0.0:
            self._effect(report.t, [], [])
            return Revision(shock, 0.0, 0.0, prior, prior)
        updated = witness.level(report.ceiling)
        earlier = (law.masses(), law.unknown()) if report.kind == "end" else None
        moved, weight = self._reweigh(witness, report, numbers, updated)
        if earlier is not None:
            self._end(witness, report, numbers[0], places[0], updated)
        after = law.log_total()
        posterior = math.fsum(math.exp(law.log_odds(i) - after) for i in places)
        gain = (moved + before - after) / LN2 if earlier is None else _kl(law, *earlier)
        return Revision(shock, max(0.0, gain), weight, prior, posterior)

    def _surprise(self, report: Report, places: list[int], total: float, prior: float) -> float:
        """Eq. 1 in bits: of the value, or for a denial of its absence; what rounding takes below 0 is 0."""
        if report.kind == "deny":
            return max(0.0, bits(_rest(self.p, places, total)))
        if len(places) == 1:
            return max(0.0, (total - self.p.log_odds(places[0])) / LN2)
        return max(0.0, bits(prior))

    def _reweigh(self, witness: Witness, report: Report, numbers: list[int], updated: int) -> tuple[float, float]:
        """P <- P o+/o-; returns sum p' log(o+/o-) against an unseen value, in nats, and the report's weight in bits."""
        powers = self._powers(witness, report, updated)
        ratio = log_ratio(report, self.parameters.universe)
        many = len(witness.places) >= VECTOR_FROM
        unseen0, named0 = witness.opinions() if many else witness.opinion()
        for k in range(updated):
            for n in numbers:
                witness.laws[k].shift_odds(n, powers[k] * ratio)
        unseen1, named1 = witness.opinions() if many else witness.opinion()
        base = math.log(unseen1 / unseen0)
        first = numbers[0]
        weight = (math.log(named1[first] / named0[first]) - base) / LN2
        if many:
            by = np.log(np.asarray(named1) / np.asarray(named0)) - base
            where: npt.NDArray[np.intp] = np.array(witness.places)
            self.p.scale(where, by)
            self._effect(report.t, witness.places, by.tolist())
            return float((self.p.vector()[where] * by).sum()), weight
        gained = 0.0
        shifts = [math.log(b / a) - base for a, b in zip(named0, named1, strict=True)]
        for place, by_one in zip(witness.places, shifts, strict=True):
            self.p.shift_odds(place, by_one)
        self._effect(report.t, witness.places, shifts)
        total = self.p.log_total()
        for place, by_one in zip(witness.places, shifts, strict=True):
            gained += math.exp(self.p.log_odds(place) - total) * by_one
        return gained, weight

    def _end(self, witness: Witness, report: Report, number: int, place: int, updated: int) -> None:
        """Move what is no longer so, in P and in the updated laws, so that the opinion moves by the same factor."""
        universe = self.parameters.universe
        widths = witness.widths()
        rho = report.reliability * report.ceiling
        keep = (1.0 - rho) * (universe - 1) / universe
        told = math.fsum(widths[k] * witness.laws[k].probability(number) for k in range(updated))
        rest = (1.0 - witness.ceilings[-1]) / universe + math.fsum(
            widths[k] * witness.laws[k].probability(number) for k in range(updated, len(widths))
        )
        inside = max(0.0, keep - (1.0 - keep) * rest / told) if told > 0.0 else 0.0
        for k in range(updated):
            witness.laws[k].move(number, inside)
        share = (told * inside + rest) / (told + rest)
        self.p.move(place, share)
        if self.trace is not None:
            self.trace[-1] = replace(self.trace[-1], end=(place, share))

    def _effect(self, t: float, places: list[int], factors: list[float]) -> None:
        if self.trace is not None:
            self.trace.append(Effect(t, dict(zip(places, factors, strict=True))))

    def _powers(self, witness: Witness, report: Report, updated: int) -> list[float]:
        """The weight of this copy of a statement in each law: copies in one episode count once-ish."""
        if report.episode is None:
            return [1.0] * updated
        key = (report.group, report.episode, report.values[0], report.kind)
        seen = self.copies.setdefault(key, {})
        rho_e = self.parameters.trust.rho_e
        return reliability.powers(seen, report.ceiling, witness.ceilings[:updated], rho_e)

    def _note(self, report: Report) -> None:
        """Keep what the decision policy asks for: the best single report, the newest word, the newest trusted one."""
        peak = report.reliability * report.ceiling
        log_peak = math.log(peak) + self.parameters.rate * report.t if peak > 0.0 else -math.inf
        trusted = report.t if report.ceiling > self.parameters.trust.pool else -math.inf
        for value in report.values:
            self.asserted[value] = (report.t, report.id)
            high, newest, newest_trusted = self.peaks.get(value, (-math.inf, -math.inf, -math.inf))
            self.peaks[value] = (max(high, log_peak), max(newest, report.t), max(newest_trusted, trusted))

    def best(self) -> str | None:
        """The value that leads, None where the unknown does; ties go to the value asserted last."""
        return self.leading(self.p.masses(), self.p.unknown())

    def leading(self, masses: list[float], unknown: float) -> str | None:
        """`best` among masses read at some time."""
        return leader(list(self.names), masses, unknown, self.asserted)

    def lone(self, value: str, t: float) -> float:
        """The best single live report for a value at time `t`, rho lambda^age, from anyone."""
        high = self.peaks.get(value, (-math.inf, 0.0, 0.0))[0]
        return 0.0 if high == -math.inf else math.exp(high - self.parameters.rate * t)

    def read(self, t: float) -> tuple[list[float], float]:
        """The probability of each named value, and of the unknown, at a time not before the last report."""
        law = self._law_at(t)
        return law.masses(), law.unknown()

    def _law_at(self, t: float) -> Law:
        if not t >= self.t:
            raise ValidationError(f"the belief stands at {self.t} and cannot be read at {t}")
        law = self.p.copy()
        if self.parameters.rate > 0.0 and self.t != -math.inf:
            law.decay(-self.parameters.rate * (t - self.t))
        return law

    def log_odds(self, value: str, t: float) -> float:
        """The natural log odds at time `t` of a value against one never named; 0 where nothing is known of it."""
        number = self.names.get(value)
        if number is None:
            return 0.0
        return self._law_at(t).log_odds(number)

    def supports(self, t: float) -> dict[str, dict[str, float]]:
        """How far each witness stands behind each value at time `t`."""
        rate = self.parameters.rate
        return {group: witness.at(t, rate).supports(self.names) for group, witness in self.witnesses.items()}

    def dump(self) -> str:
        """The state as JSON text; of the copies within episodes only those of the latest one are kept."""
        names = list(self.names)
        copies = [[*key, list(seen.items())] for key, seen in self.copies.items() if key[1] == self.episode]
        witnesses = [
            [group, w.t, w.places, w.ceilings, [law.dump() for law in w.laws]] for group, w in self.witnesses.items()
        ]
        asserted = [[self.names[v], *last] for v, last in self.asserted.items()]
        peaks = [[self.names[v], *peak] for v, peak in self.peaks.items()]
        state = [self.t, names, self.p.dump(), witnesses, asserted, peaks, self.episode, copies]
        return json.dumps(state, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def load(cls, state: str, parameters: Parameters) -> WitnessFilter:
        """The filter that `dump` described."""
        belief = cls(parameters)
        belief.t, names, p, witnesses, asserted, peaks, belief.episode, copies = json.loads(state)
        belief.names = {value: i for i, value in enumerate(names)}
        belief.p = Law.load(p)
        for group, t, places, ceilings, laws in witnesses:
            witness = belief.witnesses[group] = Witness(parameters.universe, t)
            witness.places, witness.ceilings = places, ceilings
            witness.names = {names[place]: i for i, place in enumerate(places)}
            witness.laws = [Law.load(law) for law in laws]
        belief.asserted = {names[i]: (t, id) for i, t, id in asserted}
        belief.peaks = {names[i]: (high, newest, trusted) for i, high, newest, trusted in peaks}
        belief.copies = {tuple(key): dict(map(tuple, seen)) for *key, seen in copies}
        return belief


def leader(
    names: list[str], masses: list[float], unknown: float, asserted: Mapping[str, tuple[float, str]]
) -> str | None:
    """The named value with the largest mass, or None if the unknown is larger; masses within 1e-9 tie."""
    if not names:
        return None
    top = max(masses)
    if unknown > top * (1.0 + TIE):
        return None
    tied = [v for v, p in zip(names, masses, strict=True) if p >= top * (1.0 - TIE)]
    spoken = [v for v in tied if v in asserted]
    return max(spoken, key=lambda v: asserted[v]) if spoken else tied[0]


def _rest(p: Law, places: list[int], total: float) -> float:
    """The mass of everything but the values at `places`, without cancellation."""
    named = math.fsum(math.exp(p.log_odds(i) - total) for i in range(len(p)) if i not in places)
    return named + p.unknown()


def _kl(law: Law, masses: list[float], unknown: float) -> float:
    """KL in bits of a law from what it was before, over the same names."""
    now, still = law.masses(), law.unknown()
    pairs = [*zip(now, masses, strict=True), (still, unknown)]
    return math.fsum(p * math.log2(p / q) for p, q in pairs if p > 0.0 and q > 0.0)
