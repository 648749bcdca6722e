"""Processes of the lab: they leave Ctrl-C alone, and end with an error or with who began them."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

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
    deadline = time.monotonic() + 20  # the pool's own thread may be the one that learns of an end
    while multiprocessing.active_children() != [other] and time.monotonic() < deadline:
        time.sleep(0.01)
    assert multiprocessing.active_children() == [other]
    other.kill()
    other.join()


BEGINS = """
import os, time
from arena.lab.workers import workers
if __name__ == "__main__":
    with workers(2) as pool:
        print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)
        for _ in range(2):
            pool.submit(time.sleep, 600)
        time.sleep(600)
"""


SCRIPT = """
import os
from arena.lab.workers import workers
print("begins")
with workers(2) as pool:
    found = list(pool.map(os.getpgid, [0] * 8))
print(len(found))
"""


@pytest.mark.slow
def test_a_plain_script_is_not_run_again(tmp_path: Path) -> None:
    """It need not ask whether it is the main module, as a script that reads games does not."""
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, str(tmp_path / "script.py")], capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert (found.stdout.split(), found.stderr) == (["begins", "8"], "")


@pytest.mark.slow
def test_all_of_them_begin_at_once() -> None:
    """So each holds Ctrl-C back."""
    before = set(multiprocessing.active_children())
    with workers(3) as pool:
        assert len(set(multiprocessing.active_children()) - before) == 3
        assert all(each.result() for each in [pool.submit(blocks_ctrl_c) for _ in range(6)])


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_they_end_with_a_process_that_is_killed(tmp_path: Path, how: signal.Signals) -> None:
    """In the middle of what they do; nothing of them is left."""
    (tmp_path / "begins.py").write_text(BEGINS, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "begins.py")], stdout=subprocess.PIPE, text=True
    ) as begun:
        assert begun.stdout is not None
        numbers = [int(each) for each in begun.stdout.readline().split()]
        assert numbers
        begun.send_signal(how)
    until = time.monotonic() + 300
    while any(map(is_running, numbers)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(is_running, numbers))


def is_running(number: int) -> bool:
    """Tell whether a process is there, and has not ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
