"""`arena bench`: progress on standard error, the figures as tables or as one JSON document."""

import gc
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence

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

Figures = Mapping[str, object]
"""What was measured, as plain JSON data."""


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


def _print(console: Console, figures: Figures) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right", no_wrap=True)
    for what, figure in _rows(figures):
        table.add_row(Text(what, "bold" if not figure else ""), figure)
    console.print(table)
    console.print(
        _figure_table(console, "Ruleset", ("ruleset",), RULESET_COLUMNS, _list(figures, "rulesets"))
    )
    console.print(
        _figure_table(
            console, "Models", ("ruleset", "protocol"), MODEL_COLUMNS, _list(figures, "models")
        )
    )
    if figures["peers_missing"]:
        console.print(Text(f"\n{figures['peers_missing']}", "yellow"))


def _figure_table(
    console: Console,
    title: str,
    names: Sequence[str],
    columns: Sequence[tuple[str, str, str]],
    rows: Sequence[Figures],
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


def _part(figures: Figures, name: str) -> Figures:
    """Return the figures that have a name in common."""
    part = figures[name]
    if not isinstance(part, Mapping):
        raise TypeError(f"{name} is {part!r:.80}")
    return part


def _list(figures: Figures, name: str) -> list[Figures]:
    """Return figures of which there are several of one kind."""
    found = figures[name]
    if not isinstance(found, list):
        raise TypeError(f"{name} is {found!r:.80}")
    return found


def _number(figures: Figures, name: str) -> float:
    number = figures[name]
    if not isinstance(number, int | float):
        raise TypeError(f"{name} is {number!r:.80}")
    return number


def _tournament_rows(figures: Figures) -> Iterator[tuple[str, str]]:
    yield "A tournament", ""
    for each in _list(figures, "bots"):
        where = plural(each["processes"], "process", "processes")
        work = f"{each['games']} games of silent bots, {where}"
        yield f"  {work}: games a second", "{games_per_second:.1f}".format_map(each)
        stages = "{plan:.1f}, {run:.1f}, {again:.1f}, {report:.1f}".format_map(each)
        yield "    seconds to plan, run, run again, report", stages
    for each in _list(figures, "models_at_once"):
        games = "{games} games at once, {latency:g} s a call".format_map(each)
        where = plural(each["processes"], "process", "processes")
        yield f"  {games}, {where}: share of the ideal", "{share:.3f}".format_map(each)


def _rows(figures: Figures) -> list[tuple[str, str]]:
    rows = [*_engine_rows(_part(figures, "engine")), *_peer_rows(figures)]
    cost = _part(figures, "table")
    rows += [
        ("A table, five random seats", ""),
        ("  processor time per decision, all in", "{ms_per_decision:.2f} ms".format_map(cost)),
        ("  transcript of a game", _kilobytes(cost, "transcript_bytes_per_game")),
    ]
    if figures["memory_bytes_per_game"] is not None:
        rows.append(("  memory of a running game", _kilobytes(figures, "memory_bytes_per_game")))
    for each in _list(figures, "simulation"):
        what = f"  games a second of {each['spec']} seats: at the table, simulated, results alone"
        rates = "{table:.1f}, {records:.1f}, {results:.1f}".format_map(each)
        rows.append((what, rates))
    for each in _list(figures, "waiting"):
        mean = 1000 * _number(each, "mean")
        what = f"  {each['games']} at once, {mean:.0f} ms: share of the ideal"
        rows.append((what, "{share:.3f}".format_map(each)))
    if figures["tournaments"] is not None:
        rows += _tournament_rows(_part(figures, "tournaments"))
    once = _part(figures, "models_at_once")
    games = "{games} games at once, {latency:g} s a call".format_map(once)
    rows += [
        ("A table of five models, loopback provider", ""),
        (f"  {games}: share of the ideal", "{share:.3f}".format_map(once)),
    ]
    rows += [
        *_talk_rows(_part(figures, "talk")),
        *_evening_rows(_part(figures, "evenings")),
        *_served_rows(_part(figures, "served")),
        *_report_rows(figures),
        *_bargain_rows(_part(figures, "bargains")),
        *_lab_rows(_part(figures, "lab")),
        *_win_rows(_list(figures, "win_shares")),
    ]
    imports = figures["bot_game_imports"]
    named = ", ".join(map(str, imports)) if isinstance(imports, Sequence) else ""
    return [
        *rows,
        ("Start-up", ""),
        ("  arena --help, processor time", "{help_seconds:.2f} s".format_map(figures)),
        ("  model clients (openai, anthropic) that a game of bots imports", named or "neither"),
    ]


def _kilobytes(figures: Figures, name: str) -> str:
    return f"{_number(figures, name) / 1000:,.0f} kB"


def _talk_rows(talk: Figures) -> list[tuple[str, str]]:
    turns = "{seat_turns_median:.0f} ({seat_turns_tenths[0]:.0f} to {seat_turns_tenths[1]:.0f})"
    return [
        ("A table that talks, five house bots", ""),
        ("  answers and turns to talk in a game: median (tenths)", turns.format_map(talk)),
        ("  speeches in a game", "{speeches_per_game:.0f}".format_map(talk)),
        ("  messages in them", "{messages_per_game:.0f}".format_map(talk)),
        ("  claims in a game", "{claims_per_game:.0f}".format_map(talk)),
        ("  transcript of a game", _kilobytes(talk, "transcript_bytes_per_game")),
        (
            "  processor time of a turn to talk, all in",
            "{ms_per_talk_turn:.2f} ms".format_map(talk),
        ),
        ("  games on one core, with talk", "{games_per_second:.2f}/s".format_map(talk)),
        ("  games on one core, in silence", "{games_per_second_silent:.2f}/s".format_map(talk)),
    ]


def _evening_rows(evenings: Figures) -> list[tuple[str, str]]:
    minutes = "{minutes:.0f} ({shortest:.0f} to {longest:.0f})"
    tables = {
        "default": "  four seats, models that answer in 3 s",
        "first": "  first_evening, house bots",
    }
    return [
        ("Minutes of an evening with a person, reckoned: median (shortest to longest)", ""),
        *((what, minutes.format_map(_part(evenings, table))) for table, what in tables.items()),
    ]


def _served_rows(served: Figures) -> list[tuple[str, str]]:
    late = "{median_ms:.0f}, {p95_ms:.0f}, {max_ms:.0f}".format_map(served)
    where = f"{plural(served['tables'], 'table')}, {plural(served['streams'], 'seat')}"
    pages = _part(served, "pages")
    weights, sent = (
        ", ".join(f"{_number(_part(pages, page), what) / 1000:.0f}" for page in pages)
        for what in ("raw", "sent")
    )
    return [
        (f"A server of {where}", ""),
        ("  milliseconds until an event is told: median, 95 %, longest", late),
        ("  milliseconds to the first board", "{first_board_ms:.0f}".format_map(served)),
        ("  memory of a table with its streams", _kilobytes(served, "bytes_per_table")),
        ("  memory without tables", f"{_number(served, 'idle_bytes') / 1e6:.0f} MB"),
        (f"  kB of {', '.join(pages)}; as they are sent", f"{weights}; {sent}"),
    ]


def _report_rows(figures: Figures) -> list[tuple[str, str]]:
    moved = _part(figures, "reports")
    shares = "{won_truthful:.2f} of {candidacies_truthful}, {won_false:.2f} of {candidacies_false}"
    reports = (_part(moved, spec) for spec in moved)
    by_spec = (
        f"{_number(each, 'destinations') / _number(each, 'moments'):.3f} of {each['moments']}"
        for each in reports
    )
    return [
        ("What reports of dice do, five house bots", ""),
        (
            "  elections won after true ones, after a false one",
            shares.format_map(_part(figures, "elections")),
        ),
        (f"  destinations that they change: {', '.join(moved)}", ", ".join(by_spec)),
    ]


def _lab_rows(figures: Figures) -> list[tuple[str, str]]:
    power, memory = _part(figures, "power"), _part(figures, "peak_memory")
    where = plural(figures["processes"], "process", "processes")
    again = "{again_seconds:.2f} s, {estimates_seconds:.2f} s".format_map(figures)
    each = "{read_ms:.0f} ms, {rows_ms:.0f} ms".format_map(figures)
    peak = max(_number(memory, "reader"), _number(memory, "helper")) / 2**20
    tables = f"  {figures['games']} talking games into tables, {where}"
    return [
        ("The deception lab", ""),
        (tables, "{tables_seconds:.1f} s".format_map(figures)),
        ("    read once more, all estimates", again),
        ("    a game: read, into rows", each),
        (f"  power of {power['ballots']} ballots", "{seconds:.2f} s".format_map(power)),
        (f"  peak memory over {memory['games']} games", f"{peak:,.0f} MiB"),
    ]


def _bargain_rows(figures: Figures) -> list[tuple[str, str]]:
    counts = {"offered": 0, "accepted": 0, **_part(figures, "per_game")}
    by_spec = _part(figures, "by_spec")
    rows = [
        ("Deals of five house bots, one of each kind", ""),
        ("  offered, accepted in a game", "{offered:.1f}, {accepted:.1f}".format_map(counts)),
    ]
    for spec in by_spec:
        each = _part(by_spec, spec)
        gains = (each["gain_where_kept"], each["gain_where_broken"])
        points = ", ".join("-" if gain is None else f"{gain:+.2f}" for gain in gains)
        broken = each["broken_share"]
        share = "-" if broken is None else f"{broken:.2f}"
        label = f"  {spec}: broken; points that breaking them brought, kept and broken ones"
        rows.append((label, f"{share}; {points}"))
    return rows


def _win_rows(shares: Sequence[Figures]) -> list[tuple[str, str]]:
    return [
        (f"First places against {', '.join(OPPONENTS)} (95 % interval)", ""),
        *(
            (
                "  {spec}, {games} games".format_map(each),
                "{share:.3f} ({low:.3f} to {high:.3f})".format_map(each),
            )
            for each in shares
        ),
    ]


def _engine_rows(engine: Figures) -> list[tuple[str, str]]:
    return [
        ("The engine, moh, five random seats", ""),
        ("  list the options and apply one", "{decisions_per_second:,.0f}/s".format_map(engine)),
        (
            "  the same after a look at the view",
            "{decisions_per_second_with_view:,.0f}/s".format_map(engine),
        ),
        ("  forks from the middle of a game", "{forks_per_second:,.0f}/s".format_map(engine)),
        ("  games imagined there by a seat", "{imagined_per_second:,.0f}/s".format_map(engine)),
        ("  games restored from a save", "{restored_games_per_second:,.0f}/s".format_map(engine)),
        ("  their decisions", "{restored_decisions_per_second:,.0f}/s".format_map(engine)),
    ]


def _peer_rows(figures: Figures) -> list[tuple[str, str]]:
    if figures["peers"] is None:
        return []
    peer = _part(figures, "peers")
    decisions = "{textarena_decisions_per_second:,.0f}/s".format_map(peer)
    return [
        ("TextArena SecretMafia, 12 players", ""),
        ("  decisions, text observation", decisions),
        ("  this engine, times as fast", "{ratio_without_view:.2f}".format_map(peer)),
        ("  this engine with the view, times as fast", "{ratio_with_view:.2f}".format_map(peer)),
    ]
