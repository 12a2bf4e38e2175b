"""Ingest: messages in, beliefs out, as a readable tuple of steps, each in its own file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from nous.graph.model import Message

from .distil import distil
from .draft import Draft, Step
from .messages import read_messages
from .partition import partition
from .recognise import recognise
from .record import record
from .vouch import vouch

if TYPE_CHECKING:
    from nous.inside import Inside

STEPS: tuple[Step, ...] = (recognise, partition, distil, vouch)
"""What happens to a conversation before it is recorded, in this order."""


def drafted(
    space: Inside, messages: Iterable[Message | Mapping[str, object]], recorded: Literal["now", "as said"]
) -> Draft:
    """A conversation as all steps leave it; nothing is stored yet, that is what `record` does."""
    tools = space.store.read(space.control).tools
    draft = Draft(space, tuple(read_messages(messages, space.settings, tools)), recorded)
    for step in STEPS:
        draft = step(draft)
    return draft


__all__ = ["STEPS", "Draft", "Step", "drafted", "record"]
