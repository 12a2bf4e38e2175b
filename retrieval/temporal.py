"""Time expressions in English text, resolved against the local day on which they were said."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Final, Literal

from nous.graph.times import Precision

from .tense import facing

Relation = Literal["at", "since", "until", "for", "before", "after"]
Prefer = Literal["past", "future"]

_FEW = 3  # what "a few" and "several" count for; such spans are widened
_LONGEST_LEAD = 40  # characters; no run of words like "ever since the" is longer

MONTHS: Final = tuple("January February March April May June July August September October November December".split())
"""The months by their English names, whatever the locale."""

_DAY = {name: i for i, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())} | {
    "tues": 1,
    "thurs": 3,
}
_SHORT_DAY = {name[:3]: i for name, i in _DAY.items()} | {"thur": 3}
_MONTH = {name: i for i, month in enumerate(MONTHS, 1) for name in (month.lower(), month[:3].lower())}
_MONTH["sept"] = 9
_SEASON = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}  # first months, northern hemisphere
_FEAST = {
    "christmas eve": (12, 24),
    "christmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new year's": (1, 1),
    "valentine's": (2, 14),
    "halloween": (10, 31),
}
_NUMBER = {
    word: i
    for i, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"a": 1, "an": 1, "couple": 2, "few": _FEW, "several": _FEW, "thirty": 30, "forty": 40, "fifty": 50}

_D = "(?:" + "|".join(sorted(_DAY, key=len, reverse=True)) + ")"
_DS = "(?:" + "|".join(sorted(_DAY | _SHORT_DAY, key=len, reverse=True)) + ")"
_M = "(?:" + "|".join(sorted(_MONTH, key=len, reverse=True)) + ")"
_S = "(?:" + "|".join(_SEASON) + ")"
_F = "(?:" + "|".join(_FEAST) + ")"
_N = (
    r"(?:\d{1,3}|(?:a |the )?(?:couple(?: of)?|few|several)|"
    + "|".join(sorted(_NUMBER, key=len, reverse=True)).replace("|couple", "").replace("|several", "")
    + ")"
)
_U = r"(?:day|night|week|weekend|fortnight|month|year|decade)s?"
_Y = r"(?:19|20)\d\d"
_DOT = r"(?:(?:(?<=\b[a-z]{3})(?<!may)|(?<=\bsept))\.)?"  # "Aug. 2024", but not the full stop after "in August"
_PART = r"(?: (?:morning|afternoon|evening|night|lunchtime))?"
_ORD = r"(?:[0-3]?\d)(?:st|nd|rd|th)?"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time expression: where it stands in the text and the days it means.

    `start` and `end` are positions in the text, `first` and `last` the days it covers, both included;
    `relation` says how they are meant: at that time, `since`, `until`, `before` or `after` it, `for` so long up to
    now. `exact` is False where the words leave the year or the week to be guessed ("on Friday", "in May").

    >>> find("I quit yesterday", date(2026, 3, 10))[0].value
    '2026-03-09'
    """

    start: int
    end: int
    text: str
    first: date
    last: date
    precision: Precision
    relation: Relation = "at"
    exact: bool = True

    @property
    def value(self) -> str:
        """The time as `graph.times.read` takes it: a date, a month, a year, or an interval of two dates."""
        if self.precision == "day":
            return self.first.isoformat()
        if self.precision == "month":
            return self.first.isoformat()[:7]
        if self.precision == "year":
            return self.first.isoformat()[:4]
        return f"{self.first.isoformat()}/{self.last.isoformat()}"


def local_day(at: datetime, offset: int | None = None, where: tzinfo = UTC) -> date:
    """The calendar day on the clock of whoever spoke at `at`, `offset` minutes ahead of UTC (else in `where`).

    >>> local_day(datetime(2025, 2, 28, 22, 20, tzinfo=UTC), 120).isoformat()
    '2025-03-01'
    """
    try:
        return at.astimezone(where if offset is None else timezone(timedelta(minutes=offset))).date()
    except OverflowError:  # the first or the last day that a calendar has
        return at.date()


