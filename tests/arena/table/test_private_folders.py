"""Who plays a game can read its files, and nobody else: they hold what players must not know."""

import os
import stat
from contextlib import chdir
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.forms import CALLS, FILES, LOG
from tests.breadth import breadth

SEATS = [part for name in "ABC" for part in ("--seat", f"{name}=random")]


def arena(tmp_path: Path, *given: str, umask: int) -> None:
    """Run a command as from a shell with a umask."""
    before = os.umask(umask)
    try:
        with chdir(tmp_path):
            assert main(given) == 0
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return the modes of a folder and of all that is in it, by name."""
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in (folder, *folder.iterdir())}


def private(folder: Path) -> dict[str, int]:
    """Return the modes that a game's folder has to have."""
    return {folder.name: 0o700} | dict.fromkeys(FILES, 0o600)


@pytest.mark.parametrize("umask", breadth([0o000, 0o077], [0o000]))
def test_a_game_is_its_players_own(tmp_path: Path, umask: int) -> None:
    """Whatever the shell's umask, and played on too; the folder above is as it was."""
    out = tmp_path / "games"
    out.mkdir(0o755)
    out.chmod(0o755)
    game = ["play", "--seats", "3", *SEATS, "--seed", "1", "--out", "games"]
    arena(tmp_path, *game, umask=umask)
    assert modes(out / "moh-0001") == private(out / "moh-0001")
    for name in (LOG, CALLS):
        lines = (out / "moh-0001" / name).read_bytes().splitlines(keepends=True)
        (out / "moh-0001" / name).write_bytes(b"".join(lines[: len(lines) // 2]))
    arena(tmp_path, "resume", "games/moh-0001", umask=umask)
    assert modes(out / "moh-0001") == private(out / "moh-0001")
    assert stat.S_IMODE(out.stat().st_mode) == 0o755


@pytest.mark.slow
def test_games_of_a_tournament_are_too(tmp_path: Path) -> None:
    """Its folder is as folders are, its games are not."""
    table = tmp_path / "table.toml"
    table.write_text('[seats]\nA = "random"\nB = "random"\nC = "random"\n', encoding="utf-8")
    arena(tmp_path, "tournament", str(table), "--games", "6", "--out", "cup", umask=0)
    games = list((tmp_path / "cup" / "games").iterdir())
    assert [modes(each) for each in games] == [private(each) for each in games]
    assert len(games) == 6
    assert stat.S_IMODE((tmp_path / "cup").stat().st_mode) == 0o777
