"""Spaces never leak: every method of a space, asked for what is in another, answers as if it were not there."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from nous import Memory, Space
from nous.errors import NotFound
from nous.graph.belief import Belief
from nous.graph.store import Answer

SECRET = ("Harbour cat", "net loft", "Dora", "boathouse keeper", "m-secret", "o-secret", "user:spy")


def fill(space: Space) -> None:
    """Evidence of every kind, messages, aliases, records."""
    space.observe(
        "Harbour cat", "sleeps in", "net loft", at="2026-01-10", id="o-secret", source="user:spy", quote="Dora"
    )
    space.observe("Harbour cat", "friend", "Dora", at="2026-01-10", relation=True, derived_from=["o-secret"])
    space.ingest([{"id": "m-secret", "speaker": "Dora", "text": "I live in the boathouse keeper's net loft."}])
    for name in ("Harbour cat", "H. Cat"):
        space.observe(name, "email", "cat@harbour.example", at="2026-01-10")
    for i in range(3):
        space.observe("Harbour cat", "ship", "boathouse keeper", at=f"2026-01-1{i}", source=f"user:{i}")
        space.observe("Harbour cat", "ship", "net loft", at=f"2026-01-1{i}", source=f"user:1{i}")
    space.alias("Kitty", "Harbour cat")
    space.value_alias("sleeps in", ["net loft", "loft"])
    space.retract("o-other")
    space.trust("user:spy", 0.3, reason="a spy")


def nothing(belief: Belief) -> bool:
    """A belief of which nobody spoke."""
    return belief.best is None and belief.unknown == 1.0 and not belief.distribution and not belief.deltas


def names(answer: Answer) -> set[object]:
    """Everything that stands in a table."""
    return {cell for row in answer.rows for cell in row if isinstance(cell, str)}


# Each method, asked in an empty space for what is in the other one.
ASK: dict[str, Callable[[Space], bool]] = {
    "belief": lambda s: nothing(s.belief("Harbour cat", "sleeps in")) and nothing(s.belief("Kitty", "friend")),
    "ever": lambda s: s.ever("Harbour cat", "sleeps in") == {},
    "beliefs": lambda s: s.beliefs() == [],
    "history": lambda s: s.history("Harbour cat", "sleeps in") == [],
    "why": lambda s: s.why("Harbour cat", "sleeps in").contributions == (),
    "recall": lambda s: s.recall("Where does the harbour cat sleep? net loft Dora").lines == (),
    "graph": lambda s: len(s.graph()) == 0,
    "entities": lambda s: s.entities() == [],
    "who_works_where": lambda s: s.who_works_where("friend", above=0.0).rows == [],
    "changed_most": lambda s: not names(s.changed_most()) & set(SECRET),
    "single_source": lambda s: not names(s.single_source()) & set(SECRET),
    "contested": lambda s: not names(s.contested()) & set(SECRET),
    "stale": lambda s: not names(s.stale(at="2099-01-01")) & set(SECRET),
    "neighbourhood": lambda s: raises(NotFound, lambda: s.neighbourhood("Harbour cat")),
    "episodes_behind": lambda s: raises(NotFound, lambda: s.episodes_behind("Dora", "home city")),
    "may_be_one": lambda s: not names(s.may_be_one(least=1)) & set(SECRET),
    "agreeing": lambda s: s.agreeing("friend", "Dora", above=0.0).rows == [],
    "revisions": lambda s: raises(NotFound, lambda: s.revisions("Harbour cat", "friend")),
    "query": lambda s: raises(NotFound, lambda: s.query("revisions", "Harbour cat", "friend")),
    "entities_named": lambda s: s.entities_named("Kitty") == [] == s.entities_named("Harbour cat"),
    "stats": lambda s: not any(v for k, v in s.stats().items() if k not in ("space", "digest")),
    "verify": lambda s: s.verify().clean and s.verify().deltas == s.verify().records == 0,
    "sources": lambda s: s.sources() == [],
    "timeline": lambda s: not s.timeline("Harbour cat", "sleeps in").series,
    "proposals": lambda s: s.proposals() == [],
    "policy": lambda s: "sleeps in" not in {a.key for a in s.policy()},
    "archive": lambda s: s.archive(at="9999") == [],
    "learn": lambda s: not s.learn().sources,
    "same": lambda s: raises(NotFound, lambda: s.same("Harbour cat", "Dora")),
}
# Each method that writes, done in the empty space with the names and ids of the other one.
DO: dict[str, Callable[[Space], object]] = {
    "observe": lambda s: s.observe("Harbour cat", "sleeps in", "barn", at="2026-01-11", id="o-secret"),
    "observe_many": lambda s: s.observe_many([{"entity": "Dora", "attribute": "mood", "value": "x", "id": "o-secret"}]),
    "ingest": lambda s: s.ingest([{"id": "m-secret", "speaker": "Eve", "text": "I live in Faro."}]),
    "retract": lambda s: s.retract("o-secret"),
    "reinstate": lambda s: (s.retract("o-other"), s.reinstate("o-other")),
    "alias": lambda s: (s.observe("Eve", "mood", "x", at="2026-01-10"), s.alias("Harbour cat", "Eve")),
    "value_alias": lambda s: s.value_alias("sleeps in", ["barn", "net loft"]),
    "trust": lambda s: s.trust("user:spy", 0.9, reason="x"),
    "tool": lambda s: s.tool("Dora", reason="x"),
    "rebuild": lambda s: s.rebuild(),
    "merge": lambda s: two(s).merge("Harbour cat", "Dora"),
    "unmerge": lambda s: (two(s).merge("Harbour cat", "Dora"), s.unmerge("Harbour cat", "Dora")),
    "set_policy": lambda s: s.set_policy("sleeps in", reason="x", half_life=1.0),
}


def raises(kind: type[Exception], call: Callable[[], object]) -> bool:
    """Whether a call raises this."""
    try:
        call()
    except kind:
        return True
    return False


def two(space: Space) -> Space:
    """The space, with two entities that have the names of two in the other space."""
    for name in ("Harbour cat", "Dora"):
        space.observe(name, "mood", "x", at="2026-01-10")
    return space


NOT_TOLD = {"intake", "control", "question", "ledger"}
"""Methods that show nothing of what is stored."""


def test_every_method_is_tried() -> None:
    """A method that joins `Space` joins one of the lists."""
    methods = {n for n, f in inspect.getmembers(Space, inspect.isfunction) if not n.startswith("_")}

    assert methods - NOT_TOLD == set(ASK) | set(DO)


@pytest.mark.parametrize("method", ASK)
def test_reading(memory: Memory, name: str, method: str) -> None:
    """In a space that was never opened, and in one that is there; names that look like a pattern match nothing."""
    fill(memory.space(name + "t2"))
    memory.space(name + "opened").observe("Owl", "habitat", "barn", at="2026-01-10", id="x")
    memory.space(name + "opened").retract("x")

    for other in ("t1", "T2", "t", "t2 ", "t_", "t%", "*"):
        if (name + other).strip() != name + "t2":
            assert ASK[method](memory.space(name + other)), other
    assert not ASK[method](memory.space(name + "t2"))


@pytest.mark.parametrize("method", DO)
def test_writing(memory: Memory, name: str, method: str) -> None:
    """The other space is as it was, bit for bit."""
    there = memory.space(name + "t2")
    fill(there)
    before = answers(there)
    DO[method](memory.space(name + "t1"))

    assert answers(there) == before


def answers(space: Space) -> list[object]:
    """All that a space says."""
    return [
        space.beliefs(), space.history("Kitty", "sleeps in"), space.entities(), space.stats(), space.verify(),
        space.sources(), space.recall("Where does the harbour cat sleep?"), sorted(space.graph().edges),
        space.store.read(lambda r: r.messages(space.name)), space.store.read(lambda r: r.records(space.name)),
        space.policy(), space.proposals(), space.timeline("Kitty", "sleeps in", until="2026-02-01"),
    ]  # fmt: skip


def test_an_error_in_one_space_tells_nothing_of_another(memory: Memory, name: str) -> None:
    fill(memory.space(name + "t2"))
    for call in (
        lambda: memory.space(name + "t1").beliefs("Harbour cat"),
        lambda: memory.space(name + "t1").reinstate("o-other"),
        lambda: memory.space(name + "t1").alias("x", "Harbour cat"),
        lambda: memory.space(name + "t1").graph("Dora"),
    ):
        with pytest.raises(NotFound) as error:
            call()
        assert not any(secret in str(error.value) for secret in ("net loft", "boathouse", "user:spy"))


def test_scores_do_not_show_how_much_others_have(memory: Memory, name: str) -> None:
    """The same three messages are found the same, alone or beside a space of a thousand."""
    said = [{"speaker": "Ana", "text": t, "time": "2026-01-10"} for t in ("I saw an owl.", "Rain again.", "Owls hoot.")]
    alone, beside = memory.space(name + "alone"), memory.space(name + "beside")
    alone.ingest(said)
    before = [(line.text, line.scores) for line in alone.recall("owl").lines]
    memory.space(name + "large").ingest(
        [{"speaker": "Eve", "text": f"Owl number {i} saw an owl.", "time": 1_767_225_600 + i} for i in range(1_000)]
    )
    beside.ingest(said)

    assert [(line.text, line.scores) for line in beside.recall("owl").lines] == before
    assert [(line.text, line.scores) for line in alone.recall("owl").lines] == before
    assert before
