"""What may be archived: belief specification §8, property 45 of §12."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs import members, replay
from nous.beliefs.compression import FADED, judge, judge_members
from nous.beliefs.errors import ValidationError
from nous.beliefs.evidence import Evidence
from nous.beliefs.reliability import LN2
from nous.beliefs.replay import Plain
from nous.beliefs.snapshot import FRESH, Snapshot

from .strategies import logs

HALF_LIFE = 365.0
MODEL = Plain(32, 0.05, math.exp(-LN2 / HALF_LIFE))


def left_alone(log: list[Evidence], half_lives: float) -> tuple[Snapshot, float]:
    """A belief so many half-lives after its last evidence, and how long that is in days."""
    end = max((e.t for e in log), default=0.0)
    found = replay.filter(log, MODEL, end + half_lives * HALF_LIFE)
    return Snapshot(dict(zip(found.values, found.p, strict=True)), found.unknown), half_lives * HALF_LIFE


@pytest.mark.parametrize(
    ("half_lives", "share"), [(0, 0.107), (0.5, 0.497), (1, 0.705), (2, 0.898), (3, 0.966), (4, 0.989)]
)
def test_a_lone_fact_fades_as_in_the_specification(half_lives: float, share: float) -> None:
    belief, idle = left_alone([Evidence("1", 0.0, "Acme")], half_lives)
    assert judge(belief, 32, idle, HALF_LIFE).share == pytest.approx(share, abs=5e-4)


@pytest.mark.parametrize(("half_lives", "spent"), [(0.0, False), (2.5, False), (3.0, False), (3.2, True), (20.0, True)])
def test_a_lone_fact_is_spent_after_3_1_half_lives(half_lives: float, spent: bool) -> None:
    belief, idle = left_alone([Evidence("1", 0.0, "Acme")], half_lives)
    found = judge(belief, 32, idle, HALF_LIFE)
    assert found.spent == spent and found.reason.startswith("spent" if spent else "live")


@pytest.mark.parametrize("values", [2, 3, 8])
def test_a_live_conflict_is_never_spent_and_raw_bits_do_not_matter(values: int) -> None:
    """Finding 18 of §1: the paper's ceiling in raw bits lets a contested belief die first."""
    contested = Snapshot({f"v{i}": 1.0 / values for i in range(values)})
    found = judge(contested, 32, 1e9, HALF_LIFE)
    assert not found.spent and found.share == pytest.approx(math.log2(values) / 5.0)


def test_a_fresh_report_is_not_spent_however_weak() -> None:
    belief, _ = left_alone([Evidence("1", 0.0, "Acme", confidence=0.01)], 0.0)
    assert judge(belief, 32, 0.0, HALF_LIFE).share > 0.97
    assert not judge(belief, 32, 2.0 * HALF_LIFE, HALF_LIFE).spent
    assert judge(belief, 32, 2.1 * HALF_LIFE, HALF_LIFE).spent


def test_what_never_decays_is_never_spent() -> None:
    assert not judge(FRESH, 32, math.inf, None).spent
    assert judge(FRESH, 32, math.inf, HALF_LIFE).spent


@given(logs(min_size=1), logs(min_size=1, max_size=3), st.floats(0.0, 30.0))
def test_45_archiving_removes_nothing_and_new_evidence_revives_by_replay(
    log: list[Evidence], news: list[Evidence], half_lives: float
) -> None:
    """The verdict is read off a belief and leaves the log alone; what is said later is replayed with all of it."""
    before = list(log)
    belief, idle = left_alone(log, half_lives)
    judge(belief, 32, idle, HALF_LIFE)
    assert log == before

    later = [Evidence(f"new {e.id}", 50_000.0 + e.t, e.value, e.kind, 0.95) for e in news]
    revived = replay.filter([*log, *later], MODEL, max(e.t for e in later))
    never_archived = replay.filter([*later, *log], MODEL, max(e.t for e in later))
    assert revived == never_archived


def test_45_one_report_revives_a_spent_dimension() -> None:
    log = [Evidence("1", 0.0, "Acme")]
    belief, idle = left_alone(log, 5.0)
    assert judge(belief, 32, idle, HALF_LIFE).spent
    belief, idle = left_alone([*log, Evidence("2", 5.0 * HALF_LIFE, "Acme", confidence=0.9)], 0.0)
    assert not judge(belief, 32, idle, HALF_LIFE).spent and belief.masses["Acme"] > 0.85


@given(st.floats(0.02, 0.5), st.floats(0.0, 20.0))
def test_a_member_is_spent_where_it_is_as_likely_as_any_other(prior: float, half_lives: float) -> None:
    q = members.decay(members.update(prior, 0.05)[0], 0.5, half_lives, prior)
    found = judge_members({"chess": q, "golf": 0.99}, prior)
    assert found.faded == (("chess",) if abs(q - prior) < FADED else ()) and not found.spent
    assert judge_members({"chess": q}, prior).spent == (abs(q - prior) < FADED)


def test_a_set_is_spent_when_its_last_member_is_and_an_empty_one_is_not() -> None:
    assert judge_members({"a": 0.11, "b": 0.09}, 0.1).spent
    assert not judge_members({}, 0.1).spent
    assert judge_members({"a": 0.13, "b": 0.07}, 0.1).faded == ()


def test_bad_input_is_refused() -> None:
    for idle, half_life in ((-1.0, 365.0), (1.0, 0.0)):
        with pytest.raises(ValidationError):
            judge(FRESH, 32, idle, half_life)
    with pytest.raises(ValidationError):
        judge(Snapshot({"a": 0.5, "b": 0.3}, 0.2), 2, 0.0, 1.0)
    with pytest.raises(ValidationError):
        judge_members({"a": 1.5}, 0.1)
