"""What every test is given: a clock that stands still, chance that repeats itself, and a memory on each store."""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test
from hypothesis import settings as hypothesis_settings

from nous import Memory, Settings, Space

pytest_plugins = ("tests.neo4j_fixture",)

# The same examples every time, or with NOUS_EXPLORE=n that many new ones a test.
hypothesis_settings.register_profile(
    "nous",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
hypothesis_settings.register_profile(
    "explore",
    hypothesis_settings.get_profile("nous"),
    derandomize=False,
    max_examples=int(os.environ.get("NOUS_EXPLORE", "100")),
    print_blob=True,
)
hypothesis_settings.load_profile("explore" if "NOUS_EXPLORE" in os.environ else "nous")

# Every store that the contract, the cases and the command line run on. One more is one more word in the first list
# and its branch in `location`; in the second if other processes reach it, so that the command line can use it.
STORES = ("memory", "file", "neo4j")
SHARED_STORES = ("file", "neo4j")
EXAMPLES_ON_NEO4J = 10
"""Examples of a property on the server, where each takes a hundred times as long; the other stores have them all."""


@dataclass
class Clock:
    """The present, which moves only when a test says so."""

    now: datetime = datetime(2026, 3, 12, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def set(self, time: str | datetime) -> None:
        """Let it be this time, written as ISO 8601 with an offset."""
        self.now = time if isinstance(time, datetime) else datetime.fromisoformat(time)

    def tick(self, seconds: float = 1.0) -> datetime:
        """Let time pass; returns the new present."""
        self.now += timedelta(seconds=seconds)
        return self.now


@dataclass
class Chance:
    """Bytes that look random and are the same in every run: hashes of a counter."""

    seed: str = "nous"
    counter: Iterator[int] = field(default_factory=itertools.count)

    def __call__(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            found += hashlib.sha256(f"{self.seed} {next(self.counter)}".encode()).digest()
        return found[:size]


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark of tests that take more than 20 seconds; they run unless `-m "not slow"` is given."""
    config.addinivalue_line("markers", "slow: takes more than 20 seconds")


@pytest.fixture
def clock() -> Clock:
    """The clock of the memory under test."""
    return Clock()


@pytest.fixture
def settings(clock: Clock) -> Settings:
    """Settings with that clock and chance that repeats itself; a test's file need not survive a power cut."""
    return Settings(clock=clock, random=Chance(), synchronous="OFF")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Give a property fewer examples on the server."""
    test = getattr(item, "obj", None)
    if item.get_closest_marker("neo4j") is None or not is_hypothesis_test(test):
        return (yield)
    # Hypothesis has no public way to say this for one parameter of a test.
    whole = test._hypothesis_internal_use_settings  # type: ignore[union-attr]
    fewer = hypothesis_settings(whole, max_examples=min(whole.max_examples, EXAMPLES_ON_NEO4J))
    test._hypothesis_internal_use_settings = fewer  # type: ignore[union-attr]
    try:
        return (yield)
    finally:
        test._hypothesis_internal_use_settings = whole  # type: ignore[union-attr]


def marked(stores: Sequence[str]) -> list[Any]:
    """Parameters for these stores; that on the server has its marker."""
    return [pytest.param(s, marks=pytest.mark.neo4j if s == "neo4j" else ()) for s in stores]


@pytest.fixture(params=marked(STORES))
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a memory can be made: once for each store."""
    return place(request.param, tmp_path, request)


@pytest.fixture(params=marked(SHARED_STORES))
def shared_location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where several processes reach one memory: once for each store that can."""
    return place(request.param, tmp_path, request)


def place(store: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """A location on a store by its name in `STORES`."""
    if store == "neo4j":
        found: str = request.getfixturevalue("neo4j_location")
        return found
    return ":memory:" if store == "memory" else str(folder / "memory.db")


@pytest.fixture
def memory(location: str, settings: Settings) -> Iterator[Memory]:
    """An open memory on each store; nobody else uses the spaces that `name` gives."""
    with Memory(location, settings=settings) as memory:
        yield memory


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """The name of a space that only this test uses, also where the store is shared with others."""
    return re.sub(r"\W+", "-", request.node.nodeid)[-80:] + f"-{os.getpid()}"


@pytest.fixture
def space(memory: Memory, name: str) -> Space:
    """An empty space on each store."""
    return memory.space(name)


@pytest.fixture
def fresh(memory: Memory, name: str) -> Callable[[], Space]:
    """Makes as many empty spaces on one store as asked for: one for each example of a property."""
    numbers = itertools.count()
    return lambda: memory.space(f"{name}-{next(numbers)}")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a store in a file may be made."""
    return tmp_path / "memory.db"


@pytest.fixture
def sql(file: Path) -> Callable[..., list[tuple[object, ...]]]:
    """Plain SQL on `file`, past Nous: what somebody with an editor does to a store."""

    def run(statement: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            return connection.execute(statement, values).fetchall()

    return run
