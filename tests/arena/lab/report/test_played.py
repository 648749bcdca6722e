"""The games of a report: their table, and the viewer that is written for those without one."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from arena.errors import TranscriptError, WriteError
from arena.faces.cli.report_replays import Replays
from arena.lab import load
from arena.lab.report import figures_of, write_report
from arena.lab.report.played import Links, games_section, shown_games
from arena.lab.tables import Tables
from arena.reporting.replays import GamePages, ShownGame
from tests.arena.lab.example_games import games_in
from tests.arena.lab.report.folders import GAMES
from tests.arena.lab.simulated import read
from tests.arena.tournament.report.test_write_report import Page


class Pages:
    """Makes pages that say what they are of."""

    version = "v1"
    untold = ""
    """A game that can't be told."""

    def viewer(self) -> str:
        """Return it, with its version."""
        return f"<html>{self.version}"

    def data(self, game: ShownGame, mark: str) -> str:
        """Return what was asked for."""
        if game.game == self.untold:
            raise TranscriptError("log.jsonl", None, "makes no sense")
        return f"// {mark} {game.folder.name} {[each.entrant for each in game.sat]}"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of two games."""
    return games_in(tmp_path_factory.mktemp("evening"), "a", "b")


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return Path(copytree(evening, tmp_path / "evening"))


def written(folder: Path, pages: GamePages | None, out: str = "lab") -> Page:
    """Write the report; return it."""
    with load(folder) as tables:
        figures = figures_of(tables, ("lie",), ("lie",))
        page = write_report(tables, figures, folder, folder / out, pages=pages)
    return Page(page.read_text(encoding="utf-8"))


def shown(page: Page) -> set[str]:
    """Return where a report leads to, without the moments."""
    hrefs = (str(each["href"]) for each in page.all("a"))
    return {each.partition("&")[0] for each in hrefs if not each.startswith("#")}


def files(folder: Path) -> dict[str, str]:
    """Return what the lab wrote to play games back."""
    return {each.name: each.read_text("utf-8") for each in (folder / "lab/replays").glob("*")}


def test_each_game_has_a_row_with_what_came_of_it(whole: Tables) -> None:
    """Rounds, false reports of seen dice, broken words, and how it ended; it leads to the game."""
    links = Links(replays={"moh-1": "replays/viewer.html#game=moh-1"})
    (grid,) = games_section(whole, links).grids
    assert [row[0].text for row in grid.rows] == sorted(GAMES)
    assert [row[0].href for row in grid.rows] == ["replays/viewer.html#game=moh-1", "", ""]
    for id_, row in zip(sorted(GAMES), grid.rows, strict=True):
        game = read(*GAMES[id_])
        saw, result = [each.false for each in game.reports if each.saw], game.result
        words = [
            str(each.verdict).removeprefix("promise_") for each in game.claims
            if each.made.is_pledge and each.made.said.kind != "go"
        ]  # fmt: skip
        words += [
            side.outcome for each in game.offers if each.ending == "accepted"
            for side in each.sides.values()
        ]  # fmt: skip
        broken, kept = words.count("broken"), words.count("kept")
        ended = [
            f"{result['placements'][seat]}. {game.entrants[seat]} {result['scores'][seat]}"
            for seat in game.seats
        ]
        assert [each.text for each in row[1:5]] == [
            GAMES[id_][0], str(max(game.rounds)), f"{sum(saw)} of {len(saw)}",
            f"{broken} of {broken + kept}",
        ]  # fmt: skip
        assert sorted(row[5].text.split("; ")) == sorted(ended)
        places = [int(each.partition(".")[0]) for each in row[5].text.split("; ")]
        assert places == sorted(places)


def test_every_game_is_played_back_by_one_viewer(folder: Path) -> None:
    """Of a folder that has none; with who sat where, and made once."""
    page = written(folder, Pages())
    assert shown(page) == {f"replays/viewer.html#game={game}" for game in "ab"}
    made = files(folder)
    assert set(made) == {"viewer.html", "a.js", "b.js"}
    assert re.fullmatch(r"// v1-\w{64} a \['[^]]+'\]", made["a.js"])
    (folder / "lab/replays/a.js").write_text(f"{made['a.js']}, kept", "utf-8")
    written(folder, Pages())
    assert files(folder) == {**made, "a.js": f"{made['a.js']}, kept"}
    newer = Pages()
    newer.version = "v2"
    written(folder, newer)
    assert files(folder) == {name: text.replace("v1", "v2") for name, text in made.items()}


@pytest.mark.slow
def test_the_viewer_is_that_of_a_tournament(folder: Path) -> None:
    """Made by the same, from transcripts; a game alone has one too."""
    written(folder, Replays())
    data = files(folder)["a.js"]
    assert data.startswith(f"// {Replays().version}-")
    assert '"game": "a"' in data
    assert 'href="../report.html#games"' in files(folder)["viewer.html"]
    page = written(folder / "b", Replays())
    assert shown(page) == {"replays/viewer.html#game=b"}


def test_a_viewer_that_a_tournament_has_is_linked(folder: Path) -> None:
    """And not written twice; a game that it has not is the lab's."""
    theirs = folder / "replays"
    theirs.mkdir()
    (theirs / "viewer.html").write_text("<html>", "utf-8")
    (theirs / "a.js").write_text("its data", "utf-8")
    page = written(folder, Pages())
    assert shown(page) == {"../replays/viewer.html#game=a", "replays/viewer.html#game=b"}
    assert set(files(folder)) == {"viewer.html", "b.js"}
    (theirs / "b.js").write_text("its data", "utf-8")
    assert shown(written(folder, Pages(), "other")) == {
        f"../replays/viewer.html#game={game}" for game in "ab"
    }
    assert not (folder / "other" / "replays").exists()


def test_a_game_that_can_t_be_told_has_no_link(folder: Path) -> None:
    """Nor have all where nobody makes pages; the report says so."""
    pages = Pages()
    pages.untold = "a"
    assert shown(written(folder, pages)) == {"replays/viewer.html#game=b"}
    page = written(folder, None, "other")
    assert shown(page) == set()
    assert "The transcripts are needed to play games back." in " ".join(page.words)
    assert [each.name for each in (folder / "other").iterdir()] == ["report.html"]


def test_what_is_no_plain_name_is_no_file_s_name(folder: Path) -> None:
    """Nor is a game shown whose folder is not there."""
    (folder / "a").rename(folder / "a b")
    with load(folder) as tables:
        assert [each.game for each in shown_games(tables, folder, ["a b", "b", "c"])] == ["b"]


def test_a_viewer_without_room_ends_the_report(folder: Path) -> None:
    """Nothing is left of that."""
    (folder / "lab" / "replays" / "a.js").mkdir(parents=True)
    with pytest.raises(WriteError, match="can't be written"):
        written(folder, Pages())
    assert not (folder / "lab" / "report.html").exists()
