"""A store that was edited past Nous: whatever stands in a cell, an audit says so and every verb says it by type."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from nous import Memory, Space
from nous.errors import IntegrityError, NousError

Edit = Callable[[str], "Path | None"]
TALK = [
    {"speaker": "Ana", "text": "I live in Porto.", "time": "2026-01-01", "id": "m1"},
    {"speaker": "Ana", "text": "I work at Acme.", "time": "2026-01-02", "id": "m2"},
]
TABLES = {
    table: f"SELECT name FROM pragma_table_info('{table}')"
    for table in ("space", "corpus", "entity", "dimension", "delta", "message", "episode", "relates", "record", "words")
}
WRONG = ("'zz'", "-1", "x'00ff'", "1e300", "cast(x'ff' AS TEXT)")

VERBS: dict[str, Callable[[Memory, Space, Path], object]] = {
    "beliefs": lambda m, s, _: s.beliefs("Ana"),
    "history": lambda m, s, _: [(d.at, d.value, d.recorded_at) for d in s.history("Ana", "mood")],
    "why": lambda m, s, _: s.why("Ana", "mood"),
    "recall": lambda m, s, _: s.recall("Where does Ana live?"),
    "stats": lambda m, s, _: s.stats(),
    "entities": lambda m, s, _: s.entities(),
    "sources": lambda m, s, _: s.sources(),
    "stale": lambda m, s, _: s.stale(),
    "graph": lambda m, s, _: s.graph(),
    "export": lambda m, s, to: m.export(to, overwrite=True),
    "observe": lambda m, s, _: s.observe("Ana", "mood", "v1", at="2026-02-01"),
    "ingest": lambda m, s, _: s.ingest([{"speaker": "Bo", "text": "I live in Faro.", "time": "2026-03-01"}]),
    "rebuild": lambda m, s, _: s.rebuild(),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small store with a row in every table that the tests edit."""
    path = tmp_path_factory.mktemp("whole") / "whole.db"
    with Memory(path) as memory:
        space = memory.space("s")
        space.ingest(TALK)
        space.observe_many({"entity": "Ana", "attribute": "mood", "value": v, "at": "2026-01-05"} for v in ("v1", "v2"))
        space.observe("Ana", "mood", "v3", at="2026-01-06", id="o1")
        space.observe("Ana", "job", "baker", at="2026-01-07", derived_from=["o1"], quote="a baker", id="o2")
        space.alias("Anna", "Ana")
        assert space.verify().clean
    return path


@pytest.fixture
def edited(whole: Path, tmp_path: Path) -> Edit:
    """A copy of the store after some SQL that is no business of Nous."""

    def edit(sql: str) -> Path | None:
        path = tmp_path / "edited.db"
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        shutil.copy(whole, path)
        with closing(sqlite3.connect(path)) as db:
            try:
                db.execute(sql)
            except sqlite3.Error:
                return None  # SQLite itself refuses it
            db.commit()
        return path

    return edit


def faults(path: Path | None) -> list[tuple[str, str]]:
    """What an audit finds, by kind and message."""
    assert path is not None
    with Memory(path) as memory:
        return [(f.kind, f.message) for f in memory.space("s").verify().faults]


@pytest.mark.parametrize("table", TABLES)
def test_a_cell_of_another_type(edited: Edit, whole: Path, tmp_path: Path, table: str) -> None:
    """An audit ends, whatever stands in a cell, and every verb answers or raises an error of Nous."""
    with closing(sqlite3.connect(whole)) as db:
        columns = [name for (name,) in db.execute(TABLES[table])]
    verbs = list(VERBS.values())
    tried = 0
    for i, column in enumerate(columns):
        for j, wrong in enumerate(WRONG):
            path = edited(f"UPDATE OR IGNORE {table} SET {column} = {wrong}")
            if path is None:
                continue
            tried += 1
            with suppress(NousError), Memory(path) as memory:
                space = memory.space("s")
                space.verify()
                for verb in verbs[(i + j) % 3 :: 3]:  # each verb meets two fifths of what can stand in each column
                    with suppress(NousError):
                        verb(memory, space, tmp_path / "out.jsonl")
    assert tried >= len(columns)


