"""Folders of games are read into tables: each once, and what can't be read is named."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.lab import TABLES, load, readings
from arena.transcript.reader import Transcript
from tests.arena.lab.example_games import EXAMPLE, changed, cut, games_in
from tests.corpus import reading

DIFFERENT = ("moh-house-4", "moh-house-4-other", "osaczeni-planted-5")
"""Recorded games of which none is another's copy."""


def counts(folder: Path, *, keep: bool = True) -> dict[str, int]:
    """Return how many rows each table has."""
    with load(folder, keep=keep) as tables:
        return {name: tables.rows(f"SELECT count(*) FROM {name}")[0][0] for name in TABLES}  # noqa: S608 - our own names


def read_games(folder: Path) -> list[str]:
    """Return the games that were read."""
    with load(folder) as tables:
        return [name for (name,) in tables.rows("SELECT game FROM games ORDER BY game")]


def left_out(folder: Path) -> dict[str, str]:
    """Return the games that were left out, with the reason."""
    with load(folder) as tables:
        return dict(tables.left_out)


def test_a_folder_of_games_is_read(tmp_path: Path) -> None:
    """Every game of it; twice the game has twice the rows."""
    one = counts(games_in(tmp_path / "one", "a"))
    two = counts(games_in(tmp_path / "two", "a", "b"))
    assert one["games"] == 1
    assert one["seats"] == 5
    assert all(two[name] == 2 * one[name] for name in TABLES)


def test_a_games_own_folder_is_read(tmp_path: Path) -> None:
    """It is one game."""
    games_in(tmp_path, "a")
    assert read_games(tmp_path / "a") == ["a"]


def test_a_tournaments_folder_is_read(tmp_path: Path) -> None:
    """Its games lie in a folder of their own."""
    (tmp_path / "games").mkdir()
    games_in(tmp_path / "games", "g0001", "g0002")
    assert read_games(tmp_path) == ["g0001", "g0002"]
    assert [each.name for each in tmp_path.iterdir()] == ["games"]


def test_nothing_is_kept_where_nobody_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in the folder nor in the user's cache; what was kept there is not used."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    games_in(tmp_path / "games", "a")
    assert counts(tmp_path / "games", keep=False)["games"] == 1
    assert [each.name for each in tmp_path.iterdir()] == ["games"]
    assert read_games(tmp_path / "games") == ["a"]
    monkeypatch.setattr(readings, "finished", None)
    assert read_games(tmp_path / "games") == ["a"]
    with load(tmp_path / "games", keep=False) as tables:
        assert "see arena verify" in tables.left_out["a"]


def test_a_game_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    """With all its rows."""
    games_in(tmp_path, "a", "b")
    both = counts(tmp_path)
    (tmp_path / "b").rename(tmp_path.parent / "elsewhere")
    left = counts(tmp_path)
    assert all(2 * left[name] == both[name] for name in TABLES)


def test_a_game_that_was_changed_is_read_again(tmp_path: Path) -> None:
    """What was read of it before does not stand in for it."""
    games_in(tmp_path, "a", "b")
    assert read_games(tmp_path) == ["a", "b"]
    cut(tmp_path / "b")
    assert read_games(tmp_path) == ["a"]
    assert counts(tmp_path)["games"] == 1


def test_an_unfinished_game_is_named(tmp_path: Path) -> None:
    """The rest is read."""
    games_in(tmp_path, "a", "b")
    cut(tmp_path / "b")
    assert list(left_out(tmp_path)) == ["b"]
    assert "not finished" in left_out(tmp_path)["b"]


def test_a_changed_game_is_named(tmp_path: Path) -> None:
    """Its chain of hashes does not hold."""
    games_in(tmp_path, "a", "b")
    changed(tmp_path / "b")
    assert "changed" in left_out(tmp_path)["b"]
    assert read_games(tmp_path) == ["a"]


def test_a_game_of_another_version_is_named(tmp_path: Path) -> None:
    """With the version that it was written in."""
    games_in(tmp_path, "a", "b")
    header = tmp_path / "b" / "game.json"
    header.write_bytes(header.read_bytes().replace(b'"schema": 2', b'"schema": 1', 1))
    assert "version 1" in left_out(tmp_path)["b"]


