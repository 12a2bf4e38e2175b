"""Plans and goals: what lies ahead, as long as it only lies ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from .deed import STATIVE, in_base_form, verb_phrase
from .facts import DOUBTED, Fact
from .phrases import Phrase, joined
from .reading import Reading

_MOVING: Final = frozenset(
    "go fly travel head drive move visit sail cycle take spend meet see attend start run host have stay join get "
    "hike camp throw perform launch open do play marry".split()
)


_NO_UNDERTAKING: Final = frozenset(
    "live work study stay feel look wait hope plan think become try wonder count talk learn do keep".split()
)
"""What is going on already, even where its end or its continuing is dated."""
_SCHEDULED: Final = frozenset("start begin leave fly arrive depart return".split())
"""Told in the present where a timetable fixes what is to come: "I start at Northwind in December"."""


def plans(reading: Reading) -> Iterator[Fact]:
    """ "I'm going to Kyoto in October", "we're planning to run the half marathon", "I might move to Lisbon".

    A plan whose time is told ends on the day after.
    """
    for fact in _plans(reading):
        yield fact
        over = day_after(reading)
        if over is not None:
            yield replace(fact, kind="end", at=over)


def day_after(reading: Reading) -> str | None:
    """The day on which the time that a clause tells of is over, None where it tells of none to come."""
    last = max(
        (s.last for s in reading.times if s.relation in ("at", "until") and s.last >= reading.said), default=None
    )
    if last is None or last >= date.max - timedelta(days=1):
        return None
    return (last + timedelta(days=1)).isoformat()


def _plans(reading: Reading) -> Iterator[Fact]:
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or verb.denied:
        return
    coming = any(span.last > reading.said and span.relation in ("at", "until") for span in reading.times)
    start = verb.end - 1
    if clause.mode == "plan" and verb.modal in ("", "going"):
        if any(span.relation == "at" and span.last < reading.said for span in reading.times):
            return
        if verb.tense == "past" and verb.modal == "going":
            return
        if not _promise(reading):
            yield from _plan(reading, start)
    elif clause.mode == "plan" and coming and not _promise(reading):
        if reading.lemma == "be" and reading.low() in ("in", "at") and (found := reading.place(1)):
            yield Fact(reading.entity, "plan", f"be in {found[0]}")
        else:
            yield from _plan(reading, start)
    elif (
        clause.mode == "fact"
        and verb.tense == "present"
        and verb.going
        and not verb.modal
        and (reading.lemma in _MOVING or (coming and reading.lemma not in _NO_UNDERTAKING))
    ):
        if coming or (
            reading.lemma in ("fly", "travel", "head")
            and reading.led("to") is not None
            and reading.place(reading.led("to") or 0)
        ):
            yield from _plan(reading, start)
    elif clause.mode == "fact" and verb.tense == "present" and not verb.modal and reading.lemma in _SCHEDULED:
        if coming and not verb.going and not reading.repeated:
            yield from _plan(reading, start)
    elif (
        clause.mode == "fact"
        and verb.tense == "present"
        and not verb.modal
        and reading.lemma == "be"
        and reading.low() == "off"
    ):
        if reading.low(1) == "to" and (found := reading.place(2)) is not None:
            yield Fact(reading.entity, "plan", f"go to {found[0]}")
    elif clause.mode == "fact" and verb.tense == "present" and not verb.modal and reading.lemma == "have":
        yield from _appointment(reading, coming)
    elif clause.mode == "fact":
        yield from _arranged(reading, coming)


def _arranged(reading: Reading, coming: bool) -> Iterator[Fact]:
    """ "I booked a cottage in Wales", "we're organising a reunion": what is being seen to."""
    verb = reading.clause.verb
    if reading.lemma in ("book", "arrange", "schedule") and verb.tense != "present":
        phrase = None if verb.modal else reading.phrase()
        if phrase and phrase.head in _BOOKED and phrase.determiner in ("a", "an", "our", "my", "") and not phrase.owner:
            where = reading.place(phrase.end - reading.after + 1) or _somewhere(reading, phrase)
            end = where[1] if where and reading.low(phrase.end - reading.after) in ("to", "in", "from") else phrase.end
            if end > phrase.end or coming:
                yield Fact(reading.entity, "plan", joined(reading.tokens[reading.tokens.index(phrase.words[0]) : end]))
    elif reading.lemma in ("plan", "organise", "organize") and verb.tense == "present" and not verb.modal:
        phrase = reading.phrase()
        if (
            phrase
            and phrase.determiner in ("a", "an", "another", "our", "my")
            and not phrase.vague
            and (verb.going or coming)
        ):
            on = reading.low(phrase.end - reading.after) in ("to", "in", "for", "with")
            text = (verb_phrase(reading, phrase.start) if on else None) or joined(phrase.words)
            yield Fact(reading.entity, "plan", text.removeprefix("a ").removeprefix("an "))


def _somewhere(reading: Reading, phrase: Phrase) -> tuple[str, int, str] | None:
    """Where to, without a name: "a mountainous region"."""
    to = reading.low(phrase.end - reading.after) == "to"
    more = reading.phrase(phrase.end - reading.after + 1) if to else None
    return (joined(more.words), more.end, "") if more is not None and not more.vague else None


def _promise(reading: Reading) -> bool:
    """Whether the words only answer or reassure: "I'll check it out", "I'll keep you posted"."""
    return reading.clause.verb.modal in ("will", "'ll") and not any(span.last > reading.said for span in reading.times)


def _plan(reading: Reading, start: int, stance: float = 1.0) -> Iterator[Fact]:
    if reading.lemma in STATIVE - {"be"} or (reading.lemma == "be" and reading.low() not in ("in",)):
        return
    text = verb_phrase(reading, start, shown=True)
    if text:
        yield Fact(reading.entity, "plan", in_base_form(reading, text), stance=stance)


def _appointment(reading: Reading, coming: bool) -> Iterator[Fact]:
    phrase = reading.phrase()
    if coming and phrase is not None and phrase.head in ("ticket", "tickets") and phrase.determiner in ("", "two", "a"):
        what = reading.phrase(phrase.end - reading.after + 1)
        if what is not None and not what.vague and reading.low(phrase.end - reading.after) in ("for", "to"):
            yield Fact(reading.entity, "plan", f"go to {reading.words(what.start, what.end)}")
        return
    if (
        not coming
        or phrase is None
        or phrase.head not in _APPOINTMENTS
        or phrase.determiner not in ("a", "an", "my", "our", "another", "")
    ):
        return
    text = joined(phrase.words)
    if text.lower() not in ("appointment", "meeting", "call"):
        yield Fact(reading.entity, "plan", text)


def _aimed_at(reading: Reading) -> bool:
    """Whether what is wished for is a goal to remember, not a turn of talk ("I want to say thanks")."""
    first = reading.low()
    if reading.lemma in ("be", "have"):
        return first in ("a", "an", "my", "our", "kids", "children")
    if reading.lemma == "get":
        return first in ("into", "a", "an", "my", "involved", "fit", "healthier") or (
            first.endswith("er") and first not in ("over", "together", "after", "under", "other")
        )
    if reading.lemma in ("see", "give", "try"):
        return first in ("the", "a", "an", "more") and reading.lemma != "give"
    return reading.lemma not in _TALKED


_TALKED: Final = frozenset(
    "say thank hear know ask talk chat share let show tell come check find go take do keep put hang catch point "
    "mention sound look wish send leave use".split()
) - {"go", "take", "do", "keep", "use"}


_APPOINTMENTS: Final = frozenset(
    "appointment interview exam test concert gig game match tournament competition wedding party trip flight "
    "recital audition presentation conference show race meeting operation surgery check-up checkup date reunion "
    "exhibition".split()
)


_BOOKED: Final = _APPOINTMENTS | frozenset(
    "holiday vacation ticket tickets flights cruise hotel cottage room getaway retreat course lesson tour table".split()
)


def maybes(reading: Reading) -> Iterator[Fact]:
    """ "I might move to Lisbon next year", "I'm thinking of moving": a plan of which its maker is not sure."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort != "speaker" or verb.denied or verb.tense == "past":
        return
    thought_of = clause.mode == "maybe" and not verb.modal
    if thought_of or (clause.mode == "fact" and verb.tense == "present" and verb.modal in ("might", "may")):
        over = day_after(reading)
        for fact in _plan(reading, verb.end - 1, DOUBTED):
            yield fact
            if over is not None:
                yield replace(fact, kind="end", at=over)


