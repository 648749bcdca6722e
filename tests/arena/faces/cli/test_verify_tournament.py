"""`arena verify` of a tournament: few lines, one document, exit codes; and of folders around it."""

import json
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from arena.faces.cli import main
from tests.arena.tournament.proof.forged import ARM, change_plan, played

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def whole(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tournament of six games, without a report."""
    folder = tmp_path_factory.mktemp("played") / "out"
    played(folder, rulesets=[toy])
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return Path(copytree(whole, tmp_path / "cup"))


def said(capsys: Capture, *args: object) -> tuple[int, list[str]]:
    """Return the exit code, and the lines on standard output."""
    capsys.readouterr()
    code = main(["verify", *map(str, args)])
    return code, capsys.readouterr().out.splitlines()


def document(capsys: Capture, folder: Path) -> tuple[int, dict[str, Any]]:
    """Return the exit code, and the document."""
    code, lines = said(capsys, folder, "--json")
    found: dict[str, Any] = json.loads("\n".join(lines))
    return code, found


def test_a_true_tournament_is_one_sentence(folder: Path, capsys: Capture) -> None:
    code, (line,) = said(capsys, folder)
    assert code == 0
    assert line.startswith(
        f"{folder}: true. All 6 planned games are finished and true. The plan follows from its "
        "seed. There are no tables and no report to compare."
    )


def test_what_is_left_out_is_said(folder: Path, capsys: Capture) -> None:
    code, (line,) = said(capsys, folder, "--fast")
    assert code == 0
    assert "Unproven: in 6 games, prompts and bots are left out" in line


def test_all_that_is_wrong_is_a_line_and_the_document_has_it(folder: Path, capsys: Capture) -> None:
    """Games that are only missing are unfinished; exit code 1 all the same."""
    rmtree(folder / "games" / "g0002")
    code, lines = said(capsys, folder)
    assert code == 1
    assert lines[0] == f"{folder}/games/g0002: unfinished. It is missing."
    assert lines[1].startswith(f"{folder}: unfinished. 5 of 6 planned games are finished and true.")
    copytree(folder / "games" / "g0001", folder / "games" / "g0002")
    copytree(folder / "games" / "g0001", folder / "games" / "again")
    change_plan(folder, lambda data: data["config"].update(replicates=7))
    code, lines = said(capsys, folder)
    assert code == 1
    assert lines[:3] == [
        f"{folder}/games/g0002: NOT TRUE. g0001 stands in its place.",
        f"{folder}/plan.json: has 1 round, and its config says otherwise.",
        f"{folder}/games/again: no planned game.",
    ]
    assert lines[3].startswith(f"{folder}: NOT TRUE. 5 of 6 ")
    code, found = document(capsys, folder)
    (proof,) = found["tournaments"]
    assert (code, found["ok"], found["games"], proof["ok"]) == (1, False, [], False)
    assert (proof["planned"], proof["true"], proof["extra"]) == (6, 5, ["again"])
    assert [each["game"] for each in proof["games"] if not each["ok"]] == ["g0002"]
    assert proof["planned_again"] is False


@pytest.mark.slow
def test_many_lines_are_cut_and_counted(folder: Path, toy: str, capsys: Capture) -> None:
    """The document has all of them."""
    played(folder.parent / "more", rulesets=[toy], arms=[ARM], replicates=2)
    rmtree(folder.parent / "more" / "games")
    code, lines = said(capsys, folder.parent / "more")
    assert code == 1
    assert len(lines) == 22
    assert lines[20] == f"{folder.parent / 'more'}: 16 more, which --json names."
    _, found = document(capsys, folder.parent / "more")
    assert len(found["tournaments"][0]["games"]) == 36


def test_a_folder_of_tournaments_and_games_proves_each(folder: Path, capsys: Capture) -> None:
    """One that is not true makes the exit code 1, and hides no other."""
    above = folder.parent
    copytree(folder, above / "two")
    copytree(folder / "games" / "g0001", above / "g0001")
    code, lines = said(capsys, above)
    assert code == 0
    assert [line.partition(": true. ")[0] for line in lines] == [
        str(above / "g0001"), str(folder), str(above / "two"),
    ]  # fmt: skip
    (above / "two" / "plan.json").write_text("{}", encoding="utf-8")
    code, found = document(capsys, above)
    assert code == 1
    assert [each["ok"] for each in found["tournaments"]] == [True, False]
    assert [each["ok"] for each in found["games"]] == [True]
    code, lines = said(capsys, above / "two")
    assert code == 1
    assert lines[0] == f"{above / 'two'}/plan.json: is no plan: name: Field required."


def test_a_folder_that_is_neither_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert said(capsys, tmp_path) == (2, [])
    assert main(["verify", str(tmp_path)]) == 2
    assert "holds no game" in capsys.readouterr().err


def test_the_games_of_a_tournament_alone_are_verified_as_games(
    folder: Path, capsys: Capture
) -> None:
    """As before there were proofs of tournaments: what place they have is not asked."""
    code, lines = said(capsys, folder / "games")
    assert code == 0
    assert len(lines) == 6
