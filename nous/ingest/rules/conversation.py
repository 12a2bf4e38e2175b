"""The talk as a whole: message by message to statements, with what must be remembered between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Final

from nous.graph.model import Message

from ..statement import Statement
from .context import Context, shared_names
from .facts import Fact
from .found import Found
from .message import MessageReader
from .when import Clock

_HISTORY: Final = 2_000
"""So many past facts are kept in mind for "sold the tandem" and the like; a longer call forgets the oldest."""
_NAMES_READ: Final = 2_000
"""Names that two people share are looked for in the first so many characters of each message."""


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
    last: dict[str, list[Found]] = field(default_factory=dict)
    moments: dict[str, datetime] = field(default_factory=dict)

    def read(self, messages: Sequence[Message]) -> list[Statement]:
        """The statements of the messages, in order."""
        speakers = tuple(dict.fromkeys(message.speaker for message in messages))
        self.context.ambiguous = shared_names(message.text[:_NAMES_READ] for message in messages)
        statements: list[Statement] = []
        for message in messages:
            self.context.begin(message.speaker, speakers)
            self.moments[message.id] = message.at
            statements.extend(self._message(message))
        return statements

    def _message(self, message: Message) -> list[Statement]:
        """What a message says, then what it only takes back."""
        reader = MessageReader(
            message,
            Clock(message, self.zone),
            self.context,
            self.history,
            tuple(self.last.get(message.speaker, ())),
            self.moments,
        )
        found = reader.read()
        if reader.withdrawals:
            self.last.pop(message.speaker, None)
        if found:
            self.last[message.speaker] = found
        self.history.extend(f.fact for f in found)
        del self.history[:-_HISTORY]
        statements = [Statement(f.observation, f.corrects) for f in found]
        corrected = {id(o) for f in found for o in f.corrects}
        only_taken_back = tuple(o for o in reader.withdrawals if id(o) not in corrected)
        if only_taken_back:
            statements.append(Statement(None, only_taken_back, message.id))
        return statements
