"""Events: what somebody once did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .deed import STATIVE, verb_phrase
from .facts import Fact
from .phrases import joined
from .reading import Reading
from .verbs import gerund

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
    """ "Yesterday I finished my first marathon": something dated that was done."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or verb.modal or clause.mode != "fact" or verb.denied:
        return
    if reading.lemma in STATIVE or reading.lemma not in EVENTFUL or verb.going:
        return
    if verb.tense == "present" and verb.word != "read":
        return
    if reading.repeated or not _recent(reading) or not (reading.mine or _person(reading)):
        return
    text = verb_phrase(reading, verb.end - 1)
    if text is None and reading.lemma in ("graduate", "retire", "marry", "relocate") and reading.times:
        text = reading.words(verb.end - 1, verb.end)
    if text is None or (reading.lemma in ("have", "get", "do", "take", "make", "give") and len(text.split()) < 3):
        return
    yield Fact(reading.entity, "event", text, dated=True)


def _person(reading: Reading) -> bool:
    """Whether the subject is somebody with a known place in the speaker's life, not a town or a firm."""
    mention = reading.clause.subject.mention
    return reading.context.met(reading.entity) or (mention is not None and bool(mention.word)) or mention is None


def _recent(reading: Reading) -> bool:
    """Whether a deed is dated, told as fresh, or at least told as one single deed rather than as how things were."""
    verb = reading.clause.verb
    if any(span.relation == "at" and span.first <= reading.said for span in reading.times) or reading.narrative:
        return True
    if (verb.word == "read" and verb.tense == "present") or "ever" in verb.adverbs:
        return False
    if verb.adverbs & {"just", "finally", "recently"}:
        return True
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
