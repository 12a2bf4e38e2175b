"""The memory for asyncio: the same verbs with the same answers, many at once, and a loop that goes on meanwhile."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from nous import Memory, Settings, Space
from nous.aio import AsyncMemory, AsyncSpace
from nous.errors import StoreClosed, ValidationError

INSIDE = {"intake", "control", "ledger", "question"}
"""Methods of a space that serve its own others, and need the store at hand."""
AT = "2026-03-12T09:00:00Z"


def public(kind: type) -> dict[str, Any]:
    """The public methods of a class."""
    return {n: f for n, f in inspect.getmembers(kind, inspect.isfunction) if not n.startswith("_")}


def test_every_verb_is_there_with_its_parameters() -> None:
    """A verb that joins `Space` joins `AsyncSpace`."""
    here, there = public(Space), public(AsyncSpace)

    assert set(here) - INSIDE == set(there) - {"blocking"}
    for name in set(here) - INSIDE:
        assert inspect.iscoroutinefunction(there[name]), name
        assert inspect.signature(there[name]) == inspect.signature(here[name]), name
        assert there[name].__doc__ == here[name].__doc__, name
    assert set(public(Memory)) <= set(public(AsyncMemory))


def run(work: Callable[[AsyncMemory], Awaitable[object]], location: str, settings: Settings) -> None:
    """Run a coroutine on a memory that is closed at the end."""

    async def inside() -> None:
        async with AsyncMemory(location, settings=settings) as memory:
            await work(memory)

    asyncio.run(inside())


TALK = [
    {"id": "m1", "speaker": "Ana", "text": "I live in Porto.", "time": "2026-01-10T09:00:00Z"},
    {"id": "m2", "speaker": "Bob", "text": "I work at Acme.", "time": "2026-01-10T09:00:10Z"},
]


def test_the_answers_are_those_of_the_plain_memory(location: str, settings: Settings, name: str) -> None:
    """One life of a space, told to both."""

    async def work(memory: AsyncMemory) -> None:
        space, plain = memory.space(name + "-a"), (await memory.run(memory.opened)).space(name + "-b")
        for told in (TALK, TALK[:1]):
            receipt, expected = await space.ingest(told), plain.ingest(told)
            assert (receipt.messages, receipt.evidence) == (expected.messages, expected.evidence)
        delta = await space.observe("Ana", "hobby", "chess", at="2026-02-01", id="x")
        plain.observe("Ana", "hobby", "chess", at="2026-02-01", id="x")
        assert delta.id == "x"
        assert await space.belief("Ana", "home city", at=AT) == plain.belief("Ana", "home city", at=AT)
        assert await space.beliefs(at=AT) == plain.beliefs(at=AT)
        assert await space.history("Ana", "hobby") != []
        assert (await space.recall("Where does Ana live?", at=AT)) == plain.recall("Where does Ana live?", at=AT)
        assert [e.name for e in await space.entities()] == [e.name for e in plain.entities()]
        await space.retract("x")
        plain.retract("x")
        assert (await space.stats())["digest"] == plain.stats()["digest"]
        assert (await space.verify()).clean
        assert {name + "-a", name + "-b"} <= set(await memory.spaces())

    run(work, location, settings)


def test_a_copy_in_another_memory(settings: Settings) -> None:
    """From one to the other, hashes and all, and again without a change."""

    async def work(memory: AsyncMemory) -> None:
        await memory.space("s").ingest(TALK)
        async with AsyncMemory(":memory:", settings=settings) as copied:
            for _ in range(2):
                await memory.copy_to(copied)
                assert (await copied.space("s").verify()).root == (await memory.space("s").verify()).root

    run(work, ":memory:", settings)


def test_many_ingests_at_once(location: str, settings: Settings, name: str) -> None:
    """Into one space and into several; nothing is lost, nothing is there twice."""

    async def work(memory: AsyncMemory) -> None:
        spaces = [memory.space(f"{name}-{i}") for i in range(4)]
        told = [
            [{"id": f"{k}-{i}", "speaker": f"P{k}", "text": f"I live in Town{i}.", "time": 1_767_225_600 + i}
             for i in range(8)]
            for k in range(5)
        ]  # fmt: skip
        receipts = await asyncio.gather(*(s.ingest(t) for s in spaces for t in (*told, *told)))
        counts = [await s.stats() for s in spaces]
        assert sum(r.messages for r in receipts) == 4 * 5 * 8
        assert {c["messages"] for c in counts} == {40}
        assert len({c["digest"] for c in counts}) == 1
        assert all([(await s.verify()).clean for s in spaces])

    run(work, location, settings)


def test_the_loop_goes_on_while_the_store_works(settings: Settings) -> None:
    """A verb that waits for something which only the loop can bring about must not hold the loop up."""
    from dataclasses import replace

    opened = threading.Event()

    def clock() -> Any:
        assert opened.wait(30), "the loop stood still"
        return settings.clock()

    async def work(memory: AsyncMemory) -> None:
        space = memory.space("s")
        waiting = asyncio.ensure_future(space.observe("Ana", "mood", "glad"))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not waiting.done()
        opened.set()
        await waiting

    run(work, ":memory:", replace(settings, clock=clock))


def test_errors_come_out_where_they_are_awaited(settings: Settings) -> None:
    """With their type; and a closed memory says so, however often it was closed."""

    async def work(memory: AsyncMemory) -> None:
        with pytest.raises(ValidationError):
            await memory.space("s").observe("", "mood", "glad")
        with pytest.raises(ValidationError):
            await memory.space("").beliefs()
        await memory.close()
        await memory.close()
        with pytest.raises(StoreClosed):
            await memory.space("s").beliefs()

    run(work, ":memory:", settings)


def test_a_task_that_is_cancelled_leaves_a_write_whole(shared_location: str, settings: Settings, name: str) -> None:
    """Either all of it is there or nothing, and the memory works on."""

    async def work(memory: AsyncMemory) -> None:
        space = memory.space(name)
        rows = [{"entity": f"E{i}", "attribute": "k", "value": "v", "at": "2026-01-10"} for i in range(300)]
        task = asyncio.ensure_future(space.observe_many(rows))
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await space.observe("After", "mood", "calm", at="2026-01-11", id="after")
        assert (await space.stats())["deltas"] in (1, 301)
        assert (await space.observe_many(rows)).evidence in (0, 300)
        assert (await space.stats())["deltas"] == 301
        assert (await space.verify()).clean

    run(work, shared_location, settings)


@pytest.mark.parametrize("workers", [0, -1, "x", 1.5, True, None])
def test_workers_that_are_none(workers: object) -> None:
    """Refused at once, by type, with what was given."""
    with pytest.raises(ValidationError, match=f"workers must .*{workers}"):
        AsyncMemory(":memory:", workers=workers)  # type: ignore[arg-type]
