"""Parameters from the log instead of from a table: how fast an attribute changes, and how often it is misheard.

Belief specification §3.4 (empirical Bayes). Eqs. 3 and 4 give a log a probability; the rate r and eps are those
that make all the logs of an attribute together most probable, with the prior of the specification. Counting changes
of value would not do: extraction noise looks like change. What is learned here is one value at a time; in a set,
where a value is mentioned or not, silence and leaving look the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from . import checks
from .evidence import Evidence, canonical, vocabulary
from .markov import Chain, Step
from .pooled import PooledLogs
from .reliability import LN2, channel, dated, effective_universe
from .reliability import rate as rate_of
from .replay import Plain, log_likelihoods

MIN_ENTITIES = 10
MIN_INTERVALS = 200
"""So many entities, or intervals between looks, must a log have before a default gives way (§3.4, [hazard])."""

RATE_SHAPE = 2.0
RATE_MEAN = LN2 / 365.0
"""r ~ Gamma(shape 2, mean ln2/365 per day): specification §3.4."""

EPS_PRIOR = (2.0, 20.0)
"""eps ~ Beta(2, 20): specification §3.4."""

HALF_LIVES = (0.1, 1e6)
MISSES = (1e-4, 0.45)
"""Where the search for a half-life (days) and for eps ends."""


@dataclass(frozen=True, slots=True)
class Learned:
    """Half-life (days, None: no decay) and eps of an attribute, before and after, and the evidence for the change.

    `gained` is the log2 evidence of the logs after less before; `entities`, `intervals` and `exposure` (days) say
    what it was drawn from. Where nothing changes, after equals before.
    """

    attribute: str
    half_life_before: float | None
    half_life_after: float | None
    eps_before: float
    eps_after: float
    gained: float
    entities: int
    intervals: int
    exposure: float
    reason: str

    @property
    def changed(self) -> bool:
        """Whether another half-life or eps is proposed."""
        return (self.half_life_before, self.eps_before) != (self.half_life_after, self.eps_after)


def learn(
    attribute: str,
    logs: Iterable[Iterable[Evidence]],
    *,
    universe: int,
    half_life: float | None,
    eps: float,
    prior_half_life: float = 365.0,
) -> Learned:
    """Half-life and eps by pooled MAP over all entities of an attribute; the default stays where evidence is thin.

    One log per entity, each from `looks.independent`. The default stays below 10 entities and 200 intervals, and
    where the logs are no more probable under the new parameters than under the old: the prior alone moves nothing.

    >>> log = [Evidence(str(i), 30.0 * i, "Acme") for i in range(9)]
    >>> learn("employer", [log], universe=32, half_life=1095.0, eps=0.05).reason
    'stays: 1 entity with 8 intervals; 10 entities or 200 intervals are needed'
    """
    pool = PooledLogs(logs, universe)
    before = rate_of(half_life)
    checks.miss(eps, universe)
    kept = Learned(attribute, half_life, half_life, eps, eps, 0.0, pool.entities, pool.intervals, pool.exposure, "")
    entities = f"{pool.entities} entit{'y' if pool.entities == 1 else 'ies'}"
    drawn = f"{entities} with {pool.intervals} intervals"
    if pool.entities < MIN_ENTITIES and pool.intervals < MIN_INTERVALS:
        needed = f"{MIN_ENTITIES} entities or {MIN_INTERVALS} intervals are needed"
        return replace(kept, reason=f"stays: {drawn}; {needed}")
    r, e = map_estimate(pool, prior_half_life)
    gained = pool.log2_evidence(r, e) - pool.log2_evidence(before, eps)
    if gained <= 0.0:
        return replace(kept, reason=f"stays: {drawn} are no more probable under other parameters")
    reason = f"{drawn} are {gained:.1f} bits more probable"
    return replace(kept, half_life_after=LN2 / r, eps_after=e, gained=gained, reason=reason)


def map_estimate(pool: PooledLogs, prior_half_life: float = 365.0) -> tuple[float, float]:
    """The rate r per day and eps that maximise the pooled evidence times the prior (§3.4).

    r ~ Gamma(2, mean ln2/`prior_half_life`), eps ~ Beta(2, 20), by compass search over log r and logit eps.
    """
    mean = LN2 / checks.positive(prior_half_life, "the prior half-life")
    a, b = EPS_PRIOR

    def score(r: float, e: float) -> float:
        log_prior = (RATE_SHAPE - 1.0) * math.log(r) - RATE_SHAPE * r / mean
        log_prior += (a - 1.0) * math.log(e) + (b - 1.0) * math.log1p(-e)
        return pool.log2_evidence(r, e) * LN2 + log_prior

    return _climb(score)


def _climb(score: Callable[[float, float], float]) -> tuple[float, float]:
    """The place of the maximum: from the best of a few starts, ever smaller steps in log r and logit eps."""

    def at(x: float, y: float) -> float:
        return score(math.exp(x), 1.0 / (1.0 + math.exp(-y)))

    low_x, high_x = (math.log(LN2 / h) for h in reversed(HALF_LIVES))
    low_y, high_y = (math.log(e / (1.0 - e)) for e in MISSES)
    starts = [(math.log(LN2 / half_life), -2.9) for half_life in (3.0, 30.0, 300.0, 3000.0, 30000.0)]
    top, x, y = max((at(*start), *start) for start in starts)
    step = 1.0
    while step > 5e-4:
        around = [(x + step, y), (x - step, y), (x, y + step), (x, y - step)]
        near = [(min(high_x, max(low_x, u)), min(high_y, max(low_y, v))) for u, v in around]
        best, u, v = max((at(u, v), u, v) for u, v in near)
        if best > top:
            top, x, y = best, u, v
        else:
            step /= 2.0
    return math.exp(x), 1.0 / (1.0 + math.exp(-y))


def expected_jumps(log: Iterable[Evidence], model: Plain) -> tuple[float, float]:
    """How often the value of one dimension is thought to have jumped between its looks, and in how many days.

    For an interval of dt days, xi = P(at least one jump | log) = sum_v gamma(v) (1 - lambda^dt) pi(v)/alpha(v), with
    gamma the smoothed and alpha the filtered law just before the look that ends it; a Poisson process of rate r that
    jumped at all jumped r dt/(1 - e^(-r dt)) times. Specification §3.4; a jump may land where it started.

    >>> log = [Evidence("1", 0.0, "Acme"), Evidence("2", 30.0, "Bolt"), Evidence("3", 60.0, "Bolt")]
    >>> [round(x, 3) for x in expected_jumps(log, Plain(32, 0.05, 0.998))]
    [0.564, 60.0]
    """
    kept = canonical(log)
    names = list(model.closed) or vocabulary(kept)
    rate = model.rate
    if not model.closed:
        model = replace(model, universe=effective_universe(model.universe, len(names)))
    sizes = np.array([1.0] * len(names) + [float(model.universe - len(names))])
    pi = sizes / model.universe
    with np.errstate(divide="ignore"):
        chain = Chain(np.log(pi), sizes, pi, rate)
    steps = []
    for e in kept:
        places = [checks.member(v, names) for v in e.values]
        end = (places[0], _miss(e, model)) if e.kind == "end" else None
        steps.append(Step(e.t, log_likelihoods(replace(e, weight=1.0), model, places, len(sizes)), end))
    looks = [(a.t, b.t) for a, b in pairwise(steps) if b.t > a.t]
    just_before = [math.nextafter(later, -math.inf) for _, later in looks]  # after all earlier, before the next
    jumps = 0.0
    alphas, gammas = chain.forward_backward(steps, just_before)
    for (earlier, later), alpha, gamma in zip(looks, alphas, gammas, strict=True):
        gone = rate * (later - earlier)
        if gone > 0.0:
            held = alpha > 0.0
            xi = -math.expm1(-gone) * float((gamma[held] * pi[held] / alpha[held]).sum())
            jumps += min(1.0, xi) * gone / -math.expm1(-gone)
    return jumps, math.fsum(later - earlier for earlier, later in looks)


def _miss(e: Evidence, model: Plain) -> float:
    """The share of its mass that a value keeps when it ends: the effective miss rate of the report."""
    _, eps, _ = channel(model.eps, model.universe, e.confidence, e.stance)
    return dated(eps, model.universe, model.rate, e.width)


def em_step(logs: Iterable[Iterable[Evidence]], model: Plain, prior_half_life: float | None = None) -> float:
    """One step of EM for the rate r, per day: expected jumps by exposure over all logs.

    Repeated, it climbs to the rate of maximum likelihood; with `prior_half_life` to the MAP under Gamma(2, mean
    ln2/half-life). The independent check of `map_estimate`, which is faster.

    >>> log = [Evidence("1", 0.0, "Acme"), Evidence("2", 30.0, "Bolt"), Evidence("3", 60.0, "Bolt")]
    >>> round(em_step([log], Plain(32, 0.05, 0.998)), 4)
    0.0094
    """
    found = [expected_jumps(log, model) for log in logs]
    jumps, exposure = math.fsum(j for j, _ in found), math.fsum(x for _, x in found)
    if prior_half_life is not None:
        jumps += RATE_SHAPE - 1.0
        exposure += RATE_SHAPE * checks.positive(prior_half_life, "the prior half-life") / LN2
    checks.positive(exposure, "the exposure in days")
    return jumps / exposure


def own_rate(log: Iterable[Evidence], model: Plain) -> float:
    """The rate of one dimension, shrunk towards that of its attribute: (2 + E[jumps])/(2/r + exposure days).

    "Confirmed for ten years" makes a dimension more stable than its attribute (§3.4, optional); `model` holds the
    attribute's K, eps and lambda. Raises ValidationError without a rate to shrink to.

    >>> log = [Evidence(str(i), 365.0 * i, "Acme") for i in range(10)]
    >>> 365 < LN2 / own_rate(log, Plain(32, 0.05, math.exp(-LN2 / 365)))
    True
    """
    jumps, exposure = expected_jumps(log, model)
    return (RATE_SHAPE + jumps) / (RATE_SHAPE / checks.positive(model.rate, "the rate") + exposure)
