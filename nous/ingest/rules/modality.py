"""What makes a sentence no evidence, or less of it: questions, conditions, fiction, irony, idioms and hedges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from . import idioms
from .clause import Clause
from .facts import DOUBTED, HEDGED, OF_OTHERS, SURE
from .text import Sentence, Token
from .words import AUXILIARIES, NEARLY, OPENERS, PREPOSITIONS, PRONOUNS, QUESTION_WORDS

_CONDITION: Final = frozenset(
    "if unless whether lest provided until till when whenever wherever before after once as_if than like how why "
    "what whatever however who whom whose where".split()
) | {"as if", "as though", "even if"}
_PLAIN_LINKS: Final = frozenset(
    "and because since although though while whereas as that cause cos 'cause who which so but for except about "
    "by".split()
) | {"", "even though"}

_HEDGES: Final[tuple[tuple[float, str], ...]] = (
    (
        DOUBTED,
        r"not (?:entirely |quite |totally |100% |too |so |really )?(?:sure|certain|positive)|no idea|don't know"
        r"|do not know|unsure|might be wrong|could be wrong|who knows(?! (?:for|how|when|what|if|whether|where|why"
        r"|who))|don't quote me"
        r"|not (?:100|a hundred) percent|i forget|can't remember|don't remember|maybe|perhaps|possibly|could be that"
        r"|may or may not",
    ),
    (
        HEDGED,
        r"or something|or so i think|if i remember|if memory serves|if i'm not mistaken|probably|presumably"
        r"|i (?:think|believe|guess|suppose|reckon|assume|suspect|figure)|(?:sort|kind) of(?=\W*$)",
    ),
    (OF_OTHERS, r"(?:pretty|fairly|quite) sure|almost certain|as far as i know|afaik|i'm sure|(?:most|very) likely"),
)
"""The stance that each hedge leaves."""
_HEDGE_PATTERNS: Final = tuple((stance, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for stance, words in _HEDGES)
_HEARSAY_PHRASES: Final = re.compile(
    r"\b(?:apparently|supposedly|allegedly|reportedly|rumou?r has it|rumou?rs?|word (?:is|has it)|according to|i hear"
    r"|i(?:'ve| have)? heard|a little bird|they say|people say|legend has it|i was told"
    r"|i read (?:that|somewhere|online)|or so i(?:'ve| have)? (?:heard|read|was told))\b",
    re.IGNORECASE,
)

_THINKING: Final = frozenset("think believe guess suppose reckon assume suspect figure presume gather expect".split())
_HEARING: Final = frozenset("hear read gather understand".split())
_SAYING: Final = frozenset(
    "say tell text write mention claim announce report reply answer explain post swear insist add email message "
    "whisper shout joke admit confess reveal declare warn promise inform".split()
)
_UNREAL: Final = frozenset(
    "wish hope dream imagine pretend wonder doubt fear worry want ask bet pray suggest recommend propose demand "
    "picture feel look seem sound lie fantasise fantasize".split()
)
_SAYING_PLAINLY: Final = frozenset("must have can will gotta got".split())


def statement_end(sentence: Sentence) -> int:
    """Up to which token a sentence tells something: all of a statement, the part before a question, or nothing.

    >>> from nous.ingest.rules.text import sentences
    >>> for text in ("Bo lives in Turin, did you know?", "I live in Turin, and you?", "You live in Turin, right?"):
    ...     print(statement_end(next(sentences(text))))
    4
    4
    0
    """
    tokens = sentence.tokens
    if _asks(tokens, 0):
        return 0
    if "?" not in sentence.mark and "？" not in sentence.mark:
        return len(tokens)
    for i in range(len(tokens) - 1, 0, -1):
        if tokens[i].text in (",", "\u2014", ";", ":") or tokens[i].low in ("and", "but", "so"):
            tail = tokens[i + 1 :]
            if tokens[i].text in (",", "\u2014", ";") and _aside(tail):
                return i
            if _asks(tokens, i + 1) and not _tag(tail):
                return _before_joint(tokens, i)
    return 0


def _before_joint(tokens: Sequence[Token], i: int) -> int:
    while i > 0 and (tokens[i - 1].text in (",", "\u2014") or tokens[i - 1].low in ("and", "but", "so")):
        i -= 1
    return i


_ASIDES: Final = (
    "did you know", "do you know", "you know", "can you believe it", "can you believe that", "would you believe it",
    "can you imagine", "did you hear", "have you heard", "believe it or not", "guess what", "remember", "who knew",
    "how cool is that", "how crazy is that", "how great is that", "isn't that great", "is n't that cool",
)  # fmt: skip
_RETURNED: Final = ("and you", "you", "yours", "and yours", "what about you", "how about you", "and yourself")


def _aside(tail: Sequence[Token]) -> bool:
    """A question after the comma that asks nothing about what came before it."""
    words = " ".join(token.low for token in tail)
    return words in _ASIDES


def _tag(tail: Sequence[Token]) -> bool:
    """ "doesn't he", "right": asks whether what came before is so."""
    lows = [token.low for token in tail if token.low != "not"]
    if not lows or lows in (["right"], ["correct"], ["yes"], ["no"], ["huh"], ["eh"], ["ok"], ["yeah"]):
        return True
    return len(lows) == 2 and lows[0] in AUXILIARIES and lows[1] in PRONOUNS


def _asks(tokens: Sequence[Token], i: int) -> bool:
    """Whether the words from `i` on have the order of a question."""
    while i < len(tokens) and (tokens[i].low in OPENERS - {"like"} or tokens[i].text == ","):
        i += 1 + (tokens[i].low == "guess" and i + 1 < len(tokens) and tokens[i + 1].low == "what")
    if i >= len(tokens):
        return False
    words = " ".join(token.low for token in tokens[i:])
    if words in _RETURNED:
        return True
    low = tokens[i].low
    after = tokens[i + 1].low if i + 1 < len(tokens) else ""
    if low in AUXILIARIES and low not in ("'s", "'d", "'ve", "'re", "'m", "being", "been", "having"):
        if after == "not" and i + 2 < len(tokens):
            after = tokens[i + 2].low
        return (
            after in PRONOUNS
            or after in ("the", "my", "your", "there", "this", "that", "anyone", "any")
            or (i + 1 < len(tokens) and tokens[i + 1].capital)
        )
    if low in ("any", "ever", "want", "wanna", "fancy", "guess", "remember", "mind", "care"):
        return low in ("any", "ever", "want", "wanna", "fancy")
    if low in QUESTION_WORDS:
        return (
            (any(token.low in AUXILIARIES for token in tokens[i + 1 : i + 4]) and low not in ("when", "which", "who"))
            or (low in ("who", "which", "when") and after in AUXILIARIES)
            or (low in ("what", "how") and after in ("about", "many", "long", "much", "kind"))
        )
    return False


def hearsay(lead: str, tail: str) -> bool:
    """Whether a clause passes on what is said: "apparently", "I heard", "rumour has it".

    >>> hearsay("apparently bo moved to rome", ""), hearsay("bo moved to rome", ", or so i heard")
    (True, True)
    """
    return bool(_HEARSAY_PHRASES.search(lead) or (len(tail.split()) <= _LONGEST_TAIL and _HEARSAY_PHRASES.search(tail)))


def figurative(clause: Clause) -> bool:
    """Whether a clause is a turn of speech, a boast or a comparison."""
    words = " ".join(token.low for token in clause.tokens[clause.start : clause.end])
    identity = ""
    if clause.verb.lemma == "be" and clause.subject.sort == "speaker":
        what = [token.low for token in clause.tokens[clause.verb.end : clause.end]]
        ends = (
            i for i, low in enumerate(what) if low in PREPOSITIONS - {"in"} or low in ("called", "named", ",", "who")
        )
        identity = " ".join(what[: next(ends, len(what))])
    return bool(clause.verb.adverbs & _LOOSELY) or idioms.figurative(words, identity)


_LOOSELY: Final = frozenset("basically practically essentially literally virtually technically".split())


def conditional(clauses: Sequence[Clause], k: int) -> bool:
    """Whether clause `k` hangs on a condition: is one, follows one, or is limited by the one right after it."""
    for earlier in clauses[: k + 1]:
        if earlier.link in ("if", "unless", "whether", "provided", "lest", "even if"):
            return True
    if k + 1 < len(clauses):
        after = clauses[k + 1]
        between = [token.low for token in after.tokens[clauses[k].verb.end : after.start]]
        if (
            after.link in ("if", "unless", "until", "till")
            and not after.parted
            and not {"so", "but", "\u2014"} & set(between)
        ):
            return True
    link = clauses[k].link
    if link == "after" and clauses[k].verb.tense == "past":
        return False
    return link in _CONDITION and link not in _PLAIN_LINKS


def plainly_told(clauses: Sequence[Clause]) -> bool:
    """Whether no clause of a sentence is a condition, a wish or a doubt."""
    return not any(
        (conditional(clauses, k) and clause.link != "where") or clause.mode in ("wish", "doubt", "maybe")
        for k, clause in enumerate(clauses)
    )


def unsaid(clause: Clause) -> bool:
    """Whether the verb itself takes the statement back: almost, would, seems to."""
    if clause.verb.adverbs & NEARLY or clause.mode == "doubt":
        return True
    favourite = clause.subject.sort == "thing" and any(
        token.low in ("favourite", "favorite") for token in clause.tokens[clause.subject.start : clause.subject.end]
    )
    if favourite and clause.verb.modal in ("must", "would") and clause.verb.tense == "present":
        return False  # "my favourite has to be ramen"
    return clause.verb.modal in ("would", "could", "should", "must", "ought", "'d")


def hedge(clause: Clause, lead: str, tail: str) -> float:
    """The stance that hedges leave, 1 where there are none; of several only the least counts.

    Two of the middling sort ("I guess … or something") leave as little as a doubt.
    `lead` is the clause with what leads into it, `tail` what follows it in the sentence, both in lower case; the
    tail counts where it is little more than the hedge ("…, not sure though").
    """
    stance = DOUBTED if clause.verb.modal in ("might", "may") else SURE
    if _BEGINS_ANOTHER.match(tail):
        lead = _AT_END.sub("", lead)
    near = _OF_ANOTHER.sub("", tail) if len(tail.split()) <= _LONGEST_TAIL else ""
    for level, pattern in _HEDGE_PATTERNS:
        after = pattern.search(near)
        before = pattern.findall(lead)
        if before or (after and len(near[: after.start()].split()) <= _TAIL_BEFORE_HEDGE):
            twice = level == HEDGED and len(before) + len(pattern.findall(near)) > 1
            stance = min(stance, DOUBTED if twice else level)
    return stance


_BEGINS_ANOTHER: Final = re.compile(r"(?:you|we|they|i|he|she|it|if|whether|when|what)\b", re.IGNORECASE)
_AT_END: Final = re.compile(r"\W*\b(?:maybe|perhaps|possibly|probably|who knows)\W*$", re.IGNORECASE)
_OF_ANOTHER: Final = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably) (?=(?:you|we|they|i|he|she|it)\b)", re.IGNORECASE
)
"""A doubt that leads into the next clause: "I made a cake, maybe you would like it"."""


def hedged(above: float, within: float) -> float:
    """The stance that hedges above a clause and within it leave together: two of the middling sort make a doubt.

    >>> hedged(0.6, 1.0), hedged(0.6, 0.6)
    (0.6, 0.25)
    """
    return DOUBTED if above == within == HEDGED else min(above, within)


_LONGEST_TAIL: Final = 9
_TAIL_BEFORE_HEDGE: Final = 4


class Embedding:
    """What the clauses above a clause do to it: whether it still counts, with which stance, and whose word it is.

    `sayer` is the clause in which somebody says it; `dropped` that it is not told as true at all.
    """

    def __init__(self, clause: Clause) -> None:
        self.stance, self.dropped, self.hearsay = SURE, False, False
        self.sayer: Clause | None = None
        above = clause.matrix
        while above is not None:
            self._take(above)
            above = above.matrix

    def _take(self, above: Clause) -> None:
        verb, mine = above.verb, above.subject.sort == "speaker"
        if above.mode in ("wish", "doubt", "maybe") or above.link in ("if", "unless"):
            self.dropped = True
        elif verb.lemma in _THINKING:
            if not mine or (verb.lemma == "believe" and verb.modal in ("will", "'ll")):
                self.dropped = True
            elif verb.denied:
                self.dropped = not (verb.lemma == "believe" and verb.modal == "can")
            else:
                self.stance = min(self.stance, HEDGED)
        elif verb.lemma in _HEARING and not verb.denied:
            self.hearsay = True
        elif verb.lemma in _SAYING:
            if mine:
                self.dropped = verb.modal not in _SAYING_PLAINLY and verb.lemma not in (
                    "admit",
                    "confess",
                    "swear",
                    "mention",
                )
            elif verb.denied or verb.modal:
                self.dropped = True
            else:
                self.hearsay, self.sayer = True, above
        elif verb.lemma in _UNREAL or (verb.denied and verb.lemma not in ("remember", "realise", "realize", "forget")):
            self.dropped = True
        elif verb.lemma == "be":
            self._take_state(above)

    def _take_state(self, above: Clause) -> None:
        rest = above.rest()
        if rest.startswith(("afraid", "worried", "scared", "dreaming", "hoping", "not sure", "unsure", "told")):
            if rest.startswith("told"):
                self.hearsay = True
            else:
                self.dropped = True
        elif rest.startswith(("sure", "certain", "positive", "convinced", "confident")):
            self.stance = min(self.stance, OF_OTHERS)
