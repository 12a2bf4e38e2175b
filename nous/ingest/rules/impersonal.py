"""What is told with "it" or a day for a subject: "It's my birthday today", "Today was my last day at Bosch"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nous.retrieval.temporal import MONTHS

from .careers import dismissed
from .clause import Clause
from .facts import Fact
from .livelihood import last_day
from .phrases import joined
from .reading import Reading


def telling(clause: Clause) -> bool:
    """Whether a clause about "it" or a day may say something after all."""
    words = {token.low for token in clause.tokens[clause.verb.end : clause.end]}
    let_go = clause.verb.lemma in ("fire", "sack", "dismiss", "lay", "let") and bool(words & {"me", "us"})
    return let_go or bool(words & {"birthday", "bday", "day"})


def birthday_of(reading: Reading) -> Iterator[Fact]:
    """ "It's my birthday today", "tomorrow is Petra's birthday"."""
    verb, tokens = reading.clause.verb, reading.tokens
    if verb.lemma != "be" or verb.denied or verb.modal or reading.clause.mode not in ("fact", "plan"):
        return
    at = next((i for i in range(reading.after, reading.end) if tokens[i].low in ("birthday", "bday")), None)
    if at is None or at == reading.after:
        return
    owner: str | None = None
    if tokens[at - 1].low == "my":
        owner = reading.context.speaker
    elif tokens[at - 1].low == "'s" and at - 2 >= reading.after:
        words = tokens[reading.after : at - 1]
        if words[0].low in ("my", "our"):
            owner = reading.context.kin_named(reading.context.speaker, words[-1].low)
        elif all(word.capital for word in words):
            owner = reading.context.full_name(joined(words))
    day = next((span for span in reading.times if span.precision == "day" and span.relation == "at"), None)
    if owner is not None and day is not None:
        yield Fact(owner, "birthday", f"{day.first.day} {MONTHS[day.first.month - 1]}")


READERS: Final = (birthday_of, last_day, dismissed)
