"""Somebody spoken of in a sentence, and what has to be known of a talk to tell who is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .facts import Fact
from .lexicon import Gender


class Known(Protocol):
    """What the talk so far tells about people; `context.Context` is the one that is used."""

    @property
    def speaker(self) -> str:
        """Whom "I" means."""

    @property
    def others(self) -> frozenset[str]:
        """The lower-case first names of the other speakers, who are called by name rather than told of."""

    @property
    def addressee(self) -> str | None:
        """Whom "you" means, None where more than one listens."""

    def antecedent(self, gender: Gender, among: Sequence[Mention] = ()) -> str | None:
        """The one person that "he" or "she" can mean, None where there is none or more than one."""

    def kin_named(self, owner: str, word: str) -> str | None:
        """The name of that relative, where exactly one has been named."""

    def full_name(self, name: str) -> str:
        """The name under which a person was introduced ("Halloran" for "Dr. Noreen Halloran")."""

    def shared(self, name: str) -> bool:
        """Whether two people go by that first name, so that it alone tells nothing."""

    def met(self, name: str) -> bool:
        """Whether somebody was introduced as a relative, a friend or a pet."""

    def qualified(self, name: str, qualifier: str) -> str:
        """The one of several namesakes whom a qualifier tells apart."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A person or pet spoken of in the tokens `start` to `end`; `name` is None where nobody knows who it is.

    `facts` is what the mention itself says ("my sister Petra"), `word` the word for the relative.
    """

    start: int
    end: int
    name: str | None
    gender: Gender = ""
    named: bool = False
    pet: bool = False
    plural: bool = False
    names: tuple[str, ...] = ()
    owner: str | None = None
    word: str = ""
    facts: tuple[Fact, ...] = ()
