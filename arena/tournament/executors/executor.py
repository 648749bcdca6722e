"""The protocol of executors, and what goes to one and comes back: plain data, picklable.

A game elsewhere asks the driver for the permits of its calls.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from arena.calls.budget import NOT_MADE, Admission, CallAhead, Settled
from arena.errors import ArenaError, BudgetExceeded, WriteError

How = Literal["finished", "paused", "stopped", "failed", "lost", "unwritten"]
"""How a try to play a game ended.

`paused`: a budget or an outage stopped it; `stopped`: the run was asked to stop; `failed`: it can't
be played; `lost`: whoever played it is gone, and it can be gone on with; `unwritten`: the disk
takes no more.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameJob:
    """One game to be played, or to be gone on with."""

    game: str
    """Its id in the plan."""
    folder: str
    """Where its files are, or are made: it may not exist yet."""
    table: Mapping[str, object]
    """Its table, as `TableConfig` takes it."""
    schedule: Mapping[str, object]
    """Its header's `schedule`."""
    on_budget: Literal["house", "stop"] = "stop"
    """What becomes of it once the tournament's budget is used up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a try to play a game ended."""

    game: str
    how: How
    why: str = ""
    halted: Literal["", "budget", "outage"] = ""
    """What paused it."""
    spec: str = ""
    """The model that it is about, where it is about one."""
    beside: bool = False
    """True: it was lost with its process, which another game is known to have blocked."""


class Executor(Protocol):
    """Plays games; for one event loop."""

    async def play(self, job: GameJob) -> Ended:
        """Play a game to its end, or go on with it; never raises for what happens in a game."""
        ...

    async def stop(self) -> None:
        """Ask all games to stop at their next record; `play` returns for each."""
        ...

    async def close(self) -> None:
        """Let go of processes and connections."""
        ...


# --- permits across a border ---


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
    """Return the driver's answer; a permit for a game that nobody plays any more is given back."""
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
