"""Moving memories: export and import of files, a copy from store to store, a backup of a live file."""

from __future__ import annotations

import csv
import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from nous.beliefs.errors import IntegrityError, NotFound, StoreError, ValidationError, WrongType, shown
from nous.graph import lines, move
from nous.graph.files import check_target, told, written
from nous.graph.move import Arrival, Begin, Held, Moved, Piece
from nous.graph.names import space_name
from nous.graph.store import Reader
from nous.graph.times import iso

if TYPE_CHECKING:
    from .memory import Memory
    from .space import Space

FORMATS = ("jsonl", "graphml", "csv")
_RISKY = ("=", "+", "-", "@", "\t", "\r")
Progress = Callable[[int], None] | None


def export(
    memory: Memory, file: str | os.PathLike[str], spaces: Sequence[str] | None, *, format: str | None = None,
    overwrite: bool = False, progress: Progress = None,
) -> Moved:  # fmt: skip
    """Write spaces to a file; see `Memory.export`."""
    path = _path(file)
    kind = format or _format(path)
    if kind not in FORMATS:
        raise ValidationError(f"no export is called {shown(kind)}; there are {', '.join(FORMATS)}")
    check_target(path, overwrite=overwrite)
    if os.path.realpath(path) == os.path.realpath(memory.store.location):
        raise ValidationError(f"{told(path)} is the store itself")
    wanted = wanted_spaces(memory, spaces)
    if not wanted:
        raise NotFound(f"there is no space in {memory.store.location} that could be exported")
    if kind == "graphml" and len(wanted) != 1:
        raise ValidationError(f"a graph is of one space: name one of {', '.join(wanted) or 'none'}")
    write = {"jsonl": _write_lines, "csv": _write_csv, "graphml": _write_graph}[kind]
    with written(path) as part:
        return write(memory, wanted, part, path.suffix.lower() == ".gz", progress)


def _format(path: Path) -> str:
    suffixes = [s.lower() for s in path.suffixes if s.lower() != ".gz"]
    found = {".graphml": "graphml", ".csv": "csv"}.get(suffixes[-1] if suffixes else "")
    return found or "jsonl"


def _path(file: str | os.PathLike[str]) -> Path:
    if not isinstance(file, str | os.PathLike) or not isinstance(name := os.fspath(file), str):
        raise WrongType(f"a file is named by a path, not {shown(file)}")
    if not name or "\x00" in name:
        raise ValidationError(f"{shown(name)} is no name of a file")
    return Path(name)


def wanted_spaces(memory: Memory, spaces: Sequence[str] | None) -> list[str]:
    """The names of these spaces (None: of all) of a memory; NotFound for one that is not there."""
    there = memory.spaces()
    if spaces is None:
        return there
    wanted = [space_name(s) for s in spaces]
    for name in wanted:
        if name not in there:
            raise NotFound(f"there is no space {name!r} in {memory.store.location}")
    return wanted


def _opened(path: Path, mode: str, packed: bool) -> IO[str]:
    if packed:
        return cast(IO[str], gzip.open(path, mode + "t", encoding="utf-8", newline="\n"))
    return path.open(mode, encoding="utf-8", newline="\n")


def _write_lines(memory: Memory, spaces: Sequence[str], part: Path, packed: bool, progress: Progress) -> Moved:
    about = {"made_by": "nous", "at": iso(memory.settings.clock())}

    def work(reader: Reader) -> Moved:
        moved = Moved()  # work may be run again: it begins a new file then
        with _opened(part, "w", packed) as out:
            for line in lines.lines(_counted(_all(reader, spaces), moved, progress), about):
                out.write(line)
        return moved

    return memory.store.read(work)


def _all(reader: Reader, spaces: Sequence[str]) -> Iterator[Piece]:
    for name in spaces:
        yield from move.pieces(reader, name)


def _counted(found: Iterable[Piece], moved: Moved, progress: Progress) -> Iterator[Piece]:
    for piece in found:
        moved.count(piece)
        if progress is not None:
            progress(len(piece.deltas) if isinstance(piece, move.Log) else 1)
        yield piece


COLUMNS = (
    "space", "id", "entity", "attribute", "kind", "value", "value_type", "at", "precision", "recorded_at", "source",
    "channel", "stance", "confidence", "surprise", "gain", "prior", "posterior", "quote", "message", "episode",
    "derived_from", "retracted",
)  # fmt: skip


def _write_csv(memory: Memory, spaces: Sequence[str], part: Path, packed: bool, progress: Progress) -> Moved:
    """One delta a row."""

    def work(reader: Reader) -> Moved:
        moved = Moved()
        with _opened(part, "w", packed) as out:
            table = csv.writer(out)
            table.writerow(COLUMNS)
            for name in spaces:
                retracted = memory.space(name).control(reader).retracted
                names = {e.id: e.name for e in reader.entities(name)}
                for piece in _counted(move.pieces(reader, name), moved, progress):
                    for d in piece.deltas if isinstance(piece, move.Log) else ():
                        row = [
                            name, d.id, names[d.entity], d.attribute, d.kind, d.value_text, d.value_type, iso(d.at),
                            d.precision, iso(d.recorded_at), d.source, d.channel, d.stance, d.confidence, d.surprise,
                            d.gain, d.prior, d.posterior, d.quote, d.message, d.episode,
                            json.dumps(d.derived_from, ensure_ascii=False) if d.derived_from else None,
                            d.id in retracted,
                        ]  # fmt: skip
                        table.writerow(map(harmless, row))
        return moved

    return memory.store.read(work)


