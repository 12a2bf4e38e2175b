"""The law: one distribution in odds. Belief specification §12, properties 1, 15 to 19 and 44, and its two paths."""

import json
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.beliefs import law as module
from nous.beliefs.law import Law
from nous.beliefs.report import Parameters, Report
from nous.beliefs.witness import WitnessFilter

Operation = tuple[str, int, float]
exponents = st.sampled_from([0.0, -1e-18, -1e-9, -1e-3, -1.0, -30.0, -800.0]) | st.floats(-5.0, 0.0)
ratios = st.sampled_from([1e-12, 0.05, 1.0, 18.0, 589.0, 1e15]) | st.floats(-30.0, 30.0).map(math.exp)
shares = st.sampled_from([0.0, 1e-12, 0.05, 0.5, 1.0]) | st.floats(0.0, 1.0)
operations = st.lists(
    st.one_of(
        st.tuples(st.just("weigh"), st.integers(0, 5), ratios),
        st.tuples(st.just("decay"), st.just(0), exponents),
        st.tuples(st.just("move"), st.integers(0, 5), shares),
        st.tuples(st.just("name"), st.just(0), st.just(0.0)),
    ),
    max_size=25,
)
"""What may happen to a law with at least six names."""


def apply(law: Law, operation: Operation) -> None:
    what, i, x = operation
    if what == "weigh":
        law.weigh([i], [x])
    elif what == "decay":
        law.decay(x)
    elif what == "move":
        law.move(i, x)
    elif len(law) < law.universe - 1:
        law.name()


def made(done: list[Operation], universe: int = 40, names: int = 6) -> Law:
    law = Law(universe)
    for _ in range(names):
        law.name()
    for operation in done:
        apply(law, operation)
    return law


def whole(law: Law) -> list[float]:
    """The masses of all K values."""
    unseen = law.universe - len(law)
    return [*law.masses(), *([law.unknown() / unseen] * unseen if unseen else [])]


def close(a: list[float], b: list[float], tol: float = 1e-12) -> bool:
    return len(a) == len(b) and all(math.isclose(x, y, rel_tol=tol, abs_tol=tol) for x, y in zip(a, b, strict=True))


@given(operations)
def test_01_sums_to_one_after_every_operation(done: list[Operation]) -> None:
    law = made([])
    for operation in done:
        apply(law, operation)
        assert all(0.0 <= p <= 1.0 + 1e-14 for p in law.masses()) and law.unknown() >= 0.0
        assert math.isclose(math.fsum(law.masses()) + law.unknown(), 1.0, rel_tol=1e-12)
        assert close([law.probability(i) for i in range(len(law))], law.masses(), 1e-14)


@given(operations)
def test_naming_a_value_changes_no_probability(done: list[Operation]) -> None:
    law = made(done)
    before, each = law.masses(), law.unknown() / (law.universe - len(law))
    law.name()
    assert law.masses()[:-1] == before and close([law.masses()[-1]], [each], 1e-14)


@given(operations, st.floats(-3.0, 0.0), st.floats(-3.0, 0.0))
def test_15_decay_adds_up(done: list[Operation], a: float, b: float) -> None:
    twice, once = made(done), made(done)
    twice.decay(a)
    twice.decay(b)
    once.decay(a + b)
    assert close(whole(twice), whole(once))


@given(operations)
def test_16_no_time_is_no_decay_bitwise(done: list[Operation]) -> None:
    law = made(done)
    before = law.dump()
    law.decay(0.0)
    law.decay(-0.0)
    assert law.dump() == before


@given(operations)
def test_17_after_for_ever_nothing_is_known(done: list[Operation]) -> None:
    law = made(done)
    law.decay(-math.inf)
    assert close(whole(law), [1.0 / law.universe] * law.universe, 1e-15)
    law.weigh([0], [31.0])
    assert math.isclose(law.probability(0), 31.0 / (30 + law.universe), rel_tol=1e-12)


@given(operations, st.floats(-3.0, 0.0))
def test_18_the_distance_to_uniform_contracts_exactly(done: list[Operation], exponent: float) -> None:
    """sum (p - 1/K)^2 shrinks by lambda^(2 dt): the sharpest test of Eq. 4."""
    law = made(done)
    before = math.fsum((p - 1.0 / law.universe) ** 2 for p in whole(law))
    law.decay(exponent)
    after = math.fsum((p - 1.0 / law.universe) ** 2 for p in whole(law))
    assert math.isclose(after, math.exp(2.0 * exponent) * before, rel_tol=1e-9, abs_tol=1e-15)


@given(operations, st.floats(-3.0, 0.0))
def test_19_decay_keeps_the_order(done: list[Operation], exponent: float) -> None:
    law = made(done)
    before = law.masses()
    law.decay(exponent)
    after = law.masses()
    for i in range(len(before)):
        for j in range(len(before)):
            assert after[i] >= after[j] * (1.0 - 1e-14) or before[i] < before[j]


