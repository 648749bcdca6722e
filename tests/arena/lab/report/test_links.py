"""Where a report leads."""

from pathlib import Path

import pytest

from arena.lab.report.links import INSIDE, Links, links_for, replays_in


def names(count: int) -> list[str]:
    """Return ids of games."""
    return [f"g{at:04}" for at in range(1, count + 1)]


def test_few_games_are_told_in_the_report() -> None:
    """A round is an anchor there."""
    links = links_for(names(INSIDE), {})
    assert links.inside
    assert links.round("g0002", 3) == "#game2-r3"


def test_many_games_have_a_page_each() -> None:
    """A round is an anchor on it; an odd name is no name of a file."""
    links = links_for([*names(INSIDE), "a b/c"], {})
    assert not links.inside
    assert links.round("g0002", 3) == "games/g0002.html#r3"
    assert links.pages["a b/c"] == f"games/game{INSIDE + 1}.html"


def test_a_moment_is_one_of_the_replay_where_there_is_one() -> None:
    """Else the round in which it lies."""
    replays = {"g0001": "../replays/viewer.html#game=g0001", "g0003": "../g0003/replay.html"}
    links = links_for(names(3), replays)
    assert links.moment("g0001", 57, 3) == "../replays/viewer.html#game=g0001&record=57&as=all"
    assert links.moment("g0003", 57, 3) == "../g0003/replay.html#record=57&as=all"
    assert links.moment("g0002", 57, 3) == "#game2-r3"


def test_pages_of_games_lie_a_folder_lower() -> None:
    """Their links go up first."""
    links = Links(pages={"g": "games/g.html"}, replays={"g": "../replays/g.html"})
    assert links.from_games().replays == {"g": "../../replays/g.html"}


@pytest.mark.parametrize(
    ("file", "href"),
    [
        ("replays/g1.js", "../replays/viewer.html#game=g1"),
        ("replays/g1.html", "../replays/g1.html"),
        ("g1/replay.html", "../g1/replay.html"),
        ("games/g1/replay.html", "../games/g1/replay.html"),
    ],
)
def test_replays_are_found_where_commands_write_them(tmp_path: Path, file: str, href: str) -> None:
    """Of a tournament, and in a game's own folder."""
    page = tmp_path / file
    page.parent.mkdir(parents=True)
    page.write_text("<html>", encoding="utf-8")
    assert replays_in(tmp_path, tmp_path / "lab", ["g1", "g2"]) == {"g1": href}


def test_a_replay_of_another_game_is_none(tmp_path: Path) -> None:
    """One that lies in the folder is of the game that the folder is named after."""
    folder = tmp_path / "g1"
    folder.mkdir()
    (folder / "replay.html").write_text("<html>", encoding="utf-8")
    assert replays_in(folder, folder / "lab", ["g1"]) == {"g1": "../replay.html"}
    assert replays_in(folder, folder / "lab", ["g2"]) == {}
