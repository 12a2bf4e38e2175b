"""Opening a file: what is not a store of Nous is refused by name, and not one byte of it is changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from nous import Memory
from nous.errors import NewerStore, ReadOnlyStore, StoreUnavailable, ValidationError
from nous.graph.migrations import VERSION
from nous.graph.sqlite import SQLiteStore

Sql = Callable[..., list[tuple[object, ...]]]
NOBODY = 65_534


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its bytes."""
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file()}


def filled(file: Path) -> None:
    """A small store, closed."""
    with Memory(file) as memory:
        memory.space("s").observe("Ana", "home city", "Porto", at="2026-01-10", id="a")


def best(file: Path) -> object:
    """What the small store believes."""
    with Memory(file) as memory:
        return memory.space("s").belief("Ana", "home city", at="2026-01-11").best


def left_open(statements: list[str], source: Path, target: Path) -> None:
    """Run SQL on `source`, and copy it as it is while the connection is still open, its log not yet in the file."""
    with closing(sqlite3.connect(source, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        for part in source.parent.glob(source.name + "*"):
            shutil.copy(part, target.with_name(target.name + part.name.removeprefix(source.name)))


def test_a_store_opens_again(file: Path) -> None:
    """Also by a relative path with a tilde, and by a name full of signs that a URI would read."""
    odd = file.with_name("a b%20?mode=ro#x;'ü🦊.db")
    filled(odd)

    assert odd.exists()
    assert best(odd) == "Porto"


def test_an_empty_file_becomes_a_store(file: Path) -> None:
    """As sqlite3 itself would take it."""
    file.touch()
    filled(file)

    assert best(file) == "Porto"


@pytest.mark.parametrize(
    "what",
    [b"x", b"SQLite format 3\x00", b"PK\x03\x04" * 100, b"Ana: I live in Porto.\n" * 50, b"\x00" * 4096],
    ids=["a byte", "magic alone", "zip", "text", "zeros"],
)
def test_a_file_that_is_no_database(file: Path, what: bytes) -> None:
    """Named as such, and left as it is."""
    file.write_bytes(what)
    with pytest.raises(StoreUnavailable, match=r"memory\.db is not a store of Nous"):
        Memory(file)

    assert contents(file.parent) == {"memory.db": what}


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_the_database_of_another_program(file: Path, sql: Sql, journal: str) -> None:
    """With or without a write-ahead log of its own."""
    sql(f"PRAGMA journal_mode = {journal}")
    sql("CREATE TABLE space (row INTEGER PRIMARY KEY, name TEXT)")
    before = contents(file.parent)
    with pytest.raises(StoreUnavailable, match="another program's database"):
        Memory(file)

    assert contents(file.parent) == before


def test_the_database_of_another_program_that_is_at_work(file: Path, tmp_path: Path) -> None:
    """Its log holds what the file does not: neither is touched."""
    target = tmp_path / "elsewhere" / "memory.db"
    target.parent.mkdir()
    left_open(["PRAGMA journal_mode = WAL", "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"], file, target)
    before = contents(target.parent)
    with pytest.raises(StoreUnavailable, match="another program's database"):
        Memory(target)

    assert contents(target.parent) == before


def test_a_store_of_a_newer_version(file: Path, sql: Sql) -> None:
    """The message names both versions."""
    filled(file)
    sql(f"PRAGMA user_version = {VERSION + 1}")
    before = contents(file.parent)
    with pytest.raises(NewerStore, match=rf"version {VERSION + 1}, this Nous knows up to {VERSION}\b"):
        Memory(file)

    assert contents(file.parent) == before


def test_a_newer_version_that_is_still_in_the_log(file: Path, tmp_path: Path) -> None:
    """A newer Nous was killed just after it had migrated the store."""
    filled(file)
    target = tmp_path / "elsewhere" / "memory.db"
    target.parent.mkdir()
    left_open(["CREATE TABLE news (x)", f"PRAGMA user_version = {VERSION + 1}"], file, target)
    before = contents(target.parent)
    assert len(before["memory.db-wal"]) > 0
    with pytest.raises(NewerStore, match=f"version {VERSION + 1}"):
        Memory(target)

    after = contents(target.parent)
    assert {n: after[n] for n in ("memory.db", "memory.db-wal")} == {
        n: before[n] for n in ("memory.db", "memory.db-wal")
    }


def test_a_schema_that_was_never_committed(file: Path, tmp_path: Path) -> None:
    """The first process was killed while its schema was on the way into the file: the next one starts over."""
    target = tmp_path / "elsewhere" / "memory.db"
    target.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE space (x)")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.executemany("INSERT INTO space VALUES (?)", [("x" * 3000,) for _ in range(50)])
        for part in file.parent.glob("memory.db*"):
            shutil.copy(part, target.parent / part.name)
    header = bytearray(target.read_bytes())
    header[:100] = _header(file)
    target.write_bytes(header)
    filled(target)

    assert best(target) == "Porto"


def _header(file: Path) -> bytes:
    """The first hundred bytes of a whole store."""
    whole = file.with_name("whole.db")
    filled(whole)
    return whole.read_bytes()[:100]


@pytest.mark.parametrize("size", [150, 4096, 20_000])
def test_a_truncated_store(file: Path, size: int) -> None:
    """Cut in the header page or later: it cannot be read, and stays as it is."""
    filled(file)
    os.truncate(file, size)
    before = file.read_bytes()
    with pytest.raises(StoreUnavailable, match=r"memory\.db"):
        best(file)

    assert file.read_bytes() == before


def test_pages_of_rubbish(file: Path) -> None:
    """A store whose inside was overwritten says so with a typed error, whatever is asked of it."""
    filled(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreUnavailable):
        best(file)


@pytest.mark.parametrize("where", ["folder", "missing/memory.db", "file/memory.db"])
def test_places_where_no_file_can_be(tmp_path: Path, where: str) -> None:
    """A folder, a folder that is not there, a file in the place of a folder."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreUnavailable, match=where.partition("/")[0]):
        Memory(tmp_path / where)

    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder"]


@pytest.mark.parametrize(
    "location", ["", "a\x00b", "postgres://host/db", "sqlite:///x", "\ud800", "file:x?mode=memory"]
)
def test_locations_that_are_none(location: str) -> None:
    """Refused before anything is made."""
    with pytest.raises(ValidationError):
        Memory(location)


def test_a_location_of_the_wrong_type() -> None:
    """A typed error too."""
    with pytest.raises(ValidationError, match="7"):
        Memory(7)  # type: ignore[arg-type]


@contextmanager
def unprivileged(folder: Path) -> Iterator[None]:
    """Without the rights of root, which may write everywhere; the folders above are made passable."""
    if os.geteuid() != 0:
        yield
        return
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == 0 and parent not in (Path("/"), Path("/tmp")):
            parent.chmod(parent.stat().st_mode | 0o055)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
@pytest.mark.parametrize("side_files", [False, True])
def test_a_read_only_file_in_a_read_only_folder(file: Path, tmp_path: Path, side_files: bool) -> None:
    """It answers as ever, refuses to write by type, and nothing beside it is made or changed."""
    filled(file)
    folder = tmp_path / "locked"
    folder.mkdir()
    target = folder / "memory.db"
    if side_files:
        left_open(["UPDATE entity SET name = 'Ana María'"], file, target)
    else:
        shutil.copy(file, target)
    before = contents(folder)
    for part in folder.iterdir():
        part.chmod(0o444)
    folder.chmod(0o555)
    try:
        with unprivileged(folder), Memory(target) as memory:
            space = memory.space("s")
            assert space.belief("Ana", "home city", at="2026-01-11").best == "Porto"
            assert space.entities()[0].name == ("Ana María" if side_files else "Ana")
            with pytest.raises(ReadOnlyStore, match="can be read, not written"):
                space.observe("Ana", "home city", "Faro")
            assert {f.kind for f in space.verify().faults} == ({"entity", "words"} if side_files else set())
    finally:
        folder.chmod(0o755)

    assert contents(folder) == before


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_read_only_file_in_a_folder_that_can_be_written(file: Path) -> None:
    """The same as in one that cannot."""
    filled(file)
    file.chmod(0o444)
    file.parent.chmod(0o777)
    with unprivileged(file.parent), Memory(file) as memory:
        assert memory.space("s").belief("Ana", "home city", at="2026-01-11").best == "Porto"
        with pytest.raises(ReadOnlyStore):
            memory.space("s").observe("Ana", "home city", "Faro")


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_file_that_may_not_be_read(file: Path) -> None:
    """Typed, with the path in the message."""
    filled(file)
    file.chmod(0)
    with unprivileged(file.parent), pytest.raises(StoreUnavailable, match=r"memory\.db"):
        Memory(file)


def test_synchronous_is_one_of_three(file: Path) -> None:
    """What would be taken for something else by SQLite is refused."""
    from nous import Settings

    with pytest.raises(ValidationError, match="FULL, NORMAL"):
        Settings(synchronous="FULL; DROP TABLE delta")
    with closing_store(SQLiteStore(file, synchronous="NORMAL")) as store:
        assert store.location == str(file)


@contextmanager
def closing_store(store: SQLiteStore) -> Iterator[SQLiteStore]:
    try:
        yield store
    finally:
        store.close()


def test_a_name_that_no_file_system_takes(tmp_path: Path) -> None:
    """Typed, whatever the operating system says."""
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        Memory(tmp_path / ("x" * 5_000))
