"""What the library logs goes to standard error, whoever uses it."""

import subprocess
import sys
from pathlib import Path

import pytest
import structlog

from arena.table.logs import log

GAME = """
import asyncio
from pathlib import Path

from arena.config import TableConfig
from arena.seats import Scripted
from arena.table import play


def fail(question):
    raise ValueError("out of ideas")


config = TableConfig(seats=dict.fromkeys(("Ada", "Ben", "Cyd"), "random"), seed="4")
outcome = asyncio.run(play(config, Path("games"), seats={"Ada": Scripted(fail)}))
assert outcome.finished
"""


@pytest.mark.slow
def test_a_game_from_python_prints_nothing_on_standard_output(tmp_path: Path) -> None:
    """A seat's failure is logged without a configuration, and not among a program's results."""
    ran = subprocess.run(
        [sys.executable, "-c", GAME], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout == ""
    assert "seat_failed" in ran.stderr
    assert "out of ideas" in ran.stderr


def test_who_configures_structlog_gets_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library takes its place behind the configuration of the program that it is part of."""
    monkeypatch.setattr(structlog, "is_configured", lambda: True)
    with structlog.testing.capture_logs() as captured:
        log().warning("seat_failed", seat="Ada")
    assert captured == [{"event": "seat_failed", "seat": "Ada", "log_level": "warning"}]