@dataclass(frozen=True, slots=True)
class _Days:
    first: date
    last: date
    precision: Precision


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a resolver needs besides the words: the day, the preferred side, and the word that leads in."""

    said: date
    prefer: Prefer
    lead: str


_Resolver = Callable[[re.Match[str], _Asked], _Days | None]


def _day(day: date) -> _Days:
    return _Days(day, day, "day")


def _month(year: int, month: int) -> _Days:
    return _Days(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]), "month")


def _year(year: int) -> _Days:
    return _Days(date(year, 1, 1), date(year, 12, 31), "year")


def _season(year: int, name: str) -> _Days:
    first = _month(year, _SEASON[name])
    last = _months_on(first.first, 2)
    return _Days(first.first, _month(last.year, last.month).last, "interval")


def _week(day: date, weeks: int) -> _Days:
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=weeks)
    return _Days(monday, monday + timedelta(days=6), "interval")


def _weekend(day: date, weeks: int) -> _Days:
    sunday = _week(day, weeks).last
    return _Days(sunday - timedelta(days=1), sunday, "interval")


def _months_on(day: date, months: int) -> date:
    """The day `months` later, or the last of that month where it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _nearest(spans: list[_Days], asked: _Asked) -> _Days:
    """The last span that has begun, or the first that is not over."""
    if asked.prefer == "past":
        return max((span for span in spans if span.first <= asked.said), key=lambda span: span.first)
    return min((span for span in spans if span.last >= asked.said), key=lambda span: span.first)


def _years_near(day: date) -> range:
    return range(day.year - 2, day.year + 3)


def _weekday(day: date, name: str, step: int) -> date:
    """The nearest day of that name strictly before (-1) or after (1) `day`, or the one in its week (0)."""
    number = (_DAY | _SHORT_DAY)[name]
    ahead = (number - day.weekday()) % 7
    if step < 0:
        return day - timedelta(days=7 - ahead)
    if step > 0:
        return day + timedelta(days=ahead or 7)
    return day + timedelta(days=number - day.weekday())


def _count(words: str) -> tuple[int, bool]:
    """The number that words stand for, and whether it is only about so many."""
    word = words.lower().removeprefix("a ").removeprefix("the ").removesuffix(" of")
    return int(word) if word.isdigit() else _NUMBER[word], word in ("few", "several", "couple")


def _shift(day: date, count: int, unit: str, vague: bool = False) -> _Days:
    """The time `count` units from `day`, no finer than the unit."""
    unit = unit.lower().rstrip("s")
    if unit in ("day", "night"):
        there = day + timedelta(days=count)
        spread = timedelta(days=1 if vague else 0)
        return _Days(there - spread, there + spread, "interval") if vague else _day(there)
    if unit == "weekend":
        return _weekend(day, count)
    if unit in ("week", "fortnight"):
        there = day + timedelta(weeks=count * (2 if unit == "fortnight" else 1))
        return _Days(there - timedelta(days=3), there + timedelta(days=3), "interval")
    if unit == "month":
        there = _months_on(day, count)
        return _month(there.year, there.month)
    if unit == "decade":
        return _Days(date(day.year + count * 10 - 2, 1, 1), date(day.year + count * 10 + 2, 12, 31), "interval")
    if vague:
        return _Days(date(day.year + count - 1, 1, 1), date(day.year + count + 1, 12, 31), "interval")
    return _year(day.year + count)


_NEAR_DAYS = {"yesterday": -1, "last night": -1, "last evening": -1, "tomorrow": 1}


def _relative(match: re.Match[str], asked: _Asked) -> _Days | None:
    words = " ".join(match[0].lower().split())
    if words == "the other day":
        return _Days(asked.said - timedelta(days=7), asked.said - timedelta(days=2), "interval")
    if words == "the day before yesterday":
        return _day(asked.said - timedelta(days=2))
    if words == "the day after tomorrow":
        return _day(asked.said + timedelta(days=2))
    shift = next((days for start, days in _NEAR_DAYS.items() if words.startswith(start)), 0)
    return _day(asked.said + timedelta(days=shift))


