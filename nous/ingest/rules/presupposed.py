"""What "my dogs", "my wife" and "my guitar" take for granted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .belongings import taken_for_granted
from .context import Context
from .events import long_ago
from .facts import Fact
from .lexicon import species
from .people import Mention
from .phrases import joined
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
    for thing in taken_for_granted(sentence.tokens):
        if context.new_to_talk(speaker, thing):
            yield Fact(speaker, "owns", thing)
