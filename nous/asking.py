"""The verbs of analysts: questions with names, each answered with a table, the same on every store."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from nous.beliefs.errors import NotFound, UnknownValue, ValidationError, shown
from nous.graph.queries import LIMIT, Queries
from nous.graph.question import View
from nous.graph.store import Answer, Reader
from nous.graph.times import TimeInput, micros, read
from nous.graph.values import cell, entity_key

from .inside import Inside

MONTH = timedelta(days=30)


class Asking(Inside):
    """What an analyst asks. Each answer has `columns`, `rows`, and `more` where rows beyond the limit were left out."""

    def who_works_where(
        self, attribute: str = "employer", *, above: float = 0.8, at: TimeInput | None = None, limit: int = LIMIT
    ) -> Answer:
        """Who has which value of an attribute (who works where) with more than so much probability."""
        _probability(above)
        return self._ask(at, limit, lambda q: q.who_works_where(self._attribute(q.view.control, attribute), above))

    def changed_most(
        self, *, since: TimeInput | None = None, until: TimeInput | None = None, limit: int = LIMIT
    ) -> Answer:
        """Which beliefs changed most, in bits, by what was recorded in a time (default: the last 30 days)."""
        last = self._moment(until)
        first = last - MONTH if since is None else self._moment(since)
        if first > last:
            raise ValidationError(f"a time from {first.isoformat()} until {last.isoformat()} is none")
        end = micros(last) + (until is None)  # what is recorded at this moment is of the last 30 days
        return self._ask(until, limit, lambda q: q.changed_most(micros(first), end))

    def single_source(self, *, at: TimeInput | None = None, limit: int = LIMIT) -> Answer:
        """What rests on a single source: the best value was said by nobody else."""
        return self._ask(at, limit, Queries.single_source)

    def contested(self, *, at: TimeInput | None = None, limit: int = LIMIT) -> Answer:
        """Contested facts, with the values that rival the best one."""
        return self._ask(at, limit, Queries.contested)

    def stale(self, *, below: float = 0.5, at: TimeInput | None = None, limit: int = LIMIT) -> Answer:
        """Stale facts: once believed, and faded below so much probability for want of news."""
        _probability(below)
        return self._ask(at, limit, lambda q: q.stale(below))

    def neighbourhood(self, entity: str, *, hops: int = 2, at: TimeInput | None = None, limit: int = LIMIT) -> Answer:
        """The relations up to two hops from an entity."""
        if isinstance(hops, bool) or not isinstance(hops, int) or not 1 <= hops <= 4:
            raise ValidationError(f"hops are 1 to 4, not {shown(hops)}")
        return self._ask(at, limit, lambda q: q.neighbourhood(self._known(q, entity), hops))

    def episodes_behind(self, entity: str, attribute: str, *, limit: int = LIMIT) -> Answer:
        """The episodes behind a belief, with how many bits each gave."""
        return self._ask(
            None,
            limit,
            lambda q: q.episodes_behind(self._known(q, entity), self._attribute(q.view.control, attribute)),
        )

    def may_be_one(self, *, least: int = 2, at: TimeInput | None = None, limit: int = LIMIT) -> Answer:
        """Entities that may be one: they agree on so many attributes at least, and on more than they differ in."""
        if isinstance(least, bool) or not isinstance(least, int) or least < 1:
            raise ValidationError(f"at least one attribute has to be shared, not {shown(least)}")
        return self._ask(at, limit, lambda q: q.may_be_one(least))

    def agreeing(
        self, attribute: str, value: object = None, *, above: float = 0.5, at: TimeInput | None = None,
        limit: int = LIMIT,
    ) -> Answer:  # fmt: skip
        """Whose beliefs agree on a value of an attribute: on this one, or on any that two share."""
        _probability(above)
        keys = None if value is None else {cell(value).key, *([entity_key(value)] if isinstance(value, str) else [])}

        def work(q: Queries) -> Answer:
            known = self._attribute(q.view.control, attribute)
            wanted = None if keys is None else {q.view.control.value(known, k) for k in keys}
            return q.agreeing(known, wanted, above)

        return self._ask(at, limit, work)

    def revisions(self, entity: str, attribute: str, *, limit: int = LIMIT) -> Answer:
        """The timeline of a dimension: what was said when, and what it did to the belief when it was recorded."""
        return self._ask(
            None, limit, lambda q: q.revisions(self._known(q, entity), self._attribute(q.view.control, attribute))
        )

    def query(self, name: str, /, *arguments: object, **options: object) -> Answer:
        """A named question by its name, as the command line asks it: `query("who-works-where", above=0.9)`.

        Raises UnknownValue for a name that there is not, ValidationError for arguments that it does not take.
        """
        method = QUESTIONS.get(name.replace("_", "-")) if isinstance(name, str) else None
        if method is None:
            raise UnknownValue(f"no question is called {shown(name)}; there are {', '.join(QUESTIONS)}")
        try:
            inspect.signature(method).bind(self, *arguments, **options)
        except TypeError as error:
            raise ValidationError(f"{name} takes {usage(name)}: {error}") from None
        return method(self, *arguments, **options)

    def _ask(self, at: TimeInput | None, limit: int, work: Callable[[Queries], Answer]) -> Answer:
        if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
            raise ValidationError(f"a limit is a number of rows from 1 on, not {shown(limit)}")
        asked = micros(self._moment(at))

        def ask(reader: Reader) -> Answer:
            found = work(Queries(View(reader, self.name, self.control(reader)), asked))
            return replace(found, rows=found.rows[:limit], more=len(found.rows) > limit)

        return self.store.read(ask)

    def _moment(self, at: TimeInput | None) -> datetime:
        return self.settings.clock() if at is None else read(at, self.settings.where).at

    def _known(self, q: Queries, entity: str) -> str:
        found = self._find(q.view.reader, q.view.control, entity)
        if found is None:
            raise NotFound(f"nothing is known of {entity!r} in the space {self.name!r}")
        return found.id


QUESTIONS: dict[str, Callable[..., Answer]] = {
    method.__name__.replace("_", "-"): method
    for method in (
        Asking.who_works_where, Asking.changed_most, Asking.single_source, Asking.contested, Asking.stale,
        Asking.neighbourhood, Asking.episodes_behind, Asking.may_be_one, Asking.agreeing, Asking.revisions,
    )
}  # fmt: skip
"""The named questions."""


def usage(name: str) -> str:
    """What a named question takes, as one line.

    >>> usage("neighbourhood")
    'ENTITY --hops --at --limit'
    """
    said = []
    for p in list(inspect.signature(QUESTIONS[name.replace("_", "-")]).parameters.values())[1:]:
        if p.kind is p.KEYWORD_ONLY:
            said.append(f"--{p.name}")
        else:
            said.append(p.name.upper() if p.default is p.empty else f"[{p.name.upper()}]")
    return " ".join(said)


def _probability(p: object) -> None:
    if isinstance(p, bool) or not isinstance(p, int | float) or not 0.0 <= p <= 1.0:
        raise ValidationError(f"a probability lies between 0 and 1, not {shown(p)}")
