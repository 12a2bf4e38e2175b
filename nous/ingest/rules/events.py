"""Events: what somebody once did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .deed import STATIVE, verb_phrase
from .facts import Fact
from .phrases import Phrase, joined, noun_phrase, trimmed
from .reading import Reading
from .text import Token
from .verbgroup import SAME_IN_PAST
from .verbs import gerund, lemma, past
from .words import POSSESSIVES, VAGUE

EVENTFUL: Final = frozenset(
    """
attend visit finish win run complete graduate meet celebrate buy sell adopt pass see watch go take make paint bake cook
cycle hike climb swim visit host organise organize join start launch publish perform play sing dance travel fly drive
move marry break lose find receive get build fix repair plant write read record release submit apply interview present
speak volunteer donate raise help teach sign register book order try camp ski surf sail ride race walk explore discover
create design draw photograph film compete participate enter earn land open close retire resign quit leave return arrive
injure hurt sprain have throw give hold do spend stay come bring pick catch learn master renovate decorate redecorate
knit sew carve sculpt brew harvest grow beat score fail accept wrap submit place qualify upgrade replace tour check
eat grab whip rescue upload
""".split()
)


def events(reading: Reading) -> Iterator[Fact]:
    """ "Yesterday I finished my first marathon", "I just started going to boot camps": something that was done."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or verb.modal or verb.denied or verb.going:
        return
    if clause.mode not in ("fact", "begin") or (verb.tense == "present" and verb.word != "read"):
        return
    if reading.lemma in STATIVE or not _told_as_done(reading) or not (reading.mine or _person(reading)):
        return
    if reading.lemma in ("find", "see", "get", "discover") and (what := reading.phrase()) is not None:
        counted = what.head in _COUNTED and reading.lemma not in ("find", "discover")
        if what.head in VAGUE | {"spot"} and not what.proper and not counted:
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
    return reading.lemma in EVENTFUL | _WORTH_TELLING and _recent(reading)


_IDLE: Final = frozenset(
    "talk chat happen turn end start begin keep let put use text decide manage switch change".split()
)
"""What says nothing by itself, even with a date."""


def _deed(reading: Reading) -> str | None:
    verb = reading.clause.verb
    if reading.lemma == "die" or (reading.lemma == "pass" and reading.low() == "away"):
        return None if reading.mine or not _dated(reading) else "passed away"
    fresh = reading.lemma in _DONE_TO_NOUNS or bool(verb.adverbs & {"just", "recently", "finally"})
    shown = _dated(reading) or (reading.mine and fresh and _noun_shown(reading))
    text = verb_phrase(reading, verb.end - 1, shown=shown)
    if text is None and reading.lemma in ("graduate", "retire", "marry", "relocate") and reading.times:
        return reading.words(verb.end - 1, verb.end)
    if text is not None and re.search(r"^find\b|^found\b.*\bspots?(?: thanks)?$", text, re.IGNORECASE):
        return None
    if text is not None and verb.tense != "present" and verb.word == reading.lemma != past(reading.lemma):
        head, _, rest = text.partition(" ")  # "had the chance to meet the owners"
        text = f"{past(reading.lemma)} {rest}" if head == verb.word and head not in SAME_IN_PAST | {"read"} else text
    if text is None or reading.clause.mode != "begin":
        return text if text is None or reading.clause.start else text[0].lower() + text[1:]
    begun = [
        token.text for token in reading.tokens[verb.start : verb.end] if lemma(token.low, "past") in ("start", "begin")
    ]
    return f"{begun[0]} {text}" if begun and verb.word.endswith("ing") else None


def _dated(reading: Reading) -> bool:
    return reading.narrative or any(span.relation == "at" and span.first <= reading.said for span in reading.times)


def _noun_shown(reading: Reading) -> bool:
    """Whether what is pointed at is named well enough: "I bought this candle", not "I made this one"."""
    phrase = reading.phrase() if reading.low() in ("this", "these") else None
    return phrase is not None and not phrase.vague and phrase.head not in _SHOWN


