"""Eight processes write to overlapping dimensions of one space: nothing lost, nothing doubled, and no order matters."""

from __future__ import annotations

import time

import pytest

from nous import Memory, Settings
from tests import processes
from tests.processes import ended, start

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]
WORKERS = 8
EACH = 500
AT = "2026-06-01"


def told(settings: Settings) -> dict[str, object]:
    """What one thread makes of the same observations: digest and beliefs."""
    with Memory(":memory:", settings=settings) as memory:
        space = memory.space("s")
        space.observe_many(
            [o for worker in range(WORKERS) for o in processes.observations(worker, EACH)],
        )
        return {"digest": space.stats()["digest"], "beliefs": [b.as_json() for b in space.beliefs(at=AT)]}


@pytest.mark.parametrize("killed", [False, True], ids=["all live", "one is killed"])
def test_eight_processes(neo4j_location: str, settings: Settings, name: str, killed: bool) -> None:
    """Each 500 observations, most about dimensions that all share; one of them may be killed and started again."""
    workers = [start(processes.observe_overlapping, neo4j_location, name, worker, EACH) for worker in range(WORKERS)]
    with Memory(neo4j_location, settings=settings) as memory:
        space = memory.space(name)
        if killed:
            until = time.monotonic() + processes.PATIENCE
            while space.store.read(lambda r: r.counts(name)["deltas"]) < 400 and time.monotonic() < until:
                time.sleep(0.05)
            workers[3].kill()
            workers[3].join()
            assert workers[3].exitcode == -9
            workers[3] = start(processes.observe_overlapping, neo4j_location, name, 3, EACH)
        assert ended(workers) == [0] * WORKERS

        found = space.stats()
        assert found["deltas"] == WORKERS * EACH
        assert {"digest": found["digest"], "beliefs": [b.as_json() for b in space.beliefs(at=AT)]} == told(settings)
        assert space.verify().faults == ()
