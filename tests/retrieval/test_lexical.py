"""Words: the scores are those of rank_bm25 over the whole space, with an idf that is never negative."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from nous import Space
from nous.graph.store import Corpus, Document
from nous.graph.tokens import tokens
from nous.retrieval.lexical import K1, B, scored, search, windowed

Fresh = Callable[[], Space]
WORDS = ("owl", "barn", "rain", "tea", "maze")
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(tuple), min_size=1, max_size=8)
questions = st.lists(st.sampled_from([*WORDS, "nobody"]), min_size=1, max_size=4, unique=True)


def corpus(documents: Sequence[Sequence[str]]) -> Corpus:
    """The statistics of a whole corpus."""
    counts = Counter(t for d in documents for t in set(d))
    return Corpus(len(documents), sum(map(len, documents)), dict(counts))


def by_hand(documents: Sequence[Sequence[str]], question: Sequence[str]) -> list[float]:
    """BM25 as it stands in the books, idf = log(1 + (N - n + 1/2)/(n + 1/2))."""
    n, mean = len(documents), sum(map(len, documents)) / len(documents)
    scores = []
    for d in documents:
        score = 0.0
        for word in question:
            f, holding = d.count(word), sum(word in other for other in documents)
            idf = math.log(1.0 + (n - holding + 0.5) / (holding + 0.5))
            score += idf * f * (K1 + 1.0) / (f + K1 * (1.0 - B + B * len(d) / mean))
        scores.append(score)
    return scores


def okapi(documents: Sequence[Sequence[str]], question: Sequence[str]) -> list[float]:
    """The same by rank_bm25, whose own idf is negative for words that most documents hold."""
    model = BM25Okapi(documents, k1=K1, b=B)
    known = corpus(documents)
    model.idf = {w: math.log1p((known.documents - n + 0.5) / (n + 0.5)) for w, n in known.frequencies.items()}
    return [float(s) for s in model.get_scores(list(question))]


@given(texts, questions)
def test_scores_are_those_of_the_books_and_of_rank_bm25(documents: list[tuple[str, ...]], question: list[str]) -> None:
    """On one document and on many; a document without any of the words is no hit."""
    found = scored([Document("delta", f"{i}", d) for i, d in enumerate(documents)], corpus(documents), question)
    expected = {f"{i}": s for i, s in enumerate(by_hand(documents, question)) if s > 0.0}

    assert {h.document.ref: h.score for h in found} == pytest.approx(expected)
    assert okapi(documents, question) == pytest.approx(by_hand(documents, question))
    assert [h.score for h in found] == sorted((h.score for h in found), reverse=True)
    assert all(h.score > 0.0 for h in found)


@given(texts, questions, st.integers(1, 5))
def test_a_part_of_the_corpus_scores_as_in_the_whole(
    documents: list[tuple[str, ...]], question: list[str], some: int
) -> None:
    """Candidates alone are handed to the scorer; the statistics are the store's."""
    whole = scored([Document("delta", f"{i}", d) for i, d in enumerate(documents)], corpus(documents), question)
    part = scored([Document("delta", f"{i}", d) for i, d in enumerate(documents[:some])], corpus(documents), question)
    kept = {h.document.ref: h.score for h in whole if int(h.document.ref) < some}

    assert {h.document.ref: h.score for h in part} == pytest.approx(kept)


@given(st.integers(1, 10**6), st.integers(0, 2 * 10**6))
def test_no_idf_is_negative_even_if_the_statistics_lag_behind(documents: int, holding: int) -> None:
    """A store may count a word in more documents than it counts documents, for the moment of a write."""
    found = scored([Document("delta", "1", ("owl",))], Corpus(documents, documents, {"owl": holding}), ["owl"])

    assert [h.document.ref for h in found] == ["1"]  # only what scores above nothing is a hit


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=6), questions)
def test_a_store_gives_the_same_scores(fresh: Fresh, said: list[list[str]], question: list[str]) -> None:
    """What was ingested is found with the scores of BM25 over all of it; nothing else is."""
    space = fresh()
    space.ingest(
        [{"id": f"m{i}", "speaker": "Ana", "text": " ".join(words), "time": 1_767_225_600 + i}
         for i, words in enumerate(said)]
    )  # fmt: skip
    found = space.store.read(lambda r: search(r, space.name, "message", question))
    documents = [["ana", *words] for words in said]
    expected = {f"m{i}": s for i, s in enumerate(by_hand(documents, question)) if s > 0.0}

    assert {h.document.ref: h.score for h in found} == pytest.approx(expected)


def test_words_that_say_nothing_find_nothing(space: Space) -> None:
    """Nor does no word at all."""
    space.ingest([{"speaker": "Ana", "text": "What is it to you?", "time": "2026-01-10"}])

    assert tokens("What is it to you?") == []
    assert space.store.read(lambda r: search(r, space.name, "message", [])) == []


def test_a_window_is_a_message_with_its_neighbours_in_one_episode() -> None:
    """The first and the last have one; another episode is no neighbour."""
    documents = [Document("message", r, (r,), "", e, p) for r, e, p in
                 [("a", "e1", 0), ("b", "e1", 1), ("c", "e1", 2), ("d", "e2", 0)]]  # fmt: skip

    assert [set(w.tokens) for w in windowed(documents)] == [{"a", "b"}, {"a", "b", "c"}, {"b", "c"}, {"d"}]
