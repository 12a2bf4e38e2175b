"""The command line: the verbs of the library, for people and for scripts."""

from __future__ import annotations

import sys

import typer

from nous.beliefs.errors import IntegrityError, NotFound, NousError, StoreError

from . import care, demo, evaluate, know, move, query, read, recall, trust, write

INTERRUPTED = 130  # what typer makes of Ctrl-C

app = typer.Typer(
    name="nous",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="A memory that keeps a probability for every fact, and its whole history.",
    epilog="Exit codes: 0 done · 1 it could not be done, or a check found a fault · 2 bad input.",
)
for module in (demo, write, read, query, recall, trust, know, care, move, evaluate):
    module.register(app)


def main() -> None:
    """Run the command line; an error is one line on standard error, and an exit code that scripts can read."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app()
    except SystemExit as end:
        if end.code != INTERRUPTED:
            raise
        print("nous: stopped; what was stored is whole", file=sys.stderr)  # noqa: T201
        sys.exit(1)
    except NousError as error:
        print(f"nous: {error}", file=sys.stderr)  # noqa: T201  # the one place where errors are shown
        sys.exit(1 if isinstance(error, StoreError | NotFound | IntegrityError) else 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:  # a file that cannot be read, a full disk
        print(f"nous: {error.strerror or error}: {error.filename or 'a file'}", file=sys.stderr)  # noqa: T201
        sys.exit(1)
