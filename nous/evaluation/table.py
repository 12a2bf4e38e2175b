"""A table of an evaluation as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the names of the columns, and rows of a name and its cells.

    >>> print("\\n".join(Table("Right, %", ("a", "b"), (("ours", ("100", "98")),)).lines()))
    Right, %
                a   b
      ours    100  98
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def lines(self) -> list[str]:
        """The table, each column as wide as it needs."""
        first = max((len(name) for name, _ in self.rows), default=0) + 4
        widths = [
            max(len(column), *(len(cells[i]) for _, cells in self.rows)) + 2 if self.rows else len(column) + 2
            for i, column in enumerate(self.columns)
        ]

        def line(name: str, cells: Sequence[str]) -> str:
            padded = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
            return f"  {name:<{first - 2}}{padded}".rstrip()

        return [self.title, line("", self.columns), *(line(name, cells) for name, cells in self.rows)]


def percent(share: float) -> str:
    """A share as a whole percentage; never 100 or 0 for what is only nearly so.

    >>> percent(1.0), percent(0.9999), percent(0.5), percent(0.0004)
    ('100', '>99', '50', '<1')
    """
    if 0.0 < share < 1.0 and not 0.005 <= share < 0.995:
        return ">99" if share > 0.5 else "<1"
    return f"{100.0 * share:.0f}"
