"""What is refused, with a typed error, before anything is changed: belief specification §12, property 43."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs import categorical, information, members, provenance, reliability, replay
from nous.beliefs.errors import NousError, ValidationError, WrongType
from nous.beliefs.evidence import Evidence, canonical, checked
from nous.beliefs.provenance import Trust
from nous.beliefs.replay import Plain
from nous.beliefs.report import Parameters, Report

from .strategies import full_logs, parameters, resolved
from .test_witness import stepped

GOOD = Evidence("1", 0.0, "acme")
NUMBERS: list[Any] = [math.nan, math.inf, -math.inf, -0.1, 1.1, "0.5", None, True, [0.5]]

EVIDENCE: dict[str, list[Any]] = {
    "id": ["", None, 3],
    "t": [math.nan, math.inf, -math.inf, "today", None, True],
    "value": ["", None, 3, 1.0, True, ("acme",)],
    "kind": ["", "ASSERT", "retract", None],
    "confidence": NUMBERS,
    "stance": NUMBERS,
    "width": [math.nan, -1.0, "long", None, True],
    "weight": [math.nan, math.inf, -1.0, "2", None],
    "others": [("acme",), ("bolt", "bolt"), ("",), (3,), "bolt", None],
    "derived_from": [("1",), "23", None],
    "channel": [None, 3],
    "source": [None, 3],
    "episode": [3, ("ep1",)],
}


@pytest.mark.parametrize(("field", "bad"), [(f, x) for f, xs in EVIDENCE.items() for x in xs])
def test_evidence_is_checked_at_the_door(field: str, bad: object) -> None:
    wrong = replace(GOOD, **{field: bad})  # type: ignore[arg-type]
    for door in (
        lambda: checked(wrong),
        lambda: canonical([replace(GOOD, id="0"), wrong]),
        lambda: replay.filter([wrong], Plain(16, 0.05), 1.0),
        lambda: members.filter([wrong], 0.05, 0.9, 0.1, 1.0),
    ):
        with pytest.raises(NousError):
            door()


PLAIN: list[dict[str, Any]] = [
    {"universe": 1},
    {"universe": 16.0},
    {"universe": True},
    {"eps": 0.0},
    {"eps": 1.0},
    {"eps": 15 / 16},
    {"eps": math.nan},
    {"eps": "small"},
    {"lam": 0.0},
    {"lam": 1.0},
    {"lam": math.nan},
    {"lam": -0.5},
    {"closed": ("yes",)},
    {"closed": tuple("abcdefghijklmnoo")},
    {"closed": tuple(range(16))},
]


@pytest.mark.parametrize("bad", PLAIN, ids=str)
def test_parameters_of_the_plain_filter(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Plain(**{"universe": 16, "eps": 0.05, "lam": 0.99, **bad})


@pytest.mark.parametrize(
    "bad",
    [
        *({"universe": x} for x in (1, 0, -3, 16.0, True)),
        *({"eps": x} for x in (0.0, 1.0, 15 / 16, math.nan, "small")),
        *({"rate": x} for x in (-0.1, math.nan, math.inf, "slow")),
    ],
    ids=str,
)
def test_parameters_of_the_witness_filter(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Parameters(**{"universe": 16, "eps": 0.05, "rate": 0.01, **bad})


@pytest.mark.parametrize(
    "bad",
    [
        {"tiers": {"user": 0.9}},
        *({"tiers": {"unknown": x}} for x in (1.0, -0.1, math.nan, "high", None)),
        {"source_tiers": {"user:ana": 1.0}},
        {"factors": {"user:ana": 1.5}},
        *({"pool": x} for x in (-0.1, 1.5, math.nan, "half")),
        *({"rho_e": x} for x in (-0.1, 1.5, math.nan)),
    ],
    ids=str,
)
def test_trust(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Trust(**bad)


CALLS: list[tuple[Callable[..., object], list[Any]]] = [
    (categorical.update, [["a", "b"], [0.5, 0.6], "a", 0.1]),
    (categorical.update, [["a", "b"], [0.5, math.nan], "a", 0.1]),
    (categorical.update, [["a", "b"], [-0.5, 1.5], "a", 0.1]),
    (categorical.update, [["a", "a"], [0.5, 0.5], "a", 0.1]),
    (categorical.update, [["a", 1], [0.5, 0.5], "a", 0.1]),
    (categorical.update, [["a"], [1.0], 1.0, 0.1]),
    (categorical.update, [["a"], [1.0], "", 0.1]),
    (categorical.update, [["a", "b"], [0.5, 0.5], "a", 1.0]),
    (categorical.update, [["a"], [0.5, 0.5], "a", 0.1]),
    (categorical.update_subset, [["a", "b"], [0.5, 0.5], [], 0.1]),
    (categorical.update_subset, [["a", "b"], [0.5, 0.5], ["c"], 0.1]),
    (categorical.decay, [[0.5, 0.5], 1.0, 1.0]),
    (categorical.decay, [[0.5, 0.5], 0.5, -1.0]),
    (categorical.decay, [[0.5, 0.5], 0.5, math.nan]),
    (categorical.decay, [[], 0.5, 1.0]),
    (categorical.undecay, [[0.9, 0.1], 0.5, 10.0]),
    (categorical.extend, [[], [], [], 0.1]),
    (categorical.surprise_of, [["a"], [1.0], "b"]),
    (categorical.surprise_of, [[], [], "b"]),
    (information.entropy, [[0.5], 0.5, 0]),
    (information.kl, [[0.5, 0.5], [1.0]]),
    (information.jsd, [[0.5, 0.6], [0.5, 0.5]]),
    (information.align, [{"a": 1.0}, {"b": 1.0}, 1.0]),
    (information.divergence, [{"a": 1.5}, {"b": 0.5}, 8]),
    (information.divergence, [{"a": 0.5, "b": 0.1}, {"c": 0.5}, 2]),
    (members.update, [math.nan, 0.1]),
    (members.update, [0.5, 0.1, "end"]),
    (members.decay, [0.5, 0.9, -1.0]),
    (reliability.channel, [0.95, 16]),
    (reliability.channel, [0.05, 16, math.nan]),
    (reliability.dating, [0.1, -1.0]),
    (reliability.episode_weights, [-1, 0.8]),
    (reliability.episode_weights, [3, 1.5]),
    (reliability.effective_universe, [1, 3]),
    (provenance.tier_cap, [1.0, 32]),
    (provenance.source_factor, [0.9, 3, 2]),
    (provenance.source_factor, [0.9, -1, 2]),
    (provenance.source_factor, [0.9, 0, 0, 0.0]),
    (provenance.flip_age, [0.2, 0.0]),
]


@pytest.mark.parametrize(("call", "given_"), CALLS, ids=lambda x: getattr(x, "__name__", str(x)))
def test_the_equations_refuse_what_is_no_belief(call: Callable[..., object], given_: list[Any]) -> None:
    before = repr(given_)
    with pytest.raises(NousError) as error:
        call(*given_)
    assert str(error.value) and repr(given_) == before


def test_errors_are_the_builtin_ones_too() -> None:
    with pytest.raises(TypeError):
        checked(replace(GOOD, value=1.0))  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        categorical.surprise_of(["a"], [1.0], "b")
    with pytest.raises(ValueError, match="must sum to 1"):
        information.entropy([0.5, 0.6])
    assert issubclass(WrongType, TypeError) and issubclass(WrongType, ValueError)


@given(full_logs(), parameters(), st.data())
def test_a_refused_report_leaves_the_belief_as_it_was(
    log: list[Evidence], known: Parameters, data: st.DataObject
) -> None:
    """An earlier time, no time, or more names than there are values; also a question about the past."""
    belief = stepped(resolved(log, known), known)
    before, t = belief.dump(), belief.t if belief.names else 0.0
    good = Report("new", t + 1.0, ("t:new",), "assert", 0.9, 0.9, "user", 0.9)
    too_many = replace(good, values=tuple(f"n{i}" for i in range(known.universe + 1)))
    refused = [replace(good, t=math.nan), too_many]
    if belief.names:
        refused.append(replace(good, t=t - 1.0))
    for report in refused:
        with pytest.raises(ValidationError):
            belief.step(report)
        assert belief.dump() == before
    if belief.names:
        for question in (belief.read, lambda when: belief.log_odds(next(iter(belief.names)), when)):
            for when in (t - 1.0, math.nan):
                with pytest.raises(ValidationError):
                    question(when)
    assert belief.dump() == before


@pytest.mark.parametrize(
    "bad", [{"reliability": 1.0}, {"reliability": math.nan}, {"ceiling": 1.0}, {"ceiling": -0.1}], ids=str
)
def test_no_report_is_certain(bad: dict[str, float]) -> None:
    with pytest.raises(ValidationError, match="certain"):
        replace(Report("1", 0.0, ("acme",), "assert", 0.9, 0.9, "user", 0.9), **bad)  # type: ignore[arg-type]


def test_a_question_about_no_time_is_refused() -> None:
    for t in (math.nan, math.inf):
        with pytest.raises(ValidationError):
            replay.smooth([GOOD], Plain(16, 0.05, 0.9), [t])
    with pytest.raises(ValidationError):
        replay.filter([GOOD], Plain(16, 0.05, 0.9), math.nan)
    with pytest.raises(ValidationError, match="needs K > 2, not 2"):
        replay.filter([GOOD, replace(GOOD, id="2", value="bolt")], Plain(2, 0.05), 0.0)
