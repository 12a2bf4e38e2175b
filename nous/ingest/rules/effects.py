"""What does somebody good: "Painting helps me relax", "I'm inspired by nature", "cars are like therapy for me"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .facts import Fact
from .phrases import Phrase, activity, joined, series
from .reading import Reading
from .tastes import activity_text, taste_text
from .verbs import gerund
from .words import DEMONSTRATIVES, POSSESSIVES

_RELAXING: Final = (
    r"(?:relax|unwind|de-?stress|calm down|recharge|clear my (?:head|mind)|switch off|stay calm|feel calm"
    r"|forget my worries"
    r"|keep calm|relieve stress|cope|stay sane|stay grounded|let off steam)"
)
_RELAXES: Final = re.compile(
    rf"^(?:(?:really|always|often|also|totally|usually|so|just) )*"
    rf"(?:(?:helps?|lets?|allows?|makes?) me (?:to )?(?:really )?{_RELAXING}|(?:relaxes|calms|grounds) me\b"
    rf"|(?:is|are) (?:like therapy|(?:so |very |really |super )?(?:therapeutic|calming|relaxing)) (?:for|to) me\b"
    rf"|(?:is|are) (?:my (?:favou?rite )?way|(?:a|such a) (?:great|good) way for me) (?:to|of) {_RELAXING})"
)
_INSPIRES: Final = re.compile(
    r"^(?:(?:really|always|often|also|totally|truly) )*(?:inspires?|motivates?|drives?) me\b|^(?:is|are) (?:my"
    r"|a (?:big|huge|great)|a constant) "
    r"(?:inspiration|source of inspiration|motivation)\b"
)


def good_for(reading: Reading) -> Iterator[Fact]:
    """What a thing or an activity does for the speaker, told of it: "Nature inspires me"."""
    clause, verb = reading.clause, reading.clause.verb
    if verb.denied or verb.modal or verb.tense != "present" or clause.mode != "fact":
        return
    if clause.subject.sort not in ("thing", "person", "other"):
        return
    words = " ".join(token.low for token in clause.tokens[verb.start : clause.end])
    attribute = "relaxes by" if _RELAXES.match(words) else "inspired by" if _INSPIRES.match(words) else None
    if attribute is None:
        return
    start = _beginning(reading)
    if gerund(clause.tokens[start].low) and (
        verb.start - start < 2 or activity(clause.tokens, start, verb.start) is None
    ):
        return
    for phrase in series(clause.tokens, start, verb.start):
        if (text := _kind(phrase, reading)) is not None:
            yield Fact(reading.context.speaker, attribute, _as_value(text, phrase, start))


def _beginning(reading: Reading) -> int:
    """Where the subject begins; an -ing form before it belongs to it: "Working on cars relaxes me"."""
    tokens, start = reading.tokens, reading.clause.subject.start
    for i in range(reading.opening, start + 1):
        found = activity(tokens, i, reading.clause.verb.start)
        if found is not None or (i == 0 and tokens[0].low.endswith("ing") and len(tokens) > 1):
            return i
    return start


def _kind(phrase: Phrase, reading: Reading) -> str | None:
    if phrase.activity:
        return activity_text(phrase)
    if phrase.determiner in ("my", "our") and not phrase.vague and not phrase.owner:
        return phrase.text
    if phrase.determiner in POSSESSIVES | DEMONSTRATIVES:
        return None
    return taste_text(phrase, reading)


def _as_value(text: str, phrase: Phrase, start: int) -> str:
    """Without the capital that only the beginning of the sentence gives."""
    lowered = start == 0 and phrase.start == 0 and len(text) > 1 and text[1:2].islower()
    return text[0].lower() + text[1:] if lowered else text


def inspired(reading: Reading) -> Iterator[Fact]:
    """ "I'm inspired by nature and old photos"."""
    clause, verb = reading.clause, reading.clause.verb
    if reading.lemma != "be" or verb.denied or verb.modal or clause.mode != "fact" or verb.tense != "present":
        return
    if clause.subject.sort not in ("speaker", "person") or (ahead := reading.led("inspired", "motivated")) is None:
        return
    if reading.low(ahead) == "by":
        yield from _each(reading, reading.series(ahead + 1))


def _each(reading: Reading, phrases: Sequence[Phrase]) -> Iterator[Fact]:
    for phrase in phrases:
        if (text := _kind(phrase, reading)) is not None:
            yield Fact(reading.entity, "inspired by", text)


def relaxing(reading: Reading) -> Iterator[Fact]:
    """ "I unwind by playing the piano", "I read to relax"."""
    clause, verb = reading.clause, reading.clause.verb
    if reading.lemma not in ("unwind", "relax", "de-stress", "destress", "recharge") or verb.denied or verb.modal:
        return
    if verb.tense != "present" or clause.mode != "fact" or clause.subject.sort not in ("speaker", "person"):
        return
    if reading.low() == "by":
        for phrase in reading.series(1):
            if phrase.activity and (text := activity_text(phrase)) is not None:
                yield Fact(reading.entity, "relaxes by", joined(phrase.words) or text)


READERS: Final = (good_for, inspired, relaxing)
