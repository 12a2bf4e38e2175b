"""When something holds: the time expressions of a clause, and event times that do not lie after the message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from typing import Final

from nous.graph.model import Message
from nous.graph.times import TimeInput, read
from nous.retrieval.temporal import TimeSpan, find, local_day

from .clause import Clause
from .text import Token

_FRESH_DAYS: Final = 31
"""What was dated so many days back or fewer goes on being told about; an older date is only mentioned."""
_FRESH_WIDTH: Final = 7


@dataclass(frozen=True, slots=True)
class Clock:
    """The moment of a message on its speaker's own calendar.

    >>> from datetime import UTC
    >>> message = Message("m1", "Ana", "", datetime(2025, 2, 28, 22, 20, tzinfo=UTC), offset=120)
    >>> Clock(message, UTC).said.isoformat()
    '2025-03-01'
    """

    message: Message
    zone: tzinfo

    @property
    def said(self) -> date:
        """The day on which it was said, on the speaker's own calendar."""
        return local_day(self.message.at, self.message.offset, self.zone)

    def spans(self, clause: Clause, text: str, start: int, following: int) -> tuple[TimeSpan, ...]:
        """The time expressions of a clause and of what leads into it, as places in `text`.

        `start` and `following` are the tokens between which they stand. Bare ones lie in the past for what is past.
        """
        tokens = clause.tokens[start:following]
        if not tokens:
            return ()
        first, last = tokens[0].start, tokens[-1].end
        past = clause.verb.tense in ("past", "perfect") and not clause.verb.modal and clause.mode != "plan"
        spans = find(text[first:last], self.said, prefer="past" if past else "future")
        return tuple(replace(span, start=span.start + first, end=span.end + first) for span in spans)

    def within(self, tokens: Sequence[Token], text: str) -> tuple[TimeSpan, ...]:
        """The time expressions of a whole sentence, as places in `text`."""
        if not tokens:
            return ()
        first, last = tokens[0].start, tokens[-1].end
        spans = find(text[first:last], self.said)
        return tuple(replace(span, start=span.start + first, end=span.end + first) for span in spans)

    def past(self, spans: Sequence[TimeSpan]) -> list[TimeSpan]:
        """Those spans that say when something happened."""
        return [span for span in spans if span.relation == "at" and span.first <= self.said]

    def fresh(self, spans: Sequence[TimeSpan]) -> TimeSpan | None:
        """The first span that dates what is told on: recent, and no wider than a week."""
        today = self.said
        for span in self.past(spans):
            if (
                span.last <= today
                and (today - span.first).days <= _FRESH_DAYS
                and (span.last - span.first).days <= _FRESH_WIDTH
            ):
                return span
        return None

    def clamped(self, span: TimeSpan) -> TimeInput | None:
        """A span as an event time that does not lie after the message; None, the message's own moment, for "today"."""
        today = self.said
        if span.first >= today:
            return None
        if span.last < today and read(span.value, self.zone).at <= self.message.at:
            return span.value
        local = self.zone if self.message.offset is None else timezone(timedelta(minutes=self.message.offset))
        try:
            begin = datetime.combine(span.first, time(), local)
            end = min(datetime.combine(span.last + timedelta(days=1), time(), local), self.message.at)
        except OverflowError:  # the last day that a calendar has
            return None
        return f"{begin.isoformat()}/{end.isoformat()}" if begin < end else None


def covered(clause: Clause, spans: Sequence[TimeSpan]) -> frozenset[int]:
    """The tokens of a clause that belong to its time expressions."""
    return frozenset(
        i
        for i, token in enumerate(clause.tokens)
        for span in spans
        if token.start < span.end and span.start < token.end
    )
