"""Times: every form that people write, one instant with a precision, and nothing that is no time."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.errors import ValidationError, WrongType
from nous.graph.times import days, from_micros, iso, micros, read, said, zone

LISBON = ZoneInfo("Europe/Lisbon")
BERLIN = ZoneInfo("Europe/Berlin")


def at(value: object, where: tzinfo = UTC, precision: str | None = None) -> str:
    """The instant that a time is read as, in UTC."""
    return iso(read(value, where, precision).at)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-01-10T09:30:00Z", "2026-01-10T09:30:00Z"),
        ("2026-01-10T09:30:00z", "2026-01-10T09:30:00Z"),
        ("2026-01-10t09:30:00Z", "2026-01-10T09:30:00Z"),
        ("2026-01-10 09:30:00", "2026-01-10T09:30:00Z"),
        ("2026-01-10T09:30", "2026-01-10T09:30:00Z"),
        ("2026-01-10T09", "2026-01-10T09:00:00Z"),
        ("20260110T093000Z", "2026-01-10T09:30:00Z"),
        ("20260110T0930", "2026-01-10T09:30:00Z"),
        ("2026-010T09:30Z", "2026-01-10T09:30:00Z"),
        ("2026010T0930Z", "2026-01-10T09:30:00Z"),
        ("2026-W02-6T09:30Z", "2026-01-10T09:30:00Z"),
        ("2026W026T0930Z", "2026-01-10T09:30:00Z"),
        ("2026-01-10T09:30:00+02:00", "2026-01-10T07:30:00Z"),
        ("2026-01-10T09:30:00+0200", "2026-01-10T07:30:00Z"),
        ("2026-01-10T09:30:00-05", "2026-01-10T14:30:00Z"),
        ("2026-01-10T09:30:00 +05:30", "2026-01-10T04:00:00Z"),
        ("2026-01-10T09:30:00-00:00", "2026-01-10T09:30:00Z"),
        ("2026-01-10T09:30:00+05:53:28", "2026-01-10T03:36:32Z"),
        ("2026-01-10T09:30:00.5Z", "2026-01-10T09:30:00.500000Z"),
        ("2026-01-10T09:30:00,25Z", "2026-01-10T09:30:00.250000Z"),
        ("2026-01-10T09:30:00.123456789Z", "2026-01-10T09:30:00.123456Z"),
        ("2025-01-01T02:00:00.000000001Z", "2025-01-01T02:00:00Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("2016-12-31T18:59:60-05:00", "2017-01-01T00:00:00Z"),
        ("2017-01-01T24:00:00Z", "2017-01-02T00:00:00Z"),
        ("2017-01-01T24:00", "2017-01-02T00:00:00Z"),
        ("2017-12-31T24:00Z", "2018-01-01T00:00:00Z"),
        (" 2026-01-10T09:30:00Z\n", "2026-01-10T09:30:00Z"),
        ("1768037400", "2026-01-10T09:30:00Z"),
        ("1768037400.25", "2026-01-10T09:30:00.250000Z"),
        ("1768037400250", "2026-01-10T09:30:00.250000Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
    ],
)
def test_instants(text: str, instant: str) -> None:
    found = read(text)

    assert iso(found.at) == instant
    assert (found.precision, found.width) == ("instant", 0.0)


@pytest.mark.parametrize(
    ("text", "middle", "precision", "width"),
    [
        ("2026-01-10", "2026-01-10T12:00:00Z", "day", 1.0),
        ("20260110", "2026-01-10T12:00:00Z", "day", 1.0),
        ("2026-010", "2026-01-10T12:00:00Z", "day", 1.0),
        ("2025-W07-3", "2025-02-12T12:00:00Z", "day", 1.0),
        ("2004-02-29", "2004-02-29T12:00:00Z", "day", 1.0),
        ("2026-01", "2026-01-16T12:00:00Z", "month", 31.0),
        ("2024-02", "2024-02-15T12:00:00Z", "month", 29.0),
        ("2026", "2026-07-02T12:00:00Z", "year", 365.0),
        ("2024", "2024-07-02T00:00:00Z", "year", 366.0),
        ("2025-W07", "2025-02-13T12:00:00Z", "interval", 7.0),
        ("2026-01-03/2026-02-10", "2026-01-22T12:00:00Z", "interval", 39.0),
        ("2026-01/2026-02", "2026-01-30T12:00:00Z", "interval", 59.0),
        ("2026-01-10T00:00Z/2026-01-10T12:00Z", "2026-01-10T06:00:00Z", "interval", 0.5),
        ("0001", "0001-07-02T12:00:00Z", "year", 365.0),
        ("9999", "9999-07-02T12:00:00Z", "year", 365.0),
    ],
)
def test_spans_stand_at_their_middle(text: str, middle: str, precision: str, width: float) -> None:
    found = read(text)

    assert (iso(found.at), found.precision, found.width) == (middle, precision, width)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "not a date", "yesterday", "2026-13", "2026-00", "2026-02-30", "1900-02-29", "2023-02-29", "2026-366",
        "2026-000", "2026-W54", "2026-W00-1", "2026-W02-8", "2026-01-10T25:00Z", "2026-01-10T24:01Z",
        "2026-01-10T23:60Z",
        "2026-01-10T23:59:61Z", "2026-01-10T24:00:00.1Z", "2026-01-10T09:30:00+25:00", "2026-01-10T", "T09:30",
        "2026-01-10T09:30:00Zz", "03/04/2025", "10.01.2026", "2026/01/10", "Jan 10 2026", "12", "12345", "1e9", "nan",
        "inf", "0000-01-01", "10000-01-01", "2026-01-10/", "/2026-01-10", "2026/2025", "2026/2027/2028",
        "-1", "2026-01-10\x00", "2026-01-1", "2026-1-10",
    ],
)  # fmt: skip
def test_text_that_is_no_time(text: str) -> None:
    """Refused with the text in the message; a day that does not exist is never another day."""
    with pytest.raises(ValidationError, match=r"time|interval"):
        read(text)


@pytest.mark.parametrize("bad", [None, True, False, [], {}, b"2026-01-10", timedelta(1), object(), 1j])
def test_types_that_are_no_time(bad: object) -> None:
    with pytest.raises(WrongType, match="a time is"):
        read(bad)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf"), 1e300, 10**15, -(10**15), 10**400, 1e18])
def test_numbers_that_are_no_time(bad: float) -> None:
    with pytest.raises(ValidationError):
        read(bad)


@pytest.mark.parametrize(
    ("number", "instant"),
    [
        (0, "1970-01-01T00:00:00Z"),
        (1735689600, "2025-01-01T00:00:00Z"),
        (1735693200000, "2025-01-01T01:00:00Z"),
        (1735689600.5, "2025-01-01T00:00:00.500000Z"),
        (-86400, "1969-12-31T00:00:00Z"),
        (99_999_999_999, "5138-11-16T09:46:39Z"),
        (100_000_000_000, "1973-03-03T09:46:40Z"),
    ],
)
def test_seconds_and_milliseconds_since_1970(number: float, instant: str) -> None:
    assert at(number) == instant


@pytest.mark.parametrize(
    "edge",
    [
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
        "0001-01-01/0001",
        "9999-12-31T24:00Z",
        datetime.max,
        datetime.min,
        date.max,
        date.min,
        "0001-01-01",
        "9999-12-31",
        "0001",
        "9999",
    ],
)
@pytest.mark.parametrize("where", [UTC, ZoneInfo("Pacific/Kiritimati"), ZoneInfo("Pacific/Niue")], ids=str)
@pytest.mark.parametrize("precision", [None, "instant", "day", "month", "year"])
def test_the_edges_of_time_are_read_or_refused(edge: object, where: tzinfo, precision: str | None) -> None:
    """Never an overflow."""
    try:
        found = read(edge, where, precision)
    except ValidationError as error:
        assert "years 1 to 9999" in str(error)
    else:
        assert from_micros(micros(found.at)) == found.at


def test_a_datetime_keeps_its_offset_and_a_naive_one_has_none() -> None:
    aware = datetime(2026, 1, 10, 9, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))

    assert read(aware).offset == 330
    assert iso(read(aware).at) == "2026-01-10T04:00:00Z"
    assert read(datetime(2026, 1, 10, 9, 30)).offset is None
    assert read("2026-01-10T09:30:00+02:00").offset == 120
    assert read("2026-01-10T09:30:00Z").offset == 0
    assert read("2026-01-10T09:30:00").offset is None


def test_naive_times_are_read_in_the_zone() -> None:
    assert at("2026-07-01T12:00", LISBON) == "2026-07-01T11:00:00Z"
    assert at("2026-01-01T12:00", LISBON) == "2026-01-01T12:00:00Z"
    assert at("2026-07-01", LISBON) == "2026-07-01T11:00:00Z"
    assert at(datetime(2026, 7, 1, 12), LISBON) == "2026-07-01T11:00:00Z"
    assert at("2026-07-01T12:00Z", LISBON) == "2026-07-01T12:00:00Z"


def test_the_hour_that_comes_twice() -> None:
    """With an offset there is no doubt; without one it is the first, unless `fold` says the second."""
    assert at("2025-10-26T02:30:00+02:00") == "2025-10-26T00:30:00Z"
    assert at("2025-10-26T02:10:00+01:00") == "2025-10-26T01:10:00Z"
    assert at("2025-10-26T02:30:00", BERLIN) == "2025-10-26T00:30:00Z"
    assert at(datetime(2025, 10, 26, 2, 30, fold=1), BERLIN) == "2025-10-26T01:30:00Z"


def test_the_hour_that_never_comes() -> None:
    """It is read as if the clock had not been put forward."""
    assert at("2026-03-29T02:30:00", BERLIN) == "2026-03-29T01:30:00Z"


@pytest.fixture(params=["Asia/Tokyo", "America/Los_Angeles", "Pacific/Chatham"])
def host_zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """The computer stands in another zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield request.param
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


