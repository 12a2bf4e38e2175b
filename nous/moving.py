"""Moving memories: export and import of files, a copy from store to store, a backup of a live file."""

from __future__ import annotations

import contextlib
import csv
import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from nous.beliefs.errors import ConflictError, IntegrityError, NotFound, StoreError, ValidationError, shown
from nous.graph import lines, move
from nous.graph.move import Arrival, Begin, Moved, Piece
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
    path = Path(file)
    kind = format or _format(path)
    if kind not in FORMATS:
        raise ValidationError(f"no export is called {shown(kind)}; there are {', '.join(FORMATS)}")
    if path.exists() and not overwrite:
        raise ConflictError(f"{path} exists already")
    wanted = _wanted(memory, spaces)
    if kind == "graphml" and len(wanted) != 1:
        raise ValidationError(f"a graph is of one space: name one of {', '.join(wanted) or 'none'}")
    write = {"jsonl": _write_lines, "csv": _write_csv, "graphml": _write_graph}[kind]
    with _written(path) as part:
        return write(memory, wanted, part, path.suffix.lower() == ".gz", progress)


def _format(path: Path) -> str:
    suffixes = [s.lower() for s in path.suffixes if s.lower() != ".gz"]
    found = {".graphml": "graphml", ".csv": "csv"}.get(suffixes[-1] if suffixes else "")
    return found or "jsonl"


def _wanted(memory: Memory, spaces: Sequence[str] | None) -> list[str]:
    there = memory.spaces()
    if spaces is None:
        return there
    wanted = [space_name(s) for s in spaces]
    for name in wanted:
        if name not in there:
            raise NotFound(f"there is no space {name!r} in {memory.store.location}")
    return wanted


@contextmanager
def _written(path: Path) -> Iterator[Path]:
    """A file beside the one that is meant, which takes its place once it is whole."""
    part = path.with_name(path.name + ".part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


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
            if not packed:
                out.flush()
                os.fsync(out.fileno())
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
    path = Path(file)
    if not path.is_file():
        raise NotFound(f"there is no file {path}")
    inside = [piece.space for piece in move.checked(_read(path), path.name) if isinstance(piece, Begin)]
    wanted = inside if spaces is None else [space_name(s) for s in spaces]
    for name in wanted:
        if name not in inside:
            raise NotFound(f"there is no space {name!r} in {path.name}")
    rename: Callable[[str], str] = space_name
    if into is not None:
        if len(wanted) != 1:
            raise ValidationError(f"{len(wanted)} spaces of {path.name} cannot all become {into!r}")
        rename = partial(_renamed, space_name(into))
    return arrival(memory, rename).take(_chosen(_read(path), set(wanted)), progress)


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


def _read(path: Path) -> Iterator[Piece]:
    """The pieces of a file, unpacked where it is packed, whatever it is called."""
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    try:
        with _opened(path, "r", packed) as text:
            yield from lines.pieces(text, path.name)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise IntegrityError(f"{path.name} ends in the middle or is damaged: {error}") from None
    except UnicodeDecodeError as error:
        raise ValidationError(f"{path.name} is no export of Nous: not UTF-8 (byte {error.start})") from None


def arrival(memory: Memory, rename: Callable[[str], str] = space_name) -> Arrival:
    """What builds spaces in a memory from pieces."""
    spaces: dict[str, Space] = {}

    def of(name: str) -> Space:
        return spaces.setdefault(name, memory.space(name))

    return Arrival(memory.store, lambda r, name: of(name).control(r), lambda w, name: of(name).ledger(w), rename)


def copy(source: Memory, target: Memory, spaces: Sequence[str] | None, progress: Progress = None) -> Moved:
    """Copy spaces from store to store; see `Memory.copy_to`."""
    if source.store is target.store or source.store.location == target.store.location != ":memory:":
        raise ValidationError(f"a copy of {source.store.location} to itself")
    wanted = _wanted(source, spaces)

    def work(reader: Reader) -> Moved:
        for name in wanted:
            for _ in move.checked(move.pieces(reader, name), source.store.location):
                pass
        return arrival(target).take(_all(reader, wanted), progress)

    return source.store.read(work)