def _ago(match: re.Match[str], asked: _Asked) -> _Days | None:
    count, vague = _count(match["n"])
    return _shift(asked.said, -count, match["u"], vague)


def _from_now(match: re.Match[str], asked: _Asked) -> _Days | None:
    count, vague = _count(match["n"])
    return _shift(asked.said, count, match["u"], vague)


def _lasting(match: re.Match[str], asked: _Asked) -> _Days | None:
    """`the past two weeks`: from then up to the day it is said."""
    count, vague = _count(match["n"])
    return _Days(_shift(asked.said, -count, match["u"], vague).first, asked.said, "interval")


def _length(match: re.Match[str], asked: _Asked) -> _Days | None:
    """A bare length of time: `for three years` ends now, `in two weeks` lies ahead where the future is preferred."""
    if asked.lead == "in" and asked.prefer == "future":
        return _from_now(match, asked)
    return _lasting(match, asked) if asked.lead in ("for", "in") else None


_STEPS = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1, "following": 1}


def _step(match: re.Match[str], asked: _Asked) -> _Days | None:
    """`last week`, `this summer`, `next Friday`, `last May`."""
    step, what, said = _STEPS[match["w"].lower()], match["x"].lower(), asked.said
    if what == "week":
        return _week(said, step)
    if what == "weekend":
        return _weekend(said, step)
    if what == "month":
        return _shift(said, step, "month")
    if what == "year":
        return _year(said.year + step)
    if what in _DAY or what in _SHORT_DAY:
        return _day(_weekday(said, what, step))
    if what in _SEASON:
        spans = [_season(year, what) for year in _years_near(said)]
    elif what in _FEAST:
        spans = [_day(date(year, *_FEAST[what])) for year in _years_near(said)]
    else:
        spans = [_month(year, _MONTH[what]) for year in _years_near(said)]
    if step < 0:
        return max((span for span in spans if span.last < said), key=lambda span: span.first)
    if step > 0:
        return min((span for span in spans if span.first > said), key=lambda span: span.first)
    return next(span for span in spans if span.last.year == said.year or span.first <= said <= span.last)


def _offset(match: re.Match[str], asked: _Asked) -> _Days | None:
    """`the week before 5 June 2023`, `two days after Friday`: a step from another time expression."""
    inner = find(match["rest"], asked.said, prefer=asked.prefer)
    if not inner or inner[0].start > 0 or inner[0].relation != "at":
        return None
    sign = 1 if match["dir"].lower() in ("after", "following") else -1
    anchor = inner[0].first if sign < 0 else inner[0].last
    unit = match["u"].lower()
    if unit in _DAY:
        return _day(_weekday(anchor, unit, sign))
    if unit == "week" and not match["n"]:
        near, far = anchor + timedelta(days=sign), anchor + timedelta(days=7 * sign)
        return _Days(min(near, far), max(near, far), "interval")
    count, vague = _count(match["n"] or "a")
    return _shift(anchor, sign * count, unit, vague)


def _dated(match: re.Match[str], asked: _Asked) -> _Days | None:
    """A day of a month, with or without its year."""
    month, day = _MONTH[match["m"].lower()], int(re.sub(r"\D", "", match["d"]))
    if match["y"]:
        return _day(date(int(match["y"]), month, day))
    years = [year for year in _years_near(asked.said) if 0 < day <= calendar.monthrange(year, month)[1]]
    return _nearest([_day(date(year, month, day)) for year in years], asked) if years else None


def _day_of_month(match: re.Match[str], asked: _Asked) -> _Days | None:
    """`on the 17th`: of this month or the one next to it."""
    if asked.lead != "on":
        return None
    day = int(re.sub(r"\D", "", match["d"]))
    months = [_months_on(asked.said.replace(day=1), step) for step in (-1, 0, 1)]
    spans = [_day(m.replace(day=day)) for m in months if 0 < day <= calendar.monthrange(m.year, m.month)[1]]
    return _nearest(spans, asked)


