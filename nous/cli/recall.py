"""The command that answers a question with what is known: recall."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from . import render
from .options import AtOption, JsonOption, SpaceOption, StoreOption, space_of


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command(rich_help_panel="Read")(recall)


def recall(
    question: Annotated[str, typer.Argument(help="A question in plain words.", metavar="QUESTION")],
    budget: Annotated[int, typer.Option(help="Length of the context in words and punctuation marks.")] = 2_000,
    at: AtOption = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """What the memory has to say to a question: facts with their history, then what was said."""
    with space_of(store, space) as s:
        found = s.recall(question, budget=budget, at=at)
    if json:
        render.print_json(
            {
                "space": space,
                "question": found.question,
                "text": found.text,
                "lines": [asdict(line) for line in found.lines],
                "messages": list(found.messages),
                "deltas": list(found.deltas),
            }
        )
        return
    out = render.console()
    if not found.text:
        out.print(f"nothing is known that answers this (space {space})", markup=False)
        return
    out.print(f"(space {space})", style="dim")
    out.print(found.text, markup=False)
