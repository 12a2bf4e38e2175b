"""Where evidence comes from: provenance specification §10, properties 10 to 12 and 18, and §4."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs.errors import ValidationError
from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import POOL, TIERS, Trust, source_factor, stand
from nous.beliefs.report import Parameters

from .strategies import LOW, TRUSTED, full_logs, parameters, trusts
from .test_witness import running


@given(full_logs(), trusts())
def test_p10_a_child_never_stands_higher_than_its_parents(log: list[Evidence], trust: Trust) -> None:
    standings = stand(log, trust)
    for e in log:
        mine = standings[e.id]
        assert mine.tier is not None and mine.t is not None and mine.t <= e.t
        assert (mine.group == POOL) == (mine.tier <= trust.pool)
        for parent in e.derived_from:
            above = standings[parent].tier if parent in standings else trust.tiers["unknown"]
            assert above is not None and mine.tier <= above


@given(full_logs(min_size=1), trusts(), st.data())
def test_p10_more_ancestors_never_raise_a_tier(log: list[Evidence], trust: Trust, data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(log) - 1))
    more = data.draw(st.sampled_from([*(e.id for e in log[:i]), "gone"]))
    changed = [*log[:i], replace(log[i], derived_from=(*log[i].derived_from, more)), *log[i + 1 :]]
    before, after = stand(log, trust), stand(changed, trust)
    for e in log:
        a, b = before[e.id].tier, after[e.id].tier
        assert a is not None and b is not None and b <= a


@given(full_logs(min_size=2), parameters(), st.data())
def test_p10_a_cycle_is_refused(log: list[Evidence], known: Parameters, data: st.DataObject) -> None:
    """Of any length; and what was resolved before is the same after."""
    size = data.draw(st.integers(1, len(log)))
    before = running(log, known).dump()
    ring = [replace(e, derived_from=(log[(i + 1) % size].id,)) for i, e in enumerate(log[:size])]
    with pytest.raises(ValidationError, match="derived from itself"):
        stand([*ring, *log[size:]], known.trust)
    assert running(log, known).dump() == before


@given(full_logs(channels=(*TRUSTED, *LOW)), parameters(), st.data())
def test_p11_echoes_change_nothing(log: list[Evidence], known: Parameters, data: st.DataObject) -> None:
    """Bitwise: what an assistant or a summary repeats, or what is retracted; not even a name stays."""
    assume(log)
    root = data.draw(st.sampled_from(log))
    later = root.t + data.draw(st.floats(0.0, 50.0))
    kind = "assert" if root.kind == "change" else root.kind
    echoes = [
        replace(root, id="x1", t=later, kind=kind, channel="assistant", source="", derived_from=()),
        replace(root, id="x2", t=later, kind=kind, channel="assistant", source="", derived_from=(root.id,)),
        replace(root, id="x3", t=later, kind=kind, channel="derived", source="", derived_from=(root.id,)),
        replace(root, id="x4", t=later, kind=kind, channel="operator", source="", derived_from=("x3",)),
    ]
    standings = stand([*log, *echoes], known.trust)
    assert {standings[e.id].role for e in echoes} == {"echo"}
    assert running([*log, *echoes], known).dump() == running(log, known).dump()


@given(full_logs(), trusts(), st.data())
def test_p11_the_dropped_have_nothing(log: list[Evidence], trust: Trust, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.sampled_from([e.id for e in log]))) if log else set()
    for id, standing in stand(log, trust, gone).items():
        assert (standing.role == "dropped") == (standing.tier is None)
        assert id not in gone or standing.role == "dropped"


def test_an_echo_outlives_the_retraction_of_what_it_repeats() -> None:
    """What an assistant said after somebody stays an echo when that is retracted: it never corroborates."""
    user = Evidence("1", 0.0, "acme", channel="user")
    assistant = Evidence("2", 1.0, "acme", channel="assistant")
    assert stand([user, assistant], Trust(), ["1"])["2"].role == "echo"
    assert stand([replace(user, t=2.0), assistant], Trust())["2"].role == "primary"
    assert stand([replace(user, kind="deny"), assistant], Trust())["2"].role == "primary"


def test_taint_follows_the_least_ancestor_and_the_newest_root() -> None:
    """A summary of today of a web page and a statement of last year: the page's tier, the statement's time."""
    page = Evidence("page", 10.0, "bolt", channel="web", source="web:x")
    said = Evidence("said", 20.0, "acme", channel="user", source="user:ana")
    note = Evidence("note", 300.0, "core", channel="derived", derived_from=("page", "said"))
    tool = Evidence("tool", 400.0, "dune", channel="tool", source="tool:crm", derived_from=("note",))
    found = stand([page, said, note, tool], Trust())
    for id in ("note", "tool"):
        standing = found[id]
        assert (standing.tier, standing.group, standing.t, standing.role) == (0.3, POOL, 20.0, "inferred")
    lost = stand([replace(tool, derived_from=("never seen",))], Trust())["tool"]
    assert (lost.tier, lost.group, lost.t) == (TIERS["unknown"], POOL, 400.0)


def test_a_derived_record_derives_from_something() -> None:
    with pytest.raises(ValidationError, match="from nothing"):
        stand([Evidence("1", 0.0, "acme", channel="derived")], Trust())
    hollow = Evidence("0", 0.0, "acme", channel="derived")
    with pytest.raises(ValidationError, match="from nothing"):
        stand([Evidence("1", 0.0, "acme", channel="derived", derived_from=("0",))], Trust(), (), {"0": hollow})


def test_no_source_can_name_itself_the_pool() -> None:
    """Else a trusted one would lend the pool its ceiling."""
    standing = stand([Evidence("1", 0.0, "acme", channel="user", source=POOL)], Trust())["1"]
    assert standing.group not in (None, POOL)


def test_an_ancestor_elsewhere_counts() -> None:
    page = Evidence("page", 5.0, "berlin", channel="web")
    said = Evidence("said", 9.0, "acme", channel="tool", derived_from=("page",))
    assert stand([said], Trust(), (), {"page": page})["said"].tier == 0.3
    assert stand([said], Trust(), ["page"], {"page": page})["said"].role == "dropped"


@given(st.floats(0.0, 1.0), st.integers(0, 300), st.integers(0, 300))
def test_p18_a_track_record_only_lowers(tier: float, hits: int, misses: int) -> None:
    """Never above the tier, not above it after misses, and the tier itself while nobody looked."""
    _, factor = source_factor(tier, hits, hits + misses)
    _, worse = source_factor(tier, hits, hits + misses + 1)
    assert worse <= factor <= tier
    assert source_factor(tier, 0, 0)[1] == pytest.approx(tier, rel=1e-15)
    assert factor >= min(0.02, tier)


def test_p18_how_long_a_sure_liar_outlives_a_hedging_witness() -> None:
    """Provenance §4: recovery after n0 (stance_C/stance_B - 1) = 10.4 looks at n0 = 4, for stances .9 and .25."""
    looks = next(n for n in range(100) if 0.9 * source_factor(0.9, 0, n)[0] < 0.25 * source_factor(0.9, n, n)[1])
    assert looks == math.ceil(4.0 * (0.9 / 0.25 - 1.0))
