"""Leave to make a call: of the tournament first, where a game is part of one, then of its budget.

Whatever has leave is settled once with both, even if whoever waits for that is cancelled.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Literal

from arena.calls.admission import NOT_MADE, Admission, CallAhead, Settled
from arena.calls.budget import Budget, Cost
from arena.calls.seat_time import holding_seat_time
from arena.errors import BudgetExceeded, WriteError

__all__ = ["Leave", "Leaves"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """That a call may be made."""

    permit: int | None
    """What the tournament has granted; None: nobody had to be asked."""
    held: int
    """What the game's budget holds back for it."""


class Leaves:
    """Gets leave for the calls of one game, and gives it back."""

    def __init__(
        self,
        budget: Budget,
        admission: Admission | None,
        on_budget: Literal["house", "stop"] = "stop",
    ) -> None:
        """Where `admission` grants none any more `on_budget` becomes of the game."""
        self._budget, self._admission = budget, admission
        self._on_budget: Literal["house", "stop"] = on_budget
        self._settling: set[asyncio.Task[None]] = set()
        self.unwritten: WriteError | None = None
        """Why something could not be written down that nobody may have waited for."""

    @property
    def is_shared(self) -> bool:
        """Tell whether other games ask the same providers."""
        return self._admission is not None

    async def take(self, ahead: CallAhead) -> Leave:
        """Wait until a call may be made, which is not its seat's time. Raises `BudgetExceeded`."""
        with holding_seat_time():
            permit = await self._admitted(ahead)
            try:
                return Leave(permit=permit, held=await self._budget.reserve(ahead.worst))
            except BaseException:
                await self._give_back(permit, NOT_MADE)
                raise

    async def settle(self, leave: Leave, cost: Cost | None, settled: Settled) -> None:
        """Book what a call did cost, None: it was not made. Raises `WriteError`."""
        try:
            await self._budget.settle(leave.held, cost)
        finally:
            await self._give_back(leave.permit, settled)

    def settle_later(self, leave: Leave, cost: Cost, settled: Settled) -> None:
        """Do the same where nobody can wait for it."""
        self._task_of(self.settle(leave, cost, settled))

    async def all_settled(self) -> None:
        """Return when nothing is being settled any more."""
        while self._settling:
            await asyncio.gather(*self._settling, return_exceptions=True)

    async def _admitted(self, ahead: CallAhead) -> int | None:
        """Return the permit of a call; None where nobody has to be asked."""
        if self._admission is None:
            return None
        try:
            return await self._admission.admit(ahead)
        except BudgetExceeded as error:
            error.on_budget = self._on_budget
            raise

    async def _give_back(self, permit: int | None, settled: Settled) -> None:
        if permit is not None and self._admission is not None:
            await asyncio.shield(self._task_of(self._admission.settle(permit, settled)))

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
