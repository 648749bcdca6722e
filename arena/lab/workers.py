"""Processes that work for this one: Ctrl-C is this one's to handle, and they end with it."""

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from threading import Thread
from types import ModuleType


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Return a pool of so many processes; where an error ends it they are killed."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
    )
    try:
        _start(pool, count)
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


def _start(pool: ProcessPoolExecutor, count: int) -> None:
    """Start all processes of a pool, one for each of as many tasks, with Ctrl-C held back in them.

    What is blocked here now stays so there: a terminal sends its Ctrl-C to all processes.
    """
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with _nothing_to_run_again():
            begun = [pool.submit(int) for _ in range(count)]
        for each in begun:
            each.result()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)


@contextmanager
def _nothing_to_run_again() -> Iterator[None]:
    """Hide the script that is running: a process that is begun would run it once more.

    Then a plain script that reads games needs no `if __name__ == "__main__"`. What the processes
    are given to do stands in modules.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
