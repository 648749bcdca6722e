"""A seat's time to answer, which does not run while others keep it from answering.

What a budget or a provider's limits hold back is the table's affair, or the tournament's, and a
person is asked once they are told what led to the question: no seat may be late for it.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar


class SeatTime:
    """One seat's time for one answer; tasks that the seat starts have the same one."""

    __slots__ = ("_has_ended", "_held", "_timeout", "_waiting")

    def __init__(self, timeout: asyncio.Timeout) -> None:
        self._timeout = timeout
        self._waiting = 0
        self._held: float | None = None
        """Seconds that were left when the first began to wait, or at the end; None: time runs."""
        self._has_ended = False

    @property
    def left(self) -> float:
        """Seconds that are left, or were when the seat answered."""
        when = self._timeout.when()
        if self._held is not None or when is None:
            return self._held or 0.0
        return max(0.0, when - asyncio.get_running_loop().time())

    @property
    def is_up(self) -> bool:
        """Whether the seat was stopped because none were."""
        return self._timeout.expired()

    def stop(self) -> None:
        """Hold the time, as long as anybody waits."""
        self._waiting += 1
        if self._held is None and not self.is_up:
            self._held = self.left
            self._timeout.reschedule(None)

    def go_on(self) -> None:
        """Let it run again, once nobody waits any more."""
        self._waiting -= 1
        if self._waiting or self._held is None or self._has_ended or self.is_up:
            return
        self._timeout.reschedule(asyncio.get_running_loop().time() + self._held)
        self._held = None

    def end(self) -> None:
        """Take note that the seat has answered: a task that it left behind has no time to stop."""
        self._held, self._has_ended = self.left, True


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
