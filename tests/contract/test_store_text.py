"""Text is data: names that a parser would trip over stand in every text field and come back as they were."""

from __future__ import annotations

import json
from dataclasses import replace
from operator import methodcaller

import pytest

from nous import Memory
from nous.graph.model import Entity
from nous.graph.store import Edge, Writer

from .samples import NASTY, delta, dimension, entity, episode, message, record

EIGHT_KB = "x" * 8192


@pytest.mark.parametrize("text", [*NASTY, EIGHT_KB], ids=lambda t: ascii(t[:20]))
def test_every_text_field_round_trips(memory: Memory, name: str, text: str) -> None:
    """In the name of the space too."""
    space = f"{name} {text[:100]}"
    ana = Entity(text[:190], text, text, text)
    home = replace(dimension(ana, "x"), id=f"d {text[:190]}", attribute=text, name=text)
    said = delta(
        home, 1, id=f"i {text[:190]}", value_key=text[:256], value_json=json.dumps(text), value_text=text, source=text,
        quote=text, message=text[:190], episode=text[:190], derived_from=(text[:190], "p"), unit=text, locale=text,
    )  # fmt: skip
    uttered = message(text[:190], text, speaker=text, source=text, episode=text[:190], derived_from=(text,))
    told = episode(text[:190], [uttered], text)
    noted = record(1, body={text: [text, {text: text}]}, actor=text, reason=text)
    edge = Edge(ana.id, text[:190], text, 0.5, 0)

    def work(writer: Writer) -> None:
        writer.open_space(space)
        writer.add_entities(space, [ana])
        writer.hold(space, [home])
        writer.append(space, [said])
        writer.keep(space, [replace(home, state=text, stamp=text)])
        writer.append_record(space, noted)
        writer.add_episode(space, told, [uttered])
        writer.add_mentions(space, told.id, [ana.id])
        writer.relate(space, {(ana.id, text): [edge]})

    memory.store.write(work)

    read = memory.store.read
    assert space in memory.spaces()
    assert read(lambda r: r.entities(space, [text])) == [ana]
    assert read(lambda r: r.dimensions(space, [ana.id], [text])) == [replace(home, state=text, stamp=text)]
    assert read(lambda r: list(r.deltas(space, [home.id]))) == [said]
    assert read(lambda r: r.deltas_by_id(space, [said.id])) == [said]
    assert read(lambda r: r.children(space, [text[:190]])) == {said.id}
    assert read(lambda r: r.sources(space))[0].id == text
    assert read(lambda r: r.messages(space, [uttered.id])) == [uttered]
    assert read(lambda r: r.episodes(space)) == [told]
    assert read(lambda r: r.mentions(space, [told.id])) == {(told.id, ana.id)}
    assert read(lambda r: r.records(space)) == [noted]
    assert read(lambda r: r.edges(space, ana.id, 5)) == [edge]


def test_text_that_looks_like_another_stays_itself(memory: Memory, name: str) -> None:
    """Keys are compared as they are: no folding, no trimming, no wildcard inside the store."""
    alike = ["a", "A", " a", "a ", "ä", "a\u0308", "a%", "a_", "", "0", "00", "null", "NaN"]
    entities = [Entity(f"id {i}", key, key, None) for i, key in enumerate(alike)]

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, entities)

    memory.store.write(work)

    for e in entities:
        assert memory.store.read(methodcaller("entities", name, [e.key])) == [e]


def test_an_entity_without_a_type_is_not_one_with_an_empty_type(memory: Memory, name: str) -> None:
    """None comes back as None."""
    plain = entity("Ana")

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, [plain])

    memory.store.write(work)

    assert memory.store.read(lambda r: r.entities(name))[0].type is None
