"""Where clauses end, what they are the content of, and which of them belong to the noun before: drafts to clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .chains import chained
from .clause import Clause, Draft
from .subjects import TIME_WORDS
from .text import Sentence, Token
from .words import COORDINATORS, OPENERS, PREPOSITIONS, SUBORDINATORS, adverb

_OBJECTS: Final = frozenset("me us him her them you ya everyone ago it".split())
_TIMELY: Final = frozenset("last yesterday today next every most now currently".split())
_FRONTED: Final = frozenset("since because when whenever if after as while once although".split())
_BEFORE_CONTENT: Final = frozenset("that me us him her them you everyone if whether to how my so like".split())
_CERTAINTY: Final = frozenset(
    "sure certain positive convinced confident afraid worried scared dreaming hoping unsure told aware glad happy "
    "sorry proud sad lucky grateful surprised relieved thrilled pretty quite so not fairly".split()
)
_CONTENT: Final = frozenset(
    "think believe guess suppose reckon assume suspect figure presume gather expect hear read understand say tell "
    "text write mention claim announce report reply answer explain post swear insist admit confess reveal declare "
    "warn promise inform wish hope dream imagine pretend wonder doubt fear worry want ask bet pray suggest "
    "recommend propose demand feel look seem sound know remember realise realize notice see find mean decide "
    "forget love hate like mind joke lie".split()
)


class Finisher:
    """Makes clauses of the drafts of one sentence, in order."""

    def __init__(self, sentence: Sentence, found: Sequence[Draft]) -> None:
        self.sentence, self.tokens, self.found = sentence, sentence.tokens, found
        self.stop = len(sentence.tokens)

    def finished(self) -> list[Clause]:
        """The clauses that the drafts become, in order."""
        clauses: list[Clause] = []
        for k, draft in enumerate(self.found):
            end = self._end(k)
            verb, mode = chained(self.tokens, draft.verb, end)
            matrix = self._matrix(clauses, draft)
            clauses.append(
                Clause(
                    self.sentence,
                    draft.subject,
                    verb,
                    draft.start,
                    end,
                    mode,
                    draft.link,
                    matrix,
                    draft.parted,
                    draft.elliptic,
                    matrix is None and self._gapped(draft, clauses),
                )
            )
        return clauses

    def _matrix(self, clauses: Sequence[Clause], draft: Draft) -> Clause | None:
        """The clause whose content this one is: "I think", "Petra told me that", "I'm sure"."""
        if not clauses:
            return None
        last = clauses[-1]
        if draft.shared:
            return last.matrix
        between = self.tokens[last.verb.end : draft.start]
        if last.link == "who":
            return None
        if len(between) <= 5 and self._embeds(last, between):
            return last
        if draft.link == "" and last.matrix is not None and draft.subject.sort != "speaker":
            joint = self.tokens[draft.start - 1].low if draft.start else ""
            if joint in ("and", "or"):
                return last.matrix
        return None

    def _embeds(self, last: Clause, between: Sequence[Token]) -> bool:
        lows = [token.low for token in between]
        if last.verb.lemma == "be":
            return (
                bool(lows) and lows[0] in _CERTAINTY and set(lows[1:]) <= {"that", "if", "whether", "as"} | _CERTAINTY
            )
        if last.verb.lemma not in _CONTENT:
            return False
        allowed = _BEFORE_CONTENT
        return all(low in allowed or adverb(low) or token.capital for low, token in zip(lows, between, strict=True))

    def _gapped(self, draft: Draft, clauses: Sequence[Clause]) -> bool:
        """Whether a clause stands right after a noun that is its object: "the game that I play", "a trip we took"."""
        start = draft.start
        if draft.shared or start == 0 or draft.subject.sort not in ("speaker", "person") or draft.link == "who":
            return clauses[-1].gapped if draft.shared and clauses else False
        before = self.tokens[start - 1]
        if clauses and clauses[-1].link in _FRONTED:
            return False
        if draft.link == "that":
            return start < 2 or self.tokens[start - 2].low not in _CONTENT | {"note", "is", "was"}
        if before.sort not in ("word", "title") or draft.link or before.low in COORDINATORS or adverb(before.low):
            return False
        if before.low in OPENERS and start < 4:
            return False
        first = start - 1
        floor = clauses[-1].verb.end if clauses else 0
        if start <= floor:
            return False
        while first > floor and self._within_phrase(first - 1):
            first -= 1
        if (
            clauses
            and first == floor
            and self.tokens[first - 1].sort == "word"
            and floor > 0
            and first == clauses[-1].verb.end
        ):
            return before.low not in TIME_WORDS and before.low not in _OBJECTS
        low = self.tokens[first].low
        while first < start and (adverb(low) or (low in OPENERS and low not in ("look", "listen"))):
            first += 1
            low = self.tokens[first].low
        timely = before.low.removesuffix("s") in TIME_WORDS or before.low.removesuffix("s").endswith("day")
        leading = low in PREPOSITIONS or timely or before.low.isdigit()
        return first < start and not leading

    def _within_phrase(self, i: int) -> bool:
        """Whether the token may stand within a phrase: a word, or a part of "19-year-old"."""
        token = self.tokens[i]
        return (token.sort == "word" and token.low not in COORDINATORS) or token.sort == "number" or token.text == "-"

    def _end(self, k: int) -> int:
        """Where a clause ends: before the words that lead into the next one, or at a mark that closes it."""
        draft = self.found[k]
        limit = self.stop
        if k + 1 < len(self.found):
            after = self.found[k + 1]
            limit = after.start if after.start >= draft.verb.end else max(after.verb.start, draft.verb.end)
            while limit > draft.verb.end and (
                self.tokens[limit - 1].low in COORDINATORS
                or self.tokens[limit - 1].low in SUBORDINATORS
                or self.tokens[limit - 1].text in (",", ";", ":", "\u2014", "(", ")")
            ):
                limit -= 1
        for j in range(limit - 1, draft.verb.end - 1, -1):
            if self._leads_over(j):
                limit = j
                break
        for j in range(draft.verb.end, limit):
            if self.tokens[j].text in (";", "\u2014") or (self.tokens[j].text == "-" and j > draft.verb.end):
                return j
        return max(limit, draft.verb.end)

    def _leads_over(self, j: int) -> bool:
        """Whether the next clause begins at a comma or "and" with an adverbial: ", but for the last five years I …"."""
        if self.tokens[j].text != "," and self.tokens[j].low not in ("and", "but", "so"):
            return False
        k = j + 1
        while k < self.stop and self.tokens[k].low in COORDINATORS:
            k += 1
        if k >= self.stop or any(draft.start == k for draft in self.found):
            return False
        low = self.tokens[k].low
        return low in PREPOSITIONS - {"of", "than", "like"} or low in _TIMELY
