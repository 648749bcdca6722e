"""What becomes of a command whose streams or files are not what they should be."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.faces.cli.signals import Signals
from arena.table.verify import verify
from arena.text import document, escaped

ARENA = f"{sys.executable} -m arena.faces.cli"
BOTS = "--seats 3 --seed 5 --seat A=random --seat B=random --seat C=random"
"""A game that is short."""
Capture = pytest.CaptureFixture[str]


def shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `arena` is this checkout's."""
    line = f'arena() {{ {ARENA} "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", line], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "2> >(true)", "2>&- <&-"])
def test_a_game_needs_nobody_who_watches(closed: str, tmp_path: Path) -> None:
    """Where standard error is closed, full or broken, the game goes on to its end."""
    ran = shell(f"arena play {BOTS} --out o {closed}", tmp_path)
    assert ran.returncode == 0
    assert "wins with" in ran.stdout
    assert verify(tmp_path / "o" / "moh-0001").ok


@pytest.mark.slow
@pytest.mark.parametrize("args", [f"play {BOTS} --quiet --out o", "rulesets moh-ru"])
def test_a_terminal_that_lacks_letters_is_shown_what_it_has(args: str, tmp_path: Path) -> None:
    """What its encoding does not know is written out."""
    ran = shell(f"PYTHONUTF8=0 PYTHONIOENCODING=ascii arena {args}", tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.isascii()


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", ">/dev/full"])
@pytest.mark.parametrize(
    "args", [f"play {BOTS} --quiet --out o", "rulesets", "rulesets --json", "--help"]
)
def test_a_result_that_cannot_be_printed_is_exit_code_1(
    closed: str, args: str, tmp_path: Path
) -> None:
    """One sentence, no traceback."""
    ran = shell(f"arena {args} {closed}", tmp_path)
    assert ran.returncode == 1
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.startswith("arena: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    "args",
    [f"play {BOTS} --out o", "rulesets", "rulesets moh", "rulesets --diff moh osaczeni", "doctor"],
)  # fmt: skip
def test_a_terminal_without_columns_is_printed_to(args: str, tmp_path: Path) -> None:
    """As a terminal that nobody has sized says of itself."""
    ran = shell(f"COLUMNS=0 arena {args}", tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout) > 200
    assert len(ran.stderr) > 200 or not args.startswith("play")


@pytest.mark.slow
def test_a_full_disk_ends_a_game_in_one_sentence(tmp_path: Path) -> None:
    """What was refused and how it goes on, and nothing of the graph that the error crossed."""
    ran = shell("ulimit -f 40; arena play --quiet --out o", tmp_path)
    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert line.startswith("arena: o/moh-0001/")
    assert line.endswith("is whole. To go on: arena resume o/moh-0001")


def test_no_game_begins_after_an_interrupt_that_was_lost() -> None:
    """Python drops what a signal raises within a clean-up; the game had not begun yet."""
    lost = Signals()
    with pytest.raises(KeyboardInterrupt):
        lost.handle()
    lost.handle()  # together with the first: ignored
    with pytest.raises(KeyboardInterrupt), lost.requesting(lambda: None):
        raise AssertionError("the game began")


def test_an_interrupt_that_was_lost_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback beside the one sentence would be no quiet end; any other error is printed."""

    class Cleared:
        def __init__(self, error: BaseException) -> None:
            self.error = error

        def __del__(self) -> None:
            raise self.error

    printed: list[BaseException | None] = []
    print_dropped = lambda dropped: printed.append(dropped.exc_value)  # noqa: E731 - compared below
    monkeypatch.setattr(sys, "unraisablehook", print_dropped)
    error = ValueError("no interrupt")
    with Signals().handled():
        Cleared(KeyboardInterrupt())
        Cleared(error)
    assert printed == [error]
    assert sys.unraisablehook is print_dropped


def test_of_signals_that_come_together_the_first_requests_a_stop() -> None:
    """Within a second they count as one."""
    requests: list[str] = []
    signals = Signals()
    with signals.requesting(lambda: requests.append("stop")):
        for _ in range(5):
            signals.handle()
    assert requests == ["stop"]


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.0, 0.1, 0.3, 0.8])
@pytest.mark.parametrize(("sent", "times"), [(signal.SIGINT, 6), (signal.SIGTERM, 1)])
def test_stopped_whenever_however_often(
    sent: signal.Signals, times: int, delay: float, tmp_path: Path
) -> None:
    """Exit code 1, one sentence, one document, no traceback: at the start as in the game."""
    code = (
        "import arena.faces.cli as c, os, sys; from arena.faces.cli.signals import signals\n"
        "with signals.handled(): print('up', file=sys.stderr, flush=True); "
        "sys.argv[1:] = ['play', '--json', '--out', 'o']; os._exit(c.main())"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.readline() == "up\n"
    time.sleep(delay + 0.05)
    for _ in range(times):
        process.send_signal(sent)
        time.sleep(0.002)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 1, error
    assert "Traceback" not in error
    assert len(error.splitlines()) == 1
    assert "stopped" in json.loads(out)["error"]


@pytest.mark.parametrize(
    "args",
    [
        ["rulesets", "mho"],
        ["rulesets", "moh", "--options", "moh"],
        ["replay", "nowhere"],
        ["verify", "nowhere"],
        ["play", "nowhere.toml"],
        ["play", "--sead", "7"],
        ["play", "--seats", "many"],
        ["rulesets", "--diff", "moh"],
        ["replay"],
    ],
    ids=" ".join,
)
def test_the_document_says_what_standard_error_says(args: list[str], capsys: Capture) -> None:
    """One document, the same clear sentence, exit code 2."""
    assert main([*args, "--json"]) == 2
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["exit_code"] == 2
    assert found["error"] in printed.err
    assert len(found["error"]) > 10


def broken(game: Path, folder: Path, change: tuple[str, str]) -> Path:
    """Return a copy of a game in which something was replaced in the log."""
    folder.mkdir()
    for name in ("game.json", "log.jsonl", "calls.jsonl"):
        (folder / name).write_bytes((game / name).read_bytes())
    text = (folder / "log.jsonl").read_text(encoding="utf-8")
    assert change[0] in text
    (folder / "log.jsonl").write_text(text.replace(*change), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"seen_by":"all"', '"seen_by":5'), "makes no sense: seen_by is 5"),
        (('"type":"votes_revealed"', '"type":null'), "makes no sense: type is None"),
        (('"totals":', '"sums":'), "makes no sense: as 'votes_revealed'"),
        (('"card":"', '"card":"x'), "is not proven"),
        (('"winners":', '"victors":'), "makes no sense: as 'sealed'"),
    ],
    ids=str,
)
def test_a_game_that_makes_no_sense_is_told_as_far_as_it_does(
    game: Path, tmp_path: Path, capsys: Capture, change: tuple[str, str], said: str
) -> None:
    """One sentence, exit code 1, no traceback."""
    folder = broken(game, tmp_path / "g", change)
    code = main(["replay", str(folder)])
    error = capsys.readouterr().err
    assert code == 1
    assert said in error
    assert len(error.splitlines()) <= 1


def test_a_replay_writes_nothing_but_text_to_the_terminal(
    game: Path, tmp_path: Path, capsys: Capture
) -> None:
    """What a file holds cannot move the cursor, in prose as in JSON."""
    folder = broken(game, tmp_path / "g", ('"player":"Ada"', '"player":"A\\u001b[2J\\u202e\\r"'))
    for args in ([], ["--json"]):
        main(["replay", str(folder), *args])
        out = capsys.readouterr().out
        assert out.replace("\n", "").isprintable()


def test_escapes_mean_the_same() -> None:
    """A document is read back as it was."""
    text = "Zoë ▶ \x1b[2J\x9b\u202e\U000e0001\ud800 end"
    assert json.loads(document({"a": text})) == {"a": text}
    assert document(text).isprintable()
    assert escaped("Zoë ▶") == "Zoë ▶"
    assert escaped("a\r\x1b\u202e") == r"a\r\x1b\u202e"


def test_a_file_is_no_folder_of_games(game: Path, capsys: Capture) -> None:
    """It is said to be one, and where it lies."""
    assert main(["verify", str(game / "game.json")]) == 2
    assert f"game.json is a file. Possible: the folder that it is in, {game}." in (
        capsys.readouterr().err
    )


def test_the_version_is_shown(capsys: Capture) -> None:
    """Name and number."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("arena 0.")


def test_a_table_that_is_no_file_is_refused(tmp_path: Path, capsys: Capture) -> None:
    """A pipe is not waited for."""
    os.mkfifo(tmp_path / "pipe.toml")
    for path in (str(tmp_path / "pipe.toml"), str(tmp_path), os.devnull):
        assert main(["play", path]) == 2
        assert "is no regular file" in capsys.readouterr().err


@pytest.mark.parametrize("flag", ["--seed", "--out", "--ruleset"])
def test_an_empty_argument_is_refused(flag: str, capsys: Capture) -> None:
    """It is not taken for one that was left out."""
    assert main(["play", flag, "", "--dry-run"]) == 2
    assert f"{flag} is ''" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    ['seed = ""', "seed = 1.5", "seed = true", 'out = ""', "limits.answer_seconds = inf",
     "limits.answer_seconds = nan", "seed = " + "1" * 5000],
)  # fmt: skip
def test_a_value_that_cannot_be_played_is_refused(
    line: str, tmp_path: Path, capsys: Capture
) -> None:
    """One sentence."""
    file = tmp_path / "t.toml"
    file.write_text(line + '\n[seats]\nA = "random"\nB = "random"\nC = "random"\n')
    assert main(["play", str(file), "--dry-run"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