@pytest.mark.parametrize(
    ("table", "cell"),
    [("dimension", "head = 'zz'"), ("dimension", "count = 'zz'"), ("delta", "salt = 'zz'"), ("delta", "at = 'zz'"),
     ("delta", "stance = 'zz'"), ("delta", "kind = 'zz'"), ("delta", "precision = 'zz'"), ("delta", "at = 1e300"),
     ("delta", "stance = -1"), ("delta", "zone = 5000"), ("delta", "source = x'00ff'"), ("message", "at = 'zz'"),
     ("message", "text = x'00ff'"), ("message", "zone = 'zz'"), ("entity", "name = x'00ff'"),
     ("entity", "key = cast(x'ff' AS TEXT)"), ("record", "hash = 'zz'"), ("record", "body = '[]'"),
     ("words", "tokens = NULL"), ("relates", "probability = 'zz'")],
)  # fmt: skip
def test_what_cannot_be_read_is_one_fault(edited: Edit, table: str, cell: str) -> None:
    """It says which table, row and column."""
    ((kind, message),) = faults(edited(f"UPDATE {table} SET {cell}"))

    assert kind == "unreadable"
    assert "\n" not in message


def test_the_error_names_table_row_and_column(edited: Edit) -> None:
    path = edited("UPDATE delta SET stance = 'zz' WHERE id = 'o1'")
    assert path is not None
    with Memory(path) as memory, pytest.raises(IntegrityError, match="the stance of the delta 'o1' is stored as 'zz'"):
        memory.space("s").history("Ana", "mood")


@pytest.mark.parametrize("snapshot", ["zz", "[]", "[1, 2]", "5", '{"a": 1}'])
def test_a_snapshot_that_is_none(edited: Edit, snapshot: str) -> None:
    """A fault of the cache of its own dimension only, which a rebuild mends."""
    path = edited(f"UPDATE dimension SET snapshot = '{snapshot}' WHERE attribute = 'mood'")
    assert [kind for kind, _ in faults(path)] == ["cache"]
    assert path is not None
    with Memory(path) as memory:
        memory.space("s").rebuild()
        assert memory.space("s").verify().clean


EDITS = [
    ("UPDATE entity SET id = 'zz' WHERE key = 'ana'", {"entity", "dimension", "relation", "mention"}),
    ("UPDATE entity SET key = 'zz' WHERE key = 'ana'", {"entity"}),
    ("UPDATE entity SET name = 'Zoe' WHERE key = 'ana'", {"entity", "words"}),
    ("UPDATE entity SET type = 'zz' WHERE key = 'ana'", {"entity"}),
    ("UPDATE dimension SET id = 'zz' WHERE attribute = 'mood'", {"dimension"}),
    ("UPDATE dimension SET relation = 1 WHERE attribute = 'mood'", {"dimension"}),
    ("UPDATE dimension SET entity = 'zz' WHERE attribute = 'mood'", {"dimension"}),
    ("UPDATE dimension SET attribute = 'zz' WHERE attribute = 'mood'", {"dimension", "delta"}),
    ("UPDATE delta SET space = 9 WHERE id = 'o1'", {"delta", "words"}),
    ("UPDATE message SET episode = 'zz'", {"message", "delta"}),
    ("UPDATE message SET text = 'I live in Rome.' WHERE id = 'm1'", {"words"}),
    ("UPDATE message SET id = 'zz' WHERE id = 'm1'", {"delta"}),
    ("UPDATE words SET tokens = tokens || ' 1m_rome' WHERE rowid = 3", {"words"}),
    ("DELETE FROM words WHERE rowid = 3", {"words"}),
    ("UPDATE corpus SET documents = 0 WHERE kind = 'delta'", {"words"}),
    ("UPDATE OR IGNORE relates SET target = 'zz'", {"relation"}),
    ("UPDATE mention SET entity = 'zz'", {"mention"}),
    ("DELETE FROM derivation", {"derivation"}),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "kinds"), EDITS, ids=[sql for sql, _ in EDITS])
def test_what_stands_around_the_chains(edited: Edit, sql: str, kinds: set[str]) -> None:
    """Entities, dimensions, messages, edges and full-text rows are looked at as well as hashes."""
    assert kinds <= {kind for kind, _ in faults(edited(sql))}


def test_rebuilding_over_an_entity_that_is_gone(edited: Edit) -> None:
    """What only the entity table knows cannot be made again, and rebuild says so by type."""
    path = edited("UPDATE entity SET id = 'zz' WHERE key = 'ana'")
    assert path is not None
    with Memory(path) as memory, pytest.raises(IntegrityError, match="which does not exist"):
        memory.space("s").rebuild()


@pytest.mark.parametrize("sql", ["UPDATE words SET tokens = 'zz'", "DELETE FROM words", "DELETE FROM corpus"])
def test_rebuilding_the_words(edited: Edit, sql: str) -> None:
    """The full-text index is derived, whatever was done to it."""
    path = edited(sql)
    assert path is not None
    with Memory(path) as memory:
        space = memory.space("s")
        assert not space.verify().clean
        space.rebuild()
        assert space.verify().clean
