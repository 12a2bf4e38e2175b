"""The evaluation of revision: the quick size passes its gates, and could have failed them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

import pytest

from nous.beliefs.decision import Decision
from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import Standing, Trust, stand
from nous.beliefs.report import Parameters, Report, reports
from nous.beliefs.witness import WitnessFilter
from nous.evaluation import answers
from nous.evaluation.gate import Check
from nous.evaluation.poison import laundering, mixed, poison, utility
from nous.evaluation.regimes import contradictions
from nous.evaluation.revision import RevisionResult, revise
from nous.evaluation.soundness import WORLDS, costs, world
from nous.evaluation.table import percent


@pytest.fixture(scope="module")
def quick() -> RevisionResult:
    return revise(quick=True)


def failing(checks: Iterable[Check]) -> list[str]:
    return [check.name for check in checks if not check.passed]


def test_the_quick_size_passes_its_gates(quick: RevisionResult) -> None:
    assert quick.passed and failing(quick.checks) == []
    text = "\n".join(quick.rows())
    for name in ("witness filter", "plain filter, no provenance", "last write wins", "majority", "constant r = 0.8"):
        assert name in text
    assert str(quick.seed) in text and len(quick.tables) == 9


def test_one_seed_gives_one_answer(quick: RevisionResult) -> None:
    assert contradictions(quick.seed, quick.size.cases)[0] == list(quick.tables[:3])
    sources, lies = WORLDS["4 x .8 captured"]
    assert world(sources, lies, Random(1)) == world(sources, lies, Random(1))


def test_the_others_fail_where_the_specification_says_so(quick: RevisionResult) -> None:
    """Last-write-wins falls to every attack, the plain filter to ten reports; neither knows contradictions apart."""
    varying, attacks = quick.tables[0], dict(quick.tables[3].rows)
    right = dict(varying.rows)
    for name in ("last write wins", "majority", "plain filter, lambda .98", "plain filter, lambda .88"):
        assert right[name][:-1] != ("100",) * 5
    assert attacks["last write wins, tier 0.5"] == ("100",) * 5
    assert attacks["plain filter, no provenance, tier 0.2"][-2:] == ("100", "100")
    assert attacks["witness filter, tier 0.7, Sybils"][1:] == ("100",) * 4


@pytest.fixture
def every_report_its_own_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    def apart(log: Iterable[Evidence], standings: Mapping[str, Standing], known: Parameters) -> list[Report]:
        return [replace(r, group=r.id) for r in reports(log, standings, known)]

    monkeypatch.setattr(answers, "reports", apart)


@pytest.mark.usefixtures("every_report_its_own_witness")
def test_without_witnesses_the_gates_fail(quick: RevisionResult) -> None:
    assert failing(contradictions(quick.seed, 10)[1])
    assert len(failing(poison(quick.seed, 5)[1])) == 2


def test_without_taint_laundering_works(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(log: Iterable[Evidence], trust: Trust) -> dict[str, Standing]:
        return stand([replace(e, derived_from=()) for e in log], trust)

    monkeypatch.setattr(answers, "stand", forgetful)
    assert failing(laundering()[1]) == ["laundering 0% with taint"]


def test_a_policy_that_always_accepts_settles_wrong_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def gullible(belief: WitnessFilter, t: float) -> Decision:
        masses, unknown = belief.read(t)
        return Decision("accept", belief.leading(masses, unknown))

    monkeypatch.setattr(answers, "decide", gullible)
    assert len(failing(utility(1, 100)[1])) == 2


def test_half_of_the_mixed_world_is_true() -> None:
    cases = [mixed(Random(seed)) for seed in range(400)]
    assert sum(c.truth == "W" for c in cases) == pytest.approx(200, abs=40)
    loud = [sum(e.value == "W" for e in c.log) for c in cases if c.truth == "V"]
    quiet = [sum(e.value == "W" for e in c.log) for c in cases if c.truth == "W"]
    assert sum(loud) / len(loud) == pytest.approx(15 * sum(quiet) / len(quiet), rel=0.15)


def test_the_discount_pays_where_a_crowd_shares_one_fate() -> None:
    """Specification §9, sybil: 6.6 bits against 1.6."""
    (row,) = (cells for name, cells in costs(1, 40).rows if name == "8 x .3 + user, sybil")
    ours, plain = (float(cell.split("/")[0]) for cell in row[:2])
    assert ours < plain - 2.0


def test_a_percentage_never_hides_a_failure() -> None:
    assert [percent(x) for x in (1.0, 0.9999, 0.5, 0.0004, 0.0)] == ["100", ">99", "50", "<1", "0"]
