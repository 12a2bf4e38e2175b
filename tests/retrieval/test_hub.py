"""A crowded place: whoever is reached only over it does not fill the answer."""

from __future__ import annotations

from nous import Space
from nous.graph.model import Observation


def test_others_in_the_same_hall_are_left_out(space: Space) -> None:
    """Also those whose names share a word with the question (case 103)."""
    names = [f"Visitor {i}" for i in range(60)] + [f"Guest{i}" for i in range(60)]
    space.observe_many([Observation(n, "visited", "Main Hall", at="2025-01-01", relation=True) for n in names])
    space.observe("Visitor 7", "lost", "a green glove", at="2025-03-01")

    found = space.recall("What did Visitor 7 lose?", at="2025-03-02")
    assert "a green glove" in found.lines[0].text
    assert not [line.text for line in found.lines if "Visitor 7" not in line.text]
    named = space.recall("Who was in the Main Hall?", at="2025-03-02")
    assert sum("visited: Main Hall" in line.text for line in named.lines) > 10
