"""Tournaments drawn from Plackett-Luce with planted worths and seats; what else might rate them."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.ratings.bootstrap import Draws, generator
from arena.tournament.ratings.plackett_luce import fit
from arena.tournament.ratings.rankings import Floats, Rankings, rankings_of
from arena.tournament.ratings.rating import rating_of
from arena.tournament.ratings.rows import Estimate, Rating

Order = list[tuple[str, float]]
"""A game, clockwise: entrant, and place from 1."""
DRAWS = 400
"""Of the bootstrap."""


def pool_plan(pool: int, size: int, rounds: int) -> Plan:
    """Return the schedule of a pool of bots, e0 to e9."""
    return planned(TournamentConfig.model_validate({
        "seed": "schedule", "entrants": {f"e{at}": "random" for at in range(pool)}, "seats": size,
        "replicates": rounds,
    }))  # fmt: skip


def drawn_orders(
    plan: Plan, worth: Mapping[str, float], seats: Sequence[float], seed: str
) -> list[Order]:
    """Draw final orders without ties; worths and seats in log-odds."""
    chance, orders = generator(seed, "orders"), []
    for row in plan.games:
        strength = np.array([worth[entrant] for _, entrant in row.clockwise]) + np.array(seats)
        score = strength + chance.gumbel(size=len(strength))  # the highest is drawn first
        place = 1 + (score[None, :] > score[:, None]).sum(axis=1)
        orders.append([
            (entrant, float(each))
            for (_, entrant), each in zip(row.clockwise, place, strict=True)
        ])  # fmt: skip
    return orders


def rankings_in(plan: Plan, orders: Sequence[Order]) -> Rankings:
    """Return drawn games with the seeds of their plan."""
    return rankings_of(orders, seeds=[row.seed for row in plan.games])


def rated(rankings: Rankings, seed: str) -> Rating:
    """Return the rating as a report has it, with fewer draws."""
    return rating_of(rankings, Draws.of(rankings.clusters, DRAWS, seed))


def holds(interval: Estimate, truth: float) -> bool:
    """Tell whether an interval with both ends holds the truth."""
    low, high = interval.low, interval.high
    return low is not None and high is not None and low <= truth <= high


def pairs_as_games(orders: Sequence[Order]) -> Rankings:
    """Return every pair of a game as a game of two: what must not be done for an interval."""
    return rankings_of([list(pair) for order in orders for pair in combinations(order, 2)])


def wald(rankings: Rankings, *, seat_terms: bool = True) -> dict[str, tuple[float, float]]:
    """Return 95 % intervals of worths by the fit's own standard errors."""
    found = fit(rankings, seat_terms=seat_terms)
    reach = 1.959964 * found.standard_errors
    bounds = zip(found.worth - reach, found.worth + reach, strict=True)
    return dict(zip(rankings.entrants, bounds, strict=True))


def sequential_elo(orders: Sequence[Order], names: Sequence[str], step: float = 32.0) -> Floats:
    """Return ratings after all games in this order: each pair of a game is a win or a loss."""
    rating = dict.fromkeys(names, 1500.0)
    for order in orders:
        moved = dict.fromkeys(rating, 0.0)
        for (one, first), (other, second) in combinations(order, 2):
            expected = 1 / (1 + 10 ** ((rating[other] - rating[one]) / 400))
            gain = step * ((first < second) - expected) / (len(order) - 1)
            moved[one] += gain
            moved[other] -= gain
        rating = {name: each + moved[name] for name, each in rating.items()}
    return np.array([rating[name] for name in names])
