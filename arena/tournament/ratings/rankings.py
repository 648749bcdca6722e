"""Final orders of games as plain arrays, the only input of the fit and its bootstrap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arena.lab.arrays import Bools as Booleans
from arena.lab.arrays import Floats, whole_numbers
from arena.lab.arrays import Ints as Integers

__all__ = ["EMPTY", "Booleans", "Floats", "Integers", "Rankings", "Stratum", "rankings_of"]

EMPTY = -1
"""In `Rankings.seats`: no seat, or one that is left out."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Stratum:
    """A ruleset and table size, whose games share seat terms and tie terms."""

    ruleset: str
    size: int
    """Number of seats at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings:
    """Final orders of games, with ties; N games, at most W seats, C clusters.

    An entrant may sit at a table more than once.
    """

    entrants: tuple[str, ...]
    """Names; arrays have their index."""
    seats: Integers
    """(N, W): entrants clockwise from position 0; `EMPTY` beyond the table's size."""
    places: Integers
    """(N, W): 1 is best, ties share the better place (1, 1, 3); 0 where `EMPTY`."""
    strata: tuple[Stratum, ...]
    stratum: Integers
    """(N,): index into `strata`."""
    clusters: tuple[str, ...]
    """C names of seeds."""
    cluster: Integers
    """(N,): index into `clusters`."""

    def __len__(self) -> int:
        return len(self.seats)

    def only(self, games: Integers | Booleans) -> "Rankings":
        """Return some of the games, with the same entrants, strata and clusters."""
        return replace(
            self, seats=self.seats[games], places=self.places[games], stratum=self.stratum[games],
            cluster=self.cluster[games],
        )  # fmt: skip


def rankings_of(
    orders: Sequence[Sequence[tuple[str, float | None]]],
    *,
    rulesets: Sequence[str] | None = None,
    seeds: Sequence[str] | None = None,
) -> Rankings:
    """Return the final orders of games as arrays.

    `orders` has one row for each game, clockwise: (entrant, place), where only the order of places
    counts: less is better, equal ties, None leaves the seat out. `rulesets` and `seeds` have one
    value for each game; without them all games have one ruleset, and each is a cluster of its own.
    Names are sorted, so that indices do not depend on the order of names or games.
    """
    width = max((len(order) for order in orders), default=0)
    entrants = tuple(
        sorted({name for order in orders for name, place in order if place is not None})
    )
    index = {name: at for at, name in enumerate(entrants)}
    rules = rulesets or [""] * len(orders)
    keys = [
        Stratum(ruleset=rule, size=len(order)) for rule, order in zip(rules, orders, strict=True)
    ]
    strata = tuple(sorted(set(keys)))
    names = list(seeds) if seeds else [f"{at:09}" for at in range(len(orders))]
    clusters = {name: at for at, name in enumerate(sorted(set(names)))}
    seats, places = _seats_and_places(orders, width, index)
    return Rankings(
        entrants=entrants, seats=seats, places=places, strata=strata,
        stratum=whole_numbers([strata.index(key) for key in keys]),
        clusters=tuple(clusters),
        cluster=whole_numbers([clusters[name] for name in names]),
    )  # fmt: skip


def _seats_and_places(
    orders: Sequence[Sequence[tuple[str, float | None]]], width: int, index: Mapping[str, int]
) -> tuple[Integers, Integers]:
    """Return the entrants of seats, and their places; ties share the better one."""
    seats = np.full((len(orders), width), EMPTY, dtype=np.int64)
    places = np.zeros((len(orders), width), dtype=np.int64)
    for game, order in enumerate(orders):
        for seat, (name, place) in enumerate(order):
            if place is not None:
                ahead = sum(other is not None and other < place for _, other in order)
                seats[game, seat], places[game, seat] = index[name], 1 + ahead
    return seats, places
