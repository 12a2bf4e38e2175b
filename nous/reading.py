"""The verbs that read: belief, beliefs, history, why, recall, graph, entities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nous.beliefs.errors import NotFound
from nous.graph.belief import Belief
from nous.graph.model import Delta, Dimension, Entity
from nous.graph.names import display, key
from nous.graph.question import View
from nous.graph.store import Reader
from nous.graph.times import TimeInput
from nous.graph.values import Value, cell, entity_key
from nous.graph.why import Why, explain

from .inside import Inside

if TYPE_CHECKING:
    import networkx

    from nous.graph.timeline import Timeline
    from nous.retrieval.context import Recall


class Reading(Inside):
    """What a space can be asked; nothing here changes it."""

    def belief(
        self,
        entity: str,
        attribute: str,
        *,
        at: TimeInput | None = None,
        known_at: TimeInput | None = None,
        hindsight: bool = False,
        entity_type: str | None = None,
    ) -> Belief:
        """What is believed about an attribute of an entity.

        Evidence with event time up to `at` (default: now), recorded up to `known_at`, counts; `known_at` alone
        means `at` = `known_at`, what was answered then. `hindsight` smooths with later evidence: what is now
        thought to have been true at `at`. Of what nobody spoke, everything is unknown.
        """
        question = self.question(at, known_at, hindsight)

        def work(reader: Reader) -> Belief:
            name, dimensions, view = self._dimension(reader, entity, attribute, entity_type, question.known)
            return view.belief(name, self._attribute(view.control, attribute), dimensions, question)

        return self.store.read(work)

    def ever(
        self,
        entity: str,
        attribute: str,
        *,
        at: TimeInput | None = None,
        known_at: TimeInput | None = None,
        entity_type: str | None = None,
    ) -> dict[str, float]:
        """The values that an attribute ever had, each with the probability that it did: members of a set then, not now.

        Each value asserted up to `at` and not retracted, with what is now thought of the time at which it was said.

        >>> from nous import Memory
        >>> with Memory(":memory:") as memory:
        ...     ana = memory.space("ana")
        ...     _ = ana.observe("Ana", "hobby", "chess", at="2020-01-10")
        ...     _ = ana.observe("Ana", "hobby", "chess", at="2020-06-10", kind="end")
        ...     list(ana.belief("Ana", "hobby", at="2021-01-01").members), list(ana.ever("Ana", "hobby"))
        ([], ['chess'])
        """
        question = self.question(at, known_at)

        def work(reader: Reader) -> dict[str, float]:
            _, dimensions, view = self._dimension(reader, entity, attribute, entity_type, question.known)
            return view.ever(self._attribute(view.control, attribute), dimensions, question)

        return self.store.read(work)

    def beliefs(
        self, entity: str | None = None, *, at: TimeInput | None = None, known_at: TimeInput | None = None
    ) -> list[Belief]:
        """The beliefs about an entity, or about all of them; NotFound for a name that nothing is known of."""
        question = self.question(at, known_at)

        def work(reader: Reader) -> list[Belief]:
            control = self.control(reader, question.known)
            view = View(reader, self.name, control)
            wanted = None
            if entity is not None:
                found = self._find(reader, control, entity)
                if found is None:
                    raise NotFound(f"nothing is known of {entity!r} in the space {self.name!r}")
                wanted = control.one_with(found.id)
            names = {e.id: e.name for e in reader.entities(self.name)}
            groups: dict[tuple[str, str], list[Dimension]] = {}
            for d in reader.dimensions(self.name, wanted):
                groups.setdefault((control.head(d.entity), d.attribute), []).append(d)
            beliefs = [view.belief(names[id], attribute, ds, question) for (id, attribute), ds in groups.items()]
            return sorted((b for b in beliefs if b.deltas), key=lambda b: (key(b.entity), b.attribute))

        return self.store.read(work)

    def history(
        self,
        entity: str,
        attribute: str,
        *,
        known_at: TimeInput | None = None,
        entity_type: str | None = None,
    ) -> list[Delta]:
        """All that was said about an attribute of an entity, in order of event time.

        Surprise and gain are those of the present replay; `recorded_surprise` is what was computed on arrival.
        """
        question = self.question(None, known_at)

        def work(reader: Reader) -> list[Delta]:
            _, dimensions, view = self._dimension(reader, entity, attribute, entity_type, question.known)
            return view.history(dimensions, question)

        return self.store.read(work)

    def why(
        self,
        entity: str,
        attribute: str,
        *,
        value: Value = None,
        at: TimeInput | None = None,
        known_at: TimeInput | None = None,
        entity_type: str | None = None,
    ) -> Why:
        """Why the best value (or the given one) is believed: what each piece of evidence adds to its log2 odds."""
        question = self.question(at, known_at)

        def work(reader: Reader) -> Why:
            name, dimensions, view = self._dimension(reader, entity, attribute, entity_type, question.known)
            if not dimensions:
                belief = view.belief(name, self._attribute(view.control, attribute), [], question)
                return Why(belief, None, 0.0, ())
            known = view.control.policy.attribute(dimensions[0].attribute)
            wanted = None
            if value is not None:
                wanted = entity_key(value) if known.relation and isinstance(value, str) else cell(value).key
                wanted = view.control.value(known.key, wanted)
            return explain(view, name, dimensions, question, wanted)

        return self.store.read(work)

    def timeline(
        self,
        entity: str,
        attribute: str,
        *,
        hindsight: bool = False,
        points: int = 60,
        until: TimeInput | None = None,
        entity_type: str | None = None,
    ) -> Timeline:
        """The distribution over time, from the first evidence to `until` (default: now), ready to plot.

        Filtered, what was believed at each time; or with `hindsight`, what is now thought to have been true then.
        """
        from nous.graph.timeline import timeline

        question = self.question(until)

        def work(reader: Reader) -> Timeline:
            name, dimensions, view = self._dimension(reader, entity, attribute, entity_type, None)
            known = self._attribute(view.control, attribute)
            return timeline(view, name, known, dimensions, question, points, hindsight)

        return self.store.read(work)

    def recall(self, question: str, *, budget: int = 2_000, at: TimeInput | None = None) -> Recall:
        """What the memory has to say to a question: facts with their history, then what was said.

        `budget` counts words and punctuation marks. Hand `.deltas` back as `derived_from` when an answer made from
        this is stored, so that the memory does not take its own words for news.
        """
        from nous.retrieval.recall import recall

        asked = self.question(at)

        def work(reader: Reader) -> Recall:
            return recall(reader, self.name, self.control(reader), question, asked, self.settings.where, budget=budget)

        return self.store.read(work)

    def graph(
        self, entity: str | None = None, *, hops: int = 2, at: TimeInput | None = None
    ) -> networkx.MultiDiGraph[str]:
        """The memory as a NetworkX graph, or the neighbourhood of one entity; see `graph.views.graph`."""
        from nous.graph.views import graph

        question = self.question(at)

        def work(reader: Reader) -> networkx.MultiDiGraph[str]:
            control = self.control(reader)
            root = None if entity is None else self._find(reader, control, entity)
            if entity is not None and root is None:
                raise NotFound(f"nothing is known of {entity!r} in the space {self.name!r}")
            return graph(View(reader, self.name, control), question, root, hops)

        return self.store.read(work)

    def entities(self) -> list[Entity]:
        """The entities of the space, with all the names that lead to them; merged ones once."""

        def work(reader: Reader) -> list[Entity]:
            control = self.control(reader)
            names: dict[str, list[str]] = {}
            for record in reader.records(self.name):
                if record.type == "alias":
                    names.setdefault(str(record.body["entity"]), []).append(str(record.body["name"]))
            found = reader.entities(self.name)
            for e in found:
                head = control.head(e.id)
                if head != e.id:
                    names.setdefault(head, []).extend([e.name, *names.get(e.id, [])])
            alone = (e for e in found if control.head(e.id) == e.id)
            return [replace(e, aliases=tuple(dict.fromkeys(names.get(e.id, ())))) for e in alone]

        return self.store.read(work)

    def entities_named(self, name: str) -> list[Entity]:
        """The entities that go by a name or an alias; of merged ones, the one that stands for them."""

        def work(reader: Reader) -> list[Entity]:
            control = self.control(reader)
            sought = key(display(name, "an entity"))
            ids = [e.id for e in reader.entities(self.name, [sought])]
            if sought in control.aliases:
                ids.append(control.aliases[sought])
            heads = list(dict.fromkeys(control.head(id) for id in ids))
            found = {e.id: e for e in reader.entities_by_id(self.name, heads)}
            return [found[id] for id in heads if id in found]

        return self.store.read(work)
