"""The plain filter: belief specification §12, properties 1 to 9 and 22 to 28."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs import categorical, members, replay
from nous.beliefs.evidence import Evidence
from nous.beliefs.information import bits
from nous.beliefs.reliability import channel
from nous.beliefs.replay import Filtered, Plain

from . import oracle
from .strategies import NAMES, beliefs, levels, logs, models, sound

NEVER = 1e9
anything = logs(widths=True, weights=True, coarse=True, stances=levels)
hits_and_misses = logs(kinds=("assert", "deny"), widths=True, weights=True, coarse=True)


def near(got: float, want: float, tol: float = 1e-12) -> bool:
    return math.isclose(got, want, rel_tol=tol, abs_tol=tol)


def alike(a: dict[str, float], b: dict[str, float], tol: float = 1e-12) -> bool:
    return a.keys() == b.keys() and all(near(a[v], b[v], tol) for v in a)


def law(belief: Filtered) -> dict[str, float]:
    return {**dict(zip(belief.values, belief.p, strict=True)), "": belief.unknown}


def end_of(log: list[Evidence]) -> float:
    return max((e.t for e in log), default=0.0)


@given(anything, models(), st.floats(0.0, 4000.0))
def test_01_masses_are_probabilities_and_sum_to_one(log: list[Evidence], model: Plain, at: float) -> None:
    belief = replay.filter(log, model, at)
    assert all(0.0 <= p <= 1.0 for p in (*belief.p, belief.unknown))
    assert near(math.fsum(belief.p) + belief.unknown, 1.0)


@given(anything, models())
def test_02_surprise_is_never_negative_nor_minus_zero(log: list[Evidence], model: Plain) -> None:
    for s in replay.filter(log, model, NEVER).surprises:
        assert s >= 0.0 and math.copysign(1.0, s) > 0.0


@given(st.floats(0.0, 1.0))
def test_02_surprise_is_zero_only_for_what_was_certain(p: float) -> None:
    assert (bits(p) == 0.0) == (p == 1.0) or p > 1.0 - 1e-15
    assert math.copysign(1.0, bits(p)) > 0.0


@given(hits_and_misses, models(), st.sampled_from(NAMES[:5]), levels, st.sampled_from([0.0, 0.5, 1.0]))
def test_03_assert_never_lowers_and_deny_never_raises(
    log: list[Evidence], model: Plain, value: str, confidence: float, weight: float
) -> None:
    now = end_of(log)
    before = law(replay.filter(log, model, now))
    was = before.get(value, before[""] / (model.universe - len(before) + 1))
    said = Evidence("zz", now, value, confidence=confidence, weight=weight)
    up = law(replay.filter([*log, said], model, now))
    down = law(replay.filter([*log, replace(said, kind="deny")], model, now))
    assert up[value] >= was - 1e-14 and down[value] <= was + 1e-14
    if confidence == 0.0 or weight == 0.0:
        named = {**before, value: was, "": before[""] - (0.0 if value in before else was)}
        assert alike(up, named) and alike(down, named)


@given(anything, models(), st.sampled_from(NAMES[:4]), levels)
def test_04_assert_keeps_the_ratios_of_all_other_values(
    log: list[Evidence], model: Plain, value: str, confidence: float
) -> None:
    log = [*log, *(Evidence(f"a{i}", 0.0, v) for i, v in enumerate(NAMES[:4]))]
    now = end_of(log)
    before = law(replay.filter(log, model, now))
    after = law(replay.filter([*log, Evidence("zz", now, value, confidence=confidence)], model, now))
    others = [v for v in before if v != value]
    first = others[0]
    assert all(near(after[v] * before[first], before[v] * after[first], 1e-13) for v in others)


@given(st.sampled_from(["assert", "deny"]), st.floats(0.01, 0.99), st.floats(0.0, 3.0))
def test_05_a_closed_vocabulary_of_one_value_learns_nothing(kind: str, eps: float, weight: float) -> None:
    after = categorical.update(["only"], [1.0], "only", eps, kind=kind, weight=weight)
    assert after.p == [1.0] and after.kl == 0.0


@given(st.integers(2, 70_000), st.floats(0.001, 0.4))
def test_06_the_first_assertion_gives_one_minus_eps_and_log_k_bits(universe: int, eps: float) -> None:
    belief = replay.filter([Evidence("1", 5.0, "acme")], Plain(universe, eps, 0.99), 5.0)
    assert near(belief.p[0], 1.0 - eps) and near(belief.surprises[0], math.log2(universe))


@given(logs(kinds=("assert",), widths=True, weights=True), models())
def test_07_08_without_denials_the_unheard_of_is_never_likelier(log: list[Evidence], model: Plain) -> None:
    """First mentions carry at least log2 K bits, and every named value at least an unseen one's mass."""
    belief = replay.filter(log, model, NEVER)
    by_id = {e.id: e for e in log}
    seen: set[str] = set()
    for id, surprise in zip(belief.order, belief.surprises, strict=True):
        if by_id[id].value not in seen:
            assert surprise >= math.log2(model.universe) - 1e-9
        seen.add(by_id[id].value)
        partial = replay.filter(log, model, by_id[id].t)
        each = partial.unknown / (model.universe - len(partial.values))
        assert all(p >= each - 1e-14 for p in partial.p)


