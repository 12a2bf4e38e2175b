"""One message: sentence by sentence, clause by clause, to observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from nous.beliefs.policy import POLICY
from nous.graph.model import Message, Observation
from nous.graph.names import fold
from nous.graph.times import TimeInput
from nous.retrieval.temporal import TimeSpan

from . import (
    answers,
    commands,
    corrections,
    events,
    generic,
    idioms,
    impersonal,
    lasting,
    modality,
    occasions,
    readers,
    repairs,
    speech,
    tastes,
)
from .casing import monotone, recased, with_owners
from .clause import Clause
from .clauses import ClauseReader
from .context import Context
from .facts import OF_OTHERS, SURE, Fact
from .found import Found, Past, Reserved, Spot, Told, Voice
from .mention import Mention
from .people import Finder
from .phrases import joined
from .presupposed import presupposed
from .reading import Reading, single
from .text import Sentence, cover, plain, sentences
from .when import Clock, covered

CONFIDENCE: Final = 0.95
"""How often an observation says what its message said: 385 of 400, drawn from six long conversations and read one by
one (190 of 200 with seed 303, 195 with seed 404 after the kinds of those faults were mended), rounded down."""

_LONGEST_QUOTE: Final = 300
"""A sentence of more characters is quoted only as far as the clause goes."""


class MessageReader:
    """Reads one message, given what the talk has told so far.

    `earlier` is what the speaker's last few messages said, `moments` when each message was said, `asked` the question
    with which somebody else's message right before it ended.
    """

    def __init__(
        self,
        message: Message,
        clock: Clock,
        context: Context,
        history: Sequence[Fact],
        earlier: Sequence[Told],
        moments: Mapping[str, datetime],
        asked: str = "",
    ) -> None:
        self.message, self.clock, self.context = message, clock, context
        self.history, self.earlier, self.moments, self.asked = history, earlier, moments, asked
        self.text = plain(message.text)
        self.stands_for: str | None = None
        self.found: list[Found] = []
        self.lines: list[tuple[int, Sentence]] = []
        self.withdrawals: list[Observation] = []
        self.count = 0
        self.fiction = self.dropped = self.bidden = self.overridden = self.amending = False
        self.narrative: TimeSpan | None = None
        self.exchanged: dict[str, TimeSpan | None] = {}

    def read(self) -> list[Found]:
        """What the message says, each thing once."""
        word = corrections.starred(self.text)
        if word is not None:
            self._correct(word, 0, len(self.text))
        else:
            self._text(self.text, 0, Voice(self.message.speaker, self.message.role in (None, "user")))
        once: list[Found] = []
        for found in self.found:
            if not any(found.same_as(other) for other in once):
                once.append(found)
        return once

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────
    def _text(self, text: str, base: int, voice: Voice) -> None:
        """Reads a text; the words that somebody is quoted with are that person's, by hearsay."""
        quotes = speech.quoted(text) if not voice.hearsay else []
        said = {q.start: q for q in quotes if q.speech}
        outer = cover(text, [(q.start, q.end) for q in said.values()])
        titles = [(q.start, q.end) for q in quotes if not q.speech]
        plainly = monotone(outer)
        before = ""
        for typed in sentences(outer, titles):
            self.count += 1
            tokens = with_owners(typed.tokens)
            sentence = replace(typed, tokens=recased(tokens) if plainly else tokens)
            words = outer[sentence.start : sentence.end]
            asked = self.asked if self.count == 1 else ""
            whole = answers.completed(asked, words) or answers.pointed(before, words)
            if whole is not None and voice.first_person and self.stands_for is None:
                self._instead(whole, words, voice)
                continue
            before = words
            sayers = self._sentence(Spot(sentence, base, self.count, voice), words)
            if self.dropped:
                return
            for start, name in sayers.items():
                if start in said and not self.fiction:
                    self.context.speaker = name
                    inner = text[said[start].inner]
                    self._text(inner, base + start + 1, Voice(name, True, True))
                    self.context.speaker = voice.speaker

    def _instead(self, whole: str, words: str, voice: Voice) -> None:
        """Reads the sentence that a short answer or a fragment stands for; its own words stay the quote."""
        kept, self.text, self.stands_for = self.text, whole, words.strip()
        self._text(whole, 0, voice)
        self.text, self.stands_for = kept, None

    def _sentence(self, spot: Spot, words: str) -> dict[int, str]:
        """Reads one sentence; returns whose words stand in its holes."""
        if not spot.voice.hearsay and self._taken_back(words, spot.number):
            return {}
        whole = spot.sentence
        tokens = whole.tokens[: modality.statement_end(whole)]
        self.overridden = self.overridden or commands.overriding(words)
        self.bidden = self.overridden or commands.bidden(words)
        if not tokens or idioms.supposed(words) or commands.played(words):
            self._see(Finder(whole.tokens, self.context).all())
            return {}
        if idioms.ironic(words) or idioms.dreamt(words) or idioms.dictated(words):
            self.dropped = True
            return {}
        spot = spot.part(Sentence(tokens, whole.start, whole.end, whole.mark))
        fiction = idioms.fictional(words)
        self.fiction = self.fiction or fiction
        slip = corrections.slip(words) if not spot.voice.hearsay else None
        if slip is not None and self._slipped(spot, slip):
            return {}
        kept, amends, self.amending = list(self.found), self.amending, False
        sayers = self._told(spot, fiction)
        if amends or (corrections.amends(words) and not spot.voice.hearsay):
            for new in self.found[len(kept) :]:
                asserted = new.fact.kind == "assert" or (new.observation.at is not None and not new.fact.dated)
                if amends or (asserted and single(new.observation.attribute)):
                    self._supersede(new, kept)
        return sayers

    def _told(self, spot: Spot, fiction: bool = False) -> dict[int, str]:
        """Reads a sentence that is told as true; returns whose words stand in its holes."""
        sentence = spot.sentence
        self.lines.append((spot.number, sentence))
        mentions = Finder(sentence.tokens, self.context).all()
        clauses = ClauseReader(sentence, mentions, self.context).all()
        if not fiction and (spot.voice.first_person or not self.fiction):
            self._mention_facts(mentions, spot)
            for k in range(len(clauses)):
                self._clause(clauses, k, spot)
            self.found = repairs.settled(self.found, spot.number)
            if spot.voice.first_person and not spot.voice.hearsay and modality.plainly_told(clauses):
                self._occasions(spot)
                for fact in presupposed(spot.voice.speaker, sentence, mentions, self.context):
                    told = [f.fact for f in self.found]
                    if not any(
                        (f.value == fact.value and f.kind in ("end", "deny")) or f.attribute == fact.value for f in told
                    ):
                        self._emit(fact, None, spot, Reserved())
        self._see(mentions)
        holes = [i for i, token in enumerate(sentence.tokens) if token.sort == "hole"]
        named = {sentence.tokens[i].start: speech.sayer(sentence, clauses, i, self.context) for i in holes}
        return {start: name for start, name in named.items() if name is not None}

    def _occasions(self, spot: Spot) -> None:
        """What nouns and -ing forms tell with a date, in a sentence that told no event in the plain way."""
        tokens, speaker = spot.sentence.tokens, spot.voice.speaker
        if any(f.sentence == spot.number and f.fact.attribute in ("event", "plan") for f in self.found):
            return
        spans = self.clock.within(tokens, self.text[spot.base :])
        if not spans:
            return
        told = list(occasions.dated_occasions(speaker, tokens, spans, self.clock.said))
        told.extend(occasions.undertaken(speaker, spot.sentence, self.context, spans, self.clock.said))
        for fact, span in told:
            past = fact.attribute == "event"
            self._emit(fact, self.clock.clamped(span) if past else None, spot, Reserved())
            if not past and span.last < date.max - timedelta(days=1):
                over = (span.last + timedelta(days=1)).isoformat()
                self._emit(replace(fact, kind="end"), over, spot, Reserved())

    def _see(self, mentions: Sequence[Mention]) -> None:
        """Notes who was spoken of, for the pronouns that follow."""
        for mention in mentions:
            if mention.plural and not mention.named:
                continue
            names = mention.names or ((mention.name,) if mention.name else ())
            for name in names:
                self.context.see(name, mention.gender)
                if mention.owner and mention.word and mention.named:
                    self.context.meet(mention.owner, mention.word, name)
            if not names:
                self.context.see(None, "")

    # ── taking back ───────────────────────────────────────────────────────────────────────────────────
    def _taken_back(self, words: str, number: int) -> bool:
        """Whether a sentence takes back what came before it in the message, or all of the speaker's last one."""
        joke, withdrawn = idioms.taken_back(words), corrections.withdrawn(words)
        if not joke and (not withdrawn or corrections.goes_on(words)):
            return False
        if self.found:
            last = self.found[-1].sentence
            self.found = [] if joke else [f for f in self.found if f.sentence != last]
        elif number <= 2:
            last_told = next((told.found for told in reversed(self.earlier) if told.found), ())
            self.withdrawals.extend(f.observation for f in last_told)
        return True

    def _slipped(self, spot: Spot, slip: corrections.Slip) -> bool:
        """Reads a sentence in which a slip is put right; False where its words only seemed to announce that."""
        sentence = spot.sentence
        before = tuple(t for t in sentence.tokens if t.end <= sentence.start + slip.start)
        after = tuple(t for t in sentence.tokens if t.start >= sentence.start + slip.end)
        value = corrections.replacement(after)
        if (value is None and not slip.firm) or (value or "").lower() in self.context.others:
            return False
        if before:
            self._told(spot.part(Sentence(before, sentence.start, before[-1].end)))
        if value is not None:
            self._correct(value, spot.base + sentence.start, spot.base + sentence.end)
        elif after:
            kept = list(self.found)
            self._told(spot.part(Sentence(after, after[0].start, sentence.end, sentence.mark)))
            for new in self.found[len(kept) :]:
                self._supersede(new, kept)
        else:
            self.amending = True
        return True

    def _correct(self, value: str, start: int, end: int) -> None:
        """Puts a bare value in the place of the last one like it; what was said there is the quote."""
        quote = self.message.text[start:end].strip()
        lines = repairs.lines_of(Told(self.found, tuple(self.lines)))
        for number, told in enumerate(reversed(self.earlier), 1):
            lines.extend(repairs.lines_of(told, number))
        for old, fact in repairs.slipped(value, lines):
            place = next((i for i, f in enumerate(self.found) if f is old), None)
            if place is not None:
                self.found[place] = repairs.here(old, fact, quote)
                continue
            moment = self.moments.get(old.observation.message or "", self.message.at)
            self.found.append(repairs.later(old, fact, quote, self.message, moment))

    def _supersede(self, new: Found, kept: Sequence[Found]) -> None:
        """A whole corrected statement replaces what it contradicts: here silently, in an earlier message openly."""
        if wrong := repairs.superseded(new, kept):
            self.found = [f for f in self.found if not any(f is w for w in wrong)]
        elif wrong := repairs.superseded(new, [f for told in self.earlier for f in told.found]):
            old = wrong[-1].observation
            said = self.moments.get(old.message or "", self.message.at)
            at = old.at if old.at is not None else min(said, self.message.at)
            if new.observation.at is None:
                new.observation = replace(new.observation, at=at)
            new.corrects = tuple(f.observation for f in wrong)

    # ── facts ─────────────────────────────────────────────────────────────────────────────────────────
    def _mention_facts(self, mentions: Sequence[Mention], spot: Spot) -> None:
        for mention in mentions:
            for fact in mention.facts:
                if spot.voice.first_person or fact.entity != spot.voice.speaker:
                    self._emit(fact, None, spot, Reserved(hearsay=spot.voice.hearsay))

    def _clause(self, clauses: Sequence[Clause], k: int, spot: Spot) -> None:
        """Reads one clause, unless something in it or above it says that it is not told as true."""
        clause, voice = clauses[k], spot.voice
        mine = clause.subject.sort == "speaker"
        if mine and not voice.first_person:
            return
        if (clause.link == "what" or clause.gapped) and mine and not clause.verb.denied:
            for fact in tastes.best_liked(Reading(clause, self.context, voice.speaker, self.clock.said)):
                self._emit(fact, None, spot, Reserved(hearsay=voice.hearsay, clause=clause))
        if clause.gapped and mine and not self.fiction:
            self._gapped(clauses, k, spot)
        if clause.gapped or (self.fiction and not mine):
            return
        if clause.subject.sort == "other" and not impersonal.telling(clause):
            return
        if modality.conditional(clauses, k) or modality.figurative(clause) or modality.unsaid(clause):
            return
        embedding = modality.Embedding(clause)
        if embedding.dropped or (embedding.sayer is not None and mine):
            return
        start = (clauses[k - 1].start if clause.link == "that" else clauses[k - 1].end) if k else 0
        lead = joined(clause.tokens[start : clause.end]).lower()
        tail = joined(clause.tokens[clause.end :]).lower()
        passed_on = voice.hearsay or embedding.hearsay or (not mine and modality.hearsay(lead, tail))
        stance = modality.hedged(embedding.stance, modality.hedge(clause, lead, tail))
        self._clause_facts(clauses, k, spot, Reserved(stance, passed_on, clause))

    def _gapped(self, clauses: Sequence[Clause], k: int, spot: Spot) -> None:
        """Reads a clause whose object is the noun before it: "the cake I baked yesterday"."""
        clause, spans = clauses[k], self._spans(clauses, k, spot)
        if modality.conditional(clauses, k) or modality.unsaid(clause):
            return
        reading = Reading(clause, self.context, spot.voice.speaker, self.clock.said, spans, covered(clause, spans))
        for fact in events.of_noun_before(reading):
            self._emit(fact, self._when(fact, clauses, k, spans, spot), spot, Reserved(1.0, spot.voice.hearsay, clause))

    def _clause_facts(self, clauses: Sequence[Clause], k: int, spot: Spot, reserved: Reserved) -> None:
        clause = clauses[k]
        spans = self._spans(clauses, k, spot)
        facts = self._facts(clause, spans, clauses[k - 1].end if k else 0)
        fresh = self.clock.fresh(spans)
        if fresh is not None and clause.verb.tense == "past" and not clause.verb.modal:
            self.narrative = fresh
        what = generic.exchanged_thing(clause) if clause.subject.sort == "speaker" else None
        if what is not None:
            self.exchanged[what] = fresh
        if (since := self.clock.past(spans)) and lasting.changes(clause):
            self.found = lasting.changed(self.found, spot.number, self.clock.clamped(since[0]))
        if lasting.departs(clause):
            for f in self.found:
                f.left = f.left or f.fact.entity in clause.subject.names
        for fact in (self._exchanged(fact, spot) for fact in facts):
            self._emit(fact, self._when(fact, clauses, k, spans, spot), spot, reserved)
            for span in lasting.since(fact, clause, spans):
                self._emit(fact, self.clock.clamped(span), spot, reserved)

    def _exchanged(self, fact: Fact, spot: Spot) -> Fact:
        """ "Dr. Pell is my dentist now" after "Yesterday I switched dentists" holds from yesterday."""
        if fact.attribute not in self.exchanged or fact.kind == "end" or fact.entity != spot.voice.speaker:
            return fact
        span = self.exchanged[fact.attribute]
        return replace(fact, kind="change", at=None if span is None else self.clock.clamped(span))

    def _spans(self, clauses: Sequence[Clause], k: int, spot: Spot) -> tuple[TimeSpan, ...]:
        """The time expressions from the end of the clause before to the beginning of the next one."""
        start = clauses[k - 1].end if k else 0
        following = clauses[k + 1].start if k + 1 < len(clauses) else len(clauses[k].tokens)
        return self.clock.spans(clauses[k], self.text[spot.base :], start, max(following, clauses[k].end))

    def _facts(self, clause: Clause, spans: tuple[TimeSpan, ...], opening: int) -> list[Fact]:
        """What the readers find, for each entity that the clause is about."""
        reading = Reading(
            clause,
            self.context,
            "",
            self.clock.said,
            spans,
            covered(clause, spans),
            Past(self.history, self.found),
            opening,
            self._told_on(clause) is not None,
        )
        facts = readers.told(reading)
        self.context.introduce(clause, facts)
        for f in self.found:
            if (name := self.context.alias.get(f.fact.entity)) is not None:
                f.fact, f.observation = replace(f.fact, entity=name), replace(f.observation, entity=name)
        return facts

    def _told_on(self, clause: Clause) -> TimeSpan | None:
        """The time that an undated deed shares with the one told just before it in the same message."""
        undated = clause.verb.tense == "past" and clause.subject.sort == "speaker"
        return self.narrative if undated and not clause.verb.adverbs & {"just", "recently"} else None

    def _when(
        self, fact: Fact, clauses: Sequence[Clause], k: int, spans: Sequence[TimeSpan], spot: Spot
    ) -> TimeInput | None:
        """The event time of a fact: its own, else that of the clause, else of the one that it is joined to."""
        if fact.at is not None or not fact.dated:
            return fact.at
        past = self.clock.past(spans)
        joined_on = k > 0 and clauses[k].subject is clauses[k - 1].subject
        if not past and joined_on and clauses[k - 1].verb.tense == clauses[k].verb.tense:
            past = self.clock.past(self._spans(clauses, k - 1, spot))
        narrative = self._told_on(clauses[k]) if fact.attribute == "event" else None
        span = past[0] if past else narrative
        return self.clock.clamped(span) if span is not None else None

    def _emit(self, fact: Fact, at: TimeInput | None, spot: Spot, reserved: Reserved) -> None:
        if fact.attribute == "occupation" and isinstance(fact.value, str):
            self.context.told_apart(fact.entity, fact.value)
        if not fold(fact.entity) or (isinstance(fact.value, str) and not fold(fact.value)):
            return
        if self.bidden and not self._of_the_speaker(fact.entity, spot.voice.speaker):
            return
        own = fact.entity == spot.voice.speaker and not spot.voice.hearsay
        observation = Observation(
            fact.entity,
            POLICY.canonical(fold(fact.attribute)),
            fact.value,
            at=at,
            kind=fact.kind,
            channel="hearsay" if reserved.hearsay else None,
            stance=min(fact.stance, reserved.stance, SURE if own else OF_OTHERS),
            confidence=CONFIDENCE,
            quote=self._quote(spot, reserved.clause),
            message=self.message.id,
        )
        self.found.append(Found(fact, observation, spot.number))

    def _of_the_speaker(self, name: str, speaker: str) -> bool:
        """Whether somebody is the speaker or one of the speaker's own, as far as the talk and this message tell."""
        told = any(f.fact.entity == speaker and f.fact.value == name for f in self.found)
        return told or self.context.belongs(name, speaker)

    def _quote(self, spot: Spot, clause: Clause | None) -> str:
        """The sentence verbatim, or only the clause where the sentence is long."""
        if self.stands_for is not None:
            return self.stands_for
        start, end = spot.sentence.start, spot.sentence.end
        if end - start > _LONGEST_QUOTE and clause is not None:
            start = clause.tokens[clause.start].start
            end = clause.tokens[max(clause.end, clause.verb.end) - 1].end
        return self.message.text[spot.base + start : spot.base + end].strip()
