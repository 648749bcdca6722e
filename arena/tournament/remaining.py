"""Predicts the total usage of a running tournament from its finished games, for its status.

No games are played without calls for it. An entrant without a finished game is estimated by the
mean of the others.
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
"""Exponent of a game's calls to which its tokens and cost are proportional: each call repeats all
that was said before; 1.4 to 1.6 in games without calls of three to five seats."""
STEPS = 20
NORMAL = NormalDist()
FAR = 5.0
"""Standard deviations beyond which the normal tail is replaced by its asymptote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """The predicted totals of a tournament's games; the low end is never below the amount used."""

    calls: Range
    money: Range
    """Dollars, as far as prices are known."""

    def at_least(self, calls: float, money: float) -> "Whole":
        """Return the totals for a tournament that has used these amounts already."""
        return Whole(calls=self.calls.at_least(calls), money=self.money.at_least(money))


class Remaining:
    """Predicts a plan's totals again whenever more of its games are finished."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._known: tuple[int, Whole | None] = (0, None)

    def of(self, games: Mapping[str, GameResult], begun: Mapping[str, int] = NONE) -> Whole | None:
        """Return the predicted totals by the finished games; None before there is any.

        `begun` are the calls so far of unfinished games. With many games the prediction is renewed
        after each further fiftieth of them, and at the end.
        """
        known = self._known[0]
        due = known + max(1, known // 50)
        if len(games) >= due or len(games) == len(self._plan.games) != known:
            self._known = len(games), self._foretold(games, begun)
        return self._known[1]

    def _foretold(self, games: Mapping[str, GameResult], begun: Mapping[str, int]) -> Whole | None:
        """Return the predicted totals; None: no model was called."""
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
    """Correction for the length of games, as short games finish first.

    The logarithms of lengths are normal; those of games under way are censored at their present
    values (maximum likelihood by EM).
    """

    def __init__(self, finished: Sequence[float], begun: Sequence[float], spread: Spread) -> None:
        """`finished` and `begun` are calls of games, relative to the usual number."""
        self._sd = sqrt(spread.variance)
        logs = [log(each) for each in finished if each > 0]
        mean = self._mean = fmean(logs) if logs else 0.0
        for _ in range(STEPS if logs else 0):
            expected = [self._above(log(each)) for each in begun]
            self._mean = fsum([*logs, *expected]) / (len(logs) + len(expected))
        self.all = exp(self._mean - mean)
        """Factor for a game of which nothing is known."""
        self._base = mean

    def of(self, taken: float) -> float:
        """Return the factor for a game that has used this relative number of calls so far."""
        return exp(self._above(log(taken)) - self._base)

    def _above(self, least: float) -> float:
        """Return the mean of the logarithms above a value."""
        at = (least - self._mean) / self._sd
        above = 1 - NORMAL.cdf(at)
        ratio = NORMAL.pdf(at) / above if at < FAR else at + 1 / at
        return self._mean + self._sd * ratio


def _priced(game: GameResult) -> GameResult:
    """Return a game in which unknown prices count as 0, as in the amounts spent."""
    return replace(game, seats=tuple(replace(each, cost=each.cost or 0.0) for each in game.seats))
