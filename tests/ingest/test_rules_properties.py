"""Whatever the text: no error, honest quotes, no time to come, the same again."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from nous.evaluation.extraction import load
from nous.graph.model import Message
from nous.graph.times import read
from nous.ingest.rules import MAX_READ, extract

from .talk import NOW, messages

WORDS = sorted({word for case in load() for message in case.messages for word in message.text.split()})
ODD = [
    '"',
    "'s",
    "I meant",
    "scratch that",
    "*",
    "—",
    "(",
    "```",
    "\n",
    "\u200b",
    "私は",
    "ฉัน",
    "😂",
    "No,",
    "of",
    "and",
]
salad = st.lists(st.sampled_from(WORDS) | st.sampled_from(ODD), max_size=60).map(" ".join)
moments = st.datetimes(timezones=st.just(UTC))
roles = st.sampled_from([None, "user", "assistant", "tool"])
talks = st.lists(
    st.tuples(st.text(max_size=80) | salad, st.sampled_from(["Ana", "Bo", "田中", ""]), moments, roles), max_size=5
)


def talk_of(drawn: list[tuple[str, str, datetime, str | None]]) -> list[Message]:
    ordered = sorted(drawn, key=lambda one: one[2])
    return [Message(f"m{i}", who, text, at, role) for i, (text, who, at, role) in enumerate(ordered)]


@given(talks)
@settings(max_examples=200, deadline=None)
def test_any_talk_yields_honest_evidence(drawn: list[tuple[str, str, datetime, str | None]]) -> None:
    talk = talk_of(drawn)
    by_id = {message.id: message for message in talk}
    yielded: list[object] = []

    for statement in extract(talk):
        assert all(any(old is before for before in yielded) for old in statement.corrects)
        o = statement.observation
        if o is None:
            continue
        message = by_id[o.message or ""]
        assert o.quote and o.quote in message.text
        assert o.stance in (1.0, 0.85, 0.6, 0.25)
        assert o.at is None or read(o.at).at <= message.at or (o.kind, o.attribute) == ("end", "plan")
        yielded.append(o)


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_in_any_script_is_taken(text: str) -> None:
    extract([Message("m1", text[:20] or "Ana", text, NOW)])


@given(talks)
@settings(max_examples=50, deadline=None)
def test_the_same_messages_yield_the_same_statements(drawn: list[tuple[str, str, datetime, str | None]]) -> None:
    assert extract(talk_of(drawn)) == extract(talk_of(drawn))


def test_time_grows_no_faster_than_text() -> None:
    sentence = 'So on Friday my brother Teo, who lives in Oslo, said "no", and I think I sold the boat, '

    def seconds(length: int) -> float:
        text = (sentence * (length // len(sentence) + 1))[:length]
        begun = time.process_time()
        extract(messages(text))
        return time.process_time() - begun

    seconds(1_000)
    assert seconds(MAX_READ) < 40 * max(seconds(MAX_READ // 10), 0.02)


def test_a_pasted_log_of_many_sentences_takes_no_minutes() -> None:
    begun = time.process_time()
    extract(messages("Worker 3 said that job 4 is done. " * 200_000, "I live in Porto."))

    assert time.process_time() - begun < 30
