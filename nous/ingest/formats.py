"""Files of conversations: JSON lines, JSON, plain transcripts and LoCoMo, read into messages space by space."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from nous.beliefs.errors import NotFound, ValidationError, shown

Raw = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages of one space; `space` is None where the file does not name one."""

    space: str | None
    messages: list[Raw]


def load(path: Path, format: str | None = None) -> list[Conversation]:
    """The conversations in a file, its format by its name where none is given.

    Everything is read before anything is handed on; a fault names the line. Raises NotFound where there is no such
    file, ValidationError for an unknown format and for what cannot be read.
    """
    name = format or _BY_SUFFIX.get(path.suffix.lower())
    if name is None and path.is_file():
        raise ValidationError(f"the format of {path.name} is not clear from its name; give one of {', '.join(FORMATS)}")
    read = None if name is None else FORMATS.get(name)
    if read is None and name is not None:
        raise ValidationError(f"no format is called {shown(name)}; there are {', '.join(FORMATS)}")
    if read is None or not path.is_file():
        raise NotFound(f"there is no file {path}")
    return read(decode(path.read_bytes(), path.name), path.name)


def decode(data: bytes, name: str) -> str:
    """Text from UTF-8, with or without a byte order mark."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValidationError(f"{name}, line {line}: not UTF-8 (byte {error.start})") from None


def read_jsonl(content: str, name: str) -> list[Conversation]:
    """One JSON object a line: speaker, text, time, and id, role, channel, source where there are any.

    >>> read_jsonl('{"speaker": "Ana", "text": "Hi"}', "chat.jsonl")[0].messages[0]["speaker"]
    'Ana'
    """
    messages: list[Raw] = []
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            value = parsed(line, f"{name}, line {number}")
            if not isinstance(value, dict):
                raise ValidationError(f"{name}, line {number}: a JSON object is needed, not {shown(value)}")
            messages.append(value)
    return [Conversation(None, messages)]


def read_json(content: str, name: str) -> list[Conversation]:
    """A JSON list of messages, or an object with one under `messages`."""
    value = parsed(content, name)
    if isinstance(value, dict):
        value = value.get("messages")
    if not isinstance(value, list) or not all(isinstance(m, dict) for m in value):
        raise ValidationError(f"{name}: a list of messages is needed, not {shown(value)}")
    return [Conversation(None, value)]


def parsed(text: str, where: str) -> object:
    """What a piece of JSON says; refuses what is not whole, or nested or long beyond what Python reads."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = f", line {error.lineno}" if "line " not in where else ""
        raise ValidationError(f"{where}{line}: not whole JSON ({error.msg})") from None
    except RecursionError:
        raise ValidationError(f"{where}: JSON that is nested too deep") from None
    except ValueError:
        raise ValidationError(f"{where}: JSON with a number of too many digits") from None


_DAY = re.compile(r"[#=\-*\s]*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?\s*(Z|[+-]\d\d:?\d\d)?[=\-*\s]*")
_SAID = re.compile(
    r"\s*(?:\[?(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?|\d\d:\d\d(?::\d\d)?)\]?"
    r"[\s,]*(?:[-–—]\s+)?)?(?P<speaker>[^:\[\]]{1,80}?)\s*:\s+(?P<text>.*)"
)


