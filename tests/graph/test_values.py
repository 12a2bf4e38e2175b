"""Values: which count as the same, which types come back, and what is refused."""

from __future__ import annotations

import json
import math
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.errors import ValidationError, WrongType
from nous.graph.values import MAX_VALUE, Value, cell, entity_key, load

SAME: list[list[Value]] = [
    [3, 3.0, "3", "three", "Three", " three ", "３"[:0] + "3"],
    [0, 0.0, -0.0, "0", "zero"],
    [-7, -7.0, "-7"],
    [10**22, 1e22, "10000000000000000000000"],
    [True],
    [False],
    ["true"],
    ["3.10"],
    ["3.1"],
    [3.1],
    ["01067"],
    [1067, "1067"],
    ["+3"],
    ["-0"],
    ["1e5"],
    [100_000, 100_000.0, "100000"],
    ["New York", "new  york", "NEW\u00a0YORK", "New\u200b York", "\u202eNew York\u202c"],
    ["Malmö", "Malmo\u0308", "MALMÖ"],
    ["Malmo"],
    ["nan"],
    ["None"],
    ["null"],
    ["Null island"],
    [{"b": 1, "a": [2, {"d": None, "c": "x"}]}, {"a": [2, {"c": "x", "d": None}], "b": 1}],
    [{"a": 1}],
    [{"a": "1"}],
    [{"a": True}],
    [[1, 2]],
    [[2, 1]],
    [[]],
    [{}],
    ["[]"],
    ["{}"],
    [[[]]],
    [9007199254740993],
    [9007199254740992, 9007199254740992.0],
    [123456789012345678901234567890],
    ["H₂O"],
    ["H2O"],
]


@pytest.mark.parametrize("group", SAME, ids=lambda g: repr(g[0])[:30])
def test_spellings_of_one_value(group: list[Value]) -> None:
    assert len({cell(v).key for v in group}) == 1


def test_everything_else_is_another_value() -> None:
    keys = [cell(group[0]).key for group in SAME]

    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    "value",
    [
        "3.10", "01067", "1e5", "Null", "nan", "1e400", " spaced ", "line1\nline2\ttab\x07bell", "🙂", "x" * 8192,
        0.1, -0.0, 1e22, 5e-324, 1.7976931348623157e308, 2**53 + 1, 2**63, -(2**63), 10**30, -(10**4000), True, False,
        [1, "a", True], ["a", None], [], [[1], [2, [3]]], {}, {"geo": {"lat": 52.1, "lon": -0.3}}, {"": {"": []}},
        {"é": "è", "$int": "1"}, [{"year": 2020, "use": "hay"}],
    ],
    ids=lambda v: repr(v)[:30],
)  # fmt: skip
def test_a_value_comes_back_as_it_was(value: Value) -> None:
    """The same type too, and the sign of zero."""
    back = load(cell(value).json)

    assert back == value
    assert json.dumps(back, sort_keys=True) == json.dumps(value, sort_keys=True)
    assert type(back) is type(value)
    if isinstance(value, float):
        assert math.copysign(1, value) == math.copysign(1, back)  # type: ignore[arg-type]


json_values: st.SearchStrategy[Value] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_json_value_round_trips_or_is_refused_by_type(value: Value) -> None:
    try:
        found = cell(value)
    except ValidationError:
        assert value is None or isinstance(value, str)  # nothing, or text with nothing to be seen in it
        return
    assert load(found.json) == value
    assert cell(load(found.json)) == found
    assert len(found.key) <= 300


@given(st.dictionaries(st.text("abc", max_size=3), st.integers(), max_size=5), st.randoms())
def test_the_order_of_a_map_does_not_count(entries: dict[str, Value], chance: object) -> None:
    turned = dict(reversed(entries.items()))

    assert cell(entries).key == cell(turned).key


def test_times_round_trip_as_text() -> None:
    when = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)

    assert load(cell(when).json) == "2026-03-01T09:30:00+00:00"
    assert load(cell(date(2004, 2, 29)).json) == "2004-02-29"


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, [math.nan], {"a": [-math.inf]}])
def test_numbers_that_are_none(bad: Value) -> None:
    with pytest.raises(ValidationError, match="finite"):
        cell(bad)


@pytest.mark.parametrize(
    "bad", ["", "  ", "\u200b", "a\x00b", "\ud83d", ["\x00"], {"\ud800": 1}, "x" * (MAX_VALUE + 1)]
)
def test_text_that_cannot_be_kept(bad: Value) -> None:
    with pytest.raises(ValidationError):
        cell(bad)


@pytest.mark.parametrize("bad", [None, b"x", {1, 2}, object(), 1j, {1: "a"}, [b"x"], {"a": {2}}, print])
def test_types_that_are_none(bad: object) -> None:
    with pytest.raises(WrongType):
        cell(bad)


def test_nesting_and_size_have_limits() -> None:
    deep: list[object] = []
    for _ in range(60):
        deep = [deep]
    with pytest.raises(ValidationError, match="50 deep"):
        cell(deep)
    with pytest.raises(ValidationError, match="the limit"):
        cell(["x" * MAX_VALUE, "y"])
    with pytest.raises(ValidationError, match="digits"):
        cell(10**5000)
    with pytest.raises(ValidationError, match="digits"):
        cell([10**5000])
    circle: list[object] = []
    circle.append(circle)
    with pytest.raises(ValidationError):
        cell(circle)


def test_a_long_value_has_a_short_key_of_its_own() -> None:
    """So that any store can index it; equal text still has an equal key."""
    one, other = cell("x" * 8000 + "a"), cell("x" * 8000 + "b")

    assert one.key != other.key
    assert len(one.key) < 300
    assert one.key == cell("X" * 8000 + "A").key


def test_a_value_that_names_an_entity_has_the_key_of_the_name() -> None:
    assert entity_key("Sarvam  AI") == entity_key("sarvam\u00a0ai") != cell("Sarvam AI").key
    assert entity_key("Ｚｏë") == entity_key("Zoe\u0308")
    for bad in (None, 7, ["x"]):
        with pytest.raises(WrongType):
            entity_key(bad)
