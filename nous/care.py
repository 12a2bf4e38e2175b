"""The verbs of care: stats, verify, rebuild, sources, trust, tool."""

from __future__ import annotations

from nous.beliefs.errors import IntegrityError, ValidationError, shown
from nous.beliefs.provenance import TIERS
from nous.graph import audit
from nous.graph.intake import provenance
from nous.graph.model import Record
from nous.graph.names import display, key, text
from nous.graph.store import Reader, Writer
from nous.graph.track import SourceRecord, source_records

from .inside import Inside

_LOOKS = 5  # at a space that others write to


class Care(Inside):
    """What keeps a space sound and shows its state."""

    def stats(self) -> dict[str, object]:
        """How much there is, and a digest that equal memories share."""

        def work(reader: Reader) -> dict[str, object]:
            counts = reader.counts(self.name)
            return {"space": self.name, **counts, "digest": audit.digest(reader, self.name, self.control(reader))}

        return self.store.read(work)

    def verify(self) -> audit.Verification:
        """Check every hash chain, and that cached beliefs equal a replay; changes nothing.

        Where others write meanwhile, what looks like a fault is looked at again: it may have been on its way.
        """
        try:
            for _ in range(_LOOKS):
                found = self.store.read(lambda reader: audit.verify(reader, self.name, self._fold))
                if found.clean or not found.root:
                    break
                if found.root == self.store.read(lambda reader: audit.root(reader, self.name)):
                    break
        except IntegrityError as error:  # from below the rows, such as text that is none
            return audit.unreadable(self.name, error)
        return found

    def rebuild(self) -> int:
        """Renew everything that is derived from the ledger; returns the number of dimensions."""
        return audit.rebuild(self.store, self.name, self._ledger)

    def sources(self) -> list[SourceRecord]:
        """Every source with its channel, tier and track record: how often the others agree with what it said."""
        return self.store.read(lambda reader: source_records(reader, self.name, self.control(reader)))

    def trust(self, source: str, tier: float, *, reason: str, actor: str = "operator") -> Record:
        """Set how far a source (`web:example.org`) or a whole channel (`web`) is trusted, as a record.

        A tier lies in [0, 1): the probability that the source is sound. Above .5 a source is a witness of its own;
        at or below it belongs to the pool. Only the operator raises a tier: give the reason.
        """
        name = display(source, "a source")
        if ":" not in name and name not in TIERS:
            raise ValidationError(f"{shown(name)} is neither a channel ({', '.join(TIERS)}) nor a source like web:x")
        if ":" in name:
            provenance(name, None)
        if isinstance(tier, bool) or not isinstance(tier, int | float) or not 0.0 <= tier < 1.0:
            raise ValidationError(f"a tier must be a number in [0, 1), not {shown(tier)}")
        if not text(reason, "a reason").strip():
            raise ValidationError("to trust somebody more or less takes a reason")
        record = self.store.write(lambda w: self._append(w, "tier", {"source": name, "tier": tier}, actor, reason))
        audit.renew(self.store, self.name, self._ledger)
        return record

    def tool(self, name: str, *, reason: str, actor: str = "operator") -> Record:
        """Register a first-party tool: what it returns in a conversation is then of the channel `tool`, not `web`.

        Only for tools whose results are not free text from outside; a fetcher or a mail reader stays `web`.
        """
        shown_name = display(name, "a tool")
        body = {"name": key(shown_name), "shown": shown_name}

        def work(writer: Writer) -> Record:
            return self._append(writer, "tool", body, actor, reason)

        return self.store.write(work)
