import subprocess
import sys
from dataclasses import replace

import pytest

from arena.tournament.ratings.live import LABEL, LiveBoard
from tests.arena.tournament.ratings.played import game


def test_winners_rise_and_everybody_is_counted() -> None:
    """The board is led by who won; more games are surer."""
    board = LiveBoard()
    board.add_all([game(f"g{at}", ["a", "b", "c"], [5, 3, 1]) for at in range(10)])
    rows = board.standing()
    assert [row.entrant for row in rows] == ["a", "b", "c"]
    assert {row.games for row in rows} == {10}
    assert rows[0].low < rows[0].mu < rows[0].high
    assert rows[0].sigma < 25 / 3


def test_a_tie_moves_nobody_apart() -> None:
    """Both have the same estimate after it."""
    board = LiveBoard()
    board.add(game("g", ["a", "b"], [2, 2]))
    one, other = board.standing()
    assert one.mu == pytest.approx(other.mu)


def test_games_that_a_house_bot_finished_are_left_out() -> None:
    """They are not rated."""
    played = game("g", ["a", "b"], [2, 1], seats=[{"replaced": True}, {}])
    board = LiveBoard()
    board.add(played)
    assert board.standing() == []


def test_an_entrant_in_two_seats_is_one_line() -> None:
    """It moves by the mean of both."""
    board = LiveBoard()
    board.add(game("g", ["a", "a", "b"], [5, 1, 3]))
    rows = {row.entrant: row for row in board.standing()}
    assert rows["a"].games == 2
    assert set(rows) == {"a", "b"}


def test_a_table_of_one_and_an_empty_board_have_nothing_to_tell() -> None:
    """No standing."""
    board = LiveBoard()
    board.add(replace(game("g", ["a", "b"], [1, 0]), seats=()))
    assert board.standing() == []
    assert LABEL == "online estimate"


def test_the_board_does_without_numpy() -> None:
    """It runs where only the core is installed."""
    script = (
        "import sys\n"
        "import arena.tournament.ratings.live\n"
        "print({'numpy', 'scipy'} & set(sys.modules))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "set()"
