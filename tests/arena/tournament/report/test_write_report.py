"""Whole reports: the page's structure, hostile names, half-finished tournaments, the same bytes."""

import csv
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from arena.errors import ConfigError, WriteError
from arena.faces.cli.report_replays import Replays
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan
from arena.tournament.report import write_report
from arena.tournament.report import writing as module
from arena.tournament.results import Results
from tests.arena.tournament.ratings.played import game, rotations
from tests.arena.tournament.report.made import (
    HOSTILE,
    bot_games,
    folder_of,
    forget_readings,
    plan_for,
    results_for,
    with_seat,
)
from tests.arena.whole_games.frames import views_in

VOID = {"meta", "link", "br", "hr", "img", "input", "path", "line"}


class Page(HTMLParser):
    """What a test asks of a page: its elements in order, and that they close."""

    def __init__(self, text: str) -> None:
        """Read a whole page."""
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.mistakes: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element of a picture."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the element that is open."""
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.mistakes.append(tag)

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.words.append(data)

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        """Return the attributes of all elements of these kinds."""
        return [attrs for tag, attrs in self.elements if tag in tags]


def made(
    folder: Path,
    games: Sequence[GameResult],
    monkeypatch: pytest.MonkeyPatch,
    plan: Plan | None = None,
) -> str:
    """Write the report of games that nobody played; return the page."""
    folder.mkdir(exist_ok=True)
    write_plan(folder, plan or plan_for(games))
    monkeypatch.setattr(module, "results_of", lambda _plan, _folder: results_for(games))
    monkeypatch.setattr(module, "write_replays", lambda _folder, _games, _pages: {})
    return write_report(folder).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return four short games of bots, one of which talks."""
    out = tmp_path_factory.mktemp("played")
    return bot_games(out, ("random", "random", "house"), ("1", "2", "3", "4"))


@pytest.fixture(scope="module")
def reported(played: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished tournament with its report."""
    folder = tmp_path_factory.mktemp("cup")
    folder_of(played, folder)
    write_report(folder, pages=Replays())
    return folder


def tables(folder: Path) -> dict[str, bytes]:
    """Return every table that holds no clock."""
    found = sorted((folder / "tables").iterdir())
    return {each.name: each.read_bytes() for each in found if each.stem != "times"}


