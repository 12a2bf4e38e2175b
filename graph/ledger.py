"""The ledger: evidence goes in, is hashed into the chain of its dimension, and every derived thing follows.

One call records one batch inside one transaction: entities, dimensions, deltas, the cached beliefs, the edges and
the full-text rows. Nothing is ever changed or removed here; taking back is a record of its own (`records`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from nous.beliefs.errors import ConflictError
from nous.beliefs.evidence import Evidence

from . import running as run
from .control import Control
from .edges import edges_of
from .intake import Prepared, content_id
from .model import Delta, Dimension, Message
from .resolve import Resolver
from .store import Document, Reader, Writer, chunks
from .tokens import terms


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of one observation: its id, whether it was new, and whether it is retracted."""

    id: str
    new: bool
    retracted: bool


@dataclass(frozen=True, slots=True)
class Ledger:
    """Records evidence in one space, within one transaction.

    `now` is the recording time in microseconds for what brings none of its own; `random` gives the salts.
    """

    writer: Writer
    space: str
    control: Control
    now: int
    random: Callable[[int], bytes]

    def record(self, batch: Sequence[tuple[Prepared, int | None]]) -> list[Recorded]:
        """Record a batch of evidence, each with its recording time or None for now.

        What is there already with the same content is left alone; the same id with other content is a
        ConflictError, and nothing of the batch is stored.
        """
        resolver = Resolver(self.writer, self.space, self.control)
        owners = resolver.resolve(batch)
        fresh = self._fresh(batch, owners)
        self.writer.add_entities(self.space, resolver.new)
        dimensions = self._hold(fresh)
        deltas = self._chain(fresh, dimensions)
        self._believe(deltas, dimensions)
        names = {owner: p.entity_name for p, owner, _ in fresh}
        self._index(deltas, {**names, **{e.id: e.name for e in resolver.entities()}})
        retracted = self.control.retracted
        new = {p.id for p, _, _ in fresh}
        seen: set[str] = set()
        outcomes = []
        for p, _ in batch:
            outcomes.append(Recorded(p.id, p.id in new and p.id not in seen, p.id in retracted))
            seen.add(p.id)
        return outcomes

    def _fresh(
        self, batch: Sequence[tuple[Prepared, int | None]], owners: Sequence[str]
    ) -> list[tuple[Prepared, str, int]]:
        """What of the batch is new, each once, with its entity and recording time."""
        stored = {d.id: d for d in self.writer.deltas_by_id(self.space, [p.id for p, _ in batch])}
        fresh: dict[str, tuple[Prepared, str, int]] = {}
        for (p, recorded), owner in zip(batch, owners, strict=True):
            known = stored.get(p.id)
            twin = fresh.get(p.id)
            if known is not None and not p.same_as(known, owner):
                raise ConflictError(f"the id {p.id!r} is already stored with other content: {_said(known)}")
            if twin is not None and not _equal(p, twin[0]):
                raise ConflictError(f"the id {p.id!r} stands for two different statements in one batch")
            if known is None and twin is None:
                fresh[p.id] = (p, owner, self.now if recorded is None else recorded)
        return list(fresh.values())

    def _hold(self, fresh: Iterable[tuple[Prepared, str, int]]) -> dict[str, Dimension]:
        wanted: dict[str, Dimension] = {}
        for p, owner, _ in fresh:
            id = dimension_id(owner, p.attribute_key)
            known = wanted.get(id)
            if known is None or (p.relation and not known.relation):
                wanted[id] = Dimension(id, owner, p.attribute_key, p.attribute_name, relation=p.relation)
        held = self.writer.hold(self.space, list(wanted.values())) if wanted else []
        return {d.id: replace(d, relation=True) if wanted[d.id].relation else d for d in held}

    def _chain(
        self, fresh: Sequence[tuple[Prepared, str, int]], dimensions: dict[str, Dimension]
    ) -> dict[str, list[Delta]]:
        """The new deltas of each dimension, hashed into its chain, the revision still to come."""
        salts = self.random(16 * len(fresh))
        chained: dict[str, list[Delta]] = {}
        for i, (p, owner, recorded) in enumerate(fresh):
            id = dimension_id(owner, p.attribute_key)
            dimension = dimensions[id]
            delta = Delta(
                p.id, id, owner, p.attribute_key, dimension.count + 1, p.kind, p.value_key, p.value_type,
                p.value_json, p.value_text, p.at_micros, p.precision, p.width, p.offset, recorded, p.source, p.channel,
                p.stance, p.confidence, p.quote, p.message, p.episode, p.derived_from, p.unit, p.locale,
                salt=salts[16 * i : 16 * i + 16], prev=dimension.head,
            )  # fmt: skip
            digest = chained_hash(delta.prev, digest_of(delta, delta.salt))
            chained.setdefault(id, []).append(replace(delta, hash=digest))
            dimensions[id] = replace(dimension, count=dimension.count + 1, head=digest)
        return chained

    def _believe(self, chained: Mapping[str, Sequence[Delta]], dimensions: Mapping[str, Dimension]) -> None:
        """Append the deltas with the revisions that they cause, and renew what is derived from them."""
        episodes = {d.episode for news in chained.values() for d in news if d.episode is not None}
        heard: dict[str, set[str]] = {}
        for spoken_of, episode in self.writer.heard_in(self.space, episodes):
            heard.setdefault(spoken_of, set()).add(episode)
        revised: list[Delta] = []
        kept: list[Dimension] = []
        edges = {}
        for id, news in chained.items():
            dimension = dimensions[id]
            belief = self._revise(dimension, news, heard.get(id, frozenset()))
            revised.extend(_with_revision(d, belief) for d in news)
            kept.append(replace(dimension, state=belief.dump(), stamp=self.control.stamp(dimension.attribute)))
            if dimension.relation:
                edges[dimension.entity, dimension.attribute] = edges_of(self.writer, self.space, dimension, belief)
        self.writer.append(self.space, revised)
        self.writer.keep(self.space, kept)
        if edges:
            self.writer.relate(self.space, edges)
        self.refresh_descendants([d.id for d in revised], set(chained))

    def _revise(self, dimension: Dimension, news: Sequence[Delta], heard: Collection[str]) -> run.Running:
        """The belief with the news in it: carried on where that is exact, replayed where it is not."""
        attribute = self.control.policy.attribute(dimension.attribute)
        said = {d.id: (d.value_type, d.value_json, d.value_text) for d in news}
        fresh = [run.evidence(d, self.control) for d in news]
        if dimension.state is not None and dimension.stamp == self.control.stamp(dimension.attribute):
            belief = run.load(dimension.state, attribute, self.control.trust)
            if belief.carry_on(fresh, self.control, heard, said):
                return belief
        older = list(self.writer.deltas(self.space, [dimension.id])) if dimension.count > len(news) else []
        return replayed(self.writer, self.space, [*older, *news], self.control, dimension.attribute)

    def refresh(self, dimensions: Collection[str]) -> None:
        """Replay these dimensions and renew what is derived from them."""
        held = self.writer.hold(self.space, self.writer.dimensions_by_id(self.space, dimensions))
        kept, edges = [], {}
        for dimension in held:
            log = list(self.writer.deltas(self.space, [dimension.id]))
            belief = replayed(self.writer, self.space, log, self.control, dimension.attribute)
            kept.append(replace(dimension, state=belief.dump(), stamp=self.control.stamp(dimension.attribute)))
            if dimension.relation:
                edges[dimension.entity, dimension.attribute] = edges_of(self.writer, self.space, dimension, belief)
        self.writer.keep(self.space, kept)
        self.writer.relate(self.space, edges)

    def refresh_descendants(self, ids: Collection[str], done: Collection[str] = ()) -> None:
        """Renew the beliefs that rest on evidence derived from these deltas."""
        open_ids, found = set(ids), set(ids)
        while open_ids:
            open_ids = self.writer.children(self.space, open_ids) - found
            found |= open_ids
        affected = {d.dimension for d in self.writer.deltas_by_id(self.space, found - set(ids))}
        if affected - set(done):
            self.refresh(affected - set(done))

    def _index(self, chained: Mapping[str, Sequence[Delta]], names: Mapping[str, str]) -> None:
        documents = [document(d, names[d.entity]) for news in chained.values() for d in news]
        self.writer.index(self.space, documents)

    def reindex(self) -> None:
        """Make the full-text index of the space anew, from its deltas and messages."""
        names = {e.id: e.name for e in self.writer.entities(self.space)}
        self.writer.clear_index(self.space)
        for batch in chunks((d.id for d in self.writer.dimensions(self.space)), 500):
            deltas = self.writer.deltas(self.space, batch)
            self.writer.index(self.space, [document(d, names[d.entity]) for d in deltas])
        for some in chunks(self.writer.messages(self.space), 500):
            self.writer.index(self.space, [message_document(m) for m in some])


