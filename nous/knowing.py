"""The verbs that learn and tidy: merge, unmerge, same, proposals, learn, policy, set_policy, archive."""

from __future__ import annotations

import math
from dataclasses import dataclass

from nous.beliefs.compression import Verdict, judge, judge_members
from nous.beliefs.errors import NotFound, ValidationError
from nous.beliefs.policy import Attribute
from nous.beliefs.sets import SetFilter
from nous.beliefs.snapshot import snapshot
from nous.graph import audit, learning, same
from nous.graph import running as run
from nous.graph.control import Control
from nous.graph.intake import content_id
from nous.graph.learning import Lessons
from nous.graph.model import Dimension, Entity, Record
from nous.graph.names import display, key, text
from nous.graph.question import View
from nous.graph.same import SameAs
from nous.graph.store import Reader, Writer
from nous.graph.times import MICROSECONDS_A_DAY, TimeInput
from nous.graph.values import entity_key

from .inside import Inside


@dataclass(frozen=True, slots=True)
class Spent:
    """A dimension that has forgotten everything, and why; its evidence stays."""

    entity: str
    attribute: str
    verdict: Verdict


class Knowing(Inside):
    """What a space learns about its own entities, attributes and sources; every change is a record."""

    # ── identity ───────────────────────────────────────────────────────────────────────────────────────

    def merge(self, keep: str, other: str, *, reason: str = "", actor: str = "user") -> Record | None:
        """Let two entities be one, called `keep`: their logs are read as one. None where they are one already.

        Nothing is rewritten, so `unmerge` gives the old beliefs back bit for bit.
        """

        def work(writer: Writer) -> Record | None:
            control = self.control(writer)
            first, second = self._entity(writer, control, keep), self._entity(writer, control, other)
            if control.head(first.id) == control.head(second.id):
                return None
            names = [entity_key(first.name), entity_key(second.name)]
            seq, _ = writer.control(self.name)
            body = {
                "id": content_id((first.id, second.id, str(seq)))[:24],
                "entities": [first.id, second.id],
                "names": [first.name, second.name],
                "values": names,
            }
            return self._append(writer, "merge", body, actor, reason)

        record = self.store.write(work)
        if record is not None:
            audit.renew(self.store, self.name, self._ledger, relations=True)
        return record

    def unmerge(self, keep: str, other: str, *, reason: str = "", actor: str = "user") -> Record:
        """Take a merge back; NotFound where the two were not merged with each other."""

        def work(writer: Writer) -> Record:
            keys = [key(display(name, "an entity")) for name in (keep, other)]
            aliases = self.control(writer).aliases
            wanted = {e.id for e in writer.entities(self.name, keys)} | {aliases[k] for k in keys if k in aliases}
            open_merges: dict[str, set[str]] = {}
            for record in writer.records(self.name):
                if record.type == "merge":
                    entities = record.body["entities"]
                    assert isinstance(entities, list)
                    open_merges[str(record.body["id"])] = set(entities)
                elif record.type == "unmerge":
                    open_merges.pop(str(record.body["id"]), None)
            found = [id for id, entities in open_merges.items() if entities <= wanted]
            if not found:
                raise NotFound(f"{keep!r} and {other!r} were not merged in the space {self.name!r}")
            return self._append(writer, "unmerge", {"id": found[-1]}, actor, reason)

        record = self.store.write(work)
        audit.renew(self.store, self.name, self._ledger, relations=True)
        return record

    def same(self, one: str, two: str, *, at: TimeInput | None = None) -> SameAs:
        """Whether two entities are one: the bits that each shared attribute says, P(same), and the reason in words."""
        question = self.question(at)

        def work(reader: Reader) -> SameAs:
            control = self.control(reader)
            first, second = self._entity(reader, control, one), self._entity(reader, control, two)
            return same.same(View(reader, self.name, control), question, first, second)

        return self.store.read(work)

    def proposals(self, *, at: TimeInput | None = None) -> list[SameAs]:
        """The pairs of entities that are probably one, the surest first; nothing is merged by itself."""
        question = self.question(at)
        return self.store.read(lambda reader: same.proposals(View(reader, self.name, self.control(reader)), question))

    def _entity(self, reader: Reader, control: Control, name: str) -> Entity:
        found = self._find(reader, control, name)
        if found is None:
            raise NotFound(f"no entity is called {name!r} in the space {self.name!r}")
        return found

    # ── parameters ─────────────────────────────────────────────────────────────────────────────────────

    def learn(self, *, apply: bool = False, actor: str = "nous") -> Lessons:
        """What the log has to teach: half-lives, eps and types of attributes, and the track records of sources.

        Nothing changes without `apply`; with it every change is a record with its evidence, so that old answers still
        reproduce.
        """
        if not apply:
            return self.store.read(lambda reader: learning.lessons(reader, self.name, self.control(reader)))

        def work(writer: Writer) -> Lessons:
            found = learning.lessons(writer, self.name, self.control(writer))
            reasons = {rate.attribute: rate.reason for rate in found.rates if rate.changed}
            for kind in found.types:
                if kind.switched:
                    known = reasons.get(kind.attribute)
                    reasons[kind.attribute] = kind.reason if known is None else f"{known}; {kind.reason}"
            for attribute, changes in found.changes().items():
                body = {"attribute": attribute, "changes": changes, "learned": True}
                self._append(writer, "parameter", body, actor, reasons[attribute])
            if factors := found.factors():
                told = [f"{s.source}: {s.reason}" for s in found.sources if s.source in factors]
                self._append(writer, "track", {"factors": factors}, actor, "; ".join(told))
            self._renew(writer, set(found.changes()))
            return found

        return self.store.write(work)

    def policy(self, attribute: str | None = None) -> list[Attribute]:
        """The parameters of an attribute, or of every one that the table or this space knows, by name."""

        def work(reader: Reader) -> list[Attribute]:
            policy = self.control(reader).policy
            if attribute is not None:
                return [policy.attribute(key(display(attribute, "an attribute")))]
            names = {*policy.table, *policy.changes, *(d.attribute for d in reader.dimensions(self.name))}
            return [policy.attribute(name) for name in sorted(names)]

        return self.store.read(work)

    def set_policy(self, attribute: str, /, *, reason: str, actor: str = "operator", **changes: object) -> Record:
        """Change parameters of an attribute in this space (half_life, cardinality, eps, universe, prior, protected).

        A record, with its reason; beliefs about the attribute are replayed, and answers as known before stay.
        """
        if not changes:
            raise ValidationError("say what to change: half_life, cardinality, eps, universe, prior or protected")
        if not text(reason, "a reason").strip():
            raise ValidationError("to change a parameter takes a reason")

        def work(writer: Writer) -> Record:
            policy = self.control(writer).policy
            name = policy.attribute(key(display(attribute, "an attribute"))).key
            policy.changing(name, **changes)  # refuses what does not fit, before anything is written
            record = self._append(writer, "parameter", {"attribute": name, "changes": changes}, actor, reason)
            self._renew(writer, {name})
            return record

        return self.store.write(work)

    # ── archive ────────────────────────────────────────────────────────────────────────────────────────

    def archive(self, *, at: TimeInput | None = None, apply: bool = False) -> list[Spent]:
        """The dimensions that have forgotten everything: nearly the greatest entropy, and idle for two half-lives.

        With `apply` their cached states are dropped. Evidence is never deleted, and anything new revives a dimension
        by a replay of all of it.
        """
        question = self.question(at)

        def work(reader: Reader) -> list[tuple[Dimension, Spent]]:
            control = self.control(reader)
            names = {e.id: e.name for e in reader.entities(self.name)}
            found = []
            for d in reader.dimensions(self.name):
                verdict = _spent(d, control, question.at / MICROSECONDS_A_DAY)
                if verdict is not None and verdict.spent:
                    found.append((d, Spent(names[d.entity], d.attribute, verdict)))
            return found

        def drop(writer: Writer) -> list[tuple[Dimension, Spent]]:
            spent = work(writer)
            held = writer.hold(self.name, [d for d, _ in spent])
            cleared = [
                Dimension(d.id, d.entity, d.attribute, d.name, d.count, d.head, None, "", d.relation) for d in held
            ]
            writer.keep(self.name, cleared)
            writer.keep_checkpoints(self.name, {d.id: -math.inf for d in held}, [])
            return spent

        return [spent for _, spent in (self.store.write(drop) if apply else self.store.read(work))]


def _spent(dimension: Dimension, control: Control, t: float) -> Verdict | None:
    """Whether a dimension is spent at time `t` (days); None where its cached belief does not say."""
    if dimension.state is None or dimension.stamp != control.stamp(dimension.attribute, dimension.relation):
        return None
    attribute = control.policy.attribute(dimension.attribute)
    running = run.load(dimension.state, attribute, control.trust)
    belief = running.belief
    if running.last is None or running.last[0] > t:
        return None
    if isinstance(belief, SetFilter):
        return judge_members(belief.read(t), belief.prior)
    p, unknown = belief.read(t)
    return judge(
        snapshot(list(belief.names), p, unknown), belief.parameters.universe, t - belief.t, attribute.half_life
    )
