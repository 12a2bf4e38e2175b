"""The world of one case: a memory at a location, its clock, and what came of each operation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Any

from nous import Memory, Message, NousError, Observation, Settings, Space
from nous.aio import AsyncMemory
from nous.errors import (
    ConflictError,
    ReadOnlyStore,
    StoreClosed,
    StoreFull,
    StoreUnavailable,
    ValidationError,
)
from nous.graph import times
from nous.graph.store import Reader
from nous.ingest.statement import Extractor, Statement
from tests.conftest import Chance, Clock

from .loading import Json, moment

CLASSES: dict[str, tuple[type[NousError], ...]] = {
    "validation": (ValidationError,),
    "conflict": (ConflictError,),
    "closed": (StoreClosed,),
    "read_only": (ReadOnlyStore,),
    "storage_full": (StoreFull,),
    "unavailable": (StoreUnavailable,),
}
"""The error classes of the cases in ours."""

FIELDS = {"time": "at", "type": "entity_type"}
KNOWN = {
    "entity", "attribute", "value", "time", "source", "kind", "confidence", "id", "type", "unit", "locale", "relation",
    "derived_from", "tenant", "stance", "channel",
}  # fmt: skip


class Unbuilt(Exception):
    """The case needs an operation that Nous does not have yet."""


@dataclass
class Failure:
    """An error, and the labels by which a case may name what it was about."""

    error: NousError
    labels: set[str]


@dataclass
class Asked:
    """A question that a step asked, what was answered, and after how many observations about the same."""

    question: Json
    answer: Any
    after: int


@dataclass
class World:
    """Everything that a case acts on, and what it will be judged by."""

    location: str
    name: str
    clock: Clock
    zone: str | None = None
    extract: Extractor | None = None
    opened: Memory | None = None
    asynchronous: AsyncMemory | None = None
    failures: list[Failure] = field(default_factory=list)
    results: list[list[str]] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    observed: list[Json] = field(default_factory=list)
    fed: list[Callable[[], object]] = field(default_factory=list)  # each writing operation, to be done once more
    watched: bool = False  # whether the log is looked at before each step
    logs: list[dict[str, object]] = field(default_factory=list)  # how it was then
    recorded: str = "as said"

    @property
    def settings(self) -> Settings:
        """A fixed clock, repeated chance, and a file that need not survive a power cut."""
        return Settings(
            clock=self.clock, random=Chance(self.name), zone=self.zone, extract=self.extract, synchronous="OFF"
        )

    @property
    def memory(self) -> Memory:
        """The memory, opened where it is not."""
        if self.opened is None:
            self.opened = Memory(self.location, settings=self.settings)
        return self.opened

    def space(self, tenant: object = None) -> Space:
        """The space of a tenant; without one that of the case."""
        return self.memory.space(self.name if tenant is None else f"{self.name} {tenant}" if tenant else "")

    def heard_of(self, asked: Json) -> int:
        """How many observations there were about what a question asks."""
        return sum((o["entity"], o["attribute"]) == (asked["entity"], asked["attribute"]) for o in self.observed)

    def rows(self) -> dict[str, object]:
        """Every entry of the log with what it says: of evidence, and of what was changed by hand or by the speaker."""

        def work(reader: Reader) -> dict[str, object]:
            space = self.space().name
            deltas = reader.deltas(space, [d.id for d in reader.dimensions(space)])
            said = {
                f"delta {d.id}": (d.seq, d.kind, d.value_json, d.at_micros, d.recorded_micros, d.source, d.hash)
                for d in deltas
            }
            return said | {f"record {r.seq}": (r.type, str(r.body), r.hash) for r in reader.records(space)}

        return self.space().store.read(work)

    def close(self) -> None:
        """Let go of the store."""
        if self.asynchronous is not None:
            asyncio.run(self.asynchronous.close())
            self.asynchronous = None
        if self.opened is not None:
            self.opened.close()
            self.opened = None

    def fail(self, error: NousError, **about: Any) -> None:
        """Note an error with what it was about."""
        labels = {str(v) for k, v in about.items() if k in ("entity", "attribute", "value", "tenant")}
        self.failures.append(Failure(error, labels | {f"{about.get('attribute')}={about.get('value')}"}))

    def observe(self, given: Json) -> None:
        """One observation; what is refused is noted."""
        expected = given.pop("expect_error", None)
        if unknown := set(given) - KNOWN:
            raise Unbuilt(f"observations with {', '.join(sorted(unknown))}")
        try:
            self.space(given.get("tenant")).observe(**said(given))
        except NousError as error:
            if expected is not None:
                assert isinstance(error, CLASSES[expected])
                return
            self.fail(error, **given)
        else:
            assert expected is None, f"{given} was to be refused"
            self.observed.append(given)
            self.fed.append(lambda: self.observe(dict(given)))

    def ingest(self, messages: list[Json], tenant: object = None) -> None:
        """One conversation in one call."""
        recorded = "now" if self.recorded == "now" else "as said"
        self.fed.append(lambda: self.space(tenant).ingest(messages, recorded=recorded))  # type: ignore[arg-type]
        try:
            self.fed[-1]()
        except NousError as error:
            self.fail(error, entity="first message")


def said(given: Json) -> Json:
    """An observation of a case as the arguments of `observe`."""
    return {FIELDS.get(k, k): moment(v) if k == "time" else v for k, v in given.items() if k != "tenant"}


def scripted(observations: list[Json]) -> Extractor:
    """An extractor that gives the reply of a good one: observations, each with the index of its message."""

    def extract(messages: tuple[Message, ...], zone: tzinfo, /) -> list[Statement]:
        found = []
        made: dict[int, Observation] = {}
        for i, o in enumerate(observations):
            if o["message"] >= len(messages):
                continue
            fields = {k: v for k, v in o.items() if k not in ("message", "corrects", "value")}
            made[i] = replace(
                Observation(value=o.get("value", ""), message=messages[o["message"]].id, entity="", attribute=""),
                **fields,
            )
            corrects = tuple(made[k] for k in o.get("corrects", ()))
            own = None if "value" not in o else made[i]
            found.append(Statement(own, corrects, messages[o["message"]].id))
        return found

    return extract  # type: ignore[return-value]  # a tuple is the sequence it is given


def latest(given: Any) -> datetime | None:
    """The latest time that stands anywhere in an input; what is no time does not count, nor does a far future."""
    if isinstance(given, dict):
        found = [latest(v) for k, v in given.items() if k != "time"]
        if "time" in given:
            try:
                found.append(times.read(moment(given["time"])).at)
            except ValidationError:
                found.append(None)
        return max((t for t in found if t is not None and t.year < 2500), default=None)
    if isinstance(given, list):
        return max((t for t in map(latest, given) if t is not None), default=None)
    return None
