"""Games that several tests read and none changes, and how tests are run here."""

import asyncio
import inspect
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
import structlog

import arena.config
from tests.corpus import reading


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    """Log tracebacks as plain text; drawing them costs more than a game."""
    renderer = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(processors=[renderer])


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Number the seeds of tables that are given none, from 1 in each test; elsewhere all differ."""
    seeds = count(1)
    drawn = SimpleNamespace(randbits=lambda _: next(seeds))
    monkeypatch.setattr(arena.config, "secrets", drawn)


@pytest.fixture(scope="session")
def game() -> Path:
    """Return the folder of a finished game of five."""
    return reading.folder("moh-random-5")


@pytest.fixture(scope="session")
def short_game() -> Path:
    """Return the folder of a finished game of three, which is shorter."""
    return reading.folder("moh-random-3")


@pytest.fixture
def configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the configuration folder of a user who has none yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "arena"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, each in a loop of its own."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    wanted = inspect.signature(test).parameters
    asyncio.run(test(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
