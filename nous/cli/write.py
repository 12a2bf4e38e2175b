"""Commands that write: observe, ingest, retract, reinstate, alias, value-alias."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from nous.beliefs.errors import NotFound, ValidationError, shown
from nous.graph.intake import identifier
from nous.graph.model import Receipt
from nous.graph.values import Value

from . import render
from .options import (
    ActorOption,
    AtOption,
    JsonOption,
    ReasonOption,
    SpaceOption,
    StoreOption,
    TypeOption,
    opened,
    space_of,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    for command in (observe, ingest, retract, reinstate, alias):
        app.command(rich_help_panel="Write")(command)
    app.command("value-alias", rich_help_panel="Write")(value_alias)


def observe(
    entity: Annotated[str, typer.Argument(help="Who or what it is about.")],
    attribute: Annotated[str, typer.Argument(help="What about it: employer, home city, …")],
    value: Annotated[str, typer.Argument(help="What was said; text, or JSON with --value-json.")],
    at: AtOption = None,
    kind: Annotated[str, typer.Option(help="assert, deny (does not), end (no longer) or change (is now).")] = "assert",
    source: Annotated[str | None, typer.Option(help="Who said it; written channel:name it gives the channel.")] = None,
    channel: Annotated[
        str | None,
        typer.Option(
            help="Through what it came: operator, user, tool, document, assistant, web, hearsay or unknown. It decides "
            "how far the statement is trusted; nothing in the statement itself can raise that."
        ),
    ] = None,
    stance: Annotated[float, typer.Option(help="The speaker's own certainty, 0 to 1.")] = 1.0,
    confidence: Annotated[float, typer.Option(help="How sure it is that it was said so, 0 to 1.")] = 0.95,
    id: Annotated[str | None, typer.Option(help="Makes a retry safe where no --at is given.")] = None,
    quote: Annotated[str | None, typer.Option(help="The words themselves.")] = None,
    derived_from: Annotated[list[str] | None, typer.Option(help="Ids of deltas that it was made from.")] = None,
    relation: Annotated[bool | None, typer.Option(help="Whether the value names an entity.")] = None,
    type: TypeOption = None,
    unit: Annotated[str | None, typer.Option(help="The unit of a number.")] = None,
    locale: Annotated[str | None, typer.Option(help="How numbers and dates in it are written: de, en-US, …")] = None,
    precision: Annotated[str | None, typer.Option(help="instant, day, month or year.")] = None,
    episode: Annotated[str | None, typer.Option(help="Repeats within one episode count once-ish.")] = None,
    value_json: Annotated[bool, typer.Option("--value-json", help="Read VALUE as JSON.")] = False,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Record one statement, and show how surprising it was and what it changed."""
    said: Value = value
    if value_json:
        from nous.ingest.formats import parsed

        said = parsed(value, "VALUE")  # type: ignore[assignment]  # what is no value is refused on intake
    with space_of(store, space) as s:
        delta = s.observe(
            entity, attribute, said, at=at, kind=kind, source=source, channel=channel,
            stance=stance, confidence=confidence, id=id, quote=quote, derived_from=derived_from or (),
            relation=relation, entity_type=type, unit=unit, locale=locale, precision=precision, episode=episode,
        )  # fmt: skip
    if json:
        render.print_json(render.delta_json(delta, space))
        return
    out = render.console()
    out.print(f"{delta.id}  (space {space})", markup=False)
    if delta.retracted:
        out.print("this evidence is retracted and does not count; reinstate it to let it count again", markup=False)
    out.print(
        f"surprise {delta.surprise:.2f} bits, learned {delta.gain:.2f} bits; "
        f"p({delta.value_text}) {render.percent(delta.prior)} → {render.percent(delta.posterior)}",
        markup=False,
    )


