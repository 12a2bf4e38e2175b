"""Identity: whether two entities are one, by what is believed of each, attribute by attribute."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from rapidfuzz import fuzz

from nous.beliefs.identity import base_rates
from nous.beliefs.proposal import Comparison, Proposal, compare, compare_sets, prior_log2_odds, propose
from nous.beliefs.sets import SetFilter
from nous.beliefs.snapshot import Snapshot, snapshot

from . import running as run
from .model import Delta, Entity
from .question import Question, View
from .store import chunks

NAMED_ALIKE = 80.0  # similarity of names, of 100, from which two entities are compared even if they share nothing
COMMON = 20  # entities that share a value; more common ones make no candidates, as they say little
CANDIDATES = 2_000  # pairs compared at most, those that share most first


@dataclass(frozen=True, slots=True)
class SameAs:
    """Two entities that may be one, with the grounds."""

    one: Entity
    two: Entity
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class _Known:
    """What is believed of each entity: by attribute, the running belief; and the evidence that it came from."""

    beliefs: Mapping[str, Mapping[str, run.Running]]
    bases: Mapping[str, Snapshot]


def same(view: View, question: Question, one: Entity, two: Entity) -> SameAs:
    """Whether two entities are one: Bayes factors with base rates over what both are known for (§7)."""
    control = view.control
    entities = sum(control.head(e.id) == e.id for e in view.reader.entities(view.space))
    proposal = _proposal(view, question, _known(view, question), control.head(one.id), control.head(two.id), entities)
    return SameAs(one, two, proposal)


def proposals(view: View, question: Question) -> list[SameAs]:
    """All pairs worth a look, the most probable first: those that share a value or nearly a name, and P(same) > .5."""
    entities = {e.id: e for e in view.reader.entities(view.space) if view.control.head(e.id) == e.id}
    known = _known(view, question)
    found = []
    for a, b in _candidates(entities, known):
        proposal = _proposal(view, question, known, a, b, len(entities))
        if proposal.verdict in ("merge", "suggest"):
            found.append(SameAs(entities[a], entities[b], proposal))
    return sorted(found, key=lambda s: (-(s.proposal.log2_odds or 0.0), s.one.key, s.two.key))


def _known(view: View, question: Question) -> _Known:
    """What is believed of each entity, of merged ones together."""
    beliefs: dict[str, dict[str, run.Running]] = defaultdict(dict)
    best: dict[str, list[str | None]] = defaultdict(list)
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for d in view.reader.dimensions(view.space):
        groups[view.control.head(d.entity), d.attribute].append(d.id)
    for batch in chunks(groups.items(), 500):
        logs: dict[str, list[Delta]] = {id: [] for _, ids in batch for id in ids}
        for delta in view.reader.deltas(view.space, list(logs)):
            logs[delta.dimension].append(delta)
        for (entity, attribute), ids in batch:
            running = view.replayed([d for id in ids for d in logs[id]], attribute, question)
            beliefs[entity][attribute] = running
            if not isinstance(running.belief, SetFilter):
                masses, unknown = running.belief.read(_t(question))
                best[attribute].append(running.belief.leading(masses, unknown))
    policy = view.control.policy
    bases = {a: base_rates(values, policy.attribute(a).universe) for a, values in best.items()}
    return _Known(beliefs, bases)


def _t(question: Question) -> float:
    return question.at / 86_400_000_000


def _proposal(view: View, question: Question, known: _Known, a: str, b: str, entities: int) -> Proposal:
    one, two = known.beliefs.get(a, {}), known.beliefs.get(b, {})
    comparisons = [
        found
        for attribute in sorted(set(one) & set(two))
        if (found := _compare(view, question, known, attribute, one[attribute], two[attribute])) is not None
    ]
    return propose(comparisons, prior_log2_odds(max(1, entities)))


def _compare(
    view: View, question: Question, known: _Known, attribute: str, one: run.Running, two: run.Running
) -> Comparison | None:
    policy, t = view.control.policy.attribute(attribute), _t(question)
    display = {v: s.text for running in (two, one) for v, s in running.shown.items()}
    first, second = one.belief, two.belief
    if isinstance(first, SetFilter) or isinstance(second, SetFilter):
        if not (isinstance(first, SetFilter) and isinstance(second, SetFilter)):
            return None
        return compare_sets(attribute, first.read(t), second.read(t), policy.prior, None, display)
    universe = max(first.parameters.universe, second.parameters.universe)
    base = None if policy.kind == "identifier" else known.bases.get(attribute)
    return compare(attribute, _snapshot(first, t), _snapshot(second, t), universe, base, display)


def _snapshot(belief: run.Filter, t: float) -> Snapshot:
    assert not isinstance(belief, SetFilter)
    p, unknown = belief.read(t)
    return snapshot(list(belief.names), p, unknown)


def _candidates(entities: Mapping[str, Entity], known: _Known) -> Iterable[tuple[str, str]]:
    """Pairs that share a value of an attribute, those that share most first, and pairs with nearly the same name."""
    holders: dict[tuple[str, str], list[str]] = defaultdict(list)
    for id, beliefs in known.beliefs.items():
        for attribute, running in beliefs.items():
            for value in running.names():
                holders[attribute, value].append(id)
    shared: Counter[tuple[str, str]] = Counter()
    for ids in holders.values():
        if len(ids) <= COMMON:
            shared.update((a, b) for a, b in combinations(sorted(set(ids)), 2))
    known_ids = sorted(set(entities) & set(known.beliefs))
    if len(known_ids) <= CANDIDATES:
        for a, b in combinations(known_ids, 2):
            if fuzz.token_sort_ratio(entities[a].key, entities[b].key) >= NAMED_ALIKE:
                shared[a, b] += 1
    return [pair for pair, _ in sorted(shared.items(), key=lambda x: (-x[1], x[0]))[:CANDIDATES]]
