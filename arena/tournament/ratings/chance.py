"""Points corrected for chance: least squares on entrants and on (seed, seat).

Every (ruleset, epoch, size, seed, seat) gets an effect of its own, estimated together with one of
each entrant; an entrant's corrected score is its effect, as points above the mean of all entrants.
What the seed dealt to a seat (characters, cards, the dice to come) is taken off, and what is left
is compared with whoever else played that hand. Incomplete duplicates count too, as far as anybody
else sat there.

**What it is not**: no AIVAT or MIVAT. Nothing here knows the value of a position, so chance that
games of one seed do not share, since they went different ways before it fell, stays in, and so does
luck in opponents. Seeds played once add nothing.

`width_ratio` is the mean width of the corrected intervals over that of the plain means of points:
below 1, the correction gained.
"""

from collections.abc import Sequence

import numpy as np

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.bootstrap import Draws, effective, intervals, spread
from arena.tournament.ratings.rankings import Floats
from arena.tournament.ratings.rows import CorrectedEntrant, CorrectedPoints, Estimate

__all__ = ["corrected_points"]


def corrected_points(games: Sequence[GameResult], draws: Draws) -> CorrectedPoints | None:
    """Return corrected scores by entrant; None where hands do not link all entrants."""
    names = sorted({seat.entrant for game in games for seat in game.seats})
    seeds = tuple(sorted({game.seed for game in games}))
    matrices, sums, counts, points = _equations(games, names, seeds)
    if not names or np.linalg.matrix_rank(matrices.sum(axis=0)) < len(names) - 1:
        return None
    weights = draws.of_clusters(seeds)
    value = _solved(matrices.sum(axis=0)[None], sums.sum(axis=0)[None])[0]
    drawn = _solved(np.tensordot(weights, matrices, axes=1), weights @ sums)
    seats = effective(counts)
    low, high = intervals(spread(value, drawn, seats))
    plain = points.sum(axis=0) / counts.sum(axis=0)
    raw = (weights @ points) / (weights @ counts)
    plain_low, plain_high = intervals(
        spread(plain - plain.mean(), raw - raw.mean(axis=1, keepdims=True), seats)
    )
    wide = float(np.mean(plain_high - plain_low))
    return CorrectedPoints(
        entrants=[
            CorrectedEntrant(entrant=name, points=Estimate.of(value[at], low[at], high[at]))
            for at, name in enumerate(names)
        ],
        width_ratio=float(np.mean(high - low)) / wide if wide > 0 else None,
    )


def _equations(
    games: Sequence[GameResult], names: list[str], seeds: tuple[str, ...]
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return by seed the normal equations (C, k, k) and (C, k), seats (C, k), points (C, k)."""
    cells: dict[tuple[str, str, str, int, int], list[tuple[int, float]]] = {}
    for game in sorted(games, key=lambda each: each.game):
        for seat in game.seats:
            key = (game.seed, game.ruleset, game.epoch, game.size, seat.position)
            cells.setdefault(key, []).append((names.index(seat.entrant), float(seat.points)))
    count = len(names)
    matrices, sums = np.zeros((len(seeds), count, count)), np.zeros((len(seeds), count))
    seats, points = np.zeros((len(seeds), count)), np.zeros((len(seeds), count))
    line = {seed: at for at, seed in enumerate(seeds)}
    for (seed, *_), rows in cells.items():
        times = np.bincount([who for who, _ in rows], minlength=count).astype(np.float64)
        got = np.bincount([who for who, _ in rows], [value for _, value in rows], minlength=count)
        at = line[seed]
        matrices[at] += np.diag(times) - np.outer(times, times) / len(rows)
        sums[at] += got - times * got.sum() / len(rows)
        seats[at] += times
        points[at] += got
    return matrices, sums, seats, points


def _solved(matrices: Floats, sums: Floats) -> Floats:
    """Return solutions (D, k) with mean 0."""
    count = matrices.shape[1]
    solved: Floats = np.linalg.solve(matrices + np.ones((count, count)) / count, sums[..., None])
    return solved[..., 0]
