"""What people do: habits, hobbies as verbs, volunteering, events of the past, plans and goals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .deed import STATIVE, in_base_form, verb_phrase
from .events import EVENTFUL
from .facts import Fact
from .reading import Reading, state
from .verbs import ing

BARE_HABIT: Final = frozenset(
    "run swim jog cycle meditate journal paint knit bake garden hike climb sing dance surf ski fish sew crochet "
    "skate row kayak sculpt draw cook read".split()
)
_HOBBY: Final = {
    base: ing(base)
    for base in (
        "paint knit bake garden climb surf ski fish sew crochet sculpt draw kayak skate skateboard snowboard brew "
        "sail hike swim dance row journal meditate juggle vlog blog"
    ).split()
} | {"photograph": "photography"}


def volunteering(reading: Reading) -> Iterator[Fact]:
    """ "I volunteer at the animal shelter on weekends"."""
    ahead = reading.led("at", "for", "with")
    if reading.lemma == "be" and (at := reading.led("a", "an")) and reading.low(at) == "volunteer":
        ahead = at + 2 if reading.low(at + 1) in ("at", "for", "with") else None
    elif reading.lemma != "volunteer":
        return
    stands = reading.standing
    if reading.low() == "as" and stands in ("now", "new"):
        if (text := verb_phrase(reading, reading.after + 1)) is not None:
            yield Fact(reading.entity, "volunteering", text.removeprefix("a ").removeprefix("an "))
        return
    if ahead is None or stands in ("past", "done", "none", "coming"):
        return
    phrase = reading.phrase(ahead)
    if phrase and not phrase.vague and phrase.determiner not in ("this", "that", "your"):
        yield from state(reading.entity, "volunteering", phrase.text, stands)


def habits(reading: Reading) -> Iterator[Fact]:
    """ "I go for a run every morning", "I usually cycle to the office"; "I paint" is a hobby."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or verb.modal not in ("",) or clause.mode != "fact":
        return
    if verb.tense != "present" or verb.going or reading.lemma in STATIVE - {"read"} or verb.denied:
        return
    if reading.repeated:
        text = verb_phrase(reading, verb.end - 1, drop_times=False) or bare(reading)
        rising = reading.lemma in ("get", "wake") and reading.low() == "up"
        if rising and reading.low(1) in ("at", "early", "late", "before", "around"):
            text = reading.words(verb.end - 1, min(verb.end + 3, reading.end))
        if text and (rising or reading.lemma not in _NO_HABIT):
            yield Fact(reading.entity, "habit", in_base_form(reading, text))
    elif reading.lemma in _HOBBY and (
        reading.low() in ("", ",", "with", "and", "for", "as", "in", "a") or reading.lemma in ("knit", "crochet", "sew")
    ):
        if (
            reading.low() in ("", ",", "with", "and")
            or (reading.led("as", "for", "in") and "fun" in clause.rest())
            or "spare" in clause.rest()
        ):
            yield Fact(reading.entity, "hobby", _HOBBY[reading.lemma])
    elif (
        reading.lemma in _CUSTOMARY
        and reading.mine
        and not verb.adverbs & {"just", "finally", "now"}
        and not reading.times
    ):
        text = verb_phrase(reading, verb.end - 1)
        if text and "today" not in clause.rest():
            yield Fact(reading.entity, "habit", in_base_form(reading, text))
    elif reading.lemma in ("eat", "drink") and verb.adverbs & {"only", "mostly", "mainly"}:
        phrase = reading.phrase()
        if phrase is not None and not phrase.determiner and not phrase.vague and not reading.times:
            yield Fact(reading.entity, "habit", f"{reading.lemma} only {phrase.text}")
    elif _spare_time(reading):
        text = verb_phrase(reading, verb.end - 1)
        if text:
            yield Fact(reading.entity, "hobby", in_base_form(reading, text))


_NO_HABIT: Final = frozenset("work live try get keep make tend remind end".split())
_CUSTOMARY: Final = frozenset(
    "donate teach cook bake paint write read run swim hike walk bike cycle practise practice meditate watch "
    "listen sing draw grow train coach attend host mentor tutor travel camp garden knit sew roast brew explore".split()
)


def bare(reading: Reading) -> str | None:
    """The verb alone, where it is one that says enough: "I run"."""
    if reading.lemma in BARE_HABIT:
        return reading.words(reading.clause.verb.end - 1, reading.clause.verb.end)
    return None


def _spare_time(reading: Reading) -> bool:
    words = " ".join(token.low for token in reading.tokens[: reading.end])
    return any(phrase in words for phrase in ("spare time", "free time", "for fun", "as a hobby", "in my downtime"))


def formerly(reading: Reading) -> Iterator[Fact]:
    """ "I used to go riding with my dad": a habit that is over."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or verb.modal != "used" or verb.denied or clause.mode != "fact":
        return
    if (
        reading.lemma in STATIVE | {"have", "own", "live", "work", "smoke", "get", "make"}
        or reading.lemma not in EVENTFUL | BARE_HABIT
    ):
        return
    text = verb_phrase(reading, verb.end - 1) or bare(reading)
    if text:
        yield Fact(reading.entity, "former habit", text)


def given_up(reading: Reading) -> Iterator[Fact]:
    """ "I don't drink coffee any more", "I no longer jog": a habit that is over."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or reading.standing != "over" or verb.modal or verb.going:
        return
    if clause.mode != "fact" or reading.lemma in STATIVE | {
        "have",
        "own",
        "live",
        "work",
        "smoke",
        "get",
        "make",
        "play",
    }:
        return
    text = verb_phrase(reading, verb.end - 1) or bare(reading)
    if not text:
        return
    over = in_base_form(reading, text)
    known = {
        fact.value
        for fact in reading.past_values
        if fact.entity == reading.entity
        and fact.attribute == "habit"
        and set(over.split()) <= set(str(fact.value).split())
    }
    for value in sorted({over, *(str(value) for value in known)}):
        yield Fact(reading.entity, "habit", value, "end")
    yield Fact(reading.entity, "former habit", over)


READERS: Final = (volunteering, habits, formerly, given_up)
