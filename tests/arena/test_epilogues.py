"""The record of unlocked epilogues: read, added to, left alone, and never lost."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree

import pytest
from filelock import FileLock

from arena.config import Overrides, TableConfig, load_table, table_of
from arena.epilogues import Epilogues, epilogues_of
from arena.errors import ConfigError, WriteError
from arena.faces.cli import main
from arena.faces.cli.progress import Progress
from arena.table import play
from arena.table.verify import verify

Capture = pytest.CaptureFixture[str]
SEATS = dict.fromkeys(("Ada", "Ben", "Cyd"), "random")
GAME = ("play", "--ruleset", "osaczeni", "--seats", "3", "--quiet",
        "--seat", "Ada=random", "--seat", "Ben=random", "--seat", "Cyd=random")  # fmt: skip
GOOD = '{"epilogues": 1, "unlocked": [{"number": 11, "game": "a-1"}, {"number": 2, "game": "b-2"}]}'
LOCK = ".epilogues.json.lock"
SMALL_DISK = """
import resource, sys
from pathlib import Path
from arena.epilogues import Epilogues
sys.dont_write_bytecode = True  # or half of a module is kept
resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
Epilogues(Path(sys.argv[1])).add(4, "osaczeni-0001")
"""
ADDS = """
import sys
from pathlib import Path
from arena.epilogues import Epilogues
for number in range(int(sys.argv[2]), 22, 3):
    Epilogues(Path(sys.argv[1])).add(number, f"game-{number}")
"""


@pytest.fixture(autouse=True)
def no_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a user's state folder of its own, which nobody has made."""
    state = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    return state


def config(out: Path, **keys: object) -> TableConfig:
    """Return a table of three random seats."""
    table = {"ruleset": "osaczeni", "seats": SEATS, "seed": "5", "out": str(out), **keys}
    return TableConfig.model_validate(table)


def header(folder: Path) -> dict[str, object]:
    """Return the options of a game."""
    options = json.loads((folder / "game.json").read_text(encoding="utf-8"))["options"]
    assert isinstance(options, dict)
    return options


# --- the record ---


def test_no_file_is_nothing_unlocked(tmp_path: Path) -> None:
    """And reading makes none."""
    record = Epilogues(tmp_path / "none" / "epilogues.json")
    assert record.unlocked() == {}
    assert record.option() == ""
    assert list(tmp_path.iterdir()) == []


def test_a_record_says_what_is_unlocked_and_by_which_game(tmp_path: Path) -> None:
    """In ascending order, as the option of a game is written."""
    file = tmp_path / "epilogues.json"
    file.write_text(GOOD)
    assert Epilogues(file).unlocked() == {2: "b-2", 11: "a-1"}
    assert Epilogues(file).option() == "2,11"


def test_what_is_added_is_there_and_what_was_there_stays(tmp_path: Path) -> None:
    """The game that was first keeps the entry; folders are made, the lock is left beside it."""
    file = tmp_path / "deep" / "er" / "epilogues.json"
    record = Epilogues(file)
    record.add(18, "osaczeni-0003")
    record.add(2, "osaczeni-0004")
    before = file.read_bytes()
    record.add(18, "another")
    assert file.read_bytes() == before
    assert record.unlocked() == {2: "osaczeni-0004", 18: "osaczeni-0003"}
    assert {each.name for each in file.parent.iterdir()} == {"epilogues.json", LOCK}
    assert (file.parent / LOCK).read_bytes() == b""
    assert json.loads(before)["epilogues"] == 1


def test_a_link_is_followed_and_a_mode_kept(tmp_path: Path) -> None:
    """Who keeps the record elsewhere, or to themselves, still does."""
    real = tmp_path / "real.json"
    real.write_text(GOOD)
    real.chmod(0o600)
    link = tmp_path / "link.json"
    link.symlink_to(real)
    Epilogues(link).add(7, "osaczeni-0001")
    assert link.is_symlink()
    assert sorted(Epilogues(real).unlocked()) == [2, 7, 11]
    assert real.stat().st_mode & 0o777 == 0o600


def test_a_half_written_file_of_a_killed_game_is_in_nobody_s_way(tmp_path: Path) -> None:
    """It was never the record."""
    file = tmp_path / "epilogues.json"
    (tmp_path / ".epilogues.json.new").write_text('{"epilo')
    record = Epilogues(file)
    assert record.unlocked() == {}
    record.add(3, "osaczeni-0001")
    assert record.unlocked() == {3: "osaczeni-0001"}


