"""Personal names: which capitals in a sentence begin one, and where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .lexicon import CONDITIONS, LANGUAGES, NATIONALITIES, OCCUPATIONS, species
from .phrases import proper_name
from .text import Token
from .verbs import known, lemma
from .words import (
    ADVERBS,
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    NUMBERS,
    OPENERS,
    PREPOSITIONS,
    PRONOUNS,
    QUESTION_WORDS,
    SUBORDINATORS,
    adverb,
)

_CALENDAR: Final = frozenset(
    "mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday january "
    "february march april may june july august "
    "september october november december christmas easter halloween thanksgiving hanukkah ramadan diwali eid".split()
)


_TITLES: Final = frozenset(
    "herr frau monsieur madame señor señora sr sra dr dr. mr mr. mrs mrs. ms ms. mx mx. prof prof. professor sir "
    "aunt auntie uncle doctor".split()
)


_NO_NAME: Final = (
    _CALENDAR
    | frozenset(NUMBERS)
    | ADVERBS
    | AUXILIARIES
    | COORDINATORS
    | DETERMINERS
    | OPENERS
    | PREPOSITIONS
    | PRONOUNS
    | QUESTION_WORDS
    | SUBORDINATORS
    | LANGUAGES
    | NATIONALITIES
    | CONDITIONS
    | frozenset(
        "kudos cheers props best cool nice sweet super glad awesome amazing fantastic wonderful totally exactly "
        "agreed true whoa woah yay yum ouch phew gosh geez dang damn woohoo bravo gotcha okay alright omg yo aye "
        "ditto touche hopefully absolutely definitely god jesus lord tv internet english web ok asap diy covid ai "
        "uk us usa eu nhs congrats congratulations happy merry cheers welcome bless goodbye bye goodnight morning "
        "evening everyone people life work nature music art love family friends time today things kids parents "
        "visitors dogs cats children students guests members boys girls men women guys folks art food books "
        "movies nothing something team winter summer autumn spring fall health school college university home "
        "money weather coffee tea dinner lunch breakfast traffic christmas born speaking talking feeling looking "
        "sounds sound seems seem gotta gonna wanna mind note question answer fun fact story spoiler rumour rumor "
        "word long short same different another most half both all each every correction update reminder dad mum "
        "mom grandma grandpa mother father granny nana".split()
    )
)


def name_like(tokens: Sequence[Token], i: int) -> bool:
    """Whether the token can begin somebody's name; at the start of a sentence every word has a capital."""
    token = tokens[i]
    if token.sort != "word" or not token.capital or token.low in _NO_NAME or species(token.low):
        return False
    if len(token.text) > 3 and token.text.isupper() and token.text.isascii():
        return False
    if i == 0 or tokens[i - 1].text in (":", '"'):
        low = token.low
        if i == 0 and not _goes_on(tokens, i):
            return False
        if low in _ALSO_VERBS and i + 1 < len(tokens) and _tells_of(tokens[i + 1]):
            return True
        if known(low) or adverb(low) or low.endswith(("ing", "tion", "ness", "ment", "ity", "ism", "ings", "ful")):
            return False
    return True


_ALSO_VERBS: Final = frozenset(
    "mark will rob pat grant drew sue bill jack rose dawn grace hope chase josh nick phil bob".split()
)


def _goes_on(tokens: Sequence[Token], i: int) -> bool:
    """Whether what follows the first word of a sentence makes it somebody's name: a surname, a verb, "and Lo"."""
    if i + 1 >= len(tokens):
        return False
    after = tokens[i + 1]
    if after.low == "no" and i + 2 < len(tokens) and tokens[i + 2].low == "longer":
        return True
    if (
        after.capital
        or after.low in ("and", "&", ",", "(", "from", "who", "'s", "'ll", "'d")
        or after.low in AUXILIARIES
        or adverb(after.low)
    ):
        return True
    if after.low == "the":
        return i + 2 < len(tokens) and tokens[i + 2].low in OCCUPATIONS
    return bool(lemma(after.low, "s") or lemma(after.low, "past"))


def _tells_of(after: Token) -> bool:
    """Whether a word goes on about a person: "Mark's", "Will lives"."""
    return after.low in ("'s", "is", "was", "has") or lemma(after.low, "s") is not None


def name_at(tokens: Sequence[Token], i: int, stop: int) -> int:
    """Where the personal name that begins at `i` ends, `i` where none does."""
    j = i
    if j < stop and tokens[j].low in _TITLES and tokens[j].capital and j + 1 < stop and tokens[j + 1].capital:
        j += 1
    elif j >= stop or not name_like(tokens, j):
        return i
    end = min(proper_name(tokens, j, stop), j + 4)
    k = j
    while k < end and (k == j or tokens[k].low not in _NO_NAME) and tokens[k].low not in ("of", "the", "'s"):
        k += 1
    return k if k > j else i
