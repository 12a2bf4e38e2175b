"""The verb of a clause with what stands before it: tense, modality, denial and adverbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from .text import Token
from .verbs import gerund, known, lemma
from .words import AUXILIARIES, DO, HAVE, MODALS, PREPOSITIONS, PRONOUNS, RARE, adverb

_DISPOSED: Final = frozenset("supposed meant expected scheduled allowed able likely bound due ready".split())

Person = Literal["i", "he", "they"]
"""Which forms agree: `i` those of I, `they` those of we, you and plurals, `he` the third person singular."""
Tense = Literal["present", "past", "perfect"]

_BE: Final[dict[Person, frozenset[str]]] = {
    "i": frozenset(("am", "was", "'m")),
    "he": frozenset(("is", "was", "'s")),
    "they": frozenset(("are", "were", "'re", "was")),
}
_HAVE: Final[dict[Person, frozenset[str]]] = {
    "i": frozenset(("have", "had")),
    "he": frozenset(("has", "had", "'s")),
    "they": frozenset(("have", "had")),
}
_DO: Final[dict[Person, frozenset[str]]] = {
    "i": frozenset(("do", "did")),
    "he": frozenset(("does", "did")),
    "they": frozenset(("do", "did")),
}
_PAST: Final = frozenset(("was", "were", "had", "did"))
SAME_IN_PAST: Final = frozenset("quit put cut hit split hurt let set".split())
"""Verbs whose base and past are one word."""
_BARE_AFTER_GOT: Final = frozenset(
    "married engaged divorced promoted hired fired laid used stuck lost hurt back".split()
)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb group: its main verb's `lemma`, how it is meant, and the tokens `start` to `end` it covers.

    `going` marks an -ing form ("is living"), `earlier` a past perfect ("had lived"); `modal` is would, will, might,
    can, used, must, should or "going" ("is going to"), "" for a plain statement.
    """

    lemma: str
    tense: Tense
    start: int
    end: int
    going: bool = False
    modal: str = ""
    negated: bool = False
    adverbs: frozenset[str] = frozenset()
    word: str = ""
    earlier: bool = False

    @property
    def denied(self) -> bool:
        """Whether it says that something is not so, or never was."""
        return self.negated or bool(self.adverbs & RARE) or "no longer" in self.adverbs


@dataclass(slots=True)
class _Reader:
    tokens: Sequence[Token]
    place: int
    stop: int
    negated: bool = False
    adverbs: set[str] = field(default_factory=set)

    def low(self, ahead: int = 0) -> str:
        at = self.place + ahead
        return self.tokens[at].low if at < self.stop else ""

    def skip(self) -> None:
        """Past adverbs and denials."""
        while self.place < self.stop:
            low = self.low()
            if low == "not":
                self.negated = True
            elif (
                low == ","
                and self.low(1) in ("however", "though", "like", "honestly", "actually")
                and self.low(2) == ","
            ):
                self.place += 2
            elif low == "no" and self.low(1) == "longer":
                self.adverbs.add("no longer")
                self.place += 1
            elif low in ("both", "all") and self.low(1) and self.place > 0:
                pass
            elif low == "'ve" or not adverb(low) or low in ("home", "well", "back", "abroad", "away", "ago"):
                return
            else:
                self.adverbs.add(low)
            self.place += 1


def read_verb(tokens: Sequence[Token], start: int, stop: int, person: Person) -> Verb | None:
    """The verb group that begins at `start` and agrees with `person`; None where there is none.

    >>> from nous.ingest.rules.text import sentences
    >>> verb = read_verb(next(sentences("don't really live in Rome any more")).tokens, 0, 6, "i")
    >>> verb.lemma, verb.tense, verb.negated
    ('live', 'present', True)
    """
    reader = _Reader(tokens, start, stop)
    reader.skip()
    low = reader.low()
    if not low:
        return None
    for attempt in (_modal, _used_to, _be, _have, _do, _plain):
        verb = attempt(reader, low, person)
        if verb is not None:
            earlier = low in ("had", "'d") and verb.tense == "perfect" and not verb.modal
            adverbs = frozenset(reader.adverbs)
            return replace(verb, start=start, negated=reader.negated, adverbs=adverbs, earlier=earlier)
    return None


def _made(reader: _Reader, base: str, tense: Tense, length: int = 1, *, going: bool = False, modal: str = "") -> Verb:
    word = reader.low(length - 1)
    return Verb(base, tense, 0, reader.place + length, going, modal, word=word)


def _modal(reader: _Reader, low: str, person: Person) -> Verb | None:
    if low == "'d":
        return _had_or_would(reader)
    if low not in MODALS:
        return None
    reader.place += 1
    return _after_modal(reader, low)


def _had_or_would(reader: _Reader) -> Verb | None:
    reader.place += 1
    reader.skip()
    low = reader.low()
    if low == "better":
        return None
    base = lemma(low, "part")
    if low == "been" or (base and not lemma(low, "base")):
        return _made(reader, base or "be", "perfect")
    return _after_modal(reader, "would")


def _after_modal(reader: _Reader, modal: str) -> Verb | None:
    reader.skip()
    low = reader.low()
    if low == "have":
        after = _Reader(reader.tokens, reader.place + 1, reader.stop)
        after.skip()
        if base := lemma(after.low(), "part"):
            reader.place = after.place
            return _made(reader, base, "perfect", modal=modal)
    if low == "be":
        if base := gerund(reader.low(1)):
            return _made(reader, base, "present", 2, going=True, modal=modal)
        return _made(reader, "be", "present", modal=modal)
    if _wordlike(reader, low):
        return _made(reader, lemma(low, "base") or low, "present", modal=modal)
    return Verb("", "present", 0, reader.place, modal=modal)


