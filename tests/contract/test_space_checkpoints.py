"""Late evidence goes on from a checkpoint, and what comes out is what a replay of everything gives, bit for bit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nous import Observation, Space
from nous.graph import running
from nous.graph.store import Checkpoint, Reader
from nous.graph.times import When, read

from .logs import ENTITY, NOW, SOURCES, logs

Fresh = Callable[[], Space]
START = 1_700_000_000.0


@pytest.fixture(autouse=True, scope="module")
def close_together() -> Iterator[None]:
    """A checkpoint every three reports, so that short logs have some."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "SPACING", 3)
        yield


def states(space: Space) -> dict[str, tuple[str | None, str]]:
    """What is cached of each dimension."""
    return space.store.read(lambda r: {d.id: (d.state, d.stamp) for d in r.dimensions(space.name)})


def checkpoints(space: Space) -> list[tuple[float, str]]:
    """The checkpoints of the one dimension of a space."""

    def found(reader: Reader) -> list[tuple[float, str]]:
        ids = [d.id for d in reader.dimensions(space.name)]
        return [(c.t, c.state) for c in reader.checkpoints(space.name, ids)]

    return space.store.read(found)


def nearly_sorted(log: list[Observation], chance: random.Random) -> list[Observation]:
    """Most of a log in the order of its times, a few pieces late."""
    place = {o.id: i + chance.choice([0, 0, 0, 6]) for i, o in enumerate(sorted(log, key=lambda o: days(read(o.at))))}
    return sorted(log, key=lambda o: place[o.id])


def days(when: When) -> float:
    """A time as a number to sort by."""
    return when.at.timestamp()


simple = logs(max_size=24, derived=False, sources=SOURCES[:8])


@hypothesis_settings(max_examples=60)
@given(st.one_of(simple, logs(max_size=14)), st.randoms(use_true_random=False))
def test_what_is_cached_is_what_a_rebuild_makes(fresh: Fresh, log: list[Observation], chance: random.Random) -> None:
    """Late evidence, taken back and given again, derived, in episodes, about an entity that is merged meanwhile."""
    space, attribute = fresh(), log[0].attribute
    if chance.randrange(4):
        log = nearly_sorted(log, chance)
    space.observe("Anna", attribute, "Acme", at="2026-01-10", source="user:cy", id="other")
    for i, o in enumerate(log):
        space.observe_many([o])
        taken = f"o{chance.randrange(i + 1)}"
        match chance.randrange(12):
            case 0:
                space.retract(taken)
            case 1:
                space.retract(taken)
                space.reinstate(taken)
            case 2:
                space.merge(ENTITY, "Anna")
    before, answer = states(space), space.belief(ENTITY, attribute, at=NOW)

    assert space.verify().clean
    space.rebuild()
    after = states(space)
    assert {id for id, (_, stamp) in after.items() if stamp == before[id][1]} <= {
        id for id, state in before.items() if state == after[id]
    }
    assert space.belief(ENTITY, attribute, at=NOW) == answer
    assert space.verify().clean


times = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(SOURCES[:8])), min_size=6, max_size=40)


@hypothesis_settings(max_examples=40)
@given(times, st.integers(1, 9), st.randoms(use_true_random=False))
def test_in_whatever_order_and_batches_it_came(
    fresh: Fresh, said: list[tuple[int, str]], size: int, chance: random.Random
) -> None:
    """As many pieces at one instant as one likes, some names new: the state is that of the sorted log at once."""
    log = [
        Observation(ENTITY, "mood", f"mood {t % 5}", at=START + t, source=source, id=f"o{i}")
        for i, (t, source) in enumerate(sorted(said))
    ]
    arriving = nearly_sorted(log, chance)
    one, other = fresh(), fresh()
    for i in range(0, len(arriving), size):
        one.observe_many(arriving[i : i + size])
    other.observe_many(log)

    assert [state for state, _ in states(one).values()] == [state for state, _ in states(other).values()]
    assert one.verify().clean
    assert other.verify().clean


def test_late_evidence_keeps_the_checkpoints_before_it(fresh: Fresh) -> None:
    """Those after it are made anew, further apart where there are more names."""
    space = fresh()
    for i in range(20):
        space.observe(ENTITY, "mood", f"mood {i % 3}", at=START + i)
    before = checkpoints(space)
    space.observe(ENTITY, "mood", "late", at=START + 10.5)
    after = checkpoints(space)

    assert len(before) == 6
    assert [t for t, _ in after] == [t for t, _ in before[:3]] + [(START + s) / 86_400 for s in (10.5, 16)]
    assert after[:3] == before[:3]
    assert space.verify().clean


def test_a_batch_makes_checkpoints_between_instants_only(fresh: Fresh) -> None:
    """Nothing that comes later can stand before what is in one."""
    space = fresh()
    space.observe_many([Observation(ENTITY, "mood", "glad", at=START + i // 5, id=f"{i}") for i in range(20)])

    assert [t for t, _ in checkpoints(space)] == [(START + s) / 86_400 for s in (0, 1, 2)]
    space.observe_many(
        [Observation(ENTITY, "mood", "sad", at=START + 1, id="a"), Observation(ENTITY, "mood", "sad", at=START)]
    )
    assert space.verify().clean


def test_an_episode_that_goes_on_behind_a_checkpoint_is_replayed(fresh: Fresh) -> None:
    """A copy within an episode counts little, also where its first lies before the checkpoint."""
    space, other = fresh(), fresh()
    log = [
        Observation(ENTITY, "mood", "glad", at=START + i, id=f"o{i}", episode="e" if i in (0, 18) else f"e{i}")
        for i in range(20)
    ]
    for o in [*log[:18], log[19], log[18]]:
        space.observe_many([o])
    other.observe_many(log)

    assert [s for s, _ in states(space).values()] == [s for s, _ in states(other).values()]
    assert space.verify().clean


def test_what_a_store_gives_of_checkpoints_and_of_what_is_later(space: Space) -> None:
    """The last before a time, all in order, dropped from a time on; deltas and episodes by event time."""
    for i in range(4):
        space.observe(ENTITY, "mood", "glad", at=START + i, id=f"o{i}", episode=f"e{i % 2}")
    name = space.name
    (home,) = space.store.read(lambda r: [d.id for d in r.dimensions(name)])
    made = [Checkpoint(home, t, f"state {t}") for t in (1.5, 2.0, 19_000.25)]
    space.store.write(lambda w: w.keep_checkpoints(name, {home: float("-inf")}, made))

    assert space.store.read(lambda r: r.checkpoints(name, [home])) == made
    assert space.store.read(lambda r: r.checkpoints("another", [home])) == []
    before = space.store.read(lambda r: [r.checkpoint(name, home, t) for t in (1.5, 2.0, 2.5, 1e9)])
    assert before == [None, made[0], made[1], made[2]]
    space.store.write(lambda w: w.keep_checkpoints(name, {home: 1.5}, [Checkpoint(home, 3.0, "new")]))
    assert space.store.read(lambda r: r.checkpoints(name, [home])) == [made[0], Checkpoint(home, 3.0, "new")]
    third = round((START + 2) * 1e6)
    assert [d.id for d in space.store.read(lambda r: list(r.deltas(name, [home], since=third)))] == ["o2", "o3"]
    assert space.store.read(lambda r: r.heard_in(name, ["e0", "e1"], until=third - 2_000_000)) == {(home, "e0")}
