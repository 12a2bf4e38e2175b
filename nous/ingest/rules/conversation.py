"""The talk as a whole: message by message to statements, with what must be remembered between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Final

from nous.graph.model import Message, Observation

from ..partition import runs
from ..statement import Statement
from . import lasting
from .context import Context, shared_names
from .facts import Fact
from .found import Found, Told
from .message import MessageReader
from .order import Order
from .text import plain
from .when import Clock

_HISTORY: Final = 2_000
"""So many past facts are kept in mind for "sold the tandem" and the like; a longer call forgets the oldest."""
_NAMES_READ: Final = 2_000
"""Names that two people share are looked for in the first so many characters of each message."""
_LONGEST_QUESTION: Final = 200
_LAST_QUESTION: Final = re.compile(r"[^.!?\n]*\?\s*$")
_MINE: Final = re.compile(r"\bmy ((?:favou?rite )?[a-z]+)\b", re.IGNORECASE)
_YOURS: Final = re.compile(r"\byours\b", re.IGNORECASE)
_IN_REACH: Final = 3
"""A slip of the tongue is put right within so many messages of its speaker."""


@dataclass(slots=True)
class Conversation:
    """Reads the messages of one call in order.

    >>> from datetime import UTC
    >>> at = datetime(2026, 3, 10, 9, tzinfo=UTC)
    >>> talk = Conversation(UTC)
    >>> [s.observation.value for s in talk.read([Message("m1", "Ana", "I work at Initech as a nurse.", at)])]
    ['Initech', 'nurse']
    """

    zone: tzinfo
    context: Context = field(default_factory=lambda: Context(""))
    history: list[Fact] = field(default_factory=list)
    last: dict[str, list[Told]] = field(default_factory=dict)
    moments: dict[str, datetime] = field(default_factory=dict)
    before: Message | None = None
    order: Order = field(init=False)

    def __post_init__(self) -> None:
        self.order = Order(self.zone)

    def read(self, messages: Sequence[Message]) -> list[Statement]:
        """The statements of the messages, in order."""
        self.context.ambiguous = shared_names(message.text[:_NAMES_READ] for message in messages)
        return [statement for run in runs(messages) for statement in self._run(run)]

    def _run(self, run: Sequence[Message]) -> list[Statement]:
        """The statements of messages without a long silence between them."""
        speakers = tuple(dict.fromkeys(message.speaker for message in run))
        people = tuple(dict.fromkeys(message.speaker for message in run if message.role in (None, "user")))
        self.context.part()
        self.order.part()
        self.before = None
        told: list[tuple[Message, list[Found], tuple[Observation, ...]]] = []
        for message in run:
            other = [name for name in people if name != message.speaker]
            hearer = other[0] if len(people) == 2 and len(other) == 1 else None
            self.context.begin(message.speaker, speakers, hearer)
            self.moments[message.id] = message.at
            told.append((message, *self._message(message)))
        gone = {id(o) for _, found, back in told for o in (*back, *(c for f in found for c in f.corrects))}
        still = lasting.still_so([(message, found) for message, found, _ in told], gone)
        statements: list[Statement] = []
        for message, found, taken_back in told:
            for one in found:
                statements.append(Statement(one.observation, one.corrects))
                statements.extend(Statement(o) for o in still.get(id(one), ()))
            if taken_back:
                statements.append(Statement(None, taken_back, message.id))
        return statements

    def _asked(self, message: Message) -> str:
        """The question with which somebody else's message right before this one ends, "" where it ends otherwise."""
        if self.before is None or self.before.speaker == message.speaker:
            return ""
        match = _LAST_QUESTION.search(plain(self.before.text[-_LONGEST_QUESTION:]))
        if match is None:
            return ""
        mine = _MINE.findall(plain(self.before.text[:_NAMES_READ])[: -len(match[0])])
        return _YOURS.sub(f"your {mine[-1]}", match[0].strip()) if mine else match[0].strip()

    def _message(self, message: Message) -> tuple[list[Found], tuple[Observation, ...]]:
        """What a message says, and what it only takes back."""
        earlier = self.last.setdefault(message.speaker, [])
        reader = MessageReader(
            message,
            Clock(message, self.zone),
            self.context,
            self.history,
            tuple(earlier),
            self.moments,
            self._asked(message),
        )
        self.before = message
        found = reader.read()
        self.order.settle(message, found)
        if reader.withdrawals:
            earlier.clear()
        earlier.append(Told(found, tuple(reader.lines)))
        del earlier[:-_IN_REACH]
        self.history.extend(f.fact for f in found)
        del self.history[:-_HISTORY]
        corrected = {id(o) for f in found for o in f.corrects}
        return found, tuple(o for o in reader.withdrawals if id(o) not in corrected)
