"""Why: what each piece of evidence adds to the log odds of a value, and what it would take to flip it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nous.beliefs.evidence import Evidence, order_key
from nous.beliefs.policy import Attribute
from nous.beliefs.provenance import Trust
from nous.beliefs.reliability import LN2
from nous.beliefs.report import Report
from nous.beliefs.sets import SetFilter

from . import running as run
from .belief import MEMBER, Belief
from .control import Control
from .ledger import ancestry
from .model import Delta, Dimension
from .question import Question, View, display_texts

MOST_FLIPS = 10
"""How many pieces of evidence are taken away at most to see whether another value would lead."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one piece of evidence adds to the log2 odds of a value, given what stands before it."""

    delta: Delta
    bits: float


@dataclass(frozen=True, slots=True)
class Why:
    """Why a value is believed: its log2 odds against an unseen one, and the pieces that add up to it.

    `flips` are the ids of the fewest strongest pieces without which another value, or the unknown, would lead.
    """

    belief: Belief
    value: str | None
    log_odds_bits: float
    contributions: tuple[Contribution, ...]
    flips: tuple[str, ...] = ()


def explain(view: View, name: str, dimensions: Sequence[Dimension], question: Question, value: str | None) -> Why:
    """What each piece of evidence contributes to the log odds of a value (None: the best), in canonical order."""
    log = view.log(dimensions, question)
    attribute = view.control.policy.attribute(dimensions[0].attribute)
    t = question.at / 86_400_000_000
    resolved = view.resolved(log, attribute.key, t)
    running = run.replay(resolved, attribute)
    if value is None:
        value = _leading(running.belief, t)
    total = 0.0
    parts: dict[str, float] = {}
    if value is not None:
        elsewhere = ancestry(view.reader, view.space, log, view.control)
        for id, so_far in _log_odds(resolved, attribute, view.control, log, elsewhere, value, t):
            parts[id], total = so_far - total, so_far
    by_id = {d.id: d for d in log}
    counted = {r.id for r in resolved.reports}
    return Why(
        belief=view.read(name, attribute, running, t, question, len(log)),
        value=None if value is None else display_texts(running).get(value),
        log_odds_bits=total,
        contributions=tuple(Contribution(by_id[id], b) for id, b in parts.items() if b != 0.0 or id in counted),
        flips=_flips(resolved, attribute, value, parts, t),
    )


def _leading(belief: run.Filter, t: float) -> str | None:
    """The value to explain: the one that leads, or that would if the unknown did not."""
    if isinstance(belief, SetFilter):
        q = belief.read(t)
        return max(q, key=lambda v: (q[v], v)) if q else None
    masses, unknown = belief.read(t)
    return belief.leading(masses, unknown) or belief.leading(masses, 0.0)


def _log_odds(
    resolved: run.Resolved, attribute: Attribute, control: Control, log: Sequence[Delta],
    elsewhere: Mapping[str, Evidence], value: str, t: float,
) -> Iterator[tuple[str, float]]:  # fmt: skip
    """After each piece of evidence, by its id: the log2 odds at time `t` of the value against one never named.

    Each prefix of the canonical order is a log of its own; where its reports only follow those of the prefix before
    it, the filter goes on from there.
    """
    belief, stepped = run.fresh(attribute, resolved.parameters), 0
    before: Sequence[Report] = ()
    for id, so_far in _prefixes(resolved, attribute, control, log, elsewhere, t):
        if so_far[:stepped] != before:
            belief, stepped = run.fresh(attribute, resolved.parameters), 0
        for report in so_far[stepped:]:
            belief.step(report)
        before, stepped = so_far, len(so_far)
        yield id, belief.log_odds(value, t) / LN2


def _prefixes(
    resolved: run.Resolved,
    attribute: Attribute,
    control: Control,
    log: Sequence[Delta],
    elsewhere: Mapping[str, Evidence],
    t: float,
) -> Iterator[tuple[str, Sequence[Report]]]:
    """Each piece of evidence in canonical order, with the reports of all pieces up to it."""
    pieces = sorted(resolved.log, key=order_key)
    place = {e.id: i for i, e in enumerate(pieces)}
    by_id = {d.id: d for d in log}
    settled = resolved.simple or (not resolved.quantities and _settled(pieces, place, control.trust))
    for i, piece in enumerate(pieces):
        if settled:
            yield piece.id, [r for r in resolved.reports if place[r.id] <= i]
        else:
            some = [by_id[e.id] for e in pieces[: i + 1]]
            yield piece.id, run.resolve(some, attribute, control, elsewhere, t, resolved.parameters).reports


def _settled(pieces: Sequence[Evidence], place: Mapping[str, int], trust: Trust) -> bool:
    """Whether no piece changes the standing of one before it: parents come first, and echoes stand alone in time."""
    for i, e in enumerate(pieces):
        if any(place.get(parent, -1) > i for parent in e.derived_from):
            return False
        if e.channel in trust.echoing and i + 1 < len(pieces) and pieces[i + 1].t == e.t:
            return False
    return True


def _flips(
    resolved: run.Resolved, attribute: Attribute, value: str | None, parts: Mapping[str, float], t: float
) -> tuple[str, ...]:
    """The strongest pieces, as few as suffice, without which the value would no longer lead."""
    if value is None:
        return ()
    gone: list[str] = []
    for id in sorted(parts, key=lambda i: (-parts[i], i)):
        if parts[id] <= 0.0 or len(gone) >= MOST_FLIPS:
            break
        gone.append(id)
        belief = run.fresh(attribute, resolved.parameters)
        for report in resolved.reports:
            if report.id not in gone:
                belief.step(report)
        if _leads(belief, t) != value:
            return tuple(gone)
    return ()


def _leads(belief: run.Filter, t: float) -> str | None:
    if isinstance(belief, SetFilter):
        q = belief.read(t)
        top = max(q, key=lambda v: (q[v], v), default=None)
        return top if top is not None and q[top] >= MEMBER else None
    masses, unknown = belief.read(t)
    return belief.leading(masses, unknown)
