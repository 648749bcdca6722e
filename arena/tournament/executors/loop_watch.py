"""Detects a blocked event loop: a seat that blocks its thread stalls all games there.

The loop counts its turns, and a thread checks that the count grows. The process's owner receives
each turn and each block, and kills the process in the end. Both count checks, not seconds: while a
machine sleeps, or a process is suspended, nobody checks either.
"""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread, get_ident
from traceback import extract_stack
from types import FrameType

from arena.table.ask_seat import ask
from arena.table.logs import log

FRAMES = 3
"""Number of innermost calls that are reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """The interval of checks, and the numbers of failed checks after which something is done."""

    every: float = 5.0
    """Seconds between two checks, and between two turns of the loop."""
    told_after: int = 6
    """Failed checks until the block is reported."""
    ended_after: int = 60
    """Failed checks until the process is killed."""

    @property
    def seconds(self) -> float:
        """Seconds of a block until the process is killed."""
        return self.every * self.ended_after


LOOKS = Looks()


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """The code that blocks a loop."""

    game: str
    """Id in the plan; empty: unknown."""
    who: str
    """The seat that is asked, with its SPEC; empty: none is."""
    at: str
    """The innermost calls, the last one last."""
    seconds: float
    """Approximate duration of the block."""

    def __str__(self) -> str:
        """Return the block as the end of a sentence."""
        who = f"by {self.who} " if self.who else ""
        game = f"in {self.game} " if self.game else ""
        return f"blocked {who}{game}at {self.at}"


def warn_of(blocked: Blocked) -> None:
    """Log a warning about a blocked loop."""
    log().warning(
        "loop_blocked", seconds=blocked.seconds, game=blocked.game, seat=blocked.who, at=blocked.at
    )


def stood_still(looks: Looks, blocked: Blocked | None) -> str:
    """Return the reason for killing a process with a blocked loop, as the rest of a sentence."""
    what = "" if blocked is None else f", {blocked}"
    return f"did not answer for {looks.seconds:g} seconds{what}"


class LoopWatch:
    """Watches the event loop of this thread."""

    def __init__(
        self,
        looks: Looks = LOOKS,
        *,
        told: Callable[[Blocked], object] = warn_of,
        turned: Callable[[], object] = lambda: None,
    ) -> None:
        """`told` is called in another thread for each report; `turned` in the loop at each turn."""
        self._looks, self._told, self._turned = looks, told, turned
        self._turns = 0
        self._ended = Event()
        self._turning: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start watching; a second call does nothing."""
        if self._turning is None:
            self._turning = asyncio.create_task(self._turn())
            Thread(target=self._look, args=(get_ident(),), name="loop-watch", daemon=True).start()

    def end(self) -> None:
        """Stop watching."""
        self._ended.set()
        if self._turning is not None:
            self._turning.cancel()

    async def _turn(self) -> None:
        while True:
            self._turns += 1
            self._turned()
            await asyncio.sleep(self._looks.every)

    def _look(self, thread: int) -> None:
        seen = in_vain = 0
        while not self._ended.wait(self._looks.every):
            in_vain = in_vain + 1 if self._turns == seen else 0
            seen = self._turns
            if in_vain and in_vain % self._looks.told_after == 0:
                self._told(_blocked(thread, in_vain * self._looks.every))


def _blocked(thread: int, seconds: float) -> Blocked:
    """Return the code that a thread executes at this moment."""
    frame = sys._current_frames().get(thread)  # noqa: SLF001 - the only access to frames
    calls = extract_stack(frame)[-FRAMES:]
    at = " > ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in calls)
    game, who = _asked(frame)
    return Blocked(game=game, who=who, at=at, seconds=seconds)


def _asked(frame: FrameType | None) -> tuple[str, str]:
    """Return the game and seat that are asked in a frame or its callers."""
    while frame is not None and frame.f_code is not ask.__code__:
        frame = frame.f_back
    if frame is None:
        return "", ""
    given = frame.f_locals
    header, name = given["referee"].header, given["attempt"].task.seat
    spec = next(each.spec for each in header.seats if each.name == name)
    return "" if header.schedule is None else header.schedule.game, f"{name} ({spec})"
