"""Languages, studies, schools and what is being learnt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from .deed import verb_phrase
from .facts import Fact
from .lexicon import LANGUAGES, STUDENT
from .phrases import Phrase, joined, proper_name, trimmed
from .places import is_place
from .reading import Reading, Standing, state
from .words import PRAISE

_NO_STUDENT_OF: Final = frozenset(
    "university college school graduate grad uni exchange full-time part-time phd".split()
) | {"high school"}

_DEGREES: Final = frozenset(
    "phd ph.d. doctorate master bachelor masters master's bachelor bachelors bachelor's degree ma msc ba bsc mba "
    "diploma "
    "course major minor certificate".split()
)
_SCHOOLS: Final = frozenset(
    "university college school academy institute polytechnic conservatory uni high grammar kindergarten "
    "conservatoire".split()
)
_NO_SUBJECT: Final = frozenset(
    "real super menu map exam exams test tests results law school abroad hard night days time year lot "
    "instructions faces".split()
) - {"law"}


def languages(reading: Reading) -> Iterator[Fact]:
    """ "I speak Portuguese and a bit of Welsh", "fluent in French", "my mother tongue is Finnish"."""
    verb, clause = reading.clause.verb, reading.clause
    if clause.mode not in ("fact", "begin", "stop"):
        return
    if clause.subject.sort == "thing" or reading.tokens[clause.subject.start].low in LANGUAGES:
        yield from _mother_tongue(reading)
        return
    stands = reading.standing
    if verb.modal == "can" and clause.mode == "fact":
        stands = "not" if verb.denied else "now"
    ahead: int | None = None
    if reading.lemma in ("speak", "understand", "know") and stands in ("now", "new", "not", "over") and not verb.going:
        ahead = 0
    elif reading.lemma == "be" and reading.led("fluent", "bilingual", "trilingual", "conversational") is not None:
        ahead = reading.led("fluent", "bilingual", "trilingual", "conversational")
        ahead = ahead + 1 if ahead is not None and reading.low(ahead) in ("in", ":") else None
    elif reading.lemma == "pick" and reading.low() == "up" and stands in ("past", "done"):
        ahead, stands = 1, "now"
    elif reading.lemma == "learn" and stands in ("past", "done") and verb.tense != "present" and not verb.going:
        ahead, stands = 0, "now"
    elif reading.lemma == "get" and reading.low() == "by" and reading.low(1) == "in" and stands == "now":
        ahead = 2
    elif reading.lemma in ("grow", "be") and (at := _spoken_at_home(reading)) is not None:
        ahead, stands = at, "now"
    if ahead is None or verb.modal in ("would", "could", "should", "might"):
        return
    for name in _language_list(reading, ahead):
        yield from state(reading.entity, "language", name, stands)


def _spoken_at_home(reading: Reading) -> int | None:
    """ "I grew up speaking Russian", "I was raised bilingual, Polish and Kashubian"."""
    ahead = 0 if reading.lemma == "grow" and reading.low() == "up" else reading.led("raised", "brought")
    if ahead is None or reading.clause.verb.denied or reading.clause.verb.tense == "present":
        return None
    ahead += reading.low(ahead) == "up"
    if reading.low(ahead) in ("speaking", "bilingual", "trilingual"):
        return ahead + 1 + (reading.low(ahead + 1) in (",", "in"))
    return None


def _language_list(reading: Reading, ahead: int) -> Iterator[str]:
    """The languages among the next words, up to the first that belongs to something else."""
    for i in range(reading.after + ahead, reading.end):
        token = reading.tokens[i]
        if token.low in LANGUAGES and (token.capital or token.low not in ("english", "polish", "dutch", "maltese")):
            yield token.text
        elif token.low not in _AMONG_LANGUAGES:
            return


_AMONG_LANGUAGES: Final = frozenset(
    "and , & a bit of some little also fluent fluently both only my at home work school but broken basic decent "
    "good bad conversational three two four languages : ( plus with the well enough to get by very badly or any "
    "not much ok okay in pretty quite rusty passable perfect native mostly almost better than".split()
)


def _mother_tongue(reading: Reading) -> Iterator[Fact]:
    subject = reading.clause.subject
    if reading.lemma != "be" or reading.clause.verb.denied:
        return
    first = reading.tokens[subject.start]
    if first.low in LANGUAGES and re.match(r"my (?:first|native|mother) (?:language|tongue)\b", reading.clause.rest()):
        yield Fact(reading.context.speaker, "native language", first.text)
        yield Fact(reading.context.speaker, "language", first.text)
    if subject.owner is None or subject.phrase is None:
        return
    words = joined(subject.phrase.words).lower()
    if words in ("mother tongue", "native language", "first language", "native tongue"):
        for name in _language_list(reading, 0):
            yield Fact(subject.owner, "native language", name)
            yield Fact(subject.owner, "language", name)
            return


def learning(reading: Reading) -> Iterator[Fact]:
    """ "I'm learning Icelandic", "she is learning the cello", "I've just started a course in bookbinding"."""
    verb = reading.clause.verb
    if reading.clause.subject.sort not in ("speaker", "person") or verb.denied or verb.modal:
        return
    if (
        reading.lemma == "learn"
        and reading.clause.mode in ("fact", "begin")
        and (verb.going or reading.clause.mode == "begin")
        and verb.tense != "past"
    ) or (reading.lemma == "learn" and reading.clause.mode == "begin"):
        yield from _learnt(reading, 0)
    elif (
        reading.lemma in ("start", "take", "do", "begin")
        and reading.clause.mode == "fact"
        and (verb.tense != "present" or verb.going)
    ):
        phrase = reading.phrase()
        if (
            phrase
            and phrase.head in ("course", "class", "classes", "lessons", "course", "workshop")
            and (verb.going or reading.lemma in ("start", "begin"))
        ):
            at = phrase.end - reading.after
            if (
                reading.low(at) in ("in", "on")
                and (topic := reading.phrase(at + 1))
                and not topic.vague
                and not topic.determiner
            ):
                yield Fact(reading.entity, "learning", topic.text, dated=verb.tense == "past")
            elif len(phrase.words) > 1 and phrase.words[-2].low not in _NO_TOPIC:
                text = joined(trimmed(phrase.words[:-1], PRAISE | _NO_TOPIC))
                yield Fact(reading.entity, "learning", text, dated=verb.tense == "past")


_NO_TOPIC: Final = frozenset(
    "evening online night new free weekend weekly beginner beginners morning first two-week private short".split()
)


def _learnt(reading: Reading, ahead: int) -> Iterator[Fact]:
    if reading.low(ahead) == "to":
        alone = reading.low(ahead + 2) in ("", ",", "and", "so", "now", "but", "this", "these", "at", "with")
        text = verb_phrase(reading, reading.after + ahead + 1) or (reading.low(ahead + 1) if alone else "")
        if text and not text.startswith(("be ", "let ", "accept ", "love ", "say ", "trust ")):
            yield Fact(reading.entity, "learning", text)
        return
    if reading.low(ahead) in ("how", "about", "that", "from", "more", "new"):
        return
    for phrase in reading.series(ahead, activities=False):
        if (
            not phrase.vague
            and phrase.determiner in ("", "the", "some")
            and phrase.head not in ("ropes", "lesson", "lessons", "skills", "truth", "hard")
        ):
            yield Fact(reading.entity, "learning", phrase.text)


def studying(reading: Reading) -> Iterator[Fact]:
    """ "I'm studying marine biology at Leeds University", "I'm doing a PhD in soil chemistry", "I majored in maths"."""
    verb, clause = reading.clause.verb, reading.clause
    if (
        clause.subject.sort not in ("speaker", "person")
        or clause.mode not in ("fact", "begin")
        or verb.modal not in ("", "used")
    ):
        return
    stands = reading.standing
    if reading.lemma in ("study", "read") and (reading.lemma == "study" or verb.going):
        yield from _subject_of_study(reading, 0, stands)
    elif reading.lemma == "drop" and reading.low() == "out" and reading.low(1) == "of" and verb.tense != "present":
        yield from _left_school(reading, 2)
    elif reading.lemma in ("major", "specialise", "specialize", "graduate") and (
        reading.low() == "in" or reading.lemma == "graduate"
    ):
        if reading.lemma == "graduate":
            yield from _graduated(reading)
        else:
            yield from _subject_of_study(reading, 1, "now" if stands in ("past", "now", "done") else stands)
    elif reading.lemma in ("do", "finish", "pursue", "start", "begin", "complete", "get", "have", "take"):
        yield from _degree(reading)
    elif reading.lemma in ("go", "attend", "be"):
        yield from _attending(reading)


def _subject_of_study(reading: Reading, ahead: int, stands: Standing) -> Iterator[Fact]:
    low = reading.low(ahead)
    if low in ("at", "in"):
        yield from _school(reading, ahead + 1, stands, require=low == "in")
        return
    if low in ("for", "abroad", "to", "hard", "with", "how"):
        return
    end = reading.after + ahead
    for phrase in reading.series(ahead, activities=False):
        if (
            phrase.vague
            or phrase.determiner in ("my", "the", "a", "an", "your", "our", "this", "that")
            or phrase.head in _NO_SUBJECT
        ):
            return
        yield from state(
            reading.entity, "field of study", phrase.text, stands, "former field of study" if stands == "past" else None
        )
        end = phrase.end
    at = end - reading.after
    if reading.low(at) == "at":
        yield from _school(reading, at + 1, stands)


def _school(reading: Reading, ahead: int, stands: Standing, require: bool = False) -> Iterator[Fact]:
    """A school by name; with `require` only where a word like "university" is part of it."""
    start = reading.after + ahead
    the = start < reading.end and reading.tokens[start].low == "the"
    end = proper_name(reading.tokens, start + the, reading.end)
    if end == start + the:
        return
    name = joined(reading.tokens[start + the : end])
    if require and not _schoolish(name) and not (name.isupper() and 2 < len(name) < 6 and not is_place(name)):
        return
    former = "former school" if stands in ("past", "over") else None
    yield from state(reading.entity, "school", name, stands, former)


def _schoolish(name: str) -> bool:
    return any(word in _SCHOOLS for word in name.lower().split())


def _degree(reading: Reading) -> Iterator[Fact]:
    verb = reading.clause.verb
    phrase = reading.phrase()
    if phrase is None or verb.denied or verb.modal or not _is_degree(phrase):
        return
    at = phrase.end - reading.after
    at += reading.low(at) == "'s"
    stands: Standing = "now"
    if reading.lemma in ("do", "pursue", "take") and not verb.going:
        stands = "past" if verb.tense != "present" else "now"
    elif reading.lemma in ("finish", "complete", "get", "have") and not verb.going:
        stands = "past"
    if reading.low(at) == "in":
        topic = reading.phrase(at + 1)
        if topic and not topic.vague and not topic.proper:
            yield Fact(reading.entity, "field of study" if stands == "now" else "degree", topic.text)
            at = topic.end - reading.after
        elif topic and topic.proper and stands != "now":
            yield Fact(reading.entity, "degree", topic.text)
    if reading.low(at) == "at":
        yield from _school(reading, at + 1, stands)
    elif reading.low(at) == "from":
        yield from (replace(fact, attribute="alma mater") for fact in _school(reading, at + 1, "past"))


def _is_degree(phrase: Phrase) -> bool:
    lows = [word.low for word in phrase.words]
    return (
        (phrase.head in _DEGREES or lows[0] in _DEGREES)
        and phrase.head not in ("course",)
        and phrase.determiner in ("a", "an", "my", "his", "her", "the", "")
    )


def _graduated(reading: Reading) -> Iterator[Fact]:
    verb = reading.clause.verb
    if verb.tense not in ("past", "perfect") or verb.denied or verb.modal:
        return
    for ahead in range(3):
        if reading.low(ahead) == "from":
            for fact in _school(reading, ahead + 1, "past"):
                yield replace(fact, attribute="alma mater")
                if any(f.attribute == "school" and f.value == fact.value for f in reading.past_values):
                    yield from _left_school(reading, ahead + 1)
            return


def _left_school(reading: Reading, ahead: int) -> Iterator[Fact]:
    """What ends with "dropped out of Delft" and "graduated from Delft"."""
    for fact in _school(reading, ahead, "over"):
        yield replace(fact, dated=fact.kind == "end")
    for fact in reading.past_values:
        if fact.entity == reading.entity and (fact.attribute, fact.value) == ("occupation", "student"):
            yield Fact(reading.entity, "occupation", "student", "end", dated=True)
            return


def _attending(reading: Reading) -> Iterator[Fact]:
    verb = reading.clause.verb
    stands = reading.standing
    if reading.lemma == "go" and reading.low() == "to" and not verb.going and verb.tense == "present":
        start = 1 + (reading.low(1) in ("school", "uni", "university", "college")) * 2
        if start == 1 or reading.low(2) in ("at", "in"):
            yield from _school(reading, start, stands, require=start == 1)
    elif reading.lemma == "attend":
        yield from _school(reading, 0, stands, require=True)
    elif reading.lemma == "be" and verb.tense == "present" and reading.low() in ("in", "doing"):
        yield from _in_year(reading, stands)
    elif reading.lemma == "be" and verb.tense != "past":
        ahead = 1 if reading.low() in ("a", "an") else 0
        while ahead < 5 and reading.low(ahead) and reading.low(ahead) not in STUDENT:
            ahead += 1
        if reading.low(ahead) in STUDENT and reading.low() in ("a", "an"):
            topic = [
                t for t in reading.tokens[reading.after + 1 : reading.after + ahead] if t.low not in PRAISE | _YEARS
            ]
            if topic and all(t.sort == "word" for t in topic):
                text = joined(topic)
                if text.lower() not in _NO_STUDENT_OF:
                    yield from state(reading.entity, "field of study", text.removeprefix("PhD "), stands)
            kind = joined([t for t in topic if t.low in ("medical", "law", "phd", "nursing", "engineering", "art")])
            yield from state(reading.entity, "occupation", f"{kind} student".strip(), stands)
            if reading.low(ahead + 1) in ("at",):
                yield from _school(reading, ahead + 2, stands)


def _in_year(reading: Reading, stands: Standing) -> Iterator[Fact]:
    """ "I'm in my second year of medicine at Uppsala University"."""
    phrase = reading.phrase(1)
    if phrase is None or phrase.determiner not in ("my", "his", "her", "the") or phrase.head not in ("year", "term"):
        return
    lows = [word.low for word in phrase.words]
    if "of" in lows and len(lows) > lows.index("of") + 1:
        topic = joined(phrase.words[lows.index("of") + 1 :])
        if topic.lower() in ("school", "college", "university", "uni", "high school"):
            return
        yield from state(reading.entity, "field of study", topic, stands)
    at = phrase.end - reading.after
    if reading.low(at) == "at":
        yield from _school(reading, at + 1, stands)


_YEARS: Final = frozenset(
    "first second third fourth final year first-year second-year third-year final-year mature".split()
)
READERS: Final = (languages, learning, studying)
