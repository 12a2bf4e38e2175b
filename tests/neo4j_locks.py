"""Locks on files by which processes find each other; the operating system frees those of a process that dies."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

_HELD = (BlockingIOError, PermissionError)
"""What lockf raises, by system, where another process has the lock."""


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock `path` against every other thread and process."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def holder(path: Path) -> int | None:
    """The process id that stands in `path` while that process, a server, holds the lock on it; else None."""
    with suppress(FileNotFoundError), path.open("r+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except _HELD:
            return int(file.read())
    return None


def share(path: Path) -> IO[bytes]:
    """Hold the lock `path` together with others until the file is closed.

    It is lockf's and not flock's: Java's is of the same kind, and a forked child does not inherit it. But it ends
    when *any* file that this process has opened at `path` is closed.
    """
    file = path.open("a+b")
    fcntl.lockf(file, fcntl.LOCK_SH)
    return file


def alone(shared: IO[bytes]) -> bool:
    """Whether no other process shares the lock; then it is this process's alone from now on."""
    try:
        fcntl.lockf(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except _HELD:
        return False
    return True
