"""Commands that move memories: export, import, copy, backup."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from nous.beliefs.errors import NotFound, ValidationError
from nous.graph.files import told
from nous.graph.move import Moved
from nous.moving import source_file, wanted_spaces

from . import render
from .options import JsonOption, StoreOption, default_store, opened

Spaces = Annotated[
    list[str] | None,
    typer.Option("--space", help="Only this space; may be given again. Default: NOUS_SPACE, else all of them."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    for name, command in (("export", export), ("import", load), ("copy", copy), ("backup", backup)):
        app.command(name, rich_help_panel="Move")(command)


def export(
    file: Annotated[Path, typer.Argument(help="A new file; packed where its name ends in .gz.")],
    format: Annotated[
        str | None, typer.Option(help="jsonl (which import reads), graphml or csv; by default by the name.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file of that name.")] = False,
    store: StoreOption = None,
    space: Spaces = None,
    json: JsonOption = False,
) -> None:
    """Write memories to a file: everything that was said and decided, with its hashes."""
    _check_store(store or default_store())
    with opened(store) as memory, _shown(json) as progress:
        moved = memory.export(file, _chosen(space), format=format, overwrite=force, progress=progress)
    _told(moved, f"exported to {file}", json)


def load(
    file: Annotated[Path, typer.Argument(help="An export; packed or not.")],
    into: Annotated[str | None, typer.Option(help="Give its one space this name.", metavar="SPACE")] = None,
    store: StoreOption = None,
    space: Spaces = None,
    json: JsonOption = False,
) -> None:
    """Build memories from an export, which is checked whole first; another import finishes one that was cut short."""
    source_file(file)  # before a store is made
    with opened(store) as memory, _shown(json) as progress:
        moved = memory.load(file, _chosen(space), into=into, progress=progress)
    _told(moved, f"imported from {file}", json)


def copy(
    source: Annotated[str, typer.Argument(help="A store: a file or a Neo4j address.", metavar="FROM")],
    target: Annotated[str, typer.Argument(help="Another store.", metavar="TO")],
    space: Spaces = None,
    json: JsonOption = False,
) -> None:
    """Copy memories from one store to another, hashes and all; one that was interrupted is finished by another."""
    for place in (source, target):
        if not place:
            raise ValidationError("a copy takes two stores, and the name of one is empty")
    _check_store(source)
    with opened(source) as memory:
        wanted_spaces(memory, _chosen(space))  # before the other store is made
        with opened(target) as other, _shown(json) as progress:
            moved = memory.copy_to(other, _chosen(space), progress=progress)
    _told(moved, "copied", json)


def backup(
    file: Annotated[Path, typer.Argument(help="A new file.")], store: StoreOption = None, json: JsonOption = False
) -> None:
    """Write a copy of a store in a file, as it is now, while others go on reading and writing."""
    with opened(store) as memory:
        memory.backup(file)
        location = memory.store.location
    if json:
        render.print_json({"store": location, "file": str(file)})
    else:
        render.console().print(f"{location} is backed up in {file}", markup=False, soft_wrap=True)


def _check_store(place: str | Path) -> None:
    """NotFound where there is no store to read from: opening one would make it."""
    name = str(place)
    if name == ":memory:" or "://" in name or "\x00" in name:
        return
    path = os.path.expanduser(name)  # noqa: PTH111  # as `Path` does it, but without an error where there is no home
    if not os.path.exists(path) or (os.path.isfile(path) and not os.path.getsize(path)):  # noqa: PTH110, PTH113, PTH202
        raise NotFound(f"there is no store {told(name)}")


def _chosen(spaces: list[str] | None) -> list[str] | None:
    """The spaces that are meant; None: all of them."""
    named = os.environ.get("NOUS_SPACE")  # not by typer, which would cut it at white space
    return spaces or ([named] if named else None)


@contextmanager
def _shown(json: bool) -> Iterator[Callable[[int], None] | None]:
    """A line that counts what has been moved, where somebody is looking."""
    if json or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = SpinnerColumn(), TextColumn("{task.completed:,.0f} pieces")
    with Progress(*columns, console=render.console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda n: bar.advance(task, n)


def _told(moved: Moved, done: str, json: bool) -> None:
    counts = {name: getattr(moved, name) for name in Moved.__dataclass_fields__}
    if json:
        render.print_json(counts)
        return
    added = counts.pop("added")
    parts = ", ".join(f"{n} {name}" for name, n in counts.items() if n)
    new = "" if done.startswith("exported") else f"; {added} pieces were new"
    render.console().print(f"{done}: {parts or 'nothing'}{new}", markup=False, soft_wrap=True)
