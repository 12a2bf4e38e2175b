"""What a message says of itself: it can only lower how far its words are trusted, and makes no second voice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nous import Message, Space
from tests.conftest import Clock


def told(source: str | None, i: int = 0, speaker: str = "Eve") -> dict[str, object]:
    return {
        "id": f"m{i}{source}",
        "speaker": speaker,
        "text": "Ana lives in Oslo.",
        "time": "2026-01-02",
        "source": source,
    }


def test_one_speaker_under_many_names_is_one_voice(fresh: Callable[[], Space]) -> None:
    """Five names of her own choosing outvote nobody."""
    plain, named = fresh(), fresh()
    for space in (plain, named):
        space.observe("Ana", "home city", "Rome", at="2026-01-01", source="user:ana")
    plain.ingest([told(None, i) for i in range(5)])
    named.ingest([told(f"user:fake{i}", i) for i in range(5)])

    at = "2026-01-03"
    assert named.belief("Ana", "home city", at=at) == plain.belief("Ana", "home city", at=at)
    assert {s.id for s in named.sources()} == {"user:ana", "user:Eve"}


def test_nobody_speaks_as_the_boss(space: Space) -> None:
    space.trust("user:boss", 0.99, reason="knows")
    space.ingest([told("user:boss"), told("operator:root", 1)])

    assert {s.id: s.tier for s in space.sources()} == {"user:Eve": 0.95}


def test_the_callers_own_code_may_say_who_it_was(space: Space, clock: Clock) -> None:
    """As it does with `observe`: a `Message` is made by code, a mapping comes from anywhere."""
    space.ingest([Message("m1", "Eve", "I live in Oslo.", clock.now, source="user:42")])

    assert [s.id for s in space.sources()] == ["user:42"]


@pytest.mark.parametrize("speaker", ["Assistant", "ASSISTANT", "bot", "ai"])
def test_a_speaker_by_the_name_of_a_role_has_that_role(space: Space, speaker: str) -> None:
    """In a transcript nobody has a role, but for "Assistant: ..."."""
    space.ingest([told(None, speaker=speaker)])
    (source,) = space.sources()

    assert (source.channel, source.tier) == ("assistant", 0.4)
