"""Runs all benchmarks and returns their figures as plain JSON data."""

import platform
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.bench import engine_rates, lab, models, served, tables, tournaments
from arena.text import plural

Figures = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The amount of work of each benchmark; the default takes about six minutes."""

    rounds: int = 7
    """Slices per sampler of the engine."""
    slice_seconds: float = 0.7
    """Seconds of processor time per slice."""
    games: int = 20
    """Whole games played through the graph."""
    simulated_games: int = 20
    """Games of random seats, at a table and simulated, per round; a fifth as many games of house
    bots."""
    simulation_rounds: int = 5
    """Rounds of the comparison of table and simulation."""
    concurrent_games: int = 50
    """Games of slow seats that run at the same time."""
    thinking_seconds: tuple[float, ...] = (0.2, 0.05)
    """Mean seconds that a slow seat takes to answer, one run for each."""
    served_tables: int = 50
    """Tables of four people on one server."""
    served_seconds: float = 4.0
    """Seconds between two answers at a table."""
    paused_games: int = 200
    """Games paused halfway while memory is measured; 0: not measured."""
    starts: int = 5
    """Runs of `arena --help`."""
    model_games: int = 3
    """Games of models against the fake provider, for each family and protocol."""
    model_protocols: tuple[str, ...] = models.PROTOCOLS
    model_latency: float = 1.0
    """Latency of the provider in seconds, for concurrent games of models."""
    model_calls: int = 60
    """Calls in each of these games."""
    tournament_games: int = 200
    """Games of a tournament of silent bots; 0: not measured."""
    tournament_processes: tuple[int, ...] = (1, 2)
    """Numbers of processes for the tournament of bots and the concurrent games of models."""
    lab_games: int = 200
    """Games of talking house bots that the lab reads; a twentieth of them are distinct."""
    lab_processes: int = 2
    """Processes that read these games."""
    lab_memory_games: int = 500
    """Silent games that the lab reads while its memory is measured."""


def measure(plan: Plan, *, with_peers: bool, on_step: Callable[[str], None]) -> Figures:
    """Run all benchmarks; return the figures as plain JSON data.

    `on_step` receives the name of each benchmark before it starts.
    """
    figures: Figures = {
        "machine": {"python": platform.python_version(), "system": platform.platform()}
    }
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        out = Path(folder)
        on_step("the engine" + (" and its peers" if with_peers else ""))
        figures |= engine_rates.engine_figures(
            rounds=plan.rounds, seconds=plan.slice_seconds, with_peers=with_peers
        )
        figures |= _table_figures(plan, out, on_step)
        on_step("games of models")
        figures["models"] = models.model_games(
            out / "models", plan.model_games, plan.model_protocols
        )
        figures["tournaments"] = _tournament_figures(plan, out, on_step)
        on_step(f"the deception lab, {plural(plan.lab_games, 'game')}")
        processes = plan.lab_processes
        read = lab.lab_figures(out / "lab", plan.lab_games, processes=processes)
        memory = lab.peak_memory(out / "lab-memory", plan.lab_memory_games, processes=processes)
        figures["lab"] = {**read, "peak_memory": memory}
        on_step(f"a server of {plural(plan.served_tables, 'table')}")
        figures["served"] = served.served_figures(
            out / "served", plan.served_tables, plan.served_seconds
        )
    on_step("every ruleset")
    figures["rulesets"] = engine_rates.ruleset_figures(
        rounds=max(1, plan.rounds // 2), seconds=plan.slice_seconds / 2
    )
    on_step("start-up and memory")
    paused = plan.paused_games
    figures["memory_bytes_per_game"] = tables.memory_per_game(paused) if paused else None
    figures["help_seconds"] = tables.help_seconds(plan.starts)
    figures["bot_game_imports"] = tables.bot_game_imports()
    return figures


def _table_figures(plan: Plan, out: Path, on_step: Callable[[str], None]) -> Figures:
    on_step("the table")
    cost = tables.graph_cost(out / "graph", plan.games)
    on_step("games of bots at the table and without it")
    games = {"random": plan.simulated_games, "house": max(1, plan.simulated_games // 5)}
    rates = [
        tables.game_rates(out / f"simulated-{spec}", spec, count, rounds=plan.simulation_rounds)
        for spec, count in games.items()
    ]
    waiting: list[Figures] = []
    for mean in plan.thinking_seconds:
        at_once = f"{plan.concurrent_games} games at once"
        on_step(f"{at_once}, seats that answer after {mean * 1000:.0f} ms")
        waiting.append(tables.play_slow_games(out / f"waiting-{mean}", plan.concurrent_games, mean))
    return {"table": cost, "simulation": rates, "waiting": waiting}


def _tournament_figures(plan: Plan, out: Path, on_step: Callable[[str], None]) -> Figures | None:
    if not plan.tournament_games:
        return None
    on_step("tournaments")
    return {
        "bots": [
            tournaments.bot_tournament(out / f"tournament-{each}", plan.tournament_games, each)
            for each in plan.tournament_processes
        ],
        "models_at_once": [
            tournaments.waiting_tournament(
                out / f"waits-{each}", plan.concurrent_games, each, latency=plan.model_latency,
                calls=plan.model_calls,
            )
            for each in plan.tournament_processes
        ],
    }  # fmt: skip
