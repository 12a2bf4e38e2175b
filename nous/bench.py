"""How fast it is here: observations a second, beside raw SQLite inserts of the same rows in the same run."""

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
FEW = 4  # values in a dimension of few names
LATE = 5  # evidence after a late piece
BATCHED = ("delta", "dimension", "entity", "relates", "words")
"""The tables that a batch of observations fills."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: evidence in a dimension before one more, repeats, and how many observations in each row."""

    before: tuple[int, ...] = (1, 10, 1_000, 10_000)
    repeats: int = 20
    singles: int = 100
    batch: int = 1_000
    reversed: int = 300
    large: int = 100_000


FULL = Size()
QUICK = Size((1, 10, 1_000), repeats=5, singles=20, batch=200, reversed=30, large=2_000)
"""A few seconds: enough to see that it runs, too little to compare."""


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

    def as_json(self) -> dict[str, object]:
        """The row as `nous bench --json` prints it."""
        return {
            "name": self.name,
            "count": self.count,
            "seconds": self.seconds,
            "a_second": self.rate,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Bench:
    """All rows of a run on one store; `share` is observe_many's part of the rate of raw inserts, where measured."""

    store: str
    rows: tuple[Row, ...]
    share: float | None = None

    def lines(self) -> list[str]:
        """The rows as a table."""
        head = f"{self.store}\n{'':<62}{'count':>8}{'seconds':>9}{'a second':>10}"
        return [head, *(f"{r.name:<62}{r.count:>8}{r.seconds:>9.3f}{r.rate:>10.0f}  {r.note}" for r in self.rows)]

    def as_json(self) -> dict[str, object]:
        """The run as `nous bench --json` prints it."""
        return {"store": self.store, "share_of_raw": self.share, "rows": [r.as_json() for r in self.rows]}


def beliefs(size: Size = FULL) -> Bench:
    """Measure updates of beliefs on a SQLite file in a temporary folder, beside raw inserts of the same rows."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "bench.db"
        with Memory(place, settings=Settings()) as memory:
            rows = measured(memory, size)
        bulk = rows[-1]
        raw = _raw(place, Path(folder) / "raw.db")
    share = bulk.rate / raw.rate if raw.rate else 0.0
    rows += [raw, Row("observe_many beside raw inserts", bulk.count, bulk.seconds, f"{share:.0%} of raw")]
    return Bench("SQLite file", tuple(rows), share)


def beliefs_in(memory: Memory, size: Size = FULL) -> Bench:
    """Measure updates of beliefs in a memory that is open, in spaces that are new."""
    return Bench(memory.store.location, tuple(measured(memory, size)))


def measured(memory: Memory, size: Size) -> list[Row]:
    """One more piece of evidence after so many, late ones, single ones and batches; the large batch last."""
    stamp = f"bench {time.time_ns()}"
    return [
        *_one_more(memory, stamp, size),
        *_singles_and_batch(memory, stamp, size),
        _bulk(memory.space(f"{stamp} bulk"), size.large),
    ]


def _said(i: int, entity: str = "Ana", names: int = FEW) -> Observation:
    return Observation(entity, "employer", f"firm {i % names}", at=START + STEP * i, source=f"user:{i % 3}")


def _one_by_one(space: Space, observations: Sequence[Observation]) -> float:
    """Seconds to observe these, each for itself."""
    start = time.perf_counter()
    for o in observations:
        space.observe(o.entity, o.attribute, o.value, at=o.at, source=o.source)
    return time.perf_counter() - start


def _together(space: Space, observations: Sequence[Observation]) -> float:
    start = time.perf_counter()
    space.observe_many(observations)
    return time.perf_counter() - start


def _one_more(memory: Memory, stamp: str, size: Size) -> Iterator[Row]:
    """What one more observation costs, after so many before it, in dimensions of few names and of many; late ones."""
    for names, label in ((FEW, "few names"), (10 * max(size.before), "a new name each time")):
        for n in size.before:
            space = memory.space(f"{stamp} {n} {names}")
            space.observe_many([_said(i, names=names) for i in range(n)])
            more = [_said(i, names=names) for i in range(n, n + size.repeats)]
            yield Row(f"one more observation after {n}, {label}", size.repeats, _one_by_one(space, more))
            if names == FEW:
                end = START + STEP * (n + size.repeats - LATE)
                late = [
                    Observation("Ana", "employer", "firm 1", at=end - 1 - i, source="user:9")
                    for i in range(size.repeats)
                ]
                name = f"one late observation after {n}, before the last {LATE}, {label}"
                yield Row(name, size.repeats, _one_by_one(space, late))


def _singles_and_batch(memory: Memory, stamp: str, size: Size) -> Iterator[Row]:
    singles, batch = size.singles, size.batch
    one = Row(
        "observe, one by one", singles, _one_by_one(memory.space(f"{stamp} 1"), [_said(i) for i in range(singles)])
    )
    yield one
    seconds = _together(memory.space(f"{stamp} n"), [_said(i) for i in range(batch)])
    times = one.seconds / seconds if seconds else 0.0
    yield Row(
        f"observe_many, {batch} in one dimension", batch, seconds, f"{times:.1f} times faster than {singles} single"
    )
    late = [_said(i, "Bo") for i in reversed(range(size.reversed))]
    yield Row("observe, each earlier than all before it", len(late), _one_by_one(memory.space(f"{stamp} late"), late))


def _bulk(space: Space, count: int) -> Row:
    dimensions = max(1, count // 10)
    observations = [
        Observation(f"Unit {i % dimensions}", "employer", f"firm {i % 7}", at=START + STEP * i, source=f"user:{i % 3}")
        for i in range(count)
    ]
    return Row(f"observe_many over {dimensions} dimensions", count, _together(space, observations))


def _raw(store: Path, target: Path) -> Row:
    """Insert the rows of the newest space of a store into plain tables without keys or indexes, the best there is."""
    with _connected(store) as source, _connected(target) as raw:
        found: dict[str, list[tuple[object, ...]]] = {}
        for table in BATCHED:
            where = " WHERE space = (SELECT max(row) FROM space)" if table != "words" else ""
            found[table] = source.execute(f"SELECT * FROM {table}{where}").fetchall()
        found["words"] = found["words"][-len(found["delta"]) :]
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = FULL")
        filled = {table: rows for table, rows in found.items() if rows}
        for table, rows in filled.items():
            raw.execute(f"CREATE TABLE {table} ({', '.join(f'c{i}' for i in range(len(rows[0])))})")
        start = time.perf_counter()
        raw.execute("BEGIN")
        for table, rows in filled.items():
            raw.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        raw.execute("COMMIT")
        seconds = time.perf_counter() - start
    return Row("raw SQLite inserts of the same rows, no index", len(found["delta"]), seconds)


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()
