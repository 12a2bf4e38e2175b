"""The running belief of one dimension: replayed from its evidence, or carried on from where it stood."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nous.beliefs.errors import IntegrityError
from nous.beliefs.evidence import Evidence, distinct, order_key
from nous.beliefs.policy import Attribute
from nous.beliefs.provenance import Standing, Trust, alone, stand
from nous.beliefs.reliability import effective_universe
from nous.beliefs.report import Parameters, Report, report, reports
from nous.beliefs.sets import SetFilter
from nous.beliefs.witness import Revision, WitnessFilter

from .control import Control
from .intake import Prepared
from .model import Delta, Snapshot
from .times import MICROSECONDS_A_DAY, days

SNAPSHOT = 20
"""Values in a snapshot at most."""

Filter = WitnessFilter | SetFilter
Order = tuple[float, int, str]
Shown = tuple[str, str, str]
"""How a value is shown: its type, its JSON text and its display text, as first said."""


def evidence(said: Prepared | Delta, attribute: str, control: Control) -> Evidence:
    """What was said as the mathematics takes it: values by the key that they count as."""
    return Evidence(
        said.id,
        days(said.at_micros),
        control.value(attribute, said.value_key),
        said.kind,
        said.confidence,
        said.stance,
        said.channel,
        said.source,
        said.episode,
        said.derived_from,
        said.width,
    )


def parameters(attribute: Attribute, trust: Trust, names: int) -> Parameters:
    """The parameters of a belief with so many names: K grows with them; a set has two cells a value."""
    universe = 2 if attribute.cardinality == "many" else effective_universe(attribute.universe, names)
    return Parameters(universe, attribute.eps, attribute.rate, trust)


def fresh(attribute: Attribute, known: Parameters) -> Filter:
    """A belief that has heard nothing yet."""
    return SetFilter(known, attribute.prior) if attribute.cardinality == "many" else WitnessFilter(known)


@dataclass(slots=True)
class Running:
    """A belief and where in the canonical order it stands.

    `simple` says that all evidence so far stands alone (nothing derived, nothing from a channel that echoes), so
    that later evidence cannot change the role of what is already in it.
    """

    belief: Filter
    attribute: Attribute
    last: Order | None = None
    simple: bool = True
    shown: dict[str, Shown] = field(default_factory=dict)
    revisions: dict[str, list[Revision]] = field(default_factory=dict)

    def names(self) -> Iterable[str]:
        """The values named so far."""
        return self.belief.members if isinstance(self.belief, SetFilter) else self.belief.names

    def take(self, wanted: Sequence[Report]) -> None:
        """Step over reports that stand after everything so far."""
        for r in wanted:
            revision = self.belief.step(r)
            if revision is not None:
                self.revisions.setdefault(r.id, []).append(revision)
        if wanted:
            self.last = wanted[-1].order

    def carry_on(
        self, news: Sequence[Evidence], control: Control, heard_in: Collection[str], shown: Mapping[str, Shown]
    ) -> bool:
        """Take new evidence if that is exact without a replay; else change nothing and say no.

        `heard_in` are the episodes in which this dimension was already spoken of, in evidence not among `news`.
        """
        if not self.simple or not all(_simple(e, control) for e in news):
            return False
        known = self.belief.parameters
        names = {*self.names(), *(v for e in news for v in e.values)}
        if parameters(self.attribute, known.trust, len(names)).universe != known.universe:
            return False
        episodes = {e.episode for e in news if e.episode is not None}
        if any(x in heard_in and x != self.belief.episode for x in episodes):
            return False
        c0 = 1.0 - known.eps * known.universe / (known.universe - 1)
        found = [r for e in news for r in report(e, alone(e, known.trust), known, c0)]
        found.sort(key=lambda r: r.order)
        if self.last is not None and found and found[0].order <= self.last:
            return False
        self.take(found)
        self.show(sorted(news, key=order_key), shown)
        return True

    def effect(self, id: str) -> tuple[float, float, float, float]:
        """What a piece of evidence did: the surprise of its own value, all that was gained, p before and after."""
        found = self.revisions.get(id)
        if not found:
            return 0.0, 0.0, 0.0, 0.0
        last = found[-1]
        return last.surprise, sum(r.gain for r in found), last.prior, last.posterior

    def show(self, log: Iterable[Evidence], shown: Mapping[str, Shown]) -> None:
        """Keep how each value was first said; `shown` goes by the id of the evidence."""
        for e in log:
            if e.value not in self.shown and e.id in shown:
                self.shown[e.value] = shown[e.id]

    def snapshot(self) -> Snapshot | None:
        """The belief as of its last evidence, the most probable values first."""
        if self.last is None:
            return None
        belief, unknown = self.belief, 0.0
        if isinstance(belief, SetFilter):
            masses = belief.read(belief.t)
        else:
            read, unknown = belief.read(belief.t)
            masses = dict(zip(belief.names, read, strict=True))
        top = sorted(masses, key=lambda v: (-masses[v], v))[:SNAPSHOT]
        texts = tuple(self.shown[v][2] for v in top)
        return Snapshot(texts, tuple(masses[v] for v in top), unknown, round(belief.t * MICROSECONDS_A_DAY))

    def dump(self) -> str:
        """The state as JSON text."""
        state = [self.belief.parameters.universe, self.last, self.simple, self.shown, self.belief.dump()]
        return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def _simple(e: Evidence, control: Control) -> bool:
    return (
        not e.derived_from
        and e.channel not in control.trust.echoing
        and e.channel != "derived"
        and e.id not in control.retracted
    )


def empty(attribute: Attribute, control: Control, log: Iterable[Evidence]) -> Running:
    """A belief that has heard nothing, with the K that it will need for this evidence."""
    names = len({v for e in log for v in e.values})
    return Running(fresh(attribute, parameters(attribute, control.trust, names)), attribute)


def load(state: str, attribute: Attribute, trust: Trust) -> Running:
    """The running belief that `Running.dump` described; IntegrityError where that was spoiled."""
    try:
        return _load(state, attribute, trust)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise IntegrityError(f"the cached belief about {attribute.key!r} was edited; rebuild renews it") from error


def _load(state: str, attribute: Attribute, trust: Trust) -> Running:
    universe, last, simple, shown, dumped = json.loads(state)
    known = Parameters(universe, attribute.eps, attribute.rate, trust)
    belief: Filter
    if attribute.cardinality == "many":
        belief = SetFilter.load(dumped, known, attribute.prior)
    else:
        belief = WitnessFilter.load(dumped, known)
    running = Running(belief, attribute, tuple(last) if last is not None else None, simple)
    running.shown = {key: (kind, written, text) for key, (kind, written, text) in shown.items()}
    return running


@dataclass(frozen=True, slots=True)
class Resolved:
    """The evidence of a dimension with its provenance resolved: what of it counts, in canonical order."""

    log: Sequence[Evidence]
    standings: Mapping[str, Standing]
    reports: Sequence[Report]
    parameters: Parameters


def resolve(
    log: Iterable[Evidence],
    attribute: Attribute,
    control: Control,
    elsewhere: Mapping[str, Evidence],
    until: float = math.inf,
) -> Resolved:
    """What of the evidence counts up to event time `until`, in canonical order, with the K that it needs."""
    pieces = distinct(log)
    standings = stand(pieces, control.trust, control.retracted, elsewhere)
    used = [e for e in pieces if _used(standings[e.id], until)]
    names = len({v for e in used for v in e.values})
    known = parameters(attribute, control.trust, names)
    return Resolved(pieces, standings, reports(used, standings, known), known)


def _used(standing: Standing, until: float) -> bool:
    return standing.role in ("primary", "inferred") and standing.t is not None and standing.t <= until


def replay(resolved: Resolved, attribute: Attribute, control: Control, shown: Mapping[str, Shown]) -> Running:
    """The belief from its evidence, from the start: what everything else must equal.

    Here and in `Running.carry_on` values are shown as the first evidence in canonical order said them.
    """
    belief = fresh(attribute, resolved.parameters)
    running = Running(belief, attribute, simple=all(_simple(e, control) for e in resolved.log))
    running.take(resolved.reports)
    by_id = {e.id: e for e in resolved.log}
    running.show((by_id[r.id] for r in resolved.reports), shown)
    return running
