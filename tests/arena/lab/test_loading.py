"""Folders of games are read into tables: each once, and what can't be read is named."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from arena.errors import ConfigError, WriteError
from arena.lab import TABLES, load, loading
from arena.lab.columns import columns_of
from arena.lab.game import Game
from arena.lab.loading import KEPT, LAB
from tests.arena.lab.example_games import EXAMPLE, changed, cut, games_in


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
    assert (tmp_path / LAB / KEPT).is_file()


def test_nothing_is_kept_where_nobody_wants_it(tmp_path: Path) -> None:
    """The folder is as it was."""
    games_in(tmp_path, "a")
    assert counts(tmp_path, keep=False)["games"] == 1
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_what_was_read_is_kept(tmp_path: Path) -> None:
    """A row that was changed by hand is still there: the game was not read again."""
    games_in(tmp_path, "a")
    with load(tmp_path) as tables:
        tables.connection.execute("UPDATE games SET rounds = 999")
    with load(tmp_path) as tables:
        assert tables.rows("SELECT rounds FROM games") == [(999,)]


def test_what_is_kept_may_be_deleted(tmp_path: Path) -> None:
    """All comes out again."""
    games_in(tmp_path, "a")
    before = counts(tmp_path)
    (tmp_path / LAB / KEPT).unlink()
    assert counts(tmp_path) == before


def test_a_new_game_is_added(tmp_path: Path) -> None:
    """The others are not read again."""
    games_in(tmp_path, "a")
    assert read_games(tmp_path) == ["a"]
    games_in(tmp_path, "b")
    assert read_games(tmp_path) == ["a", "b"]


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


def test_a_file_that_is_no_database_is_made_anew(tmp_path: Path) -> None:
    """It may be deleted at any time, so a broken one may be, too."""
    games_in(tmp_path, "a")
    (tmp_path / LAB).mkdir()
    (tmp_path / LAB / KEPT).write_bytes(b"no database" * 1000)
    assert read_games(tmp_path) == ["a"]
    assert read_games(tmp_path) == ["a"]


def test_where_nothing_can_be_kept_all_is_read_into_memory(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    games_in(tmp_path, "a")
    (tmp_path / LAB).write_text("in the way", encoding="utf-8")
    assert read_games(tmp_path) == ["a"]
    assert (tmp_path / LAB).read_text(encoding="utf-8") == "in the way"


def test_a_game_that_was_changed_in_the_middle_is_read_again(tmp_path: Path) -> None:
    """Also where its size and its last record are as they were."""
    games_in(tmp_path, "a", "b")
    assert read_games(tmp_path) == ["a", "b"]
    changed(tmp_path / "b")
    assert "was changed" in left_out(tmp_path)["b"]
    assert read_games(tmp_path) == ["a"]


def test_a_game_is_believed_by_its_bytes_and_not_by_their_time(tmp_path: Path) -> None:
    """A change that keeps size, time and last record is seen; a copy of the files is the game."""
    games_in(tmp_path, "a", "b")
    with load(tmp_path) as tables:
        tables.connection.execute("UPDATE games SET rounds = 999")
    for name in ("a", "b"):
        log = tmp_path / name / "log.jsonl"
        told = log.stat()
        if name == "a":
            os.utime(log, ns=(0, 0))
            continue
        changed(tmp_path / name)
        os.utime(log, ns=(told.st_atime_ns, told.st_mtime_ns))
        assert log.stat().st_mtime_ns == told.st_mtime_ns
    with load(tmp_path) as tables:
        assert tables.rows("SELECT game, rounds FROM games") == [("a", 999)]
        assert "was changed" in tables.left_out["b"]


def test_a_file_with_older_columns_is_filled_anew(tmp_path: Path) -> None:
    """Of all tables, also of those that no game has a row for."""
    games_in(tmp_path, "a")
    before = counts(tmp_path)
    with duckdb.connect(str(tmp_path / LAB / KEPT)) as database:
        database.execute("ALTER TABLE plans DROP COLUMN instead")
    assert counts(tmp_path) == before
    with load(tmp_path) as tables:
        assert tables["plans"].columns == list(columns_of("plans"))


def test_a_broken_file_in_a_folder_of_any_name_is_made_anew(tmp_path: Path) -> None:
    """What the system says of a file has its name in it, which must not be read as a reason."""
    folder = games_in(tmp_path / "locked lock", "a")
    (folder / LAB).mkdir()
    (folder / LAB / KEPT).write_bytes(b"no database" * 1000)
    assert read_games(folder) == ["a"]


@pytest.mark.slow
def test_a_damaged_file_is_told_or_filled_anew(tmp_path: Path) -> None:
    """Wherever it is cut or changed: all rows come, or a sentence that says what to do."""
    games_in(tmp_path, "a")
    before = counts(tmp_path)
    file = tmp_path / LAB / KEPT
    whole = file.read_bytes()
    told = 0
    for tenth in range(10):
        at = tenth * len(whole) // 10
        for damaged in (whole[:at], whole[:at] + bytes(4096) + whole[at + 4096 :]):
            file.write_bytes(damaged)
            try:
                assert counts(tmp_path) == before
            except WriteError as error:
                assert "Possible: delete it" in str(error)  # noqa: PT017 - either is right
                told += 1
    assert 0 < told < 20


def test_a_write_ahead_log_without_its_file_does_no_harm(tmp_path: Path) -> None:
    """As a reader leaves it whose file was deleted."""
    games_in(tmp_path, "a")
    (tmp_path / LAB).mkdir()
    (tmp_path / LAB / f"{KEPT}.wal").write_bytes(b"no log" * 1000)
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


WAITING = """
import sys, time
from arena.lab import load
with load(sys.argv[1]) as tables:
    print("open", flush=True)
    time.sleep(60)
