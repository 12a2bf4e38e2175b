"""`nous ingest` killed at random moments and run again: it ends where an undisturbed run does."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.evaluation.dialogue import sample

COMMAND = [sys.executable, "-m", "nous"]
TURNS = 12  # each session told so often: about as long as the real conversations


def started(data: Path, store: str) -> subprocess.Popen[bytes]:
    """An ingest in a process of its own."""
    arguments = ["ingest", str(data), "--format", "locomo", "--store", store]
    return subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def told(store: str, space: str, *command: str) -> Any:
    """What a command prints for programs."""
    arguments = [*command, "--json", "--store", store, "--space", space]
    return json.loads(subprocess.run([*COMMAND, *arguments], capture_output=True, check=True).stdout)


def test_killed_until_it_is_done(shared_location: str, tmp_path: Path, name: str) -> None:
    """The same digest and counts, nothing twice, and a clean audit."""
    rounds, turns = (2, TURNS // 4) if "://" in shared_location else (4, TURNS)  # a server takes ten times as long
    spaces = [f"{name} {i}" for i in range(2)]
    data = tmp_path / "locomo.json"
    data.write_text(json.dumps([sample(s, turns) for s in spaces]), encoding="utf-8")
    undisturbed = str(tmp_path / "undisturbed.db")
    began = time.monotonic()
    assert started(data, undisturbed).wait(120) == 0
    whole, chance, killed = time.monotonic() - began, random.Random(5), 0
    for _ in range(rounds):
        process = started(data, shared_location)
        try:
            process.wait(chance.uniform(0.3, 1.0) * whole)
        except subprocess.TimeoutExpired:
            process.kill()
            killed += process.wait() == -signal.SIGKILL

    assert (started(data, shared_location).wait(120), killed > 0) == (0, True)
    for space in spaces:
        found, wanted = told(shared_location, space, "stats"), told(undisturbed, space, "stats")
        assert {**found, "store": undisturbed} == wanted
        assert found["messages"] == 12 * turns
        assert told(shared_location, space, "verify")["faults"] == []


def test_two_at_once_and_one_of_them_killed(tmp_path: Path) -> None:
    """The other goes on as if nothing had happened."""
    data, store = tmp_path / "locomo.json", str(tmp_path / "memory.db")
    data.write_text(json.dumps([sample("conv", TURNS)]), encoding="utf-8")
    one, two = started(data, store), started(data, store)
    time.sleep(random.Random(7).uniform(0.5, 1.0))
    one.kill()
    one.wait()

    assert two.wait(120) == 0
    assert told(store, "conv", "stats")["messages"] == 12 * TURNS
    assert told(store, "conv", "verify")["faults"] == []
