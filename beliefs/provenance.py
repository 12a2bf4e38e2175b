"""Where evidence comes from, and how far that may carry it: channels, tiers, taint, echoes, track records.

Provenance specification §§3, 4. A tier is the probability that a witness is sound; it comes from the code path or
from the operator, never from what a text says of itself.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from . import checks
from .errors import ValidationError
from .evidence import Evidence, distinct
from .frozen import frozen
from .reliability import LN2, log_ratio

TIERS: Mapping[str, float] = MappingProxyType(
    {
        "operator": 0.97,
        "user": 0.95,
        "tool": 0.8,
        "document": 0.5,
        "assistant": 0.4,
        "web": 0.3,
        "hearsay": 0.3,
        "unknown": 0.2,
    }
)
"""How far each channel is trusted (specification §4); `derived` has no tier of its own."""

POOL = "~pool"
"""The one witness that everything at or below the pool line is."""

Role = Literal["primary", "inferred", "echo", "dropped"]


@dataclass(frozen=True, slots=True)
class Trust:
    """Who is believed how far: tiers by channel, overrides by source, factors from track records.

    >>> Trust().tier("web", "web:example.org")
    0.3
    """

    tiers: Mapping[str, float] = field(default_factory=lambda: TIERS)
    source_tiers: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[str, float] = field(default_factory=dict)
    pool: float = 0.5
    echoing: tuple[str, ...] = ("assistant",)
    rho_e: float = 0.8

    def __post_init__(self) -> None:
        if "unknown" not in self.tiers:
            raise ValidationError("a table of tiers needs one for the channel 'unknown'")
        for name, tier in (*self.tiers.items(), *self.source_tiers.items()):
            if not 0.0 <= checks.number(tier, f"the tier of {name}") < 1.0:
                raise ValidationError(f"the tier of {name!r} must lie in [0, 1), not {tier}")
        for name, factor in self.factors.items():
            checks.probability(factor, f"the factor of {name}")
        checks.probability(self.pool, "the pool line")
        checks.probability(self.rho_e, "rho_e")

    def tier(self, channel: str, source: str) -> float:
        """The probability that this source, speaking through this channel, is sound."""
        tier = self.source_tiers.get(source)
        if tier is None:
            tier = self.tiers.get(channel)
            if tier is None:
                tier = self.tiers["unknown"]
        factor = self.factors.get(source)
        return tier if factor is None else min(tier, factor)


@frozen
class Standing:
    """What provenance makes of one piece of evidence: its tier, its witness (`group`), its time and its role."""

    tier: float | None
    group: str | None
    t: float | None
    role: Role


DROPPED = Standing(None, None, None, "dropped")


def stand(
    log: Iterable[Evidence],
    trust: Trust,
    retracted: Collection[str] = (),
    elsewhere: Mapping[str, Evidence] = MappingProxyType({}),
) -> dict[str, Standing]:
    """Resolve the provenance of all evidence about one dimension.

    `elsewhere` holds ancestors about other dimensions. A cycle, or a `derived` record that derives from nothing,
    is a ValidationError.

    >>> a = Evidence("a", 0.0, "Bolt", channel="web")
    >>> b = Evidence("b", 1.0, "Bolt", channel="tool", derived_from=("a",))
    >>> stand([a, b], Trust())["b"]
    Standing(tier=0.3, group='~pool', t=0.0, role='echo')
    """
    records = {e.id: e for e in distinct(log)}
    everything: Mapping[str, Evidence] = {**elsewhere, **records} if elsewhere else records
    first_said = _first_said(records.values(), trust)
    standings: dict[str, Standing] = {}
    lines: dict[str, frozenset[str]] = {}
    for e in records.values():
        if e.derived_from or e.channel == "derived":
            standings[e.id] = _descendant(e, records, everything, trust, retracted, lines)
        elif e.id in retracted:
            standings[e.id] = DROPPED
        else:
            standings[e.id] = alone(e, trust)
        standing = standings[e.id]
        if e.channel in trust.echoing and standing.role in ("primary", "inferred"):
            said = first_said.get(_claim(e))
            if said is not None and said <= e.t:
                standings[e.id] = Standing(standing.tier, standing.group, standing.t, "echo")
    return standings


def alone(e: Evidence, trust: Trust) -> Standing:
    """The standing of evidence that derives from nothing."""
    tier, group = voice(e.channel, e.by, trust)
    return Standing(tier, group, e.t, "primary")


def voice(channel: str, source: str, trust: Trust) -> tuple[float, str]:
    """The tier of a source that speaks through a channel, and the witness that it is."""
    tier = trust.tier(channel, source)
    return tier, _witness(tier, source, trust)


def _witness(tier: float, source: str, trust: Trust) -> str:
    """Whose voice it is: at or below the line everybody's, above it the source's own, whatever it calls itself."""
    if tier <= trust.pool:
        return POOL
    return source if source != POOL else f"{source} (a source)"


def _claim(e: Evidence) -> tuple[str, str]:
    return e.value, "assert" if e.kind == "change" else e.kind


def _first_said(log: Iterable[Evidence], trust: Trust) -> dict[tuple[str, str], float]:
    """When each claim was first made by anybody but an echoing channel, retracted or not."""
    first: dict[tuple[str, str], float] = {}
    for e in log:
        if e.channel not in trust.echoing:
            claim = _claim(e)
            if e.t < first.get(claim, math.inf):
                first[claim] = e.t
    return first


def ancestors(e: Evidence, everything: Mapping[str, Evidence], lines: dict[str, frozenset[str]]) -> frozenset[str]:
    """The ids of all that `e` derives from, directly or not; `lines` remembers what was found."""
    known = lines.get(e.id)
    if known is not None:
        return known
    found: set[str] = set()
    open_ids = list(e.derived_from)
    while open_ids:
        parent = open_ids.pop()
        if parent == e.id:
            raise ValidationError(f"{e.id!r} is derived from itself")
        if parent not in found:
            found.add(parent)
            record = everything.get(parent)
            if record is not None:
                open_ids.extend(record.derived_from)
    lines[e.id] = frozenset(found)
    return lines[e.id]


def _descendant(
    e: Evidence,
    records: Mapping[str, Evidence],
    everything: Mapping[str, Evidence],
    trust: Trust,
    retracted: Collection[str],
    lines: dict[str, frozenset[str]],
) -> Standing:
    line = ancestors(e, everything, lines)
    if e.channel == "derived" and not line:
        raise ValidationError(f"{e.id!r} is derived, but from nothing")
    if e.id in retracted or any(a in retracted for a in line):
        return DROPPED
    least: tuple[float, int, str] | None = None
    source = ""
    for a in (*sorted(line), None):
        record = e if a is None else everything.get(a)
        if record is None:
            tier, by = trust.tiers["unknown"], f"unknown:{a}"
        elif record.channel == "derived":
            continue
        else:
            tier, by = trust.tier(record.channel, record.by), record.by
        rank = (tier, 0 if a is not None else 1, a or "")
        if least is None or rank < least:
            least, source = rank, by
    if least is None:
        raise ValidationError(f"{e.id!r} is derived, but from nothing that was ever said")
    roots = [everything[a].t for a in line if a in everything and everything[a].channel != "derived"]
    t = min(e.t, max(roots)) if roots else e.t
    tier = least[0]
    echo = any(a in records and _claim(records[a]) == _claim(e) for a in line)
    return Standing(tier, _witness(tier, source, trust), t, "echo" if echo else "inferred")


def tier_cap(tier: float, universe: int) -> tuple[float, float, float]:
    """The most that one witness can do: log2 odds for a value, its probability alone, and log2 odds by denial.

    log2(1 + K s/(1-s)), s + (1-s)/K, and log2(1 + K s/((1-s)(K-1))): specification §3.

    >>> [round(x, 4) for x in tier_cap(0.2, 32)]
    [3.1699, 0.225, 0.3312]
    """
    checks.count(universe, "K", 2)
    if not 0.0 <= checks.number(tier, "tier") < 1.0:
        raise ValidationError(f"a tier must lie in [0, 1), not {tier}")
    odds = tier / (1.0 - tier)
    return (
        log_ratio(tier, universe) / LN2,
        tier + (1.0 - tier) / universe,
        math.log1p(universe * odds / (universe - 1)) / LN2,
    )


def source_factor(tier: float, hits: float, looks: float, n0: float = 4.0, floor: float = 0.02) -> tuple[float, float]:
    """What a track record leaves of a tier: the raw posterior mean and the factor, which only lowers.

    >>> source_factor(0.9, 0, 0)
    (0.9, 0.9)
    """
    checks.probability(tier, "tier")
    checks.positive(n0, "n0")
    checks.probability(floor, "the floor")
    for x, name in ((hits, "hits"), (looks, "looks")):
        if checks.finite(x, name) < 0.0:
            raise ValidationError(f"{name} must not be negative: {x}")
    if hits > looks:
        raise ValidationError(f"{hits} hits in only {looks} looks")
    raw = (n0 * tier + hits) / (n0 + looks)
    return raw, min(tier, max(raw, min(floor, tier)))


def flip_age(tier: float, support: float) -> float:
    """How stale a belief must be, in half-lives, before one report of `tier` can overturn it: log2(support/tier).

    >>> round(flip_age(0.2, 1.0), 3)
    2.322
    """
    checks.inside(tier, "tier")
    checks.positive(support, "support")
    return max(0.0, math.log2(support / tier))


def sources(log: Sequence[Evidence]) -> list[str]:
    """Everybody who said something in a log, in order of first mention."""
    return list(dict.fromkeys(e.by for e in log))
