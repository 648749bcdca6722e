"""Games in several processes: what they leave, and what the end of one of them costs."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.table.verify import verify
from arena.tournament.executors.executor import Ended
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.loop_watch import Blocked, Looks, LoopWatch
from arena.tournament.executors.pool import Pool
from arena.transcript.disk import Lock
from tests.arena.tournament.executors.jobs import (
    RANDOM,
    RUDE,
    NoLeave,
    alive,
    events,
    job,
    log,
    until,
)
from tests.arena.tournament.whole import environment

EXITS = {"Ada": f"{RUDE}:Exits", "Ben": "random", "Cyd": "random"}
SLOW = {"Ada": f"{RUDE}:Sleeps:0.05", "Ben": "random", "Cyd": "random"}
BLOCKS = {"Ada": f"{RUDE}:Blocks", "Ben": "random", "Cyd": "random"}
HOLDS = {"Ada": f"{RUDE}:Holds", "Ben": "random", "Cyd": "random"}
OFTEN = Looks(every=0.25, told_after=4, ended_after=16)
RAISES = {"Ada": f"{RUDE}:Raises", "Ben": "random", "Cyd": "random"}


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python find the seats, in other processes too."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


@pytest.mark.slow
def test_processes_play_what_one_plays(tmp_path: Path) -> None:
    """Four games in two processes are finished and true, their logs equal those of one process."""

    async def played() -> None:
        pool, here = Pool(NoLeave(), processes=2), InProcess(NoLeave())
        jobs = [job(tmp_path / "pool", f"g{n}", seed=str(n)) for n in range(4)]
        alone = [job(tmp_path / "here", f"g{n}", seed=str(n)) for n in range(4)]
        try:
            ended = await asyncio.gather(*map(pool.play, jobs))
            assert [each.how for each in ended] == ["finished"] * 4
            assert len(set(pool.processes)) == 2
        finally:
            await pool.close()
        for each in alone:
            assert (await here.play(each)).how == "finished"
        await here.close()
        assert [events(each) for each in jobs] == [events(each) for each in alone]
        assert all(verify(Path(each.folder)).ok for each in jobs)
        assert pool.processes == []

    asyncio.run(played())


@pytest.mark.slow
def test_a_killed_process_loses_its_games_which_go_on(tmp_path: Path) -> None:
    """Its games are lost; the same jobs end as if nothing had been, in a process in its place."""

    async def played() -> None:
        pool = Pool(NoLeave(), processes=1)
        jobs = [job(tmp_path, f"g{n}", SLOW, seed=str(n)) for n in range(2)]
        try:
            first = [asyncio.create_task(pool.play(each)) for each in jobs]
            await until(lambda: all(log(each).count(b"\n") > 20 for each in jobs))
            (pid,) = pool.processes
            os.kill(pid, signal.SIGKILL)
            ended = await asyncio.gather(*first)
            assert [(each.how, each.why[:11]) for each in ended] == [("lost", "its process")] * 2
            begun = [log(each) for each in jobs]
            again = await asyncio.gather(*map(pool.play, jobs))
            assert [each.how for each in again] == ["finished"] * 2, again
            assert pool.processes != [pid]
            assert all(log(each).startswith(was.rpartition(b"\n")[0])
                       for each, was in zip(jobs, begun, strict=True))  # fmt: skip
            assert all(verify(Path(each.folder)).ok for each in jobs)
        finally:
            await pool.close()

    asyncio.run(played())


@pytest.mark.slow
def test_a_seat_that_ends_its_process_costs_that_process(tmp_path: Path) -> None:
    """Its game is lost with the exit code; the next game has a process again."""

    async def played() -> None:
        pool = Pool(NoLeave(), processes=1)
        try:
            ended = await pool.play(job(tmp_path, "g1", EXITS))
            assert (ended.how, ended.why) == ("lost", "its process ended with exit code 3")
            assert (await pool.play(job(tmp_path, "g2"))).how == "finished"
        finally:
            await pool.close()

    asyncio.run(played())


@pytest.mark.slow
def test_a_process_that_stands_still_is_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its games are lost, with the seat that blocks it; those of others go on, and new ones."""

    async def played() -> list[Ended]:
        pool = Pool(NoLeave(), processes=2, looks=OFTEN)
        blocks, beside = job(tmp_path, "g1", BLOCKS), job(tmp_path, "g3", SLOW)
        try:
            # Each goes where the fewest are: the third to the process of the first.
            found = await asyncio.gather(*map(pool.play, (beside, job(tmp_path, "g2"), blocks)))
            return [*found, await pool.play(beside)]
        finally:
            await pool.close()

    beside, other, blocks, again = asyncio.run(played())
    assert (other.how, again.how) == ("finished", "finished")
    assert blocks.how == beside.how == "lost"
    why = "its process did not answer for 4 seconds, blocked by Ada (rude_seats:Blocks) in g1 at "
    assert blocks.why.startswith(why)
    assert "rude_seats.py" in blocks.why
    assert (blocks.beside, beside.beside) == (False, True)
    assert "loop_blocked" in "".join(capsys.readouterr())


