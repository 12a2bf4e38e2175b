"""Can two records of one person be told from two persons? The gate of belief specification §7 [identity].

Simulated people have ten attributes, from a diet that many share to an e-mail address that nobody does; each is known
to a record three times in ten, from one to four noisy looks over two years while it may change. Two records of one
person must score higher than two of different people, and a merge must almost never join two people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from nous.beliefs import baselines
from nous.beliefs.evidence import Evidence
from nous.beliefs.identity import base_rates, bayes_factor, open_distance
from nous.beliefs.proposal import MERGE, SUGGEST, compare, propose
from nous.beliefs.reliability import rate as rate_of
from nous.beliefs.report import Parameters
from nous.beliefs.snapshot import Snapshot

from .gate import Check

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

SEED = 20260102
PEOPLE, DIFFERENT = 800, 40_000
"""People with two records each, and pairs of records of different people that are compared."""

PRIOR = -7.0
"""log2 odds that two records are one before they are compared: §7 takes 2^-7."""

MERGED_LIMIT = 0.001
DAYS = 730.0
KNOWN, NOISE = 0.3, 0.05


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a simulated person has: how many values there are (0: one for everybody), its K0 and half-life in days."""

    values: int
    half_life: float
    universe: int = 32


ATTRIBUTES: Mapping[str, Attribute] = MappingProxyType(
    {
        "diet": Attribute(5, 365.0),
        "pet kind": Attribute(12, 3650.0),
        "car": Attribute(25, 1095.0),
        "mother tongue": Attribute(30, 36500.0),
        "home city": Attribute(80, 1095.0),
        "job": Attribute(120, 3650.0),
        "hobby": Attribute(150, 365.0),
        "employer": Attribute(400, 1095.0),
        "birth date": Attribute(20_000, 36500.0),
        "e-mail": Attribute(0, 3650.0, 65536),
    }
)
"""Values are drawn with odds 1/rank, but for birth dates, which are even."""

SCORES = ("D", "D/shared", "mean JSD", "BF uniform", "BF base rates", "BF leveled")
OURS = SCORES[-1]
BASED = SCORES[-2:]
"""With base rates; the gate compares ours with all others."""

SPECIFIED: Mapping[str, str] = MappingProxyType(
    {"D": ".895", "D/shared": ".900", "mean JSD": ".904", "BF uniform": ".953", "BF base rates": ".965"}
)
"""AUC on pairs that share an attribute, in §7's own world; "leveled" is ours, see `nous.beliefs.identity.leveled`."""

Record = Mapping[str, Snapshot]


@dataclass(frozen=True, slots=True)
class IdentityResult:
    """AUC by score over the pairs that share an attribute, over all pairs where a score is one, and what is merged.

    `merged` and `suggested` are shares of (different pairs, same pairs) at P > .95 and P > .5.
    """

    auc: Mapping[str, float]
    auc_all: Mapping[str, float]
    sharing: float
    merged: tuple[float, float]
    suggested: tuple[float, float]
    close: tuple[float, float]
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(check.passed for check in self.checks)

    def rows(self) -> list[str]:
        """The result as text."""
        lines = [
            f"pairs that share an attribute: {self.sharing:.0%}",
            "",
            f"{'score':<16}{'AUC':>8}{'§7':>8}{'all pairs':>12}",
        ]
        for name in SCORES:
            everywhere = f"{self.auc_all[name]:.3f}" if name in self.auc_all else "-"
            lines.append(f"{name:<16}{self.auc[name]:>8.3f}{SPECIFIED.get(name, '-'):>8}{everywhere:>12}")
        lines += ["", f"{'rule':<24}{'different':>12}{'same':>8}"]
        for rule, (different, same) in (
            ("merge at P > .95", self.merged),
            ("suggest at P > .5", self.suggested),
            ("merge at D < 1 bit", self.close),
        ):
            lines.append(f"{rule:<24}{different:>12.3%}{same:>8.1%}")
        return [*lines, "", *(str(check) for check in self.checks)]


def identify(seed: int = SEED, people: int = PEOPLE, different: int = DIFFERENT) -> IdentityResult:
    """Run the gate of §7 on simulated pairs; the same seed gives the same numbers. About ten seconds."""
    rng = np.random.default_rng(seed)
    records = _records(rng, people)
    bases = {a: base_rates((r[a].best for r in records if a in r), kind.universe) for a, kind in ATTRIBUTES.items()}
    pairs = [(2 * i, 2 * i + 1) for i in range(people)]
    while len(pairs) < people + different:
        i, j = (int(x) for x in rng.integers(len(records), size=2))
        if i // 2 != j // 2:
            pairs.append((i, j))
    same = np.arange(len(pairs)) < people
    found = [_compared(records[i], records[j], bases) for i, j in pairs]
    return _judged(found, same)


