"""The evaluation on LoCoMo's format: what it ingests, what it counts, and where its gate is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nous import Memory, Settings
from nous.errors import NotFound, ValidationError
from nous.evaluation.retrieval import ANSWERED, BUDGETS, DEPTHS, evaluate, questions
from tests.cli.calling import nous

from .dialogue import QUESTIONS, sample


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two conversations of twelve turns in one file."""
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([sample("conv-1"), sample("conv-2")]), encoding="utf-8")
    return path


def test_turns_that_hold_the_answer_are_found(data: Path, settings: Settings) -> None:
    """By category and over the four that have an answer; context and recall never fall with more room."""
    with Memory(":memory:", settings=settings) as memory:
        result = evaluate(data, memory)
        spaces = memory.spaces()
        stored = memory.space("conv-1").store.read(lambda r: r.messages("conv-1"))

    assert spaces == ["conv-1", "conv-2"]
    assert [m.id for m in stored] == [f"D{s}:{k}" for s in (1, 2, 3) for k in (1, 2, 3, 4)]
    assert "[image: a jar of dark honey on a table]" in stored[3].text
    assert {c: s.questions for c, s in result.by_category.items()} == {1: 2, 2: 2, 3: 2, 4: 6, 5: 2}
    assert result.overall.questions == 2 * sum(c in ANSWERED for c, *_ in QUESTIONS)
    assert result.overall.recall[10] == 100.0
    assert result.overall.recall[1] > 50.0
    assert result.by_category[4].covered[BUDGETS[-1]] == 100.0
    for score in (*result.by_category.values(), result.overall):
        assert set(score.recall) == set(DEPTHS)
        assert score.covered[BUDGETS[0]] <= score.covered[BUDGETS[1]] <= 100.0
        assert all(score.covered[b] <= score.context[b] for b in BUDGETS)
    assert result.passed
    assert result.rows()[-1].endswith("met")


def test_evidence_that_is_not_in_the_conversation_is_left_out() -> None:
    """As in LoCoMo itself, whose annotations name turns that do not exist."""
    found = {q.text: q for q in questions(sample("x"), [f"D2:{k}" for k in range(1, 5)])}

    assert found["Would Ines eat a walnut cake?"].gold == {"D2:4"}
    assert found["Which instrument does Ines play?"].gold == frozenset()
    assert found["Which drum does Ines play?"].answer is None


def test_the_command(data: Path) -> None:
    """A table for people, whole numbers for programs, 0 where the gate is met."""
    shown, printed = nous("eval", "retrieval", "--data", data), nous("eval", "retrieval", "--data", data, "--json")

    assert (shown.code, printed.code) == (0, 0), shown.err
    assert "multi-hop" in shown.out and "gate" in shown.out
    assert printed.json["passed"] is True
    assert printed.json["overall"]["recall"]["10"] == 100.0


def test_a_missed_gate_is_exit_code_1(tmp_path: Path) -> None:
    """Questions that nothing in the conversation answers."""
    odd = sample("conv-1")
    odd["qa"] = [{"question": "Quo vadis?", "category": 4, "answer": "Rome", "evidence": ["D1:1"]}]
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([odd]), encoding="utf-8")
    done = nous("eval", "retrieval", "--data", path)

    assert done.code == 1
    assert "MISSED" in done.out


@pytest.mark.parametrize("content", ['[{"sample_id": "x"', "{}", '[{"sample_id": "x"}]'])
def test_a_file_that_is_not_what_it_should_be(tmp_path: Path, content: str, settings: Settings) -> None:
    """Named, with what is wrong about it."""
    path = tmp_path / "locomo.json"
    path.write_text(content, encoding="utf-8")

    with Memory(":memory:", settings=settings) as memory:
        with pytest.raises(ValidationError, match=r"locomo\.json"):
            evaluate(path, memory)
        with pytest.raises(NotFound):
            evaluate(tmp_path / "none.json", memory)
    assert nous("eval", "retrieval").code == 2
