"""Where templates are rendered: those of others reach what they are given, and nothing beyond it.

A template may come with somebody else's transcript. So it reaches only the fields of the records
that it is given and what `OPEN` says, no attribute of Python's own, and it changes nothing. What is
drawn at random is not there, and what is no text and no number becomes no text, by whatever filter
or operator: a game that goes on has to be told the same, and how Python writes an object has its
address in it. What a template may take of time and memory is not bounded.
"""

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from types import BuiltinMethodType, MappingProxyType, MethodType, NoneType
from typing import TypedDict

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    Undefined,
    nodes,
    pass_context,
    pass_environment,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.filters import make_attrgetter
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment, SandboxedFormatter
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
TAKING = frozenset({"attr", "d", "default", "first", "join", "last", "max", "min"})
"""Filters whose text is a part of what they get, or that look at each part themselves."""


class Form(TypedDict):
    """How templates are read."""

    undefined: type[Undefined]
    autoescape: bool
    trim_blocks: bool
    lstrip_blocks: bool
    auto_reload: bool


FORM: Form = {
    "undefined": StrictUndefined,
    "autoescape": False,  # Markdown for a model; words of players are escaped as JSON
    "trim_blocks": True,
    "lstrip_blocks": True,
    "auto_reload": False,
}


def trusted(loader: BaseLoader) -> Environment:
    """Return where the arena's own templates are rendered, without the price of a sandbox."""
    environment = Environment(loader=loader, **FORM)  # noqa: S701 - as `FORM` says
    environment.filters |= _filters()
    return environment


class _Generator(CodeGenerator):
    """Compiles `~` so that what it joins is looked at."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """Write a call of `Sandbox.concatenated`."""
        self.write("environment.concatenated((")
        for each in node.nodes:
            self.visit(each, frame)
            self.write(", ")
        self.write("))")


class _Formatter(SandboxedFormatter):
    """Fills in a text's own `format`."""

    def convert_field(self, value: object, conversion: str | None) -> object:
        """Return what is filled in, if it is made of texts and numbers."""
        return super().convert_field(_plain(value), conversion)


class Sandbox(ImmutableSandboxedEnvironment):
    """Compiles and renders where some of the templates are somebody else's."""

    code_generator_class = _Generator
    intercepted_binops = frozenset({"%"})

    def __init__(self, loader: BaseLoader) -> None:
        """`loader` finds templates by name."""
        # What is computed while a template is compiled would pass by what is checked here.
        super().__init__(loader=loader, finalize=_printed, optimized=False, **FORM)
        self.globals = {key: each for key, each in self.globals.items() if key in GLOBALS}
        for name in RANDOM:
            del self.filters[name]
        self.filters |= _filters() | {"join": _joined}
        for name in self.filters.keys() - TAKING:
            self.filters[name] = _checked(self.filters[name])

    def concatenated(self, parts: Iterable[object]) -> str:
        """Return what `~` makes of its operands."""
        return "".join(str(_plain(each)) for each in parts)

    def call_binop(self, context: Context, operator: str, left: object, right: object) -> object:
        """Return what `%` makes of its operands: a number, or a text filled in."""
        value = _plain(right) if isinstance(left, str) else right
        return super().call_binop(context, operator, left, value)

    def wrap_str_format(self, value: object) -> Callable[..., str] | None:
        """Return a text's own `format` such that it fills in texts and numbers."""
        if not isinstance(value, MethodType | BuiltinMethodType):
            return None
        if super().wrap_str_format(value) is None:
            return None
        fill_in, text = _Formatter(self).vformat, str(value.__self__)
        if value.__name__ == "format_map":
            return lambda named: fill_in(text, (), named)
        return lambda *given, **named: fill_in(text, given, named)

    def call(
        self, context: Context, function: Callable[..., object], /, *given: object, **named: object
    ) -> object:
        """Call what a template calls; what makes a text is given texts and numbers."""
        owner = getattr(function, "__self__", None)
        if type(owner) in PLAIN or _is_jinja_s(function):
            return super().call(context, function, *given, **named)
        return super().call(context, _checked(function), *given, **named)

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Tell whether a template may take an attribute."""
        kind: type = type(obj)
        known = _open(kind)
        if known is not None:
            return attr in known
        own = kind in PLAIN or _is_jinja_s(obj)
        return own and super().is_safe_attribute(obj, attr, value)


@cache
def _open(kind: type) -> frozenset[str] | None:
    """Return what may be taken of objects of a type; None: what Jinja's sandbox says."""
    if kind in OPEN:
        return OPEN[kind]
    if issubclass(kind, BaseModel):
        return frozenset(kind.model_fields)
    return frozenset(each.name for each in fields(kind)) if is_dataclass(kind) else None


@pass_context
def _printed(context: Context, value: object) -> object:  # noqa: ARG001 - with it, only at run time
    """Return what is printed, if it is a text or a number."""
    if isinstance(value, str | int | float | Undefined):
        return value
    raise _other(value)


def _other(value: object) -> TypeError:
    return TypeError(f"{type(value).__name__} is printed. Possible: text and numbers")


def _plain(value: object) -> object:
    """Return what is made of texts and numbers alone, a list for what is read once."""
    if isinstance(value, str | int | float | NoneType | Undefined | range):
        return value
    if isinstance(value, Mapping) and type(value) in PLAIN:
        for each in value.items():
            _plain(each)
        return value
    if isinstance(value, list | tuple) and type(value) in PLAIN:
        for each in value:
            _plain(each)
        return value
    raise _other(value)


def _is_jinja_s(value: object) -> bool:
    return type(value).__module__.startswith("jinja2.")


def _read_whole(value: object) -> object:
    """Return a list of what can be read only once; else `value`."""
    if isinstance(value, Iterator | KeysView | ValuesView | ItemsView) and not _is_jinja_s(value):
        return list(value)
    return value


def _checked(function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that makes a text of texts and numbers alone."""

    @wraps(function)
    def checked(*given: object, **named: object) -> object:
        values = [_read_whole(each) for each in given]
        named = {key: _read_whole(each) for key, each in named.items()}
        made = function(*values, **named)
        if isinstance(made, str):
            for each in (*values, *named.values()):
                if not isinstance(each, Environment | EvalContext | Context):
                    _plain(each)
        return made

    return checked


@pass_environment
def _joined(
    environment: Environment, value: Iterable[object], d: str = "", attribute: str | None = None
) -> str:
    """Return the parts, or an attribute of each, as one text: Jinja's `join`."""
    part = make_attrgetter(environment, attribute)
    parts = value if attribute is None else map(part, value)
    return str(_plain(d)).join(str(_plain(each)) for each in parts)


def _filters() -> dict[str, Callable[..., object]]:
    return {"quoted": quoted, "harmless": harmless, "own_words": own_words, "counted": _counted}


def _counted(votes: dict[str, int]) -> str:
    """Return `Ben 4, Dan 1`."""
    return ", ".join(f"{name} {count}" for name, count in votes.items())
