"""What goes wrong: one line on standard error, an exit code that scripts can read, and a store that is untouched."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from nous.graph.migrations import VERSION

from .calling import Done, nous

Sql = Callable[..., list[tuple[object, ...]]]


def refused(done: Done, code: int, message: str) -> None:
    """It ended with this code, said why on standard error, and printed nothing else."""
    assert done.code == code, (done.out, done.err)
    assert message.lower() in done.err.lower().replace("\n", " ")
    assert "Traceback" not in done.err
    assert done.out == ""


BAD_OBSERVATIONS = {
    "empty entity": (("", "mood", "glad"), "visible"),
    "invisible entity": (("\u200b", "mood", "glad"), "visible"),
    "empty attribute": (("Ana", " ", "glad"), "visible"),
    "empty value": (("Ana", "mood", ""), "visible"),
    "control character": (("A\x07na", "mood", "glad"), "control character"),
    "half a character": (("A\udcffna", "mood", "glad"), "half of a character"),
    "long name": (("x" * 10_001, "mood", "glad"), "10000 is the limit"),
    "stance nan": (("Ana", "mood", "glad", "--stance", "nan"), "stance is not a number"),
    "stance inf": (("Ana", "mood", "glad", "--stance", "inf"), "[0, 1]"),
    "stance too large": (("Ana", "mood", "glad", "--stance", "1.7"), "[0, 1]"),
    "confidence negative": (("Ana", "mood", "glad", "--confidence", "-0.2"), "[0, 1]"),
    "confidence word": (("Ana", "mood", "glad", "--confidence", "high"), "confidence"),
    "no time": (("Ana", "mood", "glad", "--at", "not a date"), "not a time"),
    "no such day": (("Ana", "mood", "glad", "--at", "2023-02-29"), "not a time"),
    "year too late": (("Ana", "mood", "glad", "--at", "9999-12-31T23:59-12:00"), "years 1 to 9999"),
    "unknown kind": (("Ana", "mood", "glad", "--kind", "maybe"), "assert, deny, end, change"),
    "unknown channel": (("Ana", "mood", "glad", "--channel", "telepathy"), "channel must be one of"),
    "unknown precision": (("Ana", "mood", "glad", "--precision", "week"), "precision must be one of"),
    "no JSON": (("Ana", "mood", "{", "--value-json"), "not whole JSON"),
    "JSON null": (("Ana", "mood", "null", "--value-json"), "a value is text"),
    "JSON NaN": (("Ana", "mood", "NaN", "--value-json"), "finite"),
    "JSON infinity": (("Ana", "mood", "1e999", "--value-json"), "finite"),
    "JSON too deep": (("Ana", "mood", "[" * 60 + "]" * 60, "--value-json"), "50 deep"),
    "JSON far too deep": (("Ana", "mood", "[" * 50_000, "--value-json"), "too deep"),
    "JSON too long a number": (("Ana", "mood", "1" * 5000, "--value-json"), "digits"),
    "relation to a number": (("Ana", "mood", "3", "--value-json", "--relation"), "is text"),
    "its own parent": (("Ana", "mood", "glad", "--id", "a", "--derived-from", "a"), "derived from itself"),
    "empty id": (("Ana", "mood", "glad", "--id", ""), "visible text"),
    "long id": (("Ana", "mood", "glad", "--id", "x" * 201), "200 is the limit"),
    "derived from nothing": (("Ana", "mood", "glad", "--channel", "derived"), "from nothing"),
    "empty space": (("Ana", "mood", "glad", "--space", ""), "visible text"),
    "unknown option": (("Ana", "mood", "glad", "--mood", "x"), "no such option"),
    "missing argument": (("Ana", "mood"), "missing argument"),
}


@pytest.mark.parametrize("case", BAD_OBSERVATIONS)
def test_bad_observations(shared_location: str, case: str) -> None:
    """Exit code 2; what is in the store stays as it is."""
    nous("observe", "Ana", "mood", "glad", "--at", "2026-01-10", "--store", shared_location)
    before = nous("stats", "--store", shared_location, "--json").out
    arguments, message = BAD_OBSERVATIONS[case]
    done = nous("observe", *arguments, "--store", shared_location)

    refused(done, 2, message)
    assert nous("stats", "--store", shared_location, "--json").out == before
    assert nous("verify", "--store", shared_location).code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("belief", "", "mood"), 2, "visible"),
        (("belief", "Ana", ""), 2, "visible"),
        (("belief", "Ana", "mood", "--at", "soon"), 2, "not a time"),
        (("belief", "Ana", "mood", "--known-at", "2026-99"), 2, "not a time"),
        (("history", "Ana", "mood", "--known-at", ""), 2, "not a time"),
        (("why", "Ana", "mood", "--value", ""), 2, "visible"),
        (("beliefs", "Nobody"), 1, "nothing is known of 'Nobody'"),
        (("beliefs", "--at", "x"), 2, "not a time"),
        (("retract", ""), 2, "visible text"),
        (("retract", "a\udcff"), 2, "half of a character"),
        (("retract", "one", "--why", "\udcff"), 2, "half of a character"),
        (("retract", "one", "--by", ""), 2, "visible"),
        (("reinstate", "never"), 1, "is not retracted"),
        (("alias", "A", "Nobody"), 1, "no entity is called 'Nobody'"),
        (("alias", "", "Ana"), 2, "visible"),
        (("alias", "Bo", "Ana"), 2, "is an entity already"),
        (("value-alias", "mood", "glad"), 2, "two spellings"),
        (("value-alias", "mood", "glad", "GLAD"), 2, "two spellings"),
        (("value-alias", "", "a", "b"), 2, "visible"),
        (("observe", "Ana", "mood", "sad", "--id", "one", "--at", "2026-01-10"), 2, "stored with other content"),
        (("observe", "Jaguar", "diet", "meat"), 2, "may be any of Jaguar (animal), Jaguar (car)"),
        (("recall", "x", "--budget", "0"), 2, "budget"),
        (("recall", "x\udcff"), 2, "half of a character"),
        (("ingest", "nowhere.jsonl"), 1, "no file"),
        (("policy", "mood", "--set", "eps=.1", "--set", "eps=.2", "--why", "x"), 2, "set once"),
        (("timeline", "Ana", "mood", "-o", "nowhere/x.png"), 1, "no folder"),
        (("timeline", "Ana", "mood", "-o", "."), 2, "no file that could be replaced"),
        (("ingest", "x" * 5_000 + ".jsonl"), 1, "name too long"),
        (("no-such-command",), 2, "no such command"),
        (("stats", "--store"), 2, "requires an argument"),
    ],
    ids=lambda x: ascii(" ".join(x)) if isinstance(x, tuple) else None,
)
def test_bad_questions_and_commands(shared_location: str, arguments: tuple[str, ...], code: int, message: str) -> None:
    store = ("--store", shared_location)
    for said in (
        ("Ana", "mood", "glad", "--id", "one"), ("Bo", "mood", "glad"), ("Jaguar", "speed", "80", "--type", "animal"),
        ("Jaguar", "speed", "250", "--type", "car"),
    ):  # fmt: skip
        nous("observe", *said, "--at", "2026-01-10", *store)
    before = nous("stats", "--json", *store).out
    there = () if arguments[-1] == "--store" else store

    refused(nous(*arguments, *there), code, message)
    assert nous("stats", "--json", *store).out == before
    assert nous("verify", *store).code == 0


FILES: dict[str, tuple[str, bytes, str]] = {
    "truncated JSONL": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi."}\n{"speaker": "Ana", "te', "line 2"),
    "no object": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi."}\n\n[1]\n', "line 3"),
    "not UTF-8": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi."}\n{"speaker": "\xff"}', "line 2"),
    "UTF-16": ("talk.jsonl", '{"speaker": "Ana", "text": "Hi."}'.encode("utf-16"), "line 1"),
    "too deep": ("talk.jsonl", b"[" * 100_000, "line 1"),
    "long number": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi.", "time": ' + b"1" * 5000 + b"}", "line 1"),
    "truncated JSON": ("talk.json", b'[{"speaker": "Ana",\n "text": ', "line 2"),
    "no list": ("talk.json", b'{"speaker": "Ana", "text": "Hi."}', "a list of messages"),
    "no text": ("talk.jsonl", b'{"speaker": "Ana"}', "needs a text"),
    "text of a wrong type": ("talk.jsonl", b'{"speaker": "Ana", "text": 7}', "must be text"),
    "no speaker": ("talk.jsonl", b'{"text": "Hi."}', "a speaker"),
    "bad time": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi.", "time": "soon"}', "not a time"),
    "bad role": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi.", "role": "king"}', "a role is"),
    "bad channel": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi.", "channel": "x"}', "channel must be one of"),
    "bad id": ("talk.jsonl", b'{"speaker": "Ana", "text": "Hi.", "id": ""}', "visible text"),
    "half a character": ("talk.jsonl", b'{"speaker": "Ana", "text": "\\ud83d"}', "half of a character"),
    "one id twice": (
        "talk.jsonl", b'{"id": 1, "speaker": "A", "text": "x"}\n{"id": 1, "speaker": "A", "text": "y"}', "must be text",
    ),
    "nobody speaks": ("talk.txt", b"just some words\n", "line 1"),
    "a time without a day": ("talk.txt", b"09:30 Ana: Hi.\n", "line 1"),
    "a day that is none": ("talk.txt", b"2026-02-30\nAna: Hi.\n", "not a time"),
    "unclear format": ("talk.bin", b"x", "not clear from its name"),
    "no LoCoMo": ("talk.jsonl", b"{}", "a list of conversations"),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_bad_files(shared_location: str, tmp_path: Path, case: str) -> None:
    """Refused whole, with the line where there is one."""
    name, content, message = FILES[case]
    file = tmp_path / name
    file.write_bytes(content)
    extra = ("--format", "locomo") if case == "no LoCoMo" else ()

    refused(nous("ingest", file, *extra, "--store", shared_location), 2, message)
    stats = nous("stats", "--json", "--store", shared_location).json
    assert (stats["messages"], stats["deltas"]) == (0, 0)


def test_bad_standard_input(shared_location: str) -> None:
    """The same, named as standard input."""
    refused(nous("ingest", "-", "--store", shared_location, stdin=b"\xff\xfe"), 2, "standard input, line 1: not UTF-8")
    refused(nous("ingest", "-", "--format", "xml", "--store", shared_location), 2, "no format is called 'xml'")
    refused(nous("ingest", "-", "--store", shared_location, stdin=b'{"a'), 2, "standard input, line 1")


def test_an_unknown_format_is_named_before_the_file_is_looked_for() -> None:
    refused(nous("ingest", "nowhere", "--format", "xml"), 2, "no format is called 'xml'")


def test_places_that_are_no_store(file: Path, tmp_path: Path, sql: Sql) -> None:
    """Exit code 1, and nothing is written."""
    text = tmp_path / "text.db"
    text.write_text("not a database" * 100)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE t (x)")
    other.close()
    nous("observe", "Ana", "mood", "glad", "--store", file)
    sql(f"PRAGMA user_version = {VERSION + 1}")
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}

    for command in (("stats",), ("observe", "Ana", "mood", "glad"), ("verify",), ("beliefs", "--json")):
        refused(nous(*command, "--store", text), 1, "not a store of Nous")
        refused(nous(*command, "--store", tmp_path / "other.db"), 1, "another program's database")
        refused(nous(*command, "--store", file), 1, f"version {VERSION + 1}, this Nous knows up to {VERSION}")
        refused(nous(*command, "--store", tmp_path), 1, "is not a file")
        refused(nous(*command, "--store", tmp_path / "no" / "such" / "folder.db"), 1, "no folder")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_a_fault_that_verify_finds_ends_with_1(file: Path, sql: Sql) -> None:
    """And names what was edited, also as JSON."""
    nous("observe", "Ana", "mood", "glad", "--id", "one", "--at", "2026-01-10", "--store", file)
    sql("UPDATE delta SET source = 'operator:x'")
    shown, found = nous("verify", "--store", file), nous("verify", "--json", "--store", file)

    assert (shown.code, found.code) == (1, 1)
    assert "delta one: was edited" in shown.out
    assert {f["id"] for f in found.json["faults"]} >= {"one"}
    assert found.json["clean"] is False


def test_a_spoiled_cache_ends_with_1(file: Path, sql: Sql) -> None:
    """It could not be done, and the way out is named."""
    nous("observe", "Ana", "mood", "glad", "--at", "2026-01-10", "--store", file)
    sql("UPDATE dimension SET state = 'x'")

    refused(nous("belief", "Ana", "mood", "--store", file), 1, "rebuild")
    assert nous("rebuild", "--store", file).code == 0
    assert nous("belief", "Ana", "mood", "--store", file).code == 0


def test_an_unreachable_server_ends_with_1() -> None:
    """Without the password in the message."""
    done = nous("stats", "--store", "bolt://neo4j:hunter2@localhost:1")

    assert done.code == 1
    assert "hunter2" not in done.err + done.out
    assert "Traceback" not in done.err


def test_messages_go_to_standard_error_as_one_line(shared_location: str) -> None:
    """Even where the offending value has many."""
    done = nous("belief", "Ana", "mood", "--at", "a\nb\nc" * 100, "--store", shared_location)

    assert done.code == 2
    assert done.err.count("\n") == 1
    assert done.err.startswith("nous: ")
    assert len(done.err) < 300


def test_a_name_of_many_lines_is_one_line_in_an_error(shared_location: str) -> None:
    done = nous("beliefs", "No\nbody\n\x1b[31m" * 2, "--store", shared_location)

    assert done.code == 2
    assert "\x1b" not in done.err
    assert json.loads(nous("entities", "--json", "--store", shared_location).out) == []
    assert os.linesep not in done.err.rstrip()
