"""Who is meant: one name in many spellings, types apart, aliases, and values that count as one."""

from __future__ import annotations

import pytest

from nous import Space
from nous.errors import AmbiguousEntity, ConflictError, NotFound
from nous.graph.values import Value


def names(space: Space) -> list[tuple[str, str | None, tuple[str, ...]]]:
    """The entities with their types and aliases."""
    return [(e.name, e.type, e.aliases) for e in space.entities()]


def test_an_entity_is_shown_as_it_was_first_said(space: Space) -> None:
    """Whatever spelling came later, and from whatever side it is asked."""
    space.observe("Zoë Lind", "mood", "glad", at="2026-01-10")
    space.observe("ZOE\u0308  LIND", "age", "9", at="2026-01-10")

    assert names(space) == [("Zoë Lind", None, ())]
    for spelling in ("zoë lind", "Ｚｏë Lind", "Zo\u200bë\u00a0Lind"):
        assert space.belief(spelling, "mood", at="2026-01-11").entity == "Zoë Lind"
    assert space.entities_named("Zoe Lind") == []


def test_words_for_one_attribute_lead_to_one_dimension(space: Space) -> None:
    """By the table of attributes; a word that it does not know stands for itself."""
    space.observe("Ana", "works at", "Acme", at="2026-01-10", id="a")
    space.observe("Ana", "JOB", "Acme", at="2026-01-11", id="b")
    space.observe("Ana", "Works  For", "Acme", at="2026-01-12", id="c")
    space.observe("Ana", "works nearby", "Acme", at="2026-01-12", id="d")

    assert [d.id for d in space.history("Ana", "employer")] == ["a", "b", "c"]
    assert [b.attribute for b in space.beliefs("Ana")] == ["employer", "works nearby"]


def test_types_tell_entities_of_one_name_apart(space: Space) -> None:
    """A mention without a type means the only one; of several typed ones it is ambiguous, and they are listed."""
    space.observe("Jaguar", "speed", "80", at="2026-01-10", entity_type="animal")
    space.observe("Jaguar", "diet", "meat", at="2026-01-10")
    assert [e.type for e in space.entities()] == ["animal"]
    space.observe("Jaguar", "speed", "250", at="2026-01-10", entity_type="Car Maker")

    with pytest.raises(AmbiguousEntity, match=r"animal.*car maker") as error:
        space.belief("Jaguar", "speed")
    assert sorted(error.value.candidates) == [("Jaguar", "animal"), ("Jaguar", "car maker")]
    with pytest.raises(AmbiguousEntity):
        space.observe("jaguar", "diet", "grass", at="2026-01-10")
    assert space.belief("Jaguar", "speed", at="2026-01-11", entity_type="car maker").best == "250"
    assert space.belief("Jaguar", "diet", at="2026-01-11", entity_type="animal").best == "meat"
    assert space.belief("Jaguar", "diet", at="2026-01-11", entity_type="car maker").deltas == 0


def test_where_an_untyped_one_exists_a_bare_name_means_it(space: Space) -> None:
    """Typed ones beside it are asked for by their type."""
    space.observe("Omar", "mood", "glad", at="2026-01-10")
    space.observe("Omar", "mood", "tired", at="2026-01-10", entity_type="cat")

    assert space.belief("Omar", "mood", at="2026-01-11").best == "glad"
    assert space.belief("Omar", "mood", at="2026-01-11", entity_type="cat").best == "tired"


def test_an_alias_leads_to_the_entity(space: Space) -> None:
    """For reading and for writing, in any spelling, and from then on."""
    space.observe("Lyra Kade", "home city", "Bonn", at="2026-01-10")
    space.alias("L. Kade", "lyra kade")
    space.observe("l. kade", "mood", "glad", at="2026-01-10")

    assert names(space)[0] == ("Lyra Kade", None, ("L. Kade",))
    assert [b.attribute for b in space.beliefs("L. KADE")] == ["home city", "mood"]
    assert {e.name for e in space.entities_named("L. Kade")} == {"Lyra Kade"}


def test_an_alias_of_an_alias(space: Space) -> None:
    space.observe("Lyra Kade", "mood", "glad", at="2026-01-10")
    space.alias("L. Kade", "Lyra Kade")
    space.alias("Lyra", "L. Kade")

    assert space.belief("Lyra", "mood", at="2026-01-11").best == "glad"
    assert names(space) == [("Lyra Kade", None, ("L. Kade", "Lyra"))]


