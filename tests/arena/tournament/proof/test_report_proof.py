"""Tables and pages that were edited: each cell and line is named with what follows."""

import base64
import gzip
import re
from pathlib import Path
from shutil import copytree

import pytest

from arena.faces.cli.report_replays import Replays
from arena.lab import readings
from arena.reporting.columns import table
from arena.reporting.files import write_tables
from arena.tournament.folder import game_folder
from arena.tournament.proof import TournamentProof, verify_tournament
from arena.tournament.proof.report_proof import Difference, compare_tables
from arena.tournament.report import write_report
from tests.arena.tournament.proof.forged import played
from tests.arena.tournament.report.made import forget_readings, kept_readings

MADE = table(
    "t", "name:text n:integer x:number yes:boolean",
    [
        {"name": 'a "b", c', "n": 1, "x": 0.125, "yes": True},
        {"name": "", "n": None, "x": 123456.789, "yes": False},
    ],
)  # fmt: skip


# --- tables ---


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Return the folder of a tournament with one table, as CSV and Parquet."""
    (tmp_path / "tables").mkdir()
    write_tables(tmp_path / "tables", [MADE])
    return tmp_path


def edit(folder: Path, was: str, now: str) -> list[tuple[str, str | None, str | None]]:
    """Edit the CSV; return where it differs, what stands there and what follows."""
    file = folder / "tables" / "t.csv"
    text = file.read_bytes().decode()
    assert was in text
    file.write_bytes(text.replace(was, now, 1).encode())
    return [
        (each.where, each.stands, each.follows)
        for each in compare_tables(folder, [MADE])
        if each.file == "tables/t.csv"
    ]


def test_tables_as_they_were_written_are_the_same(tables: Path) -> None:
    """A last digit that two machines may have otherwise is no difference."""
    assert compare_tables(tables, [MADE]) == []
    assert edit(tables, "123456.789", "123456.7890001") == []


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        (",1,", ",2,", ('row 1 (a "b", c), n', "2", "1")),
        ("0.125", "0.126", ('row 1 (a "b", c), x', "0.126", "0.125")),
        ("true", "false", ('row 1 (a "b", c), yes', "false", "true")),
        ("0.125", "", ('row 1 (a "b", c), x', "nothing", "0.125")),
        ("0.125", "nan", ('row 1 (a "b", c), x', "nan", "0.125")),
        ("n,x", "m,x", ("column n", None, "a column")),
        ('"",,123456.789,false\r\n', "", ("row 2", None, "', , 123456.789, false'")),
        ('"",,1', ",,1", ("", "other quotes or ends of lines", "what the arena writes")),
        ("\r\n", "\n", ("", "other quotes or ends of lines", "what the arena writes")),
    ],
    ids=["integer", "number", "boolean", "empty", "nan", "column", "row", "quotes", "ends"],
)  # fmt: skip
def test_each_cell_that_differs_is_named(
    tables: Path, was: str, now: str, found: tuple[str, str | None, str | None]
) -> None:
    """By row, with its first cell, and column."""
    assert edit(tables, was, now)[0] == found


def test_parquet_is_compared_by_its_values(tables: Path) -> None:
    other = table("t", "name:text n:integer x:number yes:boolean",
                  [{"name": "a", "n": 1, "x": 0.125, "yes": True}])  # fmt: skip
    csv = (tables / "tables" / "t.csv").read_bytes()
    write_tables(tables / "tables", [other])
    (tables / "tables" / "t.csv").write_bytes(csv)
    first, second = compare_tables(tables, [MADE])
    assert first == Difference(
        file="tables/t.parquet", where='row 1 (a "b", c), name', stands="a", follows='a "b", c'
    )
    assert (second.where, second.stands) == ("row 2", None)
    (tables / "tables" / "t.parquet").write_bytes(b"no table")
    (broken,) = compare_tables(tables, [MADE])
    assert str(broken.stands).startswith("no table (")


def test_tables_too_many_too_few_and_links_are_named(tables: Path) -> None:
    (tables / "tables" / "more.csv").write_text("mine", encoding="utf-8")
    (tables / "tables" / "t.parquet").unlink()
    (tables / "tables" / "t.csv").rename(tables / "t.csv")
    (tables / "tables" / "t.csv").symlink_to(tables / "t.csv")
    found = {each.file: (each.stands, each.follows) for each in compare_tables(tables, [MADE])}
    assert found == {
        "tables/t.csv": ("a link, or what can't be read", "a file of its own"),
        "tables/t.parquet": (None, "a table"),
        "tables/more.csv": ("no table of the report", None),
    }


# --- the whole report ---


@pytest.fixture(scope="module")
def whole(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tournament of six games with its report."""
    folder = tmp_path_factory.mktemp("reported") / "out"
    played(folder, rulesets=[toy])
    write_report(folder, pages=Replays())
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of it, at another path and under another name."""
    return Path(copytree(whole, tmp_path / "handed over"))


def proof(folder: Path) -> TournamentProof:
    """Verify in this process."""
    return verify_tournament(folder, processes=1, pages=Replays())


def replaced(folder: Path, name: str, was: str, now: str) -> None:
    """Edit a file."""
    text = (folder / name).read_bytes().decode()
    assert was in text
    (folder / name).write_bytes(text.replace(was, now, 1).encode())


@pytest.mark.slow
def test_a_copy_with_its_report_is_true(folder: Path) -> None:
    """Whether the lab's report, to which the page does not lead, is there or not."""
    (folder / "lab").mkdir()
    (folder / "lab" / "report.html").write_text("the lab's", encoding="utf-8")
    found = proof(folder)
    assert found.problems == []
    assert found.ok
    assert found.report is not None
    assert (found.report.page, found.report.unproven) == (True, ())


