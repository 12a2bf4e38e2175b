"""What to do with a belief: answer it, answer with a caveat, ask, hold, or say that nothing is known.

Provenance specification §6. Only a value that a trusted witness stands behind can be settled; whatever the pool
says can raise a question, never an answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .provenance import POOL
from .sets import SetFilter
from .witness import WitnessFilter

Verdict = Literal["accept", "contested", "ask", "hold", "unknown"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From where a rival counts (`p`, `support`), a belief is answered (`accept`), leads clearly (`margin`, bits)."""

    p: float = 0.1
    support: float = 0.1
    accept: float = 0.6
    margin: float = 1.0


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict with its grounds: the value answered, how far a trusted witness backs it, and the challengers.

    `lone` is for each value the best single live report, from anyone; `reason` says it in words.
    """

    verdict: Verdict
    value: str | None
    candidates: tuple[str, ...] = ()
    anchor: float | None = None
    lone: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""


def decide(
    belief: WitnessFilter, t: float, *, protected: bool = False, thresholds: Thresholds | None = None
) -> Decision:
    """Judge a belief at time `t` (days), not before its last report.

    >>> from .report import Parameters
    >>> decide(WitnessFilter(Parameters(32, 0.05, 0.0)), 0.0).verdict
    'unknown'
    """
    limits = thresholds or Thresholds()
    names = list(belief.names)
    if not names:
        return Decision("unknown", None, reason="nothing was ever said about it")
    masses, unknown = belief.read(t)
    best = belief.leading(masses, unknown)
    rate, peaks = belief.parameters.rate, belief.peaks
    age = rate * t
    lone = {v: math.exp(high - age) if high != -math.inf else 0.0 for v, (high, _, _) in peaks.items()}
    if best is None:
        live = tuple(sorted(v for v, x in lone.items() if x >= limits.support))
        known = any(group != POOL for group in belief.witnesses)
        reason = "what was known has faded" if known else "no trusted witness ever spoke of it"
        if live:
            return Decision("ask", None, live, None, lone, f"{reason}; there is an unconfirmed report")
        return Decision("unknown", None, (), None, lone, reason)
    anchor = max((w.support(best, t, rate) for g, w in belief.witnesses.items() if g != POOL), default=0.0)
    newest_trusted = peaks.get(best, (0.0, 0.0, -math.inf))[2]
    likely = {v: m for v, m in zip(names, masses, strict=True) if m >= limits.p or v == best}
    newer = [v for v, x in lone.items() if x >= limits.support and peaks[v][1] > newest_trusted]
    challengers = tuple(sorted({*likely, *newer} - {best}))
    p = {v: masses[belief.names[v]] for v in (best, *challengers)}
    verdict, reason = _verdict(p, best, anchor, challengers, belief.parameters.trust.pool, limits, protected)
    return Decision(verdict, best, challengers, anchor, lone, reason)


def _verdict(
    p: Mapping[str, float],
    best: str,
    anchor: float,
    challengers: tuple[str, ...],
    line: float,
    limits: Thresholds,
    protected: bool,
) -> tuple[Verdict, str]:
    anchored = anchor > line
    if anchored and not challengers and p[best] >= limits.accept:
        return "accept", "a trusted witness stands behind it and nothing speaks against it"
    if protected and (challengers or not anchored):
        why = "it is challenged" if challengers else "no trusted witness stands behind it"
        return "hold", f"{why}, and the attribute is protected"
    if anchored and challengers and p[best] >= 2.0**limits.margin * max(p[v] for v in challengers):
        return "contested", "a trusted witness stands behind it, but something else was reported"
    if not anchored:
        return "ask", "no trusted witness stands behind it now"
    if challengers:
        return "ask", "something else is nearly as likely"
    return "ask", "it was not confirmed for a while"


MEMBER = 0.5
"""From this probability on a value counts as a member of a set (belief specification §6)."""


def decide_set(belief: SetFilter, t: float, *, protected: bool = False) -> Decision:
    """Judge a set at time `t`: its members are settled where a trusted witness alone makes each a member.

    Values of a set do not compete. A value that only the pool speaks for, or that a trusted witness spoke for too
    long ago, is a candidate; it can raise a question, never an answer.

    >>> from .report import Parameters
    >>> decide_set(SetFilter(Parameters(2, 0.05, 0.0), 0.1), 0.0).verdict
    'unknown'
    """
    q = belief.read(t)
    if not q:
        return Decision("unknown", None, reason="nothing was ever said about it")
    anchors = belief.anchors(t)
    members = [v for v in sorted(q, key=lambda v: (-q[v], v)) if q[v] >= MEMBER]
    settled = [v for v in members if anchors[v] >= MEMBER]
    mentioned = belief.prior + (MEMBER - belief.prior) / 4.0  # clearly above a value that nobody mentioned
    candidates = tuple(sorted(v for v in q if v not in settled and q[v] >= mentioned))
    best = settled[0] if settled else members[0] if members else None
    anchor = anchors[best] if best is not None else None
    if protected and (candidates or not settled):
        return Decision("hold", best, candidates, anchor, {}, "the attribute is protected, and not all is vouched for")
    if settled and not candidates:
        return Decision("accept", best, (), anchor, {}, "a trusted witness stands behind every member")
    if settled:
        return Decision("contested", best, candidates, anchor, {}, "more was reported than is vouched for")
    if candidates:
        return Decision("ask", best, candidates, anchor, {}, "no trusted witness stands behind it now")
    heard = any(member.asserted is not None for member in belief.members.values())
    return Decision(
        "unknown", None, (), None, {}, "what was known has faded" if heard else "nobody spoke for any value"
    )
