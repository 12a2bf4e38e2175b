"""Two times: when something holds in the world, and when the memory learned it; and what is thought of it later."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous import Belief, Delta, Observation, Settings, Space
from nous.beliefs import reliability, replay
from nous.errors import ValidationError
from tests.conftest import Clock

from .logs import ENTITY, logs, one_voice_each
from .reference import close, evidence, moment

Fresh = Callable[[], Space]


def told(space: Space, attribute: str, **when: Any) -> tuple[Belief, list[Belief], list[Delta], float]:
    """All that can be asked about a time by which something was known."""
    belief = space.belief(ENTITY, attribute, **when)
    everything = space.beliefs(**when)
    known_at = when.get("known_at")
    history = space.history(ENTITY, attribute, known_at=known_at)
    return belief, everything, history, space.why(ENTITY, attribute, **when).log_odds_bits


def without_known_at(answer: tuple[Belief, list[Belief], list[Delta], float]) -> tuple[object, ...]:
    """An answer apart from the question that it repeats."""
    belief, everything, history, bits = answer
    return replace(belief, known_at=None), [replace(b, known_at=None) for b in everything], history, bits


@given(logs(max_size=7), st.data())
def test_what_was_answered_then_can_be_answered_again(
    fresh: Fresh, clock: Clock, log: list[Observation], data: st.DataObject
) -> None:
    """Whatever came later: late evidence, retractions, second thoughts, spellings declared to be one."""
    space, attribute = fresh(), log[0].attribute
    answered = []
    for o in log:
        clock.tick(3_600)
        match data.draw(st.sampled_from(["observe", "observe", "retract", "reinstate", "value alias"])):
            case "retract":
                space.retract(f"o{data.draw(st.integers(0, len(log) - 1))}")
            case "reinstate":
                for id in space.store.read(space.control).retracted:
                    space.reinstate(id)
            case "value alias":
                space.value_alias(attribute, ["Acme", "Bolt"])
        space.observe_many([o])
        answered.append((clock().isoformat(), told(space, attribute)))

    for then, answer in answered:
        assert without_known_at(told(space, attribute, known_at=then)) == without_known_at(answer)


def test_what_was_not_heard_of_then_is_not_shown(space: Space, clock: Clock) -> None:
    """Neither among the beliefs nor in a history."""
    clock.set("2026-01-02T00:00:00+00:00")
    space.observe("Ana", "mood", "glad", at="2026-01-01")
    clock.set("2026-01-05T00:00:00+00:00")
    space.observe("Ana", "home city", "Porto", at="2026-01-01")

    known = "2026-01-03"
    assert [b.attribute for b in space.beliefs(known_at=known)] == ["mood"]
    assert space.history("Ana", "home city", known_at=known) == []
    unheard = space.belief("Ana", "home city", known_at=known)
    assert (unheard.best, unheard.unknown, unheard.deltas) == (None, 1.0, 0)


def test_the_two_times_are_independent(space: Space, clock: Clock) -> None:
    """What was true at one time, by what was known at another."""
    clock.set("2025-03-01T09:00:00+00:00")
    space.observe("viewing", "day", "Thursday", at="2025-03-01T09:00:00Z", source="user:ann", id="slip")
    clock.set("2025-03-01T09:00:30+00:00")
    space.retract("slip")
    space.observe("viewing", "day", "Tuesday", at="2025-03-01T09:00:00Z", source="user:ann")

    def day(**when: Any) -> object:
        return space.belief("viewing", "day", **when).best

    assert day() == "Tuesday"
    assert day(at="2025-03-01T09:00:10Z") == "Tuesday"
    assert day(known_at="2025-03-01T09:00:10Z") == "Thursday"
    assert day(at="2025-03-02", known_at="2025-03-01T09:00:10Z") == "Thursday"
    assert day(at="2025-03-01T08:00:00Z") is None


@given(logs(kinds=("assert", "deny", "end"), derived=False, episodes=False, attribute="employer"))
@pytest.mark.parametrize("at", ["2025-06-01T00:00:00Z", "2026-01-15T00:00:00Z", "2030-01-01T00:00:00Z"])
def test_hindsight_is_the_golden_smoother(fresh: Fresh, at: str, log: list[Observation]) -> None:
    """Where each source speaks once: forward and backward over all that was ever said."""
    space = fresh()
    space.observe_many(one_voice_each(log))
    belief = space.belief(ENTITY, "employer", at=at, hindsight=True)
    printed = belief.parameters
    rows = [row_of(d) for d in space.history(ENTITY, "employer")]
    half_life = printed["half_life_days"]
    assert isinstance(half_life, float)
    assert isinstance(printed["K"], int)
    assert isinstance(printed["eps"], float)
    rate = reliability.rate(half_life)
    said = [
        replace(e, stance=e.stance * tier) for e, tier in ((evidence(r, rate), float(str(r["tier"]))) for r in rows)
    ]
    names, _, laws = replay.smooth(said, replay.Plain(printed["K"], printed["eps"], math.exp(-rate)), [moment(at)])

    *masses, unknown = (float(x) for x in laws[0])
    assert close(belief.distribution, dict(zip(names, masses, strict=True)))
    assert math.isclose(belief.unknown, unknown, abs_tol=1e-9)


def row_of(d: Delta) -> dict[str, object]:
    """A delta as JSON has it."""
    from nous.cli.render import delta_json

    row: dict[str, object] = json.loads(json.dumps(delta_json(d, "s")))
    return row


def test_hindsight_sees_what_came_later(space: Space) -> None:
    """A single web report, confirmed a week later by the user, was true after all."""
    space.observe("Ana", "employer", "Acme", at="2026-01-01", source="web:example.org")
    space.observe("Ana", "employer", "Acme", at="2026-01-08", source="user:ana")

    then = space.belief("Ana", "employer", at="2026-01-02")
    now = space.belief("Ana", "employer", at="2026-01-02", hindsight=True)
    assert now.distribution["Acme"] > 0.8 > 0.5 > then.distribution["Acme"]
    assert now.hindsight
    assert not then.hindsight


def test_reading_never_changes_anything(space: Space) -> None:
    """Asked a thousand years on, then now again."""
    space.observe("Ana", "employer", "Acme", at="2026-01-01")
    before = (space.belief("Ana", "employer", at="2026-01-02"), space.stats(), space.verify())
    for year in (2027, 2500, 3026, 9999):
        assert space.belief("Ana", "employer", at=str(year)).unknown <= 1.0
        space.belief("Ana", "employer", at=str(year), hindsight=True)

    assert (space.belief("Ana", "employer", at="2026-01-02"), space.stats(), space.verify()) == before


def test_the_clock_and_the_zone_come_from_the_settings(fresh: Fresh, clock: Clock, settings: Settings) -> None:
    """The present is the clock's; a naive time is in the zone of the settings."""
    clock.set("2026-07-01T12:00:00+00:00")
    there = fresh()
    there.settings = replace(settings, zone="Europe/Lisbon")
    now = there.observe("Ana", "mood", "glad")
    local = there.observe("Ana", "mood", "sad", at="2026-07-01T14:00")

    assert (now.at, now.recorded_at) == (clock(), clock())
    assert local.at.isoformat() == "2026-07-01T13:00:00+00:00"
    assert there.belief("Ana", "mood").best == "glad"
    assert there.belief("Ana", "mood", at="2026-07-01T14:30").best == "sad"


def test_a_fact_that_nobody_repeats_fades_into_the_unknown(space: Space) -> None:
    """And what was last known is still told."""
    space.observe("Ana", "mood", "glad", at="2026-01-01T00:00:00Z", source="user:ana")
    later = space.belief("Ana", "mood", at="2026-03-01")

    assert later.best is None
    assert later.unknown > 0.5
    assert later.last_known is not None
    assert (later.last_known.value, later.last_known.source) == ("glad", "user:ana")
    assert later.last_known.at.isoformat() == "2026-01-01T00:00:00+00:00"


@pytest.mark.parametrize("bad", ["soon", "2026-13", float("nan"), None.__class__, 10**20])
def test_questions_about_no_time(space: Space, bad: object) -> None:
    for call in (
        lambda: space.belief("Ana", "mood", at=bad),  # type: ignore[arg-type]
        lambda: space.belief("Ana", "mood", known_at=bad),  # type: ignore[arg-type]
        lambda: space.beliefs(at=bad),  # type: ignore[arg-type]
        lambda: space.history("Ana", "mood", known_at=bad),  # type: ignore[arg-type]
        lambda: space.why("Ana", "mood", at=bad),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValidationError):
            call()
