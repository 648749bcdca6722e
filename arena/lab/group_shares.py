"""Estimates of measures that say how opportunities fall into groups: the share of each group."""

from typing import TYPE_CHECKING

import numpy as np

from arena.lab.intervals import share
from arena.lab.measure import Measure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arena.lab.estimates import Estimate
    from arena.lab.tables import Tables

__all__ = ["by_group"]


def by_group(*groups: str) -> "Callable[[Tables, Measure], Sequence[Estimate]]":
    """Return what estimates, for each entrant, the share of each of these groups of all."""

    def estimated(tables: "Tables", measure: Measure) -> "Sequence[Estimate]":
        from arena.lab.estimates import made  # it imports the tables, they measures

        query = (
            'SELECT entrant, game, "group", sum(weight), count(*) FROM opportunities '
            "WHERE measure = ? AND eligible GROUP BY ALL ORDER BY ALL"
        )
        rows = tables.rows(query, [measure.id])
        names = tables.rows("SELECT DISTINCT entrant FROM seats ORDER BY entrant")
        found = []
        for (name,) in names:
            own = [row[1:] for row in rows if row[0] == name]
            games = sorted({row[0] for row in own})
            times = sum(row[3] for row in own)
            totals = np.array([sum(r[2] for r in own if r[0] == each) for each in games])
            for group in groups:
                counts = np.array(
                    [sum(r[2] for r in own if r[:2] == (each, group)) for each in games]
                )
                found.append(
                    made(measure, name, share(counts, totals, times), times, len(games), group)
                )
        return found

    return estimated
