"""Fact lines: for each dimension that the walk reached, what is believed now, how surely, since when, what before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nous.beliefs.policy import THETA_MIN
from nous.graph.belief import Belief, Question, View
from nous.graph.model import Delta, Dimension
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
    """One belief as a line of context, with the deltas and messages behind it."""

    text: str
    score: float
    belief: Belief
    deltas: tuple[str, ...]
    messages: tuple[str, ...]


def facts(view: View, reached: Sequence[Reached], seeds: Seeds, question: Question) -> list[Fact]:
    """The facts about the entities reached, those that the question asks for first."""
    by_entity = {r.entity.id: r for r in reached}
    ranked: list[tuple[float, Dimension]] = []
    words = set(seeds.tokens)
    for dimension in view.reader.dimensions(view.space, list(by_entity)):
        near = by_entity[dimension.entity].strength
        ranked.append((near * _weight(dimension.attribute, words, seeds), dimension))
    ranked.sort(key=lambda x: (-x[0], x[1].entity, x[1].attribute))
    names = {id: r.entity.name for id, r in by_entity.items()}
    found = []
    for score, dimension in ranked[:LOOKED_AT]:
        belief = view.belief(names[dimension.entity], dimension.attribute, [dimension], question)
        if belief.deltas and belief.distribution:
            shared = len(words & {t for text in belief.distribution for t in tokens(text)} - _names(names, dimension))
            found.append((score * (1.0 + SHARED * shared), belief, dimension))
    found.sort(key=lambda x: (-x[0], x[1].entity, x[1].attribute))
    return [_fact(view, b, d, score, question) for score, b, d in found[:SHOWN]]


def _weight(attribute: str, words: set[str], seeds: Seeds) -> float:
    asked = ASKED if attribute in seeds.attributes else 0.0
    return 1.0 + asked + SHARED * len(words & set(tokens(attribute)))


def _names(names: dict[str, str], dimension: Dimension) -> set[str]:
    return set(tokens(names[dimension.entity]))


def _fact(view: View, belief: Belief, dimension: Dimension, score: float, question: Question) -> Fact:
    history = [d for d in view.history([dimension], question) if not d.retracted and d.at_micros <= question.at]
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
        return _set(b, history)
    if b.best is None:
        return _faded(b, history)
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
    if b.decision.verdict == "ask" and (b.decision.anchor or 0.0) <= 0.5:
        origin = next((d for d in reversed(history) if d.value_text == lead), None)
        if origin is not None and origin.tier is not None and origin.tier <= 0.5:
            return f"unconfirmed report from {origin.channel} ({percent(origin.tier)}): {line}"
    if b.decision.verdict in ("contested", "ask", "hold") and b.decision.candidates:
        line += f"; unconfirmed: {', '.join(_origin(c, history) for c in b.decision.candidates[:3])}"
    return line


def _origin(value: str, history: Sequence[Delta]) -> str:
    delta = next((d for d in reversed(history) if d.value_text == value), None)
    if delta is None or delta.tier is None:
        return value
    return f"{value} (from {delta.channel}, {percent(delta.tier)})"


def _set(b: Belief, history: Sequence[Delta]) -> str:
    members = [f"{v} ({percent(p)})" for v, p in list(b.members.items())[:12]]
    maybe = [_origin(v, history) + f" {percent(p)}" for v, p in b.distribution.items() if v not in b.members][:4]
    line = ", ".join(members) if members else "nothing sure now"
    return f"{line}; perhaps {', '.join(maybe)}" if maybe else line


def _faded(b: Belief, history: Sequence[Delta]) -> str:
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
