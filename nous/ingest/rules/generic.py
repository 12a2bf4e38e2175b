"""What the table of attributes does not know: "My umbrella is plaid", "Lena's badge level is guest"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nous.graph.model import Kind

from .clause import Clause
from .facts import Fact
from .lexicon import COLOURS, KIN, LOOKS, SHADES, species
from .phrases import Phrase, joined, noun_phrase, proper_name
from .reading import Reading
from .words import MOODS, NUMBERS, PRAISE

_AFTER_EXCHANGE: Final = frozenset(", and so because last this yesterday again".split()) | {""}

_NAMES: Final = frozenset("name surname".split()) | {
    "full name",
    "last name",
    "middle name",
    "first name",
    "maiden name",
    "real name",
}

_DAYS: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays "
    "saturdays sundays".split()
)
_PLAIN_DATA: Final = frozenset(
    """
number code level name type size address email e-mail phone password username handle floor status deadline surname
nickname pin id height weight group zone plate extension colour color model brand version price salary rent title role
employer school dentist doctor landlord teacher manager boss middle blood locker room seat date day time desk order
""".split()
)
_NO_ATTRIBUTE: Final = frozenset(
    """
job work life day week weekend time point idea plan dream goal heart mind head stomach day brain mood opinion thought
question problem guess advice hope wish answer family kid kids friend friends favourite favorite thing way bad pleasure
fault turn weakness world thoughts everything understanding aim focus main biggest best first last next latest only
journey experience passion art love pride voice story body skin back health sleep energy motivation parents team
birthday twins triplets anniversary pic photo picture daughter son trip favorite
""".split()
)
_NO_DATUM: Final = frozenset(
    "dinosaur brick joke mess disaster nightmare relic beast lifesaver potato tank dream piece pain fossil "
    "antique".split()
)
"""What a phone or a car is only called."""
_NO_VALUE: Final = (
    MOODS
    | PRAISE
    | frozenset(
        """
so very such really too one here there same mine yours that this what how always never like killing due ready late
""".split()
    )
)


def possessed(reading: Reading) -> Iterator[Fact]:
    """ "My locker number is 417", "Nora's desk is on the third floor", "My phone is a Fairphone"."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if subject.sort != "thing" or subject.owner is None or subject.phrase is None or verb.lemma != "be":
        return
    if verb.tense != "present" or verb.modal or verb.going or reading.clause.mode != "fact":
        return
    words = [word.low for word in subject.phrase.words if word.low not in PRAISE]
    renewed = len(words) > 1 and words[0] == "new" and words[-1] in _PLAIN_DATA
    words = words[1:] if renewed else words
    if (
        not words
        or len(words) > 3
        or "of" in words
        or "'s" in words
        or words[-1] in _NO_ATTRIBUTE
        or words[0] in ("favourite", "favorite", "all-time", "fave", "first", "last", "best", "latest", "next")
    ):
        return
    if words[-1] in ("flat", "apartment", "house", "place", "home") and reading.low() == "in":
        return
    if {"favourite", "favorite", "fave", "fav"} & {word.low for word in subject.phrase.words}:
        return
    attribute = " ".join(words)
    if words[-1] in ("name", "names"):
        yield from _own_name(reading, attribute)
        return
    if (words[-1] in KIN or species(words[-1])) and words[-1] not in (
        "dentist",
        "doctor",
        "landlord",
        "boss",
        "manager",
        "teacher",
    ):
        return
    value = _value(reading, words[-1])
    if value is not None:
        attribute = {"car": "car"}.get(attribute, attribute)
        yield Fact(
            subject.owner,
            attribute,
            value,
            "deny" if verb.denied else "change" if reading.standing == "new" or renewed else "assert",
        )


def _own_name(reading: Reading, attribute: str) -> Iterator[Fact]:
    subject = reading.clause.subject
    end = proper_name(reading.tokens, reading.after, reading.end)
    if (
        end == reading.after
        or subject.owner is None
        or (subject.mention is not None and subject.mention.word)
        or reading.clause.verb.denied
    ):
        return
    if attribute == "name" and (
        subject.owner != reading.context.speaker or reading.tokens[subject.start].low not in ("my", "our")
    ):
        return
    if attribute in _NAMES:
        name = joined(reading.tokens[reading.after : end])
        yield Fact(subject.owner, "full name" if attribute in ("name", "full name", "real name") else attribute, name)


