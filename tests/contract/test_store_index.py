"""Full-text search over the seam: statistics, candidates and neighbours, exact within one space."""

from __future__ import annotations

import pytest

from nous import Memory
from nous.graph.store import Corpus, Document, DocumentKind, Writer
from nous.graph.tokens import terms

from . import samples
from .samples import NASTY, episode, message


def write_messages(memory: Memory, space: str, texts: list[str]) -> None:
    """One episode of these messages, indexed."""
    said = [message(f"m{i}", text, i, episode=f"{space}-e") for i, text in enumerate(texts)]

    def work(writer: Writer) -> None:
        writer.open_space(space)
        writer.add_episode(space, episode(f"{space}-e", said), said)
        writer.index(space, [Document("message", m.id, tuple(terms(m.text))) for m in said])

    memory.store.write(work)


def found(memory: Memory, space: str, query: str, limit: int = 10, kind: DocumentKind = "message") -> set[str]:
    """The ids of what a text brings up."""
    wanted = terms(query)
    return {d.ref for d in memory.store.read(lambda r: r.candidates(space, kind, wanted, limit))}


def test_documents_come_back_with_tokens_and_place(memory: Memory, name: str) -> None:
    """The tokens in order and as often as they stand there, who spoke, and where in the episode."""
    write_messages(memory, name, ["Otters swim", "otters eat otters"])

    documents = memory.store.read(lambda r: r.candidates(name, "message", ["otter"], 10))

    assert documents == [
        Document("message", "m0", ("otter", "swim"), "Ana", f"{name}-e", 0),
        Document("message", "m1", ("otter", "eat", "otter"), "Ana", f"{name}-e", 1),
    ]


def test_statistics_count_documents_not_occurrences(memory: Memory, name: str) -> None:
    """How many documents, how many tokens, in how many each token stands; of each kind by itself."""
    write_messages(memory, name, ["otters eat otters", "otters swim", "rain"])

    corpus = memory.store.read(lambda r: r.corpus(name, "message", ["otter", "swim", "none"]))
    assert corpus == Corpus(3, 6, {"otter": 2, "swim": 1, "none": 0})
    assert memory.store.read(lambda r: r.corpus(name, "delta", ["otter"])) == Corpus(0, 0, {"otter": 0})


def test_the_rarest_token_is_looked_up_first(memory: Memory, name: str) -> None:
    """A common word does not fill the candidates before the rare one had its turn."""
    write_messages(memory, name, [f"ferry number{i}" for i in range(40)] + ["ferry accordion"])

    assert "m40" in found(memory, name, "ferry accordion", limit=5)


def test_neighbours_stay_within_their_episode(memory: Memory, name: str) -> None:
    """Up to so many positions away, the message itself included."""
    write_messages(memory, name, [f"word{i}" for i in range(6)])

    near = memory.store.read(lambda r: r.around(name, ["m0", "m4"], 1))
    assert [d.ref for d in near] == ["m0", "m1", "m3", "m4", "m5"]
    wide = memory.store.read(lambda r: r.around(name, ["m3"], 2))
    assert [d.ref for d in wide] == ["m1", "m2", "m3", "m4", "m5"]


def test_clearing_forgets_every_document_of_one_space(memory: Memory, name: str) -> None:
    """The other space keeps its own."""
    other = name + "-other"
    write_messages(memory, name, ["otters swim"])
    write_messages(memory, other, ["otters swim"])

    memory.store.write(lambda w: w.clear_index(name))

    assert found(memory, name, "otters") == set()
    assert memory.store.read(lambda r: r.corpus(name, "message", ["otter"])) == Corpus(0, 0, {"otter": 0})
    assert found(memory, other, "otters") == {"m0"}


def test_a_large_space_never_hides_a_small_one(memory: Memory, name: str) -> None:
    """The limit counts hits of the space that is asked, whatever stands in others."""
    write_messages(memory, name + "-large", ["otters swim"] * 300)
    write_messages(memory, name, ["otters swim"])

    assert found(memory, name, "otters", limit=3) == {"m0"}
    assert memory.store.read(lambda r: r.corpus(name, "message", ["otter"])).frequencies == {"otter": 1}


@pytest.mark.parametrize("text", NASTY)
def test_no_text_is_taken_for_a_query(memory: Memory, name: str, text: str) -> None:
    """Whatever a message holds, it is found by its own words, and by nothing else."""
    write_messages(memory, name, [text, "plain sailing"])

    assert found(memory, name, text) >= {"m0"}
    assert found(memory, name, "sailing") == {"m1"}


def test_every_kind_is_searched_by_itself(memory: Memory, name: str) -> None:
    """A delta and a message with the same words do not stand in for each other."""
    memory.store.write(lambda w: samples.fill(w, name))

    assert found(memory, name, "porto", kind="message") == {"m1"}
    assert len(found(memory, name, "porto", kind="delta")) == 1


def test_of_too_many_documents_the_latest_are_taken(memory: Memory, name: str) -> None:
    """The same on every store, in whatever order they were written: by event time, ties by id."""
    said = [message(f"m{i}", "otters", 10 * (i * 7 % 20 // 2), episode="e") for i in range(20)]

    def work(writer: Writer) -> None:
        writer.open_space(name)
        writer.add_episode(name, episode("e", said), said)
        writer.index(name, [Document("message", m.id, ("otter",)) for m in said])

    memory.store.write(work)
    latest = sorted(said, key=lambda m: (-m.at.timestamp(), m.id))

    assert found(memory, name, "otters", limit=5) == {m.id for m in latest[:5]}
    assert found(memory, name, "otters", limit=30) == {m.id for m in said}


def test_a_document_that_is_indexed_again_replaces_what_was_there(memory: Memory, name: str) -> None:
    """Statistics and hits are those of the new tokens alone."""
    write_messages(memory, name, ["otters swim", "rain"])

    memory.store.write(lambda w: w.index(name, [Document("message", "m0", ("bear", "walk", "walk"))]))

    assert memory.store.read(lambda r: r.corpus(name, "message", ["otter", "walk"])) == Corpus(
        2, 4, {"otter": 0, "walk": 1}
    )
    assert found(memory, name, "otters") == set()
    assert found(memory, name, "bears") == {"m0"}


def test_a_cleared_index_is_filled_again(memory: Memory, name: str) -> None:
    """What was there before comes back only where it is put in again."""
    write_messages(memory, name, ["otters swim", "otters eat"])

    memory.store.write(lambda w: w.clear_index(name))
    memory.store.write(lambda w: w.index(name, [Document("message", "m1", ("otter", "eat"))]))

    assert found(memory, name, "otters") == {"m1"}
    assert memory.store.read(lambda r: r.corpus(name, "message", ["otter"])) == Corpus(1, 2, {"otter": 1})
    assert [d.ref for d in memory.store.read(lambda r: r.around(name, ["m1"]))] == ["m1"]
