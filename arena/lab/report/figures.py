"""Computes the figures of a report once, for terminal, page and JSON.

Opportunities are summed by game in SQL, so that a thousand games take seconds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arena.lab.estimate import Estimate
from arena.lab.estimates import Excluded, estimates, exclusions, group_rates, sums
from arena.lab.measure import Measure
from arena.lab.measures import MEASURES
from arena.lab.tables import Tables

MOMENTS = 4
"""Example moments listed per measure and entrant."""
HALF = 0.5


class Entrant(NamedTuple):
    """An entrant with its average result."""

    name: str
    games: int
    place: float
    """Mean place over its seats; 1 is best."""
    points: float
    """Mean points over its seats."""


class Moment(NamedTuple):
    """One counted opportunity, to look it up."""

    measure: str
    entrant: str
    game: str
    round: int
    at: int
    """Index of the record."""
    actor: str
    others: tuple[str, ...]
    outcome: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All figures of a folder of games."""

    games: int
    left_out: Mapping[str, str]
    """Games that could not be read, with the reason."""
    entrants: tuple[Entrant, ...]
    """Sorted by mean place, the best first."""
    measures: Mapping[str, Measure]
    """The measures that are shown, by id, in order of display."""
    unproven: frozenset[str]
    """Ids of shown measures without a passed proof."""
    hidden: tuple[str, ...]
    """Ids of measures that are not shown for lack of a passed proof."""
    estimates: Mapping[tuple[str, str, str], Estimate]
    """By measure, entrant and group; an empty group is all opportunities."""
    parts: Mapping[tuple[str, str, str], Estimate]
    """Rates of the groups of a measure's opportunities, by measure, entrant and group."""
    in_games: Mapping[tuple[str, str], int]
    """Number of games with opportunities, by measure and entrant, copies included."""
    excluded: Sequence[Excluded]
    moments: Sequence[Moment]

    def of(self, measure: str, entrant: str, group: str = "") -> Estimate | None:
        """Return an estimate; None: the measure is not shown, or has none for the entrant."""
        return self.estimates.get((measure, entrant, group))

    def known(self, measure: str, entrant: str) -> Estimate | None:
        """Return the estimate over all groups; None: there was no opportunity."""
        found = self.of(measure, entrant)
        return None if found is None or found.value is None else found

    def groups(self, measure: str) -> tuple[str, ...]:
        """Return the groups of a measure's own estimates."""
        return _groups(self.estimates, measure)

    def parts_of(self, measure: str) -> tuple[str, ...]:
        """Return the groups of a rate's opportunities."""
        return _groups(self.parts, measure)

    def moment(self, measure: str, entrant: str) -> Moment | None:
        """Return the first example moment of a measure and an entrant."""
        own = (each for each in self.moments if (each.measure, each.entrant) == (measure, entrant))
        return next(own, None)

    def data(self) -> dict[str, object]:
        """Return the figures as plain JSON data."""
        return {
            "games": self.games,
            "left_out": dict(self.left_out),
            "entrants": [
                {"entrant": each.name, "games": each.games, "place": each.place,
                 "points": each.points}
                for each in self.entrants
            ],
            "measures": [self._measure(each) for each in self.measures.values()],
            "not_shown": list(self.hidden),
        }  # fmt: skip

    def _measure(self, of: Measure) -> dict[str, object]:
        return {
            "measure": of.id, "name": of.name, "definition": of.definition, "unit": of.unit,
            "rung": of.rung, "proven": of.id not in self.unproven, "smallest_n": of.least,
            "estimates": [
                {"entrant": each.entrant, "group": each.group, "value": each.value,
                 "low": each.low, "high": each.high, "opportunities": each.opportunities,
                 "clusters": each.clusters}
                for each in self.estimates.values() if each.measure == of.id
            ],
            "excluded": [
                {"entrant": each.entrant, "why": each.why, "times": each.times}
                for each in self.excluded if each.measure == of.id
            ],
        }  # fmt: skip


