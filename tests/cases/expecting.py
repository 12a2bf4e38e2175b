"""What must hold after a case: errors, beliefs, entities, results, answers and the log."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from nous.graph.belief import Belief
from nous.graph.names import fold

from . import words
from .invariants import invariants
from .loading import Json, decoded
from .meaning import about, content, find, held, means, named, present, tabled, touches
from .scripts import OPEN
from .world import CLASSES, Unbuilt, World

EXPECTED = {
    "error", "beliefs", "entities", "results", "answers", "log", "invariants", "compare", "note", "any_of",
}  # fmt: skip
TOLERATED = {"case-097": {"e"}}
"""Items that may be refused or read, as the note of their case says."""


def judge(case: Json, worlds: dict[str, World]) -> None:
    """Every part of the expectation that is not open, for every run; comparisons of runs at the end."""
    expect = decoded(case["expect"])
    for _, part, _ in OPEN.get(case["id"], ()):
        expect = without(expect, part)
    if unknown := set(expect) - EXPECTED:
        raise Unbuilt(f"expectation {', '.join(sorted(unknown))}")
    for world in worlds.values():
        parts(case["id"], expect, world)
    if "compare" in expect:
        words.compare(case["id"], worlds)
    words.note(case["id"], worlds)


def without(expect: Json, part: Json) -> Json:
    """An expectation without some of its entries, which have to be there.

    >>> without({"beliefs": [1, 2], "log": {"min": 2, "order": 1}}, {"beliefs": [2], "log": {"order": 1}})
    {'beliefs': [1], 'log': {'min': 2}}
    """
    rest = dict(expect)
    for key, value in part.items():
        if isinstance(value, dict):
            rest[key] = without(expect[key], value)
        elif isinstance(value, list):
            assert all(item in expect[key] for item in value), (key, value)
            rest[key] = [item for item in expect[key] if item not in value]
        else:
            assert rest.pop(key) == value
    return rest


def parts(id: str, expect: Json, world: World) -> None:
    """The parts of one expectation; of `any_of`, one at least."""
    if "error" in expect:
        errors(world, expect["error"], TOLERATED.get(id, set()))
    elif world.failures and not any("error" in e for e in expect.get("any_of", ())):
        raise world.failures[0].error
    for name, check in CHECKS.items():
        if name in expect:
            check(world, expect[name])
    if "any_of" in expect:
        missed = []
        for entry in expect["any_of"]:
            try:
                parts(id, entry, world)
            except AssertionError as error:
                missed.append(str(error))
            else:
                return
        raise AssertionError(f"none of any_of holds: {missed}")


def errors(world: World, want: Json | None, tolerated: set[str]) -> None:
    """None at all; or of that class, about each of the named items and no other."""
    if want is None:
        assert not world.failures, [str(f.error) for f in world.failures]
        return
    assert world.failures, f"nothing was refused, {want} was to be"
    for failure in world.failures:
        assert isinstance(failure.error, CLASSES[want["class"]]), failure.error
    if "for" in want:
        named = set(want["for"])
        assert all(f.labels & (named | tolerated) for f in world.failures), [f.labels for f in world.failures]
        assert all(any(item in f.labels for f in world.failures) for item in named)


def beliefs(world: World, wanted: list[Json]) -> None:
    """Statements about beliefs, each in a dimension that is found by name or by meaning."""
    for want in wanted:
        believed(world, want)


def believed(world: World, want: Json) -> None:
    """One statement about beliefs."""
    found = find(world, want)
    loosely = world.extract is not None
    if "top" in want or "top_any" in want:
        spellings = want.get("top_any", [want.get("top")])
        fitting = [p for b in found for p in tops(b, spellings, loosely)]
        assert fitting, f"{want}: {[dict(b.distribution) for b in found]}"
        assert max(fitting) >= want.get("p_min", 0.0), want
        for asked in world.asked:
            if same_question(asked.question, want) and asked.after == world.heard_of(want):
                assert any(means(asked.answer, s, loosely) for s in spellings), (want, asked)
    if "p_max" in want:
        improbable(world, want)
    if "rank_max" in want:
        ranked = [b.values[text] for b in found for text in list(b.distribution)[: want["rank_max"]]]
        assert any(means(v, want["value"], loosely) for v in ranked), (want, ranked)
    for value in want.get("values", ()):
        best = max(
            (p for b in found for t, p in b.distribution.items() if means(b.values[t], value, loosely)), default=0.0
        )
        assert best >= want["p_min_each"], (want, value, [dict(b.distribution) for b in found])
    if want.get("unknown"):
        assert found or tabled(want["attribute"]), f"{want}: not found, and no table says what else it may be called"
        assert all(p <= 0.5 for b in found for p in b.distribution.values()), want


def same_question(asked: Json, want: Json) -> bool:
    """Whether a step asked just what a statement about beliefs speaks of."""
    return all(asked.get(key) == want.get(key) for key in ("entity", "attribute", "at", "known_at", "tenant"))


def improbable(world: World, want: Json) -> None:
    """No dimension gives a value more than `p_max`.

    Where an extractor chose the words, a value is meant that shares a word with it, under any attribute of the present;
    a truth value under its attribute, or by an attribute whose value says what the wanted one is called.
    """
    value, most = want["value"], want["p_max"]
    loosely = world.extract is not None
    for b in present(held(world, want)) if loosely else find(world, want):
        for text, p in b.distribution.items():
            stored = b.values[text]
            if not loosely:
                meant = means(stored, value, False) or fold(str(stored)) == fold(str(value))
            elif isinstance(value, bool):
                same = content(stored) == content(value)
                meant = same if about(b.attribute, want["attribute"]) else value and touches(text, want["attribute"])
            else:
                meant = touches(text, value)
            assert not meant or p <= most, (want, b.attribute, dict(b.distribution))


def tops(b: Belief, spellings: list[Any], loosely: bool) -> list[float]:
    """The probability of the value that leads among the named ones, if it is one of these; of a set, any member."""
    leading = list(b.distribution)[: len(b.members) or 1]
    return [b.distribution[t] for t in leading if any(means(b.values[t], s, loosely) for s in spellings)]


def entities(world: World, want: Json) -> None:
    """How many there are, and which names mean the same one."""
    found = world.space().entities()
    names = [e.name.casefold() for e in found]
    assert want.get("count", len(found)) == len(found), names
    assert want.get("min", 0) <= len(found), names
    for a, b in want.get("same", ()):
        assert ids(world, a) == ids(world, b) != set(), (a, b, names)
    for a, b in want.get("distinct", ()):
        assert ids(world, a), (a, names)
        assert ids(world, b), (b, names)
        assert not ids(world, a) & ids(world, b), (a, b, names)
    for name in want.get("none_named", ()):
        assert name.casefold() not in names


def ids(world: World, name: str) -> set[str]:
    """The ids of the entities that go by a name."""
    return {e.id for e in named(world, name)}


def results(world: World, wanted: Json | list[Json]) -> None:
    """The lines of each recall, in turn; one holds a result if the text occurs in it."""
    each = wanted if isinstance(wanted, list) else [wanted] * len(world.results)
    assert len(each) == len(world.results)
    for lines, want in zip(world.results, each, strict=True):
        if "first" in want:
            assert lines, f"nothing was found, {want['first']!r} was to be first"
            assert want["first"] in lines[0], lines
        for text in want.get("includes", ()):
            assert any(text in line for line in lines), (text, lines)
        for text in want.get("excludes", ()):
            assert not any(text in line for line in lines), (text, lines)
        places = [next(i for i, line in enumerate(lines) if text in line) for text in want.get("order", ())]
        assert places == sorted(places)
        assert want.get("min", 0) <= len(lines) <= want.get("max", len(lines))
        assert want.get("count", len(lines)) == len(lines), lines


def answers(world: World, wanted: list[Any]) -> None:
    """What each reading step gave, in turn."""
    assert world.answers == wanted


def log(world: World, want: Json) -> None:
    """How many revisions there are; that nothing was taken out; the order in which they stand.

    A revision is a delta, or for `min` also a retraction: what its speaker takes back changes a belief as well. Other
    records (parameters, merges, aliases) are book-keeping and do not count.
    """
    space = world.space()
    deltas = space.stats()["deltas"]
    assert isinstance(deltas, int)
    assert want.get("revisions", deltas) == deltas
    records = space.store.read(lambda r: r.records(space.name))
    assert want.get("min", 0) <= deltas + sum(r.type == "retraction" for r in records)
    if want.get("append_only") or want.get("order"):
        assert space.verify().clean
    if want.get("append_only"):
        append_only(world)
    if "order" in want:
        for b in space.beliefs():
            rows = sorted(space.history(b.entity, b.attribute), key=lambda d: d.seq)
            assert [d.recorded_at for d in rows] == sorted(d.recorded_at for d in rows)


def append_only(world: World) -> None:
    """What stood in the log before any step stands there still, and outlives the opposite of all that is believed."""
    space = world.space()
    logs = [*world.logs, world.rows()]
    for b in space.beliefs():
        space.observe(b.entity, b.attribute, f"not {b.best}", source="user:somebody else")
        logs.append(world.rows())
    assert logs[0], "an empty log proves nothing"
    assert len(logs) > 1
    for before, after in itertools.pairwise(logs):
        assert before.items() <= after.items()
    assert len(logs[-1]) > len(logs[0])


CHECKS: dict[str, Callable[[World, Any], None]] = {
    "beliefs": beliefs, "entities": entities, "results": results, "answers": answers, "log": log,
    "invariants": invariants,
}  # fmt: skip
