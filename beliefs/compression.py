"""What may be archived: a dimension that has forgotten everything, a member that is as likely as any other.

Belief specification §8. The measure is entropy as a share of log2 K, never raw bits: a lone fact that has faded is
spent, a live conflict of two values is not. Nothing is deleted: evidence stays, an archived dimension is only left
out of what is read by default, and any new evidence revives it by a replay of all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import checks
from .information import entropy, normalised
from .snapshot import Snapshot

SPENT = 0.97
"""Share of log2 K above which a belief says nothing (specification §8)."""

IDLE = 2.0
"""Half-lives without new evidence before a dimension may be archived (specification §8)."""

FADED = 0.02
"""How close to pi0 a member counts as forgotten: |q - pi0| below this (specification §8)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a dimension is spent, and why: its entropy as a share of the greatest, and its idle half-lives.

    `faded` are the members of a set that are spent; for the other cardinalities it is empty.
    """

    spent: bool
    share: float
    idle: float
    reason: str
    faded: tuple[str, ...] = ()


def judge(belief: Snapshot, universe: int, idle_days: float, half_life: float | None) -> Verdict:
    """Whether a dimension of one value may be archived: H/log2 K > .97 and idle for more than two half-lives (§8).

    `belief` is read now, `idle_days` counts from the newest event time of its evidence, `half_life` in days is None
    where nothing decays, and then nothing is ever spent.

    >>> judge(Snapshot({"Acme": 0.12}, 0.88), 32, 1000.0, 365.0).reason
    'spent: entropy .98 of the greatest, idle for 2.7 half-lives'
    >>> judge(Snapshot({"Acme": 0.5, "Bolt": 0.5}), 32, 1000.0, 365.0).spent
    False
    """
    checks.duration(idle_days, "idle_days")
    checks.count(universe, "K", 2)
    each = belief.each(universe)  # refuses names that do not fit
    unseen = universe - len(belief.masses) if each else 0
    share = normalised(entropy(list(belief.masses.values()), belief.unknown if unseen else 0.0, unseen), universe)
    idle = 0.0 if half_life is None else idle_days / checks.positive(half_life, "half_life")
    spent = share > SPENT and idle > IDLE
    return Verdict(spent, share, idle, _reason(spent, share, idle))


def _reason(spent: bool, share: float, idle: float) -> str:
    shown = f"{share:.2f}".lstrip("0") or "0"
    facts = f"entropy {shown} of the greatest, idle for {idle:.1f} half-lives"
    return f"{'spent' if spent else 'live'}: {facts}"


def judge_members(q: Mapping[str, float], prior: float) -> Verdict:
    """Which members of a set are spent, |q - pi0| < .02, and whether the set is: where all its members are (§8).

    `share` is the part of the members that is spent. A set of which nothing was ever said is not spent but empty.

    >>> judge_members({"chess": 0.8, "golf": 0.11}, 0.1).faded
    ('golf',)
    """
    checks.inside(prior, "prior")
    faded = tuple(v for v, x in q.items() if abs(checks.probability(x, "q") - prior) < FADED)
    spent = bool(q) and len(faded) == len(q)
    share = len(faded) / len(q) if q else 0.0
    reason = f"{'spent' if spent else 'live'}: {len(faded)} of {len(q)} members are as likely as any other"
    return Verdict(spent, share, 0.0, reason, faded)
