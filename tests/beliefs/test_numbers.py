"""The figures that the two specifications give for whole stories, from the kernel itself."""

import math
from dataclasses import replace

import pytest

from nous.beliefs import replay
from nous.beliefs.evidence import Evidence, Kind
from nous.beliefs.provenance import POOL, Trust, flip_age, tier_cap
from nous.beliefs.replay import Plain
from nous.beliefs.report import Parameters, Report
from nous.beliefs.witness import WitnessFilter

from .strategies import resolved
from .test_witness import law, running, stepped

JOB = 1095.0
employer = Parameters(32, 0.05, math.log(2.0) / JOB)
unit = math.log(2.0)  # a half-life of one day


def user(t: float, value: str, kind: Kind = "assert", **other: object) -> Evidence:
    """What the user says in the pipeline: confidence .95."""
    e = Evidence(f"{t:010.3f}{value}", t, value, kind, confidence=0.95, channel="user", source="user:ana")
    return replace(e, **other)  # type: ignore[arg-type]


def weights(log: list[Evidence], known: Parameters = employer) -> list[float]:
    """What each report weighs, in bits."""
    belief, found = WitnessFilter(known), []
    for report in resolved(log, known):
        revision = belief.step(report)
        assert revision is not None
        found.append(revision.weight)
    return found


# ── belief specification ────────────────────────────────────────────────────────────────────────────────


def test_job_change() -> None:
    """§3.2: after 12 or 60 monthly confirmations the new employer needs two mentions, after one it leads at once."""
    for months in (12, 60):
        log = [Evidence(f"{i:02}", 30.0 * i, "old", confidence=0.95) for i in range(months)]
        news = [Evidence("x", 30.0 * months, "new", confidence=0.95)]
        first = replay.filter([*log, *news], Plain(32, 0.05, math.exp(-employer.rate)), 30.0 * months)
        assert first.p == pytest.approx([0.838, 0.147], abs=5e-4) and first.surprises[-1] == pytest.approx(
            10.7, abs=0.05
        )
        news.append(replace(news[0], id="y", t=30.0 * months + 30.0))
        second = replay.filter([*log, *news], Plain(32, 0.05, math.exp(-employer.rate)), 30.0 * months + 30.0)
        assert second.p[1] == pytest.approx(0.980, abs=5e-4)
    pair = [Evidence("1", 0.0, "old", confidence=0.95), Evidence("2", 30.0, "new", confidence=0.95)]
    assert replay.filter(pair, Plain(32, 0.05, math.exp(-employer.rate)), 30.0).p == pytest.approx(
        [0.432, 0.515], abs=5e-4
    )


@pytest.mark.parametrize(
    ("eps", "needed"),
    [
        (0.01, [2, 2, 2, 1, 1, 1, 1, 1, 1]),
        (0.05, [2, 2, 2, 2, 2, 1, 1, 1, 1]),
        (0.10, [3, 2, 2, 2, 2, 2, 2, 1, 1]),
        (0.20, [3, 3, 2, 2, 2, 2, 2, 2, 1]),
    ],
)
def test_how_many_contradictions_flip_a_saturated_belief(eps: float, needed: list[int]) -> None:
    """§3.2 [flips], K = 16: one iff lambda^gap < rho."""
    model = Plain(16, eps, 0.5)
    for gap, want in zip((0.0005, 0.002, 0.01, 0.02, 0.05, 0.08, 0.16, 0.32, 1.0), needed, strict=True):
        log = [Evidence(f"a{i:02}", gap * i, "old") for i in range(40)]
        news = [Evidence(f"b{i}", gap * (40 + i), "new") for i in range(want)]
        assert replay.filter([*log, *news], model, news[-1].t).best == "new"
        assert want == 1 or replay.filter([*log, *news[:-1]], model, news[-2].t).best == "old"
        rho = 1.0 - eps * 16 / 15
        if abs(2.0**-gap - rho) > 0.02:
            assert (want == 1) == (2.0**-gap < rho)


def test_how_a_lone_fact_fades() -> None:
    """§8 [job]: H/log2 K at 0, .5, 1, 2, 3 and 4 half-lives; pruned from 3.1 on."""
    log = [Evidence("1", 0.0, "acme")]
    table = {0.0: 0.107, 0.5: 0.497, 1.0: 0.705, 2.0: 0.898, 3.0: 0.966, 4.0: 0.989}
    for age, want in table.items():
        assert replay.filter(log, Plain(32, 0.05, 0.5), age).entropy / 5.0 == pytest.approx(want, abs=5e-4)


