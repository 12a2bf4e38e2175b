"""A space on its way from one store to another: piece by piece, hashes intact, and safe to do again.

What is there already is compared by its hashes and left alone; what differs is a ConflictError. Each batch is one
transaction; derived things are made anew at the end, so that a move that was cut short is finished by doing it again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from nous.beliefs.errors import ConflictError, IntegrityError

from .chain import digest_of, link
from .control import Control
from .ledger import Ledger, document, message_document
from .model import Delta, Dimension, Entity, Episode, Message, Record
from .records import record_hash
from .store import Reader, Store, Writer, chunks

BATCH = 500
"""Dimensions or episodes read at a time, and pieces a transaction holds: bounds memory, whatever there is to move."""
_CHANGING = ("retraction", "reinstatement")


@dataclass(frozen=True, slots=True)
class Begin:
    """The space that the next pieces belong to."""

    space: str


@dataclass(frozen=True, slots=True)
class Passage:
    """An episode with its messages and the ids of the entities that it mentions."""

    episode: Episode
    messages: tuple[Message, ...]
    mentions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """A dimension with its whole chain, or the next part of it."""

    dimension: Dimension
    deltas: tuple[Delta, ...]


Piece = Begin | Entity | Record | Passage | Log


@dataclass(slots=True)
class Moved:
    """What a move found and what it added."""

    spaces: int = 0
    entities: int = 0
    records: int = 0
    episodes: int = 0
    messages: int = 0
    dimensions: int = 0
    deltas: int = 0
    added: int = 0

    def count(self, piece: Piece) -> None:
        """Count a piece that was met."""
        match piece:
            case Begin():
                self.spaces += 1
            case Entity():
                self.entities += 1
            case Record():
                self.records += 1
            case Passage():
                self.episodes += 1
                self.messages += len(piece.messages)
            case Log():
                self.dimensions += not piece.deltas or piece.deltas[0].seq == 1
                self.deltas += len(piece.deltas)


def pieces(reader: Reader, space: str) -> Iterator[Piece]:
    """All that a space is made of, nothing of it derived: what it says from, in an order in which it can be built."""
    yield Begin(space)
    records, dimensions = reader.records(space), reader.dimensions(space)
    yield from reader.entities(space)
    yield from records
    for episodes in chunks(reader.episodes(space), BATCH):
        messages = {m.id: m for m in reader.messages(space, [m for e in episodes for m in e.messages])}
        mentions = sorted(reader.mentions(space, [e.id for e in episodes]))
        for e in episodes:
            mentioned = tuple(entity for episode, entity in mentions if episode == e.id)
            yield Passage(e, tuple(messages[m] for m in e.messages), mentioned)
    for batch in chunks(dimensions, BATCH):
        plain = {d.id: replace(d, state=None, stamp="", snapshot=None) for d in batch}
        waiting = dict(plain)
        for deltas in _parts(reader.deltas(space, [d.id for d in batch])):
            waiting.pop(deltas[0].dimension, None)
            yield Log(plain[deltas[0].dimension], deltas)
        for d in waiting.values():
            yield Log(d, ())


def _parts(deltas: Iterable[Delta]) -> Iterator[tuple[Delta, ...]]:
    """Deltas dimension by dimension, in parts of bounded size."""
    part: list[Delta] = []
    for d in deltas:
        if part and (part[0].dimension != d.dimension or len(part) >= BATCH):
            yield tuple(part)
            part = []
        part.append(d)
    if part:
        yield tuple(part)


def checked(found: Iterable[Piece], name: str) -> Iterator[Piece]:
    """Pieces as they come, with every hash computed anew; IntegrityError where one is not what was written.

    `name` is what the message calls the place that they come from.
    """
    control, number = b"", 0
    last: Dimension | None = None
    seq, head, relation = 0, b"", False
    for piece in found:
        if last is not None and not (isinstance(piece, Log) and piece.dimension.id == last.id):
            _check_end(last, seq, head, relation, name)
            last = None
        match piece:
            case Begin():
                control, number = b"", 0
            case Record():
                number += 1
                if piece.seq != number or piece.prev != control or piece.hash != record_hash(piece):
                    raise IntegrityError(f"{name}: the control record {piece.seq} is not what was written")
                control = piece.hash
            case Log():
                if last is None:
                    last, seq, head, relation = piece.dimension, 0, b"", False
                for d in piece.deltas:
                    seq += 1
                    if d.seq != seq or d.prev != head or d.hash != link(head, digest_of(d)):
                        raise IntegrityError(f"{name}: the delta {d.id!r} is not what was written")
                    head, relation = d.hash, relation or d.value_type == "entity"
        yield piece
    if last is not None:
        _check_end(last, seq, head, relation, name)


def _check_end(of: Dimension, seq: int, head: bytes, relation: bool, name: str) -> None:
    if (seq, head) != (of.count, of.head):
        raise IntegrityError(f"{name}: {of.attribute!r} has {seq} deltas, its head says {of.count}")
    if relation != of.relation:
        raise IntegrityError(f"{name}: {of.attribute!r} says {of.relation} to whether it is a relation")


class Held:
    """What a space holds already, to be compared with what comes before anything is changed.

    The two may only be one space at two moments: one of them is a part of the other.
    """

    def __init__(self, reader: Reader, space: str) -> None:
        self.space = space
        self.news = False
        self.other: Delta | Record | None = None
        self.entities = {e.id for e in reader.entities(space)}
        self.records = {r.seq: r.hash for r in reader.records(space)}
        self.episodes = {e.id for e in reader.episodes(space)}
        self.chains = {c.dimension: c for c in reader.chains(space) if c.count}

    def meet(self, piece: Piece) -> None:
        """Look at a piece that comes."""
        match piece:
            case Entity():
                self._meet(self.entities, piece.id)
            case Passage():
                self._meet(self.episodes, piece.episode.id)
            case Record():
                hash = self.records.pop(piece.seq, None)
                self.news |= hash is None
                if hash not in (None, piece.hash):
                    self.other = self.other or piece
            case Log():
                for d in piece.deltas:
                    self._meet_delta(d)

    def _meet(self, there: set[str], id: str) -> None:
        self.news |= id not in there
        there.discard(id)

    def _meet_delta(self, delta: Delta) -> None:
        chain = self.chains.get(delta.dimension)
        if chain is None or delta.seq > chain.count:
            self.news = True
        elif delta.seq == chain.count:
            del self.chains[delta.dimension]
            if delta.hash != chain.head:
                self.other = self.other or delta

    def settle(self) -> None:
        """ConflictError where what came is neither a part of what is there, nor the other way round."""
        rest = {
            "entities": self.entities, "control records": self.records, "episodes": self.episodes,
            "dimensions": self.chains,
        }  # fmt: skip
        if self.other is not None:
            what = self.other.attribute if isinstance(self.other, Delta) else f"control record {self.other.seq}"
            raise ConflictError(
                f"the space {self.space!r} has another history of {what!r}: "
                "move into a new space, or feed the observations again"
            )
        if self.news and any(rest.values()):
            lacking = ", ".join(f"{len(found)} {name}" for name, found in rest.items() if found)
            raise ConflictError(
                f"the space {self.space!r} has something else in it, of which nothing comes ({lacking}): "
                "move into a new space"
            )


class Arrival:
    """Builds spaces in a store from pieces; `control` folds the records of a space, `ledger` writes in it."""

    def __init__(
        self,
        store: Store,
        control: Callable[[Reader, str], Control],
        ledger: Callable[[Writer, str], Ledger],
        rename: Callable[[str], str] = lambda name: name,
    ) -> None:
        self.store = store
        self.control = control
        self.ledger = ledger
        self.rename = rename
        self.moved = Moved()
        self.space = ""

    def held(self, space: str) -> Held:
        """What there is already of the space that one of this name becomes."""
        name = self.rename(space)
        return self.store.read(lambda reader: Held(reader, name))

    def take(self, found: Iterable[Piece], progress: Callable[[int], None] | None = None) -> Moved:
        """Store all of these pieces, and make what is derived; returns what was met and what of it was new."""
        for batch in _alike(found):
            for piece in batch:
                self.moved.count(piece)
            first = batch[0]
            if isinstance(first, Begin):
                self._finish()
                self.space = self.rename(first.space)
                self.store.write(lambda w: w.open_space(self.space))
            else:
                self.moved.added += self.store.write(lambda w, batch=batch: self._store(w, batch))  # type: ignore[misc]
            if progress is not None:
                progress(sum(len(p.deltas) if isinstance(p, Log) else 1 for p in batch))
        self._finish()
        return self.moved

    def _store(self, writer: Writer, batch: Sequence[Piece]) -> int:
        writer.open_space(self.space)
        match batch[0]:
            case Entity():
                return self._entities(writer, [p for p in batch if isinstance(p, Entity)])
            case Record():
                return self._records(writer, [p for p in batch if isinstance(p, Record)])
            case Passage():
                return self._passages(writer, [p for p in batch if isinstance(p, Passage)])
            case _:
                return self._logs(writer, [p for p in batch if isinstance(p, Log)])

    def _entities(self, writer: Writer, entities: Sequence[Entity]) -> int:
        known = {e.id: e for e in writer.entities_by_id(self.space, [e.id for e in entities])}
        for e in entities:
            twin = known.get(e.id, e)
            if (twin.key, twin.type) != (e.key, e.type):
                raise ConflictError(f"the entity {e.id!r} is called {twin.name!r} there, and {e.name!r} here")
        writer.add_entities(self.space, entities)
        return len(entities) - len(known)

    def _records(self, writer: Writer, records: Sequence[Record]) -> int:
        known = {r.seq: r for r in writer.records(self.space)}
        new = [r for r in records if r.seq not in known]
        for r in records:
            if r.seq in known and known[r.seq].hash != r.hash:
                raise ConflictError(f"the space {self.space!r} has another control record {r.seq}")
        for r in new:
            if r.prev != writer.control(self.space)[1]:
                raise ConflictError(f"the control record {r.seq} does not follow those of the space {self.space!r}")
            writer.append_record(self.space, r)
        changed = {str(r.body["id"]) for r in new if r.type in _CHANGING}
        self._outdate(writer, changed | self._below(writer, changed))
        return len(new)

    def _passages(self, writer: Writer, passages: Sequence[Passage]) -> int:
        known = {e.id: e for e in writer.episodes(self.space, [s.episode.id for s in passages])}
        there = {m.id: m for m in writer.messages(self.space, [m.id for s in passages for m in s.messages])}
        added = 0
        for s in passages:
            for m in s.messages:
                twin = there.get(m.id)
                if twin is not None and (twin.text, twin.speaker, twin.episode) != (m.text, m.speaker, s.episode.id):
                    raise ConflictError(f"the message {m.id!r} says something else in the space {self.space!r}")
            if s.episode.id in known:
                if set(known[s.episode.id].messages) != {m.id for m in s.messages}:
                    raise ConflictError(f"the episode {s.episode.id!r} has other messages in the space {self.space!r}")
            else:
                writer.add_episode(self.space, s.episode, s.messages)
                writer.index(self.space, [message_document(m) for m in s.messages])
                writer.add_mentions(self.space, s.episode.id, s.mentions)
                added += 1 + len(s.messages)
        return added

    def _logs(self, writer: Writer, logs: Sequence[Log]) -> int:
        """Lengthen the chains by what they lack; nothing is cached of them until the end."""
        held = {d.id: d for d in writer.hold(self.space, list({p.dimension.id: p.dimension for p in logs}.values()))}
        new: list[Delta] = []
        for log in logs:
            there = held[log.dimension.id]
            lacking = self._lacking(writer, there, log)
            if lacking:
                new.extend(lacking)
                relation = there.relation or log.dimension.relation
                held[there.id] = replace(
                    there, count=lacking[-1].seq, head=lacking[-1].hash, state=None, stamp="", relation=relation
                )
        if not new:
            return 0
        changed = {d.dimension for d in new}
        writer.append(self.space, new)
        writer.keep(self.space, [held[id] for id in sorted(changed)])
        writer.keep_checkpoints(self.space, dict.fromkeys(changed, float("-inf")), [])
        names = {e.id: e.name for e in writer.entities_by_id(self.space, {d.entity for d in new})}
        writer.index(self.space, [document(d, names[d.entity]) for d in new])
        self._outdate(writer, self._below(writer, {d.id for d in new}))
        return len(new)

    def _lacking(self, writer: Writer, there: Dimension, log: Log) -> tuple[Delta, ...]:
        """The deltas of a log that a chain does not have yet; ConflictError where the two chains are not one."""
        lacking = tuple(d for d in log.deltas if d.seq > there.count)
        common = [d for d in log.deltas if d.seq <= there.count]
        if common:
            last = common[-1]
            hash = there.head
            if last.seq < there.count:
                hash = next((d.hash for d in writer.deltas(self.space, [there.id]) if d.seq == last.seq), b"")
            if hash != last.hash:
                raise ConflictError(
                    f"the space {self.space!r} has another history of {there.name!r}: "
                    "move into a new space, or feed the observations again"
                )
        if lacking and (lacking[0].seq, lacking[0].prev) != (there.count + 1, there.head):
            raise ConflictError(f"the space {self.space!r} has another history of {there.name!r}, or a part is missing")
        return lacking

    def _below(self, writer: Writer, ids: Collection[str]) -> set[str]:
        """The deltas that derive from these, these themselves left out."""
        below, open_ids = set[str](), set(ids)
        while open_ids:
            open_ids = writer.children(self.space, open_ids) - below - set(ids)
            below |= open_ids
        return below

    def _outdate(self, writer: Writer, ids: Collection[str]) -> None:
        """Forget the cached beliefs that rest on these deltas."""
        found = {d.dimension for d in writer.deltas_by_id(self.space, ids)} if ids else set()
        if found:
            held = writer.hold(self.space, writer.dimensions_by_id(self.space, found))
            writer.keep(self.space, [replace(d, state=None, stamp="") for d in held])

    def _finish(self) -> None:
        """Make the beliefs that nothing is cached of, or under other parameters, batch by batch."""
        if not self.space:
            return

        def outdated(reader: Reader) -> list[str]:
            control = self.control(reader, self.space)
            return [
                d.id
                for d in reader.dimensions(self.space)
                if d.count and (d.state is None or d.stamp != control.stamp(d.attribute, d.relation))
            ]

        for batch in chunks(self.store.read(outdated), BATCH):
            self.store.write(lambda w, batch=batch: self.ledger(w, self.space).refresh(batch))  # type: ignore[misc]


def _alike(found: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces of one kind in batches; a log counts by its deltas."""
    batch: list[Piece] = []
    size = 0
    for piece in found:
        if batch and (type(piece) is not type(batch[0]) or size >= BATCH or isinstance(piece, Begin)):
            yield batch
            batch, size = [], 0
        batch.append(piece)
        size += max(1, len(piece.deltas)) if isinstance(piece, Log) else 1
    if batch:
        yield batch
