"""Other ways to keep a belief, for comparison, chosen by name; and our two filters under the same interface.

A baseline is a function from (evidence in canonical order, parameters, time) to a distribution over the named values
and the unknown, so that an evaluation can swap them. Belief specification §§1, 6, 10. Denials and ends are known to
the filters only; the others look at assertions, as their authors meant them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from . import categorical, checks, members, replay
from .errors import UnknownValue
from .evidence import Evidence, canonical, vocabulary
from .information import bits
from .provenance import stand
from .reliability import effective_universe
from .report import Parameters, reports
from .snapshot import FRESH, Snapshot, snapshot
from .witness import WitnessFilter

CONCENTRATION = 1.0
"""a of the Dirichlet baselines, spread over all K values (specification §10)."""

BETA = (0.2, 0.8)
"""alpha and beta of the Beta counts (specification §6, [sets])."""


class Baseline(Protocol):
    """A way to form a belief about one value from evidence; pure, and blind to evidence later than `at`."""

    def __call__(self, log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
        """The belief at time `at` (days) from evidence in canonical order; K, eps and r stand in `parameters`."""


def belief(name: str, log: Iterable[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """The belief of a baseline by its name; see `BASELINES`. K is doubled until it holds the names.

    >>> log = [Evidence("1", 0.0, "Acme"), Evidence("2", 1.0, "Acme"), Evidence("3", 2.0, "Bolt")]
    >>> [belief(n, log, Parameters(32, 0.05, 0.0), 2.0).best for n in ("majority", "last write wins")]
    ['Acme', 'Bolt']
    """
    if name not in BASELINES:
        raise UnknownValue(f"no baseline is called {name!r}; there are {', '.join(BASELINES)}")
    checks.number(at, "the time asked about")
    used = [e for e in canonical(log) if e.t <= at]
    size = effective_universe(parameters.universe, len(vocabulary(used)))
    return BASELINES[name](used, Parameters(size, parameters.eps, parameters.rate, parameters.trust), at)


def _asserted(log: Sequence[Evidence], at: float) -> list[Evidence]:
    return [e for e in log if e.t <= at and e.kind in ("assert", "change")]


def paper_literal(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """The paper as it stands: V is what was observed, extension at eps, Eq. 3, Eq. 4 over V (finding table of §1).

    Scored kindly: a value never seen has its share of the eps that the next extension would give.

    >>> lone = paper_literal([Evidence("1", 0.0, "Acme")], Parameters(32, 0.05, 0.0), 0.0)
    >>> round(lone.masses["Acme"], 3)
    0.952
    """
    values: list[str] = []
    p: list[float] = []
    now = 0.0
    for e in _asserted(log, at):
        p = _literal_decay(p, parameters.rate * (e.t - now))
        after = categorical.update(values, p, e.value, parameters.eps)
        values, p, now = after.values, after.p, e.t
    if not values:
        return FRESH
    p = _literal_decay(p, parameters.rate * (at - now))
    kind = 1.0 + parameters.eps
    return snapshot(values, [x / kind for x in p], parameters.eps / kind)


def _literal_decay(p: list[float], exponent: float) -> list[float]:
    """Eq. 4 over what was observed so far."""
    stay, gone = math.exp(-exponent), -math.expm1(-exponent)
    return [stay * x + gone / len(p) for x in p] if p else p


def last_write_wins(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """The value asserted last, at 1 - eps for ever.

    >>> last_write_wins([Evidence("1", 0.0, "Acme")], Parameters(32, 0.05, 0.0), 9.0)
    Snapshot(masses={'Acme': 0.95}, unknown=0.05)
    """
    heard = _asserted(log, at)
    return Snapshot({heard[-1].value: 1.0 - parameters.eps}, parameters.eps) if heard else FRESH


def majority(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """Counts as a Dirichlet over K values, (n_v + a/K)/(N + a) with a = 1: nothing is ever forgotten.

    >>> majority([Evidence("1", 0.0, "Acme")], Parameters(4, 0.05, 0.0), 9.0)
    Snapshot(masses={'Acme': 0.625}, unknown=0.375)
    """
    return dirichlet(log, Parameters(parameters.universe, parameters.eps, 0.0), at)


def dirichlet(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """The same with counts that decay at the rate r, each weighted by its confidence and weight.

    >>> round(dirichlet([Evidence("1", 0.0, "Acme")], Parameters(4, 0.05, math.log(2.0)), 1.0).masses["Acme"], 3)
    0.5
    """
    counts: dict[str, float] = {}
    for e in _asserted(log, at):
        count = e.confidence * e.stance * e.weight * math.exp(-parameters.rate * (at - e.t))
        counts[e.value] = counts.get(e.value, 0.0) + count
    total = math.fsum(counts.values()) + CONCENTRATION
    each = CONCENTRATION / parameters.universe
    masses = [(n + each) / total for n in counts.values()]
    return snapshot(counts, masses, (parameters.universe - len(counts)) * each / total)


@dataclass(frozen=True, slots=True)
class BetaCounts:
    """A belief about a set by counting: decayed counts for and against each value, q, surprises, summed entropy."""

    a: dict[str, float]
    b: dict[str, float]
    q: dict[str, float]
    surprises: list[float]
    entropy: float


def beta_filter(log: Iterable[Evidence], alpha: float, beta: float, rate: float, at: float) -> BetaCounts:
    """Membership by Beta counts: q = (alpha + a)/(alpha + beta + a + b), counts weight × confidence × lambda^age.

    Linear in the evidence, so late data and retraction are exact without a replay, but too flat early on (§6).
    An `end` is a denial. `rate` is r per day, 0 for no decay.

    >>> round(beta_filter([Evidence("1", 0.0, "chess")], 0.2, 0.8, 0.0, 0.0).q["chess"], 2)
    0.6
    """
    checks.positive(alpha, "alpha")
    checks.positive(beta, "beta")
    checks.duration(checks.finite(rate, "the rate"), "the rate")
    checks.number(at, "the time asked about")
    counts: dict[str, tuple[float, float, float]] = {}
    surprises = []
    for e in canonical(log):
        if e.t <= at:
            a, b = _counts_at(counts.get(e.value, (0.0, 0.0, e.t)), rate, e.t)
            q = (alpha + a) / (alpha + beta + a + b)
            count = e.weight * e.confidence * e.stance
            if e.kind in ("assert", "change"):
                surprises.append(bits(q))
                counts[e.value] = (a + count, b, e.t)
            else:
                surprises.append(bits((beta + b) / (alpha + beta + a + b)))
                counts[e.value] = (a, b + count, e.t)
    found = {v: _counts_at(held, rate, at) for v, held in counts.items()}
    q_of = {v: (alpha + a) / (alpha + beta + a + b) for v, (a, b) in found.items()}
    for_, against = {v: a for v, (a, _) in found.items()}, {v: b for v, (_, b) in found.items()}
    return BetaCounts(for_, against, q_of, surprises, members.entropy(q_of.values()))


def _counts_at(held: tuple[float, float, float], rate: float, t: float) -> tuple[float, float]:
    a, b, since = held
    stay = math.exp(-rate * (t - since))
    return a * stay, b * stay


def noisy_or(q: float, confidences: Iterable[float]) -> float:
    """Membership if any report is right: 1 - (1-q) prod(1-c). Thirty rumours at .2 make it certain (§6).

    >>> round(noisy_or(0.0, [0.6, 0.6, 0.6]), 3)
    0.936
    """
    left = 1.0 - checks.probability(q, "q")
    for c in confidences:
        left *= 1.0 - checks.probability(c, "confidence")
    return 1.0 - left


def exclusive(q: Mapping[str, float]) -> Snapshot:
    """Independent memberships as a distribution over one value: given that no more than one of them holds.

    P(v) ~ q_v/(1 - q_v), and the unknown ~ 1; how the set baselines answer a question for one value.

    >>> exclusive({"Acme": 0.5, "Bolt": 0.5}).masses["Acme"] == exclusive({"Acme": 0.5, "Bolt": 0.5}).unknown
    True
    """
    odds = {v: min(x, 1.0 - 1e-15) / (1.0 - min(x, 1.0 - 1e-15)) for v, x in q.items()}
    total = math.fsum(odds.values()) + 1.0
    return Snapshot({v: x / total for v, x in odds.items()}, 1.0 / total)


def beta_counts(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """`beta_filter` with Beta(.2, .8), decayed at the rate r, read as one value (`exclusive`)."""
    return exclusive(beta_filter(log, *BETA, parameters.rate, at).q)


def noisy_or_decayed(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """`noisy_or` over the reports of each value, each at confidence (1-eps) lambda^age, read as one value."""
    heard: dict[str, list[float]] = {}
    for e in _asserted(log, at):
        c = e.confidence * e.stance * (1.0 - parameters.eps) * math.exp(-parameters.rate * (at - e.t))
        heard.setdefault(e.value, []).append(c)
    return exclusive({v: noisy_or(0.0, cs) for v, cs in heard.items()})


def plain_filter(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """Eqs. 3 and 4 over a fixed K, every report independent of the others: `replay.filter`."""
    lam = math.exp(-parameters.rate) if parameters.rate > 0.0 else None
    found = replay.filter(log, replay.Plain(parameters.universe, parameters.eps, lam), at)
    return snapshot(found.values, found.p, found.unknown)


def witness_filter(log: Sequence[Evidence], parameters: Parameters, at: float) -> Snapshot:
    """What the memory believes: the witness filter, with tiers and ceilings (provenance specification §2)."""
    filtering = WitnessFilter(parameters)
    for report in reports(log, stand(log, parameters.trust), parameters):
        if report.t <= at:
            filtering.step(report)
    p, unknown = filtering.read(at)
    return snapshot(filtering.names, p, unknown)


BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "paper literal": paper_literal,
        "last write wins": last_write_wins,
        "majority": majority,
        "dirichlet": dirichlet,
        "beta counts": beta_counts,
        "noisy-or": noisy_or_decayed,
        "plain filter": plain_filter,
        "witness filter": witness_filter,
    }
)
"""Every baseline by its name; the last two are ours."""