def _value(reading: Reading, head: str) -> str | None:
    """What follows "is", where it is a datum rather than a judgement or a passing state."""
    low = reading.low()
    data = head in _PLAIN_DATA
    if low in ("on", "at", "in") and (found := reading.phrase(1)) is not None:
        if (
            (low == "on" and found.head in _DAYS | {"floor", "side"})
            or (low == "in" and (found.head == "room" or found.proper))
            or (low == "at" and any(w.sort == "number" for w in found.words))
        ):
            return joined(found.words)
        return None
    if low in NUMBERS and not reading.low(1):
        return low
    if data and low[:1] in "+0123456789" and low:
        end = reading.after + 1
        while end < reading.end and (reading.tokens[end].sort == "number" or reading.tokens[end].text == "-"):
            end += 1
        if end - reading.after > 1 and end == reading.end:
            return reading.words(reading.after, end)
    phrase = noun_phrase(reading.tokens, reading.after, reading.end, frozenset())
    if (
        phrase is None
        or phrase.vague
        or phrase.owner
        or (
            phrase.end < reading.end
            and reading.tokens[phrase.end].low
            not in (",", "and", "but", "now", "so", "(", "by", "in", "at", "since", "because", "these")
        )
    ):
        return _number_value(reading) if data else None
    words = [word.low for word in phrase.words]
    if phrase.determiner in ("my", "your", "his", "her", "their", "this", "that", "one", "no", "our"):
        return None
    if (
        any(word.low.endswith("ing") and not word.capital for word in phrase.words)
        or words[0] in _NO_VALUE
        or words[-1] in _NO_VALUE
    ):
        return None
    if words[-1] in LOOKS and all(
        word in SHADES or word in COLOURS or word in LOOKS or word in ("and",) for word in words
    ):
        return _looks(reading, phrase)
    named = phrase.words[-1].capital or (phrase.words[-1].sort == "number" and phrase.words[0].capital)
    if named and (phrase.determiner in ("a", "an") or phrase.proper) and len(words) <= 4:
        return joined(phrase.words)
    if species(words[-1]) or words[-1] in _NO_DATUM:
        return None
    if data and len(words) <= 3 and phrase.determiner in ("", "the", "a", "an"):
        return joined(phrase.words)
    return None


def _looks(reading: Reading, phrase: Phrase) -> str:
    """One colour or several: "black and white"."""
    end = phrase.end
    while end + 1 < reading.end and reading.tokens[end].low == "and" and reading.tokens[end + 1].low in LOOKS:
        end += 2
    return reading.words(phrase.words[0].start and reading.after, end)


def _number_value(reading: Reading) -> str | None:
    token = reading.tokens[reading.after] if reading.after < reading.end else None
    if token is not None and token.sort in ("number", "title"):
        return token.text
    return None


def things(reading: Reading) -> Iterator[Fact]:
    """ "The viewing is on Thursday", "The book club meets on Wednesdays", "The wifi password is tuna-salad-99"."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if (
        subject.sort != "thing"
        or subject.phrase is None
        or subject.owner is not None
        or verb.modal
        or reading.clause.mode != "fact"
    ):
        return
    phrase = subject.phrase
    if (
        verb.tense != "present"
        or phrase.vague
        or verb.going
        or len(phrase.words) > 4
        or phrase.determiner not in ("the", "our", "")
    ):
        return
    if any(word.low in ("first", "last", "next", "other", "whole") for word in phrase.words):
        return
    entity = joined(phrase.words)
    kind: Kind = "deny" if verb.denied else "assert"
    if (
        verb.lemma in ("be", "meet", "start", "take", "happen")
        and phrase.determiner == "the"
        and reading.low() == "on"
        and reading.low(1) in _DAYS
        and _over(reading, 2)
    ):
        yield Fact(entity, "day", reading.tokens[reading.after + 1].text, kind)
    elif (
        verb.lemma in ("be", "start")
        and phrase.determiner == "the"
        and reading.low() == "at"
        and _clock(reading)
        and _over(reading, 2)
    ):
        yield Fact(entity, "time", reading.tokens[reading.after + 1].text, kind)
    elif (
        verb.lemma == "be"
        and phrase.head in ("password", "code", "pin", "number")
        and (owner := _of_what(reading)) is not None
    ):
        value = _value(reading, phrase.head)
        if value is not None:
            yield Fact(owner, joined(phrase.words), value, kind)
    elif (
        verb.lemma == "be"
        and len(phrase.words) > 1
        and phrase.head in ("password", "code", "number", "address", "pin", "deadline", "price")
        and phrase.determiner == "the"
    ):
        value = _value(reading, phrase.head)
        if value is not None:
            yield Fact(joined(phrase.words[:-1]), phrase.head, value, kind)
    elif verb.lemma == "be" and phrase.words[-1].sort == "number" and len(phrase.words) == 2 and _adjective(reading):
        yield Fact(entity, reading.low(), True, kind)


def _of_what(reading: Reading) -> str | None:
    """ "the gate" in "the code for the gate is 4471"."""
    between = reading.clause.subject.end
    if between >= reading.clause.verb.start or reading.tokens[between].low not in ("for", "to", "of"):
        return None
    phrase = noun_phrase(reading.tokens, between + 1, reading.clause.verb.start)
    return joined(phrase.words) if phrase and phrase.determiner == "the" and not phrase.vague else None


def _over(reading: Reading, ahead: int) -> bool:
    return reading.low(ahead) in ("", ",", "at", "now", "and", "but", "so", "this")


def _clock(reading: Reading) -> bool:
    token = reading.tokens[reading.after + 1] if reading.after + 1 < reading.end else None
    return token is not None and (token.sort == "number" or token.low in NUMBERS)


def _adjective(reading: Reading) -> bool:
    low = reading.low()
    return low.isalpha() and low in LOOKS and not reading.low(1)


def allowed(reading: Reading) -> Iterator[Fact]:
    """ "Visitors are not allowed in lab four": what a place permits."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if (
        subject.sort != "thing"
        or subject.phrase is None
        or subject.owner is not None
        or verb.lemma != "be"
        or verb.modal
        or verb.tense != "present"
    ):
        return
    ahead = reading.led("allowed", "permitted", "forbidden", "banned")
    if (
        ahead is None
        or subject.phrase.determiner not in ("", "the", "no")
        or reading.low(ahead) not in ("in", "on", "at", "inside")
    ):
        return
    where = _place_name(reading, reading.after + ahead + 1)
    if where is None:
        return
    reversals = (verb.denied, reading.low(ahead - 1) in ("forbidden", "banned"), subject.phrase.determiner == "no")
    negative = sum(reversals) % 2 == 1
    over = verb.denied and any(
        word in f" {reading.clause.rest()} " for word in (" anymore ", " any more ", " any longer ")
    )
    what = joined(subject.phrase.words).lower()
    if over:
        yield Fact(where, f"{what} allowed", True, "end")
        yield Fact(where, f"{what} allowed", False, "change")
    else:
        yield Fact(where, f"{what} allowed", not negative, "change" if reading.standing == "new" else "assert")