def test_the_zone_of_the_computer_does_not_count(host_zone: str) -> None:
    assert at("2025-05-01T10:00:00") == "2025-05-01T10:00:00Z"
    assert at("2025-05-01") == "2025-05-01T12:00:00Z"
    assert at(datetime(2025, 5, 1, 10)) == "2025-05-01T10:00:00Z"
    assert at(1746093600) == "2025-05-01T10:00:00Z"


def test_a_precision_widens_a_time_to_what_holds_it() -> None:
    assert read("2026-01-10T09:30:00Z", UTC, "day").width == 1.0
    assert at("2026-01-10T09:30:00Z", UTC, "month") == "2026-01-16T12:00:00Z"
    assert at("2026-01-10", UTC, "year") == "2026-07-02T12:00:00Z"
    assert read("2026-01-10", UTC, "instant").width == 0.0
    assert at("2026-01-10T23:30:00-05:00", UTC, "day").startswith("2026-01-1")
    with pytest.raises(ValidationError, match="instant, day, month, year"):
        read("2026-01-10", UTC, "week")
    with pytest.raises(ValidationError, match="two ends"):
        read("2026-01-10", UTC, "interval")


def test_zones_by_name() -> None:
    assert zone(None) is UTC
    assert zone("utc") is UTC
    assert zone(LISBON) is LISBON
    for bad in ("Nowhere", "", "../etc/passwd", "Europe", "\x00", "Europe/Lisbon "):
        with pytest.raises(ValidationError, match="no time zone"):
            zone(bad)


