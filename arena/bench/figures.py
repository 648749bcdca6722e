"""All figures of the benchmark, as plain JSON data, and how long each is measured."""

import platform
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.bench import (
    bargains,
    credulity,
    engine_rates,
    evenings,
    lab,
    models,
    peers,
    processes,
    reputation,
    served,
    simulation,
    strength,
    tables,
    talk,
    tournaments,
)
from arena.bench.rulesets import OPPONENTS, ruleset_figures
from arena.bench.sampling import Sampler, in_turns
from arena.seats.house import DIALS
from arena.text import plural

__all__ = ["Plan", "measure"]

Figures = dict[str, object]
NAMED_HOUSES = tuple(f"house:{name}" for name in DIALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is measured: the default takes about eight minutes."""

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
    evenings: int = 10
    """Games with a person whose length is reckoned, for each of two tables."""
    served_tables: int = 50
    """Tables of four people on one server."""
    served_seconds: float = 4.0
    """After so many seconds the next of them answers."""
    paused_games: int = 200
    """Games that wait in their middle while the memory is measured; 0: none."""
    starts: int = 5
    """Starts of `arena --help`."""
    talks: int = 20
    """Games of house bots with talk, and as many without."""
    elections: int = 200
    """Games of house bots whose elections are counted by what the elected had reported."""
    reports: int = 40
    """Games of house bots in which reports are withheld, moment by moment."""
    bargains: int = 200
    """Games of house bots of all kinds, whose deals are followed."""
    wins: int = 500
    """Games of one house bot against three random seats."""
    named_house_wins: int = 100
    """The same for each named set of a house bot's dials."""
    ruleset_talks: int = 6
    """Games of house bots with talk, for every ruleset."""
    ruleset_wins: int = 100
    """Games of one house bot against three random seats, for every ruleset."""
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
        figures |= _engine_figures(plan, with_peers=with_peers)
        on_step("the table")
        figures["table"] = tables.graph_cost(out / "graph", plan.games)
        on_step("games of bots at the table and without it")
        figures["simulation"] = _simulation_figures(plan, out)
        waiting: list[Figures] = []
        for mean in plan.thinking_seconds:
            games = f"{plan.concurrent_games} games at once"
            on_step(f"{games}, seats that answer after {mean * 1000:.0f} ms")
            found = tables.play_slow_games(out / f"waiting-{mean}", plan.concurrent_games, mean)
            waiting.append({**asdict(found), "share": found.share})
        figures["waiting"] = waiting
        figures |= _talk_figures(plan, out, on_step)
        figures |= _model_figures(plan, out, on_step)
        figures["tournaments"] = _tournament_figures(plan, out, on_step)
        on_step(f"the deception lab, {plural(plan.lab_games, 'game')}")
        figures["lab"] = _lab_figures(plan, out)
        on_step(f"a server of {plural(plan.served_tables, 'table')}")
        figures["served"] = served.served_figures(
            out / "served", plan.served_tables, plan.served_seconds
        )
        on_step("every ruleset")
        figures["rulesets"] = ruleset_figures(
            out / "each",
            rounds=max(1, plan.rounds // 2),
            seconds=plan.slice_seconds / 2,
            talks=plan.ruleset_talks,
            wins=plan.ruleset_wins,
        )
    on_step("how well house bots play")
    games_by_spec = {"house": plan.wins, **dict.fromkeys(NAMED_HOUSES, plan.named_house_wins)}
    shares = [_win_share(spec, games) for spec, games in games_by_spec.items()]
    figures["win_shares"] = [{**asdict(each), "share": each.share} for each in shares]
    on_step("start-up and memory")
    figures["memory_bytes_per_game"] = _memory(plan)
    figures["help_seconds"] = processes.help_seconds(plan.starts)
    figures["bot_game_imports"] = processes.bot_game_imports()
    return figures


def _memory(plan: Plan) -> float | None:
    return processes.memory_per_game(plan.paused_games) if plan.paused_games else None


def _simulation_figures(plan: Plan, out: Path) -> list[Figures]:
    games = {"random": plan.simulated_games, "house": max(1, plan.simulated_games // 5)}
    rounds = plan.simulation_rounds
    return [
        asdict(simulation.game_rates(out / f"simulated-{spec}", spec, count, rounds=rounds))
        for spec, count in games.items()
    ]


def _talk_figures(plan: Plan, out: Path, on_step: Callable[[str], None]) -> Figures:
    on_step("the talk of house bots")
    spoken = talk.talk_figures(out / "talk", plan.talks)
    on_step("how long evenings with a person last")
    lasting = evenings.evening_figures(out / "evenings", plan.evenings)
    on_step("what house bots make of reports")
    elections = reputation.reputation_figures(out / "elections", plan.elections)
    moved = credulity.moved_by_reports(out / "reports", plan.reports)
    reports = {spec: asdict(each) for spec, each in moved.items()}
    on_step("what becomes of house bots' deals")
    made = bargains.bargain_figures(out / "bargains", plan.bargains)
    return {
        "talk": spoken, "evenings": lasting, "elections": elections, "reports": reports,
        "bargains": made,
    }  # fmt: skip


def _model_figures(plan: Plan, out: Path, on_step: Callable[[str], None]) -> Figures:
    on_step("games of models")
    games = models.model_games(out / "models", plan.model_games, plan.model_protocols)
    on_step(f"{plan.concurrent_games} games of models at once, {plan.model_latency:g} s a call")
    concurrent = models.play_concurrently(
        out / "once", plan.concurrent_games, plan.model_latency, plan.model_calls
    )
    return {"models": games, "models_at_once": {**asdict(concurrent), "share": concurrent.share}}


def _tournament_figures(plan: Plan, out: Path, on_step: Callable[[str], None]) -> Figures | None:
    if not plan.tournament_games:
        return None
    on_step("tournaments")
    bots = [
        tournaments.bot_tournament(out / f"tournament-{each}", plan.tournament_games, each)
        for each in plan.tournament_processes
    ]
    waits = [
        tournaments.waiting_tournament(
            out / f"waits-{each}", plan.concurrent_games, each, latency=plan.model_latency,
            calls=plan.model_calls,
        )
        for each in plan.tournament_processes
    ]  # fmt: skip
    return {
        "bots": [{**asdict(each), "games_per_second": each.games_per_second} for each in bots],
        "models_at_once": [{**asdict(each), "share": each.share} for each in waits],
    }


def _lab_figures(plan: Plan, out: Path) -> Figures:
    read = lab.lab_figures(
        out / "lab", plan.lab_games, distinct=max(1, plan.lab_games // 20),
        processes=plan.lab_processes,
    )  # fmt: skip
    memory = lab.peak_memory(
        out / "lab-memory", plan.lab_memory_games, distinct=max(1, plan.lab_memory_games // 20),
        processes=plan.lab_processes,
    )  # fmt: skip
    return {**read, "peak_memory": memory}


def _engine_figures(plan: Plan, *, with_peers: bool) -> Figures:
    missing = with_peers and not peers.installed()
    samplers: dict[str, Sampler] = engine_rates.samplers()
    if with_peers and not missing:
        samplers |= peers.samplers()
    rates = in_turns(samplers, rounds=plan.rounds, seconds=plan.slice_seconds)
    apply, view = rates["apply"]["decisions"], rates["view"]["decisions"]
    engine = {
        "decisions_per_second": apply,
        "decisions_per_second_with_view": view,
        "forks_per_second": rates["fork"]["forks"],
        "imagined_per_second": rates["imagine"]["imagined"],
        "restored_games_per_second": rates["restore"]["games"],
        "restored_decisions_per_second": rates["restore"]["decisions"],
    }
    if missing or not with_peers:
        hint = peers.INSTALL if missing else None
        return {"peers_missing": hint, "engine": engine, "peers": None}
    peer = rates["textarena"]["decisions"]
    return {
        "peers_missing": None,
        "engine": engine,
        "peers": {
            "textarena_decisions_per_second": peer,
            "ratio_without_view": apply / peer,
            "ratio_with_view": view / peer,
        },
    }


def _win_share(spec: str, games: int) -> strength.Share:
    (found, _) = strength.win_shares("moh", (spec, *OPPONENTS), games, "bench")
    return found
