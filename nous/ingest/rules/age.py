"""Age, birth and birthdays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from nous.retrieval.temporal import MONTHS, TimeSpan

from .facts import HEDGED, OF_OTHERS, Fact
from .phrases import joined
from .reading import Reading
from .words import NUMBERS

_ABOUT_AGE: Final = frozenset("just only already now still almost nearly about like literally".split())

_NOT_YEARS: Final = frozenset(
    "minutes minute hours hour miles mile km kilometres kilometers weeks week months month percent pounds kiloscm "
    "feet days day steps pages degrees times km/h euros dollars and".split())  # fmt: skip


def _number(reading: Reading, ahead: int) -> tuple[int, int] | None:
    """A whole number so far past the verb, in digits or words, and how many tokens it takes."""
    low = reading.low(ahead)
    if low.isdigit() and len(low) <= 3:
        return int(low), 1
    parts = low.split("-")
    if all(part in NUMBERS for part in parts) and low:
        total = sum(NUMBERS[part] for part in parts)
        following = reading.low(ahead + 1)
        if len(parts) == 1 and total >= 20 and total % 10 == 0 and NUMBERS.get(following, 10) < 10:
            return total + NUMBERS[following], 2
        return total, 1
    return None


def age(reading: Reading) -> Iterator[Fact]:
    """ "I'm 34", "she's six years old", "I turned 34 on Saturday"."""
    verb = reading.clause.verb
    if verb.denied or verb.modal or reading.clause.mode != "fact" or reading.clause.subject.sort == "thing":
        return
    if reading.lemma == "turn" and verb.going and verb.tense == "present":
        yield from _turning(reading)
        return
    if reading.lemma in ("turn", "hit") and verb.tense in ("past", "perfect"):
        yield from _turned(reading)
        return
    if reading.lemma != "be" or verb.tense != "present":
        return
    ahead = 0
    while reading.low(ahead) in _ABOUT_AGE:
        if reading.low(ahead) in ("almost", "nearly", "about", "like"):
            return
        ahead += 1
    if verb.adverbs & {"almost", "nearly", "about"}:
        return
    number = _number(reading, ahead)
    if number is None or not 0 < number[0] < 120:
        return
    years, length = number
    following, then = reading.low(ahead + length), reading.low(ahead + length + 1)
    told = (following in ("years", "year") and then == "old") or following == "yo" or following == "y/o"
    person = reading.mine or not reading.clause.subject.plural
    bare = following in ("", ",", "and", "now", "today", "but", "so", "-", "(") and (years >= 13 or not reading.mine)
    if (following == "and" and then in NUMBERS) or following in _NOT_YEARS - {"and"}:
        return
    if not told and not (bare and person and reading.clause.subject.word != "we"):
        return
    if not told and not reading.mine and years < 4 and reading.clause.subject.mention is None:
        return
    yield Fact(reading.entity, "age", years)
    born, share = birth_year(years, reading.said)
    yield Fact(reading.entity, "birth date", str(born), stance=OF_OTHERS if share > OF_OTHERS else HEDGED)


def of_age(reading: Reading) -> Iterator[Fact]:
    """ "As a 19-year-old I …", "I'm a 34-year-old teacher"."""
    verb, clause = reading.clause.verb, reading.clause
    if clause.mode != "fact" or clause.subject.sort not in ("speaker", "person") or verb.denied or verb.modal:
        return
    tokens, start = reading.tokens, reading.opening
    if not (reading.mine and start < clause.start and tokens[start].low == "as"):
        if reading.lemma != "be" or verb.tense != "present" or reading.low() not in ("a", "an"):
            return
        start = reading.after - 1
    words = [token.low for token in tokens[start + 1 : start + 6] if token.text != "-"]
    old = words[2:3] == ["year-old"] or words[2:4] == ["year", "old"]
    if old and words[0] in ("a", "an") and words[1].isdigit() and len(words[1]) < 3:
        born, _ = birth_year(int(words[1]), reading.said)
        yield Fact(reading.entity, "age", int(words[1]))
        yield Fact(reading.entity, "birth date", str(born), stance=HEDGED)


def _turning(reading: Reading) -> Iterator[Fact]:
    """ "I'm turning 40 on Friday"."""
    number = _number(reading, 0)
    span = next(
        (s for s in reading.times if s.relation == "at" and s.precision in ("day", "month") and s.last >= reading.said),
        None,
    )
    if number is not None and span is not None and 0 < number[0] < min(120, span.first.year):
        yield Fact(reading.entity, "birth date", _years_before(span, number[0]))


def birth_year(years: int, said: date) -> tuple[int, float]:
    """The likelier year of birth of somebody of that age on that day, and how likely it is.

    >>> birth_year(34, date(2026, 3, 10))[0]
    1991
    """
    gone = said.timetuple().tm_yday / 366
    return (said.year - years, gone) if gone >= 0.5 else (said.year - years - 1, 1 - gone)


def _turned(reading: Reading) -> Iterator[Fact]:
    number = _number(reading, 0)
    if number is None or not 0 < number[0] < 120 or reading.low(number[1]) in _NOT_YEARS - {"and"}:
        return
    years, length = number
    if reading.lemma == "hit" and reading.low(length) not in ("", ",", "last", "this", "on", "yesterday", "today"):
        return
    span = next((s for s in reading.times if s.relation == "at" and s.first <= reading.said), None)
    rest = reading.clause.rest()
    if span is None and ("today" in rest or "just" in reading.clause.verb.adverbs):
        yield Fact(reading.entity, "age", years)
        if "today" in rest and years < reading.said.year:
            yield Fact(reading.entity, "birth date", _same_day(reading.said, reading.said.year - years))
        return
    if span is None:
        yield Fact(reading.entity, "age", years)
        born, _ = birth_year(years, reading.said)
        yield Fact(reading.entity, "birth date", str(born), stance=HEDGED)
        return
    if span.last.year == reading.said.year or (reading.said - span.last).days < 360:
        yield Fact(reading.entity, "age", years)
    if years < span.first.year:
        yield Fact(reading.entity, "birth date", _years_before(span, years))


def _same_day(day: date, year: int) -> str:
    """The same day of another year; the first of March where that has no 29 February."""
    try:
        return day.replace(year=year).isoformat()
    except ValueError:
        return date(year, 3, 1).isoformat()


def _years_before(span: TimeSpan, years: int) -> str:
    """A day, month or year so many years earlier, no finer than it is known."""
    year = span.first.year - years
    if span.precision == "day":
        return _same_day(span.first, year)
    if span.precision == "month" or (span.first.year, span.first.month) == (span.last.year, span.last.month):
        return f"{year:04d}-{span.first.month:02d}"
    return f"{year:04d}"


def birth(reading: Reading) -> Iterator[Fact]:
    """ "I was born in 1988", "She was born on 14 July 1990"."""
    if (
        reading.lemma != "be"
        or reading.led("born") is None
        or reading.clause.subject.sort == "thing"
        or reading.clause.verb.denied
    ):
        return
    for span in reading.times:
        if span.relation != "at":
            continue
        yeared = (any(char.isdigit() for char in span.text[-4:]) and span.text[-4:].isdigit()) or span.exact
        if span.precision == "day" and not yeared:
            yield Fact(reading.entity, "birthday", _day_of_year(span))
        elif span.precision == "interval" and span.exact and span.first.year == span.last.year < reading.said.year:
            yield Fact(reading.entity, "birth date", f"{span.first.year:04d}")
        elif span.precision in ("day", "month", "year") and span.last <= reading.said:
            yield Fact(reading.entity, "birth date", span.value)
            if span.precision == "day" and span.text[-4:].isdigit():
                yield Fact(reading.entity, "birthday", _day_of_year(span))


def _day_of_year(span: TimeSpan) -> str:
    return f"{span.first.day} {MONTHS[span.first.month - 1]}"


def jubilee(reading: Reading) -> Iterator[Fact]:
    """ "I celebrated my 60th birthday on Sunday"."""
    verb, clause = reading.clause.verb, reading.clause
    if reading.lemma not in ("celebrate", "have") or verb.tense == "present" or verb.denied or verb.modal:
        return
    match = re.match(r"(?:my|his|her) (\d{1,3})(?:st|nd|rd|th) birthday\b", clause.rest())
    if match is None or clause.mode != "fact" or clause.subject.sort not in ("speaker", "person"):
        return
    span = next((s for s in reading.times if s.relation == "at" and s.first <= reading.said), None)
    if span is None or (reading.said - span.last).days < 360:
        yield Fact(reading.entity, "age", int(match[1]))
    if span is not None and int(match[1]) < span.first.year:
        yield Fact(reading.entity, "birth date", _years_before(span, int(match[1])))


def birthday(reading: Reading) -> Iterator[Fact]:
    """ "My birthday is on 12 May", "it's Petra's birthday tomorrow", "our anniversary is 14 June"."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if (
        verb.lemma not in ("be", "fall")
        or verb.denied
        or verb.modal
        or subject.sort != "thing"
        or subject.phrase is None
    ):
        return
    if subject.phrase.head not in ("birthday", "bday", "anniversary") or subject.owner is None:
        return
    attribute = "birthday" if subject.phrase.head != "anniversary" else joined(subject.phrase.words).lower()
    for span in reading.times:
        if span.precision == "day" and span.relation == "at":
            yield Fact(subject.owner, attribute, _day_of_year(span))
            return


READERS: Final = (age, of_age, jubilee, birth, birthday)
