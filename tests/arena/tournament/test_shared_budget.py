"""Games of models at once, with the makers' own SDKs, under one budget and a provider's limits."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from arena.provider import Provider, Trouble
from arena.tournament.ledger import LEDGER, read_ledger, recovered_calls
from arena.transcript.reader import is_sealed
from tests.arena.tournament.played import disagreements, model_plan, planned_in, play_all

ROOT = Path(__file__).parents[3]
FAULTS = (
    Trouble(kind="rate_limit", every=6, seconds=0.05),
    Trouble(kind="overloaded", every=9),
    Trouble(kind="server", every=13),
    Trouble(kind="no_usage", every=11),
    Trouble(kind="drop", every=17),
)
QUICK = {"call_seconds": 2.0, "retries": 3}


def made(folder: Path) -> int:
    """Return how many calls the games' own records have."""
    return sum(len(recovered_calls(each) or []) for each in (folder / "games").iterdir())


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let calls be tried again soon: what is tested is not how long they wait."""
    monkeypatch.setattr("arena.models.faults.FIRST_WAIT", 0.02)


async def test_a_call_cap_holds_over_all_games_and_faults(tmp_path: Path) -> None:
    """Ledger, transcripts and the provider's own count agree, and no game goes beyond the cap."""
    with Provider(FAULTS) as provider:
        plan = model_plan(provider.url, 3, settings=QUICK, budget={"calls": 60})
        outcomes, spending = await play_all(planned_in(tmp_path, plan))
        assert all((each.halted or {}).get("reason") == "budget" for each in outcomes)
        assert spending.calls == 60 == len(provider.requests) == made(tmp_path)
    assert disagreements(tmp_path) == []


async def test_a_money_cap_holds_and_leaves_too_little_for_one_more_call(tmp_path: Path) -> None:
    """What is spent is no more than the cap, though the games at once would fear more."""
    with Provider(FAULTS) as provider:
        plan = model_plan(provider.url, 3, settings=QUICK, budget={"money": 0.5})
        _, spending = await play_all(planned_in(tmp_path, plan))
        assert 0.3 < spending.money <= 0.5
        assert len(provider.requests) == made(tmp_path)
    assert disagreements(tmp_path) == []


@pytest.mark.slow
async def test_house_bots_finish_where_the_plan_says_so(tmp_path: Path) -> None:
    """Whatever the games' own budgets say of themselves."""
    with Provider() as provider:
        budget = {"calls": 25, "on_budget": "house"}
        plan = model_plan(provider.url, 2, budget=budget)
        outcomes, spending = await play_all(planned_in(tmp_path, plan))
        assert all(each.finished for each in outcomes)
        assert spending.calls == 25 == len(provider.requests)
    assert disagreements(tmp_path) == []


async def test_a_game_that_the_budget_stopped_goes_on_with_a_larger_one(tmp_path: Path) -> None:
    """Nothing is asked again that was answered, and the ledger is one over both runs."""
    with Provider() as provider:
        await play_all(planned_in(tmp_path, model_plan(provider.url, 1, budget={"calls": 20})))
        plan = model_plan(provider.url, 1, budget={"calls": 45})
        _, spending = await play_all(planned_in(tmp_path, plan))
        assert spending.calls == 45 == len(provider.requests)
    assert disagreements(tmp_path) == []


@pytest.mark.slow
async def test_never_more_calls_at_once_than_the_providers_limit(tmp_path: Path) -> None:
    """As the provider counts them, with seats that speak at once at several tables."""
    with Provider(latency=0.02) as provider:
        limits = {protocol: {"calls": 1} for protocol in ("openai", "anthropic")}
        plan = model_plan(provider.url, 4, budget={"calls": 80}, providers={
            **limits, "openai-compatible": {"calls": 2}
        })  # fmt: skip
        await play_all(planned_in(tmp_path, plan))
        assert 2 <= provider.most_at_once <= 4
    assert disagreements(tmp_path) == []


