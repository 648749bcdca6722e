"""A disk that can't lock is told as what it is, and nothing is left behind on it.

No disk here refuses locks: the system's own call is made to fail.
"""

import errno
import fcntl
import os
import tempfile
from pathlib import Path

import pytest

from tests.arena.faces.cli import test_first_contact as first_contact
from tests.breadth import breadth
from tests.corpus import reading

SEATS = [part for name in "ABC" for part in ("--seat", f"{name}=random")]
PLAY = ["play", "--seats", "3", *SEATS, "--out", "new/games"]


def arena(tmp_path: Path, fails: str, *given: str, **environ: str) -> first_contact.Ran:
    """Run a command where no file can be locked."""
    number = getattr(errno, fails)

    def flock(_file: int, _operation: int) -> None:
        raise OSError(number, os.strerror(number))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fcntl, "flock", flock)
        patch.setattr(tempfile, "tempdir", None)  # or `TMPDIR` would not be read
        return first_contact.arena(*given, cwd=tmp_path, **environ)


def nothing_new(tmp_path: Path) -> bool:
    """Tell whether a command has left nothing behind."""
    return {each.name for each in tmp_path.iterdir()} <= {"table.toml", "moh-random-3"}


EACH = pytest.mark.parametrize(
    "fails", breadth(["ENOLCK", "EOPNOTSUPP", "EIO", "EACCES", "ENOSYS"], ["ENOLCK", "EIO"])
)


@EACH
def test_a_game_that_can_not_be_locked_is_not_begun(tmp_path: Path, fails: str) -> None:
    """Why is told, once; neither the game's folder nor those above it are left."""
    tried = arena(tmp_path, fails, *PLAY)
    assert (tried.returncode, tried.stdout) == (1, "")
    why = os.strerror(getattr(errno, fails))
    assert tried.stderr == (
        f"arena: new/games/moh-0001 can't be locked: {why}. Possible: a folder on a disk that has "
        "locks, as local ones have.\n"
    )
    assert nothing_new(tmp_path)


def test_a_lock_that_another_holds_is_told_so(tmp_path: Path) -> None:
    """What the system says of it is no fault of the disk."""
    tried = arena(tmp_path, "EWOULDBLOCK", *PLAY)
    assert tried.returncode == 2
    assert "is being played by another process" in tried.stderr
    assert nothing_new(tmp_path)


def test_a_game_that_can_not_be_locked_is_not_gone_on_with(tmp_path: Path) -> None:
    """Nor changed."""
    game = reading.copy_of("moh-random-3", tmp_path)
    before = {each: each.read_bytes() for each in game.iterdir()}
    tried = arena(tmp_path, "ENOLCK", "resume", str(game))
    assert tried.returncode == 1
    assert "can't be locked: No locks available" in tried.stderr
    assert {each: each.read_bytes() for each in game.iterdir()} == before


def test_a_tournament_that_can_not_be_locked_is_not_planned(tmp_path: Path) -> None:
    """Its folder is not left, and nobody is said to run it."""
    table = tmp_path / "table.toml"
    table.write_text('[seats]\nA = "random"\nB = "random"\nC = "random"\n', encoding="utf-8")
    tried = arena(tmp_path, "ENOLCK", "tournament", str(table), "--games", "6", "--out", "new/cup")
    assert tried.returncode == 1
    assert "can't be locked: No locks available" in tried.stderr
    assert nothing_new(tmp_path)


def test_a_record_of_epilogues_that_can_not_be_locked_is_refused(tmp_path: Path) -> None:
    """Before the game begins."""
    record = ["--ruleset", "osaczeni", "--unlock"]
    tried = arena(tmp_path, "ENOLCK", *PLAY, *record, XDG_STATE_HOME=str(tmp_path / "state"))
    assert tried.returncode == 2
    assert "epilogues.json can't be written: No locks available" in tried.stderr
    assert nothing_new(tmp_path)


@EACH
def test_games_are_read_without_locks(tmp_path: Path, fails: str) -> None:
    """What is only needed meanwhile has a lock where there are any."""
    reading.copy_of("moh-random-3", tmp_path / "games")
    command = ["export", "games", "--out", "exported", "--quiet"]
    tried = arena(tmp_path, fails, *command, TMPDIR=str(tmp_path))
    assert (tried.returncode, tried.stderr) == (0, "")
    assert (tmp_path / "exported").is_dir()
    assert not list(tmp_path.glob("arena-*"))
