"""How things come and go in other words: treated oneself to, was given, were stolen, traded in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from .belongings import acquired, ended, is_thing, possession
from .facts import Fact
from .lexicon import MAKES, VEHICLES, species
from .reading import Reading

_GONE: Final = frozenset("sold stolen gone totalled totaled scrapped wrecked nicked written".split())
_GIVING: Final = frozenset("give leave buy get build make gift".split())


def treated(reading: Reading) -> Iterator[Fact]:
    """ "I treated myself to a new telescope", "I picked up a second-hand loom", "we invested in a sauna"."""
    verb = reading.clause.verb
    if verb.tense == "present" or verb.denied or verb.modal or verb.going or reading.clause.mode != "fact":
        return
    ahead: int | None = None
    if reading.lemma in ("treat", "spoil") and reading.low().endswith(("self", "selves")):
        ahead = 2 if reading.low(1) in ("to", "with") else None
    elif (reading.lemma == "pick" and reading.low() == "up") or (
        reading.lemma in ("invest", "splurge") and reading.low() in ("in", "on")
    ):
        ahead = 1
    if ahead is None or reading.clause.subject.sort not in ("speaker", "person"):
        return
    for phrase in reading.series(ahead, activities=False):
        if phrase.determiner in ("a", "an", "another", "some") and is_thing(phrase) and not species(phrase.head):
            yield from acquired(reading.entity, phrase)


def given(reading: Reading) -> Iterator[Fact]:
    """ "My grandfather left me his violin", "my wife gave me a kayak for my birthday": what the speaker now has."""
    verb, subject = reading.clause.verb, reading.clause.subject
    if reading.lemma not in _GIVING or verb.tense not in ("past", "perfect") or verb.denied or verb.modal:
        return
    if subject.sort != "person" or subject.word == "you" or reading.low() not in ("me", "us"):
        return
    phrase = reading.phrase(1)
    if phrase is None or phrase.owner or phrase.vague or not is_thing(phrase) or species(phrase.head):
        return
    if phrase.determiner in ("a", "an", "his", "her", "their", "some") and reading.clause.mode == "fact":
        yield from acquired(reading.context.speaker, phrase)


def gone(reading: Reading) -> Iterator[Fact]:
    """ "My Saab was stolen", "the boat is sold": the end of a possession, told of the thing."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if subject.sort != "thing" or subject.phrase is None or verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    if verb.lemma not in ("be", "get") or not any(reading.low(k) in _GONE for k in range(3)):
        return
    if reading.led("written") is not None and reading.low(reading.led("written") or 0) != "off":
        return
    owner = subject.owner or (reading.context.speaker if subject.phrase.determiner == "the" else None)
    if owner is None:
        return
    head = subject.phrase.words[0].low if subject.phrase.words[0].low in MAKES else subject.phrase.head
    found = list(ended(replace(reading, entity=owner), possession(subject.phrase), head))
    known = {fact.value for fact in reading.past_values if fact.entity == owner}
    yield from (fact for fact in found if subject.owner is not None or fact.value in known)


def swapped(reading: Reading) -> Iterator[Fact]:
    """ "I traded my Golf in for a Kia", "we swapped the van for a tandem", "I switched from a Pixel to an iPhone"."""
    verb = reading.clause.verb
    if reading.lemma in ("switch", "change", "upgrade", "go") and reading.low() == "from" and verb.tense != "present":
        yield from _switched(reading)
        return
    if reading.lemma not in ("trade", "swap", "exchange") or verb.tense == "present" or verb.denied or verb.modal:
        return
    old = reading.phrase()
    if old is None or old.determiner not in ("my", "our", "the") or reading.clause.mode != "fact":
        return
    at = old.end - reading.after
    at += reading.low(at) == "in"
    new = reading.phrase(at + 1) if reading.low(at) == "for" else None
    if new is None or new.determiner not in ("a", "an") or not is_thing(new):
        return
    yield from ended(reading, possession(old), old.head)
    car = old.head in MAKES or old.head in VEHICLES
    if car and old.head not in MAKES:
        yield Fact(reading.entity, "car", possession(old), "end", dated=True)
    yield from acquired(reading.entity, new)


def _switched(reading: Reading) -> Iterator[Fact]:
    old = reading.phrase(1)
    at = old.end - reading.after if old is not None else 0
    new = reading.phrase(at + 1) if old is not None and reading.low(at) == "to" else None
    if old is None or new is None or new.determiner not in ("a", "an") or reading.clause.mode != "fact":
        return
    gone = list(ended(reading, possession(old), old.head))
    if not gone or reading.clause.verb.denied or reading.clause.verb.modal:
        return
    yield from gone
    attribute = gone[0].attribute
    if attribute == "owns":
        yield from acquired(reading.entity, new)
    else:
        yield Fact(reading.entity, attribute, possession(new), "change", dated=True)


READERS: Final = (treated, given, gone, swapped)
