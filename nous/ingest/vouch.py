"""Who vouches for a statement: the message's source and channel go to its evidence; quoted people are hearsay."""

from __future__ import annotations

from dataclasses import replace

from nous.beliefs.provenance import TIERS
from nous.graph.model import Message, Observation

from .draft import Draft
from .statement import Statement


def vouch(draft: Draft) -> Draft:
    """Give each statement the source and channel of its message, its episode, and what it was derived from.

    A statement about another time than its message's has no episode: it is no copy of what is said about the present.

    A person quoted by another is of the channel `hearsay`, or of the reporter's where that is trusted less.
    """
    messages = {m.id: m for m in draft.messages}
    episodes = {id: e.id for e in draft.episodes for id in e.messages}
    statements = []
    for s in draft.statements:
        corrected = tuple(_vouched(o, messages, episodes) for o in s.corrects)
        own = None if s.observation is None else _vouched(s.observation, messages, episodes)
        statements.append(Statement(own, corrected, s.said_in))
    return replace(draft, statements=tuple(statements))


def _vouched(o: Observation, messages: dict[str, Message], episodes: dict[str, str]) -> Observation:
    assert o.message is not None
    message = messages[o.message]
    channel, source = message.channel, message.source
    if o.channel == "hearsay" and TIERS["hearsay"] <= TIERS.get(channel, TIERS["unknown"]):
        channel, source = "hearsay", f"hearsay:{message.speaker}"
    return replace(
        o,
        at=message.at if o.at is None else o.at,
        channel=channel,
        source=source,
        episode=episodes[message.id] if o.at is None else None,
        derived_from=message.derived_from,
    )
