"""Sums of opportunities by cluster, and the estimates with intervals computed from them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from arena.lab.arrays import numbers
from arena.lab.intervals import Clustered, Interval, Moments, effective, mean, share


class Sum(NamedTuple):
    """The opportunities of one entrant in one cluster and group, summed."""

    cluster: str
    group: str
    counts: float
    """Sum of outcome * weight."""
    weights: float
    opportunities: int
    squares: float
    """Sum of weight^2."""
    outcomes: float
    """Sum of weight * outcome^2."""


Sums = Mapping[str, Sequence[Sum]]
"""The sums of each entrant, by name; empty for an entrant without opportunities."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The estimate of one measure for one entrant."""

    measure: str
    entrant: str
    value: float | None
    """None: there was no opportunity."""
    low: float | None
    """Lower bound of the 95 % interval; None: there is no interval."""
    high: float | None
    opportunities: int
    clusters: int
    """Number of clusters with an opportunity; games of the same deal are one cluster."""
    group: str = ""
    """The group, for a measure with several; empty: all opportunities."""


def times(found: Sequence[Sum], group: str | None = None) -> int:
    """Return the number of opportunities in one group, or in all."""
    return sum(each.opportunities for each in found if group in {None, each.group})


def by_cluster(found: Sequence[Sum], group: str | None = None) -> Clustered:
    """Sum by cluster, over one group or all; a cluster without opportunities of the group has 0."""
    added = {each.cluster: [0.0] * 4 for each in found}
    for each in found:
        if group is None or each.group == group:
            own = (each.counts, each.weights, each.squares, each.outcomes)
            added[each.cluster] = [a + b for a, b in zip(added[each.cluster], own, strict=True)]
    counts, weights, squares, outcomes = (
        numbers([each[column] for each in added.values()]) for column in range(4)
    )
    return Clustered(counts, weights, Moments(squares, outcomes))


def new_estimate(
    measure: str, entrant: str, interval: Interval, found: Sequence[Sum], group: str = "",
    many: int | None = None,
) -> Estimate:  # fmt: skip
    """Build an estimate from an interval and its sums; NaN becomes None.

    `many` is the number of opportunities where it is not the number of rows.
    """
    value, low, high = (float(each) if isfinite(each) else None for each in interval)
    return Estimate(
        measure=measure, entrant=entrant, value=value, low=low, high=high,
        opportunities=times(found) if many is None else many,
        clusters=len({each.cluster for each in found}), group=group,
    )  # fmt: skip


def likeness_of(found: Iterable[Sequence[Sum]]) -> float | None:
    """Return the effective sample size per opportunity, at most 1, pooled over all entrants.

    None: within each entrant all clusters have the same share, so it cannot be estimated.
    """
    sizes = [(times(own), effective(*by_cluster(own))) for own in found]
    known = [(many, size) for many, size in sizes if size is not None]
    if not known:
        return None
    return min(1.0, sum(size for _, size in known) / sum(many for many, _ in known))


def mean_of(found: Sequence[Sum]) -> Interval:
    """Return the mean of these sums with its interval."""
    of = by_cluster(found)
    return mean(of.counts, of.weights)


def share_of(found: Sequence[Sum], alike: float | None) -> Interval:
    """Return the share of these sums with its interval; `alike` is `likeness_of` all entrants."""
    of, many = by_cluster(found), times(found)
    size = None if alike is None else alike * many
    return share(of.counts, of.weights, many, size, of.moments)
