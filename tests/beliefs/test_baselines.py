"""The baselines under one interface, and the gate of §10 that compares them."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nous.beliefs import members
from nous.beliefs.baselines import BASELINES, BETA, belief, beta_filter, exclusive, noisy_or, paper_literal
from nous.beliefs.errors import UnknownValue, ValidationError
from nous.beliefs.evidence import Evidence, canonical
from nous.beliefs.provenance import Trust
from nous.beliefs.report import Parameters
from nous.beliefs.snapshot import FRESH
from nous.evaluation.calibration import FIXED, LAST, TRUE, calibrate
from nous.evaluation.worlds import MODELS, simulate

from .strategies import full_logs, logs, parameters, rates

PARAMETERS = Parameters(32, 0.05, math.log(2.0) / 365.0)
NAMES = list(BASELINES)
FEWER = settings(max_examples=settings().max_examples // 3)  # for what runs once for each of eight baselines


def said(*values: str, gap: float = 0.0) -> list[Evidence]:
    return [
        Evidence(f"{i:02}", gap * i, v, channel="user", source=f"user:{i}", confidence=1.0)
        for i, v in enumerate(values)
    ]


# ── the contract that every baseline keeps ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMES)
@FEWER
@given(log=full_logs(derived=False), known=parameters(), at=st.floats(0.0, 5000.0), random=st.randoms())
def test_every_baseline_is_a_distribution_and_a_pure_function_of_what_was_said_by_then(
    name: str, log: list[Evidence], known: Parameters, at: float, random: object
) -> None:
    before = list(log)
    found = belief(name, log, known, at)

    assert math.fsum(found.masses.values()) + found.unknown == pytest.approx(1.0, abs=1e-9)
    assert log == before
    shuffled = [*log, *log[:3]]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    late = Evidence("late", at + 1.0, "t:acme", channel="user", source="user:9")
    assert belief(name, [*shuffled, late], known, at) == found
    assert BASELINES[name](canonical([*log, late]), known, at) == found, "blind to later evidence by itself"
    assert belief(name, [], known, at) == FRESH


@pytest.mark.parametrize("name", NAMES)
def test_names_that_come_later_do_not_change_k(name: str) -> None:
    late = [Evidence(f"z{i}", 10.0, f"v{i}", channel="user", source="user:z") for i in range(80)]
    assert belief(name, [*said("Acme", "Bolt"), *late], PARAMETERS, 5.0) == belief(
        name, said("Acme", "Bolt"), PARAMETERS, 5.0
    )
    assert belief(name, [*said("Acme", "Bolt"), *late], PARAMETERS, 10.0).each(128) > 0.0


@pytest.mark.parametrize("name", NAMES)
def test_every_baseline_agrees_that_a_repeated_value_leads(name: str) -> None:
    found = belief(name, said("Acme", "Acme", "Acme", "Bolt", "Acme"), PARAMETERS, 0.0)
    assert found.best == "Acme" and found.masses["Acme"] > 0.5


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownValue, match="witness filter"):
        belief("oracle", [], PARAMETERS, 0.0)


@given(log=logs(kinds=("assert", "deny"), channels=("user",), sources=0), rate=rates, at=st.floats(0.0, 5000.0))
def test_our_two_filters_agree_on_one_report_per_witness(log: list[Evidence], rate: float, at: float) -> None:
    """Provenance specification §2a; the plain filter takes tier and stance as one number."""
    known = Parameters(32, 0.05, rate, Trust(tiers={"user": 0.95, "unknown": 0.2}))
    apart = [Evidence(e.id, e.t, e.value, e.kind, e.confidence, 1.0, "user", f"user:{e.id}") for e in log]
    plain = [Evidence(e.id, e.t, e.value, e.kind, e.confidence, 0.95) for e in log]
    one, two = belief("witness filter", apart, known, at), belief("plain filter", plain, known, at)
    assert one.masses == pytest.approx(two.masses, abs=1e-12) and one.unknown == pytest.approx(two.unknown, abs=1e-12)


# ── what the paper's reading gives (§1) ─────────────────────────────────────────────────────────────────


def test_finding_1_twenty_confirmations_leave_no_trace() -> None:
    still = Parameters(32, 0.05, 0.0)
    many, few = (paper_literal(said(*["a"] * n, "b", "c"), still, 0.0) for n in (20, 1))
    assert many == few
    kind = 1.05
    assert [round(p * kind, 3) for p in many.masses.values()] == [0.177, 0.168, 0.655]


def test_finding_5_one_stranger_flips_any_belief_of_three_values_but_ours_stays() -> None:
    log = said("a", "b", *["a"] * 30, "c")
    assert belief("paper literal", log, Parameters(32, 0.05, 0.0), 0.0).best == "c"
    assert belief("witness filter", log, Parameters(32, 0.05, 0.0), 0.0).best == "a"


def test_finding_9_a_lone_value_never_decays() -> None:
    late = belief("paper literal", said("a"), PARAMETERS, 1e6)
    assert late.masses["a"] == pytest.approx(1 / 1.05)
    assert belief("plain filter", said("a"), PARAMETERS, 1e6).best is None


def test_thirty_rumours_make_noisy_or_certain() -> None:
    assert noisy_or(0.0, [0.2] * 30) == pytest.approx(0.9988, abs=1e-4)


# ── counts (property 40) ────────────────────────────────────────────────────────────────────────────────


@given(logs(kinds=("assert", "deny", "end")), logs(kinds=("assert", "deny", "end")), rates, st.floats(3000.0, 9000.0))
def test_40_beta_counts_are_linear_in_the_log(one: list[Evidence], two: list[Evidence], rate: float, at: float) -> None:
    other = [Evidence(f"x{e.id}", e.t, e.value, e.kind, e.confidence, e.stance) for e in two]
    first, second, both = (beta_filter(log, *BETA, rate, at) for log in (one, other, [*one, *other]))
    for value in both.q:
        assert both.a[value] == pytest.approx(first.a.get(value, 0.0) + second.a.get(value, 0.0), abs=1e-9)
        assert both.b[value] == pytest.approx(first.b.get(value, 0.0) + second.b.get(value, 0.0), abs=1e-9)


@given(logs(kinds=("assert", "deny", "end")), rates)
def test_40_values_are_independent_and_never_certain(log: list[Evidence], rate: float) -> None:
    at = 4000.0
    lam = None if rate == 0.0 else math.exp(-rate)
    counted, filtered = beta_filter(log, *BETA, rate, at), members.filter(log, 0.05, lam, 0.1, at)
    for value in counted.q:
        alone = [e for e in log if e.value == value]
        assert beta_filter(alone, *BETA, rate, at).q[value] == counted.q[value]
        assert members.filter(alone, 0.05, lam, 0.1, at).q[value] == filtered.q[value]
        assert 0.0 < counted.q[value] < 1.0 and 0.0 < filtered.q[value] < 1.0


@given(st.dictionaries(st.sampled_from("abcd"), st.floats(0.0, 1.0)))
def test_exclusive_is_the_law_of_one_value_given_that_no_two_hold(q: dict[str, float]) -> None:
    found = exclusive(q)
    joint = {v: x * math.prod(1.0 - y for w, y in q.items() if w != v) for v, x in q.items()}
    total = sum(joint.values()) + math.prod(1.0 - y for y in q.values())
    if total > 1e-6:
        assert dict(found.masses) == pytest.approx({v: x / total for v, x in joint.items()}, abs=1e-6)


def test_bad_input_is_refused() -> None:
    for alpha, beta, rate in ((0.0, 1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, -0.1), (1.0, 1.0, math.nan)):
        with pytest.raises(ValidationError):
            beta_filter([], alpha, beta, rate, 0.0)
    with pytest.raises(ValidationError):
        noisy_or(0.2, [1.1])
    with pytest.raises(ValidationError):
        belief("majority", [], PARAMETERS, math.nan)


# ── the gate of §10 ─────────────────────────────────────────────────────────────────────────────────────


def test_the_gate_on_few_worlds(tmp_path: Path) -> None:
    result = calibrate(worlds=40, looks=30)
    found = {check.name: check for check in result.checks}
    assert len(found) == 4
    for name, check in found.items():
        assert check.passed or name.startswith("ECE"), str(check)

    scores = {(s.model, s.column): s for s in result.scores}
    assert scores[TRUE, "2 y"].log_loss < scores[FIXED, "6 wk"].log_loss
    assert all(scores[TRUE, c].log_loss <= scores[LAST, c].log_loss for c in ("never", "10 y", "2 y", "6 mo", "6 wk"))
    assert any("learned from half" in row for row in result.rows())
    if result.diagram(tmp_path / "reliability.png"):
        assert (tmp_path / "reliability.png").read_bytes().startswith(b"\x89PNG")


def test_worlds_are_drawn_as_described() -> None:
    w = simulate(np.random.default_rng(1), 400, 40, 20, 0.002, 0.05, 14.0)
    assert w.gap.mean() == pytest.approx(14.0, rel=0.05)
    assert w.wait.mean() == pytest.approx(7.0, rel=0.05)
    changed = (w.truth[:, 1:] != w.truth[:, :-1]).mean()
    assert changed == pytest.approx((19 / 20) * 0.002 * 14.0, rel=0.2)
    assert (simulate(np.random.default_rng(1), 400, 40, 20, 0.002, 0.05, 14.0).heard == w.heard).all()


@pytest.mark.parametrize("name", list(MODELS))
def test_every_column_predicts_with_probabilities(name: str) -> None:
    w = simulate(np.random.default_rng(2), 20, 15, 20, 0.002, 0.05, 14.0)
    p = MODELS[name].column(w, 0.05, MODELS[name].rate(0.002))
    assert p.min() >= 0.0 and np.allclose(p.sum(axis=2), 1.0)
