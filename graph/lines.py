"""An export as lines of JSON: a header, one piece a line, and an end that says how many there were and their digest.

The header names the format and its version. Hashes and salts are hexadecimal, times ISO 8601 in UTC or whole
microseconds; what is null is left out. Nothing derived is in it.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from typing import Any

from nous.beliefs.errors import IntegrityError, NewerStore, ValidationError, shown
from nous.beliefs.policy import POLICY, Policy

from . import fields
from .canonical import written
from .control import fold
from .model import Delta, Dimension, Entity, Episode, Message, Record
from .move import BATCH, Begin, Log, Passage, Piece

FORMAT = "nous export"
VERSION = 1
_EPISODE = [name for name in fields.EPISODE if name not in ("messages", "mentions")]


def lines(found: Iterable[Piece], about: Mapping[str, object]) -> Iterator[str]:
    """The lines of an export of these pieces; `about` joins the header."""
    digest, number = hashlib.sha256(), 0
    header = {"format": FORMAT, "version": VERSION, **about}
    for value in chain([header], chain.from_iterable(map(_said, found))):
        line = written(value) + "\n"
        digest.update(line.encode())
        number += 1
        yield line
    yield written({"end": {"lines": number, "sha256": digest.hexdigest()}}) + "\n"


def _said(piece: Piece) -> Sequence[dict[str, object]]:
    match piece:
        case Begin():
            return ({"space": piece.space},)
        case Entity():
            return ({"entity": _plain(piece, fields.ENTITY)},)
        case Record():
            return ({"record": _plain(piece, fields.RECORD)},)
        case Passage():
            episode = _plain(piece.episode, _EPISODE)
            messages = [_plain(m, fields.MESSAGE) for m in piece.messages]
            return ({"episode": {**episode, "messages": messages, "mentions": piece.mentions}},)
        case _:
            said: list[dict[str, object]] = [{"delta": _plain(d, fields.DELTA)} for d in piece.deltas]
            return [{"dimension": _plain(piece.dimension, fields.DIMENSION)}, *said]


def _plain(value: object, names: Iterable[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in names:
        part = getattr(value, name)
        if isinstance(part, bytes):
            part = part.hex()
        elif isinstance(part, datetime):
            part = part.isoformat()
        if part is not None:
            found[name] = part
    return found


def pieces(found: Iterable[str], name: str, policy: Policy = POLICY) -> Iterator[Piece]:
    """The pieces of an export, as they come; each field is checked, and that each piece fits those before it.

    Raises ValidationError for what is no export of Nous, NewerStore for one of a newer version, IntegrityError with
    the line where something cannot have been exported, or where the end is missing or does not fit; `name` is that of
    the file, `policy` the one that control records change.
    """
    digest, end = hashlib.sha256(), None
    reading = _Reading(policy)
    number = 0
    for number, line in enumerate(found, 1):
        where = f"{name}, line {number}"
        if end is not None:
            raise IntegrityError(f"{where}: there is something after the end")
        value = _parsed(line, where, first=number == 1)
        if number == 1:
            _check_header(value, name)
        elif "end" in value:
            end = value["end"]
            if value != {"end": {"lines": number - 1, "sha256": digest.hexdigest()}}:
                raise IntegrityError(f"{where}: this is not what was exported, it was edited or a part is missing")
            with _at(where):
                reading.end()
        else:
            with _at(where):
                ready = reading.take(value)
            yield from ready
        digest.update(line.encode())
    if number == 0:
        raise ValidationError(f"{name} is empty, and no export of Nous")
    if end is None:
        raise IntegrityError(f"{name} ends in the middle, after line {number}: the rest is missing")
    yield from reading.rest()


def _parsed(line: str, where: str, first: bool) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        if first:
            raise ValidationError(f"{where}: this is no export of Nous, {shown(line.strip())} is no header of one")
        raise IntegrityError(f"{where}: this is not what was exported: {shown(line.strip())}")
    return value


def _check_header(header: Mapping[str, Any], name: str) -> None:
    version = header.get("version")
    if header.get("format") != FORMAT or isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ValidationError(f"{name} is no export of Nous: its first line is {shown(dict(header))}")
    if version > VERSION:
        raise NewerStore(f"{name} is an export of version {version}, this Nous knows up to {VERSION}: update it")


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Whatever cannot be made of a line is a fault of the file, and of that line."""
    try:
        yield
    except (
        ArithmeticError, AssertionError, AttributeError, IntegrityError, LookupError, RecursionError, TypeError,
        ValueError,
    ) as error:  # fmt: skip
        raise IntegrityError(f"{where}: this is not what was exported: {error}") from None


