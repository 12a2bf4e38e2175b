"""A space: one isolated memory. Its verbs are grouped by what they do, a file each."""

from __future__ import annotations

from .asking import Asking
from .care import Care
from .knowing import Knowing
from .reading import Reading
from .writing import Writing


class Space(Writing, Reading, Asking, Knowing, Care):
    """One isolated memory: everything it says comes from what was said in it.

    >>> from nous import Memory
    >>> space = Memory(":memory:").space("demo")
    >>> space.observe("Ana", "home city", "Porto", at="2026-01-10").surprise
    5.0
    """
