"""Estimates of measures for each entrant, with intervals by games, and what did not count."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from arena.lab.group_rates import likeness
from arena.lab.intervals import Interval, difference, excess, mean, share
from arena.lab.measure import Measure
from arena.lab.sums import Sum, Sums, by_cluster, sums, times
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
    clusters: int
    """Games with an opportunity, those that were dealt alike as one."""
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
    found = sums(tables, measures)
    return [each for measure in measures for each in _estimated(measure, found[measure.id])]


def estimate(tables: Tables, measure: Measure) -> list[Estimate]:
    """Return a measure for each entrant."""
    return estimates(tables, [measure])


def _estimated(measure: Measure, found: Sums) -> Sequence[Estimate]:
    if measure.estimate is not None:
        return measure.estimate(measure, found)
    alike = likeness(measure, found.values())
    return [_of(measure, name, own, alike) for name, own in found.items()]


def exclusions(tables: Tables) -> list[Excluded]:
    """Return how many moments did not count, by measure, entrant and reason."""
    query = (
        "SELECT measure, entrant, excluded, count(*) FROM opportunities WHERE NOT eligible "
        "GROUP BY ALL ORDER BY ALL"
    )
    return [Excluded(*row) for row in tables.rows(query)]


def _of(measure: Measure, entrant: str, found: Sequence[Sum], alike: float | None) -> Estimate:
    has_two = measure.shape == "excess"  # rows, of what came of each opportunity and of chance
    many = times(found, "yes" if has_two else None)
    match measure.shape:
        case "share":
            size = None if alike is None else alike * many
            interval = share(*by_cluster(found), many, size)
        case "mean":
            interval = mean(*by_cluster(found))
        case "difference":
            of_each = (times(found, "yes"), times(found, "no"))
            interval = difference(by_cluster(found, "yes"), by_cluster(found, "no"), of_each)
        case "excess":
            interval = excess(by_cluster(found, "yes"), by_cluster(found, "no"), many)
    return made(measure, entrant, interval, found, many=many)


def made(
    measure: Measure, entrant: str, interval: Interval, found: Sequence[Sum], group: str = "",
    many: int | None = None,
) -> Estimate:  # fmt: skip
    """Return an estimate from these sums; NaN is None. `many`: where not all count once."""
    value, low, high = (float(each) if isfinite(each) else None for each in interval)
    return Estimate(
        measure=measure.id, entrant=entrant, value=value, low=low, high=high,
        opportunities=times(found) if many is None else many,
        clusters=len({each.cluster for each in found}), group=group,
    )  # fmt: skip
