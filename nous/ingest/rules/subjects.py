"""The subject of a clause: the speaker, somebody by name, a relative, a thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .clause import Subject
from .mention import Known, Mention
from .phrases import Phrase, noun_phrase
from .text import Token
from .verbgroup import Person, read_verb
from .verbs import gerund, known, lemma
from .words import ARTICLES, BE, COORDINATORS, OPENERS, POSSESSIVES, PREPOSITIONS, PRONOUNS, SUBORDINATORS, adverb

_IMPERSONAL: Final = frozenset(
    "it there someone somebody everyone everybody nobody nothing everything that this".split()
)


_DAYS: Final = frozenset("today yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday".split())


class SubjectReader:
    """Reads the subjects of one sentence, given who is mentioned in it."""

    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], people: Known) -> None:
        self.tokens, self.people, self.stop = tokens, people, len(tokens)
        self.mentions = {mention.start: mention for mention in mentions}

    def may_start(self, i: int) -> bool:
        """Whether a clause may begin here: not inside a phrase such as "the bar near Lena"."""
        if i == 0:
            return True
        low, before = self.tokens[i].low, self.tokens[i - 1]
        if low in ("i", "we", "he", "she"):
            return before.low not in ("than",)
        if before.sort in ("mark", "hole", "other") or before.low in COORDINATORS or before.low in SUBORDINATORS:
            return True
        if before.low in BE and i in self.mentions:
            after = self.mentions[i].end
            return after >= self.stop or self.tokens[after].low != "'s"
        if before.low in OPENERS or adverb(before.low) or known(before.low):
            return before.low not in PREPOSITIONS
        return (
            before.low in ("me", "us", "him", "her", "them", "that", "you", "sure", "glad", "happy")
            or (
                self.tokens[i].low in ("my", "our", "the")
                and before.low not in PREPOSITIONS
                and before.low not in POSSESSIVES
            )
            or before.low in TIME_WORDS
            or before.low.isdigit()
        )

    def read(self, i: int) -> Subject | None:
        """The subject that begins at a token, if one does."""
        token = self.tokens[i]
        low = token.low
        if low == "i":
            return Subject("speaker", i, i + 1, "i", (self.people.speaker,), low)
        if low == "we":
            return Subject("speaker", i, i + 1, "they", (self.people.speaker,), low)
        if low in ("he", "she"):
            name = self.people.antecedent("m" if low == "he" else "f", self._before(i))
            return Subject("person", i, i + 1, "he", (name,) if name else (), low)
        if low == "you" and self.people.addressee is not None:
            return Subject("person", i, i + 1, "they", (self.people.addressee,), low)
        if low in ("they", "you"):
            return Subject("other", i, i + 1, "they", (), low)
        if low in _DAYS and i + 1 < self.stop and self.tokens[i + 1].low in ("is", "was", "'s"):
            return Subject("other", i, i + 1, "he", (), low)
        if low in _IMPERSONAL:
            person: Person = "they" if low == "there" else "he"
            return Subject("other", i, i + 1, person, (), low)
        mention = self.mentions.get(i)
        if mention is not None and not (
            mention.end < self.stop and self.tokens[mention.end].low == "'s" and self._is_owner(mention.end, i)
        ):
            return self._people(mention)
        if token.low in ("me", "myself") and i + 1 < self.stop and self.tokens[i + 1].low == "and":
            return self._with_me(i)
        return self._doing(i) or self._thing(i, mention)

    def _doing(self, i: int) -> Subject | None:
        """ "Working on cars helps me relax": an activity that something is told of, up to one of a few verbs."""
        token = self.tokens[i]
        if not gerund(token.low) or (i and self.tokens[i - 1].sort == "word" and self.tokens[i - 1].low not in OPENERS):
            return None
        for j in range(i + 1, min(i + 9, self.stop)):
            at = j
            while at < self.stop and adverb(self.tokens[at].low) and self.tokens[at].low not in PREPOSITIONS:
                at += 1
            if at < self.stop and self.tokens[at].low in _OF_ACTIVITIES:
                words = tuple(self.tokens[i:j])
                phrase = Phrase(i, j, "", words, words[-1].low, activity=True)
                return Subject("thing", i, j, "he", (), token.low, None, phrase)
            if self.tokens[j].sort == "mark" or self.tokens[j].low in PRONOUNS | SUBORDINATORS:
                return None
        return None

    def _before(self, i: int) -> list[Mention]:
        return [mention for mention in self.mentions.values() if mention.end <= i]

    def _with_me(self, i: int) -> Subject | None:
        other = self.mentions.get(i + 2)
        if other is None:
            return None
        return Subject("speaker", i, other.end, "they", (self.people.speaker,), "we")

    def _people(self, mention: Mention) -> Subject | None:
        names = list(mention.names or ((mention.name,) if mention.name else ()))
        end, plural, unsure = mention.end, mention.plural, mention.name is None
        end = self._past_origin(mention)
        while end + 1 < self.stop and self.tokens[end].low in ("and", "&", ","):
            after = end + 1 + (self.tokens[end].text == "," and self.tokens[end + 1].low == "and")
            companion = self.tokens[mention.start].low not in ARTICLES and self.tokens[end].text != ","
            if after < self.stop and self.tokens[after].low in ("i", "me", "myself") and companion:
                return Subject("speaker", mention.start, after + 1, "they", (self.people.speaker,), "we", mention)
            other = self.mentions.get(after)
            if other is None or (self.tokens[end].text == "," and not self._listed(other.end)):
                break
            names.extend(other.names or ((other.name,) if other.name else ()))
            unsure, end, plural = unsure or other.name is None, other.end, True
        person: Person = "they" if plural else "he"
        return Subject(
            "person", mention.start, end, person, () if unsure else tuple(names), mention.word, mention, plural=plural
        )

    def _listed(self, i: int) -> bool:
        return i < self.stop and self.tokens[i].low in ("and", ",", "&")

    def _past_origin(self, mention: Mention) -> int:
        """Past "from the gym" and the like, which say which one is meant."""
        end = mention.end
        if mention.named and end + 1 < self.stop and self.tokens[end].low in ("from", "in", "at", "next"):
            phrase = noun_phrase(self.tokens, end + 1 + (self.tokens[end].low == "next"), self.stop)
            if phrase and phrase.end < self.stop and read_verb(self.tokens, phrase.end, self.stop, "he"):
                return phrase.end
        return end

    def _is_owner(self, apostrophe: int, start: int) -> bool:
        """Whether 's means belonging here, rather than "is": it stands in an object, or a noun and a verb follow."""
        phrase = noun_phrase(self.tokens, apostrophe + 1, self.stop)
        if phrase is None or phrase.determiner:
            return False
        if start and (done := lemma(self.tokens[start - 1].low, "past")) and done not in _LEADS:
            return True
        after = phrase.end
        verb = read_verb(self.tokens, after, self.stop, "he") or read_verb(self.tokens, after, self.stop, "they")
        if verb is not None and verb.start == after:
            return True
        return any(
            lemma(self.tokens[k].low, "s") or lemma(self.tokens[k].low, "past")
            for k in range(apostrophe + 2, min(phrase.end, self.stop))
            if self.tokens[k].low in _THING_VERBS
        )

    def _thing(self, i: int, mention: Mention | None) -> Subject | None:
        """ "my umbrella", "Lena's badge level", "the viewing", "visitors": what else can be told something of."""
        owner: str | None = None
        start = i
        if i == 0 and adverb(self.tokens[0].low) and (self.tokens[0].low != "home" or self.stop < 3):
            return None
        if mention is not None and mention.end + 1 < self.stop and self.tokens[mention.end].low == "'s":
            owner, start = mention.name, mention.end + 1
            if owner is None:
                return None
        elif self.tokens[i].low in ("my", "our"):
            owner = self.people.speaker
        elif self.tokens[i].low in ("his", "her"):
            owner = self.people.antecedent("m" if self.tokens[i].low == "his" else "f", self._before(i))
        elif self.tokens[i].low in ("its", "their"):
            owner = None
        elif self.tokens[i].low in POSSESSIVES or (i and not self._parted(i)):
            return None
        before = lemma(self.tokens[i - 1].low, "past") if i else None
        phrase = self._home(start)
        if phrase is not None:
            owner = self.people.speaker
        else:
            phrase = noun_phrase(self.tokens, start, self.stop)
        if phrase is None:
            return None
        if before and before not in _LEADS and phrase.end < self.stop and self.tokens[phrase.end].low == "'s":
            return None  # the object of a verb: "I did my master's in physics"
        end = next((k for k in range(start + 1, phrase.end) if self._acts(k, k > start + 1)), phrase.end)
        if end < phrase.end:
            phrase = noun_phrase(self.tokens, start, end)
            if phrase is None:
                return None
        plural = phrase.head.endswith("s") and not phrase.head.endswith(("ss", "us", "is"))
        person: Person = (
            "he"
            if end < self.stop and self.tokens[end].low in ("is", "'s", "has", "was", "does")
            else "they"
            if plural
            else "he"
        )
        if person == "he" and "and" in [t.low for t in self.tokens[start:end]]:
            person = "they"
        if end < self.stop and self.tokens[end].low in ("are", "were", "have"):
            person = "they"
        return Subject("thing", i, end, person, (), phrase.head, mention, phrase, owner, plural)

    def _acts(self, k: int, after_noun: bool) -> bool:
        """Whether a word within what looks like a noun phrase is its verb: "my novel came out"."""
        low = self.tokens[k].low
        only_past = lemma(low, "past") is not None and not lemma(low, "part") and not lemma(low, "base")
        return low in _THING_VERBS or (after_noun and only_past and not self.tokens[k].capital)

    def _home(self, i: int) -> Phrase | None:
        """ "Home" as a noun: at the beginning, with what it is after it."""
        token = self.tokens[i]
        if token.low != "home" or i + 1 >= self.stop or self.tokens[i + 1].low not in ("for", "is", "'s"):
            return None
        return Phrase(i, i + 1, "", (token,), "home")

    def _parted(self, i: int) -> bool:
        before = self.tokens[i - 1]
        return (
            before.sort in ("mark", "hole", "other")
            or before.low in COORDINATORS
            or before.low in _LEADS
            or before.low in ("that", "because", "since", "although", "though", "while")
        )


_LEADS: Final = frozenset("think know say tell hear believe guess hope wish mean see find feel suppose reckon".split())
_THING_VERBS: Final = frozenset(
    "meets meet starts begins opens closes died dies passed moved lives works broke has loves hates likes plays "
    "speaks costs runs got said says told wrote texted comes eats ate went turned teaches studies".split()
)
_OF_ACTIVITIES: Final = frozenset(
    "helps makes lets gives keeps calms relaxes inspires motivates brings fuels grounds soothes".split()
)
"""What an activity does for somebody; with "is" the words before it are too often no subject."""
TIME_WORDS: Final = frozenset(
    "fri sat sun mon tue tues wed thu thurs morning afternoon evening night week month year weekend summer winter "
    "spring autumn ago day time january "
    "february march april may june july august september october november december christmas".split()
)
