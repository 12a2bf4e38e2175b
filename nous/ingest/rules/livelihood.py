"""Livelihoods told in other words: "I make a living as a translator", "today was my last day at Bosch"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from .employment import employed, organisation, place_of_work, role
from .facts import Fact
from .reading import Reading, Standing, state

_SERVING: Final = {"wait": ("tables",), "tend": ("bar", "the"), "serve": ("coffee", "drinks", "tables", "food"),
                   "bartend": ("at",), "clean": ("rooms",), "stack": ("shelves",), "work": ("shifts", "nights"),
                   "run": ("the", "a"), "manage": ("the", "a"), "lead": ("the", "a"), "head": ("the", "a")}  # fmt: skip
_DEPARTMENTS: Final = frozenset(
    "kitchen bar department team lab office unit division group section desk floor ward programme program".split()
)


def making_a_living(reading: Reading) -> Iterator[Fact]:
    """ "I make a living as a translator", "I earn my bread as a potter"."""
    words = reading.clause.rest().split()
    if reading.lemma == "do" and words[-3:] == ["for", "a", "living"] and (what := reading.phrase()) is not None:
        if not what.determiner and not what.vague and what.end == reading.end - 3:
            yield from state(reading.entity, "occupation", what.text, reading.standing, "former occupation")
        return
    if reading.lemma not in ("make", "earn") or len(words) < 4 or words[0] not in ("a", "my", "his", "her", "our"):
        return
    if words[1] not in ("living", "bread", "money", "keep") or words[2] != "as":
        return
    found = role(reading, reading.after + 3)
    if found is not None:
        yield from state(reading.entity, "occupation", found[0], reading.standing, "former occupation")
        yield from place_of_work(reading, found[1], reading.standing)


def employed_as(reading: Reading) -> Iterator[Fact]:
    """ "I'm employed as a welder by Harland Yards", "I've retrained as a programmer"."""
    verb = reading.clause.verb
    if reading.lemma == "be" and (ahead := reading.led("employed", "working", "hired")) is not None:
        stands: Standing = reading.standing if reading.low(ahead - 1) == "employed" else "new"
    elif reading.lemma in ("retrain", "requalify", "qualify", "train") and verb.tense in ("past", "perfect"):
        if verb.going or verb.denied or verb.modal or reading.clause.mode != "fact":
            return
        ahead, stands = 0, "new"
    else:
        return
    if reading.low(ahead) != "as":
        return
    found = role(reading, reading.after + ahead + 1)
    if found is None:
        return
    for fact in state(reading.entity, "occupation", found[0], stands, "former occupation"):
        yield replace(fact, dated=fact.dated or stands == "new")
    at = found[1] - reading.after
    if reading.low(at) in ("by", "at", "with", "for"):
        yield from employed(reading, at + 1, stands, loose=False)


def serving(reading: Reading) -> Iterator[Fact]:
    """ "I wait tables at the Copper Kettle", "I'm in charge of the kitchen at Osteria Lupa"."""
    start: int | None = None
    words = reading.clause.rest().split()
    if reading.lemma in _SERVING and words[:1] and words[0] in _SERVING[reading.lemma]:
        start = 1 if words[0] != "at" else 0
    elif reading.lemma == "be" and words[:3] == ["in", "charge", "of"]:
        start = 3
    elif reading.lemma == "be" and words[:2] in (["on", "the"], ["part", "of"]):
        start = 2
    if start is None or reading.clause.subject.sort not in ("speaker", "person"):
        return
    for ahead in range(start, min(start + 5, len(words))):
        if words[ahead] == "at":
            place = words[start:ahead]
            named = start >= 2 or words[0] in ("the", "a")
            if named and not any(word in _DEPARTMENTS for word in place):
                return
            yield from employed(reading, ahead + 1, reading.standing, loose=not named)
            return


def last_day(reading: Reading) -> Iterator[Fact]:
    """ "Today was my last day at Bosch", "my last day at Bosch was Friday", "it's my first day at Globex"."""
    verb, tokens = reading.clause.verb, reading.tokens
    if verb.lemma != "be" or verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    lows = [token.low for token in tokens[: reading.end]]
    for i in range(len(lows) - 4):
        if lows[i] in ("my", "our") and lows[i + 1] in ("last", "final", "first") and lows[i + 2] == "day":
            inner = replace(reading, clause=replace(reading.clause, end=_end(reading, i)))
            if lows[i + 3] not in ("at", "with") or _ahead(reading):
                return
            company = organisation(inner, i + 4 - reading.after)
            if company is None:
                return
            who = reading.context.speaker
            kind: Standing = "new" if lows[i + 1] == "first" else "over"
            for fact in state(who, "employer", company[0], kind, "former employer"):
                yield replace(fact, dated=fact.attribute == "employer")
            return


def _end(reading: Reading, i: int) -> int:
    """Where the words about the firm end: before the verb if they are its subject."""
    return reading.clause.verb.start if i < reading.clause.verb.start else reading.end


def _ahead(reading: Reading) -> bool:
    """Whether the day is still to come."""
    return any(span.relation == "at" and span.first > reading.said for span in reading.times)


READERS: Final = (making_a_living, employed_as, serving, last_day)
