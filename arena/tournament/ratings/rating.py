"""Computes one rating: the fit of some games, with intervals, ranks, pairs, seats and ties."""

from collections.abc import Mapping, Sequence

import numpy as np

from arena.tournament.ratings.aligned import BootstrappedFit, elo_of
from arena.tournament.ratings.bootstrap import (
    Draws,
    above,
    chances_of_ranks,
    effective,
    intervals,
    rank_intervals,
    spread,
)
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO, Fit, fit
from arena.tournament.ratings.pools import reach_of, seats_by_cluster
from arena.tournament.ratings.rankings import Floats, Rankings
from arena.tournament.ratings.rows import (
    Estimate,
    PairRow,
    RatedEntrant,
    Rating,
    SeatRow,
    TieRow,
    rounded,
)
from arena.tournament.ratings.separation import bounded, open_seats, shifts_of_seats, side


def rating_of(rankings: Rankings, draws: Draws, anchors: Sequence[str] = ()) -> Rating:
    """Return the rating of games, with intervals from bootstrap draws."""
    return rating_of_fit(BootstrappedFit(base=fit(rankings), draws=draws), anchors)


def rating_of_fit(drawn: BootstrappedFit, anchors: Sequence[str] = ()) -> Rating:
    """Return the rating for an existing fit."""
    base = drawn.base
    rankings = base.rankings
    return Rating(
        games=len(rankings),
        seeds=len(rankings.clusters),
        penalised=base.penalised,
        confounded=[rankings.entrants[at] for at in base.confounded],
        log_likelihood=base.log_likelihood,
        pools=_named(base.pools, rankings.entrants),
        groups=_named(base.groups, rankings.entrants),
        entrants=_entrants(drawn, _above_anchors(drawn, anchors)),
        pairs=_pairs(base, drawn.worths),
        seats=_seats(drawn),
        ties=[
            TieRow(ruleset=each.ruleset, size=each.size, order=order, log_delta=value)
            for at, each in enumerate(rankings.strata)
            for order, value in base.ties(at).items()
        ],
    )


def _named(groups: tuple[tuple[int, ...], ...], names: Sequence[str]) -> list[list[str]]:
    return [[names[member] for member in group] for group in groups]


def _entrants(drawn: BootstrappedFit, anchored: Mapping[str, Estimate]) -> list[RatedEntrant]:
    base, wide = drawn.base, drawn.worths
    names, worth, seeds = base.rankings.entrants, base.worth, base.seeds
    games = seats_by_cluster(base.rankings).sum(axis=0)
    low, high, sides = drawn.bounds()
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
    """Return ranks from 1; ties share the mean of theirs."""
    rounded = np.round(worth, 9)
    ahead = (rounded[None, :] > rounded[:, None]).sum(axis=1)
    level = (rounded[None, :] == rounded[:, None]).sum(axis=1)
    ranks: Floats = ahead + (level + 1) / 2
    return ranks


def _above_anchors(drawn: BootstrappedFit, anchors: Sequence[str]) -> dict[str, Estimate]:
    """Return by entrant its Elo above the mean of its pool's anchors."""
    found: dict[str, Estimate] = {}
    for names in _named(drawn.base.pools, drawn.base.rankings.entrants):
        fixed = [name for name in names if name in anchors]
        others = [name for name in names if name not in anchors]
        if fixed:
            found |= zip(others, elo_of(drawn.distances(others, fixed), 0.0), strict=True)
    return found


def _pairs(base: Fit, wide: Floats) -> list[PairRow]:
    """Return each pair of a pool, the better one first: Elo difference, P(first above second)."""
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


def _seats(drawn: BootstrappedFit) -> list[SeatRow]:
    base, rows = drawn.base, []
    rankings = base.rankings
    for at, stratum in enumerate(rankings.strata):
        begin, end = base.choices.seat_terms[at]
        played = rankings.cluster[rankings.stratum == at]
        games = np.zeros(len(rankings.clusters))
        np.add.at(games, played, 1.0)
        seeds = np.repeat(effective(games[:, None]), end - begin)
        if np.isin(rankings.seats[rankings.stratum == at], base.confounded).any():
            seeds[:] = 0
        values = base.seat(at)
        wide = spread(values, drawn.raw[:, begin:end], seeds)
        wide += shifts_of_seats(base, drawn.draws, at)
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
