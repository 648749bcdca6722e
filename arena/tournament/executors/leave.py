"""Leave to call across a border: what a game elsewhere asks the driver, and the driver's answer."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from arena.calls.budget import NOT_MADE, Admission, CallAhead, Settled
from arena.errors import ArenaError, BudgetExceeded, WriteError

__all__ = ["Asked", "AskedElsewhere", "Settlement", "answer_to"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What became of a call, for the driver."""

    permit: int
    settled: Settled


Asked = CallAhead | Settlement
Answer = int | ArenaError
"""The permit, or why there is none."""


class AskedElsewhere:
    """An `Admission` that asks across a border."""

    def __init__(self, ask: Callable[[Asked], Awaitable[Answer]]) -> None:
        """`ask` brings what is asked to the driver, and its answer back."""
        self._ask = ask
        self._returned: set[asyncio.Future[Answer]] = set()

    async def admit(self, ahead: CallAhead) -> int:
        """Wait for a permit. Raises `BudgetExceeded`, `WriteError`."""
        asked = asyncio.ensure_future(self._ask(ahead))
        try:
            return _permit(await asyncio.shield(asked))
        except asyncio.CancelledError:
            asked.add_done_callback(self._give_back)
            raise

    async def settle(self, permit: int, settled: Settled) -> None:
        """Say what became of a call. Raises `WriteError`."""
        _permit(await self._ask(Settlement(permit=permit, settled=settled)))

    def _give_back(self, asked: "asyncio.Future[Answer]") -> None:
        """Give back a permit that came when nobody waited for it any more."""
        permit = None if asked.cancelled() or asked.exception() else asked.result()
        if isinstance(permit, int):
            task = asyncio.ensure_future(self._ask(Settlement(permit=permit, settled=NOT_MADE)))
            self._returned.add(task)
            task.add_done_callback(self._returned.discard)


def _permit(answer: Answer) -> int:
    if isinstance(answer, ArenaError):
        raise answer
    return answer


async def answer_to(asked: Asked, admission: Admission, is_played: Callable[[str], bool]) -> Answer:
    """Return the driver's answer.

    A permit for a game that nobody plays any more (`is_played`) is given back at once.
    """
    try:
        if isinstance(asked, Settlement):
            await admission.settle(asked.permit, asked.settled)
            return asked.permit
        permit = await admission.admit(asked)
        if not is_played(asked.game):
            await admission.settle(permit, NOT_MADE)
    except (BudgetExceeded, WriteError) as refused:
        return refused
    return permit
