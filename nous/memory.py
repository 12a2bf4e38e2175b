"""Memory: where spaces are kept. Every call is inside exactly one space, which Python always names."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from nous.graph.location import open_store
from nous.graph.names import space_name
from nous.graph.store import Answer, Store

from .settings import Settings
from .space import Space

if TYPE_CHECKING:
    from nous.graph.move import Moved


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

    def query(self, cypher: str, *, limit: int = 1_000, **parameters: object) -> Answer:
        """What a reading Cypher query finds, for the operator of a Neo4j server: it sees all spaces.

        One statement that reads, in a read transaction; LOAD CSV, CALL and everything that writes are refused before
        they are sent (ValidationError). StoreError where the store is a file. See `Space.query` for named questions.
        """
        return self.store.query(cypher, parameters, limit)

    def export(
        self, file: str | os.PathLike[str], spaces: Sequence[str] | None = None, *, format: str | None = None,
        overwrite: bool = False, progress: Callable[[int], None] | None = None,
    ) -> Moved:  # fmt: skip
        """Write spaces (default: all) to a file, whole or not at all: JSON lines that `load` reads, hashes and all.

        A name that ends in `.gz` is packed. `format` is jsonl, graphml or csv, by default by the name. Raises
        ConflictError where the file exists, unless `overwrite`; ValidationError where a folder or a device does;
        NotFound for a space that does not.
        """
        from .moving import export

        return export(self, file, spaces, format=format, overwrite=overwrite, progress=progress)

    def load(
        self, file: str | os.PathLike[str], spaces: Sequence[str] | None = None, *, into: str | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Moved:  # fmt: skip
        """Build spaces (default: all that are in it) from an export; `into` gives a single one another name.

        The file is checked whole before anything is changed: ValidationError where it is no export, NewerStore where
        a newer version made it, IntegrityError where it was cut short or edited. What is there already is left
        alone, so that an import that was interrupted is finished by doing it again; ConflictError where a space of
        that name has another history, or something in it of which nothing comes.
        """
        from .moving import load

        return load(self, file, spaces, into, progress)

    def copy_to(
        self, target: Memory, spaces: Sequence[str] | None = None, *, progress: Callable[[int], None] | None = None
    ) -> Moved:
        """Copy spaces (default: all) into another memory, on any store, hashes and all; safe to do again.

        Two spaces of one name are never mixed: ConflictError where neither is a part of the other.
        """
        from .moving import copy

        return copy(self, target, spaces, progress)

    def backup(self, file: str | os.PathLike[str]) -> None:
        """Write a copy of a store in a file, as it is now, to a new file, while others go on reading and writing."""
        self.store.backup(Path(file))

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
