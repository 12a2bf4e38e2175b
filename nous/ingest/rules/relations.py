"""Family, partners, friends and pets, where a whole clause says it: "I got married to Lena", "We have a cat, Miso"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nous.graph.model import Kind

from .facts import Fact
from .lexicon import KIN, KIN_MODIFIERS, kind_of_animal, species
from .names import name_at
from .phrases import joined
from .reading import Reading, single, state

_PARTNERED: Final = ("married", "engaged", "divorced", "separated", "single", "widowed")


def names_from(reading: Reading, at: int, many: bool = True) -> list[str]:
    """The personal names in a list from a token on."""
    found: list[str] = []
    while at < reading.end:
        while at < reading.end and reading.tokens[at].low in ("little", "baby", "big", "dear", "also"):
            at += 1
        end = name_at(reading.tokens, at, reading.end)
        if end == at:
            break
        found.append(reading.context.full_name(joined(reading.tokens[at:end])))
        at = end
        joint = at
        while at < reading.end and reading.tokens[at].low in (",", "and", "&"):
            at += 1
        if at == joint or not many:
            break
    return found


def named_one(reading: Reading, at: int) -> list[str]:
    """ "a guy called Steffen", "this girl Ines": a name behind the word for whom it is."""
    if at >= reading.end or reading.tokens[at].low not in ("a", "an", "this", "the"):
        return []
    for k in range(at + 1, min(at + 6, reading.end)):
        low = reading.tokens[k].low
        if low in ("called", "named"):
            return names_from(reading, k + 1, many=False)
        if reading.tokens[k].capital or reading.tokens[k].sort != "word":
            break
    return []


def marrying(reading: Reading) -> Iterator[Fact]:
    """ "I got married to Lena in 2019", "Sam and I got married", "I'm dating Viktor", "Ewa and I got divorced"."""
    verb, clause = reading.clause.verb, reading.clause
    if verb.modal or clause.mode != "fact" or clause.subject.sort not in ("speaker", "person"):
        return
    other = _companion(reading)
    if reading.lemma == "marry" and verb.tense != "present" and not verb.denied:
        for name in names_from(reading, reading.after, many=False) or named_one(reading, reading.after):
            yield Fact(reading.entity, "spouse", name, dated=True)
            yield Fact(reading.entity, "relationship status", "married", "change", dated=True)
    elif reading.lemma in ("be", "get") and (ahead := reading.led(*_PARTNERED)) is not None:
        yield from _status(reading, reading.low(ahead - 1), ahead, other)
    elif reading.lemma in ("date", "see") and verb.going and not verb.denied and verb.tense != "past":
        names = names_from(reading, reading.after, many=False)
        if reading.lemma == "date":
            yield from (Fact(reading.entity, "partner", name) for name in names)
    elif verb.tense != "present" and not verb.denied and parts(reading):
        names = names_from(reading, reading.after + 2, many=False) if reading.low(1) == "with" else []
        for name in [*names, *([other] if other and not names else [])]:
            yield Fact(reading.entity, "partner", name, "end", dated=True)


_PARTED: Final = frozenset(
    ", and but so because since after again recently yesterday with for when over at on before amicably last this "
    "around during ages years months not a two long".split()
) | {""}


def parts(reading: Reading) -> bool:
    """Whether two people split or break up, rather than the work or into groups."""
    up = reading.lemma in ("break", "split") and reading.low() == "up"
    timely = reading.low(1) == "in" and reading.low(2) in ("the", "early", "late", "mid", "our", "my")
    return up and (timely or reading.low(1) in _PARTED or reading.after + 1 in reading.skip)


def _companion(reading: Reading) -> str | None:
    """ "Sam" in "Sam and I got married"."""
    mention = reading.clause.subject.mention
    if (
        reading.clause.subject.word == "we"
        and mention is not None
        and mention.name is not None
        and len(mention.names) <= 1
    ):
        return mention.name if mention.named or mention.word else None
    names = reading.clause.subject.names
    if reading.clause.subject.sort == "person" and len(names) == 2:
        return names[1] if names[0] == reading.entity else names[0]
    return None


def _status(reading: Reading, word: str, ahead: int, other: str | None) -> Iterator[Fact]:
    verb = reading.clause.verb
    going = reading.low(ahead - 2) in ("getting",) or (reading.lemma == "get" and verb.going)
    if going or (verb.tense == "past" and reading.lemma == "be"):
        return
    if reading.standing == "over":  # `endings` knows which bonds are over
        if word == "single":
            yield Fact(reading.entity, "relationship status", word, "end", dated=True)
        return
    if verb.denied:
        if word in ("married", "engaged", "single") and reading.low(ahead) in ("", ",", "anymore", "yet"):
            yield Fact(reading.entity, "relationship status", word, "deny")
        return
    after = reading.after + ahead + 1
    names = (
        names_from(reading, after, False) or named_one(reading, after) if reading.low(ahead) in ("to", "from") else []
    )
    partner = names[0] if names else other
    dated = reading.lemma == "get" or any(span.relation == "at" for span in reading.times)
    if word in ("divorced", "separated"):
        for attribute in ("spouse",) if partner else ():
            yield Fact(reading.entity, attribute, partner, "end", dated=True)
        if not partner:
            for fact in reading.past_values:
                if fact.entity == reading.entity and fact.attribute == "spouse" and fact.kind == "assert":
                    yield Fact(reading.entity, "spouse", fact.value, "end", dated=True)
    elif partner and word in ("married", "engaged"):
        yield Fact(reading.entity, "spouse" if word == "married" else "partner", partner, dated=dated)
    following = reading.low(ahead)
    if (
        following
        in ("", ",", "and", "to", "last", "in", "with", "for", "now", "since", "but", "from", "on", "again", "at")
        or reading.after + ahead in reading.skip
    ):
        yield Fact(reading.entity, "relationship status", word, "change" if dated else "assert", dated=dated)


def having_somebody(reading: Reading) -> Iterator[Fact]:
    """ "I have a boyfriend now": no longer single."""
    if reading.lemma != "have" or reading.standing not in ("now", "new") or reading.low() not in ("a", "an"):
        return
    phrase = reading.phrase()
    if phrase is None or phrase.head not in _COUPLED or reading.clause.subject.sort not in ("speaker", "person"):
        return
    kind: Kind = "change" if reading.standing == "new" else "assert"
    yield Fact(reading.entity, "relationship status", _COUPLED[phrase.head], kind)


_COUPLED: Final = {
    "boyfriend": "in a relationship", "girlfriend": "in a relationship", "bf": "in a relationship",
    "gf": "in a relationship", "husband": "married", "wife": "married", "fiancé": "engaged", "fiancée": "engaged",
}  # fmt: skip


def naming(reading: Reading) -> Iterator[Fact]:
    """ "My kids are Uma and Theo", "My mum's name is Dorothy", "This is my cousin Tamsin", "Karl is my husband"."""
    clause = reading.clause
    verb = clause.verb
    if (
        verb.lemma not in ("be", "call", "name")
        or verb.modal
        or verb.denied
        or clause.mode != "fact"
        or verb.tense == "perfect"
    ):
        return
    if verb.tense == "past" and verb.lemma == "be":
        return
    yield from _kin_is(reading)
    yield from _is_kin(reading)
    yield from _newcomer_is(reading)


def _newcomer_is(reading: Reading) -> Iterator[Fact]:
    """ "her name is Pepper" and "he's called Bruce", after a kitten or a dog that had none."""
    subject, newcomer = reading.clause.subject, reading.context.newcomer
    owner, _, word = (subject.owner or "").rpartition("'s ")
    if owner and subject.phrase is not None and subject.phrase.head == "name" and (known := attribute_of(word)):
        newcomer = newcomer or (owner, known, word)  # "my sister is vegan and her name is Noor"
    if newcomer is None:
        return
    called = subject.word in ("he", "she") and reading.low() in ("called", "named")
    by_name = subject.phrase is not None and subject.phrase.head in ("name", "names")
    if not called and (not by_name or reading.tokens[subject.start].low not in ("his", "her", "its", "their")):
        return
    owner, attribute, word = newcomer
    for name in names_from(reading, reading.after + called):
        yield Fact(owner, attribute, name)
        if attribute == "pet" and (animal := species(word)):
            yield Fact(name, "species", kind_of_animal(animal))


def _kin_is(reading: Reading) -> Iterator[Fact]:
    """ "My sister is called Petra", "my sister's name is Petra", "My kids are Uma and Theo"."""
    subject, mention = reading.clause.subject, reading.clause.subject.mention
    ahead = 1 if reading.low() in ("called", "named") else 0
    named = subject.sort == "thing" and subject.phrase is not None and subject.phrase.head in ("name", "names")
    if mention is None or not mention.word or mention.owner is None or (mention.named and not named):
        return
    if subject.sort == "thing" and not named:
        return
    names = names_from(reading, reading.after + ahead)
    if not names or (ahead == 0 and not named and not _only_names(reading, ahead)):
        return
    attribute = attribute_of(mention.word)
    new = "new" in [token.low for token in reading.tokens[mention.start : mention.end]]
    for name in names if mention.plural or named else names[:1]:
        if attribute:
            yield Fact(mention.owner, attribute, name, "change" if new and single(attribute) else "assert")
            if attribute == "pet" and (animal := species(mention.word)):
                yield Fact(name, "species", kind_of_animal(animal))


def _only_names(reading: Reading, ahead: int) -> bool:
    """Whether nothing but names follows: "my sister is Petra", not "my boss is Italian"."""
    return all(
        token.capital or token.low in (",", "and", "&", "little", "baby") or token.sort == "other"
        for token in reading.tokens[reading.after + ahead : reading.end]
    )


def attribute_of(word: str) -> str | None:
    """The attribute that a word for kin or a pet fills."""
    kin = KIN.get(word)
    if kin is not None:
        return kin.attribute
    return "pet" if species(word) or word in ("pet", "pets") else None


def _is_kin(reading: Reading) -> Iterator[Fact]:
    """ "Karl is my husband", "This is my cousin Tamsin", "Rex is our dog"."""
    subject = reading.clause.subject
    if subject.sort != "person" or not subject.names or reading.low() not in ("my", "our") or reading.lemma != "be":
        return
    ahead = 1
    while reading.low(ahead) in KIN_MODIFIERS and reading.low(ahead + 1):
        if reading.low(ahead) in ("ex", "former", "future"):
            return
        ahead += 1
    word, after = reading.low(ahead), reading.low(ahead + 1)
    attribute = attribute_of(word)
    if (
        word in ("buddy", "pal", "mate", "baby", "boy", "girl")
        or attribute is None
        or (after and after not in (",", "and", "but", "so", "who", "from", "she", "he", "now"))
    ):
        return
    owner = reading.context.speaker
    if subject.mention is not None and subject.mention.owner is not None:
        return
    new = single(attribute) and (reading.standing == "new" or "now" in reading.clause.rest().split())
    yield Fact(owner, attribute, reading.entity, "change" if new else "assert")
    if attribute == "pet" and (animal := species(word)):
        yield Fact(reading.entity, "species", kind_of_animal(animal))


def neighbours(reading: Reading) -> Iterator[Fact]:
    """ "Mr and Mrs Adeyemi live next door"."""
    words = reading.clause.rest().split()
    near = words[:2] == ["next", "door"] and (
        words[2:3] in ([], [","], ["and"], [";"]) or words[2:4] in (["to", "me"], ["to", "us"])
    )
    if reading.lemma == "live" and near and reading.clause.subject.sort == "person":
        yield from state(reading.context.speaker, "neighbour", reading.entity, reading.standing)


READERS: Final = (marrying, having_somebody, naming, neighbours)
