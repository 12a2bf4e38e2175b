"""What the messages say, as evidence: by the extractor that the settings name, else by the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from nous.beliefs.errors import NousError
from nous.graph.model import Message
from nous.retrieval.context import without_recalled

from .draft import Draft
from .statement import Statement


def distil(draft: Draft) -> Draft:
    """Extract statements from all messages at once, and drop, and count, what does not hold up.

    A quote has to stand in the message that it cites, and the evidence has to be fit to be stored. What a recall
    handed out and somebody pasted back is an echo: it is recognised by its form, and says nothing.
    """
    extract = draft.space.settings.extract
    if extract is None:
        from .rules import extract as by_rules

        extract = by_rules
    messages = {m.id: m for m in draft.messages}
    heard = [replace(m, text=without_recalled(m.text)) for m in draft.messages]
    intake = draft.space.intake()
    rejects: Counter[str] = Counter(draft.rejects)
    kept: list[Statement] = []
    for statement in extract([m for m in heard if m.text.strip()], draft.space.settings.where):
        observation = statement.observation
        reason = _unfit(statement, messages)
        if reason is None and observation is not None:
            try:
                intake.prepare(observation)
            except NousError as error:
                reason = f"cannot be stored: {type(error).__name__}"
        if reason is None:
            kept.append(statement)
        else:
            rejects[reason] += 1
    return replace(draft, statements=tuple(kept), rejects=rejects)


def _unfit(statement: Statement, messages: dict[str, Message]) -> str | None:
    """Why an extracted statement cannot be taken, None where it can."""
    if statement.message not in messages:
        return "cites no message of this conversation"
    o = statement.observation
    if o is not None and o.quote is not None and o.quote not in messages[statement.message].text:
        return "quotes what was not said"
    return None
