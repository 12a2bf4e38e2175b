"""Learning from a log: proposals first, records where applied, and the same again from the same log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from nous import Space
from tests.conftest import Clock


def phones(people: int, looks: int, seed: int = 4) -> Iterator[dict[str, object]]:
    """Phones that change every ten months; two tell the truth, one makes every third number up."""
    chance = random.Random(seed)
    for person in range(people):
        number = 0
        for look in range(looks):
            number += chance.random() < 0.15
            day = datetime(2022, 1, 1, tzinfo=UTC) + timedelta(days=45 * look + chance.randrange(20))
            for source in ("user:ana", "user:bo", "user:liar"):
                lie = source == "user:liar" and chance.random() < 0.9
                value = f"made up {chance.randrange(10**6)}" if lie else f"{person} {number}"
                yield {"entity": f"P{person}", "attribute": "phone", "value": value, "at": day, "source": source}


def answers(space: Space, known_at: datetime | None = None) -> list[object]:
    return [space.belief(f"P{i}", "phone", at="2026-01-01", known_at=known_at) for i in range(10)]


def test_nothing_changes_without_apply(space: Space) -> None:
    space.observe_many(phones(10, 20))
    before = answers(space), space.stats()
    found = space.learn()

    assert found.changes() and found.factors()
    assert (answers(space), space.stats()) == before
    assert space.verify().records == 0


def test_what_is_applied_is_in_force_and_old_answers_stay(space: Space, clock: Clock) -> None:
    space.observe_many(phones(10, 20))
    then, before = clock.now, answers(space, clock.now)
    clock.tick()
    found = space.learn(apply=True)

    (phone,) = space.policy("phone")
    assert phone.half_life == found.rates[0].half_life_after != found.rates[0].half_life_before
    tiers = {s.id: s.tier for s in space.sources()}
    assert tiers["user:liar"] is not None and tiers["user:liar"] < 0.5
    assert all(tiers[s] == tier for s, tier in found.factors().items())
    assert answers(space) != before
    assert answers(space, then) == before
    assert space.verify().clean


def test_the_same_log_teaches_nothing_twice(space: Space) -> None:
    space.observe_many(phones(10, 20))
    first = space.learn(apply=True)
    second = space.learn(apply=True)

    assert first.changes() and first.factors()
    assert not second.changes() and not second.factors()
    assert space.verify().records == 2


def test_what_the_operator_sets_is_where_learning_starts_from(space: Space) -> None:
    space.observe_many(phones(10, 20))
    usual = space.learn().rates[0].half_life_after
    space.set_policy("phone", half_life=36_500.0, reason="numbers are for life here")

    (rate,) = space.learn().rates
    assert rate.half_life_before == 36_500.0
    assert rate.half_life_after is not None and usual is not None and rate.half_life_after > usual