def _iso(match: re.Match[str], _: _Asked) -> _Days | None:
    year, month = int(match["y"]), int(match["m"])
    return _day(date(year, month, int(match["d"]))) if match["d"] else _month(year, month)


def _calendar(match: re.Match[str], asked: _Asked) -> _Days | None:
    """A month, season or feast, with or without its year; without one only after a word like `in`."""
    name, year = match["x"].lower(), match["y"]
    years = [int(year)] if year else list(_years_near(asked.said))
    if name in _MONTH:
        spans = [_month(y, _MONTH[name]) for y in years]
    elif name in _SEASON:
        spans = [_season(y, name) for y in years]
    else:
        spans = [_day(date(y, *_FEAST[name])) for y in years]
    if year:
        return spans[0]
    return _nearest(spans, asked) if asked.lead or "-" in match[0] else None


def _bare_weekday(match: re.Match[str], asked: _Asked) -> _Days | None:
    return _day(_weekday(asked.said, match["x"].lower(), -1 if asked.prefer == "past" else 1))


def _bare_weekend(_: re.Match[str], asked: _Asked) -> _Days | None:
    resting = asked.said.weekday() >= 5
    return _weekend(asked.said, -1 if asked.prefer == "past" and not resting else 0)


def _bare_year(match: re.Match[str], asked: _Asked) -> _Days | None:
    return _year(int(match["y"])) if asked.lead else None


def _rule(pattern: str, resolve: _Resolver, exact: bool = True) -> tuple[re.Pattern[str], _Resolver, bool]:
    spaced = rf"(?<![\w-])(?:{pattern})(?![\w-])".replace(" ", r"\s+")
    return re.compile(spaced, re.IGNORECASE), resolve, exact


_RULES = (
    _rule(
        rf"(?:the )?(?:(?P<n>{_N}) )?(?P<u>{_U}|{_D}) (?P<dir>before|after|prior to|following) "
        rf"(?P<rest>(?:the )?[^\s.;!?]+(?: [^\s.;!?]+){{0,3}})",
        _offset,
    ),
    _rule(rf"(?P<y>{_Y})-(?P<m>0[1-9]|1[0-2])(?:-(?P<d>[0-3]\d))?", _iso),
    _rule(rf"(?P<d>{_ORD})(?: of)? (?P<m>{_M})(?:{_DOT},? (?P<y>{_Y}))?", _dated, False),
    _rule(rf"(?P<m>{_M}){_DOT} (?:the )?(?P<d>{_ORD})(?!:)(?:,? (?P<y>{_Y}))?", _dated, False),
    _rule(
        rf"the day before yesterday|the day after tomorrow|yesterday{_PART}|tomorrow{_PART}|tonight|today"
        r"|this (?:morning|afternoon|evening)|last (?:night|evening)|earlier today|the other day",
        _relative,
    ),
    _rule(rf"(?P<n>{_N}) (?P<u>{_U}) (?:ago|back)", _ago),
    _rule(rf"(?P<n>{_N}) (?P<u>{_U}) from (?:now|today)", _from_now),
    _rule(rf"(?:the |these )?(?:last|past) (?P<n>{_N}) (?P<u>{_U})", _lasting),
    _rule(rf"(?P<n>{_N}) (?P<u>{_U})", _length),
    _rule(
        rf"(?:the )?(?P<w>last|past|this|next|coming|previous|following) (?P<x>weekend|week|month|year"
        rf"|{_S}|{_DS}|{_M}|{_F}){_PART}",
        _step,
    ),
    _rule(r"the (?P<d>[0-3]?\d(?:st|nd|rd|th))", _day_of_month, False),
    _rule(r"the weekend", _bare_weekend, False),
    _rule(rf"(?P<x>{_D})(?:'s)?{_PART}", _bare_weekday, False),
    _rule(rf"(?:(?:early|mid|late)-)?(?P<x>{_M}|{_S}|{_F})(?:{_DOT},? (?:of )?(?P<y>{_Y}))?", _calendar, False),
    _rule(rf"(?P<y>{_Y})", _bare_year),
)
# Nearly every text without one of these has no time expression, and looking for them is ten times as fast.
_CUE = re.compile(
    rf"\b(?:{_Y}|[a-z]*day|tonight|ago|last|past|this|next|coming|previous|following|for|in|back|{_U}|{_M}|{_S}"
    rf"|tues|thurs|yesterday|tomorrow|\d+(?:st|nd|rd|th)|christmas|valentine's|halloween|new\s+year's)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:\b(?:on|in|at|since|until|till|by|during|over|from|before|after|for|through|within|around|about|almost"
    r"|nearly|like|early|late|mid|back|ever|sometime|every|each|most|alternate|of|the)[\s-]+)+$",
    re.IGNORECASE,
)
_RELATIONS: dict[str, Relation] = {
    "since": "since",
    "from": "since",
    "until": "until",
    "till": "until",
    "by": "until",
    "before": "before",
    "after": "after",
    "for": "for",
}
_REPEATED = {"every", "each", "most", "alternate"}
_NO_LEAD = {"the", "about", "around", "like", "almost", "nearly", "of", "back", "sometime", "ever"}