BROKEN = [
    ("", "is no JSON"),
    ("{", "is no JSON"),
    ("[" * 100_000, "is no JSON"),
    ("[]", "has [] where the record should stand"),
    ("null", "has null where the record should stand"),
    ("{}", 'lacks the key "epilogues" in the record'),
    ('{"epilogues": 1}', 'lacks the key "unlocked" in the record'),
    ('{"epilogues": 2, "unlocked": []}', "has epilogues 2, its version"),
    ('{"epilogues": true, "unlocked": []}', "has epilogues true, its version"),
    ('{"epilogues": 1, "unlocked": {}}', "has unlocked {}, which is no list"),
    ('{"epilogues": 1, "unlocked": [], "more": 1}', 'has an unknown key "more" in the record'),
    ('{"epilogues": 1, "epilogues": 1, "unlocked": []}', "the key 'epilogues' stands twice"),
    ('{"epilogues": 1, "unlocked": [2]}', "has 2 where entry 1 should stand"),
    ('{"epilogues": 1, "unlocked": [{"number": 2}]}', 'lacks the key "game" in entry 1'),
    ('{"epilogues": 1, "unlocked": [{"number": 0, "game": "a"}]}', "has number 0 in entry 1"),
    ('{"epilogues": 1, "unlocked": [{"number": 22, "game": "a"}]}', "has number 22 in entry 1"),
    ('{"epilogues": 1, "unlocked": [{"number": true, "game": "a"}]}', "has number true in"),
    ('{"epilogues": 1, "unlocked": [{"number": 2.0, "game": "a"}]}', "has number 2.0 in entry 1"),
    ('{"epilogues": 1, "unlocked": [{"number": "2", "game": "a"}]}', 'has number "2" in entry 1'),
    ('{"epilogues": 1, "unlocked": [{"number": 2, "game": ""}]}', 'has game "" in entry 1'),
    ('{"epilogues": 1, "unlocked": [{"number": 2, "game": 7}]}', "has game 7 in entry 1"),
    (GOOD.replace("11", "2"), "has epilogue 2 twice"),
    (GOOD.replace('"a-1"', '"a-1", "on": 1'), 'has an unknown key "on" in entry 1'),
]


@pytest.mark.parametrize(("text", "said"), BROKEN)
def test_a_broken_record_is_named_and_left_alone(
    text: str, said: str, tmp_path: Path, capsys: Capture
) -> None:
    """Exit code 2 before anything is played: the file, what is wrong, what is possible."""
    file, out = tmp_path / "epilogues.json", tmp_path / "out"
    file.write_text(text)
    assert main([*GAME, "--out", str(out), "--epilogues", str(file)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(file) in line
    assert said in line
    assert "Possible: a record as {" in line
    assert "numbers from 1 to 21" in line
    assert file.read_text() == text
    assert not out.exists()
    with pytest.raises(ConfigError):
        Epilogues(file).add(4, "osaczeni-0001")
    assert file.read_text() == text


def test_a_mark_before_a_record_is_none_of_it(tmp_path: Path) -> None:
    """Some editors begin a file with it."""
    file = tmp_path / "epilogues.json"
    text = '{"epilogues": 1, "unlocked": [{"number": 2, "game": "osaczeni-0001"}]}'
    file.write_text(text, encoding="utf-8-sig")
    assert Epilogues(file).unlocked() == {2: "osaczeni-0001"}


def test_bytes_that_are_no_text_and_a_folder_are_broken_too(tmp_path: Path) -> None:
    """Each with its own reason."""
    file = tmp_path / "epilogues.json"
    file.write_bytes(b'{"epilogues": \xff}')
    with pytest.raises(ConfigError, match=r"is not UTF-8 text \(byte 14\)"):
        Epilogues(file).unlocked()
    with pytest.raises(ConfigError, match=r"can't be read: Is a directory\. Possible"):
        Epilogues(tmp_path).unlocked()


# --- writing when others write, or when it cannot be ---


@pytest.mark.slow
def test_games_that_end_at_once_lose_no_entry(tmp_path: Path) -> None:
    """Three processes add seven epilogues each, and all of them are there."""
    file = tmp_path / "epilogues.json"
    processes = [
        subprocess.Popen([sys.executable, "-c", ADDS, str(file), str(start)])
        for start in (1, 2, 3)
    ]  # fmt: skip
    assert [process.wait(timeout=120) for process in processes] == [0, 0, 0]
    assert Epilogues(file).unlocked() == {n: f"game-{n}" for n in range(1, 22)}


def test_a_full_disk_leaves_the_record_as_it_was(tmp_path: Path) -> None:
    """The new one never takes its place, and nothing half-written stays."""
    file = tmp_path / "epilogues.json"
    file.write_text(GOOD)
    ran = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(file)], capture_output=True, text=True, check=False
    )
    assert f"WriteError: {file} can't be written: File too large; epilogue 4 of game" in ran.stderr
    assert file.read_text() == GOOD
    assert {each.name for each in tmp_path.iterdir()} == {file.name, LOCK}


