"""What to do with a belief: provenance specification §10, property 7, and the policy of §6."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs.decision import Decision, Thresholds, decide
from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import POOL, Trust, flip_age
from nous.beliefs.report import Parameters
from nous.beliefs.witness import WitnessFilter

from .strategies import ALL_KINDS, LOW, full_logs, levels, logs, parameters, resolved
from .test_witness import running, stepped

YEAR = 365.0
LATE = 3000.0


def at_half_lives(age: float, news: list[tuple[str, str, float]], user: int = 4) -> Decision:
    """The user said Acme some times in a row; after so many half-lives others say (channel, value, stance)."""
    known = Parameters(32, 0.05, math.log(2.0) / YEAR)
    said = [Evidence(f"a{i}", float(i), "acme", confidence=0.95, channel="user") for i in range(user)]
    now = user - 1 + age * YEAR
    told = [
        Evidence(f"b{i}", now, value, confidence=0.95, stance=stance, channel=channel, source=f"{channel}:{i}")
        for i, (channel, value, stance) in enumerate(news)
    ]
    return decide(running([*said, *told], known), now)


@given(full_logs(max_size=16), parameters(), st.floats(0.0, 2000.0), st.booleans())
def test_p07_only_a_trusted_witness_settles_an_answer(
    log: list[Evidence], known: Parameters, later: float, protected: bool
) -> None:
    """`accept` implies an anchor above the line, and a value that some trusted witness asserted."""
    steps = resolved(log, known)
    belief = stepped(steps, known)
    verdict = decide(belief, LATE + later, protected=protected)
    if verdict.verdict == "accept":
        assert verdict.anchor is not None and verdict.anchor > known.trust.pool and not verdict.candidates
        assert any(r.group != POOL and r.kind in ("assert", "change") and verdict.value in r.values for r in steps)


@given(logs(kinds=ALL_KINDS, channels=LOW, sources=9, stances=levels, max_size=30), parameters(trust=st.just(Trust())))
def test_p07_no_volume_or_mix_of_the_pool_is_accepted(log: list[Evidence], known: Parameters) -> None:
    for age in (0.0, 1.0, 100.0):
        verdict = decide(running(log, known), LATE + age)
        assert verdict.verdict in ("ask", "unknown") and verdict.anchor in (0.0, None)


@given(full_logs(), parameters(), st.floats(0.0, 2000.0), st.booleans())
def test_the_first_rule_that_applies(log: list[Evidence], known: Parameters, later: float, protected: bool) -> None:
    """The table of §6, read off the belief's own numbers."""
    belief, t, limits = running(log, known), LATE + later, Thresholds()
    found = decide(belief, t, protected=protected)
    masses, unknown = belief.read(t)
    p, best = dict(zip(belief.names, masses, strict=True)), belief.leading(masses, unknown)
    live = {v for v in p if belief.lone(v, t) >= limits.support}
    if best is None:
        assert found.verdict == ("ask" if live else "unknown") and set(found.candidates) == live
        assert found.value is None and found.anchor is None
        return
    anchor = max((x[best] for g, x in belief.supports(t).items() if g != POOL), default=0.0)
    newer = {v for v in live if belief.peaks[v][1] > belief.peaks.get(best, (0.0, 0.0, -math.inf))[2]}
    rivals = {v for v in p if v != best and (p[v] >= limits.p or v in newer)}
    anchored = anchor > known.trust.pool
    if anchored and not rivals and p[best] >= limits.accept:
        want = "accept"
    elif protected and (rivals or not anchored):
        want = "hold"
    elif anchored and rivals and p[best] / max(p[v] for v in rivals) >= 2.0**limits.margin:
        want = "contested"
    else:
        want = "ask"
    assert (found.verdict, found.value, set(found.candidates)) == (want, best, rivals)
    assert found.anchor == pytest.approx(anchor) and found.reason


