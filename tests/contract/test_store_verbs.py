"""The seam, verb by verb: what is written comes back whole, in the order that the protocol promises."""

from __future__ import annotations

from dataclasses import replace

from nous import Memory
from nous.graph.model import Entity, Snapshot
from nous.graph.store import Chain, Checkpoint, Edge, SourceRow, Writer

from . import samples
from .samples import MICROS, delta, dimension, entity, episode, message, record


def test_a_space_that_was_never_written_to_is_empty(memory: Memory, name: str) -> None:
    """Reading makes nothing: the space does not even come into the list."""
    counts = memory.store.read(lambda r: r.counts(name))

    assert set(counts) == {"messages", "episodes", "entities", "dimensions", "deltas"}
    assert not any(counts.values())
    assert memory.store.read(lambda r: r.control(name)) == (0, b"")
    assert name not in memory.spaces()


def test_spaces_are_listed_in_order_and_opened_once(memory: Memory, name: str) -> None:
    """Opening a space that is there changes nothing."""

    def work(writer: Writer) -> None:
        for suffix in ("b", "a", "b", "ß"):
            writer.open_space(name + suffix)

    memory.store.write(work)

    ours = [s for s in memory.spaces() if s.startswith(name)]
    assert ours == [name + "a", name + "b", name + "ß"]


def test_entities_by_key_and_by_id(memory: Memory, name: str) -> None:
    """By key and type, the untyped one first; one that exists stays as it was first written."""
    plain, person, car = entity("Jaguar"), entity("Jaguar", "animal"), entity("Jaguar", "car maker")
    bird = entity("Albatross")

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, [car, bird, plain])
        writer.add_entities(name, [replace(plain, name="JAGUAR"), person])

    memory.store.write(work)

    assert memory.store.read(lambda r: r.entities(name)) == [bird, plain, person, car]
    assert memory.store.read(lambda r: r.entities(name, ["jaguar", "nobody"])) == [plain, person, car]
    assert memory.store.read(lambda r: r.entities(name, [])) == []
    assert memory.store.read(lambda r: r.entities_by_id(name, [car.id, bird.id, "none"])) == [bird, car]


def test_dimensions_are_held_kept_and_found(memory: Memory, name: str) -> None:
    """Holding makes what is new and reads what is there; keeping renews the derived part alone."""
    ana, bo = sorted([entity("Ana"), entity("Bo")], key=lambda e: e.id)
    home, job = dimension(ana, "home city"), dimension(ana, "employer", relation=True)
    other = dimension(bo, "employer")

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, [ana, bo])
        assert writer.hold(name, [other, home, job]) == [job, home, other]
        writer.keep(name, [replace(home, count=3, head=b"\x01", state='{"é": 1}', stamp="x", relation=True)])
        assert writer.hold(name, [home]) == [
            replace(home, count=3, head=b"\x01", state='{"é": 1}', stamp="x", relation=True)
        ]

    memory.store.write(work)
    kept = replace(home, count=3, head=b"\x01", state='{"é": 1}', stamp="x", relation=True)

    assert memory.store.read(lambda r: r.dimensions(name)) == [job, kept, other]
    assert memory.store.read(lambda r: r.dimensions(name, [ana.id])) == [job, kept]
    assert memory.store.read(lambda r: r.dimensions(name, [ana.id, bo.id], ["employer"])) == [job, other]
    assert memory.store.read(lambda r: r.dimensions(name, None, ["home city"])) == [kept]
    assert memory.store.read(lambda r: r.dimensions_by_id(name, [home.id, other.id, "none"])) == [kept, other]


