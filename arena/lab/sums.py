"""Sums of a measure's opportunities: what each estimate and its interval are made of.

Intervals are by cluster: a game. Games of one seed whose entrants sit alike are one, since bots may
play the very same game in several arms.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.lab.intervals import Floats
from arena.lab.measure import Measure

if TYPE_CHECKING:
    from arena.lab.tables import Tables

__all__ = ["Sum", "Sums", "by_cluster", "sums", "times"]

QUERY = (
    'SELECT o.measure, o.entrant, o.cluster, {group} AS "group", sum(o.outcome * o.weight), '
    "sum(o.weight), count(*) FROM opportunities o {join} "
    "WHERE list_contains(?, o.measure) AND o.eligible GROUP BY ALL ORDER BY ALL"
)
OWN = QUERY.format(group='o."group"', join="")
OTHERS = QUERY.format(
    group="s.entrant", join="JOIN seats s ON s.game = o.game AND s.seat = o.others[1]"
)


class Sum(NamedTuple):
    """The opportunities of one entrant in one cluster and group."""

    cluster: str
    group: str
    counts: float
    """Of outcome * weight."""
    weights: float
    opportunities: int


Sums = Mapping[str, Sequence[Sum]]
"""Those of each entrant, by name; none where it had no opportunity."""


def sums(tables: "Tables", measures: Sequence[Measure]) -> dict[str, Sums]:
    """Return the sums of each measure, by id."""
    names = tables.rows("SELECT DISTINCT entrant FROM seats ORDER BY entrant")
    found = {each.id: {name: list[Sum]() for (name,) in names} for each in measures}
    for query, with_each in ((OWN, False), (OTHERS, True)):
        wanted = [each.id for each in measures if each.with_each is with_each]
        for measure, entrant, *row in tables.rows(query, [wanted]) if wanted else ():
            found[measure][entrant].append(Sum(*row))
    return {**found}


def times(found: Sequence[Sum], group: str | None = None) -> int:
    """Return how many opportunities there were, of one group or all."""
    return sum(each.opportunities for each in found if group in {None, each.group})


def by_cluster(found: Sequence[Sum], group: str | None = None) -> tuple[Floats, Floats]:
    """Return counts and weights by cluster, of one group or all; 0 where there are none of it."""
    line = {name: at for at, name in enumerate(dict.fromkeys(each.cluster for each in found))}
    counts, weights = np.zeros(len(line)), np.zeros(len(line))
    for each in found:
        if group is None or each.group == group:
            counts[line[each.cluster]] += each.counts
            weights[line[each.cluster]] += each.weights
    return counts, weights
