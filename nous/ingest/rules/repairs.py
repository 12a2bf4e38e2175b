"""What later words do to what was found: a slip put right, a joke taken back, an end told by the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from nous.graph.model import Message
from nous.graph.values import Value

from . import corrections
from .facts import Fact
from .found import Found


def settled(found: Sequence[Found], number: int) -> list[Found]:
    """What is left when a sentence does not assert what it ends: "our old dog Rex died"."""
    ended = {_about(f) for f in found if f.sentence == number and f.fact.kind == "end"}
    return [f for f in found if f.sentence != number or f.fact.kind != "assert" or _about(f) not in ended]


def _about(found: Found) -> tuple[str, str, Value]:
    return found.fact.entity, found.fact.attribute, found.fact.value


def slipped(value: str, pool: Sequence[Found]) -> list[tuple[Found, Fact]]:
    """Which findings a bare corrected value puts right, each with its corrected fact: the last of the same shape.

    Where the old value also named an entity ("my sister Lydia is a nurse"), what was said of it moves too.
    """
    like = [
        f
        for f in pool
        if corrections.shape(f.fact.value) == corrections.shape(value)
        and f.fact.attribute != "species"
        and f.fact.kind in ("assert", "change")
    ]
    if not like:
        return []
    old = like[-1].fact.value
    fixed: list[tuple[Found, Fact]] = []
    for f in pool:
        if old in (f.fact.value, f.fact.entity):
            entity = value if f.fact.entity == old else f.fact.entity
            fixed.append((f, replace(f.fact, entity=entity, value=value if f.fact.value == old else f.fact.value)))
    return fixed


def here(old: Found, fact: Fact, quote: str) -> Found:
    """A finding of the same message put right: what was wrong is never told."""
    observation = replace(old.observation, entity=fact.entity, value=fact.value, quote=quote)
    return Found(fact, observation, old.sentence, old.corrects)


def later(old: Found, fact: Fact, quote: str, message: Message, moment: datetime) -> Found:
    """A finding of an earlier message put right: it held when that was said, and the old one is taken back."""
    at = old.observation.at if old.observation.at is not None else min(moment, message.at)
    observation = replace(old.observation, entity=fact.entity, value=fact.value, quote=quote, at=at, message=message.id)
    return Found(fact, observation, 0, (old.observation,))


def superseded(new: Found, earlier: Sequence[Found]) -> list[Found]:
    """The earlier findings about the same that a corrected whole statement contradicts."""
    about = new.fact.entity, new.fact.attribute
    return [f for f in earlier if (f.fact.entity, f.fact.attribute) == about and f.fact.value != new.fact.value]
