"""Evidence lines: what was said that answers the question, with absolute dates and relative ones resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo
from itertools import zip_longest

from nous.graph.model import Delta, Message
from nous.graph.names import key
from nous.graph.question import View
from nous.graph.times import said
from nous.graph.tokens import term

from . import temporal
from .facts import percent
from .lexical import search, search_messages
from .seeds import Seeds

SPOKEN = 1.3  # a message by somebody whom the question names: LoCoMo R@10 72.6 against 70.9 without
TOLD = 1.35  # a message of which one of the ten best deltas came, half of that for the next twenty: 75.5 against 74.1
BEHIND = 1.8  # a message behind a fact that the question asks about (a choice: LoCoMo R@10 the same from 1 to 1.8)
UNSAID = 0.5  # the same with no word of the question, against the best message (a choice: the same from 0 to .6)
BEHIND_FACTS = 8  # of these, so many
IN_TIME = 1.5  # a message of the time that the question names
SLACK = timedelta(days=3)  # around that time: things are told some days later
LIMIT = 200  # messages ranked
FAINT = 0.1  # of the best delta's score: what shares only words that everything has is no evidence


@dataclass(frozen=True, slots=True)
class Line:
    """One piece of evidence as a line of context."""

    text: str
    score: float
    deltas: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


def rank_messages(
    view: View,
    seeds: Seeds,
    question: str,
    today: date,
    deltas: Sequence[tuple[str, float]] = (),
    asked_for: Sequence[str] = (),
) -> list[tuple[str, float]]:
    """Message ids by how well they fit the question, best first.

    `deltas` are those that fit it, in their order; `asked_for` the messages behind the facts that it asks about,
    which count although they may use other words ("joined" where the question says "work").
    """
    names = {e.key for e in seeds.entities}
    hits = search_messages(view.reader, view.space, seeds.tokens)[: 3 * LIMIT]
    asked = [s for s in temporal.find(question, today) if s.exact and s.relation in ("at", "since", "until")]
    when: Mapping[str, Message] = {}
    if asked:
        when = {m.id: m for m in view.reader.messages(view.space, [h.document.ref for h in hits])}
    told = _told(view, deltas)
    behind = set(asked_for)
    ranked = []
    for hit in hits:
        score = hit.score * told.get(hit.document.ref, 1.0)
        if names and key(hit.document.speaker) in names:
            score *= SPOKEN
        if hit.document.ref in behind:
            score *= BEHIND
        message = when.get(hit.document.ref)
        if message is not None and any(_within(message, span) for span in asked):
            score *= IN_TIME
        ranked.append((score, hit.document.episode, hit.document.position, hit.document.ref))
    found = {r[3] for r in ranked}
    best = max((r[0] for r in ranked), default=1.0)
    ranked += [(best * UNSAID, "", 0, ref) for ref in dict.fromkeys(asked_for[:BEHIND_FACTS]) if ref not in found]
    ranked.sort(key=lambda r: (-r[0], r[1], r[2], r[3]))
    return [(ref, score) for score, _, _, ref in ranked[:LIMIT]]


def _told(view: View, deltas: Sequence[tuple[str, float]]) -> dict[str, float]:
    """How much more a message counts from which fitting evidence came."""
    some = [id for id, _ in deltas[:30]]
    said_in = {d.id: d.message for d in view.reader.deltas_by_id(view.space, some)}
    found: dict[str, float] = {}
    for rank, id in enumerate(some):
        message = said_in.get(id)
        if message is not None:
            found.setdefault(message, TOLD if rank < 10 else 1.0 + (TOLD - 1.0) / 2.0)
    return found


def _within(message: Message, span: temporal.TimeSpan) -> bool:
    day = temporal.local_day(message.at, message.offset)
    first = date.min if span.relation == "until" else span.first - SLACK
    last = date.max if span.relation == "since" else span.last + SLACK
    return first <= day <= last


def rank_deltas(view: View, seeds: Seeds) -> list[tuple[str, float]]:
    """Delta ids by how well entity, attribute and value fit the question, best first."""
    wanted = {*seeds.tokens, *(t for a in seeds.attributes for t in a.split())}
    hits = search(view.reader, view.space, "delta", seeds.tokens if not seeds.attributes else sorted(wanted))
    named = {term(t) for t in seeds.tokens}
    fitting = [(h.document.ref, h.score) for h in hits if named & set(h.document.tokens)][:LIMIT]
    return [(ref, score) for ref, score in fitting if score >= FAINT * fitting[0][1]]


def message_line(message: Message, score: float, where: tzinfo, tier: float = 1.0) -> Line:
    """`[8 May 2023] Ana: …`, with what its words for time mean, and marked where its channel is not trusted."""
    day = temporal.local_day(message.at, message.offset, where)
    spans = temporal.find(message.text, day)
    meant = dict.fromkeys(f"{s.text} = {spoken(s)}" for s in spans if s.text.strip() != s.value)
    aside = f" ({'; '.join(meant)})" if meant else ""
    text = " ".join(message.text.split())
    mark = f" ({message.channel}, unconfirmed)" if tier <= 0.5 else ""
    return Line(f"[{long_date(day)}] {message.speaker}{mark}: {text}{aside}", score, (), (message.id,))


def long_date(day: date) -> str:
    """A day as a line shows it.

    >>> long_date(date(2023, 5, 8))
    '8 May 2023'
    """
    return f"{day.day} {day:%B} {day.year}"


def spoken(span: temporal.TimeSpan) -> str:
    """What a time expression means, in words."""
    if span.precision == "year":
        return str(span.first.year)
    if span.precision == "month":
        return f"{span.first:%B} {span.first.year}"
    if span.first == span.last:
        return long_date(span.first)
    return f"{long_date(span.first)} to {long_date(span.last)}"


def delta_line(delta: Delta, entity: str, score: float) -> Line:
    """`[1 Mar 2025] Owl · habitat: barn (said by user:ann)`, for what was observed without a message."""
    word = {"assert": "", "deny": "not ", "end": "no longer ", "change": "now "}[delta.kind]
    origin = f"said by {delta.source}"
    if delta.tier is not None and delta.tier <= 0.5:
        origin = f"unconfirmed, from {delta.channel} {percent(delta.tier)}: {delta.source}"
    quote = f" “{delta.quote}”" if delta.quote else ""
    when = said(delta.at, delta.precision, delta.offset)
    text = f"[{when}] {entity} · {delta.attribute}: {word}{delta.value_text}{quote} ({origin})"
    return Line(text, score, (delta.id,), ())


def lines(
    view: View, messages: Sequence[tuple[str, float]], deltas: Sequence[tuple[str, float]], where: tzinfo
) -> Iterator[Line]:
    """The evidence for the context, messages and deltas that no message holds in turn, best first.

    A line is written when it is asked for: most contexts are full long before the last.
    """
    texts = {m.id: m for m in view.reader.messages(view.space, [id for id, _ in messages])}
    trust = view.control.trust
    ranked = (
        message_line(m, score, where, trust.tier(m.channel, m.source))
        for m, score in ((texts[id], score) for id, score in messages if id in texts)
    )
    found = {d.id: d for d in view.reader.deltas_by_id(view.space, [id for id, _ in deltas])}
    names = {e.id: e.name for e in view.reader.entities_by_id(view.space, {d.entity for d in found.values()})}
    spare = (
        delta_line(replace(d, tier=trust.tier(d.channel, d.source)), names.get(d.entity, ""), score)
        for d, score in ((found[id], score) for id, score in deltas if id in found)
        if d.message is None and d.id not in view.control.retracted
    )
    for pair in zip_longest(ranked, spare):
        yield from (line for line in pair if line is not None)
