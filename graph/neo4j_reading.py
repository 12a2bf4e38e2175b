"""The reading verbs of the seam in Cypher: one transaction on the Neo4j store.

User text is only ever a parameter; labels and relationship types are fixed. Every MATCH names the space.

Neo4j reads what is committed at each moment, not one snapshot. Chains only grow, so a transaction that reads notes how
long each was when it first looked, and sees no more of it after: no chain ever seems broken because somebody writes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, LiteralString

import neo4j

from . import neo4j_values as rows
from .model import Delta, Dimension, Entity, Episode, Message, Record, Snapshot
from .neo4j_schema import FULLTEXT
from .neo4j_values import Row
from .store import Chain, Checkpoint, Corpus, Document, DocumentKind, Edge, SourceRow, chunks, rarest_first

_BATCH = 1_000  # rows a statement: bounds the memory of server and driver
_ENTITY = rows.columns("e", rows.ENTITY)
_DIMENSION = rows.columns("d", rows.DIMENSION)
_DELTA = rows.columns("x", rows.DELTA)
_MESSAGE = rows.columns("m", rows.MESSAGE)
_PLACE = {"delta": "[x.id, x.words]", "message": "[x.id, x.words, x.speaker, x.episode, x.position]"}
_EDGE = "[e.id, t.id, r.attribute, r.probability, r.since_micros]"


class Reading:
    """A transaction that reads: what the store's `read` hands to its work."""

    # What each verb does is said once, in `store.Reader`.

    def __init__(self, tx: neo4j.ManagedTransaction) -> None:
        self._tx = tx
        self._spaces: dict[str, tuple[int, bytes, int]] = {}
        self._lengths: dict[tuple[str, str], int] = {}  # of the chains, when first looked at
        self._frequencies: dict[tuple[str, str], int] = {}  # of full-text terms

    def _run(self, statement: str, **parameters: object) -> list[Any]:
        """The rows of a query with one column."""
        return [record[0] for record in self._tx.run(statement, parameters)]

    def _batched(self, cypher: str, space: str, items: Iterable[object], **parameters: object) -> Iterator[Any]:
        """The rows of a query over `$items` that collects them: the driver reads one record faster than a thousand."""
        for batch in chunks(items, _BATCH):
            for found in self._run(cypher, space=space, items=batch, **parameters):
                yield from found

    def _note(self, space: str, dimension: str, count: int) -> None:
        self._lengths.setdefault((space, dimension), count)

    def _seen(self, space: str, found: Dimension) -> Dimension:
        self._note(space, found.id, found.count)
        return found

    def _space(self, space: str) -> tuple[int, bytes, int]:
        """How many records a space has, the hash of the last, and the generation of its index."""
        known = self._spaces.get(space)
        if known is None:
            found = self._run("MATCH (s:Space {name: $space}) RETURN [s.control, s.head, s.generation]", space=space)
            seq, head, generation = found[0] if found else (0, b"", 0)
            known = self._spaces[space] = (seq, bytes(head), generation)
        return known

    def spaces(self) -> list[str]:
        return sorted(self._run("MATCH (s:Space) RETURN s.name"))

    def control(self, space: str) -> tuple[int, bytes]:
        return self._space(space)[:2]

    def records(self, space: str) -> list[Record]:
        cypher = (
            "MATCH (r:Record {space: $space}) WHERE r.seq <= $last "
            f"RETURN {rows.columns('r', rows.RECORD)} ORDER BY r.seq"
        )
        return [rows.record(row) for row in self._run(cypher, space=space, last=self._space(space)[0])]

    # ── entities and dimensions ────────────────────────────────────────────────────────────────────────

    def entities(self, space: str, keys: Collection[str] | None = None) -> list[Entity]:
        if keys is None:
            every = self._run(f"MATCH (e:Entity {{space: $space}}) RETURN {_ENTITY}", space=space)
            found: Iterable[Entity] = map(rows.entity, every)
        else:
            wanted = set(keys)
            cypher = (
                f"UNWIND $items AS hash MATCH (e:Entity {{space: $space, key_hash: hash}}) RETURN collect({_ENTITY})"
            )
            hashed = self._batched(cypher, space, sorted(map(rows.key_hash, wanted)))
            found = (e for e in map(rows.entity, hashed) if e.key in wanted)
        return sorted(found, key=lambda e: (e.key, e.type or ""))

    def entities_by_id(self, space: str, ids: Collection[str]) -> list[Entity]:
        cypher = f"UNWIND $items AS id MATCH (e:Entity {{space: $space, id: id}}) RETURN collect({_ENTITY})"
        found = map(rows.entity, self._batched(cypher, space, sorted(set(ids))))
        return sorted(found, key=lambda e: (e.key, e.type or ""))

    def dimensions(
        self, space: str, entities: Collection[str] | None = None, attributes: Collection[str] | None = None
    ) -> list[Dimension]:
        if entities is None:
            found: Iterable[Row] = self._run(f"MATCH (d:Dimension {{space: $space}}) RETURN {_DIMENSION}", space=space)
        else:
            cypher = (
                "UNWIND $items AS id MATCH (:Entity {space: $space, id: id})-[:HAS]->(d:Dimension) "
                f"RETURN collect({_DIMENSION})"
            )
            found = self._batched(cypher, space, sorted(set(entities)))
        wanted = None if attributes is None else set(attributes)
        dimensions = (self._seen(space, rows.dimension(row)) for row in found)
        kept = (d for d in dimensions if wanted is None or d.attribute in wanted)
        return sorted(kept, key=lambda d: (d.entity, d.attribute))

    def dimensions_by_id(self, space: str, ids: Collection[str]) -> list[Dimension]:
        cypher = f"UNWIND $items AS id MATCH (d:Dimension {{space: $space, id: id}}) RETURN collect({_DIMENSION})"
        found = self._batched(cypher, space, sorted(set(ids)))
        return sorted((self._seen(space, rows.dimension(row)) for row in found), key=lambda d: (d.entity, d.attribute))

    def chains(self, space: str) -> list[Chain]:
        found = self._run(
            "MATCH (d:Dimension {space: $space}) RETURN [d.entity, d.attribute, d.id, d.count, d.head]", space=space
        )
        chains = []
        for _, _, id, count, head in sorted(found, key=lambda row: (row[0], row[1])):
            self._note(space, id, count)
            chains.append(Chain(id, count, bytes(head or b"")))
        return chains

    def snapshots(self, space: str, dimensions: Collection[str]) -> dict[str, Snapshot]:
        found = self._batched(
            "UNWIND $items AS id MATCH (d:Dimension {space: $space, id: id}) WHERE d.decision IS NOT NULL "
            f"RETURN collect([id, {rows.columns('d', rows.SNAPSHOT)}])",
            space,
            sorted(set(dimensions)),
        )
        return {id: rows.snapshot(row) for id, row in found}

    # ── deltas ─────────────────────────────────────────────────────────────────────────────────────────

    def deltas(self, space: str, dimensions: Collection[str], since: int | None = None) -> Iterator[Delta]:
        cypher = (
            "UNWIND $items AS i MATCH (d:Dimension {space: $space, id: i[0]})<-[:REVISES]-(x:Delta) "
            "WHERE (i[1] IS NULL OR x.seq <= i[1]) AND ($since IS NULL OR x.at_micros >= $since) "
            "WITH d, x ORDER BY x.seq "
            f"WITH d, collect([d.id, d.entity, d.attribute, {_DELTA}]) AS log RETURN log"
        )
        wanted = [self._until(space, id) for id in dict.fromkeys(dimensions)]
        return (rows.delta(row, *owner) for *owner, row in self._batched(cypher, space, wanted, since=since))

    def checkpoint(self, space: str, dimension: str, before: float) -> Checkpoint | None:
        cypher = (
            "MATCH (:Dimension {space: $space, id: $id})-[:PASSED]->(c:Checkpoint) WHERE c.t < $before "
            "RETURN [$id, c.t, c.state] ORDER BY c.t DESC LIMIT 1"
        )
        found = self._run(cypher, space=space, id=dimension, before=before)
        return Checkpoint(*found[0]) if found else None

    def checkpoints(self, space: str, dimensions: Collection[str]) -> list[Checkpoint]:
        cypher = (
            "UNWIND $items AS id MATCH (:Dimension {space: $space, id: id})-[:PASSED]->(c:Checkpoint) "
            "RETURN collect([id, c.t, c.state])"
        )
        return sorted(Checkpoint(*row) for row in self._batched(cypher, space, sorted(set(dimensions))))

    def _until(self, space: str, dimension: str) -> tuple[str, int | None]:
        """A dimension with the place in its chain up to which it is read; None: to its end."""
        return dimension, self._lengths.get((space, dimension))

    def deltas_by_id(self, space: str, ids: Collection[str]) -> list[Delta]:
        cypher = (
            "UNWIND $items AS id MATCH (x:Delta {space: $space, id: id})-[:REVISES]->(d:Dimension) "
            f"RETURN collect([d.id, d.entity, d.attribute, {_DELTA}])"
        )
        return [rows.delta(row, *owner) for *owner, row in self._batched(cypher, space, dict.fromkeys(ids))]

    def recorded(self, space: str, first: int, last: int) -> list[Delta]:
        cypher = (
            "MATCH (d:Dimension {space: $space})<-[:REVISES]-(x:Delta) "
            "WHERE $first <= x.recorded_micros < $last "
            f"WITH d, collect([d.id, d.entity, d.attribute, {_DELTA}]) AS log RETURN log"
        )
        found = [row for log in self._run(cypher, space=space, first=first, last=last) for row in log]
        return sorted((rows.delta(row, *owner) for *owner, row in found), key=lambda d: (d.recorded_micros, d.id))

    def children(self, space: str, ids: Collection[str]) -> set[str]:
        cypher = (
            "UNWIND $items AS id MATCH (:Delta {space: $space, id: id})<-[:DERIVED_FROM]-(c:Delta) "
            "RETURN collect(DISTINCT c.id)"
        )
        return set(self._batched(cypher, space, sorted(set(ids))))

    def heard_in(self, space: str, episodes: Collection[str], until: int | None = None) -> set[tuple[str, str]]:
        cypher = (
            "UNWIND $items AS id MATCH (x:Delta {space: $space, episode: id})-[:REVISES]->(d:Dimension) "
            "WHERE $until IS NULL OR x.at_micros <= $until RETURN collect(DISTINCT [d.id, id])"
        )
        found = self._batched(cypher, space, sorted(set(episodes)), until=until)
        return {(dimension, episode) for dimension, episode in found}

    def sources(self, space: str) -> list[SourceRow]:
        found = self._run(
            "MATCH (:Dimension {space: $space})<-[:REVISES]-(x:Delta) "
            "WITH x.source AS source, x.channel AS channel, count(*) AS deltas RETURN [source, channel, deltas]",
            space=space,
        )
        return sorted((SourceRow(*row) for row in found), key=lambda s: (s.id, s.channel))

    # ── messages and episodes ──────────────────────────────────────────────────────────────────────────

    def messages(self, space: str, ids: Collection[str] | None = None) -> list[Message]:
        if ids is None:
            cypher = f"MATCH (:Episode {{space: $space}})-[:CONTAINS]->(m:Message) RETURN {_MESSAGE}"
            found: Iterable[Row] = self._run(cypher, space=space)
        else:
            cypher = f"UNWIND $items AS id MATCH (m:Message {{space: $space, id: id}}) RETURN collect({_MESSAGE})"
            found = self._batched(cypher, space, sorted(set(ids)))
        return sorted(map(rows.message, found), key=lambda m: (m.at, m.id))

    def episodes(self, space: str, ids: Collection[str] | None = None) -> list[Episode]:
        told = f"[{rows.columns('e', rows.EPISODE)}, COLLECT {{ {_INSIDE} }}]"
        if ids is None:
            found: Iterable[tuple[Row, list[str]]] = self._run(
                f"MATCH (e:Episode {{space: $space}}) RETURN {told}", space=space
            )
        else:
            cypher = f"UNWIND $items AS id MATCH (e:Episode {{space: $space, id: id}}) RETURN collect({told})"
            found = self._batched(cypher, space, sorted(set(ids)))
        return sorted((rows.episode(row, inside) for row, inside in found), key=lambda e: (e.at, e.id))

    def mentions(self, space: str, episodes: Collection[str]) -> set[tuple[str, str]]:
        cypher = (
            "UNWIND $items AS id MATCH (:Episode {space: $space, id: id})-[:MENTIONS]->(e:Entity) "
            "RETURN collect([id, e.id])"
        )
        return {(episode, entity) for episode, entity in self._batched(cypher, space, sorted(set(episodes)))}

    # ── edges and counts ───────────────────────────────────────────────────────────────────────────────

    def edges(self, space: str, entity: str, limit: int) -> list[Edge]:
        cypher = (
            "MATCH (e:Entity {space: $space, id: $id})-[r:RELATES]->(t:Entity) "
            f"WITH e, r, t {_STRONGEST} RETURN {_EDGE} AS edge UNION "
            "MATCH (t:Entity {space: $space, id: $id})<-[r:RELATES]-(e:Entity) "
            f"WITH e, r, t {_STRONGEST} RETURN {_EDGE} AS edge"
        )
        found = {Edge(*row) for row in self._run(cypher, space=space, id=entity, limit=limit)}
        return sorted(found, key=lambda e: (-e.probability, e.entity, e.attribute, e.target))

    def relations(self, space: str) -> list[Edge]:
        found = self._run(f"MATCH (e:Entity {{space: $space}})-[r:RELATES]->(t:Entity) RETURN {_EDGE}", space=space)
        return sorted((Edge(*row) for row in found), key=lambda e: (e.entity, e.attribute, e.target))

    def counts(self, space: str) -> Mapping[str, int]:
        (row,) = self._run(
            "RETURN [COUNT { (:Entity {space: $space}) }, COUNT { (:Episode {space: $space}) }, "
            "COUNT { (:Dimension {space: $space}) }, COUNT { (:Episode {space: $space})-[:CONTAINS]->() }, "
            "COUNT { (:Dimension {space: $space})<-[:REVISES]-() }]",
            space=space,
        )
        return dict(zip(("entities", "episodes", "dimensions", "messages", "deltas"), row, strict=True))

    # ── words ──────────────────────────────────────────────────────────────────────────────────────────

    def _token(self, space: str) -> str:
        return rows.space_token(space, self._space(space)[2])

    def corpus(self, space: str, kind: DocumentKind, tokens: Collection[str]) -> Corpus:
        label = "Dimension" if kind == "delta" else "Episode"
        (row,) = self._run(
            f"MATCH (d:{label} {{space: $space}}) WHERE d.indexed = $generation "
            "RETURN [coalesce(sum(d.documents), 0), coalesce(sum(d.tokens), 0)]",
            space=space,
            generation=self._space(space)[2],
        )
        return Corpus(row[0], row[1], self._counted(space, kind, tokens))

    def _counted(self, space: str, kind: DocumentKind, tokens: Collection[str]) -> dict[str, int]:
        """In how many documents each token stands; counted in the index, where nobody has to wait for a counter."""
        token = self._token(space)
        new = [t for t in dict.fromkeys(tokens) if (kind, token + t) not in self._frequencies]
        cypher = (
            "UNWIND $items AS term CALL db.index.fulltext.queryNodes($index, $token + term) YIELD node "
            "WITH term, count(node) AS n RETURN collect([term, n])"
        )
        found = dict(self._batched(cypher, space, new, index=FULLTEXT[kind], token=token))
        self._frequencies.update({(kind, token + t): found.get(t, 0) for t in new})
        return {t: self._frequencies[kind, token + t] for t in tokens}

    def candidates(self, space: str, kind: DocumentKind, tokens: Collection[str], limit: int) -> list[Document]:
        found: dict[str, Document] = {}
        cypher = (
            "CALL db.index.fulltext.queryNodes($index, $term) YIELD node AS x "
            f"WITH x ORDER BY x.at_micros DESC, x.id LIMIT $limit RETURN {_PLACE[kind]}"
        )
        for token in rarest_first(self._counted(space, kind, tokens)):
            if len(found) >= limit:
                break
            term = self._token(space) + token
            for row in self._run(cypher, index=FULLTEXT[kind], term=term, limit=limit):
                found[row[0]] = rows.document(kind, row)
        return sorted(found.values(), key=lambda d: d.ref)

    def documents(self, space: str, kind: DocumentKind, ids: Collection[str]) -> list[Document]:
        cypher = (
            f"UNWIND $items AS id MATCH (x:{kind.capitalize()} {{space: $space, id: id}}) "
            f"WHERE x.words STARTS WITH $token RETURN collect({_PLACE[kind]})"
        )
        found = self._batched(cypher, space, sorted(set(ids)), token=self._token(space))
        return sorted((rows.document(kind, row) for row in found), key=lambda d: d.ref)

    def around(self, space: str, messages: Collection[str], reach: int = 1) -> list[Document]:
        cypher = (
            "UNWIND $items AS id MATCH (:Message {space: $space, id: id})<-[c:CONTAINS]-(e:Episode) "
            "MATCH (e)-[n:CONTAINS]->(x:Message) "
            "WHERE abs(n.position - c.position) <= $reach AND x.words STARTS WITH $token "
            f"RETURN collect(DISTINCT {_PLACE['message']})"
        )
        found = self._batched(cypher, space, sorted(set(messages)), reach=reach, token=self._token(space))
        documents = {row[0]: rows.document("message", row) for row in found}
        return sorted(documents.values(), key=lambda d: d.ref)


_INSIDE: LiteralString = "MATCH (e)-[c:CONTAINS]->(m:Message) RETURN m.id ORDER BY c.position"
_STRONGEST: LiteralString = "ORDER BY r.probability DESC, e.id, r.attribute, t.id LIMIT $limit"
