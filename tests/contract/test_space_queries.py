"""Named questions: what each says of a small team, the same on every store."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nous import Memory, Settings, Space
from nous.asking import QUESTIONS
from nous.errors import NotFound, NousError, UnknownValue, ValidationError
from tests.conftest import Chance, Clock

from .questions import NOW, fill

ASKED: dict[str, tuple[object, ...]] = {
    "neighbourhood": ("Ana",), "episodes-behind": ("Ana", "home city"), "agreeing": ("employer",),
    "revisions": ("Cy", "employer"),
}  # fmt: skip


@pytest.fixture
def asked(space: Space) -> Space:
    """The team, on each store."""
    fill(space)
    return space


def test_every_store_answers_the_same(asked: Space, settings: Settings) -> None:
    """Row by row, bit by bit, as one that has never left this process."""
    plain = replace(settings, clock=Clock(), random=Chance())
    with Memory(":memory:", settings=plain) as memory:
        twin = memory.space(asked.name)
        fill(twin)
        for name in QUESTIONS:
            found = asked.query(name, *ASKED.get(name, ()))
            assert found == twin.query(name, *ASKED.get(name, ())), name
            assert found.rows, name
            assert all(len(row) == len(found.columns) for row in found.rows), name


def test_what_they_say(asked: Space) -> None:
    def column(name: str, *arguments: object, cells: tuple[int, ...] = (0, 1), **options: object) -> list[object]:
        return [tuple(row[i] for i in cells) for row in asked.query(name, *arguments, **options).rows]

    assert column("who-works-where") == [("Ana", "Acme"), ("Anna", "Acme"), ("Bo", "Acme"), ("Cy", "Bolt")]
    assert column("who-works-where", above=0.95) == [("Ana", "Acme"), ("Anna", "Acme"), ("Bo", "Acme")]
    assert ("Cy", "employer") in column("single-source")
    assert ("Ana", "employer") not in column("single-source")
    assert column("contested") == [("Cy", "home city")]
    assert column("stale", cells=(0, 1, 2)) == [("Ana", "mood", "glad")]
    assert column("may-be-one", cells=(0, 1, 2, 3)) == [("Ana", "Anna", 2, 0)]
    assert column("agreeing", "employer") == [("Acme", "Ana"), ("Acme", "Anna"), ("Acme", "Bo")]
    assert column("agreeing", "employer", "ACME") == column("agreeing", "employer")
    assert column("agreeing", "employer", "nobody's") == []
    assert ("Bo", "Cy") in column("neighbourhood", "Ana", cells=(1, 3))
    assert ("Bo", "Cy") not in column("neighbourhood", "Ana", hops=1, cells=(1, 3))
    assert set(column("revisions", "Cy", "employer", cells=(2, 8))) == {("Bolt", False), ("Bolt", True)}
    assert [row[4] for row in asked.query("episodes-behind", "Ana", "home city").rows] == [1]
    assert column("changed-most", since="2026-03-02") == []


def test_they_agree_with_the_beliefs(asked: Space) -> None:
    """A probability in an answer is that of the belief, also as of another time."""
    for at in (None, "2026-02-21T20:00:00Z", "2030-01-01"):
        for entity, value, p, _ in asked.who_works_where(above=0.0, at=at).rows:
            belief = asked.belief(str(entity), "employer", at=at)
            assert belief.distribution[str(value)] == pytest.approx(p, abs=1e-12)


def test_merged_entities_are_one(asked: Space) -> None:
    asked.merge("Ana", "Anna")
    found = asked.who_works_where(above=0.5)

    assert [row[0] for row in found.rows] == ["Ana", "Bo", "Cy"]
    assert found.rows[0][2] == pytest.approx(asked.belief("Anna", "employer").probability)
    assert asked.may_be_one().rows == []
    asked.alias("Annie", "Ana")
    assert asked.neighbourhood("Annie").rows == asked.neighbourhood("Anna").rows != []


def test_parameters_that_changed_count_at_once(asked: Space) -> None:
    asked.set_policy("employer", reason="a test", half_life=1.0)
    assert asked.who_works_where(at="2026-04-12").rows == []


def test_a_limit_says_when_there_is_more(asked: Space) -> None:
    found = asked.who_works_where(above=0.0, limit=1)
    assert (len(found.rows), found.more) == (1, True)
    assert not asked.who_works_where(above=0.0, limit=1_000).more


@pytest.mark.parametrize(
    ("question", "arguments", "options", "error"),
    [
        ("nobody-asks", (), {}, UnknownValue),
        (7, (), {}, UnknownValue),
        ("contested", ("x",), {}, ValidationError),
        ("neighbourhood", (), {}, ValidationError),
        ("neighbourhood", ("Nobody",), {}, NotFound),
        ("neighbourhood", ("Ana",), {"hops": 99}, ValidationError),
        ("who-works-where", (), {"above": 1.5}, ValidationError),
        ("who-works-where", (), {"above": float("nan")}, ValidationError),
        ("stale", (), {"below": "x"}, ValidationError),
        ("stale", (), {"limit": 0}, ValidationError),
        ("stale", (), {"at": "never"}, ValidationError),
        ("may-be-one", (), {"least": 0}, ValidationError),
        ("changed-most", (), {"since": "2026-02-01", "until": "2026-01-01"}, ValidationError),
        ("revisions", ("Ana", ""), {}, ValidationError),
    ],
)  # fmt: skip
def test_bad_questions(
    space: Space, question: str, arguments: tuple[object, ...], options: dict[str, object], error: type[NousError]
) -> None:
    space.observe("Ana", "mood", "glad", at=NOW)
    with pytest.raises(error):
        space.query(question, *arguments, **options)


def test_nothing_is_there(space: Space) -> None:
    for name in QUESTIONS.keys() - {"neighbourhood", "episodes-behind", "revisions"}:
        assert space.query(name, *ASKED.get(name, ())).rows == []
