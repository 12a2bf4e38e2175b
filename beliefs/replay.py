"""The plain filter and smoother, as the equations say them: beliefs as logs of masses, one pass over the evidence.

Belief specification §§3-5. It knows nothing of witnesses and is O(n) per piece of evidence: the oracle of the
witness filter, which equals it with one report per witness, and the forward pass from which rates are learned.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from . import checks, reliability
from .errors import ValidationError
from .evidence import Evidence, canonical, vocabulary
from .information import bits
from .markov import Chain, Floats, Step, decayed, moved
from .witness import leader

LN2 = math.log(2.0)


@dataclass(frozen=True, slots=True)
class Filtered:
    """A belief at one time: names in order of first use, their masses, what is unknown, and how it came about."""

    values: list[str]
    p: list[float]
    unknown: float
    best: str | None
    order: list[str]
    surprises: list[float]
    log2_evidence: float
    entropy: float


@dataclass(frozen=True, slots=True)
class Plain:
    """The parameters of the plain filter: K, eps, lambda per day (None: no decay), a closed vocabulary if any."""

    universe: int
    eps: float
    lam: float | None = None
    closed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checks.count(self.universe, "K", 2)
        checks.miss(self.eps, self.universe)
        if self.lam is not None:
            checks.inside(self.lam, "lambda")
        if self.closed and len(checks.names(self.closed)) != self.universe:
            raise ValidationError(f"{len(self.closed)} values are named, but K is {self.universe}")

    @property
    def rate(self) -> float:
        """r of lambda = exp(-r)."""
        return 0.0 if self.lam is None else -math.log(self.lam)


class _Cells:
    """log masses of the named values, and of the unseen ones together, in one array; the last cell is the unseen."""

    def __init__(self, model: Plain, names: Sequence[str] = ()) -> None:
        self.model = model
        self.names = list(model.closed) or list(names)
        self.places = {value: i for i, value in enumerate(self.names)}
        self.t = -math.inf
        named = len(self.names)
        each = -math.log(model.universe)
        rest = model.universe - named
        if rest < (0 if model.closed else 1):
            raise ValidationError(f"{named} names need K > {named}, not {model.universe}")
        self.log_p = np.array([each] * named + [each + math.log(rest) if rest else -math.inf])

    @property
    def sizes(self) -> Floats:
        """How many values each cell holds."""
        sizes = np.ones(len(self.names) + 1)
        sizes[-1] = self.model.universe - len(self.names)
        return sizes

    def name(self, value: str) -> int:
        known = self.places.get(value)
        if known is not None:
            return known
        rest = self.model.universe - len(self.names)
        if self.model.closed:
            raise ValidationError(f"{value!r} is not among {list(self.model.closed)}")
        if rest < 2:
            named = len(self.names) + 1
            raise ValidationError(f"an open dimension with {named} names needs K > {named}, not {self.model.universe}")
        unseen = self.log_p[-1]
        self.log_p = np.append(self.log_p[:-1], [unseen - math.log(rest), unseen + math.log((rest - 1) / rest)])
        self.names.append(value)
        self.places[value] = len(self.names) - 1
        return len(self.names) - 1

    def decay_to(self, t: float) -> None:
        """Eq. 4 in logs: logaddexp(log p + a, log(1 - e^a) + log(size/K))."""
        if self.t != -math.inf and t != self.t and self.model.lam is not None:
            self.log_p = decayed(self.log_p, self.sizes / self.model.universe, -self.model.rate * (t - self.t))
        self.t = t

    def entropy(self) -> float:
        masses = np.exp(self.log_p)
        sizes = self.sizes
        return math.fsum(p * bits(p / n) for p, n in zip(masses, sizes, strict=True) if p > 0.0) + 0.0


def _miss(e: Evidence, model: Plain) -> float:
    """The effective miss rate of a piece of evidence."""
    _, eps, _ = reliability.channel(model.eps, model.universe, e.confidence, e.stance)
    return reliability.dated(eps, model.universe, model.rate, e.width) if e.width else eps


def log_likelihoods(e: Evidence, model: Plain, places: Sequence[int], cells: int) -> Floats:
    """Eq. 2 for each cell, in logs, at the effective miss rate of the evidence, to the power of its weight."""
    eps = _miss(e, model)
    wrong = eps / (model.universe - 1)
    hit, miss = 1.0 - eps + (len(places) - 1) * wrong, len(places) * wrong
    if e.kind == "deny":
        hit, miss = 1.0 - hit, 1.0 - miss
    found = np.full(cells, math.log(miss))
    found[list(places)] = math.log(hit)
    return found * e.weight


def _step(cells: _Cells, e: Evidence) -> tuple[float, float]:
    """One piece of evidence: decay, Eq. 1, Eqs. 2 and 3; returns its surprise and log2 of the normaliser."""
    cells.decay_to(e.t)
    places = [cells.name(v) for v in e.values]
    mass = float(np.exp(cells.log_p[places]).sum())
    if e.kind == "deny":
        others = np.delete(cells.log_p, places)
        shock = bits(float(np.exp(others).sum()))
    else:
        shock = -float(np.logaddexp.reduce(cells.log_p[places])) / LN2 + 0.0 if mass > 0.0 else math.inf
    joint = cells.log_p + log_likelihoods(e, cells.model, places, len(cells.log_p))
    total = float(np.logaddexp.reduce(joint))
    cells.log_p = joint - total
    if e.kind == "end":
        cells.log_p = moved(cells.log_p, cells.sizes, places[0], _miss(e, cells.model))
    return max(shock, 0.0), total / LN2


def filter(log: Iterable[Evidence], model: Plain, at: float, retracted: Collection[str] = ()) -> Filtered:
    """Eqs. 3 and 4 as the forward filter of a hidden Markov chain: the belief at time `at`, in days.

    Any order of the log gives the same answer; evidence later than `at` has no effect. A `change` is not known
    here: the witness filter resolves it. Raises ConflictError for one id with two contents.

    >>> belief = filter([Evidence("1", 0.0, "Acme")], Plain(16, 0.05, 0.998), 0.0)
    >>> round(belief.p[0], 3), belief.surprises
    (0.95, [4.0])
    """
    checks.number(at, "the time asked about")
    kept = [e for e in canonical(log) if e.id not in retracted]
    cells = _Cells(model)
    order, surprises, evidence = [], [], 0.0
    asserted: dict[str, tuple[float, str]] = {}
    for e in kept:
        if e.t <= at:
            shock, log2 = _step(cells, e)
            order.append(e.id)
            surprises.append(shock)
            evidence += log2
            if e.kind == "assert":
                asserted.update(dict.fromkeys(e.values, (e.t, e.id)))
    if cells.t != -math.inf:
        cells.decay_to(at)
    p = [float(x) for x in np.exp(cells.log_p)]
    unknown = p.pop()
    best = leader(cells.names, p, unknown, asserted)
    return Filtered(cells.names, p, unknown, best, order, surprises, evidence, cells.entropy())


def smooth(
    log: Iterable[Evidence], model: Plain, times: Iterable[float], retracted: Collection[str] = ()
) -> tuple[list[str], list[Floats], list[Floats]]:
    """What is now thought to have been true at each time: Eq. 3 forward and backward over the whole log.

    Returns the names of the whole log, and for each time the filtered and the smoothed law, over the names and
    last the unknown. Belief specification §3.5; at or after the last evidence both are the same.

    >>> log = [Evidence("1", 0.0, "Acme"), Evidence("2", 300.0, "Bolt")]
    >>> names, forward, both = smooth(log, Plain(16, 0.05, 0.998), [150.0])
    >>> bool(both[0][0] < forward[0][0])
    True
    """
    kept = [e for e in canonical(log) if e.id not in retracted]
    start = _Cells(model, vocabulary(kept))
    steps = []
    for e in kept:
        places = [checks.member(v, start.names) for v in e.values]
        end = (places[0], _miss(e, model)) if e.kind == "end" else None
        steps.append(Step(e.t, log_likelihoods(e, model, places, len(start.names) + 1), end))
    chain = Chain(start.log_p, start.sizes, start.sizes / model.universe, model.rate)
    filtered, smoothed = chain.forward_backward(steps, times)
    return start.names, filtered, smoothed


def bitemporal(
    log: Iterable[tuple[Evidence, float]], model: Plain, at: float, known_by: float, hindsight: bool = False
) -> tuple[list[str], list[float], float]:
    """The belief about time `at` from what was recorded by `known_by`: names, masses and the unknown.

    `log` pairs each piece of evidence with its recording time, in days. With `hindsight` later events count too.

    >>> log = [(Evidence("1", 0.0, "Acme"), 0.0), (Evidence("2", 5.0, "Bolt"), 9.0)]
    >>> bitemporal(log, Plain(16, 0.05), 6.0, 8.0)[0]
    ['Acme']
    """
    known = [e for e, recorded in log if recorded <= known_by]
    if not hindsight:
        belief = filter(known, model, at)
        return belief.values, belief.p, belief.unknown
    names, _, laws = smooth(known, model, [at])
    law = [float(x) for x in laws[0]]
    unknown = law.pop()
    return names, law, unknown
