"""States that go on: what came to be some time ago is still so now, unless something else is said of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from nous.beliefs.policy import POLICY
from nous.graph.model import Message, Observation
from nous.graph.names import fold
from nous.graph.times import TimeInput, read
from nous.retrieval.temporal import TimeSpan

from .clause import Clause
from .facts import Fact
from .found import Found
from .reading import single

_STAYS: Final = frozenset(("spouse", "partner", "relationship status", "child", "member", "pet", "owns", "car"))
"""Asserted with the time at which it came to be: "I got married to Lena in 2019"."""
_LOST_IN_TIME: Final = frozenset(("pet", "owns", "car"))
_KEPT: Final = timedelta(days=730)
"""For so long, about, people have what they bought or took in; what is older may be gone without a word."""
_HARDLY_FADED: Final = 1 / 12
"""The share of an attribute's half-life within which a belief keeps nearly all of its weight (a quarter year for an
employer)."""
_SINCE: Final = frozenset(
    ("employer", "occupation", "home city", "home country", "member", "school", "plays", "hobby", "pet", "owns", "car",
     "spouse", "partner", "relationship status", "diet", "business", "volunteering", "industry", "health condition")
)  # fmt: skip
"""What can be said to be so "since 2019" or "for three years"."""

_Dimension = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Said:
    """A finding with its message's place in the run and its event time; `now` where it has none of its own."""

    found: Found
    order: int
    at: datetime
    now: bool


def still_so(
    run: Sequence[tuple[Message, Sequence[Found]]], taken_back: Collection[int]
) -> dict[int, tuple[Observation, ...]]:
    """For findings that date a change (by their `id`), the same as so at the moment of the message.

    A change of late needs no such help: one statement is one piece of evidence. One is left alone, too, where the same
    message or a later one of the run says something else of that dimension for then or a later time, or ends it;
    `taken_back` are the ids of observations that were corrected or withdrawn.
    """
    said: dict[_Dimension, list[_Said]] = {}
    for order, (message, found) in enumerate(run):
        for f in found:
            at = f.observation.at
            moment = message.at if at is None else read(at, UTC).at
            said.setdefault(_dimension(f), []).append(_Said(f, order, moment, at is None))
    still: dict[int, tuple[Observation, ...]] = {}
    for order, (message, found) in enumerate(run):
        for f in found:
            if not _goes_on(f, message) or id(f.observation) in taken_back:
                continue
            own = next(s for s in said[_dimension(f)] if s.found is f)
            if not any(s.order >= order and _speaks_against(s, own) for s in said[_dimension(f)]):
                still[id(f)] = (replace(f.observation, at=None, kind="assert"),)
    return still


def _dimension(found: Found) -> _Dimension:
    return fold(found.fact.entity), fold(found.fact.attribute)


def _goes_on(found: Found, message: Message) -> bool:
    """Whether a finding dates the beginning of a state that lasts, in a message that does not go on to leave it."""
    o = found.observation
    if o.at is None or found.left or (o.kind != "change" and (o.kind != "assert" or o.attribute not in _STAYS)):
        return False
    if message.at - read(o.at, UTC).at <= _fresh(o.attribute):
        return False
    return o.attribute not in _LOST_IN_TIME or message.at - read(o.at, UTC).at <= _KEPT


def _fresh(attribute: str) -> timedelta:
    """For so long a change speaks for itself: its belief has hardly faded, and a second piece of evidence would count
    one statement twice."""
    half_life = POLICY.attribute(attribute).half_life
    return timedelta.max if half_life is None else timedelta(days=half_life * _HARDLY_FADED)


def _speaks_against(other: _Said, own: _Said) -> bool:
    if other.found is own.found or not (other.now or other.at >= own.at):
        return False
    same = other.found.fact.value == own.found.fact.value
    if other.found.fact.kind in ("end", "deny"):
        return same
    return other.now if same else single(own.found.observation.attribute)


def since(fact: Fact, clause: Clause, spans: Sequence[TimeSpan]) -> Iterator[TimeSpan]:
    """The time from which a state is said to hold that also holds now: "I've worked there since 2019"."""
    verb = clause.verb
    if fact.kind != "assert" or fact.dated or fact.at is not None or fact.attribute not in _SINCE or verb.denied:
        return
    for span in spans:
        if span.relation == "since" and "since" in span.text.lower() and verb.tense in ("present", "perfect"):
            yield replace(span, relation="at")
        elif span.relation == "for" and verb.tense == "perfect" and not verb.earlier and _whole_years(span):
            yield replace(span, relation="at", last=span.first.replace(month=12, day=31), precision="year")


def _whole_years(span: TimeSpan) -> bool:
    return "year" in span.text.lower() and (span.first.month, span.first.day) == (1, 1)


_DEPARTURES: Final = frozenset("leave quit move return go come divorce separate split break retire resign end".split())


def departs(clause: Clause) -> bool:
    """Whether somebody leaves, moves on or parts, so that what was told of them before may be over."""
    verb = clause.verb
    return verb.lemma in _DEPARTURES and verb.tense != "present" and not verb.denied and not verb.modal


_EXCHANGED: Final = frozenset(
    ("employer", "occupation", "school", "field of study", "home city", "phone", "car", "bank")
)
"""What "I changed in May" may mean, where it follows in the sentence that tells it."""


def changes(clause: Clause) -> bool:
    """Whether a clause only says when something changed: "I work at Acme, I changed in May"."""
    verb = clause.verb
    plain = clause.subject.sort == "speaker" and verb.tense != "present" and not verb.denied and not verb.modal
    alone = clause.low() in (
        "in",
        "on",
        "last",
        "this",
        "a",
        "two",
        "three",
        "back",
        "over",
        "yesterday",
        "jobs",
        "there",
        "",
    )
    return plain and verb.lemma in ("change", "switch", "transfer") and alone


def changed(found: Sequence[Found], sentence: int, at: TimeInput | None) -> list[Found]:
    """The findings with what the sentence tells of the speaker's present as a change since then."""
    return [
        Found(
            replace(f.fact, kind="change"), replace(f.observation, kind="change", at=at), f.sentence, f.corrects, f.left
        )
        if f.sentence == sentence
        and f.observation.attribute in _EXCHANGED
        and f.observation.kind == "assert"
        and f.observation.at is None
        else f
        for f in found
    ]
