"""What must come after what: an end is never older than the statement that it ends, in one conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo

from nous.graph.model import Message, Observation
from nous.graph.names import fold
from nous.graph.times import read

from .found import Found
from .reading import single


@dataclass(slots=True)
class Order:
    """When each speaker of a conversation last said that something is so.

    "I work for Bolt" and, some messages on, "I quit Bolt yesterday" were said seconds apart: yesterday lies before the
    first of them, and what is over only since then would still be believed.
    """

    zone: tzinfo
    said: dict[tuple[str, str, str], dict[str, datetime]] = field(default_factory=dict)

    def part(self) -> None:
        """A long silence: what was said before it may have ended meanwhile."""
        self.said.clear()

    def settle(self, message: Message, found: Sequence[Found]) -> None:
        """Gives every end and change that lies before what it ends the moment of its own message."""
        for one in found:
            observation = one.observation
            about = message.speaker, fold(observation.entity), fold(observation.attribute)
            told = self.said.setdefault(about, {})
            if not one.corrects and self._too_old(observation, told):
                one.observation = observation = replace(observation, at=None)
            if observation.kind in ("assert", "change"):
                moment = self._moment(observation, message)
                value = str(observation.value)
                told[value] = max(moment, told.get(value, moment))

    def _moment(self, observation: Observation, message: Message) -> datetime:
        return message.at if observation.at is None else read(observation.at, self.zone).at

    def _too_old(self, observation: Observation, told: dict[str, datetime]) -> bool:
        """Whether what is over, or replaced, was said to be so after the time that the end bears."""
        if observation.at is None:
            return False
        at = read(observation.at, self.zone).at
        value = str(observation.value)
        if observation.kind == "end":
            return value in told and told[value] > at
        replaced = observation.kind == "change" and single(observation.attribute)
        return replaced and any(moment > at for other, moment in told.items() if other != value)
