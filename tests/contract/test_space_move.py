"""Memories on the move: through a file and from store to store, on every store, hashes and all."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import networkx
import pytest

from nous import Memory, Settings, Space
from nous.errors import (
    ConflictError,
    IntegrityError,
    NewerStore,
    NotFound,
    StoreError,
    StoreUnavailable,
    ValidationError,
)
from nous.graph.values import Value
from tests import processes
from tests.conftest import Chance, Clock

from .samples import NASTY

NOW = "2026-03-12T09:00:00Z"
ASKED = ("Where does Ana live?", "Bolt", "Kitty net loft")


def fill(space: Space, *, nasty: bool = True) -> None:
    """Messages, statements of every kind, citations in both directions, and every kind of record."""
    space.ingest([{"speaker": "Ana", "text": t, "time": "2026-01-10"} for t in ("I live in Porto.", "I work at Acme.")])
    space.observe("Bo", "employer", "Acme", at="2026-01-09", source="tool:t", derived_from=["later"], id="child")
    space.observe(
        "Bo", "employer", "Bolt", at="2026-01-12", kind="change", source="user:bo", quote="at Bolt", id="later"
    )
    values: list[Value] = [1, 1.5, True, "x", {"b": [1, None]}, 2**70, "3.10"]
    for i, value in enumerate(values):
        space.observe("Zoë", f"k{i}", value, at=f"2026-01-1{i}", precision="day", stance=0.85, episode="e")
    space.observe("Zoë", "weight", "70 kg", at="2026-01-10", unit="kg", locale="de")
    for text in NASTY if nasty else ():
        space.observe(text, text[:150], text, at="2026-01-10", source=text[:150], quote=text)
    space.observe("Jaguar", "mood", "fast", at="2026-01-10", entity_type="car")
    space.alias("Annie", "Ana", reason="short")
    space.value_alias("employer", ["Acme", "Acme Ltd"])
    space.retract("later", reason="a slip")
    space.retract("never came")
    space.trust("tool:t", 0.4, reason="a test")
    space.set_policy("mood", reason="a test", half_life=3.0)


def same(one: Space, other: Space) -> None:
    """Two spaces that say the same to the last bit: ledger, records, beliefs, recall."""
    assert one.verify().faults == other.verify().faults == ()
    assert one.verify().root == other.verify().root
    assert {**one.stats(), "space": ""} == {**other.stats(), "space": ""}
    for name in ("records", "chains", "entities", "messages", "episodes", "relations", "sources"):
        assert read(one, name) == read(other, name), name
    assert one.beliefs(at=NOW) == other.beliefs(at=NOW)
    for question in ASKED:
        assert one.recall(question, at=NOW) == other.recall(question, at=NOW)


def read(space: Space, name: str) -> object:
    """What a verb of the seam gives for the space."""
    return space.store.read(lambda r: getattr(r, name)(space.name))


@pytest.fixture
def told(space: Space) -> Space:
    """A space with one of everything, on each store."""
    fill(space)
    return space


@pytest.fixture
def elsewhere(settings: Settings) -> Iterator[Memory]:
    """Another memory, empty."""
    with Memory(":memory:", settings=replace(settings, clock=Clock(), random=Chance("other"))) as memory:
        yield memory


@pytest.mark.parametrize("name_of_file", ["out.jsonl", "out.jsonl.gz"])
def test_there_and_back(memory: Memory, told: Space, elsewhere: Memory, tmp_path: Path, name_of_file: str) -> None:
    """Out of each store into one in memory, and back into the first under another name."""
    file, back = tmp_path / name_of_file, tmp_path / "back.jsonl"
    out = memory.export(file, [told.name])
    came = elsewhere.load(file)
    elsewhere.export(back)
    memory.load(back, into=f"{told.name} back")

    assert (out.spaces, came.deltas, out.deltas) == (1, told.stats()["deltas"], told.stats()["deltas"])
    assert came.added > came.deltas
    same(told, elsewhere.space(told.name))
    same(told, memory.space(f"{told.name} back"))
    assert elsewhere.load(file).added == 0
    assert file.read_bytes()[:2] == (b"\x1f\x8b" if file.suffix == ".gz" else b'{"')
    assert list(tmp_path.glob("*.part")) == []


def test_from_store_to_store(memory: Memory, told: Space, elsewhere: Memory) -> None:
    """Both ways, and what was said since only once."""
    assert memory.copy_to(elsewhere, [told.name]).added
    twin = elsewhere.space(told.name)
    same(told, twin)
    assert elsewhere.copy_to(memory).added == 0

    twin.observe("Bo", "employer", "Corp", at="2026-02-01")
    twin.observe("Ana", "mood", "glad", at="2026-02-01")
    twin.reinstate("later")
    twin.ingest([{"speaker": "Bo", "text": "I live in Faro.", "time": "2026-02-01"}])
    assert memory.copy_to(elsewhere, [told.name]).added == 0  # what is behind adds nothing to what is ahead
    assert elsewhere.copy_to(memory).added > 0
    same(told, twin)


def test_what_diverged_is_refused(memory: Memory, told: Space, elsewhere: Memory) -> None:
    """Two histories of one name are not mixed, and both stay what they are."""
    memory.copy_to(elsewhere, [told.name])
    twin = elsewhere.space(told.name)
    told.observe("Ana", "mood", "glad", at="2026-02-01")
    twin.observe("Ana", "mood", "sad", at="2026-02-01")
    before = twin.stats()
    with pytest.raises(ConflictError, match="another history"):
        memory.copy_to(elsewhere, [told.name])
    assert twin.stats() == before
    assert twin.verify().clean


def test_a_move_that_was_cut_short_is_finished_by_another(
    memory: Memory, told: Space, elsewhere: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every transaction in turn: what is there is sound, and in the end everything is there once."""
    file = tmp_path / "out.jsonl"
    elsewhere.space("s").observe("Ana", "mood", "glad", at="2026-01-01")
    source = elsewhere.space("s")
    fill(source, nasty=False)
    elsewhere.export(file)
    original = type(memory.store).write
    for stop in range(100):
        calls = 0

        def failing(self: object, work: Callable[..., object], stop: int = stop) -> object:
            nonlocal calls
            calls += 1
            if calls > stop:
                raise StoreError("cut short")
            return original(self, work)  # type: ignore[arg-type]

        monkeypatch.setattr(type(memory.store), "write", failing)
        try:
            memory.load(file, into=f"{told.name} {stop % 3}")
        except StoreError:
            monkeypatch.undo()
            assert memory.space(f"{told.name} {stop % 3}").verify().faults == ()
        else:
            monkeypatch.undo()
            break
    for number in range(3):
        memory.load(file, into=f"{told.name} {number}")
        same(source, memory.space(f"{told.name} {number}"))


