"""Rows of SQLite as values of the seam and back; a row whose cells are not of the kind that was written was edited.

SQLite keeps a value of any type in any column, so what another program wrote there is met here, and only here: as an
IntegrityError that names the table, the row and the column.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from nous.beliefs.errors import IntegrityError, shown

from .model import KINDS, Delta, Dimension, Entity, Episode, Message, Record, Snapshot
from .store import Chain, Checkpoint, Edge, SourceRow
from .times import PRECISIONS, from_micros, micros
from .values import Value, load, load_map, load_texts

Row = tuple[Any, ...]

DELTA = (
    "id, seq, kind, value_key, value_type, value, shown, at, precision, width, zone, recorded_at, source, channel, "
    "stance, confidence, quote, message, episode, derived_from, unit, locale, surprise, gain, prior, posterior, "
    "salt, hash, prev"
)
"""The columns of a delta, in the order in which they are written."""

DELTA_COLUMNS = DELTA.count(",") + 1
SELECT_DELTA = ", ".join(f"delta.{name}" for name in DELTA.split(", "))
DIMENSION = "id, entity, attribute, name, count, head, state, stamp, relation"
MESSAGE = "id, speaker, text, at, role, channel, source, derived_from, zone, episode, recorded_at"
RECORD = "seq, type, body, actor, reason, recorded_at, salt, hash, prev"
ENTITY = "id, key, name, type"
EDGE = "entity, target, attribute, probability, since"

_FIRST, _LAST = micros(datetime.min.replace(tzinfo=UTC)), micros(datetime.max.replace(tzinfo=UTC))
_DAY_MINUTES = 1440
_TYPES = {"t": str, "i": int, "f": float, "b": bytes}
_NAMES = {str: "text", int: "a whole number", float: "a number", bytes: "bytes", list: "a list"}


class Cells:
    """What the cells of a row are: t text, i whole number, f number, b bytes; a capital may also be NULL.

    >>> Cells("entity", "id, name", "tT").row(("a1", None))
    ('a1', None)
    """

    def __init__(self, table: str, columns: str, kinds: str) -> None:
        self.table = table
        self.columns = columns.split(", ")
        self._allowed = [{_TYPES[k.lower()]} | ({type(None)} if k.isupper() else set()) for k in kinds]
        self._met: set[tuple[type, ...]] = set()  # combinations of types that were looked at and are right

    def row(self, row: Row) -> Row:
        """The row itself; IntegrityError where a cell is of another kind."""
        types = tuple(map(type, row))
        if types not in self._met:
            for column, cell, allowed in zip(self.columns, row, self._allowed, strict=True):
                if type(cell) not in allowed:
                    raise self.spoiled(row, column, cell, f"not {_NAMES[next(iter(allowed - {type(None)}))]}")
            self._met.add(types)
        return row

    def rows(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Each row, looked at as it comes."""
        return map(self.row, rows)

    def spoiled(self, row: Row, column: str, cell: object, why: str) -> IntegrityError:
        """The error for a cell that cannot be what was written."""
        return IntegrityError(f"the {column} of the {self.table} {shown(row[0])} is stored as {shown(cell)}, {why}")


_OWNER = "dimension, entity, attribute"
_DELTA_CELLS = Cells("delta", f"{DELTA}, {_OWNER}", "tittttTitfIittffTTTTTTffffbbbttt")
_DIMENSION_CELLS = Cells("dimension", DIMENSION, "ttttibTti")
_CHAIN_CELLS = Cells("dimension", "id, count, head", "tib")
_CHECKPOINT_CELLS = Cells("checkpoint", "dimension, t, state", "tft")
_SNAPSHOT_CELLS = Cells("snapshot", "id, snapshot", "tt")
_MESSAGE_CELLS = Cells("message", MESSAGE, "tttiTttTIti")
_RECORD_CELLS = Cells("record", RECORD, "ittttibbb")
_ENTITY_CELLS = Cells("entity", ENTITY, "tttT")
_EPISODE_CELLS = Cells("episode", "id, at, until, title", "tiit")
_EDGE_CELLS = Cells("relation", EDGE, "tttfi")
_SOURCE_CELLS = Cells("source", "source, channel, deltas", "tti")
_NAME_CELLS = Cells("name", "name", "t")
_PAIR_CELLS = Cells("pair", "first, second", "tt")
_PLACE_CELLS = {
    "delta": Cells("delta", "row, id", "it"),
    "message": Cells("message", "row, id, speaker, episode, position", "ittti"),
}
_WORDS_CELLS = Cells("full-text row", "rowid, tokens", "it")
_HEAD_CELLS = Cells("record", "seq, hash", "ib")
_SIZE_CELLS = Cells("corpus", "documents, tokens", "ii")

