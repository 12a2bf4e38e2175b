"""Values of the seam as rows of Cypher parameters and back: lists in a fixed order, which the driver packs fastest.

Times and beliefs stand in the graph twice: exactly (microseconds, the state as JSON) for Nous, and as `at`, `best`,
`values` for whoever looks at the graph; those are written by the queries and never read here.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from datetime import UTC
from functools import lru_cache
from operator import attrgetter
from typing import Any

from neo4j.graph import Node, Path, Relationship
from neo4j.time import Date, DateTime, Duration, Time

from .model import Delta, Dimension, Entity, Episode, Message, Record, Snapshot
from .store import Document, DocumentKind
from .times import from_micros, iso, micros

Row = Sequence[Any]

DELTA = (
    "id", "seq", "kind", "value_key", "value_type", "value_json", "value", "at_micros", "precision", "width", "offset",
    "recorded_micros", "source", "channel", "stance", "confidence", "quote", "message", "episode", "derived_from",
    "unit", "locale", "surprise", "gain", "prior", "posterior", "salt", "hash", "prev",
)  # fmt: skip
"""The properties of a delta, in the order of its row."""

MESSAGE = (
    "id", "speaker", "text", "at_micros", "role", "channel", "source", "derived_from", "offset", "episode",
    "recorded_micros",
)  # fmt: skip
RECORD = ("seq", "type", "body", "actor", "reason", "recorded_micros", "salt", "hash", "prev")
ENTITY = ("id", "key", "name", "type")
DIMENSION = ("id", "entity", "attribute", "name", "count", "head", "state", "stamp", "relation")
EPISODE = ("id", "at_micros", "until_micros", "title")
SNAPSHOT = (
    "best", "values", "probabilities", "unknown", "as_of_micros", "cardinality", "half_life", "base", "base_unknown",
    "decision", "candidates", "keys", "key_values",
)  # fmt: skip

_delta_fields = attrgetter(*("value_text" if name == "value" else name for name in DELTA))
_parents = DELTA.index("derived_from")
_surprise = DELTA.index("surprise")
_salt = DELTA.index("salt")


def columns(node: str, names: Sequence[str]) -> str:
    """The row of a node in Cypher.

    >>> columns("e", ("id", "key"))
    '[e.id, e.key]'
    """
    return f"[{', '.join(f'{node}.{name}' for name in names)}]"


def properties(row: str, names: Sequence[str]) -> str:
    """The inside of a map in Cypher that a row fills.

    >>> properties("x", ("id", "key"))
    'id: x[0], key: x[1]'
    """
    return ", ".join(f"{name}: {row}[{i}]" for i, name in enumerate(names))


def assignments(node: str, row: str, names: Sequence[str]) -> str:
    """The properties of a node in Cypher, set from a row.

    >>> assignments("e", "x", ("id", "key"))
    'e.id = x[0], e.key = x[1]'
    """
    return ", ".join(f"{node}.{name} = {row}[{i}]" for i, name in enumerate(names))


def moment(row: str, names: Sequence[str], name: str) -> str:
    """A time in Cypher, from the microseconds in a row; exact for every year that there is.

    >>> moment("x", ("id", "at_micros"), "at_micros")
    'datetime({epochMillis: 0}) + duration({microseconds: x[1]})'
    """
    return f"datetime({{epochMillis: 0}}) + duration({{microseconds: {row}[{names.index(name)}]}})"


@lru_cache(maxsize=65536)
def key_hash(key: str) -> str:
    """An index key for a name of any length; Neo4j refuses index keys near 8 kB."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def space_token(space: str, generation: int) -> str:
    """What stands before each full-text term of a space, so that a large space never hides a small one.

    A space whose index was cleared goes on with the next generation, which no old term belongs to.
    """
    return f"s{hashlib.sha256(f'{generation} {space}'.encode()).hexdigest()[:16]}_"


def delta_row(d: Delta) -> Row:
    """A delta in the order of `DELTA`."""
    found: Row = _delta_fields(d)
    return found


