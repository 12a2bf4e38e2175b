"""Trouble while a store is open: no space left, a torn log, a file pulled away; what was stored stays whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from nous import Memory, Space
from nous.errors import NousError, StoreClosed, StoreError, StoreFull
from nous.graph.sqlite import SQLiteStore
from nous.graph.store import Reader


def fill_up(space: Space) -> None:
    """Allow the open store no page more than it has."""
    store = space.store
    assert isinstance(store, SQLiteStore)
    (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
    store._writer.execute(f"PRAGMA max_page_count = {pages}")


def make_room(space: Space) -> None:
    """Take that limit away again."""
    store = space.store
    assert isinstance(store, SQLiteStore)
    store._writer.execute("PRAGMA max_page_count = 1073741823")


def test_no_space_left(file: Path) -> None:
    """What does not fit is refused whole by type; reading goes on, and so does writing when there is room again."""
    with Memory(file) as memory:
        space = memory.space("s")
        space.observe("Q", "a", 1, at="2026-01-10", id="first")
        before = space.stats()
        fill_up(space)
        with pytest.raises(StoreFull, match="no space left"):
            space.observe_many([{"entity": f"E{i}", "attribute": "b", "value": "x" * 500} for i in range(200)])

        assert space.stats() == before
        assert space.verify().clean
        assert space.belief("Q", "a", at="2026-01-11").best == 1
        make_room(space)
        space.observe("Q", "c", 3, at="2026-01-10")
        assert space.belief("Q", "c", at="2026-01-11").best == 3


def test_no_space_left_for_an_ingest(file: Path) -> None:
    """Episodes that fit are whole, the one that does not leaves nothing; the same call ends it later."""
    from tests.processes import settings, talk

    with Memory(file, settings=settings()) as memory:
        space = memory.space("s")
        space.ingest(talk(4))
        fill_up(space)
        with pytest.raises(StoreFull):
            space.ingest(talk(400))
        half = space.stats()
        assert half["messages"] == half["deltas"]
        assert space.verify().clean
        make_room(space)
        space.ingest(talk(400))
        ended = space.stats()
        whole = memory.space("t")
        whole.ingest(talk(400))

        assert {**ended, "space": "t"} == whole.stats()


class SmallDisk(SQLiteStore):
    """A store on a disk that takes only so many pages."""

    pages = 5

    def _connect(self) -> sqlite3.Connection:
        connection = super()._connect()
        connection.execute(f"PRAGMA max_page_count = {self.pages}")
        return connection


def test_no_space_left_for_a_new_store(file: Path) -> None:
    """The same type, not what SQLite says of a transaction that it took back itself; later it can be made."""
    with pytest.raises(StoreFull, match="no space left"):
        SmallDisk(file)

    with Memory(file) as memory:
        assert memory.spaces() == []


CLOSING = """
import sys, threading
from nous import Memory
from nous.errors import StoreClosed

memory = Memory(sys.argv[1])
space = memory.space("s")
space.observe_many({"entity": f"E{i}", "attribute": "a", "value": i, "at": "2026-01-10"} for i in range(300))
ready, ended = threading.Semaphore(0), []

def go_on(call):
    try:
        while True:
            call()
            ready.release()
    except StoreClosed:
        ended.append(call)

def write():
    space.observe("W", "a", 1, at="2026-01-10")

threads = [threading.Thread(target=go_on, args=[call]) for call in [space.beliefs] * 6 + [write] * 2]
for thread in threads:
    thread.start()
for _ in range(12):
    ready.acquire()
memory.close()
memory.close()
for thread in threads:
    thread.join()
print(len(ended))
"""


def test_closing_while_others_read_and_write(file: Path) -> None:
    """What runs is finished first, what comes after is refused; SQLite crashed where a busy connection was closed."""
    done = subprocess.run([sys.executable, "-c", CLOSING, str(file)], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "8", "")
    with Memory(file) as memory:
        assert memory.space("s").verify().clean


@pytest.mark.parametrize("memory_store", [True, False])
def test_closing_waits_for_a_call_and_not_for_its_own(file: Path, memory_store: bool) -> None:
    """A call of another thread is let end; a call that itself closes goes on, and the store is closed after it."""
    store = SQLiteStore(":memory:" if memory_store else file)
    inside, go = threading.Event(), threading.Event()
    found: list[list[str]] = []

    def read() -> None:
        def work(reader: Reader) -> list[str]:
            inside.set()
            assert go.wait(60)
            return reader.spaces()

        found.append(store.read(work))

    reading = threading.Thread(target=read)
    reading.start()
    assert inside.wait(60)
    closing = threading.Thread(target=store.close)
    closing.start()
    while not store._closed:
        closing.join(0.001)
    with pytest.raises(StoreClosed):
        store.read(lambda reader: reader.spaces())
    go.set()
    reading.join(60)
    closing.join(60)
    assert found == [[]]

    other = SQLiteStore(":memory:" if memory_store else file)
    other.read(lambda reader: other.close())
    with pytest.raises(StoreClosed):
        other.write(lambda writer: writer.open_space("s"))


def torn(file: Path, tmp_path: Path, cut: int) -> Path:
    """A copy of a store as a crash leaves it, its log shorter by `cut` bytes than it was."""
    target = tmp_path / f"torn-{cut}" / "memory.db"
    target.parent.mkdir()
    with Memory(file) as memory:
        space = memory.space("s")
        for i in range(5):
            space.observe("P", f"a{i}", i, at="2026-01-10", id=f"o{i}")
        for part in file.parent.glob("memory.db*"):
            if not part.name.endswith("-shm"):
                shutil.copy(part, target.parent / part.name)
    log = target.with_name("memory.db-wal")
    os.truncate(log, max(0, log.stat().st_size - cut))
    return target


@pytest.mark.parametrize("cut", [0, 1, 7, 24, 5_000, 60_000, 10**9])
def test_a_torn_log(file: Path, tmp_path: Path, cut: int) -> None:
    """What was torn is gone whole, what was before it is there whole, and writing goes on behind it."""
    with Memory(torn(file, tmp_path, cut)) as memory:
        space = memory.space("s")
        held = space.stats()["deltas"]
        assert isinstance(held, int)
        assert space.verify().clean
        assert [space.belief("P", f"a{i}", at="2026-01-11").best for i in range(held)] == list(range(held))
        space.observe("P", "c", 3, at="2026-01-10")

        assert space.belief("P", "c", at="2026-01-11").best == 3
        assert held == 5 if cut == 0 else held < 5 if cut > 100_000 else held <= 5


def test_rubbish_in_the_log(file: Path, tmp_path: Path) -> None:
    """A log whose frames do not add up counts only as far as they do."""
    target = torn(file, tmp_path, 0)
    log = target.with_name("memory.db-wal")
    spoiled = bytearray(log.read_bytes())
    spoiled[-3_000:-2_000] = b"\xaa" * 1_000
    log.write_bytes(spoiled)
    with Memory(target) as memory:
        space = memory.space("s")
        held = space.stats()["deltas"]

        assert held == 4
        assert space.verify().clean


def test_a_file_that_another_program_emptied(file: Path) -> None:
    """A typed error, not one of SQLite."""
    with Memory(file) as memory:
        space = memory.space("s")
        space.observe("P", "a", 1, at="2026-01-10")
        other = sqlite3.connect(file)
        other.execute("DROP TABLE delta")
        other.commit()
        other.close()
        with pytest.raises(StoreError):
            space.observe("P", "b", 2, at="2026-01-10")
        with pytest.raises(NousError):
            space.history("P", "a")
