"""How strong one piece of evidence is: the observation channel, rates of change, dating and repetition."""

from __future__ import annotations

import math

from . import checks
from .errors import ValidationError

LN2 = math.log(2.0)


def channel(eps: float, universe: int, confidence: float = 1.0, source: float = 1.0) -> tuple[float, float, float]:
    """The symmetric channel behind Eq. 2: reliability rho, effective miss rate, and log2 likelihood ratio.

    rho = (1 - eps K/(K-1)) confidence source, and eps_eff = (1-rho)(K-1)/K is what Eq. 2 takes;
    with rho = 0 it is no evidence at all.

    >>> [round(x, 4) for x in channel(0.05, 16)]
    [0.9467, 0.05, 8.1548]
    """
    checks.count(universe, "K", 2)
    checks.miss(eps, universe)
    checks.probability(confidence, "confidence")
    checks.probability(source, "source reliability")
    rho = (1.0 - eps * universe / (universe - 1)) * confidence * source
    eps_eff = (1.0 - rho) * (universe - 1) / universe
    return rho, eps_eff, (math.log1p(-eps_eff) - math.log(eps_eff / (universe - 1))) / LN2


def log_ratio(rho: float, universe: int) -> float:
    """The natural log likelihood ratio log(1 + K rho/(1-rho)) of a value asserted with reliability `rho`.

    >>> round(log_ratio(0.2, 32) / LN2, 4)
    3.1699
    """
    return math.log1p(universe * rho / (1.0 - rho))


def rate(half_life: float | None) -> float:
    """The rate r of Eq. 4 per day, lambda = exp(-r), for a half-life in days; 0 for None: no decay.

    >>> round(rate(365.0), 6)
    0.001899
    """
    return 0.0 if half_life is None else LN2 / checks.positive(half_life, "half_life")


def convert(universe: int, **given: float) -> dict[str, float]:
    """One way to state how fast a value changes, in all the others.

    Give one of `half_life` (days), `lam` (what a day keeps) or `mean_days_between_changes`. A jump may
    land where it started, so real changes have the rate r (K-1)/K.

    >>> round(convert(16, half_life=365.0)["mean_days_between_changes"], 2)
    561.69
    """
    checks.count(universe, "K", 2)
    if len(given) != 1:
        raise ValidationError(f"give one of half_life, lam, mean_days_between_changes, not {sorted(given)}")
    ((name, value),) = given.items()
    share = (universe - 1) / universe
    if name == "half_life":
        r = LN2 / checks.positive(value, name)
    elif name == "lam":
        r = -math.log(checks.inside(value, name))
    elif name == "mean_days_between_changes":
        r = 1.0 / (checks.positive(value, name) * share)
    else:
        raise ValidationError(f"{name!r} is none of half_life, lam, mean_days_between_changes")
    return {
        "rate": r,
        "lam": math.exp(-r),
        "half_life": LN2 / r,
        "mean_days_between_changes": 1.0 / (r * share),
    }


def dating(r: float, width: float) -> float:
    """What remains of evidence that is dated only to an interval of `width` days, placed at its middle.

    The mean of lambda^|tau - middle|: (1 - e^-q)/q with q = r w/2.

    >>> round(dating(-math.log(0.998), 365), 6)
    0.837674
    """
    checks.duration(width, "width")
    q = r * width / 2.0 if r > 0.0 else 0.0
    return 1.0 if q == 0.0 else -math.expm1(-q) / q


def dated(eps_eff: float, universe: int, r: float, width: float) -> float:
    """An effective miss rate after `dating`: reliability and dating multiply.

    >>> round(dated(0.05, 16, -math.log(0.998), 365), 4)
    0.1941
    """
    share = (universe - 1) / universe
    return share - (share - eps_eff) * dating(r, width)


def effective_count(m: float, rho_e: float) -> float:
    """How many independent pieces m copies in one episode are worth: m/(1 + (m-1) rho_e).

    >>> round(effective_count(10, 0.5), 3)
    1.818
    """
    return 0.0 if m == 0 else m / (1.0 + (m - 1.0) * rho_e)


def copy_weight(j: int, rho_e: float) -> float:
    """The weight of copy `j` (1, 2, ...) of one statement within an episode.

    >>> copy_weight(1, 0.8), round(copy_weight(2, 0.8), 4)
    (1.0, 0.1111)
    """
    return effective_count(j, rho_e) - effective_count(j - 1, rho_e)


def powers(seen: dict[float, int], ceiling: float, levels: list[float], rho_e: float) -> list[float]:
    """The weight of the next copy of a statement, for each level that it updates; notes the copy in `seen`.

    `seen` counts the earlier copies by their ceiling; level s has heard those with a ceiling of at least s.

    >>> seen: dict[float, int] = {}
    >>> powers(seen, 0.5, [0.5], 0.8), [round(w, 4) for w in powers(seen, 0.9, [0.5, 0.9], 0.8)]
    ([1.0], [0.1111, 1.0])
    """
    earlier = [sum(n for c, n in seen.items() if c >= s) for s in levels]
    seen[ceiling] = seen.get(ceiling, 0) + 1
    return [copy_weight(j + 1, rho_e) for j in earlier]


def episode_weights(m: int, rho_e: float) -> list[float]:
    """The weights of copies 1 to `m`; they sum to `effective_count(m, rho_e)`.

    >>> [round(w, 3) for w in episode_weights(3, 0.5)]
    [1.0, 0.333, 0.167]
    """
    checks.count(m, "m")
    checks.probability(rho_e, "rho_e")
    return [copy_weight(j, rho_e) for j in range(1, m + 1)]


def effective_universe(universe: int, distinct: int) -> int:
    """K for a dimension with `distinct` names: K0 doubled until there is room for one more.

    >>> effective_universe(32, 31), effective_universe(32, 32)
    (32, 64)
    """
    checks.count(universe, "K0", 2)
    checks.count(distinct, "the number of names")
    while universe <= distinct:
        universe *= 2
    return universe
