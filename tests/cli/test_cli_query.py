"""Questions and moves on the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from nous import Memory, Settings
from nous.asking import QUESTIONS
from tests.contract.questions import fill

from .calling import Done, nous

ARGUMENTS = {
    "neighbourhood": ("Ana",), "episodes-behind": ("Ana", "home city"), "agreeing": ("employer",),
    "revisions": ("Cy", "employer"),
}  # fmt: skip
AT = ("--at", "2026-03-12T09:00:00Z")
TIMELESS = {"episodes-behind": (), "revisions": (), "changed-most": ("--since", "2026-02-01", "--until", "2026-03-12")}


def ok(done: Done) -> Done:
    assert (done.code, done.err) == (0, "")
    return done


@pytest.fixture
def team(shared_location: str, settings: Settings, name: str) -> tuple[str, ...]:
    """A store and space with a team in it, as options."""
    with Memory(shared_location, settings=settings) as memory:
        fill(memory.space(name))
    return "--store", shared_location, "--space", name


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question(team: tuple[str, ...], settings: Settings, name: str, question: str) -> None:
    """As JSON, as CSV and as a table: the rows of the method."""
    asked = ("query", question, *ARGUMENTS.get(question, ()), *TIMELESS.get(question, AT), *team)
    found = ok(nous(*asked, "--json")).json
    rows = list(csv.reader(io.StringIO(ok(nous(*asked, "--csv")).out)))
    table = ok(nous(*asked)).out

    assert found
    assert {row["space"] for row in found} == {name}
    assert rows[0] == [c for c in found[0] if c != "space"]
    assert len(rows) == len(found) + 1
    first = next(v for v in found[0].values() if isinstance(v, str) and v != name)
    assert first.split()[0][:8] in table


def test_without_a_name_they_are_listed() -> None:
    told = ok(nous("query")).out
    assert all(name in told for name in QUESTIONS)
    assert [q["name"] for q in ok(nous("query", "--json")).json] == list(QUESTIONS)


def test_bad_questions(team: tuple[str, ...]) -> None:
    for arguments, code, message in (
        (("nobody-asks",), 2, "no question is called"),
        (("contested", "x"), 2, "contested takes"),
        (("stale", "--above", "0.5"), 2, "stale takes"),
        (("neighbourhood", "Nobody"), 1, "nothing is known of"),
        (("stale", "--json", "--csv"), 2, "not as both"),
        (("stale", "--cypher", "RETURN 1"), 2, "takes no name"),
        (("--cypher", "MATCH (n) DELETE n"), 1 if "bolt" not in team[1] else 2, ""),
    ):
        done = nous("query", *arguments, *team)
        assert (done.code, done.out) == (code, "")
        assert message in done.err.replace("\n", " ")


def test_more_rows_than_wanted(team: tuple[str, ...]) -> None:
    done = nous("query", "who-works-where", "--limit", "1", *AT, *team, "--json")
    assert (done.code, len(done.json)) == (0, 1)
    assert "more than 1 rows" in done.err


@pytest.mark.neo4j
def test_cypher_of_the_operator(neo4j_location: str, settings: Settings, name: str) -> None:
    """It says that it sees all spaces, and it does."""
    with Memory(neo4j_location, settings=settings) as memory:
        for space in (name, f"{name} too"):
            memory.space(space).observe("Ana", "mood", "glad", at="2026-01-10")
    asked = f"MATCH (e:Entity) WHERE e.space STARTS WITH '{name}' RETURN e.space AS space, e ORDER BY space"
    done = nous("query", "--cypher", asked, "--store", neo4j_location, "--json")

    assert done.code == 0
    assert "sees all spaces" in done.err
    assert [row["space"] for row in done.json] == [name, f"{name} too"]
    assert done.json[0]["e"]["name"] == "Ana"
    assert "all spaces" in nous("query", "--cypher", asked, "--store", neo4j_location).out
    refused = nous("query", "--cypher", f"{asked} CALL db.labels()", "--store", neo4j_location)
    assert (refused.code, refused.out) == (2, "")


def test_export_import_and_copy(team: tuple[str, ...], name: str, tmp_path: Path) -> None:
    """Into a file, out of it into another store, and on to a third: one digest."""
    file, second, third = tmp_path / "out.jsonl.gz", tmp_path / "second.db", tmp_path / "third.db"
    out = ok(nous("export", file, *team, "--json")).json
    came = ok(nous("import", file, "--store", second, "--json")).json
    again = ok(nous("import", file, "--store", second)).out
    copied = ok(nous("copy", second, third, "--json")).json
    renamed = ok(nous("import", file, "--into", "renamed", "--store", third)).out
    digests = {
        ok(nous("stats", "--store", store, "--space", space, "--json")).json["digest"]
        for store, space in ((team[1], name), (second, name), (third, name), (third, "renamed"))
    }

    assert out["added"] == 0
    assert came["added"] == copied["added"] > 0
    assert "0 pieces were new" in again
    assert "deltas" in renamed
    assert len(digests) == 1
    assert ok(nous("verify", "--store", third, "--space", name)).out
    assert nous("export", file, *team).code == 2
    ok(nous("export", file, *team, "--force"))
    for kind in ("csv", "graphml"):
        ok(nous("export", tmp_path / f"out.{kind}", *team))


def test_the_space_may_come_from_the_environment(tmp_path: Path) -> None:
    """Whole, white space and all."""
    store, file = tmp_path / "a.db", tmp_path / "out.jsonl"
    with Memory(store) as memory:
        for space in ("two words", "two", "other"):
            memory.space(space).observe("Ana", "mood", "glad", at="2026-01-10")
    there = {"NOUS_SPACE": "two words"}
    assert ok(nous("export", file, "--store", store, "--json", env=there)).json["spaces"] == 1
    ok(nous("import", file, "--store", tmp_path / "b.db", env=there))
    assert ok(nous("spaces", "--store", tmp_path / "b.db", "--json")).json == ["two words"]
    assert ok(nous("export", file, "--force", "--store", store, "--json")).json["spaces"] == 3


def test_backup_of_a_live_store(tmp_path: Path) -> None:
    store, copy = tmp_path / "a.db", tmp_path / "b.db"
    with Memory(store) as memory:
        memory.space("default").observe("Ana", "mood", "glad", at="2026-01-10")
        assert ok(nous("backup", copy, "--store", store, "--json")).json["file"] == str(copy)
    assert ok(nous("stats", "--store", copy, "--json")).json["deltas"] == 1
    assert nous("backup", copy, "--store", store).code == 1


@pytest.mark.neo4j
def test_a_server_has_its_own_backup(neo4j_location: str, tmp_path: Path) -> None:
    done = nous("backup", tmp_path / "x.db", "--store", neo4j_location)
    assert done.code == 1
    assert "neo4j-admin" in done.err
    assert neo4j_location.rpartition("@")[0].rpartition(":")[2] not in done.err


def test_a_bad_import(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps({"speaker": "Ana", "text": "Hi"}) + "\n", encoding="utf-8")
    done = nous("import", file, "--store", tmp_path / "a.db")
    assert done.code == 2
    assert "no export of Nous" in done.err.replace("\n", " ")
    assert nous("import", tmp_path / "nothing", "--store", tmp_path / "a.db").code == 1
