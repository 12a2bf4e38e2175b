"""The command line called in this process: what it prints, where, and with which exit code."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from nous import cli

default_space = "default"
"""Where commands work that name no space; on a server that tests share, one of the test's own."""


@dataclass(frozen=True)
class Done:
    """One run of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, read by a strict parser."""
        return json.loads(self.out, parse_constant=refuse)


def refuse(token: str) -> None:
    """NaN and Infinity are no JSON."""
    raise AssertionError(f"{token} is not JSON")


@contextlib.contextmanager
def surroundings(
    arguments: tuple[str, ...], stdin: bytes, env: Mapping[str, str]
) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """The arguments, standard streams and environment of a process of its own."""
    out, err = io.BytesIO(), io.BytesIO()
    streams: dict[str, Any] = {
        "argv": ["nous", *arguments],
        "stdin": io.TextIOWrapper(io.BytesIO(stdin), "utf-8"),
        "stdout": io.TextIOWrapper(out, "utf-8", write_through=True),
        "stderr": io.TextIOWrapper(err, "utf-8", write_through=True),
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NOUS_") and k not in ("COLUMNS", "FORCE_COLOR")}
    own = {} if default_space == "default" else {"NOUS_SPACE": default_space}
    with patch.multiple(sys, **streams), patch.dict(os.environ, {**kept, "COLUMNS": "80", **own, **env}, clear=True):
        yield out, err


def nous(*arguments: object, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Done:
    """Run `nous` with these arguments; an exception that a user would see as a traceback is raised here."""
    code = 0
    with surroundings(tuple(str(a) for a in arguments), stdin, env or {}) as (out, err):
        try:
            cli.main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        return Done(code, out.getvalue().decode(), err.getvalue().decode())
