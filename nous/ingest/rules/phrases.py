"""Noun phrases: where a value begins and ends in a sentence, and what of it is worth keeping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .text import Token
from .verbs import gerund, lemma
from .words import (
    ADVERBS,
    ARTICLES,
    AUXILIARIES,
    COORDINATORS,
    DEMONSTRATIVES,
    DETERMINERS,
    NUMBERS,
    POSSESSIVES,
    PRAISE,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SUBORDINATORS,
    VAGUE,
    adverb,
)

_OF_MANY: Final = frozenset("all some one two three many most each both couple".split())

_LOOSE_DETERMINERS: Final = frozenset("my our new more other others many all some".split())

_ALONG: Final = frozenset("together outdoors outside home alone well up out away".split())

_FLEXIBLE = frozenset(
    "early late long hard home only back very really pretty so super quite far near well right over fully newly "
    "freshly freshly half fairly slightly rather extremely incredibly severely mildly".split()
)
_MEASURES = frozenset(
    "couple bit lot lots number bunch pair variety range piece cup glass kind type sort bottle plenty load loads "
    "ton tons handful dozen hundreds thousands slice bowl plate collection".split()
)
_INNER = frozenset("of de del della la le los las di do da dos du der den van von the and & y upon on am".split())
_LONGEST = 12
"""No noun phrase that names one thing runs over more words; longer runs are a list or a slip of the parser."""
_LONGEST_ACTIVITY = 8


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: tokens from `start` up to `end`, `determiner` ("" for none) apart from its `words`.

    `head` is the last word before an "of"; `owner` is the possessor's last word in "my sister's dog".
    """

    start: int
    end: int
    determiner: str
    words: tuple[Token, ...]
    head: str
    owner: str = ""
    activity: bool = False

    @property
    def proper(self) -> bool:
        """Whether it is a name: each of its words begins like one, small linking words aside."""
        return all(w.capital or w.low in _INNER or w.low == "'s" or w.sort == "number" for w in self.words) and (
            self.words[0].capital
        )

    @property
    def text(self) -> str:
        """The words as written, without determiner and without judging adjectives in front."""
        return joined(trimmed(self.words))

    @property
    def vague(self) -> bool:
        """Whether it names nothing a memory could use ("a lot", "the way")."""
        return self.head in VAGUE and not self.proper


def joined(words: Sequence[Token]) -> str:
    """Tokens as text, with the spaces they had.

    >>> from nous.ingest.rules.text import sentences
    >>> joined(next(sentences("Bo's  old car")).tokens)
    "Bo's old car"
    """
    parts: list[str] = []
    for i, word in enumerate(words):
        if i and word.start > words[i - 1].end:
            parts.append(" ")
        parts.append(word.text)
    return "".join(parts).strip()


def trimmed(words: Sequence[Token], drop: frozenset[str] = PRAISE) -> Sequence[Token]:
    """Words without the judging adjectives in front, unless nothing else is left."""
    start = 0
    while start < len(words) - 1 and (
        words[start].low in drop
        or (words[start].low in _FLEXIBLE and words[start].low not in ("early", "late", "long", "home", "half"))
    ):
        if words[start].capital and start + 1 < len(words) and words[start + 1].capital:
            break
        start += 1
        while start < len(words) - 1 and words[start].text == ",":
            start += 1
    return words[start:]


def breaks(token: Token) -> bool:
    """Whether a noun phrase is over before this token."""
    low = token.low
    if token.sort in ("mark", "hole", "other") and low not in ("&", "%", "$", "€", "£"):
        return True
    if token.sort in ("title", "number"):
        return False
    if token.capital and low not in ("i", "i'm") and (adverb(low) or low in PREPOSITIONS):
        return low in PREPOSITIONS
    return (
        low in PREPOSITIONS
        or low in COORDINATORS
        or low in SUBORDINATORS
        or low in RELATIVES
        or low in PRONOUNS
        or low in AUXILIARIES
        or adverb(low)
        or low in ("to", "not", "called", "named")
    )


