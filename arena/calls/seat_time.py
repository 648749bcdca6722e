"""A time limit for a seat's answer, which pauses while others delay the seat.

Waiting for a budget or a rate limit, or for a person to be shown what led to the question, does not
count against the seat.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar


class SeatTime:
    """The time limit of one seat for one answer; the seat's tasks share it."""

    __slots__ = ("_has_ended", "_held", "_timeout", "_waiting")

    def __init__(self, timeout: asyncio.Timeout) -> None:
        self._timeout = timeout
        self._waiting = 0
        self._held: float | None = None
        """Seconds left when it was paused or ended; None: it runs."""
        self._has_ended = False

    @property
    def left(self) -> float:
        """Seconds left, now or when it was paused or ended."""
        when = self._timeout.when()
        if self._held is not None or when is None:
            return self._held or 0.0
        return max(0.0, when - asyncio.get_running_loop().time())

    @property
    def is_up(self) -> bool:
        """Whether the time ran out before the seat answered."""
        return self._timeout.expired()

    def stop(self) -> None:
        """Pause the time; pauses nest."""
        self._waiting += 1
        if self._held is None and not self.is_up:
            self._held = self.left
            self._timeout.reschedule(None)

    def go_on(self) -> None:
        """End a pause; after the last one the time runs again."""
        self._waiting -= 1
        if self._waiting or self._held is None or self._has_ended or self.is_up:
            return
        self._timeout.reschedule(asyncio.get_running_loop().time() + self._held)
        self._held = None

    def end(self) -> None:
        """Mark the seat as having answered: tasks that it left behind can't pause the time."""
        self._held, self._has_ended = self.left, True


_TIME: ContextVar[SeatTime | None] = ContextVar("seat_time", default=None)


@asynccontextmanager
async def seat_time(seconds: float) -> AsyncIterator[SeatTime]:
    """Limit the block to so many seconds; raises `TimeoutError` when they are up."""
    async with asyncio.timeout(seconds) as timeout:
        time = SeatTime(timeout)
        token = _TIME.set(time)
        try:
            yield time
        finally:
            _TIME.reset(token)
            time.end()


@contextmanager
def holding_seat_time() -> Iterator[None]:
    """Pause the time of the seat that is being asked, if there is one."""
    time = _TIME.get()
    if time is None:
        yield
        return
    time.stop()
    try:
        yield
    finally:
        time.go_on()
