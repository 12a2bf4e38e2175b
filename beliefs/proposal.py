"""A proposal that two entities are one: the bits of each attribute, P(same), a verdict, and the reason in words.

Belief specification §7. The log odds start at -log2 N for N entities; each attribute adds its Bayes factor, capped
at ±12 bits; attributes that depend on each other (city and country) count once, by the largest of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from . import checks
from .errors import ValidationError
from .evidence import Evidence
from .identity import bayes_factor, knows, leveled, replay_factor, set_bayes_factor
from .replay import Plain
from .snapshot import Snapshot

CAP = 12.0
"""The most that one attribute, or one group of dependent ones, may say, in bits (specification §7)."""

MERGE = 0.95
SUGGEST = 0.5
"""From which P(same) two entities are merged, and proposed to a person (specification §7)."""

SAYS_LITTLE = 0.1  # bits below which the reason does not call it agreement or difference

DEPENDENT: Mapping[str, str] = MappingProxyType(
    {
        attribute: group
        for group, attributes in {
            "place": ("home city", "home country", "location", "address", "nationality"),
            "origin": ("origin", "birthplace", "grew up in"),
            "birth": ("birth date", "birthday", "age"),
            "work": ("employer", "occupation", "manager", "colleague", "project"),
            "name": ("full name", "surname", "nickname"),
            "household": ("spouse", "partner", "relationship status", "child"),
        }.items()
        for attribute in attributes
    }
)
"""Which canonical attributes depend on each other (choice; specification §7 names city and country)."""

Verdict = Literal["merge", "suggest", "apart", "undetermined"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one attribute says for or against two entities being one, in bits; None where one side knows nothing.

    `one` and `two` are what each side most believes, in the words that a reason uses.
    """

    attribute: str
    bits: float | None
    one: str = ""
    two: str = ""

    def __post_init__(self) -> None:
        if self.bits is not None:
            checks.number(self.bits, f"the bits of {self.attribute}")

    def words(self, counted: float) -> str:
        """The comparison in words: what agrees or differs, and by how many bits it counts."""
        what = f"{self.one}" if self.one == self.two else f"{self.one} and {self.two}"
        about = f" ({what})" if self.one or self.two else ""
        return f"{self.attribute}{about} {_signed(counted)}"


def compare(
    attribute: str,
    one: Snapshot,
    two: Snapshot,
    universe: int,
    base: Snapshot | None = None,
    display: Mapping[str, str] = MappingProxyType({}),
) -> Comparison:
    """Compare two beliefs about one attribute, formed over the same K and read at the same time.

    `base` are the attribute's base rates, by which the beliefs are `leveled`, and None for an identifier; `display`
    the words for the value keys.

    >>> berlin = Snapshot({"t:berlin": 0.95}, 0.05)
    >>> compare("home city", berlin, berlin, 32, display={"t:berlin": "Berlin"}).one
    'Berlin'
    """
    words = _leading(one, display), _leading(two, display)
    if not (knows(one, universe) and knows(two, universe)):
        return Comparison(attribute, None, *words)
    if base is not None:
        one, two = leveled(one, universe, base), leveled(two, universe, base)
    return Comparison(attribute, bayes_factor(one, two, universe, base), *words)


def compare_sets(
    attribute: str,
    one: Mapping[str, float],
    two: Mapping[str, float],
    prior: float,
    base: Mapping[str, float] | None = None,
    display: Mapping[str, str] = MappingProxyType({}),
) -> Comparison:
    """Compare two beliefs about a set, as q by member; None bits where no member is known to both.

    >>> compare_sets("hobby", {"chess": 0.68}, {"golf": 0.68}, 0.1).bits is None
    True
    """
    common = [v for v in one if v in two]
    bits = set_bayes_factor(one, two, prior, base) if common else None
    sides = [[display.get(v, v) for v in common if q[v] >= 0.5] for q in (one, two)]
    return Comparison(attribute, bits, *(", ".join(side) for side in sides))


def compare_logs(
    attribute: str,
    one: Iterable[Evidence],
    two: Iterable[Evidence],
    model: Plain,
    words: tuple[str, str] = ("", ""),
) -> Comparison:
    """Compare two logs exactly, across time; to confirm what the snapshots proposed.

    >>> a = [Evidence("1", 0.0, "Acme")]
    >>> round(compare_logs("employer", a, [Evidence("2", 3.0, "Acme")], Plain(16, 0.05)).bits or 0.0, 2)
    3.85
    """
    first, second = list(one), list(two)
    bits = replay_factor(first, second, model).bits if first and second else None
    return Comparison(attribute, bits, *words)


