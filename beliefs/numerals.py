"""Numbers as people write them, by the format of a locale where one is given and never by a guess.

A separator that stands once before exactly three digits may part thousands or decimals; a factor of a thousand is a
costly guess, so without a locale that knows it such a text is no number at all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from .errors import ValidationError, shown

_DOT = "en zh ja ko th he hi bn ta te ml mr gu kn pa ur ms fil tl sw mt ga cy"
_COMMA_DOT = "de es it nl pt id tr da el hr sl ro sr bs mk is vi ca gl eu sq"
_COMMA_SPACE = "fr ru uk pl cs sk sv nb nn no fi hu bg et lv lt be kk hy ka"
_REGIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("de-ch", "de-li", "it-ch", "fr-ch"), (".", "'")),
        **dict.fromkeys((f"es-{r}" for r in ("mx", "us", "pr", "gt", "hn", "ni", "pa", "pe", "sv", "do")), (".", ",")),
        "en-za": (",", " "),
    }
)
_LOCALE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_]([A-Za-z]{2}|\d{3}))?(?:[-_.@].*)?")

NUMBER = r"[+-]?(?:\d[\d.,'’ \u00a0\u202f]*\d|\d)(?:[eE][+-]?\d+)?|[+-]?\.\d+"
"""A regular expression for what may be a number in some format; `read_number` says whether it is."""

_SCIENTIFIC = re.compile(r"\d+(?:\.\d+)?[eE][+-]?\d+")
_SPACED = re.compile(r"\d{1,3}(?:['’ \u00a0\u202f]\d{3})+(?=[.,]\d+$|$)")
_BY_THREE = r"\d{{1,3}}(?:{0}\d{{3}})+"
_INDIAN = re.compile(r"\d{1,2}(?:,\d\d)*,\d{3}")


def split_locale(locale: str | None) -> tuple[str, str]:
    """Language and region of a locale such as `de`, `en-US` or `pt_BR.UTF-8`, in lower and upper case.

    >>> split_locale("de_CH"), split_locale(None)
    (('de', 'CH'), ('', ''))
    """
    if locale is None:
        return "", ""
    match = _LOCALE.fullmatch(locale) if isinstance(locale, str) else None
    if match is None:
        raise ValidationError(f"a locale is written like de or en-US, not {shown(locale)}")
    return match[1].lower(), (match[2] or "").upper()


@lru_cache(maxsize=256)
def separators(locale: str | None) -> tuple[str, str] | None:
    """The mark of decimals and the mark of thousands in a locale; None where it is not known.

    >>> separators("de"), separators("en-GB"), separators("de-CH"), separators(None)
    ((',', '.'), ('.', ','), ('.', "'"), None)
    """
    language, region = split_locale(locale)
    special = _REGIONS.get(f"{language}-{region.lower()}")
    if special is not None:
        return special
    for languages, marks in ((_DOT, (".", ",")), (_COMMA_DOT, (",", ".")), (_COMMA_SPACE, (",", " "))):
        if language in languages.split():
            return marks
    return None


def read_number(written: str, locale: str | None = None) -> float | None:
    """The number that a text is; None where it is none, or could be two.

    The structure decides where it can (1.200,50 and 1,200.50 are the same), the locale where it cannot.

    >>> read_number("1.200,50"), read_number("1,200.50"), read_number("12,34,567"), read_number("158.7")
    (1200.5, 1200.5, 1234567.0, 158.7)
    >>> read_number("1.200"), read_number("1.200", "de"), read_number("1.200", "en")
    (None, 1200.0, 1.2)
    """
    text = written.strip().replace("−", "-")
    sign = -1.0 if text.startswith("-") else 1.0
    digits = text.lstrip("+-")
    if len(text) - len(digits) > 1:
        return None
    spaced = _SPACED.match(digits)
    if spaced:
        digits = re.sub(r"\D", "", spaced[0]) + digits[spaced.end() :]
    plain = digits if _SCIENTIFIC.fullmatch(digits) else _plain(digits, bool(spaced), locale)
    value = math.inf if plain is None else float(plain)
    return sign * value if math.isfinite(value) else None


def _plain(digits: str, grouped: bool, locale: str | None) -> str | None:
    """Digits with dots and commas as Python writes the number; `grouped`: the thousands are already parted."""
    marks = [c for c in digits if not c.isdecimal()]
    if not digits.isascii() or any(c not in ".," for c in marks):
        return None
    if not marks:
        return digits or None
    last = marks[-1]
    if len(set(marks)) == 2:
        whole, _, fraction = digits.rpartition(last)
        fits = marks.count(last) == 1 and _grouped(whole, marks[0])
        return f"{whole.replace(marks[0], '')}.{fraction}" if fits else None
    if len(marks) > 1:
        return digits.replace(last, "") if not grouped and _grouped(digits, last) else None
    whole, _, fraction = digits.partition(last)
    if not fraction:
        return None
    if grouped or len(fraction) != 3 or len(whole) > 3 or whole.startswith("0") or not whole:
        return f"{whole or '0'}.{fraction}"
    known = separators(locale)
    if known is None or last not in known:
        return None
    return f"{whole}.{fraction}" if last == known[0] else whole + fraction


def _grouped(digits: str, mark: str) -> bool:
    by_three = re.fullmatch(_BY_THREE.format(re.escape(mark)), digits)
    return bool(by_three) or (mark == "," and bool(_INDIAN.fullmatch(digits)))
