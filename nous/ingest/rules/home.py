"""Where people live, come from, grew up, move to and have been."""

from __future__ import annotations

from collections.abc import Iterator
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
        if ahead is None:
            ahead = next(
                (k + 1 for k in range(8) if reading.low(k) == "in" and reading.low(k - 1) not in ("room", "live")), None
            )
    elif (
        reading.lemma == "be"
        and (at := reading.led("based", "living", "settled")) is not None
        and reading.low(at) in ("in", "near", "outside")
    ):
        ahead = at + 1
    elif _dwelling_is(reading):
        ahead = 1
    elif reading.lemma in ("rent", "own", "have", "share") and not reading.clause.verb.going:
        phrase = reading.phrase()
        if (
            phrase
            and phrase.head in _DWELLINGS
            and phrase.determiner in ("a", "an")
            and reading.lemma in ("rent", "share")
        ):
            at = phrase.end - reading.after
            if reading.low(at) == "with" and (others := reading.phrase(at + 1)) is not None:
                at = others.end - reading.after
            ahead = at + 1 if reading.low(at) in ("in", "near") else None
        if stands in ("past", "done"):
            ahead = None
    if ahead is None:
        return
    found = reading.place(ahead)
    if found is None:
        return
    if reading.lemma == "live" and reading.clause.verb.tense == "perfect" and stands == "done":
        stands = "past"
    owner = reading.clause.subject.owner
    if reading.entity or owner:
        yield from home_facts(reading.entity or owner or "", found, stands)


def _dwelling_is(reading: Reading) -> bool:
    """ "Our place is in Malmö"."""
    subject = reading.clause.subject
    if (
        subject.sort != "thing"
        or subject.phrase is None
        or reading.lemma != "be"
        or reading.clause.verb.tense != "present"
    ):
        return False
    return subject.phrase.head in ("home", "place", "flat", "apartment", "house") and reading.low() in ("in", "near")


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
    if reading.lemma == "be" and (ahead := reading.led("from")) is not None and verb.tense == "present":
        yield from _origin(reading, ahead, "origin", kind)
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


def visiting(reading: Reading) -> Iterator[Fact]:
    """ "I've been to Iceland twice", "we visited Peru and Chile", "I've never been to Peru"."""
    verb = reading.clause.verb
    if verb.modal or reading.clause.mode != "fact" or verb.tense == "present":
        return
    ahead: int | None = None
    if reading.lemma in ("be", "travel") and verb.tense == "perfect":
        ahead = reading.led("to")
    elif reading.lemma in ("visit", "tour") and not verb.going:
        ahead = 0
    elif reading.lemma in ("travel", "go", "fly") and verb.tense in ("past", "perfect") and not verb.going:
        ahead = reading.led("to")
    elif reading.lemma == "be" and verb.tense == "past" and not verb.denied and reading.mine and reading.times:
        ahead = reading.led("in")
    if ahead is None:
        return
    stop = reading.end
    at = reading.after + ahead
    while (found := place(reading.tokens, at, stop)) is not None:
        following = reading.tokens[found[1]].low if found[1] < stop else ""
        if following == "'s" or (reading.lemma in ("be",) and verb.tense == "past" and not places.is_place(found[0])):
            return
        if reading.lemma in ("go", "fly", "visit", "tour") and not _plainly_a_place(reading, found[0]):
            return
        yield Fact(reading.entity, "visited", found[0], "deny" if verb.denied else "assert", dated=not verb.denied)
        at = found[1]
        while at < stop and reading.tokens[at].low in (",", "and", "&"):
            at += 1
        if at == found[1]:
            return


def _plainly_a_place(reading: Reading, name: str) -> bool:
    return places.is_place(name) or (
        name not in reading.context.seen and reading.lemma in ("visit", "tour") and len(name.split()) > 1
    )


READERS: Final = (living, been_somewhere_long, moving, coming_from, nationality, visiting)
