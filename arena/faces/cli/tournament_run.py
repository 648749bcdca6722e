"""`arena tournament run`: plays the unfinished games of a plan."""

import asyncio
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from arena.errors import ConfigError, WriteError
from arena.faces.cli import tournament_options as asked
from arena.faces.cli.amounts import dollars
from arena.faces.cli.options import Json, Quiet
from arena.faces.cli.output import configure_logs, print_document, print_line
from arena.faces.cli.progress import until_stopped
from arena.faces.cli.tournament_board import Board, TableTalk, counted, one_line, without
from arena.faces.cli.tournament_options import RunOptions, changed_rules
from arena.models.specs import is_model_spec
from arena.text import escaped, shell_path
from arena.tournament.executors.in_process import InProcess
from arena.tournament.executors.pool import Pool
from arena.tournament.plan import Plan, read_plan
from arena.tournament.rules import RunRules
from arena.tournament.run import MakeExecutor
from arena.tournament.run import run as run_games
from arena.tournament.status import Status

STOPPED_BY_BUDGET = 3


def run(
    folder: asked.Folder,
    budget: asked.Budget = None,
    processes: asked.Processes = None,
    at_once: asked.AtOnce = None,
    executor: asked.Executor = None,
    address: asked.Address = None,
    table: asked.Table = None,
    yes: asked.Yes = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> int:
    """Play what is not finished; go on with games that were stopped."""
    options = RunOptions(
        budget=tuple(budget or ()), processes=processes, at_once=at_once, executor=executor,
        address=address, table=table, quiet=quiet, json_=json_, yes=yes,
    )  # fmt: skip
    plan = read_plan(folder)
    rules = changed_rules(plan.run, options)
    if not agreed(plan, rules, options):
        return 1
    status, _ = play(folder, plan, rules, options)
    if options.json_:
        print_document({"folder": str(folder), **status.data()})
    else:
        print_line(escaped(one_line(status)))
        print_line(escaped(f"Report it: arena tournament report {shell_path(folder)}"))
    return exit_code(status)


def play(folder: Path, plan: Plan, rules: RunRules, options: RunOptions) -> tuple[Status, bool]:
    """Run a plan's games with a live board; return the status, and whether it was interrupted.

    Failures and left-out games are printed to standard error.
    """
    from arena.faces.cli.report_replays import Replays

    talk = None if options.table is None else TableTalk(folder, plan, options.table)
    executor = _executor(options)
    only_warnings()
    note = f"To go on: arena tournament run {shell_path(folder)}"
    stopped = False

    async def games(stop: asyncio.Event) -> Status:
        nonlocal stopped
        status = await run_games(
            folder, rules=rules, stop=stop, on_change=board.changed, executor=executor,
            prepare=only_warnings, pages=Replays(),
        )  # fmt: skip
        stopped = stop.is_set()
        return status

    try:
        with Board(shown=not (options.quiet or options.json_), talk=talk) as board:
            status = asyncio.run(until_stopped(games))
    except (KeyboardInterrupt, WriteError) as error:
        error.add_note(note)
        raise
    for sentence in _sentences(status, note):
        sys.stderr.write(escaped(f"arena: {sentence}") + "\n")
    return status, stopped and status.left > 0


def only_warnings() -> None:
    """Log only warnings, since each game's steps would be too many lines."""
    configure_logs(logging.WARNING)


def _executor(options: RunOptions) -> MakeExecutor | None:
    """Return the factory of the requested executor; None to follow the rules."""
    if options.address is not None and options.executor != "ray":
        raise ConfigError("--address is that of a Ray cluster. Possible: with --executor ray.")
    match options.executor:
        case None:
            return None
        case "in-process":
            return lambda _, steward: InProcess(steward)
        case "local":
            return lambda rules, steward: Pool(
                steward, processes=rules.processes or os.cpu_count() or 1, prepare=only_warnings
            )
        case "ray":
            from arena.tournament.executors.ray_cluster import RayCluster

            return lambda _, steward: RayCluster(steward, address=options.address)
        case _:
            assert_never(options.executor)


def _sentences(status: Status, note: str) -> Iterator[str]:
    for game, why in status.failed.items():
        yield f"{game} failed: {why}"
    for game, why in status.left_out.items():
        yield f"{game} is left out: {why}"
    for spec, why in status.down.items():
        yield f"{spec} is down, and its games wait: {without(spec, why)}"
    if status.exhausted is not None:
        yield f"stopped by the budget: {status.exhausted}. {note} --budget KEY=VALUE"
    elif status.left > len(status.failed):
        yield f"stopped: {counted(status)}. {note}"


def agreed(plan: Plan, rules: RunRules, options: RunOptions) -> bool:
    """Ask in a terminal whether to spend money; return True without asking elsewhere."""
    models = {each.spec for each in plan.entrants.values() if is_model_spec(each.spec)}
    asks = not (options.yes or options.quiet or options.json_)
    if not models or not asks or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    cap = rules.budget.money
    most = "without a cap on money" if cap is None else f"up to {dollars(cap)} in all"
    sys.stderr.write(escaped(f"{', '.join(sorted(models))} will be called, {most}. Go on? [y/N] "))
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def exit_code(status: Status) -> int:
    """Return 0 if all games are finished, 3 if a budget stopped the run, else 1."""
    if status.exhausted is not None:
        return STOPPED_BY_BUDGET
    return 0 if len(status.finished) == status.planned else 1
