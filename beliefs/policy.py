"""What is assumed about each attribute until its log says otherwise: one readable table, and overrides by space."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal, get_args

from . import checks
from .errors import ValidationError, WrongType, shown
from .members import PRIOR
from .reliability import rate

Cardinality = Literal["one", "many", "quantity"]

EPS = 0.05
"""Chance that a report is wrong although its source is sound (specification §11, [regret])."""
CONFIDENCE = 0.95
"""The extractor's confidence where none is given (§5, [confidence])."""
UNIVERSE = 32
"""K0: 1/(K-1) is the chance that two independent errors agree (§2, [ksize])."""
THETA_MIN = 1.0
"""Eq. 7: surprise in bits from which a value counts as observed (§8)."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """The parameters of one attribute: how fast it changes, how many values it has, how far it is guarded.

    `half_life` is in days, None for what never changes; `universe` is K0, `prior` pi0 of a set's members.

    >>> POLICY.attribute("job").key, POLICY.attribute("job").half_life
    ('employer', 1095.0)
    """

    key: str
    kind: str = "unclassified"
    half_life: float | None = 180.0
    cardinality: Cardinality = "one"
    relation: bool = False
    protected: bool = False
    universe: int = UNIVERSE
    eps: float = EPS
    prior: float = PRIOR

    def __post_init__(self) -> None:
        if self.half_life is not None:
            checks.positive(self.half_life, "half_life")
        checks.count(self.universe, "universe", 2)
        checks.miss(self.eps, 2)
        checks.inside(self.prior, "prior")
        for name in ("relation", "protected"):
            if not isinstance(value := getattr(self, name), bool):
                raise WrongType(f"{name} must be true or false, not {shown(value)}")
        if self.cardinality not in get_args(Cardinality):
            raise ValidationError(f"cardinality must be one, many or quantity, not {self.cardinality!r}")

    @property
    def rate(self) -> float:
        """The rate r of Eq. 4, per day."""
        return rate(self.half_life)

    @property
    def stamp(self) -> str:
        """A short digest of everything here; equal parameters have equal stamps."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Policy:
    """The table of attributes: canonical keys, aliases, families, and what a space has changed."""

    table: Mapping[str, Attribute]
    aliases: Mapping[str, str]
    families: tuple[tuple[str, Attribute], ...]
    changes: Mapping[str, Mapping[str, object]] = field(default_factory=lambda: MappingProxyType({}))
    _found: dict[str, Attribute] = field(default_factory=dict, init=False, repr=False, compare=False)

    def canonical(self, key: str) -> str:
        """The key of the attribute that `key` is a word for; itself where the table knows no better.

        >>> POLICY.canonical("works at"), POLICY.canonical("favorite band"), POLICY.canonical("umbrella")
        ('employer', 'favourite band', 'umbrella')
        """
        found = self.aliases.get(key)
        if found is not None:
            return found
        head, _, rest = key.partition(" ")
        family = self.aliases.get(f"{head} *")
        return family.replace("*", rest) if family is not None and rest else key

    def attribute(self, key: str) -> Attribute:
        """The parameters of an attribute by any of its words; defaults where the table does not know it."""
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._look_up(self.canonical(key))
        return known

    def knows(self, key: str) -> bool:
        """Whether the table, or a family of it, or a change made to this policy says anything about an attribute.

        >>> POLICY.knows("job"), POLICY.knows("favourite band"), POLICY.knows("umbrella")
        (True, True, False)
        """
        name = self.canonical(key)
        return name in self.table or name in self.changes or any(name.startswith(head) for head, _ in self.families)

    def _look_up(self, name: str) -> Attribute:
        found = self.table.get(name)
        if found is None:
            found = next((replace(a, key=name) for head, a in self.families if name.startswith(head)), None)
        if found is None:
            found = Attribute(name)
        changed = self.changes.get(name)
        return replace(found, **changed) if changed else found  # type: ignore[arg-type]  # checked by `changing`

    def changing(self, key: str, /, **values: object) -> Policy:
        """This policy with some parameters of one attribute changed; refuses unknown ones and bad values.

        >>> POLICY.changing("employer", half_life=365.0).attribute("job").half_life
        365.0
        """
        name = self.canonical(key)
        known = set(Attribute.__dataclass_fields__) - {"key"}
        if unknown := sorted(set(values) - known):
            raise ValidationError(f"no parameter is called {unknown[0]!r}; there are {', '.join(sorted(known))}")
        changed = {**self.changes.get(name, {}), **values}
        replace(self.attribute(name), **changed)  # type: ignore[arg-type]  # raises on what does not fit
        return replace(self, changes=MappingProxyType({**self.changes, name: changed}))


@cache
def default() -> Policy:
    """The table that ships with Nous, `attributes.toml`."""
    raw = tomllib.loads((files(__package__) / "attributes.toml").read_text(encoding="utf-8"))
    classes: dict[str, dict[str, object]] = raw["class"]
    table: dict[str, Attribute] = {}
    aliases: dict[str, str] = {}
    families: list[tuple[str, Attribute]] = []
    for name, entry in raw["attribute"].items():
        kind = entry["class"]
        attribute = _attribute(name, entry, classes[kind])
        if name.endswith(" *"):
            families.append((name.removesuffix("*"), attribute))
            aliases[name] = name
        else:
            table[name] = attribute
        for alias in entry.get("aliases", ()):
            if aliases.setdefault(alias, name) != name or (alias in raw["attribute"] and alias != name):
                raise ValidationError(f"attributes.toml gives the word {alias!r} to two attributes")
    return Policy(MappingProxyType(table), MappingProxyType(aliases), tuple(families))


def _attribute(name: str, entry: dict[str, object], kind: dict[str, object]) -> Attribute:
    half_life = kind.get("half_life")
    universe = entry.get("universe", kind.get("universe", UNIVERSE))
    assert half_life is None or isinstance(half_life, int | float)
    assert isinstance(universe, int)
    prior = entry.get("prior", kind.get("prior", PRIOR))
    assert isinstance(prior, float)
    return Attribute(
        key=name,
        kind=str(entry["class"]),
        half_life=None if half_life is None else float(half_life),
        cardinality=entry.get("cardinality", "one"),  # type: ignore[arg-type]  # checked on creation
        relation=bool(entry.get("relation", False)),
        protected=bool(entry.get("protected", False)),
        universe=universe,
        prior=prior,
    )


POLICY = default()
