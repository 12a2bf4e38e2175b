"""Whether two entities are one: belief specification §7, properties 35 to 38 of §12, and the evaluation's gate."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs import replay
from nous.beliefs.errors import ValidationError
from nous.beliefs.evidence import Evidence
from nous.beliefs.identity import (
    base_rates,
    bayes_factor,
    distance,
    knows,
    leveled,
    merge_mixture,
    merge_product,
    open_distance,
    replay_factor,
    set_bayes_factor,
)
from nous.beliefs.proposal import (
    CAP,
    Comparison,
    compare,
    compare_logs,
    compare_sets,
    prior_log2_odds,
    probability,
    propose,
)
from nous.beliefs.replay import Plain
from nous.beliefs.snapshot import FRESH, Snapshot
from nous.evaluation.identity import area, identify

from .strategies import NAMES, logs, models

UNIVERSE = 32


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """A belief over part of the names, what is left being unknown."""
    names = draw(st.lists(st.sampled_from(NAMES[:5]), unique=True, max_size=4))
    weights = [draw(st.floats(1e-6, 1.0)) for _ in (*names, "unknown")]
    total = math.fsum(weights)
    return Snapshot({v: w / total for v, w in zip(names, weights, strict=False)}, weights[-1] / total)


def sure(value: str, p: float = 0.95) -> Snapshot:
    return Snapshot({value: p}, 1.0 - p)


# ── the numbers of the specification ────────────────────────────────────────────────────────────────────


def test_an_agreement_is_worth_as_much_as_its_value_is_rare() -> None:
    common = Snapshot({"Berlin": 0.3, "Paris": 0.1}, 0.6)

    assert bayes_factor(sure("x@e.org"), sure("x@e.org"), 65536) == pytest.approx(15.851998898093374)
    assert bayes_factor(sure("Berlin"), sure("Berlin"), 16, common) == pytest.approx(1.7134801389334635)
    assert bayes_factor(sure("Berlin"), sure("Paris"), 16, common) == pytest.approx(-4.466896980281195)


def test_k_caps_what_a_rare_agreement_is_worth_until_it_is_leveled() -> None:
    """§7: one e-mail address on both sides is worth 15.9 bits at K = 65536 but 2.6 if formed at K = 32."""
    rare = Snapshot({"x@e.org": 1 / 65536}, 1 - 1 / 65536)
    mail = sure("x@e.org")

    assert bayes_factor(mail, mail, 32, rare) == pytest.approx(2.6, abs=0.05)
    assert bayes_factor(leveled(mail, 32, rare), leveled(mail, 32, rare), 32, rare) == pytest.approx(15.85, abs=0.05)


def test_contrary_jobs_days_apart_speak_against_and_years_apart_say_nothing() -> None:
    acme = [Evidence("a1", 0.0, "Acme"), Evidence("a2", 30.0, "Acme")]
    model = Plain(16, 0.05, 0.998)

    assert replay_factor(acme, [Evidence("b", 15.0, "Bolt")], model).bits == pytest.approx(-4.216, abs=5e-4)
    assert replay_factor(acme, [Evidence("b", 3000.0, "Bolt")], model).bits == pytest.approx(-0.0036, abs=5e-5)


def test_eq_6_calls_unequal_evidence_a_difference() -> None:
    """Finding 15 of §1: the same value known well and better, and knowledge beside ignorance."""
    one, two = {"job": sure("nurse", 0.95)}, {"job": sure("nurse", 0.9975)}
    assert (open_distance(one, two, {"job": 16}).d or 0.0) == pytest.approx(0.21, abs=0.01)
    assert (open_distance(one, {"job": FRESH}, {"job": 16}).d or 0.0) == pytest.approx(7.2, abs=0.1)
    assert bayes_factor(one["job"], FRESH, 16) == 0.0


def test_a_mixture_does_not_sharpen_an_agreement_and_a_replay_does() -> None:
    """Finding 16 of §1."""
    log = [Evidence("1", 0.0, "Acme"), Evidence("2", 0.0, "Acme")]
    united = replay.filter(log, Plain(16, 0.05), 0.0).p[0]

    assert merge_mixture({"Acme": 0.95, "?": 0.05}, 1, {"Acme": 0.95, "?": 0.05}, 1)["Acme"] == pytest.approx(0.95)
    assert merge_product(sure("Acme"), sure("Acme"), 16).masses["Acme"] == pytest.approx(united)
    assert united == pytest.approx(0.9998, abs=5e-5)


# ── properties ──────────────────────────────────────────────────────────────────────────────────────────


@given(snapshots(), snapshots(), snapshots())
def test_35_the_factor_is_symmetric_and_nothing_on_ignorance(one: Snapshot, two: Snapshot, base: Snapshot) -> None:
    for pi in (None, base):
        there, back = bayes_factor(one, two, UNIVERSE, pi), bayes_factor(two, one, UNIVERSE, pi)
        assert there == pytest.approx(back, rel=1e-12, abs=1e-12)
        assert bayes_factor(one, FRESH, UNIVERSE, pi) == 0.0


@given(snapshots(), st.sampled_from(NAMES), snapshots())
def test_35_a_named_but_uniform_belief_is_ignorance_too(one: Snapshot, name: str, base: Snapshot) -> None:
    assert bayes_factor(one, Snapshot({name: 1 / UNIVERSE}, 1 - 1 / UNIVERSE), UNIVERSE, base) == 0.0


@given(snapshots(), snapshots(), snapshots())
def test_the_lumped_factor_is_that_over_all_values(one: Snapshot, two: Snapshot, base: Snapshot) -> None:
    values = [*NAMES, *(f"unseen {i}" for i in range(UNIVERSE - len(NAMES)))]
    pi, p, q = ([x.masses.get(v, x.each(UNIVERSE)) for v in values] for x in (base, one, two))
    joint = math.fsum(a * b * c for a, b, c in zip(pi, p, q, strict=True))
    apart = [math.fsum(a * b for a, b in zip(pi, x, strict=True)) for x in (p, q)]

    assume(knows(one, UNIVERSE) and knows(two, UNIVERSE))
    assert bayes_factor(one, two, UNIVERSE, base) == pytest.approx(math.log2(joint / apart[0] / apart[1]), abs=1e-9)


@given(st.lists(st.tuples(snapshots(), snapshots()), max_size=4))
def test_35_factors_add_over_attributes(pairs: list[tuple[Snapshot, Snapshot]]) -> None:
    rows = [compare(f"a{i}", one, two, UNIVERSE) for i, (one, two) in enumerate(pairs)]
    proposal = propose(rows, -7.0, groups={}, cap=1e9)
    bits = [row.bits for row in rows if row.bits is not None]
    if bits:
        assert proposal.log2_odds == pytest.approx(-7.0 + math.fsum(bits))
        assert proposal.p_same == pytest.approx(probability(-7.0 + math.fsum(bits)))
    else:
        assert (proposal.verdict, proposal.p_same) == ("undetermined", None)


@given(st.dictionaries(st.sampled_from("abc"), snapshots()), st.dictionaries(st.sampled_from("bcd"), snapshots()))
def test_35_a_distance_exists_where_something_is_shared(one: dict[str, Snapshot], two: dict[str, Snapshot]) -> None:
    found = open_distance(one, two, dict.fromkeys("abcd", UNIVERSE))
    back = open_distance(two, one, dict.fromkeys("abcd", UNIVERSE))

    assert (found.d is None) == (found.mean_jsd is None) == (not set(one) & set(two))
    if found.d is not None and back.d is not None and found.mean_jsd is not None:
        assert found.d == pytest.approx(back.d) and found.d >= 0.0 and 0.0 <= found.mean_jsd <= 1.0
        assert found.d_per_attribute == pytest.approx(found.d / len(found.shared))
    assert open_distance(one, one, dict.fromkeys("abcd", UNIVERSE)).d in (None, 0.0)


@given(logs(kinds=("assert", "deny")), logs(kinds=("assert", "deny")), models(9, 20))
def test_36_at_one_instant_without_decay_both_factors_agree(
    first: list[Evidence], second: list[Evidence], model: Plain
) -> None:
    still = Plain(model.universe, model.eps)
    one, two = (
        [Evidence(f"{side}{e.id}", 5.0, e.value, e.kind, e.confidence, e.stance) for e in log]
        for side, log in (("a", first), ("b", second))
    )
    before, after = (
        Snapshot(dict(zip(f.values, f.p, strict=True)), f.unknown)
        for f in (replay.filter(log, still, 5.0) for log in (one, two))
    )

    exact = replay_factor(one, two, still).bits
    assert bayes_factor(before, after, still.universe) == pytest.approx(exact, abs=1e-8)


@given(logs(), logs(), logs(), models())
def test_37_merge_then_unmerge_is_the_original_bitwise(
    one: list[Evidence], two: list[Evidence], three: list[Evidence], model: Plain
) -> None:
    first, second, third = (
        [Evidence(f"{side}{e.id}", e.t, e.value, e.kind, e.confidence, e.stance) for e in log]
        for side, log in (("a", one), ("b", two), ("c", three))
    )
    before = replay.filter(first, model, 4000.0)
    united = replay.filter([*first, *second, *third], model, 4000.0)

    assert replay.filter([*third, *first, *second], model, 4000.0) == united
    assert replay.filter([e for e in [*second, *first] if e.id.startswith("a")], model, 4000.0) == before


@given(snapshots(), snapshots())
def test_38_the_product_of_two_ignorances_is_ignorance(one: Snapshot, two: Snapshot) -> None:
    assert merge_product(FRESH, FRESH, UNIVERSE) == FRESH
    same = merge_product(one, FRESH, UNIVERSE)
    assert same.masses == pytest.approx(one.masses) and same.unknown == pytest.approx(one.unknown)
    there, back = merge_product(one, two, UNIVERSE), merge_product(two, one, UNIVERSE)
    assert there.masses == pytest.approx(back.masses) and there.unknown == pytest.approx(back.unknown)


@given(snapshots(), snapshots(), snapshots())
def test_leveling_by_even_rates_changes_nothing_and_by_others_keeps_what_is_known(
    one: Snapshot, two: Snapshot, base: Snapshot
) -> None:
    assert leveled(one, UNIVERSE, FRESH).masses == pytest.approx(one.masses)
    assert leveled(FRESH, UNIVERSE, base) == FRESH
    fair = leveled(one, UNIVERSE, base)
    for value, p in one.masses.items():
        above = p > one.each(UNIVERSE) * (1 + 1e-9)
        assert (fair.masses[value] > fair.each(UNIVERSE) * (1 + 1e-12)) >= above
    there = bayes_factor(leveled(one, UNIVERSE, base), leveled(two, UNIVERSE, base), UNIVERSE, base)
    assert compare("city", one, two, UNIVERSE, base).bits in (None, there)


def test_leveling_a_lone_report_is_forming_it_with_the_base_rates() -> None:
    """Derived: with errors by base rates, a report of reliability rho has the odds 1 + rho/((1-rho) pi)."""
    base = Snapshot({"a": 0.4, "b": 0.01}, 0.59)
    for value, pi in base.masses.items():
        belief = replay.filter([Evidence("1", 0.0, value)], Plain(32, 0.05, 0.99), 50.0)
        rho = (1 - 0.05 * 32 / 31) * 0.99**50
        fair = leveled(Snapshot({value: belief.p[0]}, belief.unknown), 32, base)
        assert fair.masses[value] / fair.each(32) == pytest.approx(1 + rho / ((1 - rho) * pi))


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.floats(0.01, 0.5), st.floats(0.01, 0.99))
def test_members_known_to_both_sides_count_and_ignorance_of_one_does_not(
    q1: float, q2: float, prior: float, rate: float
) -> None:
    base = {"chess": rate}
    there = set_bayes_factor({"chess": q1, "golf": 0.9}, {"chess": q2, "tea": 0.9}, prior, base)
    assert there == pytest.approx(set_bayes_factor({"chess": q2}, {"chess": q1}, prior, base), abs=1e-9)
    assert set_bayes_factor({"chess": q1}, {"chess": prior}, prior, base) == pytest.approx(0.0, abs=1e-9)


# ── proposals ───────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_shared_is_undetermined_never_zero() -> None:
    for rows in ([], [compare("city", sure("Rome"), FRESH, 32)], [compare_sets("hobby", {"a": 0.9}, {"b": 0.9}, 0.1)]):
        found = propose(rows, -7.0)
        assert (found.verdict, found.p_same, found.log2_odds) == ("undetermined", None, None)
    assert distance({"job": {"nurse": 1.0}}, {"city": {"Rome": 1.0}}) == distance({}, {})
    assert compare_logs("job", [], [Evidence("1", 0.0, "nurse")], Plain(32, 0.05)).bits is None


def test_attributes_are_capped_and_dependent_ones_count_once() -> None:
    rows = [
        Comparison("email", 15.9, "x@e.org", "x@e.org"),
        Comparison("home city", 4.0, "Rome", "Rome"),
        Comparison("home country", 2.0, "Italy", "Italy"),
        Comparison("employer", -20.0, "Acme", "Bolt"),
        Comparison("diet", 0.04, "vegan", "vegan"),
    ]
    found = propose(rows, prior_log2_odds(128))

    assert dict(found.bits) == {"email": CAP, "home city": 4.0, "employer": -CAP, "diet": 0.04}
    assert found.log2_odds == pytest.approx(-7.0 + 12.0 + 4.0 - 12.0 + 0.04)
    assert found.reason == (
        "agree: email (x@e.org) +12.0 bits (of 15.9), home city (Rome) +4.0 bits; "
        "differ: employer (Acme and Bolt) -12.0 bits (of 20.0); say little: diet (vegan) +0.0 bits; "
        "home country stands behind home city; prior -7.0 bits; P(same) 0.114"
    )


@pytest.mark.parametrize(("bits", "verdict"), [(13.0, "merge"), (9.0, "suggest"), (6.9, "apart"), (-5.0, "apart")])
def test_thresholds(bits: float, verdict: str) -> None:
    assert propose([Comparison("x", bits)], -7.0, cap=20.0).verdict == verdict


def test_base_rates_are_counts_of_leading_values_with_a_uniform_start() -> None:
    found = base_rates(["Rome"] * 3 + ["Oslo"] + [None] * 5, 16)
    assert found.masses == pytest.approx({"Rome": (3 + 4 / 16) / 8, "Oslo": (1 + 4 / 16) / 8})
    assert found.unknown == pytest.approx(14 * (4 / 16) / 8)
    assert len(base_rates([f"v{i}" for i in range(40)], 32).masses) == 40


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValidationError):
        bayes_factor(Snapshot({"a": 0.4, "b": 0.6}), Snapshot({"c": 1.0}), 2)
    with pytest.raises(ValidationError):
        merge_product(Snapshot({"a": 1.0}), Snapshot({"b": 1.0}), 2)
    with pytest.raises(ValidationError):
        propose([], -7.0, merge=0.4, suggest=0.5)
    with pytest.raises(ValidationError):
        Comparison("x", math.nan)
    with pytest.raises(ValidationError):
        Snapshot({"a": 0.5}, 0.4)


def test_the_gate_on_a_small_world() -> None:
    result = identify(people=250, different=4_000)
    assert result.passed, "\n".join(result.rows())
    assert result.auc["BF leveled"] > result.auc["D"] + 0.01
    assert result.close[0] > 0.3, "Eq. 6 with nothing shared as 0 merges everybody"


def test_area_under_the_curve() -> None:
    scores, positive = np.array([1.0, 2.0, 2.0, 3.0]), np.array([False, True, False, True])
    assert area(scores, positive) == pytest.approx(0.875)
