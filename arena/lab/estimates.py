"""Estimates every measure for every entrant, with intervals by game, and counts exclusions."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from arena.lab.estimate import (
    Estimate,
    Sum,
    Sums,
    by_cluster,
    likeness_of,
    mean_of,
    new_estimate,
    share_of,
    times,
)
from arena.lab.intervals import Interval, Moments, difference, excess, share
from arena.lab.measure import Measure
from arena.lab.tables import Tables

QUERY = (
    "WITH copies AS (SELECT game FROM games "
    "QUALIFY row_number() OVER (PARTITION BY course ORDER BY game) > 1) "
    'SELECT o.measure, o.entrant, o.cluster, {group} AS "group", sum(o.outcome * o.weight), '
    "sum(o.weight), count(*), sum(o.weight ** 2), sum(o.weight * o.outcome ** 2) "
    "FROM opportunities o {join} WHERE list_contains(?, o.measure) AND o.eligible "
    "AND o.game NOT IN (FROM copies) GROUP BY ALL ORDER BY ALL"
)
OWN = QUERY.format(group='o."group"', join="")
OTHERS = QUERY.format(
    group="s.entrant", join="JOIN seats s ON s.game = o.game AND s.seat = o.others[1]"
)


class Excluded(NamedTuple):
    """Number of excluded moments of one measure, entrant and reason."""

    measure: str
    entrant: str
    why: str
    times: int


def sums(tables: Tables, measures: Sequence[Measure]) -> dict[str, Sums]:
    """Return the sums of each measure, by id; copies of a game (null arms) count once."""
    names = tables.rows_as(str, "SELECT DISTINCT entrant FROM seats ORDER BY entrant")
    found = {each.id: {name: list[Sum]() for name in names} for each in measures}
    for query, with_each in ((OWN, False), (OTHERS, True)):
        wanted = [each.id for each in measures if each.with_each is with_each]
        for measure, entrant, own in tables.rows_as(_summed, query, [wanted]) if wanted else ():
            found[measure][entrant].append(own)
    return {**found}


def _summed(
    measure: str, entrant: str, cluster: str, group: str, counts: float, weights: float,
    opportunities: int, squares: float, outcomes: float,
) -> tuple[str, str, Sum]:  # fmt: skip
    return measure, entrant, Sum(cluster, group, counts, weights, opportunities, squares, outcomes)


def estimates(tables: Tables, measures: Sequence[Measure]) -> list[Estimate]:
    """Return an estimate of each measure for each entrant, even without opportunities."""
    found = sums(tables, measures)
    return [each for measure in measures for each in _estimated(measure, found[measure.id])]


def estimate(tables: Tables, measure: Measure) -> list[Estimate]:
    """Return an estimate of one measure for each entrant."""
    return estimates(tables, [measure])


def _estimated(measure: Measure, found: Sums) -> Sequence[Estimate]:
    if measure.estimate is not None:
        return measure.estimate(measure, found)
    alike = likeness(measure, found.values())
    return [
        each for name, own in found.items() for each in _of_entrant(measure, name, own, alike)
    ]  # fmt: skip


def _of_entrant(
    measure: Measure, name: str, own: Sequence[Sum], alike: float | None
) -> Iterator[Estimate]:
    """Yield the estimates of one entrant: over all opportunities, and by group."""
    if measure.grouped == "rates":
        many = times(
            own, "yes" if measure.shape == "excess" else None
        )  # an excess has two rows each
        yield new_estimate(measure.id, name, _whole(measure, own, alike, many), own, many=many)
    if measure.grouped == "shares":
        for group in measure.groups:
            yield new_estimate(measure.id, name, _part(own, group), own, group)
    elif measure.groups or measure.with_each:
        yield from _rates(measure, name, own, alike)


def group_rates(measure: Measure, found: Sums) -> list[Estimate]:
    """Return the rate of each group of a measure, for each entrant."""
    alike = likeness(measure, found.values())
    return [each for name, own in found.items() for each in _rates(measure, name, own, alike)]


def _rates(
    measure: Measure, name: str, own: Sequence[Sum], alike: float | None
) -> Iterator[Estimate]:
    """Yield the rate of each group of `measure.groups`, or of all groups if it names none."""
    for group in measure.groups or sorted({each.group for each in own}):
        of = [each for each in own if each.group == group]
        interval = mean_of(of) if measure.shape == "mean" else share_of(of, alike)
        yield new_estimate(measure.id, name, interval, of, group)


def _whole(measure: Measure, own: Sequence[Sum], alike: float | None, many: int) -> Interval:
    match measure.shape:
        case "share":
            return share_of(own, alike)
        case "mean":
            return mean_of(own)
        case "difference":
            of_each = (times(own, "yes"), times(own, "no"))
            return difference(by_cluster(own, "yes"), by_cluster(own, "no"), of_each)
        case "excess":
            return excess(by_cluster(own, "yes"), by_cluster(own, "no"), many)


def _part(own: Sequence[Sum], group: str) -> Interval:
    """Return the share of all opportunities that fall into a group."""
    every, of_group = by_cluster(own), by_cluster(own, group).weights
    moments = every.moments and Moments(every.moments.weights, of_group)
    return share(of_group, every.weights, times(own), moments=moments)


def likeness(measure: Measure, found: Iterable[Sequence[Sum]]) -> float | None:
    """Return `likeness_of` for a measure that is a share; None for a mean."""
    return None if measure.shape == "mean" else likeness_of(found)


def exclusions(tables: Tables) -> list[Excluded]:
    """Return the number of excluded moments by measure, entrant and reason."""
    query = (
        "SELECT measure, entrant, excluded, count(*) FROM opportunities WHERE NOT eligible "
        "GROUP BY ALL ORDER BY ALL"
    )
    return tables.rows_as(Excluded, query)
