"""Estimates of measures for each entrant, with intervals by games, and what did not count."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

import numpy as np

from arena.lab.intervals import Interval, difference, excess, mean, share
from arena.lab.measure import Measure
from arena.lab.tables import Tables

__all__ = ["Estimate", "Excluded", "estimate", "estimates", "exclusions", "made"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One measure of one entrant."""

    measure: str
    entrant: str
    value: float | None
    """None: there was no opportunity."""
    low: float | None
    """Bounds of the interval of 95 %; None: there is none."""
    high: float | None
    opportunities: int
    games: int
    """Games with an opportunity: the clusters of the interval."""
    group: str = ""
    """What it is of, where a measure has several: empty, all."""


class Excluded(NamedTuple):
    """Moments that did not count."""

    measure: str
    entrant: str
    why: str
    times: int


def estimates(tables: Tables, measures: Sequence[Measure]) -> list[Estimate]:
    """Return each measure for each entrant, by measure and name; also where nothing is known."""
    return [each for measure in measures for each in estimate(tables, measure)]


def estimate(tables: Tables, measure: Measure) -> list[Estimate]:
    """Return a measure for each entrant."""
    if measure.estimate is not None:
        return list(measure.estimate(tables, measure))
    found = _sums(tables, measure)
    names = [name for (name,) in tables.rows("SELECT DISTINCT entrant FROM seats ORDER BY entrant")]
    return [_of(measure, name, found.get(name, [])) for name in names]


def exclusions(tables: Tables) -> list[Excluded]:
    """Return how many moments did not count, by measure, entrant and reason."""
    query = (
        "SELECT measure, entrant, excluded, count(*) FROM opportunities WHERE NOT eligible "
        "GROUP BY ALL ORDER BY ALL"
    )
    return [Excluded(*row) for row in tables.rows(query)]


class _Sum(NamedTuple):
    game: str
    group: str
    counts: float
    weights: float
    opportunities: int


def _sums(tables: Tables, measure: Measure) -> dict[str, list[_Sum]]:
    query = (
        'SELECT entrant, game, "group", sum(outcome * weight), sum(weight), count(*) '
        "FROM opportunities WHERE measure = ? AND eligible GROUP BY ALL ORDER BY ALL"
    )
    found: dict[str, list[_Sum]] = {}
    for entrant, *row in tables.rows(query, [measure.id]):
        found.setdefault(entrant, []).append(_Sum(*row))
    return found


def _of(measure: Measure, entrant: str, sums: Sequence[_Sum]) -> Estimate:
    games = sorted({each.game for each in sums})
    line = {game: at for at, game in enumerate(games)}

    def by_game(group: str | None) -> tuple[np.ndarray, np.ndarray]:
        counts, weights = np.zeros(len(games)), np.zeros(len(games))
        for each in sums:
            if group is None or each.group == group:
                counts[line[each.game]] += each.counts
                weights[line[each.game]] += each.weights
        return counts, weights

    if measure.shape == "excess":  # an opportunity has two rows
        times = sum(each.opportunities for each in sums if each.group == "yes")
    else:
        times = sum(each.opportunities for each in sums)
    match measure.shape:
        case "share":
            found = share(*by_game(None), times)
        case "mean":
            found = mean(*by_game(None))
        case "difference":
            found = difference(by_game("yes"), by_game("no"))
        case "excess":
            found = excess(by_game("yes"), by_game("no"), times)
    return made(measure, entrant, found, times, len(games))


def made(
    measure: Measure, entrant: str, found: Interval, opportunities: int, games: int, group: str = ""
) -> Estimate:
    """Return an estimate; NaN is None."""
    value, low, high = (float(each) if isfinite(each) else None for each in found)
    return Estimate(
        measure=measure.id, entrant=entrant, value=value, low=low, high=high,
        opportunities=opportunities, games=games, group=group,
    )  # fmt: skip