def figures_of(tables: Tables, shown: Collection[str], proven: Collection[str]) -> Figures:
    """Compute the figures of tables; `shown` and `proven` are ids of measures."""
    measures = {name: each for name, each in MEASURES.items() if name in shown}
    found = estimates(tables, tuple(measures.values()))
    parts = _by_group(tables, measures.values())
    return Figures(
        games=tables.rows_as(int, "SELECT count(*) FROM games")[0],
        left_out=dict(tables.left_out), entrants=_entrants(tables),
        measures=measures, unproven=frozenset(measures) - frozenset(proven),
        hidden=tuple(name for name in MEASURES if name not in measures),
        estimates={(each.measure, each.entrant, each.group): each for each in found},
        parts={(each.measure, each.entrant, each.group): each for each in parts},
        in_games=_in_games(tables),
        excluded=[each for each in exclusions(tables) if each.measure in measures],
        moments=_moments(tables, measures, found),
    )  # fmt: skip


def _groups(of: Mapping[tuple[str, str, str], Estimate], measure: str) -> tuple[str, ...]:
    return tuple(sorted({key[2] for key in of if key[0] == measure and key[2]}, key=_by_number))


def _by_number(group: str) -> tuple[int, str]:
    """Sort key of groups: `3 left` is sorted by its number."""
    first = group.partition(" ")[0]
    return (int(first) if first.isdigit() else -1), group


def _entrants(tables: Tables) -> tuple[Entrant, ...]:
    query = (
        "SELECT entrant, count(DISTINCT game), avg(place), avg(points) FROM seats "
        "GROUP BY entrant ORDER BY 3, 1"
    )
    return tuple(tables.rows_as(Entrant, query))


def _in_games(tables: Tables) -> dict[tuple[str, str], int]:
    query = (
        "SELECT measure, entrant, count(DISTINCT game) FROM opportunities WHERE eligible "
        "GROUP BY ALL"
    )
    return dict(tables.rows_as(_in_games_of, query))


def _in_games_of(measure: str, entrant: str, games: int) -> tuple[tuple[str, str], int]:
    return (measure, entrant), games


def _by_group(tables: Tables, measures: Iterable[Measure]) -> list[Estimate]:
    """Return the rates of the groups of each measure's opportunities, if there are several.

    Measures with their own estimates or groups are skipped; a measure estimated for each other
    entrant is included with the groups of its opportunities.
    """
    parts = [
        replace(each, with_each=False)
        for each in measures
        if each.estimate is None and not each.groups
    ]
    return [
        each
        for part, found in sums(tables, parts).items()
        if len({each.group for own in found.values() for each in own}) > 1
        for each in group_rates(MEASURES[part], found)
    ]


def _moments(
    tables: Tables, measures: Mapping[str, Measure], found: Sequence[Estimate]
) -> list[Moment]:
    """Return a few example moments per measure and entrant, those with the rarer outcome first."""
    rare = [
        (each.measure, each.entrant)
        for each in found
        if each.group == "" and each.value is not None and each.value > HALF
        and measures[each.measure].shape == "share"
    ]  # fmt: skip
    query = (
        "WITH rare AS (SELECT unnest(?::VARCHAR[]) AS measure, unnest(?::VARCHAR[]) AS entrant), "
        "listed AS (SELECT o.*, row_number() OVER (PARTITION BY o.measure, o.entrant ORDER BY "
        "CASE WHEN rare.entrant IS NULL THEN -abs(outcome) ELSE outcome END, game, o.at) AS place "
        "FROM opportunities o LEFT JOIN rare USING (measure, entrant) "
        "WHERE eligible AND list_contains(?, measure)) "
        "SELECT measure, entrant, game, round, listed.at, actor, others, outcome FROM listed "
        "WHERE place <= ? ORDER BY measure, entrant, place"
    )
    given = [[one for one, _ in rare], [other for _, other in rare], list(measures), MOMENTS]
    moments = tables.rows_as(Moment, query, given)
    return [each._replace(others=tuple(each.others)) for each in moments]
