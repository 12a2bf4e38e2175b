"""What the control chain says: which evidence is retracted, what is called how, and which parameters hold.

Records are never changed; the state at any time known is a fold over those recorded by then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from nous.beliefs.errors import IntegrityError
from nous.beliefs.policy import POLICY, Policy
from nous.beliefs.provenance import TIERS, Trust

from .model import Record

RecordType = Literal[
    "retraction", "reinstatement", "alias", "value alias", "merge", "unmerge", "parameter", "tier", "tool", "track"
]
FORM = 2
"""How cached states are written; with another number all that are stored are made anew when they are needed."""
NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Control:
    """The fold over the records of a space: everything that changes answers and is no evidence.

    `declared` is the policy without what was learned: where learning starts from, so that learning twice from one log
    gives the same. `aliases` leads from a name's key to the id of an entity, `values` from an attribute and a value's
    key to the key that stands for it, `names` the same for values that name entities, whatever the attribute, and
    `merged` from an entity's id to the one that stands for its class.
    """

    policy: Policy = POLICY
    declared: Policy = POLICY
    trust: Trust = field(default_factory=Trust)
    retracted: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)
    tools: frozenset[str] = frozenset()
    _stamps: dict[tuple[str, bool], str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def head(self, entity: str) -> str:
        """The id of the entity that stands for this one: itself, unless it was merged with another."""
        return self.merged.get(entity, entity)

    def one_with(self, entity: str) -> list[str]:
        """The ids of all entities that are one with this one, itself among them."""
        head = self.head(entity)
        return sorted({entity, head, *(e for e, h in self.merged.items() if h == head)})

    def stamp(self, attribute: str, relation: bool = True) -> str:
        """A digest of all that a belief about this attribute depends on besides its evidence.

        Only the values of a relation name entities, so that only these depend on which names mean the same one.
        """
        names = self.names if relation else NOTHING
        sought = (attribute, bool(names))
        known = self._stamps.get(sought)
        if known is None:
            values = sorted(self.values.get(attribute, {}).items())
            parts: tuple[object, ...] = (FORM, self.policy.attribute(attribute).stamp, _trust_stamp(self.trust), values)
            if names:
                parts = (*parts, sorted(names.items()))
            known = self._stamps[sought] = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
        return known

    def value(self, attribute: str, key: str) -> str:
        """The key that a value counts as."""
        found = self.values.get(attribute)
        if found is not None:
            key = found.get(key, key)
        return self.names.get(key, key) if self.names else key

    def spellings(self, attribute: str, key: str) -> list[str]:
        """The keys of values that count as this one, itself first."""
        if not self.names and attribute not in self.values:
            return [key]
        known = {*self.values.get(attribute, ()), *self.names}
        return [key, *sorted(k for k in known if k != key and self.value(attribute, k) == key)]


def _trust_stamp(trust: Trust) -> str:
    if trust.tiers is TIERS and not trust.source_tiers and not trust.factors:
        return "default"
    return repr((sorted(trust.tiers.items()), sorted(trust.source_tiers.items()), sorted(trust.factors.items()),
                 trust.pool, trust.echoing, trust.rho_e))  # fmt: skip


def fold(records: Iterable[Record], policy: Policy = POLICY, known_micros: int | None = None) -> Control:
    """The control state after these records, or after those recorded up to `known_micros`.

    >>> r = Record(1, "retraction", {"id": "e1"}, "ana", "a slip", 0)
    >>> sorted(fold([r]).retracted)
    ['e1']
    """
    state = _Folding(policy)
    for record in sorted(records, key=lambda r: r.seq):
        if known_micros is None or record.recorded_micros <= known_micros:
            state.apply(record)
    return state.done()


class _Folding:
    def __init__(self, policy: Policy) -> None:
        self.policy = self.declared = policy
        self.retracted: set[str] = set()
        self.aliases: dict[str, str] = {}
        self.values: dict[str, dict[str, str]] = {}
        self.merges: dict[str, tuple[list[str], list[str]]] = {}
        self.named: list[list[str]] = []
        self.tiers: dict[str, float] = {}
        self.sources: dict[str, float] = {}
        self.factors: dict[str, float] = {}
        self.tools: set[str] = set()

    def apply(self, record: Record) -> None:
        body = dict(record.body)
        match record.type:
            case "retraction":
                self.retracted.add(str(body["id"]))
            case "reinstatement":
                self.retracted.discard(str(body["id"]))
            case "alias":
                self.aliases[str(body["key"])] = str(body["entity"])
                self.named.append(_texts(body["values"]))
            case "value alias":
                self._same(self.values.setdefault(str(body["attribute"]), {}), _texts(body["keys"]))
            case "merge":
                self.merges[str(body["id"])] = (_texts(body["entities"]), _texts(body["values"]))
            case "unmerge":
                self.merges.pop(str(body["id"]), None)
            case "parameter":
                changes = body["changes"]
                assert isinstance(changes, dict)
                self.policy = self.policy.changing(str(body["attribute"]), **changes)
                if not body.get("learned"):
                    self.declared = self.declared.changing(str(body["attribute"]), **changes)
            case "tier":
                tier = body["tier"]
                assert isinstance(tier, int | float)
                target = self.sources if ":" in str(body["source"]) else self.tiers
                target[str(body["source"])] = float(tier)
            case "tool":
                self.tools.add(str(body["name"]))
            case "track":
                factors = body["factors"]
                assert isinstance(factors, dict)
                self.factors.update({str(k): float(v) for k, v in factors.items()})
            case "erasure":
                pass
            case _:
                raise IntegrityError(f"record {record.seq} is of the unknown type {record.type!r}")

    @staticmethod
    def _same(groups: dict[str, str], keys: list[str]) -> None:
        """Let all these keys, and all that already count as one of them, count as the first."""
        heads = {groups.get(k, k) for k in keys}
        head = groups.get(keys[0], keys[0])
        for key in {*keys, *(k for k, h in groups.items() if h in heads), *heads}:
            groups[key] = head

    def done(self) -> Control:
        trust = Trust()
        if self.tiers or self.sources or self.factors:
            trust = replace(
                trust, tiers={**TIERS, **self.tiers}, source_tiers=dict(self.sources), factors=dict(self.factors)
            )
        merged: dict[str, str] = {}
        names: dict[str, str] = {}
        for values in self.named:
            self._same(names, values)
        for entities, values in self.merges.values():
            self._same(merged, entities)
            self._same(names, values)
        return Control(
            self.policy,
            self.declared,
            trust,
            frozenset(self.retracted),
            self.aliases,
            self.values,
            {k: head for k, head in names.items() if k != head},
            merged,
            frozenset(self.tools),
        )


def _texts(items: object) -> list[str]:
    assert isinstance(items, list)
    return [str(x) for x in items]
