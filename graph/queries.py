"""Questions that analysts have, with names: each is a table, the same on every store.

They read what the stores show of each belief (its snapshot) and let it fade to the time asked about, as
`docs/queries.md` does in Cypher. Where a snapshot does not answer (merged entities, times before its last evidence,
parameters that have changed since) the belief is replayed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from nous.beliefs.errors import IntegrityError

from .model import Delta, Dimension, Snapshot
from .question import Question, View
from .snapshot import snapshot
from .store import Answer, Edge
from .times import MICROSECONDS_A_DAY, from_micros, iso

LIMIT = 100
"""Rows of an answer, unless the caller wants more or fewer."""
COMMON = 20
"""Entities that share a value at most for it to say that two of them may be one."""
FAN = 500
"""Edges that are followed from one entity, the most probable first, in each direction."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A belief as a query sees it: about whom, and its values as they stand at the time asked about."""

    head: str
    entity: str
    attribute: str
    kept: Snapshot
    fading: float

    @property
    def heard(self) -> str:
        """The event time of the last evidence."""
        assert self.kept.at_micros is not None
        return iso(from_micros(self.kept.at_micros))

    @property
    def values(self) -> Iterator[tuple[str, float, str]]:
        """Each value with its probability now and the key that it counts as, the most probable first."""
        first: dict[int, str] = {}
        for key, i in zip(self.kept.keys, self.kept.key_values, strict=True):
            first.setdefault(i, key)
        for i, (value, p) in enumerate(zip(self.kept.values, self.kept.probabilities, strict=True)):
            yield value, self.faded(p), first[i]

    def faded(self, p: float) -> float:
        """A probability as it stands now."""
        return self.kept.base + (p - self.kept.base) * self.fading

    @property
    def best(self) -> str | None:
        """The value that was believed when something was last heard."""
        return self.kept.best

    @property
    def spellings(self) -> frozenset[str]:
        """The keys of values that count as the best one."""
        return frozenset(k for k, i in zip(self.kept.keys, self.kept.key_values, strict=True) if i == 0)


