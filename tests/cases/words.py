"""The parts of expectations that the cases say in words, case by case."""

from __future__ import annotations

import re
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


def numbers_as_written(world: World) -> None:
    """case-021: without a locale a number that can be read in two ways is not read."""
    assert world.space().belief("Loan 8", "amount").best == "1.200 EUR"
    assert set(world.space().belief("Loan 8", "amount").values.values()) == {"1.200 EUR"}


def no_gain_in_weight(world: World) -> None:
    """case-022: pounds agree with kilograms, so the second says nothing new."""
    first, second = world.space().history("Edda", "weight")
    assert second.surprise < 1.0 < first.surprise
    assert len(world.space().belief("Edda", "weight").distribution) == 1


def no_unit_made_up(world: World) -> None:
    """case-023."""
    assert world.space().belief("Lars", "distance").unit is None
    assert [d.unit for d in world.space().history("Lars", "distance")] == [None]


def instants(world: World, entity: str, attribute: str) -> list[str]:
    """The event times of what was said, in order."""
    return [f"{d.at:%Y-%m-%d %H:%M}" for d in world.space().history(entity, attribute)]


def order_of_instants(world: World) -> None:
    """case-027 and case-028: clocks on walls do not order what happened, instants do."""
    if world.space().entities_named("Pump 3"):
        assert instants(world, "Pump 3", "state") == ["2025-05-01 09:30", "2025-05-01 10:00", "2025-05-01 10:30"]
    else:
        assert instants(world, "Gate", "state") == ["2025-10-26 00:30", "2025-10-26 01:10"]


def times_in_all_forms(world: World) -> None:
    """case-031: both readings of a date of numbers; a week; milliseconds."""
    assert {"2025-03-04", "2025-04-03"} == set(world.space().belief("Trip", "starts").distribution)
    assert [d.value for d in world.space().history("Trip", "starts")] == ["03/04/2025"]
    assert instants(world, "Week", "n")[0].startswith("2025-02-12")
    assert instants(world, "Ping", "n") == ["2025-01-01 00:00", "2025-01-01 01:00", "2025-01-01 02:00"]


def yesterday_there(world: World) -> None:
    """case-032: the day before, where it was said twenty minutes after midnight."""
    (said,) = world.space().history("ann", "dentist")
    assert (f"{said.at:%Y-%m-%d}", said.precision) == ("2025-02-28", "day")


def both_times(world: World) -> None:
    """case-033: when it was so, and when it was recorded."""
    assert instants(world, "ann", "employer") == ["2019-05-02 10:00", "2023-02-11 10:00"]
    assert {f"{d.recorded_at:%Y-%m-%d}" for d in world.space().history("ann", "employer")} == {"2025-09-01"}


def no_is_an_answer(world: World) -> None:
    """case-037: what was allowed and is no more is known to be so, and what was said first stays in the log."""
    (belief,) = (b for b in world.space().beliefs("lab four") if "allowed" in b.attribute)
    assert belief.best is False
    assert len(world.space().history("lab four", belief.attribute)) == 2


def both_versions_are_named(world: World) -> None:
    """case-058: that of the file and that of the program."""
    (failure,) = world.failures
    assert len(set(re.findall(r"\b\d+\b", str(failure.error).replace(world.location, "")))) >= 2, failure.error


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
    """case-083: neither a search, a list, a log nor an export of one tenant has what the other said."""
    searched, exported = world.results
    listed, logged = world.answers
    assert listed == ["Harbour cat"]
    for way in (searched, logged, exported):
        assert any("boathouse" in line for line in way), way
    for line in (*searched, *listed, *logged, *exported):
        assert "net loft" not in line
        assert "Dora" not in line
        assert "fed by" not in line


def never_the_other_tenant(world: World) -> None:
    """case-082: asked for no tenant the call is refused; asked for another than one's own, nothing is shown."""
    assert world.results == [[], [], [], []]
    for own, other, tenant in (("Ilse", "Bram", "t1"), ("Bram", "Ilse", "t2")):
        lines = [line.text for line in world.space(tenant).recall("Ledger").lines]
        assert any(own in line for line in lines), lines
        assert not any(other in line for line in lines), lines


def no_other_visitor(world: World) -> None:
    """case-103: who shares the hall with 20,000 others is recalled alone."""
    (lines,) = world.results
    strangers = [line for line in lines for found in re.findall(r"Visitor (\d+)", line) if found != "7"]
    assert not strangers


def the_bare_name_is_nobodys(world: World) -> None:
    """case-014: what is said of a bare name is put down to neither of two people for certain."""
    space = world.space()
    last = max(space.store.read(lambda r: r.messages(space.name)), key=lambda m: m.at).id
    for b in space.beliefs():
        if "omar" in b.entity.casefold():
            said = [d for d in space.history(b.entity, b.attribute) if d.message == last]
            assert not said or b.probability < 1.0


NOTES: dict[str, Callable[[World], None]] = {
    "case-003": sentinel_survives,
    "case-004": seven_attributes,
    "case-006": refused_alone,
    "case-008": limit_and_length_are_named,
    "case-011": either_form_asks,
    "case-012": three_mentions,
    "case-014": the_bare_name_is_nobodys,
    "case-015": types_apart,
    "case-021": numbers_as_written,
    "case-022": no_gain_in_weight,
    "case-023": no_unit_made_up,
    "case-027": order_of_instants,
    "case-028": order_of_instants,
    "case-029": not_another_day,
    "case-031": times_in_all_forms,
    "case-032": yesterday_there,
    "case-033": both_times,
    "case-036": the_future_does_not_rule,
    "case-037": no_is_an_answer,
    "case-058": both_versions_are_named,
    "case-080": each_its_own_key,
    "case-082": never_the_other_tenant,
    "case-083": in_no_way_out,
    "case-093": one_map,
    "case-097": text_or_number,
    "case-103": no_other_visitor,
}
