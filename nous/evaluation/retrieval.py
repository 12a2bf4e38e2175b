"""Retrieval on LoCoMo: how many of the turns that hold the evidence are found, and whether answers are in the context.

Recall@N is |top N ∩ gold| / min(N, |gold|), a mean over questions that have gold turns (MMS, Eq. 7). `covered` is the
share of questions whose answer tokens all stand in the context, `context` the mean share of tokens that do; both by
the official normalisation of LoCoMo's scorer and Porter stems, an open-domain answer cut at its first semicolon. None
of these is an answer's F1 or a judge's verdict: no model is involved.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

import snowballstemmer

from nous.beliefs.errors import NotFound, ValidationError
from nous.ingest import formats
from nous.memory import Memory
from nous.space import Space

CATEGORIES = {4: "single-hop", 1: "multi-hop", 2: "temporal", 3: "open-domain", 5: "adversarial"}
"""LoCoMo's category numbers; other papers give the names to other numbers, so compare by number."""
ANSWERED = (1, 2, 3, 4)
DEPTHS = (1, 3, 5, 10, 20, 50)
BUDGETS = (1_000, 2_000)
GATE = 55.1
"""Recall@10 over categories 1 to 4 of plain BM25 over stemmed turns, on the development part of LoCoMo."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the benchmark: its category number, its answer, and the ids of the turns that hold the evidence."""

    text: str
    category: int
    answer: str | None
    gold: frozenset[str]


