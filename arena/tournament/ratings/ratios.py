"""Means and rates of entrants with intervals by seeds: sums of what counts over opportunities.

A rate is (sum of what counts) / (sum of opportunities), over all games: not the mean of games'
rates. Intervals are those of `bootstrap.py`, with the seeds weighted in both sums. Where every seed
has a share of exactly 0, or exactly 1, draws say nothing: the bound is then that of Clopper and
Pearson for as many independent trials as there are seeds with an opportunity.
"""

import numpy as np

from arena.tournament.ratings.bootstrap import LEVEL, Draws, effective, intervals, spread
from arena.tournament.ratings.plain import Json, interval
from arena.tournament.ratings.rankings import Floats

__all__ = ["ratios"]


def ratios(
    counts: Floats, opportunities: Floats, seeds: tuple[str, ...], draws: Draws, *, share: bool
) -> list[Json]:
    """Return the rate of each of k from what counts and opportunities by seed, each (C, k).

    `share`: a rate from 0 to 1, and its interval too. Rates without an opportunity are NaN.
    """
    weights = draws.of_clusters(seeds)
    total = opportunities.sum(axis=0)
    value = _divided(counts.sum(axis=0), total)
    drawn = _divided(weights @ counts, weights @ opportunities)
    low, high = intervals(spread(value, drawn, effective(opportunities)))
    if share:
        trials = (opportunities > 0).sum(axis=0)
        bound = 1 - ((1 - LEVEL) / 2) ** (1 / np.maximum(trials, 1))
        some = total > 0
        low, high = np.clip(low, 0, 1), np.clip(high, 0, 1)
        low = np.where(some & (value == 1), 1 - bound, np.where(some & (value == 0), 0, low))
        high = np.where(some & (value == 0), bound, np.where(some & (value == 1), 1, high))
    return [
        interval(value[at], low[at], high[at]) | {"opportunities": float(total[at])}
        for at in range(len(value))
    ]


def _divided(counts: Floats, opportunities: Floats) -> Floats:
    found = np.full(counts.shape, np.nan)
    np.divide(counts, opportunities, out=found, where=opportunities > 0)
    return found
