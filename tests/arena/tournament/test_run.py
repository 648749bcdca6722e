"""A tournament's run: what kills, broken games, rude seats and a second run do to it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.loop_watch import Looks
from arena.tournament.executors.pool import Pool
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.plan import Plan, read_plan
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules, TournamentBudget
from arena.tournament.run import run
from arena.tournament.status import Status, status_of
from arena.tournament.steward import Steward
from arena.transcript.disk import Lock
from arena.transcript.reader import is_sealed
from tests.arena.tournament.plan.plans import plan
from tests.arena.tournament.whole import environment

THREE = {"ada": "random", "ben": "random", "cyd": "random"}
SLOW = {**THREE, "cyd": "rude_seats:Sleeps:0.03"}
HERE, TWO = RunRules(processes=1), RunRules(processes=2, games=4)

RUN = """
import asyncio, sys
from pathlib import Path
from arena.tournament.rules import RunRules
from arena.tournament.run import run

if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), rules=RunRules(processes=2, games=4)))
"""


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python find the rude seats, in other processes too."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "executors"))


def tournament(folder: Path, **given: object) -> Plan:
    """Write a plan of six short games, or what is given, and return it."""
    made = plan(**{"entrants": THREE, "talk": {"protocol": "off"}, **given})
    write_plan(folder, made)
    return made


def play(folder: Path, rules: RunRules = HERE) -> Status:
    """Run to the end."""
    return asyncio.run(run(folder, rules=rules))


def sealed(folder: Path) -> dict[str, bytes]:
    """Return the logs of the games that are finished."""
    below = folder / "games"
    games = sorted(below.iterdir()) if below.exists() else []
    return {
        each.name: (each / "log.jsonl").read_bytes()
        for each in games
        if (each / "log.jsonl").exists() and is_sealed(each)
    }


def events(folder: Path) -> dict[str, list[bytes]]:
    """Return the lines of finished games but the seals, in which there is a digest of clocks."""
    return {game: log.splitlines()[:-1] for game, log in sealed(folder).items()}


def began(folder: Path) -> subprocess.Popen[str]:
    """Start a run over two processes in a process group of its own."""
    script = folder.parent / "run.py"
    script.write_text(RUN, encoding="utf-8")
    here = Path(__file__).parent
    found = os.pathsep.join([str(here.parents[2]), str(here / "executors")])
    return subprocess.Popen(
        [sys.executable, str(script), str(folder)], text=True,
        env={**environment(), "PYTHONPATH": found},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0,
    )  # fmt: skip


def until(true: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something is true, while a process runs."""
    deadline = time.monotonic() + 200
    while not true():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_finished_game_is_never_played_again(toy: str, tmp_path: Path) -> None:
    """A second run changes no byte and no time of it; status from the folder says the same."""
    made = tournament(tmp_path, rulesets=[toy])
    first = play(tmp_path)
    files = sorted((tmp_path / "games").glob("*/*.json*"))
    before = [(each.read_bytes(), each.stat().st_mtime_ns) for each in files]
    second = play(tmp_path)
    assert [(each.read_bytes(), each.stat().st_mtime_ns) for each in files] == before
    assert second.finished == first.finished == tuple(row.game for row in made.games)
    seen = status_of(tmp_path)
    assert (seen.finished, seen.failed, seen.running) == (first.finished, {}, ())


