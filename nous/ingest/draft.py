"""What goes from step to step: the messages of one call, and what the steps have made of them so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from nous.graph.model import Episode, Message
from nous.graph.names import key

from .statement import Statement

if TYPE_CHECKING:
    from nous.inside import Inside


@dataclass(frozen=True, slots=True)
class Draft:
    """A conversation on its way into a space.

    `episodes` cover each message exactly once, in order; `statements` are what the messages say, in their order;
    `rejects` counts by reason what was left out, `known` are the ids of the messages that are stored already.
    """

    space: Inside
    messages: tuple[Message, ...]
    recorded: Literal["now", "as said"] = "now"
    episodes: tuple[Episode, ...] = ()
    statements: tuple[Statement, ...] = ()
    rejects: Mapping[str, int] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    @property
    def attributes(self) -> set[str]:
        """The keys of the attributes that its statements are about."""
        return {key(s.observation.attribute) for s in self.statements if s.observation is not None}


class Step(Protocol):
    """One step of the pipeline: takes a draft, returns it with something added. It stores nothing."""

    def __call__(self, draft: Draft, /) -> Draft:
        """The draft with this step done."""
        ...
