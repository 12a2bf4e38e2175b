"""Fusion: one ranking out of several, by reciprocal ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

K = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""


def fuse(rankings: Mapping[str, Sequence[str]], weights: Mapping[str, float] | None = None) -> list[tuple[str, float]]:
    """Ids by the sum of weight/(60 + rank) over the rankings that hold them, best first; ties by id.

    >>> [id for id, _ in fuse({"words": ["a", "b"], "facts": ["b"]})]
    ['b', 'a']
    """
    scores: dict[str, float] = {}
    for name, ranking in rankings.items():
        weight = 1.0 if weights is None else weights.get(name, 1.0)
        for rank, id in enumerate(ranking, 1):
            scores[id] = scores.get(id, 0.0) + weight / (K + rank)
    return sorted(scores.items(), key=lambda x: (-x[1], x[0]))
