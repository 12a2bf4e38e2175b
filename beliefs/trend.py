"""Where a drifting quantity stands: a scalar Kalman filter for each way in which the witnesses may be sound.

Belief specification §5, Numbers (trends), with the witnesses of provenance specification §2, derived for a scalar:

- One track. The quantity walks at random (variance += q dt) and jumps at rate r to anywhere (Eq. 4), so a track is
  k N(m, P) + (1-k) flat, with k <- lambda^dt k. A report x of extraction reliability c is N(x; v, R) with probability
  c and flat with the rest, R growing to R/w for a copy of weight w in an episode. Its update is exact over the four
  cases (known or not, well read or not) and then matched in mean and variance; with c = 1 and r = 0 it is the Kalman
  filter, gain P/(P+R).
- Ceilings. A witness is sound up to level l of its ceilings with probability s_l - s_(l-1), and not at all with
  1 - s_L. Its opinion is the track of its reports with a ceiling of at least s_l, or flat. A hypothesis H picks a
  level for each witness; it has its own joint track of all the reports in it, so a drift or jump that hits all
  witnesses is counted once.
- Weights. W(H) = product of the prior shares × A(H), A(H) = ∫ prod_g o_g(v) dv / f^(|H|-1): how well the opinions
  agree *now*, f the flat density. A witness's own consistency says nothing (a liar is consistent), nor does agreement
  that it has since left. So one witness alone is never known beyond its ceiling, all of the pool is one witness
  however often it speaks, and a fresh one overturns a stale one after log2(x/s) half-lives, as in `witness`.

Denials and ends say nothing about where a number stands, and are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import checks, reliability
from .errors import ValidationError
from .provenance import Trust
from .quantity import Quantity, Tolerance
from .report import Report

Floats = npt.NDArray[np.float64]

HYPOTHESES = 256
"""At most so many ways of being sound are told apart: eight voices with one ceiling each (choice)."""

WANDER = 0.1
"""How far a quantity drifts in one half-life, as a share of itself: one standard deviation (choice)."""

AGREES = 3.0
"""Within how many standard deviations, of the surer of the two, two hypotheses say the same (choice)."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How a quantity moves and how well it is reported, in its base unit and in days.

    `drift` is q, the variance gained a day; `noise` the standard deviation of a report (R is its square); `rate` the
    rate r of jumps; `universe` says that anything within K noise widths is possible, which fixes the flat density.
    """

    drift: float
    noise: float
    rate: float = 0.0
    universe: int = 32

    def __post_init__(self) -> None:
        checks.positive(self.noise, "noise")
        checks.count(self.universe, "K", 2)
        for x, name in ((self.drift, "drift"), (self.rate, "the rate")):
            if checks.finite(x, name) < 0.0:
                raise ValidationError(f"{name} must not be negative: {x}")

    @property
    def flat(self) -> float:
        """The density of a value of which nothing is known: a report hits it by chance once in K times."""
        return 1.0 / (self.universe * self.noise * math.sqrt(2.0 * math.pi))


def walk(
    example: Quantity, half_life: float | None, tolerance: Tolerance | None = None, wander: float = WANDER
) -> Walk:
    """How quantities of the size of `example` move: half the tolerance is the noise, the half-life sets q and r.

    `half_life` in days is that of the attribute's class; None stands for no drift and no jumps.

    >>> found = walk(Quantity(72.0, "kg", "72 kg"), 365.0)
    >>> round(found.noise, 2), round(math.sqrt(365.0 * found.drift), 2)
    (0.72, 7.2)
    """
    noise = max((tolerance or Tolerance()).reach(example) / 2.0, 1e-9)
    spread = checks.positive(wander, "wander") * abs(example.magnitude)
    drift = 0.0 if half_life is None else spread**2 / checks.positive(half_life, "half_life")
    return Walk(drift, noise, reliability.rate(half_life))


@dataclass(frozen=True, slots=True)
class Trend:
    """Where a quantity stands at a time: mean and standard deviation in base units, and how probable that is.

    Mean and sd are those of the leading hypotheses, which agree with each other within three of the smaller sd; None
    where nothing is known. `probability` is theirs, `unknown` is what jumps and unsound witnesses leave open, and the
    rest stands elsewhere. `surprises` holds for each report that was used its id and the bits of tail probability
    that the belief before it gave to a number so far off.
    """

    at: float
    unit: str
    mean: float | None
    sd: float | None
    probability: float
    unknown: float
    surprises: tuple[tuple[str, float], ...] = ()

    @property
    def elsewhere(self) -> float:
        """How probable it is that the quantity stands where another witness says, and not at `mean`."""
        return max(0.0, 1.0 - self.probability - self.unknown)


def trend(
    reports: Iterable[Report], quantities: Mapping[str, Quantity], movement: Walk, at: float, trust: Trust | None = None
) -> Trend:
    """Where a quantity stands at time `at` (days), from resolved reports and the quantities by value key.

    Reports later than `at`, those about no number, and those in another unit than the first have no effect. A pure
    function of the set of reports. O(reports × hypotheses).

    >>> said = {"72 kg": Quantity(72.0, "kg", "72 kg"), "73 kg": Quantity(73.0, "kg", "73 kg")}
    >>> log = [Report(str(t), t, (v,), "assert", 0.9, 0.95, "user:ana", 0.95) for t, v in enumerate(said)]
    >>> found = trend(log, said, walk(said["72 kg"], 365.0), 1.0)
    >>> round(found.mean or 0.0, 1), found.unit, round(found.unknown, 2)
    (72.6, 'kg', 0.05)
    """
    checks.number(at, "the time asked about")
    readings = [
        (r, quantities[r.values[0]])
        for r in sorted(reports, key=lambda r: r.order)
        if r.kind == "assert" and r.t <= at and len(r.values) == 1 and r.values[0] in quantities
    ]
    if not readings:
        return Trend(at, "", None, None, 0.0, 1.0)
    unit = readings[0][1].unit
    used = [(r, q.magnitude) for r, q in readings if q.unit == unit and r.ceiling > 0.0 and r.reliability > 0.0]
    filtering = _Hypotheses(_voices([r for r, _ in used]), movement, (trust or Trust()).rho_e)
    surprises = [(r.id, filtering.step(r, x)) for r, x in used]
    filtering.wait(at)
    return filtering.read(at, unit, tuple(surprises))


@dataclass(frozen=True, slots=True)
class _Voice:
    """One witness, or several long silent ones heard as one, with its ceilings in rising order."""

    groups: frozenset[str]
    ceilings: tuple[float, ...]
    last: float

    @property
    def shares(self) -> list[float]:
        """How probable it is that the voice is unsound, and sound up to each of its levels."""
        lows = (0.0, *self.ceilings[:-1])
        return [1.0 - self.ceilings[-1], *(high - low for low, high in zip(lows, self.ceilings, strict=True))]


def _voices(reports: Sequence[Report]) -> list[_Voice]:
    """The witnesses with their levels, thinned until the hypotheses can be counted; thinning only lowers trust."""
    voices = [
        _Voice(
            frozenset({group}),
            tuple(sorted({r.ceiling for r in reports if r.group == group})),
            max(r.t for r in reports if r.group == group),
        )
        for group in sorted({r.group for r in reports})
    ]
    while math.prod(len(v.ceilings) + 1 for v in voices) > HYPOTHESES:
        many = max(voices, key=lambda v: (len(v.ceilings), sorted(v.groups)))
        if len(many.ceilings) > 1:  # the narrowest level joins the one above it, which hears fewer reports
            shares = many.shares
            narrow = min(range(1, len(many.ceilings)), key=shares.__getitem__)
            left = many.ceilings[: narrow - 1] + many.ceilings[narrow:]
            voices[voices.index(many)] = _Voice(many.groups, left, many.last)
        else:
            one, two = sorted(voices, key=lambda v: (v.last, sorted(v.groups)))[:2]
            ceiling = min(one.ceilings[-1], two.ceilings[-1])
            rest = [v for v in voices if v not in (one, two)]
            voices = [*rest, _Voice(one.groups | two.groups, (ceiling,), max(one.last, two.last))]
    return voices


class _Hypotheses:
    """A track for every choice of one level (0: unsound) per voice; the arrays have an axis for each voice."""

    def __init__(self, voices: Sequence[_Voice], movement: Walk, rho_e: float) -> None:
        self.voices, self.movement, self.rho_e = voices, movement, rho_e
        shape = tuple(len(v.ceilings) + 1 for v in voices)
        self.known, self.mean, self.variance = np.zeros(shape), np.zeros(shape), np.full(shape, movement.noise**2)
        self.prior = np.ones(shape)
        for axis, voice in enumerate(voices):
            self.prior = self.prior * self._along(axis, voice.shares)
        self.t: float | None = None
        self.copies: dict[tuple[int, str, str], dict[float, int]] = {}

    def _along(self, axis: int, row: Sequence[float] | Floats) -> Floats:
        """A row of numbers by level, laid along the axis of its voice."""
        shape = [1] * len(self.voices)
        shape[axis] = len(row)
        return np.asarray(row, dtype=np.float64).reshape(shape)

    def wait(self, t: float) -> None:
        """Let time pass: the walk widens, and jumps make unknown."""
        if self.t is not None and t > self.t:
            self.variance = self.variance + self.movement.drift * (t - self.t)
            self.known = self.known * math.exp(-self.movement.rate * (t - self.t))
        self.t = t

    def step(self, report: Report, x: float) -> float:
        """Take one report of the number `x`; returns the bits of its surprise."""
        self.wait(report.t)
        surprise = self._surprise(x)
        axis = next(i for i, voice in enumerate(self.voices) if report.group in voice.groups)
        weights = self._along(axis, [0.0, *self._weights(axis, report)])
        heard = np.broadcast_to(weights > 0.0, self.known.shape)
        noise = self.movement.noise**2 / np.where(weights > 0.0, weights, 1.0)
        c, f, k, spread = report.reliability, self.movement.flat, self.known, self.variance
        total = spread + noise
        hit = np.exp(-0.5 * (x - self.mean) ** 2 / total) / np.sqrt(2.0 * math.pi * total)
        cases = np.stack([k * c * hit, k * (1.0 - c) * f, (1.0 - k) * c * f])  # updated, misread, new
        lost = (1.0 - k) * (1.0 - c) * f
        gain = spread / total
        means = np.stack([self.mean + gain * (x - self.mean), self.mean, np.full_like(k, x)])
        spreads = np.stack([(1.0 - gain) * spread, spread, np.full_like(k, self.movement.noise**2)])
        told = cases.sum(axis=0)
        shares = cases / told
        mean = (shares * means).sum(axis=0)
        variance = (shares * (spreads + (means - mean) ** 2)).sum(axis=0)
        self.known = np.where(heard, _tempered(k, told / (told + lost), weights), k)
        self.mean = np.where(heard, mean, self.mean)
        self.variance = np.where(heard, variance, spread)
        return surprise

    def _weights(self, axis: int, report: Report) -> list[float]:
        """The weight of a report at each level of its voice: 0 above its ceiling, less for copies in an episode."""
        levels = [s for s in self.voices[axis].ceilings if s <= report.ceiling]
        above = [0.0] * (len(self.voices[axis].ceilings) - len(levels))
        if report.episode is None:
            return [1.0] * len(levels) + above
        seen = self.copies.setdefault((axis, report.episode, report.values[0]), {})
        return reliability.powers(seen, report.ceiling, levels, self.rho_e) + above

    def _posterior(self) -> Floats:
        """W(H), normalised: prior shares times how well the opinions of the voices agree now."""
        weights = self.prior * self._agreement()
        result: Floats = weights / weights.sum()
        return result

    def _agreement(self) -> Floats:
        """A(H): first of every choice of Gaussian tracks, then, axis by axis, with each track known or flat."""
        precision, pull, square, logs = (np.zeros(self.known.shape) for _ in range(4))
        count = np.zeros(self.known.shape)
        centre = float(self.mean[self.known > 0.0].mean()) if (self.known > 0.0).any() else 0.0
        own = [self._own(axis) for axis in range(len(self.voices))]
        for axis, (_, mean, variance) in enumerate(own):
            off = mean - centre
            precision = precision + self._along(axis, [0.0, *(1.0 / variance)])
            pull = pull + self._along(axis, [0.0, *(off / variance)])
            square = square + self._along(axis, [0.0, *(off**2 / variance)])
            logs = logs - 0.5 * self._along(axis, [0.0, *np.log(2.0 * math.pi * variance)])
            count = count + self._along(axis, [0.0, *np.ones_like(mean)])
        held = np.where(count > 0.0, precision, 1.0)
        meeting = logs + 0.5 * np.log(2.0 * math.pi / held) - 0.5 * np.maximum(0.0, square - pull**2 / held)
        found = np.where(count > 0.0, np.exp(meeting - (count - 1.0) * math.log(self.movement.flat)), 1.0)
        for axis, (known, _, _) in enumerate(own):
            k = self._along(axis, [1.0, *known])
            found = k * found + (1.0 - k) * found.take([0], axis=axis)
        return found

    def _own(self, axis: int) -> tuple[Floats, Floats, Floats]:
        """The track of one voice by itself, at each of its levels."""
        place: tuple[int | slice, ...] = tuple(slice(1, None) if i == axis else 0 for i in range(len(self.voices)))
        return self.known[place], self.mean[place], self.variance[place]

    def _surprise(self, x: float) -> float:
        """-log2 of the probability of a number at least so far from the mean of its track; 1 where nothing is known."""
        known = (self._posterior() * self.known).ravel()
        off = np.abs(x - self.mean) / np.sqrt(2.0 * (self.variance + self.movement.noise**2))
        tail = (
            1.0
            - known.sum()
            + math.fsum(w * math.erfc(z) for w, z in zip(known.tolist(), off.ravel().tolist(), strict=True) if w > 0.0)
        )
        return -math.log2(min(1.0, max(float(tail), 5e-324))) + 0.0

    def read(self, at: float, unit: str, surprises: tuple[tuple[str, float], ...]) -> Trend:
        """The leading hypothesis, matched in mean and variance with those that agree with it."""
        weights = self._posterior() * self.known
        total = float(weights.sum())
        unknown = min(1.0, max(0.0, 1.0 - total))
        if total <= 0.0:
            return Trend(at, unit, None, None, 0.0, unknown, surprises)
        means, variances, masses = self.mean.ravel(), self.variance.ravel(), weights.ravel()
        reach = AGREES * np.sqrt(np.minimum(variances[:, None], variances))
        agree = np.abs(means[:, None] - means) <= reach
        together = (agree * masses).sum(axis=1)
        lead = int(np.lexsort((masses, np.where(masses > 0.0, together.round(12), -1.0)))[-1])
        masses = np.where(agree[lead], masses, 0.0)
        share = float(masses.sum())
        mean = float((masses * means).sum()) / share
        variance = float((masses * (variances + (means - mean) ** 2)).sum()) / share
        return Trend(at, unit, mean, math.sqrt(variance), min(1.0, share), unknown, surprises)


def _tempered(before: Floats, after: Floats, weight: Floats) -> Floats:
    """How much is known after a copy of a weight below 1: the way from before to after, taken in log odds."""
    known = before ** (1.0 - weight) * after**weight
    result: Floats = known / (known + (1.0 - before) ** (1.0 - weight) * (1.0 - after) ** weight)
    return result
