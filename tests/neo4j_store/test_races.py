"""Writers that meet: on an entity, a statement, a citation, a control record; what comes out is one of the orders."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from nous import Memory, Settings, Space
from nous.errors import ConflictError
from nous.graph.store import Writer

from .conftest import Ask

pytestmark = pytest.mark.neo4j


@pytest.fixture
def space(graph: Memory, name: str) -> Space:
    """An empty space on the server."""
    return graph.space(name)


def together(*calls: Callable[[], object]) -> list[object]:
    """Let calls start at the same moment; what each returned or raised."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return call()
        except ConflictError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def check(space: Space) -> None:
    """What is there is sound, and cached beliefs are those of a replay."""
    assert space.verify().faults == ()
    before = [b.as_json() for b in space.beliefs(at="2026-06-01")]
    space.rebuild()
    assert [b.as_json() for b in space.beliefs(at="2026-06-01")] == before


def test_sixteen_make_one_entity(space: Space) -> None:
    """Case 052: there is one afterwards, with sixteen dimensions."""
    together(*(lambda i=i: space.observe("Quarry Road", f"f{i}", i, at="2026-01-10") for i in range(16)))

    assert [e.name for e in space.entities()] == ["Quarry Road"]
    assert space.stats()["deltas"] == 16
    check(space)


def test_eight_say_the_same(space: Space) -> None:
    """A retry that meets its first try: one delta, and everybody is told its id."""
    deltas = together(*(lambda: space.observe("Ana", "home city", "Porto", at="2026-01-10") for _ in range(8)))

    assert len({d.id for d in deltas}) == 1  # type: ignore[attr-defined]
    assert space.stats()["deltas"] == 1
    check(space)


def test_eight_take_the_same_back(space: Space) -> None:
    """One record, however many ask; also of what is not there yet, in a space that is not there yet."""
    records = together(*(lambda: space.retract("a", reason="a slip") for _ in range(8)))

    assert {r.seq for r in records} == {1}  # type: ignore[attr-defined]
    assert len(space.store.read(lambda r: r.records(space.name))) == 1


def test_what_is_taken_back_as_it_arrives(space: Space) -> None:
    """Retraction and evidence meet, many times: in whichever order they come, it does not count."""
    space.observe("Ana", "home city", "Porto", at="2026-01-01")
    calls: list[Callable[[], object]] = []
    for i in range(12):
        calls.append(lambda i=i: space.observe("Ana", "home city", f"City {i}", at=f"2026-01-{i + 2:02}", id=f"x{i}"))  # type: ignore[misc]
        calls.append(lambda i=i: space.retract(f"x{i}"))  # type: ignore[misc]
    together(*calls)

    assert space.belief("Ana", "home city", at="2026-02-01").distribution.keys() == {"Porto"}
    assert [r.seq for r in space.store.read(lambda r: r.records(space.name))] == list(range(1, 13))
    check(space)


def test_what_is_cited_as_it_arrives(space: Space, ask: Ask) -> None:
    """A statement and the one it derives from meet: its witness is that of its origin, in whichever order they come."""
    calls: list[Callable[[], object]] = []
    for i in range(10):
        told = {"at": "2026-01-02", "id": f"child{i}", "source": "tool:t", "derived_from": [f"parent{i}"]}
        calls.append(partial(space.observe, f"Thing {i}", "colour", "red", **told))  # type: ignore[arg-type]
        page = {"at": "2026-01-01", "id": f"parent{i}", "source": "web:p"}
        calls.append(partial(space.observe, f"Page {i}", "says", "red", **page))  # type: ignore[arg-type]
    together(*calls)

    for i in range(10):
        (delta,) = space.history(f"Thing {i}", "colour")
        assert (delta.role, delta.tier) == ("inferred", 0.3)
    drawn = ask("MATCH (:Delta {space: $s})-[r:DERIVED_FROM]->(p:Delta)-[:REVISES]->() RETURN count(r)", s=space.name)
    assert drawn == [[10]]
    check(space)


