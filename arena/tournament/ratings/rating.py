"""One rating: the fit of some games, with intervals, ranks, pairs, seats and ties."""

from collections.abc import Mapping, Sequence

import numpy as np

from arena.tournament.ratings.bootstrap import (
    Draws,
    above,
    chances_of_ranks,
    effective,
    intervals,
    rank_intervals,
    spread,
)
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO, Fit, fit, refit
from arena.tournament.ratings.pools import reach_of
from arena.tournament.ratings.rankings import EMPTY, Floats, Rankings
from arena.tournament.ratings.rows import (
    Estimate,
    Open,
    PairRow,
    RatedEntrant,
    Rating,
    SeatRow,
    TieRow,
    rounded,
)
from arena.tournament.ratings.separation import (
    bounded,
    open_entrants,
    open_seats,
    shifts,
    shifts_of_seats,
    side,
)

__all__ = [
    "bounds_of",
    "games_by_cluster",
    "rating_of",
    "rating_of_fit",
    "seeds_of",
    "worths_drawn",
]

TOLD = 1.5
"""Seeds that tell a worth from a seat, fewer than which are one in effect."""
ROTATED = 0.9
"""Share of the seeds that is left by seat terms, from which it is not the seats that leave few."""


def rating_of(rankings: Rankings, draws: Draws, anchors: Sequence[str] = ()) -> Rating:
    """Return the rating of games."""
    return rating_of_fit(fit(rankings), draws, anchors)


def rating_of_fit(base: Fit, draws: Draws, anchors: Sequence[str] = ()) -> Rating:
    """Return the same of games that were fitted."""
    rankings = base.rankings
    drawn = refit(base, draws.of_clusters(rankings.clusters))
    moved = shifts(base, draws)
    wide = worths_drawn(base, drawn) + moved
    return Rating(
        games=len(rankings),
        seeds=len(rankings.clusters),
        penalised=base.penalised,
        confounded=[rankings.entrants[at] for at in confounded(base)],
        log_likelihood=base.log_likelihood,
        pools=_named(base.pools, rankings.entrants),
        groups=_named(base.groups, rankings.entrants),
        entrants=_entrants(base, wide, _above_anchors(base, drawn, moved, anchors)),
        pairs=_pairs(base, wide),
        seats=_seats(base, drawn, draws),
        ties=[
            TieRow(ruleset=each.ruleset, size=each.size, order=order, log_delta=value)
            for at, each in enumerate(rankings.strata)
            for order, value in base.ties(at).items()
        ],
    )


def worths_drawn(base: Fit, drawn: Floats) -> Floats:
    """Return draws of worths (D, k), spread by seeds, of draws of all parameters (D, P)."""
    begin, end = base.choices.offsets.worth
    return spread(base.worth, drawn[:, begin:end], seeds_of(base))


def bounds_of(base: Fit, wide: Floats) -> tuple[Floats, Floats, list[Open]]:
    """Return bounds of worths (k,) from draws of them (D, k), and which of them are open: NaN."""
    low, high = intervals(wide)
    sides = open_entrants(base.rankings, base.pools)
    for at, separated in enumerate(sides):
        low[at], high[at] = bounded(base.worth[at], low[at], high[at], separated)
    return low, high, sides


def seeds_of(base: Fit) -> Floats:
    """Return the effective number of seeds (k,) of each entrant, as far as they tell it from seats.

    0: they don't, or one seed alone does.
    """
    played, told = effective(games_by_cluster(base.rankings)), base.told
    left = played * told
    return np.where(told >= ROTATED, played, np.where(left < TOLD, 0.0, left))


def confounded(base: Fit) -> list[int]:
    """Return the entrants whose worth these games don't tell from seats."""
    return [int(at) for at in np.flatnonzero((base.told < ROTATED) & (seeds_of(base) == 0))]


def games_by_cluster(rankings: Rankings) -> Floats:
    """Return how many seats (C, k) each entrant had in games of each seed."""
    counts = np.zeros((len(rankings.clusters), len(rankings.entrants)))
    for column in rankings.seats.T:
        taken = column != EMPTY
        np.add.at(counts, (rankings.cluster[taken], column[taken]), 1.0)
    return counts


def _named(groups: tuple[tuple[int, ...], ...], names: Sequence[str]) -> list[list[str]]:
    return [[names[member] for member in group] for group in groups]


