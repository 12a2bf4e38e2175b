"""A small team of which each named question has something to say."""

from __future__ import annotations

from nous import Space

NOW = "2026-03-12T09:00:00+00:00"


def fill(space: Space) -> None:
    """Employers, homes and friends, said by several; one contested, one faded, one taken back, two that may be one."""
    clock = space.settings.clock
    clock.set("2026-03-01T09:00:00+00:00")  # type: ignore[attr-defined]
    space.ingest([{"speaker": "Ana", "text": "I live in Porto.", "time": "2026-02-20T10:00:00Z"}])
    for i in range(3):
        for who in ("Ana", "Anna", "Bo"):
            space.observe(who, "employer", "Acme", at=f"2026-02-2{i}", source=f"user:{who}{i}")
    space.observe("Bo", "friend", "Cy", at="2026-02-20", source="user:bo")
    space.observe("Ana", "friend", "Bo", at="2026-02-20", source="user:ana")
    space.observe("Ana", "pet", "Rex", at="2026-02-20", source="user:ana", relation=True)
    space.observe("Anna", "pet", "Rex", at="2026-02-20", source="user:anna", relation=True)
    space.observe("Ana", "mood", "glad", at="2020-02-20", source="user:ana")
    space.observe("Bo", "hobbies", "chess", at="2026-02-20", source="user:bo")
    space.observe("Bo", "hobbies", "rowing", at="2026-02-21", source="user:bo")
    for i in range(3):
        space.observe("Cy", "home city", "Porto", at=f"2026-02-1{i}", source=f"user:p{i}")
    for i in range(3):
        space.observe("Cy", "home city", "Faro", at=f"2026-02-1{i}", source=f"user:f{i}")
    space.observe("Cy", "employer", "Bolt", at="2026-02-25", source="web:x", id="taken back")
    space.observe("Cy", "employer", "Bolt", at="2026-02-25", source="user:cy")
    space.retract("taken back", reason="a slip")
    clock.set(NOW)  # type: ignore[attr-defined]
