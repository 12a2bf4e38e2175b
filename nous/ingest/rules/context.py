"""What a conversation has said so far about who is who, so that "she" and "my sister" can be understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from .clause import Clause
from .facts import Fact
from .lexicon import KIN, KIN_MODIFIERS, KIN_PLURALS, STANDARD_KIN, Gender, species
from .mention import Mention

_ANOTHER: Final = re.compile(r"\b(?:another|a different|the other|a second)\s+([^\W\d_a-z][^\W\d_]+)\b")
_SINGLE: Final = frozenset("a an one older younger little big twin baby".split())
_FROM: Final = re.compile(r"\b([^\W\d_a-z][^\W\d_]+)\s+from\s+(?:the\s+)?([a-z]+)\b")
_TITLES: Final = frozenset("dr mr mrs ms mx prof professor doctor sir".split())
_OF_ANYBODY: Final = frozenset("dr prof professor doctor".split())


def shared_names(texts: Iterable[str]) -> frozenset[str]:
    """First names that the texts give to two people: "another Omar", "Omar from work" and "Omar from choir".

    >>> sorted(shared_names(["Omar from work called.", "I met another Omar."]))
    ['omar']
    """
    found: set[str] = set()
    origins: dict[str, set[str]] = {}
    for text in texts:
        found.update(name.lower() for name in _ANOTHER.findall(text))
        for name, origin in _FROM.findall(text):
            origins.setdefault(name.lower(), set()).add(origin)
    return frozenset(found | {name for name, places in origins.items() if len(places) > 1})


@dataclass(slots=True)
class Context:
    """Who is who, as far as the talk has got; changed by `begin`, `meet` and `see` only.

    `newcomer` is the pet or relative last introduced without a name, as (owner, attribute, word), for a following
    "her name is Pepper"; `alias` who got a name in the message ("Ana's sister" is Petra).

    >>> context = Context("Ana")
    >>> context.see("Petra", "f")
    >>> context.antecedent("f"), context.antecedent("m")
    ('Petra', None)
    """

    speaker: str
    others: frozenset[str] = frozenset()
    ambiguous: frozenset[str] = frozenset()
    addressee: str | None = None
    kin: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    genders: dict[str, Gender] = field(default_factory=dict)
    surnames: dict[str, list[str]] = field(default_factory=dict)
    namesakes: dict[str, dict[str, str]] = field(default_factory=dict)
    pets: dict[str, str] = field(default_factory=dict)
    seen: dict[str, Gender] = field(default_factory=dict)
    prior: dict[str, Gender] = field(default_factory=dict)
    before: dict[str, dict[str, Gender]] = field(default_factory=dict)
    strangers: bool = False
    newcomer: tuple[str, str, str] | None = None
    presupposed: set[tuple[str, str]] = field(default_factory=set)
    alias: dict[str, str] = field(default_factory=dict)

    def begin(self, speaker: str, speakers: Sequence[str], addressee: str | None = None) -> None:
        """A new message by `speaker`: what the last one and the speaker's own last one named stays in reach."""
        self.before[self.speaker] = dict(self.seen)
        self.prior = {} if self.strangers else dict(self.seen)
        self.speaker, self.seen, self.strangers, self.newcomer, self.alias = speaker, {}, False, None, {}
        self.addressee = addressee
        self.others = frozenset(name.split()[0].lower() for name in speakers if name != speaker and name.split())

    def part(self) -> None:
        """A long silence: whoever was spoken of before it is no longer meant by "she"."""
        self.before, self.seen, self.prior = {}, {}, {}

    def see(self, name: str | None, gender: Gender) -> None:
        """Somebody is spoken of; None is somebody unknown, after whom no pronoun is certain."""
        if name is None:
            self.strangers = True
            return
        name = self.alias.get(name, name)
        if gender:
            self.genders[name] = gender
        self.seen[name] = gender or self.genders.get(name, "")
        parts = name.split()
        apart = any(name in known.values() for known in self.namesakes.values())
        if len(parts) > 1 and not apart and "'" not in name:
            full = self.surnames.setdefault(parts[-1].lower(), [])
            if name not in full:
                full.append(name)

    def meet(self, owner: str, word: str, name: str) -> None:
        """A relative, friend or pet of `owner` gets a name."""
        names = self.kin.setdefault((owner, word), [])
        if name not in names:
            names.append(name)

    def introduce(self, clause: Clause, facts: Sequence[Fact]) -> None:
        """Notes who got a name in a clause, and which pet or relative came up without one."""
        mention = clause.subject.mention
        for fact in facts:
            if not isinstance(fact.value, str):
                continue
            animal = species(fact.value.lower())
            if fact.kind in ("assert", "change") and not animal:
                self._name(clause, fact.entity, fact.attribute, fact.value)
            if fact.attribute == "pet" and animal and fact.kind == "assert":
                self.newcomer = (fact.entity, "pet", fact.value)
            if mention is not None and mention.owner == fact.entity and mention.word and not animal:
                kin = KIN.get(mention.word)
                if fact.attribute == (kin.attribute if kin else "pet"):
                    self.meet(fact.entity, mention.word, fact.value)
        if clause.subject.sort != "speaker" or clause.verb.denied:
            return
        if clause.verb.lemma in ("become", "be") and re.match(
            r"(?:a |proud |new )+(?:father|mother|dad|mum|mom|parent)", clause.rest()
        ):
            self.newcomer = (clause.subject.names[0], "child", "child")
        if clause.verb.lemma not in ("have", "date"):
            return
        owner = clause.subject.names[0]
        if clause.verb.lemma == "date":
            self.newcomer = (owner, "partner", "partner")
        for before, token in pairwise(clause.tokens[clause.verb.end - 1 : clause.end]):
            if before.low in _SINGLE and (kin := KIN.get(token.low)) is not None:
                self.newcomer = (owner, kin.attribute, token.low)

    def _name(self, clause: Clause, owner: str, attribute: str, name: str) -> None:
        """ "Hilde is my sister", "her name is Hilde": somebody known as a relative gets a name."""
        subject = clause.subject
        if subject.owner is not None and subject.owner.startswith(f"{owner}'s "):
            word = subject.owner.removeprefix(f"{owner}'s ")
            if _attribute(word) == attribute:
                self.alias[subject.owner] = name
                self.meet(owner, word, name)
            return
        if owner != self.speaker or clause.verb.lemma != "be" or name in self.kin.get((owner, attribute), ()):
            return
        for before, token in pairwise(clause.tokens[clause.start : clause.end]):
            word = STANDARD_KIN.get(token.low, token.low)
            ours = before.low in ("my", "our") or before.low in KIN_MODIFIERS
            if ours and _attribute(word) == attribute and token.low not in KIN_PLURALS:
                self.alias[f"{owner}'s {word}"] = name
                self.meet(owner, word, name)

    def met(self, name: str) -> bool:
        """Whether somebody was introduced as a relative, a friend or a pet."""
        return any(name in names for names in self.kin.values())

    def belongs(self, name: str, owner: str) -> bool:
        """Whether a name is the owner's, or that of one of the owner's relatives, friends or pets."""
        return (
            name == owner
            or name.startswith(f"{owner}'s ")
            or any(o == owner and name in names for (o, _), names in self.kin.items())
        )

    def new_to_talk(self, owner: str, what: str) -> bool:
        """Whether this is taken for granted for the first time: nothing is gained by noting "my dogs" each time."""
        if (owner, what) in self.presupposed or any(o == owner and w == what for o, w in self.kin):
            return False
        self.presupposed.add((owner, what))
        return True

    def antecedent(self, gender: Gender, among: Sequence[Mention] = ()) -> str | None:
        """The one person that a pronoun of this gender can mean, `among` being those met in the sentence so far."""
        pool = dict(self.seen)
        for mention in among:
            if mention.plural and not mention.named:
                continue
            if mention.name is None:
                return None
            for name in mention.names or ((mention.name,) if mention.name else ()):
                pool[name] = mention.gender or self.genders.get(name, "")
        if not pool and not self.strangers:
            pool = self.prior or self.before.get(self.speaker, {})
            pool = {name: known for name, known in pool.items() if name != self.speaker}
        fitting = [name for name, known in pool.items() if known in ("", gender) or not gender]
        return fitting[0] if len(fitting) == 1 and not self.strangers else None

    def kin_named(self, owner: str, word: str) -> str | None:
        """The name of a relative or pet of `owner`, where exactly one was named."""
        names = self.kin.get((owner, word), [])
        return names[0] if len(names) == 1 else None

    def full_name(self, name: str) -> str:
        """The full name under which the one person of that surname was introduced, with or without a title."""
        title, surname = ("", name) if " " not in name else name.rsplit(" ", 1)
        if title and title.lower().rstrip(".") not in _OF_ANYBODY:
            return name
        known = self.surnames.get(surname.lower(), [])
        people = {_identity(one) for one in known} - {""}
        if len(people) > 1 or not known:
            return name
        return next((one for one in known if _identity(one)), name if title else known[0])

    def shared(self, name: str) -> bool:
        """Whether two people go by that name."""
        return name.split()[0].lower() in self.ambiguous

    def qualified(self, name: str, qualifier: str) -> str:
        """The one of several namesakes whom a qualifier tells apart: "Omar from work", also as "Omar the clerk"."""
        known = self.namesakes.setdefault(name.lower(), {})
        return known.setdefault(_bare(qualifier), f"{name} {qualifier}")

    def told_apart(self, full: str, qualifier: str) -> None:
        """Something more that tells a namesake apart: the vet is the one from the hall."""
        for known in self.namesakes.values():
            if full in known.values():
                known.setdefault(qualifier.lower(), full)


def _attribute(word: str) -> str | None:
    """The attribute that a word for a relative or a pet fills."""
    return KIN[word].attribute if word in KIN else "pet" if species(word) else None


def _bare(qualifier: str) -> str:
    """A qualifier without the word that leads to it: "vet" of "the vet"."""
    return qualifier.lower().removeprefix("the ").removeprefix("from ").removeprefix("the ")


def _identity(name: str) -> str:
    """What tells a full name from others of its surname: a first name or a title that only some have."""
    first = name.lower().split()[:-1]
    if first and first[0].rstrip(".") in _TITLES and (len(first) > 1 or first[0].rstrip(".") in _OF_ANYBODY):
        first = first[1:]
    return " ".join(first)
