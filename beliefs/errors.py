"""Every error that Nous raises on purpose.

NousError
├── ValidationError (ValueError)      a value, name, time or number that cannot be taken
│   ├── WrongType (TypeError)         of the wrong Python type
│   └── UnknownValue (KeyError)       outside a vocabulary that the operation may not extend
├── ConflictError (ValueError)        the same id with other content, or a name that is taken
├── AmbiguousEntity (LookupError)     several entities fit a name; it lists them
├── NotFound (LookupError)            no such entity, evidence or message
├── IntegrityError                    a stored record is not what was once written
└── StoreError (OSError)              the place where things are kept
    ├── StoreUnavailable              cannot be reached, or is no store of Nous
    │   └── NewerStore                written by a newer version than this one
    ├── ReadOnlyStore                 can be read, not written
    ├── StoreFull                     no space left
    └── StoreClosed                   was closed before

Each message holds the offending value. Bad input is refused before anything is changed.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "AmbiguousEntity",
    "ConflictError",
    "IntegrityError",
    "NewerStore",
    "NotFound",
    "NousError",
    "ReadOnlyStore",
    "StoreClosed",
    "StoreError",
    "StoreFull",
    "StoreUnavailable",
    "UnknownValue",
    "ValidationError",
    "WrongType",
    "shown",
]


class NousError(Exception):
    """The base of every error that Nous raises on purpose.

    >>> issubclass(ValidationError, NousError)
    True
    """


class ValidationError(NousError, ValueError):
    """A value, name, time or number cannot be taken as it is.

    `items` is empty for a single input; for a batch it holds (position, message) of every bad one.
    """

    def __init__(self, message: str, items: Sequence[tuple[int, str]] = ()) -> None:
        super().__init__(message)
        self.items = tuple(items)


class WrongType(ValidationError, TypeError):
    """A value is of a type that the operation does not take."""


class UnknownValue(ValidationError, KeyError):
    """A value lies outside a vocabulary that the operation may not extend."""

    __str__ = Exception.__str__  # KeyError would show the repr of the message


class ConflictError(NousError, ValueError):
    """An id or a name is already in use for something else."""


class AmbiguousEntity(NousError, LookupError):
    """Several entities fit a name; `candidates` lists them as (name, type)."""

    def __init__(self, message: str, candidates: Sequence[tuple[str, str | None]] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class NotFound(NousError, LookupError):
    """There is no such entity, evidence or message."""


class IntegrityError(NousError):
    """A stored record is not what was once written."""


class StoreError(NousError, OSError):
    """The place where things are kept cannot do what was asked."""


class StoreUnavailable(StoreError):
    """The store cannot be reached, or is no store of Nous."""


class NewerStore(StoreUnavailable):
    """The store was written by a newer version than this one."""


class ReadOnlyStore(StoreError):
    """The store can be read but not written."""


class StoreFull(StoreError):
    """There is no space left to write."""


class StoreClosed(StoreError):
    """The store was closed before."""


def shown(value: object, limit: int = 60) -> str:
    """A value as an error message shows it: its repr, cut at `limit` characters.

    >>> shown("a" * 100, 10)
    "'aaaaaaaa…"
    """
    try:
        text = repr(value)
    except Exception:  # an object of the caller's may do anything; the error that names it must still come
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"