def ingest(
    file: Annotated[Path, typer.Argument(help="A conversation; - reads standard input.")],
    format: Annotated[
        str | None,
        typer.Option(
            help="jsonl (speaker, text, time, role …), json, transcript (lines like [2026-03-10 09:00] Ana: Hello.) "
            "or locomo; default: by its name."
        ),
    ] = None,
    recorded: Annotated[
        Literal["now", "as-said"],
        typer.Option(help="as-said: as if it had been heard live, each message recorded at its own time."),
    ] = "now",
    store: StoreOption = None,
    space: Annotated[str | None, typer.Option("--space", envvar="NOUS_SPACE", help="Which memory to use.")] = None,
    json: JsonOption = False,
) -> None:
    """Read a conversation: messages become episodes, what they say becomes evidence. Safe to run again."""
    from nous.ingest import formats

    if str(file) == "-":
        content = formats.decode(sys.stdin.buffer.read(), "standard input")
        name = format or "jsonl"
        if name not in formats.FORMATS:
            raise ValidationError(f"no format is called {name!r}; there are {', '.join(formats.FORMATS)}")
        conversations = formats.FORMATS[name](content, "standard input")
    else:
        conversations = formats.load(file, format)
    receipts = []
    total = sum(len(c.messages) for c in conversations)
    with opened(store) as memory, render.progress() as progress:
        task = progress.add_task("reading", total=total)
        for conversation in conversations:
            s = memory.space(space or conversation.space or "default")
            receipts.append(
                s.ingest(
                    conversation.messages,
                    recorded="as said" if recorded == "as-said" else "now",
                    progress=lambda n: progress.advance(task, n),
                )
            )
    if json:
        render.print_json([_receipt_json(r) for r in receipts])
        return
    for receipt in receipts:
        render.console().print(receipt_line(receipt), markup=False)


def _receipt_json(receipt: Receipt) -> dict[str, object]:
    found = asdict(receipt)
    return {**found, "deltas": list(receipt.deltas), "retracted": list(receipt.retracted)}


def receipt_line(receipt: Receipt) -> str:
    """What an ingest did, in one line."""
    parts = [
        f"{receipt.messages} messages in {receipt.episodes} episodes",
        f"{receipt.evidence} pieces of evidence",
    ]
    if receipt.duplicates:
        parts.append(f"{receipt.duplicates} known already")
    parts.extend(f"{n} rejected ({reason})" for reason, n in receipt.rejects.items())
    if receipt.retracted:
        parts.append(f"{len(receipt.retracted)} retracted before, not revived")
    return f"space {receipt.space}: {', '.join(parts)}"


Id = Annotated[str, typer.Argument(help="The id of a piece of evidence, as history --ids prints it.")]


def retract(
    id: Id,
    why: ReasonOption = "",
    by: ActorOption = "user",
    ahead: Annotated[
        bool, typer.Option("--ahead", help="Also what is not here yet: if it comes, it will not count.")
    ] = False,
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Take a piece of evidence back: it stays in the ledger but no longer counts."""
    with space_of(store, space) as s:
        if not ahead and not s.store.read(lambda reader: reader.deltas_by_id(space, [identifier(id, "an id")])):
            raise NotFound(
                f"nothing with the id {shown(id)} is in the space {space!r}; --ahead retracts it before it comes"
            )
        record = s.retract(id, reason=why, actor=by)
    render.print_record(record, space, json, f"retracted {id}")


def reinstate(
    id: Id,
    why: ReasonOption = "",
    by: ActorOption = "user",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Let retracted evidence count again."""
    with space_of(store, space) as s:
        record = s.reinstate(id, reason=why, actor=by)
    render.print_record(record, space, json, f"reinstated {id}")


def alias(
    name: Annotated[str, typer.Argument(help="The other name.")],
    of: Annotated[str, typer.Argument(help="The entity that it means.")],
    why: ReasonOption = "",
    by: ActorOption = "user",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Let another name mean an entity."""
    with space_of(store, space) as s:
        record = s.alias(name, of, reason=why, actor=by)
    render.print_record(record, space, json, f"{name} means {of}")


def value_alias(
    attribute: Annotated[str, typer.Argument(help="The attribute whose values they are.")],
    spellings: Annotated[list[str], typer.Argument(help="Two or more spellings of one value; the first stands.")],
    why: ReasonOption = "",
    by: ActorOption = "user",
    store: StoreOption = None,
    space: SpaceOption = "default",
    json: JsonOption = False,
) -> None:
    """Let several spellings of a value count as one."""
    with space_of(store, space) as s:
        record = s.value_alias(attribute, list(spellings), reason=why, actor=by)
    render.print_record(record, space, json, f"one value: {', '.join(spellings)}")
