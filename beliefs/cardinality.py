"""Whether an attribute holds one value at a time or many: a Bayes factor on the log, pooled over entities.

Belief specification §6, Type. A functional attribute is the hidden chain of Eqs. 3 and 4; a set is an urn from which
values are drawn again and again (Polya). Two values in one episode cost the filter log2((K-1)/eps) bits and the urn
about two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from . import checks, replay
from .errors import ValidationError
from .evidence import Evidence, canonical, vocabulary
from .reliability import LN2, effective_universe
from .replay import Plain

Cardinality = Literal["one", "many"]

ALPHA = 4.0
"""How many draws the urn's uniform start is worth (specification §11)."""

SWITCH = 6.0
"""Bits beyond which the type changes (specification §6: hysteresis)."""

HINT = 3.0
"""What the schema hint of an extractor is worth, in bits (specification §6)."""

TABLE = 6.0
"""What an entry of the table of attributes is worth as a prior, in bits (choice: as much as the hysteresis)."""


@dataclass(frozen=True, slots=True)
class TypeEvidence:
    """The evidence of a log as one value that changes, and as a set, each as log2 of its probability."""

    functional: float
    many: float
    looks: int = 0

    @property
    def bits(self) -> float:
        """log2 of the Bayes factor for a functional attribute."""
        return self.functional - self.many + 0.0


def type_evidence(log: Iterable[Evidence], model: Plain, alpha: float = ALPHA) -> TypeEvidence:
    """How well the filter and the Polya urn (alpha/K + count)/(alpha + total) each predict the assertions of a log.

    Denials and ends are left out of both. A report of reliability c = confidence × stance is arbitrary with
    probability 1-c in both models: the urn gives it c (alpha/K + count)/(alpha + total) + (1-c)/K. K is doubled
    until it holds the names. One look per (episode, value); see `looks`.

    >>> log = [Evidence(str(i), 10.0 * i, "Acme") for i in range(6)]
    >>> round(type_evidence(log, Plain(16, 0.05, 0.998)).bits, 3)
    5.633
    """
    checks.positive(alpha, "alpha")
    asserted = looks(log)
    if not model.closed:
        model = Plain(effective_universe(model.universe, len(vocabulary(asserted))), model.eps, model.lam)
    end = max((e.t for e in asserted), default=0.0)
    functional = replay.filter(asserted, model, end).log2_evidence
    counts: dict[str, int] = {}
    many = 0.0
    for total, e in enumerate(asserted):
        drawn = math.fsum(alpha / model.universe + counts.get(v, 0) for v in e.values) / (alpha + total)
        c = e.confidence * e.stance
        many += math.log(c * drawn + (1.0 - c) * len(e.values) / model.universe)
        counts[e.value] = counts.get(e.value, 0) + 1
    return TypeEvidence(functional, many / LN2, len(asserted))


def looks(log: Iterable[Evidence]) -> list[Evidence]:
    """The assertions of a log in canonical order, at most one per (episode, value), each of weight 1.

    >>> [e.id for e in looks([Evidence(i, 0.0, "chess", episode="monday") for i in "ba"])]
    ['a']
    """
    seen: set[tuple[str, str]] = set()
    found = []
    for e in canonical(log):
        if e.kind not in ("assert", "change"):
            continue
        if e.episode is not None:
            if (e.episode, e.value) in seen:
                continue
            seen.add((e.episode, e.value))
        found.append(replace(e, kind="assert", weight=1.0))
    return found


@dataclass(frozen=True, slots=True)
class TypeDecision:
    """The type of an attribute before and after, and the evidence for it, in bits for `one` (negative: for `many`).

    `evidence` is the pooled log2 Bayes factor, `prior` what table and hint add; `entities` and `looks` say what it
    was drawn from.
    """

    attribute: str
    before: Cardinality
    after: Cardinality
    evidence: float
    prior: float
    entities: int
    looks: int
    reason: str

    @property
    def bits(self) -> float:
        """All that speaks for `one`."""
        return self.evidence + self.prior

    @property
    def switched(self) -> bool:
        """Whether the type changes: a parameter record and a replay."""
        return self.before != self.after


def decide_type(
    attribute: str,
    dimensions: Mapping[str, Iterable[Evidence]],
    model: Plain,
    current: Cardinality = "one",
    *,
    table: Cardinality | None = None,
    hint: Cardinality | None = None,
    alpha: float = ALPHA,
) -> TypeDecision:
    """Decide between one value and many, from the logs of all entities (by name) that have the attribute.

    `current` is the type now, `table` what the table of attributes says, `hint` what the extractor's schema says.
    The type changes only where more than 6 bits speak against the current one (hysteresis).

    >>> hobbies = [Evidence(str(i), 10.0 * i, v) for i, v in enumerate(["hike", "swim", "chess", "hike", "golf"])]
    >>> decide_type("hobby", {"ana": hobbies}, Plain(32, 0.05, 0.998)).after
    'many'
    """
    for kind in (current, table, hint):
        if kind not in ("one", "many", None):
            raise ValidationError(f"a cardinality is 'one' or 'many' here, not {kind!r}")
    found = [type_evidence(log, model, alpha) for log in dimensions.values()]
    evidence = math.fsum(x.bits for x in found)
    prior = _leaning(table, TABLE) + _leaning(hint, HINT)
    bits = evidence + prior
    against = -bits if current == "one" else bits
    other: Cardinality = "many" if current == "one" else "one"
    after = other if against > SWITCH else current
    heard = [x for x in found if x.looks]
    count = sum(x.looks for x in heard)
    return TypeDecision(
        attribute, current, after, evidence, prior, len(heard), count, _reason(current, after, against, table, hint)
    )


def _leaning(kind: Cardinality | None, bits: float) -> float:
    return 0.0 if kind is None else bits if kind == "one" else -bits


def _reason(
    current: Cardinality, after: Cardinality, against: float, table: Cardinality | None, hint: Cardinality | None
) -> str:
    words: Mapping[Cardinality, str] = MappingProxyType({"one": "one value at a time", "many": "many values at a time"})
    told = [f"the table says {table}"] if table else []
    told += [f"the schema says {hint}"] if hint else []
    beside = f" ({', '.join(told)})" if told else ""
    if after != current:
        return f"{against:.1f} bits for {words[after]}{beside}: more than the {SWITCH:g} that a change needs"
    if against > 0.0:
        return f"stays {current}: {against:.1f} bits speak against it{beside}, a change needs more than {SWITCH:g}"
    return f"stays {current}: {-against + 0.0:.1f} bits speak for it{beside}"
