"""A reading is kept under its bytes and the code that read them, and believed only where whole."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.errors import TranscriptError
from arena.lab import readings
from arena.lab.readings import Reading, is_kept, key_of, reading_of, readings_folder
from arena.lab.row_lines import unpacked
from arena.transcript.reader import Transcript
from tests.arena.lab.example_games import EXAMPLE, changed, games_in


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the user's cache folder, which is not there yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the games whose transcripts are read from now on."""
    names: list[str] = []
    finished = readings.finished

    def noted(folder: Path) -> Transcript:
        names.append(folder.name)
        return finished(folder)

    monkeypatch.setattr(readings, "finished", noted)
    return names


def file_of(game: Path) -> Path:
    """Return the file that keeps what was read of a game."""
    folder, key = readings_folder(), key_of(game)
    assert folder is not None
    assert key is not None
    return folder / key


def told(game: Path) -> Reading:
    """Return what a game says, kept or read."""
    return reading_of(game, key_of(game))


def test_a_game_is_read_once(read: list[str]) -> None:
    """What is kept is what was read, to the last number of a row."""
    first = told(EXAMPLE)
    assert read == ["moh-0001"]
    assert told(EXAMPLE) == first == reading_of(EXAMPLE, None)
    assert read == ["moh-0001"] * 2  # the second time since nothing kept was to be used
    assert [each.seat for each in first.outcome.seats] == [
        "Anna", "Bruno", "Clara", "Dmitri", "Esra",
    ]  # fmt: skip
    assert len(unpacked(first.rows)["messages"]) == 99


def test_copies_have_one_reading(tmp_path: Path, read: list[str]) -> None:
    """Whatever their folders are called."""
    folder = games_in(tmp_path / "games", "a", "b")
    assert told(folder / "a") == told(folder / "b")
    assert read == ["a"]


def test_a_changed_game_has_none(tmp_path: Path, read: list[str]) -> None:
    """It is read again, and refused each time; that of the game that it was stays."""
    folder = games_in(tmp_path / "games", "a", "b")
    told(folder / "a")
    changed(folder / "b")
    for _ in range(2):
        with pytest.raises(TranscriptError, match="was changed"):
            told(folder / "b")
    told(folder / "a")
    assert read == ["a", "b", "b"]


def test_a_game_that_changes_while_it_is_read_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its key is that of bytes that nobody read."""
    game = games_in(tmp_path / "games", "a") / "a"
    finished = readings.finished

    def late(folder: Path) -> Transcript:
        found = finished(folder)
        changed(folder)
        return found

    before = key_of(game)
    assert before is not None
    monkeypatch.setattr(readings, "finished", late)
    reading_of(game, before)
    assert not is_kept(before)


def test_what_other_code_read_is_not_used(
    cache: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays for a month after something was added to it, then it is removed."""
    first = told(EXAMPLE)
    (older,) = (cache / "arena" / "readings").iterdir()
    for days, code in ((29, "b" * 64), (31, "c" * 64)):
        monkeypatch.setattr(readings, "code_digest", lambda code=code: code)
        then = older.stat().st_mtime - days * 24 * 3600
        os.utime(older, (then, then))
        assert told(EXAMPLE) == first
        assert file_of(EXAMPLE).parent.name == code
        assert older.exists() is (days < 30)
        os.utime(older, None) if older.exists() else None
    assert read == ["moh-0001"] * 3


def _cut(data: bytes) -> list[bytes]:
    return [data[: part * len(data) // 5] for part in range(5)]


def _flipped(data: bytes) -> list[bytes]:
    at = [part * (len(data) - 1) // 4 for part in range(5)]
    return [data[:one] + bytes([data[one] ^ 1]) + data[one + 1 :] for one in at]


def _others(data: bytes) -> list[bytes]:
    """Return a reading that says another thing, and one that is whole under another key."""
    body = data[readings.MARK :]
    return [data.replace(b'"points":12', b'"points":99'), readings._mark("a" * 64, body) + body]


@pytest.mark.parametrize("damaged", [_cut, _flipped, _others])
def test_what_is_damaged_is_never_believed(
    damaged: Callable[[bytes], list[bytes]], read: list[str]
) -> None:
    """It is read again, and kept whole in its place."""
    first = told(EXAMPLE)
    file = file_of(EXAMPLE)
    whole = file.read_bytes()
    files = damaged(whole)
    for each in files:
        assert each != whole
        file.write_bytes(each)
        assert told(EXAMPLE) == first
        assert file.read_bytes() == whole
    assert len(read) == 1 + len(files)


@pytest.mark.parametrize("way", ["cache", "cache/arena", "cache/arena/readings"])
def test_where_nothing_can_be_kept_it_is_read_again(
    tmp_path: Path, way: str, read: list[str]
) -> None:
    """A file stands where a folder should be."""
    (tmp_path / way).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / way).write_text("in the way", encoding="utf-8")
    assert told(EXAMPLE) == told(EXAMPLE)
    assert read == ["moh-0001"] * 2
    assert (tmp_path / way).read_text(encoding="utf-8") == "in the way"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_where_the_disk_refuses_it_is_read_again(
    number: int, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is full, or read-only, or another's."""

    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(readings, "write_once", refused)
    assert told(EXAMPLE) == told(EXAMPLE)
    assert read == ["moh-0001"] * 2


def test_a_user_without_a_home_reads_again(
    read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no place to keep anything."""

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(readings, "cache_folder", nowhere)
    assert told(EXAMPLE) == told(EXAMPLE)
    assert read == ["moh-0001"] * 2
    assert readings_folder() is None
    assert not is_kept("a" * 64)


def test_only_its_owner_can_read_it() -> None:
    """Folder and file."""
    told(EXAMPLE)
    file = file_of(EXAMPLE)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


KILLED = """
import os, signal, sys
from pathlib import Path
from arena import folders
from arena.lab.readings import key_of, reading_of
write = os.fdopen
class Cut:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def write(self, data):
        self.file.write(data[: len(data) // 2])
        self.file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
game = Path(sys.argv[1])
key = key_of(game)
os.fdopen = lambda file, mode: Cut(write(file, mode)) if mode == "wb" else write(file, mode)
reading_of(game, key)
"""


@pytest.mark.slow
def test_who_is_killed_in_the_middle_of_a_write_leaves_no_half(read: list[str]) -> None:
    """The next reads the game again, and keeps it."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(EXAMPLE)],
        cwd=EXAMPLE.parents[2],
        check=False,
        timeout=60,
    )
    assert done.returncode == -signal.SIGKILL
    file = file_of(EXAMPLE)
    (half,) = file.parent.iterdir()
    assert half.stat().st_size > 1000
    assert not file.exists()
    first = told(EXAMPLE)
    assert told(EXAMPLE) == first
    assert read == ["moh-0001"]


def test_several_at_once_keep_it_whole() -> None:
    """All say the same, and one file is left."""
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(told, [EXAMPLE] * 8))
    assert all(each == found[0] for each in found)
    assert list(file_of(EXAMPLE).parent.iterdir()) == [file_of(EXAMPLE)]


def test_without_the_extra_no_rows_are_kept_and_with_it_they_are(
    read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tournament is run without it; what it kept serves until the lab is there."""
    with monkeypatch.context() as without:
        without.setattr(readings, "_makes_rows", lambda: False)
        bare = told(EXAMPLE)
        assert told(EXAMPLE) == bare
    assert bare.rows == b""
    whole = told(EXAMPLE)
    assert whole.outcome == bare.outcome
    assert whole.rows != b""
    assert told(EXAMPLE) == whole
    assert read == ["moh-0001"] * 2
