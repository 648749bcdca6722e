"""The effect of a seat: the mean place of who sits there, less that of the whole table (V16).

Where all seats are the same bot, it is what sitting there is worth; where every entrant sits
everywhere as often, entrants have none of it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.lab.arrays import numbers
from arena.lab.intervals import Interval, mean

if TYPE_CHECKING:
    from arena.lab.tables import Tables

__all__ = ["SeatEffect", "name_effects", "seat_effects"]

RELATIVE = (
    "SELECT {by} AS who, game, "
    "place + (count(*) OVER (PARTITION BY game, place) - 1) / 2 "
    "- (count(*) OVER (PARTITION BY game) + 1) / 2 AS places FROM seats"
)
"""Those who tie share the mean of their places, so that the places of a game add up to the same."""


class _Relative(NamedTuple):
    """A row of `RELATIVE`."""

    who: object
    game: str
    places: float


class SeatEffect(NamedTuple):
    """How much worse than the middle a seat places; below 0, better."""

    who: str
    """The position, clockwise from 0, or the name at the table."""
    places: Interval
    games: int


def seat_effects(tables: "Tables") -> list[SeatEffect]:
    """Return the effect of each position, with intervals by games."""
    return _effects(tables, "position")


def name_effects(tables: "Tables") -> list[SeatEffect]:
    """Return the same of each name at the table."""
    return _effects(tables, "seat")


def _effects(tables: "Tables", by: str) -> list[SeatEffect]:
    by_name: dict[str, list[float]] = {}
    for each in tables.rows_as(_Relative, f"{RELATIVE.format(by=by)} ORDER BY ALL"):
        by_name.setdefault(str(each.who), []).append(each.places)
    return [_effect(name, places) for name, places in by_name.items()]


def _effect(who: str, places: Sequence[float]) -> SeatEffect:
    return SeatEffect(who, mean(numbers(places), np.ones(len(places))), len(places))
