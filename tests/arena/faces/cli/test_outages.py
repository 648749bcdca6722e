"""A provider that is gone, or answers nothing of use: the game waits, says why, and goes on."""

import json
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.provider import Provider, Trouble
from tests.arena.faces.cli.served import table_file

Capture = pytest.CaptureFixture[str]


def play(server: Provider, out: Path, *lines: str) -> int:
    """Play a silent table of a model and two bots; return the exit code."""
    spec = f"openai-compatible:m@{server.url}"
    more = ["[talk]", 'protocol = "off"', f'[models."{spec}"]', "retries = 0", *lines]
    table = table_file(out / "table.toml", {"Ada": spec, "Ben": "random", "Cyd": "random"}, more)
    return main(["play", table, "--out", str(out / "games"), "--quiet"])


def folder_of(out: Path) -> Path:
    """Return the folder of the one game."""
    (folder,) = (out / "games").iterdir()
    return folder


def counts(folder: Path, *names: str) -> list[int]:
    """Return how many records of calls have each of these types."""
    lines = (folder / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    types = [json.loads(line)["type"] for line in lines]
    return [types.count(name) for name in names]


@pytest.mark.slow
def test_a_game_waits_for_a_server_that_is_gone(tmp_path: Path, capsys: Capture) -> None:
    """Nothing is answered by default; once it is back on its port the game is played to its end."""
    dropped = Trouble(kind="drop", at=tuple(range(3, 100)))
    with Provider([dropped]) as server:
        assert play(server, tmp_path) == 1
        said = capsys.readouterr().err
        folder = folder_of(tmp_path)
        assert "stopped in round" in said
        assert "no connection" in said
        assert f"To go on: arena resume {folder}" in said
        assert counts(folder, "answer_failed") == [0]
        server.change([])
        assert main(["resume", str(folder), "--quiet"]) == 0
    assert counts(folder, "answer_failed") == [0]
    assert main(["verify", str(folder)]) == 0


def test_a_game_of_a_model_that_never_answers_is_none(tmp_path: Path, capsys: Capture) -> None:
    """The command fails, and says what came in place of answers."""
    with Provider([Trouble(kind="unknown_tool")]) as server:
        assert play(server, tmp_path) == 1
        said = capsys.readouterr().err
        folder = folder_of(tmp_path)
        assert "Ada was asked 3 times and never gave an answer" in said
        assert "no_such_tool" in said
        assert counts(folder, "answer_failed") == [3]
        server.change([])
        assert main(["resume", str(folder), "--quiet"]) == 0
