"""From a question to lines: who is meant, how far the walk goes, what is said of each fact, and in which order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous import Space
from nous.graph.model import Entity
from nous.graph.store import Edge, Writer
from nous.retrieval.context import RecallLine
from nous.retrieval.seeds import Seeds, find_seeds, phrases
from nous.retrieval.walk import HOPS, REACHED, Reached, walk

AT = "2026-03-12T09:00:00Z"


def seeds(space: Space, question: str) -> Seeds:
    """What a question is taken to be about."""
    return space.store.read(lambda r: find_seeds(r, space.name, space.control(r), question))


def names(space: Space, question: str) -> list[str]:
    """The names of the entities that a question is taken to be about, the surest first."""
    return [e.name for e in seeds(space, question).entities]


def lines(space: Space, question: str, kind: str = "fact", at: str = AT) -> list[str]:
    """The text of the lines of one kind."""
    return [line.text for line in space.recall(question, at=at).lines if line.kind == kind]


# ── seeds ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def people(space: Space) -> Space:
    """Names that are parts of each other, one of another script, and an alias."""
    for name in ("Ana", "Ana Sousa", "Bob", "Zoë", "東京タワー", "Rex"):
        space.observe(name, "mood", "calm", at="2026-03-01")
    space.alias("The Boss", "Bob")
    return space


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How is Ana Sousa?", ["Ana Sousa", "Ana"]),
        ("how is ANA", ["Ana"]),
        ("Is Bob's dog Rex well?", ["Bob", "Rex"]),
        ("What does the boss think?", ["Bob"]),
        ("Zoë?", ["Zoë"]),
        ("東京タワー", ["東京タワー"]),
        ("How is Anna Sousa?", ["Ana Sousa"]),
        ("How are bananas and bobbins?", []),
        ("", []),
    ],
)
def test_who_is_meant(people: Space, question: str, found: list[str]) -> None:
    """Whole words only, the longest name first, possessives and aliases; a misspelt name only where none is right."""
    assert names(people, question) == found


def test_what_is_asked_about(space: Space) -> None:
    """Attributes by any of their words in the table."""
    assert "employer" in seeds(space, "Where does she work?").attributes
    assert "home city" in seeds(space, "What is her home city?").attributes
    assert not seeds(space, "And then?").attributes


@given(st.lists(st.sampled_from(["Ana", "Bob's", "dog,", "the", "“Rex”"]), min_size=1, max_size=8))
def test_every_run_of_words_is_looked_up(words: list[str]) -> None:
    """Each once, without its punctuation, and with its possessive taken off."""
    found = phrases(" ".join(words))
    bare = [w.strip(",“”").casefold() for w in words]

    assert len(found) == len(set(found))
    assert set(bare) <= set(found)
    assert "bob" in found or "Bob's" not in words
    assert all(" ".join(bare[i : i + 2]) in found for i in range(len(bare) - 1))


# ── walk ───────────────────────────────────────────────────────────────────────────────────────────────────

Links = list[tuple[str, str, float]]
people_ids = st.sampled_from([f"n{i}" for i in range(7)])
graphs = st.lists(
    st.tuples(people_ids, people_ids, st.floats(0.1, 1.0)).filter(lambda e: e[0] != e[1]),
    max_size=15, unique_by=lambda e: e[:2],
)  # fmt: skip


def drawn(space: Space, edges: Links) -> None:
    """A graph of seven entities, written past the ledger."""

    def work(writer: Writer) -> None:
        writer.open_space(space.name)
        writer.add_entities(space.name, [Entity(f"n{i}", f"n{i}", f"N{i}") for i in range(7)])
        rows: dict[tuple[str, str], list[Edge]] = {(f"n{i}", "knows"): [] for i in range(7)}
        for a, b, p in edges:
            rows[a, "knows"].append(Edge(a, b, "knows", p, 0))
        writer.relate(space.name, rows)

    space.store.write(work)


def walked(space: Space, ids: list[str], hops: int = HOPS) -> list[Reached]:
    """Where the walk from some entities comes to."""
    return space.store.read(lambda r: walk(r, space.name, space.control(r), r.entities_by_id(space.name, ids), hops))


@given(graphs, st.integers(0, 3))
def test_the_walk_is_bounded_and_strongest_first(space: Space, edges: Links, hops: int) -> None:
    """Everyone within so many hops and nobody beyond, each once, the seed first with strength 1."""
    drawn(space, edges)
    found = walked(space, ["n0"], hops)
    near = {"n0"}
    for _ in range(hops):
        near |= {b for a, b, _ in edges if a in near} | {a for a, b, _ in edges if b in near}

    assert found[0].entity.id == "n0"
    assert (found[0].strength, found[0].hops, found[0].edge) == (1.0, 0, None)
    assert [r.strength for r in found] == sorted((r.strength for r in found), reverse=True)
    assert len({r.entity.id for r in found}) == len(found) <= REACHED
    assert {r.entity.id for r in found} <= near
    assert all(0.0 < r.strength <= 1.0 and r.hops <= hops for r in found)
    if hops <= 1:
        assert {r.entity.id for r in found} == near


def test_a_crowded_place_does_not_fill_the_answer(space: Space) -> None:
    """The walk ends at a town where thirty live, unless it is what is asked about; and there is an end to it."""
    space.observe("Ana", "friend", "Bo", at="2026-03-01")
    for i in range(30):
        space.observe(f"P{i}", "home city", "Porto", at="2026-03-01", relation=True)
    space.observe("Ana", "home city", "Porto", at="2026-03-01", relation=True)
    (ana,), (porto,) = space.entities_named("Ana"), space.entities_named("Porto")

    assert {r.entity.name for r in walked(space, [ana.id])} == {"Ana", "Bo", "Porto"}
    found = walked(space, [porto.id])
    assert len(found) == REACHED
    assert max(r.strength for r in found[1:]) < found[0].strength / 2


# ── facts ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_fact_says_how_surely_since_when_and_what_before(space: Space) -> None:
    """The best value, its probability, and the values that led before it."""
    space.observe("Ana", "employer", "Acme", at="2025-01-10")
    space.observe("Ana", "employer", "Bolt", at="2026-03-01", kind="change")
    (first, *_) = lines(space, "Where does Ana work?")
    belief = space.belief("Ana", "employer", at=AT)

    assert first.startswith("Ana · employer: Bolt (")
    assert f"{belief.probability:.2f}".lstrip("0") in first
    assert "1 Mar 2026" in first
    assert "Acme" in first


def test_what_has_faded_what_is_contested_and_what_is_not_trusted_is_said_so(space: Space) -> None:
    """None of the three looks like knowledge."""
    space.observe("Ana", "mood", "glad", at="2025-01-10")
    space.observe("Ana", "home city", "Porto", at="2026-03-01")
    space.observe("Ana", "home city", "Faro", at="2026-03-02", source="web:x")
    space.observe("Ana", "employer", "Evilcorp", at="2026-03-02", source="web:x")
    told = {line.split(":")[0]: line for line in lines(space, "What is Ana's mood, home city and employer?")}

    assert "unknown" in told["Ana · mood"] or "last" in told["Ana · mood"]
    assert "Faro" in told["Ana · home city"] and "Porto" in told["Ana · home city"]
    assert "not known" in told["Ana · employer"] and "web" in told["Ana · employer"]


def test_the_attribute_that_is_asked_for_comes_first(space: Space) -> None:
    """Before others of the same entity, and those before what was only reached."""
    space.observe("Ana", "friend", "Bo", at="2026-03-01")
    for name in ("Ana", "Bo"):
        for attribute, value in (("home city", "Porto"), ("employer", "Acme"), ("car", "van")):
            space.observe(name, attribute, value, at="2026-03-01")
    found = lines(space, "Where does Ana work?")

    assert found[0].startswith("Ana · employer")
    for attribute in ("home city", "car"):
        places = [next(i for i, x in enumerate(found) if x.startswith(f"{n} · {attribute}")) for n in ("Ana", "Bo")]
        assert places == sorted(places)


def test_as_of_a_time_only_what_was_so_by_then(space: Space) -> None:
    """A question about the past is answered from the past."""
    space.observe("Ana", "employer", "Acme", at="2025-01-10")
    space.observe("Ana", "employer", "Bolt", at="2026-03-01", kind="change")

    assert "Bolt" not in " ".join(lines(space, "Where does Ana work?", at="2025-06-01"))


def test_retracted_evidence_is_in_no_line(space: Space) -> None:
    """Neither as a fact nor as evidence."""
    space.observe("Ana", "employer", "Acme", at="2026-01-10", id="slip", quote="I work at Acme.")
    assert any("Acme" in line.text for line in space.recall("Where does Ana work?", at=AT).lines)
    space.retract("slip")

    assert not any("Acme" in line.text for line in space.recall("Where does Ana work?", at=AT).lines)


# ── evidence and order ─────────────────────────────────────────────────────────────────────────────────────

TALK = [
    ("Ana", "I adopted a greyhound called Comet last week.", "2026-01-10T09:00:00Z"),
    ("Bob", "Lovely. My sister paints boats.", "2026-01-10T09:00:10Z"),
    ("Ana", "Comet sleeps on the sofa.", "2026-01-10T09:00:20Z"),
    ("Bob", "We had rain in Faro on Monday.", "2026-02-11T09:00:00Z"),
    ("Ana", "I visited the lighthouse yesterday.", "2026-02-11T09:00:10Z"),
]  # fmt: skip


@pytest.fixture
def talk(space: Space) -> Space:
    """A conversation of two days."""
    space.ingest(
        [{"id": f"m{i}", "speaker": s, "text": t, "time": at} for i, (s, t, at) in enumerate(TALK)], recorded="as said"
    )
    return space


def evidence(space: Space, question: str) -> list[RecallLine]:
    """The lines of what was said."""
    return [line for line in space.recall(question, at=AT).lines if line.kind == "evidence"]


def test_evidence_has_its_day_its_speaker_and_what_its_times_mean(talk: Space) -> None:
    """Words for time are resolved against the day on which they were said."""
    (first, *_) = [line for line in evidence(talk, "When did Ana visit the lighthouse?") if "lighthouse" in line.text]

    assert first.text.startswith("[11 February 2026] Ana: I visited the lighthouse yesterday.")
    assert "yesterday = 10 February 2026" in first.text
    assert first.message_ids == ("m4",)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Where does Comet sleep?", "m2"),
        ("What does Bob's sister paint?", "m1"),
        ("What was the weather in Faro?", "m3"),
        ("What did Ana adopt?", "m0"),
    ],
)
def test_the_message_that_holds_the_answer_is_first(talk: Space, question: str, best: str) -> None:
    """And the ids go on below the budget, each once."""
    found = talk.recall(question, at=AT, budget=60)

    assert found.messages[0] == best
    assert len(set(found.messages)) == len(found.messages)
    assert found.messages == talk.recall(question, at=AT, budget=2_000).messages
    assert {m for line in found.lines for m in line.message_ids} <= {f"m{i}" for i in range(5)}


def test_a_question_that_names_a_time_finds_what_is_of_that_time(space: Space) -> None:
    """Of two that fit the words alike, the one of that month."""
    space.ingest(
        [{"id": f"m{i}", "speaker": "Ana", "text": f"A walk to the lighthouse, number {i}.", "time": f"2026-0{i}-10"}
         for i in range(1, 4)]
    )  # fmt: skip

    for i in range(1, 4):
        month = ("January", "February", "March")[i - 1]
        assert space.recall(f"When was the walk in {month} 2026?", at=AT).messages[0] == f"m{i}"


def test_the_same_question_has_the_same_answer(talk: Space) -> None:
    """Nothing is drawn by chance, and asking changes nothing."""
    before = talk.stats(), talk.verify().root
    asked = [talk.recall("What do Ana and Bob do?", at=AT) for _ in range(3)]

    assert asked[0] == asked[1] == asked[2]
    assert (talk.stats(), talk.verify().root) == before


@given(st.text(max_size=40), st.integers(1, 300))
def test_any_question_is_answered_within_its_budget(space: Space, question: str, budget: int) -> None:
    """Also one of nothing, of signs, or of another script."""
    space.observe("Ana", "employer", "Acme", at="2026-01-10", id="1")
    if any("\ud800" <= c <= "\udfff" or ord(c) < 32 for c in question):
        return
    found = space.recall(question, at=AT, budget=budget)

    assert sum(1 + len(line.text.split()) for line in found.lines) <= budget
    assert set(found.deltas) <= {"1"}
