"""What a case speaks of: by the names it gives or, where an extractor chose the words, by meaning.

Attributes are compared by a table: the aliases that every space starts with, and `MEANT` for the words of the cases.
Names and values are compared by the words in them, so that "Omar (vet)" is "Omar the vet".
"""

from __future__ import annotations

import re
from typing import Any, Final

from nous import Space
from nous.beliefs.policy import POLICY
from nous.errors import NotFound
from nous.graph.belief import Belief
from nous.graph.model import Entity
from nous.graph.names import fold

from .loading import Json, moment
from .world import World

NOT_PRESENT: Final = (
    "former", "past", "plan", "wish", "wants", "event", "dream", "goal", "offer", "considering", "grew up",
)  # fmt: skip
"""How the names begin of attributes that do not speak of what is so now."""
MEANT: Final[dict[str, str]] = {"home": "home city"}
"""Words of the cases that the table of aliases has not, or has with another meaning."""
EMPTY: Final = frozenset("a an the of from in at to my our his her their who is that".split())
TRUTH: Final = {"true": "yes", "false": "no", "none": "no", "nothing": "no", "not": "no", "never": "no"}
ENDINGS: Final = ("", "s", "es", "ed", "er", "ing")


def meaning(word: str) -> str:
    """The attribute that a word stands for.

    >>> meaning("role"), meaning("lives in"), meaning("home"), meaning("shoe size")
    ('occupation', 'home city', 'home city', 'shoe size')
    >>> meaning("likes") == meaning("dislikes")
    False
    """
    folded = fold(word.strip())
    return POLICY.canonical(MEANT.get(folded, folded))


def about(attribute: str, words: str) -> bool:
    """Whether an attribute is one of those that some words, parted by "or", stand for.

    >>> about("car", "car or possession"), about("owns", "car or possession"), about("dislikes", "likes")
    (True, True, False)
    """
    return meaning(attribute) in {meaning(word) for word in words.split(" or ")}


def content(text: object) -> frozenset[str]:
    """The words of a text that carry meaning; truth values in one form.

    >>> sorted(content("Omar (from the accounting)")), content(False) == content("No")
    (['accounting', 'omar'], True)
    """
    found = (TRUTH.get(word, word) for word in re.findall(r"\w+", fold(str(text))))
    return frozenset(found) - EMPTY


def akin(one: str, two: str) -> bool:
    """Whether two words are one, perhaps with another ending.

    >>> akin("meeting", "meetings"), akin("row", "rowing"), akin("cat", "catalogue")
    (True, True, False)
    """
    short, long = sorted((one, two), key=len)
    return long == short or (len(short) > 2 and long in {short + ending for ending in ENDINGS})


def holds(value: object, want: object) -> bool:
    """Whether a value says all that is wanted, and does not deny it.

    >>> holds("the harbour office", "harbour office"), holds("harbour", "harbour office"), holds("not Ghent", "Ghent")
    (True, False, False)
    """
    said, wanted = content(value), content(want)
    return all(any(akin(w, s) for s in said) for w in wanted) and ("no" in said) == ("no" in wanted)


def touches(value: object, want: object) -> bool:
    """Whether a value and what is meant share a word, whichever of the two says more.

    >>> touches("6 a.m. stand-up", "early stand-up meetings"), touches("move to Lisbon", "Lisbon")
    (True, True)
    >>> touches("tea", "the sea")
    False
    """
    return any(akin(w, s) for s in content(value) for w in content(want))


def means(value: Any, want: Any, loosely: bool) -> bool:
    """Whether a value is the one meant: the same with its type; where a reader chose the words, one that holds them."""
    if loosely:
        return content(value) == content(want) if isinstance(want, bool) else holds(value, want)
    return bool(value == want) and type(value) is type(want)


def named(world: World, name: str) -> list[Entity]:
    """The entities that go by a name; where an extractor chose the names, also by one of the same words."""
    space = world.space()
    found = space.entities_named(name)
    if found or world.extract is None:
        return found
    return [e for e in space.entities() if content(name) in [content(n) for n in (e.name, *e.aliases)]]


def find(world: World, want: Json) -> list[Belief]:
    """The beliefs that a statement about beliefs means, by entity and attribute."""
    if world.extract is None:
        at, known_at = moment(want.get("at")), moment(want.get("known_at"))
        return [world.space().belief(want["entity"], want["attribute"], at=at, known_at=known_at)]
    return [b for b in held(world, want) if about(b.attribute, want["attribute"])]


def held(world: World, want: Json) -> list[Belief]:
    """All that is believed of the entity that a statement means, at the moment it means."""
    at, known_at = moment(want.get("at")), moment(want.get("known_at"))
    names = dict.fromkeys(e.name for e in named(world, want["entity"]))
    return [b for name in names for b in every(world.space(), name, at, known_at)]


def tabled(attribute: str) -> bool:
    """Whether the table knows an attribute, so that a belief which is not found is not only called something else.

    >>> tabled("intolerance"), tabled("electric")
    (True, False)
    """
    return POLICY.knows(meaning(attribute))


def present(beliefs: list[Belief]) -> list[Belief]:
    """Those that speak of what is so; not of what was, or is planned, wished for or has happened."""
    return [b for b in beliefs if not b.attribute.startswith(NOT_PRESENT)]


def every(space: Space, entity: str, at: Any = None, known_at: Any = None) -> list[Belief]:
    """All that is believed of an entity; nothing of one that is not known."""
    try:
        return space.beliefs(entity, at=at, known_at=known_at)
    except NotFound:
        return []
