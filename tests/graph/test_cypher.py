"""Cypher of the operator's own: what reads is taken, everything else is refused before it is sent."""

from __future__ import annotations

import pytest

from nous import Memory
from nous.errors import StoreError, ValidationError
from nous.graph.cypher import check

READING = [
    "MATCH (n) RETURN n",
    "  match (n) return n ;  ",
    "// a comment\nMATCH (n) RETURN n // CALL\n;",
    "/* CALL db.labels() */ MATCH (n) RETURN n",
    "MATCH (n) WHERE n.name = 'LOAD CSV; CALL x' RETURN n",
    'MATCH (n) WHERE n.name = "it\'s; \\" DELETE" RETURN n',
    "MATCH (n:`CALL`) RETURN n.`DELETE` AS `a``b; SET`",
    "MATCH (n) RETURN n.set, n {.create, set: 1}",
    "MATCH (n:Set|Delete)-[:CREATE]->() RETURN $merge",
    "OPTIONAL MATCH (n) RETURN n UNION MATCH (m) RETURN m",
    "UNWIND [1, 2] AS x RETURN x",
    "WITH 1 AS x RETURN COUNT { (:Entity) }",
    "EXPLAIN MATCH (n) RETURN n",
    "RETURN 'a\\u0061b'",
    "RETURN '\\\\u0027'",
    "RETURN '🦊 ; CALL'",
]


@pytest.mark.parametrize("cypher", READING, ids=ascii)
def test_what_reads_is_taken(cypher: str) -> None:
    check(cypher)


REFUSED = [
    "",
    "  ; ;",
    "// nothing",
    "CALL db.labels()",
    "cAlL db.labels()",
    "MATCH (n) CALL { WITH n DELETE n } RETURN 1",
    "MATCH (n) CALL (n) { DELETE n } RETURN 1",
    "MATCH (n) /* */CALL/* */db.labels() YIELD label RETURN label",
    "MATCH (n) RETURN n UNION CALL db.labels() YIELD label RETURN label AS n",
    "LOAD CSV FROM 'file:///x' AS r RETURN r",
    "MATCH (n) LOAD CSV WITH HEADERS FROM 'http://169.254.169.254/' AS r RETURN r",
    "MATCH (n) RETURN n; MATCH (n) RETURN n",
    "MATCH (n) RETURN n;DROP DATABASE neo4j",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n) SET n.x = 1",
    "MATCH (n) REMOVE n.x",
    "MERGE (n:X) RETURN n",
    "MATCH (n) FOREACH (x IN [1] | CREATE (:X))",
    "INSERT (:X)",
    "USE system MATCH (n) RETURN n",
    "SHOW USERS",
    "CYPHER runtime=slotted MATCH (n) RETURN n",
    "EXPLAIN CREATE (n)",
    "PROFILE MATCH (n) DELETE n",
    "DROP INDEX nous_entity",
    "TERMINATE TRANSACTION 'x'",
    # Words that hide in escapes, as one version of the server reads them and another does not.
    "MATCH (n) \\u0043ALL db.labels()",
    "MATCH (n) \\uuu0044ELETE n",
    "RETURN '\\u0027 CALL db.labels() //'",
    "RETURN 'a\\u0027; MATCH (n) DETACH DELETE n //'",
    "RETURN \"x\\u0022 LOAD CSV FROM 'x' AS y RETURN y //\"",
    "RETURN '\\\\\\u0027 CALL db.labels() //'",
    "RETURN 1 //\\u000aCALL db.labels()",
    "RETURN 1 /* \\u002a\\u002f CALL db.labels() /* */",
    "MATCH (n:`a\\u0060) DETACH DELETE n //`) RETURN n",
    # Quotations that do not end where they seem to.
    "RETURN 'a\\\\' CALL db.labels() RETURN ''",
    "RETURN `a``` CALL db.labels() RETURN ``",
    "RETURN 'open",
    "RETURN `open",
    "RETURN 1 /* open",
    "RETURN 1 // ends\rCALL db.labels()",
    "MATCH (n)\u2028CALL db.labels()",
    "MATCH (n)\u00a0CALL\u00a0db.labels()",
]


@pytest.mark.parametrize("cypher", REFUSED, ids=ascii)
def test_what_does_anything_else_is_refused(cypher: str) -> None:
    with pytest.raises(ValidationError):
        check(cypher)


def test_what_is_no_text() -> None:
    with pytest.raises(ValidationError):
        check(None)  # type: ignore[arg-type]


def test_a_file_knows_no_cypher() -> None:
    with Memory(":memory:") as memory, pytest.raises(StoreError, match="named queries"):
        memory.query("MATCH (n) RETURN n")
