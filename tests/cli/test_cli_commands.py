"""Every command, for people and for programs: what it prints, where, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer.main

from nous.cli import app
from tests.contract.samples import NASTY

from .calling import Done, nous

TALK = "\n".join(
    json.dumps(m, ensure_ascii=False)
    for m in (
        {"id": "m1", "speaker": "Ana", "text": "I live in Porto.", "time": "2026-01-10T09:00:00Z"},
        {"id": "m2", "speaker": "Ana", "text": "I work at Initech.", "time": "2026-01-10T09:00:30Z"},
    )
)


@pytest.fixture
def told(shared_location: str) -> str:
    """A store that was told a few things by the command line itself."""
    for arguments in (
        ("Pranav", "employer", "Sarvam AI", "--at", "2026-01-10", "--id", "first"),
        ("Pranav", "employer", "DeepMind", "--at", "2026-05-02", "--kind", "change", "--quote", "I joined DeepMind."),
        ("Pranav", "hobbies", "chess", "--at", "2026-01-10", "--source", "user:pranav"),
    ):
        assert nous("observe", *arguments, "--store", shared_location).code == 0
    return shared_location


def ok(done: Done) -> Done:
    """A command that did what it was asked, and had nothing to say about it on standard error."""
    assert (done.code, done.err) == (0, "")
    return done


def test_belief(told: str, default_space: str) -> None:
    people = ok(nous("belief", "Pranav", "job", "--at", "2026-05-03", "--store", told)).out
    found = ok(nous("belief", "pranav", "job", "--at", "2026-05-03", "--store", told, "--json")).json

    assert "DeepMind" in people
    assert f"(space {default_space})" in people.replace("\n", "")
    assert found["best"] == "DeepMind"
    assert found["space"] == default_space
    assert found["at"] == "2026-05-03T12:00:00Z"
    assert set(found) >= {
        "entity", "attribute", "best", "probability", "distribution", "values", "unknown", "entropy", "cardinality",
        "members", "decision", "last_known", "parameters",
    }  # fmt: skip
    assert set(found["parameters"]) >= {"filter", "K", "eps", "half_life_days", "tiers"}
    assert found["probability"] == found["distribution"]["DeepMind"]


def test_belief_at_other_times(told: str) -> None:
    """As of an event time, as known by a recording time, and in hindsight."""
    earlier = ok(nous("belief", "Pranav", "employer", "--at", "2026-02-01", "--store", told, "--json")).json
    unheard = ok(nous("belief", "Pranav", "employer", "--known-at", "2020-01-01", "--store", told, "--json")).json
    smoothed = ok(
        nous("belief", "Pranav", "employer", "--at", "2026-02-01", "--hindsight", "--store", told, "--json")
    ).json

    assert earlier["best"] == smoothed["best"] == "Sarvam AI"
    assert (unheard["best"], unheard["known_at"]) == (None, "2020-01-01T12:00:00Z")
    assert smoothed["hindsight"] is True


def test_what_nobody_spoke_of_is_unknown(told: str) -> None:
    """No error: a memory may be asked anything."""
    found = ok(nous("belief", "Nobody", "umbrella", "--store", told, "--json")).json

    assert (found["best"], found["unknown"], found["deltas"]) == (None, 1.0, 0)
    assert "nothing was ever said" in ok(nous("belief", "Nobody", "umbrella", "--store", told)).out
    assert ok(nous("history", "Nobody", "umbrella", "--store", told, "--json")).json == []
    why = ok(nous("why", "Nobody", "umbrella", "--store", told, "--json")).json
    assert (why["log_odds_bits"], why["contributions"]) == (0, [])


def test_beliefs(told: str) -> None:
    everything = ok(nous("beliefs", "--at", "2026-01-12", "--store", told, "--json")).json
    about = ok(nous("beliefs", "Pranav", "--at", "2026-01-12", "--store", told, "--json")).json

    assert [b["attribute"] for b in everything] == ["employer", "hobby"]
    assert [b["best"] for b in about] == ["Sarvam AI", "chess"]
    assert "chess" in ok(nous("beliefs", "--store", told)).out
    assert "nothing is known yet" in ok(nous("beliefs", "--space", "empty", "--store", told)).out


def test_history(told: str) -> None:
    rows = ok(nous("history", "Pranav", "employer", "--store", told, "--json")).json

    assert [r["value"] for r in rows] == ["Sarvam AI", "DeepMind"]
    assert rows[0]["id"] == "first"
    assert rows[1]["quote"] == "I joined DeepMind."
    assert set(rows[0]) >= {
        "id", "kind", "value", "at", "precision", "recorded_at", "source", "channel", "stance", "confidence",
        "surprise", "gain", "quote", "retracted",
    }  # fmt: skip
    assert all(r["at"].endswith("Z") and r["recorded_at"].endswith("Z") for r in rows)
    shown = ok(nous("history", "Pranav", "employer", "--store", told)).out
    assert "now DeepMind" in shown
    assert "bits" in shown


def test_why(told: str) -> None:
    found = ok(nous("why", "Pranav", "employer", "--at", "2026-05-03", "--store", told, "--json")).json
    other = ok(
        nous("why", "Pranav", "employer", "--value", "sarvam ai", "--at", "2026-05-03", "--store", told, "--json")
    ).json

    assert sum(c["bits"] for c in found["contributions"]) == pytest.approx(found["log_odds_bits"], abs=1e-9)
    assert (found["value"], other["value"]) == ("DeepMind", "Sarvam AI")
    assert "bits in all" in ok(nous("why", "Pranav", "employer", "--at", "2026-05-03", "--store", told)).out


def test_entities_stats_and_spaces(told: str, default_space: str) -> None:
    names = [e["name"] for e in ok(nous("entities", "--store", told, "--json")).json]
    stats = ok(nous("stats", "--store", told, "--json")).json

    assert "Pranav" in names
    assert {k: stats[k] for k in ("messages", "episodes", "dimensions", "deltas")} == {
        "messages": 0, "episodes": 0, "dimensions": 2, "deltas": 3,
    }  # fmt: skip
    assert len(stats["digest"]) == 64
    assert default_space in ok(nous("spaces", "--store", told, "--json")).json
    for command in ("entities", "stats", "spaces"):
        assert default_space in ok(nous(command, "--store", told)).out.replace("\n", "")


def test_retract_and_reinstate(told: str) -> None:
    done = ok(nous("retract", "first", "--why", "a slip", "--by", "ana", "--store", told, "--json")).json
    gone = ok(nous("history", "Pranav", "employer", "--store", told, "--json")).json

    assert (done["type"], done["actor"], done["reason"]) == ("retraction", "ana", "a slip")
    assert [r["retracted"] for r in gone] == [True, False]
    assert "retracted" in ok(nous("history", "Pranav", "employer", "--store", told)).out
    assert "reinstated first" in ok(nous("reinstate", "first", "--store", told)).out
    again = nous("reinstate", "first", "--store", told)
    assert again.code == 1
    assert "is not retracted" in again.err


def test_retracting_what_is_not_here_says_so(told: str) -> None:
    """A slip of the hand leaves no record; what is to come is taken back ahead of time only where that is meant."""
    slip = nous("retract", "who [red]knows[/]", "--store", told)
    assert slip.code == 1
    assert "'who [red]knows[/]'" in slip.err and "--ahead" in slip.err

    before = ok(nous("verify", "--store", told, "--json")).json["records"]
    ok(nous("retract", "who [red]knows[/]", "--ahead", "--store", told))
    assert ok(nous("verify", "--store", told, "--json")).json["records"] == before + 1


def test_alias_and_value_alias(told: str) -> None:
    assert "P. means Pranav" in ok(nous("alias", "P.", "Pranav", "--store", told)).out
    assert (
        ok(nous("belief", "P.", "employer", "--at", "2026-05-03", "--store", told, "--json")).json["best"] == "DeepMind"
    )
    nous("observe", "Pranav", "employer", "Google DeepMind", "--at", "2026-05-04", "--store", told)
    ok(nous("value-alias", "employer", "DeepMind", "Google DeepMind", "--store", told, "--json"))
    found = ok(nous("belief", "Pranav", "employer", "--at", "2026-05-05", "--store", told, "--json")).json
    assert set(found["distribution"]) == {"DeepMind", "Sarvam AI"}


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".txt"])
def test_ingest(shared_location: str, tmp_path: Path, suffix: str, default_space: str) -> None:
    """A file by its name; a second time nothing is new."""
    rows = [json.loads(line) for line in TALK.split("\n")]
    text = {
        ".jsonl": TALK,
        ".json": json.dumps({"messages": rows}),
        ".txt": "2026-01-10 09:00\nAna: I live in Porto.\nAna: I work at Initech.",
    }[suffix]
    file = tmp_path / f"talk{suffix}"
    file.write_text(text, encoding="utf-8")
    (receipt,) = ok(nous("ingest", file, "--store", shared_location, "--json")).json
    (again,) = ok(nous("ingest", file, "--store", shared_location, "--json")).json

    assert (receipt["messages"], receipt["space"]) == (2, default_space)
    assert (again["messages"], again["evidence"]) == (0, 0)
    assert "0 messages" in ok(nous("ingest", file, "--store", shared_location)).out


def test_ingest_from_standard_input_as_it_was_said(shared_location: str) -> None:
    """The recording times are those of the messages."""
    done = nous("ingest", "-", "--recorded", "as-said", "--store", shared_location, "--json", stdin=TALK.encode())
    assert ok(done).json[0]["messages"] == 2
    found = ok(nous("history", "Ana", "home city", "--store", shared_location, "--json")).json

    assert [r["recorded_at"] for r in found] == ["2026-01-10T09:00:00Z"]


def test_recall(told: str, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(TALK, encoding="utf-8")
    ok(nous("ingest", file, "--store", told))
    found = ok(nous("recall", "Where does Pranav work?", "--at", "2026-05-03", "--store", told, "--json")).json

    assert "DeepMind" in found["text"]
    assert set(found) >= {"text", "lines", "messages", "deltas"}
    assert "DeepMind" in ok(nous("recall", "Where does Pranav work?", "--at", "2026-05-03", "--store", told)).out
    nothing = nous("recall", "xyzzy", "--store", told, "--space", "empty")
    assert ok(nothing).out.startswith("nothing is known")


def test_verify_and_rebuild(told: str) -> None:
    found = ok(nous("verify", "--store", told, "--json")).json

    assert (found["clean"], found["deltas"], found["faults"]) == (True, 3, [])
    assert "clean" in ok(nous("verify", "--store", told)).out
    assert ok(nous("rebuild", "--store", told, "--json")).json["dimensions"] == 2
    assert "rebuilt 2 dimensions" in ok(nous("rebuild", "--store", told)).out


def test_the_space_and_the_store_may_come_from_the_environment(told: str, name: str, default_space: str) -> None:
    """An option goes before it."""
    there = {"NOUS_STORE": told, "NOUS_SPACE": f"{name} work"}
    ok(nous("observe", "Ana", "mood", "glad", "--at", "2026-01-10", env=there))

    assert ok(nous("stats", "--json", env=there)).json["deltas"] == 1
    assert ok(nous("stats", "--json", "--space", default_space, env=there)).json["deltas"] == 3
    assert ok(nous("stats", "--json", "--space", "w", env={"NOUS_STORE": told})).json["space"] == "w"


def test_without_a_store_a_file_in_the_data_folder_is_used(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    ok(nous("observe", "Ana", "mood", "glad", env=home))
    location = Path(ok(nous("stats", "--json", env=home)).json["store"])

    assert location.is_file()
    assert location.is_relative_to(tmp_path)


@pytest.mark.parametrize("text", [t for t in NASTY if len(t) < 500], ids=lambda t: ascii(t[:20]))
def test_names_that_a_terminal_or_a_parser_would_trip_over(shared_location: str, text: str) -> None:
    """Whole in JSON; in tables as they are, not as markup."""
    there = ("--store", shared_location, "--space", f"s {text}"[:150])
    ok(nous("observe", text, text, text, "--at", "2026-01-10", "--source", text, "--quote", text, *there))
    ok(nous("alias", f"also {text}", text, *there))
    found = ok(nous("belief", text, text, "--at", "2026-01-11", "--json", *there)).json

    assert found["best"] == text
    for command in ("belief", "history", "why"):
        shown = ok(nous(command, text, text, *there)).out
        assert text.split("\u2028")[0].split()[0][:8] in shown
    for arguments in (("beliefs",), ("entities",), ("recall", text), ("sources",), ("stats",), ("verify",)):
        assert ok(nous(*arguments, *there)).out


def test_values_of_other_types(shared_location: str) -> None:
    for given in ("3", "3.10", "true", '{"a": [1, null]}', '"3"', "12345678901234567890123"):
        there = ("--store", shared_location, "--space", given)
        ok(nous("observe", "E", "k", given, "--value-json", "--at", "2026-01-10", *there))
        found = ok(nous("belief", "E", "k", "--at", "2026-01-11", "--json", *there)).json
        assert found["best"] == json.loads(given)


OPTIONS: dict[str, set[str]] = {
    "eval": set(), "bench": {"--store"}, "demo": {"--store"}, "spaces": {"--store"}, "backup": {"--store"},
    "copy": {"--space"},
}  # fmt: skip
"""Commands that have less than both: they make a memory or a space of their own, or are about all of them."""
COMMANDS: dict[str, Any] = vars(typer.main.get_command(app))["commands"]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    """What it does in a first sentence, and the option that all share."""
    done = nous(name, "--help")

    assert (done.code, done.err) == (0, "")
    assert COMMANDS[name].help
    options = {option for p in COMMANDS[name].params for option in p.opts}
    if not hasattr(COMMANDS[name], "commands"):
        assert options & {"--store", "--space"} == OPTIONS.get(name, {"--store", "--space"})


def test_help_without_a_command_and_the_exit_codes_in_it() -> None:
    done = nous("--help")

    assert done.code == 0
    assert "Exit codes: 0 done" in done.out
    assert nous().code == 2


@pytest.mark.parametrize("code", ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\r\x08", "\x7f"], ids=ascii)
def test_what_somebody_said_does_not_command_the_terminal(shared_location: str, code: str) -> None:
    """Values and quotes may hold control characters; they come back whole in JSON, and as signs on the screen."""
    there = ("--store", shared_location)
    ok(nous("observe", "Ana", "note", f"a{code}b", "--quote", f"c{code}d", "--at", "2026-01-10", *there))
    for command in (("belief", "Ana", "note"), ("beliefs",), ("history", "Ana", "note"), ("why", "Ana", "note")):
        shown = ok(nous(*command, *there)).out
        assert not any(sign in shown for sign in code if sign not in "[]0;2J31mtile")
        printed = nous(*command, *there, "--json")
        assert not any(sign in printed.out for sign in "\x1b\x07\x9b\x08\x7f\r")
    assert ok(nous("belief", "Ana", "note", "--at", "2026-01-11", "--json", *there)).json["best"] == f"a{code}b"
