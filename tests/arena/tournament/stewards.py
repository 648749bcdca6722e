"""Plans, clocks and calls for the tests of leave."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.calls.budget import CallAhead, Settled
from arena.calls.records import Cost
from arena.tournament.plan import CONTROL, Condition, Entrant, Plan, PlannedGame
from arena.tournament.rules import RunRules
from arena.tournament.steward import Steward

FAST = "openai-compatible:fast@http://127.0.0.1:9/v1"
SLOW = "openai-compatible:slow@http://127.0.0.1:9/v1"


class _Timer:
    def __init__(self, at: float, callback: Callable[[], None]) -> None:
        self.at, self.callback, self.cancelled = at, callback, False

    def cancel(self) -> None:
        """Let it be."""
        self.cancelled = True


class HandClock(asyncio.AbstractEventLoop):
    """An event loop's clock that stands until it is put forward."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[_Timer] = []

    def time(self) -> float:
        """Return the time."""
        return self.now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> _Timer:
        """Keep a callback until its time has come."""
        timer = _Timer(self.now + seconds, callback)
        self.timers.append(timer)
        return timer

    def forward(self, seconds: float) -> None:
        """Let time pass, and call back on the way."""
        end = self.now + seconds
        while due := [each for each in self.timers if not each.cancelled and each.at <= end]:
            first = min(due, key=lambda each: each.at)
            self.timers.remove(first)
            self.now = max(self.now, first.at)
            first.callback()
        self.now = end


def plan(games: int = 3, *, fast: str = FAST, slow: str = SLOW, **run: Any) -> Plan:
    """Return a plan of games between a fast and a slow model."""
    rows = tuple(
        PlannedGame(
            game=f"g{number:04}", condition=CONTROL, seed=str(number), block="b", replicate=1,
            clockwise=(("Anna", "fast"), ("Ben", "slow"), ("Cleo", "fast")),
        )
        for number in range(1, games + 1)
    )  # fmt: skip
    condition = Condition(arm=CONTROL, control=CONTROL, epoch="0", table={"ruleset": "moh"})
    entrants = {"fast": Entrant(spec=fast), "slow": Entrant(spec=slow)}
    return Plan(
        name="t", seed="1", entrants=entrants, conditions={CONTROL: condition}, games=rows,
        run=RunRules.model_validate(run),
    )  # fmt: skip


def steward(folder: Path, clock: HandClock | None = None, **run: Any) -> Steward:
    """Return who grants leave under these rules."""
    return Steward(folder, plan(**run), clock=clock or HandClock())


def ahead(
    tokens: int = 10, money: float | None = 0.0, *, game: str = "g0001", seat: str = "Anna",
    spec: str = FAST,
) -> CallAhead:  # fmt: skip
    """Return a call that a game wants to make."""
    return CallAhead(game=game, seat=seat, spec=spec, worst=Cost(tokens=tokens, money=money))


def ended(call: int | None, tokens: int = 10, money: float | None = 0.0, **given: Any) -> Settled:
    """Return what became of a call."""
    return Settled(call=call, cost=Cost(tokens=tokens, money=money), **given)


async def turn_over() -> None:
    """Let every task that can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


async def waiting(of: Steward, *calls: CallAhead) -> "list[asyncio.Task[int]]":
    """Ask for leave, and return the tasks once each has it or waits."""
    tasks = [asyncio.ensure_future(of.admit(each)) for each in calls]
    await turn_over()
    return tasks
