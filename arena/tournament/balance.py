"""Measures the balance of a plan: how equally entrants play, take seats and meet.

Planned games are counted on the circle: the last seat has the first at its left. Each condition and
table size is counted separately, so that no imbalance hides in a sum.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, combinations, permutations
from typing import Literal, TypeVar

from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.seating import neighbours_of

Counted = TypeVar("Counted", bound=Hashable)
What = Literal["appearances", "seats", "pairs", "neighbours"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The range of the counts of one kind in a balance audit."""

    what: What
    """`appearances`: games by entrant; `seats`: by entrant and seat, from the first clockwise;
    `pairs`: by two entrants that sit at one table; `neighbours`: by two entrants in order, the
    second next clockwise to the first."""
    least: int
    most: int
    apart: int
    """`most` less `least`; 0: exactly balanced."""
    fewest: str
    """An entrant, or pair, with the count `least`; the first one of several."""
    often: str
    """An entrant, or pair, with the count `most`; the first one of several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The balance audit of one condition at one table size."""

    ruleset: str
    arm: str
    epoch: str
    size: int
    games: int
    entrants: int
    """Number of entrants that play in it."""
    spreads: tuple[Spread, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The balance audit of a plan."""

    tables: tuple[Table, ...]
    seeds: int
    """Number of seeds, which are clusters of games."""
    split: int
    """Number of seeds whose games are incomplete: somebody does not sit in every seat equally
    often, or an arm of the epoch does not play them; 0 where all rounds are complete."""

    @property
    def largest(self) -> Spread:
        """The spread with the largest difference between most and least."""
        spreads = [spread for table in self.tables for spread in table.spreads]
        return max(spreads, key=lambda spread: spread.apart)

    def data(self) -> dict[str, object]:
        """Return the audit as plain JSON data."""
        return {**asdict(self), "largest": asdict(self.largest)}


def balance_of(plan: Plan) -> Balance:
    """Return the balance audit of all planned games."""
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
        games=len(rows), entrants=len(names),
        spreads=tuple(spreads_of(plan, names, size, [row.entrants for row in rows])),
    )  # fmt: skip


def spreads_of(
    plan: Plan, names: Sequence[str], size: int, rows: Sequence[tuple[str, ...]]
) -> Iterator[Spread]:
    """Yield the spread of each kind of count over games, given as entrants clockwise.

    Against a pool only pairs that can meet are counted.
    """
    yield from _spread(
        "appearances", Counter(chain.from_iterable(rows)), {name: name for name in names}
    )
    yield from _spread(
        "seats", Counter(seat for row in rows for seat in enumerate(row)),
        {(at, name): f"{name} in seat {at + 1}" for name in names for at in range(size)},
    )  # fmt: skip
    yield from _spread(
        "pairs", Counter(frozenset(pair) for row in rows for pair in combinations(row, 2)),
        {
            frozenset(pair): " with ".join(pair)
            for pair in combinations(names, 2) if _can_meet(plan, *pair)
        },
    )  # fmt: skip
    yield from _spread(
        "neighbours", neighbours_of(rows),
        {
            pair: f"{pair[1]} after {pair[0]}"
            for pair in permutations(names, 2) if _can_meet(plan, *pair)
        },
    )  # fmt: skip


def _can_meet(plan: Plan, one: str, other: str) -> bool:
    if plan.pool is None:
        return True
    return one in plan.pool.entrants or other in plan.pool.entrants


def _spread(
    what: What, counts: Mapping[Counted, int], labels: Mapping[Counted, str]
) -> Iterator[Spread]:
    if labels:
        fewest, often = min(labels, key=counts.__getitem__), max(labels, key=counts.__getitem__)
        yield Spread(
            what=what, least=counts[fewest], most=counts[often],
            apart=counts[often] - counts[fewest], fewest=labels[fewest], often=labels[often],
        )  # fmt: skip


def _split(plan: Plan) -> int:
    """Return the number of seeds whose games are incomplete: see `Balance.split`."""
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
