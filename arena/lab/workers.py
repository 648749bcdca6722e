"""Processes that work for this one: Ctrl-C is this one's to handle, and they end with it."""

import gc
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from threading import Thread

__all__ = ["workers"]


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Return a pool of so many processes; where an error ends it they are killed."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
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


def _begin() -> None:
    """Begin in a process: end with the one that began it, and look for garbage less often.

    Games are many small objects, and nearly all are kept.
    """
    gc.set_threshold(100_000, 20, 100)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the process that began this one is gone, killed or not, and end then."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _start(pool: ProcessPoolExecutor) -> None:
    """Start all processes of a pool, which the first task does, with Ctrl-C held back in them.

    What is blocked here now stays so there: a terminal sends its Ctrl-C to all processes.
    """
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        pool.submit(int).result()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)