def test_an_end_with_and_without_a_successor() -> None:
    """§5: from .95 an end leaves .05 and unknown .95; with a successor at the same time that has .951."""
    left = [Evidence("1", 0.0, "acme"), Evidence("2", 1.0, "acme", "end")]
    p = replay.filter(left, Plain(32, 0.05), 1.0)
    assert [p.p[0], p.unknown] == pytest.approx([0.05, 0.95], abs=2e-3)
    joined = [*left, Evidence("3", 1.0, "bolt")]
    assert replay.filter(joined, Plain(32, 0.05), 1.0).p[1] == pytest.approx(0.951, abs=2e-3)


# ── provenance specification ────────────────────────────────────────────────────────────────────────────


def test_repetition() -> None:
    """§2d: a second statement on one day adds 1.7 bits, the fifth 0; after five, by the gap in half-lives."""
    bits = weights([user(0.001 * i, "acme") for i in range(5)])
    assert bits[1] == pytest.approx(1.7, abs=0.05) and bits[4] == pytest.approx(0.0, abs=1e-3)
    table = {0.03: 0.50, 0.1: 1.27, 0.25: 2.2, 0.5: 3.2, 1.0: 4.3, 2.0: 5.5, 8.0: 7.5}
    for gap, want in table.items():
        log = [user(0.001 * i, "acme") for i in range(5)]
        assert weights([*log, user(gap * JOB, "acme")])[-1] == pytest.approx(want, abs=0.06)
    assert bits[0] == pytest.approx(7.58, abs=0.005)


def test_a_slip_of_the_tongue() -> None:
    """§2e: A, B, A by one user; a year of A, then one B, then a second."""
    p = law(running([user(0.0, "a"), user(1.0, "b"), user(2.0, "a")], employer), 2.0)
    assert p["a"] == pytest.approx(0.95, abs=5e-3) and p["b"] == pytest.approx(0.005, abs=5e-4)
    far = law(running([user(0.0, "a"), user(JOB, "b"), user(2 * JOB, "a")], employer), 2 * JOB)
    assert far["a"] == pytest.approx(0.90, abs=5e-3) and far["b"] == pytest.approx(0.03, abs=5e-3)
    year = [user(30.0 * i, "a") for i in range(12)]
    one = law(running([*year, user(360.0, "b")], employer), 360.0)
    assert [one["a"], one["b"]] == pytest.approx([0.80, 0.14], abs=5e-3)
    two = law(running([*year, user(360.0, "b"), user(390.0, "b")], employer), 390.0)
    assert two["b"] == pytest.approx(0.93, abs=5e-3)


def test_the_caps() -> None:
    """§§1 and 3: one report of tier .2 is a ratio of 9; floods reach .225, .322, .516; denials 1.0 bit at .5."""
    assert 2.0 ** tier_cap(0.2, 32)[0] == pytest.approx(9.0)
    for tier, sup in ((0.2, 0.225), (0.3, 0.322), (0.5, 0.516)):
        flood = [Report(f"{i:03}", 0.01 * i, ("w",), "assert", 0.9, tier, POOL, tier) for i in range(200)]
        belief = stepped(flood, replace(employer, rate=0.0))
        assert law(belief, 2.0)["w"] == pytest.approx(sup, abs=5e-4) == pytest.approx(tier_cap(tier, 32)[1], abs=5e-4)
    assert tier_cap(0.5, 32)[2] == pytest.approx(1.0, abs=0.03)


def test_many_junk_values_are_one_report() -> None:
    """§3: 20 junk values lower a single .9 report hardly further than one does (there .861 to .858)."""
    known, c = Parameters(32, 0.05, 0.0), 1.0 - 0.05 * 32 / 31
    p = []
    for n in (1, 5, 20):
        log = [Report("v", 0.0, ("v",), "assert", c, 0.9, "user", 0.9)]
        log += [Report(f"w{i:02}", 0.0, (f"w{i}",), "assert", c, 0.3, POOL, 0.3) for i in range(n)]
        p.append(law(stepped(log, known), 0.0)["v"])
    assert p == pytest.approx([0.811, 0.808, 0.808], abs=5e-4)


