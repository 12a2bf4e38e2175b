"""Seeds: the entities that a question names, and the attributes that it asks about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from nous.beliefs.policy import Policy
from nous.graph.control import Control
from nous.graph.model import Entity
from nous.graph.names import fold
from nous.graph.store import Reader
from nous.graph.tokens import tokens

LONGEST = 6  # words of a name
FUZZY_UNTIL = 5_000  # entities; in larger spaces a misspelt name has to be found by its other words
ALIKE = 88.0  # similarity of names, of 100, from which a misspelling is taken for the name (a choice)
_TRIMMED = " \t\n.,;:!?¿¡\"“”„()[]{}<>«»'’"
_POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Seeds:
    """What a question is about: entities, the surest first, and the keys of the attributes that it asks for."""

    entities: tuple[Entity, ...]
    attributes: frozenset[str]
    tokens: tuple[str, ...]


def find_seeds(reader: Reader, space: str, control: Control, question: str) -> Seeds:
    """The entities whose key or alias stands in the question, longest names first; else near names."""
    keys = phrases(question)
    found: dict[str, tuple[int, Entity]] = {}
    for entity in reader.entities(space, keys):
        found[entity.id] = (len(entity.key), entity)
    led = {control.aliases[k]: len(k) for k in keys if k in control.aliases}
    for entity in reader.entities_by_id(space, led):
        found[entity.id] = max(found.get(entity.id, (0, entity)), (led[entity.id], entity), key=lambda x: x[0])
    if not found:
        found = {e.id: (len(e.key), e) for e in _near(reader, space, question)}
    ordered = [e.id for _, e in sorted(found.values(), key=lambda x: (-x[0], x[1].key, x[1].type or ""))]
    words = tuple(tokens(question))
    return Seeds(tuple(stand_for(reader, space, control, ordered)), asked_about(control.policy, words), words)


def stand_for(reader: Reader, space: str, control: Control, ids: Iterable[str]) -> list[Entity]:
    """The entities with these ids in their order, of merged ones the one that stands for them, each once."""
    heads = list(dict.fromkeys(control.head(id) for id in ids))
    found = {e.id: e for e in reader.entities_by_id(space, heads)}
    return [found[id] for id in heads if id in found]


def phrases(question: str) -> list[str]:
    """The keys of all runs of up to six words of a question, and of the whole of it.

    >>> phrases("Where does Ana's dog sleep?")[:3]
    ["where does ana's dog sleep?", 'where', 'where does']
    """
    words = [w for w in (part.strip(_TRIMMED) for part in fold(question).split()) if w]
    keys = dict.fromkeys([fold(question)])
    for i in range(len(words)):
        for j in range(i + 1, min(i + LONGEST, len(words)) + 1):
            phrase = " ".join(words[i:j])
            keys[phrase] = None
            keys[_POSSESSIVE.sub("", phrase)] = None
    return [k for k in keys if k]


def _near(reader: Reader, space: str, question: str) -> list[Entity]:
    """Entities whose name is nearly a capitalised phrase of the question; a misspelling, not a guess."""
    if reader.counts(space)["entities"] > FUZZY_UNTIL:
        return []
    names = {e.key: e for e in reader.entities(space)}
    wanted = {fold(m) for m in re.findall(r"\b[^\W\d_a-z][\w'’-]{3,}(?: [^\W\d_a-z][\w'’-]+)*", question)}
    found: dict[str, Entity] = {}
    for phrase in sorted(wanted):
        match = process.extractOne(_POSSESSIVE.sub("", phrase), names.keys(), scorer=fuzz.ratio, score_cutoff=ALIKE)
        if match is not None:
            found[match[0]] = names[match[0]]
    return list(found.values())


def asked_about(policy: Policy, words: tuple[str, ...]) -> frozenset[str]:
    """The attributes that have one of their words in a question.

    >>> from nous.beliefs.policy import POLICY
    >>> sorted(asked_about(POLICY, tuple(tokens("Where does she work?"))))
    ['employer', 'former employer', 'industry', 'occupation', 'project']
    """
    index = _words_of_attributes(policy)
    return frozenset(a for w in words for a in index.get(w, ()))


@lru_cache(maxsize=8)
def _index(policy_id: int, names: tuple[tuple[str, str], ...]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, attribute in names:
        for token in tokens(name):
            found.setdefault(token, set()).add(attribute)
    return {token: frozenset(attributes) for token, attributes in found.items()}


def _words_of_attributes(policy: Policy) -> Mapping[str, frozenset[str]]:
    names = (*((a, a) for a in policy.table), *policy.aliases.items())
    return _index(len(names), tuple(names))