def test_utility_of_a_true_correction_through_a_low_tier() -> None:
    """Provenance §6 (d): W is always listed, never silently adopted; its probability by tier and age, once said."""
    trust = Trust(tiers={**Trust().tiers, "low": 0.2})
    table = {
        0.2: [("contested", 0.020), ("contested", 0.08), ("ask", 0.12), ("ask", None)],
        0.3: [("contested", 0.03), ("contested", 0.12), ("ask", 0.18), ("ask", None)],
        0.5: [("contested", 0.07), ("contested", 0.22), ("ask", None), ("ask", None)],
    }
    for tier, row in table.items():
        known = Parameters(32, 0.05, math.log(2.0) / YEAR, replace(trust, tiers={**trust.tiers, "low": tier}))
        for age, (verdict, p) in zip((0.05, 0.5, 1.0, 2.0), row, strict=True):
            said = [Evidence(f"a{i}", 0.0, "acme", confidence=0.95, channel="user") for i in range(4)]
            news = Evidence("b", age * YEAR, "bolt", confidence=0.95, channel="low")
            belief = running([*said, news], known)
            found = decide(belief, age * YEAR)
            assert found.verdict == verdict and "bolt" in (*found.candidates, found.value)
            if p is not None:
                assert belief.read(age * YEAR)[0][1] == pytest.approx(p, abs=0.006)


def test_junk_lowers_the_probability_and_not_the_margin() -> None:
    """Many junk values of the pool cannot turn contested into ask."""
    for n in (1, 5, 20):
        found = at_half_lives(0.02, [("web", f"junk{i}", 1.0) for i in range(n)])
        assert found.verdict == "contested" and found.value == "acme" and len(found.candidates) == n


def test_a_lone_statement_by_a_user_is_answered_for_half_a_half_life() -> None:
    assert at_half_lives(0.4, [], user=1).verdict == "accept"
    faded = at_half_lives(0.8, [], user=1)
    assert (faded.verdict, faded.value) == ("ask", "acme")


def test_what_has_faded_is_asked_about_only_while_a_report_is_live() -> None:
    known = Parameters(32, 0.05, math.log(2.0) / YEAR)
    belief = running([Evidence("1", 0.0, "acme", channel="user")], known)
    assert decide(belief, 2.0 * YEAR) == replace(decide(belief, 2.0 * YEAR), verdict="ask", candidates=("acme",))
    assert decide(belief, 20.0 * YEAR).verdict == "unknown"
    assert decide(WitnessFilter(known), 0.0).verdict == "unknown"


def test_protected_attributes_hold() -> None:
    """While challenged, and when no trusted witness stands behind them any more."""
    known = Parameters(32, 0.05, math.log(2.0) / YEAR)
    said = [Evidence(f"{i}", 0.0, "acme", channel="user", source=f"user:{i}") for i in range(3)]
    web = Evidence("w", 1.0, "bolt", channel="web")
    assert decide(running(said, known), 1.0, protected=True).verdict == "accept"
    assert decide(running([*said, web], known), 1.0, protected=True).verdict == "hold"
    assert decide(running([*said, web], known), 1.0).verdict == "contested"
    assert decide(running(said, known), 0.95 * YEAR, protected=True).verdict == "hold"


def test_the_pool_anchors_nothing() -> None:
    """However firm a document, the anchor is what the user stands behind: here a "maybe"."""
    said = [
        Evidence("1", 0.0, "acme", stance=0.25, channel="user"),
        Evidence("2", 0.0, "acme", channel="document"),
    ]
    known = Parameters(32, 0.05, 0.0)
    belief = running(said, known)
    found = decide(belief, 0.0)
    assert belief.supports(0.0)[POOL]["acme"] > 0.4
    assert (found.value, found.verdict) == ("acme", "ask")
    assert found.anchor == pytest.approx(belief.supports(0.0)["user"]["acme"])
    assert belief.supports(0.0)["user"]["acme"] < 0.25


def test_flip_age_is_never_negative() -> None:
    assert flip_age(0.5, 0.2) == 0.0 and flip_age(0.2, 1.0) == pytest.approx(math.log2(5.0))
