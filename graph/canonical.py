"""One spelling of a value as JSON, the same on every machine: what hashes are taken of, and states are kept in."""

from __future__ import annotations

import json
from json import encoder
from typing import Any

_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
# `JSONEncoder.encode` sets up a new C encoder at every call, which takes longer than to encode a delta. Where there
# is no C encoder, the plain one writes the same.
_make: Any = getattr(encoder, "c_make_encoder", None)
_encoder: Any = _make and _make(None, None, encoder.encode_basestring, None, ":", ",", False, False, True)
_NESTED = (list, tuple, dict)


def written(value: object) -> str:
    """A value as compact JSON, text in its own script.

    >>> written(["é", 1, 0.5, None, ("a",)])
    '["é",1,0.5,null,["a"]]'
    """
    if _encoder is None or not isinstance(value, _NESTED):
        return _plain.encode(value)
    return "".join(_encoder(value, 0))


def canonical(value: object) -> bytes:
    """`written` in UTF-8."""
    return written(value).encode()
