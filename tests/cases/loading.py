"""The handed cases as they stand in their file, with the values that JSON cannot carry put in their place."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

Json = dict[str, Any]
FOLDER = Path(__file__).parent


def cases() -> list[Json]:
    """The cases in the file that NOUS_CASES names, else in the copy here; split at line feeds only."""
    return rows(Path(os.environ.get("NOUS_CASES") or FOLDER / "cases.jsonl"))


def rows(path: Path) -> list[Json]:
    """One JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def decoded(value: Any) -> Any:
    """A value with its `$` forms resolved."""
    if isinstance(value, list):
        return [item for v in value for item in (many(v["$many"]) if is_form(v, "$many") else [decoded(v)])]
    if not isinstance(value, dict):
        return value
    if is_form(value, "$int"):
        return int(value["$int"])
    if is_form(value, "$float"):
        return float(value["$float"])
    if is_form(value, "$codepoints"):
        return "".join(map(chr, value["$codepoints"]))
    if is_form(value, "$repeat"):
        return value["$repeat"]["text"] * value["$repeat"]["times"] + value.get("suffix", "")
    if is_form(value, "$generate"):
        return generated(value["$generate"])
    return {k: decoded(v) for k, v in value.items()}


def is_form(value: Any, name: str) -> bool:
    """Whether a value is one of the objects with a `$` key."""
    return isinstance(value, dict) and name in value


def generated(form: Json) -> list[Json]:
    """Messages made from a template."""
    start = datetime.fromisoformat("2025-03-01T09:00:00+00:00")
    return [
        {"role": "user", "speaker": "ann", "text": form["text"].replace("{i}", str(i)), "time": later(start, i, form)}
        for i in range(form["count"])
    ]


def many(form: Json) -> list[Json]:
    """Observations made from a template, their times apart by `every_s`."""
    template = decoded(form["observation"])
    start = datetime.fromisoformat(template["time"])
    return [{**numbered(template, i), "time": later(start, i, form)} for i in range(form["count"])]


def later(start: datetime, i: int, form: Json) -> str:
    """The time of the `i`-th copy."""
    return (start + timedelta(seconds=i * form.get("every_s", 1))).isoformat()


def numbered(template: Json, i: int) -> Json:
    """A template with its `{i}` and `{i%n}` filled in."""
    return {k: fill(v, i) if isinstance(v, str) else v for k, v in template.items()}


def fill(text: str, i: int) -> str:
    """Text with the number of the copy in it."""
    head, mark, rest = text.partition("{i%")
    if mark:
        modulus, _, tail = rest.partition("}")
        return f"{head}{i % int(modulus)}{tail}"
    return text.replace("{i}", str(i))


def moment(time: Any) -> Any:
    """A time as the library takes it; `{local, zone}` is the hour on a wall somewhere."""
    if isinstance(time, dict):
        return datetime.fromisoformat(time["local"]).replace(tzinfo=ZoneInfo(time["zone"]))
    return time
