"""`arena analyze` and `arena export`."""

import json
from pathlib import Path

import pytest

from arena.faces.cli import main
from tests.arena.lab.example_games import cut, games_in

Capture = pytest.CaptureFixture[str]


@pytest.mark.slow
def test_analyze_writes_a_report_and_says_where(tmp_path: Path, capsys: Capture) -> None:
    """Beside the games."""
    games_in(tmp_path, "a")
    assert main(["analyze", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "1 game of 5 entrants." in printed
    assert "no opportunity" in printed
    assert str(tmp_path / "lab" / "report.html") in printed.replace("\n", "")
    page = (tmp_path / "lab" / "report.html").read_text(encoding="utf-8")
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "<script src" not in page


@pytest.mark.slow
def test_analyze_in_json_is_one_document(tmp_path: Path, capsys: Capture) -> None:
    """With every figure that is printed."""
    games_in(tmp_path, "a")
    assert main(["analyze", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 1
    assert {each["measure"] for each in found["measures"]} >= {"lie", "promise", "power"}
    assert all(each["proven"] for each in found["measures"])
    assert "bloc_stability" in found["not_shown"]


@pytest.mark.slow
def test_what_is_not_proven_is_shown_where_one_asks(tmp_path: Path, capsys: Capture) -> None:
    """And marked."""
    games_in(tmp_path, "a")
    assert main(["analyze", str(tmp_path), "--json", "--unproven"]) == 0
    found = json.loads(capsys.readouterr().out)
    proven = {each["measure"]: each["proven"] for each in found["measures"]}
    assert proven["lie"] is True
    assert proven["bloc_stability"] is False
    assert found["not_shown"] == []


@pytest.mark.slow
@pytest.mark.parametrize(("strict", "code"), [(False, 0), (True, 1)])
def test_a_game_that_is_left_out_fails_where_one_is_strict(
    tmp_path: Path, capsys: Capture, *, strict: bool, code: int
) -> None:
    """It is named either way."""
    games_in(tmp_path, "a", "b")
    cut(tmp_path / "b")
    assert main(["analyze", str(tmp_path), *(["--strict"] if strict else [])]) == code
    assert "b is left out" in " ".join(capsys.readouterr().out.split())


def test_where_no_game_can_be_read_it_fails(tmp_path: Path, capsys: Capture) -> None:
    """And writes no report."""
    games_in(tmp_path, "a")
    cut(tmp_path / "a")
    assert main(["analyze", str(tmp_path)]) == 1
    capsys.readouterr()
    assert not (tmp_path / "lab" / "report.html").exists()


@pytest.mark.parametrize("command", ["analyze", "export"])
def test_a_folder_that_is_not_there_is_wrong_usage(
    tmp_path: Path, capsys: Capture, command: str
) -> None:
    """Exit code 2, with a sentence."""
    assert main([command, str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_export_writes_tables_and_says_where(tmp_path: Path, capsys: Capture) -> None:
    """Beside the games."""
    games_in(tmp_path, "a")
    assert main(["export", str(tmp_path)]) == 0
    assert str(tmp_path / "export") in capsys.readouterr().out
    assert (tmp_path / "export" / "opportunities.parquet").is_file()


def test_export_in_json_is_one_document(tmp_path: Path, capsys: Capture) -> None:
    """With the files that were written."""
    games_in(tmp_path, "a")
    out = tmp_path / "out"
    assert main(["export", str(tmp_path), "--to", "csv", "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 1
    assert found["files"] == sorted(each.name for each in out.iterdir())


def test_another_format_is_wrong_usage(tmp_path: Path, capsys: Capture) -> None:
    """The sentence says which there are."""
    games_in(tmp_path, "a")
    assert main(["export", str(tmp_path), "--to", "xlsx"]) == 2
    assert "Possible: parquet, csv" in capsys.readouterr().err


def test_games_that_are_broken_are_named_by_export(tmp_path: Path, capsys: Capture) -> None:
    """The others are exported; where there are none it fails."""
    games_in(tmp_path, "a", "b")
    cut(tmp_path / "b")
    assert main(["export", str(tmp_path)]) == 0
    assert "b is left out" in capsys.readouterr().out
    cut(tmp_path / "a")
    assert main(["export", str(tmp_path)]) == 1
