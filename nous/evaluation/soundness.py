"""What the discount for correlated witnesses costs where they are independent, and gains where they are not.

Provenance specification §9, with a generator of our own: a fact that changes, sources that are sound with the
probability that their tier says, and three ways in which the unsound ones lie.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Literal

from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import TIERS, Trust
from nous.beliefs.report import Parameters

from .answers import METHODS, Answer
from .table import Table

UNIVERSE, EPS, HALF_LIFE, REPORTS, GAP = 32, 0.05, 365.0, 24, 10.0
"""24 reports, one every ten days, of a fact with 32 values."""

BINS = 15
SMALLEST = 1e-12  # log loss counts no probability as smaller

Lies = Literal["independent", "captured", "sybil"]
"""Soundness drawn anew for every report; once for a source, which then repeats one lie; once for all of the pool."""


@dataclass(frozen=True, slots=True)
class Source:
    """Who speaks: a channel with its tier, and under which name."""

    channel: str
    tier: float
    name: str


def _many(n: int, tier: float) -> tuple[Source, ...]:
    return tuple(Source(f"tier {tier:g}", tier, f"s{tier:g}:{i}") for i in range(n))


CROWD = (*_many(8, 0.3), *_many(1, 0.95))
WORLDS: Mapping[str, tuple[tuple[Source, ...], Lies]] = MappingProxyType(
    {
        "4 x .95 independent": (_many(4, 0.95), "independent"),
        "4 x .95 captured": (_many(4, 0.95), "captured"),
        "4 x .8 independent": (_many(4, 0.8), "independent"),
        "4 x .8 captured": (_many(4, 0.8), "captured"),
        "1 x .95 independent": (_many(1, 0.95), "independent"),
        "1 x .95 captured": (_many(1, 0.95), "captured"),
        "8 x .3 + user, independent": (CROWD, "independent"),
        "8 x .3 + user, captured separately": (CROWD, "captured"),
        "8 x .3 + user, sybil": (CROWD, "sybil"),
    }
)
SPECIFIED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "4 x .95 independent": (".302/.038/.966", ".265/.008/.968"),
        "4 x .95 captured": (".300/.024/.966", ".446/.022/.941"),
        "4 x .8 independent": (".572/.095/.923", ".330/.008/.959"),
        "4 x .8 captured": (".491/.062/.934", "1.104/.107/.835"),
        "1 x .95 independent": (".364/.052/.955", ".322/.006/.958"),
        "1 x .95 captured": (".727/.007/.917", ".819/.055/.915"),
        "8 x .3 + user, independent": ("1.328/.083/.800", ".874/.010/.875"),
        "8 x .3 + user, captured separately": ("1.590/.061/.773", "1.857/.133/.713"),
        "8 x .3 + user, sybil": ("1.636/.022/.771", "6.619/.632/.326"),
    }
)
"""The specification's figures for the witness filter and the plain filter, to stand beside what is measured."""


@dataclass(frozen=True, slots=True)
class World:
    """What was said, when it is asked about, and what is true then."""

    log: tuple[Evidence, ...]
    at: float
    truth: str


def world(sources: Sequence[Source], lies: Lies, rng: Random) -> World:
    """Draw one world; the value jumps at rate r to any of the K values."""
    rate = math.log(2.0) / HALF_LIFE

    def value() -> str:
        return f"v{rng.randrange(UNIVERSE)}"

    def after(now: str, days: float) -> str:
        return value() if rng.random() < -math.expm1(-rate * days) else now

    fate = rng.random()
    sound = {s.name: (fate if lies == "sybil" and s.tier <= 0.5 else rng.random()) < s.tier for s in sources}
    shared = value()
    lie = {s.name: shared if lies == "sybil" else value() for s in sources}
    truth, log = value(), []
    for i in range(REPORTS):
        truth = after(truth, GAP) if i else truth
        source = rng.choice(sources)
        honest = rng.random() < source.tier if lies == "independent" else sound[source.name]
        if honest:
            said = truth if rng.random() >= EPS else _other(truth, rng)
        else:
            said = value() if lies == "independent" else lie[source.name]
        log.append(Evidence(f"{i:02}", GAP * i, said, channel=source.channel, source=source.name))
    wait = rng.uniform(0.0, GAP)
    return World(tuple(log), GAP * (REPORTS - 1) + wait, after(truth, wait))


def _other(value: str, rng: Random) -> str:
    return f"v{(int(value[1:]) + rng.randrange(1, UNIVERSE)) % UNIVERSE}"


@dataclass(frozen=True, slots=True)
class Score:
    """Log loss in bits, expected calibration error of the top value, and accuracy."""

    log_loss: float
    ece: float
    accuracy: float

    def __str__(self) -> str:
        return "/".join(f"{x:.3f}".removeprefix("0") for x in (self.log_loss, self.ece, self.accuracy))


def score(answers: Sequence[Answer], truths: Sequence[str]) -> Score:
    """How good these probabilities were.

    >>> str(score([Answer("a", {"a": 0.5}, 0.5)], ["a"]))
    '1.000/.500/1.000'
    """
    losses, hits = [], []
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for answer, truth in zip(answers, truths, strict=True):
        each = answer.unknown / (UNIVERSE - len(answer.masses)) if len(answer.masses) < UNIVERSE else 0.0
        losses.append(-math.log2(max(answer.masses.get(truth, each), SMALLEST)))
        top = max(answer.masses.values(), default=each)
        hits.append(answer.best == truth)
        bins[min(BINS - 1, int(top * BINS))].append((top, hits[-1]))
    ece = math.fsum(abs(math.fsum(p for p, _ in b) - sum(hit for _, hit in b)) for b in bins) / len(truths)
    return Score(math.fsum(losses) / len(losses), ece, sum(hits) / len(hits))


def parameters(sources: Sequence[Source]) -> Parameters:
    """The true parameters, with the tiers of these sources."""
    trust = Trust(tiers={**TIERS, **{s.channel: s.tier for s in sources}})
    return Parameters(UNIVERSE, EPS, math.log(2.0) / HALF_LIFE, trust)


def costs(seed: int, draws: int) -> Table:
    """Log loss / ECE / accuracy of every method in every world."""
    rows = []
    for name, (sources, lies) in WORLDS.items():
        rng = Random(f"{seed} {name}")
        drawn = [world(sources, lies, rng) for _ in range(draws)]
        known, truths = parameters(sources), [w.truth for w in drawn]
        scores = [str(score([answer(w.log, known, w.at) for w in drawn], truths)) for answer in METHODS.values()]
        said = [f" ({text})" for text in SPECIFIED[name]] + [""] * (len(scores) - 2)
        rows.append((name, tuple(a + b for a, b in zip(scores, said, strict=True))))
    title = f"What it costs and gains: log loss in bits / ECE / accuracy, {draws} worlds a row (the specification's)"
    return Table(title, tuple(METHODS), tuple(rows))