def rows_of(folder: Path, name: str) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with (folder / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def checked(text: str) -> Page:
    """Return a page that holds what every page has to."""
    page = Page(text)
    assert not page.mistakes
    assert not page.open
    assert "http:" not in text
    assert "https:" not in text
    assert "<script" not in text
    assert not page.all("link", "img", "iframe")
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(each.get("scope") in {"col", "row"} for each in page.all("th"))
    assert len(page.all("caption")) == len(page.all("table"))
    assert all(each["role"] == "img" and each["aria-label"] for each in page.all("svg"))
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    for attrs in page.all("a"):
        href = attrs["href"] or ""
        assert not href.startswith("#") or href[1:] in ids
    return page


def test_a_page_is_whole_and_every_game_is_told(reported: Path) -> None:
    """Its links lead to a page that is there, with the data of each game; they are made once."""
    page = checked((reported / "report.html").read_text(encoding="utf-8"))
    links = [str(each["href"]) for each in page.all("a") if "replays/" in str(each["href"])]
    assert links == [f"replays/viewer.html#game=g000{at}" for at in range(1, 5)]
    replays = reported / "replays"
    made = {each.name: each.stat().st_mtime_ns for each in replays.iterdir()}
    assert set(made) == {"viewer.html", *(f"g000{at}.js" for at in range(1, 5))}
    viewer = Page((replays / "viewer.html").read_text(encoding="utf-8"))
    assert not viewer.mistakes
    assert viewer.all("a") == [{"href": "../report.html#games"}]
    for at in range(1, 5):
        data = (replays / f"g000{at}.js").read_text(encoding="ascii")
        assert f'"lead": "g000{at}. ' in data
        assert "place 1" in data
        frames = views_in(data)["frames all"]["frames"]
        assert "game_ended" in {each["type"] for each in frames}
    write_report(reported, pages=Replays())
    assert {each.name: each.stat().st_mtime_ns for each in replays.iterdir()} == made


def test_a_report_without_pages_leads_to_none(played: dict[str, Path], tmp_path: Path) -> None:
    """Who writes it says what makes them."""
    folder_of(played, tmp_path)
    page = checked(write_report(tmp_path).read_text(encoding="utf-8"))
    assert not [each for each in page.all("a") if "replays/" in str(each["href"])]


@pytest.mark.slow
def test_the_tables_are_the_same_whatever_happened(
    reported: Path, played: dict[str, Path], tmp_path: Path
) -> None:
    """Reports in between, rows that were kept or lost, another folder: the same bytes."""
    plan = folder_of(played, tmp_path)
    for name in ("g0002", "g0004"):
        game_folder(tmp_path, name).rename(tmp_path / name)
    write_report(tmp_path, pages=Replays())
    assert tables(tmp_path) != tables(reported)
    for name in ("g0004", "g0002"):
        (tmp_path / name).rename(game_folder(tmp_path, name))
    forget_readings(tmp_path)
    write_report(tmp_path, pages=Replays())
    assert tables(tmp_path) == tables(reported)
    assert len(plan.games) == 4
    page = (reported / "report.html").read_text(encoding="utf-8")
    assert (tmp_path / "report.html").read_text(encoding="utf-8").replace(
        tmp_path.name, reported.name
    ) == page


@pytest.mark.slow
def test_the_tables_do_not_depend_on_the_order_of_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is estimated is the same for results in any order; rows of games follow the plan."""
    games = rotations("ABC", 3, strength=(1, 0, -1))
    made(tmp_path / "one", games, monkeypatch, plan_for(games))
    made(tmp_path / "two", games[::-1], monkeypatch, plan_for(games))
    one, two = tables(tmp_path / "one"), tables(tmp_path / "two")
    assert one.keys() == two.keys()
    same = {name for name in one if one[name] == two[name]}
    assert set(one) - same <= {"games.csv", "games.parquet", "seats.csv", "seats.parquet"}


@pytest.mark.slow
def test_hostile_names_are_shown_and_do_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Markup, formulas, templates, directions and very long words are text on the page."""
    games = rotations(HOSTILE, 2)
    page = checked(made(tmp_path, games, monkeypatch))
    words = "".join(page.words)
    assert '<script>alert("1")</script>' in words
    assert "{{ 7 * 7 }}" in words
    assert "\u202e" not in words
    assert "\x1b" not in words
    assert "\\u202egnol\\x1b[31m\\r\\nname\\u2028" in words


def test_a_tournament_without_a_finished_game_says_so(tmp_path: Path) -> None:
    """The page and every table are there, the tables without rows."""
    games = rotations("ABC", 2)
    write_plan(tmp_path, plan_for(games))
    page = checked(write_report(tmp_path).read_text(encoding="utf-8"))
    words = " ".join(page.words)
    assert "Nothing is rated yet" in words
    assert "None of 6 planned games is finished" in words
    names = {each.stem for each in (tmp_path / "tables").iterdir()}
    assert names == {
        "games", "seats", "behaviour", "calls", "failures", "times", "response_models",
        "ratings", "pairs", "seat_effects", "figures", "paired", "correlations",
        "arms", "balance",
    }  # fmt: skip
    assert (tmp_path / "tables" / "games.csv").read_bytes().count(b"\n") == 1


def test_a_plan_without_games_has_a_report_too(tmp_path: Path) -> None:
    """There is nothing to divide by."""
    plan = plan_for(rotations("AB", 1)).model_copy(update={"games": ()})
    write_plan(tmp_path, plan)
    checked(write_report(tmp_path).read_text(encoding="utf-8"))


def test_two_entrants_and_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest tournament has a page without claims that one game can't carry."""
    page = checked(made(tmp_path, [game("g1", "AB", (5, 3))], monkeypatch))
    assert "can't be said" in " ".join(page.words)


def test_an_unknown_price_is_said_and_never_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One call without a price makes the entrant's cost, and the whole, unknown."""
    games = rotations("ABC", 3)
    games[0] = with_seat(games[0], 0, cost=None, calls=7)
    page = checked(made(tmp_path, games, monkeypatch))
    words = " ".join(page.words)
    assert "at a cost that is not known" in words
    assert "The price of A is not known." in words
    (row,) = (each for each in rows_of(tmp_path, "calls") if each["entrant"] == "A")
    assert (row["calls"], row["cost"], row["cost_per_seat"]) == ("7", "", "")


def test_who_played_with_a_cut_memory_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is read of its rating, and in a column."""
    games = rotations("ABC", 3)
    for at, times in ((0, 2), (1, 1)):
        games[at] = with_seat(games[at], 0, refused_epochs=times)
    page = checked(made(tmp_path, games, monkeypatch))
    words = " ".join(page.words)
    assert words.count("its server refused") == len({each.seats[0].entrant for each in games[:2]})
    assert words.index("its server refused") < words.index("Worth by a Plackett-Luce model")
    refused = sorted(each["conversations_refused"] for each in rows_of(tmp_path, "seats"))
    assert refused[-2:] == ["1", "2"]


@pytest.mark.slow
def test_known_costs_are_drawn_against_strength(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chart is there where somebody costs something."""
    games = rotations("ABC", 3)
    free = checked(made(tmp_path / "free", games, monkeypatch))
    priced = [with_seat(each, 0, cost=0.25, calls=3) for each in games]
    page = checked(made(tmp_path / "priced", priced, monkeypatch))
    assert len(page.all("figure")) == len(free.all("figure")) + 1
    assert "$" in " ".join(page.words)


def test_what_was_defaulted_and_replaced_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reasons stand by entrant; a game with a stand-in is not rated, and the reader is told."""
    games = rotations("ABC", 4)
    games[0] = with_seat(games[0], 0, replaced=True)
    games[1] = with_seat(games[1], 1, defaults={"timeout": 4, "refusal": 1}, faults={"server": 2})
    page = checked(made(tmp_path, games, monkeypatch))
    words = " ".join(page.words)
    assert "In 1 game a house bot played on" in words
    assert "refusal 1, timeout 4" in words
    failures = (tmp_path / "tables" / "failures.csv").read_text(encoding="utf-8").splitlines()
    who = games[1].seats[1].entrant
    assert f"{who},default,timeout,4" in failures
    assert f"{who},call,server,2" in failures
    assert f"{games[0].seats[0].entrant},replaced,budget,1" in failures


def test_arms_stand_against_their_control(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each arm has its sentence and its effects; the control alone is rated."""
    games = [*rotations("ABC", 4), *rotations("ABC", 4, arm="loud")]
    page = checked(made(tmp_path, games, monkeypatch))
    assert any(each.startswith("loud against control, 12 pairs") for each in page.words)
    arms = (tmp_path / "tables" / "arms.csv").read_text(encoding="utf-8").splitlines()
    assert arms[1].startswith("loud,control,")


def test_games_that_are_left_out_are_named(played: dict[str, Path], tmp_path: Path) -> None:
    """A broken game costs itself, and its entrants' rows say so."""
    folder_of(played, tmp_path)
    log = game_folder(tmp_path, "g0002") / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"dice":[', b'"dice":[ ', 1))
    shutil.rmtree(game_folder(tmp_path, "g0003"))
    page = checked(write_report(tmp_path).read_text(encoding="utf-8"))
    words = " ".join(page.words)
    assert "2 of 4 planned games are finished" in words
    assert "1 game could not be read" in words
    failures = (tmp_path / "tables" / "failures.csv").read_text(encoding="utf-8")
    assert "random,left_out,transcript,2" in failures  # it has two seats
    assert "house,left_out,transcript,1" in failures


def test_an_old_report_stays_whole_until_the_new_one_is(
    reported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full at the page leaves page and tables as they were, and nothing beside."""
    before = {**tables(reported), "page": (reported / "report.html").read_bytes()}
    names = {each.name for each in reported.iterdir()}

    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(WriteError, match="No space left"):
        write_report(reported)
    monkeypatch.undo()
    assert {**tables(reported), "page": (reported / "report.html").read_bytes()} == before
    assert {each.name for each in reported.iterdir()} == names


def test_a_folder_without_a_plan_is_no_tournament(tmp_path: Path) -> None:
    """It is said what was looked for."""
    with pytest.raises(ConfigError, match=r"plan\.json"):
        write_report(tmp_path)


def test_results_are_a_record_of_three(tmp_path: Path) -> None:
    """An empty folder has neither games nor anything amiss."""
    plan = plan_for(rotations("AB", 1))
    assert module.results_of(plan, tmp_path) == Results(games=(), left_out={}, unfinished={})


@pytest.mark.slow
def test_what_rates_and_writes_needs_no_graph_and_no_library_of_charts() -> None:
    """They take memory and seconds, and tell a report nothing."""
    script = (
        "import sys, arena.faces.cli.tournament_report, arena.tournament.ratings.ratings\n"
        "import arena.tournament.report.writing\n"
        "print({'langgraph', 'langchain_core', 'altair'} & set(sys.modules))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout == "set()\n"
