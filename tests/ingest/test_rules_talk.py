"""Several messages together: pronouns, names, corrections, times, quotes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from nous.graph.model import Message
from nous.graph.times import read as read_time
from nous.ingest.rules import MAX_READ, extract

from .talk import NOW, facts, messages, observed, read


def test_a_pronoun_means_the_one_person_named_just_before() -> None:
    found = facts("This is my cousin Tamsin; she teaches chemistry.", "She adopted a greyhound last week.")

    assert ("Tamsin", "occupation", "chemistry teacher", "assert") in found
    assert ("Tamsin", "pet", "greyhound", "assert") in found


def test_a_pronoun_that_could_mean_two_means_nobody() -> None:
    assert not any(attribute == "home city" for _, attribute, _, _ in facts("Isabel met Rita. She lives in Faro."))


def test_two_people_of_one_name_are_told_apart() -> None:
    talk = ("Omar from accounting is allergic to latex.", "I climb with another Omar, a vet. He has a van.")
    found = facts(*talk, "Omar lives in Faro.")

    assert ("Omar from accounting", "allergy", "latex", "assert") in found
    assert ("Omar the vet", "owns", "van", "assert") in found
    assert not any(value == "Faro" for _, _, value, _ in found)


def test_a_titled_name_is_known_by_its_surname() -> None:
    found = facts("Dr. Noreen Halloran will see me on Friday.", "Halloran's clinic moved to Quay Street.")

    assert found == {("Dr. Noreen Halloran", "clinic location", "Quay Street", "change")}


def test_what_is_sold_ends_under_the_attribute_it_was_told_with() -> None:
    assert ("Ana", "car", "electric Renault", "end") in facts("I drive an electric Renault.", "We sold the Renault.")


def test_a_slip_in_one_message_is_never_told() -> None:
    assert facts("I live in Genoa. No, sorry, I meant Geneva.") == {("Ana", "home city", "Geneva", "assert")}
    assert facts("I live in Ghent, scratch that, Bruges.") == {("Ana", "home city", "Bruges", "assert")}


SLIPS = [
    ("The viewing is on Thursday.", "No, sorry, I meant Tuesday.", "Thursday", "Tuesday"),
    ("My sister's name is Lydia.", "*Lidia", "Lydia", "Lidia"),
    ("I work at Cormorant Air.", "Wait, no, I mean Cormorant Rail", "Cormorant Air", "Cormorant Rail"),
    ("Our anniversary is on 9 June.", "Sorry, I meant 14 June!", "9 June", "14 June"),
    ("I live in Genoa.", "Oops, correction, I live in Geneva.", "Genoa", "Geneva"),
    ("I live in Genoa.", "Oops, I said Genoa but I live in Geneva.", "Genoa", "Geneva"),
    ("I live in Genoa.", "I said Genoa earlier, it's Geneva.", "Genoa", "Geneva"),
    ("I'm a nurse.", "I told you nurse, but I'm a midwife.", "nurse", "midwife"),
    ("I live in Genoa.", "Wait, that's wrong, I live in Geneva.", "Genoa", "Geneva"),
    ("I live in Genoa.", "Wait, that's wrong. I live in Geneva.", "Genoa", "Geneva"),
    ("I live in Genoa.", "Sorry, that was wrong, it's Geneva.", "Genoa", "Geneva"),
    ("I live in Genoa.", "Actually, I live in Geneva.", "Genoa", "Geneva"),
]


@pytest.mark.parametrize(("first", "second", "old", "new"), SLIPS)
def test_a_later_slip_corrects_what_was_yielded_at_its_own_time(first: str, second: str, old: str, new: str) -> None:
    talk = messages(first, second)
    talk[1] = replace(talk[1], at=NOW + timedelta(minutes=5))

    told, corrected = extract(talk)

    assert told.observation is not None and corrected.observation is not None
    assert (told.observation.value, corrected.observation.value) == (old, new)
    assert corrected.corrects[0] is told.observation
    assert corrected.observation.at is not None
    assert read_time(corrected.observation.at).at == NOW


def test_a_change_told_as_a_correction_has_its_own_time() -> None:
    told, corrected = read("I work at Acme.", "Actually, I work at Globex, I changed in January.")

    assert corrected.observation is not None and corrected.corrects == (told.observation,)
    assert (corrected.observation.kind, corrected.observation.at) == ("change", "2026-01")


def test_a_move_told_with_actually_corrects_nothing() -> None:
    assert [s.corrects for s in read("I live in Genoa.", "Actually, I moved to Geneva.")] == [(), ()]
    assert [s.corrects for s in read("I like tea.", "Actually, I like coffee.")] == [(), ()]


def test_a_name_told_later_in_the_message_is_whom_it_was_about() -> None:
    assert facts("My sister is vegan and her name is Noor.") == {
        ("Ana", "sister", "Noor", "assert"),
        ("Noor", "diet", "vegan", "assert"),
    }
    assert ("Hilde", "partner", "Hugo", "assert") in facts("Hilde is my sister.", "She is engaged to Hugo now.")


def test_what_is_withdrawn_is_taken_back_by_its_own_speaker_only() -> None:
    told, other, back = read(
        "I'm gluten intolerant.", "Bo: I'm vegan.", "Please disregard that, the test was mixed up."
    )

    assert back.observation is None and back.said_in == "m3"
    assert back.corrects == (told.observation,) and other.observation not in back.corrects


def test_said_in_jest_is_not_said() -> None:
    assert facts("I've moved to Mars, didn't you hear? just kidding") == set()


@pytest.mark.parametrize(
    ("text", "value", "at"),
    [
        ("I quit Initech yesterday.", "Initech", "2026-03-09"),
        ("We moved to Leeds in February.", "Leeds", "2026-02"),
        ("I got married to Lena in 2019.", "Lena", "2019"),
        ("On Saturday we sold the tandem.", "tandem", "2026-03-07"),
        ("Two weeks ago I ran a marathon.", "ran a marathon", "2026-02-21/2026-02-27"),
    ],
)
def test_what_happened_has_its_own_date(text: str, value: str, at: str) -> None:
    found = [o for o in observed(text) if o.value == value and not o.attribute.startswith("former")]

    assert {o.at for o in found if o.at is not None} == {at}


def test_what_holds_now_has_the_moment_of_its_message() -> None:
    assert {o.at for o in observed("I live in Porto these days.", "I work at Acme.")} == {None}


def test_this_month_reaches_up_to_the_message_and_no_further() -> None:
    (joined,) = [o for o in observed("I joined Borealis this month.") if o.kind == "change"]

    when = read_time(joined.at)
    assert joined.at is not None and when.precision == "interval"
    assert when.at + timedelta(days=when.width / 2) == NOW


def test_yesterday_is_the_local_one() -> None:
    at = datetime(2025, 3, 1, 0, 20, tzinfo=timezone(timedelta(hours=2))).astimezone(UTC)
    message = Message("m1", "Ann", "Yesterday I switched dentists; Dr. Pell is my dentist now.", at, offset=120)

    (new,) = [s.observation for s in extract([message])]

    assert new is not None
    assert (new.attribute, new.value, new.kind, new.at) == ("dentist", "Dr. Pell", "change", "2025-02-28")


def test_a_change_of_late_is_one_piece_of_evidence_and_one_long_past_holds_still() -> None:
    (late,) = observed("I joined Borealis two weeks ago and I'm still smiling.")
    moved, still = observed("I moved to Chicago in 2019.")
    joined, working = observed("I joined Borealis two weeks ago and I still work at Borealis.")

    assert (late.kind, late.value) == ("change", "Borealis")
    assert (moved.kind, moved.at, still.kind, still.at) == ("change", "2019", "assert", None)
    assert (joined.kind, working.kind, working.at) == ("change", "assert", None)


def test_each_observation_quotes_its_sentence_and_names_its_message() -> None:
    (told,) = observed("Hello! I live in Porto. Nice, eh?")

    assert (told.quote, told.message) == ("I live in Porto.", "m1")


def test_a_long_message_is_read_up_to_a_limit_and_its_neighbour_does_not_suffer() -> None:
    log = "The log line says all is well. " * 200_000
    talk = messages(log + "I live in Rome.", "My umbrella is plaid.")

    assert len(log) > MAX_READ
    assert [s.observation.value for s in extract(talk) if s.observation] == ["plaid"]
