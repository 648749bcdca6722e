"""Games on several machines: a cluster of two nodes on this one, of which one is killed."""

import asyncio
import csv
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.provider import Provider, Trouble
from arena.table.verify import verify
from arena.tournament.config import config_of
from arena.tournament.executors.executor import Executor
from arena.tournament.executors.ray_cluster import RayCluster
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.ledger import read_ledger, recovered_calls
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.report import write_report
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules, TournamentBudget
from arena.tournament.run import run
from arena.tournament.run_log import RUN_LOG
from arena.tournament.status import Status
from arena.tournament.steward import Steward
from tests.arena.tournament.whole import (
    arena,
    bots,
    games,
    lines,
    sealed,
    started,
    table_digests,
    until,
)

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
cluster_utils = pytest.importorskip(
    "ray.cluster_utils", reason="Ray is not installed: make .venv/cluster", exc_type=ImportError
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
EACH_NODE = 4
"""Games that a node of one core plays at once."""
FEW = ("--at-once", "2")
"""Each game at once has a process of its own, which takes longer to start than to play."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Return a cluster of one node on this machine."""
    made = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    yield made
    made.shutdown()


def plan_of(**changes: Any) -> Plan:
    """Return a small tournament of bots."""
    entrants = {"one": "house", "two": "house:liar", "three": "house:honest"}
    return planned(
        config_of({"seed": "7", "entrants": entrants, "seats": 3, "games": 12, **changes}, "a test")
    )


def of_models(provider: Provider, **changes: Any) -> Plan:
    """Return a small tournament of two models and a bot, whose games take a dozen calls."""
    entrants = {
        "one": f"openai:m@{provider.url}", "two": f"anthropic:m@{provider.root}", "bot": "random",
    }  # fmt: skip
    settings = {"call_seconds": 15.0, "max_output": 600, "price": {"input": 1.0, "output": 2.0}}
    models = {spec: settings for spec in entrants.values() if "@" in spec}
    return plan_of(entrants=entrants, models=models, games=6, game_budget={"calls": 12}, **changes)


def test_a_machine_that_dies_costs_its_games_only(cluster: Any, tmp_path: Path) -> None:
    """The games of a killed node begin again elsewhere, and all come out as in one process."""
    plan = plan_of()
    for name in ("ray", "here"):
        write_plan(tmp_path / name, plan)
    second = cluster.add_node(num_cpus=1)
    killed = False

    def kill(status: Status) -> None:
        nonlocal killed
        if len(status.finished) >= 2 and not killed:
            killed = True
            cluster.remove_node(second, allow_graceful=False)

    def on_the_cluster(_: RunRules, steward: Steward) -> Executor:
        return RayCluster(steward, address=cluster.address)

    status = asyncio.run(run(tmp_path / "ray", executor=on_the_cluster, on_change=kill))
    asyncio.run(run(tmp_path / "here", rules=RunRules(processes=1)))
    assert killed
    assert '"how":"lost"' in (tmp_path / "ray" / RUN_LOG).read_text("utf-8")
    assert len(status.finished) == status.planned
    assert results_of(plan, tmp_path / "ray").games == results_of(plan, tmp_path / "here").games


def test_a_machine_that_dies_with_calls_under_way_leaves_every_call_in_the_ledger(
    cluster: Any, tmp_path: Path
) -> None:
    """Its games go on from what is here; what they had paid for stays booked, open calls as feared.

    Those that had paused here go on there, so that what is here of them is older than the ledger.
    """
    killed, stewards = list[str](), list[Steward]()
    second = cluster.add_node(num_cpus=1)

    def kill(_: Status) -> None:
        waiting = {each.game for each in stewards[0]._ledger.entries.open.values()}
        if len(waiting) > EACH_NODE and not killed:
            killed.extend(waiting)
            cluster.remove_node(second, allow_graceful=False)

    def on_the_cluster(_: RunRules, steward: Steward) -> Executor:
        stewards.append(steward)
        return RayCluster(steward, address=cluster.address)

    with Provider((Trouble(kind="hang", at=tuple(range(25, 33))),)) as provider:
        plan = of_models(provider, budget={"calls": 2000, "money": 50.0})
        write_plan(tmp_path, plan)
        few = plan.run.model_copy(update={"budget": TournamentBudget(calls=18), "processes": 1})
        assert asyncio.run(run(tmp_path, rules=few)).paused
        status = asyncio.run(run(tmp_path, executor=on_the_cluster, on_change=kill))
        requests = len(provider.requests)
    lost = {
        each["game"] for each in lines(tmp_path / RUN_LOG)
        if each["type"] == "game_ended" and each["how"] == "lost"
    }  # fmt: skip
    assert lost & set(killed)
    assert len(status.finished) == status.planned == len(plan.games)

    ledger = read_ledger(tmp_path)
    assert ledger.open == {}
    for row in plan.games:
        of_game = [each for each in ledger.booked if each.game == row.game and each.cost.tokens]
        booked = {each.call: (each.seat, each.cost) for each in of_game if each.call is not None}
        calls = recovered_calls(game_folder(tmp_path, row.game)) or []
        made = {each.sent.call: (each.sent.seat, each.cost) for each in calls}
        assert made
        assert made.items() <= booked.items()
        assert len(of_game) == len(made) or row.game in lost
        assert verify(game_folder(tmp_path, row.game)).ok
    counted = sum(each.call is not None for each in ledger.booked)
    feared = sum(each.call is None and bool(each.cost.tokens) for each in ledger.booked)
    assert feared
    assert counted <= requests <= counted + feared
    assert status.spending.calls == counted + feared
    assert status.spending.money == pytest.approx(
        sum(each.cost.money or 0.0 for each in ledger.booked)
    )

    write_report(tmp_path)
    for name, column, expected in (
        ("games", "game", {row.game for row in plan.games}), ("seats", "entrant", {*plan.entrants}),
    ):  # fmt: skip
        with (tmp_path / "tables" / f"{name}.csv").open(encoding="utf-8") as table:
            assert {row[column] for row in csv.DictReader(table)} == expected


def test_a_cluster_that_does_not_answer_is_named() -> None:
    """An address without a cluster is a mistake in one sentence."""

    async def connect() -> None:
        with pytest.raises(ConfigError, match=r"no Ray cluster answers at 127\.0\.0\.1:1"):
            RayCluster(None, address="127.0.0.1:1")  # type: ignore[arg-type]

    asyncio.run(connect())


# --- by the command line ---


def test_a_tournament_is_played_by_ray_as_it_is_in_one_process(tmp_path: Path) -> None:
    """On this machine, with a cluster of its own that ends with the command."""
    file = bots(tmp_path / "bots.toml")
    for name, executor in (("ray", "ray"), ("here", "in-process")):
        args = ("tournament", str(file), "--executor", executor, "--out", name, *FEW)
        ran = arena(*args, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert "Traceback" not in ran.stderr
        assert "6 of 6 games are finished" in ran.stdout
    assert len(sealed(tmp_path / "ray")) == 6
    assert table_digests(tmp_path / "ray") == table_digests(tmp_path / "here")
    again = arena("tournament", "run", "ray", "--executor", "ray", "--json", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert len(json.loads(again.stdout)["finished"]) == 6


def test_ctrl_c_stops_games_on_a_cluster_and_they_go_on_there(cluster: Any, tmp_path: Path) -> None:
    """What was played until then is here, and is not played again."""
    file = bots(tmp_path / "bots.toml", replicates=4)
    where = ("--executor", "ray", "--address", cluster.address, *FEW)
    process = started("tournament", str(file), *where, "--out", "out", cwd=tmp_path)
    until(lambda: len(sealed(tmp_path / "out")) >= 2, process)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 1, error
    assert "Traceback" not in error
    assert "arena tournament run out" in error.splitlines()[-1]
    before = {each: (each / "log.jsonl").read_bytes() for each in sealed(tmp_path / "out")}
    assert 2 <= len(before) < 24
    ran = arena("tournament", "run", "out", *where, "--quiet", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert len(games(tmp_path / "out")) == len(sealed(tmp_path / "out")) == 24
    assert {each: (each / "log.jsonl").read_bytes() for each in before} == before


def test_a_driver_that_is_killed_loses_nothing_that_was_paid_for(
    cluster: Any, tmp_path: Path
) -> None:
    """SIGKILL with calls under way on another process: the next run books them and goes on."""
    where = ("--executor", "ray", "--address", cluster.address, "--at-once", "3", "--quiet")
    with Provider((Trouble(kind="hang", at=tuple(range(25, 28))),)) as provider:
        plan = of_models(provider, budget={"calls": 2000, "money": 50.0})
        write_plan(tmp_path / "out", plan)
        process = started("tournament", "run", "out", "--yes", *where, cwd=tmp_path)
        until(lambda: len(provider.requests) >= 27, process)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        waiting = read_ledger(tmp_path / "out").open
        ran = arena("tournament", "run", "out", "--yes", *where, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
        requests = len(provider.requests)
    assert waiting
    assert len(sealed(tmp_path / "out")) == len(plan.games)
    assert all(verify(each).ok for each in sealed(tmp_path / "out"))
    ledger = read_ledger(tmp_path / "out")
    assert ledger.open == {}
    counted = sum(each.call is not None for each in ledger.booked)
    feared = sum(each.call is None and bool(each.cost.tokens) for each in ledger.booked)
    assert feared >= len(waiting)
    assert counted <= requests <= counted + feared
    for row in plan.games:
        booked = {each.call for each in ledger.booked if each.game == row.game}
        calls = recovered_calls(game_folder(tmp_path / "out", row.game)) or []
        assert {each.sent.call for each in calls} <= booked


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ("--executor", "ray", "--address", "127.0.0.1:1"),
            "no Ray cluster answers at 127.0.0.1:1",
        ),
        (("--address", "127.0.0.1:1"), "Possible: with --executor ray."),
    ],
)
def test_an_address_that_can_t_be_used_is_one_sentence(
    args: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    """No game begins, and the plan stays for the next try."""
    file = bots(tmp_path / "bots.toml")
    ran = arena("tournament", str(file), *args, "--out", "out", "--quiet", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    (sentence,) = ran.stderr.splitlines()
    assert said in sentence
    assert games(tmp_path / "out") == []
    assert (tmp_path / "out" / "plan.json").exists()
