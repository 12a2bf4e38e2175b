"""Verbs without a subject, which the speaker or the clause before lends: "Sold the tandem", "…, born in Oaxaca"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .text import Token
from .verbgroup import Verb, read_verb
from .verbs import gerund, lemma
from .words import adverb


def elliptic(tokens: Sequence[Token], i: int, stop: int) -> Verb | None:
    """The verb with which a sentence begins that leaves its speaker out, from a token on; None where it does not."""
    low = tokens[i].low
    following = tokens[i + 1].low if i + 1 < stop else ""
    if low == "used" and following == "to":
        return read_verb(tokens, i, stop, "i")
    if low == "had" and following not in ("a", "an", "my", "our"):
        return None
    if low in ("did", "was", "were", "let", "set", "put", "cut", "hit", "left", "felt", "said", "read", "meant"):
        return None
    adverbs = frozenset(token.low for token in tokens[:i] if adverb(token.low))
    past = lemma(low, "past")
    if _fond(tokens, i, stop):
        negated = any(token.low == "not" for token in tokens[:i])
        return Verb("be", "present", i, i, negated=negated, adverbs=adverbs, word="am")
    if (
        low == "got"
        and following in ("a", "lots", "some", "no", "any")
        and any(t.low in ("lot", "lots", "no", "any", "coming", "left") for t in tokens[i + 1 : i + 4])
    ):
        return Verb("have", "present", i, i + 1, adverbs=adverbs, word=low)
    if (past and not lemma(low, "base")) or low == "quit":
        if following in ("by", "to", "from", "up", "with") and low not in _WITH_PREPOSITION:
            return None
        return Verb(past or low, "past", i, i + 1, adverbs=adverbs, word=low)
    if low == "been" and following:
        base = gerund(following)
        return Verb(base or "be", "perfect", i, i + (2 if base else 1), bool(base), adverbs=adverbs, word=following)
    if low in ("love", "hate", "adore", "loving") and following and i == 0:
        return Verb({"loving": "love"}.get(low, low), "present", i, i + 1, word=low)
    if low == "can" and following == "not" and i + 2 < stop and tokens[i + 2].low in ("stand", "bear"):
        return Verb("stand", "present", i, i + 3, False, "can", True, word="stand")
    if low == "born" and following in ("in", "and", "on"):
        return Verb("be", "past", i, i, word="was")
    if (
        low in ("living", "working", "studying", "learning", "moving", "thinking", "planning", "hoping", "going")
        and following
    ):
        if low == "going" and following == "to" and i + 2 < stop and lemma(tokens[i + 2].low, "base"):
            return Verb(tokens[i + 2].low, "present", i, i + 3, modal="going", word=tokens[i + 2].low)
        if any(lemma(t.low, "s") or t.low in ("is", "was", "are", "were", "'s", "can") for t in tokens[i:]):
            return None
        return Verb(gerund(low) or low, "present", i, i + 1, True, adverbs=adverbs, word=low)
    return None


def _fond(tokens: Sequence[Token], i: int, stop: int) -> bool:
    """ "Not a big fan of olives", "huge fan of brass bands", "not keen on crowds"."""
    lows = [token.low for token in tokens[i : min(i + 5, stop)]]
    if lows[:1] in (["a"], ["the"]):
        lows = lows[1:]
    if lows[:1] and lows[0] in ("big", "huge", "massive", "great", "real", "total"):
        lows = lows[1:]
    if lows[:2] == ["fan", "of"]:
        return True
    return lows[:1] in (["keen"], ["fond"], ["into"]) and any(t.low == "not" for t in tokens[:i])


_WITH_PREPOSITION: Final = frozenset("moved went switched signed met chatted hung caught worked played".split())
"""What may begin a sentence about the speaker though a preposition follows: "met with the band"."""
_TOLD_OF: Final = frozenset("born raised based employed married engaged divorced retired".split())
_TOLD_DOING: Final = frozenset("living working studying".split())


def trailing(tokens: Sequence[Token], i: int, stop: int) -> Verb | None:
    """The verb of a participle after a comma that goes on about the same person: ", born in Oaxaca"."""
    at = i
    while at < stop and tokens[at].low in ("originally", "currently", "now", "formerly", "recently", "happily"):
        at += 1
    if at >= stop:
        return None
    adverbs, low = frozenset(token.low for token in tokens[i:at]), tokens[at].low
    if low in _TOLD_OF:
        return Verb("be", "past" if low in ("born", "raised") else "present", i, at, adverbs=adverbs, word="is")
    if low in _TOLD_DOING and at + 1 < stop and tokens[at + 1].low in ("in", "at", "for", "with", "as", "near"):
        return Verb(gerund(low) or low, "present", i, at + 1, True, adverbs=adverbs, word=low)
    if low == "from" and at + 1 < stop and (tokens[at + 1].capital or adverbs):
        return Verb("be", "present", i, at, adverbs=adverbs, word="is")
    return None
