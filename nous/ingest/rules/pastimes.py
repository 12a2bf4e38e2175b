"""Favourites, hobbies and games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .facts import Fact
from .lexicon import COLOURS, INSTRUMENTS, SPORTS
from .phrases import Phrase, joined, noun_phrase, series, trimmed
from .reading import Reading, state
from .tastes import DAYTIME, activity_text, taste_text
from .words import PRAISE


def favourites(reading: Reading) -> Iterator[Fact]:
    """ "My favourite band is The Lanterns", "Autumn is my favourite season", "my brother's favourite band is …"."""
    clause = reading.clause
    verb = clause.verb
    if verb.modal == "used" and verb.lemma == "be" and (thing := clause.subject.phrase) and clause.subject.owner:
        former = _favourite(thing)
        for value in filter(None, (_named_value(p, reading) for p in reading.series(0))) if former else ():
            yield Fact(clause.subject.owner, f"favourite {former}", value, "end")
        return
    certain = not verb.modal or (verb.modal in ("must", "would") and verb.tense == "present")
    if verb.lemma != "be" or not certain or verb.denied or clause.mode not in ("fact", "plan") or verb.tense == "past":
        return
    phrase = clause.subject.phrase
    if clause.subject.sort == "thing" and phrase is not None and clause.subject.owner is not None:
        what = _favourite(phrase)
        if [word.low for word in phrase.words][:2] in (["least", "favourite"], ["least", "favorite"]):
            for value in filter(None, (_named_value(p, reading) for p in reading.series(0))):
                yield Fact(clause.subject.owner, "dislikes", value)
        if what:
            stands = reading.standing
            values = [_named_value(p, reading) for p in reading.series(0)]
            named = [value for value in values if value]
            for value in named if phrase.head.endswith("s") else named[:1]:
                yield from state(clause.subject.owner, f"favourite {what}", value, "new" if stands == "new" else "now")
    elif (
        clause.subject.sort in ("thing", "person")
        and phrase_of_subject(reading)
        and reading.led("my", "our") is not None
    ):
        complement = noun_phrase(
            reading.tokens, reading.after + (reading.led("my", "our") or 1) - 1, reading.end, reading.skip
        )
        what = _favourite(complement) if complement else None
        if what:
            yield Fact(reading.context.speaker, f"favourite {what}", phrase_of_subject(reading))
        elif complement and complement.text.lower() in ("favourite thing", "favorite thing", "thing"):
            told = {w.low for w in complement.words} & {"favourite", "favorite"}
            if told and reading.low(complement.end - reading.after) == "to":  # "my favourite thing to …"
                yield Fact(reading.context.speaker, "likes", phrase_of_subject(reading))


SEASONS: Final = frozenset("spring summer autumn fall winter".split())


def phrase_of_subject(reading: Reading) -> str:
    """The subject of a clause as a value."""
    subject = reading.clause.subject
    if (
        subject.sort == "person"
        and len(subject.names) == 1
        and subject.mention is not None
        and not subject.mention.word
    ):
        return subject.names[0]
    if (
        subject.phrase is None
        or subject.owner is not None
        or subject.phrase.determiner in ("this", "that", "these", "those")
    ):
        return ""
    if subject.phrase.vague:
        return ""
    text = subject.phrase.text
    if text.lower() in COLOURS or text.lower() in SEASONS:
        return text.lower()
    return (
        text[0].lower() + text[1:]
        if subject.start == 0 and not subject.phrase.determiner and not subject.phrase.proper
        else text
    )


def _favourite(phrase: Phrase) -> str | None:
    """What it is the favourite of: "band" in "all-time favourite band"."""
    lows = [word.low for word in phrase.words]
    for i, low in enumerate(lows):
        if low in ("favourite", "favorite", "fave", "fav", "go-to") and i < len(lows) - 1:
            rest = lows[i + 1 :]
            if "least" in lows[:i]:
                return None
            if "of" in rest or (
                rest[0] in ("thing", "part", "one", "way", "moment", "memory", "things", "time") and len(rest) == 1
            ):
                return None
            rest = ["colour" if low in ("color", "colors") else low for low in rest]
            last = rest[-1][:-1] if rest[-1].endswith("s") and not rest[-1].endswith(("ss", "series")) else rest[-1]
            return " ".join([*rest[:-1], last])
    return None


def _named_value(phrase: Phrase, reading: Reading) -> str | None:
    if phrase.vague or phrase.determiner in ("this", "that", "these", "those", "your", "one"):
        return None
    if phrase.determiner == "the" and phrase.proper:
        return joined(reading.tokens[phrase.start : phrase.end])
    if phrase.words[0].low in PRAISE and len(phrase.words) == 1:
        return None
    text = joined(trimmed(phrase.words)) if not phrase.activity else joined(phrase.words)
    return text or None


def hobbies(reading: Reading) -> Iterator[Fact]:
    """ "My hobbies are knitting and bouldering", "I took up fencing", "I collect stamps"."""
    clause, verb = reading.clause, reading.clause.verb
    if verb.modal or clause.mode not in ("fact", "begin", "stop"):
        return
    phrase = clause.subject.phrase
    if (
        clause.subject.sort == "thing"
        and verb.lemma == "be"
        and phrase
        and clause.subject.owner
        and not verb.denied
        and verb.tense == "present"
    ):
        if phrase.head in ("hobby", "hobbies", "pastime", "pastimes", "passion", "passions", "interests"):
            attribute = "hobby" if phrase.head.startswith(("hobb", "past")) else "likes"
            for item in reading.series(0):
                text = activity_text(item) if item.activity else taste_text(item, reading)
                if text and text.lower() not in ("helping people",):
                    yield Fact(clause.subject.owner, attribute, text)
        return
    if clause.subject.sort not in ("speaker", "person"):
        return
    if reading.lemma == "take" and reading.low() == "up" and verb.tense != "present" and not verb.denied:
        for item in reading.series(1):
            text = activity_text(item) if item.activity else taste_text(item, reading)
            if text:
                yield Fact(reading.entity, "hobby", text)
    elif reading.lemma == "collect" and reading.standing in ("now", "new", "over", "not") and not verb.going:
        for item in reading.series(0):
            if not item.vague and item.determiner in ("", "some", "all"):
                yield from state(reading.entity, "hobby", f"collecting {item.text}", reading.standing)
    elif reading.lemma == "keep" and reading.low() == "bees" and reading.standing in ("now", "new", "over", "not"):
        yield from state(reading.entity, "hobby", "keeping bees", reading.standing)


def playing(reading: Reading) -> Iterator[Fact]:
    """ "I play the oboe", "she used to play rugby", "I stopped playing the trumpet"."""
    verb = reading.clause.verb
    if reading.lemma != "play" or reading.clause.subject.sort not in ("speaker", "person"):
        return
    stands = reading.standing
    if stands == "none" and verb.modal == "can" and not verb.denied and reading.clause.mode == "fact":
        stands = "now"
    if verb.going and verb.tense == "present" and any(reading.low(k) in DAYTIME for k in range(6)):
        return
    for phrase in reading.series(0, activities=False):
        if phrase.determiner not in ("the", "", "some", "a", "both"):
            continue
        low = phrase.text.lower()
        if low in INSTRUMENTS or low in SPORTS or phrase.head in INSTRUMENTS:
            yield from state(reading.entity, "plays", phrase.text, stands)


_FAVOURITE: Final = re.compile(
    r"(?:definitely |also |still |probably |always )*(?:(?:one|some) of my (?:all-time |absolute |personal )?"
    r"(?:favou?rites?|favs?|faves?)\b|a (?:big |huge |personal )?(?:favou?rite|fav|fave) of mine\b"
    r"|my (?:all-time |absolute )?(?:favou?rite|fav|fave|go-to)s?(?: of all time| ever)?(?:$| ,| because| since| and))"
)


def among_favourites(reading: Reading) -> Iterator[Fact]:
    """ "Tosca is one of my favourites", "one of my favourite books is Emma"."""
    clause, verb = reading.clause, reading.clause.verb
    if (
        verb.lemma != "be"
        or verb.modal
        or verb.denied
        or clause.mode != "fact"
        or clause.subject.sort not in ("thing", "person")
    ):
        return
    words = clause.rest()
    if _FAVOURITE.match(words):
        value = phrase_of_subject(reading)
        if value and reading.tokens[clause.subject.start].low not in ("this", "that", "it", "these", "those"):
            yield Fact(reading.context.speaker, "likes", value)
        return
    phrase = clause.subject.phrase
    if (
        phrase is not None
        and phrase.determiner in ("one", "some")
        and {"favourite", "favorite", "favorites", "favourites"} & {w.low for w in phrase.words}
    ):
        for item in reading.series(0):
            text = activity_text(item) if item.activity else _named_value(item, reading)
            if text:
                yield Fact(reading.context.speaker, "likes", text)


def pursuits(reading: Reading) -> Iterator[Fact]:
    """ "Fencing and brewing cider are my hobbies", "Origami is my passion"."""
    clause, verb = reading.clause, reading.clause.verb
    if (
        verb.lemma != "be"
        or verb.modal
        or verb.denied
        or verb.tense != "present"
        or clause.mode != "fact"
        or clause.subject.sort != "thing"
    ):
        return
    match = re.match(
        r"(?:my|our) (?:[\w-]+ )?(hobby|hobbies|pastimes?|passions?|(?:creative )?outlets?)\b", clause.rest()
    )
    if match is None or clause.subject.owner is not None:
        return
    start = next(
        (
            k
            for k in range(clause.subject.start, -1, -1)
            if k == 0 or reading.tokens[k - 1].text in (";", ":", "\u2014")
        ),
        0,
    )
    for item in series(reading.tokens, start, verb.start, reading.skip):
        text = activity_text(item) if item.activity else taste_text(item, reading)
        if text:
            if not item.proper or item.activity:
                text = text[0].lower() + text[1:]
            yield Fact(reading.context.speaker, "likes" if match[1].startswith("passion") else "hobby", text)


READERS: Final = (among_favourites, pursuits, favourites, hobbies, playing)
