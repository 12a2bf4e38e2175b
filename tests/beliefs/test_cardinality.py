"""One value or many: belief specification §6, Type."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs.cardinality import HINT, SWITCH, TABLE, Cardinality, decide_type, looks, type_evidence
from nous.beliefs.errors import ValidationError
from nous.beliefs.evidence import Evidence
from nous.beliefs.reliability import LN2
from nous.beliefs.replay import Plain

from .strategies import full_logs, logs, models

MODEL = Plain(32, 0.05, math.exp(-LN2 / 180))
Draw = Callable[[np.random.Generator], list[str]]


def said(values: list[str], name: str = "", gap: float = 20.0) -> list[Evidence]:
    return [Evidence(f"{name}{i:02}", gap * i, v) for i, v in enumerate(values)]


def functional(rng: np.random.Generator, looks: int, change: float) -> list[str]:
    now, heard = int(rng.integers(100)), []
    for _ in range(looks):
        if rng.random() < change:
            now = int(rng.integers(100))
        heard.append(f"v{now if rng.random() > 0.05 else rng.integers(100)}")
    return heard


def members(rng: np.random.Generator, looks: int, size: int) -> list[str]:
    owned = rng.choice(100, size=size, replace=False)
    return [f"v{v}" for v in rng.choice(owned, size=looks)]


def share_right(draw: Draw, one: bool, worlds: int = 150) -> float:
    rng = np.random.default_rng(7)
    return float(np.mean([(type_evidence(said(draw(rng)), MODEL).bits > 0.0) == one for _ in range(worlds)]))


@pytest.mark.parametrize(("count", "least_one", "least_four"), [(5, 0.9, 0.85), (8, 0.92, 0.93), (15, 0.97, 0.98)])
def test_the_type_is_found_as_often_as_measured(count: int, least_one: float, least_four: float) -> None:
    """[typing] of §6: n = 5 functional .95-.98, sets of 4 .91; n = 8 .95, .98; n = 15 .99, 1.00."""
    assert share_right(lambda rng: functional(rng, count, 0.05), True) >= least_one
    assert share_right(lambda rng: members(rng, count, 4), False) >= least_four


def test_pooled_over_ten_entities_of_five_looks_both_are_found() -> None:
    """[typing] of §6, pooled: 1.00 functional, 1.00 sets of 4."""
    kinds: list[tuple[Draw, Cardinality]] = [
        (lambda rng: functional(rng, 5, 0.05), "one"),
        (lambda rng: members(rng, 5, 4), "many"),
    ]
    for draw, after in kinds:
        for seed in range(12):
            rng = np.random.default_rng(seed)
            logs = {f"{i}": said(draw(rng), f"{i}-") for i in range(10)}
            for _, current in kinds:
                found = decide_type("x", logs, MODEL, current)
                assert (found.after, found.entities, found.looks) == (after, 10, 50), found.reason


def test_two_values_in_one_episode_cost_the_filter_a_miss_and_the_urn_two_bits() -> None:
    model = Plain(32, 0.05)
    one = type_evidence([Evidence("1", 0.0, "a", episode="e")], model)
    both = type_evidence([Evidence(i, 0.0, v, episode="e") for i, v in (("1", "a"), ("2", "b"))], model)
    assert one.functional - both.functional == pytest.approx(math.log2(31 / 0.05) - 1.0, abs=0.2)
    assert one.many - both.many == pytest.approx(math.log2(32) + math.log2(5 / 4), abs=0.01)


@given(logs(kinds=("assert", "deny", "end", "change"), episodes=2), models())
def test_one_look_an_episode_and_value_and_no_denials(log: list[Evidence], model: Plain) -> None:
    kept = looks(log)
    pairs = [(e.episode, e.value) for e in kept if e.episode is not None]
    assert len(pairs) == len(set(pairs))
    assert {e.kind for e in kept} <= {"assert"}
    wanted = [e for e in log if e.kind in ("assert", "change")]
    assert {(e.episode, e.value) for e in kept} == {(e.episode, e.value) for e in wanted}
    assert type_evidence(log, model) == type_evidence(kept, model)


@given(full_logs(), models(), st.randoms(use_true_random=False))
def test_10_arrival_does_not_matter(log: list[Evidence], model: Plain, random: object) -> None:
    shuffled = list(log)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert type_evidence(shuffled, model) == type_evidence(log, model)


@given(logs(kinds=("assert",), coarse=True), models())
def test_reports_that_say_nothing_decide_nothing(log: list[Evidence], model: Plain) -> None:
    empty = [replace(e, confidence=0.0) for e in log]
    assert type_evidence(empty, model).bits == pytest.approx(0.0, abs=1e-9)
    urn = type_evidence(log, model)
    assert urn.many <= 1e-9 and urn.functional <= 1e-9, "both are probabilities of the log"


def test_the_urn_and_the_filter_sum_to_one_over_what_might_be_said() -> None:
    """Both are distributions over the next value: at any reliability they sum to 1 over the universe."""
    log = [Evidence("1", 0.0, "a", confidence=0.7), Evidence("2", 5.0, "b", confidence=0.7)]
    model = Plain(8, 0.05, 0.99)
    values = ["a", "b", *(f"v{i}" for i in range(6))]
    base = type_evidence(log, model)
    nexts = [type_evidence([*log, Evidence("3", 9.0, v, confidence=0.7)], model) for v in values]
    assert sum(2.0 ** (x.many - base.many) for x in nexts) == pytest.approx(1.0)
    assert sum(2.0 ** (x.functional - base.functional) for x in nexts) == pytest.approx(1.0)


def test_hysteresis_hint_and_table() -> None:
    hobbies = {"ana": said(["hike", "swim", "chess", "hike", "golf"])}
    bits = type_evidence(hobbies["ana"], MODEL).bits
    assert -SWITCH - TABLE < bits < -SWITCH

    assert decide_type("hobby", hobbies, MODEL).switched
    assert not decide_type("hobby", hobbies, MODEL, table="one").switched
    assert decide_type("hobby", hobbies, MODEL, table="one").bits == pytest.approx(bits + TABLE)
    assert decide_type("hobby", hobbies, MODEL, hint="many").bits == pytest.approx(bits - HINT)
    assert decide_type("hobby", {}, MODEL, hint="many").after == "one", "a hint alone never switches"
    assert decide_type("hobby", {}, MODEL, "many", table="one").after == "many", "nor does the table"
    few = {"ana": said(["hike", "swim"])}
    assert decide_type("hobby", few, MODEL).after == "one" and decide_type("hobby", few, MODEL, "many").after == "many"


def test_the_reason_says_what_decided() -> None:
    hobbies = {"ana": said(["hike", "swim", "chess", "hike", "golf"])}
    assert decide_type("hobby", hobbies, MODEL, hint="many").reason.endswith(
        "bits for many values at a time (the schema says many): more than the 6 that a change needs"
    )
    assert decide_type("job", {}, MODEL).reason == "stays one: 0.0 bits speak for it"
    with pytest.raises(ValidationError):
        decide_type("job", {}, MODEL, "several")  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        type_evidence([], MODEL, alpha=0.0)


def test_more_names_than_k_grow_the_universe() -> None:
    visited = said([f"v{i}" for i in range(40)])
    found = type_evidence(visited, MODEL)
    assert found.looks == 40 and found.bits < -SWITCH