@dataclass(frozen=True, slots=True)
class Queries:
    """The named questions, on one consistent view of a space, at a time in microseconds."""

    view: View
    at: int

    # ── the facts ──────────────────────────────────────────────────────────────────────────────────────

    def facts(self, attributes: Collection[str] | None = None) -> list[Fact]:
        """Every belief that anything counts for, merged entities as one, by name and attribute."""
        reader, space, control = self.view.reader, self.view.space, self.view.control
        groups: dict[tuple[str, str], list[Dimension]] = defaultdict(list)
        for d in reader.dimensions(space, None, attributes):
            groups[control.head(d.entity), d.attribute].append(d)
        kept = reader.snapshots(space, [d.id for ds in groups.values() for d in ds])
        names = self._names({head for head, _ in groups})
        found = []
        for (head, attribute), dimensions in groups.items():
            shown = self._snapshot(attribute, dimensions, kept)
            if shown.at_micros is not None:
                found.append(Fact(head, names[head], attribute, shown, self._fading(shown)))
        return sorted(found, key=lambda f: (f.entity, f.attribute, f.head))

    def _snapshot(self, attribute: str, dimensions: Sequence[Dimension], kept: Mapping[str, Snapshot]) -> Snapshot:
        first, control = dimensions[0], self.view.control
        shown = kept.get(first.id)
        valid = len(dimensions) == 1 and first.stamp == control.stamp(attribute, first.relation)
        if valid and shown is not None and (shown.at_micros is None or shown.at_micros <= self.at):
            return shown
        question = Question(self.at)
        return snapshot(self.view.replayed(self.view.log(dimensions, question), attribute, question), control)

    def _fading(self, shown: Snapshot) -> float:
        assert shown.at_micros is not None
        if shown.half_life is None:
            return 1.0
        return float(2.0 ** (-max(0, self.at - shown.at_micros) / MICROSECONDS_A_DAY / shown.half_life))

    def _names(self, ids: Iterable[str]) -> dict[str, str]:
        wanted = set(ids)
        names = {e.id: e.name for e in self.view.reader.entities_by_id(self.view.space, wanted)}
        if gone := sorted(wanted - names.keys()):
            raise IntegrityError(f"the entity {gone[0]!r}, of which something is believed, does not exist")
        return names

    def _log(self, entity: str, attribute: str) -> list[Delta]:
        """The deltas of one attribute of an entity that are in the ledger, by event time."""
        reader, space = self.view.reader, self.view.space
        dimensions = reader.dimensions(space, self.view.control.one_with(entity), [attribute])
        return sorted(reader.deltas(space, [d.id for d in dimensions]), key=lambda d: (d.at_micros, d.id))

    def _counts(self, delta: Delta) -> bool:
        return delta.id not in self.view.control.retracted

    # ── the questions ──────────────────────────────────────────────────────────────────────────────────

    def who_works_where(self, attribute: str, above: float) -> Answer:
        """Who has which value of an attribute with more than so much probability."""
        rows = [
            [f.entity, value, p, f.heard]
            for f in self.facts(attributes=[attribute])
            for value, p, _ in f.values
            if p > above
        ]
        return _answer(("entity", "value", "probability", "heard"), sorted(rows, key=lambda r: (str(r[0]), str(r[1]))))

    def changed_most(self, first: int, last: int) -> Answer:
        """The beliefs that changed most, by the bits gained from what was recorded from `first` to before `last`."""
        control = self.view.control
        sums: dict[tuple[str, str], list[float]] = defaultdict(list)
        for d in self.view.reader.recorded(self.view.space, first, last):
            if self._counts(d):
                sums[control.head(d.entity), d.attribute].append(d.gain)
        names = self._names({head for head, _ in sums})
        rows = [[names[head], attribute, sum(sorted(gains)), len(gains)] for (head, attribute), gains in sums.items()]
        rows.sort(key=lambda r: (-float(r[2]), str(r[0]), str(r[1])))
        return _answer(("entity", "attribute", "bits", "deltas"), rows)

    def single_source(self) -> Answer:
        """Beliefs whose best value was said by one source only."""
        reader, space, control = self.view.reader, self.view.space, self.view.control
        facts = {(f.head, f.attribute): f for f in self.facts() if f.best is not None}
        dimensions = [d for d in reader.dimensions(space) if (control.head(d.entity), d.attribute) in facts]
        said: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        for d in reader.deltas(space, [d.id for d in dimensions]):
            of = control.head(d.entity), d.attribute
            counts = d.kind in ("assert", "change") and d.at_micros <= self.at and self._counts(d)
            if counts and d.value_key in facts[of].spellings:
                said[of].append((d.source, d.channel))
        rows = [
            [f.entity, f.attribute, f.best, f.faded(f.kept.probabilities[0]), *said[of][0], len(said[of])]
            for of, f in facts.items()
            if len(set(said[of])) == 1
        ]
        return _answer(("entity", "attribute", "value", "probability", "source", "channel", "deltas"), rows)

    def contested(self) -> Answer:
        """Beliefs that rivals contest, as of their last evidence, with the rivals and what to make of it."""
        rows = [
            [f.entity, f.attribute, f.best, f.faded(f.kept.probabilities[0]), f.kept.decision, list(f.kept.candidates)]
            for f in self.facts()
            if f.best is not None and f.kept.candidates
        ]
        return _answer(("entity", "attribute", "value", "probability", "decision", "candidates"), rows)

    def stale(self, below: float) -> Answer:
        """What was believed and has faded below so much probability, for want of news."""
        rows = []
        for f in self.facts():
            if f.best is not None and f.faded(then := f.kept.probabilities[0]) < below <= then:
                rows.append([f.entity, f.attribute, f.best, then, f.faded(then), f.heard])
        return _answer(("entity", "attribute", "value", "then", "now", "heard"), rows)

    def neighbourhood(self, entity: str, hops: int) -> Answer:
        """The relations up to so many hops from an entity, as of their last evidence."""
        control = self.view.control
        near, found = {control.head(entity)}, dict[Edge, int]()
        frontier = set(near)
        for hop in range(1, hops + 1):
            reached = set[str]()
            for id in sorted(i for head in frontier for i in control.one_with(head)):
                for edge in self.view.reader.edges(self.view.space, id, FAN):
                    ends = {control.head(edge.entity), control.head(edge.target)}
                    if len(ends) == 2:
                        found.setdefault(edge, hop)
                        reached |= ends
            frontier = reached - near
            near |= frontier
        names = self._names(near)
        rows = [
            [hop, names[control.head(e.entity)], e.attribute, names[control.head(e.target)], e.probability,
             iso(from_micros(e.since_micros))]
            for e, hop in found.items()
        ]  # fmt: skip
        rows.sort(key=lambda r: (r[0], -float(str(r[4])), str(r[1]), str(r[2]), str(r[3])))
        return _answer(("hop", "entity", "attribute", "target", "probability", "since"), rows)

    def episodes_behind(self, entity: str, attribute: str) -> Answer:
        """The episodes in which the evidence of a belief was said, with the bits that each gave."""
        said: dict[str, list[float]] = defaultdict(list)
        for d in self._log(entity, attribute):
            if d.episode is not None and self._counts(d):
                said[d.episode].append(d.gain)
        rows = [
            [e.id, e.title, iso(e.at), iso(e.until), len(said[e.id]), sum(sorted(said[e.id]))]
            for e in self.view.reader.episodes(self.view.space, list(said))
        ]
        return _answer(("episode", "title", "since", "until", "deltas", "bits"), rows)

    def may_be_one(self, least: int) -> Answer:
        """Pairs of entities that agree on the best value of so many attributes at least, and on more than they do not.

        A value that more than `COMMON` entities share says nothing. See `proposals` for a probability.
        """
        known: dict[str, dict[str, tuple[str, bool]]] = defaultdict(dict)
        names: dict[str, str] = {}
        sharing: dict[tuple[str, str], list[str]] = defaultdict(list)
        for f in self.facts():
            if f.best is not None:
                names[f.head] = f.entity
                known[f.head][f.attribute] = f.kept.keys[0], f.kept.cardinality != "many"
                sharing[f.attribute, f.kept.keys[0]].append(f.head)
        agreed: dict[tuple[str, str], list[str]] = defaultdict(list)
        for (attribute, _), heads in sharing.items():
            if 2 <= len(heads) <= COMMON:
                for one, two in combinations(sorted(heads), 2):
                    agreed[one, two].append(attribute)
        rows = []
        for (one, two), attributes in agreed.items():
            differ = _differing(known[one], known[two])
            if len(attributes) >= least and len(attributes) > differ:
                rows.append([*sorted((names[one], names[two])), len(attributes), differ, sorted(attributes)])
        rows.sort(key=lambda r: (-int(str(r[2])), int(str(r[3])), str(r[0]), str(r[1])))
        return _answer(("one", "two", "agree", "differ", "attributes"), rows)

    def agreeing(self, attribute: str, value: Collection[str] | None, above: float) -> Answer:
        """The entities that share a value of an attribute, each with its probability; or those that have this one.

        `value` are keys that it may be stored under.
        """
        groups: dict[str, list[list[object]]] = defaultdict(list)
        for f in self.facts(attributes=[attribute]):
            for text, p, key in f.values:
                if p > above and (value is None or key in value):
                    groups[key].append([text, f.entity, p])
        rows = [row for group in groups.values() if len(group) > 1 or value is not None for row in group]
        return _answer(("value", "entity", "probability"), sorted(rows, key=lambda r: (str(r[0]), str(r[1]))))

    def revisions(self, entity: str, attribute: str) -> Answer:
        """The timeline of a dimension: all that was said, and what it did to the belief when it was recorded."""
        rows: list[list[object]] = [
            [iso(d.at), d.kind, d.value_text, d.source, d.prior, d.posterior, d.surprise, d.gain,
             not self._counts(d), d.id]
            for d in self._log(entity, attribute)
        ]  # fmt: skip
        columns = ("at", "kind", "value", "source", "prior", "posterior", "surprise", "gain", "retracted", "id")
        return _answer(columns, rows)


def _differing(one: Mapping[str, tuple[str, bool]], two: Mapping[str, tuple[str, bool]]) -> int:
    """On how many attributes of one value at a time two entities differ."""
    both = one.keys() & two.keys()
    return sum(one[a][1] and two[a][1] and one[a][0] != two[a][0] for a in both)


def _answer(columns: tuple[str, ...], rows: Sequence[Sequence[object]]) -> Answer:
    return Answer(columns, [list(row) for row in rows])
