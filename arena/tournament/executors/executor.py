"""The protocol of executors, and what goes to one and comes back: plain data, picklable."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

__all__ = ["Ended", "Executor", "GameJob", "How"]

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
