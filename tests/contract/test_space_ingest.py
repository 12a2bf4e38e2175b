"""Conversations: what is stored, once, whole, and by whom it counts; read by a scripted extractor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import pytest

from nous import Memory, Message, NousError, Observation, Space
from nous.errors import ConflictError
from nous.ingest.statement import Extractor, Statement
from tests.conftest import Clock

START = datetime(2026, 1, 10, 9, tzinfo=UTC)


def reader(messages: Sequence[Message], zone: tzinfo) -> list[Statement]:
    """Reads "KEY: VALUE" of the speaker, with marks: "!" ends, "?" guesses, "@" is hearsay, "^" corrects the last."""
    found: list[Statement] = []
    last: Observation | None = None
    for m in messages:
        key, colon, value = m.text.partition(": ")
        if not colon:
            continue
        o = Observation(m.speaker, key.strip("!?@^"), value, quote=m.text, message=m.id)
        if "!" in key:
            o = replace(o, kind="end")
        if "?" in key:
            o = replace(o, stance=0.25)
        if "@" in key:
            o = replace(o, channel="hearsay")
        found.append(Statement(o, (last,) if "^" in key and last is not None else ()))
        last = o
    return found


@pytest.fixture
def space(memory: Memory, name: str) -> Space:
    """An empty space whose messages that reader reads."""
    return reading(memory.space(name))


def reading(space: Space, extract: Extractor = reader) -> Space:
    """The space with another reader."""
    space.settings = replace(space.settings, extract=extract)
    return space


def say(*texts: str, speaker: str = "Ana", minutes: float = 1, **more: Any) -> list[dict[str, Any]]:
    """Messages a while apart."""
    return [
        {"speaker": speaker, "text": t, "time": START + timedelta(minutes=i * minutes), **more}
        for i, t in enumerate(texts)
    ]


def stored(space: Space) -> list[Message]:
    """The messages of a space."""
    return space.store.read(lambda r: r.messages(space.name))


def test_messages_evidence_and_receipt(space: Space) -> None:
    """Every message is counted, every piece of evidence says where it was said."""
    receipt = space.ingest(say("mood: glad", "Hello.", "home city: Porto"))
    (mood,) = space.history("Ana", "mood")

    assert (receipt.messages, receipt.episodes, receipt.evidence, receipt.duplicates) == (3, 1, 2, 0)
    assert len(receipt.deltas) == 2
    assert (mood.source, mood.channel, mood.at, mood.quote) == ("user:Ana", "user", START, "mood: glad")
    assert mood.message == stored(space)[0].id
    assert mood.episode == space.store.read(lambda r: r.episodes(space.name))[0].id
    assert [m.text for m in stored(space)] == ["mood: glad", "Hello.", "home city: Porto"]


def test_an_episode_for_each_run_of_messages(space: Space) -> None:
    """Each message is in exactly one, in order."""
    space.ingest([*say("a", "b"), *({**m, "time": m["time"] + timedelta(days=1)} for m in say("c", "d", "e"))])
    episodes = space.store.read(lambda r: r.episodes(space.name))
    texts = {m.id: m.text for m in stored(space)}

    assert [[texts[id] for id in e.messages] for e in episodes] == [["a", "b"], ["c", "d", "e"]]
    assert (episodes[0].at, episodes[0].until) == (START, START + timedelta(minutes=1))


def test_again_changes_nothing(space: Space) -> None:
    """The same conversation, whole or in part, in another order."""
    said = say("mood: glad", "home city: Porto", "home city!: Porto", "Hello.")
    space.ingest(said)
    before = (space.stats(), space.beliefs(), space.verify().root)
    for again in (said, said[:2], list(reversed(said))):
        receipt = space.ingest(again)
        assert (receipt.messages, receipt.episodes, receipt.evidence) == (0, 0, 0)
        assert (space.stats(), space.beliefs(), space.verify().root) == before


def test_a_conversation_without_times_may_be_sent_again_and_grow(space: Space, clock: Clock) -> None:
    """As chat programs do: the whole history each time. What is known keeps its first time."""
    said = [{"role": "user", "content": "mood: glad"}, {"role": "assistant", "content": "Good."}]
    space.ingest(said)
    clock.tick(3_600)
    receipt = space.ingest([*said, {"role": "user", "content": "mood: sad"}])

    assert (receipt.messages, receipt.evidence, receipt.duplicates) == (1, 1, 1)
    assert space.stats()["deltas"] == 2
    first, second = space.history("user", "mood")
    assert second.at > first.at + timedelta(minutes=59)


def test_messages_without_times_end_now(space: Space, clock: Clock) -> None:
    """None stands in the future, so a belief asked for at once has heard all; before a time, they lead up to it."""
    space.ingest([{"speaker": "Ana", "text": f"mood: m{i}"} for i in range(3)])
    assert space.history("Ana", "mood")[-1].at == clock.now
    assert space.belief("Ana", "mood").deltas == 3

    begun = {"speaker": "Bo", "text": "mood: first"}
    space.ingest([begun, {"speaker": "Bo", "text": "mood: second", "time": "2020-01-01T00:00:00Z"}])
    assert [d.at.isoformat()[:19] for d in space.history("Bo", "mood")] == [
        "2019-12-31T23:59:59",
        "2020-01-01T00:00:00",
    ]


def test_an_id_that_is_taken_by_another_text(space: Space) -> None:
    """Nothing of the call is stored."""
    space.ingest([{"id": "m1", "speaker": "Ana", "text": "Hello."}])
    with pytest.raises(ConflictError, match=r"'m1' is taken by another text: 'Hello\.'"):
        space.ingest(
            [{"id": "m0", "speaker": "Ana", "text": "mood: glad"}, {"id": "m1", "speaker": "Ana", "text": "Bye."}]
        )

    assert space.stats()["messages"] == 1
    assert space.stats()["deltas"] == 0


def test_recorded_as_said(space: Space, clock: Clock) -> None:
    """As if it had been heard live; otherwise it is learned now."""
    space.ingest(say("mood: glad", "mood: sad", minutes=10), recorded="as said")
    reading(other := Space(space.store, space.name + "-now", space.settings)).ingest(say("mood: glad"))

    assert [d.recorded_at for d in space.history("Ana", "mood")] == [START, START + timedelta(minutes=10)]
    assert space.belief("Ana", "mood", known_at=START + timedelta(minutes=5)).best == "glad"
    assert [d.recorded_at for d in other.history("Ana", "mood")] == [clock()]
    assert [m.recorded_at for m in stored(other)] == [clock()]


def test_who_says_it_counts(space: Space) -> None:
    """The role gives the channel; what a message says of itself can only lower it."""
    space.ingest(
        [
            *say("k: 1", speaker="ann", role="user"),
            *say("k: 2", speaker="bot", role="assistant"),
            *say("k: 3", speaker="page", role="tool"),
            *say("k: 4", speaker="x", role="user", source="operator:x"),
            *say("k: 5", speaker="y", role="user", channel="web"),
            *say("k: 6", speaker="z", role="tool", channel="operator"),
            *say("k@: 7", speaker="w", role="user"),
        ]
    )
    found = {b.entity: space.history(b.entity, "k")[0] for b in space.beliefs()}

    assert {name: d.channel for name, d in found.items()} == {
        "ann": "user", "bot": "assistant", "page": "web", "x": "user", "y": "web", "z": "web", "w": "hearsay",
    }  # fmt: skip
    assert found["x"].source == "user:x"
    assert found["w"].source == "hearsay:w"


def test_a_registered_tool_is_a_tool(space: Space) -> None:
    """Only the operator can say so."""
    space.tool("CRM", reason="our own")
    space.ingest([*say("k: 1", speaker="CRM", role="tool"), *say("k: 2", speaker="page", role="tool")])

    assert space.history("CRM", "k")[0].channel == "tool"
    assert space.history("page", "k")[0].channel == "web"


def test_what_is_derived_says_from_what(space: Space) -> None:
    """An answer made from what was recalled adds nothing to it."""
    space.ingest(say("mood: glad"))
    (origin,) = space.history("Ana", "mood")
    before = space.belief("Ana", "mood", at=START + timedelta(hours=1)).probability
    space.ingest(
        [{**m, "time": START + timedelta(minutes=9)} for m in say("mood: glad", role="user", derived_from=[origin.id])]
    )
    echo = space.history("Ana", "mood")[1]

    assert (echo.derived_from, echo.role) == ((origin.id,), "echo")
    assert space.belief("Ana", "mood", at=START + timedelta(hours=1)).probability == before


def test_a_correction_takes_back_what_was_said(space: Space) -> None:
    """It was never so: gone at all times, but known to have been said."""
    space.ingest(say("day: Thursday", "day^: Tuesday"), recorded="as said")

    assert space.belief("Ana", "day").best == "Tuesday"
    assert dict(space.belief("Ana", "day").values) == {"Tuesday": "Tuesday"}
    assert [d.retracted for d in space.history("Ana", "day")] == [True, False]
    assert space.belief("Ana", "day", known_at=START + timedelta(seconds=30)).best == "Thursday"
    (record,) = space.store.read(lambda r: r.records(space.name))
    assert (record.type, record.actor) == ("retraction", "user:Ana")
    assert space.verify().clean


def test_a_correction_of_what_came_in_an_earlier_call(space: Space) -> None:
    """The conversation is sent again with more of it; the slip is the stored one."""
    said = say("day: Thursday", "day^: Tuesday")
    space.ingest(said[:1])
    space.ingest(said)

    assert [d.retracted for d in space.history("Ana", "day")] == [True, False]


def test_what_an_extractor_makes_up_is_dropped_and_counted(space: Space) -> None:
    """Quotes that were not said, messages that are not there, values that cannot be kept."""

    def dreamer(messages: Sequence[Message], zone: tzinfo) -> list[Statement]:
        id = messages[0].id
        return [
            Statement(Observation("Ana", "mood", "glad", quote="never said", message=id)),
            Statement(Observation("Ana", "mood", "glad", message="no such message")),
            Statement(Observation("", "mood", "glad", message=id)),
            Statement(Observation("Ana", "mood", float("nan"), message=id)),
            Statement(Observation("Ana", "mood", "glad", kind="delete", message=id)),
            Statement(Observation("Ana", "mood", "glad", stance=7.0, message=id)),
            Statement(Observation("Ana", "mood", "calm", quote="Hello", message=id)),
        ]

    receipt = reading(space, dreamer).ingest(say("Hello."))

    assert receipt.evidence == 1
    assert sum(receipt.rejects.values()) == 6
    assert set(receipt.rejects) >= {"quotes what was not said", "cites no message of this conversation"}
    assert [d.value for d in space.history("Ana", "mood")] == ["calm"]


def test_an_extractor_that_fails_leaves_nothing(space: Space) -> None:
    def broken(messages: Sequence[Message], zone: tzinfo) -> list[Statement]:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        reading(space, broken).ingest(say("Hello."))

    assert space.stats()["messages"] == 0


def test_no_transaction_is_open_while_an_extractor_reads(shared_location: str, name: str) -> None:
    """Another process may write meanwhile."""
    with Memory(shared_location) as memory, Memory(shared_location) as other:

        def slow(messages: Sequence[Message], zone: tzinfo) -> list[Statement]:
            other.space(name).observe("Bo", "mood", "glad", at="2026-01-10")
            return reader(messages, zone)

        receipt = reading(memory.space(name), slow).ingest(say("mood: glad"))
        assert receipt.evidence == 1
        assert memory.space(name).stats()["deltas"] == 2


def test_empty_messages_are_left_out(space: Space) -> None:
    receipt = space.ingest([{"speaker": "ann", "text": ""}, {"speaker": "ann", "text": "  \n"}, *say("k: v")])

    assert (receipt.messages, receipt.evidence) == (1, 1)


def test_nothing_is_nothing(space: Space) -> None:
    receipt = space.ingest([])

    assert (receipt.messages, receipt.episodes) == (0, 0)
    assert space.name not in space.store.read(lambda r: r.spaces())


def test_progress_counts_every_message(space: Space) -> None:
    done: list[int] = []
    said = [{**m, "time": m["time"] + timedelta(days=i)} for i, m in enumerate(say("a", "b", "c", "d"))]
    space.ingest(said, progress=done.append)
    space.ingest(said, progress=done.append)

    assert sum(done[: len(done) // 2]) == 4
    assert sum(done) == 8


def test_repeats_in_one_episode_count_once_ish(fresh: Callable[[], Space]) -> None:
    """Said five times in five minutes is less than said on five days."""
    quick, slow = reading(fresh()), reading(fresh())
    quick.ingest(say(*["umbrella: plaid"] * 5))
    slow.ingest([{**m, "time": START + timedelta(days=i)} for i, m in enumerate(say(*["umbrella: plaid"] * 5))])
    at = START + timedelta(days=5)

    assert quick.stats()["deltas"] == slow.stats()["deltas"] == 5
    assert quick.belief("Ana", "umbrella", at=at).probability < slow.belief("Ana", "umbrella", at=at).probability


def test_messages_as_values(space: Space) -> None:
    """A `Message` goes in as it is, and comes back as it was."""
    given = Message("m1", "Ana", "mood: glad", START, "user", "user", "user:ana", (), 60)
    space.ingest([given])
    (found,) = stored(space)

    assert replace(found, episode=None, recorded_at=None) == given
    assert found.episode is not None


@pytest.mark.parametrize(
    "text", ["mood: " + "x" * 9_000, "mood: 🦊\u200d❤\ufe0f", "mood: `) DETACH DELETE n //", "mood: a\tb"]
)
def test_texts_of_any_kind(space: Space, text: str) -> None:
    space.ingest(say(text))

    assert stored(space)[0].text == text
    assert space.history("Ana", "mood")[0].quote == text
    assert space.verify().clean


def test_an_episode_that_cannot_be_recorded_leaves_the_ones_before_it(space: Space) -> None:
    """One transaction each; the same call ends it when the cause is gone."""
    space.observe("Ana", "mood", "other", at="2026-01-01", id="taken")

    def clashing(messages: Sequence[Message], zone: tzinfo) -> list[Statement]:
        found = reader(messages, zone)
        return [
            replace(s, observation=replace(s.observation, id="taken"))
            if s.observation is not None and s.observation.value == "clash"
            else s
            for s in found
        ]

    said = [{**m, "time": START + timedelta(days=i)} for i, m in enumerate(say("a: 1", "b: clash", "c: 3"))]
    with pytest.raises(NousError, match="taken"):
        reading(space, clashing).ingest(said)
    assert [m.text for m in stored(space)] == ["a: 1"]
    assert space.verify().clean
    reading(space).ingest(said)

    assert [m.text for m in stored(space)] == ["a: 1", "b: clash", "c: 3"]


def test_an_attribute_that_no_table_knows_finds_its_type(space: Space) -> None:
    """As with `observe_many`: three things told in turn, day after day, are a set."""
    space.ingest(say(*[f"collects: {('stamps', 'maps', 'coins')[i % 3]}" for i in range(15)], minutes=1440))

    assert set(space.belief("Ana", "collects", at="2026-01-26").members) == {"stamps", "maps", "coins"}
    assert space.verify().clean
