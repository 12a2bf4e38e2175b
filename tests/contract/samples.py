"""Rows as a store is given them, with every field said; and a small space that holds one of each kind."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from nous.graph.model import Delta, Dimension, Entity, Episode, Message, Record, Snapshot
from nous.graph.store import Checkpoint, Document, Edge, Writer

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
MICROS = 1_768_046_400_000_000

# What a parser of Cypher, SQL, Lucene or FTS5 would trip over, what an editor cannot show, and what is long.
NASTY = (
    "`) DETACH DELETE n //",
    "'; DROP TABLE delta; --",
    'say "hi" AND NOT (x OR y)',
    '+a -b && || ! ( ) { } [ ] ^ " ~ * ? : \\ /',
    "words: NEAR(a b, 2) a* ^b -c {col} : d",
    "a\\u0041 $name {x} %s {0} ${y} <b>",
    "[red]not markup[/red] [/] :smile:",
    "🦊 👩\u200d👩\u200d👧 ❤\ufe0f",
    "نور الحداد",
    "김 하늘 小さな本屋 แมว",
    "Zoe\u0308 Ｚｏë ß ﬁ",
    "line\u2028line\u2029line",
    "long name " * 800,
)


def entity(name: str, type: str | None = None) -> Entity:
    """An entity whose key and id follow from its name and type."""
    return Entity(_id(name, type or ""), name.casefold(), name, type)


def dimension(owner: Entity, attribute: str, *, relation: bool = False) -> Dimension:
    """A dimension of an entity, as it is before anything was said."""
    return Dimension(_id(owner.id, attribute), owner.id, attribute.casefold(), attribute, relation=relation)


def delta(of: Dimension, seq: int, text: str = "Porto", **changes: object) -> Delta:
    """A delta with every field said."""
    plain = Delta(
        id=f"{of.id}-{seq}",
        dimension=of.id,
        entity=of.entity,
        attribute=of.attribute,
        seq=seq,
        kind="assert",
        value_key=f"t:{text.casefold()}",
        value_type="text",
        value_json=f'"{text}"',
        value_text=text,
        at_micros=MICROS + seq,
        precision="day",
        width=1.0,
        offset=60,
        recorded_micros=MICROS + 1_000_000 + seq,
        source="user:ana",
        channel="user",
        stance=0.85,
        confidence=0.95,
        quote=f"I live in {text}.",
        message="m1",
        episode="e1",
        derived_from=("p1", "p2"),
        unit="km",
        locale="de",
        surprise=5.0,
        gain=4.25,
        prior=0.03125,
        posterior=0.9,
        salt=bytes(range(16)),
        hash=_hash(of.id, seq),
        prev=b"" if seq == 1 else _hash(of.id, seq - 1),
        recorded_surprise=5.0,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # a test names real fields


def message(id: str, text: str = "I live in Porto.", second: int = 0, **changes: object) -> Message:
    """A message with every field said."""
    at = NOON + timedelta(seconds=second)
    plain = Message(
        id, "Ana", text, at, "user", "user", "user:Ana", ("p1",), 60, "e1", NOON + timedelta(days=1, seconds=second)
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # a test names real fields


def episode(id: str, messages: Sequence[Message], title: str = "a talk") -> Episode:
    """The episode of these messages."""
    return Episode(id, messages[0].at, messages[-1].at, tuple(m.id for m in messages), title)


def record(seq: int, **changes: object) -> Record:
    """A control record with every field said."""
    body = {"id": "d1", "nested": {"list": [1, "a", None, True, 2.5], "größe": "µ"}}
    plain = Record(
        seq, "retraction", body, "ana", "a slip", MICROS + seq, bytes(16), _hash("r", seq), _hash("r", seq - 1)
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # a test names real fields


def fill(writer: Writer, space: str) -> None:
    """Write one of everything into a space."""
    ana, porto = entity("Ana", "person"), entity("Porto")
    home = dimension(ana, "home city", relation=True)
    said = [message("m1"), message("m2", "It rains.", 1)]
    writer.open_space(space)
    writer.add_entities(space, [ana, porto])
    writer.hold(space, [home])
    writer.append(space, [delta(home, 1), delta(home, 2, "Faro", derived_from=(f"{home.id}-1",))])
    shown = Snapshot("Porto", ("Porto",), (0.9,), 0.1, MICROS)
    writer.keep(space, [replace(home, count=2, head=_hash(home.id, 2), state="{}", stamp="s1", snapshot=shown)])
    writer.keep_checkpoints(space, {}, [Checkpoint(home.id, 1.5, "half-way"), Checkpoint(home.id, 2.5, "further")])
    writer.append_record(space, record(1))
    writer.add_episode(space, episode("e1", said), said)
    writer.add_mentions(space, "e1", [ana.id])
    writer.index(
        space,
        [
            Document("delta", f"{home.id}-1", ("ana", "home", "porto")),
            Document("message", "m1", ("ana", "live", "porto")),
            Document("message", "m2", ("ana", "rain")),
        ],
    )
    writer.relate(space, {(ana.id, home.attribute): [Edge(ana.id, porto.id, home.attribute, 0.9, MICROS)]})


def _id(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:24]


def _hash(name: str, number: int) -> bytes:
    return hashlib.sha256(f"{name} {number}".encode()).digest()