@given(operations, st.data())
def test_dumped_anywhere_and_loaded_it_goes_on_bitwise(done: list[Operation], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(done)))
    law = Law.load(json.loads(json.dumps(made(done[:cut]).dump())))
    for operation in done[cut:]:
        apply(law, operation)
    assert law.dump() == made(done).dump() and law.masses() == made(done).masses()


@given(operations)
def test_a_copy_is_independent(done: list[Operation]) -> None:
    law = made(done)
    before, twin = law.dump(), law.copy()
    assert twin.dump() == before
    twin.weigh([0], [5.0])
    twin.decay(-0.5)
    twin.move(1, 0.2)
    assert law.dump() == before


@pytest.fixture
def looped(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Operation]], Law]:
    """Makes a law of 80 names value by value, as if numpy did not pay."""

    def make(done: list[Operation]) -> Law:
        with monkeypatch.context() as patched:
            patched.setattr(module, "VECTOR_FROM", 10**9)
            return made(done, 200, 80)

    return make


def test_the_vector_path_is_the_loop(looped: Callable[[list[Operation]], Law]) -> None:
    """At 80 names, to 1e-12, with values far below the unseen ones, odds beyond a float, and ends."""

    @given(operations)
    def same(done: list[Operation]) -> None:
        vector, loop = made(done, 200, 80), looped(done)
        assert isinstance(vector.odds, np.ndarray)
        assert close(vector.masses(), loop.masses()) and close([vector.unknown()], [loop.unknown()])
        places, of = [0, 3, 5, 70], [1.0, -2.0, 0.5, 3.0]
        assert close([vector.expectation(places, of)], [loop.expectation(places, of)])
        into, other = [0.0] * len(loop), np.zeros(len(vector))
        unseen = loop.mix(0.5, into), vector.mix(0.5, other)
        assert close(into, other.tolist()) and close([unseen[0]], [unseen[1]])
        for i in (0, 1, 2, 3, 4, 5, 79):
            assert math.isclose(vector.log_odds(i), loop.log_odds(i), rel_tol=1e-12, abs_tol=1e-12)
        many = list(range(70))
        by = [math.exp((i % 7) - 3.0) for i in many]
        vector.weigh(many, by)
        loop.weigh(many, by)
        assert close(vector.masses(), loop.masses())

    same()


def test_odds_beyond_any_float_are_kept_and_come_back() -> None:
    """Six hundred denials of one value and assertions of another: e^±3800, then decay to a number again."""
    law = made([])
    for _ in range(600):
        law.weigh([0], [589.0])
        law.weigh([1], [1.0 / 589.0])
    want = 600.0 * math.log(589.0)
    assert law.far and math.isclose(law.log_odds(0), want, rel_tol=1e-12)
    assert math.isclose(law.log_odds(1), -want, rel_tol=1e-12) and law.probability(0) == 1.0
    assert close(whole(law)[2:3], [0.0])
    law.decay(-0.01)
    floor = -math.expm1(-0.01) / 40
    assert not law.far and close(law.masses()[:2], [math.exp(-0.01) + floor, floor])


def test_44_a_hundred_thousand_confirmations() -> None:
    """Finite, sum 1, log odds linear in their number to 1e-9; and one contradiction after a decay still counts."""
    known = Parameters(32, 0.05, 0.0)
    belief, seen = WitnessFilter(known), {}
    for n in range(1, 100_001):
        belief.step(Report(f"{n:06}", 0.0, ("acme",), "assert", 0.9, 0.9, f"user:{n}" if n < 4 else "user:4", 0.9))
        if n in (1, 10, 100):
            seen[n] = belief.p.log_odds(0)
    law = belief.witnesses["user:4"].laws[0]
    each = math.log1p(32 * 0.9 / 0.1)
    assert math.isclose(law.log_odds(0), (100_000 - 3) * each, rel_tol=1e-9)
    assert math.isclose(sum(belief.p.masses()) + belief.p.unknown(), 1.0, rel_tol=1e-12)
    assert 0.0 < belief.p.unknown() < 1e-3


def test_44_as_many_independent_witnesses_are_linear_too() -> None:
    law = Law(32)
    law.name()
    ratio = 1.0 + 32 * 0.9 / 0.1
    for n in range(1, 100_001):
        law.weigh([0], [ratio])
        if n in (1, 10, 1000, 100_000):
            assert math.isclose(law.log_odds(0), n * math.log(ratio), rel_tol=1e-9)
    law.name()
    law.decay(-0.01)
    before = law.probability(0)
    law.weigh([1], [ratio])
    assert law.probability(0) < before - 1e-3 and math.isclose(sum(law.masses()) + law.unknown(), 1.0)
