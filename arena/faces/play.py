"""`arena play`: live progress on standard error, the end of the game on standard output."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog
from rich.console import Console, RenderableType

from arena.config import TableConfig, laid_table
from arena.faces.output import print_document, print_line
from arena.faces.prose import Narrator
from arena.faces.stopping import stopping
from arena.plain import escaped
from arena.table import Outcome
from arena.table import play as play_table
from arena.transcript.redact import visible
from engine import ruleset

__all__ = ["play"]

Record = dict[str, Any]


def play(config: TableConfig, *, dry_run: bool, quiet: bool, json_: bool) -> int:
    """Play one game and print how it ended; 1 where it was stopped."""
    if dry_run:
        if json_:
            print_document(_resolved(config))
        else:
            print_line(_toml(_resolved(config)))
        return 0
    _configure_logs()
    progress = _Progress(config, shown=not quiet and not json_)
    outcome = asyncio.run(_until_stopped(config, progress))
    stopped = None
    if not outcome.finished:
        stands = f"in round {outcome.round}, phase {outcome.phase}"
        stopped = f"stopped {stands}; {outcome.folder} keeps what was played, unfinished."
        sys.stderr.write(escaped(f"arena: {stopped}") + "\n")
    if json_:
        print_document({**_summary(outcome), "error": stopped})
    elif stopped is None:
        progress.print_end(outcome)
    return 0 if outcome.finished else 1


class _Progress:
    """Tells the game to the public while it runs; the end waits for standard output."""

    def __init__(self, config: TableConfig, *, shown: bool) -> None:
        facts = ruleset(config.ruleset, config.rules)
        self._narrator = Narrator(facts, laid_table(config).seats, "public", boards=True)
        self._console = Console(stderr=True, highlight=False, quiet=not shown)
        self._end: list[RenderableType] = []

    def hear(self, record: Record) -> None:
        """Tell one record, as the public perceives it."""
        for shown in visible([record], "public"):
            told = self._narrator.feed(shown)
            if record["type"] == "game_ended":
                self._end = told
            else:
                self._print(told, self._console)

    def print_end(self, outcome: Outcome) -> None:
        """Print the scores, what decided the game, and what can be done with the transcript."""
        console = Console(highlight=False)
        self._print(self._end, console)
        failed = {name: each.defaults for name, each in outcome.counts.items() if each.defaults}
        for name, defaults in failed.items():
            reasons = ", ".join(f"{count} {reason}" for reason, count in defaults.items())
            console.print(f"  {name} failed to answer: {reasons}.", markup=False)
        folder = outcome.folder
        lines = (
            "",
            f"Transcript  {folder}",
            f"Read it     arena replay {folder}",
            f"Prove it    arena verify {folder}",
        )
        for line in lines:
            console.print(escaped(line), markup=False, soft_wrap=True)

    def _print(self, told: list[RenderableType], console: Console) -> None:
        for each in told:
            console.print(each)


async def _until_stopped(config: TableConfig, progress: _Progress) -> Outcome:
    """Play; the first Ctrl-C or SIGTERM stops at the next record, a second one at once."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    with stopping.asking(lambda: loop.call_soon_threadsafe(stop.set)):
        return await play_table(config, Path(config.out), on_record=progress.hear, stop=stop)


def _summary(outcome: Outcome) -> Mapping[str, Any]:
    seats = {
        name: {"answers": each.answers, "defaults": dict(each.defaults)}
        for name, each in outcome.counts.items()
    }
    return {
        "folder": str(outcome.folder),
        "finished": outcome.finished,
        "round": outcome.round,
        "phase": outcome.phase,
        "result": outcome.result,
        "seats": seats,
    }


def _resolved(config: TableConfig) -> dict[str, Any]:
    """Return the table as it would be played, every option of the ruleset named."""
    table = config.model_dump()
    table["rules"] = laid_table(config).save()["options"]
    if "seed" not in config.model_fields_set:
        table["seed"] = None
    return table


def _toml(table: Mapping[str, Any]) -> str:
    lines = [_line(key, value) for key, value in table.items() if not isinstance(value, dict)]
    for key, inside in table.items():
        if isinstance(inside, dict):
            lines += ["", f"[{key}]", *(_line(each, value) for each, value in inside.items())]
    return "\n".join(lines)


def _line(key: str, value: object) -> str:
    name = key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _json(key)
    if value is None:
        return f"# {name}: {'a secret one is drawn' if key == 'seed' else 'no limit'}"
    return f"{name} = {_json(value)}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _configure_logs() -> None:
    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(
                colors=colours, exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
