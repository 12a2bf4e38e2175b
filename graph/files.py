"""Files that are written whole or not at all, and that take the place of no file that somebody else needs."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nous.beliefs.errors import ConflictError, StoreError, StoreFull, StoreUnavailable, ValidationError, shown

_LONGEST = 200  # characters of a path in a message


def told(path: str | os.PathLike[str]) -> str:
    """A path as a message names it: on one line, and not endless.

    >>> told("a.db"), len(told("a" * 5000))
    ('a.db', 200)
    """
    name = os.fspath(path)
    return name if len(name) <= _LONGEST and name.isprintable() else shown(name, _LONGEST)


def check_target(path: Path, *, overwrite: bool = False) -> None:
    """Refuse a place where no new file can be written.

    ValidationError for what is no name of a file, and for a folder, device or pipe of that name; ConflictError where
    a file is there already, unless `overwrite`; StoreError where the place cannot be reached.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        if path.is_symlink():
            raise ValidationError(f"{told(path)} is a link that leads nowhere") from None
        return
    except ValueError as error:
        raise ValidationError(f"{told(path)} is no name of a file: {error}") from None
    except OSError as error:
        raise StoreError(f"{told(path)} cannot be written: {error.strerror or error}") from error
    if not stat.S_ISREG(found.st_mode):
        raise ValidationError(f"{told(path)} exists already, and is no file that could be replaced")
    if not overwrite:
        raise ConflictError(f"{told(path)} exists already")


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """A new file beside the one that is meant, which takes its place once it is whole, and is gone otherwise.

    A link is followed, so that what it leads to is replaced. StoreFull where there is no space left, StoreUnavailable
    where the file cannot be written for another reason.
    """
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    made = False
    try:
        with part.open("xb"):
            made = True
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        kind = StoreFull if error.errno in (errno.ENOSPC, errno.EDQUOT) else StoreUnavailable
        raise kind(f"{told(path)} cannot be written: {error.strerror or error}") from error
    finally:
        if made:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
