"""The board of a tournament: what it shows of a status, how wide it is, how often it speaks."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.faces.cli.tournament_board import APART, Board, TableTalk, one_line, rendered
from arena.table.run import play
from arena.tournament.config import TournamentConfig
from arena.tournament.folder import game_folder
from arena.tournament.intervals import Range
from arena.tournament.planning import planned, table_data
from arena.tournament.ratings.live import LiveRating
from arena.tournament.remaining import Whole
from arena.tournament.status import Status
from arena.tournament.steward import Spending

Capture = pytest.CaptureFixture[str]
NOTHING = Spending(
    calls=0, tokens=0, money=0.0, seconds=0.0, open_calls=0, open_tokens=0, open_money=0.0,
    waiting=0,
)  # fmt: skip
PLAYED = Spending(
    calls=1234, tokens=2_500_000, money=1.25, seconds=60.0, open_calls=3, open_tokens=9000,
    open_money=0.2, waiting=2,
)  # fmt: skip


def status(**changes: Any) -> Status:  # noqa: ANN401 - whatever a status has
    """Return a tournament of six games of which nothing is played, but for the changes."""
    nothing: dict[str, Any] = {
        "name": "spring", "planned": 6, "finished": (), "running": (), "paused": {},
        "waiting": {}, "failed": {},
        "left_out": {}, "down": {}, "exhausted": None, "spending": NOTHING, "forecast": None,
        "seconds_left": None, "standing": (), "errors": {},
    }  # fmt: skip
    return Status(**{**nothing, **changes})


def under_way() -> Status:
    """Return a tournament in which all has happened that can happen."""
    return status(
        planned=7, finished=("g0001", "g0002"), running=("g0003",), paused={"g0004": "outage"},
        failed={"g0005": "its table can't be laid"}, left_out={"g0006": "it is broken"},
        waiting={"g0007": "no connection"}, down={"openai:m": "no connection"},
        exhausted="the calls are used up", spending=PLAYED,
        forecast=Whole(
            calls=Range(low=2500, expected=3000, high=3600),
            money=Range(low=3.1, expected=3.75, high=4.6),
        ),
        rated=2,
        standing=(
            LiveRating(entrant="a model with a name that is long", games=2, mu=27.0, sigma=1.0),
            LiveRating(entrant="[bold]", games=2, mu=23.0, sigma=1.5),
        ),
        errors={"[bold]": {"default timeout": 3, "call rate_limit": 12}},
    )  # fmt: skip


def shown(of: Status, width: int) -> str:
    """Return the board as a terminal of this width has it, without colours."""
    console = Console(width=width, color_system=None, highlight=False, emoji=False, markup=False)
    with console.capture() as capture:
        for each in rendered(of, width):
            console.print(each)
    return capture.get()


@pytest.mark.parametrize("width", [30, 44, 80, 100])
def test_the_board_has_all_and_is_no_wider_than_the_terminal(width: int) -> None:
    """Counts, money, standing with intervals and its label, errors, games that failed."""
    board = shown(under_way(), width)
    assert max(map(len, board.splitlines())) <= width
    told = " ".join(board.split())
    for part in (
        "spring", "2 of 7 games are finished", "1 run", "1 are paused",
        "1 wait for a model that is down", "1 failed", "$1.25 so far",
        "of about $3.75 ($3.10 to $4.60)",
        "1,234 calls of about 3,000 (2,500 to 3,600)", "2.50M tokens", "2 calls waiting",
        "the calls are used up",
        "25.0 to 29.0", "nline estimate", "[bold]: 3 default timeout, 12 call rate_limit",
        "openai:m is down, and its games wait: no connection", "g0005: its table can't be laid",
        "g0006: it is broken",
    ):  # fmt: skip
        assert part in told


def test_a_board_of_bots_is_silent_about_money() -> None:
    """Nothing is spent, nothing failed: a name, a bar and a count."""
    assert shown(status(running=("g0001",)), 80).splitlines() == [
        "spring", "─" * 40, "0 of 6 games are finished, 1 run.",
    ]  # fmt: skip


def test_the_bar_grows_with_the_games() -> None:
    """A third of the games is a third of the bar, rounded down."""
    bar = shown(status(finished=("g0001", "g0002")), 80).splitlines()[1]
    assert bar == "━" * 13 + "─" * 27


def test_many_entrants_and_failures_are_cut() -> None:
    """The board stays a board: what is more is counted."""
    standing = tuple(
        LiveRating(entrant=f"e{at}", games=1, mu=30.0 - at, sigma=1.0) for at in range(20)
    )
    failed = {f"g{at:04}": "no" for at in range(1, 10)}
    board = shown(status(planned=30, standing=standing, failed=failed), 80)
    assert "and 8 more\n" in board
    assert "and 4 more games that failed or can't be taken" in board
    assert "e12" not in board


def test_a_line_tells_the_same_in_short() -> None:
    """Counts, money, and who is ahead, as an estimate."""
    line = one_line(under_way())
    assert line.startswith("2 of 7 games are finished, 1 run, 1 are paused, 1 wait for a model")
    assert "$1.25 so far of about $3.75" in line
    assert line.endswith("a model with a name that is long is ahead (online estimate).")
    assert one_line(status()) == "0 of 6 games are finished."


@pytest.mark.parametrize("width", [30, 80])
def test_which_games_the_standing_rates_is_said(width: int) -> None:
    """Where it is not all that are finished: so many, and of which arm."""
    arms = replace(under_way(), rated=1, rated_of="the control arm")
    told = " ".join(shown(arms, width).split())
    assert "It rates 1 of 2 finished games: those of the control arm." in told
    assert one_line(arms).endswith("is ahead (online estimate of the control arm).")
    assert "It rates 1 of 2 finished games." in shown(replace(under_way(), rated=1), 80)
    assert "It rates" not in shown(under_way(), width)
    assert arms.data()["standing"]["label"] == "online estimate of the control arm"


# --- without a terminal ---


def lines_of(
    statuses: Iterator[tuple[float, Status]], *, shown: bool, capture: Capture
) -> list[str]:
    """Return what a board prints without a terminal, given states and the seconds they come at."""
    now = 0.0
    with Board(shown=shown, clock=lambda: now) as board:
        for now, each in statuses:  # noqa: B007 - the clock reads it
            board.changed(each)
    return capture.readouterr().err.splitlines()


def test_without_a_terminal_it_speaks_now_and_then(capsys: Capture) -> None:
    """The first state, the last, and between them none oftener than every so many seconds."""
    states = ((at / 2, status(planned=99, finished=tuple(map(str, range(at))))) for at in range(61))
    said = lines_of(states, shown=True, capture=capsys)
    counts = [int(line.partition(" ")[0]) for line in said]
    assert counts == [0, 20, 40, 60]
    assert APART == 10.0


def test_what_did_not_change_is_not_said_again(capsys: Capture) -> None:
    """Nobody reads the same line twice."""
    states = ((at * APART, status(running=("g0001",))) for at in range(9))
    assert lines_of(states, shown=True, capture=capsys) == ["0 of 6 games are finished, 1 run."]


def test_quiet_is_quiet(capsys: Capture) -> None:
    """No line, not even the last."""
    assert lines_of(iter([(0.0, under_way())]), shown=False, capture=capsys) == []


def test_what_is_printed_can_not_steer_a_terminal() -> None:
    """A name or a reason from elsewhere is text."""
    evil = status(name="\x1b[2J", failed={"g0001": "\x1b]0;x\x07"}, errors={"\x1b[1m": {"a\rb": 1}})
    assert not re.search(r"[\x1b\x07\r]", shown(evil, 80))


# --- one table ---


def test_what_is_said_at_one_table_is_shown(tmp_path: Path) -> None:
    """The last sentences that its public heard, and who sits there; nothing before it begins."""
    config = TournamentConfig.model_validate(
        {"entrants": {"a": "house", "b": "house:liar", "c": "random"}, "seats": [3], "seed": "1"}
    )
    plan = planned(config)
    row = plan.games[0]
    talk = TableTalk(tmp_path, plan, row.game)
    console = Console(width=100, color_system=None, highlight=False)
    with console.capture() as before:
        console.print(*talk.rendered())
    assert "Nothing was said yet." in before.get()
    folder = game_folder(tmp_path, row.game)
    folder.mkdir(parents=True)
    config_of_game = TableConfig.model_validate(table_data(plan, row))
    asyncio.run(play(config_of_game, tmp_path, folder=folder))
    with console.capture() as after:
        for each in talk.rendered():
            console.print(each)
    for name, entrant in row.clockwise:
        assert f"{name} is {entrant}" in after.get()
    assert "the game is over" in after.get()


def test_a_table_that_is_not_planned_is_refused(tmp_path: Path) -> None:
    """With what there is."""
    config = TournamentConfig.model_validate(
        {"entrants": {"a": "random", "b": "random", "c": "random"}, "seats": [3], "seed": "1"}
    )
    with pytest.raises(ConfigError, match=r"--table is 'g9'. Possible: g0001 to g0006."):
        TableTalk(tmp_path, planned(config), "g9")
