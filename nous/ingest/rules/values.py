"""What matters to somebody: "Family is important to me", "friendship means a lot to me"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .facts import Fact
from .reading import Reading
from .words import DEMONSTRATIVES, POSSESSIVES

_MATTERS: Final = re.compile(
    r"^(?:(?:really|super|so|very|incredibly|extremely|always|also|hugely|still) )*"
    r"(?:important|a (?:top |big |huge |main )?priority|everything|essential) (?:to|for) (?:me|us)\b"
)
_MEANS: Final = re.compile(r"^(?:a lot|so much|everything|the world|a great deal) to (?:me|us)\b")
_SMALL: Final = frozenset("support help words word encouragement advice kindness feedback company backing".split())


def valuing(reading: Reading) -> Iterator[Fact]:
    """ "Mental health is important to me", told of a thing as a kind, not of what is at hand."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if verb.denied or verb.modal or verb.tense != "present" or reading.clause.mode != "fact":
        return
    rest = reading.clause.rest()
    matters = (verb.lemma == "be" and _MATTERS.match(rest)) or (verb.lemma == "mean" and _MEANS.match(rest))
    if not matters and not (verb.lemma == "matter" and re.match(r"^(?:a lot |the most |most )?to (?:me|us)\b", rest)):
        return
    phrase = subject.phrase
    if subject.sort != "thing" or phrase is None or phrase.vague or phrase.owner or phrase.head in _SMALL:
        return
    if phrase.determiner in POSSESSIVES - {"my", "our"} | DEMONSTRATIVES | {"a", "an", "the", "some", "one"}:
        return
    if subject.owner not in (None, reading.context.speaker):
        return
    text = phrase.text
    if subject.start == 0 and not phrase.determiner and not phrase.words[0].text.isupper():
        text = text[0].lower() + text[1:]
    yield Fact(reading.context.speaker, "values", text)


READERS: Final = (valuing,)
