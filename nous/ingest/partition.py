"""Episodes: the messages of one event, cut where a long silence falls or where the talk turns to something else.

The turn of a talk is found by lexical cohesion (after Hearst's TextTiling, 1997): where what is said just before and
just after a gap share few words, while there is more in common on either side of it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from statistics import fmean, pstdev

from nous.graph.intake import content_id
from nous.graph.model import Episode, Message
from nous.graph.tokens import tokens

from .draft import Draft

GAP = timedelta(hours=3)
"""A silence after which what follows is another event (a choice; sessions of chat are minutes to hours long)."""
BLOCK = 4  # messages compared on either side of a gap
LEAST = 5  # messages of an episode that is cut out of a longer talk
LONGEST = 40  # messages of one episode; a longer talk is cut at its weakest place
READ = 2_000  # characters of a message that tell what it is about

_TURN = re.compile(
    r"^\W*(?:(?:on an?|to a) (?:different|another|unrelated) (?:note|topic|subject)|(?:a )?different (?:topic|subject)"
    r"|changing the subject|new (?:topic|subject)|by the way|speaking of (?:something|other)|anyway|unrelated,? but)\b",
    re.IGNORECASE,
)


def partition(draft: Draft) -> Draft:
    """Group the messages into episodes; each message is in exactly one, in the order of their times."""
    ordered = sorted(draft.messages, key=lambda m: m.at)  # stable: equal times keep the order in which they came
    groups = [part for run in runs(ordered) for part in topics(run)]
    return replace(draft, messages=tuple(ordered), episodes=tuple(episode_of(group) for group in groups))


def runs(messages: Sequence[Message], gap: timedelta = GAP) -> list[list[Message]]:
    """Runs of messages with no silence longer than `gap` between them."""
    groups: list[list[Message]] = []
    for message in messages:
        if groups and message.at - groups[-1][-1].at <= gap:
            groups[-1].append(message)
        else:
            groups.append([message])
    return groups


def topics(run: Sequence[Message]) -> list[list[Message]]:
    """A run cut where its topic turns; never right after a question, whose answer belongs to it."""
    if len(run) < 2 * LEAST:
        return [list(run)]
    depths = _depths([Counter(tokens(m.text[:READ])) for m in run])
    limit = fmean(depths) + pstdev(depths) / 2
    cuts: list[int] = []
    for i in sorted(range(1, len(run)), key=lambda i: (-_weight(run, depths, i), i)):
        free = all(abs(i - other) >= LEAST for other in (0, len(run), *cuts))
        answered = not run[i - 1].text.rstrip().endswith("?")
        if free and answered and _weight(run, depths, i) > max(limit, 0.0):
            cuts.append(i)
    cuts.extend(_forced(run, depths, cuts))
    bounds = [0, *sorted(cuts), len(run)]
    return [list(run[a:b]) for a, b in pairwise(bounds)]


def _weight(run: Sequence[Message], depths: Sequence[float], i: int) -> float:
    """How strongly the talk turns before message `i`; words that say so count like a gap with nothing in common."""
    return depths[i] + (2.0 if _TURN.match(run[i].text) else 0.0)


def _forced(run: Sequence[Message], depths: Sequence[float], cuts: Sequence[int]) -> list[int]:
    """Cuts that keep every episode short, each at the weakest place of what is too long."""
    more: list[int] = []
    open_parts = list(zip([0, *sorted(cuts)], [*sorted(cuts), len(run)], strict=True))
    while open_parts:
        a, b = open_parts.pop()
        if b - a > LONGEST:
            cut = max(range(a + LEAST, b - LEAST + 1), key=lambda i: (depths[i], -i))
            more.append(cut)
            open_parts.extend([(a, cut), (cut, b)])
    return more


def _depths(words: Sequence[Counter[str]]) -> list[float]:
    """For each gap before a message: how much less the two sides share than the talk does around it."""
    n = len(words)
    likeness = [1.0, *(_cosine(_sum(words[max(0, i - BLOCK) : i]), _sum(words[i : i + BLOCK])) for i in range(1, n))]
    depths = [0.0] * n
    for i in range(1, n):
        left, right = i, i
        while left > 1 and likeness[left - 1] >= likeness[left]:
            left -= 1
        while right < n - 1 and likeness[right + 1] >= likeness[right]:
            right += 1
        depths[i] = likeness[left] + likeness[right] - 2.0 * likeness[i]
    return depths


def _sum(counters: Sequence[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counter in counters:
        total.update(counter)
    return total


def _cosine(a: Counter[str], b: Counter[str]) -> float:
    if not a or not b:
        return 0.0
    shared = sum(n * b[word] for word, n in a.items() if word in b)
    return shared / math.sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))


def episode_of(messages: Sequence[Message]) -> Episode:
    """The episode of these messages; its id follows from theirs."""
    ids = tuple(m.id for m in messages)
    return Episode("e-" + content_id(ids)[:24], messages[0].at, messages[-1].at, ids)
