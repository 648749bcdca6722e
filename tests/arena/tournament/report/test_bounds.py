"""Intervals that are open: how page, terminal and tables say so."""

from pathlib import Path

import pytest

from arena.faces.cli.tournament_report import Reported, print_report
from arena.tournament.folder import write_plan
from arena.tournament.game_result import GameResult
from arena.tournament.ratings.ratings import ratings_of
from arena.tournament.ratings.rows import Bounded, Estimate, Open, PairRow
from arena.tournament.report.bounds import bars, bounds
from arena.tournament.report.rated import rated_tables
from arena.tournament.report.sections import Known, context_of
from arena.tournament.report.standing import headline
from arena.tournament.status import status_of
from tests.arena.tournament.ratings.played import game
from tests.arena.tournament.report.made import plan_for, results_for


def of(value: float, low: float | None, high: float | None, separated: Open) -> PairRow:
    """Return a pair with this figure."""
    elo = Estimate(value=value, low=low, high=high)
    return PairRow(first="a", second="b", elo=elo, above=None, separated=separated)


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (of(1500, 1400, 1600, None), "1,400 to 1,600"),
        (of(1500, 1400, None, "above"), "1,400 or more"),
        (of(1500, None, 1600, "below"), "up to 1,600"),
        (of(1500, None, None, "both"), "open"),
        (of(1500, None, None, None), "–"),  # noqa: RUF001 - a dash
    ],
)
def test_an_interval_is_said_as_far_as_games_bound_it(estimate: Bounded, said: str) -> None:
    """Open is something else than unknown."""
    assert bounds(estimate) == said


def test_what_is_open_is_drawn_to_the_edge() -> None:
    """Beyond all that is known by 8 % of it: 1,000 to 2,000 makes 920 and 2,080."""
    best, middle, last, unknown = bars([
        ("a", of(2000, 1700, None, "above"), ""), ("b", of(1500, None, None, "both"), ""),
        ("c", of(1000, None, 1300, "below"), ""), ("d", of(1500, None, None, None), ""),
    ])  # fmt: skip
    assert (best.low, best.high) == (1700, 2080)
    assert (middle.low, middle.high) == (920, 2080)
    assert (last.low, last.high) == (920, 1300)
    assert (unknown.low, unknown.high) == (None, None)


# --- a field in perfect order ---


def in_order(seeds: int = 3) -> list[GameResult]:
    """Return games that a wins, and in which c comes last, from whatever seats."""
    names, points = ["a", "b", "c"], [3, 2, 1]
    return [
        game(f"g{seed}{turn}", names[turn:] + names[:turn], points[turn:] + points[:turn],
             seed=f"s{seed}")
        for seed in range(seeds) for turn in range(3)
    ]  # fmt: skip


def reported(folder: Path, games: list[GameResult]) -> Reported:
    """Return what a report knows of these games."""
    plan = plan_for(games)
    write_plan(folder, plan)
    return Reported(
        folder=folder, page=folder / "report.html", plan=plan, results=results_for(games),
        ratings=ratings_of(games, plan, draws=100),
    )  # fmt: skip


@pytest.mark.parametrize("width", [40, 100])
def test_the_terminal_says_what_is_open(
    tmp_path: Path, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound where there is one, and why the other is missing."""
    monkeypatch.setenv("COLUMNS", str(width))
    print_report(reported(tmp_path, in_order()))
    told = " ".join(capsys.readouterr().out.split())
    for part in ("or more", "open", "up to", "open where no game bounds it"):
        assert part in told
    assert "nan" not in told.lower()


@pytest.mark.slow
def test_the_page_says_what_is_open(tmp_path: Path) -> None:
    """In the standing and its chart, and in a warning that names them."""
    found = reported(tmp_path, in_order())
    context = context_of(Known(
        folder=tmp_path, plan=found.plan, results=found.results, ratings=found.ratings, audits=(),
        status=status_of(tmp_path), pages={},
    ))  # fmt: skip
    standing = next(each for each in context["sections"] if each.id == "standing")
    spans = [row[4].text for row in standing.grids[0].rows]
    assert spans[0].endswith(" or more")
    assert spans[1] == "open"
    assert spans[2].startswith("up to ")
    assert any("(a, b, c)" in each for each in context["warnings"])
    assert "NaN" not in str(context)


def test_tables_have_a_column_that_says_what_is_open(tmp_path: Path) -> None:
    """Its bound is empty."""
    found = reported(tmp_path, in_order())
    tables = {
        each.name: [
            dict(zip((column.name for column in each.columns), row, strict=True))
            for row in each.rows
        ]
        for each in rated_tables(found.ratings, found.results.games)
    }
    rows = [row for row in tables["ratings"] if row["rating"] == "as_played"]
    assert [(row["entrant"], row["open"]) for row in rows] == [
        ("a", "above"), ("b", "both"), ("c", "below"),
    ]  # fmt: skip
    assert [row["elo_high"] is None for row in rows] == [True, True, False]
    assert {row["open"] for row in tables["pairs"]} == {"above"}
    assert {row["open"] for row in tables["seat_effects"]} == {"both"}


def test_who_no_results_compare_does_not_lead() -> None:
    """The headline says whom nothing links with it."""
    games = [
        game(f"{one}{seed}{turn}", (one, "c")[:: 1 - 2 * turn], (2, 1)[:: 1 - 2 * turn],
             seed=f"s{seed}")
        for one in ("a", "b") for seed in range(3) for turn in range(2)
    ]  # fmt: skip
    (group,) = ratings_of(games, None, draws=50).groups
    assert headline(group.ratings.as_played) == (
        "a is ahead in what was played, but no results compare it with b: how sure that is can't "
        "be said."
    )
