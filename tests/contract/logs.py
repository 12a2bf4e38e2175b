"""Random logs about one dimension, as observations on their way in, and random sets of spaces to feed them to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from nous import Observation

ENTITY = "Ana"
ATTRIBUTES = ("employer", "home city", "mood", "project", "umbrella")
NAMES = ("Acme", "Bolt", "Core", "Dune")
TIMES = (
    "2026-01-10", "2026-01-10T12:00:00Z", "2026-01-10T12:00:00Z", "2026-01", "2025", "2026-02-01T08:00:00+02:00",
    "2026-02-01T08:00:00.000001Z", "2026-01-03/2026-02-10", "2024-06-30T00:00:00Z", "2026-03-01T00:00:00Z",
)  # fmt: skip
SOURCES = (
    "user:ana", "user:bo", "user:cy", "tool:crm", "operator:root", "web:example.org", "doc:hr", "hearsay:bo",
    "assistant:bot", "somebody", "user:~pool",
)  # fmt: skip
NOW = "2026-03-12T09:00:00Z"

values = st.sampled_from(NAMES)


@st.composite
def logs(
    draw: st.DrawFn,
    *,
    max_size: int = 9,
    kinds: Sequence[str] = ("assert", "assert", "deny", "end", "change"),
    sources: Sequence[str] = SOURCES,
    derived: bool = True,
    episodes: bool = True,
    attribute: str | None = None,
) -> list[Observation]:
    """Observations about one dimension, in the order in which they arrive, which is not that of their times."""
    about = draw(st.sampled_from(ATTRIBUTES)) if attribute is None else attribute
    size = draw(st.integers(1, max_size))
    ids = [f"o{n}" for n in draw(st.permutations(range(size)))]
    log: list[Observation] = []
    for i, id in enumerate(ids):
        parents: tuple[str, ...] = ()
        if derived and i and draw(st.integers(0, 5)) == 0:
            parents = tuple(draw(st.lists(st.sampled_from([*ids[:i], "never seen"]), max_size=2, unique=True)))
        log.append(
            Observation(
                ENTITY,
                about,
                draw(values),
                at=draw(st.sampled_from(TIMES)),
                kind=draw(st.sampled_from(kinds)),
                source=draw(st.sampled_from(sources)),
                stance=draw(st.sampled_from([1.0, 1.0, 0.85, 0.6, 0.25, 0.0])),
                confidence=draw(st.sampled_from([0.95, 0.95, 1.0, 0.5, 0.0])),
                id=id,
                derived_from=parents,
                episode=draw(st.sampled_from([None, None, "e1", "e2"])) if episodes else None,
            )
        )
    return log


def one_voice_each(log: Sequence[Observation]) -> list[Observation]:
    """The same log with a trusted source of its own for each piece, which says something.

    An `end` of no stance is nothing to a witness (specification §2), and moves 1/K of the mass in the plain filter.
    """
    return [
        replace(o, source=f"user:{i}", episode=None, derived_from=(), stance=o.stance or 0.25)
        for i, o in enumerate(log)
    ]
