"""What a move refuses: files that were edited with care, spaces of something else, and places that are no new file."""

from __future__ import annotations

import hashlib
import json
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nous import Memory, Settings
from nous.errors import ConflictError, IntegrityError, NotFound, StoreError, ValidationError
from nous.graph import fields, lines, move
from nous.graph.model import Record
from nous.graph.records import record_hash
from tests.cli.calling import nous
from tests.conftest import Chance, Clock

from .test_space_move import fill, same

Line = dict[str, Any]
PRECIOUS = "precious"


@pytest.fixture
def elsewhere(settings: Settings) -> Iterator[Memory]:
    """Another memory, in which the space `s` has one of everything."""
    with Memory(":memory:", settings=replace(settings, clock=Clock(), random=Chance("other"))) as memory:
        fill(memory.space("s"), nasty=False)
        yield memory


@pytest.fixture
def exported(elsewhere: Memory, tmp_path: Path) -> list[Line]:
    """The lines of an export, without its end."""
    elsewhere.export(tmp_path / "out.jsonl")
    return [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()[:-1]]


def sealed(content: list[Line]) -> str:
    """An export of these lines, with an end that fits."""
    body = "".join(json.dumps(line) + "\n" for line in content)
    end = {"end": {"lines": len(content), "sha256": hashlib.sha256(body.encode()).hexdigest()}}
    return body + json.dumps(end) + "\n"


def taken(text: str) -> move.Moved:
    """What an import makes of a file before it writes anything."""
    moved = move.Moved()
    for piece in move.checked(lines.pieces(text.splitlines(keepends=True), "out.jsonl"), "out.jsonl"):
        moved.count(piece)
    return moved


# ── files that were edited with care ────────────────────────────────────────────────────────────────────

