"""Numbers, units, ordinals: belief specification §5; cases 021 to 024."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nous.beliefs import reliability
from nous.beliefs.baselines import belief
from nous.beliefs.errors import UnknownValue, ValidationError
from nous.beliefs.evidence import Evidence
from nous.beliefs.numerals import read_number
from nous.beliefs.quantity import Quantity, Tolerance, join, ordinal_belief, ordinal_likelihood, read_quantity
from nous.beliefs.report import Parameters

PARAMETERS = Parameters(32, 0.05, math.log(2.0) / 365.0)


def said(*values: str, gap: float = 1.0) -> list[Evidence]:
    return [
        Evidence(f"{i:03}", gap * i, v, channel="user", source="user:ann", confidence=0.95)
        for i, v in enumerate(values)
    ]


# ── number formats ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("written", "locale", "number"),
    [
        ("1.200,50", None, 1200.5),
        ("1,200.50", None, 1200.5),
        ("1.200,50", "en", 1200.5),
        ("1.200", None, None),
        ("1,200", None, None),
        ("1.200", "de", 1200.0),
        ("1.200", "en-GB", 1.2),
        ("1,200", "de", 1.2),
        ("1,200", "en", 1200.0),
        ("1.200", "fr", None),
        ("1,200", "sv-SE", 1.2),
        ("1.200", "de-CH", 1.2),
        ("1.200", "es-MX", 1.2),
        ("1 200,5", None, 1200.5),
        ("1\u202f200", None, 1200.0),
        ("1'200.50", None, 1200.5),
        ("12,34,567", None, 1234567.0),
        ("1.234.567", None, 1234567.0),
        ("0.200", None, 0.2),
        ("158.7", None, 158.7),
        ("1,5", "en", 1.5),
        ("−5", None, -5.0),
        ("1e3", None, 1000.0),
        (".5", None, 0.5),
        ("1.2.3", None, None),
        ("1,23,4", None, None),
        ("1.200.50", None, None),
        ("12 34", None, None),
        ("1,200,50.5", None, None),
        ("5.", None, None),
        ("--5", None, None),
        ("1e999", None, None),
        ("9" * 400, None, None),
        ("٣٤", None, None),
        ("", None, None),
        ("twelve", None, None),
    ],
)
def test_a_number_is_read_by_structure_or_locale_and_never_by_a_guess(
    written: str, locale: str | None, number: float | None
) -> None:
    assert read_number(written, locale) == number


@given(
    st.integers(0, 10**9),
    st.integers(0, 99),
    st.sampled_from([("en", ",", "."), ("de", ".", ","), ("fr", "\u202f", ",")]),
)
def test_what_a_locale_writes_is_read_back(whole: int, cents: int, form: tuple[str, str, str]) -> None:
    locale, group, decimal = form
    grouped = f"{whole:,}".replace(",", group)
    assert read_number(f"{grouped}{decimal}{cents:02}", locale) == pytest.approx(whole + cents / 100)
    assert read_number(grouped, locale) == whole


@given(st.text(max_size=80))
def test_any_text_is_read_or_left_alone(text: str) -> None:
    found = read_quantity(text)
    assert found is None or (math.isfinite(found.magnitude) and found.written)


@given(st.text("0123456789 .,'", min_size=60, max_size=2000))
def test_a_long_run_of_digits_and_marks_is_left_alone_at_once(text: str) -> None:
    assume(len(" ".join(text.split())) > 64)
    assert read_quantity(text) is None


def test_a_malformed_locale_is_refused_and_an_unknown_one_decides_nothing() -> None:
    with pytest.raises(ValidationError):
        read_quantity("1.200 EUR", locale="1.200")
    assert read_quantity("1.200 EUR", locale="qu") is None


# ── units ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("written", "magnitude", "unit"),
    [
        ("72 kg", 72.0, "kg"),
        ("72kg", 72.0, "kg"),
        ("158.7 lb", 71.985109119, "kg"),
        ("11 st 4 lb", 71.66759446, "kg"),
        ("5'11\"", 1.8034, "m"),
        ("5’11”", 1.8034, "m"),
        ("5′ 11″", 1.8034, "m"),
        ("5'11", 1.8034, "m"),
        ("5 ft 11 in", 1.8034, "m"),
        ("180.3 cm", 1.803, "m"),
        ("1,80 m", 1.8, "m"),
        ("1 h 30 min", 5400.0, "s"),
        ("-5 °C", 268.15, "K"),
        ("98.6 °F", 310.15, "K"),
        ("50 m²", 50.0, "m**2"),
        ("36 km/h", 10.0, "m/s"),
        ("12%", 12.0, "%"),
        ("€1,200.50", 1200.5, "EUR"),
        ("1.200,50 EUR", 1200.5, "EUR"),
        ("usd 5", 5.0, "USD"),
        ("$120k a year", 120_000.0, "$/year"),
        ("1.2M EUR", 1_200_000.0, "EUR"),
        ("-$5", -5.0, "$"),
        ("3 furlongs", 603.504, "m"),
        ("12", 12.0, ""),
        ("12.5", 12.5, ""),
    ],
)
def test_a_quantity_in_base_units(written: str, magnitude: float, unit: str) -> None:
    found = read_quantity(written)
    assert found is not None and found.unit == unit and found.written == written
    assert found.magnitude == pytest.approx(magnitude, rel=1e-5)


@pytest.mark.parametrize(
    "written",
    "1.200 EUR|3.10|01067|5 cats|3 kids|5 k|5'13\"|30 min 1 h|5 ft 3 kg|72 kg kg|7/8|10:30|70-72 kg|~70 kg|kg||"
    "2023-05-12|20 °C 3 °F|1e3|ten kg|5 °|5 c".split("|"),
)
def test_what_cannot_be_read_without_a_guess_stays_text(written: str) -> None:
    assert read_quantity(written) is None


def test_a_unit_given_beside_a_number_and_none_invented() -> None:
    assert read_quantity(180, unit="cm") == Quantity(1.8, "m", "180 cm")
    assert read_quantity("3.10", unit="kg") == Quantity(3.1, "kg", "3.10 kg")
    assert read_quantity(12) == Quantity(12.0, "", "12")
    assert read_quantity(12, unit="apples") == Quantity(12.0, "apples", "12 apples")
    assert read_quantity("72 kg", unit="lb") == Quantity(72.0, "kg", "72 kg")
    for value in (True, math.nan, math.inf, 10**400):
        assert read_quantity(value) is None


def test_a_dollar_is_some_countrys_only_where_the_locale_says_so() -> None:
    assert [getattr(read_quantity("$5", locale=x), "unit", None) for x in (None, "en", "en-US", "en-CA")] == [
        "$",
        "$",
        "USD",
        "CAD",
    ]


# ── joining ─────────────────────────────────────────────────────────────────────────────────────────────


def joined(*values: str, tolerance: Tolerance | None = None) -> tuple[list[str], dict[str, str]]:
    log = said(*values)
    read = {v: q for v in values if (q := read_quantity(v)) is not None}
    found = join(log, read, tolerance)
    return [e.value for e in found.log], dict(found.display)


def test_case_021_two_formats_are_one_amount_and_the_ambiguous_one_is_text() -> None:
    assert joined("1.200,50 EUR", "1,200.50 EUR") == (["1.200,50 EUR"] * 2, {"1.200,50 EUR": "1,200.50 EUR"})
    assert joined("1.200 EUR", "1.2 EUR", "1200 EUR")[0] == ["1.200 EUR", "1.2 EUR", "1200 EUR"]


def test_cases_022_and_023_units_and_feet() -> None:
    assert joined("72 kg", "158.7 lb")[0] == ["72 kg"] * 2
    assert joined("5'11\"", "180.3 cm")[1] == {"5'11\"": "180.3 cm"}
    assert joined("12", "12 km", "12 kg")[0] == ["12", "12 km", "12 kg"], (
        "no unit is invented, none converts to another"
    )


def test_case_024_a_change_of_two_kilos_is_a_change() -> None:
    log = [replace(e, t=t) for e, t in zip(said("70 kg", "72 kg"), (0.0, 151.0), strict=True)]
    found = join(log, {v: q for v in ("70 kg", "72 kg") if (q := read_quantity(v)) is not None})
    known = Parameters(32, 0.05, math.log(2.0) / 365.0)
    assert belief("witness filter", found.log, known, 22.0).best == "70 kg"
    assert belief("witness filter", found.log, known, 172.0).best == "72 kg"


def test_temperatures_are_not_joined_by_a_share_of_their_distance_from_absolute_zero() -> None:
    assert joined("36.6 °C", "38.5 °C")[0] == ["36.6 °C", "38.5 °C"]
    assert joined("37 °C", "98.6 °F")[0] == ["37 °C", "37 °C"]


def test_a_number_joins_the_nearest_value_and_values_do_not_wander() -> None:
    assert joined("100 kg", "103 kg", "101.4 kg", "101.6 kg")[0] == ["100 kg", "103 kg", "100 kg", "103 kg"]
    drift = [f"{70 + 0.5 * i:.1f} kg" for i in range(12)]
    assert len(set(joined(*drift)[0])) == 4, "every step is within tolerance of the last, the whole is not"
    assert joined("0 kg", "0.5 kg", tolerance=Tolerance(0.02, 1.0))[0] == ["0 kg", "0 kg"]


@given(st.lists(st.integers(1, 400), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_joining_is_a_pure_function_of_the_evidence(numbers: list[int], random: object) -> None:
    values = [f"{n} kg" for n in numbers]
    log = said(*values)
    read = {v: Quantity(float(n), "kg", v) for n, v in zip(numbers, values, strict=True)}
    shuffled = [*log, log[0]]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    found = join(log, read)

    assert join(shuffled, read) == found
    homes = {e.value for e in found.log}
    limits = Tolerance()
    for e, original in zip(found.log, log, strict=True):
        x, home = read[original.value], read[e.value]
        assert abs(x.magnitude - home.magnitude) <= limits.reach(x)
        earlier = [read[o.value] for o in found.log if o.t < e.t]
        near = [q for q in earlier if abs(q.magnitude - x.magnitude) <= limits.reach(x)]
        assert bool(near) == (e.value != original.value or original.value in {o.value for o in found.log if o.t < e.t})
    assert set(found.display) == homes and set(found.display.values()) <= set(values)
    assert found.display[found.log[-1].value] == values[-1], "the latest wording is shown"


def test_a_denial_joins_as_well_and_is_not_shown() -> None:
    log = [*said("72 kg"), Evidence("9", 9.0, "158.7 lb", "deny")]
    read = {v: q for v in ("72 kg", "158.7 lb") if (q := read_quantity(v)) is not None}
    found = join(log, read)
    assert [e.value for e in found.log] == ["72 kg", "72 kg"] and found.display == {"72 kg": "72 kg"}


# ── ordinals ────────────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(2, 12), st.floats(0.01, 0.9), st.integers(0, 4))
def test_the_triangle_sums_to_one_over_what_may_be_heard(grades: int, eps: float, width: int) -> None:
    rows = [ordinal_likelihood(grades, o, eps, width) for o in range(grades)]
    for v in range(grades):
        assert math.fsum(row[v] for row in rows) == pytest.approx(1.0)
    for o, row in enumerate(rows):
        assert row[o] == max(row) or width > 0
        assert min(row) >= eps / grades - 1e-15
    if width == 0:
        _, wrong, _ = reliability.channel(eps * (grades - 1) / grades, grades)
        assert rows[0] == pytest.approx([1 - wrong, *[wrong / (grades - 1)] * (grades - 1)])


def test_a_near_miss_supports_its_neighbour_more_than_the_far_end() -> None:
    scale = ["awful", "bad", "fair", "good", "great"]
    found = ordinal_belief(said("great", "good"), scale, 0.1, 0.0, 5.0)
    assert found.best in ("good", "great") and found.masses["fair"] > found.masses["awful"]
    faded = ordinal_belief(said("great"), scale, 0.1, 1.0, 1e6)
    assert list(faded.masses.values()) == pytest.approx([0.2] * 5)
    with pytest.raises(UnknownValue):
        ordinal_belief(said("superb"), scale, 0.1, 0.0, 5.0)
    with pytest.raises(ValidationError):
        ordinal_likelihood(5, 5, 0.1)
