"""The decorator of events: frozen, slotted, keyword-only, and fast to construct.

A frozen dataclass sets each field through `object.__setattr__`. Setting the slots themselves halves
the time to make one (0.86 to 0.49 µs at five fields), of which a decision makes two or three.
"""

from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def fact(cls: type[T]) -> type[T]:
    """Make a class a frozen, slotted record with keyword arguments only."""
    made = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    type.__setattr__(made, "__init__", _quick_init(made))
    return made


def _quick_init(cls: type) -> object:
    """Return an `__init__` that sets the slots themselves."""
    assert is_dataclass(cls), "it was made one"
    known = fields(cls)
    names = [f.name for f in known]
    space: dict[str, object] = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    space |= {f"default_{f.name}": f.default for f in known if f.default is not MISSING}
    given = [f"{name}=default_{name}" if f"default_{name}" in space else name for name in names]
    lines = [f"    set_{name}(self, {name})" for name in names]
    arguments = ", ".join(["self", "*", *given] if given else ["self"])
    text = [f"def __init__({arguments}):", *(lines or ["    pass"])]
    exec("\n".join(text), space)  # noqa: S102 - made of field names only, as dataclasses do
    return space["__init__"]
