"""Checkpoints in a file: made where a dimension has much evidence, used by late evidence, seen by an audit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nous import Memory, Observation, Settings
from nous.bench import QUICK, beliefs
from nous.graph.running import SPACING

Sql = Callable[..., list[tuple[object, ...]]]
START = 1_700_000_000.0
STATES = "SELECT state FROM dimension"
MANY = 3 * SPACING


@pytest.fixture
def log() -> list[Observation]:
    """Evidence about one dimension, an hour apart."""
    return [
        Observation("Ana", "employer", f"firm {i % 4}", at=START + 3_600 * i, source=f"user:{i % 3}", id=f"o{i}")
        for i in range(MANY)
    ]


def test_late_evidence_starts_from_the_last_checkpoint(
    file: Path, settings: Settings, log: list[Observation], sql: Sql
) -> None:
    """Bit for bit what all at once gives; and it is really the checkpoint that it starts from."""
    late = Observation("Ana", "employer", "firm 7", at=START + 3_600 * (MANY - 9.5), source="user:bo", id="late")
    with Memory(file, settings=settings) as memory:
        memory.space("s").observe_many(log)
        assert sql("SELECT count(*) FROM checkpoint") == [(2,)]
        memory.space("s").observe_many([late])
        late_state = sql(STATES)
        memory.space("s").rebuild()
        assert sql(STATES) == late_state
        assert memory.space("s").verify().clean
        # What is wrong in the checkpoint shows in what is made of it.
        sql("UPDATE checkpoint SET state = replace(state, 'firm 3', 'FIRM 3')")
        memory.space("s").observe("Ana", "employer", "firm 7", at=START + 3_600 * (MANY - 8.5), id="later")
        assert "FIRM 3" in str(sql(STATES))


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE checkpoint SET state = replace(state, 'firm 3', 'FIRM 3')",
        "UPDATE checkpoint SET state = 'not json'",
        "UPDATE checkpoint SET t = t + 1",
    ],
)
def test_an_edited_checkpoint_is_named(
    file: Path, settings: Settings, log: list[Observation], sql: Sql, edit: str
) -> None:
    """And made anew by a rebuild."""
    with Memory(file, settings=settings) as memory:
        space = memory.space("s")
        space.observe_many(log)
        assert space.verify().clean
        sql(edit)
        assert [f.kind for f in space.verify().faults] == ["cache"]
        space.rebuild()
        assert space.verify().clean


def test_a_retraction_makes_them_anew(file: Path, settings: Settings, log: list[Observation]) -> None:
    """They hold what was taken back no longer."""
    with Memory(file, settings=settings) as memory:
        space = memory.space("s")
        space.observe_many(log)
        space.retract("o10")
        assert space.verify().clean


def test_the_benchmark_measures_every_row() -> None:
    """With little of everything; what it finds is for people to read."""
    found = beliefs(QUICK)

    assert [r.name for r in found.rows][-2:] == [
        "raw SQLite inserts of the same rows, no index",
        "observe_many beside raw inserts",
    ]
    assert all(r.count > 0 and r.seconds > 0 for r in found.rows)
    assert len(found.lines()) == len(found.rows) + 1
    assert found.share is not None
