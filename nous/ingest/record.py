"""Record a conversation: each episode in one transaction, with its messages, its evidence and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nous.beliefs.errors import ConflictError
from nous.graph import records
from nous.graph.intake import Prepared
from nous.graph.ledger import Ledger, Recorded, message_document
from nous.graph.model import Episode, Message, Receipt
from nous.graph.names import key
from nous.graph.store import Reader, Writer
from nous.graph.times import micros

from .draft import Draft
from .statement import Statement


def record(draft: Draft, progress: Callable[[int], None] | None = None) -> Receipt:
    """Store the episodes of a draft one by one, in order of time; what is there already is left alone.

    Raises ConflictError, before anything is stored, where a message id is taken by another text.
    """
    stored = draft.space.store.read(lambda reader: _stored(reader, draft))
    by_message: dict[str, list[Statement]] = {}
    for statement in draft.statements:
        by_message.setdefault(statement.message, []).append(statement)
    messages = {m.id: m for m in draft.messages}
    receipt = replace(Receipt(draft.space.name), rejects=dict(draft.rejects))
    for episode in draft.episodes:
        statements = [s for id in episode.messages for s in by_message.get(id, ())]
        fresh = [messages[id] for id in episode.messages if id not in stored]
        if fresh:
            receipt = _record_episode(draft, episode, fresh, statements, receipt)
        else:
            known = sum(1 for s in statements if s.observation is not None)
            receipt = replace(receipt, duplicates=receipt.duplicates + known)
        if progress is not None:
            progress(len(episode.messages))
    return receipt


def _stored(reader: Reader, draft: Draft) -> set[str]:
    """The ids of the messages that are stored already."""
    wanted = {m.id: m for m in draft.messages}
    found = reader.messages(draft.space.name, list(wanted))
    for known in found:
        message = wanted[known.id]
        if (known.speaker, known.text) != (message.speaker, message.text):
            raise ConflictError(f"the message id {known.id!r} is taken by another text: {known.text[:60]!r}")
    return {m.id for m in found}


def _record_episode(
    draft: Draft, episode: Episode, fresh: list[Message], statements: list[Statement], receipt: Receipt
) -> Receipt:
    space = draft.space
    intake = space.intake()
    as_said = draft.recorded == "as said"
    said_at = {m.id: micros(m.at) for m in draft.messages}
    prepared: list[tuple[Prepared, int | None]] = []
    corrections: list[tuple[str, int | None, str]] = []
    for s in statements:
        said = said_at[s.message] if as_said else None
        if s.observation is not None:
            prepared.append((intake.prepare(s.observation), said))
        for old in s.corrects:
            slip = intake.prepare(old)
            corrections.append((slip.id, said, slip.source))

    def work(writer: Writer) -> list[Recorded]:
        writer.open_space(space.name)
        now = micros(space.settings.clock())
        ledger = Ledger(writer, space.name, space.control(writer), now, space.settings.random)
        kept = [replace(m, recorded_at=m.at if as_said else space.settings.clock()) for m in fresh]
        outcomes = ledger.record(prepared)
        writer.add_episode(space.name, replace(episode, messages=tuple(m.id for m in fresh)), kept)
        writer.index(space.name, [message_document(m) for m in fresh])
        mentioned = {key(m.speaker) for m in fresh} | {p.entity_key for p, _ in prepared}
        found = [e.id for e in writer.entities(space.name, mentioned)]
        writer.add_mentions(space.name, episode.id, found)
        _take_back(writer, space.name, ledger, corrections)
        return outcomes

    outcomes = space.store.write(work)
    new = [o.id for o in outcomes if o.new]
    return replace(
        receipt,
        messages=receipt.messages + len(fresh),
        episodes=receipt.episodes + 1,
        evidence=receipt.evidence + len(new),
        duplicates=receipt.duplicates + len(outcomes) - len(new),
        retracted=(*receipt.retracted, *(o.id for o in outcomes if o.retracted)),
        deltas=(*receipt.deltas, *new),
    )


def _take_back(writer: Writer, space: str, ledger: Ledger, corrections: list[tuple[str, int | None, str]]) -> None:
    """Retract what a speaker corrected: a slip was never true, so it does not become history."""
    retracted = set(ledger.control.retracted)
    for id, said, source in corrections:
        if id not in retracted:
            retracted.add(id)
            records.append(
                writer, space, "retraction", {"id": id}, actor=source, reason="corrected by the same speaker",
                now=ledger.now if said is None else said, random=ledger.random,
            )  # fmt: skip
    if corrections:
        control = ledger.control
        after = replace(ledger, control=replace(control, retracted=frozenset(retracted)))
        ids = [id for id, _, _ in corrections]
        after.refresh({d.dimension for d in writer.deltas_by_id(space, ids)})
        after.refresh_descendants(ids)
