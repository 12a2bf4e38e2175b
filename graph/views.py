"""The memory as a NetworkX graph: entities, what is believed of them, and the relations between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .belief import Question, View
from .model import Entity
from .store import Edge
from .times import from_micros, iso

if TYPE_CHECKING:
    import networkx as nx


def graph(view: View, question: Question, root: Entity | None = None, hops: int = 2) -> nx.MultiDiGraph[str]:
    """Entities as nodes, relations as edges with attribute, probability and since; of one entity's neighbourhood.

    A node is named by the entity's id and has `name`, `type` and `beliefs`, a mapping from attribute to the text and
    the probability of what is believed at the time asked about. Without a root it is the whole space.
    """
    import networkx as nx

    edges = view.reader.relations(view.space)
    inside = None if root is None else _near(edges, root.id, hops)
    found: nx.MultiDiGraph[str] = nx.MultiDiGraph(space=view.space)
    entities = view.reader.entities(view.space) if inside is None else view.reader.entities_by_id(view.space, inside)
    for entity in entities:
        found.add_node(entity.id, name=entity.name, type=entity.type, beliefs={})
    for dimension in view.reader.dimensions(view.space, list(found.nodes)):
        belief = view.belief(found.nodes[dimension.entity]["name"], dimension.attribute, [dimension], question)
        told = belief.members if belief.cardinality == "many" else dict(list(belief.distribution.items())[:1])
        if told and (belief.best is not None):
            found.nodes[dimension.entity]["beliefs"][dimension.attribute] = dict(told)
    for e in edges:
        if e.entity in found and e.target in found:
            found.add_edge(
                e.entity, e.target, key=e.attribute, attribute=e.attribute, probability=e.probability,
                since=iso(from_micros(e.since_micros)),
            )  # fmt: skip
    return found


def _near(edges: Sequence[Edge], root: str, hops: int) -> set[str]:
    """The ids within so many edges of an entity, in either direction."""
    beside: dict[str, set[str]] = {}
    for e in edges:
        beside.setdefault(e.entity, set()).add(e.target)
        beside.setdefault(e.target, set()).add(e.entity)
    found = rim = {root}
    for _ in range(hops):
        rim = {n for id in rim for n in beside.get(id, ())} - found
        found = found | rim
    return found


def dot(found: nx.MultiDiGraph[str]) -> str:
    """A graph in the DOT language of Graphviz; every text quoted."""
    lines = ["digraph memory {", "  rankdir=LR; node [shape=box, fontname=Helvetica];"]
    for id, data in found.nodes(data=True):
        told = [f"{a}: {', '.join(values)}" for a, values in sorted(data["beliefs"].items())]
        lines.append(f"  {_quoted(id)} [label={_quoted(chr(10).join([data['name'], *told]))}];")
    for a, b, data in found.edges(data=True):
        label = f"{data['attribute']} {data['probability']:.2f}"
        lines.append(f"  {_quoted(a)} -> {_quoted(b)} [label={_quoted(label)}];")
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
