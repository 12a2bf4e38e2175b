"""A conversation on the server: the same as in a file, found beside a large space, and no text is ever a query."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nous import Memory, Settings, Space
from tests.conftest import Chance, Clock
from tests.contract.samples import NASTY

from .conftest import Ask

pytestmark = pytest.mark.neo4j
DIALOGUE = [
    ("Mira", "Hi Jonas! I moved to Lisbon last month.", "2026-01-10T09:00:00Z"),
    ("Jonas", "Oh nice. I still live in Hamburg, and I work at Hapag.", "2026-01-10T09:01:00Z"),
    ("Mira", "My sister Lena works at Siemens now.", "2026-01-10T09:02:00Z"),
    ("Jonas", "I bought a sailing boat yesterday, it is called Möwe.", "2026-01-10T09:03:00Z"),
    ("Mira", "I adopted a dog, Biscuit, from the shelter.", "2026-02-14T18:00:00Z"),
    ("Jonas", "I quit my job at Hapag. I start at Maersk in March.", "2026-02-14T18:02:00Z"),
    ("Mira", "Do you play chess? I love playing chess.", "2026-02-14T18:03:00Z"),
    ("Jonas", "No, I prefer rowing. I am training for the regatta in June.", "2026-02-14T18:04:00Z"),
    ("Mira", "Lena is no longer at Siemens, she joined Bosch.", "2026-03-01T08:00:00Z"),
    ("Jonas", "Say hi to her! My birthday is on May 4.", "2026-03-01T08:01:00Z"),
]
QUESTIONS = (
    "Where does Mira live?", "Where does Jonas work?", "Who works at Bosch?", "What is Mira's dog called?",
    "What is the boat called?", "When is Jonas's birthday?", "What does Mira love?", "regatta June",
    "What did Jonas quit?", "Biscuit Möwe Lena",
)  # fmt: skip


def test_a_dialogue_gives_the_same_as_in_a_file(graph: Memory, settings: Settings, name: str) -> None:
    """Statistics, and the first ten of every recall with their scores, and the text."""
    with Memory(":memory:", settings=replace(settings, clock=Clock(), random=Chance())) as memory:
        spaces = [m.space(name) for m in (graph, memory)]
        for space in spaces:
            space.ingest([{"speaker": s, "text": t, "time": at} for s, t, at in DIALOGUE], recorded="as said")
        server, here = spaces
        assert server.stats() == here.stats()
        assert server.stats()["deltas"] > 5  # type: ignore[operator]
        for question in QUESTIONS:
            found, want = (s.recall(question, at="2026-03-12") for s in (server, here))
            assert found.lines[:10] == want.lines[:10], question
            assert found == want, question
            assert want.lines, question


def test_a_small_space_beside_a_large_one(graph: Memory, name: str) -> None:
    """Three messages beside 5,000 that share their words: it finds its own, all of them, with its own scores."""
    large, small = graph.space(f"{name} large"), graph.space(f"{name} small")
    large.observe_many(
        [
            {"entity": f"Owl {i % 50}", "attribute": "seen", "value": f"barn owl {i}", "at": 1_767_225_600 + i}
            for i in range(5_000)
        ]
    )
    said = ("I saw a barn owl.", "The owl was white.", "No owl today.")
    small.ingest([{"speaker": "Ana", "text": t, "time": "2026-01-10"} for t in said])
    found = small.recall("barn owl white").messages

    assert len(found) == 3
    corpus = small.store.read(lambda r: r.corpus(small.name, "message", ["owl", "barn"]))
    assert (corpus.documents, corpus.frequencies) == (3, {"owl": 3, "barn": 1})
    facts = small.store.read(lambda r: r.corpus(small.name, "delta", ["owl", "barn"]))
    assert facts.documents == small.stats()["deltas"]
    assert max(facts.frequencies.values()) <= facts.documents


@pytest.mark.parametrize("text", NASTY, ids=lambda t: ascii(t[:20]))
def test_no_text_is_ever_a_query(graph: Memory, name: str, ask: Ask, text: str) -> None:
    """In every field that takes text, names of 8 kB too: it comes back as it was, and nothing else happened."""
    before = ask("MATCH (n) WHERE n.space IS NULL OR NOT n.space STARTS WITH $s RETURN count(n)", s=name)
    short = text[:180].strip()
    space = graph.space(f"{name} {short}"[:200])
    space.ingest([{"speaker": text, "text": text, "time": "2026-01-10", "id": short, "source": f"user:{short}"}])
    delta = space.observe(
        text, short, text, at="2026-01-10", source=short, id=f"id {short}", quote=text, derived_from=[f"p {short}"],
        entity_type=short, episode=f"e {short}",
    )  # fmt: skip
    space.observe("Ana", "friend", text, at="2026-01-10", relation=True)
    space.alias(f"also {short}", "Ana", reason=text, actor=short)
    space.value_alias(short, [text, "other"], reason=text)
    space.retract(f"id {short}", reason=text)
    space.reinstate(f"id {short}", reason=text)

    (again,) = space.history(text, short)
    assert (again.value, again.quote, again.source, again.id) == (text, text, delta.source, f"id {short}")
    assert [m.text for m in space.store.read(lambda r: r.messages(space.name))] == [text]
    assert any(e.name == delta_name(space, delta.entity) for e in space.entities())
    for question in (text, f"what of {short}"):
        space.recall(question)
    space.neighbourhood("Ana")
    space.agreeing(short, text)
    assert space.verify().faults == ()
    assert graph.query("MATCH (x:Delta {space: $space}) WHERE x.quote = $text RETURN count(x)", space=space.name,
                       text=text).rows == [[1]]  # fmt: skip
    assert ask("MATCH (n) WHERE n.space IS NULL OR NOT n.space STARTS WITH $s RETURN count(n)", s=name) >= before


def delta_name(space: Space, id: str) -> str:
    """The name of an entity by its id."""
    (entity,) = space.store.read(lambda r: r.entities_by_id(space.name, [id]))
    return entity.name
