"""Where a drifting quantity stands: belief specification §5, Numbers (trends), and provenance §§2, 3 for a scalar."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs import reliability
from nous.beliefs.errors import ValidationError
from nous.beliefs.quantity import Quantity
from nous.beliefs.report import Report
from nous.beliefs.trend import HYPOTHESES, Trend, Walk, _Hypotheses, _voices, trend, walk

USER, OTHER, POOL = ("user:ana", 0.95), ("user:bob", 0.95), ("~pool", 0.3)
Row = tuple[float, float, tuple[str, float]]
KILO = Quantity(72.0, "kg", "72 kg")


def track(
    rows: list[Row], at: float, movement: Walk | None = None, c: float = 0.9, episode: str | None = None
) -> Trend:
    """The trend of (day, kilos, witness) rows."""
    read = {repr(x): Quantity(x, "kg", f"{x} kg") for _, x, _ in rows}
    reports = [
        Report(f"{i:04}", t, (repr(x),), "assert", c, tier, group, tier, episode)
        for i, (t, x, (group, tier)) in enumerate(rows)
    ]
    return trend(reports, read, movement or walk(KILO, 365.0), at)


def kalman(rows: list[Row], at: float, movement: Walk) -> tuple[float, float]:
    """The textbook filter: P += q dt, gain P/(P+R)."""
    (now, mean, _), spread = rows[0], movement.noise**2
    for t, x, _ in rows[1:]:
        spread += movement.drift * (t - now)
        gain = spread / (spread + movement.noise**2)
        mean, spread, now = mean + gain * (x - mean), (1 - gain) * spread, t
    return mean, math.sqrt(spread + movement.drift * (at - now))


weights = st.lists(st.tuples(st.floats(0.0, 900.0), st.floats(60.0, 90.0)), min_size=1, max_size=12)


@given(st.lists(st.tuples(st.floats(0.5, 90.0), st.floats(-1.5, 1.5)), min_size=1, max_size=12))
def test_one_sound_witness_and_no_jumps_is_the_kalman_filter(steps: list[tuple[float, float]]) -> None:
    movement = Walk(drift=0.05, noise=0.7)
    rows: list[Row] = []
    t, x = 0.0, 70.0
    for gap, step in steps:
        t, x = t + gap, x + step
        rows.append((t, x, ("user:ana", 1 - 1e-12)))
    found = track(rows, 2000.0, movement, c=1 - 1e-12)
    mean, sd = kalman(rows, 2000.0, movement)
    assert found.mean == pytest.approx(mean, rel=1e-6) and found.sd == pytest.approx(sd, rel=1e-6)
    assert found.unknown < 1e-9


def test_the_kalman_filter_by_hand() -> None:
    movement = Walk(drift=0.05, noise=0.7)
    rows: list[Row] = [(0.0, 70.0, ("user:ana", 1 - 1e-12)), (10.0, 71.0, ("user:ana", 1 - 1e-12))]
    found = track(rows, 20.0, movement, c=1 - 1e-12)
    assert (found.mean, found.sd) == pytest.approx(kalman(rows, 20.0, movement), rel=1e-6)
    assert found.mean == pytest.approx(70.0 + (0.49 + 0.5) / (0.49 + 0.5 + 0.49))


@given(weights, st.floats(0.05, 0.97), st.floats(0.1, 0.99))
def test_a_witness_alone_is_never_known_beyond_its_ceiling(
    points: list[tuple[float, float]], tier: float, c: float
) -> None:
    rows: list[Row] = [(t, x, ("user:ana", tier)) for t, x in sorted(points)]
    found = track(rows, 901.0, c=c)
    assert found.probability <= tier + 1e-9
    assert found.unknown >= 1 - tier - 1e-9


@given(st.integers(1, 60), st.floats(20.0, 300.0), st.floats(0.0, 30.0), st.booleans())
def test_the_pool_never_drags_the_mean_however_often_it_speaks(
    count: int, value: float, age: float, spread: bool
) -> None:
    said_by_user: list[Row] = [(0.0, 72.0, USER)]
    flood: list[Row] = [(age + (i / count if spread else 0.0), value, POOL) for i in range(count)]
    alone, one, many = (track(rows, 32.0) for rows in (said_by_user, said_by_user + flood[:1], said_by_user + flood))
    assert alone.mean is not None and alone.sd is not None and many.mean is not None and one.mean is not None
    reach = 3.0 * alone.sd  # within what the user's own number may have become, the pool may say where it is
    assert abs(many.mean - 72.0) <= reach
    if abs(value - 72.0) > 8.0 * alone.sd:
        assert many.mean == pytest.approx(72.0, abs=0.1)
        assert many.elsewhere <= 0.35 and many.probability > many.elsewhere
        assert one.probability == pytest.approx(many.probability, abs=0.1)


def test_sybils_in_the_pool_are_one_witness_and_two_users_stand_firm() -> None:
    flood: list[Row] = [(1.0 + 0.01 * i, 100.0, POOL) for i in range(100)]
    two = track([(0.0, 72.0, USER), (0.0, 72.0, OTHER), *flood], 2.0)
    assert two.mean == pytest.approx(72.0, abs=0.05) and two.probability > 0.98


def test_trust_earned_by_agreeing_is_not_kept_when_the_pool_turns() -> None:
    """What was agreed on before counts for nothing: A(H) compares what the voices say now."""
    honest: list[Row] = [(float(i), 72.0, POOL) for i in range(20)]
    turned: list[Row] = [(20.0 + i, 100.0, POOL) for i in range(20)]
    with_past = track([(0.0, 72.0, USER), *honest, *turned], 40.0)
    without = track([(0.0, 72.0, USER), *turned], 40.0)
    assert with_past.mean == pytest.approx(72.0, abs=0.5)
    assert with_past.elsewhere == pytest.approx(without.elsewhere, abs=0.05)


@pytest.mark.parametrize("tier", [0.2, 0.3, 0.5])
def test_a_fresh_report_overturns_a_stale_one_after_log2_of_the_ratio_of_ceilings(tier: float) -> None:
    """The flip rule of provenance §3: after log2(x/s) half-lives, and no sooner."""
    still = Walk(drift=1e-9, noise=0.7, rate=math.log(2.0) / 365.0)
    flip = 365.0 * math.log2(0.95 / tier)
    for shift, value in ((-3.0, 72.0), (3.0, 100.0)):
        days = flip + shift
        found = track([(0.0, 72.0, USER), (days, 100.0, ("~pool", tier))], days, still, c=1 - 1e-9)
        assert found.mean == pytest.approx(value, abs=0.1)


def test_repetition_averages_misreading_away_and_nothing_else() -> None:
    once, often = track([(0.0, 72.0, USER)], 0.0), track([(0.0, 72.0, USER)] * 10, 0.0)
    assert once.probability == pytest.approx(0.95 * 0.9)
    assert often.probability == pytest.approx(0.95, abs=1e-4)
    assert once.sd is not None and often.sd is not None and often.sd == pytest.approx(once.sd / math.sqrt(10), rel=0.01)
    episode = track([(0.0, 72.0, USER)] * 10, 0.0, episode="e")
    assert episode.sd == pytest.approx(once.sd / math.sqrt(reliability.effective_count(10, 0.8)), rel=0.02)
    assert once.probability < episode.probability < 0.93


def test_a_slip_is_passed_over_and_a_change_is_followed() -> None:
    year: list[Row] = [(30.0 * i, 72.0, USER) for i in range(12)]
    slip = track([*year, (360.0, 90.0, USER), (390.0, 72.5, USER)], 390.0)
    change = track([*year, (360.0, 90.0, USER), (390.0, 90.0, USER)], 390.0)
    assert slip.mean == pytest.approx(72.4, abs=0.5)
    assert change.mean == pytest.approx(90.0, abs=1.5)


@given(weights, st.floats(0.0, 900.0), st.randoms(use_true_random=False))
def test_a_trend_is_a_pure_function_of_the_reports_by_then(
    points: list[tuple[float, float]], at: float, random: object
) -> None:
    rows: list[Row] = [(t, x, (USER, OTHER, POOL)[i % 3]) for i, (t, x) in enumerate(points)]
    read = {repr(x): Quantity(x, "kg", f"{x} kg") for _, x in points}
    reports = [Report(f"{i}", t, (repr(x),), "assert", 0.9, s, g, s) for i, (t, x, (g, s)) in enumerate(rows)]
    movement = walk(KILO, 365.0)
    found = trend(reports, read, movement, at)
    shuffled = list(reports)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert trend(shuffled, read, movement, at) == found
    assert trend([r for r in reports if r.t <= at], read, movement, at) == found
    assert found.probability + found.elsewhere + found.unknown == pytest.approx(1.0)
    assert all(bits >= 0.0 for _, bits in found.surprises)
    later = trend(reports, read, movement, 1e4).surprises
    if {r.group for r in reports if r.t <= at} == {r.group for r in reports}:
        assert dict(found.surprises) == {k: pytest.approx(dict(later)[k]) for k, _ in found.surprises}


@given(weights, st.floats(0.01, 100.0), st.floats(-500.0, 500.0))
def test_a_trend_does_not_depend_on_scale_and_origin(
    points: list[tuple[float, float]], scale: float, origin: float
) -> None:
    plain = Walk(0.05, 0.7, 0.002)
    scaled = Walk(0.05 * scale**2, 0.7 * scale, 0.002)
    rows: list[Row] = [(t, x, (USER, POOL)[i % 2]) for i, (t, x) in enumerate(points)]
    one = track(rows, 950.0, plain)
    two = track([(t, x * scale + origin, w) for t, x, w in rows], 950.0, scaled)
    assert two.unknown == pytest.approx(one.unknown, abs=1e-6)
    if abs(one.probability - one.elsewhere) > 1e-3 and two.probability == pytest.approx(one.probability, abs=1e-3):
        assert two.mean == pytest.approx((one.mean or 0.0) * scale + origin, rel=1e-5, abs=1e-5 * (1 + abs(origin)))


def test_surprise_is_the_tail_of_what_was_expected() -> None:
    sound = ("user:ana", 1 - 1e-12)
    movement = Walk(drift=0.05, noise=0.7)
    found = track([(0.0, 70.0, sound), (10.0, 72.0, sound)], 10.0, movement, c=1 - 1e-12)
    off = 2.0 / math.sqrt(0.49 + 0.5 + 0.49)
    assert [bits for _, bits in found.surprises] == pytest.approx(
        [0.0, -math.log2(math.erfc(off / math.sqrt(2)))], abs=1e-6
    )


def test_hedges_only_reach_their_own_ceiling() -> None:
    read = {"a": Quantity(72.0, "kg", "72 kg"), "b": Quantity(100.0, "kg", "100 kg")}
    maybe = [Report(f"{i}", 1.0 + i, ("b",), "assert", 0.9, 0.2375, "user:ana", 0.95, None, 0.25) for i in range(20)]
    firm = Report("f", 0.0, ("a",), "assert", 0.9, 0.95, "user:ana", 0.95)
    assert trend(maybe, read, walk(KILO, 365.0), 21.0).probability <= 0.2375 + 1e-9
    assert trend([firm, *maybe], read, walk(KILO, 365.0), 21.0).mean == pytest.approx(72.0, abs=0.1)


def test_agreement_is_the_sum_over_which_tracks_are_known() -> None:
    """A(H) of three voices against every choice of known and flat tracks, each product integrated numerically."""
    movement = Walk(drift=0.05, noise=0.7, rate=0.01)
    rows: list[Row] = [(0.0, 72.0, USER), (40.0, 74.0, OTHER), (60.0, 70.0, POOL), (60.0, 73.0, POOL)]
    reports = [Report(f"{i}", t, ("v",), "assert", 0.9, s, g, s) for i, (t, _, (g, s)) in enumerate(rows)]
    state = _Hypotheses(_voices(reports), movement, 0.8)
    for report, (_, x, _) in zip(reports, rows, strict=True):
        state.step(report, x)
    state.wait(70.0)
    found = state._agreement()

    grid = np.linspace(0.0, 150.0, 300_001)
    own = [tuple(float(part[0]) for part in state._own(axis)) for axis in range(3)]
    bells = [np.exp(-((grid - m) ** 2) / (2 * v)) / math.sqrt(2 * math.pi * v) for _, m, v in own]
    for sound in itertools.product((0, 1), repeat=3):
        want = 0.0
        for known in itertools.product(*[(0, 1) if s else (0,) for s in sound]):
            chosen = [bell for bell, k in zip(bells, known, strict=True) if k]
            share = math.prod(
                (k if held else 1 - k) if s else 1.0 for s, held, (k, _, _) in zip(sound, known, own, strict=True)
            )
            meet = (
                float(np.prod(chosen, axis=0).sum() * (grid[1] - grid[0])) / movement.flat ** (len(chosen) - 1)
                if chosen
                else 1.0
            )
            want += share * meet
        assert found[sound] == pytest.approx(want, rel=1e-6)


def test_many_voices_and_levels_are_thinned_and_stay_bounded() -> None:
    rows: list[Row] = [(float(i), 72.0, (f"user:{i % 14}", 0.95)) for i in range(60)]
    found = track(rows, 60.0)
    assert found.mean == pytest.approx(72.0) and 0.9 < found.probability <= 1.0
    pool: list[Row] = [(float(i), 72.0, ("~pool", 0.01 + 0.001 * i)) for i in range(450)]
    assert len(pool) > HYPOTHESES and track(pool, 450.0).probability <= 0.459 + 1e-9


def test_only_numbers_in_the_unit_of_the_first_are_used() -> None:
    read = {"a": Quantity(72.0, "kg", "72 kg"), "b": Quantity(72.0, "", "72")}
    reports = [Report(v, float(i), (v,), "assert", 0.9, 0.95, "user:ana", 0.95) for i, v in enumerate("abz")]
    denied = Report("d", 0.5, ("a",), "deny", 0.9, 0.95, "user:bob", 0.95)
    found = trend([*reports, denied], read, walk(KILO, 365.0), 3.0)
    assert [id for id, _ in found.surprises] == ["a"] and found.unit == "kg"
    assert trend([], read, walk(KILO, 365.0), 3.0) == Trend(3.0, "", None, None, 0.0, 1.0)
    with pytest.raises(ValidationError):
        Walk(drift=-1.0, noise=1.0)
