"""Work: for whom, as what, since when, and no longer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from nous.graph.values import Value

from .casing import given
from .employment import INSIDE, employed, name_after, organisation, place_of_work, role
from .facts import Fact
from .lexicon import KIN, ORGANISATIONS, VEHICLES
from .names import name_like
from .phrases import joined, trimmed
from .reading import Reading, Standing, state
from .words import MOODS, OPENERS, PRAISE

_AFTER_STATUS: Final = frozenset(", now and but since so these at".split()) | {""}

_HOW_FAR: Final = frozenset("just actually also still now currently both really only like".split())

_INDUSTRIES: Final = frozenset(
    "finance marketing it tech hospitality healthcare construction retail publishing insurance logistics "
    "advertising hr sales journalism banking fashion tourism accounting pharma aerospace telecoms cybersecurity "
    "agriculture forestry academia biotech catering engineering recruitment consulting education".split()
)
_PROJECTS: Final = frozenset(
    "project book novel thesis dissertation paper screenplay script album song songs painting app game film "
    "documentary website startup start-up business blog portfolio sculpture quilt memoir article cookbook podcast "
    "comic mural album manuscript play musical exhibition collection trilogy puzzle jigsaw model".split()
)
_DRIVEN_FOR_PAY: Final = frozenset("bus taxi cab lorry truck tram train ambulance van tractor coach forklift".split())


def working(reading: Reading) -> Iterator[Fact]:
    """ "I work at Initech as a nurse", "she's been working for the ministry"."""
    if reading.lemma == "write" and reading.low() == "for":
        yield from employed(reading, 1, reading.standing, loose=False)
    if reading.lemma not in ("work", "freelance", "serve", "moonlight", "intern"):
        return
    stands = reading.standing
    if reading.low() in ("there", "here") and (known := _known_employer(reading)) is not None:
        yield from state(reading.entity, "employer", known, stands, "former employer")
        return
    ahead = 0
    seen_as = False
    while (step := _lead(reading, ahead)) is not None:
        preposition, ahead = step
        if preposition == "as":
            found = role(reading, reading.after + ahead)
            if found is None or seen_as:
                return
            seen_as = True
            yield from state(reading.entity, "occupation", found[0], stands, "former occupation")
            ahead = found[1] - reading.after
            continue
        company = organisation(reading, ahead, loose=preposition in ("at", "for"))
        if company is None:
            phrase = reading.phrase(ahead)
            if preposition == "in" and phrase and phrase.determiner == "" and phrase.text.lower() in _INDUSTRIES:
                yield from state(reading.entity, "industry", phrase.text, stands)
            return
        if preposition == "in" and reading.low(ahead) == "the" and company[0].split()[-1].lower() not in INSIDE:
            return
        if (
            preposition == "in"
            and company[0][0].isupper()
            and not any(w in ORGANISATIONS for w in company[0].lower().split())
        ):
            return
        if preposition == "with" and not company[0][0].isupper():
            return
        yield from state(reading.entity, "employer", company[0], stands, "former employer")
        ahead = company[1] - reading.after


def _known_employer(reading: Reading) -> Value | None:
    """What "there" means after somebody's place of work: the employer spoken of last."""
    known = [fact for fact in reading.past_values if fact.attribute == "employer" and fact.kind != "deny"]
    return known[-1].value if known and known[-1].entity == reading.entity else None


def _lead(reading: Reading, ahead: int) -> tuple[str, int] | None:
    """The next of "at", "for", "in", "with", "as", adverbs, commas and short adjuncts before it skipped."""
    skipped = 0
    while skipped < 4 and reading.low(ahead) and reading.low(ahead) not in ("at", "for", "in", "with", "as", "on"):
        if reading.low(ahead) in ("to", "from", "like", "and", "but", "out", "up"):
            return None
        ahead, skipped = ahead + 1, skipped + 1
    preposition = reading.low(ahead)
    return (preposition, ahead + 1) if preposition in ("at", "for", "in", "with", "as") else None


def _somebody(reading: Reading, ahead: int) -> bool:
    """Whether a person follows rather than a company: "I'm not with Ida anymore"."""
    phrase = reading.phrase(ahead, company=True)
    if phrase is None or not phrase.proper:
        return True
    return reading.context.belongs(phrase.text, reading.context.speaker) or given(phrase.text)


