"""Evidence: one immutable statement about one dimension, and the one order in which evidence is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from . import checks
from .errors import ConflictError, ValidationError, WrongType, shown
from .frozen import frozen

Kind = Literal["assert", "deny", "end", "change"]
KINDS: tuple[Kind, ...] = ("assert", "deny", "end", "change")


@frozen
class Evidence:
    """One statement about a dimension: at event time `t` (days) somebody said something about `value`.

    `value` is a key (see `graph.values`); `others` are further values of coarse evidence, "one of these".
    `confidence` is the chance that it was said so, `stance` the speaker's own certainty, `width` the length in
    days of the interval that `t` is the middle of, `weight` the power of its likelihood (1 but for repeats).
    Equal where every field is; two pieces with one id must be equal.

    >>> Evidence("e1", 20_000.5, "t:acme").kind
    'assert'
    """

    id: str
    t: float
    value: str
    kind: Kind = "assert"
    confidence: float = 1.0
    stance: float = 1.0
    channel: str = "unknown"
    source: str = ""
    episode: str | None = None
    derived_from: tuple[str, ...] = ()
    width: float = 0.0
    weight: float = 1.0
    others: tuple[str, ...] = ()

    @property
    def by(self) -> str:
        """Who said it; where nobody is named, the channel."""
        return self.source or self.channel

    @property
    def values(self) -> tuple[str, ...]:
        """The value, and for coarse evidence the others that it may be."""
        return (self.value, *self.others) if self.others else (self.value,)


def checked(evidence: Evidence) -> Evidence:
    """Refuse evidence with a wrong kind, time, or a number outside its range."""
    if not isinstance(evidence.id, str) or not evidence.id:
        raise WrongType(f"an id is a non-empty str, not {evidence.id!r}")
    for field in ("channel", "source", "episode"):
        text = getattr(evidence, field)
        if not isinstance(text, str) and not (field == "episode" and text is None):
            raise WrongType(f"the {field} must be a str, not {shown(text)}")
    for field in ("others", "derived_from"):
        if not isinstance(getattr(evidence, field), tuple):
            raise WrongType(f"{field} must be a tuple of str, not {shown(getattr(evidence, field))}")
    checks.names(evidence.values)
    checks.finite(evidence.t, "t")
    if evidence.kind not in KINDS:
        raise ValidationError(f"kind must be one of {', '.join(KINDS)}, not {evidence.kind!r}")
    checks.probability(evidence.confidence, "confidence")
    checks.probability(evidence.stance, "stance")
    checks.duration(evidence.width, "width")
    if checks.finite(evidence.weight, "weight") < 0.0:
        raise ValidationError(f"weight must not be negative: {evidence.weight}")
    if evidence.id in evidence.derived_from:
        raise ValidationError(f"{evidence.id!r} is derived from itself")
    return evidence


def distinct(log: Iterable[Evidence]) -> list[Evidence]:
    """Each piece once; the same id with other content is a ConflictError.

    >>> e = Evidence("1", 0.0, "a")
    >>> len(distinct([e, e]))
    1
    """
    seen: dict[str, Evidence] = {}
    for evidence in log:
        known = seen.setdefault(evidence.id, evidence)
        if known is not evidence and known != evidence:
            raise ConflictError(f"the id {evidence.id!r} stands for two different statements")
    return list(seen.values())


def canonical(log: Iterable[Evidence]) -> list[Evidence]:
    """Each piece once, in canonical order: by time, ends before the rest, then by id. Arrival never matters.

    >>> log = [Evidence("b", 1.0, "x"), Evidence("a", 1.0, "x", "end"), Evidence("c", 0.0, "x")]
    >>> [e.id for e in canonical(log)]
    ['c', 'a', 'b']
    """
    return sorted((checked(e) for e in distinct(log)), key=order_key)


def order_key(evidence: Evidence) -> tuple[float, int, str]:
    """The canonical order's key: (t, 0 for an end and 1 for the rest, id)."""
    return evidence.t, 0 if evidence.kind == "end" else 1, evidence.id


def vocabulary(log: Sequence[Evidence]) -> list[str]:
    """The values named in a log, in order of first use."""
    return list(dict.fromkeys(v for e in log for v in e.values))
