"""Dates as values: canonical, with a precision; a coarser date is evidence about the finer ones inside it.

Belief specification §5, Dates as values. "May 2023" does not contradict 2023-05-12, it supports it; "03/04/2025"
without a locale is evidence for both its readings; and 1900-02-29, which never was, is text.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from .evidence import Evidence, canonical
from .numerals import split_locale

Precision = Literal["day", "week", "month", "quarter", "year", "decade"]

LONGEST = 40
"""No date is written in more characters than this."""

_NAMES = "january february march april may june july august september october november december"
_MONTHS = {
    **{name: i for i, name in enumerate(_NAMES.split(), 1)},
    **{name[:3]: i for i, name in enumerate(_NAMES.split(), 1)},
    "sept": 9,
}
_NAMED = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<y>\d{4})"
_WORDED = (
    re.compile(rf"{_DAY}\.?(?: of)?[ -](?P<m>{_NAMED})\.?,?[ -]{_YEAR}"),
    re.compile(rf"(?P<m>{_NAMED})\.? {_DAY},? {_YEAR}"),
    re.compile(rf"(?P<m>{_NAMED})\.?,? {_YEAR}"),
)
_ISO = re.compile(rf"{_YEAR}(?:-(?P<m>\d\d)(?:-(?P<d>\d\d))?)?")
_WEEK = re.compile(rf"{_YEAR}-?w(?P<w>\d\d)(?:-?(?P<d>[1-7]))?")
_QUARTER = re.compile(rf"(?:q(?P<q>[1-4])[ /-]?{_YEAR}|(?P<y2>\d{{4}})[ -]?q(?P<q2>[1-4]))")
_DECADE = re.compile(r"(?:the )?(?P<y>\d{3}0)'?s")
_NUMERIC = re.compile(r"(?P<a>\d{1,2})(?P<s>[./-])(?P<b>\d{1,2})(?P=s)(?P<y>\d{4})")
_YEAR_FIRST = re.compile(r"(?P<y>\d{4})[./](?P<m>\d{1,2})[./](?P<d>\d{1,2})")


@dataclass(frozen=True, slots=True)
class DateValue:
    """A date as a value: its first and its last day, and its canonical text (2023, 2023-05, 2023-05-12, 2023-W19).

    Equal where the canonical text is.
    """

    iso: str
    precision: Precision
    first: date
    last: date

    def holds(self, other: DateValue) -> bool:
        """Whether the other date lies inside this one, or is the same."""
        return self.first <= other.first and other.last <= self.last


def read_date(written: str, locale: str | None = None) -> tuple[DateValue, ...]:
    """The dates that a text may mean: one, two where day and month cannot be told apart, none where it is no date.

    ISO 8601 days, months, years and weeks, English month names, quarters, decades (the 1990s), and numbers parted by
    dots (day first), slashes or dashes. The order of 03/04/2025 is read from the locale's region (US, PH: month
    first) where it has one, or from its language (English alone leaves both). Never a date that does not exist.

    >>> [d.iso for d in read_date("May 2023")], [d.iso for d in read_date("03/04/2025")], read_date("1900-02-29")
    (['2023-05'], ['2025-03-04', '2025-04-03'], ())
    >>> [d.iso for d in read_date("03/04/2025", "en-US")], [d.iso for d in read_date("03/04/2025", "de")]
    (['2025-03-04'], ['2025-04-03'])
    """
    split_locale(locale)
    text = " ".join(written.split()).lower()
    if len(text) > LONGEST or not text.isascii():
        return ()
    try:
        if match := _NUMERIC.fullmatch(text):
            return _numeric(match, locale)
        found = _one(text)
    except ValueError:  # a thirtieth of February
        return ()
    return () if found is None else (found,)


def _one(text: str) -> DateValue | None:
    """The date that a text of an unambiguous form means."""
    for form in (_ISO, _YEAR_FIRST, *_WORDED):
        if match := form.fullmatch(text):
            parts = match.groupdict()
            month, day = parts.get("m"), parts.get("d")
            number = None if month is None else _MONTHS.get(month) or int(month)
            return _dated(int(parts["y"]), number, None if day is None else int(day))
    if match := _WEEK.fullmatch(text):
        year, week = int(match["y"]), int(match["w"])
        first = date.fromisocalendar(year, week, int(match["d"] or 1))
        if match["d"]:
            return _dated(first.year, first.month, first.day)
        return DateValue(f"{year:04d}-W{week:02d}", "week", first, first + timedelta(days=6))
    if match := _QUARTER.fullmatch(text):
        year, quarter = int(match["y"] or match["y2"]), int(match["q"] or match["q2"])
        last = 3 * quarter
        end = date(year, last, calendar.monthrange(year, last)[1])
        return DateValue(f"{year:04d}-Q{quarter}", "quarter", date(year, last - 2, 1), end)
    if match := _DECADE.fullmatch(text):
        year = int(match["y"])
        return DateValue(f"{year:04d}s", "decade", date(year, 1, 1), date(year + 9, 12, 31))
    return None


def _dated(year: int, month: int | None, day: int | None) -> DateValue:
    if month is None:
        return DateValue(f"{year:04d}", "year", date(year, 1, 1), date(year, 12, 31))
    if day is None:
        last = date(year, month, 1).replace(day=calendar.monthrange(year, month)[1])
        return DateValue(f"{year:04d}-{month:02d}", "month", date(year, month, 1), last)
    exact = date(year, month, day)
    return DateValue(exact.isoformat(), "day", exact, exact)


_MONTH_FIRST = frozenset({"US", "PH", "FM", "PW", "MH"})


def _numeric(match: re.Match[str], locale: str | None) -> tuple[DateValue, ...]:
    """Day and month in the order that separator, locale and calendar leave possible; month first stands first."""
    a, b, year = int(match["a"]), int(match["b"]), int(match["y"])
    language, region = split_locale(locale)
    if match["s"] == "." or (region and region not in _MONTH_FIRST) or (language not in ("", "en") and not region):
        usual = [(b, a)]
    elif region:
        usual = [(a, b)]
    else:
        usual = [(a, b), (b, a)]
    # where the usual order makes no date, the other may make only one
    return _readings(year, usual) or _readings(year, [(a, b), (b, a)])


def _readings(year: int, orders: Iterable[tuple[int, int]]) -> tuple[DateValue, ...]:
    found: dict[str, DateValue] = {}
    for month, day in orders:
        try:
            reading = _dated(year, month, day)
        except ValueError:
            continue
        found[reading.iso] = reading
    return tuple(found.values())


def supported(
    readings: Mapping[str, Sequence[DateValue]], key: Callable[[str], str] = str
) -> dict[str, tuple[str, ...]]:
    """Which values each of a set of dates is evidence for: the first as `Evidence.value`, the rest as `others`.

    `readings` maps each value key of a dimension to what `read_date` made of it. A date supports its canonical self,
    both selves if it has two readings, and every finer date of the set that lies inside one of them; a text that is no
    date supports itself alone. `key` makes the value key of a canonical date.

    >>> said = {v: read_date(v) for v in ("May 2023", "2023-05-12", "12 May 2023", "2022", "soon")}
    >>> supported(said)["May 2023"], supported(said)["12 May 2023"], supported(said)["soon"]
    (('2023-05', '2023-05-12'), ('2023-05-12',), ('soon',))
    """
    exact = {d.iso: d for found in readings.values() for d in found}
    result: dict[str, tuple[str, ...]] = {}
    for value, found in readings.items():
        if not found:
            result[value] = (value,)
            continue
        inside = sorted(iso for iso, d in exact.items() if any(own.holds(d) for own in found))
        own = [d.iso for d in found]
        result[value] = tuple(key(iso) for iso in dict.fromkeys((*own, *inside)))
    return result


def dated_log(
    log: Iterable[Evidence], readings: Mapping[str, Sequence[DateValue]], key: Callable[[str], str] = str
) -> list[Evidence]:
    """A log with its date values replaced by what they support, in canonical order; see `supported`.

    A pure function of the evidence: hand in what the answer uses, since a finer date that was said later makes an
    earlier coarse one evidence for it, so a new date value in a dimension means a replay.

    >>> log = [Evidence("1", 0.0, "May 2023"), Evidence("2", 1.0, "2023-05-12")]
    >>> [e.values for e in dated_log(log, {e.value: read_date(e.value) for e in log})]
    [('2023-05', '2023-05-12'), ('2023-05-12',)]
    """
    records = canonical(log)
    used = {v: readings.get(v, ()) for e in records for v in e.values}
    support = supported(used, key)
    found = []
    for e in records:
        first, *others = dict.fromkeys(v for said in e.values for v in support[said])
        found.append(replace(e, value=first, others=tuple(others)))
    return found
