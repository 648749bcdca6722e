"""A benchmark of a few seconds: which figures there are; never how fast anything is."""

import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
import structlog

import engine
from arena.bench import Plan, measure
from arena.faces.cli import bench
from tests.arena.bench.quick import QUICK, measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Benched:
    """A run of `arena bench --json`."""

    figures: dict[str, Any]
    """What was measured, before it was printed."""
    code: int
    out: str
    err: str


@pytest.fixture(scope="module")
def benched() -> Benched:
    """Return what a very short benchmark finds, and what `arena bench --json` prints of it."""
    found: dict[str, Any] = {}

    def noted(plan: Plan, *, with_peers: bool, on_step: Callable[[str], None]) -> dict[str, Any]:
        found.update(measure(plan, with_peers=with_peers, on_step=on_step))
        return found

    out, err, logs = StringIO(), StringIO(), structlog.get_config()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("arena.bench.Plan", lambda: QUICK)
        patch.setattr("arena.bench.measure", noted)
        code = bench.bench(peers=False, json_=True)
    structlog.configure(**logs)
    return Benched(figures=found, code=code, out=out.getvalue(), err=err.getvalue())


@pytest.fixture(scope="module")
def found(benched: Benched) -> dict[str, Any]:
    """Return what a very short benchmark finds."""
    return benched.figures


def test_every_figure_is_there_and_positive(found: dict[str, Any]) -> None:
    """Engine, table, waiting, memory and start-up, each a number above zero."""
    assert set(found) == {
        "machine", "peers_missing", "engine", "peers", "table", "simulation", "waiting", "served",
        "tournaments", "memory_bytes_per_game", "help_seconds", "bot_game_imports", "rulesets",
        "models", "lab",
    }  # fmt: skip
    assert set(found["engine"]) == {
        "decisions_per_second", "decisions_per_second_with_view", "forks_per_second",
        "imagined_per_second",
        "restored_games_per_second", "restored_decisions_per_second",
    }  # fmt: skip
    assert min(found["engine"].values()) > 0
    assert min(found["table"].values()) > 0
    assert found["help_seconds"] > 0


def test_bots_are_played_at_the_table_and_without_it(found: dict[str, Any]) -> None:
    """Random seats and house bots, each above zero; a ratio is that of the same games."""
    rows = found["simulation"]
    assert [row["spec"] for row in rows] == ["random", "house"]
    for row in rows:
        assert min(value for key, value in row.items() if key != "spec") > 0
        assert row["games"] == QUICK.simulated_games
        assert row["records_ratio"] == pytest.approx(row["records"] / row["table"])


def test_a_tournament_is_planned_run_and_reported(found: dict[str, Any]) -> None:
    """Each stage takes some time, and games of models that wait reach a share of the ideal."""
    both = found["tournaments"]
    (bots,), (waits,) = both["bots"], both["models_at_once"]
    assert bots["games"] >= QUICK.tournament_games
    assert min(bots[stage] for stage in ("plan", "run", "again", "command", "report")) > 0
    assert waits["calls"] == QUICK.concurrent_games * QUICK.model_calls
    assert 0 < waits["share"] <= 1


def test_every_ruleset_has_its_row(found: dict[str, Any]) -> None:
    """The same figures for each, above zero."""
    rows = found["rulesets"]
    assert [row["ruleset"] for row in rows] == list(engine.rulesets())
    for row in rows:
        assert min(value for key, value in row.items() if key != "ruleset") > 0


def test_games_of_models_have_their_rows(found: dict[str, Any]) -> None:
    """What repeats, what is new, what a call takes."""
    rows = found["models"]
    assert [row["ruleset"] for row in rows] == ["moh", "osaczeni"]
    for row in rows:
        assert 0 < row["repeated_share"] < 1
        named = {"ruleset", "protocol"}
        assert min(value for key, value in row.items() if key not in named) > 0


def test_figures_are_plain_json(found: dict[str, Any]) -> None:
    """What `--json` prints can be read back, and has the form of what tests of printing read."""
    assert json.loads(json.dumps(found)) == found
    assert form(found) == form(measured())


def test_waiting_games_name_their_ideal(found: dict[str, Any]) -> None:
    """The share is the critical path of the longest game over what all took."""
    (row,) = found["waiting"]
    assert row["games"] == QUICK.concurrent_games
    assert row["share"] == pytest.approx(row["ideal"] / row["seconds"])


def test_without_peers_nothing_is_said_of_them(found: dict[str, Any]) -> None:
    """Neither figures nor a hint."""
    assert found["peers"] is None
    assert found["peers_missing"] is None


def form(found: object) -> object:
    """Return keys, and what is in lists, without the numbers."""
    if isinstance(found, dict):
        return {key: form(each) for key, each in found.items()}
    if isinstance(found, list):
        return [form(each) for each in found]
    return isinstance(found, int | float)


def test_json_is_one_document_on_standard_output(benched: Benched) -> None:
    """All that was measured; progress goes to standard error."""
    assert benched.code == 0
    assert json.loads(benched.out) == benched.figures
    assert benched.figures["engine"]["forks_per_second"] > 0
    assert "measuring the engine ..." in benched.err
