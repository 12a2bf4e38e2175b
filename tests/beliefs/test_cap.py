"""How far a witness can move a belief: provenance specification §10, properties 4 to 6, 8, 15, 20 and 21."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs.decision import decide
from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import POOL, TIERS, Trust, tier_cap
from nous.beliefs.report import Parameters, Report
from nous.beliefs.witness import WitnessFilter

from .strategies import ALL_KINDS, LOW, NAMES, TRUSTED, full_logs, levels, logs, parameters, resolved, sound
from .test_witness import LATE, law, running, stepped

default = parameters(trust=st.just(Trust()))
floods = logs(kinds=("assert",), channels=LOW, names=NAMES[4:6], sources=9, stances=levels, episodes=2, max_size=25)
trusted = logs(kinds=("assert",), channels=TRUSTED, names=NAMES[:3], stances=levels, max_size=8)


@given(trusted, floods, default, st.floats(0.0, LATE))
def test_p04_the_cap(honest: list[Evidence], flood: list[Evidence], known: Parameters, at: float) -> None:
    """P(w)/P(unseen) <= 1 + K s/(1-s) where only the pool asserts w and nobody denies or ends."""
    flood = [replace(e, id="f" + e.id) for e in flood]
    s = max((TIERS.get(e.channel, TIERS["unknown"]) * e.stance for e in flood), default=0.0)
    belief = running([*honest, *flood], known, at)
    for value in NAMES[4:6]:
        assert belief.log_odds(value, max(at, belief.t)) <= math.log1p(known.universe * s / (1.0 - s)) + 1e-9


@given(logs(kinds=ALL_KINDS, channels=LOW, sources=9, stances=levels, max_size=30), default, st.floats(0.0, LATE))
def test_p05_a_lone_pool_is_believed_to_its_ceiling(flood: list[Evidence], known: Parameters, at: float) -> None:
    belief = running(flood, known, at)
    s = max((TIERS.get(e.channel, TIERS["unknown"]) * e.stance for e in flood), default=0.0)
    cap = s + (1.0 - s) / known.universe
    assert all(p <= cap + 1e-12 for v, p in law(belief, at).items() if v)


@given(full_logs(), default, st.sampled_from(["web:1", "crowd"]))
def test_p06_many_voices_in_the_pool_are_one(log: list[Evidence], known: Parameters, name: str) -> None:
    """Bitwise: M reports by M sources are M reports by one."""
    one = [replace(e, source=name) if e.channel in LOW else e for e in log]
    assert running(log, known).dump() == running(one, known).dump()


@given(
    full_logs(names=NAMES[:3], max_size=8),
    default,
    st.floats(0.1, 0.95),
    sound,
    st.floats(0.0, 1.0),
    st.sampled_from(["ceiling", "reliability"]),
    st.sampled_from([POOL, "user:user:1", "new"]),
    st.integers(0, 3000),
)
def test_p08_less_trust_in_the_only_report_is_less_belief(
    log: list[Evidence], known: Parameters, ceiling: float, c: float, less: float, what: str, group: str, t: int
) -> None:
    """Stance and tier are the ceiling, confidence the reliability; each lowered alone, within its witness.

    While that is the last word of its witness: see the next test.
    """
    only = Report("only", float(t), ("t:only",), "assert", 0.94 * c, ceiling, group, ceiling)
    others = [r for r in resolved(log, known) if r.kind != "change" and (r.group != group or r.order < only.order)]
    weaker = replace(only, **{what: getattr(only, what) * less})
    full, low = (
        law(stepped(sorted([*others, r], key=lambda r: r.order), known), LATE)["t:only"] for r in (only, weaker)
    )
    assert low <= full + 1e-12


def test_p08_fails_once_the_witness_has_changed_its_word() -> None:
    """Not a theorem: P forgets w faster than its witness does, while a strong v stands beside it.

    When the witness then turns to x, it takes back more than P still held: without its first word w has more.
    """
    known = Parameters(9, 0.05, math.log(2.0) / 365.0)
    c = 1.0 - 0.05 * 9 / 8
    strong = [Report(f"v{i}", 0.0, ("v",), "assert", c, 0.9, f"user:{i}", 0.9) for i in range(3)]
    turned = Report("x", 700.0, ("x",), "assert", c, 0.5, POOL, 0.5)
    p = [
        law(stepped([*strong, Report("w", 0.0, ("w",), "assert", c, s, POOL, s), turned], known), 700.0)["w"]
        for s in (0.0, 0.25, 0.5)
    ]
    assert p == pytest.approx([0.049, 0.034, 0.026], abs=5e-4)


@given(full_logs(), parameters(), st.floats(0.0, LATE))
def test_p15_support_lies_between_denial_and_the_ceiling(log: list[Evidence], known: Parameters, at: float) -> None:
    steps = [r for r in resolved(log, known) if r.t <= at]
    belief = stepped(steps, known)
    for group, support in belief.supports(at).items():
        s = max(r.ceiling for r in steps if r.group == group)
        assert all(-1.0 / (known.universe - 1) - 1e-12 <= x <= s + 1e-12 for x in support.values())
        assert math.fsum(x for x in support.values() if x > 0.0) <= s + 1e-12


@given(default, st.floats(0.1, 1.0), st.floats(0.1, 1.0), st.sampled_from(["document", "web"]), st.floats(0.0, 2500.0))
def test_p20_a_lone_pool_report_flips_what_is_staler_than_it_is_weak(
    known: Parameters, c: float, weak: float, channel: str, age: float
) -> None:
    """A lone trusted report of age a falls to it iff rho' > rho lambda^a."""
    age = min(age, 40.0 / known.rate) if known.rate else age
    base = 1.0 - known.eps * known.universe / (known.universe - 1)
    rho = base * c * TIERS["user"] * math.exp(-known.rate * age)
    other = base * weak * TIERS[channel]
    assume(abs(math.log(rho / other)) > 1e-9)
    log = [
        Evidence("1", 0.0, "t:old", confidence=c, channel="user"),
        Evidence("2", age, "t:new", confidence=weak, channel=channel),
    ]
    p = law(running(log, known), age)
    assert (p["t:new"] > p["t:old"]) == (other > rho)


