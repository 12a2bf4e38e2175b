"""Where people live, come from, grew up, move to and have been."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from nous.graph.model import Kind

from . import places
from .facts import Fact
from .lexicon import NATIONALITIES
from .places import place
from .reading import Reading, Standing, state

_AFTER_NATIONALITY: Final = frozenset(", and but by so though - & myself too originally citizen".split()) | {""}

_DWELLINGS: Final = frozenset(
    "flat apartment house room home place condo studio cottage bungalow loft villa townhouse cabin farm".split()
)
_STREETS: Final = frozenset(
    "street road avenue lane drive square close boulevard st st. rd ave way court row quay terrace".split()
)


def home_facts(entity: str, found: tuple[str, int, str], stands: Standing) -> Iterator[Fact]:
    """The home city, the country, or the address that a named place is."""
    name, _, country = found
    if name.lower() in places.REGIONS:
        return
    if name.split()[-1].lower() in _STREETS and len(name.split()) > 1:
        yield from state(entity, "address", name, stands, "former address")
        return
    if name.lower().removeprefix("the ") in places.COUNTRIES and name.lower() not in ("singapore", "monaco"):
        yield from state(entity, "home country", name, stands, "former home country")
        return
    yield from state(entity, "home city", name, stands, "former home")
    if country:
        yield from state(entity, "home country", country, stands)


def living(reading: Reading) -> Iterator[Fact]:
    """ "We live in Porto", "I'm based in Nairobi", "I rent a room in Bristol", "I used to live in Oslo"."""
    stands = reading.standing
    ahead: int | None = None
    if reading.lemma in ("live", "reside", "settle"):
        if reading.lemma == "settle":
            stands = "new" if stands in ("past", "done") else stands
        ahead = reading.led("in", "at", "outside", "near", "on")
        if ahead is None or reading.place(ahead) is None:
            ahead = next(
                (k + 1 for k in range(8) if reading.low(k) == "in" and reading.low(k - 1) not in ("room", "live")),
                ahead,
            )
    elif (
        reading.lemma == "be"
        and (at := reading.led("based", "living", "settled")) is not None
        and reading.low(at) in ("in", "near", "outside")
    ):
        ahead = at + 1
    elif (at := _dwelling_is(reading)) is not None:
        ahead = at
    elif reading.lemma in ("rent", "own", "have", "share", "buy") and not reading.clause.verb.going:
        ahead, stands = _dwelling_had(reading), "now" if reading.lemma == "buy" else stands
        if stands in ("past", "done") or (reading.lemma not in ("rent", "share") and _lives_elsewhere(reading)):
            ahead = None
    if ahead is None:
        return
    found = reading.place(ahead)
    if (
        found is None
        and reading.tokens[reading.after + ahead : reading.after + ahead + 1]
        and (reading.tokens[reading.after + ahead].sort == "number" and reading.place(ahead + 1) is not None)
    ):
        street = reading.place(ahead + 1)
        if street is not None and street[0].split()[-1].lower() in _STREETS:
            address = reading.words(reading.after + ahead, street[1])
            yield from state(reading.entity, "address", address, stands, "former address")
        return
    if found is None:
        return
    if reading.lemma == "live" and reading.clause.verb.tense == "perfect" and stands == "done":
        stands = "past"
    owner = reading.clause.subject.owner
    if reading.entity or owner:
        yield from home_facts(reading.entity or owner or "", found, stands)


def _dwelling_is(reading: Reading) -> int | None:
    """ "Our place is in Malmö", "Home for me is a village near Bergen": how far past the verb the place begins."""
    subject = reading.clause.subject
    if (
        subject.sort != "thing"
        or subject.phrase is None
        or reading.lemma != "be"
        or reading.clause.verb.tense != "present"
    ):
        return None
    if subject.phrase.head == "home" and reading.tokens[subject.end : subject.end + 1]:
        mine = [token.low for token in reading.tokens[subject.end : reading.clause.verb.start]]
        if mine in (["for", "me"], ["for", "us"]) or (subject.owner and subject.phrase.head == "home"):
            return 1 if reading.low() in ("in", "near") else 0
    if subject.phrase.head in ("place", "flat", "apartment", "house") and reading.low() in ("in", "near"):
        return 1
    return None


def _dwelling_had(reading: Reading) -> int | None:
    """ "I rent a room in Bristol", "we have an apartment in Bologna": how far past the verb the place begins."""
    verb, phrase = reading.clause.verb, reading.phrase()
    if phrase is None or phrase.head not in _DWELLINGS or phrase.determiner not in ("a", "an", "our", "my"):
        return None
    if reading.lemma == "buy" and (verb.tense == "present" or verb.modal or verb.denied):
        return None
    if {"holiday", "summer", "second", "rental", "weekend", "vacation", "beach", "old"} & {w.low for w in phrase.words}:
        return None
    at = phrase.end - reading.after
    if reading.low(at) == "with" and (others := reading.phrase(at + 1)) is not None:
        at = others.end - reading.after
    return at + 1 if reading.low(at) in ("in", "near") else None


def _lives_elsewhere(reading: Reading) -> bool:
    """Whether another home is known, so that a flat somewhere is perhaps only a second one."""
    homes = [f for f in reading.past_values if f.entity == reading.entity and f.attribute == "home city"]
    return bool(homes) and homes[-1].kind in ("assert", "change")


def been_somewhere_long(reading: Reading) -> Iterator[Fact]:
    """ "I've been in Oslo for ten years"."""
    verb = reading.clause.verb
    if reading.lemma == "be" and verb.tense == "perfect" and reading.low() == "in" and reading.standing in ("now",):
        found = reading.place(1)
        long_enough = any(
            (span.relation in ("for", "since") and (span.last - span.first).days > 200) or span.relation == "since"
            for span in reading.times
        )
        if found and (long_enough or {"ages", "years"} & set(reading.clause.rest().split())):
            yield from home_facts(reading.entity, found, "now")


def moving(reading: Reading) -> Iterator[Fact]:
    """ "We moved from Utrecht to Ghent", "I relocated to Lyon", "we moved out of Bern"."""
    verb = reading.clause.verb
    if reading.lemma not in ("move", "relocate", "emigrate", "immigrate") or verb.denied or verb.modal:
        return
    if reading.clause.mode != "fact" or verb.tense == "present" or (verb.going and verb.tense != "perfect"):
        return
    ahead = 0
    arrived = False
    for _ in range(14):
        low, after = reading.low(ahead), reading.low(ahead + 1)
        if not low or low in ("because", "since", "so", "when", "who", "which", "where"):
            return
        if low in ("to", "into") or (low == "in" and not arrived and reading.after + ahead not in reading.skip):
            found = place(reading.tokens, reading.after + ahead + 1, reading.end) or _flat_in(reading, ahead + 1)
            if found is None:
                if low in ("to", "into") and not arrived and after not in ("a", "an", "the", "our", "my"):
                    return
                ahead += 1
                continue
            if low == "in" and reading.low(0) not in ("in", "back") and reading.low(0) != "into":
                return
            for fact in home_facts(reading.entity, found, "new"):
                yield _dated(fact)
            arrived, ahead = True, found[1] - reading.after
        elif (low in ("from", "of") and (low == "from" or reading.low(ahead - 1) == "out")) or low == "away":
            start = ahead + (2 if low == "away" else 1)
            found = place(reading.tokens, reading.after + start, reading.end)
            if found is not None:
                for fact in home_facts(reading.entity, found, "over"):
                    if fact.kind == "end" or fact.attribute.startswith("former"):
                        yield _dated(fact)
                ahead = found[1] - reading.after
            else:
                ahead += 1
        else:
            ahead += 1


def _flat_in(reading: Reading, ahead: int) -> tuple[str, int, str] | None:
    """ "a tiny flat in Glasgow"."""
    phrase = reading.phrase(ahead)
    if phrase is None or phrase.head not in _DWELLINGS:
        return None
    at = phrase.end - reading.after
    return reading.place(at + 1) if reading.low(at) in ("in", "near") else None


def _dated(fact: Fact) -> Fact:
    return Fact(fact.entity, fact.attribute, fact.value, fact.kind, fact.at, fact.stance, True)


def coming_from(reading: Reading) -> Iterator[Fact]:
    """ "I'm originally from Accra", "she comes from Crete", "born and raised in Busan", "I grew up in Lyon"."""
    verb = reading.clause.verb
    if verb.modal or reading.clause.mode != "fact":
        return
    kind = "deny" if verb.denied else "assert"
    if reading.lemma == "be" and (ahead := _from(reading)) is not None and verb.tense == "present":
        yield from _origin(reading, ahead, "origin", kind)
    elif reading.lemma == "be" and reading.low() == "in" and _roots(reading):
        yield from _origin(replace(reading, entity=reading.clause.subject.owner or ""), 1, "origin", kind)
    elif reading.lemma in ("come", "hail") and reading.low() == "from" and verb.tense == "present" and not verb.going:
        yield from _origin(reading, 1, "origin", kind)
    elif (
        reading.lemma == "be"
        and (ahead := reading.led("born", "raised")) is not None
        and reading.clause.subject.sort != "thing"
    ):
        both = reading.low(ahead) == "and" and reading.low(ahead + 1) in ("raised", "bred", "brought")
        ahead += 2 if both else 0
        ahead += reading.low(ahead) == "up"
        if reading.low(ahead) in ("in", "near"):
            born = reading.low(ahead - 1) == "born" or both
            yield from _origin(reading, ahead + 1, "birthplace" if born else "grew up in", kind)
            if both:
                yield from _origin(reading, ahead + 1, "grew up in", kind)
                yield from _origin(reading, ahead + 1, "origin", kind)
    elif reading.lemma == "grow" and reading.low() == "up" and verb.tense in ("past", "perfect"):
        for ahead in range(1, 4):
            if reading.low(ahead) in ("in", "near", "outside"):
                yield from _origin(reading, ahead + 1, "grew up in", kind)
                return


def _roots(reading: Reading) -> bool:
    subject = reading.clause.subject
    return subject.sort == "thing" and subject.owner is not None and subject.word in ("roots", "origins")


def _from(reading: Reading) -> int | None:
    """How far past the verb the place begins that somebody is from; who is back from it, or just, only was there."""
    if reading.clause.verb.adverbs & {"just", "back", "away", "fresh", "straight"}:
        return None
    ahead = 0
    while reading.low(ahead) in _ORIGINALLY:
        ahead += 1
    return ahead + 1 if reading.low(ahead) == "from" else None


_ORIGINALLY: Final = frozenset("originally actually really also both all initially myself proudly".split())


def _origin(reading: Reading, ahead: int, attribute: str, kind: str) -> Iterator[Fact]:
    found = reading.place(ahead)
    if found is None or (found[1] < reading.end and reading.tokens[found[1]].low in ("'s",)):
        return
    following = reading.tokens[found[1]].low if found[1] < reading.end else ""
    if following in ("to", "university", "airport") or reading.low(ahead) in ("my", "our", "your", "his", "her"):
        return
    if found[0].lower() in _MONTHS:
        return
    yield Fact(reading.entity, attribute, found[0], "deny" if kind == "deny" else "assert")


_MONTHS: Final = frozenset(
    "january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday".split()
)


def nationality(reading: Reading) -> Iterator[Fact]:
    """ "I'm Portuguese", "she's half Danish"."""
    if (
        reading.lemma != "be"
        or reading.clause.subject.sort == "thing"
        or reading.clause.verb.modal
        or reading.clause.mode != "fact"
    ):
        return
    if reading.clause.verb.tense == "past":
        return
    ahead = 0
    while reading.low(ahead) in ("half", "part", "originally", "actually", "also", "both", "mostly", "proudly"):
        ahead += 1
    kind: Kind = "deny" if reading.clause.verb.denied else "assert"
    named: list[str] = []
    while reading.low(ahead) in NATIONALITIES and reading.tokens[reading.after + ahead].capital:
        following = reading.low(ahead + 1)
        if following not in _AFTER_NATIONALITY:
            return
        named.append(reading.tokens[reading.after + ahead].text)
        ahead += 1
        while reading.low(ahead) in (",", "and", "half", "part", "&"):
            ahead += 1
    if named:
        yield Fact(reading.entity, "nationality", " and ".join(named), kind)


def arrived(reading: Reading) -> Iterator[Fact]:
    """ "I'm in Galway now", right after "I moved out of Cork": where somebody moved to."""
    verb = reading.clause.verb
    if reading.lemma != "be" or verb.tense != "present" or verb.denied or verb.modal or reading.low() != "in":
        return
    last = next(reversed(list(reading.past_values)), None)
    left = last is not None and last.entity == reading.entity and last.attribute == "former home"
    found = reading.place(1) if left and reading.clause.mode == "fact" else None
    if found is not None:
        yield from home_facts(reading.entity, found, "new")


READERS: Final = (arrived, living, been_somewhere_long, moving, coming_from, nationality)
