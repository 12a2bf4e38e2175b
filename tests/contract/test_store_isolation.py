"""Spaces never leak: every verb of the seam, asked inside one space for the ids of another, shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from nous import Memory
from nous.graph.store import Checkpoint, Corpus, Edge, Reader, Writer

from . import samples
from .samples import dimension, entity, episode, message, record

ANA, PORTO = entity("Ana", "person"), entity("Porto")
HOME = dimension(ANA, "home city", relation=True)
FIRST = f"{HOME.id}-1"

# Each reading verb of the protocol, asked for everything that `samples.fill` wrote.
ASK: dict[str, Callable[[Reader, str], object]] = {
    "control": lambda r, s: r.control(s)[0],
    "records": lambda r, s: r.records(s),
    "entities": lambda r, s: [*r.entities(s), *r.entities(s, ["ana", "porto"])],
    "entities_by_id": lambda r, s: r.entities_by_id(s, [ANA.id, PORTO.id]),
    "dimensions": lambda r, s: [*r.dimensions(s), *r.dimensions(s, [ANA.id])],
    "dimensions_by_id": lambda r, s: r.dimensions_by_id(s, [HOME.id]),
    "chains": lambda r, s: r.chains(s),
    "snapshots": lambda r, s: r.snapshots(s, [HOME.id]),
    "checkpoint": lambda r, s: r.checkpoint(s, HOME.id, 9.0),
    "checkpoints": lambda r, s: r.checkpoints(s, [HOME.id]),
    "deltas": lambda r, s: list(r.deltas(s, [HOME.id])),
    "recorded": lambda r, s: r.recorded(s, 0, 2 * samples.MICROS),
    "deltas_by_id": lambda r, s: r.deltas_by_id(s, [FIRST]),
    "children": lambda r, s: r.children(s, ["p1", FIRST]),
    "heard_in": lambda r, s: r.heard_in(s, ["e1"]),
    "messages": lambda r, s: [*r.messages(s), *r.messages(s, ["m1"])],
    "episodes": lambda r, s: [*r.episodes(s), *r.episodes(s, ["e1"])],
    "edges": lambda r, s: [*r.edges(s, ANA.id, 10), *r.edges(s, PORTO.id, 10)],
    "relations": lambda r, s: r.relations(s),
    "mentions": lambda r, s: r.mentions(s, ["e1"]),
    "sources": lambda r, s: r.sources(s),
    "counts": lambda r, s: sum(r.counts(s).values()),
    "corpus": lambda r, s: sum(c.documents + sum(c.frequencies.values()) for c in _statistics(r, s)),
    "candidates": lambda r, s: [*r.candidates(s, "message", ["porto"], 9), *r.candidates(s, "delta", ["porto"], 9)],
    "documents": lambda r, s: [*r.documents(s, "message", ["m1"]), *r.documents(s, "delta", [FIRST])],
    "around": lambda r, s: r.around(s, ["m1"]),
}


def _statistics(r: Reader, s: str) -> list[Corpus]:
    return [r.corpus(s, "message", ["porto"]), r.corpus(s, "delta", ["porto"])]


def asked(ask: Callable[[Reader, str], object], space: str, reader: Reader) -> object:
    """What a verb answers in a space."""
    return ask(reader, space)


def test_every_reading_verb_is_asked() -> None:
    """A verb that joins the protocol joins this list."""
    verbs = {n for n in vars(Reader) if not n.startswith("_")}

    assert verbs - {"spaces"} == set(ASK)


@pytest.mark.parametrize("verb", ASK)
def test_another_space_is_empty(memory: Memory, name: str, verb: str) -> None:
    """The verb finds something where it was written, and nothing in a space beside it, opened or not."""
    beside = name + "-beside"
    memory.store.write(lambda w: samples.fill(w, name))
    memory.store.write(lambda w: w.open_space(beside))
    ask = ASK[verb]

    assert memory.store.read(lambda r: ask(r, name))
    for other in (beside, name + "-never", name.upper(), name[:-1], "%", "*", "_"):
        assert not memory.store.read(partial(asked, ask, other)), other


def test_the_same_ids_live_side_by_side(memory: Memory, name: str) -> None:
    """Two spaces with equal content: taking away from one leaves the other whole."""
    other = name + "-other"
    memory.store.write(lambda w: samples.fill(w, name))
    memory.store.write(lambda w: samples.fill(w, other))
    before = {verb: memory.store.read(partial(asked, ask, other)) for verb, ask in ASK.items()}

    memory.store.write(lambda w: spoil(w, name))

    after = {verb: memory.store.read(partial(asked, ask, other)) for verb, ask in ASK.items()}
    assert after == before


def spoil(writer: Writer, space: str) -> None:
    """Every writing verb that changes or adds to what has the ids of `samples.fill`."""
    writer.open_space(space)
    writer.add_entities(space, [entity("Faro")])
    writer.hold(space, [dimension(ANA, "employer")])
    writer.append(space, [samples.delta(HOME, 3, derived_from=(FIRST,))])
    writer.keep(space, [HOME])
    writer.keep_checkpoints(space, {HOME.id: -1.0}, [Checkpoint(HOME.id, 9.0, "spoilt")])
    writer.append_record(space, record(2))
    more = [message("m3", second=9, episode="e2")]
    writer.add_episode(space, episode("e2", more), more)
    writer.add_mentions(space, "e1", [PORTO.id])
    writer.relate(space, {(ANA.id, HOME.attribute): [Edge(ANA.id, "elsewhere", HOME.attribute, 1.0, 0)]})
    writer.clear_index(space)
    writer.index(space, [])


def test_every_writing_verb_spoils() -> None:
    """A verb that joins the protocol joins `spoil`."""
    verbs = {n for n in vars(Writer) if not n.startswith("_")} - {n for n in vars(Reader) if not n.startswith("_")}

    assert verbs <= set(spoil.__code__.co_names)
