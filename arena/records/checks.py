"""Writes expressions that tell whether plain JSON data has the type of an annotation.

They are text for a function that is made of a class's fields, as dataclasses make `__init__`: no
loop over annotations is left when a line is read.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from types import NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    TypeGuard,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from annotated_types import Ge, Le
from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo
from typing_extensions import is_typeddict

from arena.forms import LeftOut

__all__ = ["Checks", "check_of", "is_mapping", "is_row", "may_lack"]

T = TypeVar("T")
ATOMS = frozenset({str, int, bool})


class Checks:
    """The expressions for one function, and the names that they use."""

    def __init__(self) -> None:
        """Begin without names."""
        self.names: dict[str, object] = {}
        """What the expressions name, beside the values."""
        self._numbers = count()
        self._by_origin: Mapping[object, Callable[[str, object], str]] = {
            Literal: self._no_word, Annotated: self._out_of_bounds, Union: self._none_fits,
            UnionType: self._none_fits, tuple: self._wrong_row, list: self._wrong_row,
            Mapping: self._wrong_mapping, dict: self._wrong_mapping,
        }  # fmt: skip

    def name(self, value: object) -> str:
        """Return a name for a value."""
        name = f"k{next(self._numbers)}"
        self.names[name] = value
        return name

    def function(self, arguments: str, lines: Iterable[str]) -> object:
        """Return the function of these lines; whoever wrote them knows its type."""
        text = "\n    ".join([f"def function({arguments}):", *lines])
        exec(text, self.names)  # noqa: S102 - made of names and types of fields only
        return self.names["function"]

    def wrong(self, value: str, hint: object) -> str:
        """Return an expression that is true where a value is not of this type.

        What is no plain JSON is an object there, which `decoding` reads.
        """
        if isinstance(hint, type) and hint in ATOMS:
            return f"type({value}) is not {hint.__name__}"
        if hint is float:
            return f"type({value}) is not float and type({value}) is not int"
        if hint is NoneType:
            return f"{value} is not None"
        if isinstance(hint, type) and issubclass(hint, BaseModel):
            fits = TypeAdapter(hint).validator.isinstance_python
            return f"type({value}) is not dict or not {self.name(fits)}({value}, strict=True)"
        if is_typeddict(hint):
            return self._wrong_keys(value, get_type_hints(hint, include_extras=True))
        by_origin = self._by_origin.get(get_origin(hint))
        return f"type({value}) is not dict" if by_origin is None else by_origin(value, hint)

    def _no_word(self, value: str, hint: object) -> str:
        return f"{value} not in {self.name(get_args(hint))}"

    def _out_of_bounds(self, value: str, hint: object) -> str:
        inner, *more = get_args(hint)
        if may_lack(hint):
            return self.wrong(value, LeftOut.held(inner))
        rules = [rule for each in more if isinstance(each, FieldInfo) for rule in each.metadata]
        wrong = self.wrong(value, inner)
        for rule in rules:
            match rule:
                case Ge(ge=int(least)):
                    wrong += f" or {value} < {least}"
                case Le(le=int(most)):
                    wrong += f" or {value} > {most}"
                case _ if getattr(rule, "allow_inf_nan", True) is False:
                    wrong += f" or {value} - {value} != 0"
                case _:
                    fits = TypeAdapter(cast("type[object]", hint)).validator.isinstance_python
                    wrong += f" or not {self.name(fits)}({value})"
        return wrong

    def _none_fits(self, value: str, hint: object) -> str:
        return " and ".join(f"({self.wrong(value, inner)})" for inner in get_args(hint))

    def _wrong_row(self, value: str, hint: object) -> str:
        first, *more = get_args(hint)
        row = f"type({value}) is not list"
        if not more or more == [...]:
            return row + self._any_wrong(value, first)
        each = (
            f"({self.wrong(f'{value}[{at}]', inner)})" for at, inner in enumerate((first, *more))
        )
        return f"{row} or len({value}) != {1 + len(more)} or {' or '.join(each)}"

    def _wrong_mapping(self, value: str, hint: object) -> str:
        return f"type({value}) is not dict" + self._any_wrong(
            f"{value}.values()", get_args(hint)[1]
        )

    def _wrong_keys(self, value: str, hints: Mapping[str, object]) -> str:
        each = (f"({self.wrong(f'{value}[{key!r}]', hint)})" for key, hint in hints.items())
        return f"type({value}) is not dict or len({value}) != {len(hints)} or {' or '.join(each)}"

    def _any_wrong(self, values: str, hint: object) -> str:
        if hint is object:
            return ""
        each = f"e{next(self._numbers)}"
        return f" or [{each} for {each} in {values} if {self.wrong(each, hint)}]"


def check_of(hint: type[T]) -> Callable[[object], TypeGuard[T]]:
    """Return what tells whether plain JSON data has a type."""
    checks = Checks()
    made = checks.function("value", [f"return not ({checks.wrong('value', hint)})"])
    return cast("Callable[[object], TypeGuard[T]]", made)


def may_lack(hint: object) -> bool:
    """Tell whether the key of a field may be left out."""
    return any(isinstance(each, LeftOut) for each in getattr(hint, "__metadata__", ()))


def is_row(hint: object) -> bool:
    """Tell whether a type is a tuple, which JSON has as a list."""
    return get_origin(hint) is tuple


def is_mapping(hint: object) -> bool:
    """Tell whether a type is an object of any keys."""
    return get_origin(hint) in {Mapping, dict}
