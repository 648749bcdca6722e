"""The protocol of executors, with the picklable data that is passed to them and back.

A game in another process asks the driver for the permits of its calls.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from arena.calls.budget import NOT_MADE, Admission, CallAhead, Settled
from arena.errors import ArenaError, BudgetExceeded, WriteError

How = Literal["finished", "paused", "stopped", "failed", "lost", "unwritten"]
"""Outcome of an attempt to play a game.

`paused`: a budget or an outage stopped it; `stopped`: the run was asked to stop; `failed`: it can't
be played; `lost`: its process is gone, and the game can be continued; `unwritten`: the disk can't
be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameJob:
    """One game to be played or continued."""

    game: str
    """Its id in the plan."""
    folder: str
    """Folder of its files, which may not exist yet."""
    table: Mapping[str, object]
    """The table, as `TableConfig` accepts it."""
    schedule: Mapping[str, object]
    """The `schedule` of its header."""
    on_budget: Literal["house", "stop"] = "stop"
    """How it continues once the tournament's budget is used up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The outcome of an attempt to play a game."""

    game: str
    how: How
    why: str = ""
    halted: Literal["", "budget", "outage"] = ""
    """Cause of a pause; empty: it was not paused."""
    spec: str = ""
    """SPEC of the model concerned; empty: none is."""
    beside: bool = False
    """True: it was lost with its process, which another game is known to have blocked."""


class Executor(Protocol):
    """Plays games; for one event loop."""

    async def play(self, job: GameJob) -> Ended:
        """Play or continue a game to its end; errors of a game do not raise."""
        ...

    async def stop(self) -> None:
        """Ask all games to stop at their next record; `play` then returns for each."""
        ...

    async def close(self) -> None:
        """Close processes and connections."""
        ...


# --- permits across a border ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The outcome of a call, for the driver."""

    permit: int
    settled: Settled


Asked = CallAhead | Settlement
Answer = int | ArenaError
"""The permit, or why there is none."""


class AskedElsewhere:
    """An `Admission` that asks the driver from another process."""

    def __init__(self, ask: Callable[[Asked], Awaitable[Answer]]) -> None:
        """`ask` sends a request to the driver and returns its answer."""
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
        """Report the outcome of a call. Raises `WriteError`."""
        _permit(await self._ask(Settlement(permit=permit, settled=settled)))

    def _give_back(self, asked: "asyncio.Future[Answer]") -> None:
        """Return a permit that arrives after nobody waits for it any more."""
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
    """Return the driver's answer; a permit for a game no longer played is returned at once."""
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
