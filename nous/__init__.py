"""Nous: a memory engine that keeps a probability distribution for every fact, and its whole history.

>>> from nous import Memory
>>> with Memory(":memory:") as memory:
...     space = memory.space("demo")
...     delta = space.observe("Ana", "home city", "Porto", at="2026-01-10")
...     space.belief("Ana", "home city", at="2026-01-11").best
'Porto'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nous.beliefs.errors import NousError
    from nous.graph.belief import Belief
    from nous.graph.model import Delta, Message, Observation, Receipt

    from .memory import Memory
    from .settings import Settings
    from .space import Space

__version__ = "0.1.0"

# Loaded when first used, so that `import nous.beliefs` brings in no driver and no model client.
_HOMES = {
    "Belief": "nous.graph.belief",
    "Delta": "nous.graph.model",
    "Memory": "nous.memory",
    "Message": "nous.graph.model",
    "NousError": "nous.beliefs.errors",
    "Observation": "nous.graph.model",
    "Receipt": "nous.graph.model",
    "Settings": "nous.settings",
    "Space": "nous.space",
}

__all__ = [
    "Belief",
    "Delta",
    "Memory",
    "Message",
    "NousError",
    "Observation",
    "Receipt",
    "Settings",
    "Space",
    "__version__",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'nous' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
