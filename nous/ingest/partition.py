"""Episodes: the messages of one event, cut where a long silence falls or where the talk turns to something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from nous.graph.intake import content_id
from nous.graph.model import Episode, Message

from .draft import Draft

GAP = timedelta(hours=3)
"""A silence after which what follows is another event (a choice; sessions of chat are minutes to hours long)."""


def partition(draft: Draft) -> Draft:
    """Group the messages into episodes; each message is in exactly one, in the order of their times."""
    ordered = sorted(draft.messages, key=lambda m: m.at)  # stable: equal times keep the order in which they came
    episodes = tuple(episode_of(group) for group in runs(ordered))
    return replace(draft, messages=tuple(ordered), episodes=episodes)


def runs(messages: Sequence[Message], gap: timedelta = GAP) -> list[list[Message]]:
    """Runs of messages with no silence longer than `gap` between them."""
    groups: list[list[Message]] = []
    for message in messages:
        if groups and message.at - groups[-1][-1].at <= gap:
            groups[-1].append(message)
        else:
            groups.append([message])
    return groups


def episode_of(messages: Sequence[Message]) -> Episode:
    """The episode of these messages; its id follows from theirs."""
    ids = tuple(m.id for m in messages)
    return Episode("e-" + content_id(ids)[:24], messages[0].at, messages[-1].at, ids)
