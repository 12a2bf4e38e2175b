"""Messages as callers and files have them, read into `Message`; everything is checked before anything is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from nous.beliefs.errors import ConflictError, NousError, ValidationError, WrongType, shown
from nous.beliefs.provenance import TIERS, Trust
from nous.graph.intake import content_id, identifier, provenance
from nous.graph.model import Message
from nous.graph.names import display, key, text
from nous.graph.times import iso, read
from nous.settings import Settings

_TEXT = ("text", "content")
_SPEAKER = ("speaker", "name", "role")
_TIME = ("time", "at", "timestamp", "created_at")
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "bot": "assistant",
          "tool": "tool", "function": "tool", "system": "system", "developer": "system"}  # fmt: skip
_CHANNEL_OF_ROLE = {"user": "user", "assistant": "assistant", "tool": "web", "system": "unknown"}
_STEP = timedelta(seconds=1)  # between messages of which only the beginning's time is known


def read_messages(
    given: Iterable[Message | Mapping[str, object]], settings: Settings, tools: Collection[str] = ()
) -> Iterator[Message]:
    """Messages from mappings with speaker, text and time (or the names that chat interfaces give them).

    `tools` are the first-party ones, that the operator has registered. Without a role a speaker is a person, unless
    the name is that of a role, such as Assistant. Empty messages are left out. A message without
    a time follows the one before it by a second; where the first ones have none, they lead up to the first that has,
    or to now. Ids are those given, else a hash of what was said,
    so that reading the same conversation again finds them. Raises ValidationError with the position of the first
    message that cannot be taken.
    """
    repeats: Counter[tuple[str, ...]] = Counter()
    seen: dict[str, Message] = {}
    everything = list(given)
    last = _before_the_first(everything, settings)
    for i, raw in enumerate(everything):
        try:
            if isinstance(raw, Message):
                message = _checked(raw, settings)
            else:
                message = _message(raw, settings, repeats, last, tools)
        except NousError as error:
            raise ValidationError(f"message {i}: {error}; nothing was stored", [(i, str(error))]) from error
        if message is None:
            continue
        last = message.at
        known = seen.setdefault(message.id, message)
        if known is not message:
            if (known.speaker, known.text) != (message.speaker, message.text):
                raise ConflictError(f"message {i}: the id {message.id!r} stands for two different messages")
            continue
        yield message


def _before_the_first(given: Sequence[object], settings: Settings) -> datetime:
    """A second before the first message, where that has no time of its own: no message stands in the future."""
    times = (m.at if isinstance(m, Message) else _first(m, _TIME) if isinstance(m, Mapping) else None for m in given)
    leading, first = next(((i, time) for i, time in enumerate(times) if time is not None), (len(given) - 1, None))
    try:
        end = settings.clock() if first is None else read(first, settings.where).at
        return end - (max(leading, 0) + 1) * _STEP
    except (NousError, OverflowError):
        return settings.clock()


def _checked(message: Message, settings: Settings) -> Message | None:
    """A message that a caller made: each field fit to be stored, its source and channel as the caller says."""
    if not text(message.text, "the text of a message").strip():
        return None
    when = read(message.at, settings.where)
    source, channel = provenance(message.source, message.channel)
    if message.role is not None and message.role not in _CHANNEL_OF_ROLE:
        raise ValidationError(f"a role is user, assistant, tool or system, not {shown(message.role)}")
    return replace(
        message,
        id=identifier(message.id, "the id of a message"),
        speaker=display(message.speaker, "a speaker"),
        at=when.at,
        offset=when.offset if message.offset is None else message.offset,
        source=source,
        channel=channel,
        derived_from=tuple(identifier(p, "an id in derived_from") for p in message.derived_from),
    )


def _message(
    raw: object,
    settings: Settings,
    repeats: Counter[tuple[str, ...]],
    last: datetime,
    tools: Collection[str],
) -> Message | None:
    if not isinstance(raw, Mapping):
        raise WrongType(f"a message is a mapping with speaker, text and time, not {shown(raw)}")
    said = _first(raw, _TEXT)
    if said is None:
        raise ValidationError(f"a message needs a text: {shown(dict(raw))}")
    content = text(said, "the text of a message")
    if not content.strip():
        return None
    given_role = raw.get("role")
    role = None if given_role is None else _ROLES.get(str(given_role).casefold())
    if given_role is not None and role is None:
        raise ValidationError(f"a role is user, assistant, tool or system, not {shown(given_role)}")
    speaker = display(_first(raw, _SPEAKER), "a speaker")
    if role is None:  # "Assistant: …" in a transcript; a name can only lower how far its words are trusted
        role = _ROLES.get(speaker.casefold())
    time = _first(raw, _TIME)
    if time is None:
        at, offset = last + _STEP, None
    else:
        when = read(time, settings.where)
        at, offset = when.at, when.offset
    given_id = raw.get("id")
    if given_id is not None:
        id = identifier(given_id, "the id of a message")
    else:
        stamp = "" if time is None else iso(at)
        repeats[speaker, stamp, content] += 1
        id = "m-" + content_id((speaker, stamp, content, str(repeats[speaker, stamp, content])))[:24]
    parents = raw.get("derived_from", ())
    if isinstance(parents, str) or not isinstance(parents, Iterable):
        raise WrongType(f"derived_from is a list of ids, not {shown(parents)}")
    source, channel = standing(speaker, role, raw.get("source"), raw.get("channel"), tools)
    derived = tuple(identifier(p, "an id in derived_from") for p in parents)
    return Message(id, speaker, content, at, role, channel, source, derived, offset)


def _first(raw: Mapping[str, object], names: Iterable[str]) -> object:
    return next((raw[name] for name in names if raw.get(name) is not None), None)


def _text(name: str, value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise WrongType(f"a {name} is text, not {shown(value)}")
    return value


def standing(
    speaker: str, role: str | None, source: object, channel: object, tools: Collection[str] = ()
) -> tuple[str, str]:
    """The source and channel of a message: its role gives them; what it says of itself can only lower them.

    People speaking, without roles, are users. What a tool returned is `web`, unless it is a registered one. A mapping
    cannot choose under which name a trusted voice counts; a `Message` that the caller's own code makes can.

    >>> standing("Ana", None, None, None), standing("Ana", None, "operator:x", None)
    (('user:Ana', 'user'), ('user:Ana', 'user'))
    >>> standing("Ana", "user", "web:example.org", None)
    ('web:example.org', 'web')
    """
    source, channel = _text("source", source), _text("channel", channel)
    base = _CHANNEL_OF_ROLE[role or "user"]
    if role == "tool" and key(speaker) in tools:
        base = "tool"
    own = f"{base}:{speaker}"
    if source is None and channel is None:
        return own, base
    claimed, through = provenance(source, channel)
    if through == base:
        # a trusted channel's voice is the speaker's: under names of its own choosing one voice would count as many
        return (claimed if claimed != through and TIERS[base] <= Trust().pool else own), base
    if TIERS.get(through, TIERS["unknown"]) < TIERS[base] and (channel is not None or through != "unknown"):
        return (claimed if claimed != through else f"{through}:{speaker}"), through
    return own, base
