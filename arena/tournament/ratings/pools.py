"""Who can be compared with whom: pools that games link, and groups that one side always wins."""

import numpy as np

from arena.tournament.ratings.rankings import EMPTY, Booleans, Floats, Integers, Rankings


def wins_of(rankings: Rankings) -> tuple[Integers, Integers]:
    """Return (k, k) twice: how often the row was placed above the column, and level with it."""
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
    """Return how many seats (C, k) each entrant had in games of each seed."""
    counts = np.zeros((len(rankings.clusters), len(rankings.entrants)))
    for column in rankings.seats.T:
        taken = column != EMPTY
        np.add.at(counts, (rankings.cluster[taken], column[taken]), 1.0)
    return counts


def pools_of(rankings: Rankings) -> tuple[tuple[int, ...], ...]:
    """Return the entrants that games link, at least through others; the largest pool first."""
    above, level = wins_of(rankings)
    met = _reach((above + above.T + level) > 0)
    return _classes(met)


def groups_of(
    rankings: Rankings, pools: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Return, pool by pool and from the best, groups whose members were not only placed one way.

    Within a group everybody came level with or ahead of everybody, at least through others (Ford
    1957, American Mathematical Monthly 64, 28-33, for orders with ties).
    """
    reach = reach_of(rankings)
    mutual = _classes(reach & reach.T)
    beaten = {group: int(reach[group[0]].sum()) for group in mutual}
    pool = {member: at for at, members in enumerate(pools) for member in members}
    return tuple(sorted(mutual, key=lambda group: (pool[group[0]], -beaten[group], group)))


def reach_of(rankings: Rankings) -> Booleans:
    """Return (k, k) whether the row came level with or ahead of the column, also through others."""
    above, level = wins_of(rankings)
    return _reach((above + level) > 0)


def _reach(direct: Booleans) -> Booleans:
    """Return which of k can be reached from which, itself included."""
    reached: Booleans = direct | np.eye(len(direct), dtype=np.bool_)
    for _ in range(len(direct).bit_length()):
        reached = (reached.astype(np.int64) @ reached.astype(np.int64)) > 0
    return reached


def _classes(same: Booleans) -> tuple[tuple[int, ...], ...]:
    found = {tuple(int(at) for at in np.flatnonzero(row)) for row in same}
    return tuple(sorted(found, key=lambda members: (-len(members), members)))
