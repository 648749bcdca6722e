"""Processes that work for this one: Ctrl-C is this one's to handle, and they end with it."""

import gc
import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

__all__ = ["workers"]


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Return a pool of so many processes; where an error ends it they are killed."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        count, mp_context=multiprocessing.get_context("spawn"), initializer=_collect_seldom
    )
    try:
        _start(pool)
        yield pool
    except BaseException:
        for each in set(multiprocessing.active_children()) - before:
            each.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _collect_seldom() -> None:
    """Look for garbage less often: games are many small objects, and nearly all are kept."""
    gc.set_threshold(100_000, 20, 100)


def _start(pool: ProcessPoolExecutor) -> None:
    """Start all processes of a pool, which the first task does, with Ctrl-C held back in them.

    What is blocked here now stays so there: a terminal sends its Ctrl-C to all processes.
    """
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        pool.submit(int).result()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)