def of_noun_before(reading: Reading) -> Iterator[Fact]:
    """ "Here's the cake I baked yesterday": what was done to the noun that the clause belongs to."""
    clause, verb = reading.clause, reading.clause.verb
    if verb.tense == "present" or verb.modal or verb.denied or verb.going or clause.mode != "fact":
        return
    if reading.lemma not in _DONE_TO_NOUNS or (
        reading.low() and reading.after not in reading.skip and reading.low() not in _AFTER_NOUN
    ):
        return
    if reading.lemma == "go" and reading.low() != "to":
        return
    end = clause.start - (clause.start > 0 and clause.tokens[clause.start - 1].low in ("that", "which"))
    phrase = _phrase_up_to(clause.tokens, end)
    if phrase is None or phrase.vague or phrase.owner or phrase.head in _SHOWN or phrase.activity:
        return
    if phrase.determiner in POSSESSIVES - {"my", "our"}:
        return
    went = reading.lemma == "go"
    if went and (len(phrase.words) < 2 or not reading.times):
        return
    article = phrase.determiner if phrase.determiner in ("a", "an") else "a" if went else ""
    deed = f"{verb.word} to {article}" if went else f"{verb.word} {article}".strip()
    yield Fact(reading.entity, "event", f"{deed} {joined(trimmed(phrase.words))}", dated=True)


def _phrase_up_to(tokens: Sequence[Token], end: int) -> Phrase | None:
    """The noun phrase that ends there; of "a photo of a cake" the cake."""
    for start in range(max(0, end - 8), end):
        phrase = noun_phrase(tokens, start, end)
        if phrase is None or phrase.end != end:
            continue
        lows = [token.low for token in tokens[phrase.start : end]]
        if phrase.head in _SHOWN and "of" in lows:
            return noun_phrase(tokens, phrase.start + lows.index("of") + 1, end)
        return phrase
    return None


_DONE_TO_NOUNS: Final = frozenset(
    "make paint bake cook draw write build sew knit crochet craft design create buy purchase adopt attend visit read "
    "organise organize host plant record compose publish sculpt carve restore refurbish win earn receive finish order "
    "brew grow sketch assemble rescue go".split()
)
_AFTER_NOUN: Final = frozenset("to recently and but , for at in with from on last".split())
_SHOWN: Final = frozenset(
    "photo photos picture pictures pic pics one ones thing things stuff ones way time place some something group event "
    "friend friends person people impact difference friendship friendships memories mark snap snaps piece pieces "
    "recipe "
    "recipes shot shots video videos progress choice choices decision mistake effort promise it this that these those "
    "book movie film".split()
)
"""Nouns that tell nothing apart from what is shown with them."""


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
    if reading.lemma == "find" and not _indefinite(reading):
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
    if reading.mine and reading.lemma in _DONE_TO_NOUNS and _noun_shown(reading):
        return True
    if reading.mine and reading.lemma in _WORTH_TELLING and _indefinite(reading):
        return True
    if reading.lemma in ("go", "take") and any(low in ("to", "on", "for", "from") for low in following):
        return True
    return reading.lemma in _SINGLE and bool(
        {"a", "an", "another", "new", "first", "up", "some", "two", "three"} & set(following)
    )


_WORTH_TELLING: Final = frozenset(
    "set whip work design meet find invite collaborate partner chat connect talk hear discuss gather collect carry "
    "spot rent sample stumble bump catch speak stop take give show share surprise treat help teach assemble install "
    "put arrange plan prepare present introduce pitch rehearse shoot film interview mentor coach judge deliver "
    "revise rewrite edit finish tackle solve fix mend repair restore hear order eat enjoy discover learn hit pick "
    "experiment practise practice train rearrange reorganise reorganize declutter clean decorate hang plant tour "
    "demonstrate sketch carve build stitch volunteer serve nurse foster feed groom bathe walk pack move ship".split()
)
"""What is told as a single deed where its object is new to the talk: "a", "some", "two"."""


def _indefinite(reading: Reading) -> bool:
    """Whether the deed has an object that is new to the talk, or somebody or something by name."""
    words = reading.tokens[reading.after : min(reading.after + 6, reading.end)]
    lows = [word.low for word in words]
    if {"a", "an", "some", "another", "two", "three", "several", "new"} & set(lows[:4]):
        return lows[0] not in ("a", "some") or lows[1:2] not in (["lot"], ["bit"], ["while"], ["of"])
    return any(word.capital and word.low != "i" for word in words[:4])


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
    "accident celebration retreat vacation holiday camp tournament breakthrough setback photoshoot barbeque".split()
)