moments = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(moments, offsets)
def test_what_is_written_is_read_back_to_the_microsecond(moment: datetime, offset: tzinfo) -> None:
    local = moment.astimezone(offset)

    assert read(iso(moment)).at == moment
    assert read(local.isoformat()).at == moment
    assert read(local).at == moment
    assert from_micros(micros(moment)) == moment
    assert days(micros(moment)) == pytest.approx(micros(moment) / 86_400e6)


@given(st.dates(date(1, 1, 2), date(9999, 12, 30)))
def test_a_day_is_the_same_however_it_is_written(day: date) -> None:
    forms = [day.isoformat(), day, f"{day:%Y%m%d}".zfill(8), f"{day.year:04}-{day:%j}"]

    assert len({read(f) for f in forms}) == 1


@given(st.text(max_size=25))
def test_any_text_is_a_time_or_a_typed_error(text: str) -> None:
    try:
        found = read(text)
    except ValidationError:
        return
    assert found.at.tzinfo is UTC


@given(st.one_of(st.integers(), st.floats()))
def test_any_number_is_a_time_or_a_typed_error(number: float) -> None:
    try:
        found = read(number)
    except ValidationError:
        return
    assert 1 <= found.at.year <= 9999


def test_times_are_said_no_finer_than_they_are_known() -> None:
    noon = datetime(2026, 1, 16, 23, 30, tzinfo=UTC)

    assert said(noon, "day") == "16 Jan 2026"
    assert said(noon, "instant", 120) == "17 Jan 2026"
    assert said(noon, "month") == "January 2026"
    assert said(noon, "year") == "2026"
    assert said(noon, "interval").startswith("about ")
