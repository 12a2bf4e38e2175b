"""Commands that measure: eval runs an evaluation and exits with 1 where a gate is missed, bench says how fast it is."""

from __future__ import annotations

import json as json_module
from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from nous.beliefs.errors import ValidationError
from nous.memory import Memory
from nous.settings import Settings

from . import render
from .options import JsonOption, opened, to_write


class Result(Protocol):
    """What an evaluation returns: whether its gates are met, and its table."""

    @property
    def passed(self) -> bool:
        """Whether every gate is met."""
        ...

    def rows(self) -> list[str]:
        """The result as a table."""
        ...


def _extraction(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.extraction import run

    return run(path=data)


def _retrieval(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.retrieval import evaluate as retrieve

    if data is None:
        raise ValidationError("to evaluate retrieval takes --data FILE, a file in the LoCoMo format")
    with Memory(":memory:", settings=Settings(synchronous="OFF")) as memory, render.progress() as bar:
        task = bar.add_task("asking")
        return retrieve(data, memory, lambda done, total: bar.update(task, completed=done, total=total))


def _revision(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.revision import revise

    return revise()


def _beliefs(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.calibration import calibrate

    drawn = to_write(output or Path("reliability.png"))
    result = calibrate()
    table = drawn.with_suffix(".txt")
    table.write_text("\n".join(result.rows()) + "\n", encoding="utf-8")
    if result.diagram(drawn):
        render.note(f"the reliability diagram is in {drawn}, the table in {table}")
    else:
        render.note(f"the table is in {table}; for the diagram: pip install 'nous-beliefs[plot]'")
    return result


def _identity(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.identity import identify

    return identify()


EVALUATIONS: Mapping[str, Callable[[Path | None, Path | None], Result]] = {
    "extraction": _extraction,
    "retrieval": _retrieval,
    "revision": _revision,
    "beliefs": _beliefs,
    "identity": _identity,
}


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("eval", rich_help_panel="Measure")(evaluate)
    app.command(rich_help_panel="Measure")(bench)


def evaluate(
    name: Annotated[str, typer.Argument(help=f"One of {', '.join(EVALUATIONS)}.", metavar="NAME")],
    data: Annotated[
        Path | None,
        typer.Option(help="For retrieval: a file in the LoCoMo format. For extraction: statements as JSON lines."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="For beliefs: the diagram, PNG or SVG (reliability.png); a table is put beside it."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Measure the engine on data made on the spot, or handed in; exits with 1 where a gate is missed."""
    if name not in EVALUATIONS:
        raise ValidationError(f"no evaluation is called {name!r}; there are {', '.join(EVALUATIONS)}")
    result = EVALUATIONS[name](data, output)
    if json:
        assert is_dataclass(result) and not isinstance(result, type)
        render.print_json({"evaluation": name, "passed": result.passed, **_plain(asdict(result))})
    else:
        for row in result.rows():
            render.console().print(row, markup=False, soft_wrap=True)
    if not result.passed:
        raise typer.Exit(1)


def _plain(value: Any) -> Any:
    """A result as JSON takes it."""
    return json_module.loads(json_module.dumps(value, default=_listed))


def _listed(value: Any) -> Any:
    return (
        value.tolist()
        if hasattr(value, "tolist")
        else list(value)
        if isinstance(value, set | frozenset)
        else str(value)
    )


def bench(
    name: Annotated[str, typer.Argument(help="beliefs.", metavar="NAME")] = "beliefs",
    store: Annotated[
        str | None, typer.Option("--store", help="A Neo4j address to measure as well, in spaces that are new.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Little of everything, in seconds.")] = False,
    large: Annotated[int | None, typer.Option(help="Observations of the large batch.", min=10)] = None,
    json: JsonOption = False,
) -> None:
    """How many observations a second, beside raw SQLite inserts of the same rows."""
    from nous.bench import FULL, QUICK, beliefs, beliefs_in

    if name != "beliefs":
        raise ValidationError(f"no benchmark is called {name!r}; there is beliefs")
    size = QUICK if quick else FULL
    if large is not None:
        size = replace(size, large=large)
    if store is not None and "://" not in store:
        raise ValidationError(
            f"--store is a Neo4j address to measure as well, not {store!r}; a file is made and deleted"
        )
    runs = [beliefs(size)]
    if store is not None:
        with opened(store) as memory:
            runs.append(beliefs_in(memory, size))
    if json:
        render.print_json([run.as_json() for run in runs])
        return
    for run in runs:
        for line in run.lines():
            render.console().print(line, markup=False, soft_wrap=True)
    if store is None:
        render.console().print("Neo4j is left out: --store with its address measures it as well.", markup=False)
