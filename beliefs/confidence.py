"""What an extractor's confidence is worth: from what it claims to how often it is right.

Belief specification §5: confidence must mean P(value as stated), and what a model says of itself is ordinal only.
On triples that somebody labelled right or wrong it is calibrated, in five bins or isotonically; without labels every
statement is taken at .95.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from . import checks
from .errors import ValidationError

UNCALIBRATED = 0.95
"""What a statement's confidence is taken for without a calibration (specification §5)."""

BINS = 5
MIN_LABELS = 50
"""Below so many labelled triples the single value stays (choice: ten to a bin)."""

_FOLDS = 5
_OWN = 2.0  # so many labels of the overall share of right ones are mixed into each bin
_EDGE = 0.005  # no bin is calibrated to certainty

Method = Literal["bins", "isotonic"]


@dataclass(frozen=True, slots=True)
class Calibration:
    """A map from claimed to calibrated confidence: a step for each bin, (highest claim in it, P(right)).

    `before` and `after` are the log losses in bits per label, of the single value .95 and of the calibration on
    labels that it was not made from; `labels` and `right` count them. Where `adopted` is False, .95 stays.
    """

    method: Method
    steps: tuple[tuple[float, float], ...]
    before: float
    after: float
    labels: int
    right: int
    adopted: bool
    reason: str

    def __call__(self, claimed: float) -> float:
        """P(value as stated) for a claimed confidence.

        >>> calibrate([(0.9, True)]).adopted, calibrate([(0.9, True)])(0.4)
        (False, 0.95)
        """
        checks.probability(claimed, "confidence")
        return _look_up(self.steps, claimed) if self.adopted else UNCALIBRATED


def _look_up(steps: Sequence[tuple[float, float]], claimed: float) -> float:
    place = bisect_left(steps, claimed, key=lambda step: step[0])
    return steps[min(place, len(steps) - 1)][1]


def calibrate(labelled: Iterable[tuple[float, bool]], method: Method = "bins") -> Calibration:
    """Calibrate an extractor from (claimed confidence, whether the triple was right).

    `bins` are five of equal count; `isotonic` is the best non-decreasing step function (pool adjacent violators).
    Either is adopted where, in cross-validation, it predicts better than the single value .95. Specification §5.

    >>> labels = [(0.9, i % 10 < 9) for i in range(100)] + [(0.6, i % 10 < 4) for i in range(100)]
    >>> found = calibrate(labels)
    >>> round(found(0.9), 2), round(found(0.6), 2)
    (0.9, 0.4)
    """
    if method not in ("bins", "isotonic"):
        raise ValidationError(f"a calibration is by 'bins' or 'isotonic', not {method!r}")
    data = [(checks.probability(c, "confidence"), bool(y)) for c, y in labelled]
    data.sort()
    right = sum(y for _, y in data)
    if len(data) < MIN_LABELS:
        reason = f"{len(data)} labels; {MIN_LABELS} are needed, {UNCALIBRATED} stays"
        return Calibration(method, (), 0.0, 0.0, len(data), right, False, reason)
    before = _loss((UNCALIBRATED, y) for _, y in data)
    after = _loss(pair for fold in range(_FOLDS) for pair in _held_out(data, fold, method))
    adopted = after < before
    words = "better" if adopted else f"no better, {UNCALIBRATED} stays"
    reason = f"{after:.3f} against {before:.3f} bits a label on {len(data)} labels: {words}"
    return Calibration(method, _fit(data, method), before, after, len(data), right, adopted, reason)


def _held_out(data: Sequence[tuple[float, bool]], fold: int, method: Method) -> list[tuple[float, bool]]:
    """What the calibration without a fifth of the labels, taken evenly over the claims, says of that fifth."""
    steps = _fit([pair for i, pair in enumerate(data) if i % _FOLDS != fold], method)
    return [(_look_up(steps, c), y) for c, y in data[fold::_FOLDS]]


def _loss(predictions: Iterable[tuple[float, bool]]) -> float:
    losses = [-math.log2(p if y else 1.0 - p) for p, y in predictions]
    return math.fsum(losses) / len(losses)


def _fit(data: Sequence[tuple[float, bool]], method: Method) -> tuple[tuple[float, float], ...]:
    """Steps (highest claim, P(right)) over labels sorted by claim; equal claims always share a step."""
    overall = (sum(y for _, y in data) + 1.0) / (len(data) + 2.0)
    blocks: list[tuple[float, int, int]] = []  # highest claim, labels, right ones
    for claim, y in data:
        if blocks and blocks[-1][0] == claim:
            blocks[-1] = (claim, blocks[-1][1] + 1, blocks[-1][2] + y)
        else:
            blocks.append((claim, 1, int(y)))
    joined = _binned(blocks, len(data)) if method == "bins" else _pooled(blocks, overall)
    return tuple((claim, _share(n, hits, overall)) for claim, n, hits in joined)


def _share(n: int, hits: int, overall: float) -> float:
    """The share of right ones in a block, drawn a little to that of all."""
    return min(1.0 - _EDGE, max(_EDGE, (hits + _OWN * overall) / (n + _OWN)))


def _binned(blocks: Sequence[tuple[float, int, int]], labels: int) -> list[tuple[float, int, int]]:
    bins: list[tuple[float, int, int]] = []
    seen = 0
    filled = -1
    for claim, n, hits in blocks:
        wanted = min(BINS - 1, (2 * seen + n) * BINS // (2 * labels))  # where the middle of the block falls
        seen += n
        if bins and wanted == filled:
            bins[-1] = (claim, bins[-1][1] + n, bins[-1][2] + hits)
        else:
            bins.append((claim, n, hits))
        filled = wanted
    return bins


def _pooled(blocks: Sequence[tuple[float, int, int]], overall: float) -> list[tuple[float, int, int]]:
    """Pool adjacent violators: neighbours are joined while the share of right ones does not rise."""
    stack: list[tuple[float, int, int]] = []
    for claim, labels, right in blocks:
        n, hits = labels, right
        while stack and _share(stack[-1][1], stack[-1][2], overall) >= _share(n, hits, overall):
            _, m, earlier = stack.pop()
            n, hits = n + m, hits + earlier
        stack.append((claim, n, hits))
    return stack
