"""Reports: evidence whose provenance is resolved, in the form and the order in which the filter steps over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from . import checks, reliability
from .errors import ValidationError
from .evidence import Evidence, Kind, distinct
from .frozen import frozen
from .provenance import POOL, Standing, Trust


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of one categorical dimension: K, eps, the rate r per day, and whom to trust."""

    universe: int
    eps: float
    rate: float
    trust: Trust = field(default_factory=Trust)

    def __post_init__(self) -> None:
        checks.count(self.universe, "K", 2)
        checks.miss(self.eps, self.universe)
        if checks.finite(self.rate, "the rate") < 0.0:
            raise ValidationError(f"the rate must not be negative: {self.rate}")


@frozen
class Report:
    """A piece of evidence whose provenance is resolved: what the filter steps over.

    `ceiling` is tier × stance, `reliability` the extraction reliability c = (1 - eps K/(K-1)) confidence × dating.
    A `change` of a trusted witness comes as two reports of one id: `change` among the ends, then `assert`.
    """

    id: str
    t: float
    values: tuple[str, ...]
    kind: Kind
    reliability: float
    ceiling: float
    group: str
    tier: float
    episode: str | None = None
    stance: float = 1.0

    def __post_init__(self) -> None:
        if not (0.0 <= self.reliability < 1.0 and 0.0 <= self.ceiling < 1.0):
            raise ValidationError(f"no report is certain: reliability {self.reliability}, ceiling {self.ceiling}")

    @property
    def order(self) -> tuple[float, int, str]:
        """Its place in the canonical order."""
        return self.t, 0 if self.kind in ("end", "change") else 1, self.id


def reports(log: Iterable[Evidence], standings: Mapping[str, Standing], parameters: Parameters) -> list[Report]:
    """The evidence that counts, resolved and in canonical order: ends by the pool are denials, changes come apart."""
    c0 = 1.0 - parameters.eps * parameters.universe / (parameters.universe - 1)
    found: list[Report] = []
    for e in distinct(log):
        standing = standings[e.id]
        if standing.role in ("primary", "inferred"):
            found.extend(report(e, standing, parameters, c0))
    found.sort(key=lambda r: r.order)
    return found


def report(e: Evidence, standing: Standing, parameters: Parameters, c0: float) -> tuple[Report, ...]:
    """One piece of evidence as the filter takes it: one report, or two for a trusted change."""
    tier, group, t = standing.tier, standing.group, standing.t
    assert tier is not None and group is not None and t is not None
    c = c0 * e.confidence
    if e.width:
        c *= reliability.dating(parameters.rate, e.width)
    return stated(e.id, t, e.values, e.kind, c, tier, group, e.episode, e.stance)


def stated(
    id: str, t: float, values: tuple[str, ...], kind: Kind, c: float, tier: float, group: str,
    episode: str | None, stance: float,
) -> tuple[Report, ...]:  # fmt: skip
    """What a witness said, as the filter takes it; `c` is the extraction reliability."""
    if group == POOL:
        kind = "deny" if kind == "end" else "assert" if kind == "change" else kind
    plain = Report(id, t, values, kind, c, tier * stance, group, tier, episode, stance)
    if kind != "change":
        return (plain,)
    return plain, Report(id, t, values, "assert", c, tier * stance, group, tier, episode, stance)


def likelihood_ratio(report: Report, universe: int) -> float:
    """The likelihood ratio of a report's values against the others inside its witness, with reliability c."""
    rho, named = report.reliability, len(report.values)
    if report.kind == "deny":
        return (1.0 - rho) / (1.0 + rho * named / (universe - named))
    return 1.0 + universe * rho / ((1.0 - rho) * named)
