"""The parts of expectations that the cases say in words, case by case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nous.graph.names import MAX_NAME

from .world import World

Worlds = dict[str, World]


def compare(id: str, worlds: Worlds) -> None:
    """A relation between runs or moments; one that is not known here fails, so that none is passed over."""
    assert id in COMPARED, f"nothing here knows how to compare in {id}"
    COMPARED[id](worlds)


def note(id: str, worlds: Worlds) -> None:
    """What a note asks a reader to check, where it is more than the rest of the expectation says."""
    if id in NOTES:
        NOTES[id](worlds[""])


def probability(world: World, entity: str, attribute: str, value: str, **when: Any) -> float:
    return world.space().belief(entity, attribute, **when).distribution.get(value, 0.0)


def surer_than_after_the_first(worlds: Worlds) -> None:
    """case-018: three spellings of one city."""
    (world,) = worlds.values()
    now = world.space().belief("Mirela", "city")
    then = world.space().belief("Mirela", "city", at="2025-03-01T10:00:00Z")
    assert then.best is not None
    assert now.probability > then.probability


def as_after_one_call(worlds: Worlds) -> None:
    """case-047."""
    (world,) = worlds.values()
    once = world.space("once")
    given = world.observed[0]
    once.observe(given["entity"], given["attribute"], given["value"], at=given["time"], source=given["source"], id="x")
    assert once.belief("Valve 2", "state").distribution == world.space().belief("Valve 2", "state").distribution


def no_higher_than_at_first(worlds: Worlds) -> None:
    """case-049: thirty rounds of recall add nothing."""
    (world,) = worlds.values()
    once = world.space("once")
    once.observe("ann", "favourite bridge", "Kettle Bridge", at="2025-03-01T09:00:00Z", source="user:ann")
    now = probability(world, "ann", "favourite bridge", "Kettle Bridge")
    assert 0.5 < now <= once.belief("ann", "favourite bridge").distribution["Kettle Bridge"]


def as_one_by_one(worlds: Worlds) -> None:
    """case-050: twenty threads."""
    (world,) = worlds.values()
    single = world.space("single")
    for i in range(20):
        single.observe("Dock", "berth", f"N{i}", at=1_740_819_600 + i, source=f"w{i}")
    assert single.belief("Dock", "berth").distribution == world.space().belief("Dock", "berth").distribution


def repeats_weigh_no_more_than_witnesses(worlds: Worlds) -> None:
    """case-108."""
    a, b = (probability(worlds[run], "Yard 3", "gate", "locked") for run in "AB")
    assert 0.0 < a <= b


COMPARED: dict[str, Callable[[Worlds], None]] = {
    "case-018": surer_than_after_the_first,
    "case-047": as_after_one_call,
    "case-049": no_higher_than_at_first,
    "case-050": as_one_by_one,
    "case-108": repeats_weigh_no_more_than_witnesses,
}


def sentinel_survives(world: World) -> None:
    """case-003: nothing but what was said is there."""
    names = {e.name for e in world.space().entities()}
    assert "Sentinel" in names
    attributes = {b.attribute for b in world.space().beliefs()}
    assert "flagged" not in attributes


def seven_attributes(world: World) -> None:
    """case-004: none collapsed onto another."""
    assert len(world.space().beliefs("Pia")) == 7


def refused_alone(world: World) -> None:
    """case-006: the first observation is refused, and Ada has only what was said of her."""
    assert len(world.failures) == 1
    assert dict(world.space().belief("Ada", "team").values) == {"blue": "blue"}


def limit_and_length_are_named(world: World) -> None:
    """case-008."""
    assert str(MAX_NAME) in str(world.failures[0].error)
    assert "70000" in str(world.failures[0].error)


def either_form_asks(world: World) -> None:
    """case-011: and plain Zoe is somebody else."""
    for name in ("Zoë Lind", "Zoe\u0308 Lind", "zoë lind"):
        assert world.space().belief(name, "city").best == "Malmö"
    assert world.space().entities_named("Zoe Lind") == []


def three_mentions(world: World) -> None:
    """case-012."""
    assert len(world.space().history("FerryLink", "status")) == 3
    assert len(world.space().entities_named("FERRYLINK")) == 1


def types_apart(world: World) -> None:
    """case-015: the animal keeps its speed, the car maker has no diet."""
    at = "2025-03-02T10:00:00Z"
    speeds = {
        t: world.space().belief("Jaguar", "top speed", entity_type=t, at=at).best for t in ("animal", "car maker")
    }
    assert speeds == {"animal": "80 km/h", "car maker": "250 km/h"}
    assert world.space().belief("Jaguar", "diet", entity_type="car maker").deltas == 0


def not_another_day(world: World) -> None:
    """case-029: a day that never was stays as it was written."""
    for name, said in (("Udo", "1900-02-29"), ("Vera", "2023-02-29")):
        assert set(world.space().belief(name, "born").values.values()) <= {said}


def the_future_does_not_rule(world: World) -> None:
    """case-036: what is dated later is not believed yet, and the year 2999 outranks nothing after it."""
    space = world.space()
    assert space.belief("Sensor 9", "site").best == "cellar"
    assert space.belief("Sensor 9", "site", at="2025-10-01").best == "roof"
    space.observe("Sensor 9", "site", "attic", at="2026-01-01T00:00:00Z", source="user:ann")
    assert space.belief("Sensor 9", "site", at="2026-01-02").best == "attic"


def text_or_number(world: World) -> None:
    """case-097: what was fit to be read is believed."""
    assert world.space().belief("D", "k").best == "f"


def one_map(world: World) -> None:
    """case-093: the order of a map does not count."""
    assert len(world.space().belief("L", "map").distribution) == 1


def each_its_own_key(world: World) -> None:
    """case-080: each tenant finds exactly its own."""
    tenants = ["acme-north", "a/b", "a:b", "ns one", "équipe-7", "user@site.example", "-x", "_"]
    assert world.answers == tenants
    for tenant, lines in zip(tenants, world.results, strict=True):
        others = [t for t in tenants if t != tenant and t not in tenant and len(t) > 2]
        assert lines
        assert not any(other in line for line in lines for other in others)


def in_no_way_out(world: World) -> None:
    """case-083: neither a search nor an export of one tenant has what the other said."""
    assert len(world.results) == 2
    for line in (x for lines in world.results for x in lines):
        assert "net loft" not in line
        assert "Dora" not in line
    assert any("boathouse" in line for line in world.results[1])


def never_the_other_tenant(world: World) -> None:
    """case-082: asked for no tenant, or for another than one's own, nothing of theirs is shown."""
    assert world.results == [[], [], [], []]
    assert any("Ilse" in line.text for line in world.space("t1").recall("Ledger").lines)
    assert not any("Bram" in line.text for line in world.space("t1").recall("Ledger").lines)


NOTES: dict[str, Callable[[World], None]] = {
    "case-003": sentinel_survives,
    "case-004": seven_attributes,
    "case-006": refused_alone,
    "case-008": limit_and_length_are_named,
    "case-011": either_form_asks,
    "case-012": three_mentions,
    "case-015": types_apart,
    "case-029": not_another_day,
    "case-036": the_future_does_not_rule,
    "case-080": each_its_own_key,
    "case-082": never_the_other_tenant,
    "case-083": in_no_way_out,
    "case-093": one_map,
    "case-097": text_or_number,
}
