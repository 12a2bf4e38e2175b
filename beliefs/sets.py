"""The witness filter for a set: every value is in or out by itself, two cells that drift to a prior.

Belief specification §6 and provenance specification §2, last bullets. For each value and witness there are laws
q_k by ceiling, as in `witness`, with pi0 in the place of 1/K; an unmentioned value stands at pi0.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import checks, reliability
from .errors import ValidationError
from .information import bits
from .law import log_add
from .provenance import POOL
from .reliability import LN2
from .report import Parameters, Report
from .witness import Effect, Revision


class Cell:
    """In or out: the log probability of each, drifting to the prior."""

    __slots__ = ("inside", "outside")

    def __init__(self, inside: float, outside: float) -> None:
        self.inside = inside
        self.outside = outside

    def decay(self, exponent: float, prior: Cell) -> None:
        """Eq. 4 with |V| = 2 and the prior as its target."""
        if exponent == 0.0:
            return
        gone = math.log(-math.expm1(exponent))
        self.inside = log_add(self.inside + exponent, gone + prior.inside)
        self.outside = log_add(self.outside + exponent, gone + prior.outside)

    def weigh(self, inside: float, outside: float) -> None:
        """Eq. 3: multiply by two likelihoods, given as logs, and normalise."""
        total = log_add(self.inside + inside, self.outside + outside)
        self.inside += inside - total
        self.outside += outside - total


def prior_cell(q: float) -> Cell:
    """A value never mentioned: in with probability `q`."""
    return Cell(math.log(q), math.log1p(-q))


class Voice:
    """What one witness says about one value."""

    __slots__ = ("ceilings", "cells", "t")

    def __init__(self, t: float) -> None:
        self.t = t
        self.ceilings: list[float] = []
        self.cells: list[Cell] = []

    def decay_to(self, t: float, rate: float, prior: Cell) -> None:
        """Eq. 4 on every law."""
        if t != self.t:
            if rate > 0.0:
                for cell in self.cells:
                    cell.decay(-rate * (t - self.t), prior)
            self.t = t

    def level(self, ceiling: float, prior: Cell) -> int:
        """How many laws a report with this ceiling updates; a new one starts as a copy of the one above it."""
        k = bisect_left(self.ceilings, ceiling)
        if k == len(self.ceilings) or self.ceilings[k] != ceiling:
            model = self.cells[k] if k < len(self.cells) else prior
            self.ceilings.insert(k, ceiling)
            self.cells.insert(k, Cell(model.inside, model.outside))
        return k + 1

    def opinion(self, prior: float) -> tuple[float, float]:
        """How probable the witness makes it that the value is in, and out."""
        rest = 1.0 - self.ceilings[-1] if self.ceilings else 1.0
        inside, outside, low = rest * prior, rest * (1.0 - prior), 0.0
        for s, cell in zip(self.ceilings, self.cells, strict=True):
            inside += (s - low) * math.exp(cell.inside)
            outside += (s - low) * math.exp(cell.outside)
            low = s
        return inside, outside


@dataclass(slots=True)
class Member:
    """The belief about one value, its witnesses, and what the decision policy asks for."""

    cell: Cell
    t: float
    voices: dict[str, Voice]
    asserted: tuple[float, str] | None = None


class SetFilter:
    """A running belief about a set; the same verbs as `WitnessFilter`.

    >>> hobbies = SetFilter(Parameters(2, 0.05, 0.0), prior=0.1)
    >>> revision = hobbies.step(Report("1", 0.0, ("chess",), "assert", 0.9, 0.95, "user:ana", 0.95))
    >>> round(revision.surprise, 2), round(hobbies.read(0.0)["chess"], 2)
    (3.32, 0.65)
    """

    __slots__ = ("copies", "episode", "members", "parameters", "prior", "t", "trace")

    def __init__(self, parameters: Parameters, prior: float) -> None:
        if parameters.universe != 2:
            raise ValidationError(f"a value is in a set or out: K must be 2, not {parameters.universe}")
        self.parameters = parameters
        self.prior = checks.inside(prior, "prior")
        self.t = -math.inf
        self.members: dict[str, Member] = {}
        self.episode: str | None = None
        self.copies: dict[tuple[str, str, str, str], dict[float, int]] = {}
        self.trace: dict[str, list[Effect]] | None = None

    def step(self, report: Report) -> Revision | None:
        """Take one report; an `end` is a denial here, a `change` no more than an assertion."""
        if not report.t >= self.t:
            raise ValidationError(f"reports come in order of time: {report.id!r} at {report.t} after {self.t}")
        self.t = report.t
        if report.episode is not None:
            self.episode = report.episode
        if report.kind == "change":
            return None
        start = prior_cell(self.prior)
        value = report.values[0]
        member = self.members.get(value)
        if member is None:
            member = self.members[value] = Member(prior_cell(self.prior), report.t, {})
        member.cell.decay(self._exponent(member.t, report.t), start)
        member.t = report.t
        mention = report.kind == "assert"
        if mention:
            member.asserted = (report.t, report.id)
        before = (member.cell.inside, member.cell.outside)
        shock = max(0.0, -(before[0] if mention else before[1]) / LN2)
        prior = math.exp(before[0])
        if report.ceiling <= 0.0:
            return Revision(shock, 0.0, 0.0, prior, prior)
        inside, outside = self._reweigh(member, report)
        member.cell.weigh(inside, outside)
        if self.trace is not None:
            self.trace.setdefault(value, []).append(Effect(report.t, {0: inside, 1: outside}))
        after = (member.cell.inside, member.cell.outside)
        gain = math.fsum(math.exp(x) * (x - y) for x, y in zip(after, before, strict=True)) / LN2
        return Revision(shock, max(0.0, gain), (inside - outside) / LN2, prior, math.exp(after[0]))

    def _reweigh(self, member: Member, report: Report) -> tuple[float, float]:
        """log o+/o- for in and for out."""
        start = prior_cell(self.prior)
        voice = member.voices.get(report.group)
        if voice is None:
            voice = member.voices[report.group] = Voice(report.t)
        voice.decay_to(report.t, self.parameters.rate, start)
        updated = voice.level(report.ceiling, start)
        hit, miss = math.log1p(report.reliability) - LN2, math.log1p(-report.reliability) - LN2
        if report.kind != "assert":
            hit, miss = miss, hit
        in0, out0 = voice.opinion(self.prior)
        for k, power in enumerate(self._powers(voice, report, updated)):
            voice.cells[k].weigh(power * hit, power * miss)
        in1, out1 = voice.opinion(self.prior)
        return math.log(in1 / in0), math.log(out1 / out0)

    def _powers(self, voice: Voice, report: Report, updated: int) -> list[float]:
        if report.episode is None:
            return [1.0] * updated
        kind = "assert" if report.kind == "assert" else "deny"
        key = (report.group, report.episode, report.values[0], kind)
        return reliability.powers(
            self.copies.setdefault(key, {}),
            report.ceiling,
            voice.ceilings[:updated],
            self.parameters.trust.rho_e,
        )

    def read(self, t: float) -> dict[str, float]:
        """For each value ever mentioned, how probable it is that it is in the set at time `t`."""
        self._no_earlier(t)
        start, found = prior_cell(self.prior), {}
        for value, member in self.members.items():
            cell = Cell(member.cell.inside, member.cell.outside)
            cell.decay(self._exponent(member.t, t), start)
            found[value] = math.exp(cell.inside)
        return found

    def _exponent(self, since: float, t: float) -> float:
        """log lambda^dt; 0 for no decay, however long."""
        rate = self.parameters.rate
        return -rate * (t - since) if rate > 0.0 else 0.0

    def _no_earlier(self, t: float) -> None:
        if not t >= self.t:
            raise ValidationError(f"the belief stands at {self.t} and cannot be read at {t}")

    def log_odds(self, value: str, t: float) -> float:
        """The natural log of the odds at time `t` that a value is in, over those of one never mentioned."""
        self._no_earlier(t)
        member = self.members.get(value)
        if member is None:
            return 0.0
        start = prior_cell(self.prior)
        cell = Cell(member.cell.inside, member.cell.outside)
        cell.decay(self._exponent(member.t, t), start)
        return (cell.inside - cell.outside) - (start.inside - start.outside)

    def anchors(self, t: float) -> dict[str, float]:
        """For each value, how probable the best of its trusted witnesses makes it that it is in, at time `t`."""
        self._no_earlier(t)
        return {value: self._anchor(member, t) for value, member in self.members.items()}

    def _anchor(self, member: Member, t: float) -> float:
        start, best = prior_cell(self.prior), 0.0
        for group, voice in member.voices.items():
            if group != POOL:
                twin = Voice(voice.t)
                twin.ceilings = voice.ceilings
                twin.cells = [Cell(c.inside, c.outside) for c in voice.cells]
                twin.decay_to(t, self.parameters.rate, start)
                best = max(best, twin.opinion(self.prior)[0])
        return best

    def entropy(self, t: float) -> float:
        """The summed binary entropy of the values mentioned, in bits."""
        return math.fsum(x * bits(x) for q in self.read(t).values() for x in (q, 1.0 - q) if x > 0.0) + 0.0

    def dump(self) -> str:
        """The state as JSON text; `load` gives it back bit for bit."""
        return json.dumps(self.state(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def load(cls, state: str, parameters: Parameters, prior: float) -> SetFilter:
        """The filter that `dump` described."""
        return cls.of(json.loads(state), parameters, prior)

    def state(self) -> list[object]:
        """What `dump` writes."""
        members = [
            [
                value,
                m.t,
                [m.cell.inside, m.cell.outside],
                m.asserted,
                [_voice(g, v) for g, v in m.voices.items()],
            ]
            for value, m in self.members.items()
        ]
        copies = [[*key, list(seen.items())] for key, seen in self.copies.items() if key[1] == self.episode]
        return [self.t, members, self.episode, copies]

    @classmethod
    def of(cls, state: Any, parameters: Parameters, prior: float) -> SetFilter:
        """The filter with this state."""
        belief = cls(parameters, prior)
        belief.t, members, belief.episode, copies = state
        for value, t, cell, asserted, voices in members:
            member = belief.members[value] = Member(Cell(*cell), t, {}, tuple(asserted) if asserted else None)
            for group, since, ceilings, cells in voices:
                voice = member.voices[group] = Voice(since)
                voice.ceilings, voice.cells = ceilings, [Cell(*c) for c in cells]
        belief.copies = {tuple(key): dict(map(tuple, seen)) for *key, seen in copies}
        return belief


def _voice(group: str, voice: Voice) -> list[object]:
    return [group, voice.t, voice.ceilings, [[c.inside, c.outside] for c in voice.cells]]


def ranked(q: dict[str, float], last: Iterable[tuple[str, float]]) -> list[str]:
    """Values by probability, then by the time they were last mentioned, the newest first.

    >>> ranked({"chess": 0.6, "golf": 0.9}, [])
    ['golf', 'chess']
    """
    when = dict(last)
    return sorted(q, key=lambda v: (-q[v], -when.get(v, -math.inf), v))
