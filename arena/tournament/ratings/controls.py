"""One secondary fit: worths with length of talk and tokens of reasoning held equal.

The model is that of `choices.py` with a slope for each covariate. A covariate is what a seat did in
a game minus its entrant's mean, over the standard deviation that this has among all seats: so a
slope, in log-odds, tells what one standard deviation more than usual *of the same entrant* goes
with, and worths stay those of an entrant at its usual. Talk and reasoning also follow from how a
game goes (who survives longer says more), so slopes are associations and cause nothing. A
covariate that never varies within an entrant is left out.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from arena.lab.arrays import as_list, deviation, element, numbers, sum_of, sums_along
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.ratings.bootstrap import Draws, effective, intervals, spread
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO, fit, refit
from arena.tournament.ratings.rankings import Floats, rankings_of
from arena.tournament.ratings.rating import bounds_of, games_by_cluster, worths_drawn
from arena.tournament.ratings.rows import Control, ControlledEntrant, ControlledFit, Estimate
from arena.tournament.ratings.separation import shifts

__all__ = ["CONTROLS", "controlled_fit", "within_entrants"]

CONTROLS: Mapping[str, Callable[[SeatResult], float]] = {
    "characters": lambda seat: float(seat.characters),
    "reasoning": lambda seat: float(seat.reasoning),
}
LEAST = 1e-9
"""A standard deviation that is none."""


def controlled_fit(games: Sequence[GameResult], draws: Draws) -> ControlledFit | None:
    """Return slopes and worths with their intervals; None where nothing varies."""
    columns, kept = [], []
    for name, measure in CONTROLS.items():
        values = within_entrants(games, measure)
        if values is not None:
            columns.append(values)
            kept.append(name)
    if not kept:
        return None
    rankings = rankings_of(
        [[(seat.entrant, float(seat.place)) for seat in game.seats] for game in games],
        rulesets=[game.ruleset for game in games], seeds=[game.seed for game in games],
        covariates=[
            [[element(column[at], seat) for column in columns] for seat in range(game.size)]
            for at, game in enumerate(games)
        ],
    )  # fmt: skip
    base = fit(rankings)
    drawn = refit(base, draws.of_clusters(rankings.clusters))
    counts = games_by_cluster(rankings)
    least_, most_, sides = bounds_of(base, worths_drawn(base, drawn) + shifts(base, draws))
    low, high = as_list(least_), as_list(most_)
    whole = np.repeat(effective(sums_along(counts, 1)[:, None]), len(kept))
    begin, end = base.choices.offsets.slope
    slopes = drawn[:, begin:end]
    least, most = map(as_list, intervals(spread(base.slopes, slopes, whole)))
    worth, slope = as_list(base.worth), as_list(base.slopes)
    return ControlledFit(
        penalised=base.penalised,
        slopes=[
            Control(control=name, log_odds=Estimate.of(slope[at], least[at], most[at]))
            for at, name in enumerate(kept)
        ],
        entrants=[
            ControlledEntrant(
                entrant=name, separated=sides[at],
                elo=Estimate.of(worth[at], low[at], high[at], ELO, MEAN_ELO),
            )
            for at, name in enumerate(rankings.entrants)
        ],
    )  # fmt: skip


def within_entrants(
    games: Sequence[GameResult], measure: Callable[[SeatResult], float]
) -> list[Floats] | None:
    """Return by game and seat how far a measure is from its entrant's mean.

    In standard deviations of that over all seats; None where it never differs.
    """
    values: dict[str, list[float]] = {}
    for game in games:
        for seat in game.seats:
            values.setdefault(seat.entrant, []).append(measure(seat))
    means = {name: sum_of(numbers(each)) / len(each) for name, each in values.items()}
    rows = [numbers([measure(seat) - means[seat.entrant] for seat in game.seats]) for game in games]
    spread_ = deviation(np.concatenate(rows)) if rows else 0.0
    return [row / spread_ for row in rows] if spread_ > LEAST else None