def being(reading: Reading) -> Iterator[Fact]:
    """ "I'm an engineer at Acme", "she was a dancer", "I've been with the coast guard for years"."""
    if reading.lemma not in ("be", "become") or reading.clause.subject.sort == "thing":
        return
    stands = reading.standing
    if reading.lemma == "become":
        stands = "new" if stands in ("past", "done") else "none"
    ahead = 0
    while reading.low(ahead) in _HOW_FAR:
        if reading.low(ahead) == "like":
            return
        ahead += 1
    if reading.low(ahead) in ("with", "at") and stands == "over" and not _somebody(reading, ahead + 1):
        yield from employed(reading, ahead + 1, stands, loose=False)
        return
    if reading.low(ahead) in ("with", "at") and reading.clause.verb.tense == "perfect" and stands == "now":
        yield from employed(reading, ahead + 1, stands, loose=False)
        lows = reading.clause.rest().split()
        if "as" in lows and (what := role(reading, reading.after + lows.index("as") + 1)) is not None:
            yield from state(reading.entity, "occupation", what[0], stands)
        return
    yield from _status(reading, ahead, stands)
    if reading.low(ahead) == "with" and stands in ("now", "new") and _just_left(reading):
        yield from employed(reading, ahead + 1, "new", loose=False)
        return
    if reading.low(ahead) == "at" and stands == "new" and _JOB_TALK & {token.low for token in reading.tokens}:
        yield from employed(reading, ahead + 1, stands, loose=False)
        return
    found = role(reading, reading.after + ahead)
    if found is None:
        return
    text, end = found
    if text.startswith(("retired ", "former ", "ex-")):
        yield Fact(reading.entity, "former occupation", text.split(" ", 1)[-1].removeprefix("ex-"))
        return
    if reading.clause.verb.tense == "perfect" and stands == "done":
        stands = "now" if any(span.relation in ("for", "since") for span in reading.times) else "none"
    for fact in state(reading.entity, "occupation", text, stands, "former occupation"):
        yield replace(fact, dated=fact.dated or reading.lemma == "become")
    yield from place_of_work(reading, end, stands)


def _just_left(reading: Reading) -> bool:
    """Whether the last thing told is that the same person left an employer."""
    last = next(reversed(list(reading.past_values)), None)
    return last is not None and last.entity == reading.entity and last.attribute in ("former employer", "employer")


_JOB_TALK: Final = frozenset("work works worked working job jobs career quit left joined hired".split())


def _status(reading: Reading, ahead: int, stands: Standing) -> Iterator[Fact]:
    low = reading.low(ahead)
    if low in ("retired", "unemployed", "self-employed", "freelance") and reading.low(ahead + 1) in _AFTER_STATUS:
        yield from state(reading.entity, "occupation", low, stands)
    if low == "employed" and reading.low(ahead + 1) in ("by", "at"):
        yield from employed(reading, ahead + 2, stands)
        company = organisation(reading, ahead + 2)
        if company is not None and reading.low(company[1] - reading.after) == "as":
            found = role(reading, company[1] + 1)
            if found is not None:
                yield from state(reading.entity, "occupation", found[0], stands)


def job_at(reading: Reading) -> Iterator[Fact]:
    """ "My job is at the post office"."""
    subject, verb = reading.clause.subject, reading.clause.verb
    if (
        subject.sort != "thing"
        or subject.owner is None
        or subject.word != "job"
        or verb.lemma != "be"
        or verb.tense != "present"
    ):
        return
    if verb.denied or verb.modal or reading.clause.mode != "fact":
        return
    named = 1 if reading.low() == "being" else 0
    if reading.low(named) in ("a", "an") and (
        found := role(replace(reading, entity=subject.owner), reading.after + named)
    ):
        yield from state(subject.owner, "occupation", found[0], reading.standing)
        return
    ahead = next((k for k in range(4) if reading.low(k) in ("at", "with")), None)
    company = None if ahead is None else organisation(reading, ahead + 1)
    if company is not None:
        yield from state(subject.owner, "employer", company[0], reading.standing)


