"""Employers and trades as phrases: where their names begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import places
from .facts import Fact
from .lexicon import KIN, OCCUPATIONS, ORGANISATIONS, ROLE_ONLY_AFTER_ARTICLE, species
from .phrases import joined, noun_phrase, proper_name, trimmed
from .reading import Reading, Standing, state
from .words import PRAISE

_NO_ORGANISATION: Final = frozenset(
    "moment weekend end top time same computer desk table night least all home once age expense minute pace speed "
    "work job living money fun day week month year project relationship body health fitness house car side front "
    "back line party wedding event tournament competition scene place people person team kids children clients "
    "customers students".split()
)


CLUBS: Final = frozenset(
    "club choir team gym band group class league orchestra church society association union party book-club crew "
    "squad troupe ensemble federation guild forum community program programme board committee".split()
)


_JUDGING: Final = PRAISE | frozenset(
    "bad good decent natural born big slow fast keen avid amateur aspiring wannabe future would-be budding huge "
    "hopeless lousy rubbish poor strong careful nervous hobby amateurish proud lazy hard mean better worse best "
    "worst passionate hobbyist fellow typical real true proper lucky regular recreational casual serious".split()
)


_LEADING: Final = frozenset(
    "head director chief ceo cto cfo chair chairman president vice vp captain manager lead co-founder founder".split()
)


INSIDE: Final = frozenset(
    "hospital bank embassy ministry army navy police government office factory prison hospice pharmacy bakery "
    "guard".split()
)


_RENOWN: Final = frozenset("well-known famous prestigious new big large great small tiny renowned leading".split())


def organisation(reading: Reading, ahead: int, *, loose: bool = True) -> tuple[str, int] | None:
    """The organisation named so far past the verb and where its name ends; `loose` takes any "the …" for one."""
    start = reading.after + ahead
    phrase = noun_phrase(reading.tokens, start, reading.end, reading.skip, company=True)
    if (
        phrase is None
        or phrase.vague
        or species(phrase.head)
        or (phrase.head in KIN and not phrase.words[-1].capital)
        or phrase.owner
    ):
        return None
    after = phrase.end
    named = name_after(reading, after)
    if named is not None and phrase.head in ORGANISATIONS:
        return named
    if phrase.proper and phrase.words[0].low not in reading.context.others:
        if phrase.determiner in ("my", "his", "her", "their", "your", "this", "that"):
            return None
        if places.is_place(phrase.text) or phrase.text in reading.context.seen:
            return None
        return phrase.text, after
    tail = next((i for i, word in enumerate(phrase.words) if word.capital), 0)
    if (
        tail
        and all(w.capital or w.text == "&" for w in phrase.words[tail:])
        and phrase.words[tail - 1].low in ORGANISATIONS | {"firm"}
    ):
        return joined(phrase.words[tail:]), after  # "the law firm Baker & Sons"
    if phrase.determiner in ("this", "that", "these", "those", "your", "no", "any", "every", "each", "many", "several"):
        return None
    last = [word.low for word in phrase.words[-2:]]
    if phrase.head in ORGANISATIONS or last[-1] in ORGANISATIONS or " ".join(last) in ORGANISATIONS:
        return joined(trimmed(phrase.words, PRAISE | _RENOWN)), after
    if any(word.capital for word in phrase.words) and phrase.words[-1].capital and loose:
        return phrase.text, after
    if loose and phrase.determiner == "the" and phrase.head not in _NO_ORGANISATION and not phrase.head.endswith("ing"):
        return phrase.text, after
    return None


def name_after(reading: Reading, at: int) -> tuple[str, int] | None:
    """ ", Kruste" or "called Kruste" after a common noun."""
    if at + 1 >= reading.end or reading.tokens[at].low not in (",", "called", "named"):
        return None
    end = proper_name(reading.tokens, at + 1, reading.end)
    if end == at + 1 or reading.tokens[at + 1].low in ("i", "and"):
        return None
    return joined(reading.tokens[at + 1 : end]), end


def role(reading: Reading, start: int, *, titled: bool = False) -> tuple[str, int] | None:
    """The trade named at a token ("an engineer", "head of logistics") and where its phrase ends.

    `titled`: it may stand without an article, as after "promoted to".
    """
    phrase = noun_phrase(reading.tokens, start, reading.end, reading.skip)
    if phrase is None or phrase.owner or phrase.determiner not in ("a", "an", "the", "", "their", "one", "both"):
        return None
    words = [word.low for word in phrase.words]
    if species(" ".join(words[-2:])):
        return None
    of = words.index("of") if "of" in words else len(words)
    head = _trade(words[:of])
    if head is None or any(word in _JUDGING for word in words[: of - 1]):
        return None
    one = not reading.clause.subject.plural and reading.clause.subject.word != "we"
    if phrase.determiner == "" and one and not titled and words[0] not in _LEADING and head not in _LEADING:
        return None
    if phrase.determiner == "the" and of == len(words) and phrase.end >= reading.end:
        return None
    text = joined(phrase.words if of < len(words) else trimmed(phrase.words, PRAISE | {"new", "old"}))
    if head != words[of - 1]:
        text = text[: len(text) - 1]
    return text, phrase.end


def _trade(words: list[str]) -> str | None:
    """The word for a trade at the end of a phrase, in the singular."""
    if not words:
        return None
    last = words[-1]
    for word in (last, last[:-1] if last.endswith("s") else last):
        if " ".join([*words[-2:-1], word]) in OCCUPATIONS:
            return word
        if word in OCCUPATIONS and not (word in ROLE_ONLY_AFTER_ARTICLE and len(words) == 1):
            return word
        if word.endswith(("ologist", "ographer", "ician")) and len(word) > 8:
            return word
    return None


def employed(reading: Reading, ahead: int, stands: Standing, *, loose: bool = True) -> Iterator[Fact]:
    """The employer named so far past the verb, with how that employment stands."""
    found = organisation(reading, ahead, loose=loose)
    if found is not None:
        yield from state(reading.entity, "employer", found[0], stands, "former employer")


def place_of_work(reading: Reading, end: int, stands: Standing) -> Iterator[Fact]:
    """The employer after a trade: "a nurse at Initech", "a translator for the Ministry of Fisheries"."""
    ahead = end - reading.after
    if reading.low(ahead) in ("working", "employed", "based"):
        ahead += 1
    if reading.low(ahead) in ("at", "for", "with", "in"):
        yield from employed(reading, ahead + 1, stands, loose=reading.low(ahead) == "at")
