"""Children, relatives and pets that one has, gets, names or loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from .facts import Fact
from .lexicon import KIN, KIN_PLURALS, Kin, kind_of_animal, species
from .names import name_at, name_like
from .phrases import joined
from .reading import Reading, Standing, state
from .relations import attribute_of, names_from
from .words import NUMBERS

_GETTING: Final = frozenset("have adopt get own keep rescue foster buy raise bring".split())


def having(reading: Reading) -> Iterator[Fact]:
    """ "I have two kids, Uma and Theo", "We've got a parrot called Rio", "She adopted a greyhound", "no pets"."""
    verb = reading.clause.verb
    owned = _owner_of(reading)
    if owned is not None and reading.standing in ("now", "new") and reading.clause.mode == "fact":
        for facts in _members(reading, owned, "now"):
            yield from facts
        return
    if (
        reading.lemma not in _GETTING
        or verb.modal
        or reading.clause.mode != "fact"
        or reading.clause.subject.sort == "thing"
    ):
        return
    if reading.lemma == "bring" and reading.low() != "home":
        return
    stands = _stands(reading)
    if stands in ("none", "past", "done", "coming"):
        return
    ahead = 1 if reading.lemma == "bring" else 0
    for facts in _members(reading, ahead, stands):
        yield from facts


def _owner_of(reading: Reading) -> int | None:
    """ "We're the proud owners of a puppy": how far past the verb that begins which somebody owns or is parent of."""
    if reading.lemma not in ("be", "become") or reading.clause.subject.sort not in ("speaker", "person"):
        return None
    for k in range(5):
        if reading.low(k) in ("owner", "owners", "parent", "parents", "mother", "father", "mum", "mom", "dad"):
            return k + 2 if reading.low(k + 1) == "of" and k else None
    return None


def _stands(reading: Reading) -> Standing:
    """Having stands as its tense says; getting is done once it is past."""
    stands = reading.standing
    if reading.lemma in ("have", "own", "keep", "raise"):
        return stands
    if stands in ("past", "done") and not reading.clause.verb.going:
        return "now"
    return "none"


def _members(reading: Reading, ahead: int, stands: Standing) -> Iterator[tuple[Fact, ...]]:
    """Each child, relative, friend or pet of the list that follows."""
    at = reading.after + ahead
    dated = reading.lemma not in ("have", "own", "keep", "raise")
    first = True
    while at < reading.end:
        item = _member(reading, at)
        if item is None:
            return
        word, names, count, end = item
        kin, animal = KIN.get(word), species(word)
        attribute = kin.attribute if kin else "pet"
        if names and stands == "now":
            for name in names:
                facts = [Fact(reading.entity, attribute, name, dated=dated)]
                if animal and not kin:
                    facts.append(Fact(name, "species", kind_of_animal(animal)))
                yield tuple(facts)
        elif attribute == "pet" and animal == "fish" and dated:
            return
        elif attribute == "pet" and animal and not (stands == "now" and count == "no"):
            kind: Standing = "not" if count == "no" else stands
            yield tuple(replace(fact, dated=dated) for fact in state(reading.entity, "pet", animal, kind))
        elif attribute == "pet" and word in ("pet", "pets"):
            return
        if kin and first and not dated and kin.attribute in ("child", "sister", "brother", "sibling", "grandchild"):
            yield from _number(reading, kin, word, count, stands)
        at, first = end, False
        joint = at
        while at < reading.end and reading.tokens[at].low in (",", "and", "&", "plus", "also"):
            at += 1
        if at == joint:
            return


def _number(reading: Reading, kin: Kin, word: str, count: str, stands: Standing) -> Iterator[tuple[Fact, ...]]:
    plural = {"child": "children", "sibling": "siblings"}.get(kin.attribute, kin.attribute + "s")
    if word not in KIN_PLURALS or (kin.attribute == "child" and word not in ("kids", "children", "sons", "daughters")):
        return
    plural = word if word in ("sons", "daughters") else plural
    number = int(count) if count.isdigit() else NUMBERS.get(count)
    if stands == "not" or count == "no":
        if count in ("any", "no", ""):
            yield (Fact(reading.entity, f"number of {plural}", 0),)
    elif number and stands == "now":
        yield (Fact(reading.entity, f"number of {plural}", number),)


def _member(reading: Reading, at: int) -> tuple[str, list[str], str, int] | None:
    """A word for kin or an animal from a token on, with its names, the count before it, and where it ends."""
    count, j = "", at
    while j < reading.end and j - at < 6:
        low = reading.tokens[j].low
        if j in reading.skip:
            return None
        pair = f"{low} {reading.tokens[j + 1].low}" if j + 1 < reading.end else ""
        if species(pair) and not _compound(reading, j + 1):
            names, end = _names_of(reading, j + 2, pair)
            return pair, names, count, end
        if (low in KIN or species(low) or low in ("pet", "pets")) and not _compound(reading, j):
            names, end = _names_of(reading, j + 1, low)
            return low, names, count, end
        if low in ("my", "our", "your", "his", "her", "their", "the", "this", "that", "like") or (
            reading.tokens[j].sort != "word" and reading.tokens[j].sort != "number"
        ):
            return None
        if low in NUMBERS or low in ("a", "an", "no", "any", "some") or low.isdigit():
            count = low
        elif reading.tokens[j].capital or low in ("of", "in", "to", "for", "at", "on", "with", "and"):
            return None
        j += 1
    return None


def _compound(reading: Reading, at: int) -> bool:
    """Whether the word only qualifies what follows: "a dog walker", "a cat person"."""
    if at + 1 >= reading.end:
        return False
    token = reading.tokens[at + 1]
    return token.sort == "word" and not token.capital and token.low not in _AFTER_MEMBER and at + 1 not in reading.skip


_AFTER_MEMBER: Final = frozenset(
    "called named and & or who that with at in on from now too also already which together but as we i he she "
    "they it so because though living if by for last this yesterday today there here anymore either again of to "
    "plus when whose aged just right since recently and then myself ourselves although while is are".split()
)


def _names_of(reading: Reading, at: int, word: str) -> tuple[list[str], int]:
    """The names that follow: "called Rio", ", Miso and Tofu", ": Adam, Sara and Yasmin"."""
    if at >= len(reading.tokens):
        return [], at
    low, text = reading.tokens[at].low, reading.tokens[at].text
    j = at + 1 if low in ("called", "named") or text in (",", ":", "(", "\u2014") else at
    if j < len(reading.tokens) and j + 1 < len(reading.tokens) and reading.tokens[j].low in ("named", "called"):
        j += 1
    if j == at and not name_like(reading.tokens, j):
        return [], at
    names: list[str] = []
    end = j
    many = word in KIN_PLURALS or (species(word) not in (None, word)) or word == "pets"
    while j < len(reading.tokens):
        while j < len(reading.tokens) and reading.tokens[j].low in ("little", "baby", "big"):
            j += 1
        stop = name_at(reading.tokens, j, len(reading.tokens))
        if stop == j or reading.tokens[j].low in reading.context.others:
            break
        names.append(joined(reading.tokens[j:stop]))
        j = end = stop
        while many and j < len(reading.tokens) and reading.tokens[j].low in (",", "and", "&"):
            j += 1
        if j == stop:
            break
    if (
        text == ","
        and names
        and not many
        and end < len(reading.tokens)
        and reading.tokens[end].low not in (",", "who", ")")
        and reading.tokens[end].sort == "word"
    ):
        return [], at
    return names, end


def born(reading: Reading) -> Iterator[Fact]:
    """ "We named our son Jasper", "I gave birth to our daughter Wren": a child that gets its name."""
    verb = reading.clause.verb
    if reading.lemma not in ("name", "call", "christen") or verb.tense == "present" or verb.denied or verb.modal:
        return
    newcomer = reading.context.newcomer
    if reading.low() in ("him", "her", "it", "them") and newcomer is not None and newcomer[1] in ("pet", "child"):
        for name in names_from(reading, reading.after + 1, many=reading.low() == "them"):
            yield Fact(newcomer[0], newcomer[1], name)
            if newcomer[1] == "pet" and (kind := species(newcomer[2])):
                yield Fact(name, "species", kind_of_animal(kind))
        return
    mention = next((m for m in (_owned_kin(reading, reading.after),) if m), None)
    if mention is None:
        return
    word, at = mention
    names = names_from(reading, at, many=False)
    attribute = attribute_of(word)
    if names and attribute in ("child", "pet"):
        yield Fact(reading.entity, attribute, names[0])
        if attribute == "pet" and (animal := species(word)):
            yield Fact(names[0], "species", kind_of_animal(animal))


def _owned_kin(reading: Reading, at: int) -> tuple[str, int] | None:
    if at >= reading.end or reading.tokens[at].low not in ("my", "our", "the", "his", "her"):
        return None
    for j in range(at + 1, min(at + 4, reading.end)):
        if reading.tokens[j].low in KIN or species(reading.tokens[j].low):
            return reading.tokens[j].low, j + 1
    return None


_ORDINALS: Final = {word: i for i, word in enumerate("first second third fourth fifth sixth".split(), 1)}


_DELIGHTED: Final = (
    "thrilled",
    "delighted",
    "excited",
    "over the moon",
    "so happy",
    "so proud",
    "besotted",
    "so excited",
)


def siblings(reading: Reading) -> Iterator[Fact]:
    """ "Our third child, Wren, was born; Ada and Piet are thrilled": as many names as there were children before."""
    subject = reading.clause.subject
    if (
        subject.sort != "person"
        or len(subject.names) < 2
        or reading.lemma != "be"
        or not reading.clause.rest().startswith(_DELIGHTED)
    ):
        return
    lows = [token.low for token in reading.tokens[: reading.clause.start]]
    born = "born" in lows and any(word in lows for word in ("child", "baby", "kid"))
    order = next((_ORDINALS[low] for low in lows if low in _ORDINALS), 0)
    if born and lows[0] in ("my", "our") and order == len(subject.names) + 1:
        yield Fact(reading.context.speaker, "child", reading.entity)


def losing(reading: Reading) -> Iterator[Fact]:
    """ "Our hamster died", "Rex passed away on Sunday", "we had to put our cat to sleep": a pet that is no more."""
    verb = reading.clause.verb
    subject = reading.clause.subject
    if verb.tense != "present" and not verb.denied and not verb.modal and reading.clause.mode == "fact":
        yield from _let_go(reading)
    gone = (reading.lemma == "die") or (reading.lemma == "pass" and reading.low() == "away")
    if not gone or verb.tense == "present" or verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    mention = subject.mention
    if mention is not None and mention.pet and mention.owner:
        value = mention.name if mention.named and mention.name else species(mention.word) or mention.word
        yield Fact(mention.owner, "pet", value, "end", dated=True)
        return
    for fact in reading.past_values:
        if fact.attribute in ("pet", "spouse", "partner") and fact.value == reading.entity and fact.kind == "assert":
            yield Fact(fact.entity, fact.attribute, fact.value, "end", dated=True)


def _let_go(reading: Reading) -> Iterator[Fact]:
    """ "We lost our dog Rex", "we had to put Minka down", "I rehomed the parrot"."""
    rest = reading.clause.rest()
    put = reading.lemma == "put" and any(f" {rest} ".find(f" {words} ") > 0 for words in ("to sleep", "down"))
    if not put and reading.lemma not in ("lose", "bury", "rehome"):
        return
    found = _owned_kin(reading, reading.after)
    at = found[1] if found is not None else reading.after
    names = names_from(reading, at, many=False)
    animal = species(found[0]) if found is not None else None
    if animal is None and found is not None:
        return
    known = {fact.value for fact in reading.past_values if fact.attribute == "pet" and fact.entity == reading.entity}
    for value in names or ([animal] if animal and (put or reading.low() in ("my", "our")) else []):
        if animal or value in known:
            yield Fact(reading.entity, "pet", value, "end", dated=True)


def having_by_name(reading: Reading) -> Iterator[Fact]:
    """ "Now we have Leo, a kitten"."""
    if reading.lemma not in ("have", "own") or reading.standing not in ("now", "new") or reading.clause.mode != "fact":
        return
    names = names_from(reading, reading.after, many=False)
    words = reading.clause.rest().split(" , ")
    if not names or len(words) != 2 or not words[1].startswith(("a ", "an ", "our ")):
        return
    animal = species(words[1].split()[-1]) if len(words[1].split()) < 5 else None
    if animal:
        yield Fact(reading.entity, "pet", names[0])
        yield Fact(names[0], "species", kind_of_animal(animal))


READERS: Final = (having, having_by_name, born, siblings, losing)
