"""Sums of a measure's opportunities: what each estimate and its interval are made of.

Intervals are by cluster: a game. Games of one seed whose entrants sit alike are one, since bots may
play the very same game in several arms.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from arena.lab.intervals import Floats

__all__ = ["Sum", "Sums", "by_cluster", "times"]


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