def test_who_keeps_the_record_locked_is_waited_for_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the record is as it was; an epilogue that is in it already needs no lock."""
    monkeypatch.setattr("arena.epilogues.LOCK_SECONDS", 0.05)
    file = tmp_path / "epilogues.json"
    file.write_text(GOOD)
    with FileLock(tmp_path / LOCK):
        with pytest.raises(WriteError, match="another game keeps it locked; epilogue 4 of game g"):
            Epilogues(file).add(4, "g")
        Epilogues(file).add(11, "g")
    assert file.read_text() == GOOD


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_said_to_be(tmp_path: Path) -> None:
    """What is in the record already is no fault."""
    file = tmp_path / "epilogues.json"
    file.write_text(GOOD)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(WriteError, match="can't be written: Permission denied; epilogue 4 of"):
            Epilogues(file).add(4, "g")
        Epilogues(file).add(11, "g")
    finally:
        tmp_path.chmod(0o700)
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_cannot_be_written_is_said_to_be(tmp_path: Path) -> None:
    """Something stands where the new file would be written."""
    (tmp_path / ".epilogues.json.new").mkdir()
    with pytest.raises(WriteError, match=r"can't be written: Is a directory; epilogue 4 of game g"):
        Epilogues(tmp_path / "epilogues.json").add(4, "g")
    assert not (tmp_path / "epilogues.json").exists()


@pytest.mark.parametrize("args", [(), ("--json",)])
def test_a_record_that_cannot_be_written_costs_the_game_nothing(
    args: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    """The end is told, then the error; exit code 1, and the transcript proves itself."""
    (tmp_path / ".epilogues.json.new").mkdir()
    file, out = tmp_path / "epilogues.json", tmp_path / "out"
    given = [*GAME, "--seed", "5", "--out", str(out), "--epilogues", str(file), *args]
    assert main(given) == 1
    printed = capsys.readouterr()
    assert f"{file} can't be written: Is a directory; epilogue " in printed.err
    assert "of game osaczeni-0001 is not recorded. Possible: to add {" in printed.err
    if args:
        document = json.loads(printed.out)
        assert document["finished"] is True
        assert "is not recorded" in document["error"]
    else:
        assert "wins with" in printed.out or "share the win" in printed.out
        assert "Unlocked" not in printed.out
    assert verify(out / "osaczeni-0001").ok


# --- at the table ---


def test_nothing_is_read_or_written_unless_asked(tmp_path: Path, no_state: Path) -> None:
    """Not even looked at: a broken record is in nobody's way."""
    own = no_state / "arena" / "epilogues.json"
    own.parent.mkdir(parents=True)
    own.write_text("{")
    outcome = asyncio.run(play(config(tmp_path), tmp_path))
    assert (outcome.epilogue_file, outcome.epilogue_problem) == (None, None)
    assert own.read_text() == "{"
    assert header(outcome.folder)["unlocked"] == ""


def test_games_unlock_one_epilogue_after_the_other(tmp_path: Path, capsys: Capture) -> None:
    """What was unlocked stands in the next game's header, and that game reaches another one."""
    file, out = tmp_path / "my.json", tmp_path / "out"
    for number in (1, 2, 3):
        before = Epilogues(file).option()
        assert main([*GAME, "--seed", "5", "--out", str(out), "--epilogues", str(file)]) == 0
        folder = out / f"osaczeni-{number:04}"
        assert header(folder)["unlocked"] == before
        assert len(Epilogues(file).unlocked()) == number
        assert verify(folder).ok
        assert f", kept in {file}\n" in capsys.readouterr().out
    assert sorted(Epilogues(file).unlocked().values()) == [
        "osaczeni-0001", "osaczeni-0002", "osaczeni-0003",
    ]  # fmt: skip


