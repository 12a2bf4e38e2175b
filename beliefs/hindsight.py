"""What is now thought to have been true then: the smoother of the witness filter.

Provenance specification §2: the ratio o+/o- that a report made in its witness's opinion is its likelihood; with
these held fixed, the backward pass is the plain one (`markov`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from .markov import Chain, Floats, Step
from .report import Parameters, Report
from .sets import SetFilter
from .witness import Effect, WitnessFilter


def smooth(reports: Iterable[Report], parameters: Parameters, times: Sequence[float]) -> tuple[list[str], list[Floats]]:
    """The names of the whole log, and for each time the law over them and last the unknown, by all evidence.

    >>> says = [Report(str(t), t, (v,), "assert", 0.9, 0.9, "user", 0.9) for t, v in [(0.0, "a"), (400.0, "b")]]
    >>> names, laws = smooth(says, Parameters(32, 0.05, 0.001), [200.0, 400.0])
    >>> names, bool(laws[0][0] < laws[0][1] + 0.5)
    (['a', 'b'], True)
    """
    belief = WitnessFilter(parameters)
    belief.trace = []
    for report in reports:
        belief.step(report)
    names = list(belief.names)
    sizes = np.array([1.0] * len(names) + [float(parameters.universe - len(names))])
    stationary = sizes / parameters.universe
    with np.errstate(divide="ignore"):
        start = np.log(stationary)
    chain = Chain(start, sizes, stationary, parameters.rate)
    steps = [_step(effect, len(sizes)) for effect in belief.trace]
    return names, chain.forward_backward(steps, times)[1]


def smooth_set(
    reports: Iterable[Report], parameters: Parameters, prior: float, times: Sequence[float]
) -> list[dict[str, float]]:
    """For each time and each value ever mentioned, how probable it is that it was in the set then.

    >>> says = [Report("1", 0.0, ("chess",), "assert", 0.9, 0.95, "user", 0.95)]
    >>> round(smooth_set(says, Parameters(2, 0.05, 0.01), 0.1, [-50.0])[0]["chess"], 2)
    0.43
    """
    belief = SetFilter(parameters, prior)
    belief.trace = {}
    for report in reports:
        belief.step(report)
    law = np.array([prior, 1.0 - prior])
    chain = Chain(np.log(law), np.ones(2), law, parameters.rate)
    found: list[dict[str, float]] = [{} for _ in times]
    for value in belief.members:
        steps = [_step(effect, 2) for effect in belief.trace.get(value, [])]
        for i, smoothed in enumerate(chain.forward_backward(steps, times)[1]):
            found[i][value] = float(smoothed[0])
    return found


def _step(effect: Effect, cells: int) -> Step:
    log_l = np.zeros(cells)
    for place, factor in effect.factors.items():
        log_l[place] = factor
    end = effect.end if effect.end is not None and not math.isclose(effect.end[1], 1.0, rel_tol=1e-15) else None
    return Step(effect.t, log_l, end)
