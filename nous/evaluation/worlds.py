"""Worlds of changing facts, and every baseline over all of them at once.

Belief specification §10 [calib]. A fact has one of K values and jumps to a random one at rate r; it is looked at
after exponential gaps and misheard now and then; a belief is asked for at a random moment after each look. The
columns below say in arrays over (world, value) what `nous.beliefs.baselines` says for one log, and the evaluation
checks that they do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from nous.beliefs.baselines import BETA, CONCENTRATION
from nous.beliefs.evidence import Evidence

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Worlds:
    """Many worlds side by side, as arrays (world, look): days since the look before, what was heard, what was asked.

    `wait` is the time from a look to the question after it, `truth` the value then.
    """

    values: int
    gap: Floats
    heard: Integers
    wait: Floats
    truth: Integers

    def log(self, world: int, until: int) -> tuple[list[Evidence], float]:
        """The evidence of one world up to a look, and the time of the question after it."""
        times = np.cumsum(self.gap[world, : until + 1])
        log = [
            Evidence(f"{world}-{i:04d}", float(t), f"v{v}", channel="user", source=f"user:{i}")
            for i, (t, v) in enumerate(zip(times, self.heard[world, : until + 1], strict=True))
        ]
        return log, float(times[-1] + self.wait[world, until])


def simulate(
    rng: np.random.Generator, worlds: int, looks: int, values: int, rate: float, noise: float, gap: float
) -> Worlds:
    """Draw worlds: `rate` r per day, `noise` the chance to hear a wrong value, `gap` the mean days between looks.

    >>> simulate(np.random.default_rng(0), 2, 5, 20, 0.001, 0.05, 14.0).heard.shape
    (2, 5)
    """
    shape = (worlds, looks)
    gaps = rng.exponential(gap, (worlds, looks + 1))
    wait = gaps[:, 1:] * rng.random(shape)
    now = rng.integers(values, size=worlds)
    heard, truth = np.empty(shape, dtype=np.int64), np.empty(shape, dtype=np.int64)
    rest = np.zeros(worlds)  # from the last question to the look
    for i in range(looks):
        now = _jumped(rng, now, rest if i else gaps[:, 0], rate, values)
        wrong = (now + rng.integers(1, values, size=worlds)) % values
        heard[:, i] = np.where(rng.random(worlds) < noise, wrong, now)
        now = _jumped(rng, now, wait[:, i], rate, values)
        truth[:, i] = now
        rest = gaps[:, i + 1] - wait[:, i]
    return Worlds(values, gaps[:, :-1], heard, wait, truth)


def _jumped(rng: np.random.Generator, now: Integers, dt: Floats, rate: float, values: int) -> Integers:
    jumps = rng.random(len(now)) < -np.expm1(-rate * dt)
    result: Integers = np.where(jumps, rng.integers(values, size=len(now)), now)
    return result


Column = Callable[[Worlds, float, float], Floats]
"""A baseline over worlds: (worlds, eps, rate) to probabilities (world, look, value) at the question after each look."""


def _hits(w: Worlds, i: int) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = w.heard[:, i, None] == np.arange(w.values)
    return found


def filtered(w: Worlds, eps: float, rate: float) -> Floats:
    """Eqs. 3 and 4 over the K values: the plain filter."""
    p = np.full((len(w.gap), w.values), 1.0 / w.values)
    found = np.empty((*w.gap.shape, w.values))
    for i in range(w.gap.shape[1]):
        p = _decayed(p, rate * w.gap[:, i])
        p = p * np.where(_hits(w, i), 1.0 - eps, eps / (w.values - 1))
        p /= p.sum(axis=1, keepdims=True)
        found[:, i] = _decayed(p, rate * w.wait[:, i])
    return found


def _decayed(p: Floats, exponent: Floats) -> Floats:
    result: Floats = np.exp(-exponent)[:, None] * p - np.expm1(-exponent)[:, None] / p.shape[1]
    return result


def literal(w: Worlds, eps: float, rate: float) -> Floats:
    """The paper as it stands, over what was heard so far; what was never heard shares eps/(1+eps)."""
    p = np.zeros((len(w.gap), w.values))
    seen = np.zeros(p.shape, dtype=bool)
    found = np.empty((*w.gap.shape, w.values))
    for i in range(w.gap.shape[1]):
        if i:
            p = _literal_decay(p, seen, rate * w.gap[:, i])
        hits = _hits(w, i)
        novel = hits & ~seen
        p = np.where(novel, eps, p)
        p /= p.sum(axis=1, keepdims=True)
        seen |= hits
        names = seen.sum(axis=1, keepdims=True)
        wrong = eps / np.maximum(1, names - 1)
        p = p * np.where(hits, 1.0 - eps, wrong)
        p /= p.sum(axis=1, keepdims=True)
        later = _literal_decay(p, seen, rate * w.wait[:, i]) / (1.0 + eps)
        found[:, i] = np.where(seen, later, eps / (1.0 + eps) / np.maximum(1, w.values - names))
    return found


def _literal_decay(p: Floats, seen: npt.NDArray[np.bool_], exponent: Floats) -> Floats:
    stay, gone = np.exp(-exponent)[:, None], -np.expm1(-exponent)[:, None]
    result: Floats = np.where(seen, stay * p + gone / np.maximum(1, seen.sum(axis=1, keepdims=True)), 0.0)
    return result


def last(w: Worlds, eps: float, rate: float) -> Floats:
    """What was heard last, at 1 - eps for ever."""
    return np.where(w.heard[:, :, None] == np.arange(w.values), 1.0 - eps, eps / (w.values - 1))


def counted(w: Worlds, eps: float, rate: float) -> Floats:
    """Decayed counts over a Dirichlet start; at rate 0 the majority."""
    n = _counts(w, rate) + CONCENTRATION / w.values
    result: Floats = n / n.sum(axis=2, keepdims=True)
    return result


def _counts(w: Worlds, rate: float) -> Floats:
    n = np.zeros((len(w.gap), w.values))
    found = np.empty((*w.gap.shape, w.values))
    for i in range(w.gap.shape[1]):
        n = n * np.exp(-rate * w.gap[:, i])[:, None] + _hits(w, i)
        found[:, i] = n * np.exp(-rate * w.wait[:, i])[:, None]
    return found


def beta_counted(w: Worlds, eps: float, rate: float) -> Floats:
    """Beta counts of membership, read as one value; what was never heard shares the unknown."""
    n = _counts(w, rate)
    alpha, beta = BETA
    return _exclusive((alpha + n) / beta, _ever(w))


def noisy(w: Worlds, eps: float, rate: float) -> Floats:
    """Noisy-OR of membership with decayed confidences, read as one value."""
    ages = np.zeros((len(w.gap), 0))
    found = np.empty((*w.gap.shape, w.values))
    for i in range(w.gap.shape[1]):
        ages = np.concatenate([ages + w.gap[:, i, None], np.zeros((len(ages), 1))], axis=1)
        late = ages + w.wait[:, i, None]
        log_miss = np.log1p(-(1.0 - eps) * np.exp(-rate * late))
        for v in range(w.values):
            found[:, i, v] = -np.expm1((log_miss * (w.heard[:, : i + 1] == v)).sum(axis=1))
    q = np.minimum(found, 1.0 - 1e-15)
    return _exclusive(q / (1.0 - q), _ever(w))


def _ever(w: Worlds) -> npt.NDArray[np.bool_]:
    """Which values were heard up to each look."""
    found: npt.NDArray[np.bool_] = np.maximum.accumulate(w.heard[:, :, None] == np.arange(w.values), axis=1)
    return found


def _exclusive(odds: Floats, ever: npt.NDArray[np.bool_]) -> Floats:
    odds = np.where(ever, odds, 0.0)
    total = odds.sum(axis=2, keepdims=True) + 1.0
    unseen = np.maximum(1, (~ever).sum(axis=2, keepdims=True))
    result: Floats = np.where(ever, odds, 1.0 / unseen) / total
    return result


@dataclass(frozen=True, slots=True)
class Model:
    """A row of the table: a column function, the baseline that it stands for, and its parameters.

    `eps` and `half_life` (days; infinite: no decay) are fixed, or None where they are the world's own.
    """

    column: Column
    baseline: str
    half_life: float | None
    eps: float | None = 0.05

    def rate(self, true: float) -> float:
        """The rate r per day, `true` where it is the world's own."""
        return true if self.half_life is None else 0.0 if math.isinf(self.half_life) else math.log(2.0) / self.half_life


MODELS: Mapping[str, Model] = MappingProxyType(
    {
        "paper literal, no decay": Model(literal, "paper literal", math.inf),
        "paper literal, HL 365": Model(literal, "paper literal", 365.0),
        "last write wins, p = 1-eps": Model(last, "last write wins", math.inf),
        "majority (Dirichlet, a=1)": Model(counted, "majority", math.inf),
        "Dirichlet, HL 90": Model(counted, "dirichlet", 90.0),
        "Beta counts, HL 90": Model(beta_counted, "beta counts", 90.0),
        "noisy-OR, HL 90": Model(noisy, "noisy-or", 90.0),
        "Eq. 3, fixed K, no decay": Model(filtered, "plain filter", math.inf),
        "filter, fixed HL 365, eps .05": Model(filtered, "plain filter", 365.0),
        "filter, true parameters": Model(filtered, "plain filter", None, None),
    }
)
"""The rows of the table of §10, and two more; the learned filter is added by the evaluation."""