def teaching(reading: Reading) -> Iterator[Fact]:
    """ "I teach maths at Holm Secondary School"."""
    if reading.lemma != "teach":
        return
    stands = reading.standing
    if reading.low() == "at":
        yield from state(reading.entity, "occupation", "teacher", stands, "former occupation")
        yield from employed(reading, 1, stands)
        return
    phrase = reading.phrase()
    if (
        phrase is None
        or phrase.vague
        or phrase.determiner
        or phrase.head in KIN
        or any(word.low in _TAUGHT for word in phrase.words)
    ):
        return
    if (
        name_like(reading.tokens, phrase.start)
        and phrase.proper
        and phrase.head not in ("english", "french")
        and len(phrase.words) == 1
        and phrase.text in reading.context.seen
    ):
        return
    if stands == "past" and not reading.times:
        return
    yield from state(reading.entity, "occupation", f"{phrase.text} teacher", stands, "former occupation")
    ahead = phrase.end - reading.after
    if reading.low(ahead) == "at":
        yield from employed(reading, ahead + 1, stands)


_TAUGHT: Final = frozenset(
    "kids people adults students children beginners class classes teenagers teens seniors others folks women men "
    "youngsters workshop workshops lesson lessons".split()
)


def driving_for_pay(reading: Reading) -> Iterator[Fact]:
    """ "I drive a bus for the city"."""
    phrase = reading.phrase() if reading.lemma == "drive" else None
    if (
        phrase
        and phrase.head in _DRIVEN_FOR_PAY
        and phrase.determiner in ("a", "an", "")
        and phrase.head not in VEHICLES - {"truck"}
        and len(phrase.words) == 1
    ):
        yield from state(reading.entity, "occupation", f"{phrase.head} driver", reading.standing, "former occupation")
        ahead = phrase.end - reading.after
        if reading.low(ahead) == "for":
            yield from employed(reading, ahead + 1, reading.standing)


def running_a_business(reading: Reading) -> Iterator[Fact]:
    """ "I run a pottery studio called Mudlark", "Rufus just opened a bar"."""
    opened = reading.lemma in ("open", "found", "launch", "co-found") and reading.clause.verb.tense != "present"
    if reading.lemma not in ("run", "own", "manage", "co-own") and not opened:
        return
    phrase = reading.phrase()
    if phrase is None or phrase.determiner not in ("a", "an", "my", "our", "his", "her", "their") or phrase.vague:
        return
    if phrase.head not in ORGANISATIONS and phrase.head not in ("blog", "brand", "channel", "shop", "podcast", "store"):
        return
    named = name_after(reading, phrase.end)
    stands: Standing = reading.standing
    if opened:
        stands = "new" if stands in ("past", "done") else "none"
    for fact in state(reading.entity, "business", named[0] if named else phrase.text, stands):
        yield replace(fact, dated=opened)


def projects(reading: Reading) -> Iterator[Fact]:
    """ "I'm working on a screenplay", "she's writing a cookbook"."""
    verb = reading.clause.verb
    if (
        not verb.going
        or verb.tense not in ("present", "perfect")
        or reading.clause.mode != "fact"
        or verb.modal
        or verb.denied
    ):
        return
    ahead = (
        1
        if reading.lemma == "work" and reading.low() == "on"
        else 0
        if reading.lemma in ("write", "build", "make", "develop")
        else None
    )
    phrase = None if ahead is None else reading.phrase(ahead)
    if (
        phrase
        and phrase.head in _PROJECTS
        and phrase.determiner in ("a", "an", "my", "our", "another", "some", "his", "her", "their")
    ):
        words = trimmed(phrase.words, PRAISE | {"new", "next", "latest", "first", "second"})
        text = joined(words)
        if text.lower() not in MOODS and text not in ("project", "projects"):
            yield Fact(reading.entity, "project", text)


def introduced(reading: Reading) -> Iterator[Fact]:
    """ "As a nurse, I …", "as an engineering student I …": what somebody speaks as."""
    lows = [token.low for token in reading.tokens[reading.opening : reading.clause.start]]
    if not reading.mine or "as" not in lows or reading.clause.mode != "fact" or reading.clause.verb.tense != "present":
        return
    at = reading.opening + lows.index("as")
    if (
        at + 1 >= reading.clause.start
        or reading.tokens[at + 1].low not in ("a", "an")
        or any(low not in OPENERS | {","} for low in lows[: at - reading.opening])
    ):
        return
    found = role(replace(reading, clause=replace(reading.clause, end=reading.clause.start)), at + 1)
    if found is not None and found[1] >= reading.clause.start - 1:
        yield Fact(reading.entity, "occupation", found[0])


READERS: Final = (introduced, job_at, working, being, teaching, driving_for_pay, running_a_business, projects)
