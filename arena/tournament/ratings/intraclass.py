"""Intraclass correlations of points, lies and promises within a seed, a game, and a seat.

The one-way correlation of Fisher for groups of unequal size (Donner 1986, International Statistical
Review 54, 67-82),

    (MSB - MSW) / (MSB + (n0 - 1) MSW),   n0 = (N - sum n^2 / N) / (k - 1),

for N values in k groups of n each, the means of entrants (and of points those of seats) subtracted:

- **points** of all seats of a seed, and of a game. Points within a game may compensate each other:
  values below 0 are possible, down to -1 / (n0 - 1).
- **lies** a statement, and **promises** kept, of one seat in one game: values of 0 and 1 (Ridout,
  Demetrio & Firth 1999, Biometrics 55, 137-148).

**Intervals** are by the jackknife over seeds, on Fisher's scale, half the log of MSB / MSW, with
Student's t.

`design_effect` is 1 + (n0 - 1) times the correlation: the variance of a mean relative to that of as
many independent values. It is not `rho` (`duplicates.py`), the correlation within the same *seat*
of a seed.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.ratings.bootstrap import LEVEL
from arena.tournament.ratings.rankings import Floats
from arena.tournament.ratings.rows import Correlation, Estimate, rounded

LEAST = 1e-12
"""Variance that counts as 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sums:
    """The sums of one correlation by seed, and the numbers of subtracted means."""

    what: str
    within: str
    parts: Floats
    """(C, 5): between groups, within them, groups, values, squared sizes of groups."""
    between: int
    """Number of subtracted means that differ between groups."""
    inside: int
    """Number of subtracted means that differ within groups."""


def correlations_of(games: Sequence[GameResult]) -> list[Correlation]:
    """Return each correlation with its interval."""
    left = list(_residuals(games))
    entrants = {seat.entrant for game in games for seat in game.seats}
    tables = {(game.ruleset, game.size) for game in games}
    inside = len(entrants) - 1 + sum(size - 1 for _, size in tables)
    keys: dict[str, list[Hashable]] = {
        "seed": [(game.seed, game.ruleset, game.size) for game in games],
        "game": [game.game for game in games],
    }
    found = [
        _Sums(
            what="points", within=within, parts=_points(games, each, left), between=1, inside=inside
        )
        for within, each in keys.items()
    ]
    found += [
        _shares(games, "lies", lambda seat: (seat.lies, seat.statements)),
        _shares(games, "promises", lambda seat: (seat.kept, seat.kept + seat.broken)),
    ]
    return [_correlation(each) for each in found]


def _residuals(games: Sequence[GameResult]) -> Iterator[Floats]:
    """Yield the points of each game less the means of its entrants, then of its seats."""
    by_name: dict[str, list[float]] = {}
    for game in games:
        for seat in game.seats:
            by_name.setdefault(seat.entrant, []).append(float(seat.points))
    names = {name: float(np.mean(each)) for name, each in by_name.items()}
    left = [np.array([seat.points - names[seat.entrant] for seat in game.seats]) for game in games]
    by_table: dict[tuple[str, int], list[Floats]] = {}
    for game, values in zip(games, left, strict=True):
        by_table.setdefault((game.ruleset, game.size), []).append(values)
    seats = {key: np.mean(each, axis=0) for key, each in by_table.items()}
    for game, values in zip(games, left, strict=True):
        yield values - seats[game.ruleset, game.size]


def _points(
    games: Sequence[GameResult], keys: Sequence[Hashable], left: Sequence[Floats]
) -> Floats:
    groups: dict[Hashable, list[Floats]] = {}
    seed_of: dict[Hashable, str] = {}
    for game, key, values in zip(games, keys, left, strict=True):
        groups.setdefault(key, []).append(values)
        seed_of[key] = game.seed
    rows = []
    for key, each in groups.items():
        values = np.concatenate(each)
        mean, count = values.mean(), len(values)
        rows.append((seed_of[key], count * mean**2, ((values - mean) ** 2).sum(), count))
    return _by_seed(rows)


def _shares(
    games: Sequence[GameResult], what: str, counted: Callable[[SeatResult], tuple[int, int]]
) -> _Sums:
    """Return the sums for pairs of (count, opportunities), a group being a seat."""
    seats = [(game.seed, seat.entrant, *counted(seat)) for game in games for seat in game.seats]
    whole: dict[str, tuple[int, int]] = {}
    for _, name, some, all_ in seats:
        before = whole.get(name, (0, 0))
        whole[name] = before[0] + some, before[1] + all_
    usual = {name: some / all_ for name, (some, all_) in whole.items() if all_}
    rows = [
        (seed, all_ * (some / all_ - usual[name]) ** 2, some * (all_ - some) / all_, all_)
        for seed, name, some, all_ in seats if all_
    ]  # fmt: skip
    return _Sums(what=what, within="game", parts=_by_seed(rows), between=len(usual), inside=0)


def _by_seed(groups: Iterable[tuple[str, float, float, int]]) -> Floats:
    """Return sums of groups by seed (C, 5): between, within, groups, values, squares."""
    found: dict[str, Floats] = {}
    for seed, between, within, count in groups:
        part = np.array([between, within, 1, count, count**2], dtype=np.float64)
        found[seed] = found.get(seed, np.zeros(5)) + part
    return np.array([found[seed] for seed in sorted(found)]).reshape(-1, 5)


def _correlation(of: _Sums) -> Correlation:
    parts = of.parts
    (value,), (size,) = _estimated(parts.sum(axis=0)[None], of)
    reach = _reach(parts, of)
    icc, low, high = (_on_its_scale(each, size) for each in (value, value - reach, value + reach))
    return Correlation(
        what=of.what, within=of.within, icc=Estimate.of(icc, low, high),
        groups=int(parts[:, 2].sum()), values=int(parts[:, 3].sum()),
        design_effect=rounded(1 + (size - 1) * icc),
    )  # fmt: skip


def _reach(parts: Floats, of: _Sums) -> float:
    """Return half the width of the interval on Fisher's scale, by the jackknife over seeds."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    count = len(parts)
    if count <= 1:
        return np.nan
    without, _ = _estimated(parts.sum(axis=0) - parts, of)
    variance = (count - 1) / count * ((without - without.mean()) ** 2).sum()
    return float(stdtrit(count - 1, (1 + LEVEL) / 2) * np.sqrt(variance))


def _on_its_scale(half_log: float, size: float) -> float:
    ratio = np.exp(2 * half_log)
    return float((ratio - 1) / (ratio - 1 + size))


def _estimated(sums: Floats, of: _Sums) -> tuple[Floats, Floats]:
    """Return Fisher's half log of MSB / MSW, and n0, of each row of sums (D, 5)."""
    between, within, groups, values, squares = sums.T
    free, rest = groups - of.between, values - groups - of.inside
    enough = (free > LEAST) & (rest > LEAST) & (groups > 1 + LEAST)
    enough &= (between > LEAST) | (within > LEAST)
    safe = np.where(enough, 1.0, np.nan)
    first = np.maximum(between / np.where(enough, free, 1.0), LEAST) * safe
    second = np.maximum(within / np.where(enough, rest, 1.0), LEAST) * safe
    total = np.where(enough, values, 1.0)
    size = (values - squares / total) / np.where(enough, groups - 1, 1.0) * safe
    return np.log(first / second) / 2, size