def delta(row: Row, dimension: str, entity: str, attribute: str) -> Delta:
    """The delta of a row, and of the dimension that it revises."""
    said = [row[0], dimension, entity, attribute, *row[1:]]
    said[_parents + 3] = tuple(row[_parents])
    said[_salt + 3 :] = [*map(bytes, row[_salt:]), False, row[_surprise]]  # not retracted; surprise as recorded
    return Delta(*said)


def entity(row: Row) -> Entity:
    """The entity of a row."""
    return Entity(*row)


def dimension(row: Row) -> Dimension:
    """The dimension of a row."""
    id, owner, attribute, name, count, head, state, stamp, relation = row
    return Dimension(id, owner, attribute, name, count, bytes(head or b""), state, stamp, relation)


def snapshot(row: Row) -> Snapshot:
    """The snapshot of a row."""
    said: list[Any] = [tuple(part) if isinstance(part, list) else part for part in row]
    return Snapshot(*said)


def snapshot_row(s: Snapshot) -> Row:
    """A snapshot in the order of `SNAPSHOT`."""
    return (
        s.best, s.values, s.probabilities, s.unknown, s.at_micros, s.cardinality, s.half_life, s.base, s.base_unknown,
        s.decision, s.candidates, s.keys, s.key_values,
    )  # fmt: skip


def message_row(m: Message, episode: str) -> Row:
    """A message in the order of `MESSAGE`."""
    return (
        m.id, m.speaker, m.text, micros(m.at), m.role, m.channel, m.source, m.derived_from, m.offset, episode,
        micros(m.recorded_at or m.at),
    )  # fmt: skip


def message(row: Row) -> Message:
    """The message of a row."""
    id, speaker, text, at, role, channel, source, derived, offset, episode, recorded = row
    return Message(
        id,
        speaker,
        text,
        from_micros(at),
        role,
        channel,
        source,
        tuple(derived),
        offset,
        episode,
        from_micros(recorded),
    )


def episode(row: Row, messages: Sequence[str]) -> Episode:
    """The episode of a row, with its messages in order."""
    id, at, until, title = row
    return Episode(id, from_micros(at), from_micros(until), tuple(messages), title)


def record_row(r: Record) -> Row:
    """A record in the order of `RECORD`."""
    body = json.dumps(r.body, ensure_ascii=False, sort_keys=True)
    return r.seq, r.type, body, r.actor, r.reason, r.recorded_micros, r.salt, r.hash, r.prev


def record(row: Row) -> Record:
    """The record of a row."""
    seq, type, body, actor, reason, recorded, salt, hash, prev = row
    return Record(seq, type, json.loads(body), actor, reason, recorded, bytes(salt), bytes(hash), bytes(prev))


def document(kind: DocumentKind, row: Row) -> Document:
    """The document of a row: id and words, of a message also speaker, episode and position."""
    id, words, *place = row
    return Document(kind, id, tuple(word.partition("_")[2] for word in words.split()[1:]), *place)


def words(token: str, terms: Sequence[str]) -> str:
    """The terms of a document as the full-text index holds them; the space's token alone says that it is indexed.

    >>> words("s1_", ["oak"])
    's1_ s1_oak'
    """
    return " ".join((token, *(token + term for term in terms)))


def plain(value: Any) -> object:
    """What a query of the operator's own gives, as JSON has it: nodes and relationships as maps, times in ISO 8601.

    >>> plain([b"\\x01", float("inf"), {"a": (1, None)}])
    ['01', 'inf', {'a': [1, None]}]
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case bytes() | bytearray():
            return value.hex()
        case dict():
            return {str(k): plain(v) for k, v in value.items()}
        case Node():
            return {"labels": sorted(value.labels), **{k: plain(v) for k, v in value.items()}}
        case Relationship():
            return {"relationship": value.type, **{k: plain(v) for k, v in value.items()}}
        case Path():
            parts = [value.nodes[0]]
            for r, n in zip(value.relationships, value.nodes[1:], strict=True):
                parts += [r, n]  # type: ignore[list-item]  # a path is both in turn
            return [plain(p) for p in parts]
        case DateTime() if value.tzinfo is not None:
            return iso(value.to_native().astimezone(UTC))
        case DateTime() | Date() | Time() | Duration():
            return value.iso_format()
        case list() | tuple():
            return [plain(v) for v in value]
    return str(value)
