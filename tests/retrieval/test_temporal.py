"""Time expressions, said on Tuesday 10 March 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nous.graph.times import read
from nous.retrieval.temporal import find, local_day

SAID = date(2026, 3, 10)
PAST = [
    ("I quit yesterday", "2026-03-09", "at"),
    ("the day before yesterday", "2026-03-08", "at"),
    ("last night", "2026-03-09", "at"),
    ("last Friday", "2026-03-06", "at"),
    ("last Fri", "2026-03-06", "at"),
    ("on Saturday", "2026-03-07", "at"),
    ("Tuesday", "2026-03-03", "at"),
    ("two weeks ago", "2026-02-21/2026-02-27", "at"),
    ("about a month ago", "2026-02", "at"),
    ("a few years ago", "2022-01-01/2024-12-31", "at"),
    ("in 2019", "2019", "at"),
    ("this month", "2026-03", "at"),
    ("last week", "2026-03-02/2026-03-08", "at"),
    ("over the weekend", "2026-03-07/2026-03-08", "at"),
    ("last summer", "2025-06-01/2025-08-31", "at"),
    ("last May", "2025-05", "at"),
    ("last Christmas", "2025-12-25", "at"),
    ("on 12 May", "2025-05-12", "at"),
    ("the 3rd of November", "2025-11-03", "at"),
    ("on the 17th", "2026-02-17", "at"),
    ("May 12th, 2024", "2024-05-12", "at"),
    ("in the summer of 2020", "2020-06-01/2020-08-31", "at"),
    ("mid-May", "2025-05", "at"),
    ("the week before 5 June 2023", "2023-05-29/2023-06-04", "at"),
    ("the Friday before 12 May 2024", "2024-05-10", "at"),
    ("on 2024-05-12", "2024-05-12", "at"),
    ("since March", "2026-03", "since"),
    ("ever since 2015", "2015", "since"),
    ("until June", "2025-06", "until"),
    ("before March", "2026-03", "before"),
    ("for three years", "2023-01-01/2026-03-10", "for"),
    ("in the last three months", "2025-12-01/2026-03-10", "for"),
]
COMING = [
    ("next summer", "2026-06-01/2026-08-31"),
    ("next Friday", "2026-03-13"),
    ("on Friday", "2026-03-13"),
    ("in two weeks", "2026-03-21/2026-03-27"),
    ("on 12 May", "2026-05-12"),
    ("tomorrow", "2026-03-11"),
    ("at the weekend", "2026-03-14/2026-03-15"),
    ("until June", "2026-06"),
]
TOLD = [
    ("We are getting married in August.", "in August", "2026-08"),
    ("I'm going to Lisbon in September", "in September", "2026-09"),
    ("Come to Warsaw in October!", "in October", "2026-10"),
    ("We\u2019ll meet on Friday.", "on Friday", "2026-03-13"),
    ("I'll start at Acme in January", "in January", "2027-01"),
    ("I start at Acme in June", "in June", "2026-06"),
    ("See you in May.", "in May", "2026-05"),
    ("My exam is on Friday.", "on Friday", "2026-03-13"),
    ("The course starts in September", "in September", "2026-09"),
    ("I plan to quit on 12 May.", "on 12 May", "2026-05-12"),
    ("We hope to be done by June", "by June", "2026-06"),
    ("Are you coming on Friday?", "on Friday", "2026-03-13"),
    ("In August we're moving to Rome.", "In August", "2026-08"),
    ("I have an exam in June.", "in June", "2026-06"),
    ("I'm staying until June.", "until June", "2026-06"),
    ("Saturday works for me", "Saturday", "2026-03-14"),
    ("How about Friday at 5?", "Friday", "2026-03-13"),
    ("Dinner on Friday?", "on Friday", "2026-03-13"),
    ("There's a concert in May.", "in May", "2026-05"),
    ("We decided to move to Rome in June.", "in June", "2026-06"),
    ("She said she'd come in May.", "in May", "2026-05"),
    ("I booked a flight to Rome for May.", "for May", "2026-05"),
    ("The photo is from May.", "from May", "2025-05"),
    ("She'd been there in May.", "in May", "2025-05"),
    ("We got married in August.", "in August", "2025-08"),
    ("The wedding was in August.", "in August", "2025-08"),
    ("I was in Rome until June.", "until June", "2025-06"),
    ("I've been here since May", "since May", "2025-05"),
    ("She's retired since May", "since May", "2025-05"),
    ("On Friday I went home", "On Friday", "2026-03-06"),
    ("I'm still tired from the run on Friday.", "on Friday", "2026-03-06"),
    ("This is a photo from our trip in May.", "in May", "2025-05"),
    ("I hope you had a good time on Friday", "on Friday", "2026-03-06"),
    ("I had fun at Sam's wedding in August", "in August", "2025-08"),
    ("I bought it in Aug. 2024", "in Aug. 2024", "2024-08"),
]
NONE = ["every Friday", "on Mondays", "the sun may shine", "I march on", "31 June", "for ages", "2019 people came"]


@pytest.mark.parametrize(("text", "value", "relation"), PAST)
def test_in_what_happened(text: str, value: str, relation: str) -> None:
    (span,) = find(text, SAID)

    assert (span.value, span.relation) == (value, relation)
    assert text[span.start : span.end] == span.text
    read(span.value)


@pytest.mark.parametrize(("text", "value"), COMING)
def test_in_what_is_to_come(text: str, value: str) -> None:
    (span,) = find(text, SAID, prefer="future")

    assert span.value == value


@pytest.mark.parametrize(("text", "words", "value"), TOLD)
def test_verbs_tell_whether_a_bare_name_looks_back_or_ahead(text: str, words: str, value: str) -> None:
    (span,) = find(text, SAID)

    assert (span.text, span.value) == (words, value)


def test_each_time_has_the_verb_nearest_to_it() -> None:
    text = "I'm proud of the race I ran in August, and I want to do another in October. We met in May."

    assert [span.value for span in find(text, SAID)] == ["2025-08", "2026-10", "2025-05"]


def test_the_full_stop_after_a_month_is_no_part_of_the_time() -> None:
    first = find("She left in May. 2024 was hard.", SAID)[0]

    assert (first.text, first.value) == ("in May", "2025-05")


@pytest.mark.parametrize("text", NONE)
def test_what_repeats_or_is_no_time_is_none(text: str) -> None:
    assert find(text, SAID) == []


def test_words_that_leave_the_year_open_are_not_exact() -> None:
    assert [span.exact for span in find("on 12 May 2024, then on 12 May", SAID)] == [True, False]


@pytest.mark.parametrize(
    ("offset", "day"), [(120, date(2025, 3, 1)), (0, date(2025, 2, 28)), (None, date(2025, 2, 28))]
)
def test_the_day_is_the_one_on_the_speakers_clock(offset: int | None, day: date) -> None:
    assert local_day(datetime(2025, 2, 28, 22, 20, tzinfo=UTC), offset) == day


PIECES = "last next this every two a few days weeks years ago in on since until May March Friday 2019 31 12th the of"


@given(st.lists(st.sampled_from(PIECES.split()), max_size=12).map(" ".join) | st.text(max_size=60), st.dates())
@settings(max_examples=300, deadline=None)
def test_any_text_on_any_day_gives_readable_times_in_order(text: str, said: date) -> None:
    spans = find(text, said)

    assert all(a.end <= b.start for a, b in pairwise(spans))
    for span in spans:
        assert span.first <= span.last
        assert text[span.start : span.end] == span.text
        read(span.value)
