"""Is a belief of 80 % right four times in five? The gate of belief specification §10, with every baseline beside ours.

500 worlds of 60 looks for each speed of change, from one fixed seed. The library's witness filter must equal the
plain filter to 1e-9, be calibrated with true parameters, and beat last-write-wins with its defaults.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from nous.beliefs import baselines
from nous.beliefs.learning import map_estimate
from nous.beliefs.pooled import PooledLogs
from nous.beliefs.provenance import Trust
from nous.beliefs.report import Parameters, Report
from nous.beliefs.witness import WitnessFilter

from .gate import Check
from .worlds import MODELS, Floats, Worlds, filtered, simulate

SEED = 20260101
WORLDS, LOOKS, VALUES, NOISE, GAP = 500, 60, 20, 0.05, 14.0
"""The world of §10: K = 20, a wrong value one time in twenty, looks every 14 days in the mean."""

SPEEDS: Mapping[str, float] = MappingProxyType(
    {"never": math.inf, "10 y": 3652.5, "2 y": 730.5, "6 mo": 182.625, "6 wk": 42.0}
)
"""Mean days between real changes, by column."""

GATE = "2 y"
BINS = 15
SMALLEST = 1e-12
"""Log loss counts no probability as smaller. §10 does not say so, but its rows without decay have this floor."""

DRAWN_FROM = 50
"""The diagram leaves out bins with fewer answers, whose share of right ones is chance."""

SAME = 1e-9
ECE_LIMIT = 0.01

TRUE, FIXED, LEARNED = "filter, true parameters", "filter, fixed HL 365, eps .05", "filter, learned from half the data"
LAST = "last write wins, p = 1-eps"

SPECIFIED: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "paper literal, no decay": (".159/.968", ".291/.961", ".824/.936", "2.96/.853", "8.93/.638"),
        "paper literal, HL 365": (".169/.968", ".193/.963", ".275/.950", ".557/.910", "1.43/.788"),
        LAST: (".496/.950", ".513/.948", ".574/.941", ".796/.915", "1.53/.828"),
        "majority (Dirichlet, a=1)": (".171/.998", ".351/.937", ".883/.765", "2.02/.469", "3.34/.246"),
        "Dirichlet, HL 90": (".269/.998", ".341/.977", ".575/.910", "1.22/.739", "2.38/.486"),
        "Eq. 3, fixed K, no decay": (".011/.998", "2.27/.936", "8.52/.762", "18.9/.464", "25.1/.242"),
        FIXED: (".058/.991", ".086/.986", ".185/.969", ".538/.911", "1.62/.751"),
        LEARNED: (".010/.998", ".062/.992", ".184/.970", ".496/.925", "1.20/.830"),
        TRUE: (".011/.998", ".063/.991", ".184/.970", ".492/.925", "1.19/.830"),
    }
)
"""The table of §10, log loss in bits / accuracy, to stand beside what is measured."""


@dataclass(frozen=True, slots=True)
class Score:
    """How good one model's probabilities were in one column: log loss in bits, accuracy, Brier score, ECE."""

    model: str
    column: str
    log_loss: float
    accuracy: float
    brier: float
    ece: float