@pytest.mark.slow
async def test_a_long_queue_makes_no_seat_late(tmp_path: Path) -> None:
    """Seats wait longer for leave than they have time to answer, and none gets a default."""
    with Provider(latency=0.4) as provider:
        plan = model_plan(provider.url, 9, budget={"calls": 36}, providers={
            protocol: {"calls": 1} for protocol in ("openai", "anthropic", "openai-compatible")
        })  # fmt: skip
        table = plan.conditions["control"].table
        table["limits"] = {"answer_seconds": 2.0}
        outcomes, _ = await play_all(planned_in(tmp_path, plan))
        assert sum(sum(c.defaults.values()) for each in outcomes for c in each.counts.values()) == 0


async def test_hanging_calls_are_booked_at_their_worst(tmp_path: Path) -> None:
    """A provider that never answers may have worked."""
    with Provider([Trouble(kind="hang", every=8)]) as provider:
        settings = {"call_seconds": 0.3, "retries": 3}
        plan = model_plan(provider.url, 2, settings=settings, budget={"calls": 24})
        await play_all(planned_in(tmp_path, plan))
        assert len(provider.requests) == made(tmp_path)
    booked = read_ledger(tmp_path).booked
    assert [each.fault for each in booked].count("timeout") == 3
    assert disagreements(tmp_path) == []


async def test_a_stop_settles_what_is_under_way(tmp_path: Path) -> None:
    """Games that are cancelled in the middle of calls leave no permit open."""
    with Provider(latency=0.3) as provider:
        plan = model_plan(provider.url, 3, budget={"calls": 500})
        run = asyncio.create_task(play_all(planned_in(tmp_path, plan)))
        while len(provider.requests) < 10:  # noqa: ASYNC110 - the very step is meant
            await asyncio.sleep(0.02)
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
    assert disagreements(tmp_path) == []


async def test_a_full_disk_stops_the_run_and_no_call_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger is written before a call leaves: where it can't be, the games stop."""
    write = os.write

    def full(file: int, data: bytes) -> int:
        if b'"type":"reserved"' in data and len(provider.requests) >= 15:
            raise OSError(28, "No space left on device")
        return write(file, data)

    with Provider() as provider:
        monkeypatch.setattr("os.write", full)
        plan = model_plan(provider.url, 2)
        with pytest.raises(Exception, match=r"ledger\.jsonl can't be written"):
            await play_all(planned_in(tmp_path, plan))
        await asyncio.sleep(0.2)
        assert len(provider.requests) == made(tmp_path)


def _killed(folder: Path, provider: Provider, after: int, **given: Any) -> None:
    """Play in another process, and kill that after so many requests."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.arena.tournament.played", str(folder)]
    began = len(provider.requests)
    with subprocess.Popen(command, cwd=ROOT, env=environment, **given) as process:
        while len(provider.requests) < began + after:
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)


@pytest.mark.slow
def test_after_every_kill_ledger_and_calls_agree_one_by_one(tmp_path: Path) -> None:
    """A run that was killed three times ends within its budget, and nothing is counted twice."""
    with Provider(latency=0.03) as provider:
        plan = model_plan(provider.url, 3, settings=QUICK, budget={"calls": 120})
        planned_in(tmp_path, plan)
        for after in (12, 7, 19):
            _killed(tmp_path, provider, after)
        with (tmp_path / LEDGER).open("ab") as ledger:
            ledger.write(b'{"type":"reserved","permit":')  # cut off by the kill
        _, spending = asyncio.run(play_all(tmp_path))
        assert disagreements(tmp_path) == []
        assert spending.calls == 120 == made(tmp_path)
        # A call that was killed between its intent and its departure is booked all the same.
        assert 117 <= len(provider.requests) <= 120
    assert not all(is_sealed(each) for each in (tmp_path / "games").iterdir())