def read_transcript(content: str, name: str) -> list[Conversation]:
    """Lines `Name: text`, with `[2026-03-10 09:00]` or `2026-03-10 09:00 - ` before it, or a date alone before its day.

    A line without a name goes on with what was said before it.

    >>> read_transcript("2026-03-10 09:00\\nAna: Hello.\\nBo: Hi,\\nthere.", "chat.txt")[0].messages[1]["text"]
    'Hi,\\nthere.'
    """
    messages: list[dict[str, object]] = []
    day: str | None = None
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        if header := _DAY.fullmatch(line.strip()):
            day = header[1]
            clock = (header[2] or "12:00") + (header[3] or "")
            start: str | None = f"{day}T{clock}"
            messages.append({"start": start})
            continue
        said = _SAID.fullmatch(line)
        if said is None:
            spoken = [m for m in messages if "text" in m]
            if not spoken:
                raise ValidationError(f"{name}, line {number}: nobody speaks here; write `Name: text`")
            spoken[-1]["text"] = f"{spoken[-1]['text']}\n{line.strip()}"
            continue
        message: dict[str, object] = {"speaker": said["speaker"], "text": said["text"]}
        time = said["time"]
        if time is not None:
            if len(time) <= 8 and day is None:
                raise ValidationError(f"{name}, line {number}: a time of day without a day before it")
            message["time"] = f"{day}T{time}" if len(time) <= 8 else time.replace(" ", "T", 1)
        messages.append(message)
    return [Conversation(None, _with_starts(messages))]


def _with_starts(lines: list[dict[str, object]]) -> list[Raw]:
    """Messages whose time was said by a line of its own: the first after it has that time."""
    messages: list[Raw] = []
    start: object = None
    for line in lines:
        if "start" in line:
            start = line["start"]
            continue
        if "time" not in line and start is not None:
            line["time"] = start
        start = None
        messages.append(line)
    return messages


def read_locomo(content: str, name: str) -> list[Conversation]:
    """The LoCoMo format: one space a conversation, ids as in the file, captions of shared images in the text.

    Only a session's time is known; its messages follow each other by a second.
    """
    samples = parsed(content, name)
    if not isinstance(samples, list):
        raise ValidationError(f"{name}: a list of conversations is needed")
    return [Conversation(str(_get(s, "sample_id", name)), list(_turns(s, name))) for s in samples]


def _turns(sample: object, name: str) -> Iterator[Raw]:
    talk = _get(sample, "conversation", name)
    number = 1
    while isinstance(talk, dict) and isinstance(talk.get(f"session_{number}"), list):
        where = f"{name}, session_{number}"
        start = session_time(_get(talk, f"session_{number}_date_time", where), where)
        for k, turn in enumerate(talk[f"session_{number}"]):
            text = str(_get(turn, "text", where))
            caption = turn.get("blip_caption")
            yield {
                "id": _get(turn, "dia_id", where),
                "speaker": _get(turn, "speaker", where),
                "text": f"{text} [image: {caption}]" if caption else text,
                "time": start + timedelta(seconds=k),
            }
        number += 1


def session_time(value: object, where: str) -> datetime:
    """A session's time as LoCoMo writes it.

    >>> session_time("1:56 pm on 8 May, 2023", "a test").isoformat()
    '2023-05-08T13:56:00'
    """
    found = re.fullmatch(r"\s*(\d{1,2}):(\d\d)\s*([ap]m)\s+on\s+(\d{1,2})\s+(\w+),?\s+(\d{4})\s*", str(value), re.I)
    if found is None or found[5].casefold() not in _MONTHS:
        raise ValidationError(f"{where}: not a time of a session: {shown(value)}")
    hour = int(found[1]) % 12 + (12 if found[3].casefold() == "pm" else 0)
    day = date(int(found[6]), _MONTHS[found[5].casefold()], int(found[4]))
    return datetime(day.year, day.month, day.day, hour, int(found[2]))


def _get(value: object, key: str, where: str) -> object:
    if not isinstance(value, dict) or key not in value:
        raise ValidationError(f"{where}: {key!r} is missing")
    return value[key]


_MONTHS = {
    name: i + 1
    for i, name in enumerate(
        ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
         "november", "december"]
    )
}  # fmt: skip
FORMATS: Mapping[str, Callable[[str, str], list[Conversation]]] = {
    "jsonl": read_jsonl,
    "json": read_json,
    "transcript": read_transcript,
    "locomo": read_locomo,
}
_BY_SUFFIX = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".txt": "transcript", ".md": "transcript"}
