"""Several processes on one file: they queue up, lose nothing, and may be killed at any moment."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nous import Memory, Space
from tests import processes
from tests.processes import ended, run, start


def stats(file: Path, space: str = "s") -> dict[str, object]:
    """The counts and the digest of a space; its audit has to be clean."""
    with Memory(file) as memory:
        assert memory.space(space).verify().faults == ()
        return memory.space(space).stats()


def undisturbed(file: Path, work: Callable[..., object], *args: object) -> dict[str, object]:
    """What the same work gives where nothing happens to it."""
    other = file.with_name("undisturbed.db")
    assert run(work, str(other), *args) == 0
    return stats(other)


@pytest.mark.parametrize("attempt", range(5))
def test_processes_that_make_one_file_at_the_same_time(file: Path, attempt: int) -> None:
    """All of them find a store, and what each wrote is in it."""
    done = ended([start(processes.open_only, str(file), "s") for _ in range(8)])

    assert done == [0] * 8
    assert stats(file)["deltas"] == 8


def test_eight_processes_write_at_once(file: Path) -> None:
    """Nobody is told that the file is locked; the beliefs are those of the same evidence fed by one."""
    done = ended([start(processes.observe, str(file), "s", worker, 40) for worker in range(8)])
    single = file.with_name("single.db")
    for worker in range(8):
        assert run(processes.observe, str(single), "s", worker, 40) == 0

    assert done == [0] * 8
    assert stats(file)["deltas"] == 320
    assert stats(file)["digest"] == stats(single)["digest"]
    with Memory(file) as memory, Memory(single) as one:
        assert hall(memory.space("s")) == hall(one.space("s"))


def hall(space: Space) -> dict[str, float]:
    """What is believed of the entity that all processes wrote about."""
    return dict(space.belief("Hall", "colour", at="2026-02-01").distribution)


def test_two_processes_ingest_one_conversation_at_the_same_time(file: Path) -> None:
    """Each message is stored once, and both calls succeed."""
    done = ended([start(processes.ingest, str(file), "s", 40) for _ in range(4)])

    assert done == [0] * 4
    assert stats(file)["messages"] == 40
    assert stats(file)["deltas"] == 40


@pytest.mark.parametrize("work", [processes.ingest, processes.observe_all], ids=["ingest", "observe_many"])
def test_killed_at_every_write_and_run_again(file: Path, work: Callable[..., object]) -> None:
    """From the first statement of the schema to the last commit: what is there is whole, and a second run ends it."""
    want = undisturbed(file, work, "s", 6)
    whole = {(0, 0), (2, 2), (4, 4), (6, 6)} if work is processes.ingest else {(0, 0), (0, 6)}
    write = 0
    while run(processes.killed_at, write, work, str(file), "s", 6) == -9:
        half = stats(file)
        assert (half["messages"], half["deltas"]) in whole
        assert run(work, str(file), "s", 6) == 0
        assert stats(file) == want
        for part in file.parent.glob("memory.db*"):
            part.unlink()
        write += 1

    assert write > 40


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_random_moments_until_it_is_done(file: Path, seed: int) -> None:
    """A process that is killed again and again gets on, and ends where an undisturbed one does."""
    moments = random.Random(seed)
    want = undisturbed(file, processes.ingest, "s", 300)
    killed = 0
    for patience in range(30):
        process = start(processes.ingest, str(file), "s", 300)
        process.join(moments.uniform(0.0, 0.02 * (1 + patience)))
        process.kill()
        if ended([process]) == [0]:
            break
        killed += 1
        assert set(stats(file)) == set(want)
    assert run(processes.ingest, str(file), "s", 300) == 0

    assert killed > 0
    assert stats(file) == want


def test_a_reader_is_never_locked_out(file: Path) -> None:
    """While others write, reading goes on, and never sees half of a batch."""
    with Memory(file) as memory:
        space = memory.space("s")
        writers = [start(processes.observe_all, str(file), "s", 700 * (k + 1)) for k in range(3)]
        seen = set()
        until = time.monotonic() + 60
        while any(p.exitcode is None for p in writers) and time.monotonic() < until:
            seen.add(space.stats()["deltas"])
        assert ended(writers) == [0, 0, 0]

    assert seen <= {0, 700, 1400, 2100}
    assert stats(file)["deltas"] == 2100
