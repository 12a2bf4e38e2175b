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
    effects,
    endings,
    gains,
    generic,
    having,
    home,
    impersonal,
    learning,
    livelihood,
    occasions,
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
    *endings.READERS,
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
    *effects.READERS,
    *pastimes.READERS,
    *generic.READERS,
    *deeds.READERS,
    *plans.READERS,
    *occasions.READERS,
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
        facts.extend(endings.disliked_now(about, facts))
        if not facts and not of_hearer:
            facts = [fact for reader in LAST for fact in reader(about)]
        found.extend(as_known(fact, reading) for fact in facts if fact.entity)
    return found


def as_known(fact: Fact, reading: Reading) -> Fact:
    """What is ended or denied in fewer words ("I left Stark") under its full name, where only one is known."""
    if fact.kind not in ("end", "deny") and not fact.attribute.startswith("former "):
        return fact
    about = fact.entity, fact.attribute.removeprefix("former ")
    known = {
        f.value
        for f in reading.past_values
        if (f.entity, f.attribute) == about and isinstance(f.value, str) and f.kind in ("assert", "change")
    }
    if fact.value in known or not isinstance(fact.value, str):
        return fact
    short = fact.value.lower().split()
    fuller = [value for value in known if isinstance(value, str) and value.lower().split()[: len(short)] == short]
    return replace(fact, value=fuller[0]) if len(fuller) == 1 else fact
