"""The decorator of events: frozen, slotted, keyword-only, and quick to make.

A frozen dataclass sets each field through `object.__setattr__`. Setting the slots themselves halves
the time to make one (0.86 to 0.49 µs at five fields), of which a decision makes two or three.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar, cast, dataclass_transform

__all__ = ["fact"]

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def fact(cls: C) -> C:
    """Make a class a frozen, slotted record with keyword arguments only."""
    return cast("C", _quick(dataclass(frozen=True, slots=True, kw_only=True)(cls)))


def _quick(cls: Any) -> Any:  # noqa: ANN401 - any class
    names = [f.name for f in fields(cls)]
    space: dict[str, object] = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    space |= {f"default_{f.name}": f.default for f in fields(cls) if f.default is not MISSING}
    given = [f"{name}=default_{name}" if f"default_{name}" in space else name for name in names]
    lines = [f"    set_{name}(self, {name})" for name in names]
    arguments = ", ".join(["self", "*", *given] if given else ["self"])
    text = [f"def __init__({arguments}):", *(lines or ["    pass"])]
    exec("\n".join(text), space)  # noqa: S102 - made of field names only, as dataclasses do
    cls.__init__ = cast("Callable[..., None]", space["__init__"])
    return cls
