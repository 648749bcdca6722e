"""All figures of the benchmark, as plain JSON data, and how long each is measured."""

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
    """How much is measured: the default takes about six minutes."""

    rounds: int = 7
    """Turns of each engine measurement."""
    slice_seconds: float = 0.7
    """Seconds of processor time of one turn."""
    games: int = 20
    """Whole games under the graph."""
    simulated_games: int = 20
    """Games of random seats at a table and simulated, in each turn; a fifth as many of house bots.
    """
    simulation_rounds: int = 5
    """Turns of them."""
    concurrent_games: int = 50
    """Games that wait for slow seats at the same time."""
    thinking_seconds: tuple[float, ...] = (0.2, 0.05)
    """Seconds that these seats think."""
    served_tables: int = 50
    """Tables of four people on one server."""
    served_seconds: float = 4.0
    """After so many seconds the next of them answers."""
    paused_games: int = 200
    """Games that wait in their middle while the memory is measured; 0: none."""
    starts: int = 5
    """Starts of `arena --help`."""
    model_games: int = 3
    """Games of models against the loopback provider, for each family and protocol."""
    model_protocols: tuple[str, ...] = models.PROTOCOLS
    model_latency: float = 1.0
    """Seconds that the provider takes, in games of models at once."""
    model_calls: int = 60
    """Calls of each of these games."""
    tournament_games: int = 200
    """Games of a tournament of silent bots; 0: no tournament is measured."""
    tournament_processes: tuple[int, ...] = (1, 2)
    """Processes that play them, and the games of models at once."""
    lab_games: int = 200
    """Games of talking house bots that the lab reads; a twentieth of them are played."""
    lab_processes: int = 2
    """Processes that read them."""
    lab_memory_games: int = 500
    """Silent games that it reads while its memory is measured."""


def measure(plan: Plan, *, with_peers: bool, on_step: Callable[[str], None]) -> Figures:
    """Return all figures as plain JSON data; `on_step` gets a name of what is measured next."""
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
