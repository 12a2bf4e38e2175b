"""Auditing: whether every chain says what was written and what is derived equals a replay; and renewing it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from nous.beliefs.errors import IntegrityError, NousError

from .chain import digest_of, link, statement
from .control import Control
from .inventory import Fault, Inventory
from .ledger import Ledger, message_document, replayed
from .model import Delta, Dimension, Record, Snapshot
from .records import record_hash
from .snapshot import snapshot
from .store import Reader, Store, Writer, chunks

_BATCH = 500  # dimensions read at a time


@dataclass(frozen=True, slots=True)
class Verification:
    """What an audit of a space looked at and found."""

    space: str
    dimensions: int
    deltas: int
    records: int
    faults: tuple[Fault, ...]
    root: str

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.faults


def verify(reader: Reader, space: str, fold: Callable[[list[Record]], Control]) -> Verification:
    """Check the chains of a space, and that what is derived from them is what a replay gives; nothing is changed.

    `root` is a Merkle root over the heads of all chains: two audits with equal roots saw the same ledger. What cannot
    even be read is the one fault that is named.

    The chains commit to all that a delta or a record says. Cached beliefs, checkpoints, snapshots and full-text rows
    are compared with what they derive from; ids and keys of entities and dimensions with what they are made of. No
    hash covers what a delta was worth on arrival (recorded surprise, gain, prior, posterior: a history computes them
    anew), how an attribute is spelled for people, and what a message says beside its place and full-text row.
    """
    try:
        return _verified(reader, space, fold)
    except IntegrityError as error:
        return unreadable(space, error)


def unreadable(space: str, error: IntegrityError) -> Verification:
    """The audit of a space that holds what cannot be read."""
    fault = Fault("unreadable", str(error).partition(" is stored")[0], str(error))
    return Verification(space, 0, 0, 0, (fault,), "")


def _verified(reader: Reader, space: str, fold: Callable[[list[Record]], Control]) -> Verification:
    records = reader.records(space)
    faults = _control_faults(records)
    try:
        control = fold(records)
    except (NousError, AssertionError, LookupError, TypeError, ValueError) as error:
        faults.append(Fault("record", str(len(records)), f"the control records cannot be read: {error}"))
        return Verification(space, 0, 0, len(records), tuple(faults), "")
    count = 0
    control_head = records[-1].hash if records else b""
    dimensions = reader.dimensions(space)
    past = _Past(records, fold, control)
    inventory = Inventory(reader, space, dimensions)
    faults.extend(inventory.faults())
    heads = []
    for batch in chunks(dimensions, _BATCH):
        logs: dict[str, list[Delta]] = {d.id: [] for d in batch}
        for delta in reader.deltas(space, list(logs)):
            logs[delta.dimension].append(delta)
        faults.extend(inventory.delta_faults(batch, logs))
        snapshots, spoiled = _snapshots(reader, space, list(logs))
        faults.extend(spoiled)
        checkpoints: dict[str, dict[float, str]] = {id: {} for id in logs}
        for found in reader.checkpoints(space, list(logs)):
            checkpoints[found.dimension][found.t] = found.state
        for dimension in batch:
            log = logs[dimension.id]
            count += len(log)
            heads.append(dimension.head)
            faults.extend(_chain_faults(dimension, log))
            under = past.held(dimension)
            if under is not None:
                shown = replace(dimension, snapshot=snapshots.get(dimension.id))
                faults.extend(_cache_faults(reader, space, shown, log, under, checkpoints[dimension.id]))
    faults.extend(inventory.uncounted_faults(count))
    return Verification(space, len(dimensions), count, len(records), tuple(faults), _root(control_head, heads))


def _snapshots(reader: Reader, space: str, dimensions: list[str]) -> tuple[dict[str, Snapshot], list[Fault]]:
    """The snapshots of dimensions; those that cannot be read are faults, one by one."""
    try:
        return reader.snapshots(space, dimensions), []
    except IntegrityError as error:
        if len(dimensions) == 1:
            return {}, [Fault("cache", dimensions[0], str(error))]
    half = len(dimensions) // 2
    first, some = _snapshots(reader, space, dimensions[:half])
    second, more = _snapshots(reader, space, dimensions[half:])
    return first | second, some + more


def _control_faults(records: list[Record]) -> list[Fault]:
    faults, prev = [], b""
    for i, record in enumerate(records, 1):
        if record.seq != i:
            faults.append(Fault("record", str(record.seq), f"stands where record {i} should: one is missing"))
            break
        if record.prev != prev or record.hash != record_hash(record):
            faults.append(Fault("record", str(record.seq), f"the {record.type} of {record.actor} was edited"))
        prev = record.hash
    return faults


def _chain_faults(dimension: Dimension, log: list[Delta]) -> list[Fault]:
    faults, prev = [], b""
    for i, delta in enumerate(log, 1):
        if delta.seq != i:
            faults.append(Fault("delta", delta.id, f"stands where number {i} of its chain should: one is missing"))
            break
        if delta.prev != prev:
            faults.append(Fault("delta", delta.id, "does not follow the delta before it"))
        elif delta.hash != link(delta.prev, digest_of(delta)):
            said = f"{delta.attribute} {delta.kind} {delta.value_text[:40]!r}"
            faults.append(Fault("delta", delta.id, f"was edited; it now says {said}"))
        prev = delta.hash
    if not faults and (len(log) != dimension.count or prev != dimension.head):
        faults.append(Fault("chain", dimension.id, f"has {len(log)} deltas, its head says {dimension.count}"))
    return faults


class _Past:
    """The control states that a space has been in, the latest first, each folded when it is first asked for."""

    def __init__(self, records: list[Record], fold: Callable[[list[Record]], Control], now: Control) -> None:
        self.records = records
        self.fold = fold
        self.states = [now]
        self.found: dict[tuple[str, bool, str], Control | None] = {}

    def held(self, dimension: Dimension) -> Control | None:
        """The control state under which a belief was cached; None where nothing is, or parameters no longer known."""
        if dimension.state is None:
            return None
        attribute, relation, stamp = sought = dimension.attribute, dimension.relation, dimension.stamp
        if sought not in self.found:
            held = (c for c in self._latest_first() if c.stamp(attribute, relation) == stamp)
            self.found[sought] = next(held, None)
        return self.found[sought]

    def _latest_first(self) -> Iterator[Control]:
        """Now and before, with what is retracted now: a retraction renews every belief that it bears on."""
        yield from self.states
        for i in range(len(self.records) - len(self.states), -1, -1):
            self.states.append(replace(self.fold(self.records[:i]), retracted=self.states[0].retracted))
            yield self.states[-1]


def _cache_faults(
    reader: Reader, space: str, dimension: Dimension, log: list[Delta], control: Control,
    checkpoints: Mapping[float, str],
) -> list[Fault]:  # fmt: skip
    running = replayed(reader, space, log, control, dimension.attribute, checkpoints.keys())
    if running.dump() != dimension.state:
        return [Fault("cache", dimension.id, f"the cached belief about {dimension.attribute!r} is not its replay")]
    if running.passed != checkpoints:
        return [Fault("cache", dimension.id, f"a checkpoint of the belief about {dimension.attribute!r} was edited")]
    if dimension.snapshot is not None and dimension.snapshot != snapshot(running, control):
        return [Fault("cache", dimension.id, f"what the store shows of {dimension.attribute!r} is not its replay")]
    return []


def merkle_root(leaves: list[bytes]) -> bytes:
    """The root of a hash tree over leaves in order; a change of any one changes it.

    >>> merkle_root([b"a", b"b"]) == merkle_root([b"b", b"a"])
    False
    """
    level = [hashlib.sha256(b"\x00" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [hashlib.sha256(b"\x01" + b"".join(pair)).digest() for pair in pairs]
    return level[0] if level else b""


def root(reader: Reader, space: str) -> str:
    """The Merkle root over the heads of all chains of a space, the control chain first."""
    return _root(reader.control(space)[1], [c.head for c in reader.chains(space)])


def _root(control: bytes, heads: list[bytes]) -> str:
    return merkle_root([control, *heads]).hex()


def rebuild(store: Store, space: str, ledger: Callable[[Writer], Ledger]) -> int:
    """Renew everything derived in a space from its ledger; returns how many dimensions there are.

    Batch by batch, so that a space of any size fits into the transactions of any store; meanwhile a search finds less.
    """
    ids = [c.dimension for c in store.read(lambda reader: reader.chains(space))]
    store.write(lambda writer: writer.clear_index(space))
    for batch in chunks(ids, _BATCH):

        def renew(writer: Writer, batch: list[str] = batch) -> None:
            ledger(writer).refresh(batch)
            ledger(writer).reindex(batch)

        store.write(renew)
    episodes = store.read(lambda reader: reader.episodes(space))
    for some in chunks((m for e in episodes for m in e.messages), _BATCH):

        def index(writer: Writer, some: list[str] = some) -> None:
            writer.index(space, [message_document(m) for m in writer.messages(space, some)])

        store.write(index)
    return len(ids)


def renew(store: Store, space: str, ledger: Callable[[Writer], Ledger], *, relations: bool = False) -> None:
    """Renew the beliefs and edges of a space, or of its relations, after a record that bears on all of them."""
    dimensions = store.read(lambda reader: reader.dimensions(space))
    for batch in chunks([d.id for d in dimensions if d.relation or not relations], _BATCH):

        def work(writer: Writer, batch: list[str] = batch) -> None:
            ledger(writer).refresh(batch)

        store.write(work)


def digest(reader: Reader, space: str, control: Control) -> str:
    """A digest over the set of evidence and what is retracted, without recording times, salts and spelling.

    Equal memories have equal digests, whenever and in whatever order they were built.
    """
    lines = []
    for batch in chunks((d.id for d in reader.dimensions(space)), _BATCH):
        for delta in reader.deltas(space, batch):
            said = [*statement(delta, delta.entity, delta.attribute), delta.id in control.retracted]
            lines.append(hashlib.sha256(json.dumps(said, ensure_ascii=False).encode()).digest())
    return hashlib.sha256(b"".join(sorted(lines))).hexdigest()
