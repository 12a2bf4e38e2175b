"""What people own, drive, buy, sell and lose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from .facts import Fact
from .lexicon import KIN, MAKES, THINGS, VEHICLES, species
from .phrases import Phrase, joined, noun_phrase, trimmed
from .reading import Reading, state
from .text import Token
from .words import AGEING, NUMBERS, POSSESSIVES, PRAISE

_GONE: Final = frozenset(
    "sold stolen stole lost sell selling old first childhood future dream imaginary ex if rental rented nicked "
    "pinched gone wrecked totaled totalled".split()
)

_BOUGHT_NO_THING: Final = frozenset(
    "ticket tickets coffee tea lunch dinner breakfast groceries food drink drinks round beer wine present "
    "presents gift gifts snacks cake bread milk flowers time clothes stuff things ingredients supplies".split()
)
_NOT_OWNED: Final = KIN.keys() | frozenset(
    "right way mistake mistakes fault problem past story truth body life mind opinion voice choice decision pace "
    "experience success failure business company shop restaurant bakery café cafe studio bar".split()
)


_NO_HEIRLOOM: Final = frozenset(
    "money fortune debt debts love sense temper eyes nose hair trait traits gene genes condition estate half "
    "share".split()
)
_RENTED: Final = frozenset("flat apartment house home room studio place condo shop company business".split())


def possession(phrase: Phrase) -> str:
    """A possession as a value: without judging words and without its age."""
    return joined(trimmed(phrase.words, PRAISE | AGEING | {"half", "brand", "pre-owned", "refurbished"}))


def is_thing(phrase: Phrase) -> bool:
    """Whether a noun phrase names something that one has for years: a boat, not a meeting."""
    words = [word.low for word in phrase.words]
    of = words.index("of") if "of" in words else len(words)
    head = words[of - 1] if of else ""
    pair = " ".join(words[max(0, of - 2) : of])
    for form in (head, head[:-1] if head.endswith("s") else head):
        if form in THINGS or form in MAKES or form in VEHICLES:
            return True
    if phrase.words[-1].capital and any(word.capital and word.low in MAKES for word in phrase.words):
        return True
    return pair in THINGS or pair.removesuffix("s") in THINGS


def owning(reading: Reading) -> Iterator[Fact]:
    """ "We own a canoe, a tandem and a kiln", "I've got a caravan", "I don't have a car"."""
    if reading.lemma not in ("own", "have", "possess") or reading.clause.subject.sort == "thing":
        return
    stands = reading.standing
    if stands in ("past", "done", "none", "coming") or reading.clause.verb.going:
        return
    sure = reading.lemma in ("own", "possess")
    for phrase in reading.series(0, activities=False):
        pointed = phrase.determiner in ("this", "these") and reading.clause.verb.tense == "perfect" and stands == "now"
        at_hand = phrase.determiner in POSSESSIVES | {"this", "that", "these", "those", "the"} and not pointed
        if at_hand or phrase.vague or phrase.owner:
            continue
        if (
            species(phrase.head)
            or phrase.head in _NOT_OWNED
            or (not sure and (not is_thing(phrase) or phrase.head in _RENTED))
        ):
            continue
        if not phrase.determiner and not phrase.head.endswith("s") and not phrase.proper and not sure:
            continue
        if not sure and any(w.low in ("appointment", "lesson", "trip", "ride", "company") for w in phrase.words):
            continue
        value = possession(phrase)
        if phrase.determiner in ("no", "any") and stands == "now":
            yield Fact(reading.entity, "owns", value, "deny")
            continue
        made = any(word.low in MAKES for word in phrase.words)
        attribute = "car" if made and stands != "not" else "owns"
        if phrase.head == "car" and stands == "not":
            yield Fact(reading.entity, "owns", "car", "deny")
            continue
        yield from state(reading.entity, attribute, value, stands)


def taken_for_granted(tokens: Sequence[Token]) -> Iterator[str]:
    """What "my guitar" takes for granted, as values; nothing of what is lost or yet to come."""
    lows = {token.low for token in tokens}
    if lows & _GONE:
        return
    for i, token in enumerate(tokens[:-1]):
        if token.low not in ("my", "our") or (
            i and tokens[i - 1].low in ("in", "of") and i > 1 and tokens[i - 2].low in ("dream", "picture")
        ):
            continue
        phrase = noun_phrase(tokens, i, len(tokens))
        if phrase is None or phrase.owner or not is_thing(phrase) or phrase.head in _LODGING or phrase.proper:
            continue
        if any(word.low in ("next", "own", "last") for word in phrase.words) or "of" in [
            word.low for word in phrase.words
        ]:
            continue
        if phrase.end < len(tokens) and tokens[phrase.end].low in ("'s", "teacher", "lesson"):
            continue
        value = possession(phrase)
        yield value if any(word.capital for word in phrase.words[:-1]) else value.lower()


_LODGING: Final = frozenset(
    "flat apartment house home bed desk sofa couch bus company shop business studio office farm bakery pool watch "
    "switch play library ring plant plants oven fridge library room books".split()
)


def driving(reading: Reading) -> Iterator[Fact]:
    """ "I drive an old Volvo", "Sami drives bus 9", "I switched to an electric Renault"."""
    verb = reading.clause.verb
    ahead: int | None = None
    stands = reading.standing
    if reading.lemma == "drive" and not verb.going and stands in ("now", "new", "not", "over"):
        ahead = 0
    elif reading.lemma in ("switch", "upgrade", "change") and reading.low() == "to" and stands in ("past", "done"):
        ahead, stands = 1, "new"
    if ahead is None:
        return
    phrase = reading.phrase(ahead)
    if phrase is None or phrase.vague or phrase.determiner in ("the", "this", "that", "your", "his", "her", "their"):
        return
    words = [word.low for word in phrase.words]
    if reading.lemma != "drive" and is_thing(phrase) and phrase.determiner in ("a", "an") and phrase.head not in MAKES:
        yield from acquired(reading.entity, phrase)
        return
    car = phrase.head in VEHICLES or any(word in MAKES for word in words)
    numbered = phrase.words[-1].sort == "number" and len(words) > 1 and words[-2] not in ("to",)
    named = reading.lemma == "drive" and phrase.words[-1].capital and phrase.determiner in ("a", "an", "my", "our")
    if not (car or numbered or named) or (not phrase.determiner and not numbered):
        return
    value = possession(phrase)
    for fact in state(reading.entity, "car", value, stands):
        yield replace(fact, dated=stands == "new")


def buying(reading: Reading) -> Iterator[Fact]:
    """ "I bought a cargo bike last month", "We just got a new sofa", "I inherited a piano"."""
    verb = reading.clause.verb
    bought = reading.lemma in ("buy", "purchase", "inherit", "acquire")
    if not bought and not (reading.lemma in ("get", "build") and verb.tense in ("past", "perfect")):
        return
    if verb.tense == "present" or verb.denied or verb.modal or verb.going or reading.clause.mode != "fact":
        return
    start = 0
    if reading.low() in ("myself", "ourselves", "himself", "herself"):
        start = 1
    elif reading.low() in ("my", "him", "her", "them", "you", "his", "their", "some"):
        return
    for phrase in reading.series(start, activities=False):
        if phrase.determiner not in ("a", "an", "another", "some", "the", "my", "our", "new", *NUMBERS) or phrase.vague:
            continue
        if species(phrase.head) or phrase.head in _BOUGHT_NO_THING or phrase.owner:
            continue
        if not is_thing(phrase) and (reading.lemma != "inherit" or phrase.head in _NO_HEIRLOOM):
            continue
        if reading.low(phrase.end - reading.after) == "for" and reading.low(phrase.end - reading.after + 1) not in (
            "",
            "myself",
            "ourselves",
            "the",
        ):
            continue
        yield from acquired(reading.entity, phrase)


def acquired(owner: str, phrase: Phrase) -> Iterator[Fact]:
    """A thing that somebody came to have: a car takes the place of the one before."""
    car = any(word.low in MAKES for word in phrase.words)
    yield Fact(owner, "car" if car else "owns", possession(phrase), "change" if car else "assert", dated=True)


def parting(reading: Reading) -> Iterator[Fact]:
    """ "We sold the tandem yesterday", "I gave away my piano": the end of a possession."""
    verb = reading.clause.verb
    if verb.tense == "present" or verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    ahead: int | None = None
    if reading.lemma in ("sell", "donate", "scrap", "ditch"):
        ahead = 1 if reading.low() == "off" else 0
    elif reading.lemma == "give" and reading.low() in ("away", "up"):
        ahead = 1
    elif reading.lemma == "get" and reading.low() == "rid" and reading.low(1) == "of":
        ahead = 2
    elif reading.lemma == "trade" and reading.low() == "in":
        ahead = 1
    if ahead is None:
        return
    if reading.lemma == "trade":
        yield from _traded(reading)
        return
    for phrase in reading.series(ahead, activities=False):
        if phrase.vague or phrase.determiner in ("some", "any", "your", "his", "her", "their", ""):
            continue
        if phrase.determiner in ("a", "an") or (
            phrase.head.endswith("s") and phrase.determiner not in ("my", "our", "the", "both")
        ):
            continue
        yield from ended(reading, possession(phrase), phrase.head)


def _traded(reading: Reading) -> Iterator[Fact]:
    """ "I traded in my old Corsa for a hybrid Yaris"."""
    old = reading.phrase(1)
    if old is None or old.determiner not in ("my", "our", "the"):
        return
    car = old.words[-1].capital or old.head in MAKES or old.head in VEHICLES
    yield from ended(reading, possession(old), old.head)
    if car and old.head not in MAKES:
        yield Fact(reading.entity, "car", possession(old), "end", dated=True)
    at = old.end - reading.after
    new = reading.phrase(at + 1) if reading.low(at) == "for" else None
    if car and new is not None and new.determiner in ("a", "an"):
        yield Fact(reading.entity, "car", possession(new), "change", dated=True)


def ended(reading: Reading, value: str, head: str) -> Iterator[Fact]:
    """The end of whatever is known to be that value; else of a possession or a pet by that name."""
    matches = [
        fact
        for fact in reading.past_values
        if fact.entity == reading.entity
        and (fact.attribute in ("owns", "car", "pet") or fact.attribute in THINGS)
        and isinstance(fact.value, str)
        and head in fact.value.lower().split()
        and fact.kind in ("assert", "change")
    ]
    if matches:
        for value_now, attribute in dict.fromkeys((fact.value, fact.attribute) for fact in matches):
            yield Fact(reading.entity, attribute, value_now, "end", dated=True)
        return
    animal = species(head)
    if animal:
        yield Fact(reading.entity, "pet", animal, "end", dated=True)
    elif head in THINGS or head in VEHICLES or head in MAKES or head.removesuffix("s") in THINGS:
        yield Fact(reading.entity, "car" if head in MAKES else "owns", value, "end", dated=True)


def riding(reading: Reading) -> Iterator[Fact]:
    """ "I ride a Brompton to work": a make stands for the bicycle or motorbike that one has."""
    phrase = reading.phrase() if reading.lemma == "ride" and reading.standing in ("now", "new", "over") else None
    if phrase is None or phrase.determiner not in ("a", "an", "my") or phrase.owner or reading.clause.verb.going:
        return
    if phrase.words[-1].capital or (phrase.determiner == "my" and is_thing(phrase)):
        yield from state(reading.entity, "owns", possession(phrase), reading.standing)


READERS: Final = (owning, driving, riding, buying, parting)
