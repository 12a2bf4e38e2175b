"""How beliefs, deltas and reasons look in a terminal of 80 columns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from nous.graph.belief import Belief
from nous.graph.model import Delta, Record
from nous.graph.times import iso, said
from nous.graph.why import Why

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from nous.graph.timeline import Timeline

BAR = 12  # characters of a probability bar
_CODES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_STYLES = {"accept": "green", "contested": "yellow", "ask": "yellow", "hold": "red", "unknown": "dim"}


class Plain(Console):
    """A console on which what somebody said is text and nothing else: no code in it reaches the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments of a renderable, their control characters as the signs that stand for them."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=_CODES.sub(_sign, segment.text))


def _sign(code: re.Match[str]) -> str:
    number = ord(code[0])
    return chr(0x2400 + number) if number < 0x20 else "␡" if number == 0x7F else "\ufffd"


def console(*, stderr: bool = False) -> Console:
    """Standard output, or standard error; colours only where it is a terminal."""
    return Plain(highlight=False, soft_wrap=False, stderr=stderr, emoji=False)


def note(text: str) -> None:
    """A line for people, on standard error."""
    console(stderr=True).print(text, markup=False, soft_wrap=True)


def progress() -> Progress:
    """A bar for long work, on standard error and only where that is a terminal; it goes when the work is done."""
    out = console(stderr=True)
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=out, transient=True, disable=not out.is_terminal,
    )  # fmt: skip


def print_json(value: object) -> None:
    """JSON for programs: UTF-8, no NaN, one document, nothing in it that a terminal obeys."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False, default=str)
    text = _CODES.sub(lambda code: f"\\u{ord(code[0]):04x}", text)
    Console(highlight=False, soft_wrap=True, markup=False, emoji=False).out(text, highlight=False)


def print_record(record: Record, space: str, json: bool, said: str) -> None:
    """What a command put into the control chain."""
    if json:
        print_json(
            {"space": space, "seq": record.seq, "type": record.type, "body": dict(record.body), "actor": record.actor,
             "reason": record.reason, "recorded_at": iso(record.recorded_at), "hash": record.hash.hex()}
        )  # fmt: skip
    else:
        console().print(f"{said}  (space {space}, record {record.seq})", markup=False)


def bar(p: float, width: int = BAR) -> str:
    """A probability as a bar of `width` characters.

    >>> bar(0.5, 4)
    '██  '
    """
    eighths = round(p * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def percent(p: float) -> str:
    """A probability in three characters or so.

    >>> percent(0.8342), percent(0.9999), percent(0.00001)
    ('.83', '1.0', '.00')
    """
    text = f"{p:.2f}"
    return "1.0" if text == "1.00" else text.lstrip("0")


def value_text(value: object) -> str:
    """A value in one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def heading(title: str, space: str) -> Text:
    """A title with the space that it comes from."""
    return Text.assemble((title, "bold"), (f"  (space {space})", "dim"))


