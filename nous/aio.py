"""The same memory for asyncio: every method of Memory and Space as a coroutine over a pool of worker threads.

Nothing is written twice: a coroutine runs the method of the same name in a thread, so the loop never blocks, any
number of loops may use one memory, and a task that is cancelled leaves a write whole.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial, update_wrapper
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from nous.beliefs import checks
from nous.beliefs.errors import StoreClosed
from nous.graph.move import Moved
from nous.graph.store import Answer

from .memory import Memory
from .settings import Settings
from .space import Space

P = ParamSpec("P")
R = TypeVar("R")
WORKERS = 8


class AsyncMemory:
    """`Memory` for asyncio. The store is opened on first use, in one of `workers` threads (1 or more).

    >>> async def ask() -> object:
    ...     async with AsyncMemory(":memory:") as memory:
    ...         space = memory.space("demo")
    ...         await space.observe("Ana", "home city", "Porto", at="2026-01-10")
    ...         return (await space.belief("Ana", "home city", at="2026-01-11")).best
    >>> asyncio.run(ask())
    'Porto'
    """

    def __init__(
        self,
        location: str | os.PathLike[str],
        *,
        auth: tuple[str, str] | None = None,
        settings: Settings | None = None,
        workers: int = WORKERS,
    ) -> None:
        self._make = partial(Memory, location, auth=auth, settings=settings)
        self._pool = ThreadPoolExecutor(checks.count(workers, "workers", 1), thread_name_prefix="nous")
        self._opening = threading.Lock()
        self._memory: Memory | None = None
        self._closed = False

    def opened(self) -> Memory:
        """The memory itself, opened where it is not yet; blocks while it opens."""
        with self._opening:
            if self._closed:
                raise StoreClosed("this memory was closed")
            if self._memory is None:
                self._memory = self._make()
            return self._memory

    async def run(self, work: Callable[[], R]) -> R:
        """Run something that blocks in a worker thread."""
        if self._closed:
            raise StoreClosed("this memory was closed")
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def space(self, name: str) -> AsyncSpace:
        """The space of this name; nothing is read or written yet."""
        return AsyncSpace(self, name)

    async def spaces(self) -> list[str]:
        """The names of all spaces."""
        return await self.run(lambda: self.opened().spaces())

    async def query(self, cypher: str, *, limit: int = 1_000, **parameters: object) -> Answer:
        """See `Memory.query`."""
        return await self.run(lambda: self.opened().query(cypher, limit=limit, **parameters))

    async def export(
        self, file: str | os.PathLike[str], spaces: Sequence[str] | None = None, *, format: str | None = None,
        overwrite: bool = False,
    ) -> Moved:  # fmt: skip
        """See `Memory.export`."""
        return await self.run(lambda: self.opened().export(file, spaces, format=format, overwrite=overwrite))

    async def load(
        self, file: str | os.PathLike[str], spaces: Sequence[str] | None = None, *, into: str | None = None
    ) -> Moved:
        """See `Memory.load`."""
        return await self.run(lambda: self.opened().load(file, spaces, into=into))

    async def copy_to(self, target: AsyncMemory, spaces: Sequence[str] | None = None) -> Moved:
        """See `Memory.copy_to`."""
        return await self.run(lambda: self.opened().copy_to(target.opened(), spaces))

    async def backup(self, file: str | os.PathLike[str]) -> None:
        """See `Memory.backup`."""
        await self.run(lambda: self.opened().backup(file))

    async def close(self) -> None:
        """Finish what is running, then let go of the store."""
        if not self._closed:
            memory, self._closed = self._memory, True
            await asyncio.to_thread(self._pool.shutdown)
            if memory is not None:
                await asyncio.to_thread(memory.close)

    async def __aenter__(self) -> Self:
        await self.run(self.opened)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _threaded(
    method: Callable[Concatenate[Space, P], R],
) -> Callable[Concatenate[AsyncSpace, P], Coroutine[Any, Any, R]]:
    """A method of Space as a coroutine of AsyncSpace, with the same parameters and result."""

    async def call(self: AsyncSpace, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await self.memory.run(lambda: method(self.blocking(), *args, **kwargs))

    update_wrapper(call, method)
    return call


class AsyncSpace:
    """`Space` for asyncio: the same methods, as coroutines."""

    def __init__(self, memory: AsyncMemory, name: str) -> None:
        self.memory = memory
        self.name = name

    def blocking(self) -> Space:
        """The space itself, for use in a thread."""
        return self.memory.opened().space(self.name)

    observe = _threaded(Space.observe)
    observe_many = _threaded(Space.observe_many)
    ingest = _threaded(Space.ingest)
    query = _threaded(Space.query)
    who_works_where = _threaded(Space.who_works_where)
    changed_most = _threaded(Space.changed_most)
    single_source = _threaded(Space.single_source)
    contested = _threaded(Space.contested)
    stale = _threaded(Space.stale)
    neighbourhood = _threaded(Space.neighbourhood)
    episodes_behind = _threaded(Space.episodes_behind)
    may_be_one = _threaded(Space.may_be_one)
    agreeing = _threaded(Space.agreeing)
    revisions = _threaded(Space.revisions)
    retract = _threaded(Space.retract)
    reinstate = _threaded(Space.reinstate)
    alias = _threaded(Space.alias)
    value_alias = _threaded(Space.value_alias)
    belief = _threaded(Space.belief)
    ever = _threaded(Space.ever)
    beliefs = _threaded(Space.beliefs)
    history = _threaded(Space.history)
    why = _threaded(Space.why)
    recall = _threaded(Space.recall)
    graph = _threaded(Space.graph)
    entities = _threaded(Space.entities)
    entities_named = _threaded(Space.entities_named)
    stats = _threaded(Space.stats)
    verify = _threaded(Space.verify)
    rebuild = _threaded(Space.rebuild)
    sources = _threaded(Space.sources)
    trust = _threaded(Space.trust)
    tool = _threaded(Space.tool)
    timeline = _threaded(Space.timeline)
    merge = _threaded(Space.merge)
    unmerge = _threaded(Space.unmerge)
    same = _threaded(Space.same)
    proposals = _threaded(Space.proposals)
    learn = _threaded(Space.learn)
    policy = _threaded(Space.policy)
    set_policy = _threaded(Space.set_policy)
    archive = _threaded(Space.archive)