@given(hits_and_misses, models(), st.permutations(range(12)))
def test_09_at_one_instant_asserts_and_denials_commute(log: list[Evidence], model: Plain, order: list[int]) -> None:
    """New values included: another order of the ids gives the same masses and the same joint evidence."""
    log = [replace(e, t=1.0) for e in log]
    other = [replace(e, id=f"x{order[i]:02}") for i, e in enumerate(log)]
    a, b = replay.filter(log, model, 2.0), replay.filter(other, model, 2.0)
    assert alike(law(a), law(b), 1e-11)
    assert near(a.log2_evidence, b.log2_evidence, 1e-9)


@given(anything, models(), st.floats(0.0, 4000.0))
def test_22_28_the_lumped_law_is_the_full_universe(log: list[Evidence], model: Plain, at: float) -> None:
    """Masses, surprises and log2 of the joint evidence, against K cells one by one."""
    belief, full = replay.filter(log, model, at), oracle.plain(log, model, at)
    assert belief.values == list(full.names)
    assert all(near(a, b, 1e-11) for a, b in zip(belief.p, full.masses(), strict=True))
    assert all(near(a, b, 1e-9) for a, b in zip(belief.surprises, full.surprises, strict=True))
    assert near(belief.log2_evidence, full.log2_evidence, 1e-9)


@given(anything, models(), st.permutations(NAMES))
def test_23_renaming_the_values_renames_the_belief(log: list[Evidence], model: Plain, others: list[str]) -> None:
    new = dict(zip(NAMES, others, strict=True))
    renamed = [replace(e, value=new[e.value], others=tuple(new[v] for v in e.others)) for e in log]
    a, b = replay.filter(log, model, NEVER), replay.filter(renamed, model, NEVER)
    assert [new[v] for v in a.values] == b.values
    assert (a.p, a.unknown, a.surprises, a.log2_evidence) == (b.p, b.unknown, b.surprises, b.log2_evidence)
    assert b.best == (None if a.best is None else new[a.best])


@given(logs(kinds=("assert", "deny"), names=("yes",), widths=True, weights=True), st.floats(0.01, 0.4), models())
def test_24_two_closed_values_are_the_binary_filter(log: list[Evidence], eps: float, model: Plain) -> None:
    closed = Plain(2, eps, model.lam, ("yes", "no"))
    a = replay.filter(log, closed, NEVER)
    b = members.filter(log, eps, model.lam, 0.5, NEVER)
    assert near(a.p[0], b.q.get("yes", 0.5))
    assert a.unknown == 0.0
    assert all(near(x, y, 1e-9) for x, y in zip(a.surprises, b.surprises, strict=True))


@given(models(), levels, levels, anything)
def test_25_reliabilities_compose(model: Plain, confidence: float, source: float, log: list[Evidence]) -> None:
    assert near(
        channel(model.eps, model.universe, confidence, source)[0],
        channel(model.eps, model.universe, confidence * source, 1.0)[0],
    )
    composed = [replace(e, confidence=e.confidence * e.stance, stance=1.0) for e in log]
    assert alike(law(replay.filter(log, model, NEVER)), law(replay.filter(composed, model, NEVER)))


@given(beliefs(least=2), st.floats(0.01, 0.45), st.data())
def test_26_coarse_evidence_ends_in_assert_deny_and_nothing(p: list[float], eps: float, data: st.DataObject) -> None:
    names = list(NAMES[: len(p)])
    x = data.draw(st.sampled_from(names))
    others = [v for v in names if v != x]
    assume(0.0 < p[names.index(x)] < 1.0)
    one, told = categorical.update_subset(names, p, [x], eps), categorical.update(names, p, x, eps)
    assert all(near(a, b) for a, b in zip(one.p, told.p, strict=True)) and near(one.surprise, told.surprise, 1e-9)
    rest, denied = categorical.update_subset(names, p, others, eps), categorical.update(names, p, x, eps, kind="deny")
    assert all(near(a, b) for a, b in zip(rest.p, denied.p, strict=True))
    everything = categorical.update_subset(names, p, names, eps)
    assert all(near(a, b) for a, b in zip(everything.p, p, strict=True)) and near(everything.surprise, 0.0)


@given(anything, models(), st.floats(0.0, 2.0), st.floats(0.0, 2.0), st.sampled_from(["assert", "deny"]), sound)
def test_27_weights_add_up(
    log: list[Evidence], model: Plain, first: float, second: float, kind: str, confidence: float
) -> None:
    now = end_of(log)
    one = Evidence("y", now, NAMES[0], kind, confidence=confidence, weight=first)  # type: ignore[arg-type]
    two = replace(one, id="z", weight=second)
    both = replace(one, weight=first + second)
    assert alike(law(replay.filter([*log, one, two], model, now)), law(replay.filter([*log, both], model, now)), 1e-11)


@given(anything, models(), st.floats(0.0, 3000.0))
def test_28_evidence_is_order_free_within_an_instant(log: list[Evidence], model: Plain, t: float) -> None:
    log = [replace(e, t=t, kind="assert" if e.kind == "end" else e.kind) for e in log]
    renamed = [replace(e, id=f"n{9 - i % 10}{i:02}") for i, e in enumerate(log)]
    a, b = replay.filter(log, model, t), replay.filter(renamed, model, t)
    assert near(a.log2_evidence, b.log2_evidence, 1e-9)


def test_a_closed_vocabulary_refuses_other_values() -> None:
    with pytest.raises(ValueError, match="maybe"):
        replay.filter([Evidence("1", 0.0, "maybe")], Plain(2, 0.05, None, ("yes", "no")), 0.0)
