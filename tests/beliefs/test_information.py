"""Entropy, divergence and decay of plain lists: belief specification §12, properties 15 to 18, 20, 21 and 34."""

import math

from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs.categorical import decay, kept, undecay
from nous.beliefs.information import divergence, entropy, entropy_bounds, jsd, kl, symkl

from .strategies import NAMES, beliefs

lams = st.floats(0.001, 0.9999)
spans = st.floats(0.0, 400.0)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    p = draw(beliefs(least=2))
    q = draw(beliefs(least=len(p), most=len(p)))
    return p, q


def close(a: list[float], b: list[float], tol: float = 1e-12) -> bool:
    return all(math.isclose(x, y, rel_tol=tol, abs_tol=tol) for x, y in zip(a, b, strict=True))


@given(beliefs(), lams, spans, spans)
def test_15_16_17_decay_adds_up_starts_at_nothing_and_ends_uniform(
    p: list[float], lam: float, a: float, b: float
) -> None:
    assert close(decay(decay(p, lam, a), lam, b), decay(p, lam, a + b))
    assert decay(p, lam, 0.0) == p
    assert close(decay(p, lam, math.inf), [1.0 / len(p)] * len(p), 1e-15)


@given(beliefs(least=2), lams, st.floats(0.0, 5.0))
def test_18_the_chi_square_contracts(p: list[float], lam: float, dt: float) -> None:
    n = len(p)
    before = math.fsum((x - 1.0 / n) ** 2 for x in p)
    after = math.fsum((x - 1.0 / n) ** 2 for x in decay(p, lam, dt))
    assert math.isclose(after, lam ** (2.0 * dt) * before, rel_tol=1e-9, abs_tol=1e-15)


@given(beliefs(least=2), lams, spans)
def test_undecay_goes_back(p: list[float], lam: float, dt: float) -> None:
    assume(lam**dt > 1e-3)
    assert close(undecay(decay(p, lam, dt), lam, dt), p, 1e-9)


@given(beliefs(least=2), lams, spans, spans)
def test_20_entropy_grows_within_its_bounds(p: list[float], lam: float, dt: float, more: float) -> None:
    later, latest = decay(p, lam, dt), decay(p, lam, dt + more)
    h0, ht = entropy(p), entropy(later)
    paper, concave, upper = entropy_bounds(p, kept(lam, dt)[0])
    assert paper <= concave + 1e-12 and concave <= ht + 1e-12 and ht <= upper + 1e-12
    assert h0 <= concave + 1e-12 and ht <= entropy(latest) + 1e-12


@given(pairs(), lams, spans)
def test_21_decay_never_drives_two_beliefs_apart(both: tuple[list[float], list[float]], lam: float, dt: float) -> None:
    p, q = both
    assert kl(decay(p, lam, dt), decay(q, lam, dt)) <= kl(p, q) + 1e-12


@given(pairs())
def test_34_the_divergences_are_what_they_are_called(both: tuple[list[float], list[float]]) -> None:
    p, q = both
    js, variation = jsd(p, q), math.fsum(abs(x - y) for x, y in zip(p, q, strict=True)) / 2.0
    assert kl(p, q) >= 0.0 and kl(p, p) == 0.0
    assert symkl(p, q) == symkl(q, p) and 0.0 <= js <= 1.0
    assert js <= symkl(p, q) / 4.0 + 1e-12
    assert 2.0 * js * math.log(2.0) >= variation**2 - 1e-12
    if variation > 1e-6:
        assert kl(p, q) > 0.0 and js > 0.0


@given(pairs(), st.integers(0, 30))
def test_34_open_beliefs_diverge_as_their_full_laws_do(both: tuple[list[float], list[float]], rest: int) -> None:
    """What the named values leave is spread over the unseen; the shared cell gives what K cells give."""
    p, q = both
    names, n = NAMES[: len(p)], len(p)
    keep = 0.7 if rest else 1.0
    a, b = ({v: keep * x for v, x in zip(names, law, strict=True)} for law in (p, q))
    full = [[keep * x for x in law] + [(1.0 - keep) / max(rest, 1)] * rest for law in (p, q)]
    ab, ba, sym, js = divergence(a, b, n + rest)
    assert close([ab, ba, sym, js], [kl(*full), kl(*full[::-1]), symkl(*full), jsd(*full)], 1e-9) or math.isinf(sym)
