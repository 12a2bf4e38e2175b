"""A question to one consistent view of a space: what is believed, what was said, what ever was so."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from nous.beliefs import decision as policy
from nous.beliefs.hindsight import smooth, smooth_set
from nous.beliefs.information import entropy
from nous.beliefs.members import entropy as set_entropy
from nous.beliefs.policy import Attribute
from nous.beliefs.sets import SetFilter, ranked
from nous.beliefs.trend import trend, walk
from nous.beliefs.witness import WitnessFilter

from . import running as run
from .belief import MEMBER, Belief, Decision, LastKnown, Reported
from .control import Control
from .ledger import resolved
from .model import Delta, Dimension
from .store import Reader
from .times import MICROSECONDS_A_DAY, from_micros, micros
from .values import load


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
        t = question.at / MICROSECONDS_A_DAY
        running = self._cached(dimensions, question, t)
        count = sum(d.count for d in dimensions)
        if running is not None:
            return self.read(name, known, running, t, question, count)
        log = self.log(dimensions, question)
        if question.known is not None:
            count = len(log)
        found = self.resolved(log, known.key, math.inf if question.hindsight else t)
        running = run.replay(found, known)
        if question.hindsight:
            return self._smoothed(name, known, running, found, t, question, count)
        belief = self.read(name, known, running, t, question, count)
        return self._measured(belief, known, found, t) if found.quantities else belief

    def ever(self, attribute: str, dimensions: Sequence[Dimension], question: Question) -> dict[str, float]:
        """For each value that was asserted, how probable it is that it held then, with hindsight; likely ones first.

        Of several times that it was asserted the likeliest counts (specification §6; Eq. 7 with its doubts).
        """
        known = self.control.policy.attribute(attribute)
        found = self.resolved(self.log(dimensions, question), known.key, question.at / MICROSECONDS_A_DAY)
        said = [(r.values[0], r.t) for r in found.reports if r.kind == "assert" and len(r.values) == 1]
        times = sorted({t for _, t in said})
        if known.cardinality == "many":
            held = smooth_set(found.reports, found.parameters, known.prior, times)
        else:
            names, laws = smooth(found.reports, found.parameters, times)
            held = [dict(zip(names, (float(x) for x in law[:-1]), strict=True)) for law in laws]
        at = dict(zip(times, held, strict=True))
        best: dict[str, float] = {}
        for value, t in said:
            best[value] = max(at[t][value], best.get(value, 0.0))
        texts = display_texts(run.replay(found, known))
        return {texts[v]: best[v] for v in sorted(best, key=lambda v: (-best[v], texts[v]))}

    def _cached(self, dimensions: Sequence[Dimension], question: Question, t: float) -> run.Running | None:
        """The belief as the last writer left it, where it answers the question exactly."""
        if len(dimensions) != 1 or question.known is not None or question.hindsight:
            return None
        (dimension,) = dimensions
        if dimension.state is None or dimension.stamp != self.control.stamp(dimension.attribute, dimension.relation):
            return None
        attribute = self.control.policy.attribute(dimension.attribute)
        if attribute.cardinality == "quantity":  # its mean and spread are read from the evidence
            return None
        running = run.load(dimension.state, attribute, self.control.trust)
        return running if running.last is None or running.last[0] <= t else None

    def log(self, dimensions: Sequence[Dimension], question: Question) -> list[Delta]:
        """The deltas that a question may look at: recorded in time, of any event time."""
        deltas = self.reader.deltas(self.space, [d.id for d in dimensions])
        return [d for d in deltas if question.known is None or d.recorded_micros <= question.known]

    def resolved(self, log: Sequence[Delta], attribute: str, until: float = math.inf) -> run.Resolved:
        """The evidence of a log that counts up to an event time."""
        return resolved(self.reader, self.space, log, self.control, attribute, until)

    def replayed(self, log: Sequence[Delta], attribute: str, question: Question) -> run.Running:
        """The belief that a log comes to at the time asked about."""
        found = self.resolved(log, attribute, question.at / MICROSECONDS_A_DAY)
        return run.replay(found, self.control.policy.attribute(attribute))

    def _measured(self, belief: Belief, attribute: Attribute, found: run.Resolved, t: float) -> Belief:
        """A belief about a quantity with where it stands, by the random walk of its numbers."""
        example = next(iter(found.quantities.values()))
        movement = walk(example, attribute.half_life)
        where = trend(found.reports, found.quantities, movement, t, self.control.trust)
        return replace(belief, mean=where.mean, sd=where.sd, unit=where.unit or None)

    def read(
        self, name: str, attribute: Attribute, running: run.Running, t: float, question: Question, count: int
    ) -> Belief:
        """The belief that a running one comes to at time `t`."""
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
        self, name: str, attribute: Attribute, running: run.Running, found: run.Resolved, t: float,
        question: Question, count: int,
    ) -> Belief:  # fmt: skip
        nothing = policy.Decision("unknown", None, reason="hindsight is about the past, there is nothing to act on")
        if isinstance(running.belief, SetFilter):
            q = smooth_set(found.reports, found.parameters, attribute.prior, [t])[0]
            return self._set(name, attribute, running, q, question, nothing, count)
        names, laws = smooth(found.reports, found.parameters, [t])
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
            best=None if best is None else load(running.shown[best].json),
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
            values={texts[v]: load(running.shown[v].json) for v in order},
            deltas=count,
            reported=self._reported(verdict, best, belief.asserted, texts),
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
            best=None if best is None else load(running.shown[best].json),
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
            values={texts[v]: load(running.shown[v].json) for v in order},
            deltas=count,
            reported=self._reported(verdict, best, asserted, texts),
        )

    def _last(self, asserted: Mapping[str, tuple[float, str]], running: run.Running) -> LastKnown | None:
        if not asserted:
            return None
        value = max(asserted, key=lambda v: asserted[v])
        found = self.reader.deltas_by_id(self.space, [asserted[value][1]])
        return LastKnown(load(running.shown[value].json), found[0].at, found[0].source) if found else None

    def _reported(
        self, verdict: policy.Decision, best: str | None, asserted: Mapping[str, tuple[float, str]],
        texts: Mapping[str, str],
    ) -> tuple[Reported, ...]:  # fmt: skip
        """Where the candidates come from, and what leads where it is to be asked about."""
        named = [*([best] if best is not None and verdict.verdict == "ask" else []), *verdict.candidates]
        last = {v: asserted[v][1] for v in dict.fromkeys(named) if v in asserted}
        found = {d.id: d for d in self.reader.deltas_by_id(self.space, list(last.values()))} if last else {}
        reports = []
        for value, id in last.items():
            if (delta := found.get(id)) is not None:
                tier = self.resolved([delta], delta.attribute).standings[id].tier or 0.0
                unconfirmed = tier <= self.control.trust.pool
                reports.append(Reported(texts[value], delta.source, delta.channel, tier, delta.at, unconfirmed))
        return tuple(reports)

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
        found = self.resolved(log, log[0].attribute)
        running = run.replay(found, self.control.policy.attribute(log[0].attribute))
        rows = []
        for delta in log:
            standing = found.standings[delta.id]
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


def display_texts(running: run.Running) -> dict[str, str]:
    """The display text of each value; where two of other types look alike, their type is added."""
    texts: dict[str, str] = {}
    taken: dict[str, str] = {}
    for value in running.names():
        kind, text = running.shown[value].type, running.shown[value].text
        texts[value] = f"{text} ({kind})" if text in taken else text
        taken[text] = value
    return texts


def _decision(found: policy.Decision, texts: Mapping[str, str]) -> Decision:
    return Decision(found.verdict, tuple(texts[v] for v in found.candidates), found.anchor, found.reason)


def question(at: datetime, known_at: datetime | None = None, hindsight: bool = False) -> Question:
    """A question in microseconds."""
    return Question(micros(at), None if known_at is None else micros(known_at), hindsight)
