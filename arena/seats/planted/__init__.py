"""Bots whose truth is known beforehand: what measures of the arena must find in their games."""

from collections.abc import Mapping
from types import MappingProxyType

from arena.seats.planted import (
    companions,
    dealers,
    dice_tellers,
    electors,
    strength,
    talkers,
    word_givers,
)
from arena.seats.planted.plant import Options, Plant
from arena.seats.planted.reading_specs import read_argument
from arena.seats.planted.strength import Strength
from arena.seats.seat import Seat

__all__ = ["PLANTS", "Plant", "Strength", "planted_seat", "planted_talks"]

_FILES = (strength, dice_tellers, word_givers, dealers, electors, companions, talkers)
PLANTS: Mapping[str, Plant] = MappingProxyType(
    {each.name: each for file in _FILES for each in file.PLANTS}
)
"""What may follow the colon, by name."""


def planted_seat(argument: str, seed: str, options: Options) -> Seat:
    """Return the seat of `planted:ARGUMENT`. Raises `ConfigError`."""
    plant, values = read_argument(argument, PLANTS)
    return plant.make(seed, options, **values)


def planted_talks(argument: str) -> bool:
    """Tell whether such a seat can speak. Raises `ConfigError`."""
    return read_argument(argument, PLANTS)[0].talks