names, pairs, words = _NAME_CELLS.rows, _PAIR_CELLS.rows, _WORDS_CELLS.rows
head, size = _HEAD_CELLS.row, _SIZE_CELLS.row
places = {kind: cells.rows for kind, cells in _PLACE_CELLS.items()}


def _time(cells: Cells, row: Row, column: str, value: int) -> datetime:
    if not _FIRST <= value <= _LAST:
        raise cells.spoiled(row, column, value, "which is no time")
    return from_micros(value)


def dimension(row: Row) -> Dimension:
    """The dimension of a row."""
    id, entity, attribute, name, count, head, state, stamp, relation = _DIMENSION_CELLS.row(row)
    return Dimension(id, entity, attribute, name, count, head, state, stamp, bool(relation))


def chain(row: Row) -> Chain:
    """The chain of a row."""
    return Chain(*_CHAIN_CELLS.row(row))


def checkpoint(row: Row) -> Checkpoint:
    """The checkpoint of a row."""
    return Checkpoint(*_CHECKPOINT_CELLS.row(row))


def entity(row: Row) -> Entity:
    """The entity of a row."""
    return Entity(*_ENTITY_CELLS.row(row))


def edge(row: Row) -> Edge:
    """The edge of a row."""
    return Edge(*_EDGE_CELLS.row(row))


def source(row: Row) -> SourceRow:
    """The source of a row."""
    return SourceRow(*_SOURCE_CELLS.row(row))


def record(row: Row) -> Record:
    """The control record of a row."""
    seq, type, body, actor, reason, recorded, *hashed = _RECORD_CELLS.row(row)
    _time(_RECORD_CELLS, row, "recorded_at", recorded)
    return Record(seq, type, load_map(body, f"record {seq}"), actor, reason, recorded, *hashed)


def episode(row: Row, messages: Sequence[str]) -> Episode:
    """The episode of a row, with its messages in order."""
    id, at, until, title = _EPISODE_CELLS.row(row)
    first, last = _time(_EPISODE_CELLS, row, "at", at), _time(_EPISODE_CELLS, row, "until", until)
    return Episode(id, first, last, tuple(messages), title)


def message(row: Row) -> Message:
    """The message of a row."""
    id, speaker, text, at, role, channel, source, parents, zone, episode, recorded = _MESSAGE_CELLS.row(row)
    if zone is not None and not -_DAY_MINUTES < zone < _DAY_MINUTES:
        raise _MESSAGE_CELLS.spoiled(row, "zone", zone, "which is no offset from UTC")
    said, heard = _time(_MESSAGE_CELLS, row, "at", at), _time(_MESSAGE_CELLS, row, "recorded_at", recorded)
    return Message(id, speaker, text, said, role, channel, source, load_texts(parents, id), zone, episode, heard)


_snapshot_fields = attrgetter(*(f.name for f in fields(Snapshot)))
_SHOWN = tuple(f.name for f in fields(Snapshot))
_SHOWN_TYPES: tuple[tuple[type, ...], ...] = (
    (str, type(None)), (list,), (list,), (float, int), (int, type(None)), (str,), (float, int, type(None)),
    (float, int), (float, int),
    (str,), (list,), (list,), (list,),
)  # fmt: skip
_SHOWN_ITEMS = ((1, {str}), (2, {float, int}), (10, {str}), (11, {str}), (12, {int}))


