"""Units by the words that people use for them; pint converts, and is loaded only when something is to be converted.

A short table stands before pint, since pint alone reads "2 cats" as centi-technical-atmospheres. Currencies,
percent and beats a minute are plain units: they never convert.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from .numerals import split_locale

if TYPE_CHECKING:
    import pint

_TABLE = """
kilogram: kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes
gram: g gr gram grams gramme grammes
milligram: mg milligram milligrams
microgram: µg μg mcg microgram micrograms
metric_ton: t tonne tonnes
pound: lb lbs lb. lbs. pound pounds
stone: st stone stones
ounce: oz oz. ounce ounces
meter: m meter meters metre metres
centimeter: cm centimeter centimeters centimetre centimetres
millimeter: mm millimeter millimeters millimetre millimetres
kilometer: km kms kilometer kilometers kilometre kilometres
mile: mi mile miles
foot: ft ft. foot feet
inch: in in. inch inches
yard: yd yds yard yards
second: s sec secs second seconds
minute: min mins min. minute minutes
hour: h hr hrs hour hours
day: d day days
week: wk wks week weeks
month: mo month months
year: y yr yrs year years
degC: °c ℃ celsius degc degree_celsius degrees_celsius
degF: °f ℉ fahrenheit degf degree_fahrenheit degrees_fahrenheit
kelvin: kelvin
meter**2: m² m2 m^2 sqm sq_m square_metre square_metres square_meter square_meters
kilometer**2: km² km2 km^2 square_kilometres square_kilometers
foot**2: ft² ft2 sqft sq_ft sq._ft. square_foot square_feet
hectare: ha hectare hectares
acre: acre acres
meter**3: m³ m3 m^3 cubic_metres cubic_meters
liter: l liter liters litre litres
milliliter: ml milliliter milliliters millilitre millilitres
centiliter: cl
deciliter: dl
gallon: gal gallon gallons
kilometer/hour: km/h kmh kph
mile/hour: mph
meter/second: m/s
kilocalorie: kcal
joule: joule joules
kilojoule: kj
kilowatt*hour: kwh
watt: w watt watts
kilowatt: kw
horsepower: hp
volt: v volt volts
mmHg: mmhg
bar: bar
hectopascal: hpa
psi: psi
milligram/deciliter: mg/dl
millimole/liter: mmol/l
kilobyte: kb
megabyte: mb
gigabyte: gb
terabyte: tb
hertz: hz
kilohertz: khz
megahertz: mhz
gigahertz: ghz
"""
"""Each unit as pint calls it, and the words for it, in lower case, with _ for a space."""

_CODES = """
AED ARS AUD BDT BGN BRL BTC CAD CHF CLP CNY COP CZK DKK EGP ETH EUR GBP HKD HUF IDR ILS INR JPY KES KRW KWD LKR MAD
MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR
"""

_SIGNS = """
EUR: € euro euros
GBP: £ pounds_sterling
INR: ₹
KRW: ₩
RUB: ₽
ILS: ₪
TRY: ₺
UAH: ₴
VND: ₫
JPY: yen
PLN: zł
CZK: kč
BRL: r$
USD: us$
CAD: c$ ca$
AUD: a$ au$
NZD: nz$
SGD: s$
HKD: hk$
$: $ dollar dollars
¥: ¥
kr: kr
"""
"""Currencies by sign and word; a dollar, a ¥ and a krone stay what they are, since several countries have one."""


def _read(table: str) -> Mapping[str, str]:
    """From each word of a table to what it stands for."""
    rows = (line.partition(": ") for line in table.strip().splitlines())
    return MappingProxyType({word.replace("_", " "): name for name, _, words in rows for word in words.split()})


_UNITS = _read(_TABLE)
_MARKS = _read(_SIGNS)
_PLAIN: Mapping[str, str] = MappingProxyType({"%": "%", "percent": "%", "per cent": "%", "bpm": "bpm"})
_EXACT: Mapping[str, str] = MappingProxyType(
    {"K": "kelvin", "A": "ampere", "J": "joule", "N": "newton", "Pa": "pascal"}
)
CURRENCIES = frozenset(_CODES.split())
"""Codes that are read as currencies."""

_DOLLARS: Mapping[str, str] = MappingProxyType(
    {
        "US": "USD",
        "CA": "CAD",
        "AU": "AUD",
        "NZ": "NZD",
        "SG": "SGD",
        "HK": "HKD",
        "MX": "MXN",
        "CL": "CLP",
        "CO": "COP",
    }
)
_PERIODS = re.compile(
    r"\s*(?:(?:/|per|an?|each)\s*(hour|h|hr|day|week|month|mo|year|yr)|(hourly|monthly|yearly|p\.a\.))"
)
_EVERY: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("hour", "h", "hr", "hourly"), "/hour"),
        **dict.fromkeys(("month", "mo", "monthly"), "/month"),
        **dict.fromkeys(("year", "yr", "yearly", "p.a."), "/year"),
        "day": "/day",
        "week": "/week",
    }
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit that numbers can be normalised from; `plain` ones are their own base.

    `scale` is how many base units one is, so that a compound can be checked to run from large to small.
    """

    name: str
    plain: bool = False

    def normalised(self, x: float) -> tuple[float, str]:
        """The number in base units (SI), and their short name.

        >>> unit_of("km/h").normalised(36.0)
        (10.0, 'm/s')
        """
        if self.plain:
            return x, self.name
        slope, zero, base = _conversion(self.name)
        return slope * x + zero, base

    @property
    def scale(self) -> float:
        """The size of one in base units, on a scale that starts at 0."""
        return 1.0 if self.plain else _conversion(self.name)[0]


