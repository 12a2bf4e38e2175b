"""What an extractor hands on: statements with the words that say them, and what they take back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Protocol

from nous.graph.model import Message, Observation


@dataclass(frozen=True, slots=True)
class Statement:
    """What an extractor found in one message.

    `observation` is None where the message only takes something back; `corrects` are statements of earlier messages
    of the same call, exactly as they were yielded, that this one takes back; `said_in` is the id of the message
    that does so, needed only where there is no observation to name it.

    >>> Statement(Observation("Ana", "home city", "Porto", message="m1")).message
    'm1'
    """

    observation: Observation | None
    corrects: tuple[Observation, ...] = ()
    said_in: str | None = None

    @property
    def message(self) -> str:
        """The id of the message that makes the statement."""
        found = self.said_in
        if found is None and self.observation is not None:
            found = self.observation.message
        return found or ""


class Extractor(Protocol):
    """Reads messages, yields what they say: with the settings' zone for messages without an offset of their own."""

    def __call__(self, messages: Sequence[Message], zone: tzinfo, /) -> list[Statement]:
        """The statements of these messages, in their order; the same messages give the same statements."""
        ...
