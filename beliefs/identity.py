"""Whether two entities are one: Bayes factors with base rates, the paper's distances beside them, and a proposal.

Belief specification §7. Two beliefs that agree speak for one person as far as their value is rare, and two that
know nothing of each other say nothing: nothing shared is undetermined, never a distance of 0. A merge is an alias
and a replay of both logs; `merge_mixture` and `merge_product` are the paper's way, kept for comparison.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from . import checks, replay
from .errors import ValidationError
from .evidence import Evidence, distinct, vocabulary
from .information import align, divergence, jsd, symkl
from .reliability import effective_universe
from .replay import Plain
from .snapshot import Snapshot

BASE_STRENGTH = 4.0
"""a of pi_a(v) = (n_v + a/K)/(N + a): how many entities the uniform start is worth (specification §7)."""

IGNORANCE = 1e-9
"""Relative distance from uniform below which a belief knows nothing: rounding, or many half-lives."""


@dataclass(frozen=True, slots=True)
class Distance:
    """Eq. 6 between two entities, in bits: D in all, the mean Jensen-Shannon divergence, and what they share.

    `d` and `mean_jsd` are None where nothing is shared.
    """

    shared: tuple[str, ...]
    d: float | None
    mean_jsd: float | None

    @property
    def d_per_attribute(self) -> float | None:
        """D by the number of shared attributes, which a long acquaintance does not inflate."""
        return None if self.d is None else self.d / len(self.shared)


def _distance(parts: Mapping[str, tuple[float, float]]) -> Distance:
    if not parts:
        return Distance((), None, None)
    total = math.fsum(d for d, _ in parts.values()) if all(math.isfinite(d) for d, _ in parts.values()) else math.inf
    return Distance(tuple(parts), total, math.fsum(js for _, js in parts.values()) / len(parts))


def distance(
    one: Mapping[str, Mapping[str, float]], two: Mapping[str, Mapping[str, float]], smoothing: float = 0.0
) -> Distance:
    """Eq. 6 as the paper writes it: symmetric divergence over the shared attributes, on closed beliefs.

    Each pair is aligned on its common vocabulary and mixed with uniform by `smoothing`; without it D is infinite
    where the supports differ. A diagnostic: it measures a difference of beliefs, not of persons.

    >>> distance({"job": {"nurse": 1.0}}, {"city": {"Rome": 1.0}}).d is None
    True
    """
    parts = {}
    for attribute in one:
        if attribute in two:
            _, p, q = align(one[attribute], two[attribute], smoothing)
            parts[attribute] = (symkl(p, q), jsd(p, q))
    return _distance(parts)


def open_distance(one: Mapping[str, Snapshot], two: Mapping[str, Snapshot], universes: Mapping[str, int]) -> Distance:
    """Eq. 6 over aligned universes of K values each, finite for every belief that has decayed at all.

    >>> acme = Snapshot({"Acme": 0.95}, 0.05)
    >>> open_distance({"employer": acme}, {"employer": acme}, {"employer": 32})
    Distance(shared=('employer',), d=0.0, mean_jsd=0.0)
    """
    parts = {}
    for attribute, belief in one.items():
        if attribute in two:
            _, _, both, js = divergence(belief.masses, two[attribute].masses, universes[attribute])
            parts[attribute] = (both, js)
    return _distance(parts)


def base_rates(best: Iterable[str | None], universe: int, strength: float = BASE_STRENGTH) -> Snapshot:
    """How common each value is: pi_a(v) = (n_v + a/K)/(N + a), over entities counted by their leading value.

    None (unknown leads) is not counted. K grows until it holds every value that leads somewhere. Identifiers do
    without base rates: a hundred people say of an address that nobody shares no more than that one in a hundred has it.

    >>> round(base_rates(["Berlin"] * 30 + ["Rome"] * 70, 32).masses["Berlin"], 4)
    0.2897
    """
    checks.positive(strength, "strength")
    counts: dict[str, int] = {}
    for value in best:
        if value is not None:
            counts[checks.name(value)] = counts.get(value, 0) + 1
    size = effective_universe(universe, len(counts))
    total = sum(counts.values()) + strength
    masses = {v: (n + strength / size) / total for v, n in counts.items()}
    return Snapshot(masses, (size - len(counts)) * (strength / size) / total)


def knows(belief: Snapshot, universe: int) -> bool:
    """Whether a belief says anything: some value is more or less likely than one never named."""
    each = belief.each(universe) if len(belief.masses) < universe else 1.0 / universe
    return any(abs(x - each) > IGNORANCE * each for x in belief.masses.values())


def bayes_factor(one: Snapshot, two: Snapshot, universe: int, base: Snapshot | None = None) -> float:
    """How many bits two beliefs about one attribute speak for the same entity: log2 of the snapshot Bayes factor.

    log2 sum pi p1 p2 / (sum pi p1 · sum pi p2) over all K values, pi the base rates, uniform if None. Both beliefs
    were formed from uniform starts over the same K and decayed to the same time. Exactly 0 if either knows nothing;
    symmetric; agreement on x is worth about log2 1/pi(x). Raises ValidationError where K cannot hold the names.

    >>> mail = Snapshot({"x@e.org": 0.95}, 0.05)
    >>> round(bayes_factor(mail, mail, 65536), 2)
    15.85
    """
    checks.count(universe, "K", 2)
    if not knows(one, universe) or not knows(two, universe):
        return 0.0
    names = list(dict.fromkeys((*one.masses, *two.masses)))
    if len(names) > universe:
        raise ValidationError(f"{len(names)} names do not fit into a universe of {universe} values")
    if base is None:
        pi = dict.fromkeys(names, 1.0 / universe)
        rest = (universe - len(names)) / universe
    else:
        rare = base.each(max(universe, effective_universe(universe, len(base.masses))))
        pi = {v: base.masses.get(v, rare) for v in names}
        rest = max(0.0, 1.0 - math.fsum(pi.values()))
    each1, each2 = one.each(universe), two.each(universe)
    rows = [(pi[v], one.masses.get(v, each1), two.masses.get(v, each2)) for v in names]
    if len(names) < universe:
        rows.append((rest, each1, each2))
    return _log2_factor(rows)


def leveled(belief: Snapshot, universe: int, base: Snapshot) -> Snapshot:
    """The same evidence, had errors and changes fallen on each value as often as it is common, not on all alike.

    A belief formed over K takes it that an error hits a given value once in K times: too often for a rare value, so
    that agreement on it is worth at most K, and too seldom for a common one. In odds against an unseen value a report
    of reliability rho says R = 1 + K rho/(1-rho); with errors and jumps by base rates it says 1 + rho/((1-rho) pi(v)),
    so R - 1 is divided by K pi(v). Exact for one report, and unchanged for uniform pi; odds below 1 (denials) stay.
    Put both beliefs through it before `bayes_factor`; measured by `nous.evaluation.identity`.

    >>> rare = base_rates(["Berlin"] * 30 + ["Rome"] * 70, 32)
    >>> oslo = Snapshot({"Oslo": 0.95}, 0.05)
    >>> round(bayes_factor(oslo, oslo, 32, rare), 1), round(bayes_factor(*[leveled(oslo, 32, rare)] * 2, 32, rare), 1)
    (7.2, 9.5)
    """
    each = belief.each(universe)
    if each <= 0.0:
        return belief
    rare = base.each(max(universe, effective_universe(universe, len(base.masses))))
    odds = {v: _by_rate(p / each, universe * base.masses.get(v, rare)) for v, p in belief.masses.items()}
    unseen = universe - len(odds)
    total = math.fsum(odds.values()) + unseen
    return Snapshot({v: r / total for v, r in odds.items()}, unseen / total)


def _by_rate(odds: float, commonness: float) -> float:
    return 1.0 + (odds - 1.0) / commonness if odds > 1.0 else odds


def _log2_factor(rows: Sequence[tuple[float, float, float]]) -> float:
    """log2 sum w x y / (sum w x · sum w y): how much more often two pictures meet than by chance."""
    both = math.fsum(w * x * y for w, x, y in rows)
    alone = math.fsum(w * x for w, x, _ in rows) * math.fsum(w * y for w, _, y in rows)
    return math.log2(both / alone) if both > 0.0 else -math.inf


def set_bayes_factor(
    one: Mapping[str, float], two: Mapping[str, float], prior: float, base: Mapping[str, float] | None = None
) -> float:
    """The same for two beliefs about a set, in bits: members are independent, so their factors add (§§6, 7).

    `prior` is the pi0 that both sets of q were formed from, `base` how common each member is (pi0 if absent). Only
    values that both sides have heard of count.

    >>> round(set_bayes_factor({"chess": 0.68}, {"chess": 0.68}, 0.1), 2)
    2.24
    """
    checks.inside(prior, "prior")
    total = 0.0
    for value in one:
        if value in two:
            rate = prior if base is None else checks.inside(base.get(value, prior), "base rate")
            q1, q2 = checks.probability(one[value], "q"), checks.probability(two[value], "q")
            inside = (rate, q1 / prior, q2 / prior)
            outside = (1.0 - rate, (1.0 - q1) / (1.0 - prior), (1.0 - q2) / (1.0 - prior))
            total += _log2_factor([inside, outside])
    return total


@dataclass(frozen=True, slots=True)
class ReplayFactor:
    """The evidence of two logs apart and together, and what that says for one entity, in bits."""

    one: float
    two: float
    joint: float

    @property
    def bits(self) -> float:
        """log2 of the replay Bayes factor."""
        return self.joint - self.one - self.two + 0.0


def replay_factor(one: Iterable[Evidence], two: Iterable[Evidence], model: Plain) -> ReplayFactor:
    """The exact Bayes factor of two logs: evidence(log1 and log2) against evidence(log1) and evidence(log2).

    Exact across time: contrary jobs years apart say next to nothing. K is doubled until it holds both vocabularies.
    Costs three replays, so it confirms candidates that `bayes_factor` found. What the log holds is taken at face
    value; hand in `looks.independent(log, trust)` where witnesses repeat themselves.

    >>> a, b = [Evidence("1", 0.0, "Acme")], [Evidence("2", 9.0, "Acme")]
    >>> round(replay_factor(a, b, Plain(16, 0.05)).bits, 2)
    3.85
    """
    first, second = distinct(one), distinct(two)
    together = distinct([*first, *second])
    if not model.closed:
        size = effective_universe(model.universe, len(vocabulary(together)))
        model = Plain(size, model.eps, model.lam)
    end = max((e.t for e in together), default=0.0)
    apart = [replay.filter(log, model, end).log2_evidence for log in (first, second, together)]
    return ReplayFactor(*apart)


def merge_mixture(
    one: Mapping[str, float], weight1: float, two: Mapping[str, float], weight2: float
) -> dict[str, float]:
    """The paper's merge: the mixture of two closed beliefs, weighted by their counts of evidence.

    Agreement is not sharpened by it; the memory replays the united log instead.

    >>> merge_mixture({"a": 1.0}, 3, {"b": 1.0}, 1)
    {'a': 0.75, 'b': 0.25}
    """
    for w in (weight1, weight2):
        if checks.finite(w, "a weight") < 0.0:
            raise ValidationError(f"a weight must not be negative: {w}")
    total = checks.positive(weight1 + weight2, "the sum of the weights")
    values, p, q = align(one, two)
    return {v: (weight1 * x + weight2 * y) / total for v, x, y in zip(values, p, q, strict=True)}


def merge_product(one: Snapshot, two: Snapshot, universe: int) -> Snapshot:
    """The product of two beliefs over one uniform prior: right where nothing ever changes.

    >>> acme = Snapshot({"Acme": 0.95}, 0.05)
    >>> round(merge_product(acme, acme, 16).masses["Acme"], 4)
    0.9998
    """
    checks.count(universe, "K", 2)
    names = list(dict.fromkeys((*one.masses, *two.masses)))
    rest = universe - len(names)
    if rest < 0:
        raise ValidationError(f"{len(names)} names do not fit into a universe of {universe} values")
    each1, each2 = one.each(universe), two.each(universe)
    joint = [one.masses.get(v, each1) * two.masses.get(v, each2) for v in names]
    unknown = rest * each1 * each2
    total = math.fsum(joint) + unknown
    if total <= 0.0:
        raise ValidationError("the two beliefs exclude each other")
    return Snapshot({v: x / total for v, x in zip(names, joint, strict=True)}, unknown / total)
