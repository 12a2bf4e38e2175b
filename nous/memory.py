"""Memory and Space: what a program calls. Every call is inside exactly one space, which Python always names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from nous.beliefs.errors import ConflictError, NotFound, ValidationError, WrongType, shown
from nous.graph import audit, belief as reading, records
from nous.graph.control import Control, RecordType, fold
from nous.graph.intake import Intake, Prepared, provenance
from nous.graph.ledger import Ledger, Recorded
from nous.graph.location import open_store
from nous.graph.model import Delta, Dimension, Entity, Message, Observation, Receipt, Record
from nous.graph.names import display, key, space_name
from nous.graph.resolve import choose, entity_id
from nous.graph.store import Reader, Store, Writer, chunks
from nous.graph.times import TimeInput, micros, read
from nous.graph.values import Value, cell, entity_key

from .settings import Settings

if TYPE_CHECKING:
    import networkx

    from nous.retrieval.context import Recall

T = TypeVar("T")
BATCH = 5_000
"""Observations a transaction: bounds memory and how long other writers wait, whatever the caller hands in."""
_FIELDS = frozenset(f.name for f in fields(Observation))


class Memory:
    """A place where memories are kept: a file, `:memory:`, or a Neo4j server. Thread-safe; close it when done.

    Raises StoreUnavailable where the place cannot be reached or is not a store of Nous.

    >>> with Memory(":memory:") as memory:
    ...     space = memory.space("pranav")
    ...     delta = space.observe("Pranav", "employer", "Sarvam AI", at="2026-01-10")
    ...     space.belief("Pranav", "employer", at="2026-01-11").best
    'Sarvam AI'
    """

    def __init__(
        self,
        location: str | os.PathLike[str],
        *,
        auth: tuple[str, str] | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.store: Store = open_store(location, auth=auth, synchronous=self.settings.synchronous)

    def space(self, name: str) -> Space:
        """The space of this name; it is made when something is first written to it."""
        return Space(self.store, space_name(name), self.settings)

    def spaces(self) -> list[str]:
        """The names of all spaces."""
        return self.store.read(lambda reader: reader.spaces())

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Space:
    """One isolated memory: everything it says comes from what was said in it.

    >>> space = Memory(":memory:").space("demo")
    >>> space.observe("Ana", "home city", "Porto", at="2026-01-10").surprise
    5.0
    """

    def __init__(self, store: Store, name: str, settings: Settings) -> None:
        self.store = store
        self.name = name
        self.settings = settings
        self._folded: tuple[bytes, Control] | None = None

    # ── writing ────────────────────────────────────────────────────────────────────────────────────────

    def observe(
        self,
        entity: str,
        attribute: str,
        value: Value | datetime,
        *,
        at: TimeInput | None = None,
        kind: str = "assert",
        source: str | None = None,
        channel: str | None = None,
        stance: float = 1.0,
        confidence: float = 0.95,
        id: str | None = None,
        quote: str | None = None,
        derived_from: Sequence[str] = (),
        relation: bool | None = None,
        entity_type: str | None = None,
        unit: str | None = None,
        locale: str | None = None,
        precision: str | None = None,
        episode: str | None = None,
    ) -> Delta:
        """Record one statement, and return it with the revision that it caused.

        `kind` is assert, deny ("does not"), end ("no longer") or change ("is now"). Without a channel it is a
        user's word, unless the source is written `channel:name`. Saying the same again (same id, or same content
        with an event time) changes nothing. Raises ValidationError for what cannot be taken, ConflictError for an
        id with other content, AmbiguousEntity where the name fits several typed entities.
        """
        observation = Observation(
            entity, attribute, value, at, kind, source, channel, stance, confidence, id, quote, tuple_of(derived_from),
            relation, entity_type, unit, locale, precision, episode,
        )  # fmt: skip
        prepared = self.intake().prepare(vouched(observation))

        def work(writer: Writer) -> Delta:
            (outcome,) = self._record(writer, [(prepared, None)])
            (delta,) = writer.deltas_by_id(self.name, [outcome.id])
            return replace(delta, retracted=outcome.retracted)

        return self.store.write(work)

    def observe_many(self, observations: Iterable[Observation | Mapping[str, object]]) -> Receipt:
        """Record many statements, in transactions of at most 5,000.

        A list is checked whole before anything is stored; an iterator as it comes, batch by batch, and an error
        says how many batches are in already. Feeding the same again is safe: it adds only what is missing.
        """
        intake = self.intake()
        receipt = Receipt(self.name)
        if isinstance(observations, Sequence):
            prepared = intake.prepare_all([vouched(observation_of(o)) for o in observations])
            for batch in chunks(prepared, BATCH):
                receipt = self._store_batch(batch, receipt)
            return receipt
        for raw in chunks(observations, BATCH):
            try:
                batch = intake.prepare_all([vouched(observation_of(o)) for o in raw])
            except ValidationError as error:
                stored = receipt.evidence + receipt.duplicates
                raise ValidationError(
                    f"after {stored} observations that are stored: {error}; feeding all again is safe", error.items
                ) from error
            receipt = self._store_batch(batch, receipt)
        return receipt

    def _store_batch(self, batch: Sequence[Prepared], so_far: Receipt) -> Receipt:
        outcomes = self.store.write(lambda writer: self._record(writer, [(p, None) for p in batch]))
        return tallied(so_far, outcomes)

    def _record(self, writer: Writer, batch: Sequence[tuple[Prepared, int | None]]) -> list[Recorded]:
        writer.open_space(self.name)
        return self._ledger(writer).record(batch)

    def _ledger(self, writer: Writer) -> Ledger:
        return Ledger(writer, self.name, self.control(writer), self._now(), self.settings.random)

    def ingest(
        self,
        messages: Iterable[Message | Mapping[str, object]],
        *,
        recorded: Literal["now", "as said"] = "now",
        progress: Callable[[int], None] | None = None,
    ) -> Receipt:
        """Read a conversation: messages become episodes, what they say becomes evidence.

        `recorded="as said"` sets each recording time to the message's own, for history that is imported as if it
        had been heard live. Each episode is one transaction; messages that are there already are left alone, so
        that an interrupted ingest is finished by calling it again. `progress` is called with the number of messages
        done. Raises ValidationError before anything is stored where a message cannot be taken.
        """
        from .ingest import ingest

        return ingest(self, messages, recorded=recorded, progress=progress)

    def retract(self, id: str, *, reason: str = "", actor: str = "user") -> Record:
        """Take a piece of evidence back: it no longer counts, nor does what was derived from it.

        It stays in the ledger. An id that was never seen is noted, and will not count when it arrives.
        """
        return self._mark("retraction", id, reason, actor)

    def reinstate(self, id: str, *, reason: str = "", actor: str = "user") -> Record:
        """Let retracted evidence count again; NotFound if it is not retracted."""
        return self._mark("reinstatement", id, reason, actor)

    def _mark(self, type: RecordType, id: str, reason: str, actor: str) -> Record:
        if not isinstance(id, str) or not id.strip():
            raise ValidationError(f"the id of a piece of evidence is text, not {shown(id)}")

        def work(writer: Writer) -> Record:
            retracted = self.control(writer).retracted
            if (id in retracted) == (type == "retraction"):
                if type == "reinstatement":
                    raise NotFound(f"{id!r} is not retracted")
                return next(r for r in reversed(writer.records(self.name)) if r.body.get("id") == id)
            record = self._append(writer, type, {"id": id}, actor, reason)
            found = writer.deltas_by_id(self.name, [id])
            ledger = self._ledger(writer)
            ledger.refresh({d.dimension for d in found})
            ledger.refresh_descendants([id])
            return record

        return self.store.write(work)

    def alias(self, name: str, of: str, *, reason: str = "", actor: str = "user") -> Record:
        """Let another name mean an entity that exists; ConflictError if the name is an entity of its own."""
        alias = display(name, "an alias")

        def work(writer: Writer) -> Record:
            control = self.control(writer)
            target = self._find(writer, control, of)
            if target is None:
                raise NotFound(f"no entity is called {of!r} in the space {self.name!r}")
            for entity in writer.entities(self.name, [key(alias)]):
                if entity.id != target.id:
                    raise ConflictError(f"{alias!r} is an entity already; merge it with {target.name!r} instead")
            body = {"key": key(alias), "name": alias, "entity": target.id}
            return self._append(writer, "alias", body, actor, reason)

        return self.store.write(work)

    def value_alias(
        self, attribute: str, spellings: Sequence[Value], *, reason: str = "", actor: str = "user"
    ) -> Record:
        """Let several spellings of a value of an attribute count as one, the first."""
        name = key(display(attribute, "an attribute"))
        known = self.settings.policy.attribute(name)
        keys = [entity_key(s) if known.relation and isinstance(s, str) else cell(s).key for s in spellings]
        if len(set(keys)) < 2:
            raise ValidationError(f"two spellings at least are needed, not {shown(list(spellings))}")

        def work(writer: Writer) -> Record:
            body = {"attribute": known.key, "keys": keys, "spellings": list(spellings)}
            record = self._append(writer, "value alias", body, actor, reason)
            affected = [d.id for d in writer.dimensions(self.name) if d.attribute == known.key]
            self._ledger(writer).refresh(affected)
            return record

        return self.store.write(work)

    def _append(self, writer: Writer, type: RecordType, body: Mapping[str, object], actor: str, reason: str) -> Record:
        writer.open_space(self.name)
        return records.append(
            writer, self.name, type, body, actor=display(actor, "an actor"), reason=reason, now=self._now(),
            random=self.settings.random,
        )  # fmt: skip

    # ── reading ────────────────────────────────────────────────────────────────────────────────────────

    def belief(
        self,
        entity: str,
        attribute: str,
        *,
        at: TimeInput | None = None,
        known_at: TimeInput | None = None,
        hindsight: bool = False,
        entity_type: str | None = None,
    ) -> reading.Belief:
        """What is believed about an attribute of an entity.

        Evidence with event time up to `at` (default: now), recorded up to `known_at`, counts; `known_at` alone
        means `at` = `known_at`, what was answered then. `hindsight` smooths with later evidence: what is now
        thought to have been true at `at`. Of what nobody spoke, everything is unknown.
        """
        question = self.question(at, known_at, hindsight)

        def work(reader: Reader) -> reading.Belief:
            name, dimensions, view = self._dimension(reader, entity, attribute, entity_type, question.known)
            return view.belief(name, self._attribute(view.control, attribute), dimensions, question)

        return self.store.read(work)

    def beliefs(
        self, entity: str | None = None, *, at: TimeInput | None = None, known_at: TimeInput | None = None
    ) -> list[reading.Belief]:
        """The beliefs about an entity, or about all of them; NotFound for a name that nothing is known of."""
        question = self.question(at, known_at)

        def work(reader: Reader) -> list[reading.Belief]:
            control = self.control(reader, question.known)
            view = reading.View(reader, self.name, control)
            wanted = None
            if entity is not None:
                found = self._find(reader, control, entity)
                if found is None:
                    raise NotFound(f"nothing is known of {entity!r} in the space {self.name!r}")
                wanted = self._class(control, found.id)
            names = {e.id: e.name for e in reader.entities(self.name)}
            groups: dict[tuple[str, str], list[Dimension]] = {}
            for d in reader.dimensions(self.name, wanted):
                groups.setdefault((control.merged.get(d.entity, d.entity), d.attribute), []).append(d)
            beliefs = [view.belief(names[id], attribute, ds, question) for (id, attribute), ds in groups.items()]
            return sorted((b for b in beliefs if b.deltas), key=lambda b: (key(b.entity), b.attribute))

        return self.store.read(work)

    def history(
        self,
        entity: str,
        attribute: str,
        *,
        known_at: TimeInput | None = None,
        entity_type: str | None = None,
    ) -> list[Delta]:
        """All that was said about an attribute of an entity, in order of event time.

        Surprise and gain are those of the present replay; `recorded_surprise` is what was computed on arrival.
        """
        question = self.question(None, known_at)

        def work(reader: Reader) -> list[Delta]:
            _, dimensions, view = self._dimension(reader, entity, attribute, entity_type, question.known)
            return view.history(dimensions, question)

        return self.store.read(work)

    def why(
        self,
        entity: str,
        attribute: str,
        *,
        value: Value = None,
        at: TimeInput | None = None,
        known_at: TimeInput | None = None,
        entity_type: str | None = None,
    ) -> reading.Why:
        """Why the best value (or the given one) is believed: what each piece of evidence adds to its log2 odds."""
        question = self.question(at, known_at)

        def work(reader: Reader) -> reading.Why:
            name, dimensions, view = self._dimension(reader, entity, attribute, entity_type, question.known)
            if not dimensions:
                belief = view.belief(name, self._attribute(view.control, attribute), [], question)
                return reading.Why(belief, None, 0.0, ())
            known = view.control.policy.attribute(dimensions[0].attribute)
            wanted = None
            if value is not None:
                wanted = entity_key(value) if known.relation and isinstance(value, str) else cell(value).key
                wanted = view.control.value(known.key, wanted)
            return view.why(name, dimensions, question, wanted)

        return self.store.read(work)

    def recall(self, question: str, *, budget: int = 2_000, at: TimeInput | None = None) -> Recall:
        """What the memory has to say to a question: facts with their history, then what was said.

        `budget` counts words and punctuation marks. Hand `.deltas` back as `derived_from` when an answer made from
        this is stored, so that the memory does not take its own words for news.
        """
        from nous.retrieval.recall import recall

        asked = self.question(at)

        def work(reader: Reader) -> Recall:
            return recall(reader, self.name, self.control(reader), question, asked, self.settings.where, budget=budget)

        return self.store.read(work)

    def graph(
        self, entity: str | None = None, *, hops: int = 2, at: TimeInput | None = None
    ) -> networkx.MultiDiGraph[str]:
        """The memory as a NetworkX graph, or the neighbourhood of one entity; see `graph.views.graph`."""
        from nous.graph.views import graph

        question = self.question(at)

        def work(reader: Reader) -> networkx.MultiDiGraph[str]:
            control = self.control(reader)
            root = None if entity is None else self._find(reader, control, entity)
            if entity is not None and root is None:
                raise NotFound(f"nothing is known of {entity!r} in the space {self.name!r}")
            return graph(reading.View(reader, self.name, control), question, root, hops)

        return self.store.read(work)

    def entities(self) -> list[Entity]:
        """The entities of the space, with all the names that lead to them; merged ones once."""

        def work(reader: Reader) -> list[Entity]:
            control = self.control(reader)
            names: dict[str, list[str]] = {}
            for record in reader.records(self.name):
                if record.type == "alias":
                    names.setdefault(str(record.body["entity"]), []).append(str(record.body["name"]))
            found = reader.entities(self.name)
            for e in found:
                head = control.merged.get(e.id, e.id)
                if head != e.id:
                    names.setdefault(head, []).extend([e.name, *names.get(e.id, [])])
            alone = (e for e in found if control.merged.get(e.id, e.id) == e.id)
            return [replace(e, aliases=tuple(dict.fromkeys(names.get(e.id, ())))) for e in alone]

        return self.store.read(work)

    def entities_named(self, name: str) -> list[Entity]:
        """The entities that go by a name or an alias."""

        def work(reader: Reader) -> list[Entity]:
            found = reader.entities(self.name, [key(display(name, "an entity"))])
            led = self.control(reader).aliases.get(key(name))
            return found + [e for e in reader.entities_by_id(self.name, [led] if led else []) if e not in found]

        return self.store.read(work)

    def stats(self) -> dict[str, object]:
        """How much there is, and a digest that equal memories share."""

        def work(reader: Reader) -> dict[str, object]:
            counts = reader.counts(self.name)
            return {"space": self.name, **counts, "digest": audit.digest(reader, self.name, self.control(reader))}

        return self.store.read(work)

    # ── care ───────────────────────────────────────────────────────────────────────────────────────────

    def verify(self) -> audit.Verification:
        """Check every hash chain, and that cached beliefs equal a replay; changes nothing."""
        return self.store.read(lambda reader: audit.verify(reader, self.name, self._fold))

    def rebuild(self) -> int:
        """Renew everything that is derived from the ledger; returns the number of dimensions."""
        return self.store.write(lambda writer: audit.rebuild(self._ledger(writer)))

    # ── inside ─────────────────────────────────────────────────────────────────────────────────────────

    def intake(self) -> Intake:
        """How this space reads observations."""
        s = self.settings
        return Intake(s.policy, s.where, s.clock, s.random)

    def control(self, reader: Reader, known: int | None = None) -> Control:
        """The control state of the space, now or as it was known at a time in microseconds."""
        if known is not None:
            return fold(reader.records(self.name), self.settings.policy, known)
        _, head = reader.control(self.name)
        if self._folded is None or self._folded[0] != head:
            self._folded = (head, self._fold(reader.records(self.name)))
        return self._folded[1]

    def _fold(self, found: list[Record]) -> Control:
        return fold(found, self.settings.policy)

    def _now(self) -> int:
        return micros(self.settings.clock())

    def question(
        self, at: TimeInput | None, known_at: TimeInput | None = None, hindsight: bool = False
    ) -> reading.Question:
        """A question about times as a caller gives them."""
        where = self.settings.where
        known = None if known_at is None else read(known_at, where).at
        asked = read(at, where).at if at is not None else known or self.settings.clock()
        return reading.question(asked, known, hindsight)

    def _attribute(self, control: Control, attribute: str) -> str:
        return control.policy.attribute(key(display(attribute, "an attribute"))).key

    def _find(self, reader: Reader, control: Control, name: str, type: str | None = None) -> Entity | None:
        """The entity that a name means, None if there is none."""
        shown_name = display(name, "an entity")
        found = reader.entities(self.name, [key(shown_name)])
        led = control.aliases.get(key(shown_name))
        if led is not None:
            found.extend(e for e in reader.entities_by_id(self.name, [led]) if e not in found)
        return choose(found, shown_name, None if type is None else key(type))

    @staticmethod
    def _class(control: Control, id: str) -> list[str]:
        """The ids of all entities that are one with this one."""
        head = control.merged.get(id, id)
        return sorted({id, head, *(e for e, h in control.merged.items() if h == head)})

    def _dimension(
        self, reader: Reader, entity: str, attribute: str, type: str | None, known: int | None
    ) -> tuple[str, list[Dimension], reading.View]:
        """The dimensions that answer a question about an attribute of an entity, and the view to read them in."""
        control = self.control(reader, known)
        view = reading.View(reader, self.name, control)
        name = self._attribute(control, attribute)
        found = self._find(reader, control, entity, type)
        if found is None:
            return display(entity, "an entity"), [], view
        ids = self._class(control, found.id)
        head = control.merged.get(found.id, found.id)
        shown_name = found.name
        if head != found.id:
            (shown_name,) = (e.name for e in reader.entities_by_id(self.name, [head]))
        return shown_name, reader.dimensions(self.name, ids, [name]), view


def vouched(o: Observation) -> Observation:
    """An observation of the caller's own code: a user's word, unless it says through what channel it came."""
    source, channel = provenance(o.source, o.channel)
    if o.channel is None and channel == "unknown":
        return replace(o, channel="user", source=o.source or "user")
    return replace(o, channel=channel, source=source)


def observation_of(given: Observation | Mapping[str, object]) -> Observation:
    """An observation, from itself or from a mapping with its field names."""
    if isinstance(given, Observation):
        return given
    if not isinstance(given, Mapping):
        raise WrongType(f"an observation is an Observation or a mapping, not {shown(given)}")
    if unknown := sorted(str(k) for k in given if k not in _FIELDS):
        raise ValidationError(f"an observation has no {unknown[0]!r}; there are {', '.join(sorted(_FIELDS))}")
    for needed in ("entity", "attribute", "value"):
        if needed not in given:
            raise ValidationError(f"an observation needs {needed!r}: {shown(dict(given))}")
    values = dict(given)
    if "derived_from" in values:
        values["derived_from"] = tuple_of(values["derived_from"])
    return Observation(**values)  # type: ignore[arg-type]  # every field is checked on intake


def tuple_of(ids: object) -> tuple[str, ...]:
    """Ids as a tuple; a single text is no list of ids."""
    if isinstance(ids, str) or not isinstance(ids, Iterable):
        raise WrongType(f"derived_from is a list of ids, not {shown(ids)}")
    return tuple(ids)


def tallied(receipt: Receipt, outcomes: Sequence[Recorded]) -> Receipt:
    """A receipt with what became of a batch added."""
    new = [o.id for o in outcomes if o.new]
    return replace(
        receipt,
        evidence=receipt.evidence + len(new),
        duplicates=receipt.duplicates + sum(1 for o in outcomes if not o.new),
        retracted=(*receipt.retracted, *(o.id for o in outcomes if o.retracted)),
        deltas=(*receipt.deltas, *new),
    )


__all__ = ["Memory", "Space", "entity_id"]
