"""Seats from other code: a class named by its module, or by an installed package's entry point.

`bots:Greedy` is the class `Greedy` of the module `bots`, which is found where Python finds modules,
and last in the current folder; `__main__:Greedy` is a class of the running program. An installed
package offers classes as entry points of the group `horror_arena.seats`; such a SPEC is the entry
point's name. What follows a further colon is the class's argument. Code is imported only when a
seat is made or its SPEC is checked: verifying a recorded game imports none.
"""

import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from inspect import iscoroutinefunction, isfunction
from pathlib import Path
from typing import TypeVar

from arena.errors import ConfigError
from arena.seats.seat import Seat
from arena.text import described, shown

T = TypeVar("T")

FORM = "MODULE:CLASS"
GROUP = "horror_arena.seats"
FOUND = " Possible: a module that Python finds, or a file in this folder."
MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
CLASS = re.compile(r"[A-Z]\w*")


def own_seat(name: str, spec: str) -> Callable[[str], Seat] | None:
    """Return a function that makes the seat of a SPEC from the bots' seed; None for other SPECs.

    Raises `ConfigError` where the module or class does not exist, or the class is not a seat.
    """
    word, colon, rest = spec.partition(":")
    if not word or (colon and not rest):
        return None
    where = f"seat {name!r} is {spec!r}"
    offered = entry_points(group=GROUP, name=word)
    if offered:
        found, argument = _loaded(where, next(iter(offered)).load), rest
    else:
        named, _, argument = rest.partition(":")
        if not (MODULE.fullmatch(word) and CLASS.fullmatch(named)):
            return None
        module = _loaded(where, lambda: _imported(word), FOUND)
        found = getattr(module, named, None)
        if found is None:
            raise ConfigError(f"{where}, and the module {word} has no {named}.{_seats_of(module)}")
    if not (isinstance(found, type) and Seat in found.__mro__):
        raise ConfigError(f"{where}, which is no seat. Possible: a subclass of arena.Seat.")
    _check_methods(where, found)
    return lambda seed: _made(where, found, argument, seed)


def _check_methods(where: str, found: type) -> None:
    if found.answer is Seat.answer:  # type: ignore[attr-defined]
        raise ConfigError(f"{where}, which has no answer. Needed: async def answer.")
    for name in ("answer", "speak", "bid"):
        method = getattr(found, name)
        if isfunction(method) and not iscoroutinefunction(method):
            raise ConfigError(f"{where}, whose {name} can't be awaited. Needed: async def {name}.")


def _made(where: str, found: Callable[[str, str], Seat], argument: str, seed: str) -> Seat:
    hint = " It is made of (argument, seed)."
    seat = _loaded(where, lambda: found(argument, seed), hint)
    for name in ("talks", "remembers"):
        told = _loaded(where, partial(getattr, seat, name))
        if not isinstance(told, bool):
            raise ConfigError(f"{where}, whose {name} is {shown(told)}. Possible: True, False.")
    return seat


def _imported(module: str) -> object:
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        return import_module(module)
    finally:
        sys.path.remove(here)


def _loaded(where: str, load: Callable[[], T], hint: str = "") -> T:
    # Any exception of a user's code becomes an error that names the seat.
    try:
        return load()
    except (Exception, SystemExit) as error:
        text = f"{where}, which can't be made: {described(error)}."
        raise ConfigError(text + hint) from error


def _seats_of(module: object) -> str:
    classes = [
        each
        for each, value in vars(module).items()
        if isinstance(value, type) and Seat in value.__mro__ and value is not Seat
    ]
    return f" Possible: {', '.join(classes)}." if classes else ""
