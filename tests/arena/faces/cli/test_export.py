"""`arena export`: what is told where games or the folder are not as they should be."""

import hashlib
import json
from pathlib import Path

import pytest

from arena.faces.cli import main
from tests.arena.lab.example_games import changed, games_in

Capture = pytest.CaptureFixture[str]


@pytest.mark.slow
def test_names_are_left_out_where_one_asks(tmp_path: Path, capsys: Capture) -> None:
    """Of all files."""
    games_in(tmp_path / "games", "a")
    out = tmp_path / "out"
    options = ["--to", "csv", "--out", str(out), "--redact"]
    assert main(["export", str(tmp_path / "games"), *options]) == 0
    capsys.readouterr()
    plain = (tmp_path / "games" / "a" / "game.json").read_text(encoding="utf-8")
    for name in ("Anna", "Bruno", "Clara"):
        assert name in plain
        assert [each.name for each in out.iterdir() if name.encode() in each.read_bytes()] == []


def test_games_that_are_left_out_stand_in_the_document(tmp_path: Path, capsys: Capture) -> None:
    """With the reason; nothing is written where none is left."""
    games_in(tmp_path, "a")
    changed(tmp_path / "a")
    assert main(["export", str(tmp_path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert "was changed" in found["left_out"]["a"]
    assert found | {"left_out": {}} == {
        "folder": str(tmp_path), "export": None, "games": 0, "files": [], "left_out": {},
    }  # fmt: skip
    assert not (tmp_path / "export").exists()


def test_where_it_cannot_be_written_one_is_told(tmp_path: Path, capsys: Capture) -> None:
    """In a sentence, with exit code 1."""
    games_in(tmp_path / "games", "a")
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = tmp_path / "file" / "out"
    assert main(["export", str(tmp_path / "games"), "--out", str(out)]) == 1
    assert "can't be written" in capsys.readouterr().err


def test_another_folder_is_not_written_over(tmp_path: Path, capsys: Capture) -> None:
    """Exit code 2, and what is possible."""
    games_in(tmp_path, "a")
    log = tmp_path / "a" / "log.jsonl"
    before = hashlib.sha256(log.read_bytes()).digest()
    assert main(["export", str(tmp_path), "--out", str(tmp_path / "a")]) == 2
    assert "another folder with --out" in " ".join(capsys.readouterr().err.split())
    assert hashlib.sha256(log.read_bytes()).digest() == before


def test_an_export_is_exported_again(tmp_path: Path, capsys: Capture) -> None:
    """Beside the games it is no game; the same games give the same sums."""
    games_in(tmp_path, "a")
    sums = []
    for _ in range(2):
        assert main(["export", str(tmp_path)]) == 0
        assert "is left out" not in capsys.readouterr().out
        sums.append((tmp_path / "export" / "SHA256SUMS").read_bytes())
    assert sums[0] == sums[1]
