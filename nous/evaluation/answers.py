"""How an evaluation asks the kernel, and what it is compared with: from evidence to an answer, five ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from nous.beliefs import baselines
from nous.beliefs.decision import Verdict, decide
from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import stand
from nous.beliefs.report import Parameters, reports
from nous.beliefs.witness import WitnessFilter


@dataclass(frozen=True, slots=True)
class Answer:
    """What is believed: the likeliest of the values named, the masses, and a policy's verdict with the challengers.

    `best` is what a bare answer would be, also where the unknown has more; the verdict knows better.
    """

    best: str | None
    masses: Mapping[str, float]
    unknown: float
    verdict: Verdict | None = None
    value: str | None = None
    candidates: tuple[str, ...] = ()


Method = Callable[[Sequence[Evidence], Parameters, float], Answer]
"""A way to answer from evidence, parameters and a time (days)."""


def witness_filter(log: Sequence[Evidence], parameters: Parameters, at: float) -> Answer:
    """The library: provenance resolved, the witness filter, the decision policy.

    >>> log = [Evidence("1", 0.0, "acme", channel="user"), Evidence("2", 1.0, "bolt", channel="web")]
    >>> answer = witness_filter(log, Parameters(32, 0.05, 0.0), 1.0)
    >>> answer.best, answer.verdict, answer.candidates
    ('acme', 'contested', ('bolt',))
    """
    belief = WitnessFilter(parameters)
    for report in reports(log, stand(log, parameters.trust), parameters):
        if report.t <= at:
            belief.step(report)
    masses, unknown = belief.read(at)
    p = dict(zip(belief.names, masses, strict=True))
    decision = decide(belief, at)
    return Answer(_likeliest(p), p, unknown, decision.verdict, decision.value, decision.candidates)


def plain_filter(log: Sequence[Evidence], parameters: Parameters, at: float) -> Answer:
    """The belief layer without provenance: every report independent, its tier no more than a reliability."""
    trust = parameters.trust
    weighted = [replace(e, stance=e.stance * trust.tier(e.channel, e.by), derived_from=()) for e in log]
    return _named("plain filter", weighted, parameters, at)


def last_write_wins(log: Sequence[Evidence], parameters: Parameters, at: float) -> Answer:
    """The value said last."""
    return _named("last write wins", log, parameters, at)


def majority(log: Sequence[Evidence], parameters: Parameters, at: float) -> Answer:
    """The value said most often."""
    return _named("majority", log, parameters, at)


def _named(name: str, log: Sequence[Evidence], parameters: Parameters, at: float) -> Answer:
    found = baselines.belief(name, log, parameters, at)
    return Answer(_likeliest(found.masses), found.masses, found.unknown)


def _likeliest(masses: Mapping[str, float]) -> str | None:
    return max(masses, key=lambda v: masses[v], default=None)


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "witness filter": witness_filter,
        "plain filter, no provenance": plain_filter,
        "last write wins": last_write_wins,
        "majority": majority,
    }
)
"""The rows of every table, the library first."""
