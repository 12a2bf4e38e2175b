"""The verbs of the seam in Cypher: one transaction on the Neo4j store.

User text is only ever a parameter; labels and relationship types are fixed. Every MATCH names the space.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, LiteralString

import neo4j

from .model import Delta, Dimension, Entity, Episode, Message, Record
from .store import Corpus, Document, DocumentKind, Edge, SourceRow, chunks
from .times import from_micros, micros

_BATCH = 1_000  # rows a statement: bounds the memory of server and driver
_INDEX = {"delta": "nous_delta_words", "message": "nous_message_words"}
_DELTA_FIELDS = (
    "id", "seq", "kind", "value_key", "value_type", "value_json", "value_text", "at_micros", "precision", "width",
    "offset", "recorded_micros", "source", "channel", "stance", "confidence", "quote", "message", "episode", "unit",
    "locale", "surprise", "gain", "prior", "posterior", "salt", "hash", "prev",
)  # fmt: skip


class Nodes:
    """A transaction: what the store's `read` and `write` hand to their work."""

    # What each verb does is said once, in `store.Reader` and `store.Writer`.

    def __init__(self, tx: neo4j.ManagedTransaction) -> None:
        self._tx = tx

    def _rows(self, cypher: LiteralString, **parameters: object) -> Iterator[dict[str, Any]]:
        for record in self._tx.run(cypher, parameters):
            yield dict(record.items())

    def _batched(
        self, cypher: LiteralString, space: str, items: Iterable[object], **parameters: object
    ) -> Iterator[dict[str, Any]]:
        """Rows of a query over `$items`, in batches."""
        for batch in chunks(items, _BATCH):
            yield from list(self._rows(cypher, space=space, items=batch, **parameters))

    def _do(self, cypher: LiteralString, space: str, items: Iterable[object], **parameters: object) -> None:
        for batch in chunks(items, _BATCH):
            self._tx.run(cypher, {"space": space, "items": batch, **parameters}).consume()

    # ── reading ────────────────────────────────────────────────────────────────────────────────────────

    def spaces(self) -> list[str]:
        return [row["name"] for row in self._rows("MATCH (s:Space) RETURN s.name AS name ORDER BY name")]

    def control(self, space: str) -> tuple[int, bytes]:
        for row in self._rows(
            "MATCH (s:Space {name: $space}) RETURN coalesce(s.control, 0) AS seq, s.head AS head", space=space
        ):
            return row["seq"], bytes(row["head"] or b"")
        return 0, b""

    def records(self, space: str) -> list[Record]:
        rows = self._rows("MATCH (r:Record {space: $space}) RETURN r ORDER BY r.seq", space=space)
        return [_record(row["r"]) for row in rows]

    def entities(self, space: str, keys: Collection[str] | None = None) -> list[Entity]:
        if keys is None:
            found = [_entity(row["e"]) for row in self._rows("MATCH (e:Entity {space: $space}) RETURN e", space=space)]
        else:
            wanted = set(keys)
            rows = self._batched(
                "UNWIND $items AS hash MATCH (e:Entity {space: $space, key_hash: hash}) RETURN e",
                space,
                sorted({_hash(k) for k in wanted}),
            )
            found = [e for e in (_entity(row["e"]) for row in rows) if e.key in wanted]
        return sorted(found, key=lambda e: (e.key, e.type or ""))

    def entities_by_id(self, space: str, ids: Collection[str]) -> list[Entity]:
        rows = self._batched(
            "UNWIND $items AS id MATCH (e:Entity {space: $space, id: id}) RETURN e", space, sorted(set(ids))
        )
        return sorted((_entity(row["e"]) for row in rows), key=lambda e: (e.key, e.type or ""))

    def dimensions(
        self, space: str, entities: Collection[str] | None = None, attributes: Collection[str] | None = None
    ) -> list[Dimension]:
        if entities is None:
            rows: Iterable[dict[str, Any]] = self._rows("MATCH (d:Dimension {space: $space}) RETURN d", space=space)
        else:
            rows = self._batched(
                "UNWIND $items AS id MATCH (:Entity {space: $space, id: id})-[:HAS]->(d:Dimension) RETURN d",
                space,
                sorted(set(entities)),
            )
        wanted = None if attributes is None else set(attributes)
        found = (_dimension(row["d"]) for row in rows)
        return sorted(
            (d for d in found if wanted is None or d.attribute in wanted), key=lambda d: (d.entity, d.attribute)
        )

    def dimensions_by_id(self, space: str, ids: Collection[str]) -> list[Dimension]:
        rows = self._batched(
            "UNWIND $items AS id MATCH (d:Dimension {space: $space, id: id}) RETURN d", space, sorted(set(ids))
        )
        return sorted((_dimension(row["d"]) for row in rows), key=lambda d: (d.entity, d.attribute))

    def deltas(self, space: str, dimensions: Collection[str]) -> Iterator[Delta]:
        rows = self._batched(
            "UNWIND $items AS id MATCH (d:Dimension {space: $space, id: id})<-[:REVISES]-(x:Delta) "
            "RETURN d.id AS dimension, d.entity AS entity, d.attribute AS attribute, x ORDER BY dimension, x.seq",
            space,
            dict.fromkeys(dimensions),
        )
        return (_delta(row) for row in rows)

    def deltas_by_id(self, space: str, ids: Collection[str]) -> list[Delta]:
        rows = self._batched(
            "UNWIND $items AS id MATCH (x:Delta {space: $space, id: id})-[:REVISES]->(d:Dimension) "
            "RETURN d.id AS dimension, d.entity AS entity, d.attribute AS attribute, x",
            space,
            dict.fromkeys(ids),
        )
        return [_delta(row) for row in rows]

    def children(self, space: str, ids: Collection[str]) -> set[str]:
        derived = self._batched(
            "UNWIND $items AS id MATCH (:Delta {space: $space, id: id})<-[:DERIVED_FROM]-(c:Delta) RETURN c.id AS id",
            space,
            sorted(set(ids)),
        )
        awaited = self._batched(
            "UNWIND $items AS id MATCH (a:Awaited {space: $space, parent: id}) RETURN a.child AS id",
            space,
            sorted(set(ids)),
        )
        return {row["id"] for row in (*derived, *awaited)}

    def heard_in(self, space: str, episodes: Collection[str]) -> set[tuple[str, str]]:
        rows = self._batched(
            "UNWIND $items AS id MATCH (x:Delta {space: $space, episode: id})-[:REVISES]->(d:Dimension) "
            "RETURN DISTINCT d.id AS dimension, id AS episode",
            space,
            sorted(set(episodes)),
        )
        return {(row["dimension"], row["episode"]) for row in rows}

    def messages(self, space: str, ids: Collection[str] | None = None) -> list[Message]:
        if ids is None:
            rows: Iterable[dict[str, Any]] = self._rows("MATCH (m:Message {space: $space}) RETURN m", space=space)
        else:
            rows = self._batched(
                "UNWIND $items AS id MATCH (m:Message {space: $space, id: id}) RETURN m", space, sorted(set(ids))
            )
        return sorted((_message(row["m"]) for row in rows), key=lambda m: (m.at, m.id))

    def episodes(self, space: str, ids: Collection[str] | None = None) -> list[Episode]:
        if ids is None:
            head: Iterable[dict[str, Any]] = self._rows("MATCH (e:Episode {space: $space}) RETURN e", space=space)
        else:
            head = self._batched(
                "UNWIND $items AS id MATCH (e:Episode {space: $space, id: id}) RETURN e", space, sorted(set(ids))
            )
        found = {row["e"]["id"]: row["e"] for row in head}
        members: dict[str, list[str]] = {id: [] for id in found}
        for row in self._batched(
            "UNWIND $items AS id MATCH (e:Episode {space: $space, id: id})-[c:CONTAINS]->(m:Message) "
            "RETURN id AS episode, m.id AS message ORDER BY c.position",
            space,
            sorted(found),
        ):
            members[row["episode"]].append(row["message"])
        episodes = (
            Episode(id, from_micros(e["at_micros"]), from_micros(e["until_micros"]), tuple(members[id]), e["title"])
            for id, e in found.items()
        )
        return sorted(episodes, key=lambda e: (e.at, e.id))

    def edges(self, space: str, entity: str, limit: int) -> list[Edge]:
        out = self._rows(
            "MATCH (e:Entity {space: $space, id: $id})-[r:RELATES]->(t:Entity) "
            "RETURN e.id AS entity, t.id AS target, r.attribute AS attribute, r.probability AS probability, "
            "r.since_micros AS since ORDER BY probability DESC, entity, attribute, target LIMIT $limit",
            space=space, id=entity, limit=limit,
        )  # fmt: skip
        into = self._rows(
            "MATCH (t:Entity {space: $space, id: $id})<-[r:RELATES]-(e:Entity) "
            "RETURN e.id AS entity, t.id AS target, r.attribute AS attribute, r.probability AS probability, "
            "r.since_micros AS since ORDER BY probability DESC, entity, attribute, target LIMIT $limit",
            space=space, id=entity, limit=limit,
        )  # fmt: skip
        found = {
            Edge(row["entity"], row["target"], row["attribute"], row["probability"], row["since"])
            for row in (*out, *into)
        }
        return sorted(found, key=lambda e: (-e.probability, e.entity, e.attribute, e.target))

    def relations(self, space: str) -> list[Edge]:
        rows = self._rows(
            "MATCH (e:Entity {space: $space})-[r:RELATES]->(t:Entity) RETURN e.id AS entity, t.id AS target, "
            "r.attribute AS attribute, r.probability AS probability, r.since_micros AS since_micros "
            "ORDER BY entity, attribute, target",
            space=space,
        )
        return [Edge(**row) for row in rows]

    def mentions(self, space: str, episodes: Collection[str]) -> set[tuple[str, str]]:
        rows = self._batched(
            "UNWIND $items AS id MATCH (:Episode {space: $space, id: id})-[:MENTIONS]->(e:Entity) "
            "RETURN id AS episode, e.id AS entity",
            space,
            sorted(set(episodes)),
        )
        return {(row["episode"], row["entity"]) for row in rows}

    def sources(self, space: str) -> list[SourceRow]:
        rows = self._rows(
            "MATCH (x:Delta {space: $space}) RETURN x.source AS id, x.channel AS channel, count(*) AS deltas",
            space=space,
        )
        return sorted((SourceRow(**row) for row in rows), key=lambda s: (s.id, s.channel))

    def counts(self, space: str) -> Mapping[str, int]:
        (row,) = self._rows(
            "RETURN COUNT { (:Message {space: $space}) } AS messages, COUNT { (:Episode {space: $space}) } AS episodes, "
            "COUNT { (:Entity {space: $space}) } AS entities, COUNT { (:Dimension {space: $space}) } AS dimensions, "
            "COUNT { (:Delta {space: $space}) } AS deltas",
            space=space,
        )
        return row

    def corpus(self, space: str, kind: DocumentKind, tokens: Collection[str]) -> Corpus:
        sums: LiteralString = (
            "MATCH (d:Dimension {space: $space}) "
            "RETURN coalesce(sum(d.documents), 0) AS documents, coalesce(sum(d.tokens), 0) AS tokens"
            if kind == "delta"
            else "MATCH (d:Episode {space: $space}) "
            "RETURN coalesce(sum(d.documents), 0) AS documents, coalesce(sum(d.tokens), 0) AS tokens"
        )
        (row,) = self._rows(sums, space=space)
        frequencies = {}
        for token in tokens:
            (found,) = self._rows(
                "CALL db.index.fulltext.queryNodes($index, $term) YIELD node RETURN count(node) AS n",
                index=_INDEX[kind],
                term=_term(space, token),
            )
            frequencies[token] = found["n"]
        return Corpus(row["documents"], row["tokens"], frequencies)

    def candidates(self, space: str, kind: DocumentKind, tokens: Collection[str], limit: int) -> list[Document]:
        frequencies = self.corpus(space, kind, tokens).frequencies
        found: dict[str, Document] = {}
        for token in sorted(set(tokens), key=lambda t: (frequencies[t], t)):
            if len(found) >= limit or not frequencies[token]:
                continue
            rows = self._rows(
                "CALL db.index.fulltext.queryNodes($index, $term, {limit: $limit}) YIELD node RETURN node",
                index=_INDEX[kind],
                term=_term(space, token),
                limit=limit,
            )
            found.update((row["node"]["id"], _document(kind, row["node"])) for row in rows)
        return sorted(found.values(), key=lambda d: (d.kind, d.ref))

    def around(self, space: str, messages: Collection[str], reach: int = 1) -> list[Document]:
        rows = self._batched(
            "UNWIND $items AS id MATCH (m:Message {space: $space, id: id})<-[c:CONTAINS]-(e:Episode)-[n:CONTAINS]->"
            "(near:Message) WHERE abs(n.position - c.position) <= $reach RETURN DISTINCT near",
            space,
            sorted(set(messages)),
            reach=reach,
        )
        found = {row["near"]["id"]: _document("message", row["near"]) for row in rows}
        return sorted(found.values(), key=lambda d: (d.kind, d.ref))

    # ── writing ────────────────────────────────────────────────────────────────────────────────────────

    def open_space(self, space: str) -> None:
        self._tx.run("MERGE (:Space {name: $space})", space=space).consume()

    def add_entities(self, space: str, entities: Sequence[Entity]) -> None:
        self._do(
            "UNWIND $items AS x MERGE (e:Entity {space: $space, id: x.id}) "
            "ON CREATE SET e.key = x.key, e.key_hash = x.key_hash, e.name = x.name, e.type = x.type",
            space,
            [
                {"id": e.id, "key": e.key, "key_hash": _hash(e.key), "name": e.name, "type": e.type}
                for e in sorted(entities, key=lambda e: e.id)
            ],
        )

    def hold(self, space: str, dimensions: Sequence[Dimension]) -> list[Dimension]:
        # Everybody takes the locks in the order of the ids, so that two writers wait instead of deadlocking.
        ordered = sorted(dimensions, key=lambda d: d.id)
        self._do(
            "UNWIND $items AS x MATCH (e:Entity {space: $space, id: x.entity}) "
            "MERGE (d:Dimension {space: $space, id: x.id}) ON CREATE SET d.entity = x.entity, "
            "d.attribute = x.attribute, d.name = x.name, d.relation = x.relation, d.count = 0, d.stamp = '' "
            "SET d.version = coalesce(d.version, 0) + 1 MERGE (e)-[:HAS]->(d)",
            space,
            [
                {"id": d.id, "entity": d.entity, "attribute": d.attribute, "name": d.name, "relation": d.relation}
                for d in ordered
            ],
        )
        return self.dimensions_by_id(space, [d.id for d in ordered])

    def append(self, space: str, deltas: Sequence[Delta]) -> None:
        ordered = sorted(deltas, key=lambda d: (d.dimension, d.seq))
        self._do(
            "UNWIND $items AS x MATCH (d:Dimension {space: $space, id: x.dimension}) "
            "CREATE (n:Delta)-[:REVISES]->(d) SET n = x.fields, n.space = $space",
            space,
            [{"dimension": d.dimension, "fields": _fields(d)} for d in ordered],
        )
        self._do(
            "UNWIND $items AS x MATCH (n:Delta {space: $space, id: x.id}) "
            "MATCH (m:Message {space: $space, id: x.message}) MERGE (n)-[:SAID_IN]->(m)",
            space,
            [{"id": d.id, "message": d.message} for d in ordered if d.message is not None],
        )
        self._derive(space, ordered)

    def _derive(self, space: str, deltas: Sequence[Delta]) -> None:
        """Draw the edges that taint follows; a parent that is not here yet is awaited."""
        pairs = [{"child": d.id, "parent": parent} for d in deltas for parent in d.derived_from]
        if pairs:
            self._do(
                "UNWIND $items AS x MATCH (c:Delta {space: $space, id: x.child}) "
                "OPTIONAL MATCH (p:Delta {space: $space, id: x.parent}) "
                "FOREACH (_ IN CASE WHEN p IS NULL THEN [] ELSE [1] END | MERGE (c)-[:DERIVED_FROM]->(p)) "
                "FOREACH (_ IN CASE WHEN p IS NULL THEN [1] ELSE [] END | "
                "MERGE (:Awaited {space: $space, parent: x.parent, child: x.child}))",
                space,
                pairs,
            )
        self._do(
            "UNWIND $items AS id MATCH (a:Awaited {space: $space, parent: id}) "
            "MATCH (p:Delta {space: $space, id: id}) MATCH (c:Delta {space: $space, id: a.child}) "
            "MERGE (c)-[:DERIVED_FROM]->(p) DELETE a",
            space,
            [d.id for d in deltas],
        )

    def keep(self, space: str, dimensions: Sequence[Dimension]) -> None:
        self._do(
            "UNWIND $items AS x MATCH (d:Dimension {space: $space, id: x.id}) SET d += x.fields",
            space,
            [{"id": d.id, "fields": _derived(d)} for d in sorted(dimensions, key=lambda d: d.id)],
        )

    def append_record(self, space: str, record: Record) -> None:
        self._tx.run(
            "MATCH (s:Space {name: $space}) SET s.control = $seq, s.head = $hash "
            "CREATE (r:Record {space: $space, seq: $seq, type: $type, body: $body, actor: $actor, reason: $reason, "
            "recorded_at: $recorded_at, recorded_micros: $recorded, salt: $salt, hash: $hash, prev: $prev})",
            space=space, seq=record.seq, type=record.type, actor=record.actor, reason=record.reason,
            body=json.dumps(record.body, ensure_ascii=False, sort_keys=True), recorded=record.recorded_micros,
            recorded_at=record.recorded_at, salt=record.salt, hash=record.hash, prev=record.prev,
        ).consume()  # fmt: skip

    def add_episode(self, space: str, episode: Episode, messages: Sequence[Message]) -> None:
        self._tx.run(
            "MERGE (e:Episode {space: $space, id: $id}) ON CREATE SET e.at = $at, e.until = $until, "
            "e.at_micros = $at_micros, e.until_micros = $until_micros, e.title = $title",
            space=space, id=episode.id, at=episode.at, until=episode.until, title=episode.title,
            at_micros=micros(episode.at), until_micros=micros(episode.until),
        ).consume()  # fmt: skip
        self._do(
            "MATCH (e:Episode {space: $space, id: $episode}) UNWIND $items AS x "
            "CREATE (e)-[:CONTAINS {position: x.position}]->(m:Message) SET m = x.fields, m.space = $space "
            "WITH m MATCH (n:Delta {space: $space, episode: $episode}) WHERE n.message = m.id MERGE (n)-[:SAID_IN]->(m)",
            space,
            [{"position": i, "fields": _message_fields(m, episode.id, i)} for i, m in enumerate(messages)],
            episode=episode.id,
        )

    def add_mentions(self, space: str, episode: str, entities: Collection[str]) -> None:
        self._do(
            "MATCH (p:Episode {space: $space, id: $episode}) UNWIND $items AS id "
            "MATCH (e:Entity {space: $space, id: id}) MERGE (p)-[:MENTIONS]->(e)",
            space,
            sorted(set(entities)),
            episode=episode,
        )

    def index(self, space: str, documents: Sequence[Document]) -> None:
        words = [
            {"ref": d.ref, "words": " ".join(_term(space, t) for t in d.tokens), "size": len(d.tokens)}
            for d in sorted(documents, key=lambda d: d.ref)
            if d.kind == "delta"
        ]
        self._do(
            "UNWIND $items AS x MATCH (n:Delta {space: $space, id: x.ref})-[:REVISES]->(d:Dimension) "
            "SET n.words = x.words, d.documents = coalesce(d.documents, 0) + 1, d.tokens = coalesce(d.tokens, 0) + x.size",
            space,
            words,
        )
        words = [
            {"ref": d.ref, "words": " ".join(_term(space, t) for t in d.tokens), "size": len(d.tokens)}
            for d in sorted(documents, key=lambda d: d.ref)
            if d.kind == "message"
        ]
        self._do(
            "UNWIND $items AS x MATCH (n:Message {space: $space, id: x.ref})<-[:CONTAINS]-(d:Episode) "
            "SET n.words = x.words, d.documents = coalesce(d.documents, 0) + 1, d.tokens = coalesce(d.tokens, 0) + x.size",
            space,
            words,
        )

    def clear_index(self, space: str) -> None:
        for cypher in _CLEAR:
            self._tx.run(cypher, space=space).consume()

    def relate(self, space: str, edges: Mapping[tuple[str, str], Sequence[Edge]]) -> None:
        pairs = [{"entity": entity, "attribute": attribute} for entity, attribute in sorted(edges)]
        self._do(
            "UNWIND $items AS x MATCH (:Entity {space: $space, id: x.entity})-[r:RELATES {attribute: x.attribute}]->() "
            "DELETE r",
            space,
            pairs,
        )
        self._do(
            "UNWIND $items AS x MATCH (e:Entity {space: $space, id: x.entity}) "
            "MATCH (t:Entity {space: $space, id: x.target}) "
            "CREATE (e)-[r:RELATES {space: $space, attribute: x.attribute, probability: x.probability, "
            "since_micros: x.since, since: x.since_at}]->(t)",
            space,
            [
                {"entity": e.entity, "target": e.target, "attribute": e.attribute, "probability": e.probability,
                 "since": e.since_micros, "since_at": from_micros(e.since_micros)}
                for pair in sorted(edges)
                for e in edges[pair]
            ],
        )  # fmt: skip