def test_your_own_record_lies_in_your_state_folder(
    tmp_path: Path, no_state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--unlock`; a state folder that is not absolute is none, as its specification says."""
    assert main([*GAME, "--out", str(tmp_path / "out"), "--unlock"]) == 0
    assert len(Epilogues(no_state / "arena" / "epilogues.json").unlocked()) == 1
    monkeypatch.setenv("HOME", str(tmp_path))
    for state in ("", "state"):
        monkeypatch.setenv("XDG_STATE_HOME", state)
        record = epilogues_of(asked=True, id_="osaczeni")
        assert record is not None
        assert record.file == tmp_path / ".local" / "state" / "arena" / "epilogues.json"


def test_a_table_file_may_ask_for_it(tmp_path: Path) -> None:
    """With a path, or with true; the command line goes before the file."""
    file = tmp_path / "table.toml"
    seats = '[seats]\nA = "random"\nB = "random"\nC = "random"\n'
    for given in ("true", '"other.json"'):
        file.write_text(f'ruleset = "osaczeni"\nepilogues = {given}\n{seats}')
        assert load_table(file, Overrides()).epilogues == json.loads(given)
        assert load_table(file, Overrides(epilogues="my.json")).epilogues == "my.json"
    file.write_text(f'ruleset = "osaczeni"\nepilogues = 3\n{seats}')
    with pytest.raises(ConfigError, match=r"epilogues is 3\. Possible: true, false, or the path"):
        table_of(load_table(file, Overrides()))


def test_a_dry_run_prints_a_table_that_can_be_played(tmp_path: Path, capsys: Capture) -> None:
    """Without the option that the record gives; nothing is written."""
    record, table = tmp_path / "my.json", tmp_path / "table.toml"
    record.write_text(GOOD)
    assert main([*GAME, "--dry-run", "--epilogues", str(record)]) == 0
    table.write_text(capsys.readouterr().out)
    assert "unlocked" not in table.read_text()
    assert main(["play", str(table), "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["epilogues"] == str(record)
    assert record.read_text() == GOOD


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["play", "--ruleset", "moh", "--unlock"], "ruleset 'moh' has none. Possible: osaczeni."),
        (["play", "--epilogues", ""], "--epilogues is ''. Possible: the path of a file."),
        (["play", "--epilogues", "a", "--unlock"], "name two records. Possible: one of the two."),
        (["resume", ".", "--epilogues", "a", "--unlock"], "name two records."),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(args: list[str], said: str, capsys: Capture) -> None:
    """Exit code 2 and one sentence."""
    assert main(args) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_a_table_may_not_say_it_twice(tmp_path: Path, capsys: Capture) -> None:
    """`[rules] unlocked` and a record are two answers to one question."""
    file = tmp_path / "table.toml"
    seats = '[seats]\nA = "random"\nB = "random"\nC = "random"\n'
    file.write_text(f'ruleset = "osaczeni"\n{seats}[rules]\nunlocked = "2"\n')
    assert main(["play", str(file), "--dry-run"]) == 0
    assert main(["play", str(file), "--epilogues", str(tmp_path / "my.json")]) == 2
    assert "[rules] unlocked and the record of epilogues" in capsys.readouterr().err


# --- games that are killed ---


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game that found epilogue 18 unlocked."""
    out = tmp_path_factory.mktemp("whole")
    rules = {"unlocked": "18"}
    return asyncio.run(play(config(out, rules=rules), out)).folder


def killed(whole: Path, folder: Path, lines: int | None) -> Path:
    """Copy a game as if it was killed with so many lines in its log; None: just before its seal."""
    copytree(whole, folder)
    log = (whole / "log.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "log.jsonl").write_bytes(b"".join(log[: lines or -1]))
    calls = (whole / "calls.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "calls.jsonl").write_bytes(calls[0])
    return folder


@pytest.mark.parametrize("lines", [40, None])
def test_a_resumed_game_records_its_epilogue_if_asked(
    lines: int | None, whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """It goes on under what was unlocked when it began, and adds to what is unlocked now."""
    game, file = killed(whole, tmp_path / "osaczeni-0001", lines), tmp_path / "my.json"
    file.write_text(GOOD)
    assert main(["resume", str(game), "--quiet", "--json", "--epilogues", str(file)]) == 0
    reached = json.loads(capsys.readouterr().out)["result"]["epilogue"]
    assert header(game)["unlocked"] == "18"
    assert reached != 18
    assert sorted(Epilogues(file).unlocked()) == sorted({2, 11, reached})


def test_a_resumed_game_leaves_the_record_alone_if_not_asked(whole: Path, tmp_path: Path) -> None:
    """Whatever it was begun with."""
    game = killed(whole, tmp_path / "osaczeni-0001", 40)
    assert main(["resume", str(game), "--quiet"]) == 0
    assert not (tmp_path / "state").exists()


def test_a_resume_with_a_broken_record_changes_nothing(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Exit code 2; not even the cut-off line is taken away."""
    game, file = killed(whole, tmp_path / "osaczeni-0001", 40), tmp_path / "my.json"
    with (game / "log.jsonl").open("ab") as log:
        log.write(b'{"half')
    file.write_text("[]")
    before = (game / "log.jsonl").read_bytes()
    assert main(["resume", str(game), "--quiet", "--epilogues", str(file)]) == 2
    assert "where the record should stand" in capsys.readouterr().err
    assert (game / "log.jsonl").read_bytes() == before


def test_a_game_without_epilogues_cannot_be_resumed_with_a_record(
    short_game: Path, tmp_path: Path, capsys: Capture
) -> None:
    """As it cannot be begun with one."""
    game = killed(short_game, tmp_path / "moh-0001", 40)
    assert main(["resume", str(game), "--quiet", "--unlock"]) == 2
    assert "ruleset 'moh' has none. Possible: osaczeni." in capsys.readouterr().err


@pytest.mark.slow
def test_a_game_that_is_killed_in_earnest_records_when_it_is_resumed(tmp_path: Path) -> None:
    """SIGKILL in the middle of it; the record is whole before and after."""
    file, out = tmp_path / "my.json", tmp_path / "out"
    args = [*GAME, "--seed", "5", "--out", str(out), "--epilogues", str(file)]
    slowly = (
        "import asyncio, sys\nfrom arena.seats import Uniform, kinds\n"
        "class Slow(Uniform):\n    async def answer(self, *given):\n"
        "        await asyncio.sleep(0.02)\n        return await super().answer(*given)\n"
        "slow = kinds.Kind(spec='random', make=lambda _, seed, __: Slow(seed), talks=False)\n"
        "kinds.KINDS['random'] = slow\n"
        "from arena.faces.cli import main\nsys.exit(main())\n"
    )
    process = subprocess.Popen([sys.executable, "-c", slowly, *args], env={**os.environ})
    log, deadline = out / "osaczeni-0001" / "log.jsonl", time.monotonic() + 200
    while not (log.exists() and log.read_bytes().count(b'"answer"') > 10):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    assert not file.exists()
    resumed = ["resume", str(out / "osaczeni-0001"), "--quiet", "--epilogues", str(file)]
    assert main(resumed) == 0
    assert list(Epilogues(file).unlocked().values()) == ["osaczeni-0001"]


def test_a_record_in_no_folder_is_wrong_usage(tmp_path: Path, capsys: Capture) -> None:
    """No folders are made for a path that may be a slip."""
    file = tmp_path / "nowhere" / "record.json"
    assert main(["play", "--ruleset", "osaczeni", "--epilogues", str(file), "--seats", "3"]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert not file.parent.exists()


def test_a_stopped_game_says_how_it_goes_on_with_its_record() -> None:
    """The hint names the record that the game was begun with."""
    for asked, option in ((False, ""), (True, " --unlock"), ("my file", " --epilogues 'my file'")):
        progress = Progress(asked, shown=False)
        progress._folder = Path("game")
        assert progress.notes() == [f"To go on: arena resume game{option}"]


def test_a_record_that_cannot_be_written_is_refused_before_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody plays an hour for an epilogue that has no place."""
    (tmp_path / "state").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert main([*GAME, "--out", str(tmp_path / "out"), "--unlock"]) == 2
    assert f"{tmp_path}/state/arena/epilogues.json can't be " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_record_in_a_folder_that_is_locked_for_writing_is_refused(tmp_path: Path) -> None:
    """A lock that stands there from before is no proof that the record can be replaced."""
    (tmp_path / LOCK).touch()
    record = Epilogues(tmp_path / "epilogues.json")
    record.check()
    tmp_path.chmod(0o500)
    try:
        if os.geteuid():
            with pytest.raises(ConfigError, match="can't be written: Permission denied"):
                record.check()
    finally:
        tmp_path.chmod(0o700)
