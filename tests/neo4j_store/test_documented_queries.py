"""`docs/queries.md`: what it says in Cypher is what the named questions answer, on a real server."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from nous import Memory, Space
from nous.asking import QUESTIONS
from nous.errors import StoreError, ValidationError
from nous.graph.store import Answer
from nous.graph.times import micros
from tests.contract.questions import NOW, fill

from .conftest import Ask

pytestmark = pytest.mark.neo4j
TEXT = Path("docs/queries.md").read_text(encoding="utf-8")
DOCUMENTED = re.findall(r"^```cypher (.+)\n((?:.+\n)+)```$", TEXT, re.MULTILINE)


@pytest.fixture(scope="module")
def filled(neo4j_location: str) -> str:
    """The name of a space that there is something to ask about."""
    return f"documented queries {os.getpid()}"


@pytest.fixture
def space(graph: Memory, filled: str) -> Space:
    """That space, filled where it is not; another, which must never show, lies beside it."""
    space = graph.space(filled)
    if not space.entities():
        fill(space)
        fill(graph.space(filled + " too"))
    return space


def test_every_question_is_documented() -> None:
    assert {heading.split()[0] for heading, _ in DOCUMENTED} == set(QUESTIONS)


@pytest.mark.parametrize(("heading", "cypher"), DOCUMENTED, ids=[h.split()[0] for h, _ in DOCUMENTED])
def test_the_cypher_is_the_question(graph: Memory, space: Space, heading: str, cypher: str) -> None:
    """The same columns, and the same rows up to the last bits of a power; there is something in each answer."""
    named, *arguments = shlex.split(heading)
    space.settings.clock.set(NOW)  # type: ignore[attr-defined]
    want = space.query(named, *arguments)
    found = graph.query(cypher, space=space.name, at=micros(space.settings.clock()))

    assert found.columns == want.columns
    assert rounded(found) == rounded(want)
    assert want.rows


def rounded(answer: Answer) -> list[list[object]]:
    """Rows with numbers to nine digits, in an order of their own."""
    rows = [[round(cell, 9) if isinstance(cell, float) else cell for cell in row] for row in answer.rows]
    return sorted(rows, key=repr)


def test_what_the_operator_asks_sees_all_spaces(graph: Memory, space: Space, ask: Ask) -> None:
    found = graph.query("MATCH (e:Entity {name: $who}) RETURN DISTINCT e.space AS space ORDER BY space", who="Ana")
    assert [space.name] in found.rows
    assert [space.name + " too"] in found.rows

    first = graph.query("MATCH (e:Entity) RETURN e", limit=1)
    assert (len(first.rows), first.more) == (1, True)
    assert first.rows[0][0]["labels"] == ["Entity"]  # type: ignore[index]


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (n) DETACH DELETE n",
        "MATCH (n) RETURN n; MATCH (n) DETACH DELETE n",
        "MATCH (n) CALL { WITH n DELETE n } RETURN 1",
        "CALL db.labels()",
        "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
        "MATCH (n) SET n.x = 1 RETURN n",
        "CREATE (:Entity {space: 'x'})",
    ],
)
def test_what_is_refused_changes_nothing(graph: Memory, space: Space, ask: Ask, cypher: str) -> None:
    mine = "MATCH (n) WHERE n.space = $s RETURN count(n), count(n.x)"  # others write to the same server meanwhile
    before = ask(mine, s=space.name)
    with pytest.raises(ValidationError):
        graph.query(cypher)
    assert ask(mine, s=space.name) == before
    assert before[0][0] > 0


def test_what_slips_through_is_stopped_by_the_server(graph: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The read transaction is the second wall."""
    monkeypatch.setattr("nous.graph.neo4j.check", lambda cypher: None)
    with pytest.raises(StoreError, match="read"):
        graph.query("CREATE (n:Slipped) RETURN n")


def test_a_query_with_a_fault_says_which(graph: Memory) -> None:
    with pytest.raises(ValidationError, match="not a query that Neo4j takes"):
        graph.query("MATCH (n RETURN n")
