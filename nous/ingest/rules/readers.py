"""The fact readers in their order: each takes one clause about one entity and yields what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from . import (
    age,
    belongings,
    careers,
    deeds,
    generic,
    having,
    home,
    learning,
    pastimes,
    person,
    plans,
    relations,
    tastes,
    work,
)
from .events import events
from .facts import Fact
from .reading import Reading

Reader = Callable[[Reading], Iterator[Fact]]

READERS: Final[tuple[Reader, ...]] = (
    *work.READERS,
    *careers.READERS,
    *home.READERS,
    *relations.READERS,
    *having.READERS,
    *belongings.READERS,
    *age.READERS,
    *person.READERS,
    *learning.READERS,
    *tastes.READERS,
    *pastimes.READERS,
    *generic.READERS,
    *deeds.READERS,
    *plans.READERS,
)
"""What tells something particular; all of them are asked."""

LAST: Final[tuple[Reader, ...]] = (events, deeds.doing)
"""Asked only where none of the others found anything in the clause: a move or a purchase is told once."""


def facts(reading: Reading) -> list[Fact]:
    """All that the readers find in one clause about one entity."""
    found = [fact for reader in READERS for fact in reader(reading)]
    return found or [fact for reader in LAST for fact in reader(reading)]
