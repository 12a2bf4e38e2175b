"""Commands that read: belief, beliefs, history, why, entities, stats, spaces."""

from __future__ import annotations

from typing import Annotated

import typer

from nous.graph.times import iso

from . import render
from .options import AtOption, JsonOption, KnownAtOption, SpaceOption, StoreOption, TypeOption, opened, space_of

Entity = Annotated[str, typer.Argument(help="A name or an alias.", metavar="ENTITY")]
Attribute = Annotated[str, typer.Argument(help="What about it; any word the table of attributes knows.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    for command in (belief, beliefs, history, why, entities, stats, spaces):
        app.command(rich_help_panel="Read")(command)


def belief(
    entity: Entity,
    attribute: Attribute,
    at: AtOption = None,
    known_at: KnownAtOption = None,
    hindsight: Annotated[bool, typer.Option(help="Let later evidence count: what is now thought true then.")] = False,
    ever: Annotated[bool, typer.Option("--ever", help="Also every value that it ever had, and how surely.")] = False,
    type: TypeOption = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """What is believed about one attribute of an entity, how surely, and what to do with it."""
    with space_of(store, space) as s:
        b = s.belief(entity, attribute, at=at, known_at=known_at, hindsight=hindsight, entity_type=type)
        held = s.ever(entity, attribute, at=at, known_at=known_at, entity_type=type) if ever else {}
    if json:
        render.print_json({"space": space, **b.as_json(), **({"ever": held} if ever else {})})
        return
    out = render.console()
    if not b.deltas:
        out.print(f"nothing was ever said about the {b.attribute} of {b.entity} (space {space})", markup=False)
        return
    for line in render.belief_lines(b, space):
        out.print(line)
    if held:
        told = ", ".join(f"{value} {render.percent(p)}" for value, p in held.items())
        out.print(f"ever: {told}", markup=False)


def beliefs(
    entity: Annotated[str | None, typer.Argument(help="A name or an alias; default: everybody.")] = None,
    at: AtOption = None,
    known_at: KnownAtOption = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """All beliefs about an entity, or about everything, as a table."""
    with space_of(store, space) as s:
        found = s.beliefs(entity, at=at, known_at=known_at)
    if json:
        render.print_json([{"space": space, **b.as_json()} for b in found])
        return
    out = render.console()
    if not found:
        out.print(f"nothing is known yet (space {space})", markup=False)
    for name in dict.fromkeys(b.entity for b in found):
        out.print(render.heading(name, space))
        out.print(render.belief_table([b for b in found if b.entity == name]))


def history(
    entity: Entity,
    attribute: Attribute,
    known_at: KnownAtOption = None,
    ids: Annotated[bool, typer.Option("--ids", help="Show the id of each, as retract takes it.")] = False,
    type: TypeOption = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """All that was said about an attribute of an entity, with surprise in bits and what each did."""
    with space_of(store, space) as s:
        found = s.history(entity, attribute, known_at=known_at, entity_type=type)
    if json:
        render.print_json([render.delta_json(d, space) for d in found])
        return
    out = render.console()
    if not found:
        out.print(f"nothing was ever said about the {attribute} of {entity} (space {space})", markup=False)
        return
    out.print(render.heading(f"{entity} · {attribute}", space))
    out.print(render.history_table(found, ids))


def why(
    entity: Entity,
    attribute: Attribute,
    value: Annotated[str | None, typer.Option(help="Explain this value instead of the best one.")] = None,
    at: AtOption = None,
    known_at: KnownAtOption = None,
    type: TypeOption = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Why it is believed: what each piece of evidence adds, in bits, and what would flip it."""
    with space_of(store, space) as s:
        found = s.why(entity, attribute, value=value, at=at, known_at=known_at, entity_type=type)
    if json:
        contributions = [{"bits": c.bits, **render.delta_json(c.delta, space)} for c in found.contributions]
        render.print_json(
            {
                "space": space,
                "entity": found.belief.entity,
                "attribute": found.belief.attribute,
                "value": found.value,
                "at": iso(found.belief.at),
                "log_odds_bits": found.log_odds_bits,
                "contributions": contributions,
                "flips": list(found.flips),
                "belief": found.belief.as_json(),
            }
        )
        return
    out = render.console()
    if found.value is None:
        out.print(f"nothing was ever said about the {attribute} of {entity} (space {space})", markup=False)
        return
    out.print(render.heading(f"{found.belief.entity} · {found.belief.attribute} = {found.value}", space))
    out.print(render.why_table(found))
    odds = f"{found.log_odds_bits:.2f} bits in all: 2^{found.log_odds_bits:.1f} to 1 against a value never heard of"
    out.print(odds, markup=False)
    if found.flips:
        n = len(found.flips)
        without = "this one" if n == 1 else f"these {n}"
        out.print(f"without {without} it would not lead: {', '.join(found.flips)}", markup=False)


def entities(store: StoreOption = None, space: SpaceOption = "default", json: JsonOption = False) -> None:
    """Who and what is known, by name."""
    with space_of(store, space) as s:
        found = s.entities()
    if json:
        render.print_json(
            [
                {"space": space, "id": e.id, "key": e.key, "name": e.name, "type": e.type, "aliases": list(e.aliases)}
                for e in found
            ]
        )
        return
    out = render.console()
    out.print(f"{len(found)} {'entity' if len(found) == 1 else 'entities'}  (space {space})", markup=False)
    for e in found:
        known = f" ({e.type})" if e.type else ""
        also = f", also {', '.join(e.aliases)}" if e.aliases else ""
        out.print(f"  {e.name}{known}{also}", markup=False)


def stats(store: StoreOption = None, space: SpaceOption = "default", json: JsonOption = False) -> None:
    """How much there is, and a digest that equal memories share."""
    with space_of(store, space) as s:
        found = s.stats()
        location = s.store.location
    if json:
        render.print_json({**found, "store": location})
        return
    out = render.console()
    for name, value in {**found, "store": location}.items():
        out.print(f"{name:>10}  {value}", markup=False)


def spaces(store: StoreOption = None, json: JsonOption = False) -> None:
    """The names of all spaces in the store."""
    with opened(store) as memory:
        found = memory.spaces()
    if json:
        render.print_json(found)
        return
    for name in found:
        render.console().print(name, markup=False)
