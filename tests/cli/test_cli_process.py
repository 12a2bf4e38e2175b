"""The command as an operating system sees it: a few real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from nous.cli import main; main()"]


def run(*arguments: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run `nous` in a process of its own, with a bare environment."""
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "PYTHONPATH", "SYSTEMROOT", "TMPDIR")}
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, env={**kept, **env}, timeout=120, check=False
    )


def test_json_is_utf_8_whatever_the_locale(file: Path) -> None:
    """Also where the terminal is said to be ASCII."""
    where = ("--store", str(file))
    done = run(
        "observe", "Łódź", "motto", "żółw 龟 🐢", "--at", "2026-01-10", *where, LC_ALL="C", PYTHONIOENCODING="ascii"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    found = run("belief", "Łódź", "motto", "--at", "2026-01-11", "--json", *where, LC_ALL="C", PYTHONIOENCODING="ascii")

    assert json.loads(found.stdout.decode("utf-8"))["best"] == "żółw 龟 🐢"


def test_exit_codes_and_streams(file: Path) -> None:
    """0, 2 and 1; results on one stream, words for people on the other."""
    good = run("stats", "--json", "--store", str(file))
    bad = run("observe", "Ana", "mood", "glad", "--at", "soon", "--store", str(file))
    none = run("stats", "--store", str(file.parent))

    assert (good.returncode, good.stderr) == (0, b"")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"nous: not a time: 'soon'")
    assert (none.returncode, none.stdout) == (1, b"")
    assert b"is not a file" in none.stderr


def test_a_reader_that_goes_away(file: Path) -> None:
    """`nous … | head -1` is no reason for a traceback."""
    where = ("--store", str(file))
    with subprocess.Popen(
        [*COMMAND, "ingest", "-", *where], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as writer:
        lines = (
            json.dumps({"speaker": f"P{i}", "text": f"I live in Town{i}.", "time": 1_767_225_600 + i})
            for i in range(300)
        )
        writer.communicate("\n".join(lines).encode())
    with subprocess.Popen(
        [*COMMAND, "beliefs", "--json", *where], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()

    assert b"Traceback" not in errors
    assert b"Exception ignored" not in errors


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_an_interrupt_is_one_line(file: Path) -> None:
    """Ctrl-C while waiting for input; also where this test itself was started with interrupts ignored."""
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [*COMMAND[:2], heeding + COMMAND[2], "ingest", "-", "--store", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(
            b'{"speaker": "Ana", "text": "Hi."}\n' * 100_000
        )  # it is reading by the time this is through
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)

    assert process.returncode == 1
    assert errors.decode() == "nous: stopped; what was stored is whole\n"


def test_the_module_can_be_run() -> None:
    """`python -m nous` is the same command."""
    done = subprocess.run([sys.executable, "-m", "nous", "--help"], capture_output=True, timeout=120, check=False)

    assert done.returncode == 0
    assert b"Exit codes" in done.stdout
