"""The ledger: the chain computed by hand, and an audit that names whatever was edited past Nous."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from nous import Delta, Memory, NousError, Settings, Space
from nous.errors import IntegrityError
from nous.graph import chain
from nous.graph.audit import merkle_root
from nous.graph.control import Control, fold
from nous.graph.inventory import Fault
from nous.graph.model import Record
from nous.graph.records import record_hash
from tests.conftest import Chance

Sql = Callable[..., list[tuple[object, ...]]]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def stored(space: Space) -> list[Delta]:
    """All deltas of a space as they are stored, chain by chain."""
    return space.store.read(lambda r: list(r.deltas(space.name, [d.id for d in r.dimensions(space.name)])))


def records(space: Space) -> list[Record]:
    """All control records of a space."""
    return space.store.read(lambda r: r.records(space.name))


def tell(space: Space) -> None:
    """Two dimensions with three and one deltas, and two records."""
    space.observe("Ana", "home city", "Porto", at="2026-01-10", source="user:ana", quote="I live in Porto.")
    space.observe("Ana", "home city", "Faro", at="2026-02-10", kind="change", stance=0.85)
    space.observe("Ana", "employer", "Acme", at="2026-01-10", id="job")
    space.observe("Ana", "home city", {"nested": [1, None]}, at="2026-03-01", derived_from=["job"])
    space.retract("job", reason="a slip", actor="ana")
    space.alias("Anna", "Ana")


def test_a_chain_is_what_anybody_can_compute(space: Space) -> None:
    """Each hash is SHA-256 of the one before it and of the digest of salt and content."""
    tell(space)

    for delta in stored(space):
        said = chain.content(delta, delta.entity, delta.attribute, delta.recorded_micros)
        digest = sha(delta.salt + json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode())
        assert delta.hash == sha(delta.prev + digest)
    by_dimension: dict[str, list[Delta]] = {}
    for delta in stored(space):
        by_dimension.setdefault(delta.dimension, []).append(delta)
    for log in by_dimension.values():
        assert [d.seq for d in log] == list(range(1, len(log) + 1))
        assert [d.prev for d in log] == [b"", *(d.hash for d in log[:-1])]


def test_salts_come_from_the_settings_and_differ(space: Space) -> None:
    """Sixteen bytes each; no two alike."""
    tell(space)
    salts = [d.salt for d in stored(space)] + [r.salt for r in records(space)]

    assert len(set(salts)) == len(salts)
    assert {len(s) for s in salts} == {16}


def test_the_same_memory_with_the_same_chance_has_the_same_hashes(
    memory: Memory, name: str, settings: Settings
) -> None:
    """Clock and salts fixed, nothing else goes into the ledger."""
    spaces = []
    for suffix in "ab":
        space = Space(memory.store, f"{name}-{suffix}", replace(settings, random=Chance()))
        tell(space)
        spaces.append(space)

    assert stored(spaces[0]) == stored(spaces[1])
    assert records(spaces[0]) == records(spaces[1])
    assert spaces[0].verify().root == spaces[1].verify().root


def test_the_control_chain_by_hand(space: Space) -> None:
    """Actor, reason and time are committed to as well."""
    tell(space)
    prev = b""
    for i, r in enumerate(records(space), 1):
        said = [i, r.type, r.body, r.actor, r.reason, r.recorded_micros]
        digest = sha(r.salt + json.dumps(said, ensure_ascii=False, sort_keys=True).encode())
        assert (r.seq, r.prev, r.hash) == (i, prev, sha(prev + digest))
        prev = r.hash

    assert [(r.type, r.actor, r.reason) for r in records(space)] == [
        ("retraction", "ana", "a slip"),
        ("alias", "user", ""),
    ]


def test_the_root_by_hand() -> None:
    """Leaves and inner nodes are told apart, an odd one goes up alone."""
    a, b, c = (sha(b"\x00" + leaf) for leaf in (b"a", b"b", b"c"))

    assert merkle_root([]) == b""
    assert merkle_root([b"a"]) == a
    assert merkle_root([b"a", b"b", b"c"]) == sha(b"\x01" + sha(b"\x01" + a + b) + sha(b"\x01" + c))


EVERY_FIELD = {
    "id": "x", "entity": "x", "attribute": "x", "kind": "deny", "value_key": "t:x", "value_type": "x",
    "value_json": '"x"', "at_micros": 1, "precision": "year", "width": 2.0, "offset": 1, "recorded_micros": 1,
    "source": "x", "channel": "web", "stance": 0.5, "confidence": 0.5, "quote": "x", "message": "x", "episode": "x",
    "derived_from": ("x",), "unit": "x", "locale": "x", "salt": b"x",
}  # fmt: skip


@pytest.mark.parametrize("field", EVERY_FIELD)
def test_every_field_of_a_delta_is_committed_to(space: Space, field: str) -> None:
    """A change of any one changes the digest."""
    space.observe("Ana", "home city", "Porto", at="2026-01-10")
    (delta,) = stored(space)
    edited = replace(delta, **{field: EVERY_FIELD[field]})  # type: ignore[arg-type]  # each of the type of its field

    assert chain.digest_of(edited) != chain.digest_of(delta)


@pytest.mark.parametrize("field", ["seq", "type", "body", "actor", "reason", "recorded_micros", "salt", "prev"])
def test_every_field_of_a_record_is_committed_to(space: Space, field: str) -> None:
    space.retract("job", reason="a slip")
    (record,) = records(space)
    other = {"seq": 7, "body": {"id": "other"}, "recorded_micros": 7, "salt": b"x", "prev": b"x"}

    assert record_hash(replace(record, **{field: other.get(field, "x")})) != record.hash  # type: ignore[arg-type]


@pytest.fixture
def told(file: Path, settings: Settings) -> Iterator[Space]:
    """A space in a file that plain SQL can be let loose on."""
    with Memory(file, settings=settings) as memory:
        space = memory.space("s")
        tell(space)
        assert space.verify().clean
        yield space


EDITS = {
    "value": ("UPDATE delta SET value = '\"Lagos\"' WHERE id = ?", "delta"),
    "value key": ("UPDATE delta SET value_key = 't:lagos' WHERE id = ?", "delta"),
    "kind": ("UPDATE delta SET kind = 'deny' WHERE id = ?", "delta"),
    "time": ("UPDATE delta SET at = at + 1 WHERE id = ?", "delta"),
    "recorded": ("UPDATE delta SET recorded_at = recorded_at - 1 WHERE id = ?", "delta"),
    "source": ("UPDATE delta SET source = 'operator:x' WHERE id = ?", "delta"),
    "channel": ("UPDATE delta SET channel = 'operator' WHERE id = ?", "delta"),
    "confidence": ("UPDATE delta SET confidence = 0.1 WHERE id = ?", "delta"),
    "quote": ("UPDATE delta SET quote = 'I live in Lagos.' WHERE id = ?", "delta"),
    "hash": ("UPDATE delta SET hash = zeroblob(32) WHERE id = ?", "delta"),
    "id": ("UPDATE delta SET id = 'other' WHERE id = ?", "delta"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_delta_is_named(told: Space, sql: Sql, edit: str) -> None:
    """Its id is in the fault, so that it can be looked at."""
    victim = told.history("Ana", "home city")[0]
    sql(EDITS[edit][0], victim.id)
    faults = told.verify().faults

    assert ("other" if edit == "id" else victim.id) in {f.id for f in faults if f.kind == "delta"}


def test_a_delta_that_was_taken_out_leaves_a_gap(told: Space, sql: Sql) -> None:
    """In the middle, the one behind it is named; at the end, the chain is."""
    first, *_, last = told.history("Ana", "home city")
    sql("DELETE FROM delta WHERE id = ?", last.id)
    assert {f.kind for f in told.verify().faults} >= {"chain"}
    sql("DELETE FROM delta WHERE id = ?", first.id)
    assert "one is missing" in " ".join(f.message for f in told.verify().faults)


def test_a_delta_that_was_slipped_in_is_named(told: Space, sql: Sql) -> None:
    """A copy of one under another id and at the end of the chain."""
    columns = [str(row[1]) for row in sql("PRAGMA table_info(delta)") if row[1] != "row"]
    chosen = ", ".join({"id": "'forged'", "seq": "seq + 10"}.get(c, c) for c in columns)
    (victim, *_) = told.history("Ana", "home city")
    sql(f"INSERT INTO delta ({', '.join(columns)}) SELECT {chosen} FROM delta WHERE id = ?", victim.id)

    assert "forged" in {f.id for f in told.verify().faults}


@pytest.mark.parametrize(
    "edit",
    [
        'UPDATE record SET body = \'{"id": "nothing"}\' WHERE seq = 1',
        "UPDATE record SET actor = 'somebody' WHERE seq = 1",
        "UPDATE record SET reason = 'another' WHERE seq = 1",
        "UPDATE record SET recorded_at = recorded_at + 1 WHERE seq = 1",
        "UPDATE record SET type = 'reinstatement' WHERE seq = 1",
        "UPDATE record SET type = 'no such type' WHERE seq = 1",
        "UPDATE record SET body = '{}' WHERE seq = 1",
        "DELETE FROM record WHERE seq = 1",
    ],
)
def test_an_edited_record_is_named(told: Space, sql: Sql, edit: str) -> None:
    """By its number; also one that can no longer be read."""
    sql(edit)
    faults = [f for f in told.verify().faults if f.kind == "record"]

    assert [f.id for f in faults][:1] in (["1"], ["2"])


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        ("UPDATE record SET body = '{\"id' WHERE seq = 2", "record 2"),
        ("UPDATE record SET body = '[]' WHERE seq = 2", "record 2"),
        ("UPDATE delta SET value = '\"Por', shown = NULL WHERE id = 'job'", "job"),
        ("UPDATE delta SET derived_from = 'x' WHERE id = 'job'", "job"),
    ],
)
def test_what_cannot_be_read_any_more_is_named(told: Space, sql: Sql, edit: str, named: str) -> None:
    """A fault, not a crash."""
    sql(edit)
    newcomer = Space(told.store, told.name, told.settings)  # who has not read the records before

    assert [(f.kind, f.id) for f in told.verify().faults] == [("unreadable", named)]
    with pytest.raises(NousError, match=named):
        newcomer.history("Ana", "employer")


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE dimension SET state = replace(state, 'faro', 'lagos')",
        "UPDATE dimension SET state = replace(state, 'Porto', 'Lagos')",
        "UPDATE dimension SET state = '{}'",
        "UPDATE dimension SET state = 'not json'",
        "UPDATE dimension SET snapshot = replace(snapshot, 'Faro', 'Lagos')",
    ],
)
def test_an_edited_cache_is_named(told: Space, sql: Sql, edit: str) -> None:
    """By its dimension; rebuilding mends it, since the ledger is the truth."""
    before = told.belief("Ana", "home city", at="2026-03-02")
    sql(edit + " WHERE attribute = 'home city'")
    (home,) = (str(row[0]) for row in sql("SELECT id FROM dimension WHERE attribute = 'home city'"))

    assert {(f.kind, f.id) for f in told.verify().faults} == {("cache", home)}
    with suppress(IntegrityError):  # where it cannot even be read
        told.belief("Ana", "home city", at="2026-03-02")
    told.rebuild()
    assert told.verify().clean
    assert told.belief("Ana", "home city", at="2026-03-02") == before


def test_an_edited_head_is_named(told: Space, sql: Sql) -> None:
    sql("UPDATE dimension SET head = zeroblob(32) WHERE attribute = 'employer'")

    assert [f.kind for f in told.verify().faults] == ["chain"]


def test_the_root_changes_with_every_addition(space: Space) -> None:
    """Two audits with equal roots saw the same ledger."""
    roots = [space.verify().root]
    for i in range(3):
        space.observe("Ana", "home city", f"Town {i}", at="2026-01-10")
        roots.append(space.verify().root)
    space.retract("x")
    roots.append(space.verify().root)

    assert len(set(roots)) == 5
    assert space.verify().root == roots[-1]


def test_a_control_state_is_a_fold_over_records() -> None:
    """A retraction and what takes it back; known by then."""
    rows = [
        Record(1, "retraction", {"id": "a"}, "x", "", 10),
        Record(2, "retraction", {"id": "b"}, "x", "", 20),
        Record(3, "reinstatement", {"id": "a"}, "x", "", 30),
        Record(4, "value alias", {"attribute": "city", "keys": ["t:nyc", "t:new york"]}, "x", "", 40),
        Record(5, "value alias", {"attribute": "city", "keys": ["t:big apple", "t:new york"]}, "x", "", 50),
    ]

    assert fold([]) == Control()
    assert fold(rows, known_micros=20).retracted == {"a", "b"}
    assert fold(rows).retracted == {"b"}
    assert fold(rows, known_micros=40).value("city", "t:new york") == "t:nyc"
    assert {fold(rows).value("city", v) for v in ("t:nyc", "t:new york", "t:big apple")} == {"t:big apple"}
    assert fold(rows).value("country", "t:new york") == "t:new york"


def test_a_fault_says_what_where_and_why() -> None:
    assert Fault("delta", "e1", "was edited").message == "was edited"
