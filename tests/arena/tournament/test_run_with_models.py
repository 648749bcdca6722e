"""A run whose entrants are models: providers that are down, budgets that end, hours that pass."""

import asyncio
import os
import signal
import socket
from pathlib import Path

import pytest

from arena.models.addresses import PREFIXES
from arena.provider import Provider, Trouble
from arena.tournament.executors.loop_watch import Looks
from arena.tournament.executors.pool import Pool
from arena.tournament.folder import write_plan
from arena.tournament.plan import Plan
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from arena.tournament.status import Status, status_of
from arena.tournament.steward import Steward
from tests.arena.tournament.plan.plans import plan
from tests.arena.tournament.played import disagreements

BOTS = {"ada": "random", "ben": "random", "cyd": "random"}


def tournament(folder: Path, spec: str, **given: object) -> Plan:
    """Write a plan of three bots and a model at tables of three; return it."""
    models = {spec: {"retries": 0, "max_output": 600, "price": {"input": 1.0, "output": 2.0}}}
    made = plan(**{"entrants": {**BOTS, "model": spec}, "models": models, **given})
    write_plan(folder, made)
    return made


def play(folder: Path, pauses: tuple[float, ...] = (0.05, 0.05), **rules: object) -> Status:
    """Run to the end, in this process."""
    given = RunRules.model_validate({"processes": 1, "games": 4, **rules})
    return asyncio.run(run(folder, rules=given, pauses=pauses))


def without(plan_: Plan, entrant: str) -> set[str]:
    """Return the games in which an entrant does not sit."""
    return {row.game for row in plan_.games if entrant not in row.entrants}


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        return port


@pytest.mark.slow
def test_a_provider_that_is_down_holds_the_games_of_its_own_model_only(tmp_path: Path) -> None:
    """All other games are finished; it is tried again, then given up for this run, and named."""
    spec = f"openai-compatible:gone@http://127.0.0.1:{free_port()}/v1"
    made = tournament(tmp_path, spec)
    status = play(tmp_path)
    assert set(status.finished) == without(made, "model")
    assert status.exhausted is None
    log = (tmp_path / "run.jsonl").read_text("utf-8")
    assert log.count('"type":"tried"') == 2
    assert "can't be asked" in log
    waiting = {row.game for row in made.games} - without(made, "model")
    for each in (status, status_of(tmp_path)):
        assert (set(each.waiting), each.failed, each.paused) == (waiting, {}, {})
        assert "can't be asked" in each.down[spec]


@pytest.mark.slow
def test_a_provider_that_is_down_at_the_start_is_gone_on_with_in_the_same_run(
    toy: str, tmp_path: Path
) -> None:
    """Its games wait, none fails, and they are played once it is there."""
    port = free_port()
    spec = f"openai-compatible:late@http://127.0.0.1:{port}/v1"
    made = tournament(tmp_path, spec, rulesets=[toy])
    provider = Provider(port=port)
    seen: list[Status] = []

    def plug_in(status: Status) -> None:
        if not seen and status.waiting and not status.running:
            seen.append(status)
            provider.__enter__()

    rules = RunRules.model_validate({"processes": 1, "games": 4})
    try:
        status = asyncio.run(run(tmp_path, rules=rules, on_change=plug_in, pauses=(0.6, 0.6, 0.6)))
    finally:
        if seen:
            provider.__exit__()
    waiting = {row.game for row in made.games} - without(made, "model")
    assert [(set(each.waiting), each.failed) for each in seen] == [(waiting, {})]
    assert len(status.finished) == status.planned
    assert (status.waiting, status.down, status.failed) == ({}, {}, {})


