"""Fact lines: for each dimension that the walk reached, what is believed now, how surely, since when, what before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nous.beliefs.policy import THETA_MIN
from nous.graph.belief import Belief
from nous.graph.model import Delta, Dimension
from nous.graph.question import Question, View
from nous.graph.times import said
from nous.graph.tokens import tokens
from nous.graph.values import Value

from .seeds import Seeds
from .walk import Reached

LOOKED_AT = 80  # dimensions whose belief is read
SHOWN = 30  # facts at most; the budget cuts further
ASKED = 2.0  # how much more a fact counts whose attribute the question asks about
SHARED = 0.5  # and for each word that it shares with the question
_SUFFIX = re.compile(r"\.0$")


@dataclass(frozen=True, slots=True)
class Fact:
    """One belief as a line of context, with the deltas and messages behind it; `asked`: the question is about it."""

    text: str
    score: float
    belief: Belief
    deltas: tuple[str, ...]
    messages: tuple[str, ...]
    asked: bool = False


def facts(view: View, reached: Sequence[Reached], seeds: Seeds, question: Question) -> list[Fact]:
    """The facts about the entities reached, those that the question asks for first."""
    control = view.control
    by_entity = {r.entity.id: r for r in reached}
    groups: dict[tuple[str, str], list[Dimension]] = {}
    for d in view.reader.dimensions(view.space, [id for r in reached for id in control.one_with(r.entity.id)]):
        groups.setdefault((control.head(d.entity), d.attribute), []).append(d)
    words = set(seeds.tokens)
    ranked = [
        (by_entity[entity].strength * _weight(attribute, words, seeds), entity, attribute)
        for entity, attribute in groups
    ]
    ranked.sort(key=lambda x: (-x[0], *x[1:]))
    found = []
    for score, entity, attribute in ranked[:LOOKED_AT]:
        name, dimensions = by_entity[entity].entity.name, groups[entity, attribute]
        belief = view.belief(name, attribute, dimensions, question)
        if belief.deltas and belief.distribution:
            shared = len(words & {t for text in belief.distribution for t in tokens(text)} - set(tokens(name)))
            found.append((score * (1.0 + SHARED * shared), entity, attribute, belief))
    found.sort(key=lambda x: (-x[0], *x[1:3]))
    return [
        replace(_fact(view, b, groups[e, a], score, question), asked=a in seeds.attributes)
        for score, e, a, b in found[:SHOWN]
    ]


def _weight(attribute: str, words: set[str], seeds: Seeds) -> float:
    asked = ASKED if attribute in seeds.attributes else 0.0
    return 1.0 + asked + SHARED * len(words & set(tokens(attribute)))


def _fact(view: View, belief: Belief, dimensions: Sequence[Dimension], score: float, question: Question) -> Fact:
    history = [d for d in view.history(dimensions, question) if not d.retracted and d.at_micros <= question.at]
    counted = [d for d in history if d.role in ("primary", "inferred")]
    text = f"{belief.entity} · {belief.attribute}: {_said_of(belief, counted)}"
    support = [d for d in counted if d.kind != "deny"]
    messages = dict.fromkeys(d.message for d in reversed(support) if d.message is not None)
    return Fact(text, score, belief, tuple(d.id for d in support), tuple(m for m in messages if m))


def shown(value: Value) -> str:
    """A value in a line of text."""
    return value if isinstance(value, str) else _SUFFIX.sub("", str(value))


def percent(p: float) -> str:
    """A probability as a line shows it.

    >>> percent(0.8342), percent(0.999)
    ('.83', '>.99')
    """
    return ">.99" if p > 0.99 else "<.01" if p < 0.01 else f"{p:.2f}".lstrip("0")


def _said_of(b: Belief, history: Sequence[Delta]) -> str:
    if b.cardinality == "many":
        return _set(b, {d.value_text: d.kind for d in history})
    if b.best is None:
        return _faded(b)
    lead = next(iter(b.distribution))
    parts = [percent(b.probability)]
    if (since := _since(lead, history)) is not None:
        parts.append(f"since {said(since.at, since.precision, since.offset)}")
    before = [v for v in observed(history) if v != lead]
    if before:
        parts.append(f"before: {', '.join(before[-3:])}")
    listed = {lead, *b.decision.candidates}
    rivals = [(v, p) for v, p in b.distribution.items() if v not in listed and p >= 0.05]
    if rivals:
        parts.append(f"else {rivals[0][0]} {percent(rivals[0][1])}")
    elif b.unknown >= 0.05:
        parts.append(f"unknown {percent(b.unknown)}")
    line = f"{lead} ({'; '.join(parts)})"
    reports = {r.value: r for r in b.reported}
    if lead in reports and reports[lead].unconfirmed:
        line = str(reports[lead]) + line.removeprefix(lead)
    else:
        others = [r for v, r in reports.items() if v != lead][:3]
        line += "".join(f"; {r}" if r.unconfirmed else f"; also said: {r}" for r in others)
    return line


def _set(b: Belief, last: Mapping[str, str]) -> str:
    """The members, what may be one, and what is none because somebody said so; `last` is the last kind by value."""
    members = [f"{v} ({percent(p)})" for v, p in list(b.members.items())[:12]]
    reports = {r.value: str(r) for r in b.reported}
    prior = b.parameters["prior"]
    assert isinstance(prior, float)
    rest = [(v, p) for v, p in b.distribution.items() if v not in b.members]
    maybe = [f"{reports.get(v, v)} {percent(p)}" for v, p in rest if p >= prior][:4]
    denied = [v for v, p in rest if p < prior and last.get(v) == "deny"][:4]
    parts = [", ".join(members) if members else "" if denied and not maybe else "nothing sure now"]
    parts += [f"perhaps {', '.join(maybe)}"] if maybe else []
    parts += [f"not {', '.join(denied)}"] if denied else []
    return "; ".join(p for p in parts if p)


def _faded(b: Belief) -> str:
    if reports := [f"{r} ({percent(b.distribution[r.value])})" for r in b.reported if r.unconfirmed][:3]:
        return f"not known; {'; '.join(reports)}"
    if b.last_known is None:
        return "not known"
    last = b.last_known
    text = f"not known now; last known: {shown(last.value)}, for {said(last.at, 'day')}, said by {last.source}"
    p = b.distribution.get(shown(last.value))
    return f"{text} ({percent(p)})" if p is not None else text


def observed(history: Sequence[Delta]) -> list[str]:
    """Eq. 7: the values asserted with a surprise above one bit that led then, in order of first use."""
    told = (d for d in history if d.kind in ("assert", "change") and d.surprise > THETA_MIN and d.posterior >= 0.5)
    return list(dict.fromkeys(d.value_text for d in told))


def _since(lead: str, history: Sequence[Delta]) -> Delta | None:
    """The first statement of the leading value after the last one that spoke for another."""
    since: Delta | None = None
    for d in history:
        if d.kind not in ("assert", "change"):
            continue
        if d.value_text != lead:
            since = None if d.posterior >= 0.5 else since
        elif since is None:
            since = d
    return since
