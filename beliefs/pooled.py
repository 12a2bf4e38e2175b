"""The evidence of many logs at once, as a function of r and eps: the plain filter over all entities side by side.

Belief specification §3.4. The same pass as `replay.filter` (its oracle), but in arrays of (entity, cell), so that a
search over the parameters of an attribute takes a second. Masses are linear, which decay allows: it keeps each above
(1 - lambda^dt)/K. Without decay a hundred confirmations would end at 0, so there they are logs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from .evidence import Evidence, canonical, vocabulary
from .reliability import LN2, effective_universe

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Column:
    """Look j of every entity that has one: the gap before it, what it says, and how reliable it is."""

    gap: Floats
    trust: Floats
    width: Floats
    hits: Flags
    places: Floats
    deny: Flags
    end: Flags


class PooledLogs:
    """Logs of one attribute, one per entity, laid out once so that their evidence is cheap for any (r, eps).

    Each log is taken as it stands: hand in `looks.independent(log, trust)`. K is doubled per entity until it holds
    the names of that entity. `entities` counts the logs with at least one interval.

    >>> logs = [[Evidence("1", 0.0, "a"), Evidence("2", 9.0, "a")], [Evidence("3", 0.0, "b")]]
    >>> pool = PooledLogs(logs, 32)
    >>> pool.entities, pool.intervals, pool.exposure
    (1, 1, 9.0)
    """

    def __init__(self, logs: Iterable[Iterable[Evidence]], universe: int) -> None:
        kept = [log for log in (canonical(raw) for raw in logs) if log]
        kept.sort(key=len, reverse=True)  # so that those that have a look j stand in front
        names = [vocabulary(log) for log in kept]
        cells = max((len(n) for n in names), default=0) + 1
        self.universe = np.array([float(effective_universe(universe, len(n))) for n in names])
        sizes = np.zeros((len(kept), cells))
        for i, n in enumerate(names):
            sizes[i, : len(n)] = 1.0
            sizes[i, -1] = self.universe[i] - len(n)
        self.sizes = sizes  # 0 in the cells that only other entities need
        gaps = [b.t - a.t for log in kept for a, b in pairwise(log) if b.t > a.t]
        self.entities = sum(1 for log in kept if log[-1].t > log[0].t)
        self.intervals = len(gaps)
        self.exposure = math.fsum(gaps)
        self.looks = sum(len(log) for log in kept)
        self._columns = [_column(kept, names, j, cells) for j in range(len(kept[0]) if kept else 0)]

    def log2_evidence(self, rate: float, eps: float) -> float:
        """log2 of the probability of all logs, given the rate r per day and eps: the sum of log2 normalisers."""
        if rate == 0.0:
            return self._without_decay(eps)
        p = self.sizes / self.universe[:, None]
        total = 0.0
        for column in self._columns:
            n = len(column.gap)
            sizes, universe = self.sizes[:n], self.universe[:n, None]
            stay, gone = np.exp(-rate * column.gap)[:, None], -np.expm1(-rate * column.gap)[:, None]
            joint = stay * p[:n] + gone * sizes / universe
            hit, miss, wrong = _channel(column, rate, eps, self.universe[:n])
            joint *= np.where(column.hits, hit[:, None], miss[:, None])
            norm = joint.sum(axis=1)
            total += float(np.log2(norm).sum())
            p = joint / norm[:, None]
            if column.end.any():
                p = _moved(p, column, wrong, sizes, universe)
        return total

    def _without_decay(self, eps: float) -> float:
        with np.errstate(divide="ignore"):
            log_p = np.log(self.sizes / self.universe[:, None])
            total = 0.0
            for column in self._columns:
                n = len(column.gap)
                hit, miss, wrong = _channel(column, 0.0, eps, self.universe[:n])
                joint = log_p[:n] + np.log(np.where(column.hits, hit[:, None], miss[:, None]))
                norm = np.logaddexp.reduce(joint, axis=1)
                total += float(norm.sum())
                log_p = joint - norm[:, None]
                if column.end.any():
                    p = _moved(np.exp(log_p), column, wrong, self.sizes[:n], self.universe[:n, None])
                    log_p = np.where(column.end[:, None], np.log(p), log_p)
        return total / LN2


def _column(kept: Sequence[Sequence[Evidence]], names: Sequence[Sequence[str]], j: int, cells: int) -> _Column:
    here = [(log, n) for log, n in zip(kept, names, strict=True) if j < len(log)]
    hits = np.zeros((len(here), cells), dtype=bool)
    for i, (log, n) in enumerate(here):
        for v in log[j].values:
            hits[i, n.index(v)] = True
    return _Column(
        gap=np.array([log[j].t - log[j - 1].t if j else 0.0 for log, _ in here]),
        trust=np.array([log[j].confidence * log[j].stance for log, _ in here]),
        width=np.array([log[j].width for log, _ in here]),
        hits=hits,
        places=hits.sum(axis=1).astype(np.float64),
        deny=np.array([log[j].kind == "deny" for log, _ in here]),
        end=np.array([log[j].kind == "end" for log, _ in here]),
    )


def _channel(column: _Column, rate: float, eps: float, universe: Floats) -> tuple[Floats, Floats, Floats]:
    """Eq. 2 for the values named and for the others, and the effective miss rate, one for each entity."""
    dated = rate * column.width / 2.0
    with np.errstate(invalid="ignore", divide="ignore"):
        dating = np.where(dated > 0.0, -np.expm1(-dated) / dated, 1.0)
    share = (universe - 1.0) / universe
    wrong = (1.0 - (1.0 - eps / share) * column.trust * dating) * share
    each = wrong / (universe - 1.0)
    hit = 1.0 - wrong + (column.places - 1.0) * each
    miss = column.places * each
    return np.where(column.deny, 1.0 - hit, hit), np.where(column.deny, 1.0 - miss, miss), wrong


def _moved(p: Floats, column: _Column, keep: Floats, sizes: Floats, universe: Floats) -> Floats:
    """The move of an `end`: the value keeps the share `keep`, the rest goes evenly to the other K-1 values."""
    first = column.hits & column.end[:, None]
    gone = (p * first).sum(axis=1) * (1.0 - keep)
    shared = p + np.where(column.end, gone, 0.0)[:, None] * sizes / (universe - 1.0)
    moved: Floats = np.where(first, p * keep[:, None], shared)
    return moved
