"""The walk: from the seeds over the edges of the graph, strongest first, two hops and no further."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from nous.graph.control import Control
from nous.graph.model import Entity
from nous.graph.store import Edge, Reader

HOPS = 2
REACHED = 24  # entities at most; more would drown the answer
LATER = 0.9  # a seed that is less surely meant than the one before it
FAN = 40  # edges looked at per entity and direction
CROWDED = 20  # edges from which on an entity that was not asked about is a place where all meet: the walk ends there


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity that the walk came to: how strongly, over how many hops, and by which edge."""

    entity: Entity
    strength: float
    hops: int
    edge: Edge | None = None


def walk(reader: Reader, space: str, control: Control, seeds: Sequence[Entity], hops: int = HOPS) -> list[Reached]:
    """Entities within `hops` edges of the seeds, strongest first; the surest seed has strength 1.

    A step multiplies by the edge's probability and divides by the square root of how many edges the entity that it
    leaves has; over a crowded place that the question does not name it does not go on, so that whoever is reached only
    over it does not fill the answer. Merged entities are one.
    """
    found: dict[str, Reached] = {}
    queue: list[tuple[float, int, str, int, Edge | None]] = []
    names = {e.id: e for e in seeds}
    for i, seed in enumerate(seeds):
        heapq.heappush(queue, (-(LATER**i), i, seed.id, 0, None))
    count = len(queue)
    while queue and len(found) < REACHED:
        strength, _, id, distance, edge = heapq.heappop(queue)
        if id in found:
            continue
        if id not in names:
            names.update((e.id, e) for e in reader.entities_by_id(space, [id]))
        if id not in names:
            continue
        found[id] = Reached(names[id], -strength, distance, edge)
        if distance < hops:
            inside = control.one_with(id)
            edges = [e for member in inside for e in reader.edges(space, member, FAN)]
            if distance > 0 and len(edges) >= CROWDED:
                continue
            damping = max(1, len(edges)) ** 0.5
            for step in edges:
                other = control.head(step.target if step.entity in inside else step.entity)
                if other not in found:
                    count += 1
                    entry = (strength * step.probability / damping, count, other, distance + 1, step)
                    heapq.heappush(queue, entry)
    return list(found.values())
