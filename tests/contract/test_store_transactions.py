"""Transactions over the seam: all or nothing, one consistent view, safe for threads, closed when closed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from nous import Memory, Settings
from nous.errors import StoreClosed
from nous.graph.store import Reader, Writer

from . import samples
from .samples import delta, dimension, entity, record


class Trouble(Exception):
    """What goes wrong in the middle of work."""


def snapshot(memory: Memory, space: str) -> list[object]:
    """All that a space holds."""

    def work(r: Reader) -> list[object]:
        dimensions = r.dimensions(space)
        return [
            r.control(space), r.records(space), r.entities(space), dimensions, r.messages(space), r.episodes(space),
            list(r.deltas(space, [d.id for d in dimensions])), r.sources(space), dict(r.counts(space)),
            r.corpus(space, "message", ["porto"]), r.corpus(space, "delta", ["porto"]),
            [r.edges(space, e.id, 10) for e in r.entities(space)], r.mentions(space, ["e1"]),
        ]  # fmt: skip

    return memory.store.read(work)


def test_work_that_raises_leaves_nothing(memory: Memory, name: str) -> None:
    """One of everything was written, then it went wrong: not even the space is there."""

    def work(writer: Writer) -> None:
        samples.fill(writer, name)
        raise Trouble

    before = snapshot(memory, name)
    with pytest.raises(Trouble):
        memory.store.write(work)

    assert snapshot(memory, name) == before
    assert name not in memory.spaces()


def test_work_that_raises_leaves_what_was_there(memory: Memory, name: str) -> None:
    """Later work on a full space goes wrong: the space is as it was."""
    memory.store.write(lambda w: samples.fill(w, name))
    before = snapshot(memory, name)
    faro = entity("Faro")

    def work(writer: Writer) -> None:
        writer.add_entities(name, [faro])
        writer.hold(name, [dimension(faro, "x")])
        writer.keep(name, [replace(d, state="edited", count=99) for d in writer.dimensions(name)])
        writer.append_record(name, record(2))
        writer.relate(name, {(e.id, "home city"): [] for e in writer.entities(name)})
        writer.clear_index(name)
        raise Trouble

    with pytest.raises(Trouble):
        memory.store.write(work)

    assert snapshot(memory, name) == before


def test_a_writer_sees_its_own_work(memory: Memory, name: str) -> None:
    """Before anything is committed, and the result is what the work returned."""

    def work(writer: Writer) -> dict[str, int]:
        samples.fill(writer, name)
        return dict(writer.counts(name))

    assert memory.store.write(work) == dict(memory.store.read(lambda r: r.counts(name)))


def test_a_reader_sees_a_chain_as_it_was_when_it_first_looked(
    shared_location: str, settings: Settings, name: str
) -> None:
    """What another appends meanwhile is not half seen: the head, the count and the deltas belong together."""
    with Memory(shared_location, settings=settings) as memory, Memory(shared_location, settings=settings) as other:
        memory.store.write(lambda w: samples.fill(w, name))
        (home,) = memory.store.read(lambda r: r.dimensions(name))

        def more(writer: Writer) -> None:
            (held,) = writer.hold(name, [home])
            writer.append(name, [delta(held, 3)])
            writer.keep(name, [replace(held, count=3, head=b"3")])

        def work(reader: Reader) -> tuple[int, int, int]:
            (before,) = reader.dimensions(name)
            (chain,) = reader.chains(name)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(other.store.write, more).result()
            return before.count, chain.count, len(list(reader.deltas(name, [home.id])))

        assert memory.store.read(work) == (2, 2, 2)
        assert memory.store.read(lambda r: len(list(r.deltas(name, [home.id])))) == 3


def test_threads_write_one_after_the_other(memory: Memory, name: str) -> None:
    """Twenty threads read a number and write the next: none is lost."""

    def work(writer: Writer) -> None:
        writer.open_space(name)
        seq, _ = writer.control(name)
        writer.append_record(name, record(seq + 1))

    together(20, lambda i: memory.store.write(work))

    assert [r.seq for r in memory.store.read(lambda r: r.records(name))] == list(range(1, 21))


def test_threads_come_and_go_without_leaving_anything_open(shared_location: str, settings: Settings, name: str) -> None:
    """Hundreds of short-lived threads, as a server has them, must not each keep a connection for good."""
    from pathlib import Path

    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    if not Path("/proc/self/fd").exists():
        pytest.skip("counts open files in /proc, which this system has not")
    with Memory(shared_location, settings=settings) as memory:
        memory.store.write(lambda w: samples.fill(w, name))
        before = descriptors()
        for _ in range(100):
            thread = threading.Thread(target=lambda: memory.store.read(lambda r: r.counts(name)))
            thread.start()
            thread.join()

        assert descriptors() <= before + 10


def test_a_closed_store_says_so(location: str, settings: Settings, name: str) -> None:
    """Reading and writing alike; closing twice is fine."""
    memory = Memory(location, settings=settings)
    memory.close()
    memory.close()

    for call in (memory.spaces, lambda: memory.store.write(lambda w: w.open_space(name))):
        with pytest.raises(StoreClosed, match="closed"):
            call()


def test_what_was_written_is_there_after_reopening(shared_location: str, settings: Settings, name: str) -> None:
    """Nothing depends on the object that wrote it."""
    with Memory(shared_location, settings=settings) as memory:
        memory.store.write(lambda w: samples.fill(w, name))
        before = snapshot(memory, name)

    with Memory(shared_location, settings=settings) as memory:
        assert snapshot(memory, name) == before


def together(workers: int, do: Callable[[int], object]) -> None:
    """Let threads all start at the same moment; what one of them raises is raised here."""
    barrier = threading.Barrier(workers)

    def run(i: int) -> None:
        barrier.wait()
        do(i)

    with ThreadPoolExecutor(workers) as pool:
        for future in [pool.submit(run, i) for i in range(workers)]:
            future.result()
