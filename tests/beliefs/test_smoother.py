"""What is now thought to have been true then: belief specification §12, properties 32 and 33; provenance §2."""

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs import hindsight, replay
from nous.beliefs.evidence import Evidence, canonical
from nous.beliefs.replay import Plain
from nous.beliefs.report import Parameters
from nous.beliefs.sets import SetFilter
from nous.beliefs.witness import WitnessFilter

from . import oracle
from .strategies import ALL_KINDS, full_logs, levels, logs, models, parameters, resolved

anything = logs(widths=True, weights=True, coarse=True, stances=levels)
moments = st.lists(st.integers(0, 6).map(float) | st.floats(-100.0, 3500.0), min_size=1, max_size=3)


def lumped(p: npt.NDArray[np.float64], names: int) -> list[float]:
    return [*p[:names].tolist(), float(p[names:].sum())]


def close(a: list[float], b: list[float], tol: float = 1e-9) -> bool:
    return len(a) == len(b) and all(math.isclose(x, y, rel_tol=tol, abs_tol=tol) for x, y in zip(a, b, strict=True))


@given(anything, models(), moments)
def test_32_at_or_after_the_last_evidence_it_is_the_filter(log: list[Evidence], model: Plain, dts: list[float]) -> None:
    """And each smoothed law sums to 1; at each time the filtered law beside it is the filter's."""
    assume(log)
    end = max(e.t for e in log)
    times = [end, *(end + abs(dt) for dt in dts), *dts]
    names, filtered, smoothed = replay.smooth(log, model, times)
    for t, f, s in zip(times, filtered, smoothed, strict=True):
        assert math.isclose(math.fsum(s), 1.0, rel_tol=1e-12)
        belief = replay.filter(log, model, t)
        p = dict(zip(names, f, strict=False))
        assert close([float(p[v]) for v in belief.values], belief.p)
        if t >= end:
            assert close(s.tolist(), f.tolist())


@given(logs(kinds=("assert", "deny"), widths=True, weights=True), models(), moments)
def test_32_where_nothing_changes_it_is_the_same_at_all_times(
    log: list[Evidence], model: Plain, times: list[float]
) -> None:
    _, _, laws = replay.smooth(log, replace(model, lam=None), times)
    assert all(close(law.tolist(), laws[0].tolist()) for law in laws)


@given(logs(kinds=("assert", "deny"), coarse=True), models(), moments)
def test_33_time_may_run_backwards(log: list[Evidence], model: Plain, times: list[float]) -> None:
    """T is symmetric and the start stationary: the mirrored log has the mirrored smoother."""
    mirrored = [replace(e, t=-e.t) for e in log]
    names, _, there = replay.smooth(log, model, times)
    back_names, _, back = replay.smooth(mirrored, model, [-t for t in times])
    for law, mirror in zip(there, back, strict=True):
        a, b = dict(zip([*names, ""], law, strict=True)), dict(zip([*back_names, ""], mirror, strict=True))
        assert a.keys() == b.keys() and close([float(a[v]) for v in a], [float(b[v]) for v in a])


@given(anything, models(most=20), moments)
def test_22_the_plain_smoother_is_the_one_over_all_k_cells(
    log: list[Evidence], model: Plain, times: list[float]
) -> None:
    names, _, laws = replay.smooth(log, model, times)
    places = {v: i for i, v in enumerate(names)}
    steps = []
    for e in canonical(log):
        cells = [places[v] for v in e.values]
        factor = oracle.eq2(model.universe, oracle.miss(model, e), cells, e.kind) ** e.weight
        steps.append((e.t, factor, (cells[0], oracle.miss(model, e)) if e.kind == "end" else None))
    start = np.full(model.universe, 1.0 / model.universe)
    for t, law in zip(times, laws, strict=True):
        assert close(law.tolist(), lumped(oracle.smoothed(steps, start, model.rate, t), len(names)))


@given(full_logs(max_size=8), parameters(most=20), moments)
def test_hindsight_of_witnesses_holds_their_opinion_ratios_fixed(
    log: list[Evidence], known: Parameters, times: list[float]
) -> None:
    """Against forward-backward over K cells with explicit matrices, ends included."""
    steps = resolved(log, known)
    names, laws = hindsight.smooth(steps, known, times)
    full = oracle.witnessed(steps, known, 1e9)
    assert names == list(full.names)
    start = np.full(known.universe, 1.0 / known.universe)
    for t, law in zip(times, laws, strict=True):
        assert close(law.tolist(), lumped(oracle.smoothed(full.factors, start, known.rate, t), len(names)))


@given(full_logs(), parameters(), st.floats(0.0, 3000.0))
def test_32_hindsight_at_or_after_the_last_report_is_the_belief(
    log: list[Evidence], known: Parameters, later: float
) -> None:
    steps = resolved(log, known)
    belief = WitnessFilter(known)
    for report in steps:
        belief.step(report)
    assume(steps)
    for t in (belief.t, belief.t + later):
        masses, unknown = belief.read(t)
        names, laws = hindsight.smooth(steps, known, [t])
        assert names == list(belief.names) and close(laws[0].tolist(), [*masses, unknown])


@given(logs(kinds=ALL_KINDS, episodes=2, widths=True, max_size=8), parameters(2, 2), st.floats(0.05, 0.95), moments)
def test_hindsight_of_sets_is_forward_backward_over_in_and_out(
    log: list[Evidence], known: Parameters, prior: float, times: list[float]
) -> None:
    steps = resolved(log, known)
    full = oracle.members(steps, known, prior, 1e9)
    start = np.array([prior, 1.0 - prior])
    found = hindsight.smooth_set(steps, known, prior, times)
    for t, q in zip(times, found, strict=True):
        want = {v: float(oracle.smoothed(m.factors, start, known.rate, t)[0]) for v, m in full.items()}
        assert q.keys() == want.keys() and close([q[v] for v in q], [want[v] for v in q])
    belief = SetFilter(known, prior)
    for report in steps:
        belief.step(report)
    assume(steps)
    last = hindsight.smooth_set(steps, known, prior, [belief.t])[0]
    assert close(list(belief.read(belief.t).values()), [last[v] for v in belief.members])
