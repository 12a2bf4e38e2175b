"""Commands about what is one, what was learned and what is spent: merge, unmerge, same, learn, policy, archive."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from nous.beliefs.errors import ValidationError
from nous.beliefs.policy import Attribute
from nous.graph.learning import Lessons
from nous.graph.same import SameAs

from . import render
from .options import ActorOption, AtOption, JsonOption, ReasonOption, SpaceOption, StoreOption, space_of

Keep = Annotated[str, typer.Argument(help="The entity whose name stays.")]
Other = Annotated[str, typer.Argument(help="The other entity.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    for command in (merge, unmerge, same, learn, policy, archive):
        app.command(rich_help_panel="Know")(command)


def merge(
    keep: Keep,
    other: Other,
    why: ReasonOption = "",
    by: ActorOption = "user",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Let two entities be one; nothing is rewritten, so unmerge gives the old beliefs back."""
    with space_of(store, space) as s:
        record = s.merge(keep, other, reason=why, actor=by)
    if record is not None:
        render.print_record(record, space, json, f"{keep} and {other} are one")
    elif json:
        render.print_json({"space": space, "merged": False})
    else:
        render.console().print(f"{keep} and {other} are one already  (space {space})", markup=False)


def unmerge(
    keep: Keep,
    other: Other,
    why: ReasonOption = "",
    by: ActorOption = "user",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Take a merge back."""
    with space_of(store, space) as s:
        record = s.unmerge(keep, other, reason=why, actor=by)
    render.print_record(record, space, json, f"{keep} and {other} are two again")


def same(
    one: Annotated[str | None, typer.Argument(help="An entity; without any, all probable pairs are listed.")] = None,
    two: Annotated[str | None, typer.Argument(help="Another entity.")] = None,
    at: AtOption = None,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Whether two entities are one: what each shared attribute says, in bits. Nothing is merged by itself."""
    if (one is None) != (two is None):
        raise ValidationError("name two entities, or none to list all probable pairs")
    with space_of(store, space) as s:
        found = s.proposals(at=at) if one is None or two is None else [s.same(one, two, at=at)]
    if json:
        rows = [_same_json(x, space) for x in found]
        render.print_json(rows if one is None else rows[0])
        return
    out = render.console()
    if not found:
        out.print(f"no two entities are probably one  (space {space})", markup=False)
    for x in found:
        out.print(
            f"{x.one.name} / {x.two.name}: {x.proposal.verdict}; {x.proposal.reason}  (space {space})", markup=False
        )


def _same_json(found: SameAs, space: str) -> dict[str, object]:
    proposal = asdict(found.proposal)
    return {"space": space, "one": found.one.name, "two": found.two.name, **proposal, "bits": dict(found.proposal.bits)}


def learn(
    apply: Annotated[bool, typer.Option("--apply", help="Put it in force, as records with their evidence.")] = False,
    by: ActorOption = "nous",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """What the log teaches: half-lives, eps and types of attributes, track records of sources; before and after."""
    with space_of(store, space) as s:
        found = s.learn(apply=apply, actor=by)
    if json:
        render.print_json({"space": space, "applied": apply, **asdict(found)})
        return
    out = render.console()
    out.print(f"{'applied' if apply else 'proposed; --apply puts it in force'}  (space {space})", markup=False)
    for line in _lessons(found):
        out.print(line, markup=False)


def _lessons(found: Lessons) -> list[str]:
    lines = []
    for rate in found.rates:
        change = f"half-life {_days(rate.half_life_before)} → {_days(rate.half_life_after)}"
        change += f", eps {rate.eps_before:.3f} → {rate.eps_after:.3f} ({rate.reason})"
        lines.append(f"  {rate.attribute}: {change if rate.changed else rate.reason}")
    for kind in found.types:
        change = f"{kind.before} → {kind.after} ({kind.reason})" if kind.switched else kind.reason
        lines.append(f"  {kind.attribute}: {change}")
    for source in found.sources:
        if source.looks:
            now = found.tier(source)
            change = f"{now:.2f} → {source.after:.2f}" if source.source in found.factors() else f"stays {now:.2f}"
            lines.append(f"  {source.source}: tier {change} ({source.reason})")
    return lines or ["  nothing to learn from yet"]


def _days(half_life: float | None) -> str:
    return "none" if half_life is None else f"{half_life:.0f} d"


def policy(
    attribute: Annotated[str | None, typer.Argument(help="An attribute; default: all of them.")] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="NAME=VALUE: half_life, cardinality, eps, universe, prior or protected."),
    ] = None,
    why: ReasonOption = "",
    by: ActorOption = "operator",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """What is assumed about each attribute: class, half-life, one value or many; and change it, with a reason."""
    with space_of(store, space) as s:
        if change:
            if attribute is None:
                raise ValidationError("name the attribute to change")
            settings = list(map(_setting, change))
            if len({name for name, _ in settings}) < len(settings):
                raise ValidationError("a parameter is set once")
            record = s.set_policy(attribute, reason=why, actor=by, **dict(settings))
            render.print_record(record, space, json, f"{attribute} changed")
            return
        rows = s.policy(attribute)
    if json:
        render.print_json([{"space": space, **asdict(row)} for row in rows])
        return
    out = render.console()
    out.print(f"{len(rows)} attributes  (space {space})", markup=False)
    out.print(_policy_table(rows))


def _setting(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValidationError(f"a setting is written NAME=VALUE, not {text!r}")
    try:
        return name.strip(), json_module.loads(value)
    except json_module.JSONDecodeError:
        return name.strip(), value.strip()


def _policy_table(rows: list[Attribute]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("attribute", "class"):
        table.add_column(column, no_wrap=True)
    for column in ("half-life", "values", "K", "eps", "pi0"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for a in rows:
        marks = " ".join(m for m, on in (("relation", a.relation), ("protected", a.protected)) if on)
        prior = render.percent(a.prior) if a.cardinality == "many" else "–"
        table.add_row(
            escape(a.key), a.kind, _days(a.half_life), a.cardinality, str(a.universe), f"{a.eps:g}", prior, marks
        )
    return table


def archive(
    at: AtOption = None,
    apply: Annotated[bool, typer.Option("--apply", help="Drop their cached states; the evidence stays.")] = False,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """The beliefs that have forgotten everything. Nothing is deleted; new evidence revives them."""
    with space_of(store, space) as s:
        found = s.archive(at=at, apply=apply)
    if json:
        render.print_json([{"space": space, "applied": apply, **asdict(x)} for x in found])
        return
    out = render.console()
    out.print(f"{len(found)} spent  (space {space})", markup=False)
    for x in found:
        out.print(f"  {x.entity} · {x.attribute}: {x.verdict.reason}", markup=False)
