"""One member of a set: whether a value belongs to it, yes or no; Eqs. 2 to 4 with two values and decay to a prior."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from . import checks, reliability
from .categorical import kept
from .errors import ValidationError
from .evidence import Evidence, canonical
from .information import bits

PRIOR = 0.1
"""pi0: how likely a value that was never mentioned is a member (specification §6)."""


def update(q: float, eps: float, kind: str = "assert", weight: float = 1.0) -> tuple[float, float]:
    """Eq. 3 with |V| = 2: the belief that a value is a member after a mention or a denial, and its surprise in bits.

    The likelihood counts to the power `weight`.

    >>> update(0.5, 0.05)
    (0.95, 1.0)
    """
    checks.probability(q, "q")
    checks.inside(eps, "eps")
    if kind not in ("assert", "deny"):
        raise ValidationError(f"kind must be assert or deny here, not {kind!r}")
    hit, miss = (1.0 - eps, eps) if kind == "assert" else (eps, 1.0 - eps)
    hit, miss = hit**weight, miss**weight
    return hit * q / (hit * q + miss * (1.0 - q)), bits(q if kind == "assert" else 1.0 - q)


def decay(q: float, lam: float, dt: float, prior: float = PRIOR) -> float:
    """Eq. 4 with |V| = 2 and the prior as its target.

    >>> round(decay(0.95, 0.998, 365, 0.1), 4)
    0.5093
    """
    checks.probability(q, "q")
    stay, gone = kept(lam, dt)
    return q if dt == 0 else stay * q + gone * checks.probability(prior, "prior")


@dataclass(frozen=True, slots=True)
class Members:
    """A belief about a set: q for each value mentioned, the surprises in order, the summed entropy in bits."""

    q: dict[str, float]
    surprises: list[float]
    entropy: float


def filter(log: Iterable[Evidence], eps: float, lam: float | None, prior: float, at: float) -> Members:
    """Independent binary beliefs, one for each value mentioned; an `end` is a denial. The oracle of `sets`.

    >>> round(filter([Evidence("1", 0.0, "chess")], 0.05, None, 0.1, 0.0).q["chess"], 3)
    0.679
    """
    checks.inside(prior, "prior")
    rate = 0.0 if lam is None else -math.log(checks.inside(lam, "lambda"))
    state: dict[str, tuple[float, float]] = {}
    surprises = []
    for e in canonical(log):
        if e.t <= at:
            q, t = state.get(e.value, (prior, e.t))
            if lam is not None:
                q = decay(q, lam, e.t - t, prior)
            kind = "assert" if e.kind in ("assert", "change") else "deny"
            _, eps_eff, _ = reliability.channel(eps, 2, e.confidence, e.stance)
            if e.width:
                eps_eff = reliability.dated(eps_eff, 2, rate, e.width)
            q, shock = update(q, eps_eff, kind, e.weight)
            state[e.value] = (q, e.t)
            surprises.append(shock)
    final = {v: decay(q, lam, at - t, prior) if lam is not None else q for v, (q, t) in state.items()}
    return Members(final, surprises, entropy(final.values()))


def entropy(qs: Iterable[float]) -> float:
    """The sum of the binary entropies, in bits.

    >>> entropy([0.5, 1.0])
    1.0
    """
    return math.fsum(x * bits(x) for q in qs for x in (q, 1.0 - q) if x > 0.0) + 0.0
