"""Where a report leads."""

from pathlib import Path

import pytest

from arena.lab.report.played import Links, replays_in


def test_a_moment_is_one_of_the_replay() -> None:
    """Of a game that is not played back there is none."""
    links = Links(replays={"g0001": "../replays/viewer.html#game=g0001"})
    assert links.moment("g0001", 57) == "../replays/viewer.html#game=g0001&record=57&as=all"
    assert links.moment("g0002", 57) == ""


def test_a_tournament_s_viewer_is_found_with_the_games_that_it_has(tmp_path: Path) -> None:
    """Seen from the report; data without the viewer are shown nowhere."""
    folder = tmp_path / "a cup"
    replays = folder / "replays"
    replays.mkdir(parents=True)
    (replays / "g1.js").write_text("its data", encoding="utf-8")
    assert replays_in(folder, folder / "lab", ["g1", "g2"]) == {}
    (replays / "viewer.html").write_text("<html>", encoding="utf-8")
    found = {"g1": "../replays/viewer.html#game=g1"}
    assert replays_in(folder, folder / "lab", ["g1", "g2"]) == found
    assert replays_in(folder, tmp_path / "out", ["g1"]) == {
        "g1": "../a%20cup/replays/viewer.html#game=g1"
    }


@pytest.mark.parametrize("out", [".", "lab/.."])
def test_what_the_report_wrote_itself_is_no_tournament_s(tmp_path: Path, out: str) -> None:
    """So that it is written anew where it is old."""
    (tmp_path / "lab").mkdir()
    replays = tmp_path / "replays"
    replays.mkdir()
    for name in ("viewer.html", "g1.js"):
        (replays / name).write_text("x", encoding="utf-8")
    assert replays_in(tmp_path, tmp_path / out, ["g1"]) == {}