def test_what_is_cited_arrives_between_looking_and_writing(
    neo4j_location: str, space: Space, settings: Settings
) -> None:
    """A writer that looked in vain for what it cites does its work again when that has come meanwhile."""
    space.observe("Somebody", "was", "here", at="2026-01-01")
    looked, come = threading.Event(), threading.Event()

    def salts(size: int) -> bytes:
        looked.set()
        assert come.wait(60)
        return bytes(size)

    with (
        Memory(neo4j_location, settings=replace(settings, random=salts)) as slow,
        ThreadPoolExecutor(1) as pool,
    ):
        told = pool.submit(
            slow.space(space.name).observe, "Thing", "colour", "red", at="2026-01-02", id="child", source="tool:t",
            derived_from=["parent"],
        )  # fmt: skip
        assert looked.wait(60)
        space.observe("Page", "says", "red", at="2026-01-01", id="parent", source="web:p")
        come.set()
        delta = told.result()

    assert delta.posterior < 0.5  # as much as a web page is believed
    (known,) = space.history("Thing", "colour")
    assert (known.role, known.tier) == ("inferred", 0.3)
    check(space)


def test_an_alias_meets_an_entity_of_that_name(space: Space) -> None:
    """Either the alias is refused, or what is said of the name is said of whom it means."""
    space.observe("Anna", "home city", "Porto", at="2026-01-01")
    for i in range(6):
        alias, _ = together(
            lambda i=i: space.alias(f"Annie {i}", "Anna"),  # type: ignore[misc]
            lambda i=i: space.observe(f"Annie {i}", "pet", f"Rex {i}", at="2026-01-02"),  # type: ignore[misc]
        )
        made = [e.name for e in space.entities() if e.name == f"Annie {i}"]
        assert bool(made) == isinstance(alias, ConflictError)
    check(space)


def test_spellings_are_joined_as_values_arrive(space: Space) -> None:
    """A value alias reaches the dimensions that are written at that moment too."""
    calls: list[Callable[[], object]] = [lambda: space.value_alias("home city", ["Porto", "Oporto"])]
    calls += [
        lambda i=i: space.observe(f"P {i}", "home city", "Oporto" if i % 2 else "Porto", at="2026-01-01")  # type: ignore[misc]
        for i in range(12)
    ]
    together(*calls)

    check(space)


def test_the_index_is_cleared_while_others_write(space: Space) -> None:
    """Rebuilding and writing meet: afterwards everything is found, and counted once."""
    space.observe_many(
        [{"entity": f"E {i}", "attribute": "note", "value": f"otter {i}", "at": "2026-01-01"} for i in range(20)]
    )
    calls: list[Callable[[], object]] = [space.rebuild, space.rebuild]
    calls += [lambda i=i: space.observe(f"E {i}", "note", f"otter x{i}", at="2026-01-02") for i in range(10)]  # type: ignore[misc]
    together(*calls)

    corpus = space.store.read(lambda r: r.corpus(space.name, "delta", ["otter"]))
    assert corpus.frequencies == {"otter": 30}
    assert corpus.documents == 30
    check(space)


def test_an_audit_while_others_write_finds_nothing(space: Space) -> None:
    """What is on its way is no fault: chains are seen as they were, and a doubt is looked at again."""
    done = threading.Event()
    faults: list[object] = []

    def audit() -> None:
        while not done.is_set():
            faults.extend(space.verify().faults)

    def write(k: int) -> None:
        for i in range(16):
            space.observe(
                f"E {i % 3}", "note", f"v{i} of {k}", at=1_767_225_600 + i, id=f"{k} {i}", derived_from=[f"{k} {i + 1}"]
            )
            if i % 6 == 5:
                space.retract(f"{k} {i - 1}")

    with ThreadPoolExecutor(4) as pool:
        watching = pool.submit(audit)
        writing = [pool.submit(write, k) for k in range(3)]
        for w in writing:
            w.result()
        done.set()
        watching.result()

    assert faults == []
    check(space)


def test_work_that_fails_halfway_leaves_no_lock(space: Space) -> None:
    """The next writer of the same dimension does not wait for a transaction that was given up."""
    space.observe("Ana", "home city", "Porto", at="2026-01-10")

    def work(writer: Writer) -> None:
        writer.hold(space.name, writer.dimensions(space.name))
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        space.store.write(work)
    space.observe("Ana", "home city", "Faro", at="2026-01-11")
    assert space.stats()["deltas"] == 2
