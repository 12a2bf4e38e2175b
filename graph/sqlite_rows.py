"""The verbs of the seam in SQL: one transaction on the SQLite store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from nous.beliefs.errors import IntegrityError

from . import sqlite_values as values
from .model import Delta, Dimension, Entity, Episode, Message, Record, Snapshot
from .store import Chain, Checkpoint, Corpus, Document, DocumentKind, Edge, SourceRow, chunks, rarest_first
from .times import micros

_BATCH = 900  # host parameters a statement, below every SQLite's limit
_OWNED_DELTA = f"{values.SELECT_DELTA}, dimension.id, dimension.entity, dimension.attribute"


def _in(names: Collection[object]) -> str:
    return f"({', '.join('?' * len(names))})"


class Rows:
    """A transaction: what a store's `read` and `write` hand to their work."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._spaces: dict[str, int] = {}
        self._rows: dict[tuple[str, str], int] = {}  # of the deltas and messages that this transaction has met

    # What each verb does is said once, in `store.Reader` and `store.Writer`.

    # ── reading ────────────────────────────────────────────────────────────────────────────────────────

    def _space(self, name: str) -> int:
        """The row of a space; 0, which no space has, where it does not exist."""
        row = self._spaces.get(name)
        if row is None:
            found = self._db.execute("SELECT row FROM space WHERE name = ?", (name,)).fetchone()
            row = found[0] if found else 0
            if row:
                self._spaces[name] = row
        return row

    def _among(self, sql: str, space: str, names: Collection[str]) -> Iterator[tuple[Any, ...]]:
        """Rows of a query whose last condition is `column IN {names}`, in batches that SQLite can take."""
        row = self._space(space)
        for batch in chunks(names, _BATCH):
            yield from self._db.execute(sql.format(names=_in(batch)), (row, *batch))

    def spaces(self) -> list[str]:
        return [name for (name,) in values.names(self._db.execute("SELECT name FROM space ORDER BY name"))]

    def control(self, space: str) -> tuple[int, bytes]:
        found = self._db.execute(
            "SELECT seq, hash FROM record WHERE space = ? ORDER BY seq DESC LIMIT 1", (self._space(space),)
        ).fetchone()
        if found is None:
            return 0, b""
        seq, last = values.head(found)
        return seq, last

    def records(self, space: str) -> list[Record]:
        rows = self._db.execute(
            f"SELECT {values.RECORD} FROM record WHERE space = ? ORDER BY seq", (self._space(space),)
        )
        return [values.record(row) for row in rows]

    def entities(self, space: str, keys: Collection[str] | None = None) -> list[Entity]:
        if keys is None:
            rows: Iterable[tuple[Any, ...]] = self._db.execute(
                f"SELECT {values.ENTITY} FROM entity WHERE space = ?", (self._space(space),)
            )
        else:
            rows = self._among(f"SELECT {values.ENTITY} FROM entity WHERE space = ? AND key IN {{names}}", space, keys)
        return sorted(map(values.entity, rows), key=lambda e: (e.key, e.type or ""))

    def entities_by_id(self, space: str, ids: Collection[str]) -> list[Entity]:
        rows = self._among(f"SELECT {values.ENTITY} FROM entity WHERE space = ? AND id IN {{names}}", space, ids)
        return sorted(map(values.entity, rows), key=lambda e: (e.key, e.type or ""))

    def dimensions(
        self, space: str, entities: Collection[str] | None = None, attributes: Collection[str] | None = None
    ) -> list[Dimension]:
        sql = f"SELECT {values.DIMENSION} FROM dimension WHERE space = ?"
        if entities is not None:
            rows: Iterable[tuple[Any, ...]] = self._among(sql + " AND entity IN {names}", space, entities)
        elif attributes is not None:
            rows = self._among(sql + " AND attribute IN {names}", space, attributes)
        else:
            rows = self._db.execute(sql, (self._space(space),))
        found = map(values.dimension, rows)
        wanted = None if attributes is None else set(attributes)
        kept = (d for d in found if wanted is None or d.attribute in wanted)
        return sorted(kept, key=lambda d: (d.entity, d.attribute))

    def dimensions_by_id(self, space: str, ids: Collection[str]) -> list[Dimension]:
        sql = f"SELECT {values.DIMENSION} FROM dimension WHERE space = ? AND id IN {{names}}"
        return sorted(map(values.dimension, self._among(sql, space, ids)), key=lambda d: (d.entity, d.attribute))

    def chains(self, space: str) -> list[Chain]:
        rows = self._db.execute(
            "SELECT id, count, head FROM dimension WHERE space = ? ORDER BY entity, attribute", (self._space(space),)
        )
        return [values.chain(row) for row in rows]

    def snapshots(self, space: str, dimensions: Collection[str]) -> dict[str, Snapshot]:
        sql = "SELECT id, snapshot FROM dimension WHERE space = ? AND snapshot IS NOT NULL AND id IN {names}"
        return dict(map(values.snapshot, self._among(sql, space, dimensions)))

    def deltas(self, space: str, dimensions: Collection[str], since: int | None = None) -> Iterator[Delta]:
        later = "" if since is None else f"AND delta.at >= {int(since)} "
        sql = (
            f"SELECT {_OWNED_DELTA} FROM dimension "
            "JOIN delta ON delta.dimension = dimension.row WHERE dimension.space = ? AND dimension.id IN {names} "
            f"{later}ORDER BY delta.dimension, delta.seq"
        )
        return map(values.delta, self._among(sql, space, dimensions))

    def checkpoint(self, space: str, dimension: str, before: float) -> Checkpoint | None:
        found = self._db.execute(
            "SELECT dimension.id, t, checkpoint.state FROM dimension "
            "JOIN checkpoint ON checkpoint.dimension = dimension.row "
            "WHERE dimension.space = ? AND dimension.id = ? AND t < ? ORDER BY t DESC LIMIT 1",
            (self._space(space), dimension, before),
        ).fetchone()
        return values.checkpoint(found) if found else None

    def checkpoints(self, space: str, dimensions: Collection[str]) -> list[Checkpoint]:
        sql = (
            "SELECT dimension.id, t, checkpoint.state FROM dimension "
            "JOIN checkpoint ON checkpoint.dimension = dimension.row "
            "WHERE dimension.space = ? AND dimension.id IN {names}"
        )
        return sorted(map(values.checkpoint, self._among(sql, space, dimensions)))

    def deltas_by_id(self, space: str, ids: Collection[str]) -> list[Delta]:
        sql = (
            f"SELECT {_OWNED_DELTA} FROM delta "
            "JOIN dimension ON delta.dimension = dimension.row WHERE delta.space = ? AND delta.id IN {names}"
        )
        return [values.delta(row) for row in self._among(sql, space, ids)]

    def recorded(self, space: str, first: int, last: int) -> list[Delta]:
        sql = (
            f"SELECT {_OWNED_DELTA} FROM delta "
            "JOIN dimension ON delta.dimension = dimension.row "
            "WHERE delta.space = ? AND delta.recorded_at >= ? AND delta.recorded_at < ? "
            "ORDER BY delta.recorded_at, delta.id"
        )
        return [values.delta(row) for row in self._db.execute(sql, (self._space(space), first, last))]

    def children(self, space: str, ids: Collection[str]) -> set[str]:
        sql = "SELECT child FROM derivation WHERE space = ? AND parent IN {names}"
        return {child for (child,) in values.names(self._among(sql, space, ids))}

    def heard_in(self, space: str, episodes: Collection[str], until: int | None = None) -> set[tuple[str, str]]:
        sql = (
            "SELECT DISTINCT dimension.id, delta.episode FROM delta JOIN dimension ON delta.dimension = dimension.row "
            "WHERE delta.space = ? AND delta.episode IN {names}"
        )
        if until is not None:
            sql += f" AND delta.at <= {int(until)}"
        return {(dimension, episode) for dimension, episode in values.pairs(self._among(sql, space, episodes))}

    def messages(self, space: str, ids: Collection[str] | None = None) -> list[Message]:
        sql = f"SELECT {values.MESSAGE} FROM message WHERE space = ?"
        if ids is None:
            rows: Iterable[tuple[Any, ...]] = self._db.execute(sql, (self._space(space),))
        else:
            rows = self._among(sql + " AND id IN {names}", space, ids)
        return sorted(map(values.message, rows), key=lambda m: (m.at, m.id))

    def episodes(self, space: str, ids: Collection[str] | None = None) -> list[Episode]:
        sql = "SELECT id, at, until, title FROM episode WHERE space = ?"
        if ids is None:
            rows: Iterable[tuple[Any, ...]] = self._db.execute(sql, (self._space(space),))
        else:
            rows = self._among(sql + " AND id IN {names}", space, ids)
        found = list(rows)
        members: dict[str, list[str]] = {row[0]: [] for row in found}
        inside = "SELECT episode, id FROM message WHERE space = ? AND episode IN {names} ORDER BY episode, position"
        for episode, message in values.pairs(self._among(inside, space, members)):
            members[episode].append(message)
        return sorted((values.episode(row, members[row[0]]) for row in found), key=lambda e: (e.at, e.id))

    def edges(self, space: str, entity: str, limit: int) -> list[Edge]:
        found: set[Edge] = set()
        for column in ("entity", "target"):
            rows = self._db.execute(
                f"SELECT {values.EDGE} FROM relates WHERE space = ? AND {column} = ? "
                "ORDER BY probability DESC, entity, attribute, target LIMIT ?",
                (self._space(space), entity, limit),
            )
            found.update(map(values.edge, rows))
        return sorted(found, key=lambda e: (-e.probability, e.entity, e.attribute, e.target))

    def relations(self, space: str) -> list[Edge]:
        rows = self._db.execute(
            f"SELECT {values.EDGE} FROM relates WHERE space = ? ORDER BY entity, attribute, target",
            (self._space(space),),
        )
        return [values.edge(row) for row in rows]

    def mentions(self, space: str, episodes: Collection[str]) -> set[tuple[str, str]]:
        sql = "SELECT episode, entity FROM mention WHERE space = ? AND episode IN {names}"
        return {(episode, entity) for episode, entity in values.pairs(self._among(sql, space, episodes))}

    def sources(self, space: str) -> list[SourceRow]:
        rows = self._db.execute(
            "SELECT source, channel, count(*) FROM delta WHERE space = ? GROUP BY 1, 2 ORDER BY 1, 2",
            (self._space(space),),
        )
        return [values.source(row) for row in rows]

    def counts(self, space: str) -> Mapping[str, int]:
        row = self._space(space)
        names = ("message", "episode", "entity", "dimension", "delta")
        counted = (self._db.execute(f"SELECT count(*) FROM {name} WHERE space = ?", (row,)) for name in names)
        plural = ("messages", "episodes", "entities", "dimensions", "deltas")
        return {name: found.fetchone()[0] for name, found in zip(plural, counted, strict=True)}

    def corpus(self, space: str, kind: DocumentKind, tokens: Collection[str]) -> Corpus:
        row = self._space(space)
        found = self._db.execute(
            "SELECT documents, tokens FROM corpus WHERE space = ? AND kind = ?", (row, kind)
        ).fetchone()
        frequencies: dict[str, int] = {}
        for token in tokens:
            term = _term(row, kind, token)
            doc = self._db.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
            frequencies[token] = doc[0] if doc else 0
        documents, words = values.size(found) if found else (0, 0)
        return Corpus(documents, words, frequencies)

    def candidates(self, space: str, kind: DocumentKind, tokens: Collection[str], limit: int) -> list[Document]:
        row = self._space(space)
        frequencies = self.corpus(space, kind, tokens).frequencies
        found: dict[int, str] = {}
        for token in rarest_first(frequencies):
            if len(found) >= limit:
                break
            sql = "SELECT rowid, tokens FROM words WHERE words MATCH ?"
            if frequencies[token] > limit:
                latest = f"JOIN {kind} ON {kind}.row = words.rowid >> 1 WHERE words MATCH ? ORDER BY {kind}.at DESC, id"
                sql = f"SELECT rowid, tokens FROM words WHERE rowid IN (SELECT words.rowid FROM words {latest} LIMIT ?)"
            rows = self._db.execute(sql, (f'"{_term(row, kind, token)}"', limit)[: sql.count("?")])
            found.update(values.words(rows))
        return self._documents(row, found)

    def around(self, space: str, messages: Collection[str], reach: int = 1) -> list[Document]:
        sql = (
            "SELECT DISTINCT near.row * 2 + 1, words.tokens FROM message JOIN message AS near "
            "ON near.space = message.space AND near.episode = message.episode "
            f"AND near.position BETWEEN message.position - {int(reach)} AND message.position + {int(reach)} "
            "JOIN words ON words.rowid = near.row * 2 + 1 WHERE message.space = ? AND message.id IN {names}"
        )
        return self._documents(self._space(space), dict(values.words(self._among(sql, space, messages))))

    def documents(self, space: str, kind: DocumentKind, ids: Collection[str]) -> list[Document]:
        places = self._among(f"SELECT row FROM {kind} WHERE space = ? AND id IN {{names}}", space, ids)
        batches = chunks((row << 1 | (kind == "message") for (row,) in places), _BATCH)
        return self._documents(self._space(space), dict(found for batch in batches for found in self._words(batch)))

    def _words(self, places: Sequence[int]) -> Iterator[tuple[Any, ...]]:
        sql = f"SELECT rowid, tokens FROM words WHERE rowid IN {_in(places)}"
        return values.words(self._db.execute(sql, places))

    def _documents(self, space: int, found: Mapping[int, str]) -> list[Document]:
        """Full-text rows by their id: an even row is a delta, an odd one a message."""
        documents: list[Document] = []
        before = [f" {_term(space, kind, '')}" for kind in _KINDS]  # stands before every token
        for odd, sql in enumerate((_DELTA_DOCUMENT, _MESSAGE_DOCUMENT)):
            for batch in chunks((r >> 1 for r in found if r & 1 == odd), _BATCH):
                for row, *rest in values.places[_KINDS[odd]](self._db.execute(sql + _in(batch), batch)):
                    words = tuple(found[row << 1 | odd].split(before[odd])[1:])
                    documents.append(Document("message" if odd else "delta", rest[0], words, *rest[1:]))
        return sorted(documents, key=lambda d: (d.kind, d.ref))

    # ── writing ────────────────────────────────────────────────────────────────────────────────────────

    def open_space(self, space: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO space (name) VALUES (?)", (space,))

    def add_entities(self, space: str, entities: Sequence[Entity]) -> None:
        row = self._space(space)
        self._db.executemany(
            "INSERT OR IGNORE INTO entity (space, id, key, type, name) VALUES (?, ?, ?, ?, ?)",
            ((row, e.id, e.key, e.type, e.name) for e in entities),
        )

    def hold(self, space: str, dimensions: Sequence[Dimension]) -> list[Dimension]:
        row = self._space(space)
        self._db.executemany(
            "INSERT OR IGNORE INTO dimension (space, id, entity, attribute, name, relation) VALUES (?, ?, ?, ?, ?, ?)",
            ((row, d.id, d.entity, d.attribute, d.name, d.relation) for d in dimensions),
        )
        return self.dimensions_by_id(space, [d.id for d in dimensions])

    def append(self, space: str, deltas: Sequence[Delta]) -> None:
        row = self._space(space)
        ids = {d.dimension for d in deltas}
        places = dict(self._among("SELECT id, row FROM dimension WHERE space = ? AND id IN {names}", space, ids))
        (last,) = self._db.execute("SELECT coalesce(max(row), 0) FROM delta").fetchone()
        self._db.executemany(
            f"INSERT INTO delta (row, space, dimension, {values.DELTA}) VALUES (?, ?, ?{', ?' * values.DELTA_COLUMNS})",
            ((i, row, places[d.dimension], *values.columns(d)) for i, d in enumerate(deltas, last + 1)),
        )
        self._rows.update((("delta", d.id), i) for i, d in enumerate(deltas, last + 1))
        parents = [(row, parent, d.id) for d in deltas for parent in d.derived_from]
        self._db.executemany("INSERT OR IGNORE INTO derivation VALUES (?, ?, ?)", parents)

    def keep(self, space: str, dimensions: Sequence[Dimension]) -> None:
        row = self._space(space)
        self._db.executemany(
            "UPDATE dimension SET count = ?, head = ?, state = ?, stamp = ?, relation = ?, snapshot = ? "
            "WHERE space = ? AND id = ?",
            ((d.count, d.head, d.state, d.stamp, d.relation, values.snapshot_text(d), row, d.id) for d in dimensions),
        )

    def keep_checkpoints(self, space: str, since: Mapping[str, float], made: Sequence[Checkpoint]) -> None:
        row = self._space(space)
        place = "(SELECT row FROM dimension WHERE space = ? AND id = ?)"
        if since:
            self._db.executemany(
                f"DELETE FROM checkpoint WHERE dimension = {place} AND t > ?",
                ((row, id, t) for id, t in since.items()),
            )
        if made:
            self._db.executemany(
                f"INSERT INTO checkpoint VALUES ({place}, ?, ?)", ((row, c.dimension, c.t, c.state) for c in made)
            )

    def append_record(self, space: str, record: Record) -> None:
        body = json.dumps(record.body, ensure_ascii=False, sort_keys=True)
        self._db.execute(
            "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._space(space), record.seq, record.type, body, record.actor, record.reason,
                record.recorded_micros, record.salt, record.hash, record.prev,
            ),
        )  # fmt: skip

    def add_episode(self, space: str, episode: Episode, messages: Sequence[Message]) -> None:
        row = self._space(space)
        self._db.execute(
            "INSERT OR IGNORE INTO episode VALUES (?, ?, ?, ?, ?)",
            (row, episode.id, micros(episode.at), micros(episode.until), episode.title),
        )
        self._db.executemany(
            "INSERT INTO message (space, id, episode, position, speaker, text, at, zone, role, channel, source, "
            "derived_from, recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    row, m.id, episode.id, i, m.speaker, m.text, micros(m.at), m.offset, m.role, m.channel, m.source,
                    json.dumps(m.derived_from) if m.derived_from else None, micros(m.recorded_at or m.at),
                )
                for i, m in enumerate(messages)
            ),
        )  # fmt: skip

    def add_mentions(self, space: str, episode: str, entities: Collection[str]) -> None:
        row = self._space(space)
        self._db.executemany(
            "INSERT OR IGNORE INTO mention VALUES (?, ?, ?)", ((row, entity, episode) for entity in entities)
        )

    def index(self, space: str, documents: Sequence[Document]) -> None:
        row = self._space(space)
        for kind in ("delta", "message"):
            ids = [d.ref for d in documents if d.kind == kind and (kind, d.ref) not in self._rows]
            found = self._among(f"SELECT id, row FROM {kind} WHERE space = ? AND id IN {{names}}", space, ids)
            self._rows.update(((kind, id), place) for id, place in found)
        for d in documents:
            if (d.kind, d.ref) not in self._rows:
                raise IntegrityError(f"the {d.kind} {d.ref!r} is in no space, or in another than what it belongs to")
        self._unindex(row, documents)
        prefixes = {"delta": f" {row}d_", "message": f" {row}m_"}
        self._db.executemany(
            "INSERT INTO words (rowid, tokens) VALUES (?, ?)",
            (
                (
                    self._rows[d.kind, d.ref] << 1 | (d.kind == "message"),
                    prefixes[d.kind] + prefixes[d.kind].join(d.tokens) if d.tokens else "",
                )
                for d in documents
            ),
        )
        for kind in ("delta", "message"):
            sizes = [len(d.tokens) for d in documents if d.kind == kind]
            self._db.execute(
                "INSERT INTO corpus VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "documents = documents + excluded.documents, tokens = tokens + excluded.tokens",
                (row, kind, len(sizes), sum(sizes)),
            )

    def _unindex(self, space: int, documents: Sequence[Document]) -> None:
        """Take out what the index has of these documents already."""
        places = [self._rows[d.kind, d.ref] << 1 | (d.kind == "message") for d in documents]
        for batch in chunks(places, _BATCH):
            found = list(self._words(batch))
            self._db.executemany("DELETE FROM words WHERE rowid = ?", ((place,) for place, _ in found))
            self._db.executemany(
                "UPDATE corpus SET documents = documents - 1, tokens = tokens - ? WHERE space = ? AND kind = ?",
                ((len(words.split()), space, "message" if place & 1 else "delta") for place, words in found),
            )

    def clear_index(self, space: str) -> None:
        row = self._space(space)
        for odd, table in ((0, "delta"), (1, "message")):
            self._db.execute(
                f"DELETE FROM words WHERE rowid IN (SELECT row * 2 + {odd} FROM {table} WHERE space = ?)", (row,)
            )
        self._db.execute("DELETE FROM corpus WHERE space = ?", (row,))

    def relate(self, space: str, edges: Mapping[tuple[str, str], Sequence[Edge]]) -> None:
        row = self._space(space)
        self._db.executemany(
            "DELETE FROM relates WHERE space = ? AND entity = ? AND attribute = ?", ((row, *pair) for pair in edges)
        )
        self._db.executemany(
            "INSERT INTO relates VALUES (?, ?, ?, ?, ?, ?)",
            (
                (row, e.entity, e.attribute, e.target, e.probability, e.since_micros)
                for several in edges.values()
                for e in several
            ),
        )


_KINDS: tuple[DocumentKind, ...] = ("delta", "message")
_DELTA_DOCUMENT = "SELECT row, id FROM delta WHERE row IN "
_MESSAGE_DOCUMENT = "SELECT row, id, speaker, episode, position FROM message WHERE row IN "


def _term(space: int, kind: DocumentKind, token: str) -> str:
    """A token of one space and kind, so that a large space never stands between a small one and its hits."""
    return f"{space}{kind[0]}_{token}"
