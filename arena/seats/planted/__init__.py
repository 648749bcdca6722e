"""Bots that lie, betray or ally at known rates, to test whether measures find these rates."""

from collections.abc import Mapping
from types import MappingProxyType

from arena.seats.planted import companions, dealers, dice_tellers, electors, word_givers
from arena.seats.planted.plant import Options, Planted, read_argument
from arena.seats.planted.strength import Strength
from arena.seats.seat import Seat

__all__ = ["PLANTS", "Planted", "Strength", "planted_seat", "planted_talks"]

PLANTS: Mapping[str, type[Planted]] = MappingProxyType(
    {
        each.name: each
        for each in (
            Strength,
            *dice_tellers.PLANTS,
            *word_givers.PLANTS,
            *dealers.PLANTS,
            electors.Elector,
            *companions.PLANTS,
            dice_tellers.Talker,
        )
    }
)
"""The planted bots by the name that follows the colon of a SPEC."""


def planted_seat(argument: str, seed: str, options: Options) -> Seat:
    """Make the seat of `planted:ARGUMENT`. Raises `ConfigError`."""
    plant, values = read_argument(argument, PLANTS.values())
    return plant(seed, options=options, **values)


def planted_talks(argument: str) -> bool:
    """Return True if such a seat can speak. Raises `ConfigError`."""
    return read_argument(argument, PLANTS.values())[0].talks
