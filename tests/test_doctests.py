"""The examples in the docstrings say what happens."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import nous

MODULES = ["nous", *sorted(m.name for m in pkgutil.walk_packages(nous.__path__, "nous.") if "__main__" not in m.name)]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """Each is run as it stands; what it prints is in the report of the failure."""
    failed, _ = doctest.testmod(import_module(name))

    assert failed == 0


def test_examples_are_found() -> None:
    """The rooms have examples, so that the test above cannot pass by looking at nothing."""
    finder = doctest.DocTestFinder()
    rooms = {name.split(".")[1] for name in MODULES if any(t.examples for t in finder.find(import_module(name)))
             and "." in name}  # fmt: skip

    assert rooms >= {"beliefs", "graph", "retrieval", "ingest", "memory", "aio"}
