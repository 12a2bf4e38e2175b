"""The running belief of one dimension: replayed from its evidence, or carried on from where it stood."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from operator import attrgetter

from nous.beliefs.errors import IntegrityError
from nous.beliefs.evidence import Evidence
from nous.beliefs.policy import Attribute
from nous.beliefs.provenance import Standing, Trust, stand, voice
from nous.beliefs.quantity import Quantity
from nous.beliefs.reliability import dating, effective_universe
from nous.beliefs.report import Parameters, Report, reports, stated
from nous.beliefs.sets import SetFilter
from nous.beliefs.witness import Revision, WitnessFilter, columns

from .canonical import written
from .control import Control
from .times import days
from .typed import Entry, Said, is_plain, said_of, typed

SPACING = 256
"""Reports between two checkpoints, or as many as there are names: what they hold stays in proportion to the log."""

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
    quantity and no date), so that later evidence cannot change what is already in it. `steps` reports are in it, of
    which `settled` stand before the instant of the last. `passed` are the states on the way, by the time (days) from
    which each counts until the next report: those at `marks`, or where there are none those due as checkpoints.
    """

    belief: Filter
    attribute: Attribute
    last: Order | None = None
    simple: bool = True
    shown: dict[str, Said] = field(default_factory=dict)
    revisions: dict[str, list[Revision]] = field(default_factory=dict)
    steps: int = 0
    settled: int = 0
    passed: dict[float, str] = field(default_factory=dict)
    marks: Collection[float] | None = None

    def names(self) -> Collection[str]:
        """The values named so far, in the order of first use."""
        return self.belief.members if isinstance(self.belief, SetFilter) else self.belief.names

    def take(self, wanted: Sequence[Report]) -> None:
        """Step over reports that stand after everything so far; `shown` knows their values."""
        belief, revisions = self.belief, self.revisions
        before: Report | None = None
        for r in wanted:
            if r.t > belief.t:
                if before is not None:
                    self.last = before.order
                self._pass_on()
            before = r
            revision = belief.step(r)
            self.steps += 1
            if revision is not None:
                several = revisions.get(r.id)
                if several is None:
                    revisions[r.id] = [revision]
                else:
                    several.append(revision)
        if wanted:
            self.last = wanted[-1].order

    def _pass_on(self) -> None:
        """Leave the instant of the last report: nothing but late evidence will change what is believed up to here."""
        t, steps, before = self.belief.t, self.steps, self.settled
        self.settled = steps
        if self.marks is not None:
            if t in self.marks:
                self.passed[t] = self.dump()
        elif self.simple and steps >= SPACING:
            every = SPACING
            while every < len(self.names()):
                every *= 2
            if steps // every > before // every:
                self.passed[t] = self.dump()

    def carry_on(self, news: Sequence[Entry], control: Control, heard_in: Collection[str]) -> bool:
        """Take new evidence if that is exact without a replay; else change nothing and say no.

        `heard_in` are the episodes in which this dimension was already spoken of, in evidence not among `news`.
        """
        attribute, known, names = self.attribute, self.belief.parameters, self.names()
        if not self.simple or not all(_simple(n, attribute, control) for n in news):
            return False
        found = self._reports(news, control)
        fresh = {v for r in found for v in r.values if v not in names}
        if fresh and parameters(attribute, known.trust, len(names) + len(fresh)).universe != known.universe:
            return False
        last = self.belief.episode
        if any(n.episode in heard_in and n.episode != last for n in news):
            return False
        found.sort(key=_order)
        if self.last is not None and found and found[0].order <= self.last:
            return False
        if fresh:
            for n in sorted(news, key=lambda n: (n.at_micros, 0 if n.kind == "end" else 1, n.id)):
                value = control.value(attribute.key, n.value_key)
                if value not in self.shown:
                    self.shown[value] = said_of(n)
        self.take(found)
        return True

    def _reports(self, news: Iterable[Entry], control: Control) -> list[Report]:
        """Evidence that stands alone, as the filter takes it: what `resolve` makes of it, without the detour."""
        attribute, known, trust = self.attribute, self.belief.parameters, self.belief.parameters.trust
        c0 = 1.0 - known.eps * known.universe / (known.universe - 1)
        voices: dict[tuple[str, str], tuple[float, str]] = {}
        found: list[Report] = []
        for n in news:
            who = n.channel, n.source
            heard = voices.get(who)
            if heard is None:
                heard = voices[who] = voice(n.channel, n.source or n.channel, trust)
            c = c0 * n.confidence
            if n.width:
                c *= dating(known.rate, n.width)
            values = (control.value(attribute.key, n.value_key),)
            found.extend(stated(n.id, days(n.at_micros), values, n.kind, c, *heard, n.episode, n.stance))
        return found

    def effect(self, id: str) -> tuple[float, float, float, float]:
        """What a piece of evidence did: the surprise of its own value, all that was gained, p before and after."""
        found = self.revisions.get(id)
        if not found:
            return 0.0, 0.0, 0.0, 0.0
        last = found[-1]
        gain = last.gain if len(found) == 1 else sum(r.gain for r in found)
        return last.surprise, gain, last.prior, last.posterior

    def dump(self) -> str:
        """The state as JSON text: a pure function of the evidence in it."""
        shown = columns([self.shown[v] for v in self.names()], 5)[:3]
        place = [self.steps, self.settled, self.last, self.simple]
        return written([self.belief.parameters.universe, place, shown, self.belief.state()])


