"""The decorator of events: frozen, slotted, keyword-only, and quick to make."""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar, cast, dataclass_transform

__all__ = ["fact"]

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def fact(cls: C) -> C:
    """Make a class a frozen, slotted, keyword-only record."""
    made = cast("Any", dataclass(frozen=True, slots=True, kw_only=True)(cls))
    made.__init__ = _quick_init(made)
    return cast("C", made)


def _quick_init(cls: type[Any]) -> Callable[..., None]:
    # A frozen dataclass sets each field through `object.__setattr__`. Setting the slots themselves
    # halves the time to make an event (0.86 to 0.49 µs at five fields), of which a decision makes
    # two or three.
    names = [f.name for f in fields(cls)]
    setters = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    defaults = {f"default_{f.name}": f.default for f in fields(cls) if f.default is not MISSING}
    given = [f"{n}=default_{n}" if f"default_{n}" in defaults else n for n in names]
    lines = [f"    set_{name}(self, {name})" for name in names]
    space: dict[str, Any] = {**setters, **defaults}
    text = [f"def __init__(self, *, {', '.join(given)}):", *lines]
    exec("\n".join(text), space)  # noqa: S102 - the text is made of field names, as in dataclasses
    return cast("Callable[..., None]", space["__init__"])
