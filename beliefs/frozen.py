"""Frozen dataclasses that are made as fast as open ones, for what is made by the hundred thousand.

A frozen dataclass sets every field through `object.__setattr__`, most of what it costs to read or write a delta. Here
an instance is born open, its fields are set as any object's are, and then it is closed by changing its class.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """`dataclass(frozen=True, slots=True)` with a faster `__init__`; for plain defaults only.

    >>> @frozen
    ... class Point:
    ...     x: float
    ...     y: float = 0.0
    >>> Point(1.0), Point(1.0) == Point(1.0, 0.0)
    (Point(x=1.0, y=0.0), True)
    """
    made: Any = dataclass(frozen=True, slots=True)(cls)
    known = fields(made)
    names = [f.name for f in known]
    draft = type(made.__name__, (object,), {"__slots__": tuple(names)})
    space: dict[str, Any] = {"_set": object.__setattr__, "_draft": draft, "_made": made}
    space.update((f"_{f.name}", f.default) for f in known if f.default is not MISSING)
    taken = ", ".join(n if f.default is MISSING else f"{n}=_{n}" for n, f in zip(names, known, strict=True))
    lines = [f"def __init__(self, {taken}):", "_set(self, '__class__', _draft)"]
    lines += [f"self.{n} = {n}" for n in names]
    lines += ["self.__class__ = _made"]
    if hasattr(made, "__post_init__"):
        lines += ["self.__post_init__()"]
    exec("\n ".join(lines), space)
    init = space["__init__"]
    init.__qualname__, init.__module__ = f"{made.__qualname__}.__init__", made.__module__
    init.__annotations__ = dict(made.__init__.__annotations__)
    made.__init__ = init
    return made  # type: ignore[no-any-return]
