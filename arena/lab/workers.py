"""Worker processes that ignore Ctrl-C, which their parent handles, and end when the parent does."""

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
    """Provide a pool of worker processes; an error in the block kills them."""
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
    """Initialize a worker: end with its parent, and collect garbage less often.

    Games are many small objects, almost all of them long-lived.
    """
    gc.set_threshold(100_000, 20, 100)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent process is gone, killed or not, then exit."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _start(pool: ProcessPoolExecutor, count: int) -> None:
    """Start all workers of a pool by one task each, with Ctrl-C blocked in them.

    The signal mask is inherited; a terminal sends Ctrl-C to all processes of the group.
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
    """Hide the main script from new processes, which would run it again.

    So a plain script that reads games needs no `if __name__ == "__main__"`. All tasks of the
    workers are defined in modules.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
