"""One clause as the fact readers see it: whose it is, how it stands in time, and its phrases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from nous.beliefs.policy import POLICY
from nous.graph.model import Kind
from nous.graph.values import Value
from nous.retrieval.temporal import TimeSpan

from .clause import Clause
from .context import Context
from .facts import SURE, Fact
from .phrases import Phrase, activity, breaks, joined, noun_phrase, series
from .places import place
from .text import Token
from .words import FREQUENT, adverb

_UNREAL: Final = frozenset("would could should must may might can ought 'd".split())

Standing = Literal["now", "new", "not", "over", "done", "past", "coming", "none"]
"""How a state stands: it holds, it holds since lately, it does not, no longer, it was once reached, it was, will be."""

_LASTING = frozenset(("always", "ages", "years", "decades", "forever", "since", "life"))
_ENDED = ("anymore", "any more", "any longer")


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause about one entity, with the time expressions in it and what the talk has told before."""

    clause: Clause
    context: Context
    entity: str
    said: date
    times: tuple[TimeSpan, ...] = ()
    skip: frozenset[int] = frozenset()
    past_values: Iterable[Fact] = ()
    opening: int = 0
    narrative: bool = False

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the sentence."""
        return self.clause.tokens

    @property
    def lemma(self) -> str:
        """The main verb."""
        return self.clause.verb.lemma

    @property
    def mine(self) -> bool:
        """Whether the speaker is the subject."""
        return self.clause.subject.sort == "speaker"

    @property
    def after(self) -> int:
        """The place of the first token after the verb."""
        return self.clause.verb.end

    @property
    def end(self) -> int:
        """Where the clause ends."""
        return self.clause.end

    def low(self, ahead: int = 0) -> str:
        """The word so many places after the verb, "" past the end of the clause."""
        return self.clause.low(ahead)

    def led(self, *words: str) -> int | None:
        """How far past the verb one gets over one of these words, adverbs before it aside; None without one."""
        ahead = 0
        while self.low(ahead) and adverb(self.low(ahead)) and self.low(ahead) not in words:
            ahead += 1
        return ahead + 1 if self.low(ahead) in words else None

    def phrase(self, ahead: int = 0, company: bool = False) -> Phrase | None:
        """The noun phrase that begins so far past the verb."""
        return noun_phrase(self.tokens, self.after + ahead, self.end, self.skip, company)

    def activity(self, ahead: int = 0) -> Phrase | None:
        """The -ing phrase that begins so far past the verb."""
        return activity(self.tokens, self.after + ahead, self.end, self.skip)

    def series(self, ahead: int = 0, activities: bool = True) -> list[Phrase]:
        """The list of phrases that begins so far past the verb."""
        return series(self.tokens, self.after + ahead, self.end, self.skip, activities)

    def place(self, ahead: int = 0) -> tuple[str, int, str] | None:
        """The named place that begins so far past the verb."""
        return place(self.tokens, self.after + ahead, self.end)

    def words(self, start: int, end: int) -> str:
        """The text of the tokens between two places of the sentence."""
        return joined(self.tokens[start:end])

    @property
    def repeated(self) -> bool:
        """Whether the clause says that something is done again and again."""
        verb = self.clause.verb
        comma = next((i for i in range(verb.end, self.end) if self.tokens[i].text == ","), self.end)
        return bool(verb.adverbs & FREQUENT) or repeats(self.tokens[self.opening : comma])

    @property
    def standing(self) -> Standing:
        """How the state that the clause tells of stands at the moment it is said."""
        return standing(self.clause, self.times)


def repeats(tokens: Sequence[Token]) -> bool:
    """Whether words like "every Sunday", "twice a week" or "on weekends" are among the tokens."""
    lows = [token.low for token in tokens]
    for i, low in enumerate(lows):
        after = lows[i + 1] if i + 1 < len(lows) else ""
        if (low in ("every", "each", "most") and after in _UNITS) or (
            low == "every" and after in ("other", "single", "few")
        ):
            return True
        if (
            low in ("once", "twice", "times", "days", "hours", "nights")
            and after in ("a", "per", "every")
            and len(lows) > i + 2
        ):
            return True
        if low in ("on", "at", "in") and (
            after in _PLURAL_UNITS or (after == "the" and _at(lows, i + 2) in _PLURAL_UNITS)
        ):
            return True
        if low in ("before", "after") and after in _ROUTINES and _at(lows, i + 2) not in _LEADING_ON:
            return True
        if (
            low in FREQUENT
            and low != "mostly"
            and not (low.endswith("ly") and low in _ALSO_ADJECTIVES and _noun_follows(tokens, i))
        ):
            return True
    return False


def _at(lows: Sequence[str], i: int) -> str:
    return lows[i] if i < len(lows) else ""


_ROUTINES = frozenset("bed bedtime work school breakfast lunch dinner sunrise sunset class".split())
"""What comes round every day, so that "before bed" says how often."""
_LEADING_ON = frozenset("today tomorrow tonight yesterday".split())


def _noun_follows(tokens: Sequence[Token], i: int) -> bool:
    return i + 1 < len(tokens) and not breaks(tokens[i + 1])


_ALSO_ADJECTIVES = frozenset("daily weekly nightly monthly".split())
_UNITS = frozenset(
    "day days morning mornings afternoon evening evenings night nights week weekend weekends month year summer "
    "winter spring autumn monday tuesday wednesday thursday friday saturday sunday time christmas hour mondays "
    "tuesdays wednesdays thursdays fridays saturdays sundays lunchtime".split()
)
_PLURAL_UNITS = frozenset(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays weeknights evenings "
    "mornings".split()
)


def standing(clause: Clause, times: Sequence[TimeSpan] = ()) -> Standing:
    """How the state that a clause tells of stands at the moment it is said."""
    verb = clause.verb
    lows = {token.low for token in clause.tokens[clause.start : clause.end + 1]}
    rest = f" {clause.rest()} "
    if clause.mode == "plan":
        return "coming"
    if clause.mode in ("wish", "doubt", "maybe") or verb.modal in _UNREAL:
        return "none"
    if verb.modal == "used":
        return "none" if verb.denied else "over"
    if "no longer" in verb.adverbs or (verb.denied and any(f" {word} " in rest for word in _ENDED)):
        return "over"
    if clause.mode == "stop":
        return "over" if verb.tense != "present" and not verb.denied else "none"
    if clause.mode == "begin":
        return "new" if (verb.tense != "present" or verb.going) and not verb.denied else "none"
    if verb.tense == "present":
        if verb.denied:
            return "not"
        before = clause.tokens[clause.start - 1].low if clause.start else ""
        return "new" if "now" in verb.adverbs or " now " in rest or before == "now" else "now"
    if verb.tense == "perfect":
        if verb.denied:
            return "none" if verb.earlier else "not"
        if verb.earlier:
            return "past"
        lasting = bool(lows & _LASTING) or any(span.relation in ("since", "for") for span in times)
        return "now" if verb.going or lasting else "done"
    return "none" if verb.denied else "past"


def single(attribute: str) -> bool:
    """Whether the attribute has one value at a time, so that a new one ends the old.

    >>> single("employer"), single("hobby")
    (True, False)
    """
    return POLICY.attribute(attribute).cardinality == "one"


_KINDS: dict[Standing, Kind] = {"now": "assert", "new": "change", "not": "deny", "over": "end"}


def state(
    entity: str, attribute: str, value: Value, stands: Standing, former: str | None = None, stance: float = SURE
) -> tuple[Fact, ...]:
    """The facts of a state that stands so: asserted, changed to, denied or ended; in the past under `former`.

    >>> [fact.kind for fact in state("Ana", "employer", "Acme", "over", "former employer")]
    ['end', 'assert']
    """
    facts: list[Fact] = []
    kind = _KINDS.get(stands)
    if kind == "change" and not single(attribute):
        kind = "assert"
    if kind is not None:
        facts.append(Fact(entity, attribute, value, kind, stance=stance))
    if former is not None and stands in ("over", "past"):
        facts.append(Fact(entity, former, value, stance=stance, dated=stands == "past"))
    return tuple(facts)