def _records(rng: np.random.Generator, people: int) -> list[Record]:
    """Two records for each person, 2i and 2i+1, read at the end of the two years."""
    weights = {name: _odds(name, kind) for name, kind in ATTRIBUTES.items()}
    records: list[Record] = []
    for person in range(people):
        lives = {name: _life(rng, kind, weights[name], person) for name, kind in ATTRIBUTES.items()}
        for _ in range(2):
            known = [name for name in ATTRIBUTES if rng.random() < KNOWN]
            records.append({name: _heard(rng, name, lives[name], weights[name], len(records)) for name in known})
    return records


def _odds(name: str, kind: Attribute) -> Floats:
    ranks = np.arange(1.0, kind.values + 1.0)
    odds = np.ones_like(ranks) if name == "birth date" else 1.0 / ranks
    result: Floats = odds / max(1.0, odds.sum())
    return result


def _drawn(rng: np.random.Generator, weights: Floats, person: int) -> str:
    if not len(weights):
        return f"own-{person}-{rng.integers(1 << 30)}"
    return f"v{rng.choice(len(weights), p=weights / weights.sum())}"


def _life(rng: np.random.Generator, kind: Attribute, weights: Floats, person: int) -> list[tuple[float, str]]:
    """From when a person had which value."""
    life, t = [(0.0, _drawn(rng, weights, person))], 0.0
    while (t := t + float(rng.exponential(1.0 / rate_of(kind.half_life)))) < DAYS:
        life.append((t, _drawn(rng, weights, person)))
    return life


def _heard(
    rng: np.random.Generator, name: str, life: Sequence[tuple[float, str]], weights: Floats, record: int
) -> Snapshot:
    """The belief that a record has formed of an attribute by the end."""
    kind = ATTRIBUTES[name]
    log = []
    for look, t in enumerate(rng.uniform(0.0, DAYS, rng.integers(1, 5)).tolist()):
        value = next(v for since, v in reversed(life) if since <= t)
        if rng.random() < NOISE:
            value = _drawn(rng, weights, -1 - record)
        log.append(Evidence(f"{look}", t, value, confidence=0.95))
    return baselines.belief("plain filter", log, Parameters(kind.universe, NOISE, rate_of(kind.half_life)), DAYS)


@dataclass(frozen=True, slots=True)
class _Compared:
    scores: tuple[float, ...] | None
    p_same: float


def _compared(one: Record, two: Record, bases: Mapping[str, Snapshot]) -> _Compared:
    """All scores of a pair, the higher the more alike; None where nothing is shared."""
    universes = {a: kind.universe for a, kind in ATTRIBUTES.items()}
    shared = [a for a in one if a in two]
    if not shared:
        return _Compared(None, 0.0)
    apart = open_distance({a: one[a] for a in shared}, two, universes)
    assert apart.d is not None and apart.d_per_attribute is not None and apart.mean_jsd is not None
    uniform = sum(bayes_factor(one[a], two[a], universes[a]) for a in shared)
    based = sum(bayes_factor(one[a], two[a], universes[a], bases.get(a)) for a in shared)
    comparisons = [compare(a, one[a], two[a], universes[a], bases.get(a)) for a in shared]
    bits = [uniform, based, sum(c.bits or 0.0 for c in comparisons)]
    proposal = propose(comparisons, PRIOR)
    return _Compared((-apart.d, -apart.d_per_attribute, -apart.mean_jsd, *bits), proposal.p_same or 0.0)


def _judged(found: Sequence[_Compared], same: Flags) -> IdentityResult:
    sharing = np.array([c.scores is not None for c in found])
    table = np.array([c.scores or (0.0, 0.0, -0.5, 0.0, 0.0, 0.0) for c in found])
    p = np.array([c.p_same for c in found])
    auc = {name: area(table[sharing, i], same[sharing]) for i, name in enumerate(SCORES)}
    auc_all = {name: area(table[:, i], same) for i, name in enumerate(SCORES)}
    merged, suggested, close = (_shares(flags, same) for flags in (p > MERGE, p > SUGGEST, table[:, 0] > -1.0))
    best_other = max((name for name in SCORES if name not in BASED), key=lambda name: auc[name])
    ahead = auc[OURS] >= auc[best_other]
    checks = (
        Check(
            "AUC of the Bayes factor with base rates (leveled) is above every other score's",
            ahead,
            f"{auc[OURS]:.4f}, {best_other} {auc[best_other]:.4f}",
        ),
        Check("merges of different pairs below .1 %", merged[0] < MERGED_LIMIT, f"{merged[0]:.4%}"),
    )
    return IdentityResult(auc, auc_all, float(sharing.mean()), merged, suggested, close, checks)


def _shares(flags: Flags, same: Flags) -> tuple[float, float]:
    return float(flags[~same].mean()), float(flags[same].mean())


def area(scores: Floats, positive: Flags) -> float:
    """The area under the ROC curve: how often a positive scores above a negative, ties counting half.

    >>> area(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, False, True, True]))
    0.875
    """
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[place]
    n = int(positive.sum())
    return float((ranks[positive].sum() - n * (n + 1) / 2.0) / (n * (len(scores) - n)))
