"""`arena replay --pace` and `--step`: told no faster than somebody reads."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.faces.cli.replay_pace import reading_seconds
from tests.corpus.reading import folder

ARENA = [sys.executable, "-m", "arena"]
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def game() -> Path:
    """A short recorded game."""
    return folder("moh-random-3-other")


@pytest.mark.parametrize(
    ("words", "pace", "seconds"),
    [(8, 1, 2.0), (8, 2, 1.0), (8, 0.5, 4.0), (500, 1, 8.0), (0, 1, 0)],
)
def test_a_pace_is_a_multiple_of_reading_speed(words: int, pace: float, seconds: float) -> None:
    """240 words a minute; a board takes no longer than eight seconds at pace 1."""
    assert reading_seconds("word " * words, pace) == seconds


def test_a_pace_changes_no_word(game: Path, capsys: Capture) -> None:
    """Told fast enough for a test."""
    assert main(["replay", str(game), "--as", "Ada"]) == 0
    at_once = capsys.readouterr().out
    assert main(["replay", str(game), "--as", "Ada", "--pace", "1e6"]) == 0
    assert capsys.readouterr().out == at_once


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--pace", "0"], "--pace is 0.0. Possible: a number above 0"),
        (["--pace", "nan"], "--pace is nan. Possible"),
        (["--pace", "1", "--step"], "Possible: one of the two."),
        (["--step"], "--step waits for keys, and this is no terminal. Possible: --pace 1.5."),
        (["--pace", "1", "--json"], "without --calls and --json"),
        (["--step", "--calls"], "without --calls and --json"),
    ],
)
def test_what_cannot_be_waited_for_is_refused(
    given: list[str], said: str, game: Path, capsys: Capture
) -> None:
    """Before anything is told."""
    assert main(["replay", str(game), *given]) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Set-up" not in printed.out


@pytest.mark.slow
def test_ctrl_c_ends_a_paced_replay_quietly(game: Path) -> None:
    """Who has read enough gets no message, and the exit code of success."""
    process = subprocess.Popen(
        [*ARENA, "replay", str(game), "--pace", "0.01"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    first = [process.stdout.readline() for _ in range(3)]
    process.send_signal(signal.SIGINT)
    rest, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (0, "")
    assert first[0] == "Mall of Horror, with all secrets\n"
    assert "The end" not in rest


@pytest.mark.slow
@pytest.mark.parametrize(
    "last", [b"q", *(pytest.param(each, marks=pytest.mark.slow) for each in (b"Q", b"\x04"))]
)
def test_keys_step_through_a_game(last: bytes, game: Path) -> None:
    """Each shows the next sentence, the last ends it; the terminal is as it was before."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    process = subprocess.Popen(
        [*ARENA, "replay", str(game), "--step"], stdin=theirs, stdout=theirs, stderr=subprocess.PIPE
    )
    shown = read_until(ours, b"Clockwise sit")
    for word in (b"first Chief", b"The deck, top first"):
        assert word not in shown
        os.write(ours, b" ")
        shown += read_until(ours, word)
    os.write(ours, last)
    _, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (0, b"")
    assert termios.tcgetattr(theirs) == before
    for each in (ours, theirs):
        os.close(each)


def read_until(terminal: int, word: bytes) -> bytes:
    """Return what is shown until a word of it; fail where nothing more comes."""
    shown = b""
    while word not in shown:
        assert select.select([terminal], [], [], 60)[0], shown
        shown += os.read(terminal, 4096)
    return shown
