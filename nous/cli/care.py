"""Commands of care: verify, rebuild."""

from __future__ import annotations

import typer

from . import render
from .options import JsonOption, SpaceOption, StoreOption, space_of


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    for command in (verify, rebuild):
        app.command(rich_help_panel="Care")(command)


def verify(store: StoreOption = None, space: SpaceOption = "default", json: JsonOption = False) -> None:
    """Check every hash chain, and that cached beliefs equal a replay. Changes nothing; exits with 1 on a fault."""
    with space_of(store, space) as s:
        found = s.verify()
    if json:
        faults = [{"kind": f.kind, "id": f.id, "message": f.message} for f in found.faults]
        render.print_json(
            {"space": space, "dimensions": found.dimensions, "deltas": found.deltas, "records": found.records,
             "root": found.root, "clean": found.clean, "faults": faults}
        )  # fmt: skip
    else:
        out = render.console()
        for fault in found.faults:
            out.print(f"{fault.kind} {fault.id}: {fault.message}", markup=False)
        state = "clean" if found.clean else f"{len(found.faults)} faults"
        out.print(
            f"{state}: {found.deltas} deltas in {found.dimensions} dimensions, {found.records} records (space {space})",
            markup=False,
        )
    if not found.clean:
        raise typer.Exit(1)


def rebuild(store: StoreOption = None, space: SpaceOption = "default", json: JsonOption = False) -> None:
    """Renew everything that is derived from the ledger: beliefs, edges, the full-text index."""
    with space_of(store, space) as s:
        count = s.rebuild()
    if json:
        render.print_json({"space": space, "dimensions": count})
    else:
        render.console().print(f"rebuilt {count} dimensions (space {space})", markup=False)
