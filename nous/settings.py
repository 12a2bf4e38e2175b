"""What a memory is given from outside: the clock, chance, the zone of naive times, and how text is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING

from nous.beliefs.errors import ValidationError, shown
from nous.beliefs.policy import POLICY, Policy
from nous.graph import times

if TYPE_CHECKING:
    from .ingest.statement import Extractor

SYNCHRONOUS = ("FULL", "NORMAL", "OFF")


def utc_now() -> datetime:
    """The present time, from the computer's clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a memory takes from outside, so that a test can fix it.

    `clock` gives the present, `random(n)` n bytes for salts and ids, `zone` is where naive times are read,
    `policy` the table of attributes, `extract` how messages become evidence (None: the rules),
    `synchronous` how hard SQLite makes sure of the disk (FULL, NORMAL or OFF).

    >>> Settings(zone="Europe/Lisbon").where.key
    'Europe/Lisbon'
    """

    clock: Callable[[], datetime] = utc_now
    random: Callable[[int], bytes] = os.urandom
    zone: str | tzinfo | None = None
    policy: Policy = field(default_factory=lambda: POLICY)
    extract: Extractor | None = None
    synchronous: str = "FULL"

    def __post_init__(self) -> None:
        times.zone(self.zone)  # refuses an unknown one
        if self.synchronous not in SYNCHRONOUS:
            raise ValidationError(f"synchronous must be one of {', '.join(SYNCHRONOUS)}, not {shown(self.synchronous)}")

    @property
    def where(self) -> tzinfo:
        """The zone in which naive times are read."""
        return times.zone(self.zone)
