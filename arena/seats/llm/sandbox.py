"""Renders templates; those of a user reach only the values that they are given.

A template may come with somebody else's transcript. So it reaches only the fields of the records
that it is given and what `OPEN` allows, no attribute of Python's own, and it changes nothing.
Random functions are not there, and objects are sealed, so that no filter and no operator turns one
into text: a resumed game must render the same, and an object's text in Python has its address. The
time and memory that a template takes are not bounded.
"""

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, wraps
from types import MappingProxyType, NoneType
from typing import Any

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    Undefined,
    pass_context,
    pass_environment,
)
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel

from arena.families import Family
from arena.seats.llm.board_text import Board
from arena.seats.llm.quoting import harmless, own_words, quoted
from engine import Ruleset

OPEN: Mapping[type, frozenset[str]] = {
    Board: frozenset({"card", "cards", "place", "topic", "vote"}),
    Family: frozenset(
        {
            "attacker", "attackers", "building", "cover", "leader", "leader_vote", "rest_returns",
            "title",
        }
    ),
    Ruleset: frozenset({"cards", "characters", "parking", "places", "title"}),
}  # fmt: skip
"""The attributes that templates may read of objects that are no plain records."""
PLAIN = frozenset({str, int, float, bool, NoneType, list, tuple, dict, MappingProxyType, range})
GLOBALS = frozenset({"dict", "joiner", "namespace", "range"})
"""Jinja's own functions that templates may call; `lipsum` is random."""
RANDOM = ("random", "pprint")
"""Filters that are removed."""


FORM: Mapping[str, Any] = {
    "undefined": StrictUndefined,
    "autoescape": False,  # Markdown for a model; players' words are escaped as JSON
    "trim_blocks": True,
    "lstrip_blocks": True,
    "auto_reload": False,
}
"""Settings of Jinja's environment."""


def trusted(loader: BaseLoader) -> Environment:
    """Return the environment for the arena's own templates, without the cost of a sandbox."""
    environment = Environment(loader=loader, **FORM)  # noqa: S701 - as `FORM` says
    environment.filters |= _filters()
    return environment


@dataclass(frozen=True, slots=True, repr=False)
class _Sealed:
    """Wraps an object, so that a template can read and call it, but not turn it into text."""

    value: Callable[..., object] | object

    def __call__(self, *given: object, **named: object) -> object:
        if not callable(self.value):
            raise TypeError(f"{type(self.value).__name__} can't be called")
        return seal(self.value(*given, **named))

    def __str__(self) -> str:
        raise _not_text(self.value)

    __repr__ = __str__


def seal(value: object) -> object:
    """Copy texts, numbers, lists and mappings, with all other objects in them sealed.

    An iterator becomes a list.
    """
    match value:
        case str() | int() | float() | None | range() | Undefined() | _Sealed():
            return value
        case Mapping():
            return {key: seal(each) for key, each in value.items()}
        case tuple():
            return tuple(map(seal, value))
        case list() | Iterator() | KeysView() | ValuesView() | ItemsView():
            return [*map(seal, value)]
        case _:
            return _Sealed(value)


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment for a table where some templates are a user's own.

    The values that these are rendered with have to go through `seal`.
    """

    def __init__(self, loader: BaseLoader) -> None:
        """`loader` finds templates by name."""
        # Constants folded while a template is compiled would bypass the checks here.
        super().__init__(loader=loader, finalize=_printed, optimized=False, **FORM)
        self.globals = {key: each for key, each in self.globals.items() if key in GLOBALS}
        self.globals["joiner"] = _Sealed(self.globals["joiner"])
        for name in RANDOM:
            del self.filters[name]
        self.filters |= _filters() | {"attr": _attribute}
        self.filters = {name: _read_whole(each) for name, each in self.filters.items()}

    def getattr(self, obj: object, attribute: str) -> object:
        """Return an attribute, or an entry by that name, sealed."""
        return seal(super().getattr(unseal(obj), attribute))

    def getitem(self, obj: object, argument: object) -> object:
        """Return an entry, or an attribute by that name, sealed."""
        return seal(super().getitem(unseal(obj), argument))

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Return True if a template may read an attribute."""
        kind: type = type(obj)
        known = _open(kind)
        if known is not None:
            return attr in known
        own = kind in PLAIN or kind.__module__.startswith("jinja2.")
        return own and super().is_safe_attribute(obj, attr, value)


def unseal(value: object) -> object:
    """Unwrap a sealed object; anything else is returned as it is."""
    return value.value if isinstance(value, _Sealed) else value


@cache
def _open(kind: type) -> frozenset[str] | None:
    """Return the readable attributes of a type; None: Jinja's sandbox decides."""
    if kind in OPEN:
        return OPEN[kind]
    if issubclass(kind, BaseModel):
        return frozenset(kind.model_fields)
    return frozenset(each.name for each in fields(kind)) if is_dataclass(kind) else None


@pass_context
def _printed(context: Context, value: object) -> object:  # noqa: ARG001 - with it, only at run time
    """Check that a printed value is a text or a number."""
    if isinstance(value, str | int | float | Undefined):
        return value
    raise _not_text(unseal(value))


def _not_text(value: object) -> TypeError:
    return TypeError(f"{type(value).__name__} is printed. Possible: text and numbers")


def _read_whole(function: Callable[..., object]) -> Callable[..., object]:
    """Wrap a filter so that it returns a list in place of an iterator."""

    @wraps(function)
    def whole(*given: object, **named: object) -> object:
        found = function(*given, **named)
        return [*found] if isinstance(found, Iterator) else found

    return whole


@pass_environment
def _attribute(environment: Environment, value: object, name: str) -> object:
    return environment.getattr(value, name)


def _filters() -> dict[str, Callable[..., object]]:
    return {"quoted": quoted, "harmless": harmless, "own_words": own_words, "counted": _counted}


def _counted(votes: dict[str, int]) -> str:
    """Return `Ben 4, Dan 1`."""
    return ", ".join(f"{name} {count}" for name, count in votes.items())
