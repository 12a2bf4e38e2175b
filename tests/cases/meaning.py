"""Which dimensions a case speaks of: by the names it gives or, where an extractor chose words, by meaning."""

from __future__ import annotations

from typing import Any

from nous import Space
from nous.beliefs.policy import POLICY
from nous.errors import NotFound
from nous.graph.belief import Belief

from .loading import Json, moment
from .world import World

NOT_PRESENT = ("former", "past", "plan", "wish", "wants", "event", "dream", "goal", "offer", "considering", "grew up")
"""How the names begin of attributes that do not speak of what is so now."""


def find(world: World, want: Json) -> list[Belief]:
    """The beliefs that a statement about beliefs may mean."""
    space = world.space()
    at, known_at = moment(want.get("at")), moment(want.get("known_at"))
    if world.extract is None:
        return [space.belief(want["entity"], want["attribute"], at=at, known_at=known_at)]
    found = present(space, want["entity"], at, known_at)
    if want.get("unknown"):
        name = POLICY.canonical(want["attribute"])
        return [b for b in found if b.attribute == name or want["attribute"] in b.attribute]
    return found


def present(space: Space, entity: str, at: Any = None, known_at: Any = None) -> list[Belief]:
    """All that is believed of an entity as it is; not what was, or is planned, wished for or has happened."""
    try:
        found = space.beliefs(entity, at=at, known_at=known_at)
    except NotFound:
        return []
    return [b for b in found if not b.attribute.startswith(NOT_PRESENT)]
