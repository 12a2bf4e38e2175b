"""That the judge of the cases can fail: each expectation here is wrong, and has to be found so."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from . import adapter, expecting, meaning
from .loading import Json, cases
from .test_cases import reader

CASES = {case["id"]: case for case in cases()}
OMAR = "Omar (accounting)"


def belief(entity: str, attribute: str, **said: Any) -> Json:
    """An expectation that is one statement about a belief."""
    return {"beliefs": [{"entity": entity, "attribute": attribute, **said}]}


WRONG: list[tuple[str, Json]] = [
    # the value is there, but under another attribute
    ("case-017", belief("Tamsin", "shoe size", top="greyhound")),
    ("case-025", belief("ann", "likes", values=["Dutch"], p_min_each=0.5)),
    # nothing is unknown that is believed, or that no table can find
    ("case-038", belief("ann", "city", unknown=True)),
    ("case-046", belief("ann", "trouble with bread", unknown=True)),
    # what is believed is not improbable because it is said with more words, or others, or of another attribute
    ("case-038", belief("ann", "city", value="the old town of Turin", p_max=0.5)),
    ("case-038", belief("ann", "origin", value="Turin", p_max=0.5)),
    ("case-039", belief("ann", "smokes", value=True, p_max=0.1)),
    ("case-039", belief("ann", "smokes", value="yes", p_max=0.1)),
    ("case-014", belief(OMAR, "allergy", value="latex gloves", p_max=0.2)),
    ("case-024", belief("Edda", "weight", value="72 KG", p_max=0.2)),
    # two that are apart are both there, and not one by two names
    ("case-014", {"entities": {"distinct": [[OMAR, "Omar (plumber)"]]}}),
    ("case-014", {"entities": {"distinct": [[OMAR, "Omar from accounting"]]}}),
    # a log has no more in it than was said
    ("case-037", {"log": {"min": 4}}),
    ("case-046", {"log": {"min": 3}}),
    ("case-040", {"log": {"append_only": True}}),
    # one order alone, or nobody's words, prove nothing
    ("case-034", {"invariants": ["order_free"]}),
    ("case-040", {"invariants": ["no_cross_tenant"]}),
    # what a step was answered is read
    ("case-095", {"answers": [["Dell"]]}),
]


@pytest.mark.parametrize(("id", "expect"), WRONG, ids=lambda part: part if isinstance(part, str) else "")
def test_a_wrong_expectation_fails(id: str, expect: Json, name: str) -> None:
    """Each of a kind that was once passed over."""
    case = {**CASES[id], "id": "a wrong one", "expect": expect}
    with pytest.raises(AssertionError):
        adapter.run(case, ":memory:", name, reader(case))


def test_the_comparisons_do_what_their_examples_say() -> None:
    """Attributes, names and values by meaning."""
    for module in (meaning, expecting):
        found = doctest.testmod(module)
        assert found.attempted
        assert not found.failed
