"""What somebody does, as a value: the verb and what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from .lexicon import KIN
from .phrases import adjectives_go_on, breaks, joined
from .reading import Reading
from .text import Token
from .verbs import gerund, known, lemma
from .words import (
    ADVERBS,
    AUXILIARIES,
    COORDINATORS,
    DEMONSTRATIVES,
    DETERMINERS,
    PRAISE,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    adverb,
)

_POINTING: Final = frozenset(
    "you your it he she him her his they them their this that these those i we me us there here ones yours "
    "everything something anything nothing someone everyone its".split()
)

_LONGEST: Final = 12
"""A deed of more words is a story; it is cut at a place where a phrase begins."""
_EMPTY: Final = frozenset(
    "it that this them one those these so too well lot lots bit fun blast ball great time way thing things stuff "
    "something anything everything nothing some more much sure sense care look chance difference message call "
    "hello goodbye it's word words point idea note face deal mistake effort best progress feeling vibe impression "
    "you me him her us your step steps break rest risk charge part".split()
)
_UNTELLING: Final = frozenset(
    "experience time times week weekend day night plunge incident adventure moment milestone opportunity change "
    "tough rough hard big bigger real place thing way unexpected recent busy major huge schedule look pic pics "
    "photo photos rewarding special meaningful break game second shot try go chat news potential effort similar "
    "talk chat talks things new different happening chance honor honour privilege pleasure impact share tell "
    "attend".split()
)
_ABOUT: Final = frozenset("about around roughly almost nearly just over".split())
"""What makes a time no more than a guess."""
_CUT: Final = frozenset(
    "because since so although though while when where who which that if unless until as than but how why what "
    "whose".split()
)


def verb_phrase(reading: Reading, start: int, drop_times: bool = True, shown: bool = False) -> str | None:
    """The words of a deed from its verb at `start` on, without time words, owners and what does not belong to it.

    None where it says nothing without the sentence around it ("did it", "went there"); what is `shown` may be
    pointed at ("I painted this lake last year").
    """
    kept: list[Token] = []
    tokens, stop = reading.tokens, reading.end
    step: _Step = "end"
    if _for_somebody(tokens, start, stop):
        return None
    for i in range(start, stop):
        timed = drop_times and i in reading.skip
        if drop_times and i + 1 in reading.skip and tokens[i].low in _ABOUT:
            continue
        pointing = tokens[i].low in DEMONSTRATIVES and i + 1 < stop and not breaks(tokens[i + 1])
        if shown and kept and pointing and not _relative(tokens, i, stop):
            continue
        step = _timed(tokens, i, stop, reading.skip, kept) if timed else _step(tokens, i, stop, kept)
        if step == "nothing":
            kept = _without_purpose(kept)
            if not kept:
                return None
            break
        if step in ("end", "cut") or len(kept) == _LONGEST:
            kept = _shortened(kept) if step not in ("end", "cut") else kept
            break
        if step == "keep":
            kept.append(tokens[i])
    kept = _trim(kept)
    if step == "cut" and len(kept) > 3 and kept[-2].low == "to":
        kept = _trim(kept[:-2])
    return joined(_spaced(kept)) if _telling(kept) else None


_LOOSE: Final = frozenset("with for at near beside from without before after during".split())
_LIGHT: Final = frozenset("put get have do make give take see".split())
_Step = Literal["keep", "skip", "end", "cut", "nothing"]
"""What becomes of the next word: kept, left out, the end, an end in the midst of things, or no deed at all."""


def _timed(tokens: Sequence[Token], i: int, stop: int, skip: frozenset[int], kept: Sequence[Token]) -> _Step:
    """Time words are left out; a deed goes on after them only with a further "with" or "in"."""
    last = i + 1 < stop and i + 1 not in skip
    goes_on = last and (tokens[i + 1].low in PREPOSITIONS or gerund(tokens[i + 1].low) is not None)
    return "end" if last and not goes_on and len(kept) > 2 else "skip"


def _step(tokens: Sequence[Token], i: int, stop: int, kept: Sequence[Token]) -> _Step:
    token, low = tokens[i], tokens[i].low
    after = tokens[i + 1].low if i + 1 < stop else ""
    if low in ("another", "both", "several") and (not after or after in PREPOSITIONS - {"of"}):
        return "nothing"
    if token.text == "-" and i and token.start > tokens[i - 1].end:
        return "end"
    if token.sort in ("mark", "hole", "other") and token.text not in _MARKS_KEPT:
        listed = token.text == "," and kept and (_list_goes_on(tokens, i, stop) or adjectives_go_on(tokens, i, stop))
        return "keep" if listed else "end"
    if kept and _relative(tokens, i, stop):
        return "cut"
    pointing = low in PRONOUNS or (low in DEMONSTRATIVES | _NOT_MINE and after not in PRAISE)
    if pointing and kept and low not in ("myself", "ourselves", "others") and (low, after) != ("one", "of"):
        complete = len(kept) > 3 and kept[-1].low in PREPOSITIONS and not lemma(kept[-2].low, "base")
        return "cut" if complete else "nothing"
    if low in ("thanks", "thank", "haha", "lol", "yesterday"):
        return "end"
    if low in COORDINATORS:
        return "keep" if adjectives_go_on(tokens, i, stop) or _joins_nouns(tokens, i, stop, kept) else "cut"
    if (
        low == "like"
        and kept
        and kept[-1].low.endswith("s")
        and after
        and not breaks(tokens[i + 1])
        and after != "this"
    ):
        return "keep"  # "notebooks with elements like galaxies"
    if low in _CUT or low == "like":
        return "cut" if low in _CUT else "end"
    if low in ("my", "our") and len(kept) > 1 and kept[-1].low == "of":
        return "keep"
    if (low == "this" and after in PRAISE) or low in ("my", "our", "myself", "ourselves"):
        return "skip"
    return "skip" if _idle(tokens, i, stop) or (low in ("too", "'s") and not kept) else "keep"


_NOT_MINE: Final = frozenset("your his her its their".split())
_MARKS_KEPT: Final = frozenset("& - ' $ € £ %".split())


def _relative(tokens: Sequence[Token], i: int, stop: int) -> bool:
    """Whether "that" leads a clause about the noun before it: "a firm that helps", not "that firm"."""
    after = tokens[i + 1].low if i + 1 < stop else ""
    clause = after in PRONOUNS | AUXILIARIES or lemma(after, "s") is not None or lemma(after, "past") is not None
    return tokens[i].low == "that" and clause


def _without_purpose(kept: list[Token]) -> list[Token]:
    """A deed up to the adjunct that points at what is at hand: "met people to hear them", "baked a cake for you"."""
    for k in range(len(kept) - 2, 2, -1):
        if kept[k].low == "to" and lemma(kept[k + 1].low, "base") and not lemma(kept[k - 1].low, "ing"):
            return kept[:k]
    for k in range(len(kept) - 1, 2, -1):
        cut = kept[k].low in _LOOSE and not lemma(kept[k - 1].low, "base") and lemma(kept[0].low, "past") not in _LIGHT
        if cut and _telling(kept[:k]):
            return kept[:k]
    return []


def _shortened(kept: list[Token]) -> list[Token]:
    """A deed that goes on for too long, up to where its last adjunct begins."""
    for k in range(len(kept) - 1, 3, -1):
        if kept[k].low in PREPOSITIONS - {"of"}:
            return kept[: k - 1] if lemma(kept[k - 1].low, "part") and k > 4 else kept[:k]
    return kept


def _for_somebody(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether the first object is a person and a second follows: "knitted my uncle a scarf"."""
    lows = [token.low for token in tokens[start + 1 : min(start + 4, stop)]]
    return (
        len(lows) == 3 and lows[0] in ("my", "our") and lows[1] in KIN and lows[2] in ("a", "an", "some", "the", "my")
    )


