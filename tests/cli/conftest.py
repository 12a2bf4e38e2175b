"""What the tests of the command line share."""

from __future__ import annotations

import pytest

from . import calling


@pytest.fixture(autouse=True)
def default_space(request: pytest.FixtureRequest, name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The space that commands work in where none is named: nobody else uses it, also on a server that is shared."""
    if request.node.get_closest_marker("neo4j") is not None:
        monkeypatch.setattr(calling, "default_space", name)
    return calling.default_space