@pytest.mark.slow
def test_edited_figures_are_named_whatever_is_kept_of_the_games(folder: Path) -> None:
    """In a table, the page and the data of a game; what the user's cache says changes nothing."""
    kept = kept_readings(folder)
    assert kept
    for each in kept:
        body = re.sub(rb'"points":[0-9]+', b'"points":99', each.read_bytes()[readings.MARK :])
        each.write_bytes(readings._mark(each.name, body) + body)
    ratings = (folder / "tables" / "ratings.csv").read_text("utf-8").splitlines()[1]
    replaced(folder, "tables/ratings.csv", ratings, ratings.replace("ada", "eve"))
    replaced(folder, "report.html", "6 of 6", "7 of 7")
    replaced(folder, "replays/g0002.js", "place 1", "place 2")
    found = proof(folder)
    assert found.report is not None
    said = {each.file: each for each in found.report.differences}
    assert set(said) == {"tables/ratings.csv", "report.html", "replays/g0002.js"}
    assert "7 of 7" in str(said["report.html"].stands)
    assert "6 of 6" in str(said["report.html"].follows)
    assert said["report.html"].where.startswith("line ")
    forget_readings(folder)


@pytest.mark.slow
def test_a_report_of_fewer_games_is_not_that_of_these(folder: Path) -> None:
    """As one that was made before the last game, or after it was taken out."""
    log = game_folder(folder, "g0006") / "log.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    found = proof(folder)
    assert [each.game for each in found.games if each.unfinished] == ["g0006"]
    assert found.report is not None
    assert {each.file for each in found.report.differences} >= {
        "tables/games.csv", "tables/games.parquet", "report.html", "replays/g0006.js",
    }  # fmt: skip


@pytest.mark.slow
def test_what_plays_games_back_is_compared_with_what_follows(folder: Path) -> None:
    """A game that is told otherwise, another script, and a file that no game has are named."""
    replaced(folder, "replays/viewer.html", "class NotShown", "class Shown")
    _repack(folder, "g0001", b'"game_ended"', b'"game_ended"', level=1)
    _repack(folder, "g0002", b'"game_ended"', b'"game_begun"', level=9)
    (folder / "replays" / "g0003.js").unlink()
    (folder / "replays" / "g0003.js").symlink_to(folder / "replays" / "g0004.js")
    for name in ("g0005.html", "g0099.js"):
        (folder / "replays" / name).write_text("mine", encoding="utf-8")
    found = proof(folder).report
    assert found is not None
    said = {each.file: each for each in found.differences}
    assert said.keys() == {
        f"replays/{each}" for each in (
            "viewer.html", "g0002.js", "g0003.js", "g0005.html", "g0099.js",
        )
    }  # fmt: skip
    assert "class Shown" in str(said["replays/viewer.html"].stands)
    assert "game_begun" in str(said["replays/g0002.js"].stands)
    assert said["replays/g0003.js"].stands == "a link, or what can't be read"
    assert said["replays/g0099.js"].stands == "the data of no finished game"


@pytest.mark.slow
def test_data_of_another_version_are_unproven(folder: Path) -> None:
    """They may be made otherwise, and are counted."""
    for name, mark in (("viewer.html", 'name="log" content="'), ("g0002.js", "// ")):
        text = (folder / "replays" / name).read_text(encoding="utf-8")
        digit = text[text.index(mark) + len(mark)]
        other = "0" if digit != "0" else "1"
        replaced(folder, f"replays/{name}", mark + digit, mark + other)
    found = proof(folder).report
    assert found is not None
    assert found.differences == ()
    assert found.unproven == ("2 files in replays/, of another version or other games",)


def _repack(folder: Path, game: str, was: bytes, now: bytes, *, level: int) -> None:
    """Edit what is packed in a game's data, and pack it otherwise."""
    file = folder / "replays" / f"{game}.js"
    text = file.read_text(encoding="ascii")
    (packed,) = re.findall(r'"packed": "([^"]+)"', text)
    data = gzip.decompress(base64.b64decode(packed))
    assert was in data
    other = gzip.compress(data.replace(was, now), level, mtime=0)
    file.write_text(text.replace(packed, base64.b64encode(other).decode()), encoding="ascii")
