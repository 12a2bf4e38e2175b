"""Journeys: where people have been, that they are back, and which plan that fulfils or ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import places
from .facts import Fact
from .places import place
from .reading import Reading

_TRIP: Final = frozenset("trip journey holiday vacation tour visit flight getaway honeymoon excursion cruise".split())
_TRAVEL: Final = frozenset("go fly travel head drive visit sail cycle take spend be trip holiday vacation".split())
_OFF: Final = frozenset("off cancelled canceled postponed".split())


def visiting(reading: Reading) -> Iterator[Fact]:
    """ "I've been to Iceland twice", "we visited Peru and Chile", "I've never been to Peru"."""
    verb = reading.clause.verb
    if verb.modal or reading.clause.mode != "fact" or verb.tense == "present" or (verb.earlier and verb.denied):
        return
    ahead = _destination(reading)
    if ahead is None:
        return
    stop = reading.end
    at = reading.after + ahead
    while (found := place(reading.tokens, at, stop)) is not None:
        following = reading.tokens[found[1]].low if found[1] < stop else ""
        if following == "'s" or (reading.lemma == "be" and verb.tense == "past" and not places.is_place(found[0])):
            return
        if reading.lemma in ("go", "fly", "visit", "tour") and not _plainly_a_place(reading, found[0]):
            return
        yield Fact(reading.entity, "visited", found[0], "deny" if verb.denied else "assert", dated=not verb.denied)
        if not verb.denied:
            yield from fulfilled(reading, found[0])
        at = found[1]
        while at < stop and reading.tokens[at].low in (",", "and", "&"):
            at += 1
        if at == found[1]:
            return


def _destination(reading: Reading) -> int | None:
    """How far past the verb the name of the place begins that somebody was at or went to."""
    verb = reading.clause.verb
    if reading.lemma in ("be", "travel") and verb.tense == "perfect":
        return reading.led("to")
    if reading.lemma in ("visit", "tour") and not verb.going:
        return 0
    if reading.lemma in ("travel", "go", "fly") and verb.tense in ("past", "perfect") and not verb.going:
        return reading.led("to")
    if reading.lemma == "be" and verb.tense == "past" and not verb.denied and reading.mine and reading.times:
        return reading.led("in", "at")
    return None


def _plainly_a_place(reading: Reading, name: str) -> bool:
    return places.is_place(name) or (
        name not in reading.context.seen and reading.lemma in ("visit", "tour") and len(name.split()) > 1
    )


def returning(reading: Reading) -> Iterator[Fact]:
    """ "I'm back from Kyoto", "we just got back from Crete": a journey that is over."""
    verb = reading.clause.verb
    if reading.clause.subject.sort not in ("speaker", "person") or verb.modal or verb.denied or verb.going:
        return
    ahead = _back(reading)
    if ahead is None or reading.clause.mode != "fact":
        return
    found = reading.place(ahead)
    if found is None or (found[1] < reading.end and reading.tokens[found[1]].low == "'s"):
        if (what := reading.phrase(ahead)) is not None and what.head in _TRIP:
            yield from _only_trip(reading)
        return
    yield Fact(reading.entity, "visited", found[0])
    yield from fulfilled(reading, found[0])


def _back(reading: Reading) -> int | None:
    """How far past the verb the place begins that somebody is back from."""
    verb, at = reading.clause.verb, 0
    back = "back" in verb.adverbs or "home" in verb.adverbs
    while reading.low(at) in ("back", "home", "just", "safely", "finally", "here", "only", "now"):
        back, at = back or reading.low(at) in ("back", "home"), at + 1
    if reading.lemma == "return" and verb.tense in ("past", "perfect"):
        back = True
    elif not (
        (reading.lemma == "be" and verb.tense in ("present", "perfect"))
        or (reading.lemma in ("get", "come", "fly", "arrive", "travel") and verb.tense in ("past", "perfect"))
    ):
        return None
    return at + 1 if back and reading.low(at) == "from" else None


def fulfilled(reading: Reading, name: str) -> Iterator[Fact]:
    """The end of the plans to go there, now that somebody was."""
    words = set(name.lower().split())
    for value in open_plans(reading, reading.entity):
        if words <= set(value.lower().split()) and set(value.lower().split()) & _TRAVEL:
            yield Fact(reading.entity, "plan", value, "end")


def open_plans(reading: Reading, who: str) -> list[str]:
    """What somebody is known to plan and has neither ended nor let pass."""
    plans: dict[str, bool] = {}
    for fact in reading.past_values:
        if fact.entity == who and fact.attribute == "plan" and isinstance(fact.value, str):
            if fact.kind == "end" and isinstance(fact.at, str) and fact.at > reading.said.isoformat():
                continue
            plans[fact.value] = fact.kind != "end"
    return [value for value, is_open in plans.items() if is_open]


def _only_trip(reading: Reading) -> Iterator[Fact]:
    """The end of the one journey that is planned, where there is just one."""
    trips = [value for value in open_plans(reading, reading.entity) if value.lower().split()[0] in _TRAVEL]
    if len(trips) == 1:
        yield Fact(reading.entity, "plan", trips[0], "end")


def cancelling(reading: Reading) -> Iterator[Fact]:
    """ "We cancelled the trip", "Kyoto is off", "I'm not going to Kyoto after all": the end of a plan."""
    clause, verb = reading.clause, reading.clause.verb
    if verb.modal not in ("", "going") or clause.mode not in ("fact", "plan"):
        return
    if reading.lemma in ("cancel", "postpone", "call") and verb.tense in ("past", "perfect", "present"):
        if (
            verb.denied
            or (reading.lemma == "call" and reading.low() != "off")
            or (verb.tense == "present" and not verb.going)
        ):
            return
        phrase = reading.phrase(1 if reading.lemma == "call" else 0)
        if phrase is not None:
            yield from _called_off(reading, [word.low for word in phrase.words if word.low != "of"])
    elif verb.denied and clause.subject.sort in ("speaker", "person") and reading.led("to") and verb.tense == "present":
        found = reading.place(reading.led("to") or 0)
        if found is not None and (verb.going or verb.modal == "going"):
            yield from fulfilled(reading, found[0])


def called_off(reading: Reading) -> Iterator[Fact]:
    """ "The trip to Kyoto is off", "our flight got cancelled", told of the thing itself."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if subject.sort != "thing" or subject.phrase is None or verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    off = verb.lemma in ("be", "get") and any(reading.low(k) in _OFF for k in range(2))
    if off or (verb.lemma in ("fall",) and reading.low() == "through"):
        words = [word.low for word in reading.tokens[subject.phrase.start : verb.start] if word.low != "to"]
        yield from _called_off(reading, [word for word in words if word not in ("the", "our", "my", "of")])


def _called_off(reading: Reading, words: list[str]) -> Iterator[Fact]:
    """The end of the one plan that the words name, or of the one journey where they only say "the trip"."""
    who = reading.entity or reading.context.speaker
    named = {word for word in words if word not in _TRIP}
    plans = {value: set(value.lower().split()) for value in open_plans(reading, who)}
    meant = [value for value, plan in plans.items() if words and (named <= plan if named else plan & _TRAVEL)]
    if len(meant) == 1:
        yield Fact(who, "plan", meant[0], "end")


READERS: Final = (visiting, returning, cancelling, called_off)
