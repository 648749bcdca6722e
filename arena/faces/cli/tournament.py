"""`arena tournament CONFIG`: plans, runs and reports a tournament, or resumes it."""

import sys
from pathlib import Path

from arena.faces.cli import tournament_options as asked
from arena.faces.cli.analysis import need_analysis
from arena.faces.cli.options import Json, Quiet
from arena.faces.cli.output import print_document
from arena.faces.cli.tournament_options import PlanOptions, RunOptions
from arena.faces.cli.tournament_plan import (
    draft_of,
    outlook_of,
    planning_shown,
    played_by,
    print_plan,
    show_plan,
)
from arena.faces.cli.tournament_report import print_report, reported
from arena.faces.cli.tournament_run import agreed, exit_code, play
from arena.text import escaped
from arena.tournament.folder import write_plan


def whole(
    config: asked.Config,
    games: asked.Games = None,
    out: asked.Out = None,
    seed: asked.Seed = None,
    against: asked.Against = None,
    budget: asked.Budget = None,
    processes: asked.Processes = None,
    at_once: asked.AtOnce = None,
    executor: asked.Executor = None,
    address: asked.Address = None,
    table: asked.Table = None,
    dry_run: asked.DryRun = False,
    yes: asked.Yes = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> int:
    """Plan, run and report a tournament; go on where it stopped if its folder is there."""
    options = PlanOptions(games=games, seed=seed, against=against)
    rules = RunOptions(
        budget=tuple(budget or ()), processes=processes, at_once=at_once, executor=executor,
        address=address, table=table, quiet=quiet, json_=json_, yes=yes,
    )  # fmt: skip
    if dry_run:
        return show_plan(config, out, options, rules, dry_run=True)
    return _play(config, out, options, rules)


def _play(given: str, out: Path | None, options: PlanOptions, rules: RunOptions) -> int:
    """Plan if new, run what is unfinished, report; return the exit code."""
    need_analysis()
    draft = draft_of(given, out, options, rules)
    told = not (rules.quiet or rules.json_)
    if draft.is_new and told:
        with planning_shown(shown=True) as pieces:
            outlook = outlook_of(draft.plan, played_by(options), pieces=pieces)
        print_plan(draft.plan, outlook, to=sys.stderr)
    if not agreed(draft.plan, draft.plan.run, rules):
        return 1
    if draft.is_new:
        write_plan(draft.folder, draft.plan, is_new=True)
    if told:
        what = "The plan is in" if draft.is_new else "Going on with"
        sys.stderr.write(escaped(f"{what} {draft.folder}") + "\n")
    status, stopped = play(draft.folder, draft.plan, draft.plan.run, rules)
    if stopped:  # whoever pressed Ctrl-C does not wait for ratings
        if rules.json_:
            print_document({"folder": str(draft.folder), "status": status.data()})
        return exit_code(status)
    found = reported(draft.folder)
    if rules.json_:
        print_document({**found.data(), "status": status.data()})
    else:
        print_report(found)
    return exit_code(status)