"""


@pytest.mark.slow
def test_a_second_reader_is_told_and_a_killed_one_leaves_no_harm(tmp_path: Path) -> None:
    """One process at a time; after SIGKILL the next goes on with the file."""
    games_in(tmp_path, "a")
    command = [sys.executable, "-c", WAITING, str(tmp_path)]
    root = EXAMPLE.parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == b"open\n"
        with pytest.raises(ConfigError, match="in use by another process"):
            load(tmp_path)
        os.kill(reader.pid, signal.SIGKILL)
        reader.wait()
    assert read_games(tmp_path) == ["a"]


@pytest.mark.slow
def test_a_reader_that_is_killed_in_the_middle_is_gone_on_from(tmp_path: Path) -> None:
    """Whenever it is killed, the next finds every game once."""
    games_in(tmp_path, *(f"g{at:02}" for at in range(12)))
    command = [sys.executable, "-c", WAITING, str(tmp_path)]
    for seconds in (0.3, 1.0, 2.0):
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=EXAMPLE.parents[2]) as reader:
            time.sleep(seconds)
            os.kill(reader.pid, signal.SIGKILL)
            reader.wait()
    found = counts(tmp_path)
    assert found["games"] == 12
    assert found["seats"] == 60


@pytest.mark.slow
def test_two_processes_read_what_one_reads(tmp_path: Path) -> None:
    """In whatever order the games come."""
    games_in(tmp_path, *(f"g{at:02}" for at in range(30)))
    query = "SELECT * FROM opportunities ORDER BY ALL"
    with load(tmp_path, keep=False, processes=2) as tables:
        both = tables.rows(query)
    with load(tmp_path, keep=False, processes=1) as tables:
        assert tables.rows(query) == both


def test_what_was_kept_before_an_end_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some chunks are kept together; those after the last such are read once more."""
    names = [f"g{at}" for at in range(5)]
    games_in(tmp_path, *names)
    monkeypatch.setattr(loading, "CHUNK", 1)
    monkeypatch.setattr(loading, "TOGETHER", 2)
    read: list[str] = []
    read_game = loading.read_game

    def broken_off(folder: Path) -> Game:
        if len(read) == 3:
            raise KeyboardInterrupt
        read.append(folder.name)
        return read_game(folder)

    monkeypatch.setattr(loading, "read_game", broken_off)
    with pytest.raises(KeyboardInterrupt):
        load(tmp_path)
    assert read == names[:3]

    def noted(folder: Path) -> Game:
        read.append(folder.name)
        return read_game(folder)

    monkeypatch.setattr(loading, "read_game", noted)
    assert read_games(tmp_path) == names
    assert read == [*names[:3], *names[2:]]
    assert counts(tmp_path)["seats"] == 5 * len(names)
