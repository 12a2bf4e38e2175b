"""What somebody is at for some time: "I've been restoring a tram", "she's training for a marathon"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .deed import STATIVE, verb_phrase
from .facts import Fact
from .reading import Reading
from .verbs import gerund

_NO_PURSUIT: Final = frozenset(
    "get go talk say wonder kid joke come wait have be leave head call text plan want miss struggle learn live study "
    "keep give let tell ask chat catch date see start begin stop turn become move hang feel put bring find cross make "
    "die cry laugh smile sleep push lean".split()
)
_ONLY_WITH: Final = {
    "look": ("for", "into"), "work": ("on", "towards", "toward", "with"), "do": (), "focus": ("on",),
    "take": ("a", "an", "some", "notes"), "use": ("a", "an", "the"), "follow": ("a", "an", "the"),
    "manage": ("a", "an", "my", "the"), "go": ("to",), "put": ("together",), "set": ("up",), "make": ("a", "an"),
    "run": ("for", "a", "an", "my", "the"),
}  # fmt: skip
"""Verbs that tell what somebody is at only with such a word after them."""
_PURSUED: Final = frozenset(
    "train practise practice prepare renovate write read save volunteer restore raise grow teach coach organise "
    "organize collaborate research develop design build watch listen attend rehearse record redecorate remodel "
    "compose edit experiment foster compete intern create explore carve tour film shoot produce paint knit sew "
    "crochet sculpt draw mentor lead host campaign network apply audition babysit backpack refurbish rebuild fix "
    "look work try do take put set run brainstorm contribute participate focus use follow manage".split()
)
_LATELY: Final = ("lately", "these days", "at the moment", "right now", "recently", "this semester", "this year")


def doing(reading: Reading) -> Iterator[Fact]:
    """ "I've been restoring a tram", "I'm looking for a flat near the park", "we're doing kickboxing lately"."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or not verb.going or verb.modal or verb.denied:
        return
    if clause.mode != "fact" or verb.tense == "past" or reading.lemma in STATIVE - {"look"}:
        return
    if reading.repeated and verb.tense != "perfect":
        return
    if reading.lemma in _ONLY_WITH:
        if not _told_with(reading):
            return
    elif reading.lemma in _NO_PURSUIT:
        return
    rest = clause.rest()
    lasting = verb.tense == "perfect" or bool(verb.adverbs & {"currently", "still", "also"})
    lasting = lasting or reading.lemma in _PURSUED or any(word in rest for word in _LATELY)
    if not lasting or any(span.last > reading.said and span.relation == "at" for span in reading.times):
        return
    if {"today", "tonight", "tomorrow"} & set(rest.split()):
        return
    text = verb_phrase(reading, verb.end - 1, shown=reading.lemma == "work")
    if text and not text.endswith((" a break", " time", " turns", " care", " steps", " risks", " a look", " details")):
        yield Fact(reading.entity, "doing", text)


def _told_with(reading: Reading) -> bool:
    first = reading.low()
    if reading.lemma == "do":
        return gerund(first) is not None or first in ("yoga", "pilates", "karate", "judo", "taekwondo", "crossfit")
    return first in _ONLY_WITH[reading.lemma]


def busy(reading: Reading) -> Iterator[Fact]:
    """ "I've been busy painting the fence", "I'm busy with a new mural"."""
    clause, verb = reading.clause, reading.clause.verb
    if reading.lemma != "be" or verb.denied or verb.modal or verb.tense == "past" or clause.mode != "fact":
        return
    ahead = reading.led("busy") if clause.subject.sort in ("speaker", "person") else None
    if ahead is None or reading.repeated:
        return
    ahead += reading.low(ahead) in ("with", "working") and gerund(reading.low(ahead + 1)) is not None
    if gerund(reading.low(ahead)) in {None, "be", *_NO_PURSUIT} - {"study", "learn"}:
        return
    text = verb_phrase(reading, reading.after + ahead)
    if text:
        yield Fact(reading.entity, "doing", text)


def begun(reading: Reading) -> Iterator[Fact]:
    """ "I started making jewellery as a hobby": what somebody has been at since."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.mode != "begin" or clause.subject.sort != "speaker" or verb.modal or verb.denied:
        return
    if verb.tense not in ("past", "perfect") or not verb.word.endswith("ing") or reading.lemma in STATIVE | {"have"}:
        return
    if any(span.relation == "at" for span in reading.times) or clause.link in (
        "when",
        "since",
        "after",
        "before",
        "as",
    ):
        return
    if reading.lemma not in _PURSUED | _CRAFTS:
        return
    text = verb_phrase(reading, verb.end - 1)
    if text:
        yield Fact(reading.entity, "doing", text)


_CRAFTS: Final = frozenset(
    "make bake cook play sell use collect climb swim cycle hike ski surf dance sing garden".split()
)

READERS: Final = (doing, busy, begun)
