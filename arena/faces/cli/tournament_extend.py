"""`arena tournament extend`: adds entrants, replicates or arms to a plan."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from arena.config import specs_by_name
from arena.errors import ConfigError
from arena.faces.cli.analysis import need_analysis
from arena.faces.cli.options import Json, Repeated, name_or_path
from arena.faces.cli.output import console_for, print_document
from arena.faces.cli.tournament_options import DryRun, Folder
from arena.faces.cli.tournament_plan import (
    config_file,
    outlook_of,
    plan_data,
    planning_shown,
    print_plan,
)
from arena.narration.words import plural
from arena.text import escaped, shell_path
from arena.tournament.config import TournamentConfig, load_tournament
from arena.tournament.extend import config_from, extended
from arena.tournament.folder import write_plan
from arena.tournament.plan import Plan, read_plan
from arena.tournament.results import results_of


def extend(
    folder: Folder,
    config: Annotated[
        str | None,
        typer.Argument(
            parser=name_or_path,
            metavar="CONFIG",
            help="The plan's own config, with more entrants, replicates or arms in it.",
        ),
    ] = None,
    replicates: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="So many balanced rounds more.")
    ] = None,
    entrant: Annotated[
        Repeated, typer.Option(metavar="NAME=SPEC", help="Somebody new; may be repeated.")
    ] = None,
    new_epoch: Annotated[
        bool, typer.Option("--new-epoch", help="Also where games are not comparable any more.")
    ] = False,
    dry_run: DryRun = False,
    json_: Json = False,
) -> int:
    """Add entrants, replicates or arms; no game is played again."""
    need_analysis()
    before = read_plan(folder)
    wanted = _wanted(before, config, replicates, entrant or ())
    after = extended(before, _with_games(before, wanted, new_epoch=new_epoch), new_epoch=new_epoch)
    games = results_of(before, folder).games
    with planning_shown(shown=not json_) as pieces:
        outlook = outlook_of(after, games, finished=games, pieces=pieces)
    if not dry_run:
        write_plan(folder, after)
    added = len(after.games) - len(before.games)
    if json_:
        print_document({**plan_data(after, folder, outlook), "added": added})
        return 0
    print_plan(after, outlook)
    console = console_for(sys.stdout)
    console.print(f"{plural(added, 'game')} more than before; none is played again.")
    if not dry_run:
        step = f"arena tournament run {shell_path(folder)}"
        console.print(escaped(f"Play them: {step}"), soft_wrap=True)
    return 0


def _wanted(
    before: Plan, given: str | None, replicates: int | None, entrants: Sequence[str]
) -> TournamentConfig:
    """Return the config of the extended plan. Raises `ConfigError`."""
    more = replicates is not None or entrants
    if given is not None and more:
        raise ConfigError(
            "both a config and options say what is to be added. Possible: CONFIG, or --replicates "
            "and --entrant."
        )
    if given is not None:
        return load_tournament(config_file(given))
    if not more:
        raise ConfigError(
            "nothing is to be added. Possible: --replicates N, --entrant NAME=SPEC, or a CONFIG "
            "with more in it."
        )
    specs = specs_by_name(entrants, "--entrant", "late=house:liar")
    return config_from(before, entrants=specs, replicates=replicates or 0)


def _with_games(before: Plan, config: TournamentConfig, *, new_epoch: bool) -> TournamentConfig:
    """Return the config with the number of games that its budget affords, if it asks for that.

    The forecast is made of the plan with one more replicate.
    """
    from arena.tournament.affordable import with_affordable_games

    return with_affordable_games(
        config, lambda each: extended(before, each, new_epoch=new_epoch),
        before.replicates + 1,
    )  # fmt: skip
