"""The demo: a conversation of two years becomes beliefs with a history."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from nous.ingest import formats
from nous.memory import Memory
from nous.space import Space

from . import render
from .options import JsonOption, data_folder
from .write import receipt_line

SPACE = "demo"
TODAY = "2026-02-01"  # the demo looks at its conversation from this day, so that it shows the same every time
NEXT = (
    "nous beliefs Tomasz",
    'nous history Mira "home city"',
    'nous recall "Who is Tomasz married to?"',
    "nous verify",
    'nous observe You "home city" Porto && nous belief You "home city"',
)
QUESTIONS = ("Where does Mira work, and where before?", "What happened to Pixel?")


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command(rich_help_panel="Start")(demo)


def demo(
    store: Annotated[
        str | None, typer.Option("--store", help="Where to keep it; default: demo.db in your data folder.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Two friends talk for two years; see what is believed of them, how surely, since when and because of whom."""
    location = store or str(data_folder() / "demo.db")
    if store is None:
        for suffix in ("", "-wal", "-shm"):
            Path(location + suffix).unlink(missing_ok=True)
    (conversation,) = formats.read_transcript(
        (files("nous") / "demo.txt").read_text(encoding="utf-8"), "the demo's conversation"
    )
    with Memory(location) as memory:
        space = memory.space(SPACE)
        receipt = space.ingest(conversation.messages, recorded="as said")
        if json:
            beliefs = [{"space": SPACE, **b.as_json()} for b in space.beliefs("Mira", at=TODAY)]
            render.print_json({"space": SPACE, "store": location, "beliefs": beliefs, **space.stats()})
            return
        _show(render.console(), space, location, receipt_line(receipt))


def _show(out: Console, space: Space, location: str, receipt: str) -> None:
    out.print(Text.assemble(("Nous", "bold"), " read a conversation of two friends, two years of it."))
    out.print(receipt, style="dim", markup=False)
    _part(out, "What is believed of Mira now, and how surely")
    out.print(render.belief_table(space.beliefs("Mira", at=TODAY)))
    _part(out, "How that came about: each statement with its surprise in bits")
    out.print(render.history_table(space.history("Mira", "employer")))
    out.print(
        "The rumour about Kestrel Charts came from a cousin of Tomasz's: hearsay is weighed at .3, in one pool with "
        "all else that anyone could say. It is listed, and moves little.",
        style="dim",
    )
    _part(out, "Why it believes that, and what would flip it")
    why = space.why("Mira", "employer", at=TODAY)
    out.print(render.why_table(why))
    _part(out, "1 September 2024: what was believed then, and what is thought of it now")
    then = space.belief("Mira", "employer", known_at="2024-09-01")
    now = space.belief("Mira", "employer", at="2024-09-01", hindsight=True)
    out.print(f"then: {_told(then.distribution)}\nnow:  {_told(now.distribution)}", markup=False)
    for question in QUESTIONS:
        _part(out, f"“{question}” – the context for an agent")
        out.print(space.recall(question, budget=160, at=TODAY).text, markup=False)
    _part(out, "Try next")
    for command in (*_to_be_found(), f"export NOUS_STORE={shlex.quote(location)} NOUS_SPACE={SPACE}", *NEXT):
        out.print(f"  {command}", markup=False, soft_wrap=True)


def _to_be_found() -> list[str]:
    """What lets a shell find `nous`, where it was called by its path."""
    here = Path(sys.argv[0])
    if shutil.which("nous") or here.name != "nous" or not (here.parent / "activate").is_file():
        return []
    return [f"source {shlex.quote(os.path.relpath(here.parent / 'activate'))}"]


def _part(out: Console, title: str) -> None:
    out.print()
    out.print(Rule(Text(title, style="bold"), align="left"))


def _told(distribution: object) -> str:
    assert isinstance(distribution, dict)
    return ", ".join(f"{value} {render.percent(p)}" for value, p in list(distribution.items())[:3])
