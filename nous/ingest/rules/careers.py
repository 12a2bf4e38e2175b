"""How work begins and ends: hired, promoted, joined, left, retired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from .employment import CLUBS, employed, organisation, place_of_work, role
from .facts import Fact
from .phrases import Phrase, joined
from .reading import Reading, Standing, state


def starting(reading: Reading) -> Iterator[Fact]:
    """ "I just started at Globex", "I joined Borealis", "I was promoted to head of logistics"."""
    verb = reading.clause.verb
    if verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    begun = verb.tense in ("past", "perfect")
    if reading.lemma == "start" and begun and reading.clause.mode == "fact":
        yield from _started(reading)
    elif reading.lemma == "join" and begun:
        yield from _joined(reading)
    elif reading.lemma in ("get", "land", "find", "take", "accept") and begun:
        yield from _new(_job(reading, "new"))
    elif reading.lemma == "have" and reading.standing in ("now", "new"):
        yield from _job(reading, "now")
    if reading.lemma in ("be", "get") and (begun or reading.lemma == "be"):
        yield from _hired(reading)


def _new(facts: Iterator[Fact]) -> Iterator[Fact]:
    """Facts of something begun, at the time at which it began."""
    for fact in facts:
        yield replace(fact, dated=True)


_JOBS: Final = frozenset("job position role gig internship post placement apprenticeship".split())


def _started(reading: Reading) -> Iterator[Fact]:
    ahead = reading.led("at", "with", "as")
    if ahead is None and reading.low() in ("a", "an", "my", "the", "his", "her") and (phrase := reading.phrase()):
        at = phrase.end - reading.after
        if phrase.head in _JOBS and reading.low(at) in ("at", "with", "as", "for"):
            ahead = at + 1
    if ahead is None:
        return
    if reading.low(ahead - 1) == "as":
        found = role(reading, reading.after + ahead)
        if found is not None:
            yield from _new(state(reading.entity, "occupation", found[0], "new").__iter__())
            yield from _new(place_of_work(reading, found[1], "new"))
        return
    yield from _new(employed(reading, ahead, "new", loose=reading.low(ahead - 1) == "at"))
    company = organisation(reading, ahead)
    if company is not None and reading.low(company[1] - reading.after) == "as":
        found = role(reading, company[1] + 1)
        if found is not None:
            yield from _new(iter(state(reading.entity, "occupation", found[0], "new")))


def _joined(reading: Reading) -> Iterator[Fact]:
    phrase = reading.phrase(company=True)
    if phrase is None or phrase.vague or phrase.determiner in ("this", "that", "your", "his", "her", "their"):
        return
    if phrase.text in reading.context.seen or (
        phrase.proper and len(phrase.words) == 1 and phrase.words[0].low in reading.context.others
    ):
        return
    if phrase.head in CLUBS:
        yield Fact(reading.entity, "member", phrase.text, dated=True)
        return
    company = organisation(reading, 0, loose=False)
    if company is None:
        return
    yield from _new(iter(state(reading.entity, "employer", company[0], "new")))
    if reading.low(company[1] - reading.after) == "as":
        found = role(reading, company[1] + 1)
        if found is not None:
            yield from _new(iter(state(reading.entity, "occupation", found[0], "new")))


def _job(reading: Reading, stands: Standing) -> Iterator[Fact]:
    """ "got a job at Pemberton Labs", "landed a position as a baker"."""
    phrase = reading.phrase()
    if phrase is None or phrase.head not in _JOBS:
        return
    if phrase.determiner not in ("a", "an", "the", "my") or {"offer", "interview"} & set(reading.clause.rest().split()):
        return
    ahead = phrase.end - reading.after
    if reading.low(ahead) == "as":
        found = role(reading, reading.after + ahead + 1)
        if found is not None:
            yield from state(reading.entity, "occupation", found[0], stands)
            yield from place_of_work(reading, found[1], stands)
    elif reading.low(ahead) in ("at", "with"):
        yield from employed(reading, ahead + 1, stands)


def membership(reading: Reading) -> Iterator[Fact]:
    """ "I'm a member of the rowing club", "we belong to a choir", "I've left the club"."""
    verb = reading.clause.verb
    if verb.modal or reading.clause.mode != "fact" or reading.clause.subject.sort not in ("speaker", "person"):
        return
    ahead: int | None = None
    stands: Standing = reading.standing
    if reading.lemma == "be" and (at := reading.led("a", "an", "the")) is not None:
        while reading.low(at) in ("proud", "new", "long-time", "founding", "active", "keen"):
            at += 1
        ahead = at + 2 if reading.low(at) == "member" and reading.low(at + 1) == "of" else None
    elif reading.lemma == "belong" and reading.low() == "to":
        ahead = 1
    elif reading.lemma in ("leave", "quit") and stands in ("past", "done"):
        ahead, stands = 0, "over"
    phrase = None if ahead is None else reading.phrase(ahead, company=True)
    if phrase is None or phrase.vague or phrase.head not in CLUBS or phrase.determiner in ("this", "that", "your"):
        return
    if stands == "over" and reading.lemma != "be":
        known = [
            f
            for f in reading.past_values
            if f.entity == reading.entity and f.attribute == "member" and phrase.head in str(f.value).split()
        ]
        values = list(dict.fromkeys(f.value for f in known)) or [phrase.text]
        for value in values:
            yield Fact(reading.entity, "member", value, "end", dated=True)
        return
    yield from state(reading.entity, "member", phrase.text, stands)


def _hired(reading: Reading) -> Iterator[Fact]:
    ahead = 0
    while reading.low(ahead) in ("just", "recently", "finally", "been"):
        ahead += 1
    low, after = reading.low(ahead), reading.low(ahead + 1)
    if reading.clause.verb.tense == "present":
        return
    if low in ("made", "appointed", "named", "elected"):
        start = ahead + 1 + (after in ("as", "to"))
        found = role(reading, reading.after + start, titled=True)
        if found is not None:
            yield from _new(iter(state(reading.entity, "occupation", found[0], "new")))
            yield from _new(place_of_work(reading, found[1], "new"))
    elif low == "promoted" and after == "to":
        found = role(reading, reading.after + ahead + 2, titled=True)
        if found is not None:
            yield from _new(iter(state(reading.entity, "occupation", found[0], "new")))
            yield from _new(place_of_work(reading, found[1], "new"))
    elif low == "hired" and after in ("by", "at"):
        yield from _new(employed(reading, ahead + 2, "new"))
    elif low == "hired" and after == "as":
        found = role(reading, reading.after + ahead + 2)
        if found is not None:
            yield from _new(iter(state(reading.entity, "occupation", found[0], "new")))


def leaving(reading: Reading) -> Iterator[Fact]:
    """ "I quit Initech yesterday", "she left her job at Acme", "he was fired from Globex", "I retired"."""
    verb = reading.clause.verb
    if verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    ahead = _left(reading)
    if reading.lemma == "lose" and reading.clause.verb.tense in ("past", "perfect"):
        ahead = 0 if reading.low() in ("my", "his", "her") and reading.low(1) == "job" else None
    if ahead is None:
        return
    phrase = reading.phrase(ahead)
    if (
        phrase is not None
        and phrase.head in ("job", "position", "role", "post")
        and phrase.determiner in ("my", "our", "his", "her", "their", "the")
    ):
        at = phrase.end - reading.after
        if reading.low(at) in ("at", "with"):
            company = organisation(reading, at + 1)
            if company is not None:
                yield Fact(reading.entity, "employer", company[0], "end", dated=True)
                yield Fact(reading.entity, "former employer", company[0])
        else:
            for fact in reading.past_values:
                if fact.entity == reading.entity and fact.attribute == "employer" and fact.kind != "end":
                    yield Fact(reading.entity, "employer", fact.value, "end", dated=True)
        return
    if reading.lemma == "leave" and not _whole_departure(reading, phrase):
        return
    if phrase is None or not phrase.proper or phrase.determiner in ("my", "his", "her", "our", "their"):
        return
    if any(
        f.value == phrase.text and f.attribute != "employer" and f.entity == reading.entity for f in reading.past_values
    ):
        return
    company = organisation(reading, ahead, loose=False)
    if company is not None:
        yield Fact(reading.entity, "employer", company[0], "end", dated=True)
        yield Fact(reading.entity, "former employer", company[0])
        at = company[1] - reading.after
        if reading.low(at) == "for" and (new := organisation(reading, at + 1, loose=False)) is not None:
            yield Fact(reading.entity, "employer", new[0], "change", dated=True)


def dismissed(reading: Reading) -> Iterator[Fact]:
    """ "Bayer fired me last week", "they laid me off": the end of an employment, told of the firm."""
    verb, clause = reading.clause.verb, reading.clause
    words = clause.rest().split()
    if (
        verb.denied
        or verb.modal
        or clause.mode != "fact"
        or verb.tense == "present"
        or words[:1] not in (["me"], ["us"])
    ):
        return
    off = reading.lemma in ("fire", "sack", "dismiss") or words[1:2] in (["off"], ["go"])
    if off and words[2:3] == ["from"] and (told := organisation(reading, 3)) is not None:
        yield Fact(reading.context.speaker, "employer", told[0], "end", dated=True)
        yield Fact(reading.context.speaker, "former employer", told[0])
        return
    if not off or (words[1:2] and reading.lemma not in ("fire", "sack", "dismiss", "lay", "let")):
        return
    firm = joined(reading.tokens[clause.subject.start : clause.subject.end])
    who = reading.context.speaker
    known = [f.value for f in reading.past_values if f.entity == who and f.attribute == "employer" and f.kind != "end"]
    for value in dict.fromkeys(known):
        if firm.lower() in str(value).lower() or firm.lower() in ("they", "the company", "my boss", "my company"):
            yield Fact(who, "employer", value, "end", dated=True)
            yield Fact(who, "former employer", value)


def _left(reading: Reading) -> int | None:
    """How far past the verb stands what was left; None where nothing was."""
    verb = reading.clause.verb
    if reading.lemma in ("quit", "leave") and verb.tense in ("past", "perfect"):
        return 0
    if reading.lemma == "resign" and verb.tense in ("past", "perfect"):
        return reading.led("from")
    if reading.lemma == "retire" and verb.tense in ("past", "perfect"):
        return reading.led("from")
    if reading.lemma in ("be", "get") and verb.tense in ("past", "perfect"):
        for k in range(3):
            if reading.low(k) == "fired" and reading.low(k + 1) in ("from", "by"):
                return k + 2
            if reading.low(k) == "let" and reading.low(k + 1) == "go" and reading.low(k + 2) in ("from", "by"):
                return k + 3
            if reading.low(k) == "laid" and reading.low(k + 1) == "off" and reading.low(k + 2) in ("from", "by"):
                return k + 3
    return None


def _whole_departure(reading: Reading, phrase: Phrase | None) -> bool:
    """Whether "left X" says that X was left for good: nothing but a time or a reason follows."""
    if phrase is None or phrase.text in reading.context.seen:
        return False
    following = reading.low(phrase.end - reading.after)
    return following in ("", "for", "after", "to", "because", "in", "on", ",", "and") or phrase.end in reading.skip


def retiring(reading: Reading) -> Iterator[Fact]:
    """ "I retired last year"."""
    verb = reading.clause.verb
    if (
        reading.lemma == "retire"
        and verb.tense in ("past", "perfect")
        and not verb.denied
        and not verb.modal
        and reading.clause.mode == "fact"
    ):
        yield Fact(reading.entity, "occupation", "retired", "change", dated=True)


READERS: Final = (membership, starting, leaving, dismissed, retiring)
