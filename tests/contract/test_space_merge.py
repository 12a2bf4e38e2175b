"""Merging is a record, not a rewrite: two logs are read as one, and taking it back gives the old answers exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous import Observation, Space
from nous.errors import NotFound
from tests.conftest import Clock

from .logs import NOW, logs

Fresh = Callable[[], Space]
Log = list[Observation]


def two_logs() -> st.SearchStrategy[tuple[Log, Log]]:
    """What was said of Ana, and what of Bo, about the same attribute; the ids differ."""
    return st.sampled_from(["employer", "home city", "umbrella"]).flatmap(
        lambda a: st.tuples(
            logs(max_size=5, attribute=a, derived=False),
            logs(max_size=5, attribute=a, derived=False).map(
                lambda log: [replace(o, entity="Bo", id=f"b{o.id}") for o in log]
            ),
        )
    )


def everything(space: Space) -> list[object]:
    """All that a space answers and shows, apart from its records."""
    beliefs = space.beliefs(at=NOW)
    return [
        beliefs,
        [space.history(b.entity, b.attribute) for b in beliefs],
        space.entities(),
        sorted(space.graph(at=NOW).nodes(data=True)),
        sorted(space.graph(at=NOW).edges(data=True), key=str),
        space.store.read(lambda r: r.dimensions(space.name)),
        space.store.read(lambda r: r.snapshots(space.name, [d.id for d in r.dimensions(space.name)])),
        space.store.read(lambda r: r.relations(space.name)),
        space.stats(),
        space.recall("Where do Ana and Bo work and live? umbrella", at=NOW),
    ]


@given(two_logs())
def test_merge_then_unmerge_is_as_if_nothing_had_been(fresh: Fresh, both: tuple[Log, Log]) -> None:
    """Beliefs, histories, graph, caches and recall alike."""
    space = fresh()
    space.observe_many([*both[0], *both[1]])
    before = everything(space)
    space.merge("Ana", "Bo", reason="the same person")
    assert space.verify().clean
    space.unmerge("Ana", "Bo", reason="they are not")

    assert everything(space) == before
    assert space.verify().clean


@given(two_logs())
def test_merged_logs_are_one_log(fresh: Fresh, both: tuple[Log, Log]) -> None:
    """What is believed is what would be if all of it had been said of one entity."""
    space, single = fresh(), fresh()
    space.observe_many([*both[0], *both[1]])
    space.merge("Ana", "Bo")
    single.observe_many([*both[0], *(replace(o, entity="Ana") for o in both[1])])
    attribute = both[0][0].attribute
    merged, plain = space.belief("Bo", attribute, at=NOW), single.belief("Ana", attribute, at=NOW)

    assert merged == plain
    assert space.belief("Ana", attribute, at=NOW) == merged
    assert space.beliefs("Bo", at=NOW) == single.beliefs("Ana", at=NOW)
    assert space.why("Bo", attribute, at=NOW).log_odds_bits == single.why("Ana", attribute, at=NOW).log_odds_bits


def people(space: Space) -> None:
    """Two names of one person, known for different things, and somebody who knows them by the other name."""
    space.observe("Lyra Kade", "home city", "Bonn", at="2026-01-10")
    space.observe("Lyra Kade", "employer", "Acme", at="2026-01-10")
    space.observe("L. Kade", "hobby", "chess", at="2026-01-11")
    space.observe("Omar", "friend", "L. Kade", at="2026-01-12")


def test_one_entity_with_two_names_everywhere(space: Space) -> None:
    """In the list of entities, the graph and the answers to questions, by either name."""
    people(space)
    space.merge("Lyra Kade", "L. Kade")
    (lyra,) = (e for e in space.entities() if e.name == "Lyra Kade")

    assert lyra.aliases == ("L. Kade",)
    assert space.entities_named("L. Kade") == space.entities_named("lyra kade") != []
    assert {n["name"] for _, n in space.graph(at=NOW).nodes(data=True)} == {"Lyra Kade", "Omar", "Acme"}
    assert set(space.graph("L. Kade", at="2026-01-15").nodes[lyra.id]["beliefs"]) == {"home city", "employer", "hobby"}
    assert {b.attribute for b in space.beliefs("L. Kade", at=NOW)} == {"home city", "employer", "hobby"}
    for name in ("Lyra Kade", "L. Kade"):
        told = " ".join(line.text for line in space.recall(f"Where does {name} live?", at=NOW).lines)
        assert "Lyra Kade · home city: Bonn" in told
        assert "Lyra Kade · hobby" in told
        assert "L. Kade ·" not in told.replace("L. Kade · hobby: chess (said", "")


def test_what_was_answered_before_the_merge_still_is(space: Space, clock: Clock) -> None:
    """A merge counts from when it was recorded."""
    people(space)
    asked = clock.now
    before = space.belief("L. Kade", "home city", known_at=asked), space.beliefs(known_at=asked)
    clock.tick(60)
    space.merge("Lyra Kade", "L. Kade")

    assert space.belief("L. Kade", "home city", at=NOW).best == "Bonn"
    assert (space.belief("L. Kade", "home city", known_at=asked), space.beliefs(known_at=asked)) == before
    assert before[0].best is None


def test_merges_chain_and_come_apart_in_any_order(space: Space) -> None:
    """Three become one by two merges; taking the first back leaves the second."""
    for i, name in enumerate(("Ana", "Bo", "Cy")):
        space.observe(name, "home city", ("Porto", "Porto", "Faro")[i], at="2026-01-10", source=f"user:{i}", id=name)
    alone = {name: space.belief(name, "home city", at=NOW) for name in ("Ana", "Bo", "Cy")}
    assert space.merge("Ana", "Bo") is not None
    assert space.merge("Bo", "Cy") is not None
    assert space.merge("Cy", "Ana") is None
    assert {space.belief(n, "home city", at=NOW).deltas for n in alone} == {3}

    space.unmerge("Bo", "Ana")

    assert space.belief("Ana", "home city", at=NOW) == alone["Ana"]
    assert {space.belief(n, "home city", at=NOW).deltas for n in ("Bo", "Cy")} == {2}
    with pytest.raises(NotFound):
        space.unmerge("Ana", "Bo")
    space.unmerge("Cy", "Bo")
    assert {name: space.belief(name, "home city", at=NOW) for name in alone} == alone


def test_an_alias_may_be_given_to_take_a_merge_back(space: Space) -> None:
    """Any name that leads to the entity will do."""
    people(space)
    space.alias("LK", "L. Kade")
    space.merge("Lyra Kade", "LK")
    space.unmerge("LK", "Lyra Kade")

    assert len(space.entities()) == 4


def test_what_is_said_after_a_merge_is_kept_apart_after_an_unmerge(space: Space) -> None:
    """Evidence stays with the name under which it was said."""
    people(space)
    space.merge("Lyra Kade", "L. Kade")
    space.observe("L. Kade", "home city", "Faro", at="2026-02-01", kind="change", id="new")
    assert space.belief("Lyra Kade", "home city", at=NOW).best == "Faro"
    space.unmerge("Lyra Kade", "L. Kade")

    assert space.belief("Lyra Kade", "home city", at=NOW).best == "Bonn"
    assert [d.id for d in space.history("L. Kade", "home city")] == ["new"]


def test_relations_lead_to_whoever_the_name_means_now(space: Space) -> None:
    """The edge to the other name leads to the one that stands for both, and back again."""
    people(space)
    space.observe("Omar", "friend", "Lyra Kade", at="2026-01-12", source="user:bo")
    before = space.store.read(lambda r: r.relations(space.name))
    space.merge("Lyra Kade", "L. Kade")
    friends = space.belief("Omar", "friend", at=NOW)
    (lyra,) = space.entities_named("Lyra Kade")
    friendships = [to for _, to, attribute in space.graph(at=NOW).edges(keys=True) if attribute == "friend"]
    space.unmerge("Lyra Kade", "L. Kade")

    assert len(friends.distribution) == 1
    assert friendships == [lyra.id]
    assert space.store.read(lambda r: r.relations(space.name)) == before
    assert len(space.belief("Omar", "friend", at=NOW).distribution) == 2


def test_the_same_person_is_proposed_and_never_merged_by_itself(space: Space) -> None:
    """A unique address says more than a common city; what is one already is not proposed again."""
    for name, mail, city in (("Ana Sousa", "ana@x.example", "Porto"), ("A. Sousa", "ana@x.example", "Porto"),
                             ("Bo", "bo@x.example", "Porto"), ("Cy", "cy@x.example", "Faro")):  # fmt: skip
        space.observe(name, "email", mail, at="2026-03-01")
        space.observe(name, "home city", city, at="2026-03-01")
    found = space.proposals(at=NOW)

    assert [{s.one.name, s.two.name} for s in found] == [{"Ana Sousa", "A. Sousa"}]
    assert len(space.entities()) == 4
    bits = dict(found[0].proposal.bits)
    assert bits["email"] > 10.0 > bits["home city"] > 0.0
    space.merge("Ana Sousa", "A. Sousa")
    assert space.proposals(at=NOW) == []
    apart = space.same("A. Sousa", "Bo", at=NOW).proposal
    assert apart.verdict not in ("merge", "suggest")
    assert space.same("A. Sousa", "Bo", at=NOW).proposal == space.same("Ana Sousa", "Bo", at=NOW).proposal
