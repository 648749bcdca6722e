"""Estimates the usage of a model's seat in one game, from games without calls or played games.

A kind of seat that was played is estimated by the mean of those games; any other by the mean of the
games without calls, once with the weakest bots and once with the strongest.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import fsum, nan
from typing import NamedTuple

from arena.models.prices import price_of
from arena.models.specs import is_model_spec, parse
from arena.settings import ModelSettings
from arena.table.dry_run import Estimate
from arena.tournament.dry_games import CONDUCTS, DryGame, Kinds, SeatKey
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.intervals import Spread, independent
from arena.tournament.plan import Plan, PlannedGame


class Amounts(NamedTuple):
    """The usage of a seat; dollars are NaN where a price is unknown."""

    calls: float
    input: float
    """Input tokens."""
    output: float
    """Output tokens."""
    cost: float
    """Dollars."""
    uncached: float
    """Dollars without a cache; of a played seat its actual cost."""

    def times(self, count: float) -> "Amounts":
        """Return the amounts multiplied by a number."""
        return Amounts(*(each * count for each in self))

    @classmethod
    def sum(cls, of: Iterable["Amounts"]) -> "Amounts":
        """Return the sum of one or more amounts."""
        return cls(*map(fsum, zip(*of, strict=True)))

    @classmethod
    def mean(cls, of: Collection["Amounts"]) -> "Amounts":
        """Return the mean of one or more amounts."""
        return cls.sum(of).times(1 / len(of))

    @classmethod
    def of_seat(cls, seat: SeatResult) -> "Amounts":
        """Return the amounts of a seat in a played game."""
        cost = nan if seat.cost is None else seat.cost
        return cls(seat.calls, seat.input, seat.output, cost, cost)

    @classmethod
    def of_estimate(cls, of: Estimate) -> "Amounts":
        """Return the amounts measured for a seat in a game without calls."""
        dollars = (nan, nan) if of.unpriced else (of.cost or 0.0, of.uncached or 0.0)
        return cls(of.calls, of.input, of.output, *dollars)


class SeatAmounts:
    """The mean usage of each kind of seat of a plan in one game."""

    def __init__(self, plan: Plan, played: Sequence[GameResult]) -> None:
        """`played` are finished games of the plan."""
        self._plan, self._kinds = plan, Kinds(plan)
        self._played: dict[tuple[str, SeatKey], list[Amounts]] = {}
        self._means: dict[tuple[str, SeatKey], tuple[Amounts, ...]] = {}
        self._dry: Sequence[DryGame] = ()
        rows = {row.game: row for row in plan.games}
        self._games = [(rows[each.game], each) for each in played if each.game in rows]
        for row, game in self._games:
            for seat in game.seats:
                if is_model_spec(plan.entrants[seat.entrant].spec) and not seat.replaced:
                    key = seat.entrant, self._kinds.seat(row, seat.entrant)
                    self._played.setdefault(key, []).append(Amounts.of_seat(seat))

    def measure(self, dry: Sequence[DryGame]) -> None:
        """Add games without calls, for kinds of seats that were not played."""
        self._dry = dry

    def is_played(self, row: PlannedGame, entrant: str) -> bool:
        """Return True if an entrant has played on such a seat."""
        return (entrant, self._kinds.seat(row, entrant)) in self._played

    def known_games(self) -> float:
        """Return the effective number of independent games that were played."""
        return independent(len(self._games), len({row.seed for row, _ in self._games}))

    def dry_games(self) -> float:
        """Return the smallest number of games without calls of any kind of table and conduct."""
        games = Counter((each.table, each.conduct) for each in self._dry if each.seats)
        return float(min(games.values(), default=0))

    def of(self, row: PlannedGame, entrant: str) -> tuple[Amounts, ...]:
        """Return the mean usage of an entrant's seat: one value if it was played, else by conduct.

        Empty for a kind of seat that was neither played nor measured.
        """
        key = entrant, self._kinds.seat(row, entrant)
        if key not in self._means:
            self._means[key] = (
                (Amounts.mean(self._played[key]),) if key in self._played
                else tuple(self._by_conduct(row, entrant, key[1]))
            )  # fmt: skip
        return self._means[key]

    def _by_conduct(self, row: PlannedGame, entrant: str, key: SeatKey) -> Iterable[Amounts]:
        """Yield the mean usage of a kind of seat for each conduct."""
        spec = self._plan.entrants[entrant].spec
        settings = self._kinds.settings(row, spec)
        tariff = price_of(parse(spec), settings)
        for conduct in CONDUCTS:
            found = [
                Amounts.of_estimate(calls.estimate(spec, settings, tariff))
                for game in self._dry
                if game.conduct == conduct
                for kind, calls in game.seats
                if kind == key
            ]
            if found:
                yield Amounts.mean(found)

    def played_mean(self) -> Amounts | None:
        """Return the mean usage over all models' seats that were played; None: none was."""
        each = [one for some in self._played.values() for one in some]
        return Amounts.mean(each) if each else None

    @cached_property
    def spreads(self) -> Mapping[str, Spread]:
        """The variation among games with similar seats, of `calls`, `input` and `output`."""
        names = ("calls", "input", "output")
        groups: dict[str, list[list[float]]] = {name: [self.ratios(name)] for name in names}
        alike: dict[tuple[object, str], list[Amounts]] = {}
        for game in self._dry:
            seats = [
                Amounts.of_estimate(each.estimate("", ModelSettings(), None))
                for _, each in game.seats
            ]
            if seats:
                alike.setdefault((game.table, game.conduct), []).append(Amounts.mean(seats))
        for name in names:
            groups[name] += [[getattr(one, name) for one in each] for each in alike.values()]
        return {name: Spread.of(each) for name, each in groups.items()}

    def ratios(self, name: str) -> list[float]:
        """Return the usage of each played game relative to the mean usage of its seats."""
        found = []
        for row, game in self._games:
            seats = [
                (Amounts.of_seat(seat), self.of(row, seat.entrant)[0]) for seat in game.seats
                if is_model_spec(self._plan.entrants[seat.entrant].spec)
                and not seat.replaced
            ]  # fmt: skip
            usual = fsum(getattr(mean, name) for _, mean in seats)
            if usual:
                found.append(fsum(getattr(took, name) for took, _ in seats) / usual)
        return found
