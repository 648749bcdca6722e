"""A seat's time to answer, which does not run while others keep it from answering.

What a budget or a provider's limits hold back is the table's affair, or the tournament's, and a
person is asked once they are told what led to the question: no seat may be late for it.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

__all__ = ["SeatTime", "holding_seat_time", "seat_time"]


class SeatTime:
    """One seat's time for one answer; tasks that the seat starts have the same one."""

    __slots__ = ("_at_end", "_left", "_own", "_timeout", "_waiting")

    def __init__(self, timeout: asyncio.Timeout) -> None:
        self._own = timeout
        self._timeout: asyncio.Timeout | None = timeout
        self._waiting = 0
        self._left: float | None = None
        """Seconds that were left when the first began to wait; None: time runs."""
        self._at_end: float | None = None

    @property
    def left(self) -> float:
        """Seconds that are left, or were when the seat answered."""
        when, stands = self._own.when(), self._left if self._at_end is None else self._at_end
        if stands is not None or when is None:
            return stands or 0.0
        return max(0.0, when - asyncio.get_running_loop().time())

    @property
    def is_up(self) -> bool:
        """Whether the seat was stopped because none were."""
        return self._own.expired()

    def stop(self) -> None:
        """Hold the time, as long as anybody waits."""
        self._waiting += 1
        timeout, when = self._running()
        if self._waiting == 1 and timeout is not None and when is not None:
            self._left = max(0.0, when - asyncio.get_running_loop().time())
            timeout.reschedule(None)

    def go_on(self) -> None:
        """Let it run again, once nobody waits any more."""
        self._waiting -= 1
        if self._waiting or self._left is None:
            return
        left, self._left = self._left, None
        timeout, _ = self._running()
        if timeout is not None:
            timeout.reschedule(asyncio.get_running_loop().time() + left)

    def end(self) -> None:
        """Take note that the seat has answered: a task that it left behind has no time to stop."""
        self._at_end = self.left
        self._timeout = None

    def _running(self) -> tuple[asyncio.Timeout | None, float | None]:
        """Return the time-out with its deadline, None for one that has done its work."""
        timeout = self._timeout
        if timeout is None or timeout.expired():
            return None, None
        return timeout, timeout.when()


_TIME: ContextVar[SeatTime | None] = ContextVar("seat_time", default=None)


@asynccontextmanager
async def seat_time(seconds: float) -> AsyncIterator[SeatTime]:
    """Give what is asked inside so many seconds; raises `TimeoutError` when they are up."""
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
    """Hold the time of the seat that is being asked, if one is."""
    time = _TIME.get()
    if time is None:
        yield
        return
    time.stop()
    try:
        yield
    finally:
        time.go_on()
