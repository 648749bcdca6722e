"""`arena bench`: progress on standard error, the figures as tables or as one JSON document."""

import gc
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.bench import Plan, measure
from arena.bench.rulesets import OPPONENTS
from arena.faces.cli.logs import configure_logs
from arena.faces.cli.output import console_for, print_document
from arena.text import plural

__all__ = ["bench"]

FITTING = ((100, 10), (80, 7), (0, 3))
"""From how many columns on how many figures fit."""
RULESET_COLUMNS = (
    ("decisions\na second", "decisions_per_second", "{:,.0f}"),
    ("with the\nview", "decisions_per_second_with_view", "{:,.0f}"),
    ("decisions\na game", "decisions_per_game", "{:.0f}"),
    ("seat\nturns", "seat_turns_median", "{:.0f}"),
    ("speeches", "speeches_per_game", "{:.0f}"),
    ("claims", "claims_per_game", "{:.0f}"),
    ("house\nwins", "house_share", "{:.3f}"),
)
"""Heading, figure and form of what is printed of each ruleset."""
MODEL_COLUMNS = (
    ("rules,\ntools", "system_and_tools_tokens", "{:,.0f}"),
    ("speech\nof 2\nclaims", "speech_tokens_median", "{:,.0f}"),
    ("claims\nunread", "unreadable_share", "{:.1%}"),
    ("calls\na game", "calls_median", "{:.0f}"),
    ("tokens\nin", "input_tokens_median", "{:,.0f}"),
    ("tokens\nout", "output_tokens_median", "{:,.0f}"),
    ("new a\ncall", "new_tokens_median", "{:.0f}"),
    ("re-\npeated", "repeated_share", "{:.3f}"),
    ("from\ncache", "cache_share", "{:.3f}"),
    ("ms a\ncall", "ms_per_call", "{:.1f}"),
)
"""The same of games of models; processor time is this process's, all in."""


def bench(*, peers: bool, json_: bool) -> int:
    """Measure everything and print it; 0 when done."""
    configure_logs(logging.ERROR)
    progress = console_for(sys.stderr)

    def show_step(what: str) -> None:
        progress.print(Text(f"measuring {what} ...", "dim"))

    gc.freeze()  # what is imported stays: else each full collection holds all games up for 0.04 s
    figures = measure(Plan(), with_peers=peers, on_step=show_step)
    if json_:
        print_document(figures)
    else:
        _print(console_for(sys.stdout), figures)
    return 0


def _print(console: Console, figures: Mapping[str, Any]) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right", no_wrap=True)
    for what, figure in _rows(figures):
        table.add_row(Text(what, "bold" if not figure else ""), figure)
    console.print(table)
    console.print(
        _figure_table(console, "Ruleset", ("ruleset",), RULESET_COLUMNS, figures["rulesets"])
    )
    console.print(
        _figure_table(console, "Models", ("ruleset", "protocol"), MODEL_COLUMNS, figures["models"])
    )
    if figures["peers_missing"]:
        console.print(Text(f"\n{figures['peers_missing']}", "yellow"))


