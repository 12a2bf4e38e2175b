"""The rule extractor: reads what people plainly say, without any model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo

from nous.graph.model import Message

from ..statement import Statement
from .conversation import Conversation
from .message import CONFIDENCE
from .text import MAX_READ

__all__ = ["CONFIDENCE", "MAX_READ", "extract"]


def extract(messages: Sequence[Message], zone: tzinfo = UTC) -> list[Statement]:
    """The statements that fixed rules find in English messages; an `Extractor`.

    A message is read up to `MAX_READ` characters. Precision is put before recall: what is asked, supposed, wished,
    joked or told in a story is no evidence. It never raises, whatever the text.

    >>> from datetime import datetime
    >>> message = Message("m1", "Ana", "I quit Initech yesterday.", datetime(2026, 3, 2, 9, tzinfo=UTC))
    >>> [(s.observation.kind, s.observation.value, s.observation.at) for s in extract([message])][0]
    ('end', 'Initech', '2026-03-01')
    """
    return Conversation(zone).read(messages)
