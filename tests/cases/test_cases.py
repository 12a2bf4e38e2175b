"""Every handed case, on every store that it can run on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nous.ingest.statement import Extractor
from tests.conftest import STORES, place

from . import adapter
from .loading import Json, cases
from .scripts import OPEN, SCRIPTS
from .steps import NEEDS_A_FILE, NEEDS_A_SERVER
from .world import Unbuilt, scripted

LARGE = ("'count': 10000,", "'count': 20000,", "'count': 100000,", "'times': 200000")
"""What takes long runs on a file, and not in memory as well: that is the same code."""

LARGEST = ("'count': 100000,",)


def stores(case: Json) -> list[str]:
    """The stores that a case can run on: what is closed, killed or spoiled has to outlive a process."""
    ops = {step["op"] for step in case["input"].get("steps", [])}
    needs_a_file = ops & NEEDS_A_FILE or "kill_after_write" in str(case["input"])
    wanted = [s for s in STORES if s == "file" or not needs_a_file]
    if any(number in str(case["input"]) for number in LARGE):
        wanted = [s for s in wanted if s != "memory"]
    needs = " ".join(case["input"].get("needs", []))
    return [s for s in wanted if s == "neo4j"] if needs.startswith("neo4j") and "embedded" not in needs else wanted


def everything() -> Iterator[Any]:
    """One test a case and store; the id says whether rules or a script read the messages."""
    for case in cases():
        reader = "" if "messages" not in str(case["input"]) else "-scripted" if case["id"] in SCRIPTS else "-rules"
        for store in stores(case) or ["neo4j"]:
            large = LARGE if store == "neo4j" else LARGEST
            marks = [pytest.mark.slow] if any(number in str(case["input"]) for number in large) else []
            marks += [pytest.mark.neo4j] if store == "neo4j" else []
            yield pytest.param(case, store, id=f"{case['id']}-{store}{reader}", marks=marks)
        if "vector" in str(case["input"]):
            later = pytest.mark.skip(f"the half of {case['id']} that is not built yet: search by vectors")
            yield pytest.param(case, "memory", id=f"{case['id']}-vectors", marks=later)
        if "filters" in str(case["input"]):
            none = pytest.mark.skip(f"the half of {case['id']} that no call can say: filters of a query")
            yield pytest.param(case, "memory", id=f"{case['id']}-filters", marks=none)


@pytest.mark.parametrize(("case", "store"), list(everything()))
def test_case(case: Json, store: str, tmp_path: Path, name: str, request: pytest.FixtureRequest) -> None:
    """What the case feeds, and all that it expects."""
    if store not in STORES:
        pytest.skip(f"{case['id']} needs a store that is not built yet: {store}")
    try:
        ops = {step["op"] for step in case["input"].get("steps", ())}
        if ops & NEEDS_A_SERVER:
            location = request.getfixturevalue("own_server").location
        else:
            location = place(store, tmp_path, request)
        adapter.run(case, location, name, reader(case))
    except Unbuilt as missing:
        pytest.skip(f"{case['id']} needs what is not built yet: {missing}")


@pytest.mark.parametrize(
    ("case", "open_part", "reason"),
    [
        pytest.param(case, part, reason, id=f"{case['id']}-{name}")
        for case in cases()
        for name, part, reason in OPEN.get(case["id"], ())
    ],
)
def test_what_is_open_is_open_still(case: Json, open_part: Json, reason: str, name: str) -> None:
    """A part that is not met yet is skipped by its name; one that is met by now fails here until it is taken out."""
    try:
        adapter.run({**case, "id": "an open part", "expect": open_part}, ":memory:", name, reader(case))
    except AssertionError:
        pytest.skip(f"the part of {case['id']} that does not hold yet: {reason}")
    pytest.fail("it holds by now: take it out of OPEN")


def reader(case: Json) -> Extractor | None:
    """Who reads the messages of a case: a script, else the rules; None where there are no messages."""
    if case["id"] in SCRIPTS:
        return scripted(SCRIPTS[case["id"]])
    if "messages" not in str(case["input"]):
        return None
    try:
        from nous.ingest.rules import extract
    except ImportError:
        raise Unbuilt("the rule extractor") from None
    return extract
