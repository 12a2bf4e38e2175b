"""From a sentence to its clauses: who, does, what, and under which reservations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .chains import chained
from .clause import Clause, Draft, Subject
from .ellipsis import elliptic, trailing
from .people import Known, Mention
from .phrases import noun_phrase
from .subjects import TIME_WORDS, SubjectReader
from .text import Sentence, Token
from .verbgroup import Verb, guessed_verb, read_verb
from .verbs import gerund, lemma
from .words import COORDINATORS, OPENERS, PREPOSITIONS, QUESTION_WORDS, SUBORDINATORS, adverb

_OBJECTS: Final = frozenset("me us him her them you ya everyone ago it".split())

_JOINTS: Final = frozenset(("and", "but", "or", "then", "&", ",", "-", "\u2014", ";"))
_DASHES: Final = frozenset(("-", "\u2014", ";"))
_QUALIFYING: Final = frozenset("for at in with from near".split())

_TIMELY: Final = frozenset("last yesterday today next every most now currently".split())

_FRONTED: Final = frozenset("since because when whenever if after as while once although".split())

_BEFORE_CONTENT: Final = frozenset("that me us him her them you everyone if whether to how my so like".split())


class ClauseReader:
    """Reads the clauses of one sentence.

    >>> from nous.ingest.rules.context import Context
    >>> from nous.ingest.rules.people import Finder
    >>> from nous.ingest.rules.text import sentences
    >>> sentence = next(sentences("I live in Osaka and work at Sakura Denki."))
    >>> people = Context("Rin")
    >>> [c.verb.lemma for c in ClauseReader(sentence, Finder(sentence.tokens, people).all(), people).all()]
    ['live', 'work']
    """

    def __init__(self, sentence: Sentence, mentions: Sequence[Mention], people: Known) -> None:
        self.sentence, self.tokens, self.people = sentence, sentence.tokens, people
        self.stop = len(sentence.tokens)
        self.subjects = SubjectReader(sentence.tokens, mentions, people)
        self.within = {i for mention in mentions for i in range(mention.start + 1, mention.end)}
        self.found: list[Draft] = []

    def all(self) -> list[Clause]:
        """The clauses in order; what is no clause (a greeting, a bare noun) is left out."""
        i = self._opening()
        while i < self.stop:
            i = self._subject_clause(i) or self._shared_clause(i) or i + 1
        return self._finished()

    # ── finding them ──────────────────────────────────────────────────────────────────────────────────
    def _opening(self) -> int:
        """A sentence without a subject is about the speaker: "Sold the tandem last week"."""
        i = 0
        while i < self.stop and (
            self.tokens[i].low in OPENERS or adverb(self.tokens[i].low) or self.tokens[i].text in (",", "\u2014")
        ):
            i += 1
        if i >= self.stop:
            return 0
        subject = Subject("speaker", i, i, "i", (self.people.speaker,))
        verb = elliptic(self.tokens, i, self.stop)
        if verb is None:
            return 0
        self.found.append(Draft(subject, verb, i, "", True, elliptic=True))
        return verb.end

    def _subject_clause(self, i: int) -> int | None:
        if i in self.within or not self.subjects.may_start(i):
            return None
        subject = self.subjects.read(i)
        if subject is None:
            return None
        return self._relative_clause(subject) or self._verb_clause(subject, subject.end) or self._is_after_all(subject)

    def _is_after_all(self, subject: Subject) -> int | None:
        """ "My favourite season's winter": 's read as "is" where nothing else would be the verb."""
        phrase = subject.phrase
        if subject.sort != "thing" or phrase is None or not phrase.owner or subject.owner is None:
            return None
        cut = next((i for i in range(phrase.start, phrase.end) if self.tokens[i].low == "'s"), None)
        shorter = noun_phrase(self.tokens, phrase.start, cut) if cut is not None else None
        if cut is None or shorter is None:
            return None
        return self._verb_clause(replace(subject, phrase=shorter, end=cut, word=shorter.head, person="he"), cut)

    def _verb_clause(self, subject: Subject, at: int) -> int | None:
        verb = self._verb(subject, at)
        if verb is None:
            return None
        link, parted = self._lead(subject.start)
        self.found.append(Draft(subject, verb, subject.start, link, parted))
        return verb.end

    def _verb(self, subject: Subject, at: int) -> Verb | None:
        if at >= self.stop:
            return None
        verb = read_verb(self.tokens, at, self.stop, subject.person)
        if (
            verb is None
            and subject.sort == "thing"
            and self.tokens[at].low in _QUALIFYING
            and (subject.owner or self.tokens[at].low == "for")
        ):
            purpose = noun_phrase(self.tokens, at + 1, self.stop)
            now = at + 1 < self.stop and self.tokens[at + 1].low == "now"
            end = at + 2 if subject.word == "home" or now else purpose.end if purpose else self.stop
            verb = read_verb(self.tokens, end, self.stop, "he")
        if verb and verb.going and subject.sort == "thing" and subject.word in _PURSUITS:
            return read_verb(self.tokens, at, at + 1, subject.person)
        if (
            verb is None
            and subject.person == "he"
            and self.tokens[at].low in ("are", "were")
            and subject.sort != "other"
        ):
            verb = read_verb(self.tokens, at, self.stop, "they")  # a band or a team
        if verb is None and subject.word in ("i", "we", "he", "she"):
            verb = guessed_verb(self.tokens, at, self.stop, subject.person)
        return verb

    def _relative_clause(self, subject: Subject) -> int | None:
        """ "Petra, who lives in Oslo, is a nurse": the clause in between, then the one that it interrupts."""
        if subject.sort not in ("person", "thing"):
            return None
        at = subject.end
        comma = at < self.stop and self.tokens[at].text == ","
        who = at + comma
        if (
            who < self.stop
            and self.tokens[who].low in ("who", "that")
            and not (comma and self.tokens[who].low == "that")
        ):
            verb = read_verb(self.tokens, who + 1, self.stop, "they" if subject.plural else "he")
            if verb is None:
                return None
            self.found.append(Draft(subject, verb, who, "who", True))
            return self._resumed(subject, verb.end, comma) or verb.end
        if comma and subject.sort == "person":
            verb = trailing(self.tokens, at + 1, self.stop)
            if verb is not None:
                self.found.append(Draft(subject, verb, at + 1, "who", True))
                return self._resumed(subject, verb.end, True) or verb.end + 1
            if any(token.text == "," for token in self.tokens[subject.start : subject.end]):
                return self._verb_clause(subject, at + 1)
            return self._resumed(subject, at + 1, True)
        return None

    def _resumed(self, subject: Subject, start: int, comma: bool) -> int | None:
        """The verb that goes on after an inserted clause or an apposition, if the comma closes within a few words."""
        for j in range(start, min(start + 12, self.stop)):
            if comma and self.tokens[j].text == ",":
                verb = read_verb(self.tokens, j + 1, self.stop, subject.person)
                if verb is None:
                    return None
                link, parted = self._lead(subject.start)
                self.found.append(Draft(subject, verb, subject.start, link, parted))
                return verb.end
            if (
                not comma
                and j > start
                and (self.tokens[j].low in ("is", "was", "has") or lemma(self.tokens[j].low, "s"))
            ):
                verb = read_verb(self.tokens, j, self.stop, subject.person)
                if verb is not None:
                    self.found.append(Draft(subject, verb, subject.start, "", True))
                    return verb.end
        return None

    def _shared_clause(self, i: int) -> int | None:
        """ "… and work at Sakura Denki": a further verb of the same subject."""
        if not self.found or self.tokens[i].low not in _JOINTS:
            return None
        last = self.found[-1]
        if self.tokens[i].low in _DASHES and not self._deed_follows(i, last):
            return None
        if i and self.tokens[i - 1].low == "born":
            return None
        if (more := self._told_on(i, last)) is not None:
            return more
        j = i
        while j < self.stop and (self.tokens[j].low in _JOINTS):
            j += 1
        if (
            self.tokens[i].text == ","
            and j == i + 1
            and (
                j >= self.stop
                or self.tokens[j].low
                not in ("moved", "got", "started", "works", "lives", "met", "went", "had", "has", "bought", "just")
            )
        ):
            return None
        person = last.subject.person if last.subject.sort != "other" else "he"
        verb = read_verb(self.tokens, j, self.stop, person)
        if verb is None or not verb.lemma:
            verb = self._shared_part(last.verb, j)
        if verb is None or not self._truly_verb(verb, last):
            return None
        self.found.append(Draft(last.subject, verb, j, "and", True, shared=True))
        return verb.end

    def _deed_follows(self, i: int, last: Draft) -> bool:
        """Whether a dash is followed by what somebody did: "I was busy - went to a meetup"."""
        after = self.tokens[i + 1].low if i + 1 < self.stop else ""
        told = last.subject.sort in ("speaker", "person") and last.verb.tense != "present"
        return told and lemma(after, "past") is not None and not lemma(after, "base") and not last.subject.plural

    def _told_on(self, i: int, last: Draft) -> int | None:
        """ "I'm a proud Oaxacan, born in Oaxaca": a participle that goes on about the subject of what is so."""
        sort, verb = last.subject.sort, last.verb
        if self.tokens[i].text != "," or sort not in ("speaker", "person") or verb.lemma != "be" or verb.denied:
            return None
        told = trailing(self.tokens, i + 1, self.stop)
        if told is None:
            return None
        self.found.append(Draft(last.subject, told, i + 1, "and", True, shared=True))
        return told.end + 1

    def _shared_part(self, last: Verb, j: int) -> Verb | None:
        """ "I've sold the car and bought a bike": the auxiliary holds for both."""
        while j < self.stop and adverb(self.tokens[j].low):
            j += 1
        if j >= self.stop:
            return None
        low = self.tokens[j].low
        if last.going and (base := gerund(low)):
            return Verb(base, last.tense, j, j + 1, True, last.modal, word=low)
        part = lemma(low, "part")
        if last.tense == "perfect" and not last.going and part:
            return Verb(part, "perfect", j, j + 1, False, last.modal, word=low)
        return None

    def _truly_verb(self, verb: Verb, last: Draft) -> bool:
        """Whether the word after "and" is a verb here rather than the next noun, or part of what is merely wanted."""
        bare = verb.tense == "present" and not verb.going and lemma(verb.word, "base") == verb.word
        if bare and (last.verb.modal or self.tokens[last.verb.end - 1 : last.verb.end] == ()):
            return False
        if bare and any(
            t.low == "to" and lemma(self.tokens[k + 1].low, "base")
            for k, t in enumerate(self.tokens[last.verb.end : verb.start], last.verb.end)
            if k + 1 < self.stop
        ):
            return False
        if verb.going and verb.start == verb.end - 1:
            inner = self.tokens[last.verb.end : verb.start]
            return not any(t.low.endswith("ing") for t in inner) and last.verb.lemma not in (
                "love",
                "like",
                "enjoy",
                "hate",
            )
        following = self.tokens[verb.end].low if verb.end < self.stop else ""
        ambiguous = (
            verb.tense == "present"
            and not verb.going
            and verb.word not in ("am", "is", "are", "have", "has", "do", "does")
        )
        if (
            ambiguous
            and verb.lemma not in ("live", "teach", "own", "love", "hate", "like", "enjoy")
            and not verb.adverbs
        ):
            return bool(following) and following not in (",", ".", "and", "or", "&")
        return True

    # ── subjects ──────────────────────────────────────────────────────────────────────────────────────

    def _lead(self, start: int) -> tuple[str, bool]:
        """The word that leads into a clause ("if", "because", "like"), and whether it is parted from the one before."""
        i = start - 1
        while i >= 0 and adverb(self.tokens[i].low) and self.tokens[i].low not in SUBORDINATORS | COORDINATORS:
            i -= 1
        if i < 0:
            return "", True
        low = self.tokens[i].low
        if low == "," and i > 0 and start > 2:
            return "", True
        link = low if low in SUBORDINATORS or low in PREPOSITIONS or low in QUESTION_WORDS else ""
        if link == "though" and i > 0 and self.tokens[i - 1].low in ("as", "even"):
            link = f"{self.tokens[i - 1].low} though"
        if link in ("if", "though") and i > 0 and self.tokens[i - 1].low == "as":
            link = "as if"
        before = self.tokens[i - 1] if i else None
        parted = low in ("but", "so", "and", "&", ";", ":", "(", ")", "\u2014", ",", "then") or (
            before is not None and before.sort == "other"
        )
        return link, parted

    # ── finishing them ────────────────────────────────────────────────────────────────────────────────
    def _finished(self) -> list[Clause]:
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
_PURSUITS: Final = frozenset(
    "hobby hobbies pastime pastimes passion passions interest interests goal goals dream job thing".split()
)
