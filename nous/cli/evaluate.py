"""Commands that measure: eval runs an evaluation and exits with 1 where a gate is missed, bench says how fast it is."""

from __future__ import annotations

import json as json_module
from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from nous.beliefs.errors import ValidationError
from nous.memory import Memory
from nous.settings import Settings

from . import render
from .options import JsonOption


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

    return run()


def _retrieval(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.retrieval import evaluate as retrieve

    if data is None:
        raise ValidationError("to evaluate retrieval takes --data FILE, a file in the LoCoMo format")
    with Memory(":memory:", settings=Settings(synchronous="OFF")) as memory:
        return retrieve(data, memory)


def _revision(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.revision import revise

    return revise()


def _beliefs(data: Path | None, output: Path | None) -> Result:
    from nous.evaluation.calibration import calibrate

    result = calibrate()
    if output is not None:
        result.diagram(output)
        render.note(f"reliability diagram drawn to {output}")
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
    data: Annotated[Path | None, typer.Option(help="For retrieval: a file in the LoCoMo format.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="For beliefs: a PNG for the diagram.")] = None,
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
    large: Annotated[int, typer.Option(help="Observations of the large batch.", min=10)] = 100_000,
    json: JsonOption = False,
) -> None:
    """How many observations a second, beside raw SQLite inserts of the same rows."""
    from nous.bench import beliefs

    if name != "beliefs":
        raise ValidationError(f"no benchmark is called {name!r}; there is beliefs")
    runs = [beliefs(large=large)]
    if store is not None:
        runs.append(beliefs(store, large=large))
    if json:
        render.print_json([asdict(run) for run in runs])
        return
    for run in runs:
        for line in run.lines():
            render.console().print(line, markup=False, soft_wrap=True)
