"""Bounds for separated entrants: the open side of an interval, and the end of the other side.

**Open sides.** A strength has a finite maximum of the likelihood only where everybody came level
with or ahead of everybody, at least through others (Ford 1957, American Mathematical Monthly 64,
28-33; Hunter 2004, Annals of Statistics 32, 384-406, assumption 1). Of two entrants, a chain of
such results from the lower to the higher bounds their difference from above, and one from the
higher to the lower bounds it from below; where a chain is missing, that side is open. An entrant's
own interval is measured from the largest group of its pool that chains link both ways; where no
group is the largest, as in a perfect order, from the mean of the pool, which lies infinitely far
below the best and above the last.

**The other side.** A bootstrap finds no spread where there is no exception. Instead, where U are
the entrants above a gap between groups, the share of the choices between U and the others that
would have gone the other way is drawn, for as many seeds G as have such choices, from

    Beta(1/2, G + 1/2),

the posterior under Jeffreys' prior of a share of which G trials showed none, a seed being one
trial; U is moved until the model expects this share.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from arena.tournament.ratings.bootstrap import Draws, effective
from arena.tournament.ratings.plackett_luce import Fit
from arena.tournament.ratings.pools import groups_of, pools_of, reach_of
from arena.tournament.ratings.rankings import EMPTY, Booleans, Floats, Rankings
from arena.tournament.ratings.rows import Open

FARTHEST = 30.0
"""Largest shift of a group in log-odds."""
STEPS = 121
"""Number of shifts at which the model is evaluated: two to a log-odd."""
LEAST_SHARE = 1e-12
"""Smallest share of choices that is numerically different from 0."""


def side(*, above: bool, below: bool) -> Open:
    """Return the name of the open sides."""
    if above and below:
        return "both"
    return "above" if above else "below" if below else None


def bounded(value: float, low: float, high: float, separated: Open) -> tuple[float, float]:
    """Return the bounds of an interval, NaN on the open sides.

    The other side reaches at least to the estimate, which the penalty of the fit has shrunk.
    """
    if separated is None:
        return low, high
    return (
        float(np.minimum(low, value)) if separated == "above" else np.nan,
        float(np.maximum(high, value)) if separated == "below" else np.nan,
    )


def open_entrants(rankings: Rankings, pools: tuple[tuple[int, ...], ...]) -> list[Open]:
    """Return the open sides of each entrant's own interval."""
    reach, found = reach_of(rankings), list[Open]([None] * len(rankings.entrants))
    every = groups_of(rankings, pools)
    for members in pools:
        groups = [each for each in every if each[0] in members]
        largest = _largest(groups)
        for member in members if len(groups) > 1 else ():
            if largest:
                above, below = not reach[largest[0], member], not reach[member, largest[0]]
            else:
                above = not all(reach[other, member] for other in members)
                below = not all(reach[member, other] for other in members)
            found[member] = side(above=above, below=below)
    return found


def open_seats(rankings: Rankings, pools: tuple[tuple[int, ...], ...], stratum: int) -> list[Open]:
    """Return the open sides of the intervals of a stratum's seats, by position.

    Infinite gaps between entrants give no information on seats, so only entrants of one group
    count.
    """
    sitting = _sitting(rankings, groups_of(rankings, pools), stratum)
    linked = pools_of(sitting)
    if len(linked) > 1:
        return ["both"] * len(sitting.entrants)
    return open_entrants(sitting, linked)


def _sitting(rankings: Rankings, groups: Sequence[Sequence[int]], stratum: int) -> Rankings:
    """Return the orders of a stratum's seats, with a game for each group of entrants."""
    games = rankings.only(rankings.stratum == stratum)
    columns = np.broadcast_to(np.arange(games.seats.shape[1]), games.seats.shape)
    parts = [np.where(np.isin(games.seats, group), columns, EMPTY) for group in groups]
    times = len(parts)
    return replace(
        games, entrants=tuple(map(str, range(rankings.strata[stratum].size))),
        seats=np.concatenate([np.empty((0, columns.shape[1]), dtype=np.int64), *parts]),
        places=np.tile(games.places, (times, 1)), stratum=np.tile(games.stratum, times),
        cluster=np.tile(games.cluster, times),
    )  # fmt: skip


