"""What the games that are left will take, from those that are finished: for the status of a run.

Nothing is played without a call for it. An entrant that has not finished a game yet is taken for
the mean of those that have.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import fsum

from arena.tournament.game_result import GameResult
from arena.tournament.intervals import Range
from arena.tournament.plan import Plan
from arena.tournament.seat_amounts import SeatAmounts
from arena.tournament.totals import Totals

__all__ = ["Remaining", "Whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What all games of a tournament will have taken; the low end is never below what they have."""

    calls: Range
    money: Range
    """Dollars, as far as prices are known."""

    def at_least(self, calls: float, money: float) -> "Whole":
        """Return it for a tournament that has taken so much already."""
        return Whole(calls=_at_least(self.calls, calls), money=_at_least(self.money, money))


class Remaining:
    """Foretells a plan's whole anew whenever more of its games are finished."""

    def __init__(self, plan: Plan) -> None:
        """Begin with no game."""
        self._plan = plan
        self._known: tuple[int, Whole | None] = (0, None)

    def of(self, games: Mapping[str, GameResult]) -> Whole | None:
        """Return what the whole will take, by its finished games; None before there is any."""
        if self._known[0] != len(games):
            self._known = len(games), self._foretold(games)
        return self._known[1]

    def _foretold(self, games: Mapping[str, GameResult]) -> Whole | None:
        """Return it; None where no model was called."""
        played = [_priced(each) for each in games.values()]
        seats = [seat for game in played for seat in game.seats]
        calls = sum(seat.calls for seat in seats)
        if not calls:
            return None
        left = [row for row in self._plan.games if row.game not in games]
        rest = Totals(self._plan, SeatAmounts(self._plan, played), left).of()
        money = fsum(seat.cost or 0.0 for seat in seats)
        return Whole(
            calls=_plus(rest.calls, calls),
            money=_plus(rest.cost or Range(low=0.0, expected=0.0, high=0.0), money),
        )


def _priced(game: GameResult) -> GameResult:
    """Return a game in which unknown prices count as nothing, as they do in what was spent."""
    return replace(game, seats=tuple(replace(each, cost=each.cost or 0.0) for each in game.seats))


def _plus(of: Range, amount: float) -> Range:
    return of + Range(low=amount, expected=amount, high=amount)


def _at_least(of: Range, amount: float) -> Range:
    return Range(
        low=max(of.low, amount), expected=max(of.expected, amount), high=max(of.high, amount)
    )
