"""Processes of the lab: they do what they are given, leave Ctrl-C alone, and end with an error."""

import multiprocessing
import os
import signal
import time

import pytest

from arena.lab.workers import workers


def blocks_ctrl_c() -> bool:
    """Tell whether this process holds Ctrl-C back."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.slow
def test_they_hold_ctrl_c_back_and_this_process_does_not() -> None:
    """It is this process's to handle."""
    with workers(1) as pool:
        assert not blocks_ctrl_c()
        assert pool.submit(blocks_ctrl_c).result()
        assert pool.submit(os.getpid).result() != os.getpid()
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_an_error_here_ends_them_at_once() -> None:
    """Whatever they are at; those of somebody else are left alone."""
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,))
    other.start()

    def fails() -> None:
        with workers(2) as pool:
            pool.submit(time.sleep, 60)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fails()
    for each in multiprocessing.active_children():
        if each is not other:
            each.join(timeout=20)
    assert multiprocessing.active_children() == [other]
    other.kill()
    other.join()