GONE = object()
NEVER: tuple[object, ...] = (None, {}, [1], float("nan"), "\ud800", "\x00", [None], {"\ud800": 1}, 10**400)
"""What no field may hold."""
SELDOM: tuple[object, ...] = (GONE, True, -1, 0, 1.5, 10**30, "", "\u200b", "zz", [])
FREE: dict[tuple[str, str], tuple[object, ...]] = {
    ("episode", "id"): ("zz",), ("episode", "title"): ("", "\u200b", "zz"), ("episode", "mentions"): ([],),
    ("dimension", "name"): ("zz",), ("delta", "gain"): (-1, 0, 1.5, 10**30), ("delta", "surprise"): (0, 1.5, 10**30),
    ("delta", "prior"): (0,), ("delta", "posterior"): (0,),
    ("message", "speaker"): ("zz",), ("message", "text"): ("zz", "\u200b"), ("message", "source"): ("zz",),
    ("message", "derived_from"): ([],), ("message", "offset"): (GONE, -1, 0), ("message", "role"): (GONE,),
    ("message", "recorded_at"): (GONE,),
}  # fmt: skip
"""What no hash covers, and what it may be as well."""
TABLES = {
    "entity": fields.ENTITY, "record": fields.RECORD, "episode": fields.EPISODE, "message": fields.MESSAGE,
    "dimension": fields.DIMENSION, "delta": fields.DELTA,
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_every_field_of_an_export_is_checked(exported: list[Line], kind: str) -> None:
    """Each field of each kind of line with each odd value, the end mended: refused, with the line where it is."""
    holder = "episode" if kind == "message" else kind
    number, line = next((i, line) for i, line in enumerate(exported) if holder in line)
    said: Line = line[holder]["messages"][0] if kind == "message" else line[kind]
    for name in (*TABLES[kind], "odd"):
        before = said.get(name, GONE)
        for value in (*NEVER, *SELDOM):
            said.pop(name, None)
            if value is not GONE:
                said[name] = value
            if value == before and isinstance(value, bool) == isinstance(before, bool):
                continue
            if value in FREE.get((kind, name), ()) and not isinstance(value, bool):
                taken(sealed(exported))
                continue
            if value == "" and name == "prev":
                continue  # of the first of its chain
            with pytest.raises(IntegrityError, match=r"out\.jsonl") as error:
                taken(sealed(exported))
            if any(value is never for never in NEVER):
                assert f"line {number + 1}:" in str(error.value), (name, value)
        said.pop(name, None)
        if before is not GONE:
            said[name] = before
    taken(sealed(exported))


def at(content: list[Line], kind: str, number: int = 0) -> Line:
    """The fields of a line of that kind."""
    found: Line = [line[kind] for line in content if kind in line][number]
    return found


def without(*kinds: str) -> Callable[[list[Line]], list[Line]]:
    return lambda content: [line for line in content if not kinds or not set(kinds) & set(line)]


def changed(kind: str, number: int = 0, **changes: object) -> Callable[[list[Line]], list[Line]]:
    def work(content: list[Line]) -> list[Line]:
        at(content, kind, number).update(changes)
        return content

    return work


def recorded(type: str, **body: object) -> Callable[[list[Line]], list[Line]]:
    """The last control record made another one, its hash mended."""

    def work(content: list[Line]) -> list[Line]:
        said = at(content, "record", -1)
        said.update(type=type, body=body)
        plain: Line = {name: bytes.fromhex(x) if name in ("salt", "hash", "prev") else x for name, x in said.items()}
        said["hash"] = record_hash(Record(**plain)).hex()
        return content

    return work


def twice(kind: str) -> Callable[[list[Line]], list[Line]]:
    return lambda content: [x for line in content for x in ([line, line] if kind in line else [line])]


CAREFUL: dict[str, Callable[[list[Line]], list[Line]]] = {
    "only a header": lambda content: content[:1],
    "no space": without("space"),
    "a piece before its space": lambda content: [content[0], content[2], content[1], *content[3:]],
    "a space twice": twice("space"),
    "an entity twice": twice("entity"),
    "an episode twice": twice("episode"),
    "a delta twice": twice("delta"),
    "nobody": without("entity"),
    "two pieces in a line": lambda content: [*content[:2], {**content[2], "wish": 1}, *content[3:]],
    "an entity of another name": changed("entity", name="Eve"),
    "an entity of another key": changed("entity", key="eve", name="Eve"),
    "an entity of another type": changed("entity", type="car"),
    "a dimension of somebody else": changed("dimension", entity="e" * 24),
    "a dimension of another id": changed("dimension", id="d" * 24),
    "a relation that is none": changed("dimension", relation=None),
    "a value that people see otherwise": changed("delta", value_text="Elsewhere"),
    "an episode that ends before it begins": changed("episode", until="2020-01-01T00:00:00+00:00"),
    "an episode without its messages": changed("episode", messages=[]),
    "a time without a zone": changed("episode", at="2026-01-10T00:00:00"),
    "a mention of nobody": changed("episode", mentions=["nobody"]),
    "a parameter that nothing can be": recorded("parameter", attribute="mood", changes={"half_life": -1}),
    "a parameter of no name": recorded("parameter", attribute="mood", changes={"wish": 1}),
    "a parameter without changes": recorded("parameter", attribute="mood"),
    "a retraction of nothing": recorded("retraction", id=None),
    "a tier above 1": recorded("tier", source="web:x", tier=2),
    "an alias of nobody": recorded("alias", key="bob", name="Bob", entity="nobody", values=["e:bob"]),
    "a merge of one": recorded("merge", id="m", entities=["x"], values=["e:x"]),
    "a value alias of no texts": recorded("value alias", attribute="mood", keys=[1, 2]),
    "a record of no known type": recorded("wish", id="x"),
}


@pytest.mark.parametrize("case", CAREFUL)
def test_a_file_that_was_edited_with_care(exported: list[Line], settings: Settings, tmp_path: Path, case: str) -> None:
    """Refused before anything is written."""
    file = tmp_path / "careful.jsonl"
    file.write_text(sealed(CAREFUL[case](exported)), encoding="utf-8")
    with Memory(":memory:", settings=settings) as target:
        with pytest.raises(IntegrityError, match=r"careful\.jsonl"):
            target.load(file)
        assert target.spaces() == []


# ── spaces of something else ────────────────────────────────────────────────────────────────────────────


def test_two_spaces_are_never_mixed(memory: Memory, name: str, elsewhere: Memory, tmp_path: Path) -> None:
    """Neither under one name nor under another, by a file or from store to store; what is a part of the other is."""
    file = tmp_path / "out.jsonl"
    elsewhere.space(name).observe("Ana", "mood", "glad", at="2026-01-10")
    elsewhere.export(file)
    other = memory.space(name)
    other.observe("Cleo", "employer", "Delta", at="2026-01-10")
    before = other.stats()
    moves: tuple[Callable[[], object], ...] = (
        lambda: memory.load(file, [name]),
        lambda: memory.load(file, ["s"], into=name),
        lambda: elsewhere.copy_to(memory, [name]),
    )
    for refused in moves:
        with pytest.raises(ConflictError, match="something else"):
            refused()
        assert other.stats() == before

    memory.load(file, ["s"], into=f"{name} new")
    elsewhere.space("s").observe("Ana", "mood", "glad", at="2026-02-01")
    elsewhere.export(file, overwrite=True)
    assert memory.load(file, ["s"], into=f"{name} new").added == 1
    same(memory.space(f"{name} new"), elsewhere.space("s"))


# ── places ──────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """As on a full disk: the file system takes no more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_places_where_no_file_can_be(elsewhere: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each a typed error on one line, however much is forced, and nothing is left or lost."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("file").write_text(PRECIOUS)
    Path("dangling").symlink_to("nothing")
    Path("loop").symlink_to("loop")
    before = sorted(tmp_path.iterdir())
    places = ("", ".", "/", "folder", "pipe", "dangling", "loop", "file/x", "no/x", "a\0b", "\ud800", "x" * 5000)
    for place in places:
        for write in (
            lambda place=place: elsewhere.export(place),
            lambda place=place: elsewhere.export(place, overwrite=True),
            lambda place=place: elsewhere.export(place, overwrite=True, format="csv"),
            lambda place=place: elsewhere.backup(place),
        ):
            with pytest.raises((ValidationError, StoreError)) as error:
                write()
            assert "\n" not in str(error.value)
            assert len(str(error.value)) < 400
        with pytest.raises((NotFound, ValidationError)):
            elsewhere.load(place)
    with pytest.raises(ValidationError):
        elsewhere.export("pipe", overwrite=True)
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_takes_nothing_of_others(elsewhere: Memory, tmp_path: Path) -> None:
    """A file called like the one to be, and the rest, is left alone; a link is followed; nothing half-made stays."""
    for name in ("out.jsonl.part", "copy.db.part", "target"):
        (tmp_path / name).write_text(PRECIOUS)
    (tmp_path / "link").symlink_to("target")
    elsewhere.export(tmp_path / "out.jsonl")
    elsewhere.backup(tmp_path / "copy.db")
    elsewhere.export(tmp_path / "link", overwrite=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == (tmp_path / "out.jsonl").read_bytes()
    with files_no_larger_than(2_000):
        for write in (
            lambda: elsewhere.export(tmp_path / "target", overwrite=True),
            lambda: elsewhere.export(tmp_path / "new.csv"),
            lambda: elsewhere.export(tmp_path / "new.graphml", ["s"]),
            lambda: elsewhere.backup(tmp_path / "new.db"),
        ):
            with pytest.raises(StoreError):
                write()
    found = {p.name for p in tmp_path.iterdir()}
    assert found == {"out.jsonl.part", "copy.db.part", "target", "link", "out.jsonl", "copy.db"}
    assert (tmp_path / "target").read_bytes() == (tmp_path / "out.jsonl").read_bytes()
    assert {(tmp_path / name).read_text() for name in ("out.jsonl.part", "copy.db.part")} == {PRECIOUS}


def test_an_export_does_not_replace_its_store(settings: Settings, file: Path, tmp_path: Path) -> None:
    """Nor is a store copied to itself by another of its names, nor is nothing exported."""
    with Memory(":memory:", settings=settings) as nothing, pytest.raises(NotFound):
        nothing.export(tmp_path / "x.jsonl")
    link = tmp_path / "link.db"
    link.symlink_to(file)
    with Memory(file, settings=settings) as memory:
        fill(memory.space("s"), nasty=False)
        with pytest.raises(ValidationError, match="the store itself"):
            memory.export(file, overwrite=True)
        with Memory(link, settings=settings) as again, pytest.raises(ValidationError, match="to itself"):
            memory.copy_to(again)
        assert memory.space("s").verify().clean


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a regular file that cannot be read")
def test_a_file_that_cannot_be_read(elsewhere: Memory) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        elsewhere.load("/proc/self/mem")


def test_no_store_is_made_to_be_read_from(tmp_path: Path, file: Path, settings: Settings) -> None:
    """From the command line: one line, exit code 1, and no file."""
    with Memory(file, settings=settings) as memory:
        memory.space("s").observe("Ana", "mood", "glad", at="2026-01-10")
    before = sorted(tmp_path.iterdir())
    missing, new = tmp_path / "missing.db", tmp_path / "new.db"
    for command, code in (
        (("copy", missing, new), 1),
        (("copy", file, new, "--space", "nobody"), 1),
        (("copy", "", new), 2),
        (("copy", "x" * 5000, new), 1),
        (("export", new, "--store", missing), 1),
        (("import", new, "--store", missing), 1),
        (("export", ".", "--force", "--store", file), 2),
        (("export", "x" * 5000, "--store", file), 1),
        (("backup", "x" * 5000, "--store", file), 1),
        (("import", "x" * 5000, "--store", file), 1),
    ):
        done = nous(*command)
        assert done.code == code, done
        assert done.err.startswith("nous: ")
        assert len(done.err.splitlines()) == 1
        assert sorted(tmp_path.iterdir()) == before, command