def harmless(cell: object) -> object:
    """A cell of a CSV file that no spreadsheet takes for a formula: such a text gets an apostrophe in front.

    >>> harmless("=1+1"), harmless(-1.5)
    ("'=1+1", -1.5)
    """
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_RISKY) else cell


def _write_graph(memory: Memory, spaces: Sequence[str], part: Path, packed: bool, progress: Progress) -> Moved:
    """Entities and the relations between them, with what is believed of each as JSON, as every graph tool reads it."""
    import networkx

    (name,) = spaces
    plain: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    found = memory.space(name).graph()
    for node, data in found.nodes(data=True):
        plain.add_node(_clean(node), **_scalars(data))
    for one, two, data in found.edges(data=True):
        plain.add_edge(_clean(one), _clean(two), **_scalars(data))
    with gzip.open(part, "wb") if packed else part.open("wb") as out:
        networkx.write_graphml(plain, out, named_key_ids=True)
    if progress is not None:
        progress(plain.number_of_nodes())
    return Moved(spaces=1, entities=plain.number_of_nodes())


def _scalars(data: dict[str, Any]) -> dict[str, object]:
    """Attributes as GraphML takes them: texts and numbers; what is None is left out."""
    found: dict[str, object] = {}
    for name, value in data.items():
        if isinstance(value, bool | int | float):
            found[name] = value
        elif value is not None:
            found[name] = _clean(
                value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
            )
    return found


def _clean(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return "".join(c if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff") else "\ufffd" for c in text)


# ── in ──────────────────────────────────────────────────────────────────────────────────────────────────


def load(
    memory: Memory, file: str | os.PathLike[str], spaces: Sequence[str] | None, into: str | None,
    progress: Progress = None,
) -> Moved:  # fmt: skip
    """Build spaces from an export; see `Memory.load`."""
    path = source_file(file)
    wanted = None if spaces is None else [space_name(s) for s in spaces]
    rename = space_name if into is None else partial(_renamed, space_name(into))
    coming = arrival(memory, rename)
    inside: list[str] = []
    held: list[Held] = []
    for piece in move.checked(_read(path, memory), told(path.name)):
        if isinstance(piece, Begin):
            inside.append(piece.space)
            if wanted is None or piece.space in wanted:
                held.append(coming.held(piece.space))
        elif wanted is None or inside[-1] in wanted:
            held[-1].meet(piece)
    wanted = inside if wanted is None else wanted
    for name in wanted:
        if name not in inside:
            raise NotFound(f"there is no space {name!r} in {told(path.name)}")
    if into is not None and len(wanted) != 1:
        raise ValidationError(f"{len(wanted)} spaces of {told(path.name)} cannot all become {into!r}")
    for there in held:
        there.settle()
    return coming.take(_chosen(_read(path, memory), set(wanted)), progress)


def source_file(file: str | os.PathLike[str]) -> Path:
    """The file to be imported; NotFound where there is none."""
    path = _path(file)
    if not os.path.isfile(path):  # noqa: PTH113  # `Path.is_file` raises where a name is too long
        raise NotFound(f"there is no file {told(path)}")
    return path


def _chosen(found: Iterable[Piece], spaces: set[str]) -> Iterator[Piece]:
    """The pieces of these spaces."""
    inside = False
    for piece in found:
        if isinstance(piece, Begin):
            inside = piece.space in spaces
        if inside:
            yield piece


def _renamed(name: str, _: str) -> str:
    return name


def _read(path: Path, memory: Memory) -> Iterator[Piece]:
    """The pieces of a file, unpacked where it is packed, whatever it is called."""
    name = told(path.name)
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with _opened(path, "r", packed) as text:
            yield from lines.pieces(text, name, memory.settings.policy)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise IntegrityError(f"{name} ends in the middle or is damaged: {error}") from None
    except UnicodeDecodeError as error:
        raise ValidationError(f"{name} is no export of Nous: not UTF-8 (byte {error.start})") from None
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{told(path)} cannot be read: {error.strerror or error}") from error


def arrival(memory: Memory, rename: Callable[[str], str] = space_name) -> Arrival:
    """What builds spaces in a memory from pieces."""
    spaces: dict[str, Space] = {}

    def of(name: str) -> Space:
        return spaces.setdefault(name, memory.space(name))

    return Arrival(memory.store, lambda r, name: of(name).control(r), lambda w, name: of(name).ledger(w), rename)


def _same_file(one: str, other: str) -> bool:
    with suppress(OSError, ValueError):
        return os.path.samefile(one, other)  # noqa: PTH121  # a location may be no path
    return False


def copy(source: Memory, target: Memory, spaces: Sequence[str] | None, progress: Progress = None) -> Moved:
    """Copy spaces from store to store; see `Memory.copy_to`."""
    one, other = source.store.location, target.store.location
    if source.store is target.store or one == other != ":memory:" or _same_file(one, other):
        raise ValidationError(f"a copy of {source.store.location} to itself")
    wanted = wanted_spaces(source, spaces)

    def work(reader: Reader) -> Moved:
        coming = arrival(target)
        held = [coming.held(name) for name in wanted]
        for there in held:
            for piece in move.checked(move.pieces(reader, there.space), source.store.location):
                there.meet(piece)
        for there in held:
            there.settle()
        return coming.take(_all(reader, wanted), progress)

    return source.store.read(work)