def test_broken_and_foreign_games_are_named_and_the_others_played(tmp_path: Path) -> None:
    """Nothing of them is changed, and they have no part in the results."""
    made = tournament(tmp_path)
    other = tmp_path / "other"
    theirs = tournament(other, seed="another")
    write_plan(other, theirs.model_copy(update={"games": theirs.games[:1]}))
    play(other)
    foreign, unreadable, changed, whole = (row.game for row in made.games[:4])
    (tmp_path / "games").mkdir(exist_ok=True)
    game_folder(other, foreign).rename(game_folder(tmp_path, foreign))
    game_folder(tmp_path, unreadable).mkdir()
    for name in ("game.json", "log.jsonl", "calls.jsonl"):
        (game_folder(tmp_path, unreadable) / name).write_bytes(b"{}\n")
    asyncio.run(_play_one(tmp_path, changed))
    log = game_folder(tmp_path, changed) / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"scores":{', b'"scores": {', 1))
    left = {
        each: each.read_bytes()
        for game in (foreign, unreadable, changed)
        for each in sorted(game_folder(tmp_path, game).iterdir())
    }
    status = play(tmp_path)
    assert set(status.left_out) == {foreign, unreadable, changed}
    assert whole in status.finished
    assert len(status.finished) == len(made.games) - 3
    assert {each: each.read_bytes() for each in left} == left
    assert {each.game for each in results_of(made, tmp_path).games} == set(status.finished)


async def _play_one(folder: Path, game: str) -> None:
    """Play the game as the tournament would."""
    from arena.tournament.run import _job  # noqa: PLC0415

    made = read_plan(folder)
    row = next(each for each in made.games if each.game == game)
    here = InProcess(None)
    assert (await here.play(_job(made, row, game_folder(folder, game)))).how == "finished"
    await here.close()


@pytest.mark.slow
def test_a_second_run_is_refused_while_the_first_has_the_folder(toy: str, tmp_path: Path) -> None:
    """With exit code 2, in a sentence; once nobody holds it, it runs."""
    tournament(tmp_path, rulesets=[toy])
    lock = Lock(tmp_path)
    with pytest.raises(ConfigError, match="another process runs the tournament") as refused:
        play(tmp_path)
    assert refused.value.exit_code == 2
    assert not (tmp_path / "games").exists()
    lock.close()
    assert len(play(tmp_path).finished) == 6


@pytest.mark.slow
def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """Games stop at their next record; the same call then ends as if it had never stopped."""
    tournament(tmp_path / "stopped", entrants=SLOW)
    tournament(tmp_path / "whole", entrants=SLOW)

    async def stopped() -> Status:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(0.5, stop.set)
        return await run(tmp_path / "stopped", rules=HERE, stop=stop)

    assert asyncio.run(stopped()).left > 0
    assert play(tmp_path / "stopped").left == 0
    play(tmp_path / "whole")
    assert events(tmp_path / "stopped") == events(tmp_path / "whole")


@pytest.mark.slow
def test_a_killed_run_ends_as_one_that_was_never_killed(tmp_path: Path) -> None:
    """SIGKILL, and the same command at once: no finished game changes, the results are the same."""
    made = tournament(tmp_path / "killed", entrants=SLOW)
    tournament(tmp_path / "whole", entrants=SLOW)
    finished: dict[str, bytes] = {}
    for count in (1, 3):
        process = began(tmp_path / "killed")
        until(lambda count=count: len(sealed(tmp_path / "killed")) >= count, process)  # type: ignore[misc]
        process.kill()
        process.communicate()
        now = sealed(tmp_path / "killed")
        assert finished.items() <= now.items()
        finished = now
    status = play(tmp_path / "killed", TWO)
    assert (status.left, status.failed, status.left_out) == (0, {}, {})
    assert finished.items() <= sealed(tmp_path / "killed").items()
    play(tmp_path / "whole")
    assert events(tmp_path / "killed") == events(tmp_path / "whole")
    killed, whole = (
        [replace(game, digest="") for game in results_of(made, tmp_path / each).games]
        for each in ("killed", "whole")
    )  # a log's digest is also of its seal, in which there is a digest of clocks
    assert killed == whole


@pytest.mark.slow
def test_the_hours_of_a_killed_run_are_counted(tmp_path: Path) -> None:
    """SIGKILL in the middle: the next run begins after all of them, and not half a minute later."""
    tournament(tmp_path / "out", entrants=SLOW)
    process = began(tmp_path / "out")
    until((tmp_path / "out" / "ledger.jsonl").exists, process)
    start = time.monotonic()
    until(lambda: len(sealed(tmp_path / "out")) >= 1, process)
    ran = time.monotonic() - start
    process.kill()
    process.communicate()
    killed_after = time.monotonic() - start
    before = status_of(tmp_path / "out").spending.seconds
    status = play(tmp_path / "out", RunRules(processes=1, budget=TournamentBudget(hours=1e-9)))
    assert before < ran <= status.spending.seconds <= killed_after + 30
    assert status.exhausted is not None


@pytest.mark.slow
def test_a_seat_that_blocks_for_ever_costs_its_own_games(tmp_path: Path) -> None:
    """Its process is ended; after three tries the seat is named, and all others are finished."""
    entrants = {**THREE, "dan": "random", "eve": "rude_seats:Blocks"}
    made = tournament(tmp_path, entrants=entrants, games=30)
    rows = [row for row in made.games if "eve" in row.entrants]
    few = (*rows[:1], *[row for row in made.games if row not in rows][:5])
    write_plan(tmp_path, made.model_copy(update={"games": few}))
    looks = Looks(every=0.25, told_after=4, ended_after=16)

    def pool(_: RunRules, steward: Steward) -> Pool:
        return Pool(steward, processes=2, looks=looks)

    status = asyncio.run(run(tmp_path, rules=TWO, executor=pool))
    assert set(status.failed) == {rows[0].game}
    why = status.failed[rows[0].game]
    assert "blocked by" in why
    assert "rude_seats:Blocks" in why
    assert why.endswith(", 3 times")
    assert len(status.finished) == 5


@pytest.mark.slow
def test_ctrl_c_for_the_whole_group_stops_nobody_but_the_driver(tmp_path: Path) -> None:
    """The processes ignore it: no traceback of theirs, no game that is not whole."""
    tournament(tmp_path / "out", entrants=SLOW)
    process = began(tmp_path / "out")
    until(lambda: len(sealed(tmp_path / "out")) >= 1, process)
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert "_work" not in error
    status = play(tmp_path / "out", TWO)
    assert (status.left, status.failed) == (0, {})


@pytest.mark.slow
def test_a_seat_that_ends_its_process_costs_its_own_games(tmp_path: Path) -> None:
    """They fail after three tries; all others are finished, those beside them too."""
    entrants = {**THREE, "dan": "random", "eve": "rude_seats:Exits"}
    made = tournament(tmp_path, entrants=entrants, games=30)
    rows = [row for row in made.games if "eve" in row.entrants]
    few = (*rows[:1], *[row for row in made.games if row not in rows][:5])
    write_plan(tmp_path, made.model_copy(update={"games": few}))
    status = play(tmp_path, TWO)
    assert set(status.failed) == {rows[0].game}
    assert "exit code 3, 3 times" in status.failed[rows[0].game]
    assert len(status.finished) == 5
