"""Reading: a belief with its values as they were said, its history, and why it stands where it stands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from nous.beliefs import decision as policy
from nous.beliefs.evidence import Evidence
from nous.beliefs.hindsight import smooth, smooth_set
from nous.beliefs.information import entropy
from nous.beliefs.members import entropy as set_entropy
from nous.beliefs.policy import Attribute
from nous.beliefs.reliability import LN2
from nous.beliefs.sets import SetFilter, ranked
from nous.beliefs.witness import WitnessFilter

from . import running as run
from .control import Control
from .ledger import ancestry
from .model import Cardinality, Delta, Dimension
from .store import Reader
from .times import from_micros, iso, micros
from .values import Value, load

MEMBER = 0.5
"""From this probability on a value counts as a member of a set (belief specification §6)."""


@dataclass(frozen=True, slots=True)
class LastKnown:
    """What was said last of a belief that has faded: the value, when it was so, and who said it."""

    value: Value
    at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with a belief: accept, contested, ask, hold or unknown; with challengers, anchor and reason."""

    verdict: policy.Verdict
    candidates: tuple[str, ...] = ()
    anchor: float | None = None
    reason: str = ""

    def __str__(self) -> str:
        return self.verdict


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed about one dimension at one time.

    `best` is the typed value that leads (None: the unknown does), `probability` its mass. `distribution` maps the
    display text of each value to its probability; for cardinality many each value stands for itself, `members` are
    those of at least one half, and `unknown` is the chance that none of them is one. `entropy` is in bits.
    """

    entity: str
    attribute: str
    best: Value
    probability: float
    distribution: Mapping[str, float]
    unknown: float
    entropy: float
    cardinality: Cardinality
    members: Mapping[str, float]
    decision: Decision
    parameters: Mapping[str, object]
    at: datetime
    known_at: datetime | None = None
    hindsight: bool = False
    last_known: LastKnown | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    deltas: int = 0

    def as_json(self) -> dict[str, object]:
        """The belief as every output prints it."""
        last = self.last_known
        return {
            "entity": self.entity,
            "attribute": self.attribute,
            "best": self.best,
            "probability": self.probability,
            "distribution": dict(self.distribution),
            "values": dict(self.values),
            "unknown": self.unknown,
            "entropy": self.entropy,
            "cardinality": self.cardinality,
            "members": dict(self.members),
            "decision": self.decision.verdict,
            "reason": self.decision.reason,
            "candidates": list(self.decision.candidates),
            "anchor": self.decision.anchor,
            "last_known": None if last is None else {"value": last.value, "at": iso(last.at), "source": last.source},
            "parameters": dict(self.parameters),
            "at": iso(self.at),
            "known_at": None if self.known_at is None else iso(self.known_at),
            "hindsight": self.hindsight,
            "deltas": self.deltas,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a dimension: as of which event time, known by when, and whether later evidence counts."""

    at: int
    known: int | None = None
    hindsight: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """Beliefs of one space on one consistent view, under the control records known by then."""

    reader: Reader
    space: str
    control: Control

    def belief(self, name: str, attribute: str, dimensions: Sequence[Dimension], question: Question) -> Belief:
        """The belief about the dimensions of one attribute of one entity (several where entities are merged)."""
        known = self.control.policy.attribute(attribute)
        t = question.at / 86_400_000_000
        running = self._cached(dimensions, question, t)
        if running is None:
            log = self.log(dimensions, question)
            running = self._replay(log, known, t if not question.hindsight else math.inf)
        count = sum(d.count for d in dimensions)
        if question.hindsight:
            return self._smoothed(name, known, running, log, t, question, count)
        return self._read(name, known, running, t, question, count)

    def _cached(self, dimensions: Sequence[Dimension], question: Question, t: float) -> run.Running | None:
        """The belief as the last writer left it, where it answers the question exactly."""
        if len(dimensions) != 1 or question.known is not None or question.hindsight:
            return None
        (dimension,) = dimensions
        if dimension.state is None or dimension.stamp != self.control.stamp(dimension.attribute):
            return None
        attribute = self.control.policy.attribute(dimension.attribute)
        running = run.load(dimension.state, attribute, self.control.trust)
        return running if running.last is None or running.last[0] <= t else None

    def log(self, dimensions: Sequence[Dimension], question: Question) -> list[Delta]:
        """The deltas that a question may look at: recorded in time, of any event time."""
        deltas = self.reader.deltas(self.space, [d.id for d in dimensions])
        return [d for d in deltas if question.known is None or d.recorded_micros <= question.known]

    def _replay(self, log: Sequence[Delta], attribute: Attribute, until: float) -> run.Running:
        resolved = self.resolved(log, attribute, until)
        return run.replay(resolved, attribute, self.control, _said(log))

    def resolved(self, log: Sequence[Delta], attribute: Attribute, until: float) -> run.Resolved:
        """The evidence of a log that counts up to an event time."""
        pieces = [run.evidence(d, d.attribute, self.control) for d in log]
        elsewhere = ancestry(self.reader, self.space, pieces, self.control)
        return run.resolve(pieces, attribute, self.control, elsewhere, until)

    def _read(
        self, name: str, attribute: Attribute, running: run.Running, t: float, question: Question, count: int
    ) -> Belief:
        belief = running.belief
        if isinstance(belief, SetFilter):
            q = belief.read(t)
            verdict = policy.decide_set(belief, t, protected=attribute.protected)
            return self._set(name, attribute, running, q, question, verdict, count)
        masses, unknown = belief.read(t)
        best = belief.leading(masses, unknown)
        verdict = policy.decide(belief, t, protected=attribute.protected)
        p = dict(zip(belief.names, masses, strict=True))
        return self._one(name, attribute, running, p, unknown, best, question, verdict, count)

    def _smoothed(
        self, name: str, attribute: Attribute, running: run.Running, log: Sequence[Delta], t: float,
        question: Question, count: int,
    ) -> Belief:  # fmt: skip
        resolved = self.resolved(log, attribute, math.inf)
        nothing = policy.Decision("unknown", None, reason="hindsight is about the past, there is nothing to act on")
        if isinstance(running.belief, SetFilter):
            q = smooth_set(resolved.reports, resolved.parameters, attribute.prior, [t])[0]
            return self._set(name, attribute, running, q, question, nothing, count)
        names, laws = smooth(resolved.reports, resolved.parameters, [t])
        law = [float(x) for x in laws[0]]
        unknown = law.pop()
        best = running.belief.leading(law, unknown) if names else None
        p = dict(zip(names, law, strict=True))
        return self._one(name, attribute, running, p, unknown, best, question, nothing, count)

    def _one(
        self, name: str, attribute: Attribute, running: run.Running, p: Mapping[str, float], unknown: float,
        best: str | None, question: Question, verdict: policy.Decision, count: int,
    ) -> Belief:  # fmt: skip
        belief = running.belief
        assert isinstance(belief, WitnessFilter)
        texts = display_texts(running)
        unseen = belief.parameters.universe - len(p)
        order = sorted(p, key=lambda v: (-p[v], texts[v]))
        last = None if best is not None else self._last(belief.asserted, running)
        return Belief(
            entity=name,
            attribute=attribute.key,
            best=None if best is None else load(running.shown[best][1]),
            probability=unknown if best is None else p[best],
            distribution={texts[v]: p[v] for v in order},
            unknown=unknown,
            entropy=entropy(list(p.values()), unknown, unseen) if p or unknown else 0.0,
            cardinality=attribute.cardinality,
            members={},
            decision=_decision(verdict, texts),
            parameters=self._parameters(attribute, belief.parameters.universe),
            at=from_micros(question.at),
            known_at=None if question.known is None else from_micros(question.known),
            hindsight=question.hindsight,
            last_known=last,
            values={texts[v]: load(running.shown[v][1]) for v in order},
            deltas=count,
        )

    def _set(
        self, name: str, attribute: Attribute, running: run.Running, q: Mapping[str, float], question: Question,
        verdict: policy.Decision, count: int,
    ) -> Belief:  # fmt: skip
        belief = running.belief
        assert isinstance(belief, SetFilter)
        texts = display_texts(running)
        asserted = {v: m.asserted for v, m in belief.members.items() if m.asserted is not None}
        order = ranked(dict(q), [(v, when[0]) for v, when in asserted.items()])
        best = order[0] if order and q[order[0]] >= MEMBER else None
        none = math.prod(1.0 - x for x in q.values())
        return Belief(
            entity=name,
            attribute=attribute.key,
            best=None if best is None else load(running.shown[best][1]),
            probability=none if best is None else q[best],
            distribution={texts[v]: q[v] for v in order},
            unknown=none,
            entropy=set_entropy(q.values()),
            cardinality=attribute.cardinality,
            members={texts[v]: q[v] for v in order if q[v] >= MEMBER},
            decision=_decision(verdict, texts),
            parameters=self._parameters(attribute, 2),
            at=from_micros(question.at),
            known_at=None if question.known is None else from_micros(question.known),
            hindsight=question.hindsight,
            last_known=None if best is not None else self._last(asserted, running),
            values={texts[v]: load(running.shown[v][1]) for v in order},
            deltas=count,
        )

    def _last(self, asserted: Mapping[str, tuple[float, str]], running: run.Running) -> LastKnown | None:
        if not asserted:
            return None
        value = max(asserted, key=lambda v: asserted[v])
        found = self.reader.deltas_by_id(self.space, [asserted[value][1]])
        return LastKnown(load(running.shown[value][1]), found[0].at, found[0].source) if found else None

    def _parameters(self, attribute: Attribute, universe: int) -> dict[str, object]:
        trust = self.control.trust
        found: dict[str, object] = {
            "filter": "witness",
            "K": universe,
            "eps": attribute.eps,
            "half_life_days": attribute.half_life,
            "tiers": dict(trust.tiers),
            "pool": trust.pool,
            "rho_e": trust.rho_e,
        }
        if trust.source_tiers:
            found["source_tiers"] = dict(trust.source_tiers)
        if trust.factors:
            found["factors"] = dict(trust.factors)
        if attribute.cardinality == "many":
            found["prior"] = attribute.prior
        return found

    def history(self, dimensions: Sequence[Dimension], question: Question) -> list[Delta]:
        """The deltas in canonical order, with surprise and gain by the present replay and their standing."""
        log = self.log(dimensions, question)
        if not log:
            return []
        attribute = self.control.policy.attribute(log[0].attribute)
        resolved = self.resolved(log, attribute, math.inf)
        running = run.replay(resolved, attribute, self.control, _said(log))
        rows = []
        for delta in log:
            standing = resolved.standings[delta.id]
            surprise, gain, prior, posterior = running.effect(delta.id)
            shown = replace(
                delta,
                retracted=delta.id in self.control.retracted,
                role=standing.role,
                tier=standing.tier,
                surprise=surprise,
                gain=gain,
                prior=prior,
                posterior=posterior,
            )
            rows.append(shown)
        return sorted(rows, key=lambda d: (d.at_micros, 0 if d.kind == "end" else 1, d.id))

    def why(self, name: str, dimensions: Sequence[Dimension], question: Question, value: str | None) -> Why:
        """What each piece of evidence contributes to the log odds of the best value, in canonical order."""
        log = self.log(dimensions, question)
        attribute = self.control.policy.attribute(dimensions[0].attribute)
        t = question.at / 86_400_000_000
        resolved = self.resolved(log, attribute, t)
        running = run.replay(resolved, attribute, self.control, _said(log))
        belief = running.belief
        if value is None:
            value = _leading(belief, t)
        total = 0.0
        parts: dict[str, float] = {}
        if value is not None:
            for id, so_far in _log_odds(resolved, attribute, value, t):
                parts[id] = parts.get(id, 0.0) + so_far - total
                total = so_far
        by_id = {d.id: d for d in log}
        flips = _flips(resolved, attribute, value, parts, t)
        return Why(
            belief=self._read(name, attribute, running, t, question, sum(d.count for d in dimensions)),
            value=None if value is None else display_texts(running).get(value),
            log_odds_bits=total,
            contributions=tuple(Contribution(by_id[id], bits) for id, bits in parts.items()),
            flips=flips,
        )


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one piece of evidence adds to the log2 odds of a value, given what stands before it."""

    delta: Delta
    bits: float


@dataclass(frozen=True, slots=True)
class Why:
    """Why a value is believed: its log2 odds against an unseen one, and the pieces that add up to it.

    `flips` are the ids of the fewest strongest pieces without which another value, or the unknown, would lead.
    """

    belief: Belief
    value: str | None
    log_odds_bits: float
    contributions: tuple[Contribution, ...]
    flips: tuple[str, ...] = ()


def _said(log: Sequence[Delta]) -> dict[str, run.Shown]:
    return {d.id: (d.value_type, d.value_json, d.value_text) for d in log}


def display_texts(running: run.Running) -> dict[str, str]:
    """The display text of each value; where two of other types look alike, their type is added."""
    texts: dict[str, str] = {}
    taken: dict[str, str] = {}
    for value in running.names():
        kind, _, text = running.shown[value]
        texts[value] = f"{text} ({kind})" if text in taken else text
        taken[text] = value
    return texts


def _decision(found: policy.Decision, texts: Mapping[str, str]) -> Decision:
    return Decision(found.verdict, tuple(texts[v] for v in found.candidates), found.anchor, found.reason)


def _leading(belief: run.Filter, t: float) -> str | None:
    """The value to explain: the one that leads, or that would if the unknown did not."""
    if isinstance(belief, SetFilter):
        q = belief.read(t)
        return max(q, key=lambda v: (q[v], v)) if q else None
    masses, unknown = belief.read(t)
    return belief.leading(masses, unknown) or belief.leading(masses, 0.0)


def _log_odds(resolved: run.Resolved, attribute: Attribute, value: str, t: float) -> Iterator[tuple[str, float]]:
    """After each report, by its id: the log2 odds at time `t` of the value against one never named."""
    belief = run.fresh(attribute, resolved.parameters)
    for report in resolved.reports:
        belief.step(report)
        yield report.id, belief.log_odds(value, t) / LN2


def _flips(
    resolved: run.Resolved, attribute: Attribute, value: str | None, parts: Mapping[str, float], t: float
) -> tuple[str, ...]:
    """The strongest pieces, as few as suffice, without which the value would no longer lead."""
    if value is None:
        return ()
    gone: list[str] = []
    for id in sorted(parts, key=lambda i: (-parts[i], i)):
        if parts[id] <= 0.0 or len(gone) >= 10:
            break
        gone.append(id)
        belief = run.fresh(attribute, resolved.parameters)
        for report in resolved.reports:
            if report.id not in gone:
                belief.step(report)
        if _leads(belief, t) != value:
            return tuple(gone)
    return ()


def _leads(belief: run.Filter, t: float) -> str | None:
    if isinstance(belief, SetFilter):
        q = belief.read(t)
        top = max(q, key=lambda v: (q[v], v), default=None)
        return top if top is not None and q[top] >= MEMBER else None
    masses, unknown = belief.read(t)
    return belief.leading(masses, unknown)


def question(at: datetime, known_at: datetime | None = None, hindsight: bool = False) -> Question:
    """A question in microseconds."""
    return Question(micros(at), None if known_at is None else micros(known_at), hindsight)


__all__ = ["Belief", "Contribution", "Decision", "Evidence", "LastKnown", "Question", "View", "Why", "question"]
