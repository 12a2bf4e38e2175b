"""The track record of a source: how often the others, who know, agree with what it said.

Provenance specification §4. A source is judged by the other witnesses alone, with hindsight, and only where they
know more than they do not; its own consistency says nothing, since a liar is consistent. A record only ever lowers
a tier.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .evidence import Evidence, distinct
from .hindsight import smooth
from .provenance import Standing, ancestors, source_factor, sources, stand, tier_cap
from .report import Parameters, reports
from .witness import TIE

KNOWN = 0.5
"""The others know about a time where their leading value has more than this (specification §4).

And more than the pool can give it alone, s + (1-s)/K: else documents, at .5, could talk a user's record down.
"""


@dataclass(frozen=True, slots=True)
class TrackRecord:
    """What was found about one source: its tier before and after, from how many looks and hits.

    `hits` is a sum of probabilities, since the others are not certain either. `after` is what `Trust.factors` takes;
    it never exceeds `before`, and equals it where nobody could look.
    """

    source: str
    before: float
    after: float
    hits: float
    looks: int

    @property
    def reason(self) -> str:
        """The record in words."""
        return f"{self.hits:.1f} of {self.looks} claims that others could judge were right"


def track_records(
    dimensions: Iterable[tuple[Sequence[Evidence], Parameters]], retracted: Collection[str] = ()
) -> dict[str, TrackRecord]:
    """Judge every source of some dimensions (cardinality one), each given as its log and its parameters.

    A look is one (dimension, value) that a source asserted of its own knowledge, however often it did; a hit is the
    others' smoothed belief in it then, the mean over its statements. Denials and ends are no looks, since nearly every
    denial of a random value is right. What derives from the source is not among the others. Earlier `factors` are
    left aside, so that learning twice from one log gives the same, and a source can recover.

    >>> from .provenance import Trust
    >>> said = {"user:a": "x", "user:b": "x", "user:c": "x", "user:d": "y"}
    >>> log = [Evidence(w, 0.0, v, channel="user", source=w) for w, v in said.items()]
    >>> found = track_records([(log, Parameters(32, 0.05, 0.0, Trust()))])
    >>> round(found["user:a"].hits, 2), round(found["user:d"].hits, 2)
    (1.0, 0.0)
    """
    looks: dict[str, list[float]] = defaultdict(list)
    tiers: dict[str, float] = {}
    for log, parameters in dimensions:
        declared = replace(parameters, trust=replace(parameters.trust, factors={}))
        _judge(distinct(log), declared, retracted, looks, tiers)
    return {source: _record(source, tier, looks[source]) for source, tier in tiers.items()}


def _record(source: str, tier: float, looks: Sequence[float]) -> TrackRecord:
    hits = math.fsum(looks)
    _, factor = source_factor(tier, min(hits, float(len(looks))), len(looks))
    return TrackRecord(source, tier, factor, hits, len(looks))


def _judge(
    log: Sequence[Evidence],
    parameters: Parameters,
    retracted: Collection[str],
    looks: dict[str, list[float]],
    tiers: dict[str, float],
) -> None:
    """Add what the others say of every claim in one dimension to `looks`, and each source's own tier to `tiers`."""
    standings = stand(log, parameters.trust, retracted)
    everything = {e.id: e for e in log}
    lines: dict[str, frozenset[str]] = {}
    for source in sources(log):
        claims = [e for e in log if e.by == source and _own_claim(e, standings[e.id])]
        if not claims:
            continue
        # a source that speaks through several channels is judged by the least tier that it has
        tier = min(parameters.trust.tier(e.channel, source) for e in claims)
        tiers[source] = min(tier, tiers.get(source, tier))
        others = [e for e in log if e.by != source and not _stems_from(e, source, everything, lines)]
        if others:
            for found in _belief_of(others, claims, standings, parameters).values():
                looks[source].append(math.fsum(found) / len(found))


def _belief_of(
    others: Sequence[Evidence], claims: Sequence[Evidence], standings: Mapping[str, Standing], parameters: Parameters
) -> dict[str, list[float]]:
    """For each value claimed, the others' smoothed belief in it at each time that it was, where they know anything."""
    names, laws = smooth(reports(others, standings, parameters), parameters, [e.t for e in claims])
    found: dict[str, list[float]] = defaultdict(list)
    _, alone, _ = tier_cap(parameters.trust.pool, parameters.universe)
    for e, law in zip(claims, laws, strict=True):
        if names and max(law[:-1]) > max(KNOWN, alone) * (1.0 + TIE):
            found[e.value].append(float(law[names.index(e.value)]) if e.value in names else 0.0)
    return found


def _own_claim(e: Evidence, standing: Standing) -> bool:
    return standing.role == "primary" and e.kind in ("assert", "change") and not e.others


def _stems_from(e: Evidence, source: str, everything: Mapping[str, Evidence], lines: dict[str, frozenset[str]]) -> bool:
    if not e.derived_from:
        return False
    return any(everything[a].by == source for a in ancestors(e, everything, lines) if a in everything)
