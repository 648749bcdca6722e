"""Processes that work for this one: Ctrl-C is this one's to handle, and they end with it."""

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
    pool = ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"))
    # What is blocked now stays so in them: a terminal sends its Ctrl-C to all processes.
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        pool.submit(int).result()  # the first task starts them all
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for each in set(multiprocessing.active_children()) - before:
            each.kill()
        raise
    pool.shutdown()