def _used_to(reader: _Reader, low: str, person: Person) -> Verb | None:
    if low in ("used", "use") and reader.low(1) == "to" and (low == "used" or reader.negated):
        base = lemma(reader.low(2), "base") or ("be" if reader.low(2) == "be" else None)
        if base:
            return _made(reader, base, "past", 3, modal="used")
    return None


def _be(reader: _Reader, low: str, person: Person) -> Verb | None:
    if low == "'s" and reader.low(1) in ("been", "got", "had", "become", "gone", "started", "moved", "worked", "lived"):
        return None
    if low not in _BE[person]:
        return None
    tense: Tense = "past" if low in _PAST else "present"
    reader.place += 1
    reader.skip()
    word = reader.low()
    if word in ("going", "about") and reader.low(1) == "to" and _base(reader.low(2)):
        return _made(reader, _base(reader.low(2)) or "", tense, 3, modal="going")
    if word in _DISPOSED and (reader.low(1) == "to"):
        modal = {"able": "can", "scheduled": "going", "due": "going"}.get(word, "should")
        return Verb(_base(reader.low(2)) or "be", tense, 0, reader.place + 3, modal=modal)
    if word == "being":
        return _made(reader, "be", tense, going=True)
    if (base := gerund(word)) and (known(word) or reader.low(1) not in ("and", "")):
        return _made(reader, base, tense, going=True)
    return Verb("be", tense, 0, reader.place, word=low)


def _have(reader: _Reader, low: str, person: Person) -> Verb | None:
    if low not in _HAVE[person]:
        return None
    past = low in _PAST
    reader.place += 1
    reader.skip()
    word = reader.low()
    if word == "to" and (after := _base(reader.low(1))):
        done = past and not reader.negated
        return _made(reader, after, "past", 2) if done else _made(reader, after, "present", 2, modal="must")
    if word == "been":
        reader.place += 1
        reader.skip()
        if doing := gerund(reader.low()):
            return _made(reader, doing, "perfect", going=True)
        return Verb("be", "perfect", 0, reader.place, word="been")
    if word == "got":
        if reader.low(1) == "to":
            return _made(reader, _base(reader.low(2)) or "go", "present", 3, modal="must")
        if reader.low(1) not in _BARE_AFTER_GOT:
            return _made(reader, "have", "past" if past else "present")
    base = lemma(word, "part")
    if base and low != "'s":
        return _made(reader, base, "perfect")
    if base and low == "'s" and word not in ("born", "based", "called", "named", "married", "engaged", "divorced"):
        return _made(reader, base, "perfect")
    if low == "'s":
        return None
    return Verb("have", "past" if past else "present", 0, reader.place, word=low)


def _do(reader: _Reader, low: str, person: Person) -> Verb | None:
    if low not in _DO[person]:
        return None
    tense: Tense = "past" if low in _PAST else "present"
    reader.place += 1
    reader.skip()
    if base := _base(reader.low()):
        return _made(reader, base, tense)
    if reader.low() in ("have", "be", "do"):
        return _made(reader, reader.low(), tense)
    return Verb("do", tense, 0, reader.place, word=low)


def _plain(reader: _Reader, low: str, person: Person) -> Verb | None:
    if low in AUXILIARIES:
        return None
    if low == "got" and reader.low(1) == "to" and (base := _base(reader.low(2))):
        run_together = reader.tokens[reader.place].end == reader.tokens[reader.place + 1].start  # "gotta"
        goes_on = not run_together and reader.low(3) not in ("", ",", "now", "and", "but", "home")
        return _made(reader, base, "past", 3) if goes_on else _made(reader, base, "present", 3, modal="must")
    past = lemma(low, "past")
    if past and low in SAME_IN_PAST:
        return _made(reader, past, "past")
    base = lemma(low, "s") if person == "he" else _base(low)
    if base and not (past and person == "they" and not base):
        return _made(reader, base, "present")
    return _made(reader, past, "past") if past else None


def guessed_verb(tokens: Sequence[Token], start: int, stop: int, person: Person) -> Verb | None:
    """The word after a pronoun as a verb, though no table knows it ("I vlog")."""
    reader = _Reader(tokens, start, stop)
    reader.skip()
    low = reader.low()
    if not _wordlike(reader, low) or known(low) or tokens[reader.place].capital:
        return None
    if low.endswith("ed") and len(low) > 4:
        stem = low[:-2]
        stem = stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl" else stem
        return replace(_made(reader, stem, "past"), start=start, adverbs=frozenset(reader.adverbs))
    if person == "he":
        if not low.endswith("s") or len(low) < 4:
            return None
        low = low[:-1]
    return replace(_made(reader, low, "present"), start=start, adverbs=frozenset(reader.adverbs))


def _base(word: str) -> str | None:
    if word in ("be", "have", "do"):
        return word
    return lemma(word, "base") if word not in ("am", "are") else None


def _wordlike(reader: _Reader, low: str) -> bool:
    return (
        bool(low)
        and low.isalpha()
        and low not in PREPOSITIONS
        and low not in PRONOUNS
        and low not in HAVE | DO | {"to"}
    )