def snapshot_text(d: Dimension) -> str | None:
    """The snapshot of a dimension as it is stored."""
    return None if d.snapshot is None else json.dumps(_snapshot_fields(d.snapshot), ensure_ascii=False)


def snapshot(row: Row) -> tuple[str, Snapshot]:
    """A dimension's id and its snapshot."""
    id, written = _SNAPSHOT_CELLS.row(row)
    said: Any = load(written, f"the snapshot of {id}")
    sound = (
        isinstance(said, list)
        and len(said) == len(_SHOWN)
        and all(type(part) in types for part, types in zip(said, _SHOWN_TYPES, strict=True))
        and all({*map(type, said[i])} <= of for i, of in _SHOWN_ITEMS)
        and len(said[1]) == len(said[2])
        and len(said[11]) == len(said[12])
        and all(0 <= i < len(said[1]) for i in said[12])
    )
    if not sound:
        raise _SNAPSHOT_CELLS.spoiled(row, "snapshot", written, "which is no snapshot")
    parts: list[Any] = [tuple(part) if isinstance(part, list) else part for part in said]
    return id, Snapshot(*parts)


def columns(d: Delta) -> tuple[object, ...]:
    """A delta in the order of `DELTA`; a text value is shown by its own text, so that it is stored once."""
    same = d.value_json[1:-1] == d.value_text or _text_of(load(d.value_json)) == d.value_text
    return (
        d.id, d.seq, d.kind, d.value_key, d.value_type, d.value_json, None if same else d.value_text, d.at_micros,
        d.precision, d.width, d.offset, d.recorded_micros, d.source, d.channel, d.stance, d.confidence, d.quote,
        d.message, d.episode, json.dumps(d.derived_from) if d.derived_from else None, d.unit, d.locale, d.surprise,
        d.gain, d.prior, d.posterior, d.salt, d.hash, d.prev,
    )  # fmt: skip


def _text_of(value: Value) -> str:
    return value if isinstance(value, str) else ""


def delta(row: Row) -> Delta:
    """The delta of a row: its own columns, then id, entity and attribute of its dimension."""
    (
        id, seq, kind, value_key, value_type, value, text, at, precision, width, zone, recorded, source, channel,
        stance, confidence, quote, message, episode, parents, unit, locale, surprise, gain, prior, posterior, salt,
        hash, prev, dimension, entity, attribute,
    ) = _DELTA_CELLS.row(row)  # fmt: skip
    if not (
        kind in KINDS
        and _FIRST <= at <= _LAST
        and _FIRST <= recorded <= _LAST
        and precision in PRECISIONS
        and 0.0 <= width < math.inf
        and 0.0 <= stance <= 1.0
        and 0.0 <= confidence <= 1.0
        and (zone is None or -_DAY_MINUTES < zone < _DAY_MINUTES)
    ):
        raise _beyond(row)
    return Delta(
        id, dimension, entity, attribute, seq, kind, value_key, value_type, value,
        _text_of(load(value, id)) if text is None else text, at, precision, width, zone, recorded, source, channel,
        stance, confidence, quote, message, episode, load_texts(parents, id), unit, locale,
        surprise, gain, prior, posterior, salt, hash, prev, recorded_surprise=surprise,
    )  # fmt: skip


def _beyond(row: Row) -> IntegrityError:
    """The error for a delta with a cell of the right kind that no delta can have."""
    told = dict(zip(_DELTA_CELLS.columns, row, strict=True))
    right = {
        "kind": told["kind"] in KINDS,
        "at": _FIRST <= told["at"] <= _LAST,
        "recorded_at": _FIRST <= told["recorded_at"] <= _LAST,
        "precision": told["precision"] in PRECISIONS,
        "width": 0.0 <= told["width"] < math.inf,
        "stance": 0.0 <= told["stance"] <= 1.0,
        "confidence": 0.0 <= told["confidence"] <= 1.0,
    }
    column = next((name for name, is_right in right.items() if not is_right), "zone")
    return _DELTA_CELLS.spoiled(row, column, told[column], "which it cannot be")
