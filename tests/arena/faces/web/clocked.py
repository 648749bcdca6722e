"""Tables on a clock that the test moves: nothing is waited for in earnest."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import cast

from arena.faces.web.viewpoint import Viewpoint

ALL = 10_000
CYCLES = 200
"""Turns of the event loop in which a game comes to its next question, if it may."""


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time is what the test says."""

    now = 1000.0

    def time(self) -> float:
        """Return the moment that the test has set."""
        return self.now


def on_a_clock(test: Callable[[Clock], Coroutine[None, None, None]]) -> None:
    """Run a test on a clock of its own."""
    with asyncio.Runner(loop_factory=Clock) as runner:
        runner.run(test(cast("Clock", runner.get_loop())))


async def settled() -> None:
    """Let a game go on as far as it can at this moment."""
    for _ in range(CYCLES):
        await asyncio.sleep(0)


async def until(holds: Callable[[], bool]) -> None:
    """Let a game go on until something holds, at this moment."""
    while not holds():  # noqa: ASYNC110 - on a clock that stands
        await asyncio.sleep(0)


def moments(viewpoint: Viewpoint, begin: float) -> list[float]:
    """Return when each frame is told, by asking again and again when something else is."""
    found, time = list[float](), begin
    while len(found) < viewpoint.count:
        found += [time] * (len(viewpoint.frames(0, ALL, time)) - len(found))
        following = viewpoint.next_at(len(found), time)
        if following is None:
            break
        time = max(time, following)
    return found
