"""From a sentence to its clauses: who, does, what, and under which reservations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .clause import Clause, Draft, Subject
from .ellipsis import elliptic, trailing
from .finishing import Finisher
from .mention import Known, Mention
from .phrases import noun_phrase
from .subjects import SubjectReader
from .text import Sentence
from .verbgroup import SAME_IN_PAST, Verb, guessed_verb, read_verb
from .verbs import gerund, lemma
from .words import COORDINATORS, OPENERS, PREPOSITIONS, QUESTION_WORDS, SUBORDINATORS, adverb

_JOINTS: Final = frozenset(("and", "but", "or", "then", "&", ",", "-", "\u2014", ";"))
_DASHES: Final = frozenset(("-", "\u2014", ";"))
_QUALIFYING: Final = frozenset("for at in with from near on".split())


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
        return Finisher(self.sentence, self.found).finished()

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
            and (self.tokens[at].low != "on" or [token.low for token in self.tokens[at + 1 : at + 2]] == ["earth"])
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
        if verb is not None and subject.sort == "thing" and self._done_by(verb):
            return None
        if verb is None and subject.word in ("i", "we", "he", "she"):
            verb = guessed_verb(self.tokens, at, self.stop, subject.person)
        return verb

    def _done_by(self, verb: Verb) -> bool:
        """Whether a past form is a participle that goes with the noun before it: "a concert surrounded by music"."""
        bare = verb.tense == "past" and verb.end == verb.start + 1
        return (
            bare
            and lemma(verb.word, "part") is not None
            and self.tokens[verb.end : verb.end + 1] != ()
            and (self.tokens[verb.end].low == "by")
        )

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
            and not self._goes_on_doing(last.verb, j)
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
        if verb is not None and last.verb.tense == "present" and verb.word in SAME_IN_PAST:
            verb = replace(verb, tense="present")  # "I hope to settle down and put ..."
        if verb is None or not self._truly_verb(verb, last):
            return None
        self.found.append(Draft(last.subject, verb, j, "and", True, shared=True))
        return verb.end

    def _goes_on_doing(self, last: Verb, j: int) -> bool:
        """ "I've been looking into politics, talking to people": a further -ing form with something after it."""
        alone = j + 1 >= self.stop or self.tokens[j + 1].sort != "word"
        return last.going and not last.modal and j < self.stop and gerund(self.tokens[j].low) is not None and not alone

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
        if verb.lemma == last.verb.lemma and verb.end + 1 >= self.stop and not verb.adverbs:
            return False  # "I love the courage and love theme"
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
        if link == "that" and i > 0 and self.tokens[i - 1].low == "now":
            link = "since"
        if link in ("if", "though") and i > 0 and self.tokens[i - 1].low == "as":
            link = "as if"
        before = self.tokens[i - 1] if i else None
        parted = low in ("but", "so", "and", "&", ";", ":", "(", ")", "\u2014", ",", "then") or (
            before is not None and before.sort == "other"
        )
        return link, parted


_PURSUITS: Final = frozenset(
    "hobby hobbies pastime pastimes passion passions interest interests goal goals dream job thing".split()
)