def _largest(groups: Sequence[Sequence[int]]) -> Sequence[int]:
    """Return the group from which others are measured; empty: no group is the largest."""
    sizes = sorted(map(len, groups))
    return max(groups, key=len) if len(groups) == 1 or sizes[-1] > sizes[-2] else ()


def shifts(base: Fit, draws: Draws) -> Floats:
    """Return the shifts by draw and entrant (D, k); 0 where nothing is separated.

    The largest group is not shifted; where there is none, the mean of the pool is not.
    """
    return _shifts(base, draws, base.pools, base.groups, base.choices.offsets.worth)


def shifts_of_seats(base: Fit, draws: Draws, stratum: int) -> Floats:
    """Return the shifts of a stratum's seats by draw and position (D, size).

    0 where entrants are separated: games can't distinguish these from seats.
    """
    begin, end = base.choices.seat_terms[stratum]
    sitting = _sitting(base.rankings, base.groups, stratum)
    pools = pools_of(sitting)
    if len(base.groups) > len(base.pools) or len(pools) > 1 or begin == end:
        return np.zeros((len(draws.weights), end - begin))
    return _shifts(base, draws, pools, groups_of(sitting, pools), (begin, end))


def _shifts(
    base: Fit,
    draws: Draws,
    pools: Sequence[Sequence[int]],
    every: Sequence[Sequence[int]],
    terms: tuple[int, int],
) -> Floats:
    begin, end = terms
    each = np.arange(end - begin)
    moved = np.zeros((len(draws.weights), len(each)))
    for members in pools:
        groups = [group for group in every if group[0] in members]
        largest, inside = _largest(groups), np.isin(each, members)
        for at in range(1, len(groups)):
            upper = np.isin(each, [who for group in groups[:at] for who in group])
            direction = np.zeros(base.choices.parameters)
            direction[begin:end] = upper
            drawn = _moves(base, draws, direction, f"gap {at} of {begin + members[0]}")
            moved += drawn[:, None] * _carried(upper, inside, largest)
    return moved


def _carried(upper: Booleans, inside: Booleans, largest: Sequence[int]) -> Floats:
    """Return the fraction (k,) of a shift for each entrant: of those above the gap, or below it."""
    whole = upper.astype(np.float64)
    if not largest:
        return np.where(inside, whole - whole[inside].mean(), 0.0)
    return np.where(inside, whole - whole[largest[0]], 0.0)


def _moves(base: Fit, draws: Draws, direction: Floats, gap: str) -> Floats:
    """Return by draw (D,) the shift of those above a gap: log-odds, negative downwards."""
    choices = base.choices
    moves = np.linspace(-FARTHEST, FARTHEST, STEPS)
    points = base.parameters[None] + moves[:, None] * direction[None]
    whole = np.ones((1, len(base.rankings.clusters)))
    counts = np.repeat(choices.counts(whole), STEPS, axis=0)
    chosen = np.repeat(whole @ choices.chosen, STEPS, axis=0)
    other_way = choices.gradients(points, counts, chosen) @ direction
    by_seed = choices.scores(base.parameters - FARTHEST * direction) @ direction
    share = np.clip(other_way / by_seed.sum(), LEAST_SHARE, 1 - LEAST_SHARE)
    drawn = draws.shares(float(effective(by_seed[:, None])[0]), gap)
    found: Floats = np.interp(-_log_odds(drawn), -_log_odds(share), moves)
    return found


def _log_odds(share: Floats) -> Floats:
    odds: Floats = np.log(share) - np.log1p(-share)
    return odds