def _idle(tokens: Sequence[Token], i: int, stop: int) -> bool:
    """Whether an adverb can go without loss: "really", not the "daily" of "a daily walk" nor a preposition."""
    low = tokens[i].low
    if not adverb(low) or low in PREPOSITIONS or low in _KEPT_ADVERBS or (i and tokens[i - 1].low in ("a", "an")):
        return False
    if low in ("once", "twice"):
        return not (i + 1 < stop and tokens[i + 1].low == "a")
    if low in ("daily", "weekly", "monthly", "nightly", "early", "late", "long", "hard", "well", "second", "pretty"):
        return i + 1 >= stop or breaks(tokens[i + 1]) or low == "pretty"
    return True


_KEPT_ADVERBS: Final = frozenset(
    "forward back home up out off away together abroad outside outdoors downtown not alone on over around".split()
)


def _list_goes_on(tokens: Sequence[Token], i: int, stop: int) -> bool:
    """Whether a comma stands within a list of nouns, that is: an "and" follows before the clause does."""
    for j in range(i + 1, min(i + 6, stop)):
        if tokens[j].low in ("and", "&"):
            return j + 1 < stop and not lemma(tokens[j + 1].low, "past") and tokens[j + 1].low not in PRONOUNS
        if tokens[j].low in PREPOSITIONS | PRONOUNS | AUXILIARIES | SUBORDINATORS or adverb(tokens[j].low):
            return False
    return False


