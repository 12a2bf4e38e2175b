"""Age, birthdays, health, diet and other plain data of a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .facts import Fact
from .lexicon import CONDITIONS, DIETS
from .phrases import joined, series, trimmed
from .reading import Reading, Standing, state
from .verbs import lemma
from .words import PRAISE, adverb

_IMPAIRED: Final = frozenset(
    "diabetic asthmatic epileptic dyslexic autistic coeliac celiac colour-blind color-blind anaemic anemic deaf "
    "blind".split()
)

_FOODS: Final = frozenset(
    "meat pork beef fish dairy gluten eggs seafood sugar lamb chicken wheat shellfish".split()
) | {"red meat"}

_AT_HAND: Final = frozenset("your this that these those his her".split())

_AFTER_DIET: Final = frozenset(
    ", and so but since for now anymore any again at because too these myself though as diet last in this".split()
) | {""}

_STRICTLY: Final = frozenset(
    "a an mostly strictly fully basically pretty much 100 % now also still completely lifelong strict not really "
    "actually back".split()
)

_AFTER_SMOKING: Final = frozenset(", and but anymore any at since so a for two last in years".split()) | {""}

_ALLERGY_NOT: Final = frozenset(
    "mondays mornings anything nothing everything work exercise homework people bullshit nonsense drama "
    "commitmentmonday small talk morning meetings small mornings stupidity cleaning".split())  # fmt: skip
_BODY: Final = frozenset(
    "wrist ankle leg arm knee foot toe finger thumb nose shoulder hip back neck elbow hand rib ribs collarbone "
    "hamstring jaw tooth ligament achilles tendon acl calf shin heel".split()
)


def health(reading: Reading) -> Iterator[Fact]:
    """ "I'm allergic to peanuts", "I have a nut allergy", "lactose intolerant", "diagnosed with asthma"."""
    verb = reading.clause.verb
    if (
        verb.modal not in ("", "used")
        or reading.clause.mode != "fact"
        or reading.clause.subject.sort not in ("speaker", "person")
    ):
        return
    if reading.lemma == "be":
        yield from _is(reading)
    elif reading.lemma in ("have", "get", "develop", "suffer"):
        yield from _has(reading)


def _is(reading: Reading) -> Iterator[Fact]:
    stands = reading.standing
    ahead = 0
    while adverb(reading.low(ahead)) and reading.low(ahead) not in ("not",):
        ahead += 1
    low = reading.low(ahead)
    if low == "allergic" and {"lol", "haha", "hahaha"} & {token.low for token in reading.tokens}:
        return
    if low in ("a", "an") and (kind := _IMPAIRED & set(reading.clause.rest().split()[1:4])):
        phrase = reading.phrase(ahead)
        if phrase is not None and phrase.head in kind:
            yield from state(reading.entity, "health condition", phrase.text, stands)
        return
    if low == "allergic" and reading.low(ahead + 1) == "to":
        for phrase in reading.series(ahead + 2):
            text = joined(phrase.words)
            at = phrase.end - reading.after
            if (
                reading.low(at) in ("with", "in")
                and (more := reading.phrase(at + 1)) is not None
                and more.end == reading.end
            ):
                text = reading.words(reading.tokens.index(phrase.words[0]), more.end)
            if text.lower() in _ALLERGY_NOT or phrase.determiner in _AT_HAND:
                return
            yield from state(reading.entity, "allergy", text, stands)
    elif (low == "intolerant" and reading.low(ahead + 1) == "to") or reading.low(ahead + 1) == "intolerant":
        if low == "intolerant":
            for phrase in reading.series(ahead + 2, activities=False):
                yield from state(reading.entity, "intolerance", joined(phrase.words), stands)
        elif low.isalpha():
            yield from state(reading.entity, "intolerance", low, stands)
    elif low.endswith("-intolerant"):
        yield from state(reading.entity, "intolerance", low.removesuffix("-intolerant"), stands)
    elif low == "diagnosed" and reading.low(ahead + 1) == "with":
        yield from _condition(reading, ahead + 2, "now" if not reading.clause.verb.denied else "none")
    elif low in _IMPAIRED and reading.low(ahead + 1) in ("", ",", "and", "so", "but", "since"):
        yield from state(reading.entity, "health condition", low, stands)


def _condition(reading: Reading, ahead: int, stands: Standing) -> Iterator[Fact]:
    for phrase in reading.series(ahead, activities=False):
        text = joined(trimmed(phrase.words, PRAISE | {"bad", "severe", "mild", "chronic", "terrible"}))
        low = text.lower()
        if low in CONDITIONS or phrase.head in CONDITIONS:
            yield from state(reading.entity, "health condition", text, stands)


def _has(reading: Reading) -> Iterator[Fact]:
    stands = reading.standing
    ahead = 0
    if reading.lemma == "suffer":
        if reading.low() != "from":
            return
        ahead = 1
    if reading.lemma in ("get", "develop"):
        customary = reading.lemma == "get" and stands == "now" and not reading.clause.verb.going
        if not customary and (stands not in ("past", "done") or reading.lemma == "get"):
            return
        stands = "now"
    for phrase in reading.series(ahead, activities=False):
        words = [word.low for word in phrase.words]
        if "allergy" in words and reading.lemma == "have" and stands in ("now", "not", "new", "over"):
            at = words.index("allergy")
            if at:
                text = joined(trimmed(phrase.words[:at], PRAISE | {"bad", "severe", "mild", "serious", "food"}))
                if text.lower() not in ("food", "an", "bad", "severe"):
                    yield from state(reading.entity, "allergy", text, stands)
            elif reading.low(phrase.end - reading.after) == "to":
                for item in reading.series(phrase.end - reading.after + 1, activities=False):
                    yield from state(reading.entity, "allergy", joined(item.words), stands)
            return
    if stands in ("now", "new", "not", "over"):
        yield from _condition(reading, ahead, stands)


def diet(reading: Reading) -> Iterator[Fact]:
    """ "I'm vegan", "I don't eat pork", "we're mostly vegetarian", "I've gone vegan"."""
    verb = reading.clause.verb
    if verb.modal not in ("", "used") or reading.clause.subject.sort not in ("speaker", "person"):
        return
    stands = reading.standing
    if reading.lemma in ("be", "go", "turn", "become") and (
        reading.clause.mode == "fact" or (reading.lemma == "be" and reading.clause.mode == "stop")
    ):
        ahead = 0
        while reading.low(ahead) in _STRICTLY:
            ahead += 1
        low, following = reading.low(ahead), reading.low(ahead + 1)
        if low not in DIETS or following not in _AFTER_DIET:
            return
        if reading.lemma != "be":
            if (
                stands not in ("past", "done")
                or any(span.relation == "for" for span in reading.times)
                or "once" in reading.clause.rest()
            ):
                return
            yield Fact(reading.entity, "diet", low, "change", dated=True)
            return
        if stands == "done":
            stands = "now"
        yield from state(reading.entity, "diet", low, stands)
    elif reading.lemma in ("keep", "eat") and stands == "now" and reading.low() in DIETS:
        if reading.clause.mode == "fact" and reading.low(1) in _AFTER_DIET and not verb.going:
            yield Fact(reading.entity, "diet", reading.low())
    elif reading.lemma == "eat" and stands in ("not", "over") and reading.clause.mode in ("fact", "stop"):
        phrase = reading.phrase()
        words = phrase.text.lower() if phrase else ""
        if phrase and phrase.determiner in ("", "any") and words in _FOODS:
            yield Fact(reading.entity, "diet", f"no {words}")
    elif reading.lemma == "eat" and stands == "now" and reading.clause.mode == "fact":
        lows = [token.low for token in reading.tokens[reading.after :]]
        for i in range(1, len(lows) - 2):
            if lows[i] == "but" and lows[i + 1] in ("no", "not") and lows[i + 2] in _FOODS:
                yield Fact(reading.entity, "diet", f"no {lows[i + 2]}")
    elif reading.lemma in ("smoke", "drink"):
        yield from _smoking(reading)


def _smoking(reading: Reading) -> Iterator[Fact]:
    attribute = "smokes" if reading.lemma == "smoke" else "drinks"
    low = reading.low()
    objectless = low in _AFTER_SMOKING
    if reading.lemma == "drink":
        objectless = (
            low in ("alcohol",)
            or (low in ("", ",", "anymore", "at", "any") and reading.standing in ("not", "over"))
            or (reading.clause.mode == "stop" and objectless)
        )
    if low == "a" and reading.low(1) != "pack":
        return
    if low == "any" and reading.low(1) not in ("more", "longer", "alcohol"):
        return
    stands = reading.standing
    if not objectless or reading.clause.mode not in ("fact", "stop") or reading.clause.verb.going:
        return
    if stands == "now":
        if reading.lemma == "smoke":
            yield Fact(reading.entity, attribute, True)
    elif stands == "not":
        yield Fact(reading.entity, attribute, True, "deny")
    elif stands == "over":
        yield Fact(reading.entity, attribute, True, "end", dated=reading.clause.mode == "stop")


def skills(reading: Reading) -> Iterator[Fact]:
    """ "I'm good at drawing", "I'm terrible at chess" is none."""
    verb = reading.clause.verb
    if (
        reading.lemma != "be"
        or verb.modal
        or verb.denied
        or verb.tense != "present"
        or reading.clause.subject.sort not in ("speaker", "person")
    ):
        return
    ahead = reading.led("good", "great", "skilled", "excellent")
    if ahead is None or reading.low(ahead) not in ("at", "in") or reading.clause.mode != "fact":
        return
    for phrase in reading.series(ahead + 1):
        text = joined(phrase.words)
        if not phrase.vague and not phrase.determiner and text.lower() not in ("least", "what", "being"):
            yield Fact(reading.entity, "skill", text)


def injury(reading: Reading) -> Iterator[Fact]:
    """ "I broke my wrist skiing in January"."""
    verb = reading.clause.verb
    if (
        reading.lemma not in ("break", "sprain", "fracture", "tear", "dislocate", "twist", "injure", "hurt")
        or verb.tense == "present"
    ):
        return
    if (
        verb.denied
        or verb.modal
        or reading.clause.mode != "fact"
        or reading.clause.subject.sort not in ("speaker", "person")
    ):
        return
    if reading.low() not in ("my", "his", "her", "their", "a", "our") or reading.clause.subject.word == "we":
        return
    phrase = reading.phrase()
    if phrase is None or phrase.head not in _BODY:
        return
    how = {"break": "broken", "tear": "torn", "hurt": "injured"}.get(reading.lemma) or (
        reading.lemma.removesuffix("e") + "ed"
    )
    yield Fact(reading.entity, "injury", f"{how} {phrase.text}", dated=True)


def forbidden_food(reading: Reading) -> Iterator[Fact]:
    """ "I can't eat shellfish, I'm allergic": the allergy is to what was told before."""
    verb, tokens = reading.clause.verb, reading.tokens
    if reading.lemma != "be" or verb.denied or verb.modal or verb.tense != "present" or reading.clause.mode != "fact":
        return
    if reading.led("allergic") is None or reading.clause.subject.sort not in ("speaker", "person"):
        return
    ahead = reading.led("allergic") or 0
    if reading.low(ahead) == "to" and reading.low(ahead + 1) == "them":
        if tokens[0].low.endswith("s") and lemma(tokens[1].low, "base"):  # "Cats make me sneeze"
            yield Fact(reading.entity, "allergy", tokens[0].low)
        return
    if reading.low(ahead) not in ("", ",", "and", "so"):
        return
    if len(tokens) > 3 and tokens[1].low in _HARMING and tokens[2].low == "me" and reading.mine:
        yield Fact(reading.entity, "allergy", tokens[0].low)  # "Penicillin gives me hives, I'm allergic"
        return
    for i in range(1, reading.clause.start):
        if tokens[i].low in ("eat", "have", "drink", "touch") and any(
            t.low == "not" for t in tokens[max(0, i - 2) : i]
        ):
            for phrase in series(tokens, i + 1, reading.clause.start, activities=False):
                if not phrase.vague and phrase.determiner in ("", "any"):
                    yield Fact(reading.entity, "allergy", joined(phrase.words))
            return


_MASS: Final = re.compile(
    r"(?:about |around |roughly |only |just |now |currently |exactly |almost |nearly )*"
    r"(?P<n>\d{1,3}(?:[.,]\d{1,2})? ?(?:kg|kilos?|kilograms?|lbs?|pounds|stones?))\b"
)
_LENGTH: Final = re.compile(
    r"(?:about |around |roughly |only |just |now |currently |exactly |almost |nearly )*"
    r"(?P<n>[12][.,]\d{1,2} ?(?:m|metres?|meters?)|[12]\d\d ?(?:cm|centimet(?:re|er)s?)"
    r"|(?:[4-7]|four|five|six|seven) ?(?:foot|feet|ft|')"
    r"(?: ?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven)(?: ?(?:inch|inches|in|''|\"))?)?)"
    r"(?= tall\b| in height\b|\W*$|,| and\b| but\b| now\b)"
)


def measures(reading: Reading) -> Iterator[Fact]:
    """ "I weigh 82 kg", "I'm 1.85 m tall", "I am 6 foot 1": what somebody measures."""
    verb, clause = reading.clause.verb, reading.clause
    if verb.tense != "present" or verb.denied or verb.modal or clause.mode != "fact":
        return
    if clause.subject.sort not in ("speaker", "person") or clause.subject.word in ("we", "they"):
        return
    words = reading.words(reading.after, reading.end)
    if reading.lemma == "weigh" and (match := _MASS.match(words)) is not None:
        yield Fact(reading.entity, "weight", match["n"])
    elif reading.lemma in ("be", "stand", "measure") and (match := _LENGTH.match(words)) is not None:
        yield Fact(reading.entity, "height", match["n"])


_HARMING: Final = frozenset("make makes made give gives gave".split())
READERS: Final = (health, forbidden_food, diet, skills, injury, measures)
