"""The kinds of seat that a SPEC can name: model, human, the arena's bots, or a user's class.

A new kind of bot is one line in `KINDS`; a user's class needs none (`own.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from arena.errors import ConfigError, possible
from arena.models.specs import FORMS, PROTOCOLS, is_model_spec, parse
from arena.seats.house import DIALS, PLAIN, House
from arena.seats.own import FORM, own_seat
from arena.seats.planted import planted_seat, planted_talks
from arena.seats.seat import Seat
from arena.seats.uniform import Uniform
from arena.settings import HUMAN
from arena.text import shown

Options = Mapping[str, str | int | bool | None]
DEFAULTS: Options = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of bot that a SPEC can name."""

    spec: str
    """The form of its SPEC, for error messages: `random`."""
    make: Callable[[str, str, Options], Seat]
    """Makes a seat from the text behind the colon, the bots' seed, and the ruleset's options in
    force."""
    talks: Callable[[str], bool] | bool | None
    """Whether such a seat can speak, or a function that says so from the text behind the colon and
    raises `ConfigError` for an invalid one; None: ask the seat itself."""
    argument: Literal["none", "optional", "needed"] = "none"
    """Whether text follows the colon."""
    arguments: tuple[str, ...] = ()
    """The texts allowed behind the colon; empty: any."""


def _no_bot(_: str, __: str, ___: Options) -> Seat:
    raise ConfigError(
        "a seat is human, and nobody sits in it. Possible: arena play --human NAME, or a table "
        "whose `people` has a chair for it."
    )


MODEL_FORMS = tuple(forms[0] for forms in FORMS.values())
"""The shortest way to write a model of each protocol."""
KINDS: Mapping[str, Kind] = {
    "random": Kind(spec="random", make=lambda _, seed, __: Uniform(seed), talks=False),
    "house": Kind(
        spec="house:DIALS",
        make=lambda dials, seed, options: House(seed, DIALS.get(dials, PLAIN), options=options),
        talks=True,
        argument="optional",
        arguments=tuple(DIALS),
    ),
    HUMAN: Kind(spec=HUMAN, make=_no_bot, talks=True),
    "planted": Kind(
        spec="planted:KIND(...)", make=planted_seat, talks=planted_talks, argument="needed"
    ),
}


def check_spec(name: str, spec: str) -> None:
    """Refuse a SPEC that seat `name` cannot have. Raises `ConfigError`."""
    if is_model_spec(spec):
        try:
            parse(spec)
        except ConfigError as error:
            raise ConfigError(f"seat {shown(name)}: {error}") from error
    else:
        _kind(name, spec)


def is_bot(spec: str) -> bool:
    """Return True if a SPEC names a bot that comes with the arena."""
    return spec.partition(":")[0] in KINDS.keys() - {HUMAN}


def is_own(spec: str) -> bool:
    """Return True if a SPEC names a user's class. The class is not imported for that."""
    return not is_model_spec(spec) and spec.partition(":")[0] not in KINDS


def _kind(name: str, spec: str) -> Kind:
    word, colon, argument = spec.partition(":")
    kind = KINDS.get(word)
    if kind is None:
        own = own_seat(name, spec)
        if own is not None:
            return Kind(spec=spec, make=lambda _, seed, __: own(seed), talks=None)
    empty = bool(colon) and not argument
    if kind is None or empty or kind.argument == ("none" if argument else "needed"):
        near = possible(spec, _specs(), _with_argument(argument))
        raise ConfigError(f"seat {shown(name)} is {shown(spec)}. {near}")
    if argument and kind.arguments and argument not in kind.arguments:
        specs = tuple(f"{word}:{each}" for each in kind.arguments)
        raise ConfigError(f"seat {shown(name)} is {shown(spec)}. {possible(spec, (word, *specs))}")
    try:
        if callable(kind.talks):
            kind.talks(argument)
    except ConfigError as error:
        raise ConfigError(f"seat {shown(name)} is {shown(spec)}. {error}") from error
    return kind


def _specs() -> tuple[str, ...]:
    bare = [word for word, each in KINDS.items() if each.argument != "needed"]
    listed = [*bare, *(each.spec for each in KINDS.values()), *MODEL_FORMS, FORM]
    return tuple(dict.fromkeys(listed))


def _with_argument(argument: str) -> tuple[str, ...]:
    """Return likely corrections of a mistyped SPEC that has this argument."""
    bots = (f"{word}:{each}" for word, kind in KINDS.items() for each in kind.arguments)
    return (*bots, *(f"{protocol}:{argument}" for protocol in PROTOCOLS if argument))


def talks(spec: str, *, name: str | None = None) -> bool:
    """Return True if the seat of a SPEC can speak; every model can. Raises `ConfigError`."""
    if is_model_spec(spec):
        return True
    kind = _kind(spec if name is None else name, spec)
    argument = spec.partition(":")[2]
    if kind.talks is None:
        return kind.make(argument, "", DEFAULTS).talks
    return kind.talks(argument) if callable(kind.talks) else kind.talks


def make_seat(spec: str, *, name: str, seed: str, options: Options = DEFAULTS) -> Seat:
    """Make the bot that a SPEC describes; `seed` is the seed of the game's bots.

    `options` are the ruleset's options in force; options that are left out have their default.
    """
    kind = _kind(name, spec)
    return kind.make(spec.partition(":")[2], seed, options)