def _leading(belief: Snapshot, display: Mapping[str, str]) -> str:
    best = belief.best
    return "unknown" if best is None else display.get(best, best)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Whether two entities are one: P(same) and log2 odds (None: undetermined), the bits that counted, the reason.

    `bits` holds for each attribute that counted its capped bits, the strongest first; attributes that stood behind
    another of their group are left out of it.
    """

    verdict: Verdict
    p_same: float | None
    log2_odds: float | None
    prior_log2_odds: float
    bits: tuple[tuple[str, float], ...]
    reason: str


def prior_log2_odds(entities: int) -> float:
    """The log2 odds that two of `entities` entities are one, before anything is compared: -log2 N.

    >>> prior_log2_odds(128)
    -7.0
    """
    return -math.log2(checks.count(entities, "the number of entities", 1)) + 0.0


def probability(log2_odds: float) -> float:
    """The logistic of log odds in bits.

    >>> probability(0.0), probability(-math.inf)
    (0.5, 0.0)
    """
    odds = checks.number(log2_odds, "log2 odds")
    return 1.0 / (1.0 + 2.0**-odds) if odds > -1000.0 else 0.0


def propose(
    comparisons: Iterable[Comparison],
    prior: float,
    groups: Mapping[str, str] = DEPENDENT,
    cap: float = CAP,
    merge: float = MERGE,
    suggest: float = SUGGEST,
) -> Proposal:
    """Judge two entities from the comparisons of their attributes; `prior` in bits, see `prior_log2_odds`.

    P(same) is the logistic of prior + sum of bits. Nothing shared is `undetermined`, with no probability at all.
    `groups` names for an attribute the group of which only the strongest member counts.

    >>> mail = Comparison("email", 15.852, "x@e.org", "x@e.org")
    >>> propose([mail], -7.0).reason
    'agree: email (x@e.org) +12.0 bits (of 15.9); prior -7.0 bits; P(same) 0.97'
    >>> propose([], -7.0).p_same is None
    True
    """
    if not 0.0 <= checks.probability(suggest, "suggest") <= checks.probability(merge, "merge"):
        raise ValidationError(f"suggest = {suggest} must not exceed merge = {merge}")
    start = checks.finite(prior, "prior")
    limit = checks.positive(cap, "cap")
    shared = [(c, c.bits) for c in comparisons if c.bits is not None]
    if not shared:
        return Proposal("undetermined", None, None, start, (), "nothing that both are known for: undetermined")
    strongest: dict[str, tuple[Comparison, float]] = {}
    hidden: list[str] = []
    for c, bits in sorted(shared, key=lambda pair: (-abs(pair[1]), pair[0].attribute)):
        group = groups.get(c.attribute, f"\0{c.attribute}")
        if group in strongest:
            hidden.append(f"{c.attribute} stands behind {strongest[group][0].attribute}")
        else:
            strongest[group] = (c, bits)
    counted = [(c, bits, max(-limit, min(limit, bits))) for c, bits in strongest.values()]
    odds = start + math.fsum(x for _, _, x in counted)
    p = probability(odds)
    verdict: Verdict = "merge" if p > merge else "suggest" if p > suggest else "apart"
    reason = _reason(counted, hidden, start, p)
    return Proposal(verdict, p, odds, start, tuple((c.attribute, x) for c, _, x in counted), reason)


def _reason(counted: list[tuple[Comparison, float, float]], hidden: list[str], prior: float, p: float) -> str:
    def told(rows: list[tuple[Comparison, float, float]]) -> str:
        return ", ".join(c.words(x) + (f" (of {abs(bits):.1f})" if x != bits else "") for c, bits, x in rows)

    parts = [
        ("agree", [row for row in counted if row[2] >= SAYS_LITTLE]),
        ("differ", [row for row in counted if row[2] <= -SAYS_LITTLE]),
        ("say little", [row for row in counted if abs(row[2]) < SAYS_LITTLE]),
    ]
    texts = [f"{label}: {told(rows)}" for label, rows in parts if rows]
    return "; ".join([*texts, *hidden, f"prior {prior:.1f} bits", f"P(same) {p:.3g}"])


def _signed(bits: float) -> str:
    return f"{bits + 0.0:+.1f} bits"
