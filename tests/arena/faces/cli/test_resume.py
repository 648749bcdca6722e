"""`arena resume`: games that were stopped or killed, through the command's own door."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree

import pytest

from arena.faces.cli import main
from arena.text import shell_path
from arena.transcript.disk import Lock
from arena.transcript.reader import is_sealed

ARENA = [sys.executable, "-m", "arena.faces.cli"]
SLOWLY = """
import asyncio, sys
from arena.seats import Uniform, kinds
class Slow(Uniform):
    async def answer(self, question, view, heard):
        await asyncio.sleep(0.02)
        return await super().answer(question, view, heard)
kinds.KINDS["random"] = kinds.Kind(spec="random", make=lambda _, seed, __: Slow(seed), talks=False)
from arena.faces.cli import main
sys.exit(main())
"""
"""`arena` with seats that take their time, and then answer as random ones do."""
NAMES = ("Anna", "Bruno", "Clara")
SEED = (
    "--seats", "3", "--seed", "5", *(f"--seat={name}=random" for name in NAMES),
)  # fmt: skip
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a game that was never stopped."""
    out = tmp_path_factory.mktemp("whole")
    assert main(["play", "--quiet", *SEED, "--out", str(out)]) == 0
    return out / "moh-0001"


def killed(whole: Path, folder: Path, lines: int = 60, rest: bytes = b"") -> Path:
    """Copy a game as if it was killed when its log had so many lines and a `rest`."""
    copytree(whole, folder)
    for name, kept, after in (("log.jsonl", lines, rest), ("calls.jsonl", 1, b"")):
        log = (whole / name).read_bytes().splitlines(keepends=True)
        (folder / name).write_bytes(b"".join(log[:kept]) + after)
    return folder


