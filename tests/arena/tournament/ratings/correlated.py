"""Games whose points are alike within a seed and within a game, by shares that are planted."""

import numpy as np

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.intraclass import correlations_of
from arena.tournament.ratings.rows import Correlation
from tests.arena.tournament.ratings.played import game

NAMES = ("a", "b", "c", "d")


def correlations(games: list[GameResult]) -> dict[tuple[str, str], Correlation]:
    """Return each correlation by what it is of, and within what."""
    return {(each.what, each.within): each for each in correlations_of(games)}


def drawn(
    seeds: int, key: int, *, seed_share: float = 0.0, game_share: float = 0.0
) -> list[GameResult]:
    """Return rotations whose points have variance 100, so much of it the seed's and the game's.

    Entrants and seats differ, which is no part of it.
    """
    chance, games = np.random.default_rng([5, key]), []
    rest = 1 - seed_share - game_share
    for each in range(seeds):
        dealt = chance.normal() * seed_share**0.5
        for turn in range(len(NAMES)):
            shared = dealt + chance.normal() * game_share**0.5
            own = chance.normal(size=len(NAMES)) * rest**0.5
            who = [(at + turn) % len(NAMES) for at in range(len(NAMES))]
            points = [
                round(1000 + 10 * (shared + own[at]) + 8 * who[at] - 5 * at) for at in range(4)
            ]
            games.append(
                game(f"g{each:03}-{turn}", [NAMES[at] for at in who], points, seed=f"s{each:03}")
            )
    return games
