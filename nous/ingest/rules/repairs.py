"""What later words do to what was found: a slip put right, a joke taken back, an end told by the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from nous.graph.model import Message
from nous.graph.values import Value

from . import corrections
from .facts import Fact
from .found import Found, Told
from .text import Token
from .words import NUMBERS


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence that a slip may put right: its tokens, what was found in it, and which message it is of."""

    tokens: Sequence[Token]
    found: Sequence[Found]
    whole: int = 0


def lines_of(told: Told, whole: int = 0) -> list[Line]:
    """The sentences of a message, the last one first."""
    return [
        Line(sentence.tokens, [f for f in told.found if f.sentence == number], whole)
        for number, sentence in reversed(told.lines)
    ]


def settled(found: Sequence[Found], number: int) -> list[Found]:
    """What is left when a sentence does not assert what it ends: "our old dog Rex died"."""
    ended = {_about(f) for f in found if f.sentence == number and f.fact.kind == "end" and f.fact.at is None}
    return [f for f in found if f.sentence != number or f.fact.kind != "assert" or _about(f) not in ended]


def _about(found: Found) -> tuple[str, str, Value]:
    return found.fact.entity, found.fact.attribute, found.fact.value


def slipped(value: str, lines: Sequence[Line]) -> list[tuple[Found, Fact]]:
    """Which findings a bare corrected value puts right, each with its corrected fact.

    `lines` are the sentences said before, nearest first. The nearest one that says something of the same shape is
    meant, even if nothing was found in it, in which case there is nothing to put right; a name that nobody knows for
    a town may stand for one only right after it. Where the old value also named an entity ("my sister Lydia is a
    nurse"), what was said of it moves too.
    """
    shape = corrections.shape(value)
    for nearest, line in enumerate(lines):
        like = [f for f in line.found if _shape(f) == shape and f.fact.kind in ("assert", "change") and _fits(f, value)]
        if (
            not like
            and nearest == 0
            and {shape} < _NAMES
            and not any(_shape(f) == shape for o in lines for f in o.found)
        ):
            like = [f for f in line.found if _shape(f) in _NAMES and f.fact.kind in ("assert", "change")]
        if like:
            pool = [f for other in lines for f in other.found if other.whole == line.whole]
            return _put_right(like[-1], value, pool)
        if corrections.names_such(line.tokens, shape):
            return []
    return []


_NAMES: Final = frozenset(("name", "place"))


def _fits(found: Found, value: str) -> bool:
    """A year takes the place of a year of birth, a smaller number that of an age."""
    return found.fact.attribute != "birth date" or not value.isdigit() or len(value) == len(str(found.fact.value))


def _shape(found: Found) -> str:
    if found.fact.attribute == "species":
        return "other"
    year = found.fact.attribute == "birth date" and str(found.fact.value).isdigit()
    return "number" if year else "date" if found.fact.attribute == "birth date" else corrections.shape(found.fact.value)


def _put_right(wrong: Found, value: str, pool: Sequence[Found]) -> list[tuple[Found, Fact]]:
    old = wrong.fact.value
    fixed: list[tuple[Found, Fact]] = []
    for f in pool:
        if wrong.fact.attribute == "age" and f.sentence == wrong.sentence and f.fact.entity == wrong.fact.entity:
            if (years := number(value)) is not None and f.fact.attribute in ("age", "birth date"):
                new = years if f.fact.attribute == "age" else shifted_year(f.fact.value, old, years)
                fixed.append((f, replace(f.fact, value=new)))
        elif old in (f.fact.value, f.fact.entity):
            entity = value if f.fact.entity == old else f.fact.entity
            fixed.append((f, replace(f.fact, entity=entity, value=value if f.fact.value == old else f.fact.value)))
    return fixed


def number(word: str) -> int | None:
    """A whole number in digits or words.

    >>> number("35"), number("sixty-two"), number("some")
    (35, 62, None)
    """
    if word.isdecimal():
        return int(word)
    parts = word.lower().split("-")
    return sum(NUMBERS[part] for part in parts) if all(part in NUMBERS for part in parts) else None


def shifted_year(born: Value, old: Value, years: int) -> Value:
    """A birth date moved by the difference between two ages."""
    if not isinstance(born, str) or not isinstance(old, int):
        return born
    return f"{int(born[:4]) + old - years:04d}{born[4:]}"


def here(old: Found, fact: Fact, quote: str) -> Found:
    """A finding of the same message put right: what was wrong is never told."""
    observation = replace(old.observation, entity=fact.entity, value=fact.value, quote=quote)
    return Found(fact, observation, old.sentence, old.corrects)


def later(old: Found, fact: Fact, quote: str, message: Message, moment: datetime) -> Found:
    """A finding of an earlier message put right: it held when that was said, and the old one is taken back."""
    at = old.observation.at if old.observation.at is not None else min(moment, message.at)
    observation = replace(old.observation, entity=fact.entity, value=fact.value, quote=quote, at=at, message=message.id)
    return Found(fact, observation, 0, (old.observation,))


def superseded(new: Found, earlier: Sequence[Found]) -> list[Found]:
    """The earlier findings about the same that a corrected whole statement contradicts."""
    about = new.fact.entity, new.fact.attribute
    return [f for f in earlier if (f.fact.entity, f.fact.attribute) == about and f.fact.value != new.fact.value]
