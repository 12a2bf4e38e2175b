"""Operations of the cases that make trouble: kills, torn logs, full disks, read-only places, many writers at once."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import neo4j

from nous import Memory, NousError
from nous.aio import AsyncMemory
from nous.errors import StoreFull
from nous.graph.neo4j import split
from nous.graph.sqlite import SQLiteStore
from tests import processes

from .loading import Json
from .world import Unbuilt, World

NOBODY = 65_534
START = 1_740_819_600  # 2025-03-01T09:00:00Z


def killed_ingest(world: World, messages: list[Json]) -> None:
    """The ingest in another process, killed as each write begins, one after the other, until one gets through."""
    write = 0
    while (
        processes.run(processes.killed_at, write, processes.ingest_messages, world.location, world.name, messages) == -9
    ):
        space = world.space()
        stats = space.stats()
        assert space.verify().clean
        assert (stats["messages"], stats["deltas"]) in ((0, 0), (len(messages), len(messages)))
        world.close()
        write += 1
    assert write > 0
    world.extract = processes.shelves
    world.fed.append(lambda: world.ingest(messages))


def tear_log(world: World, cut: int) -> None:
    """The store as a crash leaves it: its last changes in the write-ahead log, and that cut short.

    A store that was closed in order has no log any more; so its last change is made again and left there.
    """
    location = Path(world.location)
    with Memory(location, settings=world.settings) as memory:
        memory.space(world.name).observe("P", "torn", 0, at="2025-03-01")
        crashed = [
            (p, p.read_bytes()) for p in location.parent.glob(location.name + "*") if not p.name.endswith("-shm")
        ]
    for path, content in crashed:
        path.write_bytes(content)
    log = location.with_name(location.name + "-wal")
    assert log.stat().st_size > cut
    os.truncate(log, log.stat().st_size - cut)


def fill_up(world: World) -> None:
    """No page more, and no room left in the pages that there are."""
    store = world.memory.store
    assert isinstance(store, SQLiteStore)
    (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    filler = world.memory.space("filler")
    for size in (500, 50, 1):
        try:
            for _ in range(1_000):
                filler.observe("F", f"f{size}", "x" * size, at="2025-03-01T09:00:00Z", source="user:ann")
        except StoreFull:
            continue


def make_room(world: World) -> None:
    """Space again, or rights."""
    store = world.memory.store
    assert isinstance(store, SQLiteStore)
    store._writer.execute("PRAGMA max_page_count = 1073741823")


def lock(world: World) -> None:
    """Nothing may be written any more: by permissions, and without the rights of root."""
    folder = Path(world.location).parent / "locked"
    folder.mkdir()
    for part in Path(world.location).parent.glob("memory.db*"):
        shutil.move(part, folder / part.name)
        (folder / part.name).chmod(0o444)
    folder.chmod(0o555)
    world.location = str(folder / "memory.db")
    if os.geteuid() == 0:
        for parent in folder.parents:
            if parent not in (Path("/"), Path("/tmp")) and parent.stat().st_uid == 0:
                parent.chmod(parent.stat().st_mode | 0o055)
        os.seteuid(NOBODY)


def unlock() -> None:
    """The rights of root again, where they were given up."""
    if os.name == "posix" and os.getuid() == 0:
        os.seteuid(0)


def parallel(world: World, workers: int, do: str) -> None:
    """What the prose of the cases says, in threads that start together."""
    space = world.space()

    def berth(i: int) -> None:
        space.observe("Dock", "berth", f"N{i}", at=START + i, source=f"w{i}")

    def road(i: int) -> None:
        space.observe("Quarry Road", f"f{i}", i, at=START)

    def chat(i: int) -> None:
        said = [{"speaker": f"P{i}", "text": f"Shelf {i}-{k} holds item {k}.", "time": START + k} for k in range(20)]
        space.ingest(said)
        assert space.stats()["messages"]

    prose: dict[str, Callable[[int], None]] = {
        "observe entity 'Dock'": berth, "observe entity 'Quarry Road'": road, "ingest 20 short messages": chat,
    }  # fmt: skip
    if do.startswith("observe entity 'S'+i"):
        asyncio.run(tasks(world, workers))
        return
    for beginning, work in prose.items():
        if do.startswith(beginning):
            world.extract = processes.shelves
            space.settings = world.settings
            with ThreadPoolExecutor(workers) as pool:
                for future in [pool.submit(work, i) for i in range(workers)]:
                    future.result()
            return
    raise Unbuilt(f"parallel: {do}")


def several(world: World, count: int, each: str) -> None:
    """The processes of case 051."""
    if "shared entity 'Hall'" not in each:
        raise Unbuilt(f"processes: {each}")
    world.close()
    done = [processes.start(processes.observe, world.location, world.name, i, 50) for i in range(count)]
    assert processes.ended(done) == [0] * count


async def tasks(world: World, workers: int) -> None:
    """Tasks of one loop that share a memory: each reads its own value."""
    async with AsyncMemory(world.location, settings=world.settings) as memory:
        space = memory.space(world.space().name)

        async def own(i: int) -> None:
            await space.observe(f"S{i}", "k", i, at=START)
            assert (await space.belief(f"S{i}", "k", at=START + 1)).best == i

        await asyncio.gather(*(own(i) for i in range(workers)))


def in_loop(world: World, do: str) -> None:
    """One call of a memory for asyncio that outlives the loop it is called in."""
    if world.asynchronous is None:
        world.asynchronous = AsyncMemory(world.location, settings=world.settings)
    space = world.asynchronous.space(world.space().name)
    verbs: dict[str, Callable[[], Coroutine[object, object, object]]] = {
        "observe": lambda: space.observe("Loop", "k", "v", at=START),
        "ask": lambda: space.belief("Loop", "k", at=START + 1),
    }
    try:
        found = asyncio.run(verbs[do]())
    except NousError as error:
        world.fail(error)
    else:
        assert do == "observe" or getattr(found, "best", None) == "v"


def drop_indexes(world: World) -> None:
    """Every index and constraint of ours is gone, as where the set-up was never done."""
    address, auth, database = split(world.location)
    with neo4j.GraphDatabase.driver(address, auth=auth, notifications_min_severity="OFF") as driver:
        for kind, plural in (("CONSTRAINT", "S"), ("INDEX", "ES")):
            found = driver.execute_query(f"SHOW {kind}{plural} YIELD name RETURN name", database_=database).records
            for (name,) in found:
                if name.startswith("nous_"):
                    driver.execute_query(f"DROP {kind} {name} IF EXISTS", database_=database)
