"""Ctrl-C ends a query as it ends everything else."""

import os
import signal
from threading import Timer

import duckdb
import pytest

from arena.faces.cli.analysis import interruptible

ENDLESS = (
    "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range % 7 = b.range % 11"
)


@pytest.mark.slow
def test_a_query_that_is_interrupted_raises_what_ctrl_c_raises() -> None:
    """DuckDB's own error would be taken for a mistake of ours."""
    timer = Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    with duckdb.connect() as connection:
        timer.start()
        with pytest.raises(KeyboardInterrupt), interruptible():
            connection.execute(ENDLESS)


def test_another_error_stays_what_it_is() -> None:
    """It is a mistake of ours."""
    error = RuntimeError("something else")
    with pytest.raises(RuntimeError) as raised, interruptible():
        raise error
    assert raised.value is error
