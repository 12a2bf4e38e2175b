"""What an attribute ever had: members of a set then and not now, also where the table does not know the attribute."""

from __future__ import annotations

import pytest

from nous import Space


def test_a_list_now_and_ever(space: Space) -> None:
    """What was given up is no member any more, but was one; what was denied or taken back never counts."""
    for hobby, kind, at in (
        ("chess", "assert", "2024-01-10"),
        ("chess", "assert", "2024-02-10"),
        ("chess", "end", "2024-09-10"),
        ("sailing", "assert", "2024-08-10"),
        ("golf", "deny", "2024-08-10"),
    ):
        space.observe("Ana", "hobby", hobby, kind=kind, at=at)
    slip = space.observe("Ana", "hobby", "knitting", at="2024-08-11")
    space.retract(slip.id)

    assert list(space.belief("Ana", "hobby", at="2024-09-15").members) == ["sailing"]
    ever = space.ever("Ana", "hobby", at="2024-09-15")
    assert list(ever) == ["chess", "sailing"]
    assert all(0.5 < p < 1.0 for p in ever.values())
    assert list(space.ever("Ana", "hobby", at="2024-03-01")) == ["chess"]
    assert space.ever("Ana", "pet") == {}


def test_of_one_value_at_a_time_it_is_what_was_so_in_turn(space: Space) -> None:
    """A web page's claim is listed, with its doubts."""
    space.observe("Ana", "employer", "Acme", at="2024-01-10")
    space.observe("Ana", "employer", "Globex", kind="change", at="2025-01-10")
    space.observe("Ana", "employer", "Hooli", at="2025-01-20", source="web:x.example")

    ever = space.ever("Ana", "employer", at="2025-06-01")
    assert set(ever) == {"Acme", "Globex", "Hooli"}
    assert ever["Acme"] == pytest.approx(
        space.belief("Ana", "employer", at="2024-01-10", hindsight=True).distribution["Acme"]
    )
    assert ever["Acme"] > 0.8 and ever["Globex"] > 0.8 and ever["Hooli"] < 0.3


@pytest.mark.parametrize("attribute", ["visited", "collects"])
def test_known_or_not_it_comes_out_as_a_list(space: Space, attribute: str) -> None:
    """Places visited, and an attribute that no table knows: each member has its own probability."""
    values = ["Oslo", "Rome", "Graz"]
    for i in range(15):
        space.observe("Ana", attribute, values[i % 3], at=f"2025-01-{i + 1:02}", episode=str(i))
    belief = space.belief("Ana", attribute, at="2025-01-20")

    assert belief.cardinality == "many"
    assert set(belief.members) == set(values) == set(space.ever("Ana", attribute, at="2025-01-20"))
    assert all(p > 0.8 for p in belief.members.values())
