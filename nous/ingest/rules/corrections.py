"""Slips of the tongue: "No, sorry, I meant Tuesday", "scratch that", "please disregard that"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nous.graph.values import Value

from . import places
from .phrases import joined, noun_phrase, proper_name
from .text import Token
from .words import NUMBERS

_INTERJECTION: Final = (
    r"(?:(?:oh|oops|whoops|ugh|ah|argh|er|erm|um|uh|hmm|sorry|my mistake|my bad|typo|actually|ok|okay|well)[,.!:]?\s+)*"
)
_HESITATION: Final = r"(?:(?:wait|hang on|hold on|no|nope|sorry|oops|my mistake|my bad)[,.!]?\s+){0,3}"
_MARK: Final = re.compile(
    rf"(?:^|(?<=[,;:\u2014(.-])\s*|(?<=\s)(?=(?:no|wait|sorry|oops)\b))(?P<mark>{_INTERJECTION}{_HESITATION}"
    r"(?:i\s+meant(?:\s+to\s+(?:say|write|type))?|i\s+mean(?!t)|(?:scratch|strike|make)\s+that|correction|or\s+rather"
    r"|(?:sorry|oops|whoops)(?=[,:]\s+(?:[^\s,.!?]+\s+){0,2}[^\s,.!?]+\W*$)"
    r"|no(?=,\s+(?-i:[A-Z\u00c0-\u00de])[^\s,.!?]*(?:\s+(?-i:[A-Z\u00c0-\u00de])[^\s,.!?]*)?\W*$)"
    r"|i\s+(?:just\s+)?(?:said|wrote|told\s+you|typed|mentioned)\s+(?!that\b|to\b|no\b|yes\b|it\b|in\s+the\b)[^\s,.;!?]+"
    r"(?:\s+(?-i:[A-Z0-9])[^\s,.;!?]*){0,3}(?:\s+(?:earlier|before|just\s+now|above|yesterday|last\s+time))?"
    r"(?:,|;|\s*\u2014)?\s+(?:but(?:\s+actually)?(?:\s+it's|\s+it\s+is|\s+that's)?|it's|it\s+is(?:\s+actually)?|actually|that's\s+wrong|i\s+meant)"
    r"|(?:wait|sorry|oops|whoops|no|hang\s+on|hold\s+on|actually|oh)[,.!]*\s+that(?:'s|\s+is|\s+was)\s+"
    r"(?:all\s+)?(?:wrong|not\s+(?:right|true|correct)|incorrect|a\s+mistake)"
    r"|i\s+should\s+say|(?:no|sorry),?\s*(?:wait|sorry)|(?:wait|sorry),?\s*no|(?:sorry|oops),\s*it's|typo)"
    r"[,:;.]?\s*(?:that's|it's|that is|it is)?)\s*",
    re.IGNORECASE,
)
_HINT: Final = re.compile(
    r"\bmeant?\b|\b(?:scratch|strike|make) that\b|correction|or rather|should say|\bno,? (?:wait|sorry)\b|\bwait,? no\b"
    r"|\bi (?:just )?(?:said|wrote|told you|typed|mentioned)\b"
    r"|\bthat(?:'s| is| was) (?:all )?(?:wrong|not|incorrect|a mistake)\b"
    r"|sorry,? (?:no|it's)\b|oops|typo|\bsorry[,:]?\s+(?:\S+\s+){0,2}\S+\W*$|\bno,\s+\S+(?:\s+\S+)?\W*$",
    re.IGNORECASE,
)
_STAR: Final = re.compile(r"^\s*\*\s*(?P<value>[^*\n]{1,60}?)\s*\*?\s*$")
_WITHDRAWN: Final = re.compile(
    r"^\W*(?:(?:please|sorry|actually|ok|okay|oh|no|wait|ah|so|just|and|but|hey|kindly|you can|can you|oops)[,!.]?\s+)*"
    r"(?:(?:disregard|ignore|forget|scratch|strike|delete)\s+(?:that|what\s+i\s+(?:just\s+)?(?:said|wrote|told\s+you)"
    r"|(?:my|the)\s+(?:last|previous)\s+(?:message|text|one|comment|post|bit|part)|everything\s+i\s+(?:just\s+)?said"
    r"|all\s+of\s+that)|(?:that|it|what\s+i\s+(?:just\s+)?(?:said|wrote))\s+(?:was|is|'s|isn't|wasn't)\s+"
    r"(?:not\s+true|a\s+joke|a\s+lie|wrong|made\s+up|true|right|correct)|i\s+take\s+(?:that|it)\s+back"
    r"|i\s+made\s+that\s+up|i\s+was\s+(?:just\s+|only\s+)?(?:joking|kidding|lying|wrong\s+about\s+that|mistaken)"
    r"|(?:just|only)\s+(?:kidding|joking)|i'm\s+(?:just\s+|only\s+)?(?:kidding|joking)|jk|april\s+fools?)\b",
    re.IGNORECASE,
)
_TRUE_AFTER_ALL: Final = re.compile(
    r"^\W*(?:that|it|what i (?:just )?said)\s+(?:was|is|'s)\s+(?:true|right|correct)\b", re.IGNORECASE
)
_DAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_MONTHS: Final = frozenset(
    "january february march april may june july august september october november december".split()
)


@dataclass(frozen=True, slots=True)
class Slip:
    """Where in a sentence a correction is announced (`start`, `end` in characters), and how plainly.

    `firm` is False for "I mean", which is mostly only a way of going on.
    """

    start: int
    end: int
    firm: bool


def slip(text: str) -> Slip | None:
    """The first words of a sentence that announce a correction.

    >>> text = "I live in Ghent, scratch that, Bruges"
    >>> text[slip(text).end:]
    'Bruges'
    """
    if not _HINT.search(text):
        return None
    for match in _MARK.finditer(text):
        mark = " ".join(re.sub(r"[^\w' ]", " ", match["mark"].lower()).split())
        filler = mark.endswith("i mean")
        firm = not filler or mark.startswith(("no", "wait", "sorry", "oops", "actually", "oh no", "my", "er"))
        return Slip(match.start("mark"), match.end(), firm)
    return None


_AMENDS: Final = re.compile(
    r"^\W*(?:(?:oh|oops|sorry|no|wait|well|hm+|um|uh|ah)\b[,.!]*\s+)*actually\b(?!\s+(?:no|yes)\b)", re.IGNORECASE
)


def goes_on(text: str) -> bool:
    """Whether a sentence that takes something back goes on to say what is so instead.

    >>> goes_on("Sorry, that was wrong, it's Bonn."), goes_on("Sorry, that was wrong.")
    (True, False)
    """
    found = slip(text)
    return found is not None and re.search(r"[A-Z\d]", text[found.end :]) is not None


def amends(text: str) -> bool:
    """Whether a sentence opens as one that puts an earlier one right.

    >>> amends("Actually, I live in Bonn."), amends("I actually live in Bonn.")
    (True, False)
    """
    return bool(_AMENDS.match(text))


def starred(text: str) -> str | None:
    """The word in a message that is nothing but a corrected word: "*Lidia".

    >>> starred("*Lidia")
    'Lidia'
    """
    match = _STAR.match(text)
    return match["value"] if match and text.strip().startswith("*") and len(match["value"].split()) <= 4 else None


def withdrawn(text: str) -> bool:
    """Whether a sentence takes back what its speaker said before.

    >>> withdrawn("Please disregard that, the test was mixed up."), withdrawn("I'll never forget that")
    (True, False)
    """
    return bool(_WITHDRAWN.match(text)) and not _TRUE_AFTER_ALL.match(text)


def replacement(tokens: Sequence[Token]) -> str | None:
    """The bare value that the tokens after a slip begin with; None where a clause follows instead."""
    i = 0
    while i < len(tokens) and (
        tokens[i].text in (",", ":", "\u2014", ".")
        or tokens[i].low
        in ("in", "on", "at", "for", "from", "the", "a", "an", "to", "no", "sorry", "with", "called", "named", "of")
    ):
        i += 1
    if i >= len(tokens):
        return None
    end = proper_name(tokens, i, len(tokens))
    if end == i:
        if tokens[i].low in NUMBERS:
            end = i + 1
        elif tokens[i].sort == "number":
            end = i + 1
            if end < len(tokens) and (tokens[end].low in _MONTHS or tokens[end].low == "of"):
                end += 1 + (tokens[end].low == "of")
        else:
            phrase = noun_phrase(tokens, i, len(tokens))
            if phrase is None or phrase.vague or phrase.determiner in ("my", "your", "his", "her", "this", "that"):
                return None
            i, end = tokens.index(phrase.words[0]), phrase.end
    elif tokens[i].low in _MONTHS and end < len(tokens) and tokens[end].sort == "number":
        end += 1
    if (
        end < len(tokens)
        and tokens[end].text not in (",", ".", "!", "\u2014", ";", "(", ")")
        and tokens[end].low not in ("not", "and", "of", "obviously", "haha", "lol")
    ):
        return None
    return joined(tokens[i:end]) or None


def shape(value: Value) -> str:
    """What a value looks like, since a slip puts like in the place of like.

    >>> [shape(value) for value in ("Tuesday", "Fridays", "14 June", "Ghent", "Cormorant Air", "climbing", 3)]
    ['day', 'day', 'date', 'place', 'name', 'word', 'number']
    """
    if isinstance(value, bool) or not isinstance(value, str):
        return "number" if isinstance(value, int | float) and not isinstance(value, bool) else "other"
    words = value.lower().split()
    if words and words[0].removesuffix("s") in _DAYS:
        return "day"
    if any(word in _MONTHS for word in words) or re.fullmatch(r"\d{4}-\d\d(-\d\d)?", value):
        return "date"
    if value.isdigit() or all(part in NUMBERS for part in value.lower().split("-")):
        return "number"
    if places.is_place(value):
        return "place"
    return "name" if value[:1].isalpha() and not value[:1].islower() else "word"


def names_such(tokens: Sequence[Token], like: str) -> bool:
    """Whether a sentence has a word of that shape: a day for a day, a name within the sentence for a name."""
    for i, token in enumerate(tokens):
        if token.low in ("i", "i'm") or (like in ("name", "place") and (i == 0 or not token.capital)):
            continue
        if like != "word" and token.sort in ("word", "title", "number") and shape(token.text) == like:
            return True
    return False


_NOT_OLD: Final = re.compile(
    r"[,\u2014(]?\s*\bnot\s+(?:in\s+|at\s+|on\s+|from\s+|for\s+|the\s+|a\s+)*(?P<old>[\w][\w' -]{1,40}?)\s*[).!]*\s*$",
    re.IGNORECASE,
)


def denied_value(text: str) -> str | None:
    """The value that a sentence sets aside at its end: "I live in Geneva, not Genoa".

    >>> denied_value("Actually, I live in Geneva, not Genoa.")
    'Genoa'
    """
    match = _NOT_OLD.search(text)
    return match["old"].strip() if match and match.start() > 0 else None
