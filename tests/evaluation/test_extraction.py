"""The set of plain statements: what it is made of, how the rules fare on it, and that the scorer can tell."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nous.evaluation.extraction import Case, Held, Row, Score, believer, described, evaluate, load, run
from nous.graph.model import Message
from nous.ingest.rules import extract

CASES = load()


def test_half_of_the_set_is_older_than_the_rules_and_a_third_are_traps() -> None:
    assert len(CASES) >= 300
    assert sum(case.before for case in CASES) * 2 >= len(CASES)
    assert sum(bool(case.never) for case in CASES) * 3 >= len(CASES)
    assert len({case.id for case in CASES}) == len(CASES)


def test_the_rules_meet_the_gates_in_all_and_miss_none_by_kind() -> None:
    result = run()

    assert result.passed, described(result)
    assert [score.kind for score in result.kinds if score.precision < 0.9] == []


def silent(_: Sequence[Message]) -> list[Held]:
    return []


def gullible(messages: Sequence[Message]) -> list[Held]:
    return [Held(m.speaker, attribute, m.text, 1.0) for m in messages for attribute in ("home city", "pet", "owns")]


def test_a_silent_believer_is_precise_and_recalls_nothing() -> None:
    total = evaluate(CASES, silent).total

    assert (total.right, total.wrong, total.precision, total.recall) == (0, 0, 1.0, 0.0)


def test_a_gullible_believer_is_found_out() -> None:
    assert evaluate(CASES, gullible).total.precision < 0.9


@pytest.mark.parametrize(
    ("attribute", "value", "probability", "wrong"),
    [
        ("home city", "Oslo", 0.5, 1),
        ("home city", "Oslo", 0.49, 0),
        ("former home", "Oslo", 1.0, 0),
        ("plan", "move to Oslo", 1.0, 0),
    ],
)
def test_only_present_beliefs_can_be_wrong(attribute: str, value: str, probability: float, wrong: int) -> None:
    case = Case("x", "x", (), (), (Row("Eli", (), ("Oslo",)),))

    assert evaluate([case], lambda _: [Held("Eli", attribute, value, probability)]).total.wrong == wrong


def test_ends_and_corrections_are_applied_in_the_order_of_event_times() -> None:
    case = next(case for case in CASES if case.id.endswith("changes") and any("Turku" in m.text for m in case.messages))

    held = {(h.attribute, h.value): h.probability for h in believer(extract)(case.messages)}

    assert held["home city", "Tampere"] > 0.5 > held["home city", "Turku"]


def test_rows_of_text_are_the_kinds_the_total_and_what_went_wrong() -> None:
    result = evaluate(CASES[:5], silent)
    rows = result.rows()

    assert rows[len(result.kinds) + 1].startswith("all")
    assert len(rows) == len(result.kinds) + 2 + len(result.faults)
    assert all("missed" in row for row in rows[len(result.kinds) + 2 :])
    assert Score("a", 1) + Score("b", 2, 1) == Score("a", 3, 1)
