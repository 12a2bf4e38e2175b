"""The named invariants of the cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from nous.graph.names import display

from .loading import Json, moment
from .meaning import means
from .tenancy import no_cross_tenant
from .world import Unbuilt, World


def invariants(world: World, names: list[str]) -> None:
    """Each of the named invariants of one run."""
    for name in names:
        if name in ACROSS:
            continue
        if name not in INVARIANTS:
            raise Unbuilt(f"invariant {name}")
        INVARIANTS[name](world)


def snapshot(world: World) -> list[tuple[object, ...]]:
    """Everything that is believed now."""
    found = world.space().beliefs()
    return [(b.entity, b.attribute, dict(b.distribution), b.unknown, dict(b.members)) for b in found]


def finite(world: World) -> None:
    for b in world.space().beliefs():
        for x in (*b.distribution.values(), b.unknown, b.entropy, b.probability):
            assert math.isfinite(x)


def sum_to_one(world: World) -> None:
    """Every part in [0, 1]; together 1 where one value is so, while each member of a set stands for itself."""
    for b in world.space().beliefs():
        assert all(0.0 <= p <= 1.0 for p in (*b.distribution.values(), *b.members.values(), b.unknown))
        assert b.members.items() <= b.distribution.items()
        if b.cardinality != "many":
            assert math.isclose(math.fsum(b.distribution.values()) + b.unknown, 1.0, abs_tol=1e-9)


def log_replays(world: World) -> None:
    """The audit replays every log; rebuilding then changes nothing.

    Above 1,000 beliefs (case-101 has 5,000) the rebuild is left out, for it would take minutes: the audit is all then.
    """
    assert world.space().verify().clean
    if len(world.space().beliefs()) > 1_000:
        return
    before = snapshot(world)
    world.space().rebuild()
    assert snapshot(world) == before
    assert world.space().verify().clean


def no_partial_episode(world: World) -> None:
    space = world.space()
    episodes = space.store.read(lambda r: r.episodes(space.name))
    inside = [m for e in episodes for m in e.messages]
    stored = [m.id for m in space.store.read(lambda r: r.messages(space.name))]
    assert sorted(inside) == sorted(stored)
    assert space.verify().clean


def each_message_in_one_episode(world: World) -> None:
    no_partial_episode(world)
    space = world.space()
    for e in space.store.read(lambda r: r.episodes(space.name)):
        times = [m.at for m in space.store.read(lambda r, e=e: r.messages(space.name, e.messages))]  # type: ignore[misc]
        assert times == sorted(times)


def idempotent(world: World) -> None:
    before = (snapshot(world), world.space().stats())
    for again in list(world.fed):
        again()
    assert (snapshot(world), world.space().stats()) == before


def round_trip(world: World) -> None:
    """Each value as it was given, with its type; each name as it is shown."""
    names = {e.name for e in world.space().entities()}
    for given in world.observed:
        rows = world.space().history(given["entity"], given["attribute"], entity_type=given.get("type"))
        assert any(means(d.value, given["value"], False) for d in rows), given
        assert display(given["entity"]) in names


def no_crash(world: World) -> None:
    world.space("another").observe("Afterwards", "k", "v", at="2025-03-01")
    assert world.space("another").belief("Afterwards", "k", at="2025-03-02").best == "v"


Held = list[tuple[object, str, str, dict[str, float]]]
"""What is believed at each of some times."""


def held_at_each(world: World, observations: list[Json]) -> Held:
    """What is believed now, and at the time of each observation."""
    times = sorted(str(moment(o["time"])) for o in observations if "time" in o)
    return [
        (at, b.entity, b.attribute, {**b.distribution, "": b.unknown})
        for at in (None, *times)
        for b in world.space().beliefs(at=at)
    ]


def order_free(ends: list[Held]) -> None:
    """Every order of feeding ends in the same beliefs, at every time."""
    assert ends, "no order was fed"
    first, *others = ends
    assert first, "nothing is believed"
    assert others, "one order alone proves nothing"
    for other in others:
        assert [row[:3] for row in other] == [row[:3] for row in first]
        for (*_, p), (*_, q) in zip(first, other, strict=True):
            assert p.keys() == q.keys()
            assert all(math.isclose(p[v], q[v], abs_tol=1e-6) for v in p), (p, q)


INVARIANTS: Mapping[str, Callable[[World], None]] = {
    f.__name__: f
    for f in (
        finite, sum_to_one, log_replays, no_partial_episode, each_message_in_one_episode, idempotent, round_trip,
        no_crash, no_cross_tenant,
    )
}  # fmt: skip
ACROSS = {"order_free"}
"""What is judged of all runs together, by the adapter."""
