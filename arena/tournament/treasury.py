"""Sums of a tournament: what is spent, what is held back for open calls, and whether more fits.

Dollars are counted in whole billionths, rounded up, and a cap is rounded down: no sum of any length
is off by what floating point numbers are. What they are off themselves is no part of a billionth.
"""

import math
from dataclasses import dataclass

from arena.calls.admission import Settled
from arena.calls.budget import Cost
from arena.tournament.ledger import Entries
from arena.tournament.rules import TournamentBudget

__all__ = ["Sum", "Treasury"]

BILLION = 10**9
HOUR = 3600.0


@dataclass(slots=True)
class Sum:
    """So many calls, and what they cost."""

    calls: int = 0
    tokens: int = 0
    billionths: int = 0
    """Of a dollar."""

    @property
    def dollars(self) -> float:
        """Return the money."""
        return self.billionths / BILLION

    def add(self, cost: Cost, times: int = 1) -> None:
        """Add what a call cost; `times` -1 takes it away again."""
        self.calls += times
        self.tokens += times * cost.tokens
        self.billionths += times * _billionths(cost.money)


class Treasury:
    """Keeps the books of one tournament."""

    def __init__(self, budget: TournamentBudget, entries: Entries) -> None:
        """Begin with what a ledger says."""
        self._budget = budget
        self._most_money = None if budget.money is None else math.floor(_exactly(budget.money))
        self.spent, self.held = Sum(), Sum()
        for booked in entries.booked:
            if booked.call is not None or booked.cost.tokens:
                self.book(booked.cost)
        for reserved in entries.open.values():
            self.reserve(reserved.ahead.worst)

    def book(self, cost: Cost) -> None:
        """Count a call that was made."""
        self.spent.add(cost)

    def reserve(self, worst: Cost) -> None:
        """Hold back what a call may cost."""
        self.held.add(worst)

    def settle(self, worst: Cost, settled: Settled) -> None:
        """Hold it back no longer, and count what the call did cost."""
        self.held.add(worst, -1)
        if settled.call is not None or settled.cost.tokens:
            self.book(settled.cost)

    def fits(self, worst: Cost) -> bool:
        """Tell whether a call fits, even if all that are open cost what is feared."""
        return self._problem(worst, self.held) is None

    def never(self, worst: Cost, seconds: float) -> str | None:
        """Say why a call can't fit any more, even if all that are open cost nothing."""
        return self.out_of_time(seconds) or self._problem(worst, NONE)

    def seconds_left(self, seconds: float) -> float | None:
        """Return how long games may still run after so many seconds; None: without end."""
        hours = self._budget.hours
        return None if hours is None else max(0.0, hours * HOUR - seconds)

    def out_of_time(self, seconds: float) -> str | None:
        """Say that the hours are used up, once they are."""
        if self.seconds_left(seconds) == 0:
            return f"the tournament's budget of {self._budget.hours:g} hours is used up"
        return None

    def _problem(self, worst: Cost, held: Sum) -> str | None:
        """Say which cap would break with `worst` on top of what is spent and held back."""
        most, spent = self._budget, self.spent
        if most.calls is not None and spent.calls + held.calls + 1 > most.calls:
            return f"the tournament's budget of {most.calls} calls is used up"
        if most.tokens is not None and spent.tokens + held.tokens + worst.tokens > most.tokens:
            return (
                f"a call of up to {worst.tokens} tokens does not fit the tournament's budget: "
                f"{spent.tokens} of {most.tokens} are used"
            )
        if self._most_money is None:
            return None
        if worst.money is None:
            return "the tournament's budget has a cap in money, and the price of a call is unknown"
        money = _billionths(worst.money)
        if spent.billionths + held.billionths + money > self._most_money:
            return (
                f"a call of up to ${worst.money:.4f} does not fit the tournament's budget: "
                f"${spent.dollars:.4f} of ${most.money:.4f} are spent"
            )
        return None


NONE = Sum()


def _billionths(money: float | None) -> int:
    return 0 if money is None else math.ceil(_exactly(money))


def _exactly(money: float) -> float:
    """Return billionths of a dollar, of which so small a part is no money but arithmetic."""
    return round(money * BILLION, 3)
