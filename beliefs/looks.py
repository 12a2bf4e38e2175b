"""A log as independent looks: what learning, typing and identity read, where each repetition would be taken twice.

The plain filter takes every report as independent of the others. Provenance specification §2 therefore lets r, eps
and whatever else is an evidence of a log be judged on one report per witness and episode only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from .evidence import Evidence, Kind, canonical
from .provenance import POOL, Trust, stand


def independent(log: Iterable[Evidence], trust: Trust, retracted: Collection[str] = ()) -> list[Evidence]:
    """The log of one dimension as the plain filter takes it: resolved, in canonical order, repetitions left out.

    Echoes and what was retracted fall away. Of the copies of one (witness, episode, value, kind) the first stays.
    `stance` becomes the ceiling tier × stance, so that it stands where the plain filter has the source's
    reliability; an `end` by the pool is a denial and a `change` an assertion (provenance §5). All weights are 1:
    with another the evidence of a log is not a probability (belief specification §5).

    >>> twice = [Evidence(i, 0.0, "Acme", channel="user", source="user:ana", episode="e") for i in "ab"]
    >>> [(e.id, e.stance) for e in independent(twice, Trust())]
    [('a', 0.95)]
    """
    records = canonical(log)
    standings = stand(records, trust, retracted)
    seen: set[tuple[str, str, tuple[str, ...], str]] = set()
    found = []
    for e in records:
        standing = standings[e.id]
        if standing.role not in ("primary", "inferred"):
            continue
        tier, group, t = standing.tier, standing.group, standing.t
        assert tier is not None and group is not None and t is not None
        kind = _plain_kind(e.kind, group)
        if e.episode is not None:
            copy = (group, e.episode, e.values, kind)
            if copy in seen:
                continue
            seen.add(copy)
        found.append(replace(e, t=t, kind=kind, stance=tier * e.stance, weight=1.0, derived_from=()))
    return canonical(found)


def _plain_kind(kind: Kind, group: str) -> Kind:
    if kind == "change":
        return "assert"
    return "deny" if kind == "end" and group == POOL else kind
