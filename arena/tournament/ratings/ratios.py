"""Means of entrants with intervals by seeds: sums of what counts over opportunities.

A rate is (sum of what counts) / (sum of opportunities), over all games: not the mean of games'
rates. Intervals are those of `bootstrap.py`, with the seeds weighted in both sums. Shares have
those of the lab (`figures.py`).
"""

import numpy as np

from arena.lab.arrays import as_list, sums_along
from arena.tournament.ratings.bootstrap import Draws, effective, intervals, spread
from arena.tournament.ratings.rankings import Floats
from arena.tournament.ratings.rows import Rate

__all__ = ["ratios"]


def ratios(
    counts: Floats, opportunities: Floats, seeds: tuple[str, ...], draws: Draws
) -> list[Rate]:
    """Return the rate of each of k from what counts and opportunities by seed, each (C, k).

    Rates without an opportunity have no value.
    """
    weights = draws.of_clusters(seeds)
    total = sums_along(opportunities, 0)
    value = _divided(sums_along(counts, 0), total)
    drawn = _divided(weights @ counts, weights @ opportunities)
    low, high = intervals(spread(value, drawn, effective(opportunities)))
    rows = zip(as_list(total), as_list(value), as_list(low), as_list(high), strict=True)
    return [Rate.over(*of) for of in rows]


def _divided(counts: Floats, opportunities: Floats) -> Floats:
    found: Floats = np.full(counts.shape, np.nan)
    np.divide(counts, opportunities, out=found, where=opportunities > 0)
    return found
