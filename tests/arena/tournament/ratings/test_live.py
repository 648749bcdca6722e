import subprocess
import sys
from dataclasses import replace

import pytest

from arena.tournament.game_result import GameResult
from arena.tournament.plan import Condition, Entrant, Plan
from arena.tournament.ratings.live import LABEL, LiveBoard, Standing
from tests.arena.tournament.ratings.played import game
from tests.arena.tournament.report.made import plan_for


def board_of(*games: GameResult, plan: Plan | None = None) -> LiveBoard:
    """Return a board that took these games, in this order."""
    board = LiveBoard(plan_for(games) if plan is None else plan)
    board.add_all(games)
    return board


def test_winners_rise_and_everybody_is_counted() -> None:
    """The board is led by who won; more games are surer."""
    found = board_of(*(game(f"g{at}", ["a", "b", "c"], [5, 3, 1]) for at in range(10))).standing()
    rows = found.entrants
    assert [row.entrant for row in rows] == ["a", "b", "c"]
    assert {row.games for row in rows} == {10}
    assert rows[0].low < rows[0].mu < rows[0].high
    assert rows[0].sigma < 25 / 3
    assert (found.games, found.of) == (10, "")


def test_a_tie_moves_nobody_apart() -> None:
    """Both have the same estimate after it."""
    one, other = board_of(game("g", ["a", "b"], [2, 2])).standing().entrants
    assert one.mu == pytest.approx(other.mu)


def test_games_that_a_house_bot_finished_are_left_out() -> None:
    """They are not rated."""
    played = game("g", ["a", "b"], [2, 1], seats=[{"replaced": True}, {}])
    assert board_of(played).standing() == Standing()


def test_an_entrant_in_two_seats_is_one_line() -> None:
    """It moves by the mean of both."""
    found = board_of(game("g", ["a", "a", "b"], [5, 1, 3])).standing()
    rows = {row.entrant: row for row in found.entrants}
    assert rows["a"].games == 2
    assert set(rows) == {"a", "b"}


def test_a_table_of_one_has_nothing_to_tell() -> None:
    """No line."""
    nobody = replace(game("g", ["a", "b"], [1, 0]), seats=())
    assert board_of(nobody).standing().entrants == ()
    assert LABEL == "online estimate"


# --- which games are rated ---


def arms(*, seeds: int = 4) -> list[GameResult]:
    """Return games that a wins under control, and b under another arm and the null arm."""
    return [
        game(f"{arm}{seed}", ["a", "b"], [2, 1] if arm == "control" else [1, 2], arm=arm)
        for seed in range(seeds)
        for arm in ("bold", "control", "null")
    ]


def test_arms_are_not_rated_with_their_control() -> None:
    """As in the report: the standing is that of the control arm, whatever others show."""
    found = board_of(*arms()).standing()
    assert [row.entrant for row in found.entrants] == ["a", "b"]
    assert {row.games for row in found.entrants} == {4}
    assert (found.games, found.of) == (4, "the control arm")


def test_it_does_not_matter_whether_games_come_one_by_one() -> None:
    """A board that is looked at after each of them has the same standing in the end."""
    games = arms()
    board = LiveBoard(plan_for(games))
    for each in games:
        board.add(each)
        board.standing()
    assert board.standing() == board_of(*games).standing()


def test_the_newest_epoch_is_rated_as_soon_as_a_game_of_it_has_ended() -> None:
    """And of the older ones nothing is left in it."""
    old = [game(f"g{at}", ["a", "b"], [2, 1], epoch="old") for at in range(3)]
    new = game("g9", ["a", "b"], [1, 2], epoch="new")
    plan = plan_for([*old, new])
    table = {"ruleset": "moh"}
    conditions = {
        each: Condition(arm="control", control="control", epoch=each, table=table)
        for each in ("old", "new")
    }
    board = board_of(*old, plan=plan.model_copy(update={"conditions": conditions}))
    before = board.standing()
    board.add(new)
    after = board.standing()
    assert (before.games, before.of) == (3, "epoch old of moh")
    assert (after.games, after.of) == (1, "epoch new of moh")
    assert [row.entrant for row in before.entrants] == ["a", "b"]
    assert [row.entrant for row in after.entrants] == ["b", "a"]


def test_people_are_rated_apart() -> None:
    """Games with a person at the table are not in the standing of those without."""
    games = [game("g1", ["a", "b"], [2, 1]), game("g2", ["a", "eve"], [1, 2])]
    plan = plan_for(games)
    people = plan.entrants | {"eve": Entrant(spec="human", person=True)}
    found = board_of(*games, plan=plan.model_copy(update={"entrants": people})).standing()
    assert [row.entrant for row in found.entrants] == ["a", "b"]
    assert (found.games, found.of) == (1, "without people")


def test_rulesets_and_sizes_of_tables_are_rated_together() -> None:
    """As in the report, where each has one epoch."""
    games = [
        game("g1", ["a", "b"], [2, 1]), game("g2", ["a", "b", "c"], [3, 2, 1]),
        game("g3", ["a", "b"], [2, 1], ruleset="osaczeni"),
    ]  # fmt: skip
    conditions = {
        each: Condition(arm="control", control="control", epoch="e", table={"ruleset": each})
        for each in ("moh", "osaczeni")
    }
    plan = plan_for(games).model_copy(update={"conditions": conditions})
    found = board_of(*games, plan=plan).standing()
    assert {row.entrant: row.games for row in found.entrants} == {"a": 3, "b": 3, "c": 1}
    assert (found.games, found.of) == (3, "")


@pytest.mark.slow
def test_the_board_does_without_numpy() -> None:
    """It runs where only the core is installed."""
    script = (
        "import sys\n"
        "import arena.tournament.ratings.live\n"
        "print({'numpy', 'scipy'} & set(sys.modules))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "set()"
