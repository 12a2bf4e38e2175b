"""Plain statements, end to end: short conversations in, beliefs out, scored as their README says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from nous import Memory, Settings, Space
from tests.conftest import Chance, Clock

from .loading import FOLDER, Json, rows
from .meaning import about, every, present

ASKED = "2026-03-12"
PRECISION, RECALL = 0.95, 0.85


@dataclass
class Score:
    """What held and what did not, with enough to see why."""

    right: int
    missed: list[str]
    wrong: list[str]

    @property
    def precision(self) -> float:
        return 1.0 - len(self.wrong) / max(1, len(self.wrong) + self.right)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + len(self.missed))


def believed(space: Space, entity: str, value: str, words: str | None = None) -> float:
    """The most that a belief, of that meaning or else of the present, gives to a value that holds one spelling."""
    held = every(space, entity, ASKED)
    found = present(held) if words is None else [b for b in held if about(b.attribute, words)]
    fitting = [
        p for b in found for text, p in b.distribution.items()
        if any(s.casefold() in text.casefold() for s in value.split("|"))
    ]  # fmt: skip
    return max(fitting, default=0.0)


def score(statements: list[Json]) -> Score:
    """Each conversation in a space of its own."""
    found = Score(0, [], [])
    settings = Settings(clock=Clock(datetime(2026, 3, 12, 12, tzinfo=UTC)), random=Chance())
    with Memory(":memory:", settings=settings) as memory:
        for row in statements:
            space = memory.space(row["id"])
            space.ingest(row["messages"], recorded="as said")
            for want in row["believe"]:
                if believed(space, want["entity"], want["value"], want["about"]) > 0.5:
                    found.right += 1
                else:
                    found.missed.append(f"{row['id']}: {want}")
            for never in row["never"]:
                words, mark, value = never["value"].rpartition(":")
                if believed(space, never["entity"], value, words if mark else None) >= 0.5:
                    found.wrong.append(f"{row['id']}: {never}")
    return found


def test_plain_statements_are_believed_and_nothing_else() -> None:
    """A wrong belief is worse than a missing one."""
    pytest.importorskip("nous.ingest.rules", reason="the rule extractor is not built yet", exc_type=ImportError)
    found = score(rows(FOLDER / "statements.jsonl"))

    assert found.precision >= PRECISION, found.wrong
    assert found.recall >= RECALL, found.missed


def test_the_score_itself_can_fail() -> None:
    """A conversation that says nothing of what is wanted."""
    said = [{"speaker": "Ana", "text": "I live in Porto.", "time": "2026-03-10T09:00:00Z"}]
    found = score(
        [
            {
                "id": "x",
                "messages": said,
                "believe": [{"entity": "Ana", "about": "home city", "value": "Lisbon"}],
                "never": [{"entity": "Ana", "value": "Porto"}],
            }
        ]
    )

    assert (found.precision, found.recall) == (0.0, 0.0)
