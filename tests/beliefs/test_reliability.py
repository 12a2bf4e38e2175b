"""How strong evidence is: belief specification §12, properties 25, 41 and 42, and the numbers of §§1 to 5."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs import replay
from nous.beliefs.categorical import extend, update
from nous.beliefs.evidence import Evidence
from nous.beliefs.reliability import (
    channel,
    convert,
    copy_weight,
    dated,
    dating,
    effective_universe,
    episode_weights,
    powers,
)
from nous.beliefs.replay import Plain

from .strategies import levels


@given(st.integers(0, 200), st.floats(0.0, 1.0))
def test_41_copies_weigh_less_and_less(m: int, rho_e: float) -> None:
    weights = episode_weights(m, rho_e)
    n_eff = m / (1.0 + (m - 1) * rho_e) if m else 0.0
    assert all(w > 0.0 or math.isclose(rho_e, 1.0) for w in weights)
    assert all(later <= earlier + 1e-12 for earlier, later in pairwise(weights))
    assert math.isclose(math.fsum(weights), n_eff, rel_tol=1e-9)
    assert m == 0 or 1.0 - 1e-9 <= n_eff <= m + 1e-9


@given(st.lists(st.sampled_from([0.2, 0.5, 0.9]), min_size=1, max_size=8), st.floats(0.0, 1.0))
def test_41_each_level_counts_the_copies_that_it_heard(ceilings: list[float], rho_e: float) -> None:
    levels_, seen = [0.2, 0.5, 0.9], dict[float, int]()
    heard = dict.fromkeys(levels_, 0)
    for ceiling in ceilings:
        below = [s for s in levels_ if s <= ceiling]
        for s, w in zip(below, powers(seen, ceiling, below, rho_e), strict=True):
            heard[s] += 1
            assert w == copy_weight(heard[s], rho_e)


@given(st.integers(2, 64), st.integers(1, 6), st.floats(0.01, 0.3), levels)
def test_42_doubling_k_does_not_move_one_observation(universe: int, times: int, eps: float, confidence: float) -> None:
    """At full confidence p is 1-eps for every K; with less, only the chance of a lucky guess changes."""
    one = [Evidence("1", 0.0, "acme", confidence=confidence)]
    rho = {}
    for k in (universe, universe * 2**times):
        p = replay.filter(one, Plain(k, eps), 0.0).p[0]
        rho[k] = channel(eps, k, confidence)[0]
        assert math.isclose(p, rho[k] + (1.0 - rho[k]) / k, rel_tol=1e-12)
        if confidence == 1.0:
            assert math.isclose(p, 1.0 - eps, rel_tol=1e-12)


@given(st.integers(2, 100), st.integers(0, 5000))
def test_k_doubles_until_one_more_name_fits(k0: int, names: int) -> None:
    k = effective_universe(k0, names)
    assert k > names and (k == k0 or k // 2 <= names) and (k // k0).bit_count() == 1


@given(st.floats(0.001, 0.4), st.integers(2, 64), levels, levels, st.floats(0.0, 0.3), st.floats(0.0, 500.0))
def test_25_dating_is_one_more_factor(
    eps: float, universe: int, confidence: float, source: float, rate: float, width: float
) -> None:
    share = (universe - 1) / universe
    if eps < share:
        rho, eps_eff, _ = channel(eps, universe, confidence, source)
        want = (1.0 - rho * dating(rate, width)) * share
        assert math.isclose(dated(eps_eff, universe, rate, width), want, rel_tol=1e-12, abs_tol=1e-15)
    assert 0.0 < dating(rate, width) <= 1.0


def test_dating_is_the_mean_over_the_interval() -> None:
    r, width, n = math.log(2.0) / 90.0, 120.0, 20_000
    middle = [math.exp(-r * abs((i + 0.5) / n - 0.5) * width) for i in range(n)]
    assert dating(r, width) == pytest.approx(math.fsum(middle) / n, rel=1e-7)
    assert dating(0.0, math.inf) == 1.0 and dating(r, math.inf) == 0.0


def test_the_ways_to_say_how_fast_agree() -> None:
    year = convert(16, half_life=365.0)
    assert convert(16, lam=year["lam"]) == pytest.approx(year)
    assert convert(16, mean_days_between_changes=year["mean_days_between_changes"]) == pytest.approx(year)


def literal(seen: str, eps: float = 0.05) -> dict[str, float]:
    """The paper read literally: the vocabulary is what was observed."""
    values, p = list[str](), list[float]()
    for v in seen.split():
        u = update(values, p, v, eps)
        values, p = u.values, u.p
    return dict(zip(values, p, strict=True))


def test_findings_of_the_literal_reading() -> None:
    """Belief specification §1: findings 1, 3, 5, 6 and 8, and p(new) after one novel contradiction."""
    assert literal("a b c") == pytest.approx({"a": 0.177, "b": 0.168, "c": 0.655}, abs=5e-4)
    assert literal("a " * 20 + "b c") == pytest.approx(literal("a b c"))
    values, p = extend(["a"], [1.0], "b", 0.05)
    assert values == ["a", "b"] and p[1] == pytest.approx(0.05 / 1.05)
    assert update(["a"], [1.0], "b", 0.05).surprise == pytest.approx(4.392, abs=5e-4)
    table = {
        0.01: [0.497, 0.664, 0.798, 0.899],
        0.05: [0.487, 0.655, 0.792, 0.895],
        0.10: [0.474, 0.643, 0.783, 0.890],
        0.20: [0.444, 0.615, 0.762, 0.878],
    }
    for eps, row in table.items():
        for size, want in zip((2, 3, 5, 10), row, strict=True):
            old = [f"v{i}" for i in range(size - 1)]
            after = update(old, [1.0, *[0.0] * (size - 2)], "new", eps)
            assert after.p[-1] == pytest.approx(want, abs=6e-4)
    for size, ratio in ((2, 19.0), (10, 171.0)):
        law = update([f"v{i}" for i in range(size)], [1.0 / size] * size, "v0", 0.05).p
        assert law[0] / law[1] == pytest.approx(ratio)
