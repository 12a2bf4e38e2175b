"""Timelines: the distribution of one dimension over time, filtered or with hindsight, ready to plot."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from nous.beliefs import checks
from nous.beliefs.errors import ValidationError
from nous.beliefs.hindsight import smooth, smooth_set
from nous.beliefs.policy import Attribute
from nous.beliefs.sets import SetFilter

from . import running as run
from .model import Cardinality, Dimension
from .question import Question, View, display_texts
from .times import MICROSECONDS_A_DAY, from_micros, iso


@dataclass(frozen=True, slots=True)
class Timeline:
    """A belief over time: for each of `times` the probability of each value, in `series`, and of the unknown.

    `events` are the times at which evidence came, with what it said.
    """

    entity: str
    attribute: str
    cardinality: Cardinality
    hindsight: bool
    times: tuple[datetime, ...]
    series: Mapping[str, tuple[float, ...]]
    unknown: tuple[float, ...]
    events: tuple[tuple[datetime, str], ...]

    def as_json(self) -> dict[str, object]:
        """The timeline as every output prints it."""
        return {
            "entity": self.entity,
            "attribute": self.attribute,
            "cardinality": self.cardinality,
            "hindsight": self.hindsight,
            "times": [iso(t) for t in self.times],
            "series": {value: list(p) for value, p in self.series.items()},
            "unknown": list(self.unknown),
            "events": [{"at": iso(t), "said": said} for t, said in self.events],
        }


def timeline(
    view: View,
    name: str,
    attribute: str,
    dimensions: Sequence[Dimension],
    question: Question,
    points: int,
    hindsight: bool,
) -> Timeline:
    """The belief at evenly spread times and at each event, up to the time asked about."""
    checks.count(points, "points", 2)
    known = view.control.policy.attribute(attribute)
    log = [d for d in view.log(dimensions, question) if d.at_micros <= question.at]
    if not log:
        return Timeline(name, attribute, known.cardinality, hindsight, (), {}, (), ())
    found = view.resolved(log, attribute)
    first = min(d.at_micros for d in log)
    grid = {first + round(i * (question.at - first) / (points - 1)) for i in range(points)}
    micros = sorted(grid | {d.at_micros for d in log} | {d.at_micros - 1 for d in log if d.at_micros > first})
    days = [m / MICROSECONDS_A_DAY for m in micros]
    rows, texts = _smoothed(found, known, days) if hindsight else _filtered(found, known, days)
    series = {texts[v]: tuple(row.get(v, 0.0) for row in rows) for v in texts}
    ranked = dict(sorted(series.items(), key=lambda x: (-max(x[1]), x[0])))
    if known.cardinality == "many":
        unknown = tuple(math.prod(1.0 - q for q in row.values()) for row in rows)
    else:
        unknown = tuple(max(0.0, 1.0 - math.fsum(row.values())) for row in rows)
    word = {"assert": "", "deny": "not ", "end": "no longer ", "change": "now "}
    events = [(d.at, word[d.kind] + d.value_text) for d in log if d.id not in view.control.retracted]
    times = tuple(from_micros(m) for m in micros)
    return Timeline(name, attribute, known.cardinality, hindsight, times, ranked, unknown, tuple(sorted(events)))


Rows = list[dict[str, float]]


def _filtered(found: run.Resolved, known: Attribute, days: Sequence[float]) -> tuple[Rows, dict[str, str]]:
    """What was believed at each time, by one pass of the filter."""
    running = run.Running(run.fresh(known, found.parameters), known)
    rows: Rows = []
    waiting = list(found.reports)
    for t in days:
        due = [r for r in waiting if r.t <= t]
        running.take(due)
        waiting = waiting[len(due) :]
        belief = running.belief
        if isinstance(belief, SetFilter):
            rows.append(belief.read(t))
        else:
            rows.append(dict(zip(belief.names, belief.read(t)[0], strict=True)))
    running.take(waiting)
    running.shown = {v: found.shown[v] for v in running.names()}
    return rows, display_texts(running)


def _smoothed(found: run.Resolved, known: Attribute, days: Sequence[float]) -> tuple[Rows, dict[str, str]]:
    """What is now thought to have been true at each time."""
    running = run.replay(found, known)
    texts = display_texts(running)
    if isinstance(running.belief, SetFilter):
        return smooth_set(found.reports, found.parameters, known.prior, days), texts
    names, laws = smooth(found.reports, found.parameters, days)
    return [dict(zip(names, (float(x) for x in law[:-1]), strict=True)) for law in laws], texts


def draw(line: Timeline, path: Path) -> None:
    """Write a timeline as a picture, PNG or SVG by the name of the file; needs matplotlib (`nous-beliefs[plot]`)."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise ValidationError(f"a timeline is drawn as .png or .svg, not {path.suffix or path.name!r}")
    try:
        import matplotlib
    except ImportError:
        raise ValidationError("to draw takes matplotlib: pip install 'nous-beliefs[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
    times = list(line.times)
    for value, p in list(line.series.items())[:8]:
        axes.plot(times, p, label=value, linewidth=2)  # type: ignore[arg-type]  # matplotlib takes datetimes
    if line.cardinality != "many":
        axes.plot(times, line.unknown, label="unknown", color="grey", linestyle=":")  # type: ignore[arg-type]
    for at, _ in line.events:
        axes.axvline(at, color="lightgrey", linewidth=0.8, zorder=0)  # type: ignore[arg-type]
    axes.set(ylim=(0.0, 1.0), ylabel="probability", title=f"{line.entity} · {line.attribute}")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    figure.savefig(path, dpi=120)
    plt.close(figure)
