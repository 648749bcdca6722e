"""Sums of opportunities by cluster, and the estimates with intervals that are made of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from arena.lab.arrays import numbers
from arena.lab.intervals import Clustered, Interval, Moments, effective, mean, share


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
    clusters: int
    """Games with an opportunity, those that were dealt alike as one."""
    group: str = ""
    """What it is of, where a measure has several: empty, all."""


def times(found: Sequence[Sum], group: str | None = None) -> int:
    """Count the opportunities of one group or all."""
    return sum(each.opportunities for each in found if group in {None, each.group})


def by_cluster(found: Sequence[Sum], group: str | None = None) -> Clustered:
    """Add up sums by cluster, of one group or all; 0 where there are none of it."""
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
    """Make an estimate from these sums; NaN is None. `many`: where not all count once."""
    value, low, high = (float(each) if isfinite(each) else None for each in interval)
    return Estimate(
        measure=measure, entrant=entrant, value=value, low=low, high=high,
        opportunities=times(found) if many is None else many,
        clusters=len({each.cluster for each in found}), group=group,
    )  # fmt: skip


def likeness_of(found: Iterable[Sequence[Sum]]) -> float | None:
    """Return the effective number of an opportunity, at most 1, of all shares together.

    None: all games of each have one share, so that nothing is known of it.
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
    """Return the share of these sums with its interval; `alike` is the `likeness_of` all."""
    of, many = by_cluster(found), times(found)
    size = None if alike is None else alike * many
    return share(of.counts, of.weights, many, size, of.moments)
