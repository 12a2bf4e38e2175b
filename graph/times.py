"""Times as people write them, read into one instant with a precision; and back into text."""

from __future__ import annotations

import calendar
import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from nous.beliefs import checks
from nous.beliefs.errors import ValidationError, WrongType, shown

Precision = Literal["instant", "day", "month", "year", "interval"]
PRECISIONS: tuple[Precision, ...] = ("instant", "day", "month", "year", "interval")
TimeInput = datetime | date | str | int | float
"""What is taken for a time: aware or naive datetimes, dates, ISO 8601 text, seconds or milliseconds since 1970."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECONDS_A_DAY = 86_400_000_000
_MILLISECONDS_FROM = 1e11  # as seconds that is the year 5138, as milliseconds 1973

_DATETIME = re.compile(
    r"(?P<day>\d{4}-?(?:\d\d-?\d\d|W\d\d-?\d|\d{3}))[T ](?P<clock>\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?)"
    r"\s*(?P<zone>Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?",
    re.IGNORECASE,
)


class When(NamedTuple):
    """A point in time and how exactly it is known.

    `at` is in UTC; `width` is the length in days of the interval that `precision` stands for, centred on `at`
    (0 for an instant); `offset` is the distance from UTC in minutes that was given, None where it was assumed.
    """

    at: datetime
    precision: Precision = "instant"
    width: float = 0.0
    offset: int | None = 0


def zone(name: str | tzinfo | None) -> tzinfo:
    """A time zone by its IANA name; None is UTC.

    >>> zone("Europe/Lisbon").key
    'Europe/Lisbon'
    """
    if name is None:
        return UTC
    if isinstance(name, tzinfo):
        return name
    try:
        return UTC if name.upper() == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValidationError(f"no time zone is called {shown(name)}") from None


def read(value: object, where: tzinfo = UTC, precision: str | None = None) -> When:
    """Read a time; a naive one is read in the zone `where`, a date without a time is the whole day.

    An interval is placed at its middle: a day at its noon. `precision` widens an exact time to the day, month or
    year that holds it. Raises ValidationError for what is not a time, WrongType for what could never be one.

    >>> read("2026-01-10").at.isoformat(), read("2026-01").width
    ('2026-01-10T12:00:00+00:00', 31.0)
    >>> read("2017-01-01T24:00:00Z").at.isoformat()
    '2017-01-02T00:00:00+00:00'
    """
    try:
        when = _read(value, where)
    except (OverflowError, OSError):
        raise ValidationError(f"a time outside the years 1 to 9999: {shown(value)}") from None
    if precision is None or precision == when.precision:
        return when
    if precision not in PRECISIONS:
        raise ValidationError(f"precision must be one of {', '.join(PRECISIONS)}, not {shown(precision)}")
    if precision in ("instant", "interval"):
        if precision == "interval":
            raise ValidationError("an interval is written as its two ends, like 2026-01-03/2026-02-10")
        return When(when.at, "instant", 0.0, when.offset)
    local = when.at.astimezone(where if when.offset is None else timezone(timedelta(minutes=when.offset)))
    return _span(*_unit(local.date(), precision), precision, where)


def _read(value: object, where: tzinfo) -> When:
    if isinstance(value, datetime):
        return _exact(value, where)
    if isinstance(value, date):
        return _span(value, value, "day", where)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise WrongType(f"a time is a datetime, a date, ISO 8601 text or seconds since 1970, not {shown(value)}")
    if isinstance(value, int | float):
        seconds = checks.finite(value, "a time")
        if abs(seconds) >= _MILLISECONDS_FROM:
            seconds /= 1000.0
        return When(EPOCH + timedelta(seconds=seconds))
    return _text(value.strip(), where)


def _text(value: str, where: tzinfo) -> When:
    if match := _DATETIME.fullmatch(value):
        return _clock(value, match, where)
    if re.fullmatch(r"-?\d{9,13}(?:\.\d+)?", value):
        return _read(float(value), where)
    try:
        if "/" in value:
            first, last = (_text(part.strip(), where) for part in value.split("/"))
            if first.at > last.at:
                raise ValidationError(f"an interval ends before it begins: {shown(value)}")
            return _between(first, last)
        if re.fullmatch(r"\d{4}", value):
            return _span(date(int(value), 1, 1), date(int(value), 12, 31), "year", where)
        if match := re.fullmatch(r"(\d{4})-(\d\d)", value):
            return _span(*_unit(date(int(match[1]), int(match[2]), 1), "month"), "month", where)
        if re.fullmatch(r"\d{4}-?W\d\d", value):
            monday = date.fromisoformat(value + ("-1" if "-" in value else "1"))
            return _span(monday, monday + timedelta(days=6), "interval", where)
        if match := re.fullmatch(r"(\d{4})-(\d{3})", value):
            day = _ordinal(match[1], match[2])
        else:
            day = date.fromisoformat(value)
        return _span(day, day, "day", where)
    except ValidationError:
        raise
    except ValueError:
        raise ValidationError(
            f"not a time: {shown(value)}; write it like 2026-01-10, 2026-01 or 2026-01-10T09:30:00+02:00"
        ) from None


def _clock(value: str, match: re.Match[str], where: tzinfo) -> When:
    """An ISO date and time; 24:00 and a leap second are the first instant of what follows."""
    clock = match["clock"].replace(":", "").replace(",", ".")
    whole, _, fraction = clock.partition(".")
    hour, minute, second = (int(whole[i : i + 2] or 0) for i in (0, 2, 4))
    try:
        digits = match["day"].replace("-", "")
        if "W" in digits.upper():
            day = date.fromisoformat(digits.upper())
        elif len(digits) == 7:
            day = _ordinal(digits[:4], digits[4:])
        else:
            day = date.fromisoformat(match["day"])
        if hour == 24 and (minute or second or int(fraction or 0)):
            raise ValueError
        if hour > 24 or minute > 59 or second > 60:
            raise ValueError
        naive = datetime(day.year, day.month, day.day) + timedelta(
            hours=hour, minutes=minute, seconds=second, microseconds=int(fraction[:6].ljust(6, "0"))
        )
        mark = match["zone"]
        if mark is None:
            return _exact(naive, where)
        if mark.upper() == "Z":
            return _exact(naive.replace(tzinfo=UTC), where)
        bare = mark[1:].replace(":", "").ljust(6, "0")
        shift = timedelta(hours=int(bare[:2]), minutes=int(bare[2:4]), seconds=int(bare[4:6]))
        return _exact(naive.replace(tzinfo=timezone(-shift if mark[0] == "-" else shift)), where)
    except ValueError:
        raise ValidationError(f"not a time: {shown(value)}") from None


def _ordinal(year: str, day: str) -> date:
    found = date(int(year), 1, 1) + timedelta(days=int(day) - 1)
    if found.year != int(year):
        raise ValueError(day)
    return found


def _exact(value: datetime, where: tzinfo) -> When:
    if value.tzinfo is None or value.utcoffset() is None:
        return When(value.replace(tzinfo=where).astimezone(UTC), "instant", 0.0, None)
    offset = value.utcoffset()
    assert offset is not None
    return When(value.astimezone(UTC), "instant", 0.0, round(offset.total_seconds() / 60))


def _unit(day: date, precision: str) -> tuple[date, date]:
    """The first and last day of the day, month or year that holds `day`."""
    if precision == "month":
        return day.replace(day=1), day.replace(day=calendar.monthrange(day.year, day.month)[1])
    if precision == "year":
        return date(day.year, 1, 1), date(day.year, 12, 31)
    return day, day


def _span(first: date, last: date, precision: Precision, where: tzinfo) -> When:
    """The days from `first` to `last`, placed at their middle; a single day at its noon on the local clock."""
    days = (last - first).days + 1
    middle = datetime(first.year, first.month, first.day) + timedelta(days=days / 2)
    return When(middle.replace(tzinfo=where).astimezone(UTC), precision, float(days), None)


def _between(first: When, last: When) -> When:
    begin = first.at - timedelta(days=first.width / 2)
    end = last.at + timedelta(days=last.width / 2)
    return When(begin + (end - begin) / 2, "interval", (end - begin) / timedelta(days=1), first.offset)


def micros(at: datetime) -> int:
    """An aware time as whole microseconds since 1970, exactly.

    >>> micros(datetime(1970, 1, 2, tzinfo=UTC))
    86400000000
    """
    since = at - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def from_micros(value: int) -> datetime:
    """The time that `micros` counted.

    >>> from_micros(86_400_000_000).isoformat()
    '1970-01-02T00:00:00+00:00'
    """
    return EPOCH + timedelta(microseconds=value)


def days(value: int) -> float:
    """Microseconds since 1970 in days, the unit of the mathematics.

    >>> days(43_200_000_000)
    0.5
    """
    return value / MICROSECONDS_A_DAY


def iso(at: datetime) -> str:
    """A time as ISO 8601 in UTC, as every output writes it.

    >>> iso(datetime(2026, 1, 10, 12, tzinfo=UTC))
    '2026-01-10T12:00:00Z'
    """
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def said(at: datetime, precision: str, offset: int | None = None) -> str:
    """A time as a person would write it, no finer than it is known.

    >>> said(datetime(2026, 1, 16, tzinfo=UTC), "month")
    'January 2026'
    """
    local = at if offset is None else at.astimezone(timezone(timedelta(minutes=offset)))
    if precision == "year":
        return str(local.year)
    if precision == "month":
        return f"{calendar.month_name[local.month]} {local.year}"
    if precision == "interval":
        return f"about {local.day} {calendar.month_abbr[local.month]} {local.year}"
    return f"{local.day} {calendar.month_abbr[local.month]} {local.year}"