@dataclass(frozen=True, slots=True)
class Bin:
    """One bin of a reliability diagram: mean probability of the top value, how often it was right, how many."""

    probability: float
    right: float
    count: int


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """What the evaluation found: a score for each model and column, the checks of the gate, the reliability bins."""

    scores: tuple[Score, ...]
    checks: tuple[Check, ...]
    reliability: Mapping[str, tuple[Bin, ...]]

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(check.passed for check in self.checks)

    def rows(self) -> list[str]:
        """The table of §10 as text, measured and, in brackets, as specified; then the gate column's other scores."""
        models = list(dict.fromkeys(score.model for score in self.scores))
        found = {(score.model, score.column): score for score in self.scores}
        lines = [
            "log loss in bits / accuracy, in brackets the table of the specification",
            _line("", tuple(SPEEDS), 22),
        ]
        for model in models:
            said = SPECIFIED.get(model)
            cells = []
            for i, column in enumerate(SPEEDS):
                score = found[model, column]
                cells.append(f"{_short(score.log_loss)}/{_short(score.accuracy)}" + (f" ({said[i]})" if said else ""))
            lines.append(_line(model, cells, 22))
        lines += ["", "ECE", _line("", tuple(SPEEDS), 9)]
        lines += [_line(m, [f"{found[m, c].ece:.4f}" for c in SPEEDS], 9) for m in models]
        lines += ["", *(str(check) for check in self.checks)]
        return lines

    def diagram(self, path: Path) -> bool:
        """Write the reliability diagram as PNG (or SVG, by the name); False where matplotlib is not installed."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            return False
        figure = Figure(figsize=(6.0, 5.0), layout="constrained")
        axes = figure.subplots()
        axes.plot([0.0, 1.0], [0.0, 1.0], color="0.7", linewidth=1.0, label="perfectly calibrated")
        for model, bins in self.reliability.items():
            points = [(b.probability, b.right) for b in bins if b.count >= DRAWN_FROM]
            axes.plot([x for x, _ in points], [y for _, y in points], marker="o", markersize=4.0, label=model)
        axes.set(xlabel="probability of the leading value", ylabel="how often it was right", xlim=(0, 1), ylim=(0, 1))
        axes.set_title(f"Reliability, value changes every {GATE}")
        axes.legend(loc="upper left", fontsize="small")
        figure.savefig(path, dpi=150)
        return True


def _line(name: str, cells: Sequence[str], width: int) -> str:
    return f"{name:<35}" + "".join(f"{cell:>{width}}" for cell in cells).rstrip()


def _short(x: float) -> str:
    text = f"{x:.3f}" if x < 1.0 else f"{x:.3g}"
    return text.removeprefix("0")


def calibrate(seed: int = SEED, worlds: int = WORLDS, looks: int = LOOKS) -> CalibrationResult:
    """Run the gate of §10 over all columns and baselines; the same seed gives the same numbers.

    About ten seconds at the default size.
    """
    scores: list[Score] = []
    checks: list[Check] = []
    reliability: dict[str, tuple[Bin, ...]] = {}
    for number, (column, days) in enumerate(SPEEDS.items()):
        rate = 0.0 if math.isinf(days) else VALUES / ((VALUES - 1) * days)
        w = simulate(np.random.default_rng((seed, number)), worlds, looks, VALUES, rate, NOISE, GAP)
        for name, model in MODELS.items():
            p = model.column(w, NOISE if model.eps is None else model.eps, model.rate(rate))
            scores.append(_score(name, column, p, w))
            if column == GATE:
                reliability[name] = _bins(p, w)
        scores.append(_learned(w, column))
        if column == GATE:
            checks.append(_same_as_named(w, rate))
            checks += _library(w, rate)
    found = {(s.model, s.column): s for s in scores}
    checks.append(_calibrated(found[TRUE, GATE]))
    checks.append(_beats(found))
    shown = {
        name: reliability[name] for name in (TRUE, FIXED, "paper literal, HL 365", LAST, "majority (Dirichlet, a=1)")
    }
    return CalibrationResult(tuple(_in_order(scores)), tuple(checks), MappingProxyType(shown))


def _in_order(scores: Sequence[Score]) -> list[Score]:
    order = [*(m for m in MODELS if m != TRUE), LEARNED, TRUE]
    return sorted(scores, key=lambda s: order.index(s.model))


def _score(model: str, column: str, p: Floats, w: Worlds) -> Score:
    """Log loss, accuracy, Brier over the K values, and ECE of the top value in 15 equal bins."""
    mine = np.take_along_axis(p, w.truth[:, :, None], 2)[..., 0]
    log_loss = float(-np.log2(np.maximum(mine, SMALLEST)).mean())
    brier = float(((p**2).sum(axis=2) - 2.0 * mine + 1.0).mean())
    accuracy = float((p.argmax(axis=2) == w.truth).mean())
    bins = _bins(p, w)
    ece = math.fsum(b.count * abs(b.probability - b.right) for b in bins) / mine.size
    return Score(model, column, log_loss, accuracy, brier, ece)


def _bins(p: Floats, w: Worlds) -> tuple[Bin, ...]:
    top, right = p.max(axis=2).ravel(), (p.argmax(axis=2) == w.truth).ravel()
    place = np.minimum((top * BINS).astype(np.int64), BINS - 1)
    found = []
    for b in range(BINS):
        here = place == b
        n = int(here.sum())
        found.append(Bin(float(top[here].mean()), float(right[here].mean()), n) if n else Bin((b + 0.5) / BINS, 0.0, 0))
    return tuple(found)


def _learned(w: Worlds, column: str) -> Score:
    """The filter with r and eps learned from the first half of the worlds, scored on the second."""
    half = len(w.gap) // 2
    logs = [w.log(i, w.gap.shape[1] - 1)[0] for i in range(half)]
    rate, eps = map_estimate(PooledLogs(logs, VALUES + 1))
    rest = Worlds(w.values, w.gap[half:], w.heard[half:], w.wait[half:], w.truth[half:])
    return _score(LEARNED, column, filtered(rest, eps, rate), rest)


def _same_as_named(w: Worlds, rate: float, samples: int = 4) -> Check:
    """Every column must say what the baseline of its name says of the same log."""
    worst = ("", 0.0)
    for name, model in MODELS.items():
        eps, r = NOISE if model.eps is None else model.eps, model.rate(rate)
        p = model.column(w, eps, r)
        for world in range(samples):
            for until in sorted({0, 3, w.gap.shape[1] // 3}):
                log, at = w.log(world, until)
                belief = baselines.BASELINES[model.baseline](log, _independent(eps, r), at)
                want = [belief.masses.get(f"v{v}", belief.each(w.values)) for v in range(w.values)]
                worst = max(worst, (name, float(np.abs(p[world, until] - want).max())), key=lambda pair: pair[1])
    return Check("columns equal the named baselines within 1e-9", worst[1] <= SAME, f"{worst[1]:.1e} at most")


def _independent(eps: float, rate: float) -> Parameters:
    return Parameters(VALUES, eps, rate)


TIER = 0.97


def _library(w: Worlds, rate: float) -> list[Check]:
    """The witness filter, report by report, each from its own witness of tier .97, against the plain filter.

    With rho = (1 - eps' K/(K-1)) .97 equal to the plain filter's, provenance specification §2a says that they agree.
    """
    share = VALUES / (VALUES - 1)
    rho = 1.0 - NOISE * share
    parameters = Parameters(VALUES, (1.0 - rho / TIER) / share, rate, Trust())
    ours = np.empty((*w.gap.shape, VALUES))
    for world in range(len(w.gap)):
        belief, t = WitnessFilter(parameters), 0.0
        for look in range(w.gap.shape[1]):
            t += float(w.gap[world, look])
            said = (f"v{w.heard[world, look]}",)
            belief.step(Report(f"{look:04d}", t, said, "assert", rho / TIER, TIER, f"user:{look}", TIER))
            masses, unknown = belief.read(t + float(w.wait[world, look]))
            row = ours[world, look]
            row.fill(unknown / max(1, VALUES - len(masses)))
            for name, p in zip(belief.names, masses, strict=True):
                row[int(name[1:])] = p
    plain = _score(TRUE, GATE, filtered(w, NOISE, rate), w)
    mine = _score("witness filter", GATE, ours, w)
    off = max(abs(mine.log_loss - plain.log_loss), abs(mine.brier - plain.brier))
    detail = f"log loss {mine.log_loss:.6f}, Brier {mine.brier:.6f}, {off:.1e} apart"
    return [Check("the library's filter equals the plain filter within 1e-9", off <= SAME, detail)]


def _calibrated(score: Score) -> Check:
    return Check(f"ECE < {ECE_LIMIT:g} with true parameters at {GATE}", score.ece < ECE_LIMIT, f"{score.ece:.4f}")


def _beats(found: Mapping[tuple[str, str], Score]) -> Check:
    pairs = {c: (found[FIXED, c].log_loss, found[LAST, c].log_loss) for c in SPEEDS if c != "6 wk"}
    detail = ", ".join(f"{c} {a:.3f} < {b:.3f}" if a < b else f"{c} {a:.3f} >= {b:.3f}" for c, (a, b) in pairs.items())
    return Check("fixed HL 365 beats last-write-wins but for 6 wk", all(a < b for a, b in pairs.values()), detail)
