"""Games that several tests read; each is played once and never changed."""

import asyncio
import inspect
from pathlib import Path
from typing import Any

import pytest
import structlog

from arena.bench import measure
from arena.config import TableConfig
from arena.table import play
from tests.arena.bench.quick import QUICK

FIVE = dict.fromkeys(("Ada", "Ben", "Cyd", "Dan", "Eve"), "random")


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    """Log tracebacks as plain text; drawing them costs more than a game."""
    renderer = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(processors=[renderer])


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished game of five."""
    config = TableConfig(seats=FIVE, seed="11")
    return asyncio.run(play(config, tmp_path_factory.mktemp("games"))).folder


@pytest.fixture(scope="session")
def short_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished game of three, which is shorter."""
    config = TableConfig(seats=dict.fromkeys(("Ada", "Ben", "Cyd"), "random"), seed="4")
    return asyncio.run(play(config, tmp_path_factory.mktemp("games"))).folder


@pytest.fixture(scope="session")
def figures() -> dict[str, Any]:
    """Return what a very short benchmark finds."""
    return measure(QUICK, with_peers=False, on_step=lambda _: None)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, each in a loop of its own."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    wanted = inspect.signature(test).parameters
    asyncio.run(test(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