@dataclass(frozen=True, slots=True)
class Score:
    """The means over some questions, in per cent."""

    questions: int
    recall: Mapping[int, float]
    context: Mapping[int, float]
    covered: Mapping[int, float]
    random_covered: float


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The result by category number, and over the four categories that have an answer."""

    by_category: Mapping[int, Score]
    overall: Score
    tokens: float

    @property
    def passed(self) -> bool:
        """Whether Recall@10 over the four categories is at least that of plain BM25 over stemmed turns."""
        return self.overall.recall[10] >= GATE

    def rows(self) -> list[str]:
        """The result as a table."""
        head = f"{'category':<16}{'n':>5} " + "".join(f"{f'R@{n}':>7}" for n in DEPTHS)
        head += "".join(f"{f'covered {b}':>14}" for b in BUDGETS) + f"{'random':>9}"
        lines = [head]
        named = [(f"{c} {CATEGORIES[c]}", self.by_category[c]) for c in CATEGORIES if c in self.by_category]
        for name, score in [*named, ("all with answers", self.overall)]:
            line = f"{name:<16}{score.questions:>5} " + "".join(f"{score.recall[n]:>7.1f}" for n in DEPTHS)
            line += "".join(f"{score.covered[b]:>14.1f}" for b in BUDGETS) + f"{score.random_covered:>9.1f}"
            lines.append(line)
        lines.append(f"gate: R@10 over categories 1-4 at least {GATE}: {'met' if self.passed else 'MISSED'}")
        return lines


@dataclass(slots=True)
class _Sums:
    recalls: dict[int, list[float]]
    shares: dict[int, list[float]]
    chance: list[float]


def evaluate(data: Path, memory: Memory, progress: Callable[[int, int], None] | None = None) -> Retrieval:
    """Ingest the conversations of a LoCoMo file into a memory, ask all its questions, and score what is found.

    `progress` is called with the number of conversations done and of all.
    """
    if not data.is_file():
        raise NotFound(f"there is no file {data}")
    content = formats.decode(data.read_bytes(), data.name)
    try:
        samples = json.loads(content)
    except json.JSONDecodeError as error:
        raise ValidationError(f"{data.name}, line {error.lineno}: not whole JSON ({error.msg})") from None
    sums: dict[int, _Sums] = {}
    sizes: list[int] = []
    for done, (sample, conversation) in enumerate(zip(samples, formats.read_locomo(content, data.name), strict=True)):
        if progress is not None:
            progress(done, len(samples))
        space = memory.space(conversation.space or "default")
        space.ingest(conversation.messages)
        ids = {str(m["id"]) for m in conversation.messages}
        _ask(space, list(questions(sample, ids)), conversation.messages, sums, sizes)
    return Retrieval(
        {c: _score([s]) for c, s in sorted(sums.items())},
        _score([s for c, s in sums.items() if c in ANSWERED]),
        sum(sizes) / max(1, len(sizes)),
    )


def questions(sample: Mapping[str, object], ids: Iterable[str]) -> Iterable[Question]:
    """The questions of a conversation, with the gold turns that exist."""
    known = set(ids)
    qa = sample.get("qa")
    for q in qa if isinstance(qa, list) else ():
        found = {f"D{int(a)}:{int(b)}" for e in q.get("evidence", ()) for a, b in re.findall(r"D:?(\d+):(\d+)", e)}
        answer = q.get("answer")
        yield Question(q["question"], q["category"], None if answer is None else str(answer), frozenset(found & known))


def _ask(
    space: Space,
    asked: Sequence[Question],
    messages: Sequence[formats.Raw],
    sums: dict[int, _Sums],
    sizes: list[int],
) -> None:
    last = max(m.at for m in space.store.read(lambda reader: reader.messages(space.name)))
    chance = random.Random(space.name)
    for q in asked:
        found = sums.setdefault(q.category, _Sums({n: [] for n in DEPTHS}, {b: [] for b in BUDGETS}, []))
        largest = space.recall(q.text, budget=max(BUDGETS), at=last + timedelta(days=1))
        recalls = {b: largest.within(b) for b in BUDGETS}
        sizes.append(len(recalls[BUDGETS[0]].lines))
        if q.gold:
            ranked = recalls[BUDGETS[0]].messages
            for n in DEPTHS:
                found.recalls[n].append(len(set(ranked[:n]) & q.gold) / min(n, len(q.gold)))
        if q.answer is not None and q.category in ANSWERED:
            wanted = answer_tokens(q.answer, q.category)
            for b in BUDGETS:
                found.shares[b].append(_share(wanted, recalls[b].text))
            some = chance.sample(list(messages), min(len(messages), 34))  # about 1,000 tokens of turns
            found.chance.append(_share(wanted, "\n".join(f"{m['time']} {m['speaker']}: {m['text']}" for m in some)))


def _score(parts: Sequence[_Sums]) -> Score:
    def mean(values: list[float]) -> float:
        return 100.0 * sum(values) / len(values) if values else 0.0

    recall = {n: mean([x for p in parts for x in p.recalls[n]]) for n in DEPTHS}
    shares = {b: [x for p in parts for x in p.shares[b]] for b in BUDGETS}
    return Score(
        questions=sum(len(p.recalls[10]) for p in parts),
        recall=recall,
        context={b: mean(x) for b, x in shares.items()},
        covered={b: mean([float(v == 1.0) for v in x]) for b, x in shares.items()},
        random_covered=mean([float(x == 1.0) for p in parts for x in p.chance]),
    )


def answer_tokens(answer: str, category: int) -> set[str]:
    """The tokens that an answer is made of, as LoCoMo's scorer counts them.

    >>> sorted(answer_tokens("The guitar, and hiking", 4))
    ['guitar', 'hike']
    """
    return set(normalised(answer.partition(";")[0] if category == 3 else answer))


def normalised(text: str) -> list[str]:
    """LoCoMo's normalisation: no commas, lower case, no punctuation, no articles nor "and", Porter stems."""
    bare = text.replace(",", "").lower().translate(_PUNCTUATION)
    return [_stem(word) for word in bare.split() if word not in ("a", "an", "the", "and")]


def _share(wanted: set[str], context: str) -> float:
    return len(wanted & set(normalised(context))) / len(wanted) if wanted else 1.0


_PUNCTUATION = str.maketrans("", "", string.punctuation)
_porter = snowballstemmer.stemmer("porter")


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    stem: str = _porter.stemWord(word)
    return stem
