"""The ledger: evidence goes in, is hashed into the chain of its dimension, and every derived thing follows.

One call records one batch inside one transaction: entities, dimensions, deltas, the cached beliefs, the edges and
the full-text rows. Nothing is ever changed or removed here; taking back is a record of its own (`records`).
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from nous.beliefs.errors import ConflictError, IntegrityError
from nous.beliefs.evidence import Evidence

from . import chain
from . import running as run
from .control import Control
from .edges import edges_of
from .intake import Prepared, content_id
from .model import Delta, Dimension, Message
from .resolve import Resolver
from .snapshot import snapshot
from .store import Checkpoint, Document, Reader, Writer, chunks
from .times import MICROSECONDS_A_DAY, days
from .tokens import terms
from .typed import Entry

_REFRESHED = 200  # dimensions replayed at a time: bounds memory
_MARGIN = 1_000_000  # microseconds by which a time in days may be off as a whole number, with room


class Recorded(NamedTuple):
    """What became of one observation: its id, whether it was new, and whether it is retracted."""

    id: str
    new: bool
    retracted: bool


class News(NamedTuple):
    """A new piece of evidence: what it says, about which entity, and when the memory learned it (microseconds)."""

    said: Prepared
    entity: str
    recorded: int


@dataclass(slots=True)
class _Passed:
    """The checkpoints of a batch: from when on the old ones of a dimension no longer hold, and the new ones."""

    since: dict[str, float] = field(default_factory=dict)
    checkpoints: list[Checkpoint] = field(default_factory=list)

    def note(self, dimension: str, belief: run.Running, since: float | None) -> None:
        if since is not None:
            self.since[dimension] = since
        if belief.passed:
            self.checkpoints.extend(Checkpoint(dimension, t, state) for t, state in belief.passed.items())


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
        with _uncollected():
            owners = resolver.resolve(batch)
            news = self._fresh(batch, owners)
            if news:
                self.writer.add_entities(self.space, resolver.new)
                self._append(news, {e.id: e.name for e in resolver.entities()})
        outcomes: list[Recorded] = []
        fresh = {n.said.id for n in news}
        for said, _ in batch:
            outcomes.append(Recorded(said.id, said.id in fresh, said.id in self.control.retracted))
            fresh.discard(said.id)
        return outcomes

    def _fresh(self, batch: Sequence[tuple[Prepared, int | None]], owners: Sequence[str]) -> list[News]:
        """What of the batch is new, each once, with its entity and recording time."""
        stored = {d.id: d for d in self.writer.deltas_by_id(self.space, [p.id for p, _ in batch])}
        fresh: dict[str, News] = {}
        for (p, recorded), owner in zip(batch, owners, strict=True):
            known = stored.get(p.id)
            twin = fresh.get(p.id)
            if known is not None:
                if not p.same_as(known, owner):
                    raise ConflictError(f"the id {p.id!r} is already stored with other content: {_told(known)}")
            elif twin is not None:
                if twin.entity != owner or not p.says_the_same(twin.said):
                    raise ConflictError(f"the id {p.id!r} stands for two different statements in one batch")
            else:
                fresh[p.id] = News(p, owner, self.now if recorded is None else recorded)
        return list(fresh.values())

    def _append(self, news: Sequence[News], names: Mapping[str, str]) -> None:
        """Append news to the chains of their dimensions, with the revisions that they cause and all that follows."""
        groups: dict[str, list[News]] = {}
        for n in news:
            groups.setdefault(dimension_id(n.entity, n.said.attribute_key), []).append(n)
        dimensions = self._hold(groups)
        heard: dict[str, set[str]] = {}
        for id, episode in self.writer.heard_in(self.space, {n.said.episode for n in news if n.said.episode}):
            heard.setdefault(id, set()).add(episode)
        deltas: list[Delta] = []
        kept: list[Dimension] = []
        passed = _Passed()
        relations: list[tuple[Dimension, run.Running]] = []
        for id, group in groups.items():
            dimension = dimensions[id]
            belief, since = self._revised(dimension, group, heard.get(id, ()))
            linked = self._linked(dimension, group, belief)
            deltas.extend(linked)
            kept.append(self._kept(dimension, belief, len(linked), linked[-1].hash))
            passed.note(id, belief, since)
            if dimension.relation:
                relations.append((dimension, belief))
        self.writer.append(self.space, deltas)
        self.writer.keep(self.space, kept)
        self.writer.keep_checkpoints(self.space, passed.since, passed.checkpoints)
        self.writer.relate(self.space, edges_of(self.writer, self.space, relations))
        self.writer.index(self.space, [document(d, names[d.entity]) for d in deltas])
        self.refresh_descendants([d.id for d in deltas])

    def _hold(self, groups: Mapping[str, Sequence[News]]) -> dict[str, Dimension]:
        wanted = []
        for id, group in groups.items():
            first, relation = group[0], any(n.said.relation for n in group)
            said = first.said
            wanted.append(Dimension(id, first.entity, said.attribute_key, said.attribute_name, relation=relation))
        relations = {d.id for d in wanted if d.relation}
        held = self.writer.hold(self.space, wanted)
        return {d.id: replace(d, relation=True) if d.id in relations and not d.relation else d for d in held}

    def _linked(self, dimension: Dimension, group: Sequence[News], belief: run.Running) -> list[Delta]:
        """The deltas of one dimension, hashed into its chain, each with what it did to the belief."""
        salts = self.random(16 * len(group))
        prev, seq = dimension.head, dimension.count
        linked = []
        for i, n in enumerate(group):
            p, seq, salt = n.said, seq + 1, salts[16 * i : 16 * i + 16]
            digest = chain.digest(p, n.entity, p.attribute_key, n.recorded, salt)
            hash = chain.link(prev, digest)
            surprise, gain, before, after = belief.effect(p.id)
            delta = Delta(
                p.id, dimension.id, n.entity, p.attribute_key, seq, p.kind, p.value_key, p.value_type, p.value_json,
                p.value_text, p.at_micros, p.precision, p.width, p.offset, n.recorded, p.source, p.channel, p.stance,
                p.confidence, p.quote, p.message, p.episode, p.derived_from, p.unit, p.locale, surprise, gain, before,
                after, salt, hash, prev, False, surprise,
            )  # fmt: skip
            linked.append(delta)
            prev = hash
        return linked

    def _kept(self, dimension: Dimension, belief: run.Running, more: int, head: bytes) -> Dimension:
        stamp = self.control.stamp(dimension.attribute, dimension.relation)
        return Dimension(
            dimension.id, dimension.entity, dimension.attribute, dimension.name, dimension.count + more, head,
            belief.dump(), stamp, dimension.relation, snapshot(belief, self.control),
        )  # fmt: skip

    def _revised(
        self, dimension: Dimension, group: Sequence[News], heard: Collection[str]
    ) -> tuple[run.Running, float | None]:
        """The belief with the news in it: carried on where that is exact, replayed where it is not.

        Also from when on (days) its checkpoints no longer hold; None where all do.
        """
        attribute = self.control.policy.attribute(dimension.attribute)
        news = [n.said for n in group]
        if dimension.count == 0:
            belief = run.empty(attribute, self.control, news)
            if belief.carry_on(news, self.control, heard):
                return belief, None
        elif dimension.state is not None and dimension.stamp == self.control.stamp(
            dimension.attribute, dimension.relation
        ):
            belief = run.load(dimension.state, attribute, self.control.trust)
            if belief.carry_on(news, self.control, heard):
                return belief, None
            found = self._resumed(dimension, news) if belief.simple else None
            if found is not None:
                return found
        older = list(self.writer.deltas(self.space, [dimension.id])) if dimension.count else []
        return self._replayed([*older, *news], dimension.attribute), -math.inf

    def _replayed(self, log: Sequence[Entry], attribute: str) -> run.Running:
        """The belief from all of its evidence: in one go where that stands alone, else as `replayed` has it.

        An audit compares with `replayed` only.
        """
        belief = run.empty(self.control.policy.attribute(attribute), self.control, log)
        if belief.carry_on(log, self.control, ()):
            return belief
        return replayed(self.writer, self.space, log, self.control, attribute)

    def _resumed(self, dimension: Dimension, news: Sequence[Prepared]) -> tuple[run.Running, float] | None:
        """The belief with late news in it, from the last checkpoint before them; None where only a replay is exact."""
        first = days(min(n.at_micros for n in news))
        checkpoint = self.writer.checkpoint(self.space, dimension.id, first)
        if checkpoint is None:
            return None
        t, attribute = checkpoint.t, self.control.policy.attribute(dimension.attribute)
        near = round(t * MICROSECONDS_A_DAY)
        later = [
            d for d in self.writer.deltas(self.space, [dimension.id], since=near - _MARGIN) if days(d.at_micros) > t
        ]
        pieces: list[Entry] = [*later, *news]
        episodes = {e.episode for e in pieces if e.episode is not None}
        heard = {e for d, e in self.writer.heard_in(self.space, episodes, until=near + _MARGIN) if d == dimension.id}
        belief = run.load(checkpoint.state, attribute, self.control.trust)
        return (belief, t) if belief.carry_on(pieces, self.control, heard) else None

    def refresh(self, dimensions: Collection[str]) -> None:
        """Replay these dimensions and renew what is derived from them."""
        for batch in chunks(sorted(dimensions), _REFRESHED):
            held = self.writer.hold(self.space, self.writer.dimensions_by_id(self.space, batch))
            logs: dict[str, list[Delta]] = {d.id: [] for d in held}
            for delta in self.writer.deltas(self.space, logs):
                logs[delta.dimension].append(delta)
            kept: list[Dimension] = []
            passed = _Passed()
            relations: list[tuple[Dimension, run.Running]] = []
            for d in held:
                belief = self._replayed(logs[d.id], d.attribute)
                kept.append(self._kept(d, belief, 0, d.head))
                passed.note(d.id, belief, -math.inf)
                if d.relation:
                    relations.append((d, belief))
            self.writer.keep(self.space, kept)
            self.writer.keep_checkpoints(self.space, passed.since, passed.checkpoints)
            self.writer.relate(self.space, edges_of(self.writer, self.space, relations))

    def refresh_descendants(self, ids: Collection[str]) -> None:
        """Renew the beliefs that rest on evidence derived from these deltas, or from one another in one batch."""
        open_ids, found = set(ids), set[str]()
        while open_ids:
            open_ids = self.writer.children(self.space, open_ids) - found
            found |= open_ids
        if found:
            self.refresh({d.dimension for d in self.writer.deltas_by_id(self.space, found)})

    def reindex(self, dimensions: Collection[str]) -> None:
        """Put the deltas of these dimensions into the full-text index again."""
        deltas = list(self.writer.deltas(self.space, dimensions))
        names = {e.id: e.name for e in self.writer.entities_by_id(self.space, {d.entity for d in deltas})}
        for d in deltas:
            if d.entity not in names:
                raise IntegrityError(f"{d.attribute!r} is about the entity {d.entity!r}, which does not exist")
        self.writer.index(self.space, [document(d, names[d.entity]) for d in deltas])


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the search for cycles out: a batch makes many objects that live until its end, and none in a cycle.

    It took a tenth of the time of a large batch. Who enters while another is inside leaves the collector alone.
    """
    collecting = gc.isenabled()
    if collecting:
        gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def replayed(
    reader: Reader, space: str, log: Sequence[Entry], control: Control, attribute: str,
    marks: Collection[float] | None = None,
) -> run.Running:  # fmt: skip
    """The belief of one dimension from all of its evidence, stored or still to be; with its states at `marks`."""
    return run.replay(resolved(reader, space, log, control, attribute), control.policy.attribute(attribute), marks)