def _entrants(base: Fit, wide: Floats, anchored: Mapping[str, Estimate]) -> list[RatedEntrant]:
    names, worth, seeds = base.rankings.entrants, base.worth, seeds_of(base)
    games = games_by_cluster(base.rankings).sum(axis=0)
    low, high, sides = bounds_of(base, wide)
    rows: list[RatedEntrant] = []
    for pool, members in enumerate(base.pools):
        own = wide[:, list(members)]
        known = not np.isnan(own).any()
        ranks, unknown = _ranks(worth[list(members)]), np.full(len(members), np.nan)
        best, worst = rank_intervals(own) if known else (unknown, unknown)
        chances = chances_of_ranks(own) if known else np.full((len(members),) * 2, np.nan)
        for at in sorted(range(len(members)), key=lambda at: (ranks[at], names[members[at]])):
            member = members[at]
            ends = worth[member], low[member], high[member]
            rows.append(RatedEntrant(
                entrant=names[member], pool=pool, games=int(games[member]),
                seeds=rounded(seeds[member]) or 0.0, worth=Estimate.of(*ends),
                elo=Estimate.of(*ends, ELO, MEAN_ELO),
                rank=Estimate.of(ranks[at], best[at], worst[at]),
                ranks=[*map(rounded, chances[at])], top=[*map(rounded, np.cumsum(chances[at]))],
                above_anchors=anchored.get(names[member]), separated=sides[member],
            ))  # fmt: skip
    return rows


def _ranks(worth: Floats) -> Floats:
    """Return ranks from 1; those who tie share the mean of theirs."""
    rounded = np.round(worth, 9)
    ahead = (rounded[None, :] > rounded[:, None]).sum(axis=1)
    level = (rounded[None, :] == rounded[:, None]).sum(axis=1)
    ranks: Floats = ahead + (level + 1) / 2
    return ranks


def _above_anchors(
    base: Fit, raw: Floats, moved: Floats, anchors: Sequence[str]
) -> dict[str, Estimate]:
    """Return by entrant how far it is above the mean of its pool's anchors: Elo."""
    names, found, reach = base.rankings.entrants, {}, reach_of(base.rankings)
    seeds = seeds_of(base)
    for members in base.pools:
        fixed = [member for member in members if names[member] in anchors]
        if not fixed:
            continue
        others = [member for member in members if member not in fixed]
        value = base.worth[others] - base.worth[fixed].mean()
        drawn = raw[:, others] - raw[:, fixed].mean(axis=1, keepdims=True)
        fewest = np.minimum(seeds[others], seeds[fixed].min())
        own = moved[:, others] - moved[:, fixed].mean(axis=1, keepdims=True)
        low, high = intervals(spread(value, drawn, fewest) + own)
        for at, member in enumerate(others):
            separated = side(
                above=not reach[fixed, member].all(), below=not reach[member, fixed].all()
            )
            low[at], high[at] = bounded(value[at], low[at], high[at], separated)
            found[names[member]] = Estimate.of(value[at], low[at], high[at], ELO)
    return found


def _pairs(base: Fit, wide: Floats) -> list[PairRow]:
    """Return each pair of a pool, the better one first: difference (Elo), P(first above second)."""
    names, rows, shares = base.rankings.entrants, [], above(wide)
    level, reach = np.round(base.worth, 9), reach_of(base.rankings)
    for members in base.pools:
        ordered = sorted(members, key=lambda member: (-level[member], names[member]))
        for at, one in enumerate(ordered):
            for other in ordered[at + 1 :]:
                gaps = wide[:, one] - wide[:, other]
                separated = side(above=not reach[other, one], below=not reach[one, other])
                known = not np.isnan(gaps).any() and separated != "both"
                value = float(base.worth[one] - base.worth[other])
                least, most = intervals(gaps)
                low, high = bounded(value, float(least), float(most), separated)
                rows.append(PairRow(
                    first=names[one], second=names[other],
                    elo=Estimate.of(value, low, high, ELO),
                    above=rounded(shares[one, other]) if known else None, separated=separated,
                ))  # fmt: skip
    return rows


def _seats(base: Fit, drawn: Floats, draws: Draws) -> list[SeatRow]:
    rankings, rows, untold = base.rankings, [], confounded(base)
    for at, stratum in enumerate(rankings.strata):
        begin, end = base.choices.seat_terms[at]
        played = rankings.cluster[rankings.stratum == at]
        games = np.zeros(len(rankings.clusters))
        np.add.at(games, played, 1.0)
        seeds = np.repeat(effective(games[:, None]), end - begin)
        if np.isin(rankings.seats[rankings.stratum == at], untold).any():
            seeds[:] = 0
        values = base.seat(at)
        wide = spread(values, drawn[:, begin:end], seeds) + shifts_of_seats(base, draws, at)
        low, high = intervals(wide)
        sides = open_seats(rankings, base.pools, at)
        for position in range(end - begin):
            value = float(values[position])
            ends = bounded(value, float(low[position]), float(high[position]), sides[position])
            rows.append(SeatRow(
                ruleset=stratum.ruleset, size=stratum.size, position=position,
                games=int(games.sum()), log_odds=Estimate.of(value, *ends),
                elo=Estimate.of(value, *ends, ELO), separated=sides[position],
            ))  # fmt: skip
    return rows