def belief_table(beliefs: Sequence[Belief]) -> Table:
    """Beliefs as rows: attribute, value, probability bar, what to do, and the runner-up."""
    table = Table(box=None, pad_edge=False)
    table.add_column("attribute", style="cyan", no_wrap=True, max_width=18)
    table.add_column("believed", overflow="fold", max_width=24)
    table.add_column("probability", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("else", style="dim", overflow="ellipsis", no_wrap=True, max_width=20)
    for b in beliefs:
        for i, (text, p, other) in enumerate(_rows(b)):
            verdict = Text(b.decision.verdict, style=_STYLES[b.decision.verdict]) if i == 0 else Text("")
            table.add_row(
                escape(b.attribute) if i == 0 else "", escape(text), f"{bar(p)} {percent(p)}", verdict, escape(other)
            )
    return table


def _rows(b: Belief) -> Iterable[tuple[str, float, str]]:
    if b.cardinality == "many":
        rest = [f"{t} {percent(p)}" for t, p in b.distribution.items() if t not in b.members]
        for i, (text, p) in enumerate(list(b.members.items()) or [("unknown", b.unknown)]):
            yield text, p, ", ".join(rest[:2]) if i == 0 else ""
        return
    texts = list(b.distribution)
    if b.best is None:
        last = f"last known: {value_text(b.last_known.value)}" if b.last_known else ""
        yield "unknown", b.unknown, last
        return
    others = [f"{t} {percent(b.distribution[t])}" for t in texts[1:2] if b.distribution[t] >= 0.01]
    yield texts[0], b.probability, others[0] if others else f"unknown {percent(b.unknown)}"


def belief_lines(b: Belief, space: str) -> Iterable[Text | Table]:
    """One belief in full: every value with its bar, then what to make of it."""
    head = Text.assemble((b.entity, "bold"), " · ", (b.attribute, "cyan"), (f"   (space {space})", "dim"))
    yield head
    table = Table(box=None, show_header=False, pad_edge=False)
    for text, p in list(b.distribution.items())[:8]:
        table.add_row(escape(text), f"{bar(p, 24)} {percent(p)}")
    if b.cardinality == "one":
        table.add_row(Text("unknown", style="dim"), f"{bar(b.unknown, 24)} {percent(b.unknown)}")
    yield table
    yield Text.assemble(
        (b.decision.verdict, _STYLES[b.decision.verdict]), f": {b.decision.reason}; entropy {b.entropy:.2f} bits, "
        f"{b.deltas} {'delta' if b.deltas == 1 else 'deltas'}, as of {iso(b.at)}"
    )  # fmt: skip
    leading = next(iter(b.distribution), None) if b.best is not None else None
    if b.mean is not None and b.sd is not None:
        yield Text(f"stands at {b.mean:.5g} ± {b.sd:.2g}{f' {b.unit}' if b.unit else ''}")
    for report in b.reported[:5]:
        if report.unconfirmed or report.value != leading:
            also = "" if report.unconfirmed else "also reported: "
            yield Text(f"{also}{report}, {said(report.at, 'day')}, {report.source}", style="yellow")
    if b.best is None and b.last_known is not None and not any(r.at >= b.last_known.at for r in b.reported):
        last = b.last_known
        yield Text(f"last known: {value_text(last.value)} (said by {last.source} for {said(last.at, 'day')})")


def history_table(deltas: Sequence[Delta], ids: bool = False) -> Table:
    """Deltas as rows: when, what was said, by whom, how surprising it was, and what it did; or their ids instead."""
    table = Table(box=None, pad_edge=False)
    table.add_column("when", no_wrap=True)
    table.add_column("said", overflow="fold", max_width=26)
    if ids:
        table.add_column("id", overflow="fold")
    else:
        table.add_column("by", overflow="ellipsis", no_wrap=True, max_width=16, style="dim")
        table.add_column("surprise", justify="right", no_wrap=True)
        table.add_column("p before → after", no_wrap=True)
    for d in deltas:
        word = {"assert": "", "deny": "not ", "end": "no longer ", "change": "now "}[d.kind]
        aside = "retracted" if d.retracted else d.role if d.role in ("echo", "dropped") else ""
        effect = aside or f"{percent(d.prior)} → {percent(d.posterior)}"
        style = "dim strike" if d.retracted else "dim" if aside else ""
        told = [escape(d.source), f"{d.surprise:.2f} bits", Text(effect, style=style)]
        table.add_row(
            said(d.at, d.precision, d.offset), Text(f"{word}{d.value_text}", style=style),
            *([escape(d.id)] if ids else told),
        )  # fmt: skip
    return table


def why_table(why: Why) -> Table:
    """Contributions as rows, strongest first, with their bits."""
    table = Table(box=None, pad_edge=False)
    table.add_column("bits", justify="right", no_wrap=True)
    table.add_column("evidence", overflow="fold", max_width=44)
    table.add_column("by", style="dim", overflow="ellipsis", no_wrap=True, max_width=16)
    for c in sorted(why.contributions, key=lambda c: -abs(c.bits)):
        d = c.delta
        quoted = f"“{d.quote}”" if d.quote else f"{d.kind} {d.value_text}"
        table.add_row(f"{c.bits:+.2f}", escape(f"{said(d.at, d.precision, d.offset)}: {quoted}"), escape(d.source))
    return table


LEVELS = " ▁▂▃▄▅▆▇█"


def timeline_lines(found: Timeline, space: str) -> Iterable[Text]:
    """A timeline as one row of bars a value, over evenly spread times, and the events below."""
    way = "with hindsight" if found.hindsight else "as believed then"
    yield Text.assemble(heading(f"{found.entity} · {found.attribute}", space), f"  {way}")
    width, names = 52, [*list(found.series)[:8], *([] if found.cardinality == "many" else ["unknown"])]
    first, last = found.times[0], found.times[-1]
    span = max((last - first).total_seconds(), 1.0)
    at = [min(width - 1, int((t - first).total_seconds() / span * width)) for t in found.times]
    for name in names:
        p = found.unknown if name == "unknown" and name not in found.series else found.series[name]
        cells = [" "] * width
        level = 0.0
        by_cell: dict[int, float] = {}
        for cell, x in zip(at, p, strict=True):
            by_cell[cell] = x
        for cell in range(width):
            level = by_cell.get(cell, level)
            cells[cell] = LEVELS[round(level * 8)]
        label = name if len(name) <= 18 else name[:17] + "…"
        yield Text(f"{label:<19}{''.join(cells)} {percent(p[-1])}", style="dim" if name == "unknown" else "")
    yield Text(f"{'':<19}{said(first, 'day'):<{width - 11}}{said(last, 'day'):>11}", style="dim")


def graph_tree(found: MultiDiGraph[str], root: str, aside: str) -> Tree:
    """A graph as a tree from one entity: what is believed of each, and under it whom it is related to."""
    tree = Tree(Text.assemble((found.nodes[root]["name"], "bold"), (aside, "dim")))
    _branch(tree, found, root, {root})
    return tree


def _branch(tree: Tree, found: MultiDiGraph[str], id: str, seen: set[str]) -> None:
    relations = {data["attribute"] for _, _, data in found.out_edges(id, data=True)}
    for attribute, values in sorted(found.nodes[id]["beliefs"].items()):
        if attribute not in relations:
            told = ", ".join(f"{v} {percent(p)}" for v, p in values.items())
            tree.add(Text.assemble((attribute, "cyan"), f": {told}"))
    out = [(data, other, "→") for _, other, data in found.out_edges(id, data=True)]
    into = [(data, other, "←") for other, _, data in found.in_edges(id, data=True)]
    for data, other, arrow in sorted([*out, *into], key=lambda x: (-x[0]["probability"], x[0]["attribute"], x[1])):
        if other in seen:
            continue
        label = Text.assemble(
            (f"{arrow} {data['attribute']} ", "cyan"), (found.nodes[other]["name"], "bold"),
            f" {percent(data['probability'])}",
        )  # fmt: skip
        _branch(tree.add(label), found, other, seen | {other, id})


def delta_json(d: Delta, space: str) -> dict[str, Any]:
    """A delta as every output prints it."""
    return {
        "space": space,
        "id": d.id,
        "kind": d.kind,
        "value": d.value,
        "at": iso(d.at),
        "precision": d.precision,
        "width_days": d.width,
        "offset_minutes": d.offset,
        "recorded_at": iso(d.recorded_at),
        "source": d.source,
        "channel": d.channel,
        "stance": d.stance,
        "confidence": d.confidence,
        "surprise": d.surprise,
        "gain": d.gain,
        "prior": d.prior,
        "posterior": d.posterior,
        "recorded_surprise": d.recorded_surprise,
        "quote": d.quote,
        "message": d.message,
        "episode": d.episode,
        "derived_from": list(d.derived_from),
        "unit": d.unit,
        "locale": d.locale,
        "role": d.role,
        "tier": d.tier,
        "retracted": d.retracted,
        "seq": d.seq,
        "hash": d.hash.hex(),
    }
