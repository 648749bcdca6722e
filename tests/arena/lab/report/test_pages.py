"""Pages of games: few are told in the report, more on a page each, many by other processes."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from arena.errors import WriteError
from arena.lab.report import pages
from arena.lab.report.links import INSIDE, links_for
from arena.lab.report.pages import telling_games
from arena.lab.report.track import GameLine, GameRows, rows_by_game, told
from arena.lab.tables import Tables
from tests.arena.lab.report.folders import GAMES, figures_in, report
from tests.breadth import breadth

Finish = Callable[[], pages.Told]
NAMES = [f"g{at:02}" for at in range(INSIDE + 3)]


@pytest.fixture(scope="module")
def games(whole: Tables) -> dict[str, GameRows]:
    """Return rows of more games than stand in a report: those of three under other names."""
    few = rows_by_game(whole, list(GAMES))
    return {
        name: {**rows, "games": [{**rows["games"][0], "game": name}]}
        for name, rows in zip(NAMES, few * len(NAMES), strict=False)
    }


def telling(out: Path, games: Mapping[str, GameRows]) -> AbstractContextManager[Finish]:
    """Begin to tell these games."""
    return telling_games(
        out, list(games), lambda names: [games[name] for name in names], links_for(games, {})
    )


def written(out: Path, games: dict[str, GameRows]) -> tuple[Sequence[GameLine], dict[str, bytes]]:
    """Write the pages of games; return what their table says of them, and each page."""
    out.mkdir()
    with telling(out, games) as finish:
        told = finish()
    assert told.inside == ()
    return told.lines, {each.name: each.read_bytes() for each in (out / "games").iterdir()}


@pytest.mark.slow
def test_pages_are_the_same_whoever_writes_them(
    tmp_path: Path, games: dict[str, GameRows], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process or several; the games come back in their order."""
    alone, theirs = written(tmp_path / "alone", games)
    assert [each.id for each in alone] == NAMES
    assert set(theirs) == {f"{name}.html" for name in NAMES}
    monkeypatch.setattr(pages, "ALONE", 2)
    monkeypatch.setattr(pages, "ASKED", 3)
    monkeypatch.setattr(pages, "AT_ONCE", 5)
    together, same = written(tmp_path / "together", games)
    assert together == alone
    assert same == theirs


def test_what_is_told_inside_has_no_page(tmp_path: Path, games: dict[str, GameRows]) -> None:
    """No folder is made for it."""
    few = {name: games[name] for name in NAMES[:2]}
    with telling(tmp_path, few) as finish:
        played, lines = finish()
    assert played == [told(each) for each in few.values()]
    assert lines == [each.line for each in played]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("alone", breadth([2, len(NAMES)], [len(NAMES)]))
def test_a_page_that_can_t_be_written_ends_the_report(
    tmp_path: Path, games: dict[str, GameRows], monkeypatch: pytest.MonkeyPatch, alone: int
) -> None:
    """Whichever process writes it: a folder of its name is in the way."""
    monkeypatch.setattr(pages, "ALONE", alone)
    (tmp_path / "games" / f"{NAMES[-1]}.html").mkdir(parents=True)
    with (
        pytest.raises(OSError, match="directory"),
        telling(tmp_path, games) as finish,
    ):
        finish()


def test_pages_of_games_that_are_gone_are_removed(
    tmp_path: Path, games: dict[str, GameRows]
) -> None:
    """But not what somebody else wrote there."""
    out = tmp_path / "lab"
    _, before = written(out, games)
    gone, other = out / "games" / "gone.html", out / "games" / "mine.html"
    gone.write_bytes(before["g00.html"])
    other.write_text("<html>mine</html>", encoding="utf-8")
    with telling(out, games) as finish:
        finish()
    assert not gone.exists()
    assert other.exists()


def test_a_report_says_which_page_has_no_room(
    tmp_path: Path, whole: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And leaves no half of itself."""
    monkeypatch.setattr("arena.lab.report.links.INSIDE", 1)
    blocked = tmp_path / "evening" / "lab" / "games" / "moh-1.html"
    blocked.mkdir(parents=True)
    with pytest.raises(WriteError, match="can't be written"):
        report(whole, tmp_path, figures_in(whole, {"lie"}))
    assert not (tmp_path / "evening" / "lab" / "report.html").exists()