def test_an_import_that_is_killed_is_finished_by_another(
    shared_location: str, elsewhere: Memory, name: str, tmp_path: Path
) -> None:
    """kill -9 in the middle: what is there is sound, and after another import everything is there once."""
    file = tmp_path / "out.jsonl"
    source = elsewhere.space(name)
    fill(source, nasty=False)
    source.observe_many(processes.readings(1_500))
    elsewhere.export(file)
    process = processes.start(processes.load_file, shared_location, str(file))
    with Memory(shared_location, settings=elsewhere.settings) as memory:
        twin = memory.space(name)
        while process.is_alive() and not twin.stats()["deltas"]:
            time.sleep(0.01)
        process.kill()
        process.join()
        assert process.exitcode == -9
        assert twin.verify().faults == ()
        assert twin.stats()["digest"] != source.stats()["digest"]

        memory.load(file)
        same(source, twin)


# ── files that are not what they should be ──────────────────────────────────────────────────────────────


def cut(text: str) -> str:
    return text[: len(text) // 2]


def without_end(text: str) -> str:
    return "".join(text.splitlines(keepends=True)[:-1])


def swapped(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:-3], lines[-2], lines[-3], lines[-1]])


def redone(change: Callable[[str], str]) -> Callable[[str], str]:
    """A change by somebody who also mends the end."""

    def work(text: str) -> str:
        changed = change("".join(text.splitlines(keepends=True)[:-1]))
        end = {"lines": changed.count("\n"), "sha256": hashlib.sha256(changed.encode()).hexdigest()}
        return changed + json.dumps({"end": end}) + "\n"

    return work


