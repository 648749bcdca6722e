"""`arena bench`: prints benchmark figures as tables or as one JSON document."""

import gc
import logging
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.faces.cli.options import Json
from arena.faces.cli.output import configure_logs, console_for, print_document

FITTING = ((100, 10), (80, 7), (0, 3))
"""Pairs of a terminal width and the number of figures that fit into it."""
RULESET_COLUMNS = (
    ("decisions\na second", "decisions_per_second", "{:,.0f}"),
    ("with the\nview", "decisions_per_second_with_view", "{:,.0f}"),
    ("decisions\na game", "decisions_per_game", "{:.0f}"),
)
"""Heading, key and format of each column of the table of rulesets."""
MODEL_COLUMNS = (
    ("rules,\ntools", "system_and_tools_tokens", "{:,.0f}"),
    ("calls\na game", "calls_median", "{:.0f}"),
    ("tokens\nin", "input_tokens_median", "{:,.0f}"),
    ("tokens\nout", "output_tokens_median", "{:,.0f}"),
    ("new a\ncall", "new_tokens_median", "{:.0f}"),
    ("re-\npeated", "repeated_share", "{:.3f}"),
    ("from\ncache", "cache_share", "{:.3f}"),
    ("ms a\ncall", "ms_per_call", "{:.1f}"),
)
"""Columns of the table of model games; milliseconds are processor time of this process."""
ROWS: Mapping[str, Sequence[tuple[str, str]]] = {
    "engine": (
        ("The engine, moh, five random seats", ""),
        ("  list the options and apply one", "{decisions_per_second:,.0f}/s"),
        ("  the same after a look at the view", "{decisions_per_second_with_view:,.0f}/s"),
        ("  forks from the middle of a game", "{forks_per_second:,.0f}/s"),
        ("  games imagined there by a seat", "{imagined_per_second:,.0f}/s"),
        ("  games restored from a save", "{restored_games_per_second:,.0f}/s"),
        ("  their decisions", "{restored_decisions_per_second:,.0f}/s"),
    ),
    "peers": (
        ("TextArena SecretMafia, 12 players", ""),
        ("  decisions, text observation", "{textarena_decisions_per_second:,.0f}/s"),
        ("  this engine, times as fast", "{ratio_without_view:.2f}"),
        ("  this engine with the view, times as fast", "{ratio_with_view:.2f}"),
    ),
    "table": (
        ("A table, five random seats", ""),
        ("  processor time per decision, all in", "{ms_per_decision:.2f} ms"),
        ("  transcript of a game", "{transcript_bytes_per_game!k:,.0f} kB"),
    ),
    "memory_bytes_per_game": (("  memory of a running game", "{0!k:,.0f} kB"),),
    "simulation": (
        (
            "  games a second of {spec} seats: at the table, simulated, results alone",
            "{table:.1f}, {records:.1f}, {results:.1f}",
        ),
    ),
    "waiting": (("  {games} at once, {mean!m:.0f} ms: share of the ideal", "{share:.3f}"),),
    "tournaments": (("A tournament", ""),),
    "bots": (
        (
            "  {games} games of silent bots, processes {processes}: games a second",
            "{games_per_second:.1f}",
        ),
        (
            "    seconds to plan, run, run again, report",
            "{plan:.1f}, {run:.1f}, {again:.1f}, {report:.1f}",
        ),
    ),
    "models_at_once": (
        (
            "  {games} games of models, {latency:g} s a call, processes {processes}: of the ideal",
            "{share:.3f}",
        ),
    ),
    "served": (
        ("A server, tables {tables}, seats {streams}", ""),
        (
            "  milliseconds until an event is told: median, 95 %, longest",
            "{median_ms:.0f}, {p95_ms:.0f}, {max_ms:.0f}",
        ),
        ("  milliseconds to the first board", "{first_board_ms:.0f}"),
        ("  memory of a table with its streams", "{bytes_per_table!k:,.0f} kB"),
        ("  memory without tables", "{idle_bytes!M:.0f} MB"),
        (
            "  kB of the table's page; as it is sent",
            "{pages[table][raw]!k:.0f}; {pages[table][sent]!k:.0f}",
        ),
        (
            "  kB of the lobby's page; as it is sent",
            "{pages[lobby][raw]!k:.0f}; {pages[lobby][sent]!k:.0f}",
        ),
    ),
    "lab": (
        ("The deception lab", ""),
        ("  {games} talking games into tables, processes {processes}", "{tables_seconds:.1f} s"),
        ("    read once more, all estimates", "{again_seconds:.2f} s, {estimates_seconds:.2f} s"),
        ("    a game: read, into rows", "{read_ms:.0f} ms, {rows_ms:.0f} ms"),
        ("  power of {power[ballots]} ballots", "{power[seconds]:.2f} s"),
        (
            "  peak memory over {peak_memory[games]} games: tables, largest reader",
            "{peak_memory[reader]!M:,.0f}, {peak_memory[helper]!M:,.0f} MB",
        ),
    ),
    "help_seconds": (("Start-up", ""), ("  arena --help, processor time", "{0:.2f} s")),
    "bot_game_imports": (("  model clients that a game of bots imports", "{0}"),),
}
"""Labels and formats of the printed figures, by part, in order; a list prints one row an item."""