def test_an_alias_that_cannot_be(space: Space) -> None:
    """Of nobody, or a name that is somebody; said twice it is no harm."""
    space.observe("Ana", "mood", "glad", at="2026-01-10")
    space.observe("Bo", "mood", "sad", at="2026-01-10")
    with pytest.raises(NotFound, match="Cy"):
        space.alias("C.", "Cy")
    with pytest.raises(ConflictError, match="'Bo' is an entity already"):
        space.alias("Bo", "Ana")
    space.alias("A.", "Ana")
    space.alias("A.", "Ana")
    space.alias("ana", "Ana")

    assert space.belief("A.", "mood", at="2026-01-11").best == "glad"
    assert space.verify().clean


def test_a_relation_makes_its_target_an_entity(space: Space) -> None:
    """Where the table says so, or the caller; once, whoever names it first."""
    space.observe("Weir", "located in", "Dell", at="2026-01-10")
    space.observe("Mill", "located in", "Dell", at="2026-01-11", relation=True)
    space.observe("Mill", "next to", "weir", at="2026-01-12", relation=True)

    assert [e.name for e in space.entities()] == ["Dell", "Mill", "Weir"]
    graph = space.graph("Mill", hops=1)
    assert sorted(data["name"] for _, data in graph.nodes(data=True)) == ["Dell", "Mill", "Weir"]
    assert sorted(data["attribute"] for _, _, data in graph.edges(data=True)) == ["located in", "next to"]


def test_spellings_of_a_value_become_one(space: Space) -> None:
    """Those that are there and those that come; the first stands for them, shown as it was first said."""
    space.observe("Mirela", "city", "NYC", at="2026-01-10", source="user:ann")
    space.observe("Mirela", "city", "New York City", at="2026-01-11", source="user:bob")
    apart = space.belief("Mirela", "city", at="2026-01-12")
    space.value_alias("home city", ["NYC", "New York City", "New York, NY"])
    together = space.belief("Mirela", "city", at="2026-01-12")
    space.observe("Mirela", "city", "new york, ny", at="2026-01-11", source="user:cy")

    assert len(apart.distribution) == 2
    assert list(together.distribution) == ["NYC"]
    assert together.probability > apart.probability
    assert space.belief("Mirela", "city", at="2026-01-12").probability > together.probability
    assert space.why("Mirela", "city", value="New York, NY", at="2026-01-12").value == "NYC"


def test_spellings_are_joined_through_one_another(space: Space) -> None:
    """a = b, c = d, then b = c: all are one."""
    for i, value in enumerate("abcd"):
        space.observe("X", "k", value, at="2026-01-10", source=f"user:{i}")
    space.value_alias("k", ["a", "b"])
    space.value_alias("k", ["c", "d"])
    space.value_alias("k", ["b", "c"])

    assert list(space.belief("X", "k", at="2026-01-11").distribution) == ["a"]


def test_spellings_of_a_relation_draw_one_edge(space: Space) -> None:
    """The edge leads to one of them, and its probability is that of the belief."""
    space.observe("Ana", "employer", "Google", at="2026-01-10", source="user:ana")
    space.observe("Ana", "employer", "Alphabet", at="2026-01-11", source="user:bo")
    space.value_alias("employer", ["Google", "Alphabet"])

    edges = space.store.read(lambda r: r.relations(space.name))
    belief = space.belief("Ana", "employer", at="2026-01-11T12:00:00Z")
    assert [e.attribute for e in edges] == ["employer"]
    assert edges[0].probability == pytest.approx(belief.probability)


def test_every_value_comes_back_with_its_type_and_as_it_was_written(space: Space) -> None:
    """Values that look alike but are not are told apart by their type."""
    given: list[Value] = [1, True, "true", 2.5, "2.5", ["a", {"b": None}], "Mixed Case", {"z": 1, "a": 2}]
    for i, value in enumerate(given):
        space.observe("X", "k", value, at="2026-01-10", source=f"user:{i}", id=f"o{i}")
    belief = space.belief("X", "k", at="2026-01-11")

    assert len(belief.distribution) == len(given)
    assert sorted(map(repr, belief.values.values())) == sorted(map(repr, given))
    assert {repr(d.value) for d in space.history("X", "k")} == set(map(repr, given))
    assert {"true", "true (bool)"} & set(belief.distribution) or "true (text)" in belief.distribution


def test_beliefs_are_listed_by_entity_and_attribute(space: Space) -> None:
    for entity, attribute in (("bo", "mood"), ("Ana", "mood"), ("Ana", "age"), ("Ängström", "mood")):
        space.observe(entity, attribute, "x", at="2026-01-10")

    assert [(b.entity, b.attribute) for b in space.beliefs(at="2026-01-11")] == [
        ("Ana", "age"), ("Ana", "mood"), ("bo", "mood"), ("Ängström", "mood"),
    ]  # fmt: skip
    with pytest.raises(NotFound, match="Nobody"):
        space.beliefs("Nobody")
