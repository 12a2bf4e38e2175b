"""The witness filter: inside a witness the paper's filter, then a ceiling; between witnesses Bayes.

Provenance specification §2. A witness's opinion o is what `opinion.Witness` holds,
and a report multiplies the belief by the change that it makes in its witness's opinion, P <- P o+/o-. With one
report per witness that is Eqs. 2 and 3 exactly; with many reports of one witness P never exceeds its ceiling.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from . import reliability
from .errors import ValidationError
from .information import bits
from .law import VECTOR_FROM, Law, Places, numbers, pack
from .opinion import Named, Witness
from .reliability import LN2
from .report import Parameters, Report, likelihood_ratio

TIE = 1e-9  # relative difference below which two masses count as equal (specification §2)


class Revision(NamedTuple):
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
        "plainly",
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
        self.plainly = True  # take the short way where there is one; the tests compare it with the long one
        self.trace: list[Effect] | None = None  # where a list stands here, every step is noted in it
        self.copies: dict[tuple[str, str, tuple[str, ...], str], dict[float, int]] = {}

    def step(self, report: Report) -> Revision | None:
        """Take one report: Eq. 4 to its time, Eq. 1, then P <- P o+/o-; an end moves mass besides.

        A `change` is resolved here: an end of the value that leads, if another does than the one it asserts;
        else it is nothing here, and None comes back.
        """
        if not report.t >= self.t:
            raise ValidationError(f"reports come in order of time: {report.id!r} at {report.t} after {self.t}")
        if self.plainly and report.kind == "assert" and report.episode is None and self.trace is None:
            revision = self._step_plainly(report)
            if revision is not None:
                return revision
        if report.kind == "change":
            self._come_to(report)
            leading = self.best()
            if leading is None or leading in report.values:
                return None
            report = replace(report, kind="end", values=(leading,))
        places = self._places(report.values)
        self._come_to(report)
        if report.kind == "assert":
            self._note(report)
        prior = self.p.mass(places)
        if report.kind == "deny":
            shock = bits(_rest(self.p, places))
        else:
            shock = -(math.log(prior) if prior > 0.0 else self.p.log_mass(places)) / LN2
        shock = max(0.0, shock)  # what rounding takes below 0 is 0
        witness = self.witnesses.get(report.group)
        if witness is None:
            witness = self.witnesses[report.group] = Witness(self.parameters.universe, report.t)
        witness.decay_to(report.t, self.parameters.rate)
        numbers = witness.numbers(report.values, places)
        if report.ceiling <= 0.0:
            if self.trace is not None:
                self.trace.append(Effect(report.t, {}))
            return Revision(shock, 0.0, 0.0, prior, prior)
        updated = witness.level(report.ceiling)
        if report.kind == "end":
            earlier = self.p.copy()
            _, weight = self._reweigh(witness, report, numbers, updated)
            self._end(witness, report, numbers[0], places[0], updated)
            gain = _kl(self.p, earlier)
        else:
            gain, weight = self._reweigh(witness, report, numbers, updated)
        return Revision(shock, max(0.0, gain), weight, prior, self.p.mass(places))

    def _step_plainly(self, report: Report) -> Revision | None:
        """`step` for what is said most: one value, by a witness with one ceiling, among few names, outside episodes.

        The same operations in the same order as there, which the tests compare bit for bit. None where the report is
        of another kind; then nothing is changed.
        """
        law, names, t, s, rate = self.p, self.names, report.t, report.ceiling, self.parameters.rate
        odds, universe, value = law.odds, law.universe, report.values[0]
        if len(report.values) != 1 or not isinstance(odds, list) or s <= 0.0:
            return None
        if value not in names and not len(odds) < min(VECTOR_FROM - 1, universe):
            return None
        witness = self.witnesses.get(report.group)
        if witness is None:
            witness = Witness(universe, t)
            witness.level(s)
            self.witnesses[report.group] = witness
        elif witness.ceilings != [s] or not isinstance(witness.laws[0].odds, list):
            return None
        place = names.get(value)
        if place is None:
            place = names[value] = law.name()
        if t != self.t:
            if rate > 0.0 and self.t != -math.inf:
                law.decay(-rate * (t - self.t))
            self.t = t
        self._note(report)
        prior = odds[place] / law.total
        shock = max(0.0, -(math.log(prior) if prior > 0.0 else law.log_mass([place])) / LN2)
        witness.decay_to(t, rate)
        (number,) = witness.numbers(report.values, [place])
        before = math.log(law.total)
        ratios = witness.hear_firmly(number, likelihood_ratio(report, universe))
        factors = [math.log(x) for x in ratios]
        law.weigh(witness.places, ratios)
        gained = law.expectation(witness.places, factors)
        gain = (gained + before - law.log_total()) / LN2
        return Revision(shock, max(0.0, gain), factors[number] / LN2, prior, law.probability(place))

    def _come_to(self, report: Report) -> None:
        """Eq. 4 on the belief itself, to the time of a report; its episode is the latest from now on."""
        if report.episode is not None:
            self.episode = report.episode
        if report.t != self.t:
            if self.parameters.rate > 0.0 and self.t != -math.inf:
                self.p.decay(-self.parameters.rate * (report.t - self.t))
            self.t = report.t

    def _places(self, values: Sequence[str]) -> list[int]:
        """The numbers of values in the belief, naming those that are new."""
        names = self.names
        fresh = [v for v in values if v not in names]
        if fresh:
            if len(names) + len(fresh) > self.parameters.universe:
                raise ValidationError(f"{fresh} do not fit beside {len(names)} names of {self.parameters.universe}")
            for value in fresh:
                names[value] = self.p.name()
        return [names[v] for v in values]

    def _reweigh(self, witness: Witness, report: Report, numbers: list[int], updated: int) -> tuple[float, float]:
        """P <- P o+/o-; returns KL(P+ || P-) and the report's weight against an unseen value, in bits."""
        law, before = self.p, self.p.log_total()
        ratio = likelihood_ratio(report, self.parameters.universe)
        ratios = witness.hear(numbers, ratio, self._powers(witness, report, updated))
        factors: Named = list(map(math.log, ratios)) if isinstance(ratios, list) else np.log(ratios)
        places: Places = witness.places if isinstance(ratios, list) else witness.index()
        law.weigh(places, ratios)
        gained = law.expectation(places, factors)
        weight = float(factors[numbers[0]])
        if self.trace is not None:
            self.trace.append(Effect(report.t, dict(zip(witness.places, factors, strict=True))))
        return (gained + before - law.log_total()) / LN2, weight / LN2

    def _end(self, witness: Witness, report: Report, number: int, place: int, updated: int) -> None:
        """Move what is no longer so, in P and in the updated laws, so that the opinion moves by the same factor."""
        universe = self.parameters.universe
        rho = report.reliability * report.ceiling
        keep = (1.0 - rho) * (universe - 1) / universe
        told, rest = witness.split(number, updated)
        inside = max(0.0, keep - (1.0 - keep) * rest / told) if told > 0.0 else 0.0
        for law in witness.laws[:updated]:
            law.move(number, inside)
        share = (told * inside + rest) / (told + rest)
        self.p.move(place, share)
        if self.trace is not None:
            self.trace[-1] = replace(self.trace[-1], end=(place, share))

    def _powers(self, witness: Witness, report: Report, updated: int) -> list[float]:
        """The weight of this copy of a statement in each law: copies in one episode count once-ish."""
        if report.episode is None:
            return [1.0] * updated
        key = (report.group, report.episode, report.values, report.kind)
        seen = self.copies.setdefault(key, {})
        rho_e = self.parameters.trust.rho_e
        return reliability.powers(seen, report.ceiling, witness.ceilings[:updated], rho_e)

    def _note(self, report: Report) -> None:
        """Keep what the decision policy asks for: the best single report, the newest word, the newest trusted one."""
        t, peak = report.t, report.reliability * report.ceiling
        log_peak = math.log(peak) + self.parameters.rate * t if peak > 0.0 else -math.inf
        trusted = report.ceiling > self.parameters.trust.pool
        for value in report.values:
            self.asserted[value] = (t, report.id)
            high, _, newest_trusted = self.peaks.get(value, (-math.inf, t, -math.inf))
            self.peaks[value] = (log_peak if log_peak > high else high, t, t if trusted else newest_trusted)

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
        if t == self.t or self.parameters.rate == 0.0 or self.t == -math.inf:
            return self.p
        law = self.p.copy()
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
        return json.dumps(self.state(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def load(cls, state: str, parameters: Parameters) -> WitnessFilter:
        """The filter that `dump` described."""
        return cls.of(json.loads(state), parameters)

    def state(self) -> list[object]:
        """What `dump` writes, in columns: a belief may have thousands of names."""
        copies = [[*key, list(seen.items())] for key, seen in self.copies.items() if key[1] == self.episode]
        witnesses = [
            [group, w.t, w.places, w.ceilings, [law.dump() for law in w.laws]] for group, w in self.witnesses.items()
        ]
        number = self.names
        times, ids = columns(self.asserted.values(), 2)
        high, newest, trusted = columns(self.peaks.values(), 3)
        asserted = [[number[v] for v in self.asserted], pack(times), ids]
        # A value's peak stands beside its last assertion, at the same time, which is mostly a trusted one too.
        pooled = {i: t for i, t in enumerate(trusted) if t != newest[i]}
        peaks = [pack(high), list(pooled), list(pooled.values())]
        return [self.t, list(number), self.p.dump(), witnesses, asserted, peaks, self.episode, copies]

    @classmethod
    def of(cls, state: Any, parameters: Parameters) -> WitnessFilter:
        """The filter with this state."""
        belief = cls(parameters)
        belief.t, names, p, witnesses, asserted, peaks, belief.episode, copies = state
        belief.names = dict(zip(names, range(len(names)), strict=True))
        belief.p = Law.load(p)
        for group, t, places, ceilings, laws in witnesses:
            witness = belief.witnesses[group] = Witness(parameters.universe, t)
            witness.places, witness.ceilings = places, ceilings
            witness.names = dict(zip([names[place] for place in places], range(len(places)), strict=True))
            witness.laws = [Law.load(law) for law in laws]
        places, times, ids = asserted
        times, spoken = numbers(times), [names[i] for i in places]
        belief.asserted = dict(zip(spoken, zip(times, ids, strict=True), strict=True))
        high, pooled, last = peaks
        trusted = times.copy()
        for i, t in zip(pooled, last, strict=True):
            trusted[i] = t
        belief.peaks = dict(zip(spoken, zip(numbers(high), times, trusted, strict=True), strict=True))
        belief.copies = {(g, e, tuple(values), kind): dict(seen) for g, e, values, kind, seen in copies}
        return belief


def columns(rows: Iterable[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Rows of so many fields as lists, one a field.

    >>> columns([(1, "a"), (2, "b")], 2), columns([], 2)
    ([[1, 2], ['a', 'b']], [[], []])
    """
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]


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


def _rest(law: Law, places: list[int]) -> float:
    """The mass of everything but the values at `places`, without cancellation."""
    masses = law.masses()
    for i in places:
        masses[i] = 0.0
    return math.fsum(masses) + law.unknown()


def _kl(law: Law, earlier: Law) -> float:
    """KL in bits of a law from what it was before, over the same names."""
    now = [*law.masses(), law.unknown()]
    then = [*earlier.masses(), earlier.unknown()]
    return math.fsum(p * math.log2(p / q) for p, q in zip(now, then, strict=True) if p > 0.0 and q > 0.0)
