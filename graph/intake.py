"""Intake: an observation as somebody wrote it becomes evidence that can be stored, or a typed error."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import NamedTuple, TypeVar

from nous.beliefs import checks
from nous.beliefs.errors import NousError, ValidationError, WrongType, shown
from nous.beliefs.policy import Policy
from nous.beliefs.provenance import TIERS

from .canonical import canonical
from .model import KINDS, Delta, Kind, Observation
from .names import display, fold, key, text
from .times import Precision, micros, read
from .values import cell, entity_key

T = TypeVar("T")
MAX_ID = 200
_CHANNELS = frozenset({*TIERS, "derived"})
_PREFIXES = {"doc": "document", "device": "tool", "mail": "web", "system": "operator"}
_CONTROL = re.compile("[\x00-\x1f\x7f]")


class Prepared(NamedTuple):
    """Evidence that is fit to be stored: every field checked, names and values with their keys.

    `dated` says whether the event time was given; else it is the time of intake.
    """

    id: str
    entity_name: str
    entity_key: str
    entity_type: str | None
    attribute_name: str
    attribute_key: str
    kind: Kind
    value_key: str
    value_type: str
    value_json: str
    value_text: str
    relation: bool
    at_micros: int
    precision: Precision
    width: float
    offset: int | None
    source: str
    channel: str
    stance: float
    confidence: float
    quote: str | None
    message: str | None
    episode: str | None
    derived_from: tuple[str, ...]
    unit: str | None
    locale: str | None
    dated: bool = True

    def same_as(self, delta: Delta, entity: str) -> bool:
        """Whether a stored delta says just this; spelling, episode and recording time do not matter.

        Nor does the event time where none was given: a retry under the same id comes later, and says the same.
        """
        return (
            entity == delta.entity
            and self.attribute_key == delta.attribute
            and _compared(self) == _compared(delta)
            and (not self.dated or _time(self) == _time(delta))
        )

    def says_the_same(self, other: Prepared) -> bool:
        """Whether another observation says just this about the same entity."""
        undated = not (self.dated or other.dated)
        same = self.attribute_key == other.attribute_key and _compared(self) == _compared(other)
        return same and (undated or _time(self) == _time(other))


def _compared(said: Prepared | Delta) -> tuple[object, ...]:
    return (
        said.kind, said.value_key, said.source, said.channel, said.stance, said.confidence, said.message,
        said.derived_from, said.unit, said.locale,
    )  # fmt: skip


def _time(said: Prepared | Delta) -> tuple[int, Precision]:
    return said.at_micros, said.precision


@dataclass(frozen=True, slots=True)
class Intake:
    """How observations are read: the table of attributes, the zone of naive times, the clock, and chance."""

    policy: Policy
    zone: tzinfo
    now: Callable[[], datetime]
    random: Callable[[int], bytes]

    def prepare(self, o: Observation, otherwise: str = "unknown") -> Prepared:
        """One observation, checked whole before anything is stored; `otherwise` is the channel where none is said.

        Raises ValidationError (or WrongType) with the offending value in the message.
        """
        entity_name, owner_key = named(o.entity, "an entity")
        attribute_name, attribute_key = named(o.attribute, "an attribute")
        attribute = self.policy.attribute(attribute_key)
        relation = attribute.relation if o.relation is None else o.relation
        if not isinstance(relation, bool):
            raise WrongType(f"relation is true or false, not {shown(relation)}")
        stored = cell(o.value)
        value_key = stored.key
        if relation and isinstance(o.value, str):
            value_key = entity_key(o.value)
        elif relation and o.relation is not None:
            raise WrongType(f"a value that names an entity is text, not {shown(o.value)}")
        if o.kind not in KINDS:
            raise ValidationError(f"kind must be one of {', '.join(KINDS)}, not {shown(o.kind)}")
        when = read(self.now() if o.at is None else o.at, self.zone, o.precision)
        source, channel = provenance(o.source, o.channel, otherwise)
        quote = None if o.quote is None else text(o.quote, "a quote", limit=100_000)
        entity_type = None if o.entity_type is None else key(o.entity_type, "an entity type")
        at = micros(when.at)
        message = None if o.message is None else identifier(o.message, "the id of a message")
        said = (
            message or "", quote or "", owner_key, entity_type or "", attribute.key, value_key, o.kind, str(at),
            when.precision, source, channel,
        )  # fmt: skip
        id = self._id(o, said)
        named_entity = relation and isinstance(o.value, str)
        return Prepared(
            id, entity_name, owner_key, entity_type, attribute_name, attribute.key, o.kind, value_key,
            "entity" if named_entity else stored.type, stored.json, stored.display, named_entity, at, when.precision,
            when.width, when.offset, source, channel, checks.probability(o.stance, "stance"),
            checks.probability(o.confidence, "confidence"), quote, message,
            None if o.episode is None else identifier(o.episode, "the id of an episode"),
            _parents(o.derived_from, id),
            None if o.unit is None else display(o.unit, "a unit"),
            None if o.locale is None else display(o.locale, "a locale"),
            o.at is not None,
        )  # fmt: skip

    def _id(self, o: Observation, said: Sequence[str]) -> str:
        """The id that was given, else one of what was said; by chance where neither message nor time tells it apart."""
        if o.id is not None:
            return identifier(o.id, "an id")
        return self.random(16).hex() if o.message is None and o.at is None else content_id(said)

    def prepare_all(
        self, given: Iterable[T], read: Callable[[T], Observation], otherwise: str = "unknown"
    ) -> list[Prepared]:
        """Many observations, all or none; the error lists every bad one by its position.

        `read` makes an observation of what a caller gave.
        """
        prepared: list[Prepared] = []
        bad: list[tuple[int, str]] = []
        for i, raw in enumerate(given):
            try:
                prepared.append(self.prepare(read(raw), otherwise))
            except NousError as error:
                bad.append((i, str(error)))
        if bad:
            first = f"observation {bad[0][0]}: {bad[0][1]}"
            more = f" (and {len(bad) - 1} more are bad)" if len(bad) > 1 else ""
            raise ValidationError(f"{first}{more}; nothing was stored", bad)
        return prepared


def named(value: object, what: str) -> tuple[str, str]:
    """A name as it is shown, and its key."""
    if not isinstance(value, str):
        raise WrongType(f"{what} must be text, not {shown(value)}")
    return _named(value, what)


@lru_cache(maxsize=65536)
def _named(value: str, what: str) -> tuple[str, str]:
    visible = display(value, what)
    return visible, key(visible, what)


def content_id(parts: Sequence[str]) -> str:
    """The id of a statement by what it says: 32 hexadecimal digits of a hash over its parts.

    >>> content_id(["a", "bc"]) == content_id(["ab", "c"])
    False
    """
    return hashlib.sha256(canonical(parts)).hexdigest()[:32]


def identifier(value: object, what: str) -> str:
    """An id as given: visible text of up to 200 characters, compared exactly."""
    checked = text(value, what, limit=MAX_ID)
    if not fold(checked) or _CONTROL.search(checked):
        raise ValidationError(f"{what} must be visible text, not {shown(checked)}")
    return checked


def provenance(source: str | None, channel: str | None, otherwise: str = "unknown") -> tuple[str, str]:
    """The source and channel of a statement; a source written `channel:name` gives the channel where none is given.

    `doc:` means document, `device:` a tool. Without either it is `otherwise`.

    >>> provenance("web:example.org", None), provenance("doc:hr", None), provenance(None, None)
    (('web:example.org', 'web'), ('doc:hr', 'document'), ('unknown', 'unknown'))
    """
    for value, what in ((source, "a source"), (channel, "a channel")):
        if value is not None and not isinstance(value, str):
            raise WrongType(f"{what} must be text, not {shown(value)}")
    return _provenance(source, channel, otherwise)


@lru_cache(maxsize=4096)
def _provenance(source: str | None, channel: str | None, otherwise: str) -> tuple[str, str]:
    if channel is not None and channel not in _CHANNELS:
        raise ValidationError(f"channel must be one of {', '.join(sorted(_CHANNELS))}, not {shown(channel)}")
    if source is None:
        return channel or otherwise, channel or otherwise
    name = display(source, "a source")
    if channel is None:
        prefix = name.partition(":")[0].casefold() if ":" in name else ""
        channel = _PREFIXES.get(prefix, prefix if prefix in _CHANNELS else otherwise)
    return name, channel


def _parents(ids: object, id: str) -> tuple[str, ...]:
    if ids == ():
        return ()
    if isinstance(ids, str) or not isinstance(ids, Iterable):
        raise WrongType(f"derived_from is a list of ids, not {shown(ids)}")
    parents = tuple(dict.fromkeys(identifier(p, "an id in derived_from") for p in ids))
    if id in parents:
        raise ValidationError(f"{shown(id)} cannot be derived from itself")
    return parents
