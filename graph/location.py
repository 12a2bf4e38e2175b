"""From where a memory is said to be kept, to the store that keeps it there."""

from __future__ import annotations

import os
from pathlib import Path

from nous.beliefs.errors import ValidationError, WrongType, shown

from .sqlite import MEMORY, SQLiteStore
from .store import Store

_NEO4J = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


def open_store(
    location: str | os.PathLike[str], *, auth: tuple[str, str] | None = None, synchronous: str = "FULL"
) -> Store:
    """The store at a location: a path, `:memory:`, or a Neo4j URI in which user and password may stand.

    >>> store = open_store(":memory:")
    >>> store.location, store.close()
    (':memory:', None)
    """
    if not isinstance(location, str | os.PathLike) or not isinstance(text := os.fspath(location), str):
        raise WrongType(f"a store is a path, :memory: or a Neo4j address, not {shown(location)}")
    if not text or "\x00" in text or not _is_path(text):
        raise ValidationError(f"a store is a path, :memory: or a Neo4j address, not {shown(text)}")
    if isinstance(location, str) and text.startswith("file:"):
        raise ValidationError(f"a store is a path, :memory: or a Neo4j address, not a URI of SQLite: {shown(text)}")
    scheme, colon, _ = text.partition("://")
    if colon and scheme in _NEO4J:
        from .neo4j import Neo4jStore

        return Neo4jStore(text, auth=auth)
    if colon:
        raise ValidationError(f"a store is a path, :memory: or a Neo4j address; {scheme}:// is none of them")
    if text == MEMORY:
        return SQLiteStore(MEMORY, synchronous=synchronous)
    return SQLiteStore(Path(text).expanduser(), synchronous=synchronous)


def _is_path(text: str) -> bool:
    """Whether the file system can take it as a name."""
    try:
        os.fsencode(text)
    except UnicodeError:
        return False
    return True
