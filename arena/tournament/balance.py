"""The balance audit of a plan: how equally entrants play, sit, meet, and have each other beside.

Counted are planned games, on the circle: the last seat has the first at its left. Each condition
and table size is counted by itself; a plan may hide nothing in a sum.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal, TypeVar

from arena.text import plural
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.seating import neighbours_of

__all__ = ["Balance", "Spread", "Table", "balance_of"]

Counted = TypeVar("Counted", bound=Hashable)
What = Literal["appearances", "seats", "pairs", "neighbours"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How equal the counts of one thing are."""

    what: What
    """`appearances`: games by entrant; `seats`: by entrant and seat, from the first clockwise;
    `pairs`: by two entrants that sit at one table; `neighbours`: by two entrants in order, the
    second next clockwise to the first."""
    least: int
    most: int
    fewest: str
    """Of whom, or of which two, there are `least`; an example, as all are where all are equal."""
    often: str
    """The same of `most`."""

    @property
    def apart(self) -> int:
        """Return how far the counts are apart; 0: exactly balanced."""
        return self.most - self.least

    def data(self) -> dict[str, object]:
        """Return it as plain JSON data."""
        return {
            "what": self.what, "least": self.least, "most": self.most, "apart": self.apart,
            "fewest": self.fewest, "often": self.often,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The audit of one condition at one size of table."""

    ruleset: str
    arm: str
    epoch: str
    size: int
    games: int
    entrants: int
    """How many play in it."""
    spreads: tuple[Spread, ...]

    def data(self) -> dict[str, object]:
        """Return it as plain JSON data."""
        return {
            "ruleset": self.ruleset, "arm": self.arm, "epoch": self.epoch, "size": self.size,
            "games": self.games, "entrants": self.entrants,
            "spreads": [each.data() for each in self.spreads],
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The audit of a plan."""

    tables: tuple[Table, ...]
    seeds: int
    """How many seeds there are: clusters of games."""
    split: int
    """How many seeds there are under which somebody does not sit in every seat equally often, or
    that one arm plays and another of its epoch does not; 0 where all rounds are complete."""

    @property
    def largest(self) -> Spread:
        """Return the largest imbalance."""
        spreads = [spread for table in self.tables for spread in table.spreads]
        return max(spreads, key=lambda spread: spread.apart)

    def data(self) -> dict[str, object]:
        """Return it as plain JSON data."""
        return {
            "tables": [each.data() for each in self.tables], "seeds": self.seeds,
            "split": self.split, "largest": self.largest.data(),
        }  # fmt: skip

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return it as a table of texts, the first row being the heading."""
        heading = ("ruleset", "arm", "seats", "games", "what", "least", "most", "balance")
        return (
            heading,
            *(
                (
                    table.ruleset, table.arm, str(table.size), str(table.games), spread.what,
                    str(spread.least), str(spread.most), _in_words(spread),
                )
                for table in self.tables
                for spread in table.spreads
            ),
        )  # fmt: skip


def _in_words(spread: Spread) -> str:
    if not spread.apart:
        return "exact"
    return f"{plural(spread.apart, 'game')} apart: {spread.fewest}, {spread.often}"


def balance_of(plan: Plan) -> Balance:
    """Return the audit of all that is planned."""
    found: dict[tuple[str, int], list[PlannedGame]] = {}
    for row in plan.games:
        found.setdefault((row.condition, row.size), []).append(row)
    order = list(plan.conditions)
    return Balance(
        tables=tuple(
            _table(plan, key, size, found[key, size])
            for key, size in sorted(found, key=lambda each: (order.index(each[0]), each[1]))
        ),
        seeds=len({row.seed for row in plan.games}),
        split=_split(plan),
    )


def _table(plan: Plan, key: str, size: int, rows: Sequence[PlannedGame]) -> Table:
    condition = plan.conditions[key]
    names = tuple(name for name in plan.entrants if any(name in row.entrants for row in rows))
    return Table(
        ruleset=condition.ruleset, arm=condition.arm, epoch=condition.epoch, size=size,
        games=len(rows), entrants=len(names), spreads=_spreads(plan, names, size, rows),
    )  # fmt: skip


def _spreads(
    plan: Plan, names: Sequence[str], size: int, rows: Sequence[PlannedGame]
) -> tuple[Spread, ...]:
    """Return how equal counts are; against a pool only those who can meet are counted as pairs."""
    appearances = Counter(name for row in rows for name in row.entrants)
    seats = Counter((name, at) for row in rows for at, name in enumerate(row.entrants))
    pairs = Counter(
        frozenset(pair) for row in rows for pair in combinations(row.entrants, 2)
    )  # fmt: skip
    together = [pair for pair in permutations(names, 2) if _can_meet(plan, *pair)]
    unordered = dict.fromkeys(frozenset(pair) for pair in together)
    spreads = [
        _spread("appearances", appearances, {name: name for name in names}),
        _spread(
            "seats", seats,
            {(name, at): f"{name} in seat {at + 1}" for name in names for at in range(size)},
        ),
        _spread(
            "pairs", pairs, {each: " with ".join(_in_order(each, names)) for each in unordered}
        ),
        _spread(
            "neighbours", neighbours_of(row.entrants for row in rows),
            {pair: f"{pair[1]} after {pair[0]}" for pair in together},
        ),
    ]  # fmt: skip
    return tuple(each for each in spreads if each is not None)


def _in_order(pair: Iterable[str], names: Sequence[str]) -> list[str]:
    return sorted(pair, key=names.index)


def _can_meet(plan: Plan, one: str, other: str) -> bool:
    if plan.pool is None:
        return True
    return one in plan.pool.entrants or other in plan.pool.entrants


def _spread(
    what: What, counts: Mapping[Counted, int], labels: Mapping[Counted, str]
) -> Spread | None:
    if not labels:
        return None
    fewest, often = (
        min(labels, key=lambda key: counts[key]),
        max(labels, key=lambda key: counts[key]),
    )
    return Spread(
        what=what, least=counts[fewest], most=counts[often], fewest=labels[fewest],
        often=labels[often],
    )  # fmt: skip


def _split(plan: Plan) -> int:
    """Return how many seeds are no whole clusters, or not played by every arm of their epoch."""
    arms: dict[tuple[str, str], set[str]] = {}
    games: dict[str, dict[str, list[PlannedGame]]] = {}
    for key, condition in plan.conditions.items():
        arms.setdefault((condition.ruleset, condition.epoch), set()).add(key)
    for row in plan.games:
        games.setdefault(row.seed, {}).setdefault(row.condition, []).append(row)
    return sum(not _is_whole(plan, played, arms) for played in games.values())


def _is_whole(
    plan: Plan,
    played: Mapping[str, Sequence[PlannedGame]],
    arms: Mapping[tuple[str, str], set[str]],
) -> bool:
    condition = plan.conditions[next(iter(played))]
    if set(played) != arms[condition.ruleset, condition.epoch]:
        return False
    line_ups = {key: [row.clockwise for row in rows] for key, rows in played.items()}
    first = next(iter(line_ups.values()))
    seats = [Counter(entrants for _, entrants in seat) for seat in zip(*first, strict=True)]
    return all(each == first for each in line_ups.values()) and all(
        each == seats[0] for each in seats
    )
