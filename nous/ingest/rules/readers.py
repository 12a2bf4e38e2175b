"""The fact readers in their order: each takes one clause about one entity and yields what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from . import (
    age,
    belongings,
    careers,
    deeds,
    gains,
    generic,
    having,
    home,
    impersonal,
    learning,
    livelihood,
    pastimes,
    person,
    plans,
    pursuits,
    relations,
    tastes,
    travels,
    values,
    work,
)
from .events import events, happenings
from .facts import Fact
from .reading import Reading

Reader = Callable[[Reading], Iterator[Fact]]

READERS: Final[tuple[Reader, ...]] = (
    *work.READERS,
    *careers.READERS,
    *livelihood.READERS,
    *home.READERS,
    *travels.READERS,
    *relations.READERS,
    *having.READERS,
    *belongings.READERS,
    *gains.READERS,
    *age.READERS,
    *person.READERS,
    *learning.READERS,
    *tastes.READERS,
    *values.READERS,
    *pastimes.READERS,
    *generic.READERS,
    *deeds.READERS,
    *plans.READERS,
)
"""What tells something particular; all of them are asked."""

LAST: Final[tuple[Reader, ...]] = (events, happenings, *pursuits.READERS)
"""Asked only where none of the others found anything in the clause: a move or a purchase is told once."""


OF_THE_HEARER: Final[tuple[Reader, ...]] = (
    *work.READERS,
    *careers.READERS,
    *home.READERS,
    *having.READERS,
    relations.marrying,
    belongings.owning,
    belongings.driving,
    age.age,
    *learning.READERS,
)
"""What people tell their hearer of the hearer: plain data, since the rest is praise, advice and guesses."""


def told(reading: Reading) -> list[Fact]:
    """All that the readers find in one clause, for each entity that it is about."""
    subject = reading.clause.subject
    if subject.sort == "other":
        return [fact for reader in impersonal.READERS for fact in reader(reading)]
    if subject.sort == "person" and not subject.names:
        return list(relations.naming(reading))
    names = subject.names if subject.sort != "thing" else ("",)
    of_hearer = subject.word == "you"
    found: list[Fact] = []
    for name in names:
        about = replace(reading, entity=name)
        facts = [fact for reader in (OF_THE_HEARER if of_hearer else READERS) for fact in reader(about)]
        if not facts and not of_hearer:
            facts = [fact for reader in LAST for fact in reader(about)]
        found.extend(fact for fact in facts if fact.entity)
    return found