def goals(reading: Reading) -> Iterator[Fact]:
    """ "I'm hoping to sail round Iceland", "My dream is to live in Kyoto"."""
    clause, verb = reading.clause, reading.clause.verb
    if (
        clause.subject.sort == "thing"
        and verb.lemma == "be"
        and clause.subject.owner
        and clause.subject.phrase
        and not verb.denied
        and verb.tense == "present"
    ):
        if clause.subject.phrase.head in ("goal", "dream", "aim", "ambition", "plan") and reading.low() == "to":
            text = verb_phrase(reading, reading.after + 1)
            if text:
                yield Fact(clause.subject.owner, "goal", text)
        return
    resolved = reading.led("determined", "aiming", "hoping", "eager", "striving") if verb.lemma == "be" else None
    if resolved is not None and clause.mode == "fact" and clause.subject.sort == "speaker" and not verb.denied:
        text = verb_phrase(reading, reading.after + resolved + 1) if reading.low(resolved) == "to" else None
        if text and verb.tense == "present" and not verb.modal and text.split()[0] not in STATIVE | {"keep"}:
            yield Fact(reading.entity, "goal", text)
        return
    if clause.mode != "wish" or clause.subject.sort not in ("speaker", "person") or verb.denied or verb.tense == "past":
        return
    if reading.lemma in STATIVE - {"be"} or verb.modal in ("could", "should", "might", "can", "may"):
        return
    text = verb_phrase(reading, verb.end - 1)
    if text and _aimed_at(reading):
        yield Fact(reading.entity, "goal", in_base_form(reading, text))


READERS: Final = (plans, maybes, goals)