def _joins_nouns(tokens: Sequence[Token], i: int, stop: int, kept: Sequence[Token]) -> bool:
    """Whether "and" joins two nouns of the deed rather than beginning another one."""
    if tokens[i].low not in ("and", "&") or i + 1 >= stop or not kept:
        return False
    after = tokens[i + 1]
    if after.low in DETERMINERS and i + 3 < stop and lemma(tokens[i + 3].low, "past"):
        return False
    if (
        after.low in PRONOUNS
        or after.low in AUXILIARIES
        or after.low in SUBORDINATORS
        or adverb(after.low)
        or after.sort not in ("word", "title", "number")
    ):
        return False
    if (
        lemma(after.low, "past")
        or (after.low.endswith("ed") and not known(after.low))
        or (lemma(after.low, "base") and after.low not in ("dance", "hike", "cook", "paint", "swim"))
    ):
        return False
    return not gerund(after.low) or (len(kept) > 1 and bool(gerund(kept[-1].low)))


def _trim(kept: list[Token]) -> list[Token]:
    while kept and (
        kept[-1].low in PREPOSITIONS - {"up", "out", "off", "around", "over"}
        or (kept[-1].low in DETERMINERS - {"all", "both"} and not (len(kept) > 1 and kept[-2].low == "each"))
        or kept[-1].low in COORDINATORS
        or kept[-1].low in (",", "to", "-", "not", "like", "'s", "called", "named")
    ):
        kept.pop()
    return kept


def _telling(kept: Sequence[Token]) -> bool:
    """Whether a deed can be understood alone: more than a verb, and about more than "it" or "you"."""
    lows = [token.low for token in kept]
    if len(lows) < 2 or any(low in _POINTING for low in lows):
        return False
    content = [
        low for low in lows[1:] if low not in PREPOSITIONS | DETERMINERS | ADVERBS | _EMPTY | PRAISE | _UNTELLING
    ]
    return bool(content)


def _spaced(kept: list[Token]) -> list[Token]:
    """Tokens moved together, so that what was left out leaves one space."""
    placed: list[Token] = []
    at = 0
    for k, token in enumerate(kept):
        gap = 1 if k and token.start > kept[k - 1].end else 0
        at += gap
        placed.append(Token(token.text, token.low, at, at + len(token.text), token.sort))
        at += len(token.text)
    return placed


def in_base_form(reading: Reading, text: str) -> str:
    """A habit with its verb in the base form, so that hers and mine read alike."""
    head, _, rest = text.partition(" ")
    if head.lower() != reading.clause.verb.word or not known(head.lower()):
        return text
    return f"{reading.lemma} {rest}".strip()


STATIVE: Final = frozenset(
    "be know think feel want like love hate need believe seem mean guess remember understand wish hope realise "
    "realize look sound say tell hear wonder forget suppose appear deserve care matter mind notice agree "
    "appreciate enjoy".split()
)
