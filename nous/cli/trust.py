"""Commands about trust: sources, trust, tool."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from . import render
from .options import ActorOption, JsonOption, SpaceOption, StoreOption, space_of

NeededReason = Annotated[str, typer.Option("--why", help="The reason, kept in the record.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    for command in (sources, trust, tool):
        app.command(rich_help_panel="Trust")(command)


def sources(store: StoreOption = None, space: SpaceOption = "default", json: JsonOption = False) -> None:
    """Who said how much, through which channel, how far each is trusted, and how often the others agree.

    A channel is the way by which a statement came in: the user's own words, a tool, a document, a web page. The
    tier of the channel, not the words of the statement, decides how far one voice can move a belief.
    """
    with space_of(store, space) as s:
        found = s.sources()
    if json:
        render.print_json([{"space": space, **asdict(row)} for row in found])
        return
    table = Table(box=None, pad_edge=False)
    for column in ("source", "channel"):
        table.add_column(column, overflow="fold", max_width=28)
    for column in ("tier", "said", "hits / looks", "factor"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in found:
        tier = "–" if row.tier is None else render.percent(row.tier)
        looks = f"{row.hits:.1f} / {row.looks}" if row.looks else "–"
        factor = "–" if row.factor is None else render.percent(row.factor)
        table.add_row(escape(row.id), row.channel, tier, str(row.deltas), looks, factor)
    out = render.console()
    out.print(f"{len(found)} sources  (space {space})", markup=False)
    if found:
        out.print(table)


def trust(
    source: Annotated[str, typer.Argument(help="A source like web:example.org, or a whole channel like web.")],
    tier: Annotated[float, typer.Argument(help="The chance that it is sound, 0 to below 1; above .5 it stands alone.")],
    why: NeededReason,
    by: ActorOption = "operator",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Set how far a source or a channel is trusted; kept as a record, so old answers still reproduce."""
    with space_of(store, space) as s:
        record = s.trust(source, tier, reason=why, actor=by)
    render.print_record(record, space, json, f"{source} is trusted to {tier}")


def tool(
    name: Annotated[str, typer.Argument(help="The name under which its messages come in.")],
    why: NeededReason,
    by: ActorOption = "operator",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Register a first-party tool, so that what it returns is of the channel tool (.8) and not web (.3)."""
    with space_of(store, space) as s:
        record = s.tool(name, reason=why, actor=by)
    render.print_record(record, space, json, f"{name} is a first-party tool")
