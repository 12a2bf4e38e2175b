"""Who is spoken of: names, kin and pets in a sentence, and who they are to whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from . import places
from .facts import Fact
from .lexicon import (
    KIN,
    KIN_MODIFIERS,
    KIN_PLURALS,
    OCCUPATIONS,
    PAST_KIN,
    STANDARD_KIN,
    Gender,
    Kin,
    kind_of_animal,
    species,
)
from .mention import Known, Mention
from .names import name_at, name_like
from .phrases import joined, noun_phrase
from .text import Token
from .verbs import known
from .words import (
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    OPENERS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    adverb,
)

_GREETINGS: Final = frozenset("hey hi hello thanks dear bye thank congrats yo wow oh yeah".split())

_CALLED: Final = frozenset("called named".split())
_NEVER_A_PERSON_AFTER: Final = frozenset("in at near into around outside inside on visiting".split())
_RENAMING: Final = frozenset("my our who a an whose born raised based from originally the".split())
"""What goes on about a name after a comma, so that the name does not call anybody."""
_FAMILIAR: Final = frozenset("gf bf missus hubby".split())
"""Partners who are called so with "the" as well: "the gf and I"."""
_OF_PEOPLE: Final = ("er", "or", "ist", "ian", "man", "woman", "guy", "girl", "boy")
"""How words for people end, where only a person can be meant."""


class Finder:
    """Finds the people of one sentence.

    >>> from nous.ingest.rules.context import Context
    >>> from nous.ingest.rules.text import sentences
    >>> tokens = next(sentences("My sister Petra met Bo's dog.")).tokens
    >>> [mention.name for mention in Finder(tokens, Context("Ana")).all()]
    ['Petra', "Bo's dog"]
    """

    def __init__(self, tokens: Sequence[Token], known_people: Known) -> None:
        self.tokens, self.people, self.stop = tokens, known_people, len(tokens)
        self.found: list[Mention] = []
        self.taken: set[int] = set()

    def all(self) -> list[Mention]:
        """Every mention, in order, none within another."""
        found = self.found
        i = 0
        while i < self.stop:
            mention = (
                None if i in self.taken else self._owned(i) or self._introduced(i) or self._couple(i) or self._name(i)
            )
            if mention is None:
                i += 1
                continue
            while (longer := self._possessed(mention)) is not None:
                found.append(mention) if mention.facts else None
                mention = longer
            found.append(self._with_far_names(mention))
            i = mention.end
        return found

    def _with_far_names(self, mention: Mention) -> Mention:
        """ "I took my cats to the vet, Mochi and Bean": names of several, told at the end of the sentence."""
        if not mention.plural or mention.names or mention.owner is None:
            return mention
        for comma in range(mention.end + 1, self.stop - 2):
            if self.tokens[comma].text not in (",", "\u2014", ":", "(") or name_like(self.tokens, comma - 1):
                continue
            names, end = self._names_after(comma, True)
            if len(names) < 2:
                continue
            after = self.tokens[end].low if end < self.stop else ""
            if after not in ("", ",", ")", "they", "who", "and", "\u2014"):
                return mention
            kin = KIN.get(mention.word)
            facts = self._family_facts(mention.owner, kin, species(mention.word) if kin is None else None, names, False)
            self.taken.update(range(comma, end))
            return replace(mention, name=names[0], named=True, names=names, facts=facts)
        return mention

    # ── my sister Petra ───────────────────────────────────────────────────────────────────────────────
    def _owned(self, i: int) -> Mention | None:
        low = self.tokens[i].low
        familiar = low == "the" and i + 1 < self.stop and self.tokens[i + 1].low in _FAMILIAR
        if low not in ("my", "our", "his", "her", "their", "your") and not familiar:
            return None
        if low in ("my", "our") or familiar:
            owner: str | None = self.people.speaker
        elif low in ("his", "her"):
            owner = self.people.antecedent("m" if low == "his" else "f", self.found)
        else:
            owner = self.people.addressee if low == "your" else None
        return self._relative(i, i + 1, owner)

    def _possessed(self, mention: Mention) -> Mention | None:
        """ "Petra's husband Karl": a relative of somebody mentioned just before."""
        end = mention.end
        if end + 1 < self.stop and self.tokens[end].low == "'s":
            return self._relative(mention.start, end + 1, mention.name)
        return None

    def _relative(self, start: int, i: int, owner: str | None) -> Mention | None:
        """A word for kin, friends or pets from `i` on, with the names that follow it."""
        at = self._kin_word(i)
        if at is None:
            return None
        word = self.tokens[at].low
        before = [token.low for token in self.tokens[i:at]]
        past = word in PAST_KIN or bool(PAST_KIN & set(before)) or (KIN.get(word) is None and "childhood" in before)
        if "future" in before or "imaginary" in before:
            return None
        if word in ("ex", "partner") and word == "ex":
            kin: Kin | None = Kin("partner", "", True)
        else:
            kin = KIN.get("child" if word in ("boy", "girl") else word.removeprefix("ex-"))
        animal = self._animal(at) if kin is None else None
        plural = word in KIN_PLURALS or (animal is not None and animal.split()[-1] != word)
        names, end = self._names_after(at + 1, plural)
        single = STANDARD_KIN.get(word, word)
        gender: Gender = kin.gender if kin else ""
        if len(names) == 1 and self.people.shared(names[0]):
            qualifier, end = self._qualifier(end)
            names = (self.people.qualified(names[0], qualifier or f"the {single}"),)
        facts = self._family_facts(owner, kin, animal, names, past)
        if names:
            return Mention(
                start, end, names[0], gender, True, animal is not None, len(names) > 1, names, owner, single, facts
            )
        later = self._named_later(at + 1)
        if later and owner is not None and not plural:
            facts = self._family_facts(owner, kin, animal, (later,), past)
            return Mention(
                start, at + 1, later, gender, True, animal is not None, False, (later,), owner, single, facts
            )
        if plural or owner is None:
            group = f"{owner}'s {word}" if owner is not None and not past else None
            return Mention(start, at + 1, group, gender, False, animal is not None, plural, (), owner, single)
        known_name = None if {"new", "other", "second"} & set(before) else self.people.kin_named(owner, single)
        name = known_name or (f"{owner}'s {single}" if not past and single != "friend" else None)
        return Mention(
            start, at + 1, name, gender, known_name is not None, animal is not None, False, (), owner, single
        )

    def _kin_word(self, i: int) -> int | None:
        """The place of the last word for kin or pets before the phrase ends, if it is what the phrase is about."""
        j, found = i, None
        while j < self.stop and j - i < 5:
            token = self.tokens[j]
            low = token.low
            if ((low in KIN or species(low) or low in PAST_KIN) and low not in ("late", "former")) or (
                low in ("boy", "girl")
                and j > i
                and self.tokens[j - 1].low in ("baby", "little")
                and found in (None, j - 1)
            ):
                found = j
            elif (
                found is not None
                or token.capital
                or token.sort != "word"
                or low in PREPOSITIONS | AUXILIARIES | POSSESSIVES
            ) or (adverb(low) and low not in KIN_MODIFIERS and low not in ("very", "really", "not")):
                break
            j += 1
        if found is None or (
            self.tokens[found].low in ("ex",) and self.tokens[min(found + 1, self.stop - 1)].low == "-"
        ):
            return None
        return found if self._phrase_over(found + 1) else None

    def _animal(self, at: int) -> str | None:
        """The animal named at a token, of two words where it has two: "guinea pig"."""
        pair = f"{self.tokens[at - 1].low} {self.tokens[at].low}" if at else ""
        return species(pair) or species(self.tokens[at].low)

    def _phrase_over(self, i: int) -> bool:
        """Whether no further noun follows: a "dog walker" is no dog."""
        if i >= self.stop:
            return True
        token = self.tokens[i]
        low = token.low
        return (
            token.sort != "word"
            or token.capital
            or low in PREPOSITIONS | PRONOUNS | COORDINATORS | SUBORDINATORS | AUXILIARIES | DETERMINERS | _CALLED
            or low in ("to", "'s", "not", "who", "used")
            or adverb(low)
            or (
                known(low)
                and not low.endswith("ing")
                and low not in ("park", "walk", "house", "group", "time", "show", "care", "food")
            )
        )

    def _names_after(self, i: int, plural: bool) -> tuple[tuple[str, ...], int]:
        """The names in apposition from `i` on, and where they end."""
        j = i
        if j < self.stop and self.tokens[j].low in _CALLED:
            j += 1
        elif j + 2 < self.stop and self.tokens[j].low in ("who", "whose") and self.tokens[j + 2].low in _CALLED:
            j += 3
        elif j < self.stop and self.tokens[j].text in (",", "(", ":", "\u2014") and self._apposed(j, plural):
            j += 1
            while j < self.stop and self.tokens[j].low in ("little", "big", "baby", "dear"):
                j += 1
        end = name_at(self.tokens, j, self.stop)
        if end == j:
            return (), i
        if (
            j == i
            and end < self.stop
            and self.tokens[end].low == "'s"
            and not plural
            and self.tokens[j].low in places.CITIES
        ):
            return (), i
        names = [joined(self.tokens[j:end])]
        while plural and end < self.stop:
            k = end
            while k < self.stop and self.tokens[k].low in (",", "and", "&", "little", "baby"):
                k += 1
            nxt = name_at(self.tokens, k, self.stop)
            if nxt == k or k == end:
                break
            names.append(joined(self.tokens[k:nxt]))
            end = nxt
        if end < self.stop and self.tokens[end].text == ")":
            end += 1
        return tuple(self.people.full_name(name) for name in names), end

    def _named_later(self, i: int) -> str | None:
        """The name in "my son's name is Ezra" and "my son is called Ezra", from after "son" on."""
        lows = [token.low for token in self.tokens[i : i + 3]]
        if lows[:2] == ["'s", "name"] and lows[2:] in (["is"], ["'s"]):
            at = i + 3
        elif lows[:1] in (["is"], ["'s"]) and lows[1:2] in (["called"], ["named"]):
            at = i + 2
        else:
            return None
        end = name_at(self.tokens, at, self.stop)
        return self.people.full_name(joined(self.tokens[at:end])) if end > at else None

    def _apposed(self, comma: int, plural: bool) -> bool:
        """Whether the name after a comma renames the relative, rather than calls somebody or begins a clause."""
        j = comma + 1
        while j < self.stop and self.tokens[j].low in ("little", "big", "baby"):
            j += 1
        end = name_at(self.tokens, j, self.stop)
        if end == j or self.tokens[j].low in self.people.others:
            return False
        listed = [token.low for token in self.tokens[end : end + 3]] in ([",", "and", "i"], [",", "and", "me"])
        if listed and self.people.met(joined(self.tokens[j:end])):
            return False
        if plural or self.tokens[comma].text in ("(", ":"):
            return True
        after = self.tokens[end].text if end < self.stop else ""
        return after in (",", "", ")", "\u2014") or self.tokens[min(end, self.stop - 1)].low in ("who", "whose")

    def _family_facts(
        self, owner: str | None, kin: Kin | None, animal: str | None, names: tuple[str, ...], past: bool
    ) -> tuple[Fact, ...]:
        if owner is None:
            return ()
        facts = []
        for name in names:
            if animal:
                facts.append(Fact(owner, "former pet" if past else "pet", name))
                facts.append(Fact(name, "species", kind_of_animal(animal)))
            elif kin:
                once = past and kin.attribute in ("spouse", "partner", "manager", "colleague", "flatmate", "neighbour")
                facts.append(Fact(owner, f"former {kin.attribute}" if once else kin.attribute, name))
        return tuple(facts)

    # ── a girl called Nim; Mr and Mrs Adeyemi ─────────────────────────────────────────────────────────
    def _introduced(self, i: int) -> Mention | None:
        """ "a cousin called Nim", "another Omar, a vet": somebody who is new to the listener."""
        low = self.tokens[i].low
        if low not in ("a", "an", "another", "this", "the", "one", "other"):
            return None
        if i + 1 < self.stop and name_like(self.tokens, i + 1) and low in ("another", "other"):
            return self._name(i + 1)
        at = self._kin_word(i + 1)
        if at is None:
            return None
        word = self.tokens[at].low
        names, end = self._names_after(at + 1, False)
        kin = KIN.get(word)
        if kin is not None and not names and word in OCCUPATIONS | {"doctor", "boss"}:
            return None
        animal = self._animal(at) if kin is None else None
        facts = (Fact(names[0], "species", kind_of_animal(animal)),) if names and animal else ()
        return Mention(
            i, end if names else at + 1, names[0] if names else None, kin.gender if kin else "", bool(names),
            animal is not None, False, names, None, STANDARD_KIN.get(word, word), facts,
        )  # fmt: skip

    def _couple(self, i: int) -> Mention | None:
        """ "Mr and Mrs Adeyemi": two people with one surname."""
        lows = [token.low.rstrip(".") for token in self.tokens[i : i + 3]]
        if (
            len(lows) < 3
            or lows[0] not in ("mr", "mrs", "ms", "dr")
            or lows[1] != "and"
            or lows[2] not in ("mr", "mrs", "ms", "dr")
        ):
            return None
        end = name_at(self.tokens, i + 2, self.stop)
        if end <= i + 3:
            return None
        surname = joined(self.tokens[i + 3 : end])
        both = (f"{self.tokens[i].text} {surname}", f"{self.tokens[i + 2].text} {surname}")
        return Mention(i, end, both[0], "", True, False, True, both)

    def _name(self, i: int) -> Mention | None:
        end = name_at(self.tokens, i, self.stop)
        if end == i or self._called(i, end):
            return None
        name = joined(self.tokens[i:end])
        if self.people.shared(name):
            qualifier, after = self._qualifier(end)
            full = self.people.qualified(name, qualifier) if qualifier else None
            return Mention(i, after, full, "", full is not None, names=(full,) if full else ())
        before = self.tokens[i - 1].low if i else ""
        if before in _NEVER_A_PERSON_AFTER or (
            places.is_place(name) and end < self.stop and self.tokens[end].low != "'s"
        ):
            return None
        name = self.people.full_name(name)
        facts, after, gender, word = self._renamed(name, end)
        pet = any(fact.attribute == "species" for fact in facts)
        owner = self.people.speaker if facts else None
        return Mention(i, after, name, gender, True, pet, False, (name,), owner, word, facts)

    def _called(self, i: int, end: int) -> bool:
        """Whether the name calls somebody ("Hey Bo", "Thanks, Bo!")."""
        before = self.tokens[i - 1].low if i else ""
        after = self.tokens[end].low if end < self.stop else ""
        opening = not before or before == "," or (before in OPENERS and i < 4)
        greeted = before in _GREETINGS
        if self.tokens[i].low in self.people.others and (
            greeted or (opening and after in (",", "", "!")) or after in ("", "!")
        ):
            return True
        if greeted:
            return True
        if opening and not before and after == ",":
            rest = self.tokens[end + 1].low if end + 1 < self.stop else ""
            return rest not in _RENAMING and not (end + 1 < self.stop and name_like(self.tokens, end + 1))
        return before == "," and not after and i > 1 and not name_like(self.tokens, i - 2)

    def _renamed(self, name: str, end: int) -> tuple[tuple[Fact, ...], int, Gender, str]:
        """ "Teo, my brother,", "Teo (my brother)" and "Teo the vet": who somebody is, in apposition."""
        if end + 1 < self.stop and self.tokens[end].low == "the" and self.tokens[end + 1].low in OCCUPATIONS:
            return (Fact(name, "occupation", self.tokens[end + 1].low),), end + 2, "", ""
        if end + 2 >= self.stop or self.tokens[end].text not in (",", "("):
            return (), end, "", ""
        owner_word = self.tokens[end + 1].low
        if owner_word not in ("my", "our"):
            return (), end, "", ""
        at = self._kin_word(end + 2)
        closed = at is not None and (at + 1 >= self.stop or self.tokens[at + 1].text in (",", ")", "\u2014"))
        if at is None or not closed or self.tokens[at].low in KIN_PLURALS:
            return (), end, "", ""
        word = self.tokens[at].low
        kin = KIN.get(word)
        before = {token.low for token in self.tokens[end + 2 : at]}
        past = bool(PAST_KIN & before) or (kin is None and "childhood" in before)
        facts = self._family_facts(self.people.speaker, kin, self._animal(at) if kin is None else None, (name,), past)
        return facts, min(at + 2, self.stop), kin.gender if kin else "", STANDARD_KIN.get(word, word)

    def _qualifier(self, end: int) -> tuple[str, int]:
        """What tells two people of one name apart: "from accounting", ", a vet", "(the vet)"."""
        if end >= self.stop:
            return "", end
        j = end
        if self.tokens[j].low in ("from", "in", "at"):
            phrase = noun_phrase(self.tokens, j + 1, self.stop)
            return (f"from {joined(self.tokens[j + 1 : phrase.end])}", phrase.end) if phrase else ("", end)
        if self.tokens[j].text in (",", "("):
            j += 1
        if j < self.stop and self.tokens[j].low in ("a", "an", "the"):
            for k in range(j + 1, min(j + 4, self.stop)):
                word = self.tokens[k].low
                if word in OCCUPATIONS or word in KIN or word.endswith(_OF_PEOPLE):
                    closed = k + 1 < self.stop and self.tokens[k + 1].text in (",", ")")
                    return f"the {joined(self.tokens[j + 1 : k + 1])}", k + 1 + closed
        return "", end
