"""What is stored, as plain values: entities, dimensions, deltas, messages, episodes and records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from nous.beliefs.frozen import frozen

from .times import Precision, TimeInput, days, from_micros
from .values import Value, load

Kind = Literal["assert", "deny", "end", "change"]
KINDS: tuple[Kind, ...] = ("assert", "deny", "end", "change")
Cardinality = Literal["one", "many", "quantity"]


@frozen
class Observation:
    """Evidence on its way in: what `space.observe` takes, as one value.

    Only entity, attribute and value are needed. `at` is the event time (default: now, or the message's time),
    `stance` the speaker's own certainty, `confidence` the extractor's that it was said so; `message` is the id
    of the message it was said in. Equal where every field is.

    >>> Observation("Pranav", "employer", "Sarvam AI", at="2026-01-10").kind
    'assert'
    """

    entity: str
    attribute: str
    value: Value | datetime
    at: TimeInput | None = None
    kind: str = "assert"
    source: str | None = None
    channel: str | None = None
    stance: float = 1.0
    confidence: float = 0.95
    id: str | None = None
    quote: str | None = None
    derived_from: tuple[str, ...] = ()
    relation: bool | None = None
    entity_type: str | None = None
    unit: str | None = None
    locale: str | None = None
    precision: str | None = None
    episode: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One utterance: who said what, when.

    `id` is unique in its space; `role` is user, assistant or tool as chat interfaces have it, None for people
    talking; `channel` and `source` say through what it came; `derived_from` names the deltas it was made from.
    """

    id: str
    speaker: str
    text: str
    at: datetime
    role: str | None = None
    channel: str = "user"
    source: str = "user"
    derived_from: tuple[str, ...] = ()
    offset: int | None = None
    episode: str | None = None
    recorded_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, thing, place or project. Equal where space, key and type are."""

    id: str
    key: str
    name: str
    type: str | None = None
    aliases: tuple[str, ...] = ()


@frozen
class Snapshot:
    """A belief as of its last evidence, for whoever looks at the store itself.

    `best` is the value believed (None: the unknown led, or no value was a member), `values` are the most probable
    ones with their `probabilities`, it first, `unknown` is what is left. So many days later, with
    s = 2^(-days / half_life) (1 where that is None), a probability is base + (p - base) s and the unknown
    base_unknown + (unknown - base_unknown) s. `decision` and `candidates` are those of that moment, and a value whose
    key is `keys[i]` counts as `values[key_values[i]]`.
    """

    best: str | None
    values: tuple[str, ...]
    probabilities: tuple[float, ...]
    unknown: float
    at_micros: int | None
    cardinality: Cardinality = "one"
    half_life: float | None = None
    base: float = 0.0
    base_unknown: float = 0.0
    decision: str = "unknown"
    candidates: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    key_values: tuple[int, ...] = ()


@frozen
class Dimension:
    """One (entity, attribute) pair and what is derived from its evidence.

    `count` deltas form its hash chain, which ends in `head`; `state` is the cached belief, valid for the
    parameters and records whose fingerprint is `stamp`, and `snapshot` the same for people, written but not read.
    """

    id: str
    entity: str
    attribute: str
    name: str
    count: int = 0
    head: bytes = b""
    state: str | None = None
    stamp: str = ""
    relation: bool = False
    snapshot: Snapshot | None = None


@frozen
class Delta:
    """Evidence plus the revision that it caused when it was recorded.

    `seq` is its place in the chain of its dimension. `surprise` and `gain` are in bits, `prior` and `posterior`
    the probability of its value before and after; where a history is read they are those of the present replay,
    and `recorded_surprise` keeps what was computed on arrival.
    """

    id: str
    dimension: str
    entity: str
    attribute: str
    seq: int
    kind: Kind
    value_key: str
    value_type: str
    value_json: str
    value_text: str
    at_micros: int
    precision: Precision
    width: float
    offset: int | None
    recorded_micros: int
    source: str
    channel: str
    stance: float
    confidence: float
    quote: str | None = None
    message: str | None = None
    episode: str | None = None
    derived_from: tuple[str, ...] = ()
    unit: str | None = None
    locale: str | None = None
    surprise: float = 0.0
    gain: float = 0.0
    prior: float = 0.0
    posterior: float = 0.0
    salt: bytes = b""
    hash: bytes = b""
    prev: bytes = b""
    retracted: bool = False
    recorded_surprise: float | None = None
    role: str | None = None
    tier: float | None = None

    @property
    def at(self) -> datetime:
        """The event time, in UTC."""
        return from_micros(self.at_micros)

    @property
    def recorded_at(self) -> datetime:
        """When the memory learned it, in UTC."""
        return from_micros(self.recorded_micros)

    @property
    def t(self) -> float:
        """The event time in days since 1970."""
        return days(self.at_micros)

    @property
    def value(self) -> Value:
        """The typed value."""
        return load(self.value_json)


@dataclass(frozen=True, slots=True)
class Episode:
    """The messages of one event, in order."""

    id: str
    at: datetime
    until: datetime
    messages: tuple[str, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What is no evidence but changes answers: a retraction, an alias, a parameter; part of the control chain."""

    seq: int
    type: str
    body: Mapping[str, object]
    actor: str
    reason: str
    recorded_micros: int
    salt: bytes = b""
    hash: bytes = b""
    prev: bytes = b""

    @property
    def recorded_at(self) -> datetime:
        """When it was recorded, in UTC."""
        return from_micros(self.recorded_micros)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one call to ingest or observe_many did; every piece of input is counted somewhere."""

    space: str
    messages: int = 0
    episodes: int = 0
    evidence: int = 0
    duplicates: int = 0
    retracted: tuple[str, ...] = ()
    rejects: Mapping[str, int] = field(default_factory=dict)
    deltas: tuple[str, ...] = ()
