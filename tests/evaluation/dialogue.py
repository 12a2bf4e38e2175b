"""A small dialogue in LoCoMo's format, with questions, the turns that answer them, and what a file may get wrong."""

from __future__ import annotations

from typing import Any

SESSIONS: dict[str, list[tuple[str, ...]]] = {
    "1:56 pm on 8 May, 2023": [
        ("Ines", "I started as a glassblower at Harlow Studio last month."),
        ("Tomas", "Wonderful! I am still driving the night tram in Lodz."),
        ("Ines", "My brother Viktor keeps bees on the roof."),
        ("Tomas", "Honey from the roof, imagine that.", "a jar of dark honey on a table"),
    ],
    "9:05 am on 2 June, 2023": [
        ("Tomas", "I adopted a greyhound yesterday, her name is Comet."),
        ("Ines", "We went to the lighthouse at Cape Farrow on Sunday."),
        ("Tomas", "I have given up smoking for good."),
        ("Ines", "I am allergic to walnuts, so no cake for me."),
    ],
    "7:30 pm on 14 July, 2023": [
        ("Ines", "I moved to Turin two weeks ago."),
        ("Tomas", "Comet sleeps on my bed now."),
        ("Ines", "I play the cello in the town orchestra."),
        ("Tomas", "My doctor says my knee needs an operation in the autumn."),
    ],
}
QUESTIONS: list[tuple[int, str, str | None, list[str]]] = [
    (4, "What does Viktor keep on the roof?", "bees", ["D1:3"]),
    (4, "What is the name of the greyhound that Tomas adopted?", "Comet", ["D2:1"]),
    (4, "Which instrument does Ines play?", "the cello", ["D3:3"]),
    (2, "When did Ines move to Turin?", "the end of June 2023", ["D3:1"]),
    (1, "Where does Comet sleep, and what did Tomas adopt?", "on the bed, a greyhound", ["D2:1", "D3:2"]),
    (3, "Would Ines eat a walnut cake?", "no; she is allergic", ["D2:4", "D9:9"]),
    (5, "Which drum does Ines play?", None, ["D3:3"]),
]


def sample(name: str, turns: int = 1) -> dict[str, Any]:
    """The dialogue under a name of its own, each session told `turns` times over."""
    talk: dict[str, Any] = {"speaker_a": "Ines", "speaker_b": "Tomas"}
    for number, (time, said) in enumerate(SESSIONS.items(), 1):
        talk[f"session_{number}_date_time"] = time
        talk[f"session_{number}"] = [turn(number, k, *spoken) for k, spoken in enumerate(said * turns, 1)]
    qa = [
        {"question": q, "category": c, "evidence": e, **({} if a is None else {"answer": a})}
        for c, q, a, e in QUESTIONS
    ]
    return {"sample_id": name, "conversation": talk, "qa": qa}


def turn(session: int, number: int, speaker: str, text: str, caption: str | None = None) -> dict[str, str]:
    """One turn; an image has its caption."""
    said = {"speaker": speaker, "dia_id": f"D{session}:{number}", "text": text}
    return said if caption is None else {**said, "blip_caption": caption}