_CLEAR: tuple[LiteralString, ...] = (
    "MATCH (n:Delta {space: $space}) REMOVE n.words",
    "MATCH (n:Message {space: $space}) REMOVE n.words",
    "MATCH (n:Dimension {space: $space}) REMOVE n.documents, n.tokens",
    "MATCH (n:Episode {space: $space}) REMOVE n.documents, n.tokens",
)


@lru_cache(maxsize=1024)
def _prefix(space: str) -> str:
    """The space token: part of every full-text term, so that a large space never hides a small one."""
    return f"s{hashlib.sha256(space.encode()).hexdigest()[:16]}_"


def _term(space: str, token: str) -> str:
    return _prefix(space) + token


@lru_cache(maxsize=65536)
def _hash(key: str) -> str:
    """An index key for a name of any length; Neo4j refuses index keys near 8 kB."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _entity(node: neo4j.graph.Node) -> Entity:
    return Entity(node["id"], node["key"], node["name"], node.get("type"))


def _dimension(node: neo4j.graph.Node) -> Dimension:
    return Dimension(
        node["id"], node["entity"], node["attribute"], node["name"], node["count"], bytes(node.get("head") or b""),
        node.get("state"), node["stamp"], bool(node["relation"]),
    )  # fmt: skip


def _derived(d: Dimension) -> dict[str, object]:
    """What a dimension node shows of its belief: the state for Nous, the snapshot for people."""
    fields: dict[str, object] = {
        "count": d.count, "head": d.head, "state": d.state, "stamp": d.stamp, "relation": d.relation,
    }  # fmt: skip
    if d.snapshot is not None:
        s = d.snapshot
        fields |= {
            "best": s.values[0] if s.values and s.probabilities[0] >= s.unknown else None,
            "probability": s.probabilities[0] if s.values else 0.0,
            "values": list(s.values),
            "probabilities": list(s.probabilities),
            "unknown": s.unknown,
            "cached_at": from_micros(s.at_micros),
        }
    return fields


def _fields(d: Delta) -> dict[str, object]:
    fields: dict[str, object] = {name: getattr(d, name) for name in _DELTA_FIELDS}
    fields["derived_from"] = list(d.derived_from)
    fields["at"], fields["recorded_at"] = d.at, d.recorded_at  # for people; the exact times are the microseconds
    return fields


def _delta(row: Mapping[str, Any]) -> Delta:
    node = row["x"]
    fields = {name: node.get(name) for name in _DELTA_FIELDS}
    fields.update({name: bytes(node[name]) for name in ("salt", "hash", "prev")})
    return Delta(
        dimension=row["dimension"],
        entity=row["entity"],
        attribute=row["attribute"],
        derived_from=tuple(node["derived_from"]),
        recorded_surprise=node["surprise"],
        **fields,
    )


def _message_fields(m: Message, episode: str, position: int) -> dict[str, object]:
    return {
        "id": m.id, "speaker": m.speaker, "text": m.text, "at": m.at, "at_micros": micros(m.at), "role": m.role,
        "channel": m.channel, "source": m.source, "derived_from": list(m.derived_from), "offset": m.offset,
        "episode": episode, "position": position, "recorded_micros": micros(m.recorded_at or m.at),
    }  # fmt: skip


def _message(node: neo4j.graph.Node) -> Message:
    return Message(
        node["id"], node["speaker"], node["text"], from_micros(node["at_micros"]), node.get("role"), node["channel"],
        node["source"], tuple(node["derived_from"]), node.get("offset"), node["episode"],
        from_micros(node["recorded_micros"]),
    )  # fmt: skip


def _record(node: neo4j.graph.Node) -> Record:
    return Record(
        node["seq"], node["type"], json.loads(node["body"]), node["actor"], node["reason"], node["recorded_micros"],
        bytes(node["salt"]), bytes(node["hash"]), bytes(node["prev"]),
    )  # fmt: skip


def _document(kind: DocumentKind, node: neo4j.graph.Node) -> Document:
    tokens = tuple(word.partition("_")[2] for word in node["words"].split())
    if kind == "delta":
        return Document("delta", node["id"], tokens)
    return Document("message", node["id"], tokens, node["speaker"], node["episode"], node["position"])
