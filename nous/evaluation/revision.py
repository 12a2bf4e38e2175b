"""Does a belief hold against unreliable witnesses, and give way to reliable ones? Provenance specification §§6 to 9.

Contradictions of five kinds, floods and Sybils, laundered reports, a world where half of what comes from below is
true, and beside them what the discount for correlated witnesses costs where they are independent. Everything is
drawn from one seed and answered by the library itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from .gate import Check
from .poison import laundering, poison, turning, utility
from .regimes import contradictions
from .soundness import costs
from .table import Table

SEED = 20260201


@dataclass(frozen=True, slots=True)
class Size:
    """How much is drawn: cases a regime, worlds a cell of the attacks, contradictions, worlds a row of the costs."""

    cases: int
    attacks: int
    contradictions: int
    costs: int


FULL = Size(cases=200, attacks=300, contradictions=2000, costs=1000)
QUICK = Size(cases=25, attacks=15, contradictions=300, costs=60)


@dataclass(frozen=True, slots=True)
class RevisionResult:
    """What the evaluation found: its tables, the checks of the gate, and the seed and size that give them again."""

    tables: tuple[Table, ...]
    checks: tuple[Check, ...]
    seed: int
    size: Size

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(check.passed for check in self.checks)

    def rows(self) -> list[str]:
        """The tables as text, then the checks."""
        lines = [f"seed {self.seed}, {self.size}"]
        for table in self.tables:
            lines += ["", *table.lines()]
        return [*lines, "", *(str(check) for check in self.checks)]


def revise(seed: int = SEED, *, quick: bool = False) -> RevisionResult:
    """Run the evaluation; the same seed gives the same numbers.

    Under a minute, with `quick` under ten seconds.

    >>> callable(revise)
    True
    """
    size = QUICK if quick else FULL
    parts = [
        contradictions(seed, size.cases),
        poison(seed, size.attacks),
        turning(),
        laundering(),
        utility(seed, size.contradictions),
    ]
    tables = [table for found, _ in parts for table in found]
    checks = [check for _, found in parts for check in found]
    return RevisionResult((*tables, costs(seed, size.costs)), tuple(checks), seed, size)
