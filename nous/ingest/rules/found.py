"""What is carried along while a message is read: where one is, and what was found there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nous.graph.model import Observation

from .clause import Clause
from .facts import Fact
from .text import Sentence


@dataclass(frozen=True, slots=True)
class Voice:
    """Whose words are read: the speaker, whether "I" counts, and whether they are passed on by somebody else."""

    speaker: str
    first_person: bool = True
    hearsay: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A sentence within a message: `base` is where its text begins there, `number` counts the sentences."""

    sentence: Sentence
    base: int
    number: int
    voice: Voice

    def part(self, sentence: Sentence) -> Spot:
        """The same place for a part of the sentence."""
        return Spot(sentence, self.base, self.number, self.voice)


@dataclass(slots=True)
class Found:
    """A fact with its observation, the number of its sentence, and which earlier observations it corrects.

    `left` says that the message goes on to tell how its entity left, moved or parted, so that it may be over.
    """

    fact: Fact
    observation: Observation
    sentence: int
    corrects: tuple[Observation, ...] = ()
    left: bool = False

    def same_as(self, other: Found) -> bool:
        """Whether both say the same of the same time."""
        return self._said() == other._said()

    def _said(self) -> tuple[object, ...]:
        at, channel = self.observation.at, self.observation.channel
        return self.fact.entity, self.observation.attribute, self.fact.value, self.fact.kind, at, channel


@dataclass(frozen=True, slots=True)
class Past:
    """The facts told so far: those of earlier messages, then those found in this one, however that list grows."""

    history: Sequence[Fact]
    found: Sequence[Found]

    def __iter__(self) -> Iterator[Fact]:
        yield from self.history
        for found in self.found:
            yield found.fact


@dataclass(frozen=True, slots=True)
class Told:
    """What one message said, for whoever puts it right later: its findings, and its sentences by their numbers."""

    found: Sequence[Found]
    lines: tuple[tuple[int, Sentence], ...]


@dataclass(frozen=True, slots=True)
class Reserved:
    """With which reservations a clause is said: the most its stance can be, and whether it is hearsay."""

    stance: float = 1.0
    hearsay: bool = False
    clause: Clause | None = None
