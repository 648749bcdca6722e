"""A tournament's report and the lab's say the same of the same number: its value and interval."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arena.events import GameBegan
from arena.lab.estimate import Estimate
from arena.lab.estimates import estimate
from arena.lab.loading import load
from arena.lab.measures import MEASURES
from arena.records.record import of_type
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.game_result import GameResult
from arena.tournament.plan import CONTROL, Condition, Entrant, Plan, PlannedGame, read_plan
from arena.tournament.ratings.ratings import ratings_of
from arena.tournament.results import results_of
from tests.corpus import reading

GAMES = ("moh-house-4", "moh-house-4-other", "osaczeni-planted-5")
SAME = {"false_reports": "lie", "kept": "promise"}
"""By the key of a figure of tournaments, the lab's measure of the same quantity."""
Row = Mapping[str, Any]


def tournament(folder: Path) -> Path:
    """Write a plan of recorded games, and their folders; each SPEC is an entrant."""
    headers = {name: reading.header(name) for name in GAMES}
    specs = {seat.spec for each in headers.values() for seat in each.seats}
    rows = []
    for name, header in headers.items():
        copy = reading.copy_of(name, folder / "copies")
        (began,) = of_type(GameBegan, reading.records(name))
        spec = {seat.name: seat.spec for seat in header.seats}
        row = PlannedGame(
            game=name, condition=header.ruleset, seed=header.seed, block=name, replicate=1,
            clockwise=tuple((seat, spec[seat]) for seat in began.seats),
        )  # fmt: skip
        rows.append(row)
        game_folder(folder, name).parent.mkdir(exist_ok=True)
        copy.rename(game_folder(folder, name))
    rulesets = {each.condition for each in rows}
    plan = Plan(
        name="recorded", seed="1", entrants={each: Entrant(spec=each) for each in sorted(specs)},
        conditions={
            each: Condition(arm=CONTROL, control=CONTROL, epoch="0", table={"ruleset": each})
            for each in rulesets
        },
        games=tuple(rows),
    )  # fmt: skip
    write_plan(folder, plan)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tournament's folder."""
    return tournament(tmp_path_factory.mktemp("cup"))


@cache
def figures(folder: Path) -> Mapping[str, Row]:
    """Return the figures of the tournament's report, by entrant."""
    plan = read_plan(folder)
    return by_name(plan, results_of(plan, folder, fresh=True).games)


def by_name(plan: Plan, games: Sequence[GameResult]) -> Mapping[str, Row]:
    """Return the figures of games, by entrant."""
    (group,) = ratings_of(games, plan, draws=2).data()["groups"]
    return {each["entrant"]: each for each in group["figures"]}


@cache
def counted(folder: Path) -> Mapping[str, list[Estimate]]:
    """Return the lab's estimates of the games in a folder, by measure."""
    with load(folder, keep=False, processes=1) as tables:
        return {each: estimate(tables, MEASURES[each]) for each in SAME.values()}


@pytest.mark.parametrize(("figure", "measure"), SAME.items())
def test_both_reports_print_the_same_interval_for_the_same_number(
    folder: Path, figure: str, measure: str
) -> None:
    """Of everybody who had an opportunity, and nobody else has a number in either."""
    rows, found = figures(folder), {each.entrant: each for each in counted(folder)[measure]}
    assert found.keys() == rows.keys()
    for name, each in found.items():
        row = rows[name][figure]
        assert row["opportunities"] == each.opportunities
        ours, theirs = (row["value"], row["low"], row["high"]), (each.value, each.low, each.high)
        assert ours == (None,) * 3 == theirs or ours == pytest.approx(theirs, abs=1e-6)
    assert any(each.clusters > 1 for each in found.values())


def test_a_copy_of_a_game_is_counted_once_in_both(folder: Path, tmp_path: Path) -> None:
    """A null arm's game of bots is the control's again: neither report changes by it."""
    again = tournament(tmp_path / "cup")
    reading.copy_of(GAMES[0], tmp_path / "copies").rename(game_folder(again, "null"))
    assert counted(again) == counted(folder)
    plan = read_plan(folder)
    games = results_of(plan, folder, fresh=True).games
    copies = [replace(each, game=f"{each.game} again") for each in games]
    assert by_name(plan, [*games, *copies]) == by_name(plan, games)
