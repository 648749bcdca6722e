"""Draws final orders of games from the model that ratings fit: Plackett-Luce with ties.

A game is drawn choice by choice, as in `arena.tournament.ratings.choices`: from the seats without a
place yet the set that shares the next place is drawn, in proportion to exp(utility).
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from arena.tournament.plan import Plan, PlannedGame

if TYPE_CHECKING:
    import numpy as np

    from arena.tournament.assumed import Assumed
    from arena.tournament.ratings.rankings import Booleans, Floats, Integers, Rankings


def unplayed(plan: Plan, rows: tuple[PlannedGame, ...]) -> "Rankings":
    """Return planned games in the form that the fit takes; their places are placeholders."""
    from arena.tournament.ratings.rankings import rankings_of

    return rankings_of(
        [[(entrant, 1.0) for _, entrant in row.clockwise] for row in rows],
        rulesets=[plan.conditions[row.condition].ruleset for row in rows],
        seeds=[row.seed for row in rows],
    )


def drawn_orders(
    games: "Rankings", worth: "Floats", assumed: "Assumed", chance: "np.random.Generator"
) -> "Rankings":
    """Return the games with drawn places; `worth` (k,) are strengths in log-odds."""
    import numpy as np

    places = np.zeros_like(games.places)
    for at, stratum in enumerate(games.strata):
        rows = np.flatnonzero(games.stratum == at)
        seats = np.array(assumed.seats.get(stratum, (0.0,) * stratum.size))
        eta = worth[games.seats[rows, : stratum.size]] + seats
        places[rows, : stratum.size] = _places(eta, assumed.ties.get(stratum, {}), chance)
    return replace(games, places=places)


def _places(eta: "Floats", ties: Mapping[int, float], chance: "np.random.Generator") -> "Integers":
    """Return drawn places (N, W) for seats with these log-odds (N, W)."""
    import numpy as np

    inside, constant = _alternatives(eta.shape[1], ties)
    utility = eta @ (inside / inside.sum(axis=1, keepdims=True)).T + constant
    places = np.zeros(eta.shape, dtype=np.int64)
    while (places == 0).any():
        placed = places > 0
        possible = ~((placed[:, None, :] & inside[None, :, :]).any(axis=2))
        score = np.where(possible, utility + chance.gumbel(size=utility.shape), -np.inf)
        chosen = inside[score.argmax(axis=1)] & ~placed.all(axis=1, keepdims=True)
        places += chosen * (1 + placed.sum(axis=1, keepdims=True))
    return places


def _alternatives(size: int, ties: Mapping[int, float]) -> tuple["Booleans", "Floats"]:
    """Return the sets of seats that may share a place (M, W), and log delta of each set (M,)."""
    import numpy as np

    orders = [1, *(order for order in sorted(ties) if order <= size)]
    sets = [members for order in orders for members in combinations(range(size), order)]
    inside = np.zeros((len(sets), size), dtype=np.bool_)
    for at, members in enumerate(sets):
        inside[at, list(members)] = True
    return inside, np.array([ties.get(len(members), 0.0) for members in sets])
