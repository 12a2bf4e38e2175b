"""The writing verbs of the seam in Cypher: one transaction on the Neo4j store.

What the ledger writes about a dimension is gathered and sent in one statement, before anything is read again or
committed. Neo4j has locks where SQLite has one writer: a dimension is locked by whoever holds it, and every writer
holds a pen of its own in the space, so that what must have the space to itself, a control record, takes all pens.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import neo4j

from . import neo4j_cypher as cypher
from . import neo4j_values as rows
from .model import Delta, Dimension, Entity, Episode, Message, Record
from .neo4j_reading import Reading
from .neo4j_values import Row
from .store import Checkpoint, Document, Edge, chunks
from .times import micros

_BATCH = 1_000  # deltas a statement
_IDLE_DAYS = 1  # after which a pen that nobody took up is thrown away; its writer would make a new one


class Conflict(Exception):
    """Another writer was faster: the work has to be done again, on what it left."""


class NoPen(Exception):
    """The writer has no pen in a space: one has to be made there, then the work can be done."""

    def __init__(self, space: str) -> None:
        super().__init__(space)
        self.space = space


@dataclass(slots=True)
class Pen:
    """What a writer has to hold in a space while it writes there; used by one transaction at a time.

    `spaces` are those where it lies; `absent` those that were not there when it was to be made.
    """

    id: str
    spaces: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)


def make_pen(tx: neo4j.ManagedTransaction, space: str, pen: str) -> bool:
    """Make a pen in a space, unless it lies there; whether there is such a space."""
    return tx.run(cypher.MAKE, space=space, pen=pen, mark="").single() is not None


@dataclass(slots=True)
class _Revised:
    """What was written about one dimension and is not sent yet."""

    standing: list[Row] = field(default_factory=list)
    shown: list[Row] = field(default_factory=list)
    deltas: dict[str, list[Any]] = field(default_factory=dict)
    documents: int = 0
    tokens: int = 0


class Writing(Reading):
    """A transaction that also writes: what the store's `write` hands to its work.

    Nobody else uses the pen at the same time; `mark` names this transaction.
    """

    # What each verb does is said once, in `store.Writer`.

    def __init__(self, tx: neo4j.ManagedTransaction, pen: Pen, mark: str) -> None:
        super().__init__(tx)
        self._pen, self._mark = pen, mark
        self._waiting: dict[str, dict[str, _Revised]] = {}
        self._where: dict[tuple[str, str], str] = {}  # the dimension of each delta that waits
        self._in_vain: dict[str, dict[str, bool]] = {}  # ids looked up and not found: whether they are cited
        self._appended: dict[str, dict[str, Delta]] = {}  # in this transaction
        self._uncited: dict[str, set[str]] = {}  # of these, those that nobody cited before they came
        self._born: dict[str, dict[str, set[str]]] = {}  # what was appended here, by what it derives from
        self.entered: set[str] = set()

    def _run(self, statement: str, **parameters: object) -> list[Any]:
        space = parameters.get("space")
        if isinstance(space, str):
            self._space(space)
        self.flush()
        return super()._run(statement, **parameters)

    def _do(self, statement: str, **parameters: object) -> None:
        self._tx.run(statement, parameters).consume()

    def _do_all(self, statement: str, space: str, items: Iterable[object], **parameters: object) -> None:
        for batch in chunks(items, _BATCH):
            self._do(statement, space=space, items=batch, **parameters)

    def _note(self, space: str, dimension: str, count: int) -> None:
        """Nothing: who writes sees its own deltas, and nobody else adds to a dimension that it holds."""

    # ── the space ──────────────────────────────────────────────────────────────────────────────────────

    def _space(self, space: str) -> tuple[int, bytes, int]:
        if space in self.entered:
            return self._spaces[space]
        if space in self._pen.absent:
            return 0, b"", 0
        if space not in self._pen.spaces or not self._enter(space, cypher.TAKE_UP):
            raise NoPen(space)
        return self._spaces[space]

    def _enter(self, space: str, statement: str) -> bool:
        """Take up the pen: from here on until the end no control record can be appended by anybody else."""
        found = super()._run(statement, space=space, pen=self._pen.id, mark=self._mark)
        if found:
            seq, head, generation = found[0]
            self._spaces[space] = (seq, bytes(head), generation)
            self.entered.add(space)
        return bool(found)

    def committed(self, tx: neo4j.ManagedTransaction) -> bool:
        """Whether this transaction was committed, asked in another one, which waits until it has ended."""
        found = tx.run(cypher.COMMITTED, space=min(self.entered), pen=self._pen.id, mark=self._mark)
        return found.single() is not None

    def open_space(self, space: str) -> None:
        self._space(space)
        if space not in self.entered:
            (ours,) = super()._run(cypher.OPEN, space=space, head=b"", mark=self._mark)
            if not ours:
                raise Conflict(f"the space {space!r} was opened by another writer")
            self._enter(space, cypher.MAKE)  # others know neither the space nor the pen before this is committed

    def _alone(self, space: str) -> None:
        """Wait until nobody else writes in the space, and keep it so until the end."""
        self._space(space)
        self.flush()
        self._do(cypher.TAKE_ALL, space=space, mark=self._mark, idle=_IDLE_DAYS * 86_400_000)

    def append_record(self, space: str, record: Record) -> None:
        self._alone(space)
        about = record.body.get("id")
        self._do(
            cypher.RECORD, space=space, row=rows.record_row(record), about=about if isinstance(about, str) else None
        )
        self._spaces[space] = (record.seq, record.hash, self._spaces[space][2])

    def clear_index(self, space: str) -> None:
        self._alone(space)
        seq, head, generation = self._space(space)
        self._do("MATCH (s:Space {name: $space}) SET s.generation = $next", space=space, next=generation + 1)
        if space in self._spaces:
            self._spaces[space] = (seq, head, generation + 1)
            self._frequencies.clear()

    # ── entities and dimensions ────────────────────────────────────────────────────────────────────────

    def add_entities(self, space: str, entities: Sequence[Entity]) -> None:
        self._do_all(
            cypher.ENTITIES,
            space,
            [(e.id, e.key, e.name, e.type, rows.key_hash(e.key)) for e in sorted(entities, key=lambda e: e.id)],
        )

    def hold(self, space: str, dimensions: Sequence[Dimension]) -> list[Dimension]:
        # Everybody takes the locks in the order of the ids, so that two writers wait instead of deadlocking.
        ordered = sorted(dimensions, key=lambda d: d.id)
        wanted = [(d.id, d.entity, d.attribute, d.name, d.relation) for d in ordered]
        found = map(rows.dimension, self._batched(cypher.HOLD, space, wanted, mark=self._mark))
        return sorted(found, key=lambda d: (d.entity, d.attribute))

    def _revised(self, space: str, dimension: str) -> _Revised:
        return self._waiting.setdefault(space, {}).setdefault(dimension, _Revised())

    def keep(self, space: str, dimensions: Sequence[Dimension]) -> None:
        for d in dimensions:
            revised = self._revised(space, d.id)
            revised.standing = [(d.count, d.head, d.state, d.stamp, d.relation)]
            if d.snapshot is not None:
                revised.shown = [rows.snapshot_row(d.snapshot)]

    def keep_checkpoints(self, space: str, since: Mapping[str, float], made: Sequence[Checkpoint]) -> None:
        self._do_all(cypher.PASSED_NO_MORE, space, sorted(since.items()))
        self._do_all(cypher.PASSED, space, [tuple(c) for c in sorted(made)])

    def relate(self, space: str, edges: Mapping[tuple[str, str], Sequence[Edge]]) -> None:
        items = []
        for (entity, attribute), several in sorted(edges.items()):
            targets = [(e.target, e.probability, e.since_micros) for e in several]
            items.append((entity, attribute, [e.target for e in several], targets))
        self._do_all(cypher.RELATE, space, items)

    # ── deltas ─────────────────────────────────────────────────────────────────────────────────────────

    def deltas_by_id(self, space: str, ids: Collection[str]) -> list[Delta]:
        own = self._appended.setdefault(space, {})
        wanted = dict.fromkeys(id for id in ids if id not in own)
        in_vain = dict.fromkeys(wanted, False)
        found = [own[id] for id in dict.fromkeys(ids) if id in own]
        for dimension, entity, attribute, row in self._batched(cypher.LOOK_UP, space, wanted):
            if dimension is None:
                in_vain[row[0]] = True  # nothing but a citation waits for it
            else:
                del in_vain[row[0]]
                found.append(rows.delta(row, dimension, entity, attribute))
        self._in_vain.setdefault(space, {}).update(in_vain)
        return found

    def children(self, space: str, ids: Collection[str]) -> set[str]:
        born = self._born.setdefault(space, {})
        uncited = self._uncited.setdefault(space, set())
        found = {child for id in ids for child in born.get(id, ())}
        asked = [id for id in ids if id not in uncited]
        return found | super().children(space, asked) if asked else found

    def append(self, space: str, deltas: Sequence[Delta]) -> None:
        in_vain = self._in_vain.setdefault(space, {})
        self._uncited.setdefault(space, set()).update(d.id for d in deltas if in_vain.get(d.id) is False)
        self._appended.setdefault(space, {}).update((d.id, d) for d in deltas)
        for d in deltas:
            self._revised(space, d.dimension).deltas[d.id] = [*rows.delta_row(d), None, False]
            self._where[space, d.id] = d.dimension
            for parent in d.derived_from:
                self._born.setdefault(space, {}).setdefault(parent, set()).add(d.id)

    def index(self, space: str, documents: Sequence[Document]) -> None:
        token = self._token(space)
        late: dict[str, list[tuple[str, str, int]]] = {"delta": [], "message": []}
        for d in documents:
            written = rows.words(token, d.tokens)
            dimension = self._where.get((space, d.ref)) if d.kind == "delta" else None
            if dimension is None:
                late[d.kind].append((d.ref, written, len(d.tokens)))
            else:
                revised = self._revised(space, dimension)
                revised.deltas[d.ref][cypher.WORDS] = written
                revised.documents += 1
                revised.tokens += len(d.tokens)
        for kind, items in late.items():
            if items:
                self.flush()
                generation = self._space(space)[2]
                self._do_all(cypher.INDEX[kind], space, sorted(items), token=token, generation=generation)
        self._frequencies.clear()

    def flush(self) -> None:
        """Send what was written and waits."""
        waiting, self._waiting = self._waiting, {}
        for space, revised in waiting.items():
            self._where.clear()
            appended = {id: row for r in revised.values() for id, row in r.deltas.items()}
            if appended:
                self._judge(space, appended)
            self._revise(space, revised, appended)
            self._cite(space, appended)

    def _revise(self, space: str, revised: Mapping[str, _Revised], appended: Mapping[str, list[Any]]) -> None:
        generation = self._space(space)[2]
        cited = self._cited_of(space, appended)
        for batch in _batches(revised, cited):
            self._do(cypher.REVISE, space=space, items=batch, generation=generation)
        filled = [
            (dimension, r.deltas[id]) for dimension, r in revised.items() for id in sorted(cited & r.deltas.keys())
        ]
        self._do_all(cypher.FILL, space, filled)
        said = [(id, row[cypher.MESSAGE_ID]) for id, row in appended.items() if row[cypher.MESSAGE_ID] is not None]
        self._do_all(cypher.SAY, space, said)

    def _cited_of(self, space: str, appended: Mapping[str, list[Any]]) -> set[str]:
        """Those of new deltas that were cited before they came: a node of that id is there already."""
        in_vain = self._in_vain.setdefault(space, {})
        new = sorted(id for id in appended if id not in in_vain)
        found = set(self._batched(cypher.CITED, space, new))
        return found | {id for id in appended if in_vain.pop(id, False)}

    def _judge(self, space: str, appended: Mapping[str, list[Any]]) -> None:
        """Mark those of new deltas that were retracted before they came, for whoever looks at the graph."""
        if self._space(space)[0]:
            for id in self._batched(cypher.RETRACTED, space, sorted(appended)):
                appended[id][cypher.WORDS + 1] = True

    def _cite(self, space: str, appended: Mapping[str, list[Any]]) -> None:
        """Draw the edges that taint follows; what is cited and not here yet gets a node that waits for it.

        What this transaction looked up in vain it has relied on not being here. Those nodes are locked now; if one
        was filled meanwhile, all has to be done again, knowing it.
        """
        in_vain = self._in_vain.get(space, {})
        pairs = sorted((parent, id) for id, row in appended.items() for parent in row[cypher.PARENTS])
        here = set(self._batched(cypher.CITE, space, pairs))
        here.update(self._batched(cypher.STILL, space, sorted(id for id, cited in in_vain.items() if cited)))
        if late := here.intersection(in_vain):
            raise Conflict(f"{min(late)} came from another writer")

    # ── messages and episodes ──────────────────────────────────────────────────────────────────────────

    def add_episode(self, space: str, episode: Episode, messages: Sequence[Message]) -> None:
        self.flush()
        self._do(
            cypher.EPISODE, space=space, row=(episode.id, micros(episode.at), micros(episode.until), episode.title)
        )
        placed = [(i, rows.message_row(m, episode.id)) for i, m in enumerate(messages)]
        self._do_all(cypher.MESSAGES, space, placed, episode=episode.id)

    def add_mentions(self, space: str, episode: str, entities: Collection[str]) -> None:
        self._do_all(
            cypher.MENTIONS,
            space,
            sorted(set(entities)),
            episode=episode,
            mark=self._mark,
        )


def _batches(revised: Mapping[str, _Revised], apart: Collection[str]) -> Iterator[list[Row]]:
    """Dimensions as `cypher.REVISE` takes them, in the order of their ids, with so many deltas a statement at most."""
    batch: list[Row] = []
    size = 0
    for id, r in sorted(revised.items()):
        deltas = [row for delta, row in r.deltas.items() if delta not in apart]
        parts = list(chunks(deltas, _BATCH)) or [[]]
        for i, part in enumerate(parts):
            head = (r.standing, r.shown, part, r.documents, r.tokens) if i == 0 else ([], [], part, 0, 0)
            batch.append((id, *head))
            size += 1 + len(part)
            if size >= _BATCH:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch
