"""One sequence of operations on both stores: the same beliefs, history, recall, answers and hashes, bit by bit."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from nous import Memory, Observation, Settings, Space
from nous.asking import QUESTIONS
from nous.errors import NousError
from tests.conftest import Chance, Clock
from tests.contract.logs import NAMES, SOURCES, TIMES
from tests.contract.samples import NASTY

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]
ENTITIES = ("Ana", "Bo", "Acme", "Bolt", NASTY[0], NASTY[7])
ATTRIBUTES = ("employer", "friend", "mood", "umbrella")
NOW = "2026-03-12T09:00:00Z"
TEXTS = ("I live in Porto.", "I work at Acme.", "Bo moved to Faro.", NASTY[3], "I like chess and rowing.")
ASKED = ("Where does Ana live?", "Acme Bo", NASTY[3])


class Both(RuleBasedStateMachine):
    """A space on the server and one in memory, told the same, under clocks and chance that are the same."""

    location = ""
    numbers = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        name = f"both {os.getpid()} {next(self.numbers)}"
        self.clocks = Clock(), Clock()
        self.memories = [
            Memory(place, settings=Settings(clock=clock, random=Chance()))
            for place, clock in zip((self.location, ":memory:"), self.clocks, strict=True)
        ]
        self.spaces = [m.space(name) for m in self.memories]
        self.told = 0

    def teardown(self) -> None:
        for memory in self.memories:
            memory.close()

    def both(self, call: Callable[[Space], object]) -> object:
        """Do the same on both, at the same time; what came of it is the same, errors too."""
        came = []
        for space, clock in zip(self.spaces, self.clocks, strict=True):
            clock.tick(60)
            try:
                came.append(call(space))
            except NousError as error:
                came.append(f"{type(error).__name__}: {error}")
        assert came[0] == came[1]
        return came[0]

    @initialize()
    def begin(self) -> None:
        self.both(lambda s: s.observe("Ana", "employer", "Acme", at="2025-06-01", id="first"))

    @rule(
        several=st.lists(
            st.tuples(
                st.sampled_from(ENTITIES), st.sampled_from(ATTRIBUTES), st.sampled_from([*NAMES, 3, True, *NASTY[:4]]),
                st.sampled_from(TIMES), st.sampled_from(["assert", "deny", "end", "change"]), st.sampled_from(SOURCES),
                st.none() | st.integers(0, 12), st.sampled_from([None, "e1"]),
            ),
            min_size=1, max_size=5,
        )
    )  # fmt: skip
    def observe(self, several: list[tuple[str, str, str | int | bool, str, str, str, int | None, str | None]]) -> None:
        """Some statements in one call, perhaps derived from one another."""
        batch = []
        for entity, attribute, value, at, kind, source, parent, episode in several:
            parents = () if parent is None or parent == self.told else (f"o{parent}",)
            batch.append(
                Observation(
                    entity,
                    attribute,
                    value,
                    at,
                    kind,
                    source,
                    id=f"o{self.told}",
                    derived_from=parents,
                    episode=episode,
                    relation=None if isinstance(value, str) else False,
                )
            )
            self.told += 1
        self.both(lambda s: s.observe_many(batch))

    @rule(texts=st.lists(st.tuples(st.sampled_from(ENTITIES[:2]), st.sampled_from(TEXTS)), min_size=1, max_size=3))
    def ingest(self, texts: list[tuple[str, str]]) -> None:
        said = [{"speaker": who, "text": text, "time": NOW} for who, text in texts]
        self.both(lambda s: s.ingest(said))

    @rule(number=st.integers(0, 15), back=st.booleans())
    def retract(self, number: int, back: bool) -> None:
        self.both(lambda s: s.reinstate(f"o{number}") if back else s.retract(f"o{number}"))

    @rule(one=st.sampled_from(ENTITIES), other=st.sampled_from([*ENTITIES, "Annie"]), what=st.integers(0, 2))
    def rename(self, one: str, other: str, what: int) -> None:
        self.both(lambda s: (s.alias(other, one), s.merge(one, other), s.unmerge(one, other))[what])

    @rule(attribute=st.sampled_from(ATTRIBUTES), half_life=st.sampled_from([2.0, 400.0]))
    def set_policy(self, attribute: str, half_life: float) -> None:
        self.both(lambda s: s.set_policy(attribute, reason="a test", half_life=half_life))

    @rule(source=st.sampled_from(["web", "web:example.org", "user:bo"]), tier=st.sampled_from([0.1, 0.9]))
    def trust(self, source: str, tier: float) -> None:
        self.both(lambda s: s.trust(source, tier, reason="a test"))

    @rule()
    def rebuild(self) -> None:
        self.both(lambda s: s.rebuild())

    @invariant()
    def both_say_the_same(self) -> None:
        for look in LOOKS:
            server, here = map(look, self.spaces)
            assert server == here


def history(space: Space) -> object:
    """All that was said, with hashes and all."""
    return [space.history(b.entity, b.attribute) for b in space.beliefs(at=NOW)]


LOOKS: tuple[Callable[[Space], object], ...] = (
    lambda s: s.store.read(lambda r: (r.chains(s.name), r.records(s.name), r.relations(s.name))),
    lambda s: s.verify(),
    lambda s: s.stats(),
    lambda s: s.beliefs(at=NOW),
    history,
    lambda s: [s.recall(q, at=NOW) for q in ASKED],
    lambda s: [
        s.query(q, at=NOW) for q in QUESTIONS if q in ("who-works-where", "single-source", "contested", "stale")
    ],
)


def test_both_stores_are_one(neo4j_location: str) -> None:
    """Any sequence."""

    class There(Both):
        location = neo4j_location

    run_state_machine_as_test(
        There, settings=hypothesis_settings(max_examples=15, stateful_step_count=15, deadline=None)
    )
