"""Parts of the page: strata, tables on a phone, what behaviour is summed over, correlations."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from arena.reporting.page import _printable
from arena.reporting.view import grid, span
from arena.tournament.game_result import GameResult
from arena.tournament.plan import Entrant
from arena.tournament.ratings.ratings import ratings_of
from arena.tournament.report.comparisons import alike
from arena.tournament.report.strata import strata_section
from tests.arena.tournament.ratings.played import game, rotations
from tests.arena.tournament.report.made import plan_for, with_seat
from tests.arena.tournament.report.test_write_report import Page, checked, made

BLIND = ("ann", "bot", "cyd")


def three_strata() -> list[GameResult]:
    """Return games of two sizes by one ruleset, and of one size by another."""
    return [
        *rotations(BLIND, 6), *rotations(BLIND, 6, ruleset="osaczeni", drawn=2),
        *(
            game(f"x{at}", ["ann", "bot"][:: 1 if at % 2 else -1], [at % 3, 1], seed=f"x{at}")
            for at in range(8)
        ),
    ]  # fmt: skip


def section_words(page: str, id_: str) -> str:
    """Return the text of a section."""
    found = re.search(rf'<section id="{id_}".*?</section>', page, re.DOTALL)
    return " ".join(Page(found[0]).words) if found else ""


@pytest.mark.slow
def test_strata_stand_side_by_side_with_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A column for all, each ruleset and each size; the chart has the smallest parts."""
    page = made(tmp_path, three_strata(), monkeypatch)
    checked(page)
    words = section_words(page, "strata")
    for title in (
        "All (44 games)",
        "moh (26 games)",
        "moh, tables of 2 (8 games)",
        "moh, tables of 3 (18 games)",
        "osaczeni (18 games)",
    ):
        assert title in words
    assert "Worth in each stratum by itself" in words
    assert "moh, tables of 2, moh, tables of 3, osaczeni." in words
    assert "Each column has a scale of its own" in words


def test_one_stratum_is_not_told_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all games are of one kind there is no such section."""
    page = made(tmp_path, rotations(BLIND, 4), monkeypatch)
    assert section_words(page, "strata") == ""
    assert strata_section([]) is None


def test_people_are_a_stratum_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots lead the page; who sat with people is rated, told and summed apart."""
    bots = [with_seat(each, 0, points=9) for each in rotations(("bot", "cyd"), 6)]
    people = [
        replace(each, game=f"p{each.game}") for each in rotations(("ann", "bot"), 6, drawn=3)
    ]  # fmt: skip
    games = [*bots, *people]
    plan = plan_for(games)
    entrants = {**plan.entrants, "ann": Entrant(spec="random", person=True)}
    page = made(tmp_path, games, monkeypatch, plan.model_copy(update={"entrants": entrants}))
    words = " ".join(checked(page).words)
    assert words.index("Standing: without people") < words.index("Standing: with people")
    assert "This is said of one group of games: without people." in words
    strata = section_words(page, "strata")
    assert "without people (12 games)" in strata.lower()
    assert "with people (12 games)" in strata.lower()
    assert "other company another field" in strata
    behaviour = section_words(page, "behaviour")
    assert "Means and rates over the rated games: without people" in behaviour
    assert "Means and rates over the rated games: with people" in behaviour


def test_behaviour_is_that_of_the_control_where_there_are_arms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of an arm, and of a null arm, are in no mean beside the rating."""
    loud = [with_seat(each, 0, points=900) for each in rotations(BLIND, 4, arm="loud")]
    page = made(tmp_path, [*rotations(BLIND, 4), *loud], monkeypatch)
    words = section_words(page, "behaviour")
    assert "Means and rates over the rated games of arm control" in words
    alone = made(tmp_path / "alone", rotations(BLIND, 4), monkeypatch)
    points = re.findall(r'role="cell" data-of="Points">([^<]*)<', page)
    assert points == re.findall(r'role="cell" data-of="Points">([^<]*)<', alone)
    assert len(points) == 3


def test_wide_tables_are_cards_on_a_phone_and_say_what_each_field_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each field carries its column's name, and roles that the layout can't take away."""
    page = checked(made(tmp_path, three_strata(), monkeypatch))
    regions = [each for each in page.all("div") if each.get("role") == "region"]
    assert all(each["tabindex"] == "0" and each["aria-label"] for each in regions)
    assert len(regions) == len(page.all("table"))
    stacked = [each for each in regions if "stack" in (each["class"] or "").split()]
    assert {"Ranks, worth and chances of being first"} <= {each["aria-label"] for each in stacked}
    assert {each["role"] for each in page.all("table")} == {"table"}
    assert {each["role"] for each in page.all("tr")} == {"row"}
    assert {each["role"] for each in page.all("td")} == {"cell"}
    named = {each["data-of"] for each in page.all("td") if "data-of" in each}
    assert {"Rank", "95\xa0% ranks", "Elo", "95\xa0% interval", "First", "Promises kept"} <= named


def test_a_matrix_stays_a_table_and_says_that_it_scrolls_where_it_must() -> None:
    """Six opponents fit; more scroll. Neither is a card."""
    few = grid("P", ["", *"12345"], [["a", *"12345"]], matrix=True)
    many = grid("P", ["", *"1234567"], [["a", *"1234567"]], matrix=True)
    assert (few.stacked, few.wide) == (False, False)
    assert (many.stacked, many.wide) == (False, True)
    assert grid("G", "a|b|c|d|e", []).stacked
    assert not grid("G", "a|b|c|d", []).stacked


def test_an_open_interval_says_the_bound_that_there_is() -> None:
    """No game bounds the best from above: what is known is still told."""
    assert span(1440, 1550) == "1,440 to 1,550"
    assert span(None, 1550) == "up to 1,550"
    assert span(1440, None) == "1,440 or more"
    assert span(None, None) == "–"  # noqa: RUF001 - a dash


def test_correlations_stand_beside_what_duplicates_gained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the page, in the checklist, and in the table with the values of the ratings."""
    games = rotations(BLIND, 12)
    page = made(tmp_path, games, monkeypatch)
    (group,) = ratings_of(games, None).groups
    said = alike(group)
    assert said.startswith("Points within a seed ")
    assert said in section_words(page, "checklist")
    words = section_words(page, "duplicates")
    assert "Points within a seed" in words
    assert "Lies a statement" not in words
    csv = (tmp_path / "tables" / "correlations.csv").read_text(encoding="utf-8").splitlines()
    assert csv[0].endswith("what,within,value,low,high,groups,values,design_effect")
    assert len(csv) == 1 + 4
    icc = group.correlations[0].icc.value
    assert float(csv[1].split(",")[5]) == pytest.approx(icc)
    assert alike(None) == "Could not be measured."


def test_without_a_call_nothing_is_said_of_cost_but_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of zeros tells nobody anything."""
    words = section_words(made(tmp_path, rotations(BLIND, 3), monkeypatch), "cost")
    assert "No model was called" in words
    assert "Input tokens" not in words


def test_no_line_ends_between_a_number_and_per_cent() -> None:
    """What was said in words stays as it was."""
    assert _printable("21 to 41 %, so % and 5%") == "21 to 41\N{NO-BREAK SPACE}%, so % and 5%"
