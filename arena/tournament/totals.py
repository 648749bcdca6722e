"""The totals of many games, with intervals, from what a seat of each kind takes in one.

Where models were not played yet an interval goes from the low end of weak play to the high end of
strong play, each end left behind by one total in ten, so that the truth lies within in nine of ten
tournaments whichever way they play between the two. Where they were played there is one mean, and
each end is left behind by one in twenty.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, isnan
from statistics import fmean

from arena.models.specs import is_model_spec
from arena.tournament.intervals import NOTHING, Range, independent
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.seat_amounts import Amounts, SeatAmounts

__all__ = ["CORRECTED", "WITHIN", "Total", "Totals"]

WITHIN = 0.9
"""How often an interval holds the truth."""
CORRECTED = 0.1
"""Share of calls that are made again at most, since an answer could not be taken."""
FREE = Amounts(0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """What some seats take together; a bot's take nothing."""

    seats: int
    calls: Range = NOTHING
    input: Range = NOTHING
    """Tokens that are sent, from a cache or not."""
    output: Range = NOTHING
    """Tokens that are generated, reasoning left out where no game was played."""
    cost: Range | None = NOTHING
    """Dollars; None: a price is unknown."""
    uncached: float | None = 0.0
    """Dollars that are expected where no cache serves what repeats."""
    played: float = 1.0
    """The share of the models' seats that are taken for those of games that were played."""


class Totals:
    """The totals of some games of a plan."""

    def __init__(self, plan: Plan, amounts: SeatAmounts, rows: Sequence[PlannedGame]) -> None:
        """`amounts` say what a seat takes; `rows` are the games."""
        self._amounts, self._rows = amounts, rows
        self._spreads = amounts.spreads()
        self._kinds: dict[tuple[str, int], PlannedGame] = {}
        self._counts: dict[str, Counter[tuple[str, int]]] = {}
        self._seats = Counter[str]()
        for row in rows:
            kind = row.condition, row.size
            self._kinds.setdefault(kind, row)
            for entrant in row.entrants:
                self._seats[entrant] += 1
                if is_model_spec(plan.entrants[entrant].spec):
                    self._counts.setdefault(entrant, Counter())[kind] += 1

    def of(self, *entrants: str) -> Total:
        """Return what these entrants take in all their games; of all, if none is named."""
        named = entrants or tuple(self._seats)
        counts = [
            (name, self._kinds[kind], count)
            for name in named for kind, count in self._counts.get(name, Counter()).items()
        ]  # fmt: skip
        seats = sum(self._seats[name] for name in named)
        if not counts:
            return Total(seats=seats)
        return self._total(seats, counts, set(named))

    def _total(
        self, seats: int, counts: Sequence[tuple[str, PlannedGame, int]], named: set[str]
    ) -> Total:
        weak, strong = (
            Amounts.sum(self._mean(name, row, at).times(count) for name, row, count in counts)
            for at in (0, -1)
        )
        models = sum(count for *_, count in counts)
        guessed = [count for name, row, count in counts if len(self._amounts.of(row, name)) > 1]
        played = 1 - sum(guessed) / models
        games = [row for row in self._rows if not named.isdisjoint(row.entrants)]
        left = independent(len(games), len({row.seed for row in games}))
        error = self._error(played)

        def between(name: str, low: float, high: float) -> Range | None:
            if isnan(low) or isnan(high):
                return None
            level = WITHIN if played < 1 else (1 + WITHIN) / 2
            factor = self._spreads[name].factor(error, left, level)
            again = CORRECTED * (1 - played)
            return Range(
                low=min(low, high) / factor, expected=fmean((low, high)) * (1 + again / 2),
                high=max(low, high) * factor * (1 + again),
            )  # fmt: skip

        def known_between(name: str) -> Range:
            return between(name, getattr(weak, name), getattr(strong, name)) or NOTHING

        uncached = between("input", weak.uncached, strong.uncached)
        return Total(
            seats=seats, calls=known_between("calls"), input=known_between("input"),
            output=known_between("output"), cost=between("input", weak.cost, strong.cost),
            uncached=None if uncached is None else uncached.expected, played=played,
        )  # fmt: skip

    def _error(self, played: float) -> float:
        """Return how many independent games know the mean as well as what was seen."""
        parts = [
            (share**2, games)
            for share, games in (
                (played, self._amounts.known_games()), (1 - played, self._amounts.dry_games()),
            )
            if share
        ]  # fmt: skip
        return 1 / fsum(square / max(games, 1.0) for square, games in parts)

    def _mean(self, entrant: str, row: PlannedGame, at: int) -> Amounts:
        """Return what a seat takes, by weak (0) or strong (-1) play."""
        found = self._amounts.of(row, entrant)
        if found:
            return found[at]
        return self._amounts.played_mean() or FREE
