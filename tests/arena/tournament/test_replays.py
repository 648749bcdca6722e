"""What plays games back is made while a tournament runs, and costs it no game."""

import asyncio
import os
import stat
from pathlib import Path

import pytest

from arena.errors import TranscriptError
from arena.faces.cli.report_replays import Replays
from arena.reporting.replays import AHEAD, REPLAYS, GamePages, ShownGame, data_file
from arena.tournament.plan import Plan
from arena.tournament.report import write_report
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from arena.tournament.status import Status
from tests.arena.tournament.test_run import tournament

ONE = RunRules(processes=1, games=1)
"""In this process, one game after another."""


class Pages:
    """Makes data of a word, and keeps whose."""

    version = "1"

    def __init__(self, error: Exception | None = None) -> None:
        """`error` is what comes instead of any data."""
        self.error, self.made = error, list[str]()

    def viewer(self) -> str:
        """Return a page that says how it was made."""
        return self.version

    def data(self, game: ShownGame, mark: str) -> str:
        """Return the data of a game, or raise what was given."""
        self.made.append(game.game)
        if self.error is not None:
            raise self.error
        return f"// {mark}\n"


def play(folder: Path, pages: GamePages) -> Status:
    """Run to the end."""
    return asyncio.run(run(folder, rules=ONE, pages=pages))


def shown(folder: Path, plan: Plan, where: str = REPLAYS) -> dict[str, bytes]:
    """Return what a report has of the games that can be played back, or what is made ahead."""
    files = {row.game: folder / where / data_file(row.game) for row in plan.games}
    return {game: file.read_bytes() for game, file in files.items() if file.exists()}


@pytest.mark.slow
def test_what_a_run_has_made_is_what_its_report_makes(tmp_path: Path) -> None:
    """To the byte; and the report makes none of it again."""
    plan = tournament(tmp_path)
    assert play(tmp_path, Replays()).left == 0
    ahead = shown(tmp_path, plan, AHEAD)
    assert ahead.keys() == {row.game for row in plan.games}
    again = Pages()
    again.version = Replays().version
    write_report(tmp_path, pages=again)
    assert (again.made, shown(tmp_path, plan)) == ([], ahead)
    assert not (tmp_path / AHEAD).exists()
    for row in plan.games:
        (tmp_path / REPLAYS / data_file(row.game)).unlink()
    write_report(tmp_path, pages=Replays())
    assert shown(tmp_path, plan) == ahead


@pytest.mark.parametrize(
    "error",
    [OSError(28, "No space left on device"), TranscriptError("log.jsonl", 1, "no"), KeyError("x")],
)
def test_what_can_t_be_made_costs_no_game(error: Exception, tmp_path: Path) -> None:
    """All are played and reported; what is missing is made then."""
    plan = tournament(tmp_path)
    pages = Pages(error)
    assert play(tmp_path, pages).left == 0
    assert pages.made == [row.game for row in plan.games]
    assert shown(tmp_path, plan, AHEAD) == {}
    write_report(tmp_path, pages=Pages())
    assert shown(tmp_path, plan).keys() == {row.game for row in plan.games}


class StopsAfterOne(Pages):
    """Stops the run once it was asked for a game."""

    def __init__(self, stop: asyncio.Event) -> None:
        """Stop by this; to be made where the run's event loop is."""
        super().__init__()
        self.stop, self.loop = stop, asyncio.get_running_loop()

    def data(self, game: ShownGame, mark: str) -> str:
        """Return data as ever."""
        self.loop.call_soon_threadsafe(self.stop.set)
        return super().data(game, mark)


def test_each_game_is_made_once_however_often_a_run_goes_on(tmp_path: Path) -> None:
    """A run that was stopped goes on with the games that are left; what it made is as it was."""
    plan = tournament(tmp_path)

    async def stopped() -> Status:
        stop = asyncio.Event()
        return await run(tmp_path, rules=ONE, pages=StopsAfterOne(stop), stop=stop)

    assert asyncio.run(stopped()).left > 0
    before = shown(tmp_path, plan, AHEAD)
    assert 1 <= len(before) < len(plan.games)
    second = Pages()
    assert play(tmp_path, second).left == 0
    assert not {*before} & {*second.made}
    write_report(tmp_path, pages=Pages())
    after = shown(tmp_path, plan)
    assert after.keys() == {row.game for row in plan.games}
    assert {game: after[game] for game in before} == before
    third = Pages()
    assert play(tmp_path, third).left == 0
    assert third.made == []


def test_nobody_else_reads_what_is_made_before_the_report(tmp_path: Path) -> None:
    """It has all secrets, as the games' own folders have, whatever the shell's umask."""
    plan, before = tournament(tmp_path), os.umask(0)
    try:
        assert play(tmp_path, Pages()).left == 0
        assert len(shown(tmp_path, plan, AHEAD)) == len(plan.games)
        assert stat.S_IMODE((tmp_path / AHEAD).stat().st_mode) == 0o700
        assert not (tmp_path / REPLAYS).exists()
    finally:
        os.umask(before)
