"""The hash chain of a dimension: each delta commits to its content, under a salt of its own, and to the one before.

The digest covers the content through the salt, so that content and salt can be erased and the chain still verifies.
"""

from __future__ import annotations

import hashlib

from .canonical import canonical
from .intake import Prepared
from .model import Delta


def content(said: Prepared | Delta, entity: str, attribute: str, recorded_micros: int) -> list[object]:
    """All that a delta says, in a fixed order: what its digest covers."""
    spelling = [said.offset, recorded_micros, said.value_type, said.value_json, said.quote]
    return [*statement(said, entity, attribute), *spelling]


def statement(said: Prepared | Delta, entity: str, attribute: str) -> list[object]:
    """A delta without recording time, salt and spelling: what makes two memories equal."""
    return [
        said.id, entity, attribute, said.kind, said.value_key, said.at_micros, said.precision, said.width,
        said.source, said.channel, said.stance, said.confidence, said.message, said.episode,
        said.derived_from, said.unit, said.locale,
    ]  # fmt: skip


def digest(said: Prepared | Delta, entity: str, attribute: str, recorded_micros: int, salt: bytes) -> bytes:
    """What the chain commits to: the content of a delta under its salt."""
    return hashlib.sha256(salt + canonical(content(said, entity, attribute, recorded_micros))).digest()


def digest_of(delta: Delta) -> bytes:
    """The digest of a stored delta, from what it says now."""
    return digest(delta, delta.entity, delta.attribute, delta.recorded_micros, delta.salt)


def link(prev: bytes, digest: bytes) -> bytes:
    """H(prev, digest): the next link of a chain."""
    return hashlib.sha256(prev + digest).digest()
