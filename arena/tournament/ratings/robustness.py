"""Tests whether the top entrant would change without a few of the games.

For the best and each other entrant of its pool, the games whose omission reduces the lead most are
found by influence (one Newton step a game: inverse information times its score), and the fit is
repeated without them. The approximation only chooses the games; the result is the refit's. Method:
Huang, Shen, Wei & Broderick 2025, "Dropping Just a Handful of Preferences Can Change Top Large
Language Model Rankings", arXiv:2508.11847 (after Broderick, Giordano & Meager, arXiv:2011.14999);
here whole games are omitted, not pairs.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from arena.lab.arrays import as_list, as_whole, element
from arena.tournament.ratings.choices import choices_of
from arena.tournament.ratings.plackett_luce import ELO, Fit, fit
from arena.tournament.ratings.rankings import Floats, Integers, Rankings
from arena.tournament.ratings.rows import Robustness, rounded

SHARE = 0.01
"""Share of games that are omitted, at least one game."""


def robustness_of(rankings: Rankings, games: Sequence[str]) -> Robustness | None:
    """Return the effect of the worst omission of 1 % of games; None with nobody to compare.

    `games` has an id for each game of the rankings.
    """
    base = fit(rankings)
    pool = base.pools[0] if base.pools else ()
    if len(pool) <= 1:
        return None
    worth = as_list(base.worth)

    def from_the_best(member: int) -> tuple[float, str]:
        return -worth[member], rankings.entrants[member]

    ordered = sorted(pool, key=from_the_best)
    best, others = ordered[0], ordered[1:]
    influence = influences_of(base)
    count = max(1, ceil(SHARE * len(rankings) - 1e-9))
    drops = [(other, *_dropped(base, influence, best, other, count)) for other in others]
    flips = [other for other, _, gap in drops if gap < 0]
    worst, lost, gap = min(drops, key=_what_is_left)
    return Robustness(
        top=rankings.entrants[best], dropped=count, changes=bool(flips),
        new_tops=[rankings.entrants[other] for other in flips],
        closest=rankings.entrants[worst],
        gap=rounded((worth[best] - worth[worst]) * ELO),
        gap_after=rounded(gap * ELO), games=[games[at] for at in lost],
    )  # fmt: skip


def _what_is_left(drop: tuple[int, list[int], float]) -> float:
    return drop[2]


def influences_of(base: Fit) -> Floats:
    """Return the first-order change of strengths (N, k) if each game were omitted."""
    rankings = base.rankings
    alone = replace(
        rankings, clusters=tuple(str(at) for at in range(len(rankings))),
        cluster=np.arange(len(rankings), dtype=np.int64),
    )  # fmt: skip
    scores = choices_of(alone).scores(base.parameters)
    begin, end = base.choices.offsets.worth
    moved: Floats = -(scores @ base.covariance)[:, begin:end]
    return moved


def _dropped(
    base: Fit, influence: Floats, best: int, other: int, count: int
) -> tuple[list[int], float]:
    """Return the games whose omission reduces a lead most, and the lead left in log-odds."""
    harm = influence[:, best] - influence[:, other]
    games: Integers = np.lexsort((np.arange(len(harm)), np.round(harm, 12)))[:count]
    kept = np.ones(len(harm), dtype=np.bool_)
    kept[games] = False
    rest = base.rankings.only(kept)
    present: Integers = np.unique(rest.seats[rest.seats >= 0])
    if len(rest) < 1 or len(present) < len(rest.entrants):
        return sorted(as_whole(games)), _lead(base, best, other)
    again = fit(rest)
    return sorted(as_whole(games)), _lead(again, best, other)


def _lead(of: Fit, best: int, other: int) -> float:
    return element(of.worth, best) - element(of.worth, other)
