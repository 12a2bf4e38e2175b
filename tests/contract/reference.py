"""What must be believed, computed with the filters of the golden vectors from nothing but what Nous prints.

`history --json` gives times, reliabilities and provenance, `belief --json` the parameters. The numbers here come from
`nous.beliefs` as tests/golden/adapter.py calls it, in one pass from the start, without a store.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nous import Space
from nous.beliefs import provenance, reliability, replay
from nous.beliefs.evidence import Evidence, order_key
from nous.beliefs.provenance import Trust
from nous.beliefs.report import Parameters, reports
from nous.beliefs.sets import SetFilter
from nous.beliefs.witness import Revision, WitnessFilter
from nous.cli.render import delta_json
from nous.graph.times import days, micros

Json = dict[str, Any]
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Printed:
    """What the three commands print about one dimension."""

    history: list[Json]
    belief: Json
    why: Json


def printed(space: Space, entity: str, attribute: str, at: str) -> Printed:
    """The same from the library, through JSON text, as the command line prints it."""
    why = space.why(entity, attribute, at=at)
    contributions = [{"id": c.delta.id, "bits": c.bits} for c in why.contributions]
    found = (
        [delta_json(d, space.name) for d in space.history(entity, attribute)],
        space.belief(entity, attribute, at=at).as_json(),
        {"value": why.value, "log_odds_bits": why.log_odds_bits, "contributions": contributions},
    )
    history, belief, reasons = json.loads(json.dumps(found, allow_nan=False))
    return Printed(history, belief, reasons)


def moment(iso: str) -> float:
    """A printed time in days since 1970."""
    return days(micros(datetime.fromisoformat(iso)))


def parameters(printed: Json) -> Parameters:
    """The parameters that a belief prints."""
    trust = Trust(
        tiers=printed["tiers"],
        source_tiers=printed.get("source_tiers", {}),
        factors=printed.get("factors", {}),
        pool=printed["pool"],
        rho_e=printed["rho_e"],
    )
    return Parameters(printed["K"], printed["eps"], reliability.rate(printed["half_life_days"]), trust)


def evidence(row: Json, rate: float) -> Evidence:
    """A printed delta; the dating factor of its width goes into its confidence."""
    return Evidence(
        id=row["id"],
        t=moment(row["at"]),
        value=str(row["value"]),
        kind=row["kind"],
        confidence=row["confidence"] * reliability.dating(rate, row["width_days"]),
        stance=row["stance"],
        channel=row["channel"],
        source=row["source"],
        episode=row["episode"],
        derived_from=tuple(row["derived_from"]),
    )


def run(
    log: Sequence[Evidence], known: Parameters, until: float, prior: float | None, retracted: Collection[str]
) -> tuple[WitnessFilter | SetFilter, dict[str, Revision]]:
    """The golden filter over all that counts by then, and what each piece did last."""
    belief = WitnessFilter(known) if prior is None else SetFilter(known, prior)
    did: dict[str, Revision] = {}
    for report in reports(log, provenance.stand(log, known.trust, retracted), known):
        if report.t <= until:
            revision = belief.step(report)
            if revision is not None:
                did[report.id] = revision
    return belief, did


def check(found: Printed) -> None:
    """Everything that was printed is what the golden filters give, to 1e-9."""
    known, prior = parameters(found.belief["parameters"]), found.belief["parameters"].get("prior")
    log = [evidence(row, known.rate) for row in found.history]
    retracted = {row["id"] for row in found.history if row["retracted"]}
    at = moment(found.belief["at"])
    belief, _ = run(log, known, at, prior, retracted)
    check_belief(found.belief, belief, at)
    if math.inf not in (known.universe,) and names(log) < known.universe:
        check_history(found.history, run(log, known, math.inf, prior, retracted)[1])
    check_why(found.why, log, known, at, prior, retracted)


def names(log: Sequence[Evidence]) -> int:
    """How many values a log names."""
    return len({e.value for e in log})


def check_belief(printed: Json, belief: WitnessFilter | SetFilter, at: float) -> None:
    """The distribution, the unknown, and what leads."""
    if isinstance(belief, SetFilter):
        q = belief.read(at)
        assert close(printed["distribution"], q)
        assert printed["members"].keys() == {v for v, p in q.items() if p >= 0.5}
        assert math.isclose(printed["unknown"], math.prod(1.0 - p for p in q.values()), abs_tol=TOLERANCE)
        return
    masses, unknown = belief.read(at)
    assert close(printed["distribution"], dict(zip(belief.names, masses, strict=True)))
    assert math.isclose(printed["unknown"], unknown, abs_tol=TOLERANCE)
    assert math.isclose(math.fsum(printed["distribution"].values()) + printed["unknown"], 1.0, abs_tol=TOLERANCE)
    assert printed["best"] == belief.leading(masses, unknown)


def check_history(history: Sequence[Json], did: Mapping[str, Revision]) -> None:
    """The surprise of each piece by the present replay, and the probability of its value before and after."""
    for row in history:
        revision = did.get(row["id"], Revision(0.0, 0.0, 0.0, 0.0, 0.0))
        assert math.isclose(row["surprise"], revision.surprise, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        assert math.isclose(row["prior"], revision.prior, abs_tol=TOLERANCE)
        assert math.isclose(row["posterior"], revision.posterior, abs_tol=TOLERANCE)


def check_why(
    why: Json, log: Sequence[Evidence], known: Parameters, at: float, prior: float | None, retracted: Collection[str]
) -> None:
    """Contribution i is L by the first i pieces in canonical order less L by the first i - 1; they add up to L."""
    total, want = 0.0, {}
    pieces = sorted(log, key=order_key)
    for i, piece in enumerate(pieces, 1):
        belief, _ = run(pieces[:i], known, at, prior, retracted)
        odds = 0.0 if why["value"] is None else belief.log_odds(why["value"], at) / math.log(2.0)
        want[piece.id], total = odds - total, odds
    bits = {c["id"]: c["bits"] for c in why["contributions"]}
    assert len(bits) == len(why["contributions"])
    for id, expected in want.items():
        assert math.isclose(bits.get(id, 0.0), expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE), id
    assert math.isclose(why["log_odds_bits"], total, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    assert math.isclose(math.fsum(bits.values()), why["log_odds_bits"], rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def check_plain(found: Printed) -> None:
    """Where each source speaks once, the belief is that of the plain filter, with tier × stance as reliability."""
    printed = found.belief["parameters"]
    rate = reliability.rate(printed["half_life_days"])
    model = replay.Plain(printed["K"], printed["eps"], math.exp(-rate) if rate else None)
    log = [
        Evidence(
            id=row["id"],
            t=moment(row["at"]),
            value=str(row["value"]),
            kind=row["kind"],
            confidence=row["confidence"] * reliability.dating(rate, row["width_days"]),
            stance=row["stance"] * row["tier"],
        )
        for row in found.history
    ]
    f = replay.filter(log, model, moment(found.belief["at"]))
    assert close(found.belief["distribution"], dict(zip(f.values, f.p, strict=True)))
    assert math.isclose(found.belief["unknown"], f.unknown, abs_tol=TOLERANCE)
    assert math.isclose(found.belief["entropy"], f.entropy, abs_tol=TOLERANCE)
    assert found.belief["best"] == f.best


def close(got: Mapping[str, float], want: Mapping[str, float]) -> bool:
    """Whether two distributions are equal to 1e-9."""
    return got.keys() == want.keys() and all(math.isclose(got[v], want[v], abs_tol=TOLERANCE) for v in want)
