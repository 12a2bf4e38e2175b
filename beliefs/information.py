"""How much is learned, in bits: surprise, entropy and the divergences between two beliefs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .checks import distribution, probability
from .errors import ValidationError

__all__ = [
    "align",
    "bits",
    "divergence",
    "entropy",
    "entropy_bounds",
    "jsd",
    "kl",
    "normalised",
    "surprise",
    "symkl",
]

LN2 = math.log(2.0)


def bits(p: float) -> float:
    """The surprise of something of probability p: -log2 p, infinite at 0, never -0.0.

    >>> bits(0.25)
    2.0
    """
    return -math.log2(p) + 0.0 if p > 0.0 else math.inf


def surprise(p: float) -> float:
    """Eq. 1: how surprising an observation is that was given probability `p`, in bits.

    >>> round(surprise(0.08), 3)
    3.644
    """
    return bits(probability(p, "p"))


def entropy(p: Sequence[float], unknown: float = 0.0, unseen: int = 0) -> float:
    """The uncertainty of a belief in bits, over all its values.

    `p` are the named values' masses; `unknown` is shared equally by `unseen` further values.
    0 log 0 counts as 0.

    >>> entropy([0.5, 0.5]), entropy([0.5], unknown=0.5, unseen=2)
    (1.0, 1.5)
    """
    distribution(p, unknown)
    if unknown > 0.0 and unseen <= 0:
        raise ValidationError(f"a mass of {unknown} is unknown, but there is no unseen value to hold it")
    total = math.fsum(x * bits(x) for x in p if x > 0.0)
    if unknown > 0.0:
        total += unknown * bits(unknown / unseen)
    return total + 0.0


def normalised(entropy_bits: float, values: int) -> float:
    """Entropy as a share of its greatest possible, log2 of the number of values; 0 for a single value.

    >>> normalised(1.0, 4)
    0.5
    """
    return 0.0 if values <= 1 else entropy_bits / math.log2(values)


def entropy_bounds(p: Sequence[float], kept: float) -> tuple[float, float, float]:
    """Eq. 5: bounds on the entropy after a decay that keeps the share `kept` = lambda^dt.

    Returns the paper's bound f H0, the bound by concavity f H0 + (1-f) log2 n, and that plus the
    entropy of the mixture h2(f); the entropy after decay lies between the second and the third.

    >>> [round(x, 4) for x in entropy_bounds([0.9, 0.1], 0.729)]
    [0.3419, 0.6129, 1.4558]
    """
    h0 = entropy(p)
    paper = kept * h0
    concave = paper + (1.0 - kept) * math.log2(len(p))
    mixing = sum(x * bits(x) for x in (kept, 1.0 - kept) if x > 0.0)
    return paper, concave, concave + mixing


def kl(p: Sequence[float], q: Sequence[float]) -> float:
    """The Kullback-Leibler divergence of `p` from `q` in bits: infinite where q is 0 and p is not.

    >>> round(kl([0.5, 0.5], [0.9, 0.1]), 6)
    0.736966
    """
    distribution(p)
    distribution(q)
    if len(p) != len(q):
        raise ValidationError(f"two distributions over {len(p)} and {len(q)} values cannot be compared")
    return _kl(p, q)


def _kl(p: Sequence[float], q: Sequence[float]) -> float:
    total = 0.0
    for x, y in zip(p, q, strict=True):
        if x > 0.0:
            if y <= 0.0:
                return math.inf
            total += x * math.log2(x / y)
    return max(total, 0.0)


def symkl(p: Sequence[float], q: Sequence[float]) -> float:
    """The symmetric divergence KL(p||q) + KL(q||p), in bits.

    >>> round(symkl([0.5, 0.5], [0.9, 0.1]), 6)
    1.26797
    """
    return kl(p, q) + kl(q, p)


def jsd(p: Sequence[float], q: Sequence[float]) -> float:
    """The Jensen-Shannon divergence in bits: 0 for equal distributions, 1 for disjoint ones.

    >>> jsd([1.0, 0.0], [0.0, 1.0])
    1.0
    """
    distribution(p)
    distribution(q)
    if len(p) != len(q):
        raise ValidationError(f"two distributions over {len(p)} and {len(q)} values cannot be compared")
    middle = [(x + y) / 2.0 for x, y in zip(p, q, strict=True)]
    return min(1.0, (_kl(p, middle) + _kl(q, middle)) / 2.0)


def align(
    a: Mapping[str, float], b: Mapping[str, float], smoothing: float = 0.0
) -> tuple[list[str], list[float], list[float]]:
    """Two beliefs over their common vocabulary (a's order, then what is new in b), each mixed with uniform.

    `smoothing` s in [0, 1) gives (1-s) p + s/n over the n values of the union.

    >>> align({"Berlin": 1.0}, {"Paris": 1.0})
    (['Berlin', 'Paris'], [1.0, 0.0], [0.0, 1.0])
    """
    distribution(list(a.values()))
    distribution(list(b.values()))
    if probability(smoothing, "smoothing") == 1.0:
        raise ValidationError("a smoothing of 1 leaves nothing of either belief")
    values = [*a, *(v for v in b if v not in a)]
    floor = smoothing / len(values)
    p = [(1.0 - smoothing) * a.get(v, 0.0) + floor for v in values]
    q = [(1.0 - smoothing) * b.get(v, 0.0) + floor for v in values]
    return values, p, q


def divergence(a: Mapping[str, float], b: Mapping[str, float], values: int) -> tuple[float, float, float, float]:
    """KL both ways, their sum and JSD of two open beliefs over a universe of `values` values, in bits.

    What each belief's named masses leave is shared equally by the values that it does not name.

    >>> [round(x, 3) for x in divergence({"Berlin": 0.95}, {"Paris": 0.95}, 16)]
    [7.72, 7.72, 15.44, 0.921]
    """
    for belief in (a, b):
        named = math.fsum(probability(x, "a probability") for x in belief.values())
        distribution(list(belief.values()), max(0.0, 1.0 - named))
    names = [*a, *(v for v in b if v not in a)]
    rest = values - len(names)
    if rest < 0:
        raise ValidationError(f"{len(names)} names do not fit into a universe of {values} values")
    p, q = _spread(a, names, values), _spread(b, names, values)
    weights = [1] * len(names) + [rest]
    ab = _weighted_kl(p, q, weights)
    ba = _weighted_kl(q, p, weights)
    middle = [(x + y) / 2.0 for x, y in zip(p, q, strict=True)]
    js = (_weighted_kl(p, middle, weights) + _weighted_kl(q, middle, weights)) / 2.0
    return ab, ba, ab + ba, min(1.0, js)


def _spread(belief: Mapping[str, float], names: Sequence[str], values: int) -> list[float]:
    unseen = values - len(belief)
    share = max(0.0, 1.0 - math.fsum(belief.values())) / unseen if unseen else 0.0
    return [*(belief.get(v, share) for v in names), share]


def _weighted_kl(p: Sequence[float], q: Sequence[float], weights: Sequence[int]) -> float:
    total = 0.0
    for x, y, w in zip(p, q, weights, strict=True):
        if x > 0.0 and w:
            if y <= 0.0:
                return math.inf
            total += w * x * math.log2(x / y)
    return max(total, 0.0)
