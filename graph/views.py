"""The memory as a NetworkX graph: entities, what is believed of them, and the relations between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .model import Dimension, Entity
from .question import Question, View
from .store import Edge
from .times import from_micros, iso

if TYPE_CHECKING:
    import networkx as nx


def graph(view: View, question: Question, root: Entity | None = None, hops: int = 2) -> nx.MultiDiGraph[str]:
    """Entities as nodes, relations as edges with attribute, probability and since; of one entity's neighbourhood.

    A node is named by the entity's id (of merged ones, that of the one which stands for them) and has `name`, `type`
    and `beliefs`, a mapping from attribute to the text and the probability of what is believed at the time asked
    about. Without a root it is the whole space.
    """
    import networkx as nx

    head = view.control.head
    relations = view.reader.relations(view.space)
    edges = [replace(e, entity=head(e.entity), target=head(e.target)) for e in relations]
    inside = None if root is None else _near(edges, head(root.id), hops)
    found: nx.MultiDiGraph[str] = nx.MultiDiGraph(space=view.space)
    entities = view.reader.entities(view.space) if inside is None else view.reader.entities_by_id(view.space, inside)
    for entity in entities:
        if head(entity.id) == entity.id:
            found.add_node(entity.id, name=entity.name, type=entity.type, beliefs={})
    groups: dict[tuple[str, str], list[Dimension]] = {}
    members = [id for node in found for id in view.control.one_with(node)]
    for dimension in view.reader.dimensions(view.space, members):
        groups.setdefault((head(dimension.entity), dimension.attribute), []).append(dimension)
    for (node, attribute), dimensions in groups.items():
        belief = view.belief(found.nodes[node]["name"], attribute, dimensions, question)
        told = belief.members if belief.cardinality == "many" else dict(list(belief.distribution.items())[:1])
        if told and (belief.best is not None):
            found.nodes[node]["beliefs"][attribute] = dict(told)
    for e in sorted(edges, key=lambda e: e.probability):  # of two between the same, the surer one stays
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
