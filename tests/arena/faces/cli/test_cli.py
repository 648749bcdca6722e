"""The command line through its own door, in this process and in others."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.calls.records import SessionEnded
from arena.faces.cli import commands, main
from arena.transcript.reader import read
from tests.breadth import breadth

ARENA = [sys.executable, "-m", "arena.faces.cli"]
COMMANDS = tuple(name for name in commands.COMMANDS if name != "tournament")
SLOW_TABLE = """
import asyncio, sys
from arena.seats import kinds, Scripted
async def nap(question):
    await asyncio.sleep(0.05)
    return question.options[0].id
kinds.KINDS["random"] = kinds.Kind(spec="random", make=lambda *_: Scripted(nap), talks=False)
from arena.faces.cli import main
sys.exit(main(["play", "--out", sys.argv[1], *sys.argv[2:]]))
"""


def run(*args: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run `arena` in another process."""
    return subprocess.run(
        [*ARENA, *args], cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_shows_an_example(
    command: str, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`-h` is as good as `--help`."""
    assert main([command, flag]) == 0
    assert f"Example: arena {command}" in capsys.readouterr().out


@pytest.mark.parametrize("command", [e for e in COMMANDS if e not in {"join", "provider", "serve"}])
def test_each_command_can_answer_in_json(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All but those that serve until they are ended."""
    assert main([command, "-h"]) == 0
    assert "--json" in capsys.readouterr().out


def test_the_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """With where to begin."""
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in (*COMMANDS, "Begin with: arena play") if name not in shown] == []
    assert "...\n" not in shown.partition("Commands:")[2]  # each says in a line what it does


@pytest.mark.parametrize("args", [["plya"], ["play", "--sead", "7"], ["play", "--seats", "x"]])
def test_wrong_usage_is_exit_code_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error, without a traceback; `--json` still prints one document."""
    assert main(args) == 2
    assert main([*args, "--json"]) == 2
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    assert json.loads(printed.out)["exit_code"] == 2


def test_play_tells_the_game_and_ends_with_a_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Progress on standard error; scores, what decided, and what to do next on standard output."""
    assert main(["play", "--seats", "3", "--seed", "7", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    folder = tmp_path / "moh-0001"
    for part in (
        "Points",
        "Cards",
        "wins with",
        f"arena replay {folder}",
        f"arena verify {folder}",
    ):
        assert part in printed.out
    assert "Round 1 ─" in printed.err
    assert "Round 1 ─" not in printed.out


@pytest.mark.slow
def test_play_needs_no_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The demo table, into `transcripts/` of the current folder; quiet shows only the end."""
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--quiet"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "wins with" in printed.out
    assert (tmp_path / "transcripts" / "moh-0001" / "game.json").is_file()


def test_play_as_json_prints_one_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing else, on either stream."""
    assert main(["play", "--json", "--seats", "3", "--seed", "5", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert printed.err == ""
    assert document["finished"] is True
    assert document["folder"] == str(tmp_path / "moh-0001")
    assert set(document["seats"]) == {"Anna", "Bruno", "Clara"}
    assert document["seats"]["Anna"]["defaults"] == {}
    assert document["result"]["end_reason"] in {"few_left", "together"}


@pytest.mark.parametrize("module", breadth(["arena", "arena.faces.cli"], []))
def test_the_package_is_the_command(module: str, tmp_path: Path) -> None:
    """Where `arena` is not on the path, Python finds it."""
    ran = subprocess.run(
        [sys.executable, "-m", module, "rulesets"], cwd=tmp_path, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "osaczeni" in ran.stdout


def test_a_dry_run_prints_the_table_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a table file that could be played, with every option in force."""
    out = str(tmp_path / "out")
    args = ["play", "--dry-run", "--seats", "3", "--seat", "Mary Ann=random", "--out", out]
    assert main(args) == 0
    file = tmp_path / "table.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["play", str(file), "--dry-run", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document["seats"]) == ["Mary Ann", "Bruno", "Clara"]
    assert document["rules"]["seating"] == "join"
    assert document["out"] == out
    assert not (tmp_path / "out").exists()


def test_a_dry_run_shows_no_seed_that_will_not_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A secret seed is drawn when the game is played."""
    file = tmp_path / "table.toml"
    file.write_text('[seats]\nA = "random"\nB = "random"\nC = "random"\n')
    assert main(["play", str(file), "--dry-run"]) == 0
    assert "# seed: a secret one is drawn" in capsys.readouterr().out


@pytest.mark.slow
def test_no_colour_is_honoured(tmp_path: Path) -> None:
    """NO_COLOR wins over a terminal that is forced."""
    plain = run("play", "--out", "o", cwd=tmp_path, NO_COLOR="1", FORCE_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain.stdout + plain.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("out", ["/proc/none", "file"])
def test_an_out_folder_that_cannot_be_written(out: str, tmp_path: Path) -> None:
    """One sentence, exit code 2, no traceback: in a process of its own."""
    (tmp_path / "file").touch()
    ran = run("play", "--out", out, cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert f"the out folder {out} can't be written" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_wrong_table_in_a_process_of_its_own(tmp_path: Path) -> None:
    """What a user sees: one line and the exit code."""
    (tmp_path / "t.toml").write_text('sead = 1\n[seats]\nA = "random"\n')
    ran = run("play", "t.toml", cwd=tmp_path)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert "Did you mean 'seed'?" in ran.stderr


def test_an_error_as_json_is_one_document_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Programs that read standard output get the sentence."""
    assert main(["verify", str(tmp_path / "none"), "--json"]) == 2
    document = json.loads(capsys.readouterr().out)
    assert "there is no folder" in document["error"]
    assert document["exit_code"] == 2


def test_verify_says_that_a_game_is_true(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a game; a folder of games too."""
    assert main(["verify", str(game)]) == 0
    assert main(["verify", str(game.parent)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == lines[1]
    assert re.search(r": true\. \d+ records follow from the rules; .* won\.$", lines[0])


def test_verify_names_the_first_line_that_is_not_true(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1, in words and as JSON."""
    for name in ("game.json", "log.jsonl", "calls.jsonl"):
        (tmp_path / name).write_bytes((game / name).read_bytes())
    lines = (game / "log.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "log.jsonl").write_bytes(b"".join([*lines[:56], *lines[57:]]))
    assert main(["verify", str(tmp_path)]) == 1
    assert "NOT TRUE. log.jsonl line 57:" in capsys.readouterr().out
    assert main(["verify", str(tmp_path), "--json"]) == 1
    (verdict,) = json.loads(capsys.readouterr().out)["games"]
    assert (verdict["ok"], verdict["file"], verdict["line"]) == (False, "log.jsonl", 57)


@pytest.mark.parametrize("json_", [pytest.param([], marks=pytest.mark.slow), ["--json"]])
def test_ctrl_c_stops_cleanly(tmp_path: Path, json_: list[str]) -> None:
    """Exit code 1 and one sentence; the transcript is whole, unfinished, and sound."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_TABLE, str(tmp_path), *json_],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    log = tmp_path / "moh-0001" / "log.jsonl"
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and not (log.exists() and b'"answer"' in log.read_bytes()):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 1, error
    assert "Traceback" not in error
    assert re.search(r"arena: stopped in round \d, phase \w+; .* keeps what was played", error)
    assert read(log.parent).calls[-1].data == SessionEnded(reason="interrupted")
    assert main(["verify", str(log.parent)]) == 1
    if json_:
        assert json.loads(out)["finished"] is False


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    """`arena ... | head` ends quietly."""
    command = f"{sys.executable} -m arena.faces.cli rulesets | true"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr


# --- start-up ---

HEAVY = ("openai", "anthropic", "langgraph", "pydantic", "rich", "engine", "langsmith")


def loaded(code: str, cwd: Path) -> set[str]:
    """Return the top-level packages that a program has imported at its end."""
    show = "\nimport sys\nprint('loaded', *{name.partition('.')[0] for name in sys.modules})"
    ran = subprocess.run(
        [sys.executable, "-c", code + show], cwd=cwd, capture_output=True, text=True, check=True
    )
    return set(ran.stdout.splitlines()[-1].split()[1:])


def test_the_help_imports_nothing_heavy(tmp_path: Path) -> None:
    """What `arena --help` costs is typer."""
    code = "from arena.faces.cli import main\nmain(['--help'])"
    assert loaded(code, tmp_path).isdisjoint(HEAVY)


@pytest.mark.slow
def test_a_game_of_bots_imports_no_model_client(tmp_path: Path) -> None:
    """Offline games don't pay for clients that they don't call."""
    code = "from arena.faces.cli import main\nmain(['play', '--quiet'])"
    assert loaded(code, tmp_path).isdisjoint({"openai", "anthropic"})