def noun_phrase(
    tokens: Sequence[Token], i: int, stop: int, skip: frozenset[int] = frozenset(), company: bool = False
) -> Phrase | None:
    """The noun phrase that begins at `i`, ended before `stop`, a token of `skip`, or what cannot belong to it.

    With `company`, two names joined by "and" are one ("Marks and Spencer").
    """
    start = i
    i, determiner = _determined(tokens, i, stop, skip)
    words: list[Token] = []
    head, owner, j = "", "", i
    while j < stop and j not in skip and len(words) < _LONGEST:
        token = tokens[j]
        after = tokens[j + 1] if j + 1 < stop and j + 1 not in skip else None
        if token.low == "of" and words and after and not (breaks(after) and after.low not in ARTICLES):
            inner = noun_phrase(tokens, j + 1, stop, skip)
            if inner is not None:
                words.extend(tokens[j : inner.end])
                j = inner.end
            break
        if token.low == "'s" and words and after and not breaks(after):
            owner = head
        elif token.low == "home" and not words and determiner in ("my", "our", "a", "new"):
            head = token.low
        elif not _linking(token, words, after, company):
            if breaks(token) or _past_noun(token, words, after, j + 1 in skip):
                break
            head = token.low
        words.append(token)
        j += 1
    if not words or not head:
        return None
    return Phrase(start, j, determiner, tuple(words), head, owner)


def _determined(tokens: Sequence[Token], i: int, stop: int, skip: frozenset[int]) -> tuple[int, str]:
    """Past the determiners at the front ("all of the", "a couple of", "two"): where they end, and the telling one."""
    start, determiner = i, ""
    while i < stop and i not in skip:
        low = tokens[i].low
        if low in _MEASURES and i + 1 < stop and tokens[i + 1].low == "of":
            determiner, i = determiner or low, i + 2
        elif low in DETERMINERS or (tokens[i].sort == "number" and low.isdigit() and i + 1 < stop):
            if low in NUMBERS and tokens[i].capital and i > start:
                break
            determiner = low if determiner in ("", "all", "both", "half", "of", "one") else determiner
            i += 1
        elif low == "of" and determiner in _OF_MANY:
            i += 1
        else:
            break
    return i, determiner


def _linking(token: Token, words: Sequence[Token], after: Token | None, company: bool) -> bool:
    """Whether a word only leads on to the noun: the "and" within a firm's name, the "very" of "very old maps"."""
    if after is None:
        return False
    if token.low in ("&", "and"):
        return company and bool(words) and words[-1].capital and after.capital
    return token.low in _FLEXIBLE and not breaks(after) and after.low not in DETERMINERS


def _past_noun(token: Token, words: Sequence[Token], after: Token | None, timed: bool) -> bool:
    """Whether the noun is over: a new one begins, or what it does or what was done to it."""
    if not words:
        return False
    if token.low in DETERMINERS and token.low not in ("no", "half"):
        return True
    if gerund(token.low) and after is not None and after.low in _AFTER_DOING:
        return True
    return _participle(token.low) and (after is None or after.low in PREPOSITIONS or timed)


_AFTER_DOING: Final = frozenset("for at in with as on".split())


def _participle(word: str) -> bool:
    """Whether a word after a noun begins what was done to it: "parked at the coast", "made of oak"."""
    return lemma(word, "part") is not None and lemma(word, "base") is None


def activity(tokens: Sequence[Token], i: int, stop: int, skip: frozenset[int] = frozenset()) -> Phrase | None:
    """What one does, as an -ing form with its objects: "playing board games with friends"."""
    if i >= stop or i in skip or not gerund(tokens[i].low) or (tokens[i].capital and i > 0):
        return None
    j = i + 1
    while j < stop and j not in skip and j - i < _LONGEST_ACTIVITY:
        token = tokens[j]
        if token.text == "," or token.low in COORDINATORS:
            if not adjectives_go_on(tokens, j, stop) and not _one_more(tokens, i, j, stop):
                break
        elif _points(tokens, i, j):
            return None
        elif _activity_over(token, tokens[j - 1]):
            break
        j += 1
    if j - i >= _LONGEST_ACTIVITY and j < stop and tokens[j].sort == "word":
        j = next((k for k in range(j - 1, i + 1, -1) if tokens[k].low in PREPOSITIONS), j)
    while j > i + 1 and (tokens[j - 1].low in _DANGLING or tokens[j - 1].text == ","):
        j -= 1
    words = tuple(w for w in tokens[i:j] if w.low not in ("my", "our"))
    return Phrase(i, j, "", words, words[-1].low, activity=True)


_DANGLING: Final = (PREPOSITIONS - {"out", "up"} - _ALONG) | DETERMINERS | COORDINATORS