def test_deltas_come_back_whole_in_the_order_of_their_chain(memory: Memory, name: str) -> None:
    """Every field, the salt and the hashes bit for bit; what was not said comes back as not said."""
    ana = entity("Ana")
    home = dimension(ana, "home city")
    full = delta(home, 1)
    bare = delta(
        home, 2, quote=None, message=None, episode=None, derived_from=(), unit=None, locale=None, offset=None, width=0.0
    )
    shown = delta(home, 3, value_type="json", value_json='{"b": [1, null]}', value_text='{"b":[1,null]}')

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, [ana])
        writer.hold(name, [home])
        writer.append(name, [shown, full])
        writer.append(name, [bare])

    memory.store.write(work)

    assert memory.store.read(lambda r: list(r.deltas(name, [home.id]))) == [full, bare, shown]
    assert memory.store.read(lambda r: list(r.deltas(name, []))) == []
    found = memory.store.read(lambda r: r.deltas_by_id(name, [bare.id, full.id, "none"]))
    assert {d.id: d for d in found} == {bare.id: bare, full.id: full}
    assert memory.store.read(lambda r: r.children(name, ["p1"])) == {full.id, shown.id}
    assert memory.store.read(lambda r: r.heard_in(name, ["e1", "e2"])) == {(home.id, "e1")}
    assert memory.store.read(lambda r: r.sources(name)) == [SourceRow("user:ana", "user", 3)]


def test_records_stand_in_order_with_nested_bodies(memory: Memory, name: str) -> None:
    """A body is data of any depth, and the head of the chain is the last record."""

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.append_record(name, record(1))
        writer.append_record(name, record(2, type="alias", reason=""))

    memory.store.write(work)

    assert memory.store.read(lambda r: r.records(name)) == [record(1), record(2, type="alias", reason="")]
    assert memory.store.read(lambda r: r.control(name)) == (2, record(2).hash)


def test_messages_and_episodes(memory: Memory, name: str) -> None:
    """By time and id; an episode lists its messages as they were given."""
    late, first = message("a", "later", 5), message("b", "first", 0, episode="e1")
    other = message("c", "elsewhere", 9, episode="e2", role=None, derived_from=(), offset=None)

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_episode(name, episode("e1", [first, late]), [first, late])
        writer.add_episode(name, episode("e2", [other], ""), [other])
        writer.add_entities(name, [Entity("x", "x", "X"), Entity("y", "y", "Y")])
        writer.add_mentions(name, "e1", ["x", "y"])
        writer.add_mentions(name, "e1", ["x"])

    memory.store.write(work)

    assert memory.store.read(lambda r: r.messages(name)) == [first, late, other]
    assert memory.store.read(lambda r: r.messages(name, ["c", "b", "none"])) == [first, other]
    assert memory.store.read(lambda r: r.episodes(name)) == [episode("e1", [first, late]), episode("e2", [other], "")]
    assert memory.store.read(lambda r: r.episodes(name, ["e2"])) == [episode("e2", [other], "")]
    assert memory.store.read(lambda r: r.mentions(name, ["e1", "e2"])) == {("e1", "x"), ("e1", "y")}


def test_edges_are_replaced_and_read_from_both_ends(memory: Memory, name: str) -> None:
    """The most probable first, at most so many out and so many in."""

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, [Entity(id, id, id.upper()) for id in "abcx"])
        writer.relate(name, {("a", "employer"): [Edge("a", "x", "employer", 0.4, MICROS)]})
        writer.relate(
            name,
            {
                ("a", "employer"): [Edge("a", "b", "employer", 0.9, MICROS), Edge("a", "c", "employer", 0.1, 0)],
                ("b", "friend"): [Edge("b", "a", "friend", 0.7, 1)],
                ("c", "friend"): [],
            },
        )

    memory.store.write(work)
    to_b, to_c, from_b = (
        Edge("a", "b", "employer", 0.9, MICROS),
        Edge("a", "c", "employer", 0.1, 0),
        Edge("b", "a", "friend", 0.7, 1),
    )

    assert memory.store.read(lambda r: r.edges(name, "a", 10)) == [to_b, from_b, to_c]
    assert memory.store.read(lambda r: r.edges(name, "a", 1)) == [to_b, from_b]
    assert memory.store.read(lambda r: r.edges(name, "x", 10)) == []
    assert memory.store.read(lambda r: r.relations(name)) == [to_b, to_c, from_b]


