"""The shape of the repository: what imports what, what ships, how large it may grow, and what it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import nous

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS: dict[str, str] = PROJECT["tool"]["setuptools"]["package-dir"]
MAY_IMPORT = {
    "beliefs": set[str](),
    "graph": {"beliefs"},
    "retrieval": {"graph", "beliefs"},
    "prompts": set[str](),
    "nous": {"nous", "graph", "beliefs", "retrieval", "prompts"},
}
"""Dependencies run one way: what a lower room needs from above is handed to it."""
MOST_LINES, LONGEST_FUNCTION = 500, 60
PUBLIC = ["Belief", "Delta", "Memory", "Message", "NousError", "Observation", "Receipt", "Settings", "Space"]


def files(room: str) -> Iterator[Path]:
    """The Python files of a room by their real paths; the links inside `nous` are rooms of their own."""
    return (p for p in (ROOT / room).rglob("*.py") if not any(folder.is_symlink() for folder in p.parents))


@cache
def parsed(path: Path) -> ast.Module:
    """A file as a tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """The full names that a file imports absolutely, also where it does so late or for types only."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_a_package_seen_from_the_source_tree_is_its_folder() -> None:
    """`nous/graph` leads to `graph`, and so on."""
    for package, folder in FOLDERS.items():
        seen = ROOT / package.replace(".", "/")
        if seen.is_file():
            pytest.skip("this checkout was made without symbolic links, which are files then")

        assert seen.resolve() == (ROOT / folder).resolve()


def test_every_folder_with_python_in_it_ships() -> None:
    """It stands in both tables of pyproject.toml."""
    ours = {path.parent for room in MAY_IMPORT for path in files(room)}

    assert {ROOT / folder for folder in FOLDERS.values()} == ours
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == sorted(FOLDERS)


@pytest.mark.parametrize("room", [*MAY_IMPORT, "tests"])
def test_nobody_imports_a_room_by_its_bare_name(room: str) -> None:
    """`graph` alone would be found in this checkout only, and be a second copy of every class."""
    bare = set(MAY_IMPORT) - {"nous"}

    for path in files(room):
        assert not {name.split(".")[0] for name in imported(path)} & bare, path


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_dependencies_run_one_way(room: str) -> None:
    """beliefs <- graph <- retrieval <- nous, and prompts <- nous; inside a room imports are relative."""
    for path in files(room):
        for name in imported(path):
            top, *rest = name.split(".")
            if top != "nous":
                continue
            home = rest[0] if rest and rest[0] in MAY_IMPORT else "nous"

            assert home in MAY_IMPORT[room], f"{path} imports {name}"


@pytest.mark.parametrize("room", sorted(set(MAY_IMPORT) - {"nous"}))
def test_no_room_reaches_out_by_a_relative_import(room: str) -> None:
    """Two dots would lead to `nous` where it is installed, and nowhere here."""
    for path in files(room):
        for node in ast.walk(parsed(path)):
            assert not (isinstance(node, ast.ImportFrom) and node.level > 1), path


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_files_and_functions_fit_a_reader(room: str) -> None:
    """At most 500 lines a file, 60 a function."""
    for path in files(room):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, path
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, f"{path}: {node.name}"


def test_the_public_names_are_these() -> None:
    """At most a dozen; each imports, and nothing else does by accident."""
    assert sorted(nous.__all__) == sorted([*PUBLIC, "__version__"])
    for name in PUBLIC:
        assert getattr(nous, name).__name__ == name
    with pytest.raises(AttributeError, match="Manager"):
        _ = nous.Manager
    assert nous.__version__ == PROJECT["project"]["version"]


@pytest.mark.parametrize("module", ["nous", "nous.beliefs", "nous.beliefs.replay", "nous.graph", "nous.retrieval"])
def test_importing_brings_in_no_driver_model_or_plotter(module: str) -> None:
    """In a process of its own, as who wants the mathematics alone would do it."""
    heavy = ("neo4j", "openai", "matplotlib", "networkx", "pint", "rich", "typer", "sqlite3", "asyncio")
    code = f"import sys, {module}; print(*(m for m in {heavy!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)

    assert done.stdout.split() == []


def test_what_is_needed_is_imported_and_the_other_way_round() -> None:
    """Every dependency has its import, and every import its dependency."""
    base = {distribution(d) for d in PROJECT["project"]["dependencies"]}
    extra = {distribution(d) for d in PROJECT["project"]["optional-dependencies"]["plot"]}
    found = {name.split(".")[0] for room in MAY_IMPORT for path in files(room) for name in imported(path)}
    others = found - set(sys.stdlib_module_names) - {"nous"}

    assert others == base | extra


def distribution(requirement: str) -> str:
    """The name that a requirement is imported by."""
    return re.split(r"[<>=~!; \[]", requirement)[0].replace("-", "_")


def test_every_module_imports() -> None:
    """Also those that no other test happens to need."""
    for package, folder in FOLDERS.items():
        for path in (ROOT / folder).glob("*.py"):
            if path.stem != "__main__":
                import_module(package if path.stem == "__init__" else f"{package}.{path.stem}")
