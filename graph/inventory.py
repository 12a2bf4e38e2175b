"""The inventory: whether what stands around the chains fits them: entities, dimensions, messages, full-text rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .ledger import dimension_id, document, message_document
from .model import Delta, Dimension
from .names import key
from .resolve import entity_id
from .store import Document, DocumentKind, Reader, chunks

_BATCH = 500  # messages read at a time


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it was written: what kind, which record or dimension, and what is wrong."""

    kind: str
    id: str
    message: str


class Inventory:
    """What a space holds beside its chains, looked through once."""

    def __init__(self, reader: Reader, space: str, dimensions: Sequence[Dimension]) -> None:
        self.reader = reader
        self.space = space
        self.dimensions = dimensions
        self.entities = {e.id: e for e in reader.entities(space)}
        self.inside = {e.id: frozenset(e.messages) for e in reader.episodes(space)}
        self.counts = reader.counts(space)
        self.held = 0  # messages that stand in an episode
        self.tokens: dict[DocumentKind, int] = {"delta": 0, "message": 0}

    def faults(self) -> Iterator[Fault]:
        """What is wrong with entities, dimensions, messages and the full-text rows of messages."""
        for e in self.entities.values():
            if e.id != entity_id(e.key, e.type) or key(e.name) != e.key:
                yield Fault("entity", e.id, f"was edited; it is now {e.name!r}, of key {e.key!r} and type {e.type!r}")
        for d in self.dimensions:
            if d.entity not in self.entities:
                yield Fault("dimension", d.id, f"is about the entity {d.entity!r}, which does not exist")
            if d.id != dimension_id(d.entity, d.attribute):
                yield Fault("dimension", d.id, f"was edited; it is now {d.attribute!r} of the entity {d.entity!r}")
        yield from self._edge_faults()
        for batch in chunks((id for inside in self.inside.values() for id in inside), _BATCH):
            messages = self.reader.messages(self.space, batch)
            self.held += len(messages)
            yield from self._word_faults("message", [message_document(m) for m in messages])

    def _edge_faults(self) -> Iterator[Fault]:
        relations = {(d.entity, d.attribute) for d in self.dimensions if d.relation}
        for edge in self.reader.relations(self.space):
            ends = edge.entity in self.entities and edge.target in self.entities
            if not ends or (edge.entity, edge.attribute) not in relations or not 0.0 <= edge.probability <= 1.0:
                told = f"{edge.attribute!r} to {edge.target!r} with {edge.probability} is no edge of a belief"
                yield Fault("relation", edge.entity, told)
        for batch in chunks(self.inside, _BATCH):
            for episode, entity in sorted(self.reader.mentions(self.space, batch)):
                if entity not in self.entities:
                    yield Fault("mention", episode, f"mentions the entity {entity!r}, which does not exist")

    def delta_faults(self, dimensions: Sequence[Dimension], logs: Mapping[str, Sequence[Delta]]) -> Iterator[Fault]:
        """What is wrong around the deltas of dimensions."""
        documents: list[Document] = []
        for d in dimensions:
            log = logs[d.id]
            if d.relation != any(x.value_type == "entity" for x in log):
                yield Fault("dimension", d.id, f"was edited; it now says {d.relation} of {d.attribute!r} as a relation")
            for x in log:
                around = self.inside.get(x.episode) if x.episode is not None else None
                if around is not None and x.message is not None and x.message not in around:
                    yield Fault("delta", x.id, f"was said in the message {x.message!r}, which its episode lacks")
            if d.entity in self.entities:
                documents.extend(document(x, self.entities[d.entity].name) for x in log)
        yield from self._word_faults("delta", documents)
        derived = {x.id: x.derived_from for log in logs.values() for x in log if x.derived_from}
        if derived:
            known = self.reader.children(self.space, {p for parents in derived.values() for p in parents})
            for id in sorted(derived.keys() - known):
                yield Fault("derivation", id, f"derives from {', '.join(derived[id])}, which the store does not show")

    def uncounted_faults(self, deltas: int) -> list[Fault]:
        """Whether there are deltas that no chain holds, after so many that one does; messages of no episode; words."""
        stored, faults = self.counts, []
        if deltas != stored["deltas"]:
            faults.append(Fault("delta", "", f"{stored['deltas']} deltas are stored, {deltas} of them in chains"))
        if self.held != stored["messages"]:
            told = f"{stored['messages']} messages are stored, {self.held} of them in episodes"
            faults.append(Fault("message", "", told))
        kinds: tuple[tuple[str, DocumentKind], ...] = (("deltas", "delta"), ("messages", "message"))
        for name, kind in kinds:
            corpus = self.reader.corpus(self.space, kind, ())
            if corpus.documents != stored[name] or corpus.tokens != self.tokens[kind]:
                told = f"the full-text index counts {corpus.documents} {name} with {corpus.tokens} words, not "
                told += f"{stored[name]} with {self.tokens[kind]}; rebuild renews it"
                faults.append(Fault("words", name, told))
        if faults and self.reader.counts(self.space) != stored:
            return []  # a server shows what others write meanwhile, and nothing can be said
        return faults

    def _word_faults(self, kind: DocumentKind, documents: Sequence[Document]) -> Iterator[Fault]:
        found = {d.ref: d.tokens for d in self.reader.documents(self.space, kind, [d.ref for d in documents])}
        for d in documents:
            self.tokens[kind] += len(d.tokens)
            tokens = found.get(d.ref)
            if tokens is None:
                yield Fault("words", d.ref, f"the {kind} is not in the full-text index; rebuild renews it")
            elif tokens != d.tokens:
                yield Fault("words", d.ref, f"the full-text row of the {kind} was edited; rebuild renews it")
