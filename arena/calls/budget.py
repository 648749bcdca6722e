"""A hard budget: a call leaves only if even its worst case fits.

What open calls may cost is reserved. A call that fits only if they cost less than feared waits for
them; one that can't fit any more is refused.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from arena.errors import BudgetExceeded
from arena.settings import BudgetRules

__all__ = ["Budget", "Cost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a call costs, or may cost at most."""

    tokens: int
    """Input and output together."""
    money: float | None
    """Dollars; None: the price is unknown."""


class Budget:
    """Keeps one game within its caps."""

    def __init__(self, rules: BudgetRules, clock: Callable[[], float]) -> None:
        """`clock` tells the seconds that the game has taken, all sessions together."""
        self.rules = rules
        self._clock = clock
        self._open: dict[int, Cost] = {}
        self._next = 0
        self._waiting: list[asyncio.Future[None]] = []
        self.calls = 0
        self.tokens = 0
        self.money = 0.0

    def book(self, cost: Cost) -> None:
        """Count one call."""
        self.calls += 1
        self.tokens += cost.tokens
        self.money += cost.money or 0.0

    async def reserve(self, worst: Cost) -> int:
        """Hold back the worst case of a call; return what `settle` takes, or `BudgetExceeded`."""
        while self._problem(worst, tuple(self._open.values())) is not None:
            final = self._problem(worst, ())
            if final is not None:
                raise BudgetExceeded(final)
            freed = asyncio.get_running_loop().create_future()
            self._waiting.append(freed)
            await freed
        self._next += 1
        self._open[self._next] = worst
        return self._next

    async def settle(self, held: int, cost: Cost | None) -> None:
        """Book what a call did cost, None: it was not made; those who wait look again.

        It never waits itself, so that nothing can come between.
        """
        del self._open[held]
        if cost is not None:
            self.book(cost)
        waiting, self._waiting = self._waiting, []
        for freed in waiting:
            if not freed.done():
                freed.set_result(None)

    def seconds_left(self) -> float | None:
        """Return how long a call may still take; None: as long as it wants."""
        if self.rules.seconds is None:
            return None
        return max(0.0, self.rules.seconds - self._clock())

    def _problem(self, worst: Cost, held: tuple[Cost, ...]) -> str | None:
        """Say which cap would break with `worst` on top of what is spent and held back."""
        rules = self.rules
        if rules.calls is not None and self.calls + len(held) + 1 > rules.calls:
            return f"the budget of {rules.calls} calls is used up"
        tokens = self.tokens + sum(each.tokens for each in held) + worst.tokens
        if rules.tokens is not None and tokens > rules.tokens:
            return (
                f"a call of up to {worst.tokens} tokens does not fit: {self.tokens} of "
                f"{rules.tokens} are used"
            )
        money = self.money + sum(each.money or 0.0 for each in held) + (worst.money or 0.0)
        if rules.money is not None and money > rules.money:
            return (
                f"a call of up to ${worst.money or 0.0:.4f} does not fit: ${self.money:.4f} of "
                f"${rules.money:.4f} are spent"
            )
        if self.seconds_left() == 0:
            return f"the budget of {rules.seconds:g} seconds is used up"
        return None
