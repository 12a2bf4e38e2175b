"""An export as lines of JSON: a header, one piece a line, and an end that says how many there were and their digest.

The header names the format and its version. Hashes and salts are hexadecimal, times ISO 8601 in UTC or whole
microseconds; what is null is left out. Nothing derived is in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import chain
from typing import Any, cast

from nous.beliefs.errors import IntegrityError, NewerStore, ValidationError, shown

from .canonical import written
from .model import Delta, Dimension, Entity, Episode, Message, Record
from .move import BATCH, Begin, Log, Piece, Scene

FORMAT = "nous export"
VERSION = 1
_OF_DIMENSION = ("dimension", "entity", "attribute")
_NOT_KEPT = (*_OF_DIMENSION, "retracted", "recorded_surprise", "role", "tier")
_DELTA = tuple(f.name for f in fields(Delta) if f.name not in _NOT_KEPT)
_DIMENSION = ("id", "entity", "attribute", "name", "count", "head", "relation")
_HEXADECIMAL = {"salt", "hash", "prev", "head"}
_TIMES = {"at", "until", "recorded_at"}
_LISTS = {"derived_from", "messages"}


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
            return ({"entity": _plain(piece, ("id", "key", "name", "type"))},)
        case Record():
            return ({"record": _plain(piece, [f.name for f in fields(Record)])},)
        case Scene():
            episode = _plain(piece.episode, ("id", "at", "until", "title"))
            messages = [_plain(m, [f.name for f in fields(Message) if f.name != "episode"]) for m in piece.messages]
            return ({"episode": {**episode, "messages": messages, "mentions": piece.mentions}},)
        case _:
            said: list[dict[str, object]] = [{"delta": _plain(d, _DELTA)} for d in piece.deltas]
            return [{"dimension": _plain(piece.dimension, _DIMENSION)}, *said]


def _plain(value: object, names: Sequence[str]) -> dict[str, object]:
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


def pieces(found: Iterable[str], name: str) -> Iterator[Piece]:
    """The pieces of an export, as they come.

    Raises ValidationError for what is no export of Nous, NewerStore for one of a newer version, IntegrityError where
    the end is missing or does not fit, with the line in the message; `name` is that of the file.
    """
    digest, end = hashlib.sha256(), None
    log: Log | None = None
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
            if not isinstance(end, dict) or end != {"lines": number - 1, "sha256": digest.hexdigest()}:
                raise IntegrityError(f"{where}: this is not what was exported, it was edited or a part is missing")
        elif "delta" in value and log is not None:
            delta = _made(_delta_of(log.dimension), value["delta"], where)
            if len(log.deltas) >= BATCH:
                yield log
                log = Log(log.dimension, ())
            log = Log(log.dimension, (*log.deltas, delta))
        else:
            if log is not None:
                yield log
                log = None
            piece = _piece(value, where)
            if isinstance(piece, Log):
                log = piece
            else:
                yield piece
        digest.update(line.encode())
    if log is not None:
        yield log
    if number == 0:
        raise ValidationError(f"{name} is empty, and no export of Nous")
    if end is None:
        raise IntegrityError(f"{name} ends in the middle, after line {number}: the rest is missing")


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


def _piece(value: Mapping[str, Any], where: str) -> Piece:
    match value:
        case {"space": str() as space}:
            return Begin(space)
        case {"entity": found}:
            return cast(Entity, _made(Entity, found, where))
        case {"record": found}:
            return cast(Record, _made(Record, found, where))
        case {"dimension": found}:
            return Log(_made(Dimension, found, where), ())
        case {"episode": {"messages": list() as inside, "mentions": list() as mentions, **rest}}:
            messages = tuple(_made(_message_of(str(rest.get("id"))), m, where) for m in inside)
            episode = _made(Episode, {**rest, "messages": [m.id for m in messages]}, where)
            return Scene(episode, messages, tuple(map(str, mentions)))
    raise IntegrityError(f"{where}: this is no piece of a memory: {shown(dict(value))}")


def _delta_of(d: Dimension) -> Any:
    def make(**said: Any) -> Delta:
        return Delta(dimension=d.id, entity=d.entity, attribute=d.attribute, **{"offset": None, **said})

    return make


def _message_of(episode: str) -> Any:
    return lambda **said: Message(episode=episode, **said)


def _made(kind: Any, said: object, where: str) -> Any:
    """A piece from its fields; whatever does not fit is a fault of the file."""
    try:
        assert isinstance(said, dict)
        return kind(**{name: _field(name, part) for name, part in said.items()})
    except (TypeError, ValueError, AssertionError, KeyError) as error:
        raise IntegrityError(f"{where}: this is not what was exported: {error}") from None


def _field(name: str, part: Any) -> Any:
    if name in _HEXADECIMAL:
        return bytes.fromhex(part)
    if name in _TIMES and isinstance(part, str):
        return datetime.fromisoformat(part)
    return tuple(part) if name in _LISTS else part
