"""Quotation marks: which of them hold somebody's words, which a title, and whose words they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .clause import Clause
from .mention import Known
from .names import name_at
from .phrases import joined
from .text import Sentence

_DOUBLE: Final = re.compile(r'"([^"\n]{1,600})"')
_SINGLE: Final = re.compile(r"(?<![\w])'([A-Z][^'\n.!?]{1,60}(?:'s [^'\n.!?]{1,40})?)'(?![\w])")
_SINGLE_SAID: Final = re.compile(r"(?<![\w])'([^\n]{1,300}?[.!?,\w])'(?![\w])")
_SAID: Final = re.compile(
    r"\b(?:sa(?:id|ys?|ying)|text(?:ed|s)|wrote|writes|repli(?:ed|es)|told (?:me|us|him|her|them|everyone)"
    r"|tells (?:me|us)|ask(?:ed|s)|shout(?:ed|s)|answered|post(?:ed|s)|messaged|emailed|announced|whispered"
    r"|joked|goes|went|(?:was|is|be) like|yelled|added|insisted|claimed|explained)\s*(?:that\s*)?[,:]?\s*$",
    re.IGNORECASE,
)
_SAID_AFTER: Final = re.compile(
    r"^\s*[,.]?\s*(?:said|says|texted|wrote|replied|goes|he said|she said|asked|shouted)\b", re.IGNORECASE
)
_INTRODUCED: Final = re.compile(
    r"(?:^|(?<=[\n.!?])[ \t]*)(?P<by>[^:\n.!?\"]{2,60}):(?P<said>[ \t]+[^\s\"'][^\n]*)", re.MULTILINE
)
_WRITING: Final = (
    r"(?:status|bio|profile|caption|lyrics?|brochure|sign|note|letter|text|message|e-?mail|voicemail|headline|advert?"
    r"|poster|slogan|tweet|post|song|poem|script|subtitles?|review|horoscope|article|page|site|leaflet|postcard)"
)
_OTHERS: Final = re.compile(
    _SAID.pattern.removesuffix(r"\s*(?:that\s*)?[,:]?\s*$")
    + rf"\s*$|\b(?:the|an?|this|that|his|her|their|its|\w+['’]s) (?:\w+ )?{_WRITING}\s*$"
    + rf"|\b{_WRITING} (?:from|by|of|on|in)\s[^:]{{1,30}}$|^from [^:]{{2,40}}$"
    + r"|^\s*(?:lyrics?|status|bio|caption|headline|horoscope|slogan|quote)\s*$",
    re.IGNORECASE,
)
_OWN: Final = re.compile(
    r"\b(?:I|I've|I'd|we)\b|\bmy (?!\w+ (?:\w+ )?(?:said|says|wrote|told|goes))\w+\s*$", re.IGNORECASE
)
_SENTENCE: Final = re.compile(r"\b(?:i|i'm|i've|we|you|he|she|they|it's|my|me)\b|[.!?,]$", re.IGNORECASE)
_SAYING: Final = frozenset(
    "say tell text write reply answer post message email announce whisper joke add insist claim explain shout "
    "go".split()
)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A span in quotation marks, the marks included; `speech` where it holds words said, else it is a title.

    What a colon introduces ("He told me: I live in Bern.") goes to the end of its line, and has no mark there.
    """

    start: int
    end: int
    speech: bool
    closed: bool = True

    @property
    def inner(self) -> slice:
        """Where its words stand."""
        return slice(self.start + 1, self.end - self.closed)


def quoted(text: str) -> list[Quoted]:
    """The spans of a plain text that stand in quotation marks.

    >>> [q.speech for q in quoted('Emil texted: "I love it" while watching "Heat"')]
    [True, False]
    """
    found: list[Quoted] = []
    for match in _DOUBLE.finditer(text):
        before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 20]
        introduced = bool(_SAID.search(before) or _SAID_AFTER.match(after))
        words = match[1].split()
        speech = introduced or (len(words) > 2 and bool(_SENTENCE.search(match[1]))) or match[1][:1].islower()
        found.append(Quoted(match.start(), match.end(), speech))
    for match in _SINGLE_SAID.finditer(text):
        before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 20]
        apart = not any(match.start() < q.end and q.start < match.end() for q in found)
        if apart and (_SAID.search(before) or _SAID_AFTER.match(after)):
            found.append(Quoted(match.start(), match.end(), True))
    for match in _INTRODUCED.finditer(text):
        if _OTHERS.search(match["by"]) and not _OWN.search(match["by"]):
            start, end = match.span("said")
            if not any(start < q.end and q.start < end for q in found):
                found.append(Quoted(start, end, True, False))
    for match in _SINGLE.finditer(text):
        if not any(match.start() < q.end and q.start < match.end() for q in found):
            found.append(Quoted(match.start(), match.end(), False))
    return sorted(found, key=lambda q: q.start)


def sayer(sentence: Sentence, clauses: Sequence[Clause], hole: int, people: Known) -> str | None:
    """Who says what stands in the hole at that token of a sentence; None unless it is somebody with a name.

    Whatever "the poster says", a narrator says or the speaker once said is nobody's word.
    """
    tokens = sentence.tokens
    for clause in reversed(clauses):
        verb = clause.verb
        if verb.lemma not in _SAYING or verb.end > hole or verb.modal or verb.denied:
            continue
        if any(token.sort == "hole" for token in tokens[verb.end : hole]):
            continue
        subject = clause.subject
        if subject.sort != "person" or len(subject.names) != 1:
            return None
        if subject.mention is not None and not subject.mention.named:
            return None
        return subject.names[0]
    j = hole + 1
    while j < len(tokens) and tokens[j].text in (",", "."):
        j += 1
    if j + 1 < len(tokens) and tokens[j].low in ("said", "says", "wrote", "texted", "replied"):
        end = name_at(tokens, j + 1, len(tokens))
        if end > j + 1:
            return people.full_name(joined(tokens[j + 1 : end]))
    return None