Figures = Mapping[str, object]
"""Benchmark results as plain JSON data."""


def bench(
    *,
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure other frameworks too, where installed.")
    ] = False,
    json_: Json = False,
) -> int:
    """Measure decisions a second, tables at once and memory."""
    from arena.bench import Plan, measure  # it imports all that it measures

    configure_logs(logging.ERROR)
    progress = console_for(sys.stderr)

    def show_step(what: str) -> None:
        progress.print(Text(f"measuring {what} ...", "dim"))

    gc.freeze()  # exempts imports: else each full collection blocks all games for 0.04 s
    figures = measure(Plan(), with_peers=peers, on_step=show_step)
    if json_:
        print_document(figures)
    else:
        print_figures(console_for(sys.stdout), figures)
    return 0


def print_figures(console: Console, figures: Figures) -> None:
    """Print all benchmark figures as tables."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right", no_wrap=True)
    for what, figure in _rows(figures):
        table.add_row(Text(what, "bold" if not figure else ""), figure)
    console.print(table)
    for title, part, columns in (
        ("Ruleset", "rulesets", RULESET_COLUMNS), ("Models", "models", MODEL_COLUMNS),
    ):  # fmt: skip
        console.print(figure_table(console, title, columns, _each_of(figures[part])))
    if figures["peers_missing"]:
        console.print(Text(f"\n{figures['peers_missing']}", "yellow"))


class _Scaled(Formatter):
    """Formatter with conversions `!k` (thousands), `!M` (millions) and `!m` (thousandths)."""

    def convert_field(self, value: float, conversion: str | None) -> object:
        return value / {"k": 1e3, "M": 1e6, "m": 1e-3}[conversion] if conversion else value


def _rows(figures: Figures) -> Iterator[tuple[str, str]]:
    """Yield the label and the figure of each row; headings have an empty figure."""
    tournaments = figures["tournaments"]
    parts = {**figures, **(tournaments if isinstance(tournaments, Mapping) else {})}
    parts["bot_game_imports"] = ", ".join(map(str, _each_of(parts["bot_game_imports"]))) or "none"
    write = _Scaled().vformat
    for name, rows in ROWS.items():
        for part in _each_of(parts.get(name)):
            named = part if isinstance(part, Mapping) else {}
            for row in rows:
                what, figure = (write(each, (part,), named) for each in row)
                yield what, figure


def _each_of(part: object) -> Sequence[object]:
    """Return the items of a part: none, itself, or those of a list."""
    if part is None:
        return ()
    return part if isinstance(part, list) else (part,)


def figure_table(
    console: Console,
    title: str,
    columns: Sequence[tuple[str, str, str]],
    rows: Iterable[object],
) -> Table:
    """Build a table of figures; a narrow terminal gets the first columns that fit, and the last."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(title, style="bold", no_wrap=True)
    most = next(most for width, most in FITTING if console.width >= width)
    shown = (*columns[:-1][: most - 1], columns[-1])
    for heading, _, _ in shown:
        table.add_column(heading, justify="right")
    for row in rows:
        if isinstance(row, Mapping):
            name = f"{row['ruleset']} {row.get('protocol', '')}".strip()
            cells = (form.format(row[key]) for _, key, form in shown)
            table.add_row(name.replace("openai-compatible", "compatible"), *cells)
    return table
