"""The edges of the graph: for a dimension whose values are entities, who is related to whom, and how surely."""

from __future__ import annotations

from collections.abc import Sequence

from nous.beliefs.sets import SetFilter

from .model import Dimension
from .names import key
from .resolve import entity_id
from .running import Running
from .store import Edge, Reader
from .times import MICROSECONDS_A_DAY

LEAST = 0.1
"""The probability from which a value makes an edge: below it, walking there would mislead more than help."""


def edges_of(
    reader: Reader, space: str, relations: Sequence[tuple[Dimension, Running]]
) -> dict[tuple[str, str], list[Edge]]:
    """The edges that beliefs about relations draw, as of their last evidence, by entity and attribute.

    A relation that draws none has an empty list.
    """
    likely = {d.id: _likely(running) for d, running in relations}
    keys = {name for found in likely.values() for name, _, _ in found}
    by_key: dict[str, list[str]] = {}
    if keys:
        for entity in reader.entities(space, keys):
            by_key.setdefault(entity.key, []).append(entity.id)
    edges: dict[tuple[str, str], list[Edge]] = {}
    for d, _ in relations:
        drawn = edges[d.entity, d.attribute] = []
        for name, p, since in likely[d.id]:
            ids = by_key.get(name, [])
            plain = entity_id(name, None)
            target = plain if plain in ids or not ids else ids[0] if len(ids) == 1 else None
            if target is not None:
                drawn.append(Edge(d.entity, target, d.attribute, p, since))
    return edges


def _likely(running: Running) -> list[tuple[str, float, int]]:
    """The entities that a belief leads to: the key of each, its probability, and since when (microseconds)."""
    if running.last is None:
        return []
    belief, t = running.belief, running.belief.t
    if isinstance(belief, SetFilter):
        masses = [(v, p) for v, p in belief.read(t).items() if p >= LEAST]
        asserted = {v: found for v, _ in masses if (found := belief.members[v].asserted) is not None}
    else:
        masses = [(v, p) for v, p in zip(belief.names, belief.read(t)[0], strict=True) if p >= LEAST]
        asserted = belief.asserted
    return [
        (
            key(running.shown[v].text),
            p,
            round(asserted[v][0] * MICROSECONDS_A_DAY) if v in asserted else 0,
        )
        for v, p in sorted(masses)
        if v.startswith("e:") and v in running.shown
    ]