@given(
    logs(kinds=("assert",), channels=TRUSTED, names=NAMES[:1], confidences=sound, min_size=1, max_size=6),
    logs(kinds=("assert",), channels=LOW, names=NAMES[1:], sources=9, stances=levels, max_size=30),
    default,
    st.floats(0.0, 400.0),
)
def test_p21_junk_costs_no_more_than_one_full_report(
    honest: list[Evidence], junk: list[Evidence], known: Parameters, later: float
) -> None:
    """Any number of values and reports by the pool, against one report at its line: +.04 nats at the most."""
    end = max(e.t for e in honest)
    junk = [replace(e, id="j" + e.id, t=min(e.t, end)) for e in junk]
    steps, line = resolved(honest, known), known.trust.pool
    full = Report("zz", end, ("t:junk",), "assert", 1.0 - 1e-12, line, POOL, line)

    def logit(belief: WitnessFilter) -> float:
        p = law(belief, end)[NAMES[0]]
        return math.log(p / (1.0 - p))

    assert logit(running([*honest, *junk], known)) >= logit(stepped([*steps, full], known)) - 0.04


def test_a_pool_that_agreed_before_it_turned_flips_sooner_than_the_flip_rule_says() -> None:
    """The cap of W against an unseen value holds; but what the pool takes back from V, P held only in part.

    Against four distinct sources the rule gives one half-life for tier .5; having agreed once, .05 are enough.
    """
    known, c, age = Parameters(32, 0.05, math.log(2.0)), 1.0 - 0.05 * 32 / 31, 0.1
    honest = [Report(f"v{i}", 0.0, ("v",), "assert", c, 0.9, f"user:{i}", 0.9) for i in range(4)]
    turn = [Report(f"w{i}", age, ("w",), "assert", c, 0.5, POOL, 0.5) for i in range(10)]
    agreed = Report("p", 0.0, ("v",), "assert", c, 0.5, POOL, 0.5)
    before, after = (stepped(log, known) for log in ([*honest, *turn], [*honest, agreed, *turn]))
    assert [law(before, age)[v] for v in "vw"] == pytest.approx([0.876, 0.065], abs=5e-4)
    assert [law(after, age)[v] for v in "vw"] == pytest.approx([0.212, 0.413], abs=5e-4)
    assert after.log_odds("w", age) <= math.log1p(32.0) + 1e-9
    assert decide(after, age).verdict == "ask" and decide(before, age).verdict == "contested"


@given(st.integers(2, 70_000), st.floats(0.0, 0.99))
def test_the_caps_are_what_a_flood_reaches(universe: int, tier: float) -> None:
    """`tier_cap` against the filter: a thousand reports without noise of one witness, for and against."""
    known = Parameters(universe, 1e-9 / universe, 0.0)
    cap, alone, against = tier_cap(tier, universe)
    c = 1.0 - 1e-9 / (universe - 1)
    shout = [Report(str(i), 0.0, ("t:w",), "assert", c, tier, POOL, tier) for i in range(3)]
    belief = stepped(shout, known)
    assert math.isclose(belief.log_odds("t:w", 0.0) / math.log(2.0), cap, rel_tol=1e-6, abs_tol=1e-6)
    assert math.isclose(law(belief, 0.0)["t:w"], alone, rel_tol=1e-6)
    deny = stepped([replace(r, kind="deny") for r in shout], known)
    assert math.isclose(-deny.log_odds("t:w", 0.0) / math.log(2.0), against, rel_tol=1e-6, abs_tol=1e-6)
