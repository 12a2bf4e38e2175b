"""The verbs that write: observe, ingest, retract, reinstate, alias, value_alias."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from functools import partial
from typing import Literal

from nous.beliefs.cardinality import TypeDecision
from nous.beliefs.errors import ConflictError, NotFound, ValidationError, WrongType, shown
from nous.graph import audit
from nous.graph.control import RecordType
from nous.graph.intake import Prepared, identifier
from nous.graph.learning import types
from nous.graph.ledger import Recorded
from nous.graph.model import Delta, Message, Observation, Receipt, Record
from nous.graph.names import display, key
from nous.graph.store import Writer, chunks
from nous.graph.times import TimeInput
from nous.graph.values import Value, cell, entity_key

from .inside import Inside

BATCH = 5_000
"""Observations a transaction: bounds memory and how long other writers wait, whatever the caller hands in."""
VOUCHED = "user"
"""The channel of what the caller's own code says, unless it says through which it came."""
_FIELDS = frozenset(f.name for f in fields(Observation))


class Writing(Inside):
    """What puts something into a space."""

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
        prepared = self.intake().prepare(observation, VOUCHED)

        def work(writer: Writer) -> Delta:
            (outcome,) = self._record(writer, [(prepared, None)])
            (delta,) = writer.deltas_by_id(self.name, [outcome.id])
            return replace(delta, retracted=outcome.retracted)

        delta = self.store.write(work)
        if delta.seq & (delta.seq - 1) == 0:  # now and then: the type of an attribute is a matter of its whole log
            self._retype({prepared.attribute_key})
        return delta

    def observe_many(self, observations: Iterable[Observation | Mapping[str, object]]) -> Receipt:
        """Record many statements, in transactions of at most 5,000.

        A list is checked whole before anything is stored; an iterator as it comes, batch by batch, and an error
        says how many batches are in already. Feeding the same again is safe: it adds only what is missing.
        """
        many(observations, "observations")
        intake = self.intake()
        receipt = Receipt(self.name)
        if isinstance(observations, Sequence):
            prepared = intake.prepare_all(observations, observation_of, VOUCHED)
            prepared.sort(key=lambda p: (p.entity_key, p.attribute_key))  # each dimension in as few batches as can be
            for batch in chunks(prepared, BATCH):
                receipt = self._store_batch(batch, receipt)
            return receipt
        for raw in chunks(observations, BATCH):
            try:
                batch = intake.prepare_all(raw, observation_of, VOUCHED)
            except ValidationError as error:
                stored = receipt.evidence + receipt.duplicates
                raise ValidationError(
                    f"after {stored} observations that are stored: {error}; feeding all again is safe", error.items
                ) from error
            receipt = self._store_batch(batch, receipt)
        return receipt

    def _store_batch(self, batch: Sequence[Prepared], so_far: Receipt) -> Receipt:
        outcomes = self.store.write(lambda writer: self._record(writer, [(p, None) for p in batch]))
        self._retype({p.attribute_key for p in batch})
        return tallied(so_far, outcomes)

    def _retype(self, attributes: Iterable[str]) -> None:
        """Let attributes that the table does not know be sets where their log says so clearly; each a record."""
        policy = self.settings.policy
        open_names = sorted(a for a in attributes if not policy.knows(a))
        if not open_names:
            return
        decisions = self.store.read(lambda reader: types(reader, self.name, self.control(reader), open_names))
        for decision in decisions:
            if decision.switched:
                self.store.write(partial(self._switch, decision))

    def _switch(self, decision: TypeDecision, writer: Writer) -> None:
        if self.control(writer).policy.attribute(decision.attribute).cardinality == decision.before:
            body = {"attribute": decision.attribute, "changes": {"cardinality": decision.after}}
            self._append(writer, "parameter", body, "nous", decision.reason)
            self._renew(writer, {decision.attribute})

    def _record(self, writer: Writer, batch: Sequence[tuple[Prepared, int | None]]) -> list[Recorded]:
        writer.open_space(self.name)
        return self._ledger(writer).record(batch)

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
        from .ingest import drafted, record

        if recorded not in ("now", "as said"):
            raise ValidationError(f"recorded is 'now' or 'as said', not {shown(recorded)}")
        many(messages, "messages")
        draft = drafted(self, messages, recorded)
        receipt = record(draft, progress)
        self._retype(draft.attributes)
        return receipt

    def retract(self, id: str, *, reason: str = "", actor: str = "user") -> Record:
        """Take a piece of evidence back: it no longer counts, nor does what was derived from it.

        It stays in the ledger. An id that was never seen is noted, and will not count when it arrives.
        """
        return self._mark("retraction", id, reason, actor)

    def reinstate(self, id: str, *, reason: str = "", actor: str = "user") -> Record:
        """Let retracted evidence count again; NotFound if it is not retracted."""
        return self._mark("reinstatement", id, reason, actor)

    def _mark(self, type: RecordType, id: str, reason: str, actor: str) -> Record:
        id = identifier(id, "the id of a piece of evidence")

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
            values = [entity_key(target.name), entity_key(alias)]
            body = {"key": key(alias), "name": alias, "entity": target.id, "values": values}
            record = self._append(writer, "alias", body, actor, reason)
            # Only now does nobody else write here, who might be making an entity of this name.
            for entity in writer.entities(self.name, [key(alias)]):
                if entity.id != target.id:
                    raise ConflictError(f"{alias!r} is an entity already; merge it with {target.name!r} instead")
            return record

        record = self.store.write(work)
        audit.renew(self.store, self.name, self._ledger, relations=True)
        return record

    def value_alias(
        self, attribute: str, spellings: Sequence[Value], *, reason: str = "", actor: str = "user"
    ) -> Record:
        """Let several spellings of a value of an attribute count as one, the first."""
        name = key(display(attribute, "an attribute"))
        if isinstance(spellings, str) or not isinstance(spellings, Sequence):
            raise WrongType(f"spellings are a list of values, not {shown(spellings)}")
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


def many(given: object, what: str) -> None:
    """Refuse, as WrongType, what is no iterable, or is one thing where several are meant."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise WrongType(f"{what} come as a list or another iterable, not as {shown(given)}")


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
