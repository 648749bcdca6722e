"""Games on several machines: a cluster of two nodes on this one, of which one is killed."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.tournament.config import config_of
from arena.tournament.executors.executor import Executor
from arena.tournament.executors.ray_cluster import RayCluster
from arena.tournament.folder import write_plan
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.results import results_of
from arena.tournament.rules import RunRules
from arena.tournament.run import run
from arena.tournament.run_log import RUN_LOG
from arena.tournament.status import Status
from arena.tournament.steward import Steward

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
cluster_utils = pytest.importorskip(
    "ray.cluster_utils", reason="Ray is not installed: make .venv/cluster", exc_type=ImportError
)

pytestmark = pytest.mark.slow


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


def test_a_cluster_that_does_not_answer_is_named() -> None:
    """An address without a cluster is a mistake in one sentence."""

    async def connect() -> None:
        with pytest.raises(ConfigError, match=r"no Ray cluster answers at 127\.0\.0\.1:1"):
            RayCluster(None, address="127.0.0.1:1")  # type: ignore[arg-type]

    asyncio.run(connect())