def _place_name(reading: Reading, start: int) -> str | None:
    phrase = noun_phrase(reading.tokens, start, reading.end, reading.skip)
    if phrase is None or phrase.vague or phrase.determiner in ("this", "that", "my", "our", "your", "all", "any"):
        return None
    end = phrase.end
    if end < reading.end and reading.tokens[end].low in NUMBERS:
        end += 1
    first = reading.tokens.index(phrase.words[0])
    return reading.words(first, end)


def debts(reading: Reading) -> Iterator[Fact]:
    """ "Nils owes Petra 400 crowns"."""
    verb = reading.clause.verb
    if (
        reading.lemma != "owe"
        or verb.tense != "present"
        or verb.modal
        or verb.denied
        or reading.clause.subject.sort not in ("speaker", "person")
    ):
        return
    start = reading.after
    end = proper_name(reading.tokens, start, reading.end)
    if end == start or reading.tokens[start].low == "i" or end >= reading.end or reading.tokens[end].sort != "number":
        return
    creditor = joined(reading.tokens[start:end])
    amount = noun_phrase(reading.tokens, end, reading.end, reading.skip)
    text = joined(reading.tokens[end : amount.end]) if amount else reading.tokens[end].text
    yield Fact(reading.entity, "owes", f"{text} to {creditor}")
    yield Fact(creditor, "is owed by", reading.entity)


def exchanged_thing(clause: Clause) -> str | None:
    """The attribute whose value a clause says was exchanged: "dentist" in "I switched dentists".

    What it is now may follow ("Dr. Pell is my dentist now"), and holds from then.
    """
    verb = clause.verb
    if (
        verb.lemma not in ("change", "switch")
        or verb.tense == "present"
        or verb.denied
        or verb.modal
        or clause.mode != "fact"
    ):
        return None
    what = clause.low()
    if not what.endswith("s") or clause.low(1) not in _AFTER_EXCHANGE:
        return None
    return {"jobs": "employer", "careers": "occupation"}.get(what, what.removesuffix("s"))


def exchanged(reading: Reading) -> Iterator[Fact]:
    """ "I switched dentists": the end of the one that is known."""
    attribute = exchanged_thing(reading.clause)
    for fact in reading.past_values if attribute else ():
        if fact.entity == reading.entity and fact.attribute == attribute and fact.kind in ("assert", "change"):
            yield Fact(fact.entity, fact.attribute, fact.value, "end", dated=True)


def relocated(reading: Reading) -> Iterator[Fact]:
    """ "Halloran's clinic moved to Quay Street"."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if (
        subject.sort != "thing"
        or subject.owner is None
        or subject.phrase is None
        or verb.lemma not in ("move", "relocate")
    ):
        return
    if verb.tense == "present" or verb.denied or verb.modal or reading.low() != "to" or reading.clause.mode != "fact":
        return
    found = reading.place(1)
    if found is not None:
        yield Fact(subject.owner, f"{joined(subject.phrase.words).lower()} location", found[0], "change", dated=True)


READERS: Final = (exchanged, relocated, possessed, things, allowed, debts)
