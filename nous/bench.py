"""How fast it is here: observations a second, beside raw SQLite inserts of the same bytes in the same run."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nous.graph.model import Observation
from nous.memory import Memory
from nous.settings import Settings
from nous.space import Space

START = 1_700_000_000.0  # seconds since 1970; the event time of the first observation
STEP = 3_600.0
SIZES = (1, 10, 1_000, 10_000)
FEW = 4  # values in a dimension of few names


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: what was done, how often, in how many seconds."""

    name: str
    count: int
    seconds: float
    note: str = ""

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.count / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Bench:
    """All rows of a run on one store."""

    store: str
    rows: tuple[Row, ...]

    def lines(self) -> list[str]:
        """The rows as a table."""
        head = f"{self.store}\n{'':<58}{'count':>8}{'seconds':>9}{'a second':>10}"
        return [head, *(f"{r.name:<58}{r.count:>8}{r.seconds:>9.3f}{r.rate:>10.0f}  {r.note}" for r in self.rows)]


def beliefs(location: str | None = None, *, large: int = 100_000) -> Bench:
    """Measure updates of beliefs: one more piece of evidence after 1, 10, 10^3, 10^4, batches, and raw inserts.

    On a SQLite file in a temporary folder, or at a Neo4j address, in spaces that are new.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = location or str(Path(folder) / "bench.db")
        stamp = f"bench {time.time_ns()}"
        with Memory(place, settings=Settings()) as memory:
            rows = [*_one_more(memory, stamp), *_singles_and_batch(memory, stamp)]
            bulk = _bulk(memory.space(f"{stamp} bulk"), large)
            rows.append(bulk)
        if location is None:
            raw, share = _raw(Path(place), Path(folder) / "raw.db", bulk)
            rows.extend([raw, Row("observe_many beside raw inserts", bulk.count, bulk.seconds, f"{share:.0%} of raw")])
        return Bench(location or "SQLite file", tuple(rows))


def _said(i: int, entity: str = "Ana", names: int = FEW) -> Observation:
    return Observation(entity, "employer", f"firm {i % names}", at=START + STEP * i, source=f"user:{i % 3}")


def _one_more(memory: Memory, stamp: str) -> Iterator[Row]:
    """What one more observation costs, after so many before it, in dimensions of few names and of many."""
    for names, label in ((FEW, "few names"), (100_000, "a new name each time")):
        for size in SIZES:
            space = memory.space(f"{stamp} {size} {names}")
            space.observe_many([_said(i, names=names) for i in range(size)])
            repeats = 20
            start = time.perf_counter()
            for i in range(size, size + repeats):
                o = _said(i, names=names)
                space.observe(o.entity, o.attribute, o.value, at=o.at, source=o.source)
            yield Row(f"one more observation after {size}, {label}", repeats, time.perf_counter() - start)


def _singles_and_batch(memory: Memory, stamp: str) -> Iterator[Row]:
    space = memory.space(f"{stamp} singles")
    start = time.perf_counter()
    for i in range(100):
        o = _said(i)
        space.observe(o.entity, o.attribute, o.value, at=o.at, source=o.source)
    yield Row("observe, one by one", 100, time.perf_counter() - start)
    space = memory.space(f"{stamp} batch")
    start = time.perf_counter()
    space.observe_many([_said(i) for i in range(1_000)])
    yield Row("observe_many, one dimension", 1_000, time.perf_counter() - start)
    late = list(reversed([_said(i, "Bo") for i in range(300)]))
    start = time.perf_counter()
    for o in late:
        space.observe(o.entity, o.attribute, o.value, at=o.at, source=o.source)
    yield Row("observe, each earlier than all before it", 300, time.perf_counter() - start)


def _bulk(space: Space, count: int) -> Row:
    dimensions = max(1, count // 10)
    observations = [
        Observation(f"Unit {i % dimensions}", "employer", f"firm {i % 7}", at=START + STEP * i, source=f"user:{i % 3}")
        for i in range(count)
    ]
    start = time.perf_counter()
    space.observe_many(observations)
    return Row(f"observe_many over {dimensions} dimensions", count, time.perf_counter() - start)


def _raw(store: Path, target: Path, bulk: Row) -> tuple[Row, float]:
    """Insert the same rows into plain tables without keys or indexes; returns the row and our share of its rate."""
    with _connected(store) as source, _connected(target) as raw:
        tables = ("delta", "dimension", "entity", "words")
        found: dict[str, Sequence[tuple[object, ...]]] = {}
        for table in tables:
            where = "" if table == "words" else " WHERE space = (SELECT max(row) FROM space)"
            found[table] = source.execute(f"SELECT * FROM {table}{where}").fetchall()
        found["words"] = found["words"][-bulk.count :]
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = FULL")
        for table, rows in found.items():
            columns = ", ".join(f"c{i}" for i in range(len(rows[0])))
            raw.execute(f"CREATE TABLE {table} ({columns})")
        start = time.perf_counter()
        raw.execute("BEGIN")
        for table, rows in found.items():
            raw.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        raw.execute("COMMIT")
        seconds = time.perf_counter() - start
    count = len(found["delta"])
    row = Row("raw SQLite inserts of the same rows, no index", count, seconds)
    return row, bulk.rate / row.rate


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()