_order = attrgetter("order")


def _simple(entry: Entry, attribute: Attribute, control: Control) -> bool:
    return (
        not entry.derived_from
        and entry.channel not in control.trust.echoing
        and entry.channel != "derived"
        and entry.id not in control.retracted
        and (_names_entity(entry, attribute) or is_plain(said_of(entry), attribute))
    )


def _names_entity(entry: Entry, attribute: Attribute) -> bool:
    """Whether a value is plain for a reason that is cheap to see."""
    return entry.value_type == "entity" and entry.unit is None and attribute.cardinality != "quantity"


def empty(attribute: Attribute, control: Control, news: Iterable[Entry]) -> Running:
    """A belief that has heard nothing, with the K that it will need for this evidence."""
    names = len({control.value(attribute.key, n.value_key) for n in news})
    return Running(fresh(attribute, parameters(attribute, control.trust, names)), attribute)


def load(state: str, attribute: Attribute, trust: Trust) -> Running:
    """The running belief that `Running.dump` described; IntegrityError where that was spoiled."""
    try:
        return _load(state, attribute, trust)
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise IntegrityError(f"the cached belief about {attribute.key!r} was edited; rebuild renews it") from error


def _load(state: str, attribute: Attribute, trust: Trust) -> Running:
    universe, (steps, settled, last, simple), shown, dumped = json.loads(state)
    known = Parameters(universe, attribute.eps, attribute.rate, trust)
    many = attribute.cardinality == "many"
    belief = SetFilter.of(dumped, known, attribute.prior) if many else WitnessFilter.of(dumped, known)
    running = Running(belief, attribute, tuple(last) if last is not None else None, simple)
    running.steps, running.settled = steps, settled
    said = map(Said._make, zip(*shown, repeat(None), repeat(None), strict=False))
    running.shown = dict(zip(running.names(), said, strict=True))
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


def replay(resolved: Resolved, attribute: Attribute, marks: Collection[float] | None = None) -> Running:
    """The belief from its evidence, from the start: what everything else must equal.

    Here and in `Running.carry_on` values are shown as the first evidence in canonical order said them.
    """
    running = Running(fresh(attribute, resolved.parameters), attribute, simple=resolved.simple, marks=marks)
    running.shown = {v: Said(*said[:3]) for v, said in resolved.shown.items()}
    running.take(resolved.reports)
    return running
