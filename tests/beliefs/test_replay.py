"""A belief is a function of the set of its evidence: belief specification §12, properties 10 to 14 and 29 to 31."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs import members, replay
from nous.beliefs.categorical import Logged, observed_values
from nous.beliefs.errors import ConflictError
from nous.beliefs.evidence import Evidence, canonical
from nous.beliefs.replay import Plain
from nous.beliefs.report import Parameters
from nous.beliefs.witness import WitnessFilter

from .strategies import full_logs, levels, logs, models, parameters, resolved

NEVER = 1e9
anything = logs(widths=True, weights=True, coarse=True, stances=levels)


def running(log: list[Evidence], known: Parameters, at: float = math.inf) -> WitnessFilter:
    belief = WitnessFilter(known)
    for report in resolved(log, known):
        if report.t <= at:
            belief.step(report)
    return belief


@given(anything, models(), st.randoms(use_true_random=False))
def test_10_11_arrival_and_repetition_never_matter(log: list[Evidence], model: Plain, random: object) -> None:
    """Bitwise: masses, names, surprises and evidence of any permutation, with some pieces told twice."""
    shuffled = [*log, *log[::2]]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert replay.filter(log, model, NEVER) == replay.filter(shuffled, model, NEVER)
    plain = [replace(e, others=()) for e in log]
    mixed = [replace(e, others=()) for e in shuffled]
    assert members.filter(plain, 0.05, model.lam, 0.1, NEVER) == members.filter(mixed, 0.05, model.lam, 0.1, NEVER)


def test_10_late_old_reports_change_the_past_and_not_the_present() -> None:
    """Folding five late reports in on arrival would bring Acme back; the set of evidence says Bolt."""
    model = Plain(32, 0.05, math.exp(-math.log(2.0) / 365.0))
    old = [Evidence(f"a{i}", 30.0 * i, "acme") for i in range(5)]
    new = [Evidence(f"b{i}", 700.0 + 30.0 * i, "bolt") for i in range(3)]
    late = replay.filter([*new, *old], model, 800.0)
    assert late.best == "bolt" and late == replay.filter([*old, *new], model, 800.0)
    assert late.order == ["a0", "a1", "a2", "a3", "a4", "b0", "b1", "b2"]


@given(anything, st.data())
def test_12_one_id_with_two_contents_is_refused(log: list[Evidence], data: st.DataObject) -> None:
    assume(log)
    twin = data.draw(st.sampled_from(log))
    clash = [*log, replace(twin, t=twin.t + 1.0)]
    with pytest.raises(ConflictError, match=twin.id):
        canonical(clash)
    with pytest.raises(ConflictError):
        replay.filter(clash, Plain(32, 0.05), NEVER)


@given(anything, models(), st.data())
def test_13_14_retraction_is_the_log_without_it(log: list[Evidence], model: Plain, data: st.DataObject) -> None:
    """Bitwise; told again under a new id in the same place it is back; without all of it nothing was ever known."""
    ids = [e.id for e in log]
    gone = data.draw(st.sets(st.sampled_from(ids)) if ids else st.just(set()))
    left = [e for e in log if e.id not in gone]
    assert replay.filter(log, model, NEVER, [*gone, "never seen"]) == replay.filter(left, model, NEVER)
    again = [replace(e, id=e.id + "'") for e in log if e.id in gone]
    back, first = replay.filter([*log, *again], model, NEVER, gone), replay.filter(log, model, NEVER)
    assert (back.p, back.values, back.unknown) == (first.p, first.values, first.unknown)
    nothing = replay.filter(log, model, NEVER, ids)
    assert (nothing.values, nothing.p, nothing.unknown, nothing.log2_evidence) == ([], [], 1.0, 0.0)


@given(full_logs(), parameters(), st.lists(st.floats(0.0, 3000.0), max_size=4))
def test_29_reading_changes_nothing(log: list[Evidence], known: Parameters, times: list[float]) -> None:
    belief = WitnessFilter(known)
    untouched = WitnessFilter(known)
    for report in resolved(log, known):
        belief.step(report)
        untouched.step(report)
        for dt in times:
            belief.read(belief.t + dt)
            belief.supports(belief.t + dt)
            belief.best()
    assert belief.dump() == untouched.dump()


@given(anything, models(), st.data())
def test_30_what_was_answered_then_is_answered_again(log: list[Evidence], model: Plain, data: st.DataObject) -> None:
    """belief(at, known_by=s), asked at any later time, is bitwise what was recorded at s."""
    recorded = [(e, data.draw(st.floats(0.0, 10.0))) for e in log]
    asked = [(data.draw(st.floats(0.0, 3000.0)), data.draw(st.floats(0.0, 10.0))) for _ in range(3)]
    for at, s in asked:
        then = [pair for pair in recorded if pair[1] <= s]
        answer = replay.bitemporal(then, model, at, known_by=s)
        assert replay.bitemporal(recorded, model, at, known_by=s) == answer
        plain = replay.filter([e for e, _ in then], model, at)
        assert answer == (plain.values, plain.p, plain.unknown)


@given(anything, models(), st.floats(0.0, 3000.0))
def test_31_what_happens_later_has_no_effect_now(log: list[Evidence], model: Plain, at: float) -> None:
    assert replay.filter(log, model, at) == replay.filter([e for e in log if e.t <= at], model, at)


@given(logs(kinds=("assert",), weights=True), models(), st.floats(0.0, 4.0), st.floats(0.0, 4.0), st.data())
def test_39_aggregation_shrinks_with_theta_and_with_retraction(
    log: list[Evidence], model: Plain, low: float, high: float, data: st.DataObject
) -> None:
    """Eq. 7, with theta below log2 K and no denials or ends: what is retracted only ever removes values."""
    low, high = sorted(min(theta, math.log2(model.universe) - 1e-6) for theta in (low, high))

    def found(theta: float, gone: set[str]) -> list[str]:
        belief = replay.filter(log, model, NEVER, gone)
        value = {e.id: e.value for e in log}
        steps = zip(belief.order, belief.surprises, strict=True)
        return observed_values([Logged(value[id], s) for id, s in steps], theta)

    gone = data.draw(st.sets(st.sampled_from([e.id for e in log])) if log else st.just(set()))
    assert set(found(high, set())) <= set(found(low, set()))
    assert set(found(low, gone)) <= set(found(low, set()))


def test_39_retracted_and_denied_deltas_are_not_recalled() -> None:
    log = [Logged("a", 5.0), Logged("b", 5.0, "deny"), Logged("c", 5.0, retracted=True), Logged("d", 0.2)]
    assert observed_values(log) == ["a"]
