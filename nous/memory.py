"""Memory: where spaces are kept. Every call is inside exactly one space, which Python always names."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Self

from nous.graph.location import open_store
from nous.graph.names import space_name
from nous.graph.store import Store

from .settings import Settings
from .space import Space


class Memory:
    """A place where memories are kept: a file, `:memory:`, or a Neo4j server. Thread-safe; close it when done.

    Raises StoreUnavailable where the place cannot be reached or is not a store of Nous.

    >>> with Memory(":memory:") as memory:
    ...     space = memory.space("pranav")
    ...     delta = space.observe("Pranav", "employer", "Sarvam AI", at="2026-01-10")
    ...     space.belief("Pranav", "employer", at="2026-01-11").best
    'Sarvam AI'
    """

    def __init__(
        self,
        location: str | os.PathLike[str],
        *,
        auth: tuple[str, str] | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.store: Store = open_store(location, auth=auth, synchronous=self.settings.synchronous)

    def space(self, name: str) -> Space:
        """The space of this name; it is made when something is first written to it."""
        return Space(self.store, space_name(name), self.settings)

    def spaces(self) -> list[str]:
        """The names of all spaces."""
        return self.store.read(lambda reader: reader.spaces())

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
