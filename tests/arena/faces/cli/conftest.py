"""Games with language models, played through the real SDKs; the finished one is played once."""

import asyncio
from collections.abc import Iterator

import pytest

from arena.config import Overrides, load_table
from arena.provider import Provider
from arena.table import play
from tests.arena.faces.cli.served import KEYS, Served, specs_at


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    """Return a finished game of three models, one on each protocol."""
    with pytest.MonkeyPatch.context() as patch, Provider() as running:
        for name in KEYS:
            patch.delenv(name, raising=False)
        specs = specs_at(running)
        seats = tuple(f"{name}={spec}" for name, spec in specs.items())
        config = load_table(None, Overrides(count=3, seats=seats, seed="5"))
        outcome = asyncio.run(play(config, tmp_path_factory.mktemp("served")))
    return Served(folder=outcome.folder, specs=specs)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Return a provider for one test; no key is in the environment."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    with Provider() as running:
        yield running