WRONG: dict[str, tuple[Callable[[str], str], type[Exception]]] = {
    "empty": (lambda t: "", ValidationError),
    "foreign": (lambda t: '{"speaker": "Ana", "text": "Hi"}\n', ValidationError),
    "no JSON": (lambda t: "Dear diary,\n", ValidationError),
    "a list": (lambda t: "[]\n" + t, ValidationError),
    "of a newer version": (lambda t: t.replace('"version":1', '"version":2', 1), NewerStore),
    "of no version": (lambda t: t.replace('"version":1', '"version":"x"', 1), ValidationError),
    "cut in a line": (cut, IntegrityError),
    "without its end": (without_end, IntegrityError),
    "with more after its end": (lambda t: t + t, IntegrityError),
    "edited": (lambda t: t.replace("Porto", "Lisbon"), IntegrityError),
    "swapped": (swapped, IntegrityError),
    "edited well": (redone(lambda t: t.replace('"value_key":"t:fast"', '"value_key":"t:slow"')), IntegrityError),
    "a record edited well": (redone(lambda t: t.replace("a slip", "a lie")), IntegrityError),
    "a delta taken out": (
        redone(lambda t: "".join(x for x in t.splitlines(keepends=True) if '"id":"child"' not in x)), IntegrityError,
    ),
    "the last delta taken out": (
        redone(lambda t: "".join(t.splitlines(keepends=True)[:-1])), IntegrityError,
    ),
    "with an odd field": (redone(lambda t: t.replace('"precision"', '"accuracy"')), IntegrityError),
    "with an odd piece": (redone(lambda t: t + '{"wish": 1}\n'), IntegrityError),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_file_that_is_not_what_it_should_be(elsewhere: Memory, settings: Settings, tmp_path: Path, case: str) -> None:
    """Refused before anything is changed, with the name of the file in the message; packed files too."""
    change, error = WRONG[case]
    fill(elsewhere.space("s"))
    file = tmp_path / "out.jsonl"
    elsewhere.export(file)
    text = change(file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")
    packed = tmp_path / "out.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    with Memory(":memory:", settings=settings) as target:
        for wrong in (file, packed):
            with pytest.raises(error, match=wrong.name):
                target.load(wrong)
            assert target.spaces() == []


def test_a_packed_file_that_was_cut(elsewhere: Memory, tmp_path: Path) -> None:
    fill(elsewhere.space("s"))
    file = tmp_path / "out.jsonl.gz"
    elsewhere.export(file)
    whole = file.read_bytes()
    for wrong in (whole[: len(whole) // 2], whole[:30], whole[:-4], whole[:200] + b"\0\0\0" + whole[203:]):
        file.write_bytes(wrong)
        with pytest.raises(IntegrityError, match=r"out\.jsonl\.gz"):
            elsewhere.load(file, into="new")
    assert elsewhere.spaces() == ["s"]


def test_bad_moves(elsewhere: Memory, tmp_path: Path) -> None:
    """What there is not, what is there already, what goes nowhere."""
    space = elsewhere.space("s")
    space.observe("Ana", "mood", "glad", at="2026-01-01")
    elsewhere.space("t").observe("Ana", "mood", "glad", at="2026-01-01")
    file = tmp_path / "out.jsonl"
    elsewhere.export(file)
    refused: tuple[tuple[Callable[[], object], type[Exception]], ...] = (
        (lambda: elsewhere.export(file), ConflictError),
        (lambda: elsewhere.export(tmp_path / "x.jsonl", ["nobody"]), NotFound),
        (lambda: elsewhere.export(tmp_path / "x.xml", format="xml"), ValidationError),
        (lambda: elsewhere.export(tmp_path / "no folder" / "x.jsonl"), StoreError),
        (lambda: elsewhere.export(tmp_path / "x.graphml"), ValidationError),
        (lambda: elsewhere.load(tmp_path / "nothing"), NotFound),
        (lambda: elsewhere.load(file, into="u"), ValidationError),
        (lambda: elsewhere.copy_to(elsewhere), ValidationError),
    )
    for call, error in refused:
        with pytest.raises(error):
            call()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.jsonl"]
    assert elsewhere.export(file, overwrite=True).spaces == 2
    with pytest.raises(NotFound):
        elsewhere.load(file, ["nobody"])
    assert elsewhere.load(file, ["t"], into="u").spaces == 1
    assert elsewhere.spaces() == ["s", "t", "u"]


# ── other exports, and backups ──────────────────────────────────────────────────────────────────────────


def test_a_table_of_all_evidence(memory: Memory, told: Space, tmp_path: Path) -> None:
    """One row a delta; no cell that a spreadsheet would run."""
    told.observe("=cmd()", "note", "-1+1", at="2026-01-10", source="@x")
    memory.export(tmp_path / "out.csv", [told.name])
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    assert len(rows) == told.stats()["deltas"]
    assert {r["space"] for r in rows} == {told.name}
    assert [r["value"] for r in rows if r["entity"] == "'=cmd()"] == ["'-1+1"]
    assert {r["id"] for r in rows if r["retracted"] == "true"} == {"later"}
    assert all(text in {r["quote"] for r in rows} for text in NASTY if text[0] not in "+-=@")


def test_a_graph_for_other_tools(memory: Memory, told: Space, tmp_path: Path) -> None:
    memory.export(tmp_path / "out.graphml", [told.name])
    memory.export(tmp_path / "out.graphml.gz", [told.name])
    found = networkx.read_graphml(tmp_path / "out.graphml")

    assert len(found) == len(told.graph()) > 10
    assert len(networkx.read_graphml(tmp_path / "out.graphml.gz")) == len(found)
    names = {data["name"] for _, data in found.nodes(data=True)}
    assert {"Ana", "Bo", "Zoë"} <= names
    assert any(data["attribute"] == "employer" for _, _, data in found.edges(data=True))


def test_a_backup_while_others_write(settings: Settings, file: Path, tmp_path: Path) -> None:
    """Each copy is whole and sound, as of some moment; the writer does not notice."""
    writer = processes.start(processes.observe, str(file), "s", 1, 400)
    found: list[int] = []
    with Memory(file, settings=settings) as memory:
        while writer.is_alive() and len(found) < 20:
            copy = tmp_path / f"copy {len(found)}.db"
            memory.backup(copy)
            with Memory(copy, settings=settings) as there:
                assert there.space("s").verify().faults == ()
                found.append(there.store.read(lambda r: r.counts("s")["deltas"]))
    assert processes.ended([writer]) == [0]
    assert found == sorted(found)
    assert len(set(found)) > 1


def test_a_backup_is_a_store(settings: Settings, file: Path, tmp_path: Path) -> None:
    """Of a live file, also of one in memory; never over something that is there."""
    for place in (str(file), ":memory:"):
        copy = tmp_path / f"copy {len(place)}.db"
        with Memory(place, settings=settings) as memory:
            fill(memory.space("s"))
            memory.backup(copy)
            with Memory(copy, settings=settings) as again:
                same(memory.space("s"), again.space("s"))
            with pytest.raises(StoreUnavailable, match="exists already"):
                memory.backup(copy)
        with closing(sqlite3.connect(copy)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Memory(file, settings=settings) as memory, pytest.raises(StoreUnavailable):
        memory.backup(tmp_path / "no folder" / "x.db")
