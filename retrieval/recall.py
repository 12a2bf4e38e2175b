"""Recall: a question in, a context out. Seeds, walk, facts, evidence, context, in this order."""

from __future__ import annotations

from datetime import tzinfo

from nous.beliefs import checks
from nous.graph.control import Control
from nous.graph.model import Entity
from nous.graph.names import text
from nous.graph.question import Question, View
from nous.graph.store import Reader
from nous.graph.times import from_micros

from . import temporal
from .context import Recall, build
from .evidence import lines, rank_deltas, rank_messages
from .facts import facts
from .seeds import find_seeds, stand_for
from .walk import walk

BUDGET = 2_000


def recall(
    reader: Reader,
    space: str,
    control: Control,
    question: str,
    asked: Question,
    where: tzinfo,
    *,
    budget: int = BUDGET,
) -> Recall:
    """What the memory of a space has to say to a question, within a budget of words and punctuation marks."""
    checks.count(budget, "the budget", 1)
    wanted = text(question, "a question", limit=20_000)
    view = View(reader, space, control)
    seeds = find_seeds(reader, space, control, wanted)
    deltas = rank_deltas(view, seeds)
    start = list(seeds.entities) or _entities_of(view, [id for id, _ in deltas[:5]])
    found = facts(view, walk(reader, space, control, start), seeds, asked)
    today = temporal.local_day(from_micros(asked.at), None, where)
    asked_for = [m for f in found if f.asked for m in f.messages]
    messages = rank_messages(view, seeds, wanted, today, deltas, asked_for)
    evidence = lines(view, messages, deltas, where)
    ids = dict.fromkeys([id for id, _ in messages])
    ids.update(dict.fromkeys(m for f in found for m in f.messages))
    return build(wanted, found, evidence, list(ids), budget)


def _entities_of(view: View, deltas: list[str]) -> list[Entity]:
    """The entities that the best deltas are about, where the question names none; in their order."""
    about = {d.id: d.entity for d in view.reader.deltas_by_id(view.space, deltas)}
    return stand_for(view.reader, view.space, view.control, [about[id] for id in deltas if id in about])
