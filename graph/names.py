"""The one canonicaliser: keys of spaces, entities and attributes, so that every path agrees on what is the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from nous.beliefs.errors import ValidationError, WrongType, shown

MAX_NAME = 10_000
"""The longest name in characters; room for any real one, and for a test of 8 kB."""

# Default_Ignorable_Code_Point of Unicode 15, as ranges: zero-width characters, joiners, bidirectional controls,
# variation selectors, tags and fillers. They change how text looks or nothing at all, never which name it is.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# The same without joiners and variation selectors, which emoji and some scripts are built with.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def text(value: object, what: str, *, limit: int | None = None) -> str:
    """`value` as text that every store can hold: a str without half characters (lone surrogates) or NUL."""
    if not isinstance(value, str):
        raise WrongType(f"{what} must be text, not {shown(value)}")
    if _SURROGATE.search(value):
        raise ValidationError(f"{what} holds half of a character (a lone surrogate): {shown(value)}")
    if "\x00" in value:
        raise ValidationError(f"{what} holds a NUL character: {shown(value)}")
    if limit is not None and len(value) > limit:
        raise ValidationError(f"{what} has {len(value)} characters, {limit} is the limit: {shown(value)}")
    return value


def fold(value: str) -> str:
    """Text as it is compared: NFKC_Casefold, nothing invisible, white space collapsed.

    >>> fold("  Ｚｏ\u0308E \u200bLIND ") == fold("Zöe lind")
    True
    """
    folded = unicodedata.normalize("NFKC", _IGNORABLE.sub("", value)).casefold()
    return " ".join(_IGNORABLE.sub("", unicodedata.normalize("NFKC", folded)).split())


def display(value: object, what: str = "a name") -> str:
    """A name as it is shown: as it was said, without what cannot be seen and with single spaces.

    Raises ValidationError where nothing visible is left, and where the name is too long or cannot be stored.

    >>> display("  Mara\u00a0\u200bQuill ")
    'Mara Quill'
    """
    checked = text(value, what, limit=MAX_NAME)
    if _CONTROL.search(checked):
        raise ValidationError(f"{what} holds a control character: {shown(checked)}")
    visible = " ".join(_UNSEEN.sub("", checked).split())
    if not fold(visible):
        raise ValidationError(f"{what} must hold something visible, not {shown(checked)}")
    return visible


def key(value: str, what: str = "a name") -> str:
    """The key under which a name is one and the same, however it is written.

    Letters of every script, digits, `Jr`, `Sr` and `C++` are kept; accents too: Zoe is not Zoë.

    >>> key("FerryLink") == key("ferrylink "), key("Zoe") == key("Zoë")
    (True, False)
    """
    if not isinstance(value, str):
        raise WrongType(f"{what} must be text, not {shown(value)}")
    return _key(value, what)


@lru_cache(maxsize=65536)
def _key(value: str, what: str) -> str:
    folded = fold(display(value, what))
    if not folded:
        raise ValidationError(f"{what} must hold something visible, not {shown(value)}")
    return folded


def space_name(value: object) -> str:
    """The name of a space, compared exactly: any visible text of up to 200 characters in Unicode form NFC."""
    name = unicodedata.normalize("NFC", text(value, "the name of a space", limit=200))
    if not fold(name) or _CONTROL.search(name):
        raise ValidationError(f"the name of a space must be visible text, not {shown(value)}")
    return name