def resolved(
    reader: Reader, space: str, log: Sequence[Entry], control: Control, attribute: str, until: float = math.inf
) -> run.Resolved:
    """The evidence of one dimension up to an event time, with what it derives from elsewhere looked up."""
    known = control.policy.attribute(attribute)
    return run.resolve(log, known, control, ancestry(reader, space, log, control), until)


def ancestry(reader: Reader, space: str, log: Iterable[Entry], control: Control) -> dict[str, Evidence]:
    """The evidence that a log derives from and that is not in it."""
    found: dict[str, Evidence] = {}
    pieces = list(log)
    inside = {e.id for e in pieces}
    wanted = {p for e in pieces for p in e.derived_from} - inside
    while wanted:
        parents = reader.deltas_by_id(space, wanted)
        found.update((d.id, run.evidence(d, d.attribute, control)) for d in parents)
        wanted = {p for d in parents for p in d.derived_from} - inside - set(found)
    return found


@lru_cache(maxsize=65536)
def dimension_id(entity: str, attribute: str) -> str:
    """The id of the dimension of an entity and an attribute."""
    return content_id((entity, attribute))[:24]


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


def _told(delta: Delta) -> str:
    return f"{delta.attribute} {delta.kind} {delta.value_text[:60]!r} at {delta.at.isoformat()} by {delta.source}"