def test_counts_follow_what_was_written(memory: Memory, name: str) -> None:
    """One of everything, counted."""
    memory.store.write(lambda w: samples.fill(w, name))

    counts = dict(memory.store.read(lambda r: r.counts(name)))
    assert counts == {"messages": 2, "episodes": 1, "entities": 2, "dimensions": 1, "deltas": 2}


def test_long_lists_of_ids_are_looked_up_whole(memory: Memory, name: str) -> None:
    """More ids than any one statement takes."""
    many = [Entity(f"id{i:05}", f"key{i:05}", f"Name {i}") for i in range(2500)]

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, many)

    memory.store.write(work)

    assert memory.store.read(lambda r: r.entities(name, [e.key for e in many])) == many
    assert memory.store.read(lambda r: r.entities_by_id(name, [e.id for e in many])) == many


def test_chains_and_snapshots_are_kept_with_their_dimensions(memory: Memory, name: str) -> None:
    """A chain is the count and head of its dimension; a snapshot comes back whole, and only where one was kept."""
    ana = entity("Ana")
    home, job = dimension(ana, "home city"), dimension(ana, "employer")
    shown = Snapshot(
        "Porto", ("Porto", "Faro"), (0.75, 0.125), 0.125, MICROS, "one", 1095.0, 0.03125, 0.9375, "contested",
        ("Faro",), ("t:porto", "t:oporto", "t:faro"), (0, 0, 1),
    )  # fmt: skip

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, [ana])
        writer.hold(name, [home, job])
        writer.keep(name, [replace(home, count=2, head=b"h", snapshot=shown)])

    memory.store.write(work)
    chains = memory.store.read(lambda r: r.chains(name))

    assert chains == [Chain(job.id, 0, b""), Chain(home.id, 2, b"h")]
    assert memory.store.read(lambda r: r.snapshots(name, [home.id, job.id, "none"])) == {home.id: shown}

    nothing = Snapshot(None, (), (), 1.0, None, "many")
    memory.store.write(lambda w: w.keep(name, [replace(home, snapshot=nothing)]))
    assert memory.store.read(lambda r: r.snapshots(name, [home.id])) == {home.id: nothing}


def test_checkpoints_are_kept_until_a_time(memory: Memory, name: str) -> None:
    """Those of each dimension that are later than its time go, then the new ones come; others stay."""
    ana = entity("Ana")
    home, job = dimension(ana, "home city"), dimension(ana, "employer")

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_entities(name, [ana])
        writer.hold(name, [home, job])
        writer.keep_checkpoints(name, {}, [Checkpoint(d.id, t, f"{t}") for d in (home, job) for t in (1.0, 2.5, 4.0)])
        writer.keep_checkpoints(name, {home.id: 2.5}, [Checkpoint(home.id, 3.0, "new"), Checkpoint(home.id, 7.0, "ü")])

    memory.store.write(work)
    found = memory.store.read(lambda r: r.checkpoints(name, [home.id, "none"]))

    assert sorted(found) == [
        Checkpoint(home.id, t, s) for t, s in ((1.0, "1.0"), (2.5, "2.5"), (3.0, "new"), (7.0, "ü"))
    ]
    assert len(memory.store.read(lambda r: r.checkpoints(name, [home.id, job.id]))) == 7
    before = memory.store.read(lambda r: [r.checkpoint(name, home.id, t) for t in (1.0, 2.5, 2.6, 99.0)])
    assert [None if c is None else c.t for c in before] == [None, 1.0, 2.5, 7.0]
    memory.store.write(lambda w: w.keep_checkpoints(name, {home.id: -1.0, job.id: 2.0}, []))
    left = memory.store.read(lambda r: r.checkpoints(name, [home.id, job.id]))
    assert left == [Checkpoint(job.id, 1.0, "1.0")]