def document(delta: Delta, entity: str) -> Document:
    """A delta as full-text search sees it: entity, attribute and value, and its quote if no message holds that."""
    words = (*_terms(entity), *_terms(delta.attribute), *_terms(delta.value_text))
    if delta.quote is not None and delta.message is None:
        words = (*words, *_terms(delta.quote))
    return Document("delta", delta.id, words)


def message_document(message: Message) -> Document:
    """A message as full-text search sees it: who spoke, and what was said."""
    return Document("message", message.id, (*_terms(message.speaker), *terms(message.text)))


@lru_cache(maxsize=65536)
def _terms(text: str) -> tuple[str, ...]:
    return tuple(terms(text))


@lru_cache(maxsize=65536)
def dimension_id(entity: str, attribute: str) -> str:
    """The id of the dimension of an entity and an attribute."""
    return content_id((entity, attribute))[:24]


def digest_of(delta: Delta, salt: bytes) -> bytes:
    """What the chain commits to: the content of a delta under its salt."""
    return hashlib.sha256(salt + json.dumps(content(delta), ensure_ascii=False).encode()).digest()


def content(delta: Delta) -> list[object]:
    """All that a delta says, in a fixed order: what its digest covers."""
    return [*statement(delta), delta.offset, delta.recorded_micros, delta.value_json, delta.quote]


