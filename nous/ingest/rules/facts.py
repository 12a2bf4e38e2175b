"""What the rules say to each other: facts on their way to becoming observations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nous.graph.model import Kind
from nous.graph.times import TimeInput
from nous.graph.values import Value

SURE: Final = 1.0
"""The stance of what people say of themselves (design, section 6)."""
OF_OTHERS: Final = 0.85
"""The stance of what people say of others (design, section 6)."""
HEDGED: Final = 0.6
"""The stance of "I think" and "probably"."""
DOUBTED: Final = 0.25
"""The stance of "maybe", "might have" and "not sure"."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about one entity; `at` is None where it holds at the moment it is said.

    `stance` is the most that this reading deserves, whatever the sentence adds; `dated` says that the time words
    of the clause tell when it happened, so that it takes them even where it holds now.
    """

    entity: str
    attribute: str
    value: Value
    kind: Kind = "assert"
    at: TimeInput | None = None
    stance: float = SURE
    dated: bool = False
