"""Words: BM25 over the messages and the deltas of a space, with the statistics of the whole space.

The store's full-text index finds candidates; `rank-bm25` scores them, with the corpus size, the mean length and an
idf that is never negative, log(1 + (N - n + 1/2)/(n + 1/2)), taken from the store: right for one document and for
a hundred thousand. A message is scored by itself and within its window, the message with its two neighbours, since
an answer follows a question and the question carries the words.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rank_bm25 import BM25Okapi

from nous.graph.store import Corpus, Document, DocumentKind, Reader
from nous.graph.tokens import term

K1 = 1.5
B = 0.4  # measured on LoCoMo turns: R@10 62.4 against 61.0 at .75 (turns are short, their lengths say little)
OWN = 0.5  # weight of a message's own score beside that of its window: R@10 70.0 against 68.2 at 0
CANDIDATES = 3_000  # documents scored a question, found by their rarest words
EXPANDED = 400  # of these, messages whose neighbours are looked at


@dataclass(frozen=True, slots=True)
class Hit:
    """A document with its score; higher is better, and never negative."""

    document: Document
    score: float


class StoreBM25(BM25Okapi):  # type: ignore[misc]  # rank-bm25 has no types
    """BM25 over some documents of a corpus, with the statistics of all of it; of their tokens only those asked for."""

    def __init__(
        self, documents: Sequence[Sequence[str]], corpus: Corpus, tokens: Sequence[str], scale: float = 1.0
    ) -> None:
        # Not that of rank-bm25, which counts every token of every document for an idf that the store knows better.
        self.k1, self.b = K1, B
        n = max(corpus.documents, 1)
        self.corpus_size = len(documents)
        self.doc_len = [len(d) for d in documents]
        self.doc_freqs = [{t: d.count(t) for t in tokens if t in d} for d in documents]
        self.avgdl = max(corpus.tokens / n, 1.0) * scale
        self.idf = {t: math.log1p((max(n, f) - f + 0.5) / (f + 0.5)) for t, f in corpus.frequencies.items()}


def search(reader: Reader, space: str, kind: DocumentKind, tokens: Collection[str]) -> list[Hit]:
    """The documents of one kind that hold one of the tokens, best first; ties by id.

    No tokens, no hits: a question of nothing but stop words has to be answered in another way.
    """
    wanted = [term(t) for t in tokens]
    if not wanted:
        return []
    found = reader.candidates(space, kind, wanted, CANDIDATES)
    return scored(found, reader.corpus(space, kind, wanted), wanted)


def scored(documents: Sequence[Document], corpus: Corpus, tokens: Collection[str], scale: float = 1.0) -> list[Hit]:
    """Documents by their BM25 score; `scale` is how many documents each of them is made of.

    >>> docs = [Document("delta", "1", ("oak",)), Document("delta", "2", ("oak", "steel"))]
    >>> [hit.document.ref for hit in scored(docs, Corpus(2, 3, {"steel": 1}), ["steel"])]
    ['2']
    """
    if not documents:
        return []
    wanted = sorted(set(tokens))
    scores = StoreBM25([d.tokens or ("",) for d in documents], corpus, wanted, scale).get_scores(wanted)
    hits = [Hit(d, float(s)) for d, s in zip(documents, scores, strict=True) if s > 0.0]
    return sorted(hits, key=lambda h: (-h.score, h.document.ref))


def search_messages(reader: Reader, space: str, tokens: Collection[str]) -> list[Hit]:
    """Messages by the score of their window plus half of their own, best first."""
    own = search(reader, space, "message", tokens)
    if not own:
        return []
    near = reader.around(space, [h.document.ref for h in own[:EXPANDED]])
    wanted = [term(t) for t in tokens]
    windows = scored(windowed(near), reader.corpus(space, "message", wanted), wanted, scale=3.0)
    alone = {h.document.ref: h.score for h in own}
    both = {h.document.ref: h for h in own}
    for window in windows:
        ref = window.document.ref
        both[ref] = Hit(window.document, window.score + OWN * alone.get(ref, 0.0))
    originals = {d.ref: d for d in near}
    hits = (Hit(originals.get(ref, h.document), h.score) for ref, h in both.items())
    return sorted(hits, key=lambda h: (-h.score, h.document.episode, h.document.position, h.document.ref))


def windowed(documents: Collection[Document]) -> list[Document]:
    """Each message with the tokens of the one before and the one after it in its episode."""
    places: Mapping[tuple[str, int], Document] = {(d.episode, d.position): d for d in documents}
    found = []
    for d in documents:
        sides = (places.get((d.episode, d.position + step)) for step in (-1, 1))
        tokens = [*d.tokens, *(t for side in sides if side is not None for t in side.tokens)]
        found.append(d._replace(tokens=tuple(tokens)))
    return found
