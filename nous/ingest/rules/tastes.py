"""Tastes: likes, dislikes, favourites and hobbies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .deed import verb_phrase
from .facts import Fact
from .lexicon import GENERIC_THE, KIN
from .phrases import Phrase, joined, series
from .reading import Reading, Standing, state
from .verbs import ing, lemma
from .words import ADVERBS, POSSESSIVES, adverb

_DEGREES: Final = frozenset("big huge massive bit a an more all total such".split())

_LIKING: Final = frozenset("love like enjoy adore dig".split())
_DISLIKING: Final = frozenset("hate dislike detest loathe despise".split())
_FOND: Final = {
    "into": 1,
    "fond": 2,
    "keen": 2,
    "crazy": 2,
    "mad": 2,
    "nuts": 2,
    "passionate": 2,
    "obsessed": 2,
    "addicted": 2,
    "hooked": 2,
    "interested": 2,
    "wild": 2,
    "partial": 2,
}
_FOND_LINK: Final = frozenset("of on about with to in for".split())
_NOT_A_TASTE: Final = frozenset(
    "pic pics photo photos picture pictures video post message advice suggestion suggestions company attitude "
    "energy enthusiasm outfit dress haircut hair smile painting drawing one ones person people guy kid kids "
    "family job life work team boss idea ideas support update news story stories recipe color colors colour "
    "colours name question thought thoughts plan plans spirit passion view views setup design detail details "
    "decor touch vibe vibes concept husband wife mother father sister brother friend friends dad mum mom son "
    "daughter dog cat puppy conversation conversations chat chats talk talks feedback response answer pattern "
    "shape shade light lights".split()
) - {"painting", "drawing", "dog", "cat", "stories"}
DAYTIME: Final = frozenset("tonight today now tomorrow yesterday".split())


def taste_text(phrase: Phrase, reading: Reading) -> str | None:
    """The text of a thing that can be liked as a kind; None for what is only at hand ("your painting", "the light")."""
    at_hand = phrase.determiner in POSSESSIVES | {"this", "that", "these", "those", "no", "any", "every"}
    own = phrase.determiner in ("my", "our") and _own_kind(phrase)
    if (phrase.vague or phrase.owner or at_hand) and not own:
        return None
    told = phrase.head in _NOT_A_TASTE and not phrase.proper and phrase.words[0].low != "small"
    if phrase.head in KIN or told:
        return None
    if phrase.determiner == "the" and not phrase.proper and phrase.head not in GENERIC_THE:
        of = [w.low for w in phrase.words]
        if "of" not in of and not any(w.capital for w in phrase.words):
            return None
        if "of" in of and not any(word in of for word in ("sound", "smell", "taste", "feel", "feeling")):
            return None
    if phrase.determiner in ("a", "an") and not any(
        word.low in ("good", "nice", "proper", "strong", "cold", "hot") for word in phrase.words
    ):
        return None
    some = phrase.determiner == "some" and reading.low() == "me"
    if phrase.determiner in ("two", "three", "four", "some", "few", "several", "another", "most") and not some:
        return None
    text = phrase.text
    if text.lower() in DAYTIME or len(text) < 3 or text.lower() in ADVERBS:
        return None
    if phrase.text in reading.context.seen or any(word.low in reading.context.others for word in phrase.words):
        return None
    if phrase.determiner == "the" and (phrase.proper or phrase.words[0].capital):
        return joined(reading.tokens[phrase.start : phrase.end])
    return text


def _own_kind(phrase: Phrase) -> bool:
    return (
        phrase.head in ("job", "work", "garden", "morning", "coffee", "bike", "neighbourhood", "neighborhood")
        and phrase.head not in _NOT_A_TASTE
    )


def _tastes(reading: Reading, ahead: int) -> Iterator[str]:
    start = reading.after + ahead
    if start < reading.end and reading.tokens[start].low == "to":
        text = _infinitive(reading, start)
        if text:
            yield text
        return
    leading = ""
    for phrase in series(reading.tokens, start, reading.end, reading.skip):
        leading = phrase.determiner or leading
        if not phrase.determiner and leading in POSSESSIVES | {"the", "this", "that", "these", "those"}:
            continue
        if phrase.activity:
            text = activity_text(phrase)
            if text:
                yield text
        elif (taste := taste_text(phrase, reading)) is not None:
            yield f"{taste} {shared}" if (shared := _shared_head(reading, phrase)) else taste


def _shared_head(reading: Reading, phrase: Phrase) -> str:
    """ "movies" for the first of "action and sci-fi movies": a genre has the head of the list that it begins."""
    if len(phrase.words) != 1 or phrase.head not in _GENRES:
        return ""
    for token in reading.tokens[phrase.end : min(phrase.end + 6, reading.end)]:
        if token.low in _OF_GENRES:
            return token.text
        if token.sort != "word" and token.text != ",":
            break
    return ""


_GENRES: Final = frozenset(
    "action fantasy horror comedy drama romance romantic mystery thriller crime adventure sci-fi indie rock jazz pop "
    "classical folk country blues metal punk electronic historical science board card video strategy puzzle racing "
    "true self-help war superhero animated dystopian".split()
)
_OF_GENRES: Final = frozenset("movies films books novels music games songs shows stories series fiction".split())


def activity_text(phrase: Phrase) -> str | None:
    """An activity as a taste; one that is only of the moment ("seeing you so happy") is none."""
    lows = [word.low for word in phrase.words]
    if lows[0] == "being" and lows[-1] in ("outdoors", "outside", "alone", "home", "sea", "nature", "water"):
        return joined(phrase.words)
    if lows[0] in ("being", "having", "seeing", "getting", "feeling", "hearing", "knowing", "making") and len(lows) < 3:
        return None
    if lows[0] in ("being", "seeing", "hearing", "knowing", "chatting", "talking", "catching", "feeling"):
        return None
    if any(word in ("it", "you", "them", "him", "her", "me", "us") for word in lows) or lows[-1] in (
        "the",
        "a",
        "an",
        "of",
    ):
        return None
    return joined(phrase.words)


def _infinitive(reading: Reading, start: int) -> str | None:
    """ "to cook for friends" as a value: "cooking for friends"."""
    at = start + 1
    while at < reading.end and adverb(reading.tokens[at].low):
        at += 1
    text = verb_phrase(reading, at) or (reading.tokens[at].text if at + 1 == reading.end else None)
    if (
        text is None
        or not lemma(text.split()[0].lower(), "base")
        or text.split()[0] in ("be", "see", "hear", "think", "say", "know", "do")
    ):
        return None
    head, _, rest = text.partition(" ")
    return f"{ing(head)} {rest}".strip()


def liking(reading: Reading) -> Iterator[Fact]:
    """ "I love rock climbing", "I don't like horror films", "I can't stand coriander"."""
    verb = reading.clause.verb
    if reading.clause.subject.sort not in ("speaker", "person") or reading.clause.mode != "fact":
        return
    if reading.lemma in ("stand", "bear") and verb.modal in ("can", "could") and verb.negated:
        for value in _tastes(reading, 0):
            yield Fact(reading.entity, "dislikes", value)
        return
    if reading.lemma == "care" and verb.denied and not verb.modal and reading.low() == "for":
        yield from (Fact(reading.entity, "dislikes", value) for value in _tastes(reading, 1))
        return
    if reading.lemma == "prefer" and reading.standing == "now" and not verb.modal:
        yield from (Fact(reading.entity, "likes", value) for value in _tastes(reading, 0))
        return
    if verb.modal or reading.lemma not in _LIKING | _DISLIKING:
        return
    if "most" in verb.adverbs or reading.low() in ("it", "when", "how", "that"):
        return
    if reading.low() == "me" and reading.low(1) in ("some", "a") and reading.lemma in ("love", "like"):
        yield from (Fact(reading.entity, "likes", value) for value in _tastes(reading, 2))
        return
    stands = reading.standing
    if verb.tense == "past":
        if reading.lemma in _LIKING and not verb.denied:
            yield from (Fact(reading.entity, "likes", value) for value in _works(reading))
        return
    if stands == "done":
        stands = "now" if reading.clause.verb.adverbs & {"always"} or reading.times else "none"
    attribute = "likes" if reading.lemma in _LIKING else "dislikes"
    for value in _tastes(reading, 0):
        if stands == "not" and attribute == "likes":
            yield Fact(reading.entity, "likes", value, "deny")
            yield Fact(reading.entity, "dislikes", value)
        else:
            yield from state(reading.entity, attribute, value, stands)


def _works(reading: Reading) -> Iterator[str]:
    """Books, films and the like that somebody loved: by their titles, or "by" their makers."""
    start = 1 if reading.low() in ("reading", "watching", "playing") else 0
    for phrase in reading.series(start, activities=False):
        if not phrase.determiner and phrase.proper and not phrase.owner:
            by = reading.low(phrase.end - reading.after) == "by"
            if phrase.words[0].sort == "title" or (by and len(phrase.words) > 1):
                yield joined(phrase.words)


def hungry_for(reading: Reading) -> Iterator[Fact]:
    """ "I can't get enough of Georgian food"."""
    verb = reading.clause.verb
    if (
        reading.lemma == "get"
        and verb.modal in ("can", "could")
        and verb.negated
        and reading.low() == "enough"
        and reading.low(1) == "of"
    ):
        for value in _tastes(reading, 2):
            yield Fact(reading.entity, "likes", value)


def fondness(reading: Reading) -> Iterator[Fact]:
    """ "I'm really into birdwatching", "I'm a huge fan of brutalist architecture", "not a fan of musicals"."""
    verb = reading.clause.verb
    if (
        reading.lemma not in ("be", "get")
        or verb.modal
        or reading.clause.mode != "fact"
        or reading.clause.subject.sort not in ("speaker", "person")
    ):
        return
    if verb.tense == "past" and reading.lemma == "be":
        return
    ahead = 0
    while reading.low(ahead) in ADVERBS or reading.low(ahead) in _DEGREES:
        if reading.low(ahead) == "all" and reading.low(ahead + 1) == "about":
            break
        ahead += 1
    word = reading.low(ahead)
    if word in ("fan", "lover", "fanatic", "enthusiast") and reading.low(ahead + 1) == "of":
        start = ahead + 2
    elif word in _FOND and (
        word == "into" or reading.low(ahead + 1) in _FOND_LINK - ({"to"} if word != "addicted" else set())
    ):
        start = ahead + _FOND[word]
    elif word == "all" and reading.low(ahead + 1) == "about":
        start = ahead + 2
    else:
        return
    if reading.lemma == "get" and word != "into":
        return
    stands: Standing = reading.standing
    if reading.lemma == "get":
        stands = "now" if stands in ("past", "done") or verb.going else "none"
    if stands == "done":
        stands = "now"
    for value in _tastes(reading, start):
        if stands == "not":
            yield Fact(reading.entity, "likes", value, "deny")
            if word in ("fan", "keen", "into", "fond", "lover"):
                yield Fact(reading.entity, "dislikes", value)
        else:
            yield from state(reading.entity, "likes", value, stands)


def best_liked(reading: Reading) -> Iterator[Fact]:
    """ "What I like most is walking by the canal", "there's nothing I like more than a good crossword"."""
    tokens = reading.tokens
    lows = [token.low for token in tokens]
    if reading.lemma not in _LIKING or not reading.mine:
        return
    if reading.clause.rest().startswith("more than ") and {"nothing", "little"} & set(lows[: reading.clause.start]):
        yield from (Fact(reading.entity, "likes", value) for value in _tastes(reading, 2))
        return
    if "what" not in lows[: reading.clause.start + 1]:
        return
    for i in range(reading.after, len(lows) - 1):
        if lows[i] in ("is", "are", "'s"):
            for phrase in series(tokens, i + 1, len(tokens), reading.skip):
                text = activity_text(phrase) if phrase.activity else taste_text(phrase, reading)
                if text:
                    yield Fact(reading.entity, "likes", text)
            return
        if lows[i] not in ("most", "best", "to", "do", "really", "doing", "about", "it"):
            return


def weakness(reading: Reading) -> Iterator[Fact]:
    """ "I have a soft spot for silent films", "I'm a sucker for romantic comedies"."""
    verb, clause = reading.clause.verb, reading.clause
    if verb.modal or clause.mode != "fact" or clause.subject.sort not in ("speaker", "person") or verb.tense == "past":
        return
    ahead: int | None = None
    words = clause.rest().split()
    if reading.lemma == "have" and words[:1] == ["a"]:
        at = next((k for k in range(1, 5) if words[k : k + 1] and words[k] in _LEANINGS), None)
        ahead = at + 2 if at is not None and words[at + 1 : at + 2] == ["for"] else None
        if ahead is not None and words[ahead - 2] == "spot" and words[ahead - 3] != "soft":
            return
    elif reading.lemma == "be" and words[:1] == ["a"] and not verb.denied:
        at = next((k for k in range(1, 4) if words[k : k + 1] == ["sucker"]), None)
        ahead = at + 2 if at is not None and words[at + 1 : at + 2] == ["for"] else None
    if ahead is None or verb.denied:
        return
    for value in _tastes(reading, ahead):
        yield Fact(reading.entity, "likes", value)


_LEANINGS: Final = frozenset("spot weakness passion thing love fascination fondness obsession".split())

READERS: Final = (hungry_for, liking, fondness, weakness)
