"""Other processes that write to a memory, can be killed at a chosen moment, and are all ended with the test.

They are forked from a server that has loaded what they need, so that a test can start hundreds.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from multiprocessing.process import BaseProcess
from typing import cast

from nous import Memory, Message, Observation, Settings
from nous.graph.sqlite import SQLiteStore
from nous.ingest.statement import Statement

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload([__name__])
PATIENCE = 120.0  # seconds after which a process counts as hung


def start(target: Callable[..., object], *args: object) -> BaseProcess:
    """A process that runs `target`."""
    process = CONTEXT.Process(target=target, args=args, daemon=True)
    process.start()
    return cast(BaseProcess, process)


def ended(processes: Iterable[BaseProcess]) -> list[int]:
    """The exit codes of processes, once all are done; one that hangs is killed and gives -9."""
    codes = []
    for process in processes:
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
        codes.append(cast(int, process.exitcode))
    return codes


def run(target: Callable[..., object], *args: object) -> int:
    """Run `target` in a process of its own; returns its exit code."""
    return ended([start(target, *args)])[0]


# ── what they do ────────────────────────────────────────────────────────────────────────────────────────


def settings() -> Settings:
    """A fixed clock, real chance, an extractor that needs no model, and every write on the disk."""
    return Settings(clock=lambda: datetime(2026, 3, 12, 9, tzinfo=UTC), extract=shelves)


def shelves(messages: Sequence[Message], zone: tzinfo) -> list[Statement]:
    """What a good extractor finds in "Shelf 3 holds item 3."."""
    found = []
    for m in messages:
        words = m.text.rstrip(".").split(" holds ")
        if len(words) == 2:
            found.append(Statement(Observation(words[0], "holds", words[1], quote=m.text, message=m.id)))
    return found


def open_only(location: str, space: str) -> None:
    """Open the store, write one thing, and go."""
    with Memory(location, settings=settings()) as memory:
        memory.space(space).observe("Door", "state", "open", at="2026-01-01", id=f"by {os.getpid()}")


def observe(location: str, space: str, worker: int, count: int, shared: str = "Hall") -> None:
    """Half of `count` single observations about an entity of its own, half about one that all share."""
    with Memory(location, settings=settings()) as memory:
        s = memory.space(space)
        for i in range(count):
            entity = shared if i % 2 else f"Own {worker}"
            s.observe(entity, "colour", f"shade {i % 5}", at=1_767_225_600 + i, source=f"user:w{worker}")


def observe_overlapping(location: str, space: str, worker: int, count: int) -> None:
    """Ten observations a call, most about dimensions that other workers write to at the same time."""
    with Memory(location, settings=settings()) as memory:
        s = memory.space(space)
        told = observations(worker, count)
        for i in range(0, count, 10):
            s.observe_many(told[i : i + 10])


def observations(worker: int, count: int) -> list[Observation]:
    """What a worker has to say; statements of all workers lie between each other in event time."""
    return [
        Observation(
            f"Shared {i % 5}" if i % 4 else f"Own {worker}",
            "employer" if i % 3 else "home city",
            f"Place {(i + worker) % 7}",
            at=1_767_225_600 + 10 * i + worker,
            source=f"user:w{worker}",
            id=f"{worker} {i}",
        )
        for i in range(count)
    ]


def observe_all(location: str, space: str, count: int) -> None:
    """Many observations in one call."""
    with Memory(location, settings=settings()) as memory:
        memory.space(space).observe_many(readings(count))


def readings(count: int) -> list[Observation]:
    """Observations about a few dimensions, in time."""
    return [Observation(f"Unit {i % 7}", "reading", f"r{i}", at=1_767_225_600 + i) for i in range(count)]


def load_file(location: str, file: str) -> None:
    """An import."""
    with Memory(location, settings=settings()) as memory:
        memory.load(file)


def ingest(location: str, space: str, count: int) -> None:
    """A conversation of that many messages, two an episode."""
    ingest_messages(location, space, talk(count))


def ingest_messages(location: str, space: str, messages: Sequence[Mapping[str, object]]) -> None:
    """A conversation in one call."""
    with Memory(location, settings=settings()) as memory:
        memory.space(space).ingest(messages)


def talk(count: int) -> list[dict[str, object]]:
    """Messages about shelves, in pairs with long silences between them."""
    return [
        {"speaker": "ann", "text": f"Shelf {i} holds item {i}.", "time": 1_767_225_600 + i // 2 * 86_400 + i % 2}
        for i in range(count)
    ]


def killed_at(write: int, work: Callable[..., object], *args: object) -> None:
    """Do some work on a SQLite store, and be killed as the `write`-th writing statement begins."""
    seen = 0

    def trace(statement: str) -> None:
        nonlocal seen
        if statement.split(None, 1)[0].upper() in ("INSERT", "UPDATE", "DELETE", "COMMIT", "CREATE", "REPLACE"):
            seen += 1
            if seen > write:
                os.kill(os.getpid(), signal.SIGKILL)

    original = SQLiteStore._connect

    def traced(self: SQLiteStore) -> object:
        connection = original(self)
        connection.set_trace_callback(trace)
        return connection

    SQLiteStore._connect = traced  # type: ignore[method-assign,assignment]  # only in this process
    work(*args)
