"""Parameters, archive, types from the log, timelines and quantities, through the surface of every store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous import Belief, Observation, Space
from nous.graph.timeline import Timeline
from tests.conftest import Clock

from .logs import NOW, logs

Fresh = Callable[[], Space]
START = datetime(2026, 1, 1, tzinfo=UTC)


def held(space: Space) -> list[tuple[str, bool]]:
    """Which dimensions have a cached belief."""
    return [(d.attribute, d.state is not None) for d in space.store.read(lambda r: r.dimensions(space.name))]


# ── parameters ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_parameter_is_a_record_and_old_answers_stay(space: Space, clock: Clock) -> None:
    """As of now the belief follows the new half-life; as known before, it is what was answered."""
    space.observe("Ana", "employer", "Acme", at="2025-03-12")
    asked = clock.now
    before = space.belief("Ana", "employer", known_at=asked)
    clock.tick(60)
    record = space.set_policy("job", reason="they change often here", half_life=30.0, eps=0.1)
    after = space.belief("Ana", "employer", at=asked)

    assert (record.type, record.actor, record.body["attribute"]) == ("parameter", "operator", "employer")
    assert (before.parameters["half_life_days"], after.parameters["half_life_days"]) == (1095.0, 30.0)
    assert before.distribution["Acme"] > 0.6 > 0.1 > after.distribution["Acme"]
    assert space.belief("Ana", "employer", known_at=asked) == before
    assert [a.half_life for a in space.policy("works at")] == [30.0]
    assert {a.key for a in space.policy()} >= {"employer", "home city"}
    assert space.verify().clean


def test_a_guarded_attribute_is_held_where_it_is_contested(space: Space) -> None:
    """`protected` is read where the decision is made."""
    space.observe("Ana", "umbrella", "red", at="2026-03-01")
    space.observe("Ana", "umbrella", "blue", at="2026-03-02", source="web:x")
    loose = space.belief("Ana", "umbrella", at=NOW).decision.verdict
    space.set_policy("umbrella", reason="it opens the safe", protected=True)

    assert (loose, space.belief("Ana", "umbrella", at=NOW).decision.verdict) == ("contested", "hold")


@given(logs(max_size=6, attribute="umbrella"), st.sampled_from(["one", "many", "quantity"]))
def test_there_and_back_gives_the_same_belief(fresh: Fresh, log: list[Observation], other: str) -> None:
    """Nothing is folded in for good: another type, rate and noise, then the old ones."""
    space = fresh()
    space.observe_many(log)
    before, old = space.belief("Ana", "umbrella", at=NOW), space.policy("umbrella")[0]
    space.set_policy("umbrella", reason="a try", cardinality=other, half_life=3.0, eps=0.2)
    assert space.verify().clean
    space.set_policy("umbrella", reason="back", cardinality=old.cardinality, half_life=old.half_life, eps=old.eps)

    assert space.belief("Ana", "umbrella", at=NOW) == before
    assert space.policy("umbrella") == [old]
    assert space.verify().clean


# ── archive ────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_has_forgotten_everything_is_archived_and_revived_by_news(space: Space, fresh: Fresh) -> None:
    """Nothing of the answer changes, neither then nor later: it is as if the archive had never been."""
    twin = fresh()
    for s in (space, twin):
        s.observe("Ana", "mood", "glad", at="2026-01-01", id="1")
        s.observe("Ana", "home city", "Porto", at="2026-01-01", id="2")
    before = space.beliefs(at=NOW)
    listed = space.archive(at=NOW)
    assert [(x.entity, x.attribute, x.verdict.spent) for x in listed] == [("Ana", "mood", True)]
    assert held(space) == [("home city", True), ("mood", True)]

    assert space.archive(at=NOW, apply=True) == listed
    assert held(space) == [("home city", True), ("mood", False)]
    assert space.beliefs(at=NOW) == before
    assert space.archive(at=NOW, apply=True) == []
    assert space.verify().clean
    for s in (space, twin):
        s.observe("Ana", "mood", "sad", at="2026-03-11", id="3")
    assert held(space) == [("home city", True), ("mood", True)]
    assert space.belief("Ana", "mood", at=NOW) == twin.belief("Ana", "mood", at=NOW)
    assert [d.value for d in space.history("Ana", "mood")] == ["glad", "sad"]
    assert space.stats()["digest"] == twin.stats()["digest"]


def test_a_conflict_or_a_fresh_belief_is_never_archived(space: Space) -> None:
    """Only what is both nearly uniform and idle goes."""
    for i, value in enumerate(("glad", "sad", "calm")):
        space.observe("Ana", "mood", value, at="2026-03-12T08:00:00Z", source=f"user:{i}")
    space.observe("Ana", "hobby", "chess", at="2026-03-01")

    assert space.archive(at=NOW) == []
    assert {s.attribute for s in space.archive(at="2036-03-12")} == {"mood", "hobby"}


# ── types from the log ─────────────────────────────────────────────────────────────────────────────────────


def collections(attribute: str) -> list[dict[str, object]]:
    """Six people who collect four things at a time."""
    things = ("stamps", "coins", "shells", "maps")
    return [
        {"entity": f"Q{e}", "attribute": attribute, "value": things[(3 * i + e) % 4],
         "at": START + timedelta(days=3 * i), "id": f"{attribute} {e} {i}"}
        for e in range(6) for i in range(8)
    ]  # fmt: skip


def test_an_unknown_attribute_becomes_a_set_where_its_log_says_so(space: Space) -> None:
    """One record, with its bits; all four are members at once, and fade together."""
    space.observe_many(collections("collects"))
    now, later = (space.belief("Q1", "collects", at=t) for t in ("2026-02-01", "2027-02-01"))
    records = space.store.read(lambda r: r.records(space.name))

    assert now.cardinality == "many"
    assert set(now.members) == {"stamps", "coins", "shells", "maps"}
    assert not later.members and later.distribution.keys() == now.distribution.keys()
    assert later.last_known is not None
    assert [(r.type, r.actor, r.body["attribute"]) for r in records] == [("parameter", "nous", "collects")]
    assert "bits" in records[0].reason
    assert space.verify().clean


def test_one_value_at_a_time_stays_one_and_the_table_is_not_asked(space: Space) -> None:
    """A log of changes is no set; a declared attribute does not turn by itself."""
    for i in range(10):
        space.observe("Ana", "umbrella", ("red", "blue")[i // 5], at=START + timedelta(days=5 * i), id=f"u{i}")
    space.observe_many(collections("employer"))

    assert space.belief("Ana", "umbrella", at=NOW).cardinality == "one"
    assert space.belief("Q1", "employer", at=NOW).cardinality == "one"
    assert space.store.read(lambda r: r.records(space.name)) == []


# ── timelines ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("hindsight", [False, True], ids=["filtered", "hindsight"])
@given(log=logs(max_size=7))
def test_a_timeline_is_the_belief_at_each_of_its_times(fresh: Fresh, hindsight: bool, log: list[Observation]) -> None:
    """The series, the unknown and the events; K may grow with what came later, so only small logs are alike."""
    space = fresh()
    space.observe_many(log)
    attribute = log[0].attribute
    line = space.timeline("Ana", attribute, hindsight=hindsight, points=5, until=NOW)

    assert list(line.times) == sorted(line.times)
    assert len(line.events) == len(log)
    for i, t in enumerate(line.times):
        belief = space.belief("Ana", attribute, at=t, hindsight=hindsight)
        check_point(line, i, belief)


def check_point(line: Timeline, i: int, belief: Belief) -> None:
    """One moment of a timeline; values that were not named yet stand at what nobody said."""
    for text, p in belief.distribution.items():
        assert line.series[text][i] == pytest.approx(p, abs=1e-9)
    if line.cardinality == "one":
        mass = sum(series[i] for series in line.series.values())
        assert mass + line.unknown[i] == pytest.approx(1.0, abs=1e-9)
        named = sum(belief.distribution.values())
        assert line.unknown[i] == pytest.approx(1.0 - named, abs=1e-9) or line.hindsight
    assert all(0.0 <= series[i] <= 1.0 for series in line.series.values())


def test_a_timeline_of_nothing_is_empty(space: Space) -> None:
    """Neither of an entity that nobody spoke of, nor before the first word."""
    space.observe("Ana", "mood", "glad", at="2026-03-01")

    for line in (space.timeline("Bo", "mood"), space.timeline("Ana", "mood", until="2026-01-01")):
        assert (line.times, dict(line.series), line.unknown, line.events) == ((), {}, (), ())


# ── quantities ─────────────────────────────────────────────────────────────────────────────────────────────


def test_units_are_read_and_near_values_are_one(space: Space) -> None:
    """72 kg and 160 lb are the same weight; the mean follows the later ones, in the base unit."""
    for value, unit, at in ((72, "kg", "2026-01-01"), (160, "lb", "2026-01-10"), ("75 kg", None, "2026-02-03")):
        space.observe("Ana", "weight", value, unit=unit, at=at)
    belief = space.belief("Ana", "weight", at="2026-02-05")
    earlier = space.belief("Ana", "weight", at="2026-01-11")

    assert (belief.cardinality, belief.unit, set(belief.values.values())) == ("quantity", "kg", {160, "75 kg"})
    assert belief.mean == pytest.approx(74.6, abs=0.5)
    assert earlier.mean == pytest.approx(72.3, abs=0.3)
    assert belief.sd is not None and 0.0 < belief.sd < 2.0
    assert earlier.best == 160
    assert len(earlier.distribution) == 1
    assert sum(belief.distribution.values()) + belief.unknown == pytest.approx(1.0, abs=1e-12)


@given(st.permutations(range(5)))
def test_quantities_do_not_depend_on_the_order_of_arrival(fresh: Fresh, order: list[int]) -> None:
    """Late evidence is replayed: the same mean, spread and distribution."""
    given = [("180 cm", "01"), ("1.8 m", "02"), ("6 ft", "03"), ("1.95 m", "04"), ("181 cm", "05")]
    found = []
    for arrival in (range(5), order):
        space = fresh()
        for i in arrival:
            space.observe("Ana", "height", given[i][0], at=f"2026-01-{given[i][1]}", source=f"user:{i % 3}", id=str(i))
        belief = space.belief("Ana", "height", at="2026-02-01")
        found.append((belief.mean, belief.sd, belief.unit, dict(belief.distribution), belief.best, belief.decision))
        assert space.verify().clean

    assert found[0] == found[1]
    assert found[0][2] == "m"


def test_a_quantity_that_was_taken_back_leaves_no_trace(space: Space, fresh: Fresh) -> None:
    """Retraction is a replay here too."""
    twin = fresh()
    for s in (space, twin):
        s.observe("Ana", "weight", "72 kg", at="2026-01-01", id="1")
        s.observe("Ana", "weight", "73 kg", at="2026-02-01", id="2")
    space.observe("Ana", "weight", "720 kg", at="2026-01-15", id="slip")
    assert space.belief("Ana", "weight", at=NOW).mean != twin.belief("Ana", "weight", at=NOW).mean
    space.retract("slip")
    mended, plain = space.belief("Ana", "weight", at=NOW), twin.belief("Ana", "weight", at=NOW)

    assert (mended.mean, mended.sd, mended.distribution) == (plain.mean, plain.sd, plain.distribution)
