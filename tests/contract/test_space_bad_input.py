"""Bad input at every method: a typed error that names it, before anything is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous import Memory, Message, NousError, Observation, Space
from nous.errors import ConflictError, ValidationError, WrongType

GOOD: dict[str, Any] = {"entity": "Ana", "attribute": "mood", "value": "glad", "at": "2026-01-10"}
WRONG: dict[str, list[Any]] = {
    "entity": ["", " ", "\u200b", "a\x00", "a\x07", "\ud800", "x" * 10_001, None, 7, ["Ana"], {"a": 1}, b"Ana"],
    "attribute": ["", "\u202e", "a\x00", "\udfff", None, 1.5, [], object()],
    "value": [
        "",
        " ",
        "\u200b",
        "a\x00",
        "\ud800",
        None,
        float("nan"),
        float("inf"),
        [float("nan")],
        {1: 2},
        b"x",
        {1},
    ],
    "at": ["", "soon", "2026-02-30", "2026-13", float("nan"), 10**18, True, [], b"2026", object()],
    "kind": ["", "maybe", "ASSERT", None, 1, ["assert"]],
    "source": ["", "\u200b", "a\x00", 7, ["user:ana"], "\ud800"],
    "channel": ["", "telepathy", "User", 7, ["user"], "~pool"],
    "stance": [-0.1, 1.1, float("nan"), float("inf"), "0.8", None, True, [1]],
    "confidence": [-0.1, 1.7, float("nan"), -float("inf"), "0.8", None, False, {}],
    "id": ["", " ", "\u200b\x00", "a\nb", "x" * 201, 7, ["a"], "\ud800"],
    "quote": [7, ["x"], "\ud800", "a\x00b", "x" * 100_001],
    "derived_from": ["abc", 7, [7], [""], ["\ud800"], [None]],
    "relation": ["yes", 1, 0, []],
    "entity_type": ["", "\u200b", 7, ["person"], "\ud800"],
    "unit": ["", 7, ["kg"], "\x00"],
    "locale": ["", 7, "\x07"],
    "precision": ["", "week", "DAY", 1, ["day"]],
    "episode": ["", 7, "a\nb", "\ud800"],
}
EVERY = [pytest.param(f, v, id=f"{f}-{i}") for f, values in WRONG.items() for i, v in enumerate(values)]


@pytest.fixture
def untouched(space: Space) -> Iterator[Space]:
    """A space that has to be as it was when the test is over."""
    space.observe("Ana", "mood", "calm", at="2026-01-01", id="first")
    before = (space.stats(), space.verify(), space.beliefs())
    yield space
    assert (space.stats(), space.verify(), space.beliefs()) == before


@pytest.mark.parametrize(("field", "value"), EVERY)
def test_observe(untouched: Space, field: str, value: Any) -> None:
    """Each field by itself."""
    with pytest.raises(ValidationError):
        untouched.observe(**{**GOOD, field: value})


@pytest.mark.parametrize(("field", "value"), EVERY)
def test_observe_many(untouched: Space, field: str, value: Any) -> None:
    """One bad one among good ones: none is stored, and its position is told."""
    good = [{**GOOD, "value": f"v{i}"} for i in range(3)]
    with pytest.raises(ValidationError, match=r"observation 1: .*nothing was stored") as error:
        untouched.observe_many([good[0], {**GOOD, field: value}, good[2]])

    assert [position for position, _ in error.value.items] == [1]


def test_every_field_of_observe_is_tried() -> None:
    """A field that joins `observe` joins this list."""
    import inspect

    assert set(inspect.signature(Space.observe).parameters) - {"self"} == set(WRONG)


def test_all_bad_ones_of_a_batch_are_listed(untouched: Space) -> None:
    with pytest.raises(ValidationError, match="2 more are bad") as error:
        untouched.observe_many([{**GOOD, "stance": 2}, GOOD, {**GOOD, "entity": ""}, {**GOOD, "at": "x"}])

    assert [position for position, _ in error.value.items] == [0, 2, 3]


@pytest.mark.parametrize(
    "given",
    [
        7,
        "text",
        None,
        ["Ana", "mood", "glad"],
        {"entity": "Ana"},
        {**GOOD, "colour": "red"},
        {"entity": "Ana", "value": 1},
    ],
)
def test_observe_many_of_what_is_no_observation(untouched: Space, given: Any) -> None:
    with pytest.raises(ValidationError):
        untouched.observe_many([given])


def test_a_stream_says_how_much_of_it_is_stored(space: Space) -> None:
    """An iterator is read batch by batch; what came before the fault is in, and feeding all again is safe."""

    def stream(bad: bool) -> Iterator[dict[str, Any]]:
        for i in range(5_200):
            yield {**GOOD, "entity": f"E{i}", "stance": 2.0 if bad and i == 5_100 else 1.0}

    with pytest.raises(ValidationError, match="after 5000 observations that are stored: observation 100"):
        space.observe_many(stream(bad=True))
    assert space.stats()["deltas"] == 5_000
    receipt = space.observe_many(stream(bad=False))

    assert (receipt.evidence, receipt.duplicates) == (200, 5_000)


def test_an_id_means_one_thing(untouched: Space) -> None:
    """Other content under a known id is a conflict that shows what is stored, in one batch as well."""
    with pytest.raises(ConflictError, match="'first' is already stored with other content: mood assert 'calm'"):
        untouched.observe("Ana", "mood", "sad", at="2026-01-01", id="first")
    with pytest.raises(ConflictError, match="two different statements in one batch"):
        untouched.observe_many([{**GOOD, "id": "x"}, {**GOOD, "id": "x", "value": "sad"}])
    for change in ({"stance": 0.5}, {"confidence": 0.5}, {"source": "user:bo"}, {"kind": "deny"}, {"at": "2026-01-02"}):
        with pytest.raises(ConflictError):
            untouched.observe_many(
                [{"entity": "Ana", "attribute": "mood", "value": "calm", "at": "2026-01-01", "id": "first", **change}]
            )


def test_an_id_without_a_time_makes_a_retry_safe(space: Space, clock: Any) -> None:
    """The second call comes later, and says the same."""
    first = space.observe("Ana", "mood", "glad", id="request 7")
    clock.tick(30)
    again = space.observe("Ana", "mood", "glad", id="request 7")

    assert again == first
    assert space.stats()["deltas"] == 1
    with pytest.raises(ConflictError):
        space.observe("Ana", "mood", "sad", id="request 7")


def test_a_circle_of_ancestors(untouched: Space) -> None:
    """Also one that closes over an id that came before its parents, and over another dimension."""
    space = untouched
    with pytest.raises(ValidationError, match="derived from itself"):
        space.observe(**GOOD, id="a", derived_from=["a"])
    with pytest.raises(ValidationError, match="derived from itself"):
        space.observe_many(
            [
                {**GOOD, "id": "a", "derived_from": ["b"]},
                {**GOOD, "id": "b", "attribute": "home city", "derived_from": ["c"]},
                {**GOOD, "id": "c", "value": "x", "derived_from": ["a"]},
            ]
        )


BAD_CALLS: dict[str, Callable[[Space], object]] = {
    "belief of nobody": lambda s: s.belief("", "mood"),
    "belief of nothing": lambda s: s.belief("Ana", "\u200b"),
    "belief of a number": lambda s: s.belief(7, "mood"),  # type: ignore[arg-type]
    "belief of a list": lambda s: s.belief(["Ana"], "mood"),  # type: ignore[arg-type]
    "belief about a list": lambda s: s.belief("Ana", ["mood"]),  # type: ignore[arg-type]
    "belief of an odd type": lambda s: s.belief("Ana", "mood", entity_type=["person"]),  # type: ignore[arg-type]
    "beliefs of a number": lambda s: s.beliefs(7),  # type: ignore[arg-type]
    "history of nobody": lambda s: s.history("\x00", "mood"),
    "why of half a character": lambda s: s.why("\ud800", "mood"),
    "why of no value": lambda s: s.why("Ana", "mood", value=float("nan")),
    "why of an odd value": lambda s: s.why("Ana", "mood", value=object()),  # type: ignore[arg-type]
    "retract nothing": lambda s: s.retract(""),
    "retract a number": lambda s: s.retract(7),  # type: ignore[arg-type]
    "retract half a character": lambda s: s.retract("\ud800"),
    "retract for an odd reason": lambda s: s.retract("first", reason=7),  # type: ignore[arg-type]
    "retract for half a reason": lambda s: s.retract("first", reason="\ud800"),
    "retract by nobody": lambda s: s.retract("first", actor=""),
    "retract by a list": lambda s: s.retract("first", actor=["ana"]),  # type: ignore[arg-type]
    "reinstate a list": lambda s: s.reinstate(["first"]),  # type: ignore[arg-type]
    "alias nothing": lambda s: s.alias("", "Ana"),
    "alias to nothing": lambda s: s.alias("A.", ""),
    "alias to a number": lambda s: s.alias("A.", 7),  # type: ignore[arg-type]
    "value alias of one": lambda s: s.value_alias("mood", ["glad"]),
    "value alias of a text": lambda s: s.value_alias("mood", "glad"),
    "value alias of nothing": lambda s: s.value_alias("mood", []),
    "value alias of NaN": lambda s: s.value_alias("mood", ["glad", float("nan")]),
    "value alias of a number": lambda s: s.value_alias("mood", 7),  # type: ignore[arg-type]
    "value alias about nothing": lambda s: s.value_alias("", ["a", "b"]),
    "trust nobody": lambda s: s.trust("", 0.5, reason="x"),
    "trust beyond certainty": lambda s: s.trust("web", 1.0, reason="x"),
    "trust NaN": lambda s: s.trust("web", float("nan"), reason="x"),
    "trust for no reason": lambda s: s.trust("web", 0.5, reason=" "),
    "trust for an odd reason": lambda s: s.trust("web", 0.5, reason=7),  # type: ignore[arg-type]
    "no such channel": lambda s: s.trust("nowhere", 0.5, reason="x"),
    "a tool of no name": lambda s: s.tool("", reason="x"),
    "merge with nobody": lambda s: s.merge("Ana", "Nobody"),
    "merge with nothing": lambda s: s.merge("Ana", ""),
    "merge for half a reason": lambda s: s.merge("Ana", "calm", reason="\ud800"),
    "unmerge what is apart": lambda s: s.unmerge("Ana", "calm"),
    "same as nobody": lambda s: s.same("Ana", "Nobody"),
    "same as a number": lambda s: s.same("Ana", 7),  # type: ignore[arg-type]
    "policy of nothing": lambda s: s.policy(""),
    "change nothing": lambda s: s.set_policy("mood", reason="x"),
    "change for no reason": lambda s: s.set_policy("mood", reason=" ", half_life=1.0),
    "change for an odd reason": lambda s: s.set_policy("mood", reason=7, half_life=1.0),  # type: ignore[arg-type]
    "a half-life of nothing": lambda s: s.set_policy("mood", reason="x", half_life=0.0),
    "a half-life of words": lambda s: s.set_policy("mood", reason="x", half_life="long"),
    "no such parameter": lambda s: s.set_policy("mood", reason="x", colour="red"),
    "no such cardinality": lambda s: s.set_policy("mood", reason="x", cardinality="few"),
    "protected perhaps": lambda s: s.set_policy("mood", reason="x", protected="maybe"),
    "nothing to observe": lambda s: s.observe_many(None),  # type: ignore[arg-type]
    "one observation as many": lambda s: s.observe_many({"entity": "Ana", "value": "x"}),  # type: ignore[dict-item]
    "a number of messages": lambda s: s.ingest(5),  # type: ignore[arg-type]
    "a stance that no float holds": lambda s: s.observe("Ana", "mood", "x", stance=10**400),
    "an id that cannot be seen": lambda s: s.observe("Ana", "mood", "x", id="\u202e\u200b"),
    "another key": lambda s: s.set_policy("mood", reason="x", key="rage"),
    "a timeline of no points": lambda s: s.timeline("Ana", "mood", points=0),
    "a timeline until never": lambda s: s.timeline("Ana", "mood", until="never"),
    "archive at no time": lambda s: s.archive(at="never"),
    "recall a number": lambda s: s.recall(7),  # type: ignore[arg-type]
    "recall half a character": lambda s: s.recall("\ud800"),
    "recall in no words": lambda s: s.recall("mood", budget=0),
    "recall in half a word": lambda s: s.recall("mood", budget=1.5),  # type: ignore[arg-type]
    "ingest a number": lambda s: s.ingest([7]),  # type: ignore[list-item]
    "ingest a text": lambda s: s.ingest("Ana: Hi."),  # type: ignore[arg-type]
    "ingest nothing said": lambda s: s.ingest([{"speaker": "Ana"}]),
    "ingest half a character": lambda s: s.ingest([{"speaker": "Ana", "text": "\ud83d"}]),
    "ingest by nobody": lambda s: s.ingest([{"text": "Hi."}]),
    "ingest at no time": lambda s: s.ingest([{"speaker": "Ana", "text": "Hi.", "time": "soon"}]),
    "ingest from no channel": lambda s: s.ingest([{"speaker": "Ana", "text": "Hi.", "channel": "x"}]),
    "ingest from an odd channel": lambda s: s.ingest([{"speaker": "Ana", "text": "Hi.", "channel": ["x"]}]),
    "ingest in an odd role": lambda s: s.ingest([{"speaker": "Ana", "text": "Hi.", "role": "king"}]),
    "ingest in a list of roles": lambda s: s.ingest([{"speaker": "Ana", "text": "Hi.", "role": ["user"]}]),
    "ingest with an odd id": lambda s: s.ingest([{"speaker": "Ana", "text": "Hi.", "id": 7}]),
    "ingest recorded never": lambda s: s.ingest([{"speaker": "Ana", "text": "Hi."}], recorded="never"),  # type: ignore[arg-type]
    "ingest a message of half a character": lambda s: s.ingest([Message("m", "Ana", "\ud800", datetime.now(UTC))]),
    "ingest a message by nobody": lambda s: s.ingest([Message("m", "", "Hi.", datetime.now(UTC))]),
    "ingest a message without an id": lambda s: s.ingest([Message("", "Ana", "Hi.", datetime.now(UTC))]),
    "ingest a message from nowhere": lambda s: s.ingest([Message("m", "Ana", "Hi.", datetime.now(UTC), channel="x")]),
    "ingest a message at no time": lambda s: s.ingest([Message("m", "Ana", "Hi.", "soon")]),  # type: ignore[arg-type]
    "two texts of one id": lambda s: s.ingest(
        [{"id": "m", "speaker": "Ana", "text": "a"}, {"id": "m", "speaker": "Ana", "text": "b"}]
    ),
}


@pytest.mark.parametrize("call", BAD_CALLS)
def test_every_other_method(untouched: Space, call: str) -> None:
    with pytest.raises(NousError):
        BAD_CALLS[call](untouched)


@pytest.mark.parametrize("bad", ["", "\u200b", "a\x00", "\ud800", "x" * 201, None, 7, ["s"]])
def test_names_of_spaces(memory: Memory, bad: Any) -> None:
    with pytest.raises(ValidationError):
        memory.space(bad)


def test_a_naive_message_is_read_in_the_zone(space: Space) -> None:
    """As any other time is."""
    space.ingest([Message("m", "Ana", "Hi.", datetime(2026, 1, 10, 9))])

    (stored,) = space.store.read(lambda r: r.messages(space.name))
    assert stored.at == datetime(2026, 1, 10, 9, tzinfo=UTC)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.floats()
    | st.text(max_size=12)
    | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@given(st.sampled_from(sorted(WRONG)), anything)
def test_anything_at_all_is_taken_or_refused_by_type(fresh: Callable[[], Space], field: str, value: Any) -> None:
    """No other exception ever comes out."""
    space = fresh()
    try:
        space.observe(**{**GOOD, field: value})
    except NousError:
        assert space.stats()["deltas"] == 0
    else:
        assert space.verify().clean


@given(
    st.dictionaries(
        st.sampled_from(
            ["speaker", "text", "time", "id", "role", "channel", "source", "derived_from", "name", "content", "x"]
        ),
        anything,
        max_size=5,
    )
)
def test_any_message_is_taken_or_refused_by_type(fresh: Callable[[], Space], raw: dict[str, Any]) -> None:
    space = fresh()
    try:
        space.ingest([{"speaker": "Ana", "text": "Hi.", **raw}])
    except NousError:
        assert space.stats()["messages"] == 0
    else:
        assert space.verify().clean


def test_a_message_that_is_wrong_is_named_by_its_position(space: Space) -> None:
    with pytest.raises(ValidationError, match="message 1: a message needs a text") as error:
        space.ingest([{"speaker": "Ana", "text": "Hi."}, {"speaker": "Ana"}])

    assert error.value.items[0][0] == 1
    assert space.stats()["messages"] == 0


def test_wrong_types_are_type_errors_and_wrong_values_value_errors(space: Space) -> None:
    """So that a caller may catch what Python itself would raise."""
    with pytest.raises(TypeError) as wrong:
        space.observe(7, "mood", "glad")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="visible"):
        space.observe("", "mood", "glad")

    assert isinstance(wrong.value, WrongType)
    assert str(Observation("a", "b", "c").at) == "None"
