"""Estimates of measures for each entrant, with intervals by games, and what did not count."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.lab.estimate import Estimate, made
from arena.lab.group_rates import likeness, mean_of, share_of
from arena.lab.intervals import difference, excess
from arena.lab.measure import Measure
from arena.lab.sums import Sum, Sums, by_cluster, times
from arena.lab.tables import Tables

__all__ = ["Excluded", "estimate", "estimates", "exclusions", "sums"]

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
    """Moments that did not count."""

    measure: str
    entrant: str
    why: str
    times: int


def sums(tables: Tables, measures: Sequence[Measure]) -> dict[str, Sums]:
    """Return the sums of each measure, by id; copies of a game, as of a null arm, count once."""
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
    """Return a row of `QUERY`."""
    return measure, entrant, Sum(cluster, group, counts, weights, opportunities, squares, outcomes)


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
    return tables.rows_as(Excluded, query)


def _of(measure: Measure, entrant: str, found: Sequence[Sum], alike: float | None) -> Estimate:
    has_two = measure.shape == "excess"  # rows, of what came of each opportunity and of chance
    many = times(found, "yes" if has_two else None)
    match measure.shape:
        case "share":
            interval = share_of(found, alike)
        case "mean":
            interval = mean_of(found)
        case "difference":
            of_each = (times(found, "yes"), times(found, "no"))
            interval = difference(by_cluster(found, "yes"), by_cluster(found, "no"), of_each)
        case "excess":
            interval = excess(by_cluster(found, "yes"), by_cluster(found, "no"), many)
    return made(measure.id, entrant, interval, found, many=many)
