"""Keys of values: what counts as the same value, whatever its type or spelling; and values back from their text."""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from nous.beliefs.errors import IntegrityError, ValidationError, WrongType, shown

from .names import _IGNORABLE, key, text

Value = str | int | float | bool | list["Value"] | dict[str, "Value"] | None
"""What a value may be: text, numbers, truth values, and JSON lists and maps of them."""

MAX_VALUE = 1_000_000
"""The longest value in characters of its JSON form."""
MAX_DIGITS = 4_300
"""The longest integer: Python reads and writes no longer ones, for the time that it would take."""

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
_WORD_NUMBERS = {word: str(i) for i, word in enumerate(_WORDS)}
_PLAIN_INTEGER = re.compile(r"-?(?:0|[1-9]\d*)")
_NUL_OR_HALF = re.compile("[\x00\ud800-\udfff]")
_LONGEST_KEY = 256
_TOO_LARGE = 10**MAX_DIGITS


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as it is stored: the key that decides equality, its type, its text, and how it is shown."""

    key: str
    type: str
    json: str
    display: str


def cell(value: object) -> Cell:
    """The stored form of a value.

    `3`, `3.0`, `"3"` and `"three"` share a key, so do texts that differ in case, width of spaces or invisible
    characters, and maps whose entries stand in another order; `True` is not `1`, `"3.10"` and `"01067"` are text.
    Raises ValidationError for NaN, infinities, empty text and what no store can hold, WrongType for other types.

    >>> cell(3.0).key == cell("three").key, cell(True).key == cell(1).key
    (True, False)
    """
    if isinstance(value, str):
        return _text_cell(value)
    if isinstance(value, bool):
        return Cell(f"b:{str(value).lower()}", "bool", json.dumps(value), str(value).lower())
    if isinstance(value, int):
        _check_digits(value)
        return Cell(_short(f"n:{value}"), "int", str(value), str(value))
    if isinstance(value, float):
        return _float_cell(value)
    if isinstance(value, datetime | date):
        return _text_cell(value.isoformat())
    if isinstance(value, list | tuple | dict):
        return _json_cell(value)
    raise WrongType(f"a value is text, a number, true or false, a list or a map, not {shown(value)}")


@lru_cache(maxsize=65536)
def _text_cell(value: str) -> Cell:
    text(value, "a value", limit=MAX_VALUE)
    shown_text = value.strip()
    folded = fold(value)
    if not folded:
        raise ValidationError(f"a value must hold something visible, not {shown(value)}")
    if _PLAIN_INTEGER.fullmatch(folded) and folded != "-0":
        return Cell(_short(f"n:{folded}"), "text", json.dumps(value, ensure_ascii=False), shown_text)
    if number := _WORD_NUMBERS.get(folded):
        return Cell(f"n:{number}", "text", json.dumps(value, ensure_ascii=False), shown_text)
    return Cell(_short(f"t:{folded}"), "text", json.dumps(value, ensure_ascii=False), shown_text)


def _short(full: str) -> str:
    """A long key by its hash, so that every store can index it."""
    if len(full) <= _LONGEST_KEY:
        return full
    return f"{full[:40]}#{hashlib.sha256(full.encode()).hexdigest()}"


def fold(value: str) -> str:
    """Text as values are compared: NFC, casefold, nothing invisible, white space collapsed.

    >>> fold(" New   York ")
    'new york'
    """
    folded = unicodedata.normalize("NFC", _IGNORABLE.sub("", value)).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def _float_cell(value: float) -> Cell:
    if not math.isfinite(value):
        raise ValidationError(f"a value must be a finite number, not {value}")
    if value.is_integer():
        return Cell(_short(f"n:{int(value)}"), "float", repr(value), repr(value))
    return Cell(f"n:{value!r}", "float", repr(value), repr(value))


def _json_cell(value: object) -> Cell:
    _check(value, 0)
    try:
        written = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValidationError(f"a value that JSON cannot hold: {shown(value)} ({error})") from None
    if len(written) > MAX_VALUE:
        raise ValidationError(f"a value of {len(written)} characters, {MAX_VALUE} is the limit")
    return Cell(_short(f"j:{written}"), "json", json.dumps(value, ensure_ascii=False), written)


def _check(value: object, depth: int) -> None:
    if depth > 50:
        raise ValidationError("a value nested more than 50 deep")
    if isinstance(value, dict):
        for k, v in value.items():
            if not isinstance(k, str):
                raise WrongType(f"the keys of a map are text, not {shown(k)}")
            _check(k, depth + 1)
            _check(v, depth + 1)
    elif isinstance(value, list | tuple):
        for v in value:
            _check(v, depth + 1)
    elif isinstance(value, str):
        if _NUL_OR_HALF.search(value):
            raise ValidationError(f"a value holds NUL or half of a character: {shown(value)}")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValidationError(f"a value must be a finite number, not {value}")
    elif isinstance(value, int):
        _check_digits(value)
    elif value is not None:
        raise WrongType(f"a value is text, a number, true or false, a list or a map, not {shown(value)}")


def _check_digits(value: int) -> None:
    if abs(value) >= _TOO_LARGE:
        raise ValidationError(f"an integer of more than {MAX_DIGITS} digits")


def entity_key(value: object) -> str:
    """The key of a value that names an entity.

    >>> entity_key("Sarvam  AI")
    'e:sarvam ai'
    """
    if not isinstance(value, str):
        raise WrongType(f"a value that names an entity is text, not {shown(value)}")
    return _short("e:" + key(value, "a value that names an entity"))


def load(written: str, of: object = "a value") -> Value:
    """The typed value back from its JSON text; IntegrityError where `of`, what it belongs to, was spoiled.

    >>> load('"3.10"'), load("9007199254740993")
    ('3.10', 9007199254740993)
    """
    try:
        loaded: Value = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise IntegrityError(f"{of} is stored as {shown(written)}, which is not JSON ({error})") from None
    return loaded


def load_map(written: str, of: object) -> dict[str, Value]:
    """A JSON object back from its text."""
    loaded = load(written, of)
    if not isinstance(loaded, dict):
        raise IntegrityError(f"{of} is stored as {shown(written)}, which is no JSON object")
    return loaded


def load_texts(written: str | None, of: object) -> tuple[str, ...]:
    """A list of texts back from its JSON text, None for an empty one."""
    loaded = [] if written is None else load(written, of)
    if not isinstance(loaded, list):
        raise IntegrityError(f"{of} is stored as {shown(written)}, which is no JSON list")
    return tuple(str(item) for item in loaded)
