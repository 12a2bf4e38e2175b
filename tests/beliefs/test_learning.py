"""Parameters from the log: belief specification §3.4 and §5, track records of provenance specification §4."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs import replay
from nous.beliefs.confidence import MIN_LABELS, UNCALIBRATED, Method, calibrate
from nous.beliefs.errors import ValidationError
from nous.beliefs.evidence import Evidence
from nous.beliefs.learning import em_step, expected_jumps, learn, map_estimate, own_rate
from nous.beliefs.looks import independent
from nous.beliefs.pooled import PooledLogs
from nous.beliefs.provenance import Trust, stand
from nous.beliefs.records import track_records
from nous.beliefs.reliability import LN2
from nous.beliefs.replay import Plain
from nous.beliefs.report import Parameters

from .strategies import ALL_KINDS, NAMES, full_logs, logs, models, rates


def world(
    seed: int, entities: int, looks: int, half_life: float, noise: float, values: int = 20
) -> list[list[Evidence]]:
    """Logs of one attribute: [hazard] of §3.4, with looks every 14 days in the mean."""
    rng = np.random.default_rng(seed)
    found = []
    for entity in range(entities):
        now, t, log = int(rng.integers(values)), 0.0, []
        for look in range(looks):
            gap = float(rng.exponential(14.0))
            t += gap
            if rng.random() < -math.expm1(-LN2 / half_life * gap):
                now = int(rng.integers(values))
            heard = now if rng.random() >= noise else (now + int(rng.integers(1, values))) % values
            log.append(Evidence(f"{entity}-{look}", t, f"v{heard}"))
        found.append(log)
    return found


# ── the pooled evidence ─────────────────────────────────────────────────────────────────────────────────


@given(st.lists(logs(coarse=True, widths=True), max_size=4), models(), rates)
def test_the_pooled_evidence_is_the_sum_over_the_plain_filter(
    many: list[list[Evidence]], model: Plain, rate: float
) -> None:
    lam = None if rate == 0.0 else math.exp(-rate)
    want = math.fsum(replay.filter(x, replace(model, lam=lam), 1e6).log2_evidence for x in many)
    # exp and log of the rate cost a few digits, which a width of a year magnifies
    assert PooledLogs(many, model.universe).log2_evidence(rate, model.eps) == pytest.approx(want, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("rate", [0.0, 1e-6, 0.01])
def test_a_change_after_hundreds_of_confirmations_still_has_its_evidence(rate: float) -> None:
    log = [Evidence(f"{i:04}", 0.01 * i, "a" if i < 400 else "b") for i in range(900)]
    lam = None if rate == 0.0 else math.exp(-rate)
    want = replay.filter(log, Plain(32, 0.05, lam), 10.0).log2_evidence
    assert PooledLogs([log], 32).log2_evidence(rate, 0.05) == pytest.approx(want, rel=1e-9)


@given(st.lists(logs(max_size=6), max_size=4))
def test_what_the_pool_counts(many: list[list[Evidence]]) -> None:
    pool = PooledLogs(many, 32)
    times = [sorted(e.t for e in log) for log in many]
    gaps = [b - a for t in times for a, b in pairwise(t) if b > a]
    assert (pool.intervals, pool.entities) == (len(gaps), sum(1 for t in times if t and t[-1] > t[0]))
    assert pool.exposure == pytest.approx(sum(gaps))


# ── rate and eps ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("half_life", [30.0, 180.0, 1000.0])
def test_the_half_life_is_found_where_counting_changes_fails(half_life: float) -> None:
    """§3.4, 50 entities of 40 looks at noise .08: p10 to p90 were 29-33, 164-204, 773-1177."""
    many = world(1, 50, 40, half_life, 0.08)
    rate, eps = map_estimate(PooledLogs(many, 32))
    changes = sum(a.value != b.value for log in many for a, b in pairwise(log))
    counted = LN2 / (changes / sum(log[-1].t - log[0].t for log in many))

    assert half_life / 1.35 < LN2 / rate < half_life * 1.35
    assert 0.06 < eps < 0.1
    assert counted < 70.0


def test_em_climbs_to_the_rate_of_the_highest_evidence() -> None:
    many = world(2, 10, 15, 60.0, 0.08)
    rate = 0.005
    for _ in range(100):
        rate = em_step(many, Plain(32, 0.08, math.exp(-rate)))
    pool = PooledLogs(many, 32)
    top = pool.log2_evidence(rate, 0.08)

    assert all(pool.log2_evidence(rate * x, 0.08) < top for x in (0.8, 0.97, 1.03, 1.25))
    slope = (pool.log2_evidence(rate * 1.001, 0.08) - pool.log2_evidence(rate / 1.001, 0.08)) / 0.002
    assert slope == pytest.approx(0.0, abs=1e-4)


def test_em_with_the_prior_ends_where_the_search_does() -> None:
    many = world(3, 12, 12, 90.0, 0.05)
    rate, eps = map_estimate(PooledLogs(many, 32))
    again = em_step(many, Plain(32, eps, math.exp(-rate)), prior_half_life=365.0)
    assert again == pytest.approx(rate, rel=2e-3)


def test_expected_jumps_by_enumeration() -> None:
    """Two looks: the chance of at least one jump between them, by hand."""
    universe, eps, rate, gap = 4, 0.1, 0.02, 30.0
    stay = math.exp(-rate * gap)
    hit, miss = 1 - eps, eps / (universe - 1)
    for second in "ab":
        none = stay * sum((hit if v == "a" else miss) * (hit if v == second else miss) / universe for v in "abcd")
        some = (1 - stay) / universe**2  # both likelihoods sum to 1 over the values
        xi = some / (none + some)
        log = [Evidence("1", 0.0, "a"), Evidence("2", gap, second)]
        jumps, exposure = expected_jumps(log, Plain(universe, eps, math.exp(-rate)))
        assert exposure == gap
        assert jumps == pytest.approx(xi * rate * gap / (1 - stay))


@given(logs(kinds=("assert", "deny", "end")), models())
def test_jumps_are_possible_numbers_of_jumps(log: list[Evidence], model: Plain) -> None:
    jumps, exposure = expected_jumps(log, model)
    assert 0.0 <= jumps <= len(log) + model.rate * exposure + 1e-9
    if model.lam is None:
        assert jumps == 0.0


def test_confirmation_makes_a_dimension_more_stable_than_its_attribute() -> None:
    model = Plain(32, 0.05, math.exp(-LN2 / 1095))
    steady = [Evidence(str(i), 365.0 * i, "a") for i in range(10)]
    fickle = [Evidence(str(i), 365.0 * i, f"v{i}") for i in range(10)]
    assert own_rate(steady, model) < model.rate < own_rate(fickle, model)
    assert own_rate([], model) == pytest.approx(model.rate)
    with pytest.raises(ValidationError):
        own_rate(steady, Plain(32, 0.05))


def test_thin_evidence_leaves_the_default() -> None:
    few = learn("employer", world(4, 9, 10, 30.0, 0.05), universe=32, half_life=1095.0, eps=0.05)
    assert (few.changed, few.half_life_after, few.eps_after, few.gained) == (False, 1095.0, 0.05, 0.0)
    assert (few.entities, few.intervals) == (9, 81) and "10 entities or 200 intervals" in few.reason


@pytest.mark.parametrize(("entities", "looks"), [(10, 6), (2, 101)])
def test_ten_entities_or_two_hundred_intervals_are_enough(entities: int, looks: int) -> None:
    found = learn("employer", world(5, entities, looks, 30.0, 0.05), universe=32, half_life=1095.0, eps=0.05)
    assert found.changed and found.gained > 0.0
    assert found.half_life_after is not None and found.half_life_after < 365.0
    pool = PooledLogs(world(5, entities, looks, 30.0, 0.05), 32)
    assert found.gained == pytest.approx(
        pool.log2_evidence(LN2 / found.half_life_after, found.eps_after) - pool.log2_evidence(LN2 / 1095, 0.05)
    )


def test_the_prior_alone_moves_nothing() -> None:
    """Without a single change the prior would drag a birthplace from 100 years to two; the evidence is against it."""
    log = [[Evidence(f"{e}-{i}", 30.0 * i, f"v{e}") for i in range(5)] for e in range(12)]
    found = learn("birthplace", log, universe=32, half_life=36500.0, eps=0.002)
    assert not found.changed and "no more probable" in found.reason


# ── independent looks ───────────────────────────────────────────────────────────────────────────────────


@given(full_logs(), models())
def test_looks_are_what_the_plain_filter_takes(log: list[Evidence], model: Plain) -> None:
    trust = Trust()
    kept = independent(log, trust)
    standings = stand(log, trust)

    assert kept == independent(list(reversed(log)), trust)
    copies = [(standings[e.id].group, e.episode, e.values, e.kind) for e in kept if e.episode is not None]
    assert len(copies) == len(set(copies))
    for e in kept:
        standing = standings[e.id]
        original = next(x for x in log if x.id == e.id)
        assert standing.role in ("primary", "inferred") and e.t == standing.t
        assert standing.tier is not None and e.stance == standing.tier * original.stance
        assert e.kind in ("assert", "deny", "end") and not (e.kind == "end" and standing.group == "~pool")
    replay.filter(kept, model, 1e6)


def test_what_is_retracted_or_echoed_is_no_look() -> None:
    user = Evidence("1", 0.0, "Acme", channel="user", source="user:ana")
    echo = Evidence("2", 1.0, "Acme", channel="assistant")
    assert [e.id for e in independent([user, echo], Trust())] == ["1"]
    assert independent([user, echo], Trust(), retracted=["1"]) == []


# ── confidence ──────────────────────────────────────────────────────────────────────────────────────────


def labels(seed: int, count: int) -> list[tuple[float, bool]]:
    """An extractor that is right less often than it claims."""
    rng = np.random.default_rng(seed)
    claims = rng.choice([0.5, 0.7, 0.8, 0.9, 0.99], size=count)
    return [(float(c), bool(rng.random() < c**3)) for c in claims]


@pytest.mark.parametrize("method", ["bins", "isotonic"])
def test_an_extractor_that_claims_too_much_is_calibrated(method: Method) -> None:
    found = calibrate(labels(1, 3000), method)
    assert found.adopted and found.after < found.before - 0.2
    for claim in (0.7, 0.9, 0.99):
        assert found(claim) == pytest.approx(claim**3, abs=0.09)


def test_few_labels_leave_the_single_value() -> None:
    found = calibrate(labels(2, MIN_LABELS - 1))
    assert not found.adopted and found(0.3) == UNCALIBRATED


def test_a_calibration_that_predicts_no_better_is_not_adopted() -> None:
    rng = np.random.default_rng(3)
    noise = [(float(rng.random()), bool(rng.random() < 0.95)) for _ in range(200)]
    assert not calibrate(noise).adopted and calibrate(noise)(0.1) == UNCALIBRATED


@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.booleans()), min_size=MIN_LABELS, max_size=120))
def test_isotonic_never_falls_and_both_stay_probabilities(data: list[tuple[float, bool]]) -> None:
    steps = calibrate(data, "isotonic").steps
    claims, means = [c for c, _ in steps], [p for _, p in steps]
    assert claims == sorted(set(claims)) and claims[-1] == max(c for c, _ in data)
    assert all(0.0 < p < 1.0 for p in means)
    assert all(a < b for a, b in pairwise(means))
    assert len(calibrate(data, "bins").steps) <= 5


def test_bad_labels_are_refused() -> None:
    with pytest.raises(ValidationError):
        calibrate([(1.1, True)])
    with pytest.raises(ValidationError):
        calibrate([], "guess")  # type: ignore[arg-type]


# ── track records ───────────────────────────────────────────────────────────────────────────────────────

DECLARED = Trust(tiers={"user": 0.9, "web": 0.3, "document": 0.5, "unknown": 0.2})
PARAMETERS = Parameters(32, 0.05, 0.0, DECLARED)


def facts(seed: int, count: int, sound: dict[str, float]) -> list[tuple[list[Evidence], Parameters]]:
    """[learn] of the provenance specification: static facts, each told by every source."""
    rng = np.random.default_rng(seed)
    found = []
    for fact in range(count):
        truth, log = int(rng.integers(20)), []
        for i, (source, p) in enumerate(sound.items()):
            said = truth if rng.random() < p else int(rng.integers(20))
            channel = source.partition(":")[0]
            log.append(
                Evidence(f"{fact}-{source}", float(i), f"v{said}", channel=channel, source=source, confidence=0.95)
            )
        found.append((log, PARAMETERS))
    return found


def test_sources_are_told_apart_by_the_others() -> None:
    sound = {"user:a": 0.95, "user:b": 0.9, "user:c": 0.7, "user:d": 0.3, "user:e": 0.05}
    found = track_records(facts(0, 100, sound))
    after = [found[source].after for source in sound]
    assert after == sorted(after, reverse=True)
    assert after == pytest.approx(list(sound.values()), abs=0.1)
    assert all(r.before == 0.9 and r.hits <= r.looks <= 100 for r in found.values())


@given(st.lists(full_logs(channels=("user", "tool", "web", "document")), max_size=3))
def test_a_record_only_lowers_and_forgets_earlier_factors(many: list[list[Evidence]]) -> None:
    learned = Parameters(32, 0.05, 0.001, Trust(factors={"user:1": 0.3}))
    found = track_records([(log, Parameters(32, 0.05, 0.001)) for log in many])
    assert found == track_records([(log, learned) for log in many])
    for record in found.values():
        assert 0.0 < record.after <= record.before and 0.0 <= record.hits <= record.looks + 1e-9
        assert record.looks or record.after == record.before


def test_a_liar_who_repeats_himself_has_one_look_and_nobody_judges_himself() -> None:
    said = [Evidence(f"{w}", 0.0, "x", channel="user", source=f"user:{w}") for w in "abc"]
    lies = [Evidence(f"d{i}", float(i), "y", channel="user", source="user:d") for i in range(30)]
    record = track_records([(said + lies, PARAMETERS)])["user:d"]
    assert record.looks == 1 and record.hits < 0.01
    assert track_records([(lies, PARAMETERS)])["user:d"].looks == 0


def test_the_pool_cannot_talk_a_record_down() -> None:
    """A document at .5 is believed to .516 by itself: more than half, but nobody who knows."""
    dimensions = []
    for fact in range(50):
        user = Evidence(f"{fact}u", 0.0, "x", channel="user", source="user:ana")
        planted = [
            Evidence(f"{fact}-{i}", 1.0, "y", channel="document", source=f"document:{i}", confidence=1.0)
            for i in range(9)
        ]
        dimensions.append(([user, *planted], replace(PARAMETERS, eps=0.001)))
    assert track_records(dimensions)["user:ana"].looks == 0


def test_what_stems_from_a_source_does_not_vouch_for_it() -> None:
    root = Evidence("1", 0.0, "x", channel="user", source="user:a")
    told = [Evidence(f"t{i}", 1.0, "x", channel="user", source=f"user:t{i}", derived_from=("1",)) for i in range(3)]
    own = [replace(e, id=f"o{e.id}", derived_from=()) for e in told]
    assert track_records([([root, *told], PARAMETERS)])["user:a"].looks == 0
    inferred = [replace(e, value="y") for e in told]
    assert track_records([([root, *inferred], PARAMETERS)])["user:a"].looks == 0
    assert track_records([([root, *own], PARAMETERS)])["user:a"].looks == 1


def test_the_kinds_that_are_no_looks() -> None:
    others = [Evidence(w, 0.0, "x", channel="user", source=f"user:{w}") for w in "abc"]
    for kind in ALL_KINDS:
        said = Evidence("d", 1.0, NAMES[0], kind, channel="user", source="user:d")
        found = track_records([([*others, said], PARAMETERS)])
        assert ("user:d" in found) == (kind in ("assert", "change"))
