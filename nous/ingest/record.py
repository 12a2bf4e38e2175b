"""Record a conversation: each episode in one transaction, with its messages, its evidence and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from nous.graph import records
from nous.graph.intake import Intake, Prepared
from nous.graph.ledger import Ledger, Recorded, message_document
from nous.graph.model import Episode, Message, Receipt
from nous.graph.names import key
from nous.graph.store import Writer
from nous.graph.times import micros

from .draft import Draft
from .recognise import stored
from .statement import Statement


@dataclass(frozen=True, slots=True)
class _News:
    """What one message says, fit to be stored: its evidence, and the ids of what it takes back with who does so."""

    evidence: tuple[Prepared, ...]
    corrected: tuple[tuple[str, str], ...]


def record(draft: Draft, progress: Callable[[int], None] | None = None) -> Receipt:
    """Store the episodes of a draft one by one, in order of time; what is there already is left alone."""
    said: dict[str, list[Statement]] = {}
    for statement in draft.statements:
        said.setdefault(statement.message, []).append(statement)
    intake = draft.space.intake()
    news = {m.id: _news(intake, said.get(m.id, ())) for m in draft.messages}
    messages = {m.id: m for m in draft.messages}
    receipt = replace(Receipt(draft.space.name), rejects=dict(draft.rejects))
    for episode in draft.episodes:
        receipt = _record_episode(draft, episode, [messages[id] for id in episode.messages], news, receipt)
        if progress is not None:
            progress(len(episode.messages))
    return receipt


def _news(intake: Intake, statements: Sequence[Statement]) -> _News:
    """The statements of one message, read as they will be stored."""
    slips = [intake.prepare(old) for s in statements for old in s.corrects]
    return _News(
        tuple(intake.prepare(s.observation) for s in statements if s.observation is not None),
        tuple((slip.id, slip.source) for slip in slips),
    )


def _record_episode(
    draft: Draft, episode: Episode, messages: Sequence[Message], news: Mapping[str, _News], receipt: Receipt
) -> Receipt:
    """One transaction: the messages of an episode that are not stored yet, and all that follows from them."""
    space = draft.space
    as_said = draft.recorded == "as said"

    def work(writer: Writer) -> tuple[list[Message], list[Recorded]]:
        # Another process may have stored some since they were looked up.
        known = stored(writer, space.name, [m for m in messages if m.id not in draft.known])
        fresh = [m for m in messages if m.id not in draft.known and m.id not in known]
        if not fresh:
            return [], []
        writer.open_space(space.name)
        now = space.settings.clock()
        ledger = Ledger(writer, space.name, space.control(writer), micros(now), space.settings.random)
        heard = {m.id: micros(m.at) if as_said else None for m in fresh}
        outcomes = ledger.record([(p, heard[m.id]) for m in fresh for p in news[m.id].evidence])
        kept = [replace(m, recorded_at=m.at if as_said else now) for m in fresh]
        writer.add_episode(space.name, replace(episode, messages=tuple(heard)), kept)
        writer.index(space.name, [message_document(m) for m in fresh])
        mentioned = {key(m.speaker) for m in fresh} | {p.entity_key for m in fresh for p in news[m.id].evidence}
        writer.add_mentions(space.name, episode.id, [e.id for e in writer.entities(space.name, mentioned)])
        corrections = [(id, heard[m.id], source) for m in fresh for id, source in news[m.id].corrected]
        _take_back(writer, space.name, ledger, corrections)
        return fresh, outcomes

    fresh, outcomes = space.store.write(work) if any(m.id not in draft.known for m in messages) else ([], [])
    new = [o.id for o in outcomes if o.new]
    return replace(
        receipt,
        messages=receipt.messages + len(fresh),
        episodes=receipt.episodes + (1 if fresh else 0),
        evidence=receipt.evidence + len(new),
        duplicates=receipt.duplicates + sum(len(news[m.id].evidence) for m in messages) - len(new),
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
