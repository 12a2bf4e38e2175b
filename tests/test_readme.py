"""Every example in the README and in docs/ runs, and prints what stands below it."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.calling import nous

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page: language and text."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def lines(text: str) -> list[str]:
    """Lines without the spaces that pad a table."""
    return [line.rstrip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_prints_the_text_below_it(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = blocks(page)
    for n, (language, text) in enumerate(found):
        if language != "python":
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, f"{page.name}, block {n}", "exec"), {"__name__": "__main__"})
        if n + 1 < len(found) and found[n + 1][0] == "text":
            assert lines(out.getvalue()) == lines(found[n + 1][1])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_stands_below_them(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    env = {"NOUS_STORE": str(tmp_path / "console.db")}
    for language, text in blocks(page):
        if language != "console":
            continue
        for command in re.split(r"^\$ ", text, flags=re.M)[1:]:
            first, _, shown = command.partition("\n")
            program, *arguments = shlex.split(first)
            assert program == "nous", first
            done = nous(*arguments, env=env)
            assert done.code == 0, done.err
            if shown.strip():
                assert lines(done.out) == lines(shown), first


def test_every_command_and_link_that_the_readme_names_exists() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / target).exists(), target
    for command in sorted(set(re.findall(r"`nous ([a-z-]+)", text))):
        assert nous(command, "--help").code == 0, command
    for target in re.findall(r"`make ([a-z0-9]+)`", text):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M), target
