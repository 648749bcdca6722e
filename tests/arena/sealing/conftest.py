"""A user without a key, a folder of games, and one that is sealed."""

from pathlib import Path

import pytest

from tests.arena.sealing.folders import folder_of_games, sealed


@pytest.fixture(autouse=True)
def configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the configuration folder of a user who has none yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "arena"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of two games that is not sealed."""
    return folder_of_games(tmp_path / "games")


@pytest.fixture
def given(folder: Path) -> tuple[Path, Path, str]:
    """Return a sealed folder that may be changed, its manifest, and the public key."""
    return (folder, *sealed(folder))