class _Reading:
    """What was read of an export so far: as much of it as the next lines have to fit.

    Of a space it keeps the ids, since one that stands twice would be found out by the store only half-way.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.spaces: set[str] = set()
        self.ids: defaultdict[str, set[str]] = defaultdict(set)
        self.said_in: dict[str, str] = {}  # messages, by the episode that they stand in
        self.records: list[Record] | None = None  # those not folded yet
        self.log: Log | None = None

    def take(self, value: Mapping[str, Any]) -> tuple[Piece, ...]:
        """The pieces that a line completes."""
        if len(value) != 1:
            raise ValidationError(f"this is no piece of a memory: {shown(dict(value))}")
        ((kind, said),) = value.items()
        if kind == "delta" and self.log is not None:
            return self._delta(self.log, said)
        done = self.rest()
        if kind != "record":
            self._fold()
        if kind != "space" and not self.spaces:
            raise ValidationError("it belongs to no space")
        match kind:
            case "space":
                return (*done, self._space(value))
            case "entity":
                return (*done, self._entity(said))
            case "record":
                return (*done, self._record(said))
            case "episode":
                return (*done, self._passage(said))
            case "dimension":
                self.log = Log(self._dimension(said), ())
                return done
        raise ValidationError(f"this is no piece of a memory: {shown(dict(value))}")

    def rest(self) -> tuple[Piece, ...]:
        """The log that was being read, if any."""
        log, self.log = self.log, None
        return () if log is None else (log,)

    def end(self) -> None:
        """Refuse an export that ends without a space, or with records that make no sense."""
        if not self.spaces:
            raise ValidationError("there is no space in it")
        self._fold()

    def _space(self, value: Mapping[str, Any]) -> Begin:
        name = fields.read(fields.SPACE, value)["space"]
        if name in self.spaces:
            raise ValidationError(f"the space {shown(name)} stands there twice")
        self.spaces.add(name)
        self.ids.clear()
        self.said_in.clear()
        self.records = []
        return Begin(name)

    def _entity(self, said: object) -> Entity:
        found = fields.read(fields.ENTITY, said)
        fields.check_entity(found)
        self._new("entity", found["id"])
        return Entity(**found)

    def _record(self, said: object) -> Record:
        found = fields.read(fields.RECORD, said)
        fields.check_record(found)
        self._known(found["body"]["entities"] if found["type"] == "merge" else ())
        self._known([found["body"]["entity"]] if found["type"] == "alias" else ())
        record = Record(**found)
        if self.records is None:
            raise ValidationError("the control records of a space stand together, before its episodes")
        self.records.append(record)
        return record

    def _fold(self) -> None:
        """Refuse control records that cannot be carried out, once all of a space are there."""
        if self.records:
            fold(self.records, self.policy)
            self.records = None

    def _passage(self, said: object) -> Passage:
        found = fields.read(fields.EPISODE, said)
        self._new("episode", found["id"])
        if found["until"] < found["at"]:
            raise ValidationError(f"the episode {shown(found['id'])} ends before it begins")
        self._known(found["mentions"])
        messages = []
        for part in found["messages"]:
            message = Message(episode=found["id"], **fields.read(fields.MESSAGE, part))
            self._new("message", message.id)
            self.said_in[message.id] = found["id"]
            messages.append(message)
        episode = Episode(found["id"], found["at"], found["until"], tuple(m.id for m in messages), found["title"])
        return Passage(episode, tuple(messages), found["mentions"])

    def _dimension(self, said: object) -> Dimension:
        found = fields.read(fields.DIMENSION, said)
        fields.check_dimension(found)
        self._known([found["entity"]])
        self._new("dimension", found["id"])
        return Dimension(**found)

    def _delta(self, log: Log, said: object) -> tuple[Piece, ...]:
        found = {"offset": None, **fields.read(fields.DELTA, said)}
        fields.check_delta(found)
        self._new("delta", found["id"])
        message, episode = found.get("message"), found.get("episode")
        if message is not None and episode in self.ids["episode"] and self.said_in.get(message) != episode:
            raise ValidationError(f"the episode {shown(episode)} lacks the message {shown(message)}")
        of = log.dimension
        delta = Delta(dimension=of.id, entity=of.entity, attribute=of.attribute, **found)
        full = len(log.deltas) >= BATCH
        self.log = Log(of, (delta,) if full else (*log.deltas, delta))
        return (log,) if full else ()

    def _new(self, kind: str, id: str) -> None:
        if id in self.ids[kind]:
            raise ValidationError(f"the {kind} {shown(id)} stands there twice")
        self.ids[kind].add(id)

    def _known(self, entities: Collection[str]) -> None:
        if lacking := [id for id in entities if id not in self.ids["entity"]]:
            raise ValidationError(f"there is no entity {shown(lacking[0])} before it")