def stopped(out: Path, *args: str, answers: int = 20, times: int = 1) -> tuple[int, str, str]:
    """Play in another process, press Ctrl-C after some answers; return exit code and output."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, *args],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    log, deadline = out / "moh-0001" / "log.jsonl", time.monotonic() + 200
    while time.monotonic() < deadline and not _has(log, answers):
        time.sleep(0.02)
    for _ in range(times):
        process.send_signal(signal.SIGINT)  # of a process that has ended it does nothing
        time.sleep(0.001)
    printed, error = process.communicate(timeout=60)
    return process.returncode, printed, error


def _has(log: Path, answers: int) -> bool:
    return log.exists() and log.read_bytes().count(b'"type":"answer"') >= answers


def records(folder: Path) -> list[bytes]:
    """Return the log without its footer, which has the digest of the sessions."""
    lines = (folder / "log.jsonl").read_bytes().splitlines()
    assert is_sealed(folder)
    return lines[:-1]


def refused(capsys: Capture, *args: str) -> str:
    """Return the one sentence with which wrong usage is refused."""
    assert main(["resume", *args]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    return line


@pytest.mark.slow
def test_a_game_stopped_by_ctrl_c_goes_on_to_the_same_end(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Two processes write the log that one would have written; then it proves itself."""
    code, _, error = stopped(tmp_path, "play", *SEED, "--out", str(tmp_path))
    folder = tmp_path / "moh-0001"
    assert code == 1
    assert not is_sealed(folder)
    before = len((folder / "log.jsonl").read_bytes().splitlines())
    assert error.splitlines()[-1].endswith(f"To go on: arena resume {folder}")
    assert main(["resume", str(folder)]) == 0
    resumed = capsys.readouterr()
    assert resumed.err.startswith(f"arena: {folder} goes on after {before} records.\n")
    assert "wins with" in resumed.out or "share the win" in resumed.out
    assert records(folder) == records(whole)
    assert main(["verify", str(folder)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("times", [2, 5, 2000])
def test_an_impatient_ctrl_c_is_one(whole: Path, tmp_path: Path, times: int) -> None:
    """Pressed twice, until it ends, or passed on by a shell: it still says how to go on."""
    code, _, error = stopped(tmp_path, "play", *SEED, "--out", str(tmp_path), times=times)
    folder = tmp_path / "moh-0001"
    assert code == 1
    assert error.splitlines()[-1].endswith(f"To go on: arena resume {folder}")
    assert main(["resume", "--quiet", str(folder)]) == 0
    assert records(folder) == records(whole)


@pytest.mark.slow
def test_a_game_may_be_stopped_again_and_again(whole: Path, tmp_path: Path) -> None:
    """Each time it says how it goes on, and at the end it is the same game."""
    folder = tmp_path / "moh-0001"
    stopped(tmp_path, "play", *SEED, "--out", str(tmp_path), answers=10)
    code, _, error = stopped(tmp_path, "resume", str(folder), answers=25)
    assert code == 1
    assert f"To go on: arena resume {folder}" in error
    assert main(["resume", "--quiet", str(folder)]) == 0
    assert records(folder) == records(whole)


@pytest.mark.slow
def test_a_stopped_game_as_json_is_one_document_that_says_how_to_go_on(tmp_path: Path) -> None:
    """Unfinished, without a word of who kept faith: it may go on."""
    code, printed, _ = stopped(tmp_path, "play", "--json", *SEED, "--out", str(tmp_path))
    document = json.loads(printed)
    assert (code, document["finished"], document["result"]) == (1, False, None)
    assert document["error"].endswith(f"To go on: arena resume {tmp_path / 'moh-0001'}")
    assert document["talk"] == {}


def test_a_finished_game_cannot_go_on(whole: Path, capsys: Capture) -> None:
    """One sentence, exit code 2, and what can be done with it."""
    said = refused(capsys, str(whole))
    assert said == f"arena: {whole} is finished. Possible: arena replay {whole}"


def test_of_several_unfinished_games_one_has_to_be_named(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """They are listed; the finished one is not."""
    names = [str(killed(whole, tmp_path / f"moh-000{number}")) for number in (1, 3)]
    copytree(whole, tmp_path / "moh-0002")
    said = refused(capsys, str(tmp_path))
    assert said == f"arena: {tmp_path} holds 2 unfinished games. Possible: {', '.join(names)}."


def test_the_only_unfinished_game_of_a_folder_goes_on(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Its finished neighbours stay as they are."""
    copytree(whole, tmp_path / "moh-0001")
    folder = killed(whole, tmp_path / "moh-0002")
    assert main(["resume", "--quiet", str(tmp_path)]) == 0
    assert records(folder) == records(whole)
    assert f"Transcript  {folder}" in capsys.readouterr().out


def test_a_folder_of_finished_games_has_none_to_go_on_with(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """It says so."""
    for name in ("moh-0001", "moh-0002"):
        copytree(whole, tmp_path / name)
    assert f"{tmp_path} holds 0 unfinished games." in refused(capsys, str(tmp_path))


@pytest.mark.parametrize("rest", [b"{", b'{"i":60,"type":"an'])
def test_a_half_written_last_line_is_cut_off_and_said_so(
    whole: Path, tmp_path: Path, capsys: Capture, rest: bytes
) -> None:
    """On standard error; the line is written anew."""
    folder = killed(whole, tmp_path / "moh-0001", rest=rest)
    assert main(["resume", "--quiet", str(folder)]) == 0
    notice = f"{folder} goes on after 60 records; {len(rest)} bytes of a half-written one"
    assert capsys.readouterr().err.splitlines() == [f"arena: {notice} are cut off."]
    assert records(folder) == records(whole)


@pytest.mark.slow
def test_a_full_disk_says_how_to_go_on(whole: Path, tmp_path: Path) -> None:
    """Once there is room; as a sentence and as JSON."""
    for out, extra in ((tmp_path / "said", []), (tmp_path / "json", ["--json"])):
        played = ["play", "--quiet", *SEED, "--out", str(out), *extra]
        line = f"ulimit -f 64; exec {' '.join([*ARENA, *played])}"
        run = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        folder = out / "moh-0001"
        assert run.returncode == 1
        said = json.loads(run.stdout)["error"] if extra else run.stderr
        assert "log.jsonl can't be written: File too large" in said
        assert f"To go on: arena resume {folder}" in said
        assert main(["resume", "--quiet", str(folder)]) == 0
        assert records(folder) == records(whole)


def test_a_refused_resume_says_nothing_of_what_it_did_not_do(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Another process plays the game: no notice that something was cut off."""
    folder = killed(whole, tmp_path / "moh-0001", rest=b"{")
    lock = Lock(folder)
    said = refused(capsys, str(folder))
    lock.close()
    assert said.endswith("is being played by another process. Possible: to wait until that one "
                         "has ended.")  # fmt: skip


def test_a_game_killed_before_its_log_was_made_hides_no_other(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """It is listed with the unfinished ones, and goes on when it is named."""
    folder = killed(whole, tmp_path / "moh-0001", lines=0)
    (folder / "log.jsonl").unlink()
    other = killed(whole, tmp_path / "moh-0002")
    assert f"Possible: {folder}, {other}." in refused(capsys, str(tmp_path))
    assert main(["verify", str(folder)]) == 1
    assert "unfinished" in capsys.readouterr().out
    assert main(["replay", str(folder)]) == 0
    assert "The game is not finished" in capsys.readouterr().out
    assert main(["resume", "--quiet", str(folder)]) == 0
    assert records(folder) == records(whole)


def test_other_versions_are_named(whole: Path, tmp_path: Path, capsys: Capture) -> None:
    """The same end is promised for the same bots only."""
    folder = killed(whole, tmp_path / "moh-0001", lines=0)
    (folder / "log.jsonl").unlink()
    header = (folder / "game.json").read_text(encoding="utf-8")
    changed = re.sub(r'("python": ?)"[^"]*"', r'\1"3.10.1"', header)
    (folder / "game.json").write_text(changed, encoding="utf-8")
    assert main(["resume", "--quiet", str(folder)]) == 0
    assert "it was begun under python 3.10.1, now 3." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "pasted"),
    [("my games", "'my games'"), ("-dash", "./-dash"), ("it's", "'it'\"'\"'s'"), ("o", "o")],
)
def test_what_is_to_be_pasted_can_be(name: str, pasted: str) -> None:
    """Blanks, dashes and quotation marks in a folder's name."""
    assert shell_path(Path(name)) == pasted


def test_json_prints_one_document(whole: Path, tmp_path: Path, capsys: Capture) -> None:
    """The same as `play --json`, and nothing else on standard output."""
    folder = killed(whole, tmp_path / "moh-0001")
    assert main(["resume", "--json", str(folder)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["folder"] == str(folder)
    assert (document["finished"], document["error"]) == (True, None)
    assert set(document["seats"]) == set(NAMES)


def test_an_error_as_json_is_one_document(whole: Path, capsys: Capture) -> None:
    """With the sentence and the exit code."""
    assert main(["resume", "--json", str(whole)]) == 2
    document = json.loads(capsys.readouterr().out)
    assert document["exit_code"] == 2
    assert "is finished" in document["error"]


def test_what_was_told_before_is_not_told_again(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Progress begins where the game goes on."""
    folder = killed(whole, tmp_path / "moh-0001", lines=len(records(whole)) - 100)
    assert main(["resume", str(folder)]) == 0
    progress = capsys.readouterr().err
    assert "Clockwise sit" not in progress
    assert not re.search(r"^Round 1 ", progress, flags=re.MULTILINE)
    assert "is eaten at" in progress or "holds: strength" in progress


def test_a_game_that_is_not_true_does_not_go_on(
    whole: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Exit code 1 and its first wrong line; nothing is written."""
    folder = killed(whole, tmp_path / "moh-0001")
    log = folder / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:40], *lines[41:]]))
    forged = log.read_bytes()
    assert main(["resume", str(folder)]) == 1
    assert f"{log} line 41:" in capsys.readouterr().err
    assert log.read_bytes() == forged


def test_a_missing_folder_is_wrong_usage(tmp_path: Path, capsys: Capture) -> None:
    """As with every command that reads one."""
    assert "there is no folder" in refused(capsys, str(tmp_path / "none"))
    assert list(tmp_path.iterdir()) == []
