"""A belief is a pure function of the set of evidence: the golden filters give it, in whatever order it came."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nous import Memory, Observation, Space
from tests.conftest import Clock

from . import reference
from .logs import ENTITY, NOW, SOURCES, logs, one_voice_each

Fresh = Callable[[], Space]


def feed(space: Space, log: list[Observation]) -> Space:
    """Observe a log one by one, in its order."""
    for o in log:
        space.observe_many([o])
    return space


def answers(space: Space, attribute: str, at: str = NOW) -> tuple[object, ...]:
    """All that can be asked of the dimension, but for what depends on the order of recording."""
    belief = space.belief(ENTITY, attribute, at=at)
    history = [
        (d.id, d.surprise, d.gain, d.prior, d.posterior, d.role, d.tier) for d in space.history(ENTITY, attribute)
    ]
    why = space.why(ENTITY, attribute, at=at)
    hindsight = space.belief(ENTITY, attribute, at="2026-01-15", hindsight=True)
    return belief, history, why.log_odds_bits, [(c.delta.id, c.bits) for c in why.contributions], why.flips, hindsight


@given(logs(), st.sampled_from([NOW, "2026-01-10", "2025-07-02T12:00:00Z", "2030-01-01"]))
def test_what_is_printed_is_what_the_golden_filters_give(fresh: Fresh, log: list[Observation], at: str) -> None:
    """Times, reliabilities and parameters of `history` and `belief`, put into them."""
    space = feed(fresh(), log)

    reference.check(reference.printed(space, ENTITY, log[0].attribute, at))


@given(logs(kinds=("assert", "deny", "end"), derived=False, episodes=False, attribute="employer"))
def test_with_one_report_a_source_it_is_the_plain_filter(fresh: Fresh, log: list[Observation]) -> None:
    """The paper's equations exactly."""
    space = feed(fresh(), one_voice_each(log))

    reference.check_plain(reference.printed(space, ENTITY, "employer", NOW))


@given(logs(), st.lists(st.integers(0, 8), max_size=3))
def test_retracted_evidence_counts_in_none_of_them(fresh: Fresh, log: list[Observation], taken: list[int]) -> None:
    """What was retracted, before or after it arrived, and what derives from it."""
    space = fresh()
    for i in taken[:1]:
        space.retract(f"o{i}")
    feed(space, log)
    for i in taken[1:]:
        space.retract(f"o{i}")

    reference.check(reference.printed(space, ENTITY, log[0].attribute, NOW))


@given(logs(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_never_matters(fresh: Fresh, log: list[Observation], chance: random.Random) -> None:
    """Not in the last bit: late evidence gives the belief of the sorted order, and so does any other order."""
    shuffled = chance.sample(log, len(log))
    attribute = log[0].attribute
    want = answers(feed(fresh(), log), attribute)

    assert answers(feed(fresh(), shuffled), attribute) == want
    assert answers(feed(fresh(), sorted(log, key=lambda o: str(o.at))), attribute) == want
    together = fresh()
    together.observe_many(shuffled)
    assert answers(together, attribute) == want


@given(logs(), st.randoms(use_true_random=False))
def test_saying_it_again_changes_nothing(fresh: Fresh, log: list[Observation], chance: random.Random) -> None:
    """Neither the belief nor the counts, nor the hash chain."""
    space = feed(fresh(), log)
    before = (answers(space, log[0].attribute), space.stats(), space.verify().root)
    receipt = space.observe_many(chance.sample(log, len(log)))

    assert (receipt.evidence, receipt.duplicates) == (0, len(log))
    assert (answers(space, log[0].attribute), space.stats(), space.verify().root) == before


@given(logs(derived=False, sources=SOURCES[:8]), st.data())
def test_what_is_taken_back_was_never_said(fresh: Fresh, log: list[Observation], data: st.DataObject) -> None:
    """Retracted, the belief is that of the other evidence; reinstated, it is as if it had never been taken back."""
    attribute, gone = log[0].attribute, data.draw(st.sampled_from(log))
    assert gone.id is not None
    space = feed(fresh(), log)
    before = answers(space, attribute)
    space.retract(gone.id)

    rest = feed(fresh(), [o for o in log if o is not gone]).belief(ENTITY, attribute, at=NOW)
    assert replace(space.belief(ENTITY, attribute, at=NOW), deltas=rest.deltas) == rest
    space.reinstate(gone.id)
    assert answers(space, attribute) == before


@hypothesis_settings(max_examples=30)
@given(st.lists(logs(max_size=5), min_size=1, max_size=3), st.randoms(use_true_random=False), st.integers(1, 4))
def test_equal_memories_have_equal_digests(
    fresh: Fresh, clock: Clock, several: list[list[Observation]], chance: random.Random, size: int
) -> None:
    """Built in another order, in batches of another size, at another time, with other salts."""
    log = [o for i, each in enumerate(several) for o in named(each, i)]
    one = feed(fresh(), log)
    clock.tick(86_400)
    other, shuffled = fresh(), chance.sample(log, len(log))
    for i in range(0, len(shuffled), size):
        other.observe_many(shuffled[i : i + size])

    assert one.stats()["digest"] == other.stats()["digest"]
    other.observe("Eve", "mood", "glad", at="2026-01-01")
    assert one.stats()["digest"] != other.stats()["digest"]


def named(log: list[Observation], number: int) -> list[Observation]:
    """The log with ids, and an attribute, of its own."""
    return [
        replace(
            o,
            attribute=f"{o.attribute} {number}",
            id=f"{number}-{o.id}",
            derived_from=tuple(f"{number}-{p}" for p in o.derived_from),
        )
        for o in log
    ]


def test_spellings_of_one_value_make_one_memory(fresh: Fresh) -> None:
    """Three as a number or as a word: the first stands, the digest is the same."""
    digests = set()
    for values in ((3, "three"), ("three", 3.0), (3.0, "3")):
        space = fresh()
        for value in values:
            space.observe("House", "bedrooms", value, at="2026-01-10")
        assert space.stats()["deltas"] == 1
        digests.add(space.stats()["digest"])

    assert len(digests) == 1


def test_a_retraction_changes_the_digest(space: Space) -> None:
    """Two memories are not equal if one of them no longer believes something."""
    space.observe("Ana", "mood", "glad", at="2026-01-01", id="m")
    before = space.stats()["digest"]
    space.retract("m")
    assert space.stats()["digest"] != before
    space.reinstate("m")

    assert space.stats()["digest"] == before


def test_a_memory_that_is_opened_again_answers_the_same(shared_location: str, name: str) -> None:
    """Bit for bit: what is cached is as good as what is computed."""
    log = [
        Observation(ENTITY, "employer", v, at=t, source=s)
        for v, t, s in [("Acme", "2024-01", "user:ana"), ("Bolt", "2026-01-10", "web:x"), ("Acme", "2025", "tool:crm")]
    ]
    with Memory(shared_location) as memory:
        before = answers(feed(memory.space(name), log), "employer")
    with Memory(shared_location) as memory:
        assert answers(memory.space(name), "employer") == before
        memory.space(name).rebuild()
        assert answers(memory.space(name), "employer") == before
