"""Sums of a measure's opportunities by cluster: what each estimate and its interval are made of."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from arena.lab.intervals import Clustered, Moments

__all__ = ["Sum", "Sums", "by_cluster", "times"]


class Sum(NamedTuple):
    """The opportunities of one entrant in one cluster and group."""

    cluster: str
    group: str
    counts: float
    """Of outcome * weight."""
    weights: float
    opportunities: int
    squares: float
    """Of weight^2."""
    outcomes: float
    """Of weight * outcome^2."""


Sums = Mapping[str, Sequence[Sum]]
"""Those of each entrant, by name; none where it had no opportunity."""


def times(found: Sequence[Sum], group: str | None = None) -> int:
    """Return how many opportunities there were, of one group or all."""
    return sum(each.opportunities for each in found if group in {None, each.group})


def by_cluster(found: Sequence[Sum], group: str | None = None) -> Clustered:
    """Return sums by cluster, of one group or all; 0 where there are none of it."""
    line = {name: at for at, name in enumerate(dict.fromkeys(each.cluster for each in found))}
    sums = np.zeros((4, len(line)))
    for each in found:
        if group is None or each.group == group:
            own = each.counts, each.weights, each.squares, each.outcomes
            sums[:, line[each.cluster]] += own
    return Clustered(sums[0], sums[1], Moments(sums[2], sums[3]))
