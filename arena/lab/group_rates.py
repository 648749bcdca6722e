"""Estimates of the rate of all opportunities together, and of those of each group."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arena.lab.intervals import mean, share
from arena.lab.measure import Measure

if TYPE_CHECKING:
    from arena.lab.estimates import Estimate
    from arena.lab.tables import Tables

__all__ = ["rates", "rates_by_group", "rates_with_each"]

QUERY = (
    'SELECT entrant, game, "group", sum(outcome * weight), sum(weight), count(*) '
    "FROM opportunities WHERE measure = ? AND eligible GROUP BY ALL ORDER BY ALL"
)
WITH_EACH = (
    'SELECT o.entrant, o.game, s.entrant AS "group", sum(o.outcome * o.weight), sum(o.weight), '
    "count(*) FROM opportunities o JOIN seats s ON s.game = o.game AND s.seat = o.others[1] "
    "WHERE o.measure = ? AND o.eligible GROUP BY ALL ORDER BY ALL"
)
Rows = Sequence[tuple[str, str, str, float, float, int]]
"""Entrant, game, group, sum of outcome * weight, sum of weights, opportunities."""


def rates_by_group(
    *groups: str, whole: bool = True
) -> "Callable[[Tables, Measure], Sequence[Estimate]]":
    """Return what estimates these groups apart, all that there are where none is named.

    `whole`: all together come first.
    """

    def estimated(tables: "Tables", measure: Measure) -> "Sequence[Estimate]":
        rows: Rows = [tuple(each) for each in tables.rows(QUERY, [measure.id])]
        return rates(tables, measure, rows, groups, whole=whole)

    return estimated


def rates_with_each(tables: "Tables", measure: Measure) -> "Sequence[Estimate]":
    """Estimate each entrant with all, and, as groups, with each entrant that is concerned first."""
    rows: Rows = [tuple(each) for each in tables.rows(WITH_EACH, [measure.id])]
    return rates(tables, measure, rows, whole=True)


def rates(
    tables: "Tables", measure: Measure, rows: Rows, groups: Sequence[str] = (), *, whole: bool
) -> "list[Estimate]":
    """Return the rates of all and of groups, for each entrant."""
    names = tables.rows("SELECT DISTINCT entrant FROM seats ORDER BY entrant")
    found = []
    for (name,) in names:
        own = [row for row in rows if row[0] == name]
        if whole:
            found.append(_rate(measure, name, "", own))
        found += [
            _rate(measure, name, group, [row for row in own if row[2] == group])
            for group in groups or sorted({row[2] for row in own})
        ]
    return found


def _rate(measure: Measure, entrant: str, group: str, rows: Rows) -> "Estimate":
    from arena.lab.estimates import made

    line = {game: at for at, game in enumerate(dict.fromkeys(row[1] for row in rows))}
    counts, weights = np.zeros(len(line)), np.zeros(len(line))
    for _, game, _, count, weight, _ in rows:
        counts[line[game]] += count
        weights[line[game]] += weight
    times = sum(row[5] for row in rows)
    is_share = measure.shape == "share"
    interval = share(counts, weights, times) if is_share else mean(counts, weights)
    return made(measure, entrant, interval, times, len(line), group)
