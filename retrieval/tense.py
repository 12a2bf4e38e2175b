"""Whether a time expression in a sentence looks back or ahead, told by the verbs around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

Facing = Literal["past", "future"]
"""Where the nearest day or month of a name is meant to lie: behind the day on which it is said, or ahead of it."""

_LONGEST: Final = 300  # characters before a time in which its verb is looked for
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|[,;:\u2013\u2014]")
_STOP: Final = re.compile(r"[.!?\n](?=\s|$)")

_HERE: Final = frozenset("am is are 'm 're 's".split())
_PASSED_OVER: Final = frozenset(
    "not also really probably definitely actually finally even all both only you we they he she i it so "
    "hopefully".split()
)
_NO_PLAN: Final = frozenset(
    "thinking feeling missing loving enjoying recovering looking reading remembering kidding talking wondering saying "
    "telling using wearing living sounding wedding meeting evening morning training building something anything "
    "nothing everything thing king ring spring during".split()
)
"""What ends in -ing and, after "is", tells of no day to come: what goes on already, and nouns ("Sam's wedding")."""
_AHEAD: Final = frozenset(
    "will won't shall gonna wanna hope hopes hoping plan plans planning want wants intend intends upcoming soon "
    "tomorrow tonight next forward due scheduled let's must should can can't might would could need needs".split()
)
_BOUND: Final = frozenset("decided promised agreed arranged invited scheduled moved postponed due".split())
"""What was done about something to come, where "to" follows: "we decided to move", "it was postponed to Friday"."""
_SET: Final = frozenset("booked scheduled planned set moved postponed registered reserved arranged".split())
_ADJACENT: Final = frozenset("is are it's that's does".split())
"""What stands right before a time to come: "the race is in August", "does Saturday suit you"."""
_SUITING: Final = frozenset("works work suits suit sound sounds".split())
_READY: Final = frozenset(
    "free busy off away available closed open excited due scheduled planned set ready back".split()
)
_SCHEDULED: Final = frozenset(
    "starts begins opens closes leaves arrives ends returns launches finishes departs".split()
)
_SCHEDULED_BY_US: Final = frozenset("start begin open leave arrive return launch finish fly depart travel move".split())
_BIDDEN: Final = frozenset(
    "come join meet remind check call visit bring book save remember let send keep mark wait stop drop ring text email "
    "pick grab don't see catch tune".split()
)
_OPENING: Final = frozenset(", ; : \u2013 \u2014 so and please then just hey ok okay do but".split())
_WENT: Final = frozenset(
    "was were wasn't weren't did didn't had hadn't couldn't wouldn't went got came became began bought brought broke "
    "built caught chose drank drew drove ate fell felt flew forgot found gave grew heard held kept knew led left lost "
    "made meant met paid ran rode rose said sang sat saw sent shot slept sold spent spoke stood swam taught took "
    "thought threw told understood woke won wore wrote been gone done seen born known given taken written eaten ago "
    "quit gotten".split()
)
_NO_PAST: Final = frozenset(
    "need feed speed indeed bed red hundred wed seed weed breed bleed exceed proceed succeed".split()
)
_BEFORE_ADJECTIVE: Final = frozenset(
    "be am is are being get gets getting become feel so very really too all a an the my your our his her their this "
    "that's".split()
)


def facing(text: str, start: int, end: int) -> Facing:
    """Whether the time at `start` to `end` of a text lies ahead, by the nearest verb before it, else the first after.

    Without any sign of it, it lies in the past: most of what people tell has happened. English only.

    >>> text = "We met in May and are getting married in August."
    >>> [facing(text, text.index(month) - 3, text.index(month) + len(month)) for month in ("May", "August")]
    ['past', 'future']
    """
    first = max(0, start - _LONGEST)
    for stop in _STOP.finditer(text, first, start):
        first = stop.end()
    stopped = _STOP.search(text, end)
    last = min(stopped.start() if stopped else len(text), end + _LONGEST)
    before = _words(text[first:start])
    time = text[start:end].lower()
    if (before and before[-1] in _ADJACENT) or _asked_about(before, time):
        return "past" if time.startswith("from") else "future"
    if (time.startswith("for ") and _SET & set(before)) or before[-2:] in (["moved", "to"], ["postponed", "to"]):
        return "future"
    signs = [sign for i in range(len(before)) if (sign := _sign(before, i)) is not None]
    if signs:
        return signs[-1]
    after = _words(text[end:last])
    if after and after[0] in _SUITING:
        return "future"
    later = next((sign for i in range(len(after)) if (sign := _sign(after, i, False)) is not None), None)
    asks = (
        stopped is not None and stopped[0] == "?" and not after and not time.startswith("over")
    )  # "Dinner on Friday?"
    return later or ("future" if asks else "past")


def _asked_about(before: Sequence[str], time: str) -> bool:
    """ "How about Friday?", "what about May?": a day is proposed, whether "about" counts with the time or before it."""
    words = [*before[-2:], *_words(time)]
    return any(pair in (("how", "about"), ("what", "about")) for pair in pairwise(words[:3]))


def _words(text: str) -> list[str]:
    """Words in lower case, save that "May" keeps its capital, so that the month is no verb."""
    found: list[str] = _WORD.findall(text.replace("\u2019", "'"))
    return [word if word == "May" else word.lower() for word in found]


def _sign(words: Sequence[str], i: int, opens: bool = True) -> Facing | None:
    """What the word at a place tells; `opens` where the words begin a sentence."""
    word = words[i]
    before = words[i - 1] if i else ""
    after = words[i + 1] if i + 1 < len(words) else ""
    if word in _WENT or (word.endswith("ed") and word not in _NO_PAST and len(word) > 3):
        return _past(words, i)
    if word in _AHEAD or word.endswith("'ll") or word == "may":
        return None if word in ("can", "can't") and after == "believe" else "future"
    if word.endswith("'d"):
        return "future" if after and after not in _WENT | {"better"} and not after.endswith("ed") else None
    if word == "thinking" and after in ("of", "about") and words[i + 2 : i + 3] and words[i + 2].endswith("ing"):
        return "future"
    if word == "there's" or (word == "there" and after in ("is", "are")):
        return "future"
    if word in ("have", "has") or (word.endswith("'ve") and after == "got"):
        return "future" if after in ("a", "an", "to", "my", "got", "our", "another", "two") else None
    if word in _SCHEDULED or (word in _SCHEDULED_BY_US and before in ("i", "we", "they", "you", "and")):
        return "future"
    if word == "see" and after in ("you", "ya", "u"):
        return "future"
    if word in _BIDDEN and ((opens and not before) or before in _OPENING):
        return "future"
    if word in _HERE or word[-2:] in ("'m", "'s") or word.endswith("'re"):
        return _present(words, i + 1)
    return None


def _past(words: Sequence[str], i: int) -> Facing | None:
    """What a past form tells: nothing where it is an adjective or a passive ("get married", "the used car")."""
    before = words[i - 1] if i else ""
    word, after = words[i], words[i + 1] if i + 1 < len(words) else ""
    if before == "to" or before in _AHEAD or before.endswith("'ll"):
        return None  # "to quit", "we'll put"
    if before == "have" and i > 1 and (words[i - 2] == "will" or words[i - 2].endswith("'ll")):
        return None
    if after == "for" and word in ("excited", "scheduled", "planned", "booked", "registered", "set"):
        return "future"
    if (word in _BOUND and after == "to") or (word == "signed" and after == "up"):
        return "future"
    if word == "got" and before.endswith(("'ve", "have", "has")):
        return None
    adjective = before in _BEFORE_ADJECTIVE or before.endswith(("'m", "'re", "'s"))
    return None if adjective and word not in ("was", "were", "did", "had") else "past"


def _present(words: Sequence[str], i: int) -> Facing | None:
    """What follows "is": "is getting …" and "are you coming" lie ahead, "is still running" goes on now."""
    while i < len(words) and words[i] in _PASSED_OVER:
        i += 1
    if i >= len(words):
        return None
    word = words[i]
    if word in _READY or (word.endswith("ing") and word not in _NO_PLAN):
        return "future"
    return "future" if words[i : i + 2] == ["about", "to"] else None