def find(text: str, said: date, *, prefer: Prefer | None = None) -> list[TimeSpan]:
    """The time expressions of `text`, in order, as said on the local day `said`.

    Where the words leave it open, `prefer` picks the nearest past or the nearest coming time; without it the verbs
    around each expression tell which ("we met in May", "we'll meet in May"). Expressions that repeat ("every Friday",
    "on Mondays") are none. English only; seasons are those of the northern hemisphere.

    >>> [span.value for span in find("I met her two weeks ago and again last Friday", date(2026, 3, 10))]
    ['2026-02-21/2026-02-27', '2026-03-06']
    >>> [find(text, date(2026, 3, 10))[0].value for text in ("We met on Friday", "Let us meet on Friday")]
    ['2026-03-06', '2026-03-13']
    """
    return list(_found(text, said, prefer)) if _CUE.search(text) else []


@lru_cache(maxsize=4096)
def _found(text: str, said: date, prefer: Prefer | None) -> tuple[TimeSpan, ...]:
    """`find`, remembered: a memory recalls the same messages again and again."""
    spans: list[TimeSpan] = []
    for pattern, resolve, exact in _RULES:
        for match in pattern.finditer(text):
            if any(match.start() < span.end and span.start < match.end() for span in spans):
                continue
            span = _resolved(text, match, resolve, exact, said, prefer)
            if span is not None:
                spans.append(span)
    return tuple(sorted(spans, key=lambda span: span.start))


def _resolved(
    text: str, match: re.Match[str], resolve: _Resolver, exact: bool, said: date, prefer: Prefer | None
) -> TimeSpan | None:
    """The span of one match with the words that lead in, or None where it is no time after all."""
    before = text[max(0, match.start() - _LONGEST_LEAD) : match.start()]
    lead = _LEAD.search(before)
    words = lead[0].lower().replace("-", " ").split() if lead else []
    if _REPEATED & set(words):
        return None
    telling = [word for word in words if word not in _NO_LEAD]
    if "since" in telling:
        prefer = "past"
    elif prefer is None:
        prefer = facing(text, match.start() - (len(lead[0]) if lead else 0), match.end())
    asked = _Asked(said, prefer, telling[-1] if telling else "")
    try:
        days = resolve(match, asked)
    except (ValueError, OverflowError):  # 31 June, or a year that no calendar has
        return None
    if days is None:
        return None
    relation: Relation = next((_RELATIONS[word] for word in reversed(telling) if word in _RELATIONS), "at")
    if resolve is _lasting or (resolve is _length and asked.lead != "in"):
        relation = "for"
    elif relation == "for" or (relation == "since" and "from" in telling and days.precision == "interval"):
        relation = "at"
    start = match.start() - (len(before) - lead.start() if lead and telling else 0)
    dated = exact or bool("y" in match.re.groupindex and match["y"])
    return TimeSpan(
        start, match.end(), text[start : match.end()], days.first, days.last, days.precision, relation, dated
    )
