"""A seat's time, which stands still while a call of its waits for leave."""

import asyncio

import pytest

from arena.calls.seat_time import holding_seat_time, seat_time

SHORT, LONG = 0.05, 0.2


async def queue(seconds: float) -> None:
    """Wait for leave."""
    with holding_seat_time():
        await asyncio.sleep(seconds)


async def test_whoever_thinks_too_long_is_late() -> None:
    """As with any time-out, which says that it was the reason."""
    with pytest.raises(TimeoutError):
        async with seat_time(SHORT) as clock:
            await asyncio.sleep(10)
    assert clock.is_up


async def test_holding_seat_time_is_not_a_seats_time() -> None:
    """However long the queue is."""
    async with seat_time(SHORT) as clock:
        await queue(LONG)
    assert not clock.is_up


async def test_after_leave_the_time_that_was_left_runs_on() -> None:
    """A queue gives nobody more time to think."""

    async def seat() -> None:
        async with seat_time(SHORT):
            await queue(LONG)
            await asyncio.sleep(10)

    with pytest.raises(TimeoutError):
        await seat()


async def test_each_seat_has_its_own_time() -> None:
    """One waits for leave while another is late."""

    async def one(seconds: float, waits: float, thinks: float) -> str:
        try:
            async with seat_time(seconds):
                await queue(waits)
                await asyncio.sleep(thinks)
        except TimeoutError:
            return "late"
        return "in time"

    ends = await asyncio.gather(one(SHORT, LONG, 0), one(SHORT, 0, 10), one(SHORT, LONG, 10))
    assert ends == ["in time", "late", "late"]


async def test_time_stands_while_any_task_of_a_seat_waits() -> None:
    """Tasks that a seat starts have its time, and the last one that waits lets it run again."""
    async with seat_time(SHORT) as clock:
        await asyncio.gather(queue(LONG), queue(2 * LONG), asyncio.create_task(queue(LONG)))
        left = clock.left
        await asyncio.sleep(SHORT / 10)
        assert clock.left < left
    assert not clock.is_up


async def test_waiting_within_waiting_counts_once() -> None:
    """The inner one does not let time run."""
    async with seat_time(SHORT) as clock:
        with holding_seat_time():
            await queue(SHORT)
            left = clock.left
            await asyncio.sleep(LONG)
            assert clock.left == left
        await asyncio.sleep(SHORT / 10)
        assert clock.left < left
    assert not clock.is_up


async def test_what_is_left_can_be_told_after_the_answer() -> None:
    """For whoever is asked once more; also where a task that was left behind waits."""
    async with seat_time(SHORT) as clock:
        await asyncio.sleep(SHORT / 10)
        with holding_seat_time():
            waiting = asyncio.create_task(queue(LONG))
            await asyncio.sleep(0)
    assert 0 < clock.left < SHORT
    async with seat_time(clock.left) as again:
        await queue(LONG)
    assert 0 < again.left <= clock.left
    await waiting


async def test_a_stop_while_waiting_is_a_stop() -> None:
    """The seat is cancelled, not late, and its clock is left in order."""

    async def seat() -> None:
        async with seat_time(SHORT):
            await queue(10)

    task = asyncio.create_task(seat())
    await asyncio.sleep(LONG)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_task_that_outlives_its_seat_waits_as_it_likes() -> None:
    """The time of an answer that was given is over, and nobody is late for it."""
    async with seat_time(SHORT) as clock:
        left = asyncio.create_task(queue(LONG))
        later = asyncio.create_task(_later())
        await asyncio.sleep(0)
    assert await asyncio.gather(left, later) == [None, None]
    assert not clock.is_up


async def _later() -> None:
    await asyncio.sleep(2 * SHORT)
    await queue(SHORT)


async def test_leave_may_be_asked_for_in_the_moment_in_which_time_is_up() -> None:
    """A late seat that still wants leave on its way out breaks nothing."""

    async def stubborn() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            with holding_seat_time():
                pass

    with pytest.raises(TimeoutError):
        async with seat_time(SHORT):
            await stubborn()


async def test_without_a_seat_nothing_is_held() -> None:
    """Calls are made outside games, too."""
    task = asyncio.create_task(queue(0))
    await task
    assert task.exception() is None
