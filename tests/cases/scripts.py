"""Replies of a good extractor, for cases whose texts the rules do not read: these test the storing side alone."""

from __future__ import annotations

from .loading import Json

SCRIPTS: dict[str, list[Json]] = {
    "case-026": [
        *(
            {"message": 0, "entity": "ann", "attribute": "owns", "value": thing, "quote": thing}
            for thing in ("canoe", "tandem", "kiln")
        ),
        {"message": 1, "entity": "ann", "attribute": "owns", "value": "tandem", "kind": "end", "at": "2025-05-31"},
        *(
            {"message": 2, "entity": "ann", "attribute": "children", "value": child, "quote": child}
            for child in ("Wren", "Ada", "Piet")
        ),
    ],
}
OPEN: dict[str, list[tuple[str, Json, str]]] = {
    "case-013": [
        (
            "same",
            {"entities": {"same": [["Dr. Noreen Halloran", "Halloran"]]}},
            "a surname alone is resolved in what is said, but leads to nobody in what is asked",
        ),
    ],
}
"""The parts of expectations that Nous does not meet yet, case by case: a name, what is left out, and why."""
