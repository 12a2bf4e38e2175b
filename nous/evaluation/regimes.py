"""Five ways in which reports contradict each other, and which of them a belief gets right.

Provenance specification §7, with generators of our own: a value V, another W, and how far each report may be
trusted. A step is a day; eps is .01, since such a benchmark has no extraction noise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import TIERS
from nous.beliefs.report import Parameters

from .answers import Method, last_write_wins, majority, plain_filter, witness_filter
from .gate import Check
from .table import Table, percent

HIGH, LOW, CONSTANT = "user", "web", "tool"
"""The channels of reports that are trusted (.95), hardly trusted (.3), and, with constant r, all alike (.8)."""

Said = tuple[str, bool]
"""A value, and whether it is said by somebody to be trusted."""


@dataclass(frozen=True, slots=True)
class Case:
    """Reports in order and which value is true at the end."""

    said: tuple[Said, ...]
    truth: str


def stable_noise(rng: Random) -> Case:
    """V holds; a stray report or two of W, most often last."""
    said = [("V", True)] * rng.randint(4, 6)
    for _ in range(rng.randint(1, 2)):
        said.insert(len(said) if rng.random() < 0.6 else rng.randint(2, len(said)), ("W", False))
    return Case(tuple(said), "V")


def clean_change(rng: Random) -> Case:
    """V, then W for good."""
    return Case((("V", True),) * rng.randint(2, 4) + (("W", True),) * rng.randint(2, 4), "W")


def recent_change(rng: Random) -> Case:
    """V for long, then one word that it is W now."""
    return Case((("V", True),) * rng.randint(4, 6) + (("W", True),), "W")


def noisy_change(rng: Random) -> Case:
    """V, then W, with a stray V among them."""
    after = [("W", True)] * rng.randint(3, 5)
    after.insert(rng.randint(1, len(after) - 1), ("V", False))
    return Case((("V", True),) * rng.randint(2, 4) + tuple(after), "W")


def reliability(rng: Random) -> Case:
    """Two words for V by somebody trusted among up to six for W by somebody who is not, in any order."""
    said = [("V", True)] * 2 + [("W", False)] * rng.randint(3, 6)
    rng.shuffle(said)
    return Case(tuple(said), "V")


REGIMES: Mapping[str, Callable[[Random], Case]] = MappingProxyType(
    {
        "stable noise": stable_noise,
        "clean": clean_change,
        "recent change": recent_change,
        "noisy change": noisy_change,
        "reliability": reliability,
    }
)


def evidence(case: Case, *, varying: bool, apart: bool) -> list[Evidence]:
    """The reports as evidence, a day apart: by one source for each level of trust, or each by its own."""
    log = []
    for i, (value, high) in enumerate(case.said):
        channel = (HIGH if high else LOW) if varying else CONSTANT
        source = f"{channel}:{i}" if apart else channel
        log.append(Evidence(f"{i:02}", float(i), value, channel=channel, source=source))
    return log


def silent(case: Case, silence: float, half_life: float = 180.0) -> list[Evidence]:
    """The same with real times and sources: weekly, r constant, the change hidden in `silence` half-lives.

    True reports come by sources of their own, false ones all by one.
    """
    log, t, before = [], 0.0, True
    for i, (value, true) in enumerate(case.said):
        if before and case.truth == "W" and value == "W" and true:
            t, before = t + silence * half_life, False
        log.append(Evidence(f"{i:02}", t, value, channel=CONSTANT, source=f"{CONSTANT}:{i if true else 'liar'}"))
        t += 7.0
    return log


@dataclass(frozen=True, slots=True)
class Row:
    """A method under one parameter: its name, how it answers, lambda per step, and whether each report has a source."""

    name: str
    method: Method
    lam: float
    apart: bool = False


WINDOW = (0.85, 0.90, 0.94, 0.98)
APART_WINDOW = (0.80, 0.84, 0.88)
"""lambda per step for which §7 states 100 in all five regimes: one source a level, every report its own."""

ROWS: Sequence[Row] = (
    Row("last write wins", last_write_wins, 1.0),
    Row("majority", majority, 1.0),
    Row("plain filter, lambda .98", plain_filter, 0.98),
    Row("plain filter, lambda .88", plain_filter, 0.88),
    *(Row(f"witness filter, lambda {lam:.2f}", witness_filter, lam) for lam in WINDOW),
    *(Row(f"each its own source, lambda {lam:.2f}", witness_filter, lam, True) for lam in APART_WINDOW),
)
SILENCES = (0.3, 0.4, 0.5, 1.0)
FLIPS_FROM = 0.396
"""Half-lives of silence after which one word of change is enough: lambda^d < c r = .76."""


def contradictions(seed: int, draws: int) -> tuple[list[Table], list[Check]]:
    """How many of `draws` cases of each regime each method gets right, r varying and constant."""
    rng = Random(seed)
    cases = {name: [make(rng) for _ in range(draws)] for name, make in REGIMES.items()}
    tables, checks = [], []
    for varying in (True, False):
        rows = []
        for row in ROWS:
            known = Parameters(32, 0.01, -math.log(row.lam))
            shares = [
                _right(row.method, [evidence(c, varying=varying, apart=row.apart) for c in of], of, known)
                for of in cases.values()
            ]
            rows.append((row.name, (*map(percent, shares), percent(math.fsum(shares) / len(shares)))))
            if varying and row.method is witness_filter:
                checks.append(
                    Check(f"varying r, {row.name}: 100 in all five", min(shares) == 1.0, " ".join(rows[-1][1]))
                )
        spread = f"varying r: {TIERS[HIGH]:g} and {TIERS[LOW]:g}" if varying else f"constant r = {TIERS[CONSTANT]:g}"
        tables.append(Table(f"Contradictions, right in %, {spread}", (*REGIMES, "mean"), tuple(rows)))
    table, check = _silences(cases)
    return [*tables, table], [*checks, check]


def _right(method: Method, logs: Sequence[list[Evidence]], cases: Sequence[Case], known: Parameters) -> float:
    hits = sum(method(log, known, log[-1].t).best == case.truth for log, case in zip(logs, cases, strict=True))
    return hits / len(cases)


def _silences(cases: Mapping[str, Sequence[Case]]) -> tuple[Table, Check]:
    known = Parameters(32, 0.05, math.log(2.0) / 180.0)
    rows, good = [], True
    for d in SILENCES:
        shares = [_right(witness_filter, [silent(c, d) for c in of], of, known) for of in cases.values()]
        rows.append((f"silence {d:g} half-lives", tuple(map(percent, shares))))
        others = [x for name, x in zip(cases, shares, strict=True) if name != "recent change"]
        good &= min(others) == 1.0 and (shares[2] == 1.0) == (d > FLIPS_FROM)
    title = f"Constant r = {TIERS[CONSTANT]:g} with times and sources: weekly, half-life 180 d, right in %"
    check = Check(f"with times and sources 100 in all five from {FLIPS_FROM} half-lives of silence", good, "see table")
    return Table(title, tuple(REGIMES), tuple(rows)), check
