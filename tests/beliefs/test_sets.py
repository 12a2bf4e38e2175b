"""Sets: belief specification §12, property 40, and provenance §2's two cells a value."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs import members
from nous.beliefs.errors import ValidationError
from nous.beliefs.evidence import Evidence
from nous.beliefs.report import Parameters, Report
from nous.beliefs.sets import SetFilter

from . import oracle
from .strategies import ALL_KINDS, NAMES, levels, logs, no_episode_returns, parameters, resolved, sound

anything = logs(kinds=ALL_KINDS, episodes=2, widths=True)
known_sets = parameters(2, 2)
priors = st.sampled_from([0.1, 0.5]) | st.floats(0.02, 0.98)


def running(log: list[Evidence], known: Parameters, prior: float, at: float = math.inf) -> SetFilter:
    belief = SetFilter(known, prior)
    for report in resolved(log, known):
        if report.t <= at:
            belief.step(report)
    return belief


def close(a: dict[str, float], b: dict[str, float], tol: float = 1e-12) -> bool:
    return a.keys() == b.keys() and all(math.isclose(a[v], b[v], rel_tol=tol, abs_tol=tol) for v in a)


@given(anything, known_sets, priors, st.floats(0.0, 4000.0))
def test_a_set_is_two_cells_a_value(log: list[Evidence], known: Parameters, prior: float, at: float) -> None:
    """Against an oracle with the ceilings known beforehand."""
    belief = running(log, known, prior, at)
    full = oracle.members(resolved(log, known), known, prior, at)
    assert close(belief.read(at), {v: float(m.p[0]) for v, m in full.items()}, 1e-11)


@given(logs(widths=True, stances=levels), known_sets, st.floats(0.0, 4000.0))
def test_one_report_a_witness_is_the_plain_binary_filter(log: list[Evidence], known: Parameters, at: float) -> None:
    """At pi0 = 1/2. Elsewhere a report that is not sound says nothing here, and a coin toss in the plain filter."""
    prior = 0.5
    lam = math.exp(-known.rate) if known.rate else None
    known = replace(known, trust=replace(known.trust, tiers={"unknown": 0.9}, source_tiers={}, factors={}, pool=0.0))
    alone = [replace(e, source=f"s{i}", channel="unknown") for i, e in enumerate(log)]
    plain = [replace(e, stance=e.stance * 0.9) for e in alone]
    want = members.filter(plain, known.eps, lam, prior, at)
    belief = running(alone, known, prior, at)
    assert close(belief.read(at), want.q, 1e-11)
    assert math.isclose(belief.entropy(at), want.entropy, rel_tol=1e-9, abs_tol=1e-9)


@given(priors, st.floats(0.01, 0.45), st.floats(0.0, 1.0), st.floats(0.0, 0.99))
def test_one_report_mixes_what_it_would_give_with_the_prior(prior: float, eps: float, c: float, ceiling: float) -> None:
    """q = s q1 + (1-s) pi0, with q1 the plain filter's answer to a sound report."""
    rho = (1.0 - 2.0 * eps) * c
    belief = SetFilter(Parameters(2, eps, 0.0), prior)
    belief.step(Report("1", 0.0, ("chess",), "assert", rho, ceiling, "user", ceiling))
    q1, _ = members.update(prior, (1.0 - rho) / 2.0)
    assert math.isclose(belief.read(0.0)["chess"], ceiling * q1 + (1.0 - ceiling) * prior, rel_tol=1e-12)


@given(anything, known_sets, priors, st.sampled_from(NAMES[:4]), st.floats(0.0, 4000.0))
def test_40_values_are_independent(
    log: list[Evidence], known: Parameters, prior: float, value: str, later: float
) -> None:
    """Evidence about one value leaves every other alone, bitwise; probabilities stay in [0, 1]."""
    others = [e for e in log if e.value != value]
    all_of_it, rest = (
        running(log, known, prior).read(4000.0 + later),
        running(others, known, prior).read(4000.0 + later),
    )
    assert {v: q for v, q in all_of_it.items() if v != value} == rest
    assert all(0.0 <= q <= 1.0 for q in all_of_it.values())


