"""The seam between Nous and the place where things are kept: a few verbs in domain words, implemented twice.

A store runs work in transactions: `read` sees every chain as it was when it first looked at it, `write` is all or
nothing. Work may be run again after a conflict with another writer, so it keeps nothing outside the transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeVar

from .model import Delta, Dimension, Entity, Episode, Message, Record, Snapshot

T = TypeVar("T")
DocumentKind = Literal["delta", "message"]


class Document(NamedTuple):
    """One unit of full-text search: the tokens of a delta or of a message, by its id.

    Of a message also who spoke, and its place: the episode and the position in it.
    """

    kind: DocumentKind
    ref: str
    tokens: tuple[str, ...]
    speaker: str = ""
    episode: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class Corpus:
    """What scoring needs to know of the documents of one kind: how many, how many tokens, in how many each is."""

    documents: int
    tokens: int
    frequencies: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of the graph, derived from a belief about a relation."""

    entity: str
    target: str
    attribute: str
    probability: float
    since_micros: int


@dataclass(frozen=True, slots=True)
class Chain:
    """The hash chain of a dimension: how many deltas form it, and the hash of the last."""

    dimension: str
    count: int
    head: bytes


class Checkpoint(NamedTuple):
    """The state of a belief between two instants of its evidence: all up to time `t` (days) is in it, nothing later."""

    dimension: str
    t: float
    state: str


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source and its track record."""

    id: str
    channel: str
    deltas: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found: the names of its columns, its rows, and whether there were more than were wanted."""

    columns: tuple[str, ...]
    rows: list[list[object]]
    more: bool = False


class Reader(Protocol):
    """A view of a store; every method stays inside the space it is given.

    Once a dimension or chain was looked at, `deltas` gives no more of it than there was then, whoever writes meanwhile.
    """

    def spaces(self) -> list[str]:
        """The names of all spaces, sorted."""
        ...

    def control(self, space: str) -> tuple[int, bytes]:
        """How many control records a space has, and the hash of the last."""
        ...

    def records(self, space: str) -> list[Record]:
        """The control records of a space, in order."""
        ...

    def entities(self, space: str, keys: Collection[str] | None = None) -> list[Entity]:
        """The entities of a space, or those with these keys, by key and type."""
        ...

    def entities_by_id(self, space: str, ids: Collection[str]) -> list[Entity]:
        """The entities with these ids."""
        ...

    def dimensions(
        self, space: str, entities: Collection[str] | None = None, attributes: Collection[str] | None = None
    ) -> list[Dimension]:
        """The dimensions of a space, of these entities, with these attributes, by entity and attribute."""
        ...

    def dimensions_by_id(self, space: str, ids: Collection[str]) -> list[Dimension]:
        """The dimensions with these ids."""
        ...

    def chains(self, space: str) -> list[Chain]:
        """The chain of every dimension of a space, by entity and attribute."""
        ...

    def snapshots(self, space: str, dimensions: Collection[str]) -> dict[str, Snapshot]:
        """The snapshots that were kept of these dimensions, by the dimension's id."""
        ...

    def deltas(self, space: str, dimensions: Collection[str], since: int | None = None) -> Iterator[Delta]:
        """The deltas of these dimensions, in the order of each chain; those of event times from `since` (micros) on."""
        ...

    def checkpoint(self, space: str, dimension: str, before: float) -> Checkpoint | None:
        """The last checkpoint of a dimension whose time is earlier than `before` (days)."""
        ...

    def checkpoints(self, space: str, dimensions: Collection[str]) -> list[Checkpoint]:
        """Every checkpoint of these dimensions, by dimension and time."""
        ...

    def deltas_by_id(self, space: str, ids: Collection[str]) -> list[Delta]:
        """The deltas with these ids."""
        ...

    def recorded(self, space: str, first: int, last: int) -> list[Delta]:
        """The deltas recorded from `first` up to before `last`, both in microseconds, by time and id."""
        ...

    def children(self, space: str, ids: Collection[str]) -> set[str]:
        """The ids of the deltas that derive directly from one of these."""
        ...

    def heard_in(self, space: str, episodes: Collection[str], until: int | None = None) -> set[tuple[str, str]]:
        """The (dimension, episode) pairs of these episodes that have a delta, of event times up to `until` (micros)."""
        ...

    def messages(self, space: str, ids: Collection[str] | None = None) -> list[Message]:
        """The messages with these ids, or all, by time and id."""
        ...

    def episodes(self, space: str, ids: Collection[str] | None = None) -> list[Episode]:
        """The episodes with these ids, or all, by time and id."""
        ...

    def edges(self, space: str, entity: str, limit: int) -> list[Edge]:
        """The most probable edges that leave or reach an entity, at most `limit` in each direction."""
        ...

    def relations(self, space: str) -> list[Edge]:
        """Every edge of a space, by entity, attribute and target."""
        ...

    def mentions(self, space: str, episodes: Collection[str]) -> set[tuple[str, str]]:
        """The (episode, entity) pairs of these episodes."""
        ...

    def sources(self, space: str) -> list[SourceRow]:
        """Everybody who said something, with how much."""
        ...

    def counts(self, space: str) -> Mapping[str, int]:
        """How many messages, episodes, entities, dimensions and deltas a space has."""
        ...

    def corpus(self, space: str, kind: DocumentKind, tokens: Collection[str]) -> Corpus:
        """The statistics of the documents of one kind, with the document frequency of these tokens."""
        ...

    def candidates(self, space: str, kind: DocumentKind, tokens: Collection[str], limit: int) -> list[Document]:
        """Documents that hold one of these tokens, looked up from the rarest on until there are `limit`.

        Where more than `limit` hold a token, those latest in event time are taken (ties by id), on every store alike.
        """
        ...

    def documents(self, space: str, kind: DocumentKind, ids: Collection[str]) -> list[Document]:
        """What the full-text index holds of these deltas or messages; nothing of what is not in it."""
        ...

    def around(self, space: str, messages: Collection[str], reach: int = 1) -> list[Document]:
        """The messages up to `reach` positions from one of these in its episode, themselves included."""
        ...


