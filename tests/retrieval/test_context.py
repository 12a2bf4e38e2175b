"""The context: within its budget whatever it is, nothing twice, best first, and every line with what it came from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nous import Space
from nous.retrieval.context import HEAD, TITLES, Recall, build, size, without_recalled
from nous.retrieval.evidence import Line
from nous.retrieval.facts import Fact
from nous.retrieval.fuse import fuse

words = st.lists(st.sampled_from(["owl", "barn,", "it's", "雨", "a-b", "(3)", "…"]), max_size=6).map(" ".join)
beliefs, sayings = (st.lists(words.map(f"{kind} {{}}".format), max_size=6) for kind in ("fact", "said"))
budgets = st.integers(1, 120)


def facts(space: Space, said: list[str]) -> list[Fact]:
    """Lines of belief; what is believed itself is of no account here."""
    belief = space.belief("Nobody", "mood")
    return [Fact(t, 1.0 / (i + 1), belief, (f"d{i}", "shared"), (f"m{i}",)) for i, t in enumerate(said)]


def evidence(said: list[str]) -> list[Line]:
    """Lines of what was said."""
    return [Line(t, 1.0 / (i + 1), (f"e{i}",), (f"n{i}",)) for i, t in enumerate(said)]


@given(beliefs, sayings, budgets)
def test_the_text_never_exceeds_its_budget(space: Space, believed: list[str], said: list[str], budget: int) -> None:
    """Titles and marks counted; nothing is cut in the middle, and what is there stands in the text once."""
    found = build("?", facts(space, believed), evidence(said), ["n0"], budget)

    assert size(found.text) <= budget
    assert len({line.text for line in found.lines}) == len(found.lines)
    assert found.text.count("\n- ") == len(found.lines)
    assert all(f"- {line.text}" in found.text for line in found.lines)
    assert set(believed + said) >= {line.text for line in found.lines}
    assert found.messages == ("n0",)


@given(beliefs, sayings, budgets)
def test_more_room_never_loses_a_line(space: Space, believed: list[str], said: list[str], budget: int) -> None:
    """Each kind is the beginning of what a wide context holds of it, and facts stand first."""
    part, whole = (build("?", facts(space, believed), evidence(said), [], b) for b in (budget, 10_000))

    for kind in TITLES:
        some, every = ([line for line in r.lines if line.kind == kind] for r in (part, whole))
        assert every[: len(some)] == some
    kinds = [line.kind for line in whole.lines]
    assert kinds == sorted(kinds, key=list(TITLES).index)
    assert [line.text for line in whole.lines] == list(dict.fromkeys(believed + said))


@given(beliefs.filter(bool), sayings, budgets)
def test_what_was_handed_out_is_known_by_its_ids(
    space: Space, believed: list[str], said: list[str], budget: int
) -> None:
    """The deltas of all lines, each once: what to hand back as `derived_from`."""
    found = build("?", facts(space, believed), evidence(said), [], budget)
    behind = [d for line in found.lines for d in line.deltas]

    assert list(found.deltas) == list(dict.fromkeys(behind))
    assert all(line.message_ids and line.deltas for line in found.lines)
    if size(believed[0]) + 1 + HEAD <= budget:
        assert found.lines[0].text == believed[0]  # the best fact comes before all else


@given(beliefs, sayings, st.integers(1, 100))
def test_a_part_of_a_recall_is_the_recall_of_that_budget(
    space: Space, believed: list[str], said: list[str], budget: int
) -> None:
    """`within` a smaller budget gives what would have been chosen for it."""
    wide = build("?", facts(space, believed), evidence(said), [], 10_000)
    narrow: Recall = build("?", facts(space, believed), evidence(said), [], budget)

    assert wide.within(budget) == narrow


def test_a_title_costs_what_is_counted_for_it() -> None:
    assert {size(title) for title in TITLES.values()} == {HEAD}


def test_what_a_recall_hands_out_is_recognised_when_it_comes_back(space: Space) -> None:
    """Every line of it, and nothing of what is said around it."""
    space.ingest([{"speaker": "Ana", "text": "I live in Porto, near the river.", "time": "2026-01-10"}])
    space.observe("Ana", "hobby", "chess", at="2026-01-11", source="doc:club", quote="Ana plays chess.")
    found = space.recall("What does Ana do, and where does she live?", at="2026-01-12")
    echoed = f"Well then.\n{found.text}\nI see."

    assert len(found.lines) >= 3
    assert without_recalled(echoed).split() == ["Well", "then.", "I", "see."]
    assert len(without_recalled(echoed)) == len(echoed)


@given(st.dictionaries(st.sampled_from("abc"), st.lists(st.sampled_from("vwxyz"), unique=True), min_size=1))
def test_fusion_is_the_sum_of_reciprocal_ranks(rankings: dict[str, list[str]]) -> None:
    """Whatever stands anywhere is in it; what stands higher everywhere stands higher."""
    fused = fuse(rankings)
    ids = [id for id, _ in fused]

    assert set(ids) == {id for ranking in rankings.values() for id in ranking}
    assert [s for _, s in fused] == sorted((s for _, s in fused), reverse=True)
    for better in ids:
        for worse in ids:
            places = [(r.index(better), r.index(worse)) for r in rankings.values() if worse in r and better in r]
            if len(places) == len(rankings) and all(a < b for a, b in places):
                assert ids.index(better) < ids.index(worse)
