"""Messages that the space knows already: they are taken as they were stored, and left alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nous.beliefs.errors import ConflictError
from nous.graph.model import Message
from nous.graph.store import Reader

from .draft import Draft


def recognise(draft: Draft) -> Draft:
    """Put what is stored in the place of what was given again: a message without a time keeps its first one.

    Raises ConflictError where the id of a message is taken by another text.
    """
    space = draft.space
    known = space.store.read(lambda reader: stored(reader, space.name, draft.messages))
    return replace(draft, messages=tuple(known.get(m.id, m) for m in draft.messages), known=frozenset(known))


def stored(reader: Reader, space: str, messages: Iterable[Message]) -> dict[str, Message]:
    """Those of the messages that are in the store, by id."""
    given = {m.id: m for m in messages}
    found = reader.messages(space, list(given))
    for m in found:
        if (m.speaker, m.text) != (given[m.id].speaker, given[m.id].text):
            raise ConflictError(f"the message id {m.id!r} is taken by another text: {m.text[:60]!r}")
    return {m.id: m for m in found}
