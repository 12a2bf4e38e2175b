"""What every evaluation reports at its end: the checks that it had to pass, and whether it did."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold, whether it does, and the numbers that say so.

    >>> str(Check("ECE < .01", True, ".0042"))
    'pass  ECE < .01: .0042'
    """

    name: str
    passed: bool
    detail: str

    def __str__(self) -> str:
        return f"{'pass' if self.passed else 'FAIL'}  {self.name}: {self.detail}"
