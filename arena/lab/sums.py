"""Sums of a measure's opportunities by cluster: what each estimate and its interval are made of."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.lab.arrays import numbers
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
    line = {name: at for at, name in enumerate(dict.fromkeys((each.cluster for each in found), ""))}
    counts, weights, squares, outcomes = ([0.0] * len(line) for _ in range(4))
    for each in found:
        if group is None or each.group == group:
            at = line[each.cluster]
            counts[at] += each.counts
            weights[at] += each.weights
            squares[at] += each.squares
            outcomes[at] += each.outcomes
    return Clustered(
        numbers(counts), numbers(weights), Moments(numbers(squares), numbers(outcomes))
    )
