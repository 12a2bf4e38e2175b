"""The snapshot of a belief: what a dimension shows of it to whoever looks at the store itself."""

from __future__ import annotations

from heapq import nlargest

from nous.beliefs.decision import MEMBER, decide, decide_set
from nous.beliefs.sets import SetFilter, ranked

from .control import Control
from .model import Snapshot
from .running import Running
from .times import MICROSECONDS_A_DAY

VALUES = 20
"""Values in a snapshot at most."""


def snapshot(running: Running, control: Control) -> Snapshot:
    """A belief as of its last evidence; an empty one where nothing counts."""
    belief, attribute = running.belief, running.attribute
    if running.last is None:
        return Snapshot(None, (), (), 1.0, None, attribute.cardinality, attribute.half_life)
    t, universe = belief.t, belief.parameters.universe
    if isinstance(belief, SetFilter):
        masses, unknown, base, base_unknown = belief.read(t), 0.0, belief.prior, 0.0
        top = ranked(masses, [(v, m.asserted[0]) for v, m in belief.members.items() if m.asserted is not None])
        best = top[0] if top and masses[top[0]] >= MEMBER else None
        verdict = decide_set(belief, t, protected=attribute.protected)
    else:
        read, unknown = belief.read(t)
        masses = dict(zip(belief.names, read, strict=True))
        best = belief.leading(read, unknown)
        most = masses
        if len(read) > VALUES:
            least = nlargest(VALUES, read)[-1]
            most = {v: p for v, p in masses.items() if p >= least or v == best}
        top = [v for _, _, v in sorted((v != best, -p, v) for v, p in most.items())]
        base, base_unknown = 1.0 / universe, (universe - len(masses)) / universe
        verdict = decide(belief, t, protected=attribute.protected)
    top = top[:VALUES]
    said = [running.shown[v].text for v in top]
    keys = [(key, i) for i, value in enumerate(top) for key in control.spellings(attribute.key, value)]
    return Snapshot(
        best=None if best is None else running.shown[best].text,
        values=tuple(said),
        probabilities=tuple([masses[v] for v in top]),
        unknown=unknown,
        at_micros=round(t * MICROSECONDS_A_DAY),
        cardinality=attribute.cardinality,
        half_life=attribute.half_life,
        base=base,
        base_unknown=base_unknown,
        decision=verdict.verdict,
        candidates=tuple(running.shown[v].text for v in verdict.candidates),
        keys=tuple([key for key, _ in keys]),
        key_values=tuple([i for _, i in keys]),
    )