@given(logs(kinds=("assert", "deny"), confidences=sound, max_size=6), known_sets, priors)
def test_40_no_value_is_ever_certain(log: list[Evidence], known: Parameters, prior: float) -> None:
    assert all(0.0 < q < 1.0 for q in running(log, known, prior).read(3000.0).values())


@given(logs(kinds=ALL_KINDS, episodes=2, widths=True, channels=("user", "tool", "web")), known_sets, priors)
def test_an_end_is_a_denial(log: list[Evidence], known: Parameters, prior: float) -> None:
    """Of another place in an instant, so no two at one here: the first copy in an episode weighs most."""
    log = [replace(e, t=e.t + i / 64.0) for i, e in enumerate(log)]
    denied = [replace(e, kind="deny") if e.kind == "end" else e for e in log]
    assert close(running(log, known, prior).read(4000.0), running(denied, known, prior).read(4000.0), 1e-11)


@given(anything, known_sets, priors, st.data())
def test_10_arrival_never_matters(log: list[Evidence], known: Parameters, prior: float, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(log))
    assert running([*shuffled, *log[:2]], known, prior).dump() == running(log, known, prior).dump()


@given(anything, known_sets, priors, st.data())
def test_29_dumped_and_loaded_it_goes_on_bitwise(
    log: list[Evidence], known: Parameters, prior: float, data: st.DataObject
) -> None:
    """At any point where no episode left before comes back later: a dump keeps the copies of the latest only."""
    steps = resolved(log, known)
    cut = data.draw(st.sampled_from([n for n in range(len(steps) + 1) if no_episode_returns(steps, n)]))
    belief = SetFilter(known, prior)
    for report in steps[:cut]:
        belief.step(report)
    belief = SetFilter.load(belief.dump(), known, prior)
    for report in steps[cut:]:
        belief.step(report)
    replayed = running(log, known, prior)
    assert belief.dump() == replayed.dump() and belief.read(4000.0) == replayed.read(4000.0)
    assert json.loads(belief.dump())[0] == (steps[-1].t if steps else -math.inf)


def test_numbers_of_the_specification() -> None:
    """Belief §6: a first mention at pi0 = .1 is 3.3 bits and gives .68, a second .976."""
    log = [Evidence("1", 0.0, "chess"), Evidence("2", 0.0, "chess")]
    one, two = (members.filter(log[:n], 0.05, None, 0.1, 0.0) for n in (1, 2))
    assert one.surprises == [pytest.approx(3.3, abs=0.03)] and one.q["chess"] == pytest.approx(0.68, abs=0.002)
    assert two.q["chess"] == pytest.approx(0.976, abs=5e-4)


def test_a_lone_witness_never_exceeds_its_ceiling() -> None:
    known = Parameters(2, 0.05, 0.0)
    belief = SetFilter(known, 0.1)
    for i in range(200):
        belief.step(Report(str(i), 0.0, ("chess",), "assert", 0.9, 0.5, "~pool", 0.5))
    assert belief.read(0.0)["chess"] == pytest.approx(0.5 + 0.5 * 0.1)
    assert belief.anchors(0.0) == {"chess": 0.0}


def test_43_a_set_has_two_cells_and_time_goes_forward() -> None:
    with pytest.raises(ValidationError, match="K must be 2"):
        SetFilter(Parameters(32, 0.05, 0.0), 0.1)
    for prior in (0.0, 1.0, math.nan):
        with pytest.raises(ValidationError):
            SetFilter(Parameters(2, 0.05, 0.0), prior)
    belief = SetFilter(Parameters(2, 0.05, 0.1), 0.1)
    belief.step(Report("1", 5.0, ("chess",), "assert", 0.9, 0.9, "user", 0.9))
    before = belief.dump()
    for t in (4.0, math.nan):
        with pytest.raises(ValidationError):
            belief.step(Report("2", t, ("golf",), "assert", 0.9, 0.9, "user", 0.9))
        for read in (belief.read, belief.anchors):
            with pytest.raises(ValidationError):
                read(t)
    assert belief.dump() == before
    assert belief.read(math.inf)["chess"] == pytest.approx(0.1)
