"""The hidden Markov chain behind Eq. 4, on logs of masses by cell, and its forward-backward pass.

The value jumps at rate r to one drawn from the stationary law pi: T(dt) = lambda^dt I + (1 - lambda^dt) 1 pi
(belief specification §3.1). A cell holds one named value, or all the unseen ones together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import checks

Floats = npt.NDArray[np.float64]


def decayed(log_p: Floats, stationary: Floats, exponent: float) -> Floats:
    """Eq. 4 on log masses by cell, with lambda^dt = e^`exponent`: p <- lambda^dt p + (1 - lambda^dt) pi.

    >>> np.exp(decayed(np.log([0.75, 0.25]), np.array([0.5, 0.5]), -math.log(2.0))).tolist()
    [0.625, 0.375]
    """
    if exponent == 0.0:
        return log_p
    with np.errstate(divide="ignore"):
        floor = math.log(-math.expm1(exponent)) + np.log(stationary)
    result: Floats = np.logaddexp(log_p + exponent, floor)
    return result


def moved(log_p: Floats, sizes: Floats, place: int, keep: float) -> Floats:
    """The move of an `end`: the value keeps the share `keep`, the rest goes evenly to the other K-1 values."""
    with np.errstate(divide="ignore"):
        gift = math.log1p(-keep) + log_p[place] + np.log(sizes / (sizes.sum() - 1.0))
        left = log_p[place] + np.log(keep)
    result: Floats = np.logaddexp(log_p, gift)
    result[place] = left
    return result


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the pass: its time, log likelihoods by cell, and for an `end` the cell and what it keeps."""

    t: float
    log_l: Floats
    end: tuple[int, float] | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain over cells: where it starts, how many values each cell holds, where it drifts to, and how fast."""

    start: Floats
    sizes: Floats
    stationary: Floats
    rate: float

    def forward_backward(self, steps: Sequence[Step], times: Iterable[float]) -> tuple[list[Floats], list[Floats]]:
        """The filtered and the smoothed law at each time, by cell; at the time of a step both include it.

        gamma ~ alpha beta (specification §3.5); O(steps × cells).
        """
        asked = [checks.finite(t, "a time asked about") for t in times]
        alphas, betas = self._forward(steps), self._backward(steps)
        filtered, smoothed = [], []
        for t in asked:
            i = sum(1 for step in steps if step.t <= t)
            alpha = decayed(alphas[i], self.stationary, -self.rate * (t - steps[i - 1].t) if i else 0.0)
            filtered.append(np.exp(alpha))
            both = alpha
            if i < len(steps):
                both = alpha + self._pulled(betas[i], -self.rate * (steps[i].t - t))
            smoothed.append(np.exp(both - np.logaddexp.reduce(both)))
        return filtered, smoothed

    def _forward(self, steps: Sequence[Step]) -> list[Floats]:
        """alphas[i]: the law after the first i steps, at the time of the last of them."""
        alphas = [self.start]
        now = None
        for step in steps:
            alpha = alphas[-1]
            if now is not None:
                alpha = decayed(alpha, self.stationary, -self.rate * (step.t - now))
            joint = alpha + step.log_l
            joint = joint - np.logaddexp.reduce(joint)
            alphas.append(joint if step.end is None else moved(joint, self.sizes, *step.end))
            now = step.t
        return alphas

    def _backward(self, steps: Sequence[Step]) -> list[Floats]:
        """betas[i]: log P(steps i, i+1, … | value), per value, just before step i at its own time."""
        betas = [np.zeros_like(self.start)]
        after = None
        for step in reversed(steps):
            beta = betas[-1]
            if after is not None:
                beta = self._pulled(beta, -self.rate * (after - step.t))
            if step.end is not None:
                beta = self._unmoved(beta, *step.end)
            beta = beta + step.log_l
            betas.append(beta - beta.max())
            after = step.t
        betas.reverse()
        return betas

    def _pulled(self, beta: Floats, exponent: float) -> Floats:
        """T(dt) applied to a backward message: lambda^dt beta + (1 - lambda^dt) <pi, beta>."""
        if exponent == 0.0:
            return beta
        with np.errstate(divide="ignore"):
            mean = float(np.logaddexp.reduce(beta + np.log(self.stationary)))
        result: Floats = np.logaddexp(beta + exponent, math.log(-math.expm1(exponent)) + mean)
        return result

    def _unmoved(self, beta: Floats, place: int, keep: float) -> Floats:
        """The adjoint of `moved`: what the ended value was goes on as itself or as any of the others."""
        counts = self.sizes.copy()
        counts[place] = 0.0
        with np.errstate(divide="ignore"):
            others = np.logaddexp.reduce(beta + np.log(counts / (self.sizes.sum() - 1.0)))
            kept = np.log(keep) + beta[place]
        result = beta.copy()
        result[place] = np.logaddexp(kept, math.log1p(-keep) + others)
        return result
