"""Compares entrants on duplicate seeds: in the same seat, with the same random events.

**A duplicate** is the games of one seed, ruleset, epoch and block. It is complete if every entrant
sat in every seat as often as in any other; only complete ones count here. An entrant that sits at
the table more than once was in every seat so many times more often, and is never compared with
itself.

- **Against the others**: in each seat of a duplicate, the entrant's mean points minus the mean of
  all others who sat there; the mean of this over seats, then over duplicates. Identical
  deterministic bots get exactly 0.
- **A against B**: the same between the two, over complete duplicates that both played.
- **rho**: the correlation of points in the same seat of the same seed, across entrants: the one-way
  intraclass correlation (MSB - MSW) / (MSB + (m - 1) MSW) of points within (duplicate, seat), the
  means of entrants and of seats subtracted, m being the mean number of games of a duplicate. Paired
  differences have sqrt(1 - rho) times the standard error of unpaired ones: below 1, duplicates
  gain precision; above 1, they lose it.

Points are the unit. All intervals are by seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.bootstrap import Draws, effective, intervals, rates_by_key, spread
from arena.tournament.ratings.rankings import Floats, Integers
from arena.tournament.ratings.rows import Duplicates, EntrantRate, Estimate, PairRate, Rho, rounded

FIRST = 50
"""Number of duplicates in the first estimate of rho."""
LEAST = 1e-12
"""Variance that counts as 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicate:
    """The games of one seed in which each entrant sat in every seat equally often."""

    seed: str
    ruleset: str
    entrants: tuple[str, ...]
    who: Integers
    """(games, seats): index into `entrants`."""
    points: Floats
    """(games, seats): points."""

    def means(self, at: int, *, others: bool = False) -> Floats:
        """Return the mean points in each seat of an entrant; `others`: of all but it."""
        own = self.who != at if others else self.who == at
        means: Floats = (self.points * own).sum(axis=0) / own.sum(axis=0)
        return means


def complete_duplicates(games: Sequence[GameResult]) -> tuple[list[Duplicate], int]:
    """Return the complete duplicates, by their first game's id, and the number of the others."""
    found: dict[tuple[str, str, str, str, int], list[GameResult]] = {}
    for game in sorted(games, key=lambda each: each.game):
        key = (game.seed, game.ruleset, game.epoch, game.block, game.size)
        found.setdefault(key, []).append(game)
    complete = [each for each in map(_duplicate, found.values()) if each is not None]
    return complete, len(found) - len(complete)


def _duplicate(games: Sequence[GameResult]) -> Duplicate | None:
    names = tuple(sorted({seat.entrant for game in games for seat in game.seats}))
    who = np.array([[names.index(seat.entrant) for seat in game.seats] for game in games])
    counts = np.array([(who == at).sum(axis=0) for at in range(len(names))])
    if len(names) <= 1 or (counts != counts[:, :1]).any():
        return None
    return Duplicate(
        seed=games[0].seed, ruleset=games[0].ruleset, entrants=names, who=who,
        points=np.array([[float(seat.points) for seat in game.seats] for game in games]),
    )  # fmt: skip


def differences_of(games: Sequence[GameResult], draws: Draws) -> Duplicates:
    """Return the paired differences and rho of duplicates."""
    complete, incomplete = complete_duplicates(games)
    names = sorted({name for each in complete for name in each.entrants})
    others = [
        (each.seed, name, float((each.means(at) - each.means(at, others=True)).mean()), 1.0)
        for each in complete for at, name in enumerate(each.entrants)
    ]  # fmt: skip
    pairs = [
        (each.seed, (one, other), float((each.means(at) - each.means(later)).mean()), 1.0)
        for each in complete
        for (at, one), (later, other) in combinations(enumerate(each.entrants), 2)
    ]
    of_pairs = rates_by_key(pairs, list(combinations(names, 2)), draws)
    return Duplicates(
        complete=len(complete), incomplete=incomplete,
        against_others=[
            EntrantRate(entrant=name, rate=rate)
            for name, rate in rates_by_key(others, names, draws).items()
        ],
        pairs=[
            PairRate(first=one, second=other, rate=rate)
            for (one, other), rate in of_pairs.items() if rate.opportunities
        ],
        rho_first=_rho(complete[:FIRST], draws), rho=_rho(complete, draws),
    )  # fmt: skip


def _rho(duplicates: Sequence[Duplicate], draws: Draws) -> Rho:
    """Return rho with its interval, the factor of standard errors, and the number of duplicates."""
    seeds = tuple(sorted({each.seed for each in duplicates}))
    parts = np.zeros((len(seeds), 4))
    for each, values in zip(duplicates, _residuals(duplicates), strict=True):
        cells = values.T
        means = cells.mean(axis=1, keepdims=True)
        parts[seeds.index(each.seed)] += [
            cells.shape[1] * float((means**2).sum()), float(((cells - means) ** 2).sum()),
            len(cells), cells.size,
        ]  # fmt: skip
    fixed = len({(each.ruleset, at) for each in duplicates for at in range(each.points.shape[1])})
    names = len({name for each in duplicates for name in each.entrants})
    value = _correlation(parts.sum(axis=0)[None], fixed, names - 1)
    drawn = _correlation(draws.of_clusters(seeds) @ parts, fixed, names - 1)
    seats = effective(parts[:, 2:3])
    low, high = intervals(spread(value, drawn[:, None], seats))
    rho = float(value[0])
    return Rho(
        duplicates=len(duplicates), rho=Estimate.of(rho, low[0], min(float(high[0]), 1.0)),
        standard_error_multiplier=rounded(np.sqrt(max(1 - rho, 0.0))) if np.isfinite(rho) else None,
    )  # fmt: skip


def _residuals(duplicates: Sequence[Duplicate]) -> list[Floats]:
    """Return points (games, seats) less the means of entrants, and of seats by ruleset and size."""
    if not duplicates:
        return []
    overall = float(np.mean([each.points.mean() for each in duplicates]))
    left = [each.points - overall for each in duplicates]
    by_name: dict[str, list[float]] = {}
    by_seat: dict[tuple[str, int, int], list[float]] = {}
    for each, values in zip(duplicates, left, strict=True):
        size = values.shape[1]
        for at, name in enumerate(each.entrants):
            by_name.setdefault(name, []).append(float(values[each.who == at].mean()))
        for seat in range(size):
            by_seat.setdefault((each.ruleset, size, seat), []).append(float(values[:, seat].mean()))
    names = {name: float(np.mean(values)) for name, values in by_name.items()}
    seats = {key: float(np.mean(values)) for key, values in by_seat.items()}
    return [
        values
        - np.array([names[name] for name in each.entrants])[each.who]
        - np.array([
            seats[each.ruleset, values.shape[1], at] for at in range(values.shape[1])
        ])[None, :]
        for each, values in zip(duplicates, left, strict=True)
    ]  # fmt: skip


def _correlation(sums: Floats, fixed: int, compared: int) -> Floats:
    """Return rho of each row of sums (D, 4): between, within, cells, games."""
    between, within, cells, games = sums.T
    free, rest = cells - fixed, games - cells - compared
    enough = (free > 0) & (rest > 0)
    first = np.divide(between, free, out=np.full(len(sums), np.nan), where=enough)
    second = np.divide(within, rest, out=np.full(len(sums), np.nan), where=enough)
    times = np.divide(games, cells, out=np.ones(len(sums)), where=cells > 0)
    total = first + (times - 1) * second
    found = np.full(len(sums), np.nan)
    np.divide(first - second, total, out=found, where=total > LEAST)
    return found