def _figure_table(
    console: Console,
    title: str,
    names: Sequence[str],
    columns: Sequence[tuple[str, str, str]],
    rows: Sequence[Mapping[str, Any]],
) -> Table:
    """Return a table of figures; in a narrow terminal the first ones that fit, and the last."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(title, style="bold", no_wrap=True)
    most = next(most for width, most in FITTING if console.width >= width)
    shown = (*columns[:-1][: most - 1], columns[-1])
    for heading, _, _ in shown:
        table.add_column(heading, justify="right")
    for row in rows:
        name = " ".join(str(row[each]).replace("openai-compatible", "compatible") for each in names)
        table.add_row(name, *(form.format(row[key]) for _, key, form in shown))
    return table


def _tournament_rows(figures: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    if figures is None:
        return
    yield "A tournament", ""
    for each in figures["bots"]:
        where = plural(each["processes"], "process", "processes")
        work = f"{each['games']} games of silent bots, {where}"
        stages = ", ".join(f"{each[stage]:.1f}" for stage in ("plan", "run", "again", "report"))
        yield f"  {work}: games a second", f"{each['games_per_second']:.1f}"
        yield "    seconds to plan, run, run again, report", stages
    for each in figures["models_at_once"]:
        games = f"{each['games']} games at once, {each['latency']:g} s a call"
        where = plural(each["processes"], "process", "processes")
        yield f"  {games}, {where}: share of the ideal", f"{each['share']:.3f}"


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
    for each in figures["simulation"]:
        what = f"  games a second of {each['spec']} seats: at the table, simulated, results alone"
        rates = f"{each['table']:.1f}, {each['records']:.1f}, {each['results']:.1f}"
        rows.append((what, rates))
    for each in figures["waiting"]:
        what = f"  {each['games']} at once, {each['mean'] * 1000:.0f} ms: share of the ideal"
        rows.append((what, f"{each['share']:.3f}"))
    rows += _tournament_rows(figures["tournaments"])
    once = figures["models_at_once"]
    games = f"{once['games']} games at once, {once['latency']:g} s a call"
    rows += [
        ("A table of five models, loopback provider", ""),
        (f"  {games}: share of the ideal", f"{once['share']:.3f}"),
    ]
    rows += [
        *_talk_rows(figures["talk"]),
        *_evening_rows(figures["evenings"]),
        *_served_rows(figures["served"]),
        *_report_rows(figures),
        *_bargain_rows(figures["bargains"]),
        *_lab_rows(figures["lab"]),
        *_win_rows(figures["win_shares"]),
    ]
    imports = ", ".join(figures["bot_game_imports"]) or "neither"
    return [
        *rows,
        ("Start-up", ""),
        ("  arena --help, processor time", f"{figures['help_seconds']:.2f} s"),
        ("  model clients (openai, anthropic) that a game of bots imports", imports),
    ]


def _talk_rows(talk: Mapping[str, Any]) -> list[tuple[str, str]]:
    low, high = talk["seat_turns_tenths"]
    turns = f"{talk['seat_turns_median']:.0f} ({low:.0f} to {high:.0f})"
    return [
        ("A table that talks, five house bots", ""),
        ("  answers and turns to talk in a game: median (tenths)", turns),
        ("  speeches in a game", f"{talk['speeches_per_game']:.0f}"),
        ("  messages in them", f"{talk['messages_per_game']:.0f}"),
        ("  claims in a game", f"{talk['claims_per_game']:.0f}"),
        ("  transcript of a game", f"{talk['transcript_bytes_per_game'] / 1000:,.0f} kB"),
        ("  processor time of a turn to talk, all in", f"{talk['ms_per_talk_turn']:.2f} ms"),
        ("  games on one core, with talk", f"{talk['games_per_second']:.2f}/s"),
        ("  games on one core, in silence", f"{talk['games_per_second_silent']:.2f}/s"),
    ]


def _evening_rows(evenings: Mapping[str, Mapping[str, float]]) -> list[tuple[str, str]]:
    tables = {
        "default": "  four seats, models that answer in 3 s",
        "first": "  first_evening, house bots",
    }
    return [
        ("Minutes of an evening with a person, reckoned: median (shortest to longest)", ""),
        *(
            (what, "{minutes:.0f} ({shortest:.0f} to {longest:.0f})".format_map(evenings[table]))
            for table, what in tables.items()
        ),
    ]


def _served_rows(served: Mapping[str, Any]) -> list[tuple[str, str]]:
    late = ", ".join(f"{served[each]:.0f}" for each in ("median_ms", "p95_ms", "max_ms"))
    where = f"{plural(served['tables'], 'table')}, {plural(served['streams'], 'seat')}"
    weights = ", ".join(f"{each['raw'] / 1000:.0f}" for each in served["pages"].values())
    sent = ", ".join(f"{each['sent'] / 1000:.0f}" for each in served["pages"].values())
    return [
        (f"A server of {where}", ""),
        ("  milliseconds until an event is told: median, 95 %, longest", late),
        ("  milliseconds to the first board", f"{served['first_board_ms']:.0f}"),
        ("  memory of a table with its streams", f"{served['bytes_per_table'] / 1000:,.0f} kB"),
        ("  memory without tables", f"{served['idle_bytes'] / 1e6:.0f} MB"),
        (f"  kB of {', '.join(served['pages'])}; as they are sent", f"{weights}; {sent}"),
    ]


def _report_rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    won, moved = figures["elections"], figures["reports"]
    shares = ", ".join(
        f"{won[f'won_{each}']:.2f} of {won[f'candidacies_{each}']}"
        for each in ("truthful", "false")
    )
    by_spec = (
        f"{each['destinations'] / each['moments']:.3f} of {each['moments']}"
        for each in moved.values()
    )
    return [
        ("What reports of dice do, five house bots", ""),
        ("  elections won after true ones, after a false one", shares),
        (f"  destinations that they change: {', '.join(moved)}", ", ".join(by_spec)),
    ]


def _lab_rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    games, power, memory = figures["games"], figures["power"], figures["peak_memory"]
    where = plural(figures["processes"], "process", "processes")
    again = f"{figures['again_seconds']:.2f} s, {figures['estimates_seconds']:.2f} s"
    each = f"{figures['read_ms']:.0f} ms, {figures['rows_ms']:.0f} ms"
    peak = max(memory["reader"], memory["helper"]) / 2**20
    return [
        ("The deception lab", ""),
        (f"  {games} talking games into tables, {where}", f"{figures['tables_seconds']:.1f} s"),
        ("    read once more, all estimates", again),
        ("    a game: read, into rows", each),
        (f"  power of {power['ballots']} ballots", f"{power['seconds']:.2f} s"),
        (f"  peak memory over {memory['games']} games", f"{peak:,.0f} MiB"),
    ]


def _bargain_rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    counts, by_spec = figures["per_game"], figures["by_spec"]
    rows = [
        ("Deals of five house bots, one of each kind", ""),
        (
            "  offered, accepted in a game",
            f"{counts.get('offered', 0):.1f}, {counts.get('accepted', 0):.1f}",
        ),
    ]
    for spec, each in by_spec.items():
        gains = (each["gain_where_kept"], each["gain_where_broken"])
        points = ", ".join("-" if gain is None else f"{gain:+.2f}" for gain in gains)
        share = "-" if each["broken_share"] is None else f"{each['broken_share']:.2f}"
        label = f"  {spec}: broken; points that breaking them brought, kept and broken ones"
        rows.append((label, f"{share}; {points}"))
    return rows


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
        ("  games imagined there by a seat", f"{engine['imagined_per_second']:,.0f}/s"),
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
