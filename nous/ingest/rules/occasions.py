"""What happened or is to come, told by a noun or an -ing form: "our trip last year", "touring with Ida was fun"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from nous.retrieval.temporal import TimeSpan

from .clause import Clause, Subject
from .context import Context
from .deed import STATIVE, verb_phrase
from .facts import Fact
from .phrases import joined, noun_phrase
from .plans import day_after
from .reading import Reading
from .text import Sentence, Token
from .verbgroup import Verb
from .verbs import gerund, past
from .words import PREPOSITIONS

_OCCASIONS: Final = frozenset(
    "trip hike vacation holiday wedding party visit concert picnic tour performance gig show game match race interview "
    "exam recital appointment reunion date getaway honeymoon retreat walk ride audition presentation exhibition "
    "surgery "
    "operation flight cruise tournament competition festival conference class lesson session meeting".split()
)
_UNDONE: Final = frozenset("cancelled canceled cancel postponed postpone missed if would could never".split())
_OWNED: Final = frozenset("my our".split())
_FARTHEST: Final = 12
"""The verb of "touring with Ida last week was wild" follows within so many words."""


def dated_occasions(
    speaker: str, tokens: Sequence[Token], spans: Sequence[TimeSpan], said: date
) -> Iterator[tuple[Fact, TimeSpan]]:
    """Somebody's own occasions with the time right after them: an event where that is past, else a plan."""
    if _UNDONE & {token.low for token in tokens}:
        return
    skip = _within(tokens, spans)
    for i, token in enumerate(tokens):
        if token.low not in _OWNED or i in skip:
            continue
        phrase = noun_phrase(tokens, i, len(tokens), skip)
        if phrase is None or phrase.head not in _OCCASIONS or phrase.owner:
            continue
        end = _with_whom(tokens, phrase.end, skip)
        span = next((s for s in spans if 0 <= s.start - tokens[end - 1].end <= 1), None)
        if span is None or span.relation != "at":
            continue
        value = joined(tokens[tokens.index(phrase.words[0]) : end])
        if span.last <= said:
            yield Fact(speaker, "event", value, dated=True), span
        elif span.first >= said:
            yield Fact(speaker, "plan", value), span


def undertaken(
    speaker: str, sentence: Sentence, context: Context, spans: Sequence[TimeSpan], said: date
) -> Iterator[tuple[Fact, TimeSpan]]:
    """ "Touring with Ida last week was wild": a deed told as the subject, with its time."""
    tokens = sentence.tokens
    skip = _within(tokens, spans)
    start = next((i for i in range(len(tokens)) if i not in skip and tokens[i].text != ","), len(tokens))
    base = gerund(tokens[start].low) if start < len(tokens) else None
    if base is None or base in STATIVE:
        return
    end = next(
        (i for i in range(start + 1, min(start + _FARTHEST, len(tokens))) if tokens[i].low in ("was", "were")), 0
    )
    when = [s for s in spans if s.relation == "at" and s.last <= said and end and s.start < tokens[end].start]
    nobody = Clause(sentence, Subject("other", start, start, "he"), Verb(base, "past", start, start + 1), start, end)
    text = verb_phrase(Reading(nobody, context, speaker, said, skip=skip), start) if when else None
    if text and len(text.split()) > 1:
        yield Fact(speaker, "event", f"{past(base)} {text.partition(' ')[2]}", dated=True), when[0]


def _within(tokens: Sequence[Token], spans: Sequence[TimeSpan]) -> frozenset[int]:
    """The tokens that belong to the time expressions."""
    return frozenset(i for i, t in enumerate(tokens) if any(t.start < s.end and s.start < t.end for s in spans))


def _with_whom(tokens: Sequence[Token], end: int, skip: frozenset[int]) -> int:
    """Past "with the dogs" or "in Tokyo" after the occasion."""
    if end + 1 < len(tokens) and end not in skip and tokens[end].low in ("with", "in", "to", "at"):
        more = noun_phrase(tokens, end + 1, len(tokens), skip)
        if more is not None and not more.vague and more.determiner not in ("your", "this", "that"):
            return more.end
    return end


def upcoming(reading: Reading) -> Iterator[Fact]:
    """ "I'm excited for my upcoming performance in Tokyo", "I have plans for a hike next month"."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort != "speaker" or verb.tense == "past" or verb.modal or verb.denied or clause.mode != "fact":
        return
    start = reading.after
    if reading.lemma == "have" and reading.low() == "plans" and reading.low(1) == "for" and _to_come(reading):
        start += 2
    else:
        coming = (i for i in range(start, reading.end - 1) if reading.tokens[i].low in ("upcoming", "forthcoming"))
        found = next(coming, None)
        if found is None or reading.tokens[found - 1].low not in _OWNED:
            return
        start = found + 1
    phrase = noun_phrase(reading.tokens, start, reading.end, reading.skip)
    if phrase is not None and phrase.head in _OCCASIONS:
        end = _with_whom(reading.tokens, phrase.end, reading.skip)
        yield from _planned(reading, joined(reading.tokens[reading.tokens.index(phrase.words[0]) : end]))


def awaited(reading: Reading) -> Iterator[Fact]:
    """ "I can't wait for our hike with the dogs next month", "can't wait to visit Bath on Friday"."""
    verb = reading.clause.verb
    if reading.lemma != "wait" or verb.modal not in ("can", "could") or not verb.negated or not _to_come(reading):
        return
    if not reading.mine or reading.low() != "to":
        return
    text = verb_phrase(reading, reading.after + 1)
    if text and len(text.split()) > 1:
        yield from _planned(reading, text)


def _planned(reading: Reading, value: str) -> Iterator[Fact]:
    yield Fact(reading.entity, "plan", value)
    over = day_after(reading)
    if over is not None:
        yield Fact(reading.entity, "plan", value, "end", at=over)


def _to_come(reading: Reading) -> bool:
    return any(span.relation == "at" and span.last > reading.said for span in reading.times)


def placed(reading: Reading) -> Iterator[Fact]:
    """ "I was in the final of a big tournament last Saturday": where somebody was, with its time."""
    clause, verb = reading.clause, reading.clause.verb
    if reading.lemma != "be" or verb.tense != "past" or verb.modal or verb.denied or clause.mode != "fact":
        return
    if not reading.mine or reading.low() not in ("in", "at") or clause.link in ("when", "while", "as", "before"):
        return
    phrase = reading.phrase(1)
    if phrase is None or phrase.head not in _OCCASIONS | {"final", "finals", "semifinal", "play", "parade", "protest"}:
        return
    if phrase.determiner in ("this", "that", "your") or not any(
        s.relation == "at" and s.first <= reading.said for s in reading.times
    ):
        return
    end = phrase.end if reading.tokens[phrase.end - 1].low not in PREPOSITIONS else phrase.end - 1
    yield Fact(reading.entity, "event", f"was {reading.words(reading.after, end)}", dated=True)


READERS: Final = (upcoming, awaited, placed)
