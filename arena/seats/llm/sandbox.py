"""Where templates are rendered: those of others reach what they are given, and nothing beyond it.

A template may come with somebody else's transcript. So it reaches only the fields of the records
that it is given and what `OPEN` says, no attribute of Python's own, and it changes nothing. What is
drawn at random is not there, and what is no text and no number can't be printed: a game that goes
on has to be told the same. What a template may take of time and memory is not bounded.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel

from arena.families import Family
from arena.seats.llm.board_text import Board
from arena.seats.llm.quoting import harmless, own_words, quoted
from engine import Ruleset

__all__ = ["GLOBALS", "OPEN", "Sandbox", "trusted"]

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
"""What templates may take of objects that are more than their fields."""
PLAIN = frozenset({str, int, float, bool, NoneType, list, tuple, dict, MappingProxyType, range})
GLOBALS = frozenset({"dict", "joiner", "namespace", "range"})
"""What of Jinja's own is there beside the values; `lipsum` is drawn at random."""
RANDOM = ("random", "pprint")
"""Filters that are not there."""
FORM: Mapping[str, Any] = {
    "undefined": StrictUndefined,
    "autoescape": False,  # Markdown for a model; words of players are escaped as JSON
    "trim_blocks": True,
    "lstrip_blocks": True,
    "auto_reload": False,
}
"""How all templates are read."""


def trusted(loader: BaseLoader) -> Environment:
    """Return where the arena's own templates are rendered, without the price of a sandbox."""
    environment = Environment(loader=loader, **FORM)  # noqa: S701 - as `FORM` says
    environment.filters |= _filters()
    return environment


class Sandbox(ImmutableSandboxedEnvironment):
    """Compiles and renders where some of the templates are somebody else's."""

    def __init__(self, loader: BaseLoader) -> None:
        """`loader` finds templates by name."""
        super().__init__(loader=loader, finalize=_printed, **FORM)
        self.globals = {key: each for key, each in self.globals.items() if key in GLOBALS}
        for name in RANDOM:
            del self.filters[name]
        self.filters |= _filters()

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Tell whether a template may take an attribute."""
        kind: type = type(obj)
        known = _open(kind)
        if known is not None:
            return attr in known
        own = kind in PLAIN or kind.__module__.startswith("jinja2.")
        return own and super().is_safe_attribute(obj, attr, value)


@cache
def _open(kind: type) -> frozenset[str] | None:
    """Return what may be taken of objects of a type; None: what Jinja's sandbox says."""
    if kind in OPEN:
        return OPEN[kind]
    if issubclass(kind, BaseModel):
        return frozenset(kind.model_fields)
    return frozenset(each.name for each in fields(kind)) if is_dataclass(kind) else None


def _printed(value: object) -> object:
    """Return what is printed; how Python writes other things differs from process to process."""
    if isinstance(value, str | int | float | Undefined):
        return value
    raise TypeError(f"{type(value).__name__} is printed. Possible: text and numbers")


def _filters() -> dict[str, Callable[..., Any]]:
    return {"quoted": quoted, "harmless": harmless, "own_words": own_words, "counted": _counted}


def _counted(votes: dict[str, int]) -> str:
    """Return `Ben 4, Dan 1`."""
    return ", ".join(f"{name} {count}" for name, count in votes.items())
