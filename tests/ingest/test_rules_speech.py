"""Words after a colon that are somebody else's: hearsay of whoever has a name, else nobody's."""

from __future__ import annotations

import pytest

from nous.graph.model import Message, Observation
from nous.ingest.rules import extract
from tests.ingest.talk import NOW


def said(text: str, by: str = "Gia") -> list[Observation]:
    """What is found in one message, colons and all."""
    return [s.observation for s in extract([Message("m1", by, text, NOW, None)]) if s.observation is not None]


@pytest.mark.parametrize(
    "text",
    [
        "He told me: I am a doctor and I live in Bern.",
        "She wrote: I moved to Lyon.",
        "Text from Eve: I live in Ulm now.",
        "My dad always says: I hate dogs.",
        "From the brochure: I live in Monaco and I drive a Ferrari",
        "Her status: I have two cats.",
        "The poster: I love rock and roll.",
        "Lyrics: I love rock and roll.",
    ],
)
def test_of_nobody_with_a_name_it_is_not_read(text: str) -> None:
    assert not said(text)


@pytest.mark.parametrize("text", ["Tom goes: I work at Lidl now.", "Tom wrote: Great news. I work at Lidl."])
def test_of_somebody_with_a_name_it_is_hearsay(text: str) -> None:
    (found,) = said(text)
    assert (found.entity, found.attribute, found.value, found.channel) == ("Tom", "employer", "Lidl", "hearsay")


@pytest.mark.parametrize(
    "before", ["I told you: ", "Good news: ", "Update: ", "As I said: ", "Note: ", "Quick note: ", "My status: "]
)
def test_the_speakers_own_words_stay_his(before: str) -> None:
    (found,) = said(f"{before}I live in Bern.")
    assert (found.entity, found.attribute, found.value, found.channel) == ("Gia", "home city", "Bern", None)
