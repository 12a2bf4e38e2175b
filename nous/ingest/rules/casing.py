"""Text typed all in small letters, or all in capitals: which of its words are names after all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .lexicon import INSTRUMENTS, KIN, LANGUAGES, MAKES, NATIONALITIES, OCCUPATIONS, ORGANISATIONS, species
from .places import CITIES, COUNTRIES
from .text import Token
from .verbs import known
from .words import AUXILIARIES, COORDINATORS, DETERMINERS, OPENERS, PREPOSITIONS, PRONOUNS, SUBORDINATORS, adverb

_ALSO_WORDS: Final = frozenset(
    "nice reading bath split us la turkey chad jordan mali oman niger guinea chile china hull cork lima bari perth "
    "rio pisa essen halle lund vigo brest polish lao twi dari scots mini seat opel civic golf beetle rover mustang "
    "jeep alfa".split()
)
"""Names that are words as well: names only after "in", "from" and the like, or where a car or tongue is meant."""
_BEFORE_PLACE: Final = frozenset("in to from near outside into around".split())
_CALLS: Final = frozenset("called named".split())
_GIVEN: Final = frozenset(
    """
aaron abby abdul abigail adam adrian agnes ahmed aisha alan albert alejandro alex alexander alexandra ali alice alicia
alina alison allison amanda amelia amina amir amy ana andrea andreas andrew andy angela anita anja ann anna anne annie
anthony anton antonio arthur ashley astrid audrey barbara beatrice ben benjamin bernard beth betty bianca bob boris
brandon brenda brian bridget bruno carl carla carlos carmen carol caroline catherine cecilia charles charlie charlotte
chloe chris christian christina christine christopher claire clara claudia connor craig cristina cynthia daisy daniel
daniela david deborah denise dennis diana diego dmitri dominic donald donna doris dorothy douglas dylan edith edward
elena eleanor eli elias elisa elizabeth ella ellen ellie elsa emil emily emma eric erica erik ernest esther ethan eva
evelyn fatima felix fiona florian frances francesca francis frank franz fred freya gabriel gareth gary gemma george
gerald gerard gina giulia gloria graham greta guillermo gustav hannah hans harriet harry hassan heather heidi helen
helena henry hilda holly hugo ian ibrahim ingrid irene iris isabel isabella isla ivan jack jacob jake james jamie jan
jana jane janet jason javier jean jeff jennifer jenny jeremy jerry jessica jill joanna joe joel johan johanna john
jonas jonathan jorge jose joseph josh joshua joyce juan judith julia julian julie karen karim karin karl kate katherine
kathleen katie kevin kim klaus kurt kyle lars laura lauren leah lena leo leon leonard leonie lewis liam lily linda lisa
liz lorenzo louis louise luca lucas lucia lucy luis luke maggie magnus manuel marco margaret maria marie marina mario
mark marta martha martin mary mateo matilda matt matthew maurice max maya megan melissa michael michelle miguel mike
mila mohamed mohammed monica muhammad nadia nancy naomi natalia natalie natasha nathan neil nicholas nick nicola nicole
nigel nikolai nina noah nora oliver olivia omar oscar otto pablo pam patricia patrick paul paula pauline pedro penny
peter petra philip phoebe pierre rachel ralph raj rebecca renata rene richard rita robert roberto robin rodrigo roger
roland ronald rory rosa rosie rupert russell ruth ryan sabine sally sam samantha samuel sandra sara sarah sasha sean
sebastian sergei sharon sheila simon sofia sonia sophia sophie stefan stella stephanie stephen steve steven stuart
susan susanna sylvia tanya tara teresa theo theresa thomas tim timothy tina toby tom tomas tony tracy ursula valerie
vanessa vera veronica victor victoria viktor vincent virginia vivian walter wendy william yasmin yusuf yvonne zara zoe
""".split()
)
_PLAIN: Final = (
    AUXILIARIES | COORDINATORS | DETERMINERS | OPENERS | PREPOSITIONS | PRONOUNS | SUBORDINATORS
    | OCCUPATIONS | ORGANISATIONS | KIN.keys() | INSTRUMENTS
)  # fmt: skip


def given(name: str) -> bool:
    """Whether a name is one of the common first names.

    >>> given("Anna"), given("Initech")
    (True, False)
    """
    return name.lower() in _GIVEN


def monotone(text: str) -> bool:
    """Whether a text is typed without telling capitals: none but "I", or nearly nothing else.

    >>> monotone("i live in leeds"), monotone("I LIVE IN BRISTOL"), monotone("I live in Leeds")
    (True, True, False)
    """
    letters = [char for char in text if char.isascii() and char.isalpha()]
    capitals = sum(char.isupper() for char in letters)
    if len(letters) < _FEW:
        return False
    alone = len(re.findall(r"\bI\b", text))
    return capitals <= alone or (capitals > len(letters) * 0.8 and len(letters) > 2 * _FEW)


_FEW: Final = 6
"""A text of fewer letters tells nothing of its writer's habits."""


