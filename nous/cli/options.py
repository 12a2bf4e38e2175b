"""Options that every command shares, and the space that they lead to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from nous.beliefs.errors import NotFound, ValidationError
from nous.memory import Memory
from nous.space import Space

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        envvar="NOUS_STORE",
        help="A file, :memory:, or a Neo4j address. Default: a file in your data folder.",
        show_default=False,
    ),
]
SpaceOption = Annotated[
    str, typer.Option("--space", envvar="NOUS_SPACE", help="Which isolated memory to use.", show_default=True)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
AtOption = Annotated[
    str | None,
    typer.Option(
        "--at", help="Event time: 2026-01-10, 2026-01, 2026-01-10T09:30:00Z, …; default: now.", metavar="TIME"
    ),
]
KnownAtOption = Annotated[
    str | None, typer.Option("--known-at", help="Only what was recorded by then.", metavar="TIME")
]
ReasonOption = Annotated[str, typer.Option("--why", help="The reason, kept in the record.")]
ActorOption = Annotated[str, typer.Option("--by", help="Who decides this, kept in the record.")]
TypeOption = Annotated[str | None, typer.Option("--type", help="Type of the entity, where a name alone is not enough.")]


def to_write(path: Path) -> Path:
    """A path where a file may be written: its folder is there, and nothing but a file stands in its place."""
    if not path.parent.is_dir():
        raise NotFound(f"there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        raise ValidationError(f"{path} is no file that could be replaced")
    return path


def data_folder() -> Path:
    """The user's data folder, made where it is not there yet."""
    from platformdirs import user_data_path

    return user_data_path("nous", appauthor=False, ensure_exists=True)


def default_store() -> Path:
    """The file in the user's data folder that is used where none is named."""
    return data_folder() / "memory.db"


@contextmanager
def opened(store: str | None) -> Iterator[Memory]:
    """The memory at a location, closed at the end."""
    user, password = os.environ.get("NOUS_NEO4J_USER"), os.environ.get("NOUS_NEO4J_PASSWORD")
    auth = (user or "neo4j", password) if password else None
    with Memory(default_store() if store is None else store, auth=auth) as memory:
        yield memory


@contextmanager
def space_of(store: str | None, name: str) -> Iterator[Space]:
    """The space that a command works in."""
    with opened(store) as memory:
        yield memory.space(name)
