"""What people install: the wheel has every file of the tree, and runs on its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info", "tests")
USE = """
import pathlib, sys, nous
from nous.beliefs.policy import POLICY
from nous.evaluation.extraction import load
from importlib.resources import files
with nous.Memory(":memory:") as memory:
    space = memory.space("s")
    space.ingest([{"speaker": "Ana", "text": "I live in Porto.", "time": "2026-01-10T09:00:00Z"}])
    best = space.belief("Ana", "home city", at="2026-01-11").best
    found = space.recall("Where does Ana live?", at="2026-01-11").lines
assert best == "Porto" and "Porto" in found[0].text and space.name == "s"
assert POLICY.attribute("job").key == "employer"
assert load() and (files("nous") / "demo.txt").read_text(encoding="utf-8")
print(pathlib.Path(nous.__file__).parent)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy, since a build leaves things in the tree that it builds from."""
    copy, out = tmp_path_factory.mktemp("copy") / "nous", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=LEFT_OUT)
    build = f"from setuptools import build_meta; print(build_meta.build_wheel({str(out)!r}))"
    subprocess.run([sys.executable, "-c", build], cwd=copy, check=True, capture_output=True)
    (found,) = out.iterdir()
    return found


def test_every_file_of_the_tree_is_in_the_wheel(wheel: Path) -> None:
    """Python and data alike, under the names that they are imported by; and nothing else, no tests least of all."""
    ours = {
        f"{package.replace('.', '/')}/{path.name}"
        for package, folder in FOLDERS.items()
        for path in (ROOT / folder).iterdir()
        if path.is_file() and not path.is_symlink() and path.suffix != ".pyc"
    }
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert {"nous/demo.txt", "nous/py.typed", "nous/beliefs/attributes.toml", "nous/graph/sqlite.py"} <= ours
    assert shipped == ours


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    """Its command, its licence and what it needs are in it."""
    found = zipfile.ZipFile(wheel)
    told = {Path(name).name: found.read(name).decode() for name in found.namelist() if ".dist-info/" in name}

    assert "nous = nous.cli:main" in told["entry_points.txt"]
    assert "Apache" in told["LICENSE"]
    assert "Requires-Dist: networkx" in told["METADATA"]
    assert "nous" in told["top_level.txt"].split()


def test_what_was_unpacked_runs_without_the_tree(wheel: Path, tmp_path: Path) -> None:
    """Ingest, belief, recall, tables and demo from the wheel alone, beside a `graph.py` of the user's own."""
    site, home = tmp_path / "site", tmp_path / "home"
    zipfile.ZipFile(wheel).extractall(site)
    home.mkdir()
    (home / "graph.py").write_text("raise RuntimeError('the file of a user')")
    env = {**{k: v for k, v in os.environ.items() if not k.startswith("NOUS_")}, "PYTHONPATH": str(site)}
    done = subprocess.run([sys.executable, "-c", USE], cwd=home, env=env, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == site / "nous"