@pytest.mark.parametrize("name", ["game.json", "log.jsonl", "calls.jsonl"])
def test_a_file_that_is_no_transcript_is_named(tmp_path: Path, name: str) -> None:
    """Whichever of the three it is."""
    games_in(tmp_path, "a", "b")
    (tmp_path / "b" / name).write_bytes(b"\x00 nothing\n")
    assert list(left_out(tmp_path)) == ["b"]
    assert read_games(tmp_path) == ["a"]


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    """As for every command."""
    with pytest.raises(ConfigError, match="holds no game"):
        load(tmp_path)
    with pytest.raises(ConfigError, match="there is no folder"):
        load(tmp_path / "nowhere")


def test_a_game_that_was_changed_in_the_middle_is_read_again(tmp_path: Path) -> None:
    """Also where its size and its last record are as they were."""
    games_in(tmp_path, "a", "b")
    assert read_games(tmp_path) == ["a", "b"]
    changed(tmp_path / "b")
    assert "was changed" in left_out(tmp_path)["b"]
    assert read_games(tmp_path) == ["a"]


ROOM = """
import resource, sys
from arena.lab import load
sys.dont_write_bytecode = True  # or half of a module is kept
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    with load(sys.argv[1]) as tables:
        print(tables.rows("SELECT count(*) FROM games"))
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("room", "printed"), [(1_500_000, b"[(2,)]"), (10_000, b"WriteError tables of")]
)
def test_where_the_disk_has_no_room_memory_has_it(
    tmp_path: Path, room: int, printed: bytes
) -> None:
    """No file can grow above so many bytes; where not even rows can be written, it says so."""
    games_in(tmp_path, "a", "b")
    command = [sys.executable, "-c", ROOM, str(tmp_path), str(room)]
    done = subprocess.run(command, capture_output=True, cwd=EXAMPLE.parents[2], check=False)
    assert done.stdout.startswith(printed), done
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_a_reader_that_is_killed_in_the_middle_is_gone_on_from(tmp_path: Path) -> None:
    """Whenever it is killed, the next finds every game once."""
    folder = games_in(tmp_path / "games", *(f"g{at:02}" for at in range(12)))
    command = [sys.executable, "-c", "import sys, arena; arena.load(sys.argv[1])", str(folder)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for seconds in (0.3, 1.0, 2.0):
        with subprocess.Popen(command, cwd=EXAMPLE.parents[2], env=environment) as reader:
            time.sleep(seconds)
            os.kill(reader.pid, signal.SIGKILL)
            reader.wait()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        found = counts(folder)
    assert found["games"] == 12
    assert found["seats"] == 60


@pytest.mark.slow
def test_two_processes_read_what_one_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever order the games come; what both kept is not read again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = games_in(tmp_path / "games", *(f"g{at:02}" for at in range(30)))
    query = "SELECT * FROM opportunities ORDER BY ALL"
    with load(folder, keep=False, processes=1) as tables:
        alone = tables.rows(query)
    assert not (tmp_path / "cache").exists()
    with load(folder, processes=2) as tables:
        assert tables.rows(query) == alone
    monkeypatch.setattr(readings, "finished", None)
    with load(folder) as tables:
        assert tables.rows(query) == alone


def test_what_was_kept_before_an_end_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that is interrupted has kept each game that it had read."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "games").mkdir()
    for name in DIFFERENT:
        reading.copy_of(name, tmp_path).rename(tmp_path / "games" / name)
    read: list[str] = []
    finished = readings.finished

    def broken_off(folder: Path) -> Transcript:
        if len(read) == 2:
            raise KeyboardInterrupt
        return noted(folder)

    def noted(folder: Path) -> Transcript:
        read.append(folder.name)
        return finished(folder)

    monkeypatch.setattr(readings, "finished", broken_off)
    with pytest.raises(KeyboardInterrupt):
        load(tmp_path)
    assert read == sorted(DIFFERENT)[:2]
    monkeypatch.setattr(readings, "finished", noted)
    assert read_games(tmp_path) == sorted(DIFFERENT)
    assert read == sorted(DIFFERENT)
