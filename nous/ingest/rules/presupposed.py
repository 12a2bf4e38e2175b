"""What "my dogs", "my wife" and "my guitar" take for granted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .belongings import taken_for_granted
from .context import Context
from .events import long_ago
from .facts import Fact
from .home import home_facts
from .lexicon import species
from .mention import Mention
from .phrases import joined, proper_name
from .places import is_place, place
from .text import Sentence

_OF_THE_PAST: Final = frozenset("first old childhood late ex former future".split())
_ASTRAY: Final = frozenset("ran missing lost".split())
_PAIRED: Final = {
    "wife": "married",
    "husband": "married",
    "girlfriend": "in a relationship",
    "boyfriend": "in a relationship",
    "fiancé": "engaged",
    "fiancée": "engaged",
}


def presupposed(speaker: str, sentence: Sentence, mentions: Sequence[Mention], context: Context) -> Iterator[Fact]:
    """What a sentence takes for granted of its speaker and no earlier one did: each thing once a conversation.

    >>> from nous.ingest.rules.people import Finder
    >>> from nous.ingest.rules.text import sentences
    >>> context, sentence = Context("Ana"), next(sentences("I took my dogs to the vet."))
    >>> mentions = Finder(sentence.tokens, context).all()
    >>> [(fact.attribute, fact.value) for fact in presupposed("Ana", sentence, mentions, context)]
    [('pet', 'dog')]
    """
    lows = {token.low for token in sentence.tokens}
    if lows & _ASTRAY or long_ago(joined(sentence.tokens).lower()):
        return
    for mention in mentions:
        if mention.owner != speaker or mention.names or not mention.word:
            continue
        if _OF_THE_PAST & {token.low for token in sentence.tokens[mention.start : mention.end]}:
            continue
        animal = species(mention.word) if mention.pet else None
        if animal and context.new_to_talk(speaker, animal):
            yield Fact(speaker, "pet", animal)
        status = _PAIRED.get(mention.word)
        if status and context.new_to_talk(speaker, status):
            yield Fact(speaker, "relationship status", status)
    yield from _journeys(speaker, sentence)
    yield from _where_at_home(speaker, sentence)
    yield from _own_places(speaker, sentence)
    for thing in taken_for_granted(sentence.tokens):
        if context.new_to_talk(speaker, thing):
            yield Fact(speaker, "owns", thing)


_TRIPS: Final = frozenset("trip vacation holiday tour visit honeymoon getaway cruise".split())
_COMING: Final = frozenset("upcoming next planned excited planning looking wait booked soon preparing packing".split())
_BEHIND: Final = frozenset("was were last ago from after during loved had".split())
_UNDONE: Final = frozenset("cancelled canceled cancel postponed postpone missed if would could not never".split())


def _journeys(speaker: str, sentence: Sentence) -> Iterator[Fact]:
    """ "My trip to Japan was incredible", "I'm excited about my upcoming trip to Boston"."""
    tokens = sentence.tokens
    lows = [token.low for token in tokens]
    if _UNDONE & set(lows):
        return
    for i in range(1, len(tokens) - 2):
        if (
            lows[i] not in _TRIPS
            or lows[i + 1] not in ("to", "in")
            or not {"my", "our", "that"} & set(lows[max(0, i - 3) : i])
        ):
            continue
        found = place(tokens, i + 2, len(tokens))
        if found is None or not is_place(found[0]):
            continue
        if _COMING & set(lows):
            yield Fact(speaker, "plan", f"{lows[i]} to {found[0]}")
        elif _BEHIND & set(lows):
            yield Fact(speaker, "visited", found[0])


def _where_at_home(speaker: str, sentence: Sentence) -> Iterator[Fact]:
    """ "Greetings from Reykjavik, where I live": the place before the comma."""
    tokens = sentence.tokens
    lows = [token.low for token in tokens]
    for i in range(1, len(tokens) - 2):
        if lows[i : i + 2] in (["where", "i"], ["where", "we"]) and lows[i + 2] in ("live", "am"):
            comma = i - (lows[i - 1] == ",")
            start = next((k for k in range(comma - 1, -1, -1) if not tokens[k].capital), -1) + 1
            found = place(tokens, start, comma) if start < comma else None
            lives = lows[i + 2] == "live" or lows[i + 3 : i + 4] in (["based"], ["living"])
            if found is not None and lives and is_place(found[0]):
                yield from home_facts(speaker, found, "now")


_DWELLINGS: Final = frozenset("flat apartment house condo".split())
_FIRMS: Final = frozenset(
    "company firm business startup start-up shop restaurant café cafe bakery salon studio".split()
)
_NO_MORE: Final = frozenset("was were sold old former first had used left if would".split())


def _own_places(speaker: str, sentence: Sentence) -> Iterator[Fact]:
    """ "Our flat in Lviv has no heating", "my company, Brightside, sells lamps"."""
    tokens = sentence.tokens
    lows = [token.low for token in tokens]
    if _NO_MORE & set(lows):
        return
    for i in range(len(tokens) - 3):
        if lows[i] not in ("my", "our"):
            continue
        if lows[i + 1] in _DWELLINGS and lows[i + 2] == "in":
            found = place(tokens, i + 3, len(tokens))
            if found is not None and is_place(found[0]):
                yield from home_facts(speaker, found, "now")
        elif lows[i + 1] in _FIRMS and lows[i + 2] == ",":
            end = proper_name(tokens, i + 3, len(tokens))
            if end > i + 3 and lows[end : end + 1] == [","]:
                yield Fact(speaker, "business", joined(tokens[i + 3 : end]))
