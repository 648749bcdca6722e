"""Predicts totals of many games, with intervals, from the usage of each kind of seat in one game.

Where models were not played yet, an interval goes from the low end of weak play to the high end of
strong play; one total in ten lies beyond each end, so that nine of ten tournaments lie within for
any play between the two. Where they were played there is one mean, and one in twenty lies beyond
each end.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import fsum, isnan
from statistics import fmean

from arena.models.specs import is_model_spec
from arena.tournament.intervals import NOTHING, Range, independent
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.seat_amounts import Amounts, SeatAmounts

WITHIN = 0.9
"""Coverage of the intervals."""
CORRECTED = 0.1
"""Largest assumed share of calls that are repeated, since an answer was invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """The predicted usage of some seats together; bots' seats use nothing."""

    seats: int
    calls: Range = NOTHING
    input: Range = NOTHING
    """Input tokens, cached or not."""
    output: Range = NOTHING
    """Output tokens, without reasoning where no game was played."""
    cost: Range | None = NOTHING
    """Dollars; None: a price is unknown."""
    uncached: float | None = 0.0
    """Expected dollars without a cache."""
    played: float = 1.0
    """Share of the models' seats that are estimated by played games."""


def total_of(
    plan: Plan, amounts: SeatAmounts, rows: Sequence[PlannedGame], entrants: Collection[str] = ()
) -> Total:
    """Return the totals of entrants in games of a plan; of all, if none is named."""
    named = set(entrants or plan.entrants)
    games = [row for row in rows if not named.isdisjoint(row.entrants)]
    seats = sum(name in named for row in games for name in row.entrants)
    kinds = _kinds_of_seats(plan, games, named)
    if not kinds:
        return Total(seats=seats)
    weak, strong = (
        Amounts.sum(_mean(amounts, name, row, at).times(count) for name, row, count in kinds)
        for at in (0, -1)
    )
    guessed = sum(count for name, row, count in kinds if len(amounts.of(row, name)) > 1)
    played = 1 - guessed / sum(count for *_, count in kinds)
    left = independent(len(games), len({row.seed for row in games}))
    error = _independent_games(amounts, played)
    level = WITHIN if played < 1 else (1 + WITHIN) / 2
    again = CORRECTED * (1 - played)

    def between(name: str, low: float, high: float) -> Range:
        factor = amounts.spreads[name].factor(error, left, level)
        return Range(
            low=min(low, high) / factor, expected=fmean((low, high)) * (1 + again / 2),
            high=max(low, high) * factor * (1 + again),
        )  # fmt: skip

    cost = between("input", weak.cost, strong.cost)
    uncached = between("input", weak.uncached, strong.uncached).expected
    return Total(
        seats=seats, calls=between("calls", weak.calls, strong.calls),
        input=between("input", weak.input, strong.input),
        output=between("output", weak.output, strong.output),
        cost=None if isnan(cost.expected) else cost,
        uncached=None if isnan(uncached) else uncached, played=played,
    )  # fmt: skip


def _kinds_of_seats(
    plan: Plan, games: Sequence[PlannedGame], named: Collection[str]
) -> list[tuple[str, PlannedGame, int]]:
    """Return for each kind of models' seats an entrant, a game, and the number of such seats."""
    first = {(row.condition, row.size): row for row in reversed(games)}
    counts = Counter(
        (name, row.condition, row.size) for row in games for name in row.entrants
        if name in named and is_model_spec(plan.entrants[name].spec)
    )  # fmt: skip
    return [(name, first[key, size], count) for (name, key, size), count in counts.items()]


def _independent_games(amounts: SeatAmounts, played: float) -> float:
    """Return the number of independent games that give the mean the same precision."""
    parts = ((played, amounts.known_games()), (1 - played, amounts.dry_games()))
    return 1 / fsum(share**2 / max(games, 1.0) for share, games in parts if share)


def _mean(amounts: SeatAmounts, entrant: str, row: PlannedGame, at: int) -> Amounts:
    """Return the mean usage of a seat, with weak (0) or strong (-1) play."""
    found = amounts.of(row, entrant)
    return found[at] if found else amounts.played_mean() or Amounts(0.0, 0.0, 0.0, 0.0, 0.0)