def test_a_page_and_a_document_against_the_user() -> None:
    """§3: pooled .097 to .811; were they two witnesses, .58 to .38."""
    log = [
        Evidence("1", 0.0, "acme", channel="user"),
        Evidence("2", 0.0, "bolt", confidence=0.95, channel="web", source="web:x"),
        Evidence("3", 0.0, "bolt", confidence=0.95, channel="document", source="file:y"),
    ]
    trust = Trust(source_tiers={"user": 0.9})
    pooled = law(running(log, Parameters(32, 0.01, 0.0, trust)), 0.0)
    assert [pooled["bolt"], pooled["acme"]] == pytest.approx([0.097, 0.811], abs=2e-3)
    apart = law(running(log, Parameters(32, 0.01, 0.0, replace(trust, pool=0.2))), 0.0)
    assert [apart["bolt"], apart["acme"]] == pytest.approx([0.58, 0.38], abs=3e-3)


def overturned(age: float, tier: float, reports: int, spread: bool, sources: int, own: bool) -> bool:
    """Whether W leads over V, four reports at .9 by so many sources, at this age in half-lives."""
    known, c = Parameters(32, 1e-4, unit), 1.0 - 1e-4 * 32 / 31
    honest = [Report(f"v{i}", 0.0, ("v",), "assert", c, 0.9, f"user:{i % sources}", 0.9) for i in range(4)]
    attack = [
        Report(f"w{i:02}", age * (i + 1) / reports if spread else age, ("w",), "assert", c, tier, who, tier)
        for i in range(reports)
        for who in [f"bot:{i}" if own else POOL]
    ]
    p = law(stepped([*honest, *attack], known), age)
    return p["w"] > p["v"]


@pytest.mark.parametrize(
    ("tier", "distinct", "single"),
    [
        (0.1, (3.32, 3.32, 4.23), (3.17, 3.17, 3.94)),
        (0.2, (2.32, 2.32, 3.62), (2.17, 2.17, 3.15)),
        (0.3, (1.74, 1.74, 3.14), (1.58, 1.58, 2.52)),
        (0.5, (1.00, 1.00, 2.23), (0.85, 0.85, 1.43)),
    ],
)
def test_the_flip_rule(tier: float, distinct: tuple[float, ...], single: tuple[float, ...]) -> None:
    """§3 [poison]: the crossover in half-lives for M = 1, M = 50 and 50 spread over the time; M does not occur."""
    for sources, crossovers in ((4, distinct), (1, single)):
        for (reports, spread), want in zip(((1, False), (50, False), (50, True)), crossovers, strict=True):
            assert not overturned(want - 0.015, tier, reports, spread, sources, own=False)
            assert overturned(want + 0.015, tier, reports, spread, sources, own=False)
    assert distinct[0] == pytest.approx(flip_age(tier, 1.0), abs=0.006)
    assert single[0] == pytest.approx(flip_age(tier, 0.9), abs=0.006)


def test_above_the_line_sybils_win() -> None:
    """§3, last row: at .7 a source is its own witness; one needs .51 half-lives, two together none."""
    for sources, age in ((4, 0.51), (1, 0.36)):
        assert not overturned(age - 0.015, 0.7, 1, False, sources, own=True)
        assert overturned(age + 0.015, 0.7, 1, False, sources, own=True)
        assert overturned(1e-9, 0.7, 50, False, sources, own=True)


def test_a_change_said_plainly_and_said_as_a_change() -> None:
    """§5, golden 44 and 45: twelve monthly confirmations, then Bolt ten days ago."""
    known = Parameters(32, 0.05, -math.log(0.998))
    year = [user(30.0 * i, "acme") for i in range(12)]
    plain = law(running([*year, user(340.0, "bolt")], known), 350.0)
    change = law(running([*year, user(340.0, "bolt", "change")], known), 350.0)
    assert [plain["acme"], plain["bolt"]] == pytest.approx([0.77, 0.15], abs=5e-3)
    assert [change["bolt"], change["acme"]] == pytest.approx([0.83, 0.02], abs=5e-3)


def test_the_pool_cannot_end_what_four_sources_say() -> None:
    """§5 [ends]: one "left V, joined W" at .5 moves the plain filter to V .35, W .32, and this one hardly."""
    log = [Evidence(f"v{i}", 0.0, "v", channel="user", source=f"user:{i}") for i in range(4)]
    attack = [Evidence("x", 1.0, "v", "end", channel="document"), Evidence("y", 1.0, "w", channel="document")]
    known = Parameters(32, 0.05, 0.0)
    plain = [replace(e, stance=0.95 if e.channel == "user" else 0.5) for e in [*log, *attack]]
    p = replay.filter(plain, Plain(32, 0.05), 1.0)
    assert [p.p[0], p.p[1]] == pytest.approx([0.35, 0.324], abs=5e-4)
    assert law(running([*log, *attack], known), 1.0)["v"] > 0.978
