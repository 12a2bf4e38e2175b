"""The running belief of one dimension: replayed from its evidence, or carried on from where it stood."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nous.beliefs.errors import IntegrityError
from nous.beliefs.evidence import Evidence, order_key
from nous.beliefs.policy import Attribute
from nous.beliefs.provenance import Standing, Trust, alone, stand
from nous.beliefs.quantity import Quantity
from nous.beliefs.reliability import effective_universe
from nous.beliefs.report import Parameters, Report, report, reports
from nous.beliefs.sets import SetFilter
from nous.beliefs.witness import Revision, WitnessFilter

from .canonical import written
from .control import Control
from .times import days
from .typed import Entry, Said, is_plain, said_of, typed

Filter = WitnessFilter | SetFilter
Order = tuple[float, int, str]


def evidence(entry: Entry, attribute: str, control: Control) -> Evidence:
    """A piece of evidence as the mathematics takes it: values by the key that they count as."""
    return Evidence(
        entry.id,
        days(entry.at_micros),
        control.value(attribute, entry.value_key),
        entry.kind,
        entry.confidence,
        entry.stance,
        entry.channel,
        entry.source,
        entry.episode,
        entry.derived_from,
        entry.width,
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

    `simple` says that all evidence so far stands alone (nothing derived, nothing from a channel that echoes, no
    quantity and no date), so that later evidence cannot change what is already in it.
    """

    belief: Filter
    attribute: Attribute
    last: Order | None = None
    simple: bool = True
    shown: dict[str, Said] = field(default_factory=dict)
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

    def carry_on(self, news: Sequence[Entry], control: Control, heard_in: Collection[str]) -> bool:
        """Take new evidence if that is exact without a replay; else change nothing and say no.

        `heard_in` are the episodes in which this dimension was already spoken of, in evidence not among `news`.
        """
        if not self.simple or not all(_simple(n, self.attribute, control) for n in news):
            return False
        known = self.belief.parameters
        pieces = [evidence(n, self.attribute.key, control) for n in news]
        names = {*self.names(), *(e.value for e in pieces)}
        if parameters(self.attribute, known.trust, len(names)).universe != known.universe:
            return False
        if any(e.episode in heard_in and e.episode != self.belief.episode for e in pieces):
            return False
        c0 = 1.0 - known.eps * known.universe / (known.universe - 1)
        found = [r for e in pieces for r in report(e, alone(e, known.trust), known, c0)]
        found.sort(key=lambda r: r.order)
        if self.last is not None and found and found[0].order <= self.last:
            return False
        self.take(found)
        for e, n in sorted(zip(pieces, news, strict=True), key=lambda pair: order_key(pair[0])):
            if e.value not in self.shown:
                self.shown[e.value] = said_of(n)
        return True

    def effect(self, id: str) -> tuple[float, float, float, float]:
        """What a piece of evidence did: the surprise of its own value, all that was gained, p before and after."""
        found = self.revisions.get(id)
        if not found:
            return 0.0, 0.0, 0.0, 0.0
        last = found[-1]
        return last.surprise, sum(r.gain for r in found), last.prior, last.posterior

    def dump(self) -> str:
        """The state as JSON text."""
        shown = {value: said[:3] for value, said in self.shown.items()}
        return written([self.belief.parameters.universe, self.last, self.simple, shown, self.belief.dump()])


def _simple(entry: Entry, attribute: Attribute, control: Control) -> bool:
    return (
        not entry.derived_from
        and entry.channel not in control.trust.echoing
        and entry.channel != "derived"
        and entry.id not in control.retracted
        and is_plain(said_of(entry), attribute)
    )


def empty(attribute: Attribute, control: Control, news: Iterable[Entry]) -> Running:
    """A belief that has heard nothing, with the K that it will need for this evidence."""
    names = len({control.value(attribute.key, n.value_key) for n in news})
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
    running.shown = {key: Said(kind, text, display) for key, (kind, text, display) in shown.items()}
    return running


@dataclass(frozen=True, slots=True)
class Resolved:
    """The evidence of a dimension, resolved: what of it counts, in canonical order, with its values read.

    `log` is the evidence as it came, `reports` what the filter steps over; quantities are joined and dates read, so
    a report's values may be others than its evidence's. `shown` says how each value is shown.
    """

    log: Sequence[Evidence]
    standings: Mapping[str, Standing]
    reports: Sequence[Report]
    parameters: Parameters
    shown: Mapping[str, Said]
    quantities: Mapping[str, Quantity]
    simple: bool


def resolve(
    entries: Iterable[Entry],
    attribute: Attribute,
    control: Control,
    elsewhere: Mapping[str, Evidence],
    until: float = math.inf,
    known: Parameters | None = None,
) -> Resolved:
    """What of the evidence counts up to event time `until`, in canonical order, with the K it needs, or `known`."""
    by_id = {entry.id: entry for entry in entries}
    pieces = [evidence(entry, attribute.key, control) for entry in by_id.values()]
    standings = stand(pieces, control.trust, control.retracted, elsewhere)
    used = [e for e in pieces if _used(standings[e.id], until)]
    values = typed(used, attribute, {e.id: said_of(by_id[e.id]) for e in used})
    if known is None:
        known = parameters(attribute, control.trust, len({v for e in values.log for v in e.values}))
    simple = all(_simple(entry, attribute, control) for entry in by_id.values())
    counted = reports(values.log, standings, known)
    return Resolved(pieces, standings, counted, known, values.shown, values.quantities, simple)


def _used(standing: Standing, until: float) -> bool:
    return standing.role in ("primary", "inferred") and standing.t is not None and standing.t <= until


def replay(resolved: Resolved, attribute: Attribute) -> Running:
    """The belief from its evidence, from the start: what everything else must equal.

    Here and in `Running.carry_on` values are shown as the first evidence in canonical order said them.
    """
    running = Running(fresh(attribute, resolved.parameters), attribute, simple=resolved.simple)
    running.take(resolved.reports)
    running.shown = {v: Said(*resolved.shown[v][:3]) for v in running.names()}
    return running
