"""Temporary folders: gone at the end, and after a kill with the next."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.lab.scratch import LOCK, PREFIX, scratch

STAYS = (
    "import sys; from arena.lab.scratch import scratch\n"
    "with scratch() as folder:\n"
    "    (folder / 'words').write_text('secret'); print(folder, flush=True); sys.stdin.read()"
)


@pytest.fixture(autouse=True)
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the system's folder for temporary files, in this process and in others."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def other() -> tuple[subprocess.Popen[str], Path]:
    """Start a process that has a folder, and return both."""
    process = subprocess.Popen(
        [sys.executable, "-c", STAYS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def made_old(folder: Path) -> None:
    """Let a folder have been made two minutes ago."""
    then = (folder / LOCK).stat().st_mtime - 120
    os.utime(folder / LOCK, (then, then))


def test_a_folder_is_gone_at_the_end_also_after_an_error(system: Path) -> None:
    """With all that was in it."""
    with scratch() as folder:
        (folder / "words").write_text("secret", encoding="utf-8")
        assert folder.parent == system
    assert list(system.iterdir()) == []
    made = scratch()
    made.__enter__()
    assert not made.__exit__(KeyError, KeyError(), None)
    assert list(system.iterdir()) == []


def test_what_a_killed_process_left_is_removed_by_the_next() -> None:
    """Not at once: it might just be made."""
    process, left = other()
    process.kill()
    process.communicate()
    with scratch():
        assert (left / "words").exists()
    made_old(left)
    with scratch():
        assert not left.exists()


def test_what_a_living_process_works_on_stays() -> None:
    """However old it is, until that one has ended."""
    process, used = other()
    made_old(used)
    with scratch():
        assert (used / "words").read_text(encoding="utf-8") == "secret"
    process.communicate("")
    assert not used.exists()


def test_folders_of_others_stay(system: Path) -> None:
    """What has the name and no lock is not ours to remove."""
    foreign = system / f"{PREFIX}notes"
    foreign.mkdir()
    with scratch():
        pass
    assert foreign.exists()
