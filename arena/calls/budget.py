"""Whether a call may leave: even its worst case has to fit, in its game and in its tournament.

What open calls may cost is held back. A call that fits only if they cost less than feared waits for
them; one that can't fit any more is refused. Where games share a budget that one is asked first,
in whatever process or on whatever machine it is.

Dollars are counted in whole billionths, rounded up, and a cap is rounded down: no sum of any length
is off by what floating point numbers are. What they are off themselves is no part of a billionth.
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
    """The model."""
    worst: Cost
    """What it may cost at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a call."""

    call: int | None
    """Its number in its game; None: it never left, or nobody knows."""
    cost: Cost
    """What the game has booked for it."""
    fault: FaultKind | BrokenOff | None = None
    """Why it brought no reply; None: it brought one."""
    retry_after: float | None = None
    """Seconds that the provider asks to wait."""


NOT_MADE = Settled(call=None, cost=NOTHING)
"""Of a call that had a permit and was not made."""


class Admission(Protocol):
    """Gives permits to make calls: a game's budget, or what many games share."""

    async def admit(self, ahead: CallAhead) -> int:
        """Wait until a call may leave; return its permit, which is settled exactly once.

        Raises `BudgetExceeded` where its worst case does not fit any more, and none is under way
        that might cost less than feared.
        """
        ...

    async def settle(self, permit: int, settled: Settled) -> None:
        """Take note of what became of an admitted call. Raises `WriteError`."""
        ...


@dataclass(slots=True)
class _Sum:
    """So many calls, and what they cost."""

    calls: int = 0
    tokens: int = 0
    billionths: int = 0
    """Of a dollar."""

    @property
    def money(self) -> float:
        """Dollars, as far as prices are known."""
        return self.billionths / BILLION

    def add(self, cost: Cost, times: int = 1) -> None:
        """Add what a call cost; `times` -1 takes it away again."""
        self.calls += times
        self.tokens += times * cost.tokens
        self.billionths += times * math.ceil(_exact(cost.money or 0.0))


class Account:
    """What is spent, and held back for open calls, under caps of calls, tokens and dollars."""

    def __init__(self, caps: BudgetRules, name: str = "the budget") -> None:
        """`name` is what refusals call it."""
        self._caps, self._name = caps, name
        self.spent, self.held = _Sum(), _Sum()

    def settle(self, worst: Cost, settled: Settled) -> None:
        """Hold the worst case of a call back no longer, and count what the call did cost."""
        self.held.add(worst, -1)
        self.book(settled.call, settled.cost)

    def book(self, call: int | None, cost: Cost) -> None:
        """Count a call, by its number in its game, unless it was not made."""
        if call is not None or cost.tokens:
            self.spent.add(cost)

    def problem(self, worst: Cost, *, if_others_are_free: bool = False) -> str | None:
        """Say which cap a call would break, if open calls cost what is feared; None: it fits."""
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
    """Return billionths of a dollar, of which so small a part is no money but arithmetic."""
    return round(money * BILLION, 3)


class Budget:
    """An `Admission` for one game, which settles a permit once, even if its seat is cancelled."""

    def __init__(
        self,
        rules: BudgetRules,
        clock: Callable[[], float],
        shared: Admission | None = None,
        on_budget: Literal["house", "stop"] = "stop",
    ) -> None:
        """`clock` tells the seconds that the game has taken, all sessions together.

        Where `shared` gives no permit any more `on_budget` becomes of the game.
        """
        self._rules, self._clock, self._shared = rules, clock, shared
        self._on_budget: Literal["house", "stop"] = on_budget
        self._account = Account(rules)
        self._open: dict[int, tuple[Cost, int | None]] = {}
        """By permit what it may cost, and the shared permit."""
        self._newest = 0
        self._freed = asyncio.Event()
        self._settling: set[asyncio.Task[None]] = set()
        self.unwritten: WriteError | None = None
        """Why something could not be written down that nobody may have waited for."""
        self.spent = self._account.spent
        self.is_shared = shared is not None
        """Whether other games ask the same providers."""

    def seconds_left(self) -> float | None:
        """Return how long a call may still take; None: as long as it wants."""
        if self._rules.seconds is None:
            return None
        return max(0.0, self._rules.seconds - self._clock())

    async def admit(self, ahead: CallAhead) -> int:
        """Wait until a call may leave, which is not its seat's time. Raises `BudgetExceeded`."""
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
        """Book what became of a call; those who wait look again. Raises `WriteError`."""
        worst, shared = self._open.pop(permit)
        self._account.settle(worst, settled)
        self._freed.set()
        self._freed = asyncio.Event()
        await self._give_back(shared, settled)

    def settle_later(self, permit: int, settled: Settled) -> None:
        """Do the same where nobody can wait for it."""
        self._task_of(self.settle(permit, settled))

    async def all_settled(self) -> None:
        """Return when nothing is being settled any more."""
        while self._settling:
            await asyncio.gather(*self._settling, return_exceptions=True)

    async def _admitted(self, ahead: CallAhead) -> int | None:
        """Return the shared permit of a call; None where nothing is shared."""
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
        """Return the task of something that has to come to its end."""
        task = asyncio.create_task(settling)
        self._settling.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._settling.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, WriteError):
            self.unwritten = error
