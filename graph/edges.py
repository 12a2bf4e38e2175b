"""The edges of the graph: for a dimension whose values are entities, who is related to whom, and how surely."""

from __future__ import annotations

from nous.beliefs.sets import SetFilter

from .model import Dimension
from .names import key
from .resolve import entity_id
from .running import Running
from .store import Edge, Reader
from .times import MICROSECONDS_A_DAY

LEAST = 0.1
"""The probability from which a value makes an edge: below it, walking there would mislead more than help."""


def edges_of(reader: Reader, space: str, dimension: Dimension, running: Running) -> list[Edge]:
    """The edges that a belief about a relation draws, as of its last evidence."""
    if running.last is None:
        return []
    belief, t = running.belief, running.belief.t
    if isinstance(belief, SetFilter):
        masses = belief.read(t)
        asserted = {v: m.asserted for v, m in belief.members.items() if m.asserted is not None}
    else:
        masses = dict(zip(belief.names, belief.read(t)[0], strict=True))
        asserted = dict(belief.asserted)
    likely = {v: p for v, p in masses.items() if p >= LEAST and v.startswith("e:") and v in running.shown}
    if not likely:
        return []
    names = {v: key(running.shown[v].text) for v in likely}
    by_key: dict[str, list[str]] = {}
    for entity in reader.entities(space, set(names.values())):
        by_key.setdefault(entity.key, []).append(entity.id)
    found = []
    for value, p in sorted(likely.items()):
        ids = by_key.get(names[value], [])
        plain = entity_id(names[value], None)
        target = plain if plain in ids or not ids else ids[0] if len(ids) == 1 else None
        if target is not None:
            since = round(asserted[value][0] * MICROSECONDS_A_DAY) if value in asserted else 0
            found.append(Edge(dimension.entity, target, dimension.attribute, p, since))
    return found
