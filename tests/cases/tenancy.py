"""That no output for one tenant depends on what another said, or shows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from nous import Memory, Space

from .loading import Json
from .world import World, said

FIELDS = ("entity", "attribute", "value")


def no_cross_tenant(world: World) -> None:
    """Each tenant is shown nothing that only others said, and all that it would be shown if it were alone.

    Outputs are beliefs, entities, histories, recalls (also of the others' words) and counts. A tenant that said nothing
    is shown nothing, and no value that looks like a tenant makes one.
    """
    told: dict[object, list[Json]] = {}
    for given in world.observed:
        told.setdefault(given.get("tenant"), []).append(given)
    assert told, "nobody said anything, so nothing could be seen"
    spaces = {world.space(tenant).name for tenant in told}
    assert not {text for text in texts(world.observed) if text not in spaces} & set(world.memory.spaces())
    questions = sorted(texts(world.observed))
    for tenant, own in told.items():
        shown = outputs(world.space(tenant), own, questions)
        foreign = texts(world.observed) - texts(own)
        assert not (leaks := leaked(shown, foreign, own)), (tenant, leaks)
        assert shown == alone(world, tenant, own, questions), tenant
    nothing = outputs(world.space("who said nothing"), [], questions)
    assert not any(nothing[name] for name in ("beliefs", "entities", "history", "recall")), nothing
    assert not any(nothing["stats"].values()), nothing


def texts(observed: Collection[Json]) -> set[str]:
    """All that was said, as texts."""
    return {str(given[field]) for given in observed for field in FIELDS}


def outputs(space: Space, own: list[Json], questions: list[str]) -> dict[str, Any]:
    """What a space shows, without what tells one store from another (ids, digests, its name)."""
    return {
        "beliefs": [
            (b.entity, b.attribute, {t: round(p, 9) for t, p in b.distribution.items()}, round(b.unknown, 9))
            for b in space.beliefs()
        ],
        "entities": [(e.name, e.aliases) for e in space.entities()],
        "history": [
            (
                given["entity"],
                given["attribute"],
                [str(d.value) for d in space.history(given["entity"], given["attribute"])],
            )
            for given in own
        ],
        "recall": [line.text for question in questions for line in space.recall(question).lines],
        "stats": {k: v for k, v in space.stats().items() if k not in ("space", "digest")},
    }


def leaked(shown: dict[str, Any], foreign: set[str], own: list[Json]) -> list[str]:
    """What others said and is shown: as a whole value anywhere, or inside a line if it is more than a sign or two."""
    short, mine = 2, " ".join(sorted(texts(own)))
    parts = set(flat(shown))
    return [
        t for t in sorted(foreign) if t in parts or (len(t) > short and t not in mine and any(t in p for p in parts))
    ]


def flat(value: Any) -> list[str]:
    """Every text in a structure."""
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in flat(part)]
    if isinstance(value, (list, tuple)):
        return [text for part in value for text in flat(part)]
    return [str(value)]


def alone(world: World, tenant: object, own: list[Json], questions: list[str]) -> dict[str, Any]:
    """What the tenant would be shown if there were no other."""
    with Memory(":memory:", settings=world.settings) as memory:
        space = memory.space(world.space(tenant).name)
        for given in own:
            space.observe(**said(given))
        return outputs(space, own, questions)
