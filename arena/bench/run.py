"""The whole benchmark: what is measured, how long, and how it is printed."""

import logging
import platform
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import structlog
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.bench import apart, models, peers, rules, strength, tables, talk
from arena.bench.each import OPPONENTS, each_ruleset
from arena.bench.sampling import Sampler, in_turns
from arena.faces.cli.output import print_document
from arena.faces.cli.replay import console_for
from arena.seats.house import DIALS

__all__ = ["Plan", "bench", "measured"]

Figures = dict[str, Any]
SIBLINGS = tuple(f"house:{name}" for name in DIALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is measured: the default takes about six minutes."""

    rounds: int = 7
    """Turns of each engine measurement."""
    slice: float = 0.7
    """Seconds of processor time of one turn."""
    games: int = 20
    """Whole games under the graph."""
    at_once: int = 50
    """Games that wait for slow seats at the same time."""
    means: tuple[float, ...] = (0.2, 0.05)
    """Seconds that these seats think."""
    held: int = 200
    """Games held in their middle to weigh them; 0: none."""
    starts: int = 5
    """Starts of `arena --help`."""
    talks: int = 20
    """Games of house bots with talk, and as many without."""
    wins: int = 500
    """Games of one house bot against three random seats."""
    sibling_wins: int = 100
    """The same of each of its named sets of dials."""
    each_talks: int = 6
    """Games of house bots with talk, for every ruleset."""
    each_wins: int = 100
    """Games of one house bot against three random seats, for every ruleset."""
    model_games: int = 3
    """Games of models against the loopback provider, for each family and protocol."""
    model_protocols: tuple[str, ...] = models.PROTOCOLS
    model_latency: float = 1.0
    """Seconds that the provider takes, in games of models at once."""
    model_calls: int = 60
    """Calls of each of these games."""


def bench(peers: bool, json_: bool) -> int:  # noqa: FBT001 - the command line's flags
    """Measure everything and print it; 0 when done."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    console = console_for(sys.stderr)

    def step(what: str) -> None:
        console.print(Text(f"measuring {what} ...", "dim"))

    figures = measured(Plan(), with_peers=peers, step=step)
    if json_:
        print_document(figures)
    else:
        _print(console_for(sys.stdout), figures)
    return 0


def measured(plan: Plan, *, with_peers: bool, step: Callable[[str], None]) -> Figures:
    """Return all figures as plain JSON data; `step` is told what is being measured."""
    figures: Figures = {
        "machine": {"python": platform.python_version(), "system": platform.platform()},
        "peers_missing": peers.INSTALL if with_peers and not peers.installed() else None,
    }
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        out = Path(folder)
        step("the engine" + (" and its peers" if with_peers else ""))
        figures |= _engine(plan, with_peers=with_peers and peers.installed())
        step("the table")
        figures["table"] = tables.graph_cost(out / "graph", plan.games)
        figures["waiting"] = []
        for mean in plan.means:
            step(f"{plan.at_once} games at once, seats that answer after {mean * 1000:.0f} ms")
            found = tables.waiting(out / f"waiting-{mean}", plan.at_once, mean)
            figures["waiting"].append({**asdict(found), "share": found.share})
        step("the talk of house bots")
        figures["talk"] = talk.talk_figures(out / "talk", plan.talks)
        figures |= _models(plan, out, step)
        step("every ruleset")
        figures["rulesets"] = each_ruleset(
            out / "each",
            rounds=max(1, plan.rounds // 2),
            seconds=plan.slice / 2,
            talks=plan.each_talks,
            wins=plan.each_wins,
        )
    step("how well house bots play")
    line_ups = {"house": plan.wins, **dict.fromkeys(SIBLINGS, plan.sibling_wins)}
    shares = [_first_places(spec, games) for spec, games in line_ups.items()]
    figures["win_shares"] = [{**asdict(each), "share": each.share} for each in shares]
    step("start-up and memory")
    memory = apart.memory_per_game(plan.held) if plan.held else None
    figures["memory_bytes_per_game"] = memory
    figures["help_seconds"] = apart.help_seconds(plan.starts)
    figures["bot_game_imports"] = apart.bot_game_imports()
    return figures


def _models(plan: Plan, out: Path, step: Callable[[str], None]) -> Figures:
    step("games of models")
    games = models.model_games(out / "models", plan.model_games, plan.model_protocols)
    step(f"{plan.at_once} games of models at once, {plan.model_latency:g} s a call")
    once = models.at_once(out / "once", plan.at_once, plan.model_latency, plan.model_calls)
    return {"models": games, "models_at_once": {**asdict(once), "share": once.share}}


def _engine(plan: Plan, *, with_peers: bool) -> Figures:
    samplers: dict[str, Sampler] = rules.samplers()
    if with_peers:
        samplers |= peers.samplers()
    rates = in_turns(samplers, rounds=plan.rounds, seconds=plan.slice)
    apply, view = rates["apply"]["decisions"], rates["view"]["decisions"]
    engine = {
        "decisions_per_second": apply,
        "decisions_per_second_with_view": view,
        "forks_per_second": rates["fork"]["forks"],
        "restored_games_per_second": rates["restore"]["games"],
        "restored_decisions_per_second": rates["restore"]["decisions"],
    }
    if not with_peers:
        return {"engine": engine, "peers": None}
    peer = rates["textarena"]["decisions"]
    return {
        "engine": engine,
        "peers": {
            "textarena_decisions_per_second": peer,
            "ratio_without_view": apply / peer,
            "ratio_with_view": view / peer,
        },
    }


def _first_places(spec: str, games: int) -> strength.Share:
    (found, _) = strength.win_shares("moh", (spec, *OPPONENTS), games, "bench")
    return found


# --- printing ---


def _print(console: Console, figures: Mapping[str, Any]) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right", no_wrap=True)
    for what, figure in _rows(figures):
        table.add_row(Text(what, "bold" if not figure else ""), figure)
    console.print(table)
    console.print(_table(console, "Ruleset", ("ruleset",), EACH, figures["rulesets"]))
    console.print(_table(console, "Models", ("ruleset", "protocol"), MODELS, figures["models"]))
    if figures["peers_missing"]:
        console.print(Text(f"\n{figures['peers_missing']}", "yellow"))


EACH = (
    ("decisions\na second", "decisions_per_second", "{:,.0f}"),
    ("with the\nview", "decisions_per_second_with_view", "{:,.0f}"),
    ("decisions\na game", "decisions_per_game", "{:.0f}"),
    ("seat\nturns", "seat_turns_median", "{:.0f}"),
    ("speeches", "speeches_per_game", "{:.0f}"),
    ("claims", "claims_per_game", "{:.0f}"),
    ("house\nwins", "house_share", "{:.3f}"),
)
"""Heading, figure and form of what is printed of each ruleset."""


MODELS = (
    ("calls\na game", "calls_median", "{:.0f}"),
    ("tokens\nin", "input_tokens_median", "{:,.0f}"),
    ("tokens\nout", "output_tokens_median", "{:,.0f}"),
    ("new a\ncall", "new_tokens_median", "{:.0f}"),
    ("re-\npeated", "repeated_share", "{:.3f}"),
    ("from\ncache", "cache_share", "{:.3f}"),
    ("ms a\ncall", "ms_per_call", "{:.1f}"),
)
"""The same of games of models; processor time is this process's, all in."""


def _table(
    console: Console,
    title: str,
    names: Sequence[str],
    columns: Sequence[tuple[str, str, str]],
    rows: Sequence[Mapping[str, Any]],
) -> Table:
    """Return a table of figures; in a narrow terminal the first two columns and the last."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column(title, style="bold", no_wrap=True)
    shown = columns if console.width >= ROOMY else (*columns[:2], columns[-1])
    for heading, _, _ in shown:
        table.add_column(heading, justify="right")
    for row in rows:
        name = " ".join(str(row[each]).replace("openai-compatible", "compatible") for each in names)
        table.add_row(name, *(form.format(row[key]) for _, key, form in shown))
    return table


ROOMY = 80
"""Columns from which all figures of a ruleset fit."""


def _rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = [*_engine_rows(figures["engine"]), *_peer_rows(figures["peers"])]
    cost = figures["table"]
    rows += [
        ("A table, five random seats", ""),
        ("  processor time per decision, all in", f"{cost['ms_per_decision']:.2f} ms"),
        ("  transcript of a game", f"{cost['transcript_bytes_per_game'] / 1000:,.0f} kB"),
    ]
    if figures["memory_bytes_per_game"] is not None:
        memory = figures["memory_bytes_per_game"] / 1000
        rows.append(("  memory of a running game", f"{memory:,.0f} kB"))
    for each in figures["waiting"]:
        what = f"  {each['games']} at once, {each['mean'] * 1000:.0f} ms: share of the ideal"
        rows.append((what, f"{each['share']:.3f}"))
    once = figures["models_at_once"]
    games = f"{once['games']} games at once, {once['latency']:g} s a call"
    rows += [
        ("A table of five models, loopback provider", ""),
        (f"  {games}: share of the ideal", f"{once['share']:.3f}"),
    ]
    rows += [*_talk_rows(figures["talk"]), *_win_rows(figures["win_shares"])]
    imports = ", ".join(figures["bot_game_imports"]) or "neither"
    return [
        *rows,
        ("Start-up", ""),
        ("  arena --help, processor time", f"{figures['help_seconds']:.2f} s"),
        ("  model clients (openai, anthropic) that a game of bots imports", imports),
    ]


def _talk_rows(talked: Mapping[str, Any]) -> list[tuple[str, str]]:
    low, high = talked["seat_turns_tenths"]
    turns = f"{talked['seat_turns_median']:.0f} ({low:.0f} to {high:.0f})"
    return [
        ("A table that talks, five house bots", ""),
        ("  answers and turns to talk in a game: median (tenths)", turns),
        ("  speeches in a game", f"{talked['speeches_per_game']:.0f}"),
        ("  claims in a game", f"{talked['claims_per_game']:.0f}"),
        ("  transcript of a game", f"{talked['transcript_bytes_per_game'] / 1000:,.0f} kB"),
        ("  processor time of a turn to talk, all in", f"{talked['ms_per_talk_turn']:.2f} ms"),
        ("  games on one core, with talk", f"{talked['games_per_second']:.2f}/s"),
        ("  games on one core, in silence", f"{talked['games_per_second_silent']:.2f}/s"),
    ]


def _win_rows(shares: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    return [
        (f"First places against {', '.join(OPPONENTS)} (95 % interval)", ""),
        *(
            (
                f"  {each['spec']}, {each['games']} games",
                f"{each['share']:.3f} ({each['low']:.3f} to {each['high']:.3f})",
            )
            for each in shares
        ),
    ]


def _engine_rows(engine: Mapping[str, float]) -> list[tuple[str, str]]:
    return [
        ("The engine, moh, five random seats", ""),
        ("  list the options and apply one", f"{engine['decisions_per_second']:,.0f}/s"),
        (
            "  the same after a look at the view",
            f"{engine['decisions_per_second_with_view']:,.0f}/s",
        ),
        ("  forks from the middle of a game", f"{engine['forks_per_second']:,.0f}/s"),
        ("  games restored from a save", f"{engine['restored_games_per_second']:,.0f}/s"),
        ("  their decisions", f"{engine['restored_decisions_per_second']:,.0f}/s"),
    ]


def _peer_rows(peer: Mapping[str, float] | None) -> list[tuple[str, str]]:
    if peer is None:
        return []
    return [
        ("TextArena SecretMafia, 12 players", ""),
        ("  decisions, text observation", f"{peer['textarena_decisions_per_second']:,.0f}/s"),
        ("  this engine, times as fast", f"{peer['ratio_without_view']:.2f}"),
        ("  this engine with the view, times as fast", f"{peer['ratio_with_view']:.2f}"),
    ]
