"""The paper's equations on a belief over named values, as plain functions: Eqs. 2, 3, 4 and 7.

A belief here is two parallel lists, `values` and `p`, over a fixed vocabulary; the vocabulary grows only by
`extend`. The open-ended belief that the memory keeps, with its cell for what was never named, is `law.Law`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from . import checks
from .errors import UnknownValue, ValidationError
from .information import bits

LN2 = math.log(2.0)


@dataclass(frozen=True, slots=True)
class Update:
    """What one observation did: the belief after it, its surprise, its evidence and the revision, in bits."""

    values: list[str]
    p: list[float]
    surprise: float
    log2_evidence: float
    kl: float


def extend(
    values: Sequence[str], p: Sequence[float], novel: str | Iterable[str], eps: float
) -> tuple[list[str], list[float]]:
    """Let values never seen enter a belief at mass `eps` each, then renormalise once (the paper's extension).

    >>> extend(["a", "b"], [0.5, 0.5], "c", 0.25)
    (['a', 'b', 'c'], [0.4, 0.4, 0.2])
    """
    checks.inside(eps, "eps")
    known = checks.belief(values, p) if values else []
    wanted = [novel] if isinstance(novel, str) else list(novel)
    fresh = list(dict.fromkeys(checks.name(v) for v in wanted if v not in known))
    total = (1.0 if known else 0.0) + len(fresh) * eps
    if not total:
        raise ValidationError("nothing to extend an empty belief with")
    return known + fresh, [x / total for x in p] + [eps / total] * len(fresh)


def likelihood(
    values: Sequence[str], observed: str, eps: float, kind: str = "assert", weight: float = 1.0
) -> list[float]:
    """Eq. 2: the likelihood of observing a value, under each value; `deny` is its complement.

    1-eps for the observed value and eps/(|V|-1) for each other, to the power `weight`. A vocabulary of one
    value has no wrong answer to spread eps over: the likelihood is 1-eps.

    >>> likelihood(["a", "b", "c"], "a", 0.1)
    [0.9, 0.05, 0.05]
    """
    checks.inside(eps, "eps")
    if checks.finite(weight, "weight") < 0.0:
        raise ValidationError(f"weight must not be negative: {weight}")
    if kind not in ("assert", "deny"):
        raise ValidationError(f"kind must be assert or deny here, not {kind!r}")
    place = checks.member(checks.name(observed), checks.names(values))
    wrong = eps / (len(values) - 1) if len(values) > 1 else 0.0
    plain = [1.0 - eps if i == place else wrong for i in range(len(values))]
    return [(x if kind == "assert" else 1.0 - x) ** weight for x in plain]


def _bayes(p: Sequence[float], weights: Sequence[float]) -> tuple[list[float], float, float]:
    """Eq. 3 for any likelihood: the posterior, log2 of its normaliser, and KL(posterior || prior) in bits."""
    joint = [x * w for x, w in zip(p, weights, strict=True)]
    total = math.fsum(joint)
    if total <= 0.0:
        raise ValidationError("the observation is impossible under this belief")
    posterior = [x / total for x in joint]
    revision = math.fsum(y * math.log2(y / x) for x, y in zip(p, posterior, strict=True) if y > 0.0)
    return posterior, math.log2(total), max(revision, 0.0)


def update(
    values: Sequence[str],
    p: Sequence[float],
    observed: str,
    eps: float,
    *,
    kind: str = "assert",
    weight: float = 1.0,
) -> Update:
    """Eqs. 1 and 3: score an observation by its surprise, then move the belief; a new value extends it first.

    >>> after = update(["Google", "Sarvam AI"], [0.1, 0.9], "Google", 0.05)
    >>> round(after.p[0], 4), round(after.surprise, 3)
    (0.6786, 3.322)
    """
    checks.inside(eps, "eps")
    if checks.name(observed) not in values:
        values, p = extend(values, p, observed, eps)
    names = checks.belief(values, p)
    before = p[checks.member(observed, names)]
    shock = bits(before if kind == "assert" else 1.0 - before)
    posterior, evidence, revision = _bayes(p, likelihood(names, observed, eps, kind, weight))
    return Update(names, posterior, shock, evidence, revision)


def update_subset(values: Sequence[str], p: Sequence[float], subset: Iterable[str], eps: float) -> Update:
    """Coarse evidence "one of these": Eq. 2 summed over the subset; its surprise is -log2 p(subset).

    >>> update_subset(["Berlin", "Munich", "Rome"], [0.25, 0.25, 0.5], ["Berlin", "Munich"], 0.1).surprise
    1.0
    """
    checks.inside(eps, "eps")
    names = checks.belief(values, p)
    places = {checks.member(checks.name(v), names) for v in subset}
    if not places:
        raise ValidationError("an empty subset says nothing")
    wrong = eps / (len(names) - 1) if len(names) > 1 else 0.0
    inside, outside = 1.0 - eps + (len(places) - 1) * wrong, len(places) * wrong
    mass = math.fsum(p[i] for i in places)
    posterior, evidence, revision = _bayes(p, [inside if i in places else outside for i in range(len(names))])
    return Update(names, posterior, bits(min(mass, 1.0)), evidence, revision)


def repeat(
    values: Sequence[str], p: Sequence[float], observed: str, eps: float, times: int
) -> tuple[list[float], list[float], list[float]]:
    """The belief after `times` equal updates, without rounding: p, log2 p, and log2 odds of `observed` to each.

    >>> [round(x, 6) for x in repeat(["a", "b"], [0.5, 0.5], "a", 0.05, 10)[2]]
    [0.0, 42.479275]
    """
    checks.count(times, "times")
    names = checks.belief(values, p)
    place = checks.member(checks.name(observed), names)
    ratios = likelihood(names, observed, eps)
    logs = [
        math.log(x) + times * math.log(w) if x > 0.0 and w > 0.0 else -math.inf for x, w in zip(p, ratios, strict=True)
    ]
    top = max(logs)
    total = top + math.log(math.fsum(math.exp(x - top) for x in logs))
    odds = [0.0 if i == place else (logs[place] - x) / LN2 for i, x in enumerate(logs)]
    return [math.exp(x - total) for x in logs], [(x - total) / LN2 + 0.0 for x in logs], odds


def unupdate(values: Sequence[str], p: Sequence[float], observed: str, eps: float) -> list[float]:
    """Divide the last update out again; right only while nothing happened since. Retraction is a replay instead.

    >>> [round(x, 12) for x in unupdate(["a", "b"], [0.95, 0.05], "a", 0.05)]
    [0.5, 0.5]
    """
    names = checks.belief(values, p)
    return _bayes(p, [1.0 / x for x in likelihood(names, checks.name(observed), eps)])[0]


def kept(lam: float, dt: float) -> tuple[float, float]:
    """The share lambda^dt of a belief that stays after `dt` days, and 1 minus it without cancellation."""
    a = checks.duration(dt) * math.log(checks.inside(lam, "lambda"))
    return math.exp(a), -math.expm1(a)


def decay(p: Sequence[float], lam: float, dt: float) -> list[float]:
    """Eq. 4: a belief left alone for `dt` days drifts to uniform over its values.

    >>> decay([1.0, 0.0], 0.5, 1.0)
    [0.75, 0.25]
    """
    checks.distribution(p)
    stay, gone = kept(lam, dt)
    return list(p) if dt == 0 else [stay * x + gone / len(p) for x in p]


def undecay(p: Sequence[float], lam: float, dt: float) -> list[float]:
    """The belief that decays to `p` in `dt` days; ValidationError if there is none.

    >>> [round(x, 6) for x in undecay([0.75, 0.25], 0.5, 1.0)]
    [1.0, 0.0]
    """
    checks.distribution(p)
    stay, gone = kept(lam, dt)
    if stay == 0.0:
        raise ValidationError(f"nothing is left of a belief after {dt} days")
    before = [(x - gone / len(p)) / stay for x in p]
    if min(before) < -checks.SUM_TOLERANCE:
        raise ValidationError(f"no belief decays to {list(p)} in {dt} days")
    return [max(x, 0.0) for x in before]


def surprise_of(values: Sequence[str], p: Sequence[float], observed: str, eps: float | None = None) -> float:
    """Eq. 1 for a value of a belief, in bits; a value outside extends the belief first if `eps` is given.

    >>> round(surprise_of(["a"], [1.0], "b", 0.05), 3)
    4.392
    """
    checks.name(observed)
    names = checks.belief(values, p) if values or eps is None else []
    if observed not in names:
        if eps is None:
            raise UnknownValue(f"{observed!r} is not among {names}")
        names, p = extend(names, p, observed, eps)
    return bits(p[names.index(observed)])


@dataclass(frozen=True, slots=True)
class Logged:
    """What Eq. 7 needs of a delta: its value, its surprise in bits, its kind, and whether it was retracted."""

    value: str
    surprise: float
    kind: str = "assert"
    retracted: bool = False


def observed_values(log: Iterable[Logged], theta: float = 1.0) -> list[str]:
    """Eq. 7: the values that were asserted with a surprise above `theta` bits, in order of first use.

    What was retracted or denied stays out.

    >>> observed_values([Logged("hike", 4.0), Logged("hike", 0.1), Logged("golf", 6.0, retracted=True)])
    ['hike']
    """
    return list(dict.fromkeys(d.value for d in log if d.kind == "assert" and not d.retracted and d.surprise > theta))
