"""Events: what somebody once did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .deed import STATIVE, verb_phrase
from .facts import Fact
from .phrases import joined
from .reading import Reading
from .verbs import gerund, lemma
from .words import VAGUE

EVENTFUL: Final = frozenset(
    """
attend visit finish win run complete graduate meet celebrate buy sell adopt pass see watch go take make paint bake cook
cycle hike climb swim visit host organise organize join start launch publish perform play sing dance travel fly drive
move marry break lose find receive get build fix repair plant write read record release submit apply interview present
speak volunteer donate raise help teach sign register book order try camp ski surf sail ride race walk explore discover
create design draw photograph film compete participate enter earn land open close retire resign quit leave return arrive
injure hurt sprain have throw give hold do spend stay come bring pick catch learn master renovate decorate redecorate
knit sew carve sculpt brew harvest grow beat score place qualify upgrade replace tour check eat grab whip rescue upload
""".split()
)


def events(reading: Reading) -> Iterator[Fact]:
    """ "Yesterday I finished my first marathon", "I just started going to boot camps": something dated that was done."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or verb.modal or verb.denied or verb.going:
        return
    if clause.mode not in ("fact", "begin") or (verb.tense == "present" and verb.word != "read"):
        return
    if reading.lemma in STATIVE or not _told_as_done(reading) or not (reading.mine or _person(reading)):
        return
    if reading.lemma in ("find", "see", "get", "discover") and (what := reading.phrase()) is not None:
        if what.head in VAGUE | {"spot"} and not what.proper and what.head not in _COUNTED:
            return
    text = _deed(reading)
    if text is None or (reading.lemma in ("have", "get", "do", "take", "make", "give") and len(text.split()) < 3):
        return
    yield Fact(reading.entity, "event", text, dated=True)


def _told_as_done(reading: Reading) -> bool:
    """Whether a deed is told as one that was done: any that is dated, else only what is worth telling."""
    if reading.repeated:
        return False
    if _dated(reading):
        return reading.lemma not in _IDLE
    if reading.clause.mode == "begin":
        return bool(reading.clause.verb.adverbs & {"just", "finally", "recently"})
    return reading.lemma in EVENTFUL and _recent(reading)


_IDLE: Final = frozenset(
    "talk chat happen turn end start begin keep let put use text decide manage switch change".split()
)
"""What says nothing by itself, even with a date."""


def _deed(reading: Reading) -> str | None:
    verb = reading.clause.verb
    if reading.lemma == "die" or (reading.lemma == "pass" and reading.low() == "away"):
        return None if reading.mine or not _dated(reading) else "passed away"
    text = verb_phrase(reading, verb.end - 1, shown=_dated(reading))
    if text is None and reading.lemma in ("graduate", "retire", "marry", "relocate") and reading.times:
        return reading.words(verb.end - 1, verb.end)
    if text is None or reading.clause.mode != "begin":
        return text
    begun = [
        token.text for token in reading.tokens[verb.start : verb.end] if lemma(token.low, "past") in ("start", "begin")
    ]
    return f"{begun[0]} {text}" if begun and verb.word.endswith("ing") else None


def _dated(reading: Reading) -> bool:
    return reading.narrative or any(span.relation == "at" and span.first <= reading.said for span in reading.times)


def happenings(reading: Reading) -> Iterator[Fact]:
    """ "My car broke down last Friday", "my first novel came out on Tuesday": what befell something of somebody's."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if subject.sort != "thing" or subject.owner is None or subject.phrase is None or reading.clause.mode != "fact":
        return
    if verb.tense == "present" or verb.modal or verb.denied or verb.going or reading.lemma not in _BEFALLING:
        return
    if not _dated(reading) or reading.narrative or len(subject.phrase.words) > 4 or subject.phrase.vague:
        return
    particle = reading.low() if reading.low() in ("down", "out", "up", "off", "in", "over") else ""
    text = verb_phrase(reading, verb.end - 1) or f"{verb.word} {particle}".strip()
    yield Fact(subject.owner, "event", f"{joined(subject.phrase.words)} {text}", dated=True)


_BEFALLING: Final = frozenset("break come drop arrive crash sell open win burst fall launch air premiere close".split())


_COUNTED: Final = frozenset("place dream mess treat part hour hours day days night nights week weeks".split())
"""Vague heads of objects that can still tell something: third place, a part in a play, a week in Rome."""


def _person(reading: Reading) -> bool:
    """Whether the subject is somebody with a known place in the speaker's life, not a town or a firm."""
    mention = reading.clause.subject.mention
    return reading.context.met(reading.entity) or (mention is not None and bool(mention.word)) or mention is None


def _recent(reading: Reading) -> bool:
    """Whether a deed without a date is told as fresh, or at least as one single deed rather than as how things were."""
    verb = reading.clause.verb
    if (verb.word == "read" and verb.tense == "present") or "ever" in verb.adverbs:
        return False
    if verb.adverbs & {"just", "finally", "recently"}:
        return True
    if reading.lemma == "find":
        return False
    told = joined(reading.tokens).lower()
    if any(span.relation != "at" for span in reading.times) or _LONG_AGO.search(told):
        return False
    if reading.lemma == "have" and not any(token.low in _OCCASIONS for token in reading.tokens[verb.end : reading.end]):
        return False
    if verb.tense == "perfect":
        return not verb.adverbs & {"always", "once"} and " so many " not in told
    following = [token.low for token in reading.tokens[verb.end : min(verb.end + 3, reading.end)]]
    if "every" in told:
        return False
    if reading.lemma == "go" and gerund(reading.low()):
        return True
    if reading.lemma in EVENTFUL - _LIGHT and reading.low() not in ("this", "that", "these", "those", "all"):
        return True
    if reading.lemma in ("go", "take") and any(low in ("to", "on", "for", "from") for low in following):
        return True
    return reading.lemma in _SINGLE and bool(
        {"a", "an", "another", "new", "first", "up", "some", "two", "three"} & set(following)
    )


_LONG_AGO: Final = re.compile(
    r"\b(?:when (?:i was|we were)|as an? (?:kid|child|teen|teenager|boy|girl|student)|growing up|grew up"
    r"|back then|back when|years ago|used to|childhood|in college|in high school|at first|one time"
    r"|once|would|younger|the time|that time"
    r"|first time|remember(?:ing|s)?|originally|memories|old days|decades|years)\b"
)


def long_ago(words: str) -> bool:
    """Whether a sentence, in lower case, tells of former times or remembers.

    >>> long_ago("when i was a kid we had a dog"), long_ago("my dog ate my shoe")
    (True, False)
    """
    return bool(_LONG_AGO.search(words))


_LIGHT: Final = frozenset(
    "speak have get do go take make see find hear leave stay come give lose move drive spend hold put meet try "
    "catch pick start break fix pass check return arrive earn help teach learn master grow beat bring order eat "
    "drive return land discover open close".split()
)


_SINGLE: Final = frozenset(
    "attend visit finish win run complete graduate adopt buy join launch publish perform host organise organize "
    "find book sign volunteer donate register create release submit open receive take make go paint bake cook see "
    "watch meet get start have try whip throw write record build plant order design draw participate compete win "
    "enter adopt rescue upload".split()
)


_OCCASIONS: Final = frozenset(
    "party picnic dinner lunch breakfast brunch barbecue bbq playdate meeting session show concert night "
    "interview exam date trip hike walk festival wedding reunion workshop class conference birthday housewarming "
    "accident celebration".split()
)
