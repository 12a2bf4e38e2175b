"""What comes to an end without being named in full: "I gave up Greek", "Jo moved out", "Acme closed down"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from .deed import verb_phrase
from .facts import Fact
from .lexicon import KIN, species
from .names import name_at
from .phrases import joined
from .reading import Reading
from .relations import parts
from .verbs import gerund, lemma
from .words import DETERMINERS, PREPOSITIONS

_PASTIMES: Final = frozenset("plays hobby habit likes learning language doing volunteering member diet goal".split())
_PURSUED: Final = frozenset("plays hobby habit learning doing volunteering member diet".split())
_FONDNESS: Final = frozenset("likes hobby plays".split())
_PAIRED: Final = frozenset(("spouse", "partner"))
_TOGETHER: Final = frozenset(("married", "engaged", "in a relationship"))
_DISMISSED: Final = re.compile(
    r"^(?:(?:just|recently|finally|all|both) )*(?:made redundant|laid off|let go|fired|sacked|dismissed)\b"
)
_SHUT: Final = re.compile(r"^(?:down|up shop|its doors|for good|bust|bankrupt|under|out of business)\b")
_MEATLESS: Final = frozenset("vegan vegetarian pescatarian pescetarian veggie plant-based fruitarian".split())
_MEATS: Final = frozenset("meat fish chicken beef pork cheese dairy eggs steak burgers bacon seafood".split())


def open_values(reading: Reading, who: str, attributes: Collection[str]) -> list[Fact]:
    """What was told of somebody and holds still, as far as the talk went: the last word on each value."""
    last: dict[tuple[str, object], Fact] = {}
    for fact in reading.past_values:
        if fact.entity == who and fact.attribute in attributes:
            last[fact.attribute, fact.value] = fact
    return [fact for fact in last.values() if fact.kind in ("assert", "change")]


def _over(fact: Fact) -> Fact:
    return Fact(fact.entity, fact.attribute, fact.value, "end", dated=True)


def _stems(words: str) -> frozenset[str]:
    """What words mean whatever their ending: "running" and "run" are one."""
    kept = [w for w in re.findall(r"[\w'-]+", words.lower()) if w not in DETERMINERS | PREPOSITIONS]
    return frozenset((gerund(w) or w.removesuffix("s")) for w in kept)


def _matching(reading: Reading, words: str, attributes: Collection[str]) -> Iterator[Fact]:
    """The ends of what is known by those words."""
    meant = _stems(words)
    for fact in open_values(reading, reading.entity, attributes) if meant else ():
        if isinstance(fact.value, str) and meant <= _stems(f"{fact.value} {fact.attribute}"):
            yield _over(fact)


def _done(reading: Reading) -> bool:
    verb, clause = reading.clause.verb, reading.clause
    people = clause.subject.sort in ("speaker", "person")
    return people and verb.tense != "present" and not verb.denied and not verb.modal


def dismissals(reading: Reading) -> Iterator[Fact]:
    """ "I was made redundant", "Petra quit": the end of whatever employment is known."""
    if not _done(reading) or reading.clause.mode != "fact":
        return
    rest = reading.clause.rest()
    alone = (
        not reading.low()
        or reading.low() in (",", "and", "last", "in", "on", "because")
        or reading.after in reading.skip
    )
    gone = (reading.lemma in ("be", "get") and _DISMISSED.match(rest)) or (
        reading.lemma in ("quit", "resign") and alone
    )
    if gone:
        for fact in open_values(reading, reading.entity, ("employer",)):
            yield from (_over(fact), Fact(fact.entity, "former employer", fact.value))


def closures(reading: Reading) -> Iterator[Fact]:
    """ "Acme closed down last month", "my contract with Acme ended", "Acme fired Petra"."""
    clause, verb = reading.clause, reading.clause.verb
    if (verb.tense == "present" and verb.lemma != "be") or verb.denied or verb.modal or clause.mode != "fact":
        return
    told = {t.low for t in clause.tokens[clause.subject.start : verb.start]}
    speaker = reading.context.speaker
    if verb.lemma in ("fire", "sack", "dismiss"):
        who = joined(clause.tokens[reading.after : clause.end]).split(" ")[0]
        told_of = who if who[:1].isupper() else ""
    else:
        shut = verb.lemma in ("close", "fold", "shut", "go") and (_SHUT.match(clause.rest()) or verb.lemma == "fold")
        ran_out = verb.lemma in ("end", "expire", "finish", "run") and told & {
            "contract",
            "internship",
            "placement",
            "job",
        }
        through = (
            verb.lemma == "be"
            and reading.low() in ("over", "up")
            and told & {"contract", "time", "stint", "internship"}
        )
        parted = verb.lemma == "part" and reading.low() == "ways"
        told_of = speaker if shut or ran_out or through or parted else ""
    for fact in open_values(reading, told_of, ("employer",)) if told_of else ():
        named = set(str(fact.value).lower().split()) & {t.low for t in clause.tokens[clause.start : clause.end]}
        if named or (told & {"contract", "internship", "placement"} and told & {"my"}):
            yield from (_over(fact), Fact(fact.entity, "former employer", fact.value))


def let_go(reading: Reading) -> Iterator[Fact]:
    """ "I gave up on Greek", "I quit the choir", "I stopped running", "I'm over techno"."""
    clause, verb = reading.clause, reading.clause.verb
    if clause.subject.sort not in ("speaker", "person") or verb.modal:
        return
    if clause.mode == "stop" and verb.tense != "present" and not verb.denied:
        what = reading.lemma if reading.lemma not in ("do", "play", "go") else (reading.low() or reading.lemma)
        yield from _matching(reading, what, _PURSUED)
        return
    if clause.mode == "wish" and verb.denied and re.search(r"\bany ?(?:more|longer)\b", clause.rest()):
        yield from _matching(reading, verb_phrase(reading, verb.end - 1) or "", ("goal", "plan"))
        return
    if clause.mode != "fact":
        return
    ahead: int | None = None
    attributes = _PURSUED
    if _done(reading):
        if reading.lemma == "give" and reading.low() == "up":
            ahead = 1 + (reading.low(1) == "on")
        elif reading.lemma in ("quit", "drop", "abandon", "stop", "ditch"):
            ahead = 0
        elif reading.lemma == "go" and reading.low() == "off":
            ahead, attributes = 1, _FONDNESS
    if reading.lemma == "be" and verb.tense == "present" and not verb.denied and reading.low() in ("over", "done"):
        ahead, attributes = 1 + (reading.low(1) == "with"), _FONDNESS | _PURSUED
    if reading.standing == "over" and reading.lemma in ("play", "like", "love", "enjoy", "want", "do", "speak"):
        ahead, attributes = 0, _PASTIMES
    phrase = None if ahead is None else reading.phrase(ahead)
    if phrase is not None and not phrase.vague:
        yield from _matching(reading, joined(phrase.words), attributes)


def disliked_now(reading: Reading, facts: Collection[Fact]) -> Iterator[Fact]:
    """The end of a liking that turned into its opposite, and the other way round."""
    for fact in facts:
        other = {"likes": "dislikes", "dislikes": "likes"}.get(fact.attribute)
        if other is None or fact.kind not in ("assert", "change"):
            continue
        for known in open_values(reading, fact.entity, (other,)):
            if str(known.value).lower() == str(fact.value).lower():
                yield Fact(known.entity, other, known.value, "end")


def partings(reading: Reading) -> Iterator[Fact]:
    """ "I dumped Max", "Max left me", "Max and I are no longer together", "we called off the wedding"."""
    clause, verb = reading.clause, reading.clause.verb
    rest = clause.rest()
    speaker = reading.context.speaker
    pair = open_values(reading, speaker, _PAIRED)
    if clause.subject.sort not in ("speaker", "person") or verb.modal or clause.mode != "fact":
        return
    words = {t.low for t in clause.tokens[clause.start : clause.end]}
    done = _done(reading)
    together = rest.startswith(("together", "a couple", "an item")) or "together" in verb.adverbs
    apart = verb.lemma == "be" and together and (verb.denied or reading.standing == "over")
    left = done and verb.lemma in ("dump", "leave", "ditch", "divorce") and (rest == "me" or rest.startswith("me "))
    whom = (
        joined(clause.tokens[reading.after : clause.end]) if done and verb.lemma in ("dump", "leave", "divorce") else ""
    )
    split = done and (verb.lemma == "separate" or parts(reading))
    bond = rest.startswith("off the") and bool(words & {"engagement", "wedding"})
    off = done and verb.lemma == "call" and (bond or (rest.startswith("it off") and _engaged(reading)))
    coupled = _COUPLED_WITH.match(rest) is not None or (verb.lemma in ("date", "see") and verb.going)
    over = reading.mine and reading.standing == "over" and coupled
    ours = ((apart and verb.tense != "past") or split) and _just_us(reading, rest) and len(pair) == 1
    for fact in pair:
        named = str(fact.value) in clause.subject.names or set(str(fact.value).lower().split()) & words
        if off or ours or (named and (apart or left or split or over)) or (whom == fact.value and reading.mine):
            yield _over(fact)
            yield from _together_over(reading)
    if over:
        yield from _no_longer_paired(reading, rest, pair)


_COUPLED_WITH: Final = re.compile(r"(?:still )?(?:married|engaged|together|with|in a relationship|dating|seeing)\b")
_WITHOUT_NAME: Final = re.compile(
    r"(?:married|engaged|together)(?: (?:to|with) (?:him|her|them))?\W*(?:any ?more|any longer)?\W*$"
)


def _engaged(reading: Reading) -> bool:
    known = open_values(reading, reading.context.speaker, ("relationship status",))
    return any(status.value == "engaged" for status in known)


def _just_us(reading: Reading, rest: str) -> bool:
    """Whether "we" are the speaker and a partner who is not named again: "we broke up", "I split up with her"."""
    subject = reading.clause.subject
    if subject.word == "we":
        return subject.mention is None and " with " not in f" {rest} "
    return reading.mine and re.match(r"up with (?:him|her|them)\b", rest) is not None


def _together_over(reading: Reading) -> Iterator[Fact]:
    known = open_values(reading, reading.context.speaker, ("relationship status",))
    yield from (_over(status) for status in known if status.value in _TOGETHER)


def _no_longer_paired(reading: Reading, rest: str, pair: Collection[Fact]) -> Iterator[Fact]:
    """ "I'm not married to Ida anymore", "we're no longer engaged": a bond that is over, known or not."""
    first = rest.split()[0] if rest else ""
    if first not in ("married", "engaged"):
        return
    known = [s.value for s in open_values(reading, reading.context.speaker, ("relationship status",))]
    if first not in known:
        yield Fact(reading.entity, "relationship status", first, "end", dated=True)
    to = 2 if reading.low(1) == "to" else 0
    at = reading.after + to
    end = name_at(reading.tokens, at, reading.end) if to else at
    bond = "spouse" if first == "married" else "partner"
    if end > at:
        name = reading.context.full_name(joined(reading.tokens[at:end]))
        if name not in [f.value for f in pair]:
            yield Fact(reading.entity, bond, name, "end", dated=True)
    elif _WITHOUT_NAME.match(rest):
        for fact in pair:
            if fact.attribute == bond:
                yield _over(fact)
        if first in known:
            yield from _together_over(reading)


def returned(reading: Reading) -> Iterator[Fact]:
    """ "We found Otto!", "he is back", after "Otto ran away": the pet is there again."""
    clause, verb, speaker = reading.clause, reading.clause.verb, reading.context.speaker
    if verb.denied or verb.modal or clause.mode != "fact" or clause.subject.sort not in ("speaker", "person"):
        return
    rest = f" {clause.rest()} "
    gone: dict[object, Fact] = {}
    for fact in reading.past_values:
        if fact.entity == speaker and fact.attribute == "pet":
            gone[fact.value] = fact
    found = verb.tense != "present" and (verb.lemma == "find" or (verb.lemma == "get" and " back " in rest))
    came = (verb.lemma in ("come", "return", "turn") and verb.tense != "present" and _HOME_AGAIN.search(rest)) or (
        verb.lemma == "be"
        and verb.tense == "present"
        and re.match(r" (?:finally |safely )?(?:back|home again)\b", rest)
    )
    for fact in gone.values():
        if fact.kind != "end":
            continue
        met = str(fact.value).lower()
        if (found and reading.mine and re.match(rf" {re.escape(met)}\b", rest)) or (
            came and fact.value in clause.subject.names
        ):
            yield Fact(speaker, "pet", fact.value, dated=True)


_HOME_AGAIN: Final = re.compile(r"\b(?:back|home|up(?! (?:the|to)))\b")


def departures(reading: Reading) -> Iterator[Fact]:
    """ "Jo moved out", "Tom ran away", "we had to give Ace away", "I've left Bath": who or what is no longer there."""
    if not _done(reading) or reading.clause.mode != "fact":
        return
    speaker, rest = reading.context.speaker, reading.clause.rest()
    out = reading.lemma == "move" and reading.low() == "out" and reading.low(1) != "of"
    away = reading.lemma == "run" and reading.low() == "away"
    for fact in open_values(reading, speaker, ("flatmate", "pet")):
        if fact.value in reading.clause.subject.names and (
            (out and fact.attribute == "flatmate") or (away and fact.attribute == "pet")
        ):
            yield _over(fact)
    if reading.mine and reading.lemma == "give" and re.search(r"\baway\b|\bup for adoption\b|\ba new home\b", rest):
        yield from (_over(f) for f in open_values(reading, speaker, ("pet",)) if str(f.value).lower() in rest.split())
    if reading.mine and reading.lemma == "leave" and reading.clause.verb.tense == "perfect":
        for fact in open_values(reading, speaker, ("home city",)):
            if rest.startswith(str(fact.value).lower()):
                yield from (_over(fact), Fact(speaker, "former home", fact.value))


def no_longer_had(reading: Reading) -> Iterator[Fact]:
    """ "I don't have the Fiat any more", "we no longer have Tom", "I've outgrown my nut allergy"."""
    verb = reading.clause.verb
    if reading.lemma in ("have", "own", "drive") and reading.standing == "over" and reading.clause.mode == "fact":
        phrase = reading.phrase()
        if phrase is not None and phrase.determiner in ("the", "my", "our", "", "a", "an", "any"):
            yield from _matching(reading, joined(phrase.words), ("owns", "car", "pet", "health condition", "member"))
    elif reading.lemma in ("cancel", "end") and _done(reading) and reading.clause.rest().startswith("my membership"):
        gym = re.search(r"(?:at|of|in|with) (?:the |my )?([\w ]+)$", reading.clause.rest())
        yield from _matching(reading, gym[1] if gym else "member", ("member",))
    elif reading.lemma == "outgrow" and _done(reading) and (phrase := reading.phrase()) is not None:
        words = joined([w for w in phrase.words if w.low not in ("allergy", "allergies", "intolerance")])
        yield from _matching(reading, words, ("allergy", "intolerance", "health condition"))
    subject = reading.clause.subject
    mine = subject.sort == "thing" and subject.owner == reading.context.speaker and subject.phrase is not None
    if mine and verb.lemma == "be" and not verb.denied and reading.led("gone", "cured", "healed") is not None:
        told = _stems(joined(reading.tokens[subject.start : subject.end]))
        for fact in open_values(reading, reading.context.speaker, ("health condition", "allergy", "injury")):
            if told & _stems(str(fact.value)):
                yield _over(fact)


def eaten_again(reading: Reading) -> Iterator[Fact]:
    """ "I eat meat again", "I've started eating fish": the end of a diet without it."""
    verb, clause = reading.clause.verb, reading.clause
    back = reading.lemma == "go" and clause.rest().startswith("back to eating") and verb.tense != "present"
    if (reading.lemma != "eat" and not back) or verb.denied or verb.modal:
        return
    words = set(clause.rest().split())
    if not words & _MEATS or not (back or clause.mode == "begin" or {"again", "now"} & words or "now" in verb.adverbs):
        return
    yield from (_over(f) for f in open_values(reading, reading.entity, ("diet",)) if f.value in _MEATLESS)


def studied_otherwise(reading: Reading) -> Iterator[Fact]:
    """ "I switched from law to medicine", "I finished my studies"."""
    if not _done(reading) or reading.clause.mode != "fact":
        return
    known = open_values(reading, reading.entity, ("field of study", "school", "occupation"))
    rest = reading.clause.rest()
    if reading.lemma in ("switch", "change") and (
        match := re.match(r"from ([\w ]+) to ([\w ]+?)(?: in | at | last |$)", rest)
    ):
        for fact in known:
            if fact.attribute == "field of study" and str(fact.value).lower() == match[1].strip():
                yield Fact(reading.entity, "field of study", match[2].strip(), "change", dated=True)
    if reading.lemma in ("switch", "change") and (
        match := re.match(r"(?:my|his|her) (?:major|subject|course|degree) to ([\w ]+?)(?: in | at | last |$)", rest)
    ):
        yield Fact(reading.entity, "field of study", match[1].strip(), "change", dated=True)
    elif reading.lemma in ("finish", "complete") and re.match(
        r"(?:my|his|her|their) (?:studies|degree|course)\b", rest
    ):
        yield from (_over(f) for f in known if f.attribute != "occupation" or "student" in str(f.value))


def changed_employers(reading: Reading) -> Iterator[Fact]:
    """ "I've moved from Ikea to Bosch", where Ikea is known for the employer."""
    if not _done(reading) or reading.lemma not in ("move", "switch", "go", "transfer") or reading.low() != "from":
        return
    old = reading.phrase(1)
    at = old.end - reading.after if old is not None else 0
    new = reading.phrase(at + 1, company=True) if old is not None and reading.low(at) == "to" else None
    if old is None or new is None or not new.proper:
        return
    for fact in open_values(reading, reading.entity, ("employer",)):
        if _stems(joined(old.words)) <= _stems(str(fact.value)):
            yield from (_over(fact), Fact(fact.entity, "former employer", fact.value))
            yield Fact(reading.entity, "employer", new.text, "change", dated=True)


def stepped_down(reading: Reading) -> Iterator[Fact]:
    """ "I stepped down as treasurer", "she resigned as chair"."""
    if not _done(reading) or reading.lemma not in ("step", "resign", "retire"):
        return
    match = re.match(
        r"(?:down )?as (?:the |a |an )?([\w' -]+?)(?: of | at | from | last | in |$)", reading.clause.rest()
    )
    for fact in open_values(reading, reading.entity, ("occupation",)) if match else ():
        if match is not None and _stems(match[1]) <= _stems(str(fact.value)):
            yield from (_over(fact), Fact(fact.entity, "former occupation", fact.value))


def not_mine_now(reading: Reading) -> Iterator[Fact]:
    """ "Dr Lee isn't my doctor any more", "he's no longer my boss": the end of who somebody is to the speaker."""
    verb, subject = reading.clause.verb, reading.clause.subject
    over = reading.standing == "over" and verb.tense == "present"
    if reading.lemma != "be" or verb.tense != "present" or not (verb.denied or over):
        return
    if reading.low() not in ("my", "our") or subject.sort != "person" or reading.clause.mode != "fact":
        return
    word = next((t.low for t in reading.tokens[reading.after + 1 : reading.end] if lemma(t.low, "s") is None), "")
    attribute = KIN[word].attribute if word in KIN else "pet" if species(word) else word
    for fact in open_values(reading, reading.context.speaker, (attribute,)):
        if fact.value in subject.names:
            yield _over(fact)
            known = list(_together_over(reading)) if attribute in _PAIRED else []
            yield from known
            if attribute == "spouse" and not known:
                yield Fact(reading.context.speaker, "relationship status", "married", "end")


READERS: Final = (
    dismissals,
    closures,
    let_go,
    partings,
    returned,
    departures,
    no_longer_had,
    eaten_again,
    studied_otherwise,
    stepped_down,
    changed_employers,
    not_mine_now,
)