def test_a_key_that_is_refused_fails_and_nothing_waits(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not pass by itself: the game that found out says why, and the run ends."""
    prefix = PREFIXES["openai-compatible"]
    monkeypatch.setenv(f"{prefix}_API_KEY", "wrong")
    with Provider() as provider:
        monkeypatch.setenv(f"{prefix}_BASE_URL", provider.url)
        spec = f"openai-compatible:m@{provider.url}"
        made = tournament(tmp_path, spec, rulesets=[toy])
        status = play(tmp_path)
    assert (status.waiting, status.down) == ({}, {})
    assert set(status.finished) == without(made, "model")
    assert "HTTP 401" in next(iter(status.failed.values()))


@pytest.mark.slow
def test_a_model_that_never_answers_is_given_a_rest_and_not_rated(toy: str, tmp_path: Path) -> None:
    """Its games stop in place of being games of defaults, and are gone on with when it answers."""
    with Provider([Trouble(kind="unknown_tool")]) as provider:
        spec = f"openai-compatible:loopback@{provider.url}"
        made = tournament(tmp_path, spec, rulesets=[toy])
        status = play(tmp_path)
        assert set(status.finished) == without(made, "model")
        assert "never gave an answer" in " ".join([*status.down.values(), *status.paused.values()])
        provider.change([])
        status = play(tmp_path)
    assert len(status.finished) == status.planned
    assert all(each.rated for each in results_of(made, tmp_path).games)


@pytest.mark.slow
def test_a_provider_that_comes_back_is_gone_on_with(tmp_path: Path) -> None:
    """The next run plays what waited, and what was finished before stays as it is."""
    port = free_port()
    spec = f"openai-compatible:loopback@http://127.0.0.1:{port}/v1"
    made = tournament(tmp_path, spec, game_budget={"calls": 3})
    before = play(tmp_path)
    finished = results_of(made, tmp_path).games
    with Provider(port=port):
        status = play(tmp_path)
    assert len(before.finished) < len(status.finished) == status.planned
    now = results_of(made, tmp_path).games
    assert all(each in now for each in finished)


@pytest.mark.slow
def test_house_bots_finish_what_has_begun_once_the_budget_is_used_up(tmp_path: Path) -> None:
    """Their games are marked and not rated; no other game with a model begins."""
    with Provider() as provider:
        spec = f"anthropic:loopback@{provider.root}"
        made = tournament(tmp_path, spec)
        status = play(tmp_path, budget={"calls": 7, "on_budget": "house"})
    assert status.exhausted is not None
    assert "7 calls" in status.exhausted
    games = results_of(made, tmp_path).games
    replaced = [each for each in games if not each.rated]
    assert without(made, "model") <= {each.game for each in games}
    assert 1 <= len(replaced) <= 4
    assert status.spending.calls == 7
    assert status_of(tmp_path).exhausted == status.exhausted


@pytest.mark.slow
def test_games_pause_and_go_on_with_a_larger_budget(tmp_path: Path) -> None:
    """Nothing that was paid for is paid for again."""
    with Provider() as provider:
        spec = f"openai:loopback@{provider.url}"
        tournament(tmp_path, spec, game_budget={"calls": 4})
        paused = play(tmp_path, budget={"calls": 5})
        whole = play(tmp_path, budget={"calls": 500})
    assert paused.exhausted is not None
    assert paused.paused
    assert paused.spending.calls == 5
    assert len(whole.finished) == whole.planned
    assert whole.exhausted is None
    assert whole.spending.calls > 5


@pytest.mark.slow
def test_a_process_that_stood_still_loses_no_call(tmp_path: Path) -> None:
    """It is ended between its calls; its games go on, and ledger and games agree call by call."""
    pools: list[Pool] = []
    stopped: list[int] = []

    def pool(_: RunRules, steward: Steward) -> Pool:
        looks = Looks(every=0.25, ended_after=16)
        pools.append(Pool(steward, processes=2, looks=looks))
        return pools[0]

    def stop_one(status: Status) -> None:
        if not stopped and status.spending.open_calls:
            stopped.append(pools[0].processes[0])
            os.kill(stopped[0], signal.SIGSTOP)

    with Provider(latency=0.5) as provider:
        spec = f"openai-compatible:loopback@{provider.url}"
        tournament(tmp_path, spec, game_budget={"calls": 5})
        rules = RunRules(games=4)
        status = asyncio.run(run(tmp_path, rules=rules, executor=pool, on_change=stop_one))
        assert len(provider.requests) <= status.spending.calls
    assert len(status.finished) == status.planned
    assert "did not answer for 4 seconds" in (tmp_path / "run.jsonl").read_text("utf-8")
    assert disagreements(tmp_path) == []


def test_hours_that_are_over_begin_no_game(tmp_path: Path) -> None:
    """Bots cost nothing but time, and have none either."""
    made = plan(entrants=BOTS, talk={"protocol": "off"}, replicates=4)
    write_plan(tmp_path, made)
    status = play(tmp_path, budget={"hours": 1e-9})
    assert status.exhausted is not None
    assert "hours" in status.exhausted
    assert not status.finished


@pytest.mark.parametrize("key", ["money", "tokens"])
def test_each_cap_is_told_as_it_is_reached(tmp_path: Path, key: str) -> None:
    """Whichever cap it is, the status names it, and nothing beyond it is spent."""
    most = {"money": 0.02, "tokens": 20_000}[key]
    with Provider() as provider:
        tournament(tmp_path, f"openai-compatible:loopback@{provider.url}")
        status = play(tmp_path, budget={key: most})
    assert status.exhausted is not None
    assert getattr(status.spending, key) <= most
    assert status.spending.calls > 0
