"""What each field of an export may hold: one table a kind of piece, which writing and reading both go by.

Hashes cover most fields, but whoever edits a file can also mend its hashes; and what is covered by none has to fit as
well. A check gives the field as the model has it, or raises.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, get_args

from nous.beliefs import checks
from nous.beliefs.errors import ValidationError, WrongType, shown
from nous.beliefs.provenance import TIERS

from .control import RecordType
from .intake import identifier
from .ledger import dimension_id
from .model import KINDS
from .names import MAX_NAME, display, key, space_name, text
from .resolve import entity_id
from .times import PRECISIONS, micros
from .values import cell, entity_key, load

T = TypeVar("T")
Check = Callable[[Any, str], Any]
_HASH = 32  # bytes
_LARGEST = 2**63 - 1  # that every store can hold
_A_DAY = 24 * 60  # minutes
_ROUNDING = 1e-9
_TIMES = micros(datetime.min.replace(tzinfo=UTC)), micros(datetime.max.replace(tzinfo=UTC))


class Field(NamedTuple):
    """How a field is checked and read, and whether it may be left out."""

    check: Check
    needed: bool = True


def read(table: Mapping[str, Field], said: object) -> dict[str, Any]:
    """Fields as the model has them; ValidationError or another plain error where one does not fit, lacks or is odd.

    >>> read({"seq": Field(whole(1))}, {"seq": 3})
    {'seq': 3}
    """
    if not isinstance(said, dict):
        raise WrongType(f"{shown(said)} has no fields")
    if odd := [name for name in said if name not in table]:
        raise ValidationError(f"there is no field {shown(odd[0])}")
    if lacking := [name for name, field in table.items() if field.needed and name not in said]:
        raise ValidationError(f"{lacking[0]} is missing")
    return {name: field.check(said[name], name) for name, field in table.items() if name in said}


# ── checks ──────────────────────────────────────────────────────────────────────────────────────────────


def whole(least: int, most: int = _LARGEST) -> Check:
    """A check for whole numbers from `least` to `most`."""

    def check(found: Any, what: str) -> int:
        if checks.count(found, what, least) > most:
            raise ValidationError(f"{what} must be at most {most}, not {shown(found)}")
        return int(found)

    return check


def _number(least: float, most: float = math.inf) -> Check:
    def check(found: Any, what: str) -> float:
        if not least - _ROUNDING <= checks.finite(found, what) <= most + _ROUNDING:
            raise ValidationError(f"{what} must lie between {least} and {most}, not {shown(found)}")
        return float(found)

    return check


def _one_of(words: tuple[str, ...]) -> Check:
    def check(found: Any, what: str) -> str:
        if not isinstance(found, str) or found not in words:
            raise ValidationError(f"{what} must be one of {', '.join(words)}, not {shown(found)}")
        return found

    return check


def _unchanged(make: Callable[[Any, str], str]) -> Check:
    """A check for text that is already as `make` would have it."""

    def check(found: Any, what: str) -> str:
        if not isinstance(found, str):
            raise WrongType(f"{what} must be text, not {shown(found)}")
        made = make(found, what)
        if made != found:
            raise ValidationError(f"{what} is {shown(made)} by the time it is stored, not {shown(found)}")
        return made

    return check


def _text(limit: int | None = None) -> Check:
    return lambda found, what: text(found, what, limit=limit)


def _visible(found: Any, what: str) -> str:
    if not text(found, what).strip():
        raise ValidationError(f"{what} must be visible text, not {shown(found)}")
    return str(found)


def _truth(found: Any, what: str) -> bool:
    if not isinstance(found, bool):
        raise WrongType(f"{what} is true or false, not {shown(found)}")
    return found


def _bytes(*sizes: int) -> Check:
    """A check for bytes in hexadecimal, of one of these sizes or of any."""

    def check(found: Any, what: str) -> bytes:
        made = bytes.fromhex(text(found, what))
        if made.hex() != found or (sizes and len(made) not in sizes):
            raise ValidationError(f"{what} must be hexadecimal and of {sizes or 'any'} bytes, not {shown(found)}")
        return made

    return check


def _moment(found: Any, what: str) -> datetime:
    at = datetime.fromisoformat(text(found, what))
    if at.tzinfo is None:
        raise ValidationError(f"{what} must say its distance from UTC: {shown(found)}")
    return at.astimezone(UTC)


def _texts(each: Check, least: int = 0, *, once: bool = False) -> Check:
    """A check for a list of at least so many texts, each of which may have to stand there once."""

    def check(found: Any, what: str) -> tuple[str, ...]:
        if not isinstance(found, list):
            raise WrongType(f"{what} must be a list, not {shown(found)}")
        made = tuple(each(item, what) for item in found)
        if len(made) < least:
            raise ValidationError(f"{what} must hold {least} at least, not {shown(found)}")
        if once and len(set(made)) != len(made):
            raise ValidationError(f"{what} holds something twice: {shown(found)}")
        return made

    return check


def _pieces(found: Any, what: str) -> list[Any]:
    if not isinstance(found, list):
        raise WrongType(f"{what} must be a list, not {shown(found)}")
    return found


def _storable(found: Any, what: str) -> Any:
    """Whatever JSON holds, as long as every store can: no NUL, no half characters, no NaN, no endless integers."""
    if isinstance(found, str):
        text(found, what)
    elif isinstance(found, dict):
        for name, part in found.items():
            _storable(part, text(name, what))
    elif isinstance(found, list):
        for part in found:
            _storable(part, what)
    elif isinstance(found, int | float) and not isinstance(found, bool):
        checks.finite(found, what)
    return found


def _map(found: Any, what: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise WrongType(f"{what} must be a map, not {shown(found)}")
    return dict(_storable(found, what))


def _factors(found: Any, what: str) -> dict[str, Any]:
    return {_shown(source, what): checks.probability(x, what) for source, x in _map(found, what).items()}


_shown = _unchanged(lru_cache(maxsize=65536)(display))
_key = _unchanged(key)
_time = whole(*_TIMES)
_offset = whole(-_A_DAY, _A_DAY)
_size = _number(0.0)
_part = _number(0.0, 1.0)
_channel = _one_of((*TIERS, "derived"))
_value_key = _text(MAX_NAME)
_keys = _texts(_visible, 1)

# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────

SPACE = {"space": Field(_unchanged(lambda found, _: space_name(found)))}
ENTITY = {"id": Field(identifier), "key": Field(_key), "name": Field(_shown), "type": Field(_key, False)}
RECORD = {
    "seq": Field(whole(1)), "type": Field(_one_of((*get_args(RecordType), "erasure"))), "body": Field(_map),
    "actor": Field(_shown), "reason": Field(_text()), "recorded_micros": Field(_time), "salt": Field(_bytes()),
    "hash": Field(_bytes(_HASH)), "prev": Field(_bytes(0, _HASH)),
}  # fmt: skip
EPISODE = {
    "id": Field(identifier), "at": Field(_moment), "until": Field(_moment), "title": Field(_text()),
    "messages": Field(_pieces), "mentions": Field(_texts(identifier, once=True)),
}  # fmt: skip
MESSAGE = {
    "id": Field(identifier), "speaker": Field(_shown), "text": Field(_visible), "at": Field(_moment),
    "role": Field(_one_of(("user", "assistant", "tool", "system")), False), "channel": Field(_channel),
    "source": Field(_shown), "derived_from": Field(_texts(identifier)), "offset": Field(_offset, False),
    "recorded_at": Field(_moment, False),
}  # fmt: skip
DIMENSION = {
    "id": Field(identifier), "entity": Field(identifier), "attribute": Field(_shown), "name": Field(_shown),
    "count": Field(whole(0)), "head": Field(_bytes(0, _HASH)), "relation": Field(_truth),
}  # fmt: skip
DELTA = {
    "id": Field(identifier), "seq": Field(whole(1)), "kind": Field(_one_of(KINDS)), "value_key": Field(_value_key),
    "value_type": Field(_one_of(("text", "int", "float", "bool", "json", "entity"))), "value_json": Field(_visible),
    "value_text": Field(_text()), "at_micros": Field(_time), "precision": Field(_one_of(PRECISIONS)),
    "width": Field(_size), "offset": Field(_offset, False), "recorded_micros": Field(_time), "source": Field(_shown),
    "channel": Field(_channel), "stance": Field(checks.probability), "confidence": Field(checks.probability),
    "quote": Field(_text(), False), "message": Field(identifier, False), "episode": Field(identifier, False),
    "derived_from": Field(_texts(identifier, once=True)), "unit": Field(_shown, False), "locale": Field(_shown, False),
    "surprise": Field(_size), "gain": Field(_number(-math.inf)), "prior": Field(_part), "posterior": Field(_part),
    "salt": Field(_bytes()), "hash": Field(_bytes(_HASH)), "prev": Field(_bytes(0, _HASH)),
}  # fmt: skip
_BODIES: Mapping[str, Mapping[str, Field]] = {
    "retraction": {"id": Field(identifier)},
    "reinstatement": {"id": Field(identifier)},
    "alias": {"key": Field(_key), "entity": Field(identifier), "values": Field(_keys)},
    "value alias": {"attribute": Field(_shown), "keys": Field(_keys)},
    "merge": {"id": Field(identifier), "entities": Field(_texts(identifier, 2)), "values": Field(_keys)},
    "unmerge": {"id": Field(identifier)},
    "parameter": {"attribute": Field(_shown), "changes": Field(_map)},
    "tier": {"source": Field(_shown), "tier": Field(checks.probability)},
    "tool": {"name": Field(_key)},
    "track": {"factors": Field(_factors)},
}


def check_entity(found: Mapping[str, Any]) -> None:
    """Refuse an entity whose key is not that of its name, or whose id does not follow from key and type."""
    if found["key"] != key(found["name"]):
        raise ValidationError(f"the key of {shown(found['name'])} is not {shown(found['key'])}")
    if found["id"] != entity_id(found["key"], found.get("type")):
        raise ValidationError(f"the id of {shown(found['name'])} is not {shown(found['id'])}")


def check_dimension(found: Mapping[str, Any]) -> None:
    """Refuse a dimension whose id does not follow from its entity and attribute."""
    if found["id"] != dimension_id(found["entity"], found["attribute"]):
        raise ValidationError(f"the id of this {shown(found['attribute'])} is not {shown(found['id'])}")


def check_delta(found: Mapping[str, Any]) -> None:
    """Refuse a delta whose value says one thing to programs and another to people, or that derives from itself."""
    value = load(found["value_json"])
    stored, relation = cell(value), found["value_type"] == "entity"
    said = ("entity" if relation else stored.type, stored.json, stored.display)
    if said != (found["value_type"], found["value_json"], found["value_text"]):
        raise ValidationError(f"the value {shown(found['value_json'])} is not the {shown(found['value_text'])} it says")
    if found["value_key"] != (entity_key(value) if relation else stored.key):
        raise ValidationError(f"the key of the value {shown(found['value_text'])} is not {shown(found['value_key'])}")
    if found["id"] in found["derived_from"]:
        raise ValidationError(f"{shown(found['id'])} cannot be derived from itself")


def check_record(found: Mapping[str, Any]) -> None:
    """Refuse a control record that does not say what one of its type must; whatever else it says may stay."""
    table = _BODIES.get(found["type"], {})
    read(table, {name: part for name, part in found["body"].items() if name in table})
