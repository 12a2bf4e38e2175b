"""Verbs that lead to another verb, and what they make of it: wanting, planning, beginning, giving up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args

from .clause import Mode
from .lexicon import INSTRUMENTS, SPORTS
from .text import Token
from .verbgroup import Verb
from .verbs import gerund, lemma
from .words import ARTICLES, POSSESSIVES


def _modes(**verbs: str) -> dict[str, Mode]:
    """The mode that each verb puts the verb after it in."""
    table: dict[str, Mode] = {}
    for mode in get_args(Mode):
        table.update(dict.fromkeys(verbs.get(mode, "").split(), mode))
    return table


_TO: Final = _modes(
    wish="want hope wish long aspire aim dream hoping",
    plan="plan intend decide arrange",
    doubt="try attempt struggle pretend claim refuse fail forget offer ask promise agree tend seem appear need deserve "
    "happen hesitate threaten expect afford wait remember choose",
    begin="start begin",
    fact="continue manage get",
)
"""How "to" and a verb are meant after another: "I want to move" is a wish."""
_ING: Final = _modes(
    begin="start begin",
    stop="stop quit",
    doubt="miss avoid regret imagine mind deny resist fancy recommend suggest",
    maybe="consider contemplate",
    fact="keep continue",
)
"""How an -ing form is meant after another verb: "I quit smoking" is an end."""


_ACQUIRED: Final = frozenset("love like enjoy appreciate hate dislike adore".split())
_TAUGHT: Final = frozenset("lesson lessons class classes course courses school practice team club group".split())
"""What makes a noun of the -ing form before it: one starts boxing lessons, not boxing."""


def chained(tokens: Sequence[Token], verb: Verb, end: int) -> tuple[Verb, Mode]:
    """The verb that a verb like "want to" or "started" leads to, and how it is meant."""
    mode: Mode = "fact"
    for _ in range(3):
        step = _step(tokens, verb, end)
        if step is None:
            break
        verb, mode = step[0], step[1] if mode == "fact" else mode
    if verb.modal in ("going", "will", "shall", "'ll") and mode == "fact":
        mode = "plan"
    return verb, mode


def _step(tokens: Sequence[Token], verb: Verb, end: int) -> tuple[Verb, Mode] | None:
    at = verb.end
    low = tokens[at].low if at < end else ""
    after = tokens[at + 1].low if at + 1 < end else ""
    if (
        verb.lemma == "give"
        and low == "up"
        and after in ("the", "my")
        and at + 2 < end
        and tokens[at + 2].low in INSTRUMENTS | SPORTS
    ):
        return _inner(verb, "play", at + 1, "up"), "stop"
    if verb.lemma == "give" and low == "up" and gerund(after):
        return _inner(verb, gerund(after) or after, at + 2, after), "stop"
    if verb.lemma in ("carry", "keep", "go") and low == "on" and gerund(after):
        return _inner(verb, gerund(after) or after, at + 2, after), "fact"
    if verb.lemma == "look" and low == "forward" and after == "to" and at + 2 < end and gerund(tokens[at + 2].low):
        word = tokens[at + 2].low
        return _inner(verb, gerund(word) or word, at + 3, word), "plan"
    if verb.lemma in ("think", "dream") and low in ("of", "about") and gerund(after):
        return _inner(verb, gerund(after) or after, at + 2, after), "maybe" if verb.lemma == "think" else "wish"
    if low == "to" and verb.lemma in ("grow", "come", "learn") and after in _ACQUIRED and verb.tense != "present":
        return replace(_inner(verb, after, at + 2, after), tense="present"), "fact"
    if verb.lemma in ("have", "get") and verb.tense != "present" and (chance := _chance(tokens, at, end)) is not None:
        word = tokens[chance].low
        base = lemma(word, "base") or gerund(word)
        return (_inner(verb, base, chance + 1, word), "fact") if base else None
    if verb.lemma == "plan" and low == "on" and gerund(after):
        return _inner(verb, gerund(after) or after, at + 2, after), "plan"
    if low == "to" and (base := lemma(after, "base") or _infinitive(after, verb.lemma)):
        mode = _TO.get(verb.lemma)
        if verb.modal in ("would", "'d") and verb.lemma in ("like", "love", "prefer"):
            mode = "wish"
        if mode is None:
            return None
        return _inner(verb, base, at + 2, after), mode
    base = gerund(low)
    if base and verb.lemma in _ING and after not in _TAUGHT:
        return _inner(verb, base, at + 1, low), _ING[verb.lemma]
    return None


def _chance(tokens: Sequence[Token], at: int, end: int) -> int | None:
    """The place of the verb after "had the chance to" or "got the opportunity of"."""
    for k in range(at, min(at + 4, end - 2)):
        if tokens[k].low in ("chance", "opportunity", "privilege", "honour", "honor", "pleasure"):
            return k + 2 if tokens[k + 1].low in ("to", "of") and tokens[at].low in ("the", "a", "an") else None
    return None


def _inner(outer: Verb, base: str, end: int, word: str) -> Verb:
    """The inner verb in the time and with the reservations of the outer one."""
    return Verb(base, outer.tense, outer.start, end, outer.going, outer.modal, outer.negated, outer.adverbs, word)


def _infinitive(word: str, after: str) -> str | None:
    """An unknown word after "try to" and the like is a verb too."""
    if word == "be":
        return "be"
    return word if after in _TO and word.isalpha() and word.islower() and word not in ARTICLES | POSSESSIVES else None
