"""The context: facts, then evidence, within a budget of tokens, nothing said twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .evidence import Line
from .facts import Fact

Kind = Literal["fact", "evidence", "episode"]
FACTS_SHARE = 0.4  # of the budget, at most, for facts, but for the first; what they leave goes to the evidence
TITLES = {"fact": "What is believed:", "evidence": "What was said:"}
HEAD = 4  # what each of these titles counts in the budget; a line counts its words and the mark before it
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class RecallLine:
    """One line of a recall: its text, its kind, the messages and deltas behind it, and its scores."""

    text: str
    kind: Kind
    message_ids: tuple[str, ...]
    scores: dict[str, float] = field(default_factory=dict)
    deltas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """What the memory has to say to a question.

    `text` is the context for a model, `lines` its parts; `messages` are message ids, best first, not cut by the
    budget; `deltas` what to hand back as `derived_from` when an answer made from this is stored.
    """

    question: str
    text: str
    lines: tuple[RecallLine, ...]
    messages: tuple[str, ...]
    deltas: tuple[str, ...]

    def within(self, budget: int) -> Recall:
        """The same within a smaller budget: up to .6 of that of this one, what would have been recalled with it."""
        facts = [line for line in self.lines if line.kind == "fact"]
        said = [line for line in self.lines if line.kind != "fact"]
        return _fitted(self.question, facts, said, self.messages, budget)


def size(text: str) -> int:
    """The length of a text in words and punctuation marks, the unit of the budget.

    >>> size("Ana's dog, Rex.")
    7
    """
    return len(_TOKEN.findall(text))


def build(
    question: str, facts: Sequence[Fact], evidence: Iterable[Line], messages: Sequence[str], budget: int
) -> Recall:
    """Choose lines in order until the budget is full, and write them down; no more evidence is asked for than fits."""
    believed = [RecallLine(f.text, "fact", f.messages, {"fact": f.score}, f.deltas) for f in facts]
    said = (RecallLine(e.text, "evidence", e.messages, {"words": e.score}, e.deltas) for e in evidence)
    return _fitted(question, believed, said, messages, budget)


def _fitted(
    question: str, facts: Sequence[RecallLine], said: Iterable[RecallLine], messages: Sequence[str], budget: int
) -> Recall:
    lines: list[RecallLine] = []
    share = max(round(budget * FACTS_SHARE), min(budget, size(facts[0].text) + 1 + HEAD if facts else 0))
    used = _choose(lines, facts, share)
    _choose(lines, said, budget - used)
    return Recall(
        question=question,
        text=written(lines),
        lines=tuple(lines),
        messages=tuple(messages),
        deltas=tuple(dict.fromkeys(d for line in lines for d in line.deltas)),
    )


def _choose(lines: list[RecallLine], offered: Iterable[RecallLine], budget: int) -> int:
    seen = {line.text for line in lines}
    used = 0
    for line in offered:
        cost = size(line.text) + 1 + (HEAD if used == 0 else 0)
        if line.text in seen:
            continue
        if used + cost > budget:
            break
        seen.add(line.text)
        lines.append(line)
        used += cost
    return used


_EVIDENCE = r"\[\d{1,2} [A-Z][a-z]{2,8} \d{4}\] [^\n]*"
_FACT = r"[^\n·]{1,200} · [^\n:·]{1,200}: [^\n]*?\((?:[<>]?\.\d\d|1\.0)[^)\n]*\)"
_HANDED_OUT = re.compile(
    rf"^[ \t>*-]*(?:What is believed:|What was said:|{_EVIDENCE}|[^\n·]{{1,200}} · [^\n]*)[ \t]*$|{_FACT}", re.MULTILINE
)

_PERHAPS_HANDED_OUT = re.compile(r" · |What (?:is believed|was said):|\[\d")  # cheap: most messages hold none of it


def without_recalled(text: str) -> str:
    """A text with every line that a recall handed out blanked, so that it is not taken for news.

    Nothing moves: each character of such a line becomes a space, so places in the text stay what they were.

    >>> without_recalled("I am back.\\n- [1 March 2025] ann: I love tea.").split()
    ['I', 'am', 'back.']
    """
    if not _PERHAPS_HANDED_OUT.search(text):
        return text
    return _HANDED_OUT.sub(lambda match: " " * len(match[0]), text)


def written(lines: Sequence[RecallLine]) -> str:
    """Lines as the text of a context, facts before evidence."""
    parts = []
    for kind, title in TITLES.items():
        some = [f"- {line.text}" for line in lines if line.kind == kind]
        if some:
            parts.append("\n".join([title, *some]))
    return "\n\n".join(parts)
