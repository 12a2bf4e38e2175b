"""Which entity a name means: exact key and alias first; similarity only ever proposes, elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from nous.beliefs.errors import AmbiguousEntity

from .control import Control
from .intake import Prepared, content_id
from .model import Entity
from .names import display, key
from .store import Reader


def entity_id(name_key: str, type: str | None) -> str:
    """The id of the entity with this key and type."""
    return content_id((name_key, type or ""))[:24]


class Resolver:
    """Resolves the mentions of one batch, noting in `new` the entities that it has to make."""

    def __init__(self, reader: Reader, space: str, control: Control) -> None:
        self.reader = reader
        self.space = space
        self.control = control
        self.new: list[Entity] = []
        self._known: dict[str, list[Entity]] = {}

    def resolve(self, batch: Sequence[tuple[Prepared, int | None]]) -> list[str]:
        """The id of the entity that each piece of evidence is about; targets of relations are made as well."""
        targets = {p.value_text for p, _ in batch if p.relation}
        self.look_up({*(p.entity_key for p, _ in batch), *(key(t) for t in targets)})
        owners = [self.mention(p.entity_name, p.entity_key, p.entity_type) for p, _ in batch]
        for target in sorted(targets):
            if not any(e.type for e in self.named(key(target))):
                self.mention(display(target), key(target), None)
        return owners

    def look_up(self, keys: Collection[str]) -> None:
        """Read the entities with these keys, or that an alias leads to, once."""
        wanted = {k for k in keys if k not in self._known}
        if not wanted:
            return
        for k in wanted:
            self._known[k] = []
        for entity in self.reader.entities(self.space, wanted):
            self._known[entity.key].append(entity)
        led = {k: self.control.aliases[k] for k in wanted if k in self.control.aliases}
        by_id = {e.id: e for e in self.reader.entities_by_id(self.space, set(led.values()))}
        for k, id in led.items():
            if id in by_id and by_id[id] not in self._known[k]:
                self._known[k].append(by_id[id])

    def named(self, name_key: str) -> list[Entity]:
        """The entities that go by a name."""
        self.look_up([name_key])
        return self._known[name_key]

    def entities(self) -> list[Entity]:
        """All entities that were looked up or made."""
        return [e for found in self._known.values() for e in found]

    def mention(self, name: str, name_key: str, type: str | None) -> str:
        """The entity that a mention means, made where there is none."""
        found = choose(self.named(name_key), name, type)
        if found is None:
            found = Entity(entity_id(name_key, type), name_key, name, type)
            self._known[name_key].append(found)
            self.new.append(found)
        return found.id


def choose(candidates: Iterable[Entity], name: str, type: str | None) -> Entity | None:
    """The one entity that a mention means; None if there is none yet.

    With a type, the entity of that type; without, the only one of that name, else the untyped one; where several
    typed ones fit, AmbiguousEntity lists them.
    """
    found = list(candidates)
    if type is not None:
        return next((e for e in found if e.type == type), None)
    if len(found) == 1:
        return found[0]
    untyped = next((e for e in found if e.type is None), None)
    if untyped is not None or not found:
        return untyped
    kinds = ", ".join(sorted(f"{e.name} ({e.type})" for e in found))
    raise AmbiguousEntity(f"{name!r} may be any of {kinds}; say which by its type", [(e.name, e.type) for e in found])
