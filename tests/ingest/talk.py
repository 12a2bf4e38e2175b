"""Messages written in one line, and what the rules find in them, for tables in tests."""

from __future__ import annotations

from datetime import UTC, datetime

from nous.graph.model import Message, Observation
from nous.ingest.rules import extract
from nous.ingest.statement import Statement

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)
"""A Tuesday."""


def messages(*texts: str, speaker: str = "Ana", role: str | None = None) -> list[Message]:
    """One message a text, all said now; "Bo: text" is said by Bo, "bot(assistant): text" in that role."""
    talk = []
    for i, text in enumerate(texts, 1):
        who, colon, rest = text.partition(": ")
        said_by, said, as_role = (who, rest, role) if colon and " " not in who else (speaker, text, role)
        if said_by.endswith(")"):
            said_by, _, as_role = said_by.removesuffix(")").partition("(")
        talk.append(Message(f"m{i}", said_by, said, NOW, as_role))
    return talk


def read(*texts: str) -> list[Statement]:
    """The statements of a talk."""
    return extract(messages(*texts))


def observed(*texts: str) -> list[Observation]:
    """The observations of a talk."""
    return [s.observation for s in read(*texts) if s.observation is not None]


def facts(*texts: str) -> set[tuple[str, str, object, str]]:
    """The observations of a talk as (entity, attribute, value, kind)."""
    return {(o.entity, o.attribute, o.value, o.kind) for o in observed(*texts)}
