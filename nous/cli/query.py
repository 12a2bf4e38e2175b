"""Questions of analysts: named ones on every store, and Cypher for the operator of a Neo4j server."""

from __future__ import annotations

import csv
import io
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from nous.asking import QUESTIONS, usage
from nous.beliefs.errors import ValidationError
from nous.graph.store import Answer
from nous.moving import harmless

from . import render
from .options import AtOption, JsonOption, SpaceOption, StoreOption, opened, space_of

ROWS = 1_000  # of a Cypher query, unless more are wanted
WIDE = 300  # characters of a table at most
CONFINED = "this query sees all spaces of the server"


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command(rich_help_panel="Read")(query)


def query(
    name: Annotated[str | None, typer.Argument(help="Which question; without one they are listed.")] = None,
    arguments: Annotated[list[str] | None, typer.Argument(help="What it is about: names, an attribute.")] = None,
    above: Annotated[float | None, typer.Option(help="Only what is more probable than this.")] = None,
    below: Annotated[float | None, typer.Option(help="Only what has faded below this probability.")] = None,
    hops: Annotated[int | None, typer.Option(help="How far from the entity.")] = None,
    least: Annotated[int | None, typer.Option(help="Attributes that two entities have to agree on.")] = None,
    since: Annotated[str | None, typer.Option(help="Recorded from then on.", metavar="TIME")] = None,
    until: Annotated[str | None, typer.Option(help="Recorded before then.", metavar="TIME")] = None,
    at: AtOption = None,
    limit: Annotated[int | None, typer.Option(help="Rows at most.")] = None,
    cypher: Annotated[
        str | None,
        typer.Option(
            help="For the operator of a Neo4j server: one reading Cypher query. It sees all spaces.", metavar="TEXT"
        ),
    ] = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
) -> None:
    """A question that an analyst has, answered with a table; without a name, which there are."""
    said = {"above": above, "below": below, "hops": hops, "least": least, "since": since, "until": until, "at": at,
            "limit": limit}  # fmt: skip
    options: dict[str, Any] = {k: v for k, v in said.items() if v is not None}
    if json and as_csv:
        raise ValidationError("the answer is printed as JSON or as CSV, not as both")
    if cypher is not None:
        if name is not None or options.keys() - {"limit"}:
            raise ValidationError("a Cypher query takes no name and no other options; its parameters stand in it")
        with opened(store) as memory:
            answer = memory.query(cypher, limit=limit or ROWS)
        render.note(f"nous: {CONFINED}, whatever --space says")
        _print(answer, None, json, as_csv)
    elif name is None:
        _list(json)
    else:
        with space_of(store, space) as s:
            answer = s.query(name, *(arguments or ()), **options)
        _print(answer, space, json, as_csv)


def _list(json: bool) -> None:
    about = {n: (m.__doc__ or "").partition("\n")[0] for n, m in QUESTIONS.items()}
    if json:
        render.print_json([{"name": n, "usage": usage(n), "about": text} for n, text in about.items()])
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, text in about.items():
        table.add_row(f"[cyan]{name}[/cyan]", escape(text))
        table.add_row("", f"[dim]{escape(usage(name))}[/dim]")
    render.console().print(table)


def _print(answer: Answer, space: str | None, json: bool, as_csv: bool) -> None:
    """The rows of an answer, and a word on standard error where there are more."""
    if json:
        told = {} if space is None else {"space": space}
        rows = [{**told, **dict(zip(answer.columns, row, strict=True))} for row in answer.rows]
        render.print_json(rows)
    elif as_csv:
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(answer.columns)
        table.writerows([harmless(_cell(c)) for c in row] for row in answer.rows)
        typer.echo(out.getvalue(), nl=False)
    else:
        _show(answer, space)
    if answer.more:
        render.note(f"nous: there are more than {len(answer.rows)} rows; --limit shows more")


def _show(answer: Answer, space: str | None) -> None:
    where = "all spaces" if space is None else f"space {space}"
    if not answer.rows:
        render.console().print(f"nothing  ({where})", markup=False)
        return
    table = Table(box=None, pad_edge=False)
    for column in answer.columns:
        table.add_column(escape(column), overflow="fold")
    for row in answer.rows:
        table.add_row(*(escape(f"{c:.4g}" if isinstance(c, float) else _cell(c)) for c in row))
    out = render.console()
    out.print(f"({where})", style="dim", markup=False)
    out.width = max(
        out.width, out.measure(table, options=out.options.update(width=WIDE)).maximum
    )  # a terminal wraps better than a cell does
    out.print(table)


def _cell(value: object) -> Any:
    """A cell in a line of text; numbers as they are printed."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return "; ".join(value)
    return render.value_text(value) if not isinstance(value, int | float) else str(value)