@pytest.mark.slow
def test_a_process_whose_threads_stand_still_is_ended_too(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing in it can say why; its own stack is printed before it is ended."""

    async def played() -> tuple[Ended, Ended]:
        pool = Pool(NoLeave(), processes=1, looks=OFTEN)
        try:
            return (
                await pool.play(job(tmp_path, "g1", HOLDS)), await pool.play(job(tmp_path, "g2"))
            )  # fmt: skip
        finally:
            await pool.close()

    held, after = asyncio.run(played())
    assert (held.how, held.why) == ("lost", "its process did not answer for 4 seconds")
    assert after.how == "finished"
    error = capfd.readouterr().err
    assert "Stack (most recent call first)" in error
    assert "rude_seats.py" in error


@pytest.mark.slow
def test_a_stopped_process_is_ended_and_a_stopped_driver_ends_nobody(tmp_path: Path) -> None:
    """Looks are counted and not seconds: who slept has not looked in vain."""

    async def played() -> None:
        looks = Looks(every=0.1, ended_after=20)
        pool = Pool(NoLeave(), processes=1, looks=looks)
        one = job(tmp_path, "g1", {**SLOW, "Ada": f"{RUDE}:Sleeps:0.5"})
        try:
            playing = asyncio.create_task(pool.play(one))
            await until(lambda: log(one).count(b"\n") > 10)
            time.sleep(2 * looks.seconds)  # noqa: ASYNC251 - the driver itself is to stand still
            (pid,) = pool.processes
            os.kill(pid, signal.SIGSTOP)
            ended = await playing
            assert (ended.how, ended.why) == ("lost", "its process did not answer for 2 seconds")
            assert not alive(pid)
        finally:
            await pool.close()

    asyncio.run(played())


@pytest.mark.slow
def test_in_one_process_a_seat_that_blocks_is_named(tmp_path: Path) -> None:
    """Nobody can go on meanwhile, so all that can be done is to say who it is."""
    told: list[Blocked] = []
    seats = {**RANDOM, "Ada": f"{RUDE}:Blocks:0.2"}

    async def played() -> Ended:
        watch = LoopWatch(Looks(every=0.02, told_after=3), told=told.append)
        here = InProcess(NoLeave(), watch=watch)
        try:
            return await here.play(job(tmp_path, "g1", seats))
        finally:
            await here.close()

    assert asyncio.run(played()).how == "finished"
    # A machine with much to do may also block the loop for a moment, by no seat.
    assert ("g1", "Ada (rude_seats:Blocks:0.2)") in {(each.game, each.who) for each in told}


@pytest.mark.slow
def test_a_seat_that_raises_costs_its_own_answers(tmp_path: Path) -> None:
    """The default stands in for each; the game is finished, and the games beside it too."""

    async def played() -> None:
        pool = Pool(NoLeave(), processes=1)
        rude = job(tmp_path, "g1", RAISES)
        try:
            ended = await asyncio.gather(pool.play(rude), pool.play(job(tmp_path, "g2")))
        finally:
            await pool.close()
        assert [each.how for each in ended] == ["finished", "finished"]
        assert b'"reason":"error"' in log(rude)

    asyncio.run(played())


@pytest.mark.slow
def test_a_job_that_is_none_fails_alone(tmp_path: Path) -> None:
    """What can't be played is said in its `why`; the process plays on."""

    async def played() -> None:
        pool = Pool(NoLeave(), processes=1)
        try:
            nobody = await pool.play(job(tmp_path, "g1", {**RANDOM, "Ada": "nobody:Here"}))
            assert nobody.how == "failed"
            assert "nobody" in nobody.why
            assert (await pool.play(job(tmp_path, "g2"))).how == "finished"
        finally:
            await pool.close()

    asyncio.run(played())


@pytest.mark.slow
def test_stopped_games_can_be_gone_on_with(tmp_path: Path) -> None:
    """Who asks all to stop gets each game back as stopped, and nobody holds its folder then."""

    async def played() -> None:
        pool, one = Pool(NoLeave(), processes=2), job(tmp_path, "g1", SLOW)
        try:
            playing = asyncio.create_task(pool.play(one))
            await until(lambda: log(one).count(b"\n") > 10)
            await pool.stop()
            assert (await playing).how == "stopped"
            assert (await pool.play(job(tmp_path, "g2"))).how == "stopped"
        finally:
            await pool.close()
        Lock(Path(one.folder)).close()
        here = InProcess(NoLeave())
        assert (await here.play(one)).how == "finished"
        await here.close()

    asyncio.run(played())


DRIVER = """
import asyncio, sys
from pathlib import Path
from arena.tournament.executors.pool import Pool
from tests.arena.tournament.executors.jobs import NoLeave, job
from tests.arena.tournament.executors.test_pool import SLOW

async def main():
    pool = Pool(NoLeave(), processes=2)
    jobs = [job(Path(sys.argv[1]), f"g{n}", SLOW, seed=str(n)) for n in range(4)]
    playing = [asyncio.create_task(pool.play(each)) for each in jobs]
    await asyncio.sleep(0.1)
    print(*pool.processes, flush=True)
    await asyncio.gather(*playing)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("to", ["driver", "group"])
def test_a_killed_driver_leaves_nobody_behind(tmp_path: Path, to: str) -> None:
    """Its processes end by themselves; then nobody holds a game. Ctrl-C is the driver's alone."""
    script = tmp_path / "driver.py"
    script.write_text(DRIVER, encoding="utf-8")
    driver = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)], env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=0,
    )  # fmt: skip
    assert driver.stdout is not None
    pids = [int(each) for each in driver.stdout.readline().split()]
    jobs = [job(tmp_path, f"g{n}", SLOW) for n in range(4)]
    _wait(lambda: all(log(each).count(b"\n") > 10 for each in jobs))
    assert all(map(alive, pids))
    if to == "driver":
        driver.kill()
    else:
        os.killpg(driver.pid, signal.SIGINT)
    _, error = driver.communicate(timeout=60)
    _wait(lambda: not any(map(alive, pids)))
    for each in jobs:
        Lock(Path(each.folder)).close()
        assert log(each).endswith(b"\n")
    assert "ForkPoolWorker" not in error


def _wait(true: object) -> None:
    deadline = time.monotonic() + 60
    while not true():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.01)