def recased(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens of a sentence typed without capitals, or all in them, with capitals where names begin.

    >>> from nous.ingest.rules.text import sentences
    >>> " ".join(t.text for t in recased(next(sentences("i live in leeds with my sister anna")).tokens))
    'i live in Leeds with my sister Anna'
    """
    words = [Token(t.low, t.low, t.start, t.end, t.sort) if t.sort == "word" else t for t in tokens]
    for i in range(len(words)):
        if words[i].sort == "word" and (length := _name(words, i)):
            for k in range(i, i + length):
                words[k] = _capital(words[k])
    return tuple(words)


def with_owners(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with the apostrophe that is missing in "my dogs name is Pretzel".

    >>> from nous.ingest.rules.text import sentences
    >>> [t.low for t in with_owners(next(sentences("my dogs name is Rex")).tokens)]
    ['my', 'dog', "'s", 'name', 'is', 'rex']
    """
    found: list[Token] = []
    for i, token in enumerate(tokens):
        owners = token.text == "'" and i and i + 1 < len(tokens) and tokens[i + 1].low in ("name", "names")
        if owners and (tokens[i - 1].low in KIN or species(tokens[i - 1].low)):
            found.append(Token("'s", "'s", token.start, token.end))
            continue
        single = token.low[:-1]
        named = token.low.endswith("s") and i + 1 < len(tokens) and tokens[i + 1].low == "name"
        if named and (single in KIN or species(single) == single):
            found.append(Token(token.text[:-1], single, token.start, token.end - 1))
            found.append(Token(token.text[-1:], "'s", token.end - 1, token.end))
        else:
            found.append(token)
    return tuple(found)


def _capital(token: Token) -> Token:
    return Token(token.text[:1].upper() + token.text[1:], token.low, token.start, token.end, token.sort)


def _name(words: Sequence[Token], i: int) -> int:
    """How many tokens the name that begins at one has, 0 where none does."""
    low = words[i].low
    before = words[i - 1].low if i else ""
    if words[i].capital:
        return 0
    for length in (3, 2):
        joined = " ".join(word.low for word in words[i : i + length])
        if i + length <= len(words) and (joined in CITIES or joined in COUNTRIES):
            return length
    if low in _ALSO_WORDS:
        spoken = low in LANGUAGES and before in ("speak", "speaks", "learning", "fluent", "some", "and", "understand")
        return int(spoken or before in _BEFORE_PLACE or (low in MAKES and before in ("a", "my", "old", "new")))
    if low in CITIES or low in COUNTRIES or low in LANGUAGES or low in NATIONALITIES or low in MAKES:
        return 1
    if before in _CALLS or (before == "is" and i > 1 and words[i - 2].low in ("name", "names")):
        return int(_unknown(low))
    if low in _GIVEN:
        return int(before not in ("a", "an", "to", "the"))
    works = before in ("at", "for") and any(word.low in _WORKING for word in words[max(0, i - 3) : i])
    return int(works and _unknown(low) and (i + 1 >= len(words) or _over(words[i + 1])))


_WORKING: Final = frozenset("work works worked working job started".split())


def _unknown(low: str) -> bool:
    return low.isalpha() and low not in _PLAIN and not known(low) and not adverb(low) and species(low) is None


def _over(token: Token) -> bool:
    return token.sort != "word" or token.low in _PLAIN - OCCUPATIONS or adverb(token.low)