def _points(tokens: Sequence[Token], i: int, j: int) -> bool:
    """Whether an activity is only about what is at hand: "watching them", "making this cake"."""
    low = tokens[j].low
    if low in DEMONSTRATIVES | POSSESSIVES and low not in ("my", "our"):
        return True
    return low in PRONOUNS and (j - i < 3 or tokens[j - 1].low not in PREPOSITIONS)


def _activity_over(token: Token, before: Token) -> bool:
    low = token.low
    if token.sort in ("mark", "hole", "other") or low in PRONOUNS or low in AUXILIARIES:
        return True
    if low in ("not", "because", "since", "so") or (low in SUBORDINATORS and low not in ("as", "before", "after")):
        return True
    if low in ADVERBS:
        return low not in _ALONG
    return low in DETERMINERS - ARTICLES - _LOOSE_DETERMINERS and before.low not in PREPOSITIONS


def adjectives_go_on(tokens: Sequence[Token], j: int, stop: int) -> bool:
    """Whether the comma or "and" stands between two adjectives of one noun: "a warm, quiet kitchen"."""
    if j < 2 or j + 2 > stop or tokens[j - 2].low not in ("a", "an"):
        return False
    after = tokens[j + 1] if j + 1 < stop else None
    return (
        after is not None
        and after.sort == "word"
        and not (
            breaks(after) or after.low in DETERMINERS or (lemma(after.low, "past") and not lemma(after.low, "part"))
        )
        and not lemma(after.low, "base")
        and (tokens[j + 2].sort == "word" if j + 2 < stop else False)
        and (not breaks(tokens[j + 2]) or tokens[j + 2].low in ("and", "home"))
    )


def _one_more(tokens: Sequence[Token], i: int, j: int, stop: int) -> bool:
    """Whether "and" adds a second object to an activity: "planting hedges and trees", not "cooking and games"."""
    if tokens[j].low not in ("and", "&") or j - i < 2 or j + 1 >= stop:
        return False
    after = tokens[j + 1]
    return (
        after.sort == "word"
        and not breaks(after)
        and not gerund(after.low)
        and not (lemma(after.low, "base") or after.low in DETERMINERS)
    )


def series(
    tokens: Sequence[Token], i: int, stop: int, skip: frozenset[int] = frozenset(), activities: bool = True
) -> list[Phrase]:
    """The members of a list ("reading, old maps and the sea"), or the one phrase that stands alone."""
    found: list[Phrase] = []
    coordinated = False
    while i < stop:
        doing = activity(tokens, i, stop, skip) if activities else None
        if doing is None and activities and i + 1 < stop and lemma(tokens[i].low, "ing") and not tokens[i].capital:
            break
        item = doing or noun_phrase(tokens, i, stop, skip)
        if item is None:
            break
        found.append(item)
        i, joining, seen = _separator(tokens, item.end, stop)
        coordinated = coordinated or seen
        if not joining:
            break
    if len(found) > 1 and not coordinated:
        return found[:1] if len(found) == 2 else found
    return found


def _separator(tokens: Sequence[Token], i: int, stop: int) -> tuple[int, bool, bool]:
    """Past a comma or "and" between two members: the next place, whether there was one, whether it was a word."""
    start, word = i, False
    while i < stop:
        low = tokens[i].low
        if low in ("and", "&", "or", "plus"):
            word = True
        elif low == "as" and [t.low for t in tokens[i : i + 3]] == ["as", "well", "as"]:
            word, i = True, i + 2
        elif low == "also" or (
            adverb(low) and i > start and tokens[i - 1].low in (",", "and") and tokens[min(i + 1, stop - 1)].low == ","
        ):
            pass
        elif low != ",":
            break
        i += 1
    return i, i > start, word


def proper_name(tokens: Sequence[Token], i: int, stop: int) -> int:
    """Where the name that begins at `i` ends; `i` itself where none begins there."""
    j = i
    while j < stop and j - i < 6:
        token = tokens[j]
        if token.capital and token.low not in ("i",):
            j += 1
        elif token.low in _INNER - {"and", "the", "on", "am"} and j > i:
            k = j + 1
            if k < stop and tokens[k].low == "the":
                k += 1
            if k < stop and tokens[k].capital and tokens[k].low != "i":
                j = k + 1
            else:
                break
        elif token.low == "'s" and j > i and j + 1 < stop and tokens[j + 1].capital:
            j += 1
        else:
            break
    return j
