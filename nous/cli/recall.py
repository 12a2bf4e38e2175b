"""Commands that look around: recall answers a question, graph shows relations, timeline how a belief went."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from . import render
from .options import AtOption, JsonOption, SpaceOption, StoreOption, TypeOption, space_of, to_write


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    for command in (recall, graph, timeline):
        app.command(rich_help_panel="Read")(command)


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
    out.print(f"(space {space})", style="dim", markup=False)
    out.print(found.text, markup=False)


def graph(
    entity: Annotated[str, typer.Argument(help="Whose neighbourhood to show.", metavar="ENTITY")],
    hops: Annotated[int, typer.Option(help="How many relations away.", min=0, max=6)] = 2,
    at: AtOption = None,
    dot: Annotated[bool, typer.Option("--dot", help="Print the DOT language, for Graphviz.")] = False,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """The neighbourhood of an entity, as a tree."""
    import networkx as nx

    from nous.graph import views

    with space_of(store, space) as s:
        found = s.graph(entity, hops=hops, at=at)
        root = next(iter(s.entities_named(entity)))
    if dot:
        render.console().print(views.dot(found), markup=False, soft_wrap=True)
    elif json:
        render.print_json({"space": space, "root": root.id, **nx.node_link_data(found, edges="edges")})
    else:
        render.console().print(render.graph_tree(found, root.id, f"  (space {space})"))


def timeline(
    entity: Annotated[str, typer.Argument(help="A name or an alias.", metavar="ENTITY")],
    attribute: Annotated[str, typer.Argument(help="What about it.", metavar="ATTRIBUTE")],
    hindsight: Annotated[bool, typer.Option(help="What is now thought to have been true at each time.")] = False,
    until: Annotated[str | None, typer.Option(help="The last time shown; default: now.", metavar="TIME")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A picture: FILE.png or FILE.svg.")] = None,
    type: TypeOption = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """How a belief went over time, in the terminal or as a picture."""
    with space_of(store, space) as s:
        found = s.timeline(entity, attribute, hindsight=hindsight, until=until, entity_type=type)
    if output is not None:
        from nous.graph.timeline import draw

        draw(found, to_write(output))
        render.note(f"drawn to {output}")
    if json:
        render.print_json({"space": space, **found.as_json()})
    elif not found.times:
        render.console().print(f"nothing was ever said about the {attribute} of {entity} (space {space})", markup=False)
    elif output is None:
        for line in render.timeline_lines(found, space):
            render.console().print(line)
