"""What a clause is: its subject, its verb, and under which reservations it is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .mention import Mention
from .phrases import Phrase
from .text import Sentence, Token
from .verbgroup import Person, Verb

Sort = Literal["speaker", "person", "thing", "other"]
Mode = Literal["fact", "plan", "wish", "begin", "stop", "doubt", "maybe"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom or what a clause is about; `names` are the entities, empty where nobody knows who it is.

    A `thing` has its `phrase` and, in "my umbrella" or "Lena's badge level", its `owner`.
    """

    sort: Sort
    start: int
    end: int
    person: Person
    names: tuple[str, ...] = ()
    word: str = ""
    mention: Mention | None = None
    phrase: Phrase | None = None
    owner: str | None = None
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its subject and verb, the tokens `verb.end` to `end` that follow, and the word that leads in.

    `mode` says whether what follows is told as a fact, a plan, a wish, something begun, given up or thought of;
    `matrix` is the clause that this one is the content of ("I think Dee works …"); `parted` says that a comma, a dash
    or a word like "but" stands between it and the clause before. A `gapped` clause belongs to the noun before it, which
    is its object ("a trip we took"), so that what follows its verb is not what it seems.
    """

    sentence: Sentence
    subject: Subject
    verb: Verb
    start: int
    end: int
    mode: Mode = "fact"
    link: str = ""
    matrix: Clause | None = None
    parted: bool = True
    elliptic: bool = False
    gapped: bool = False

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the whole sentence."""
        return self.sentence.tokens

    def low(self, ahead: int = 0) -> str:
        """The word so many places after the verb, "" past the end of the clause."""
        at = self.verb.end + ahead
        return self.tokens[at].low if at < self.end else ""

    def rest(self) -> str:
        """What follows the verb, in lower case, words parted by single spaces."""
        return " ".join(token.low for token in self.tokens[self.verb.end : self.end])


@dataclass(frozen=True, slots=True)
class Draft:
    """A clause before its end and its matrix are known."""

    subject: Subject
    verb: Verb
    start: int
    link: str
    parted: bool
    shared: bool = False
    elliptic: bool = False
