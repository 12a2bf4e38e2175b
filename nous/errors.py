"""The errors of Nous, passed on from `nous.beliefs.errors`, where the tree is drawn."""

from nous.beliefs.errors import (
    AmbiguousEntity,
    ConflictError,
    IntegrityError,
    NewerStore,
    NotFound,
    NousError,
    ReadOnlyStore,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreUnavailable,
    UnknownValue,
    ValidationError,
    WrongType,
)

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
]
