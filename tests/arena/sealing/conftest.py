"""A user without a key, a folder of games, and one that is sealed."""

from pathlib import Path

import pytest

from tests.arena.sealing.folders import folder_of_games, sealed


@pytest.fixture(autouse=True)
def _without_a_key(configuration: Path) -> None:
    """Let no test find the key of another."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of two games that is not sealed."""
    return folder_of_games(tmp_path / "games")


@pytest.fixture
def given(folder: Path) -> tuple[Path, Path, str]:
    """Return a sealed folder that may be changed, its manifest, and the public key."""
    return (folder, *sealed(folder))
