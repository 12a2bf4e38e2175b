"""Sources: who said how much, how far each is trusted, and how often the others agree with it."""

from __future__ import annotations

from dataclasses import dataclass

from nous.beliefs.evidence import Evidence
from nous.beliefs.records import TrackRecord, track_records
from nous.beliefs.report import Parameters

from . import running as run
from .control import Control
from .store import Reader, chunks


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One source: its channel, how much it said, its tier now, and its track record.

    `looks` claims could be judged by others, `hits` is the sum of their belief in them; `factor` is what the record
    would leave of the tier, which `nous learn --apply` puts in force.
    """

    id: str
    channel: str
    deltas: int
    tier: float | None
    hits: float
    looks: int
    factor: float | None


def source_records(reader: Reader, space: str, control: Control) -> list[SourceRecord]:
    """Every source of a space, by name and channel."""
    found = tracked(reader, space, control)
    rows = []
    for row in reader.sources(space):
        tier = None if row.channel == "derived" else control.trust.tier(row.channel, row.id)
        record = found.get(row.id)
        hits, looks = (record.hits, record.looks) if record else (0.0, 0)
        rows.append(SourceRecord(row.id, row.channel, row.deltas, tier, hits, looks, record.after if record else tier))
    return rows


def tracked(reader: Reader, space: str, control: Control) -> dict[str, TrackRecord]:
    """The track record of every source, over all dimensions with one value at a time."""
    return track_records(_logs(reader, space, control), control.retracted)


def _logs(reader: Reader, space: str, control: Control) -> list[tuple[list[Evidence], Parameters]]:
    logs = []
    for batch in chunks(reader.dimensions(space), 500):
        known = {d.id: control.policy.attribute(d.attribute) for d in batch}
        pieces: dict[str, list[Evidence]] = {d.id: [] for d in batch if known[d.id].cardinality == "one"}
        for delta in reader.deltas(space, list(pieces)):
            pieces[delta.dimension].append(run.evidence(delta, delta.attribute, control))
        for id, log in pieces.items():
            names = len({v for e in log for v in e.values})
            logs.append((log, run.parameters(known[id], control.trust, names)))
    return logs
