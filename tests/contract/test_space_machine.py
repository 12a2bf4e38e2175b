"""Any sequence of operations: the audit stays clean, and everything derived equals a memory built afresh."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from nous import Memory, Observation, Settings, Space
from nous.beliefs.policy import POLICY
from nous.errors import ConflictError, NotFound, NousError
from tests.conftest import Chance, Clock

from .logs import NAMES, SOURCES, TIMES

ENTITIES = ("Ana", "Bo", "Acme", "Bolt")
ATTRIBUTES = ("employer", "friend", "mood", "umbrella")
NOW = "2026-03-12T09:00:00Z"


class Operations(RuleBasedStateMachine):
    """A space and everything that can be done to it; `told` is what it was told, so that another can be told it too."""

    location = ":memory:"
    numbers = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        # Known, so that only the machine changes it: what the log says of an unknown one depends on the order.
        policy = POLICY.changing("umbrella", cardinality="one")
        settings = Settings(clock=self.clock, random=Chance(), synchronous="OFF", policy=policy)
        self.memory = Memory(self.location, settings=settings)
        # A server keeps what an earlier example left.
        self.space = self.memory.space(f"machine {os.getpid()} {next(self.numbers)}")
        self.told: list[Observation] = []
        self.twins = 0

    def teardown(self) -> None:
        self.memory.close()

    @initialize()
    def begin(self) -> None:
        self.space.observe("Ana", "employer", "Acme", at="2025-06-01", id="first")
        self.told.append(Observation("Ana", "employer", "Acme", at="2025-06-01", id="first"))

    @rule(
        entity=st.sampled_from(ENTITIES),
        attribute=st.sampled_from(ATTRIBUTES),
        value=st.sampled_from([*NAMES, "Ana", 3, 3.5, True, "three"]),
        at=st.sampled_from(TIMES),
        kind=st.sampled_from(["assert", "deny", "end", "change"]),
        source=st.sampled_from(SOURCES),
        parent=st.none() | st.integers(0, 20),
        episode=st.sampled_from([None, "e1"]),
        late=st.booleans(),
    )
    def observe(
        self, entity: str, attribute: str, value: str | int | float, at: str, kind: str, source: str,
        parent: int | None, episode: str | None, late: bool,
    ) -> None:  # fmt: skip
        """One statement, perhaps derived from another or from one that never came."""
        id = f"o{len(self.told)}"
        parents = () if parent is None else (f"o{parent}",) if f"o{parent}" != id else ()
        o = Observation(
            entity, attribute, value, at, kind, source, id=id, derived_from=parents, episode=episode,
            relation=None if isinstance(value, str) else False,
        )  # fmt: skip
        self.clock.tick(60)
        with suppress(NousError):  # a circle of ancestors is refused; then nothing is stored
            self.space.observe_many([o])
            self.told.append(o)

    @rule(numbers=st.lists(st.integers(0, 20), min_size=1, max_size=4))
    def observe_again(self, numbers: list[int]) -> None:
        """A retry of some of it."""
        again = [self.told[n % len(self.told)] for n in numbers]
        before = self.space.stats()
        assert self.space.observe_many(again).evidence == 0
        assert self.space.stats() == before

    @rule(number=st.integers(0, 25))
    def retract(self, number: int) -> None:
        """Also of what has not come yet."""
        self.clock.tick(60)
        self.space.retract(f"o{number}")

    @rule(number=st.integers(0, 25))
    def reinstate(self, number: int) -> None:
        with suppress(NotFound):
            self.space.reinstate(f"o{number}")

    @rule(name=st.sampled_from(["Annie", "B."]), of=st.sampled_from(ENTITIES))
    def alias(self, name: str, of: str) -> None:
        with suppress(NotFound, ConflictError):
            self.space.alias(name, of)

    @rule(attribute=st.sampled_from(ATTRIBUTES), one=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def value_alias(self, attribute: str, one: str, other: str) -> None:
        if one != other:
            self.space.value_alias(attribute, [one, other])

    @rule(keep=st.sampled_from(ENTITIES), other=st.sampled_from(ENTITIES))
    def merge(self, keep: str, other: str) -> None:
        with suppress(NotFound):
            self.space.merge(keep, other)

    @rule(keep=st.sampled_from(ENTITIES), other=st.sampled_from(ENTITIES))
    def unmerge(self, keep: str, other: str) -> None:
        with suppress(NotFound):
            self.space.unmerge(keep, other)

    @rule(attribute=st.sampled_from(ATTRIBUTES), half_life=st.sampled_from([2.0, 400.0]))
    def set_policy(self, attribute: str, half_life: float) -> None:
        self.space.set_policy(attribute, reason="a test", half_life=half_life)

    @rule(source=st.sampled_from(["web", "web:example.org", "user:bo"]), tier=st.sampled_from([0.1, 0.6, 0.9]))
    def trust(self, source: str, tier: float) -> None:
        self.space.trust(source, tier, reason="a test")

    @rule()
    def rebuild(self) -> None:
        before = everything(self.space)
        self.space.rebuild()
        assert everything(self.space) == before

    @invariant()
    def the_audit_is_clean(self) -> None:
        assert self.space.verify().faults == ()

    @precondition(lambda self: len(self.told) % 5 == 0)
    @invariant()
    def a_memory_built_afresh_believes_the_same(self) -> None:
        """The same evidence in one call, under the same records, recorded in their order."""
        self.twins += 1
        twin = self.memory.space(f"{self.space.name} twin {self.twins}")
        twin.observe_many(list(reversed(self.told)))
        for r in self.space.store.read(lambda reader: reader.records(self.space.name)):
            repeat(twin, r.type, dict(r.body))
        assert twin.stats()["digest"] == self.space.stats()["digest"]
        assert everything(twin) == everything(self.space)


def repeat(space: Space, type: str, body: dict[str, Any]) -> None:
    """Do again what a control record says was done; entities and merges have the same ids in every memory."""
    every = space.store.read(lambda r: r.entities(space.name))
    names = [e.name for e in every if e.id == body.get("entity")]
    done = space.store.read(lambda r: r.records(space.name))
    merged: dict[object, Any] = {r.body["id"]: r.body["names"] for r in done if r.type == "merge"}
    verbs: dict[str, Callable[[], object]] = {
        "retraction": lambda: space.retract(str(body["id"])),
        "reinstatement": lambda: space.reinstate(str(body["id"])),
        "alias": lambda: space.alias(str(body["name"]), names[0]),
        "value alias": lambda: space.value_alias(body["attribute"], body["spellings"]),
        "merge": lambda: space.merge(*body["names"]),
        "unmerge": lambda: space.unmerge(*merged[body["id"]]),
        "parameter": lambda: space.set_policy(body["attribute"], reason="a test", **body["changes"]),
        "tier": lambda: space.trust(body["source"], body["tier"], reason="a test"),
    }
    verbs[type]()


def everything(space: Space) -> list[object]:
    """All beliefs, all edges, and what full-text search counts; values by their mass, since spellings may differ."""
    beliefs = [
        (b.entity.casefold(), b.attribute, sorted(b.distribution.values()), b.unknown, b.decision.verdict, b.deltas)
        for b in space.beliefs(at=NOW)
    ]
    edges = space.store.read(lambda r: r.relations(space.name))
    corpus = space.store.read(lambda r: r.corpus(space.name, "delta", ["ana", "acm", "employ"]))
    return [beliefs, edges, corpus, dict(space.store.read(lambda r: r.counts(space.name)))]


def test_any_sequence_of_operations(location: str) -> None:
    """On each store."""

    class There(Operations):
        pass

    There.location = location
    examples = 3 if "://" in location else 40
    run_state_machine_as_test(
        There, settings=hypothesis_settings(max_examples=examples, stateful_step_count=25, deadline=None)
    )
