"""What the tests of models share: short waits, and a game of three protocols."""

from collections.abc import Iterator

import pytest

from arena.provider import Provider
from tests.arena.seats.llm.games import PROTOCOLS, Mixed, played, spec, table


@pytest.fixture(scope="module", autouse=True)
def short_waits() -> Iterator[None]:
    """Wait a moment before a call is tried again; `test_backoff` asserts how long that is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.models.faults.FIRST_WAIT", 0.02)
        yield


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Mixed:
    """Return a game with a model on each protocol; they bid for their turns to talk."""
    with Provider() as server:
        talk = {"protocol": "bidding", "floors": ["attack"]}
        config = table([spec(server, each) for each in PROTOCOLS], talk=talk)
        outcome = played(config, tmp_path_factory.mktemp("games"))
        return outcome, server.requests