class Writer(Reader, Protocol):
    """A transaction that may also write."""

    def open_space(self, space: str) -> None:
        """Make a space where there is none."""
        ...

    def add_entities(self, space: str, entities: Sequence[Entity]) -> None:
        """Add entities; one that exists already stays as it is."""
        ...

    def hold(self, space: str, dimensions: Sequence[Dimension]) -> list[Dimension]:
        """Add the dimensions that are new, keep other writers from all of them, and read them as they are now."""
        ...

    def append(self, space: str, deltas: Sequence[Delta]) -> None:
        """Append deltas to the chains of their dimensions."""
        ...

    def keep(self, space: str, dimensions: Sequence[Dimension]) -> None:
        """Write the derived part of dimensions: count, head, state and stamp."""
        ...

    def keep_checkpoints(self, space: str, since: Mapping[str, float], made: Sequence[Checkpoint]) -> None:
        """Drop the checkpoints of each dimension in `since` that are later than its time there; then add these."""
        ...

    def append_record(self, space: str, record: Record) -> None:
        """Append a record to the control chain of a space."""
        ...

    def add_episode(self, space: str, episode: Episode, messages: Sequence[Message]) -> None:
        """Add an episode with its messages."""
        ...

    def add_mentions(self, space: str, episode: str, entities: Collection[str]) -> None:
        """Note the entities that an episode mentions."""
        ...

    def index(self, space: str, documents: Sequence[Document]) -> None:
        """Put documents into the full-text index, in place of what it has of them."""
        ...

    def clear_index(self, space: str) -> None:
        """Take all documents of a space out of the full-text index."""
        ...

    def relate(self, space: str, edges: Mapping[tuple[str, str], Sequence[Edge]]) -> None:
        """Replace the edges of these (entity, attribute) pairs."""
        ...


class Store(Protocol):
    """Where spaces are kept. Thread-safe."""

    @property
    def location(self) -> str:
        """Where it is, without any secret."""
        ...

    def read(self, work: Callable[[Reader], T]) -> T:
        """Run work on one consistent view."""
        ...

    def write(self, work: Callable[[Writer], T]) -> T:
        """Run work in a transaction: all of it or nothing."""
        ...

    def query(self, cypher: str, parameters: Mapping[str, object], limit: int) -> Answer:
        """What a reading Cypher query finds in the whole database; StoreError where the store is no graph server."""
        ...

    def backup(self, target: Path) -> None:
        """Write a whole copy, as it is now, to a new file; StoreError where the store is not in a file."""
        ...

    def close(self) -> None:
        """Let go of everything; any later call raises StoreClosed."""
        ...


def rarest_first(frequencies: Mapping[str, int]) -> list[str]:
    """The tokens that stand in any document at all, the rarest first; ties in the order of the alphabet.

    >>> rarest_first({"ferry": 40, "accordion": 1, "zither": 0})
    ['accordion', 'ferry']
    """
    return sorted((t for t, n in frequencies.items() if n), key=lambda t: (frequencies[t], t))


def chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Items in lists of at most `size`.

    >>> list(chunks("abc", 2))
    [['a', 'b'], ['c']]
    """
    batch: list[T] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
