"""A belief as it is handed out: values as they were said, their probabilities, and what to do with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from nous.beliefs import decision as policy

from .model import Cardinality
from .times import iso
from .values import Value

MEMBER = 0.5
"""From this probability on a value counts as a member of a set (belief specification §6)."""


@dataclass(frozen=True, slots=True)
class LastKnown:
    """What was said last of a belief that has faded: the value, when it was so, and who said it."""

    value: Value
    at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A value to ask about: its display text, and who said it last, when, and with which tier.

    It is `unconfirmed` where that tier is in the pool.
    """

    value: str
    source: str
    channel: str
    tier: float
    at: datetime
    unconfirmed: bool

    def __str__(self) -> str:
        tier = f"{self.tier:.2f}".lstrip("0")
        if self.unconfirmed:
            return f"unconfirmed report from {self.channel} ({tier}): {self.value}"
        return f"{self.value} (from {self.channel}, {tier})"


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with a belief: accept, contested, ask, hold or unknown; with challengers, anchor and reason."""

    verdict: policy.Verdict
    candidates: tuple[str, ...] = ()
    anchor: float | None = None
    reason: str = ""

    def __str__(self) -> str:
        return self.verdict


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed about one dimension at one time.

    `best` is the typed value that leads (None: the unknown does), `probability` its mass. `distribution` maps the
    display text of each value to its probability; for cardinality many each value stands for itself, `members` are
    those of at least one half, and `unknown` is the chance that none of them is one. `entropy` is in bits. Of a
    quantity `mean` and `sd` say where it stands now, in the base `unit` (None: without one).
    """

    entity: str
    attribute: str
    best: Value
    probability: float
    distribution: Mapping[str, float]
    unknown: float
    entropy: float
    cardinality: Cardinality
    members: Mapping[str, float]
    decision: Decision
    parameters: Mapping[str, object]
    at: datetime
    known_at: datetime | None = None
    hindsight: bool = False
    last_known: LastKnown | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    deltas: int = 0
    mean: float | None = None
    sd: float | None = None
    unit: str | None = None
    reported: tuple[Reported, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The belief as every output prints it."""
        last = self.last_known
        return {
            "entity": self.entity,
            "attribute": self.attribute,
            "best": self.best,
            "probability": self.probability,
            "distribution": dict(self.distribution),
            "values": dict(self.values),
            "unknown": self.unknown,
            "entropy": self.entropy,
            "cardinality": self.cardinality,
            "members": dict(self.members),
            "decision": self.decision.verdict,
            "reason": self.decision.reason,
            "candidates": list(self.decision.candidates),
            "reported": [
                {"value": r.value, "source": r.source, "channel": r.channel, "tier": r.tier, "at": iso(r.at)}
                for r in self.reported
            ],
            "anchor": self.decision.anchor,
            "last_known": None if last is None else {"value": last.value, "at": iso(last.at), "source": last.source},
            "parameters": dict(self.parameters),
            "at": iso(self.at),
            "known_at": None if self.known_at is None else iso(self.known_at),
            "hindsight": self.hindsight,
            "deltas": self.deltas,
            "mean": self.mean,
            "sd": self.sd,
            "unit": self.unit,
        }
