"""Budgets: a call gets a permit if even its worst case fits, in its game and in its tournament.

The worst cases of open calls are reserved. A call that fits only if they cost less than reserved
waits for them; one that can't fit any more is refused. A budget shared by several games is asked
first, whatever process or machine it is in.

Dollars are counted in whole billionths, rounded up, and a cap is rounded down, so that sums have no
floating-point error.
"""

import asyncio
import math
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Literal, Protocol

from arena.calls.records import BrokenOff, Cost
from arena.calls.seat_time import holding_seat_time
from arena.errors import BudgetExceeded, FaultKind, WriteError
from arena.settings import BudgetRules

BILLION = 10**9
NOTHING = Cost(tokens=0, money=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAhead:
    """A call that a game wants to make."""

    game: str
    seat: str
    spec: str
    worst: Cost
    """The most that it may cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The outcome of a call."""

    call: int | None
    """The call's number in its game; None: it was not made, or this is unknown."""
    cost: Cost
    """The cost charged to the game."""
    fault: FaultKind | BrokenOff | None = None
    """Why no reply came; None: one came."""
    retry_after: float | None = None
    """Seconds that the provider asks to wait."""


NOT_MADE = Settled(call=None, cost=NOTHING)
"""The outcome of a permit whose call was not made."""


class Admission(Protocol):
    """Grants permits for calls: a game's budget, or one shared by several games."""

    async def admit(self, ahead: CallAhead) -> int:
        """Wait until a call may be sent; return its permit, which must be settled exactly once.

        Raises `BudgetExceeded` if its worst case does not fit even if the open calls cost nothing.
        """
        ...

    async def settle(self, permit: int, settled: Settled) -> None:
        """Record the outcome of a call and release its permit. Raises `WriteError`."""
        ...


@dataclass(slots=True)
class _Sum:
    """A number of calls, with their tokens and dollars."""

    calls: int = 0
    tokens: int = 0
    billionths: int = 0
    """Billionths of a dollar."""

    @property
    def money(self) -> float:
        """Dollars, counting known prices only."""
        return self.billionths / BILLION

    def add(self, cost: Cost, times: int = 1) -> None:
        """Add the cost of a call; `times` -1 subtracts it."""
        self.calls += times
        self.tokens += times * cost.tokens
        self.billionths += times * math.ceil(_exact(cost.money or 0.0))


class Account:
    """Spent and reserved amounts under caps on calls, tokens and dollars."""

    def __init__(self, caps: BudgetRules, name: str = "the budget") -> None:
        """`name` stands for the budget in messages."""
        self._caps, self._name = caps, name
        self.spent, self.held = _Sum(), _Sum()

    def settle(self, worst: Cost, settled: Settled) -> None:
        """Release the reservation of a call and charge its cost."""
        self.held.add(worst, -1)
        self.book(settled.call, settled.cost)

    def book(self, call: int | None, cost: Cost) -> None:
        """Charge a call; one that was not made is not counted."""
        if call is not None or cost.tokens:
            self.spent.add(cost)

    def problem(self, worst: Cost, *, if_others_are_free: bool = False) -> str | None:
        """Return in words the cap that a call's worst case would break; None if it fits.

        `if_others_are_free`: as if the open calls cost nothing.
        """
        caps, spent, held = self._caps, self.spent, _Sum() if if_others_are_free else self.held
        if caps.calls is not None and spent.calls + held.calls + 1 > caps.calls:
            return f"{self._name} of {caps.calls} calls is used up"
        if caps.tokens is not None and spent.tokens + held.tokens + worst.tokens > caps.tokens:
            return (
                f"a call of up to {worst.tokens} tokens does not fit {self._name}: "
                f"{spent.tokens} of {caps.tokens} are used"
            )
        if caps.money is None:
            return None
        call = _Sum()
        call.add(worst)
        money = spent.billionths + held.billionths + call.billionths
        if money > math.floor(_exact(caps.money)):
            return (
                f"a call of up to ${worst.money or 0.0:.4f} does not fit {self._name}: "
                f"${spent.money:.4f} of ${caps.money:.4f} are spent"
            )
        return None


def _exact(money: float) -> float:
    """Convert dollars to billionths, without floating-point noise."""
    return round(money * BILLION, 3)


class Budget:
    """The `Admission` of one game; a permit is settled once, even if its seat is cancelled."""

    def __init__(
        self,
        rules: BudgetRules,
        clock: Callable[[], float],
        shared: Admission | None = None,
        on_budget: Literal["house", "stop"] = "stop",
    ) -> None:
        """`clock` returns the seconds that the game has taken, all sessions together.

        `on_budget` is what the game does when `shared` refuses a permit.
        """
        self._rules, self._clock, self._shared = rules, clock, shared
        self._on_budget: Literal["house", "stop"] = on_budget
        self._account = Account(rules)
        self._open: dict[int, tuple[Cost, int | None]] = {}
        """Worst case and shared permit, by permit."""
        self._newest = 0
        self._freed = asyncio.Event()
        self._settling: set[asyncio.Task[None]] = set()
        self.unwritten: WriteError | None = None
        """The error of a settlement that no caller awaited."""
        self.spent = self._account.spent
        self.is_shared = shared is not None
        """Whether other games use the same providers."""

    def seconds_left(self) -> float | None:
        """Return the seconds left for a call; None: no limit."""
        if self._rules.seconds is None:
            return None
        return max(0.0, self._rules.seconds - self._clock())

    async def admit(self, ahead: CallAhead) -> int:
        """Wait for a permit, without using the seat's time. Raises `BudgetExceeded`."""
        with holding_seat_time():
            shared = await self._admitted(ahead)
            try:
                await self._fits(ahead.worst)
            except BaseException:
                await self._give_back(shared, NOT_MADE)
                raise
        self._newest += 1
        self._open[self._newest] = ahead.worst, shared
        self._account.held.add(ahead.worst)
        return self._newest

    async def settle(self, permit: int, settled: Settled) -> None:
        """Charge the outcome of a call and wake those who wait. Raises `WriteError`."""
        worst, shared = self._open.pop(permit)
        self._account.settle(worst, settled)
        self._freed.set()
        self._freed = asyncio.Event()
        await self._give_back(shared, settled)

    def settle_later(self, permit: int, settled: Settled) -> None:
        """Settle in the background, where no caller can await it."""
        self._task_of(self.settle(permit, settled))

    async def all_settled(self) -> None:
        """Wait until all settlements are done."""
        while self._settling:
            await asyncio.gather(*self._settling, return_exceptions=True)

    async def _admitted(self, ahead: CallAhead) -> int | None:
        """Return the shared permit of a call; None if nothing is shared."""
        if self._shared is None:
            return None
        try:
            return await self._shared.admit(ahead)
        except BudgetExceeded as error:
            error.on_budget = self._on_budget
            raise

    async def _fits(self, worst: Cost) -> None:
        while self._problem(worst) is not None:
            final = self._problem(worst, if_others_are_free=True)
            if final is not None:
                raise BudgetExceeded(final)
            await self._freed.wait()

    def _problem(self, worst: Cost, *, if_others_are_free: bool = False) -> str | None:
        problem = self._account.problem(worst, if_others_are_free=if_others_are_free)
        if problem is None and self.seconds_left() == 0:
            return f"the budget of {self._rules.seconds:g} seconds is used up"
        return problem

    async def _give_back(self, shared: int | None, settled: Settled) -> None:
        if shared is not None and self._shared is not None:
            await asyncio.shield(self._task_of(self._shared.settle(shared, settled)))

    def _task_of(self, settling: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Start a task that must run to its end even if its caller is cancelled."""
        task = asyncio.create_task(settling)
        self._settling.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._settling.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, WriteError):
            self.unwritten = error
