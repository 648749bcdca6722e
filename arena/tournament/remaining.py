"""What the games that are left will take, from those that are finished: for the status of a run.

Nothing is played without a call for it. An entrant that has not finished a game yet is taken for
the mean of those that have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, fsum, log, sqrt
from statistics import NormalDist, fmean
from types import MappingProxyType

from arena.tournament.game_result import GameResult
from arena.tournament.intervals import NOTHING, Range, Spread
from arena.tournament.plan import Plan
from arena.tournament.seat_amounts import SeatAmounts
from arena.tournament.totals import total_of

NONE: Mapping[str, int] = MappingProxyType({})
TOKENS = 1.5
"""The power of a game's calls with which its tokens grow, and what they cost: each call is sent all
that was said before; 1.4 to 1.6 in games without calls of three to five seats."""
STEPS = 20
NORMAL = NormalDist()
FAR = 5.0
"""Standard deviations beyond which the normal tail is taken for its asymptote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What all games of a tournament will have taken; the low end is never below what they have."""

    calls: Range
    money: Range
    """Dollars, as far as prices are known."""

    def at_least(self, calls: float, money: float) -> "Whole":
        """Return it for a tournament that has taken so much already."""
        return Whole(calls=self.calls.at_least(calls), money=self.money.at_least(money))


class Remaining:
    """Foretells a plan's whole anew whenever more of its games are finished."""

    def __init__(self, plan: Plan) -> None:
        """Begin with no game."""
        self._plan = plan
        self._known: tuple[int, Whole | None] = (0, None)

    def of(self, games: Mapping[str, GameResult], begun: Mapping[str, int] = NONE) -> Whole | None:
        """Return what the whole will take, by its finished games; None before there is any.

        `begun` are the calls so far of games that are not finished. Of many games it is made anew
        for each fiftieth part that is added, and at the end.
        """
        known = self._known[0]
        due = known + max(1, known // 50)
        if len(games) >= due or len(games) == len(self._plan.games) != known:
            self._known = len(games), self._foretold(games, begun)
        return self._known[1]

    def _foretold(self, games: Mapping[str, GameResult], begun: Mapping[str, int]) -> Whole | None:
        """Return it; None where no model was called."""
        calls = sum(seat.calls for game in games.values() for seat in game.seats)
        if not calls:
            return None
        played = [_priced(each) for each in games.values()]
        money = fsum(seat.cost or 0.0 for game in played for seat in game.seats)
        left = [row for row in self._plan.games if row.game not in games]
        amounts = SeatAmounts(self._plan, played)
        rest = total_of(self._plan, amounts, left)
        usual = [
            (total_of(self._plan, amounts, [row]), begun[row.game])
            for row in left if begun.get(row.game)
        ]  # fmt: skip
        longer = _Longer(
            amounts.ratios("calls"),
            [taken / each.calls.expected for each, taken in usual if each.calls.expected],
            amounts.spreads["calls"],
        )
        extra = [
            (each, longer.of(taken / each.calls.expected))
            for each, taken in usual
            if each.calls.expected
        ]
        return Whole(
            calls=rest.calls.times(longer.all).plus(
                calls + fsum(each.calls.expected * (own - longer.all) for each, own in extra)
            ),
            money=(rest.cost or NOTHING).times(longer.all**TOKENS).plus(
                money + fsum(
                    (each.cost or NOTHING).expected * (own**TOKENS - longer.all**TOKENS)
                    for each, own in extra
                )
            ),
        )  # fmt: skip


class _Longer:
    """By how much games are longer than the finished ones, since short games end first.

    The logarithms of the games' lengths are normal; those of games that are under way are known to
    be above what they have by now (the maximum likelihood of censored values, by EM).
    """

    def __init__(self, finished: Sequence[float], begun: Sequence[float], spread: Spread) -> None:
        """`finished` and `begun` are calls of games, as parts of what is usual."""
        self._sd = sqrt(spread.variance)
        logs = [log(each) for each in finished if each > 0]
        mean = self._mean = fmean(logs) if logs else 0.0
        for _ in range(STEPS if logs else 0):
            expected = [self._above(log(each)) for each in begun]
            self._mean = fsum([*logs, *expected]) / (len(logs) + len(expected))
        self.all = exp(self._mean - mean)
        """Of a game of which nothing is known."""
        self._base = mean

    def of(self, taken: float) -> float:
        """Return the same of a game that has taken so much by now."""
        return exp(self._above(log(taken)) - self._base)

    def _above(self, least: float) -> float:
        """Return the mean of the logarithms above one."""
        at = (least - self._mean) / self._sd
        above = 1 - NORMAL.cdf(at)
        ratio = NORMAL.pdf(at) / above if at < FAR else at + 1 / at
        return self._mean + self._sd * ratio


def _priced(game: GameResult) -> GameResult:
    """Return a game in which unknown prices count as nothing, as they do in what was spent."""
    return replace(game, seats=tuple(replace(each, cost=each.cost or 0.0) for each in game.seats))