def statement(delta: Delta) -> list[object]:
    """A delta without recording time, salt and spelling: what makes two memories equal."""
    return [
        delta.id, delta.entity, delta.attribute, delta.kind, delta.value_key, delta.value_type, delta.at_micros,
        delta.precision, delta.width, delta.source, delta.channel, delta.stance, delta.confidence, delta.message,
        delta.episode, list(delta.derived_from), delta.unit, delta.locale,
    ]  # fmt: skip


def chained_hash(prev: bytes, digest: bytes) -> bytes:
    """H(prev, digest): the next link of a chain."""
    return hashlib.sha256(prev + digest).digest()


def replayed(reader: Reader, space: str, log: Sequence[Delta], control: Control, attribute: str) -> run.Running:
    """The belief of one dimension from all of its deltas."""
    known = control.policy.attribute(attribute)
    pieces = [run.evidence(d, control) for d in log]
    resolved = run.resolve(pieces, known, control, ancestry(reader, space, log, control))
    said = {d.id: (d.value_type, d.value_json, d.value_text) for d in log}
    return run.replay(resolved, known, control, said)


def ancestry(reader: Reader, space: str, log: Sequence[Delta], control: Control) -> dict[str, Evidence]:
    """The evidence that a log derives from and that is not in it."""
    found: dict[str, Evidence] = {}
    inside = {d.id for d in log}
    wanted = {p for d in log for p in d.derived_from} - inside
    while wanted:
        parents = reader.deltas_by_id(space, wanted)
        found.update((d.id, run.evidence(d, control)) for d in parents)
        wanted = {p for d in parents for p in d.derived_from} - inside - set(found)
    return found


def _with_revision(delta: Delta, belief: run.Running) -> Delta:
    """A delta with what it did: the surprise of its own value, and all that was gained."""
    found = belief.revisions.get(delta.id)
    if not found:
        return delta
    return replace(
        delta,
        surprise=found[-1].surprise,
        gain=sum(r.gain for r in found),
        prior=found[-1].prior,
        posterior=found[-1].posterior,
    )


def _said(delta: Delta) -> str:
    return f"{delta.attribute} {delta.kind} {delta.value_text[:60]!r} at {delta.at.isoformat()} by {delta.source}"


def _equal(a: Prepared, b: Prepared) -> bool:
    return replace(a, entity_name="", attribute_name="", value_json="", value_text="", quote=None, offset=None) == (
        replace(b, entity_name="", attribute_name="", value_json="", value_text="", quote=None, offset=None)
    )
