"""Dates as values: belief specification §5; case 031."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs.baselines import belief
from nous.beliefs.dates import dated_log, read_date, supported

from .test_quantity import PARAMETERS, said


@pytest.mark.parametrize(
    ("written", "locale", "readings"),
    [
        ("2023-05-12", None, ["2023-05-12"]),
        ("12 May 2023", None, ["2023-05-12"]),
        ("May 12th, 2023", None, ["2023-05-12"]),
        ("May 2023", None, ["2023-05"]),
        ("2023", None, ["2023"]),
        ("2025-W07-3", None, ["2025-02-12"]),
        ("2025-W07", None, ["2025-W07"]),
        ("Q2 2024", None, ["2024-Q2"]),
        ("the 1990s", None, ["1990s"]),
        ("03/04/2025", None, ["2025-03-04", "2025-04-03"]),
        ("03/04/2025", "en", ["2025-03-04", "2025-04-03"]),
        ("03/04/2025", "en-US", ["2025-03-04"]),
        ("03/04/2025", "en-GB", ["2025-04-03"]),
        ("03/04/2025", "de", ["2025-04-03"]),
        ("03.04.2025", None, ["2025-04-03"]),
        ("13/04/2025", None, ["2025-04-13"]),
        ("03/13/2025", "en-GB", ["2025-03-13"]),
        ("03/03/2025", None, ["2025-03-03"]),
        ("29/02/2000", None, ["2000-02-29"]),
        ("1900-02-29", None, []),
        ("29/02/1900", None, []),
        ("2023-02-30", None, []),
        ("31/04/2025", None, []),
        ("2023-13", None, []),
        ("2025-W54", None, []),
        ("0000", None, []),
        ("03/04/25", None, []),
        ("20230512", None, []),
        ("soon", None, []),
    ],
)
def test_a_date_is_read_with_its_precision_and_never_becomes_another(
    written: str, locale: str | None, readings: list[str]
) -> None:
    assert [d.iso for d in read_date(written, locale)] == readings


@given(st.text(max_size=60))
def test_any_text_is_read_or_left_alone(text: str) -> None:
    for reading in read_date(text):
        assert reading.first <= reading.last and read_date(reading.iso) == (reading,)


@given(st.dates(min_value=date(1, 1, 1)))
def test_every_spelling_of_a_day_is_that_day(day: date) -> None:
    months = "January February March April May June July August September October November December".split()
    month = months[day.month - 1]
    for written in (
        day.isoformat(),
        f"{day.day} {month} {day.year:04}",
        f"{month[:3]} {day.day}, {day.year:04}",
        f"{day.day:02}.{day.month:02}.{day.year:04}",
    ):
        assert [d.first for d in read_date(written)] == [day], written
    assert day in {d.first for d in read_date(f"{day.month}/{day.day}/{day.year:04}")}
    (month_value,) = read_date(f"{day.year:04}-{day.month:02}")
    (exact,) = read_date(day.isoformat())
    assert month_value.holds(exact) and not exact.holds(month_value)
    following = month_value.last + timedelta(days=1) if month_value.last < date.max else None
    assert following is None or not month_value.holds(read_date(following.isoformat())[0])


def test_a_coarser_date_supports_the_finer_ones_inside_it() -> None:
    values = ("May 2023", "2023-05-12", "12 May 2023", "June 2023", "2023", "soon", "1900-02-29")
    found = supported({v: read_date(v) for v in values})
    assert found["May 2023"] == ("2023-05", "2023-05-12")
    assert found["2023"] == ("2023", "2023-05", "2023-05-12", "2023-06")
    assert found["12 May 2023"] == found["2023-05-12"] == ("2023-05-12",)
    assert found["soon"] == ("soon",) and found["1900-02-29"] == ("1900-02-29",)
    assert supported({"2023": read_date("2023")}, lambda iso: f"d:{iso}") == {"2023": ("d:2023",)}


def test_a_coarser_date_is_no_contradiction() -> None:
    values = ("May 2023", "2023-05-12", "May 2023")
    log = [replace(e, value=v) for e, v in zip(said("a", "b", "c"), values, strict=True)]
    read = {v: read_date(v) for v in values}
    supporting = belief("plain filter", dated_log(log, read), PARAMETERS, 2.0)
    contradicting = belief(
        "plain filter", [replace(e, value=v) for e, v in zip(log, "xyx", strict=True)], PARAMETERS, 2.0
    )
    only_fine = belief("plain filter", dated_log(log[1:2], read), PARAMETERS, 2.0)
    assert supporting.best == "2023-05-12"
    assert supporting.masses["2023-05-12"] > only_fine.masses["2023-05-12"] > contradicting.masses["y"]


def test_case_031_an_ambiguous_date_is_evidence_for_both_readings() -> None:
    log = said("03/04/2025")
    read = {"03/04/2025": read_date("03/04/2025")}
    found = belief("plain filter", dated_log(log, read), PARAMETERS, 0.0)
    assert set(found.masses) == {"2025-03-04", "2025-04-03"}
    assert found.masses["2025-03-04"] == pytest.approx(found.masses["2025-04-03"]) and found.unknown < 0.15

    clear = said("03/04/2025", "3 April 2025")
    read["3 April 2025"] = read_date("3 April 2025")
    assert belief("plain filter", dated_log(clear, read), PARAMETERS, 1.0).masses["2025-04-03"] > 0.9
