"""What every method of a space needs: its store, its settings, and the way from names and times to what is stored."""

from __future__ import annotations

from collections.abc import Mapping

from nous.graph import records
from nous.graph.control import Control, RecordType, fold
from nous.graph.intake import Intake
from nous.graph.ledger import Ledger
from nous.graph.model import Dimension, Entity, Record
from nous.graph.names import display, key, text
from nous.graph.question import Question, View, question
from nous.graph.resolve import choose
from nous.graph.store import Reader, Store, Writer
from nous.graph.times import TimeInput, micros, read

from .settings import Settings


class Inside:
    """The inside of a space; `Space` adds the verbs."""

    def __init__(self, store: Store, name: str, settings: Settings) -> None:
        self.store = store
        self.name = name
        self.settings = settings
        self._folded: tuple[bytes, Control] | None = None

    def intake(self) -> Intake:
        """How this space reads observations."""
        s = self.settings
        return Intake(s.policy, s.where, s.clock, s.random)

    def control(self, reader: Reader, known: int | None = None) -> Control:
        """The control state of the space, now or as it was known at a time in microseconds."""
        if known is not None:
            return fold(reader.records(self.name), self.settings.policy, known)
        _, head = reader.control(self.name)
        if self._folded is None or self._folded[0] != head:
            self._folded = (head, self._fold(reader.records(self.name)))
        return self._folded[1]

    def _fold(self, found: list[Record]) -> Control:
        return fold(found, self.settings.policy)

    def _now(self) -> int:
        return micros(self.settings.clock())

    def question(self, at: TimeInput | None, known_at: TimeInput | None = None, hindsight: bool = False) -> Question:
        """A question about times as a caller gives them."""
        where = self.settings.where
        known = None if known_at is None else read(known_at, where).at
        asked = read(at, where).at if at is not None else known or self.settings.clock()
        return question(asked, known, hindsight)

    def _attribute(self, control: Control, attribute: str) -> str:
        return control.policy.attribute(key(display(attribute, "an attribute"))).key

    def _find(self, reader: Reader, control: Control, name: str, type: str | None = None) -> Entity | None:
        """The entity that a name means, None if there is none."""
        shown_name = display(name, "an entity")
        found = reader.entities(self.name, [key(shown_name)])
        led = control.aliases.get(key(shown_name))
        if led is not None:
            found.extend(e for e in reader.entities_by_id(self.name, [led]) if e not in found)
        return choose(found, shown_name, None if type is None else key(type))

    def _dimension(
        self, reader: Reader, entity: str, attribute: str, type: str | None, known: int | None
    ) -> tuple[str, list[Dimension], View]:
        """The dimensions that answer a question about an attribute of an entity, and the view to read them in."""
        control = self.control(reader, known)
        view = View(reader, self.name, control)
        name = self._attribute(control, attribute)
        found = self._find(reader, control, entity, type)
        if found is None:
            return display(entity, "an entity"), [], view
        ids = control.one_with(found.id)
        head = control.head(found.id)
        shown_name = found.name
        if head != found.id:
            (shown_name,) = (e.name for e in reader.entities_by_id(self.name, [head]))
        return shown_name, reader.dimensions(self.name, ids, [name]), view

    def _ledger(self, writer: Writer) -> Ledger:
        return Ledger(writer, self.name, self.control(writer), self._now(), self.settings.random)

    def ledger(self, writer: Writer) -> Ledger:
        """The ledger of the space in a transaction."""
        return self._ledger(writer)

    def _append(self, writer: Writer, type: RecordType, body: Mapping[str, object], actor: str, reason: str) -> Record:
        writer.open_space(self.name)
        return records.append(
            writer, self.name, type, body, actor=display(actor, "an actor"),
            reason=text(reason, "a reason", limit=100_000), now=self._now(), random=self.settings.random,
        )  # fmt: skip

    def _renew(self, writer: Writer, attributes: set[str]) -> None:
        """Replay the beliefs about these attributes under the parameters that hold now."""
        affected = [d.id for d in writer.dimensions(self.name) if d.attribute in attributes]
        self._ledger(writer).refresh(affected)
