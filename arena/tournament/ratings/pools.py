"""Comparability of entrants: pools that games link, and groups separated by one-way results."""

import numpy as np

from arena.tournament.ratings.rankings import EMPTY, Booleans, Floats, Integers, Rankings


def wins_of(rankings: Rankings) -> tuple[Integers, Integers]:
    """Return two arrays (k, k): how often the row was placed above the column, and level."""
    count, seats, places = len(rankings.entrants), rankings.seats, rankings.places
    taken = seats != EMPTY
    both = taken[:, :, None] & taken[:, None, :]
    pair = (seats[:, :, None] * count + seats[:, None, :])[both]
    ahead = (places[:, :, None] - places[:, None, :])[both]
    tied = (ahead == 0) & (pair // count != pair % count)
    above, level = (
        np.bincount(pair[each], minlength=count * count).reshape(count, count)
        for each in (ahead < 0, tied)
    )
    return above, level


def seats_by_cluster(rankings: Rankings) -> Floats:
    """Return numbers of seats (C, k) by seed and entrant."""
    counts = np.zeros((len(rankings.clusters), len(rankings.entrants)))
    for column in rankings.seats.T:
        taken = column != EMPTY
        np.add.at(counts, (rankings.cluster[taken], column[taken]), 1.0)
    return counts


def pools_of(rankings: Rankings) -> tuple[tuple[int, ...], ...]:
    """Return the connected components of entrants by games, the largest first."""
    above, level = wins_of(rankings)
    met = _reach((above + above.T + level) > 0)
    return _classes(met)


def groups_of(
    rankings: Rankings, pools: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Return, pool by pool and from the best, the groups within which results go both ways.

    Within a group each entrant came level with or ahead of each other one, at least through others
    (Ford 1957, American Mathematical Monthly 64, 28-33, for orders with ties).
    """
    reach = reach_of(rankings)
    mutual = _classes(reach & reach.T)
    beaten = {group: int(reach[group[0]].sum()) for group in mutual}
    pool = {member: at for at, members in enumerate(pools) for member in members}
    return tuple(sorted(mutual, key=lambda group: (pool[group[0]], -beaten[group], group)))


def reach_of(rankings: Rankings) -> Booleans:
    """Return (k, k): the row came level with or ahead of the column, at least through others."""
    above, level = wins_of(rankings)
    return _reach((above + level) > 0)


def _reach(direct: Booleans) -> Booleans:
    """Return the reflexive transitive closure of a relation (k, k)."""
    reached: Booleans = direct | np.eye(len(direct), dtype=np.bool_)
    for _ in range(len(direct).bit_length()):
        reached = (reached.astype(np.int64) @ reached.astype(np.int64)) > 0
    return reached


def _classes(same: Booleans) -> tuple[tuple[int, ...], ...]:
    found = {tuple(int(at) for at in np.flatnonzero(row)) for row in same}
    return tuple(sorted(found, key=lambda members: (-len(members), members)))
