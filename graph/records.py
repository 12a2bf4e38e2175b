"""Control records: what is no evidence but changes answers, in one hash chain a space, with actor and reason."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

from .chain import link
from .control import RecordType
from .model import Record
from .store import Writer


def append(
    writer: Writer,
    space: str,
    type: RecordType,
    body: Mapping[str, object],
    *,
    actor: str,
    reason: str,
    now: int,
    random: Callable[[int], bytes],
) -> Record:
    """Append one record to the control chain of a space."""
    seq, prev = writer.control(space)
    salt = random(16)
    plain = Record(seq + 1, type, dict(body), actor, reason, now, salt, b"", prev)
    record = Record(seq + 1, type, dict(body), actor, reason, now, salt, record_hash(plain), prev)
    writer.append_record(space, record)
    return record


def record_hash(record: Record) -> bytes:
    """The link of the chain that a record makes: H(prev, digest of its content under its salt)."""
    said = [record.seq, record.type, record.body, record.actor, record.reason, record.recorded_micros]
    digest = hashlib.sha256(record.salt + json.dumps(said, ensure_ascii=False, sort_keys=True).encode()).digest()
    return link(record.prev, digest)
