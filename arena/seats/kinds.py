"""The kinds of seats by the first word of their SPEC: a new kind is one line in `KINDS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.errors import ConfigError, possible
from arena.seats.seat import Seat
from arena.seats.uniform import Uniform

__all__ = ["KINDS", "Kind", "check_spec", "make_seat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of seat."""

    spec: str
    """How it is written, for error messages: `random`, later `openai:MODEL`."""
    make: Callable[[str, str], Seat]
    """Takes what follows the colon, and the bots' seed of the game."""
    argument: bool = False
    """True where something follows the colon."""


KINDS: Mapping[str, Kind] = {
    "random": Kind(spec="random", make=lambda _, seed: Uniform(seed)),
}


def check_spec(name: str, spec: str) -> Kind:
    """Return the kind of a SPEC; `ConfigError` for one that seat `name` cannot have."""
    word, colon, argument = spec.partition(":")
    kind = KINDS.get(word)
    if kind is None or kind.argument != bool(argument) or (colon and not argument):
        specs = tuple(each.spec for each in KINDS.values())
        raise ConfigError(f"seat {name!r} is {spec!r}. {possible(spec, specs)}")
    return kind


def make_seat(spec: str, *, name: str, seed: str) -> Seat:
    """Return the seat that a SPEC describes; `seed` is the seed of the game's bots."""
    kind = check_spec(name, spec)
    return kind.make(spec.partition(":")[2], seed)