@cache
def _registry() -> pint.UnitRegistry[float]:
    import pint  # half a second, and few conversations weigh anything

    return pint.UnitRegistry()


@cache
def _conversion(name: str) -> tuple[float, float, str]:
    """Slope, zero and short name of the base unit: every unit here is one straight line away from it."""
    zero, one = (_registry().Quantity(x, name).to_base_units() for x in (0.0, 1.0))
    return float(one.magnitude - zero.magnitude), float(zero.magnitude), f"{one.units:~}".replace(" ", "")


@lru_cache(maxsize=1024)
def unit_of(said: str, locale: str | None = None) -> Unit | None:
    """The unit that a word or sign stands for, None where it is none.

    >>> unit_of("lbs").name, unit_of("cats"), unit_of("EUR").plain
    ('pound', None, True)
    """
    text = " ".join(said.split())
    lower = text.lower().removesuffix(" old")
    if text in _EXACT or lower in _UNITS:
        return Unit(_EXACT.get(text) or _UNITS[lower])
    plain = _PLAIN.get(lower) or currency(text, locale)
    if plain:
        return Unit(plain, plain=True)
    found = _by_full_name(lower)
    return None if found is None else Unit(found)


def _by_full_name(lower: str) -> str | None:
    """A unit of pint by its whole name or plural; never by an abbreviation or a prefix that pint would find in it."""
    if len(lower) < 4 or not lower.isalpha():
        return None
    try:
        found = str(_registry().parse_units(lower))
    except Exception:  # pint raises its own errors, and tokenizer errors for what is no expression
        return None
    return found if found in (lower, lower.removesuffix("s")) else None


def currency(said: str, locale: str | None = None) -> str | None:
    """The currency that a sign, code or word stands for; a dollar is some country's only where the locale says so.

    >>> currency("€"), currency("usd"), currency("$"), currency("$", "en-US"), currency("kg")
    ('EUR', 'USD', '$', 'USD', None)
    """
    text = said.strip()
    if text.upper() in CURRENCIES:
        return text.upper()
    found = _MARKS.get(text.lower())
    if found == "$":
        return _DOLLARS.get(split_locale(locale)[1], "$")
    return found or None


def period(said: str) -> str | None:
    """What follows an amount of money: nothing, or how often it is paid; None for anything else.

    >>> period(""), period(" a year"), period("/month"), period(" of debt")
    ('', '/year', '/month', None)
    """
    if not said.strip():
        return ""
    match = _PERIODS.fullmatch(said.rstrip().lower())
    return _EVERY[match[1] or match[2]] if match else None
