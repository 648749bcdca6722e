"""Games with language models, played through the real SDKs; the finished one is recorded."""

from collections.abc import Iterator

import pytest

from arena.provider import Provider
from tests.arena.faces.cli.served import KEYS, Served
from tests.corpus import reading


@pytest.fixture(scope="session")
def served() -> Served:
    """Return a finished game of three models, one on each protocol."""
    specs = {seat.name: seat.spec for seat in reading.header("moh-models-3").seats}
    return Served(folder=reading.folder("moh-models-3"), specs=specs)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Return a provider for one test; no key is in the environment."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    with Provider() as running:
        yield running
