"""Random logs of evidence, models and trust for the properties of the belief kernel."""

import math
from collections.abc import Sequence

from hypothesis import strategies as st

from nous.beliefs.evidence import Evidence, Kind
from nous.beliefs.provenance import TIERS, Trust, stand
from nous.beliefs.replay import Plain
from nous.beliefs.report import Parameters, Report, reports

NAMES = tuple(f"t:{x}" for x in ("acme", "bolt", "core", "dune", "echo", "fern", "gale", "haze"))
PLAIN_KINDS: tuple[Kind, ...] = ("assert", "deny", "end")
ALL_KINDS: tuple[Kind, ...] = ("assert", "deny", "end", "change")
TRUSTED = ("user", "tool", "operator")
LOW = ("web", "document", "hearsay", "unknown", "no such channel")
CHANNELS = (*TRUSTED, *TRUSTED, "assistant", *LOW)

hedges = st.sampled_from([1.0, 0.85, 0.6, 0.25])
"""Stances as the pipeline takes them."""

levels = st.sampled_from([1.0, 0.95, 0.5, 0.1, 0.0]) | st.floats(0.0, 1.0)
"""A confidence or a stance."""

sound = st.sampled_from([1.0, 0.95, 0.7]) | st.floats(0.05, 1.0)
"""A confidence that says something."""

times = st.integers(0, 6).map(float) | st.floats(0.0, 3000.0)
"""Event times: often equal, often far apart; in a list they stand in no order, so that evidence comes late."""

half_lives = st.sampled_from([2.0, 90.0, 365.0, 36_500.0]) | st.floats(0.5, 5_000.0)
rates = st.just(0.0) | half_lives.map(lambda days: math.log(2.0) / days)


@st.composite
def logs(
    draw: st.DrawFn,
    *,
    kinds: Sequence[Kind] = PLAIN_KINDS,
    names: Sequence[str] = NAMES[:4],
    channels: Sequence[str] = CHANNELS,
    sources: int = 3,
    stances: st.SearchStrategy[float] = hedges,
    confidences: st.SearchStrategy[float] = levels,
    episodes: int = 0,
    widths: bool = False,
    weights: bool = False,
    coarse: bool = False,
    derived: bool = False,
    min_size: int = 0,
    max_size: int = 12,
) -> list[Evidence]:
    """Evidence about one dimension in no particular order, its ids unlike the order of the list.

    `episodes` is how many there are to be in, 0 for none. `derived` lets pieces derive from others that come
    before them in the list, and from ids that are not in it.
    """
    size = draw(st.integers(min_size, max_size))
    ids = [f"e{n:02}" for n in draw(st.permutations(range(size)))]
    log: list[Evidence] = []
    for id in ids:
        value = draw(st.sampled_from(names))
        channel = draw(st.sampled_from(channels))
        rest = [v for v in names if v != value]
        kind = draw(st.sampled_from(kinds))
        parents = [*ids[: len(log)], "gone", "lost"]
        log.append(
            Evidence(
                id=id,
                t=draw(times),
                value=value,
                kind=kind,
                confidence=draw(confidences),
                stance=draw(stances),
                channel=channel,
                source=f"{channel}:{draw(st.integers(1, sources))}" if sources else "",
                episode=f"ep{draw(st.integers(1, episodes))}" if episodes and draw(st.booleans()) else None,
                width=draw(st.sampled_from([0.0, 1.0, 30.0, 365.0])) if widths else 0.0,
                weight=draw(st.sampled_from([1.0, 0.5, 0.0, 2.0])) if weights else 1.0,
                others=tuple(draw(st.lists(st.sampled_from(rest), unique=True, max_size=2)))
                if coarse and kind in ("assert", "deny")
                else (),
                derived_from=tuple(draw(st.lists(st.sampled_from(parents), unique=True, max_size=2)))
                if derived and draw(st.integers(0, 2)) == 0
                else (),
            )
        )
    return log


@st.composite
def models(draw: st.DrawFn, least: int = 9, most: int = 40) -> Plain:
    """Parameters of the plain filter with room for every name."""
    universe = draw(st.integers(least, most))
    eps = draw(st.sampled_from([0.01, 0.05, 0.1]) | st.floats(0.005, 0.6 * (universe - 1) / universe))
    rate = draw(rates)
    return Plain(universe, eps, None if rate == 0.0 else math.exp(-rate))


@st.composite
def trusts(draw: st.DrawFn) -> Trust:
    """Tiers as they are by default, or others, with overrides and track records of some sources."""
    if draw(st.booleans()):
        return Trust()
    tier = st.sampled_from([0.0, 0.2, 0.5, 0.6, 0.95]) | st.floats(0.0, 0.99)
    said = st.sampled_from([f"{c}:{n}" for c in ("user", "tool", "web") for n in (1, 2, 3)])
    return Trust(
        tiers={**TIERS, "tool": draw(tier), "web": draw(tier), "unknown": draw(tier)},
        source_tiers=draw(st.dictionaries(said, tier, max_size=2)),
        factors=draw(st.dictionaries(said, st.floats(0.0, 1.0), max_size=2)),
        pool=draw(st.sampled_from([0.5, 0.3, 0.0])),
        rho_e=draw(st.sampled_from([0.8, 0.5, 1.0, 0.0])),
    )


@st.composite
def parameters(
    draw: st.DrawFn, least: int = 9, most: int = 40, trust: st.SearchStrategy[Trust] | None = None
) -> Parameters:
    """Parameters of the witness filter with room for every name."""
    model = draw(models(least, most))
    return Parameters(model.universe, model.eps, model.rate, draw(trust if trust is not None else trusts()))


def full_logs(**changes: object) -> st.SearchStrategy[list[Evidence]]:
    """Logs with everything that evidence can have."""
    options = {"kinds": ALL_KINDS, "episodes": 2, "widths": True, "coarse": True, "derived": True, **changes}
    return logs(**options)  # type: ignore[arg-type]


def resolved(log: Sequence[Evidence], known: Parameters) -> list[Report]:
    """What of a log the filter steps over, in canonical order."""
    return reports(log, stand(log, known.trust), known)


def no_episode_returns(steps: Sequence[Report], cut: int) -> bool:
    """Whether no report from `cut` on belongs to an episode that was left before it."""
    before = [r.episode for r in steps[:cut] if r.episode is not None]
    return not before or all(r.episode == before[-1] or r.episode not in before for r in steps[cut:])


@st.composite
def beliefs(draw: st.DrawFn, least: int = 1, most: int = 8) -> list[float]:
    """A distribution, some of its masses tiny and some zero."""
    weights = draw(
        st.lists(st.sampled_from([0.0, 1e-12, 1.0]) | st.floats(0.0, 1.0), min_size=least, max_size=most).filter(any)
    )
    total = math.fsum(weights)
    return [w / total for w in weights]
