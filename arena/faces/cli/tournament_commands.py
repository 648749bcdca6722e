"""`arena tournament` and its steps: names, options and help; bodies are imported when called.

What is not the name of a step is a config, so `arena tournament demo` plans, runs and reports. A
config that is called like a step is reached by its path, `./plan.toml`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand, TyperGroup

from arena.faces.cli.options import Json, Quiet, name_or_path, path_given
from arena.faces.cli.tournament_options import (
    ExecutorName,
    Extension,
    PlanOptions,
    RunOptions,
)

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter

__all__ = ["steps"]

WHOLE = "whole"
"""The step that stands for all; its name is never written."""


class Steps(TyperGroup):
    """A group whose default is the whole way."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Take what is neither a step nor a wish for help as what the whole way is asked for."""
        if not args:
            ctx.fail("A config, a table, or a step is missing.")
        if args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [WHOLE, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Show how the whole way is asked for, and how a step is."""
        formatter.write_usage(ctx.command_path, "CONFIG [OPTIONS]")
        formatter.write_usage(ctx.command_path, "STEP ...")

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Show the options of the whole way, then the steps."""
        self.commands[WHOLE].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


class Whole(TyperCommand):
    """The whole way, whose messages name the group."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: "Context | None" = None,
        **extra: object,
    ) -> "Context":
        """Stand in the group's place."""
        if parent is not None:
            info_name, parent = parent.info_name, parent.parent
        return super().make_context(info_name, args, parent=parent, **extra)


steps = typer.Typer(
    cls=Steps,
    help="Plan, run and report a tournament, in a new folder; go on where it stopped if the folder "
    "is there. Each step can be done apart.",
    short_help="Rank models, bots and personas over many games.",
    epilog="Example: arena tournament demo, or: arena tournament table.toml --games 40",
    rich_markup_mode=None,
)


def games_given(text: str) -> int | str:
    """Return a number of games, or `budget`."""
    from arena.errors import ConfigError
    from arena.text import shown
    from arena.tournament.config import BUDGET, MOST_GAMES

    if text == BUDGET:
        return text
    if text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_GAMES >= int(text):
        return int(text)
    raise ConfigError(f"--games is {shown(text)}. Possible: 1 to {MOST_GAMES}, or {BUDGET}.")


Config = Annotated[
    str,
    typer.Argument(
        parser=name_or_path,
        metavar="CONFIG",
        help="A tournament's file, a table's, or the name of one that comes with the arena.",
    ),
]
Folder = Annotated[
    Path, typer.Argument(parser=path_given, metavar="FOLDER", help="A tournament's folder.")
]
Out = Annotated[
    Path | None,
    typer.Option(
        parser=path_given, metavar="FOLDER", help="The folder; else transcripts/ and its name."
    ),
]
Games = Annotated[
    str | None,
    typer.Option(
        parser=games_given,
        metavar="N",
        help="How many games, or budget: as many as --budget buys; else as the file says.",
    ),
]
Seed = Annotated[str | None, typer.Option(metavar="N", help="Seed of all that the plan draws.")]
Against = Annotated[
    Path | None,
    typer.Option(
        parser=path_given, metavar="POOL", help="A tournament's folder: newcomers meet its pool."
    ),
]
Budget = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help="A cap for all games: money (dollars), tokens, calls, hours; may be repeated.",
    ),
]
Processes = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes; else one for each core.")
]
AtOnce = Annotated[int | None, typer.Option(metavar="N", min=1, help="Games at once.")]
Executor = Annotated[
    ExecutorName | None,
    typer.Option(help="What plays: processes of this machine, this process, or Ray's."),
]
Address = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Of a Ray cluster, with --executor ray.")
]
Table = Annotated[
    str | None, typer.Option(metavar="GAME", help="Show what is said in this game, as g0001.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the plan and write nothing.")]
Yes = Annotated[
    bool, typer.Option("--yes", help="Don't ask in a terminal before money may be spent.")
]


def _plan_options(games: int | str | None, seed: str | None, against: Path | None) -> PlanOptions:
    from arena.errors import ConfigError

    if seed == "":
        raise ConfigError("--seed is ''. Possible: a number or a text.")
    return PlanOptions(games=games, seed=seed, against=against)


@steps.command(WHOLE, cls=Whole, hidden=True, epilog="Example: arena tournament demo")
def whole(
    config: Config,
    games: Games = None,
    out: Out = None,
    seed: Seed = None,
    against: Against = None,
    budget: Budget = None,
    processes: Processes = None,
    at_once: AtOnce = None,
    executor: Executor = None,
    address: Address = None,
    table: Table = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> None:
    """Plan, run and report a tournament; go on where it stopped if its folder is there."""
    options = _plan_options(games, seed, against)
    rules = RunOptions(
        budget=tuple(budget or ()), processes=processes, at_once=at_once, executor=executor,
        address=address, table=table, quiet=quiet, json_=json_, yes=yes,
    )  # fmt: skip
    if dry_run:
        from arena.faces.cli.tournament_plan import plan as show

        raise typer.Exit(show(config, out, options, rules, dry_run=True))
    from arena.faces.cli.tournament import tournament

    raise typer.Exit(tournament(config, out, options, rules))


@steps.command(epilog="Example: arena tournament plan demo --games 40 --out transcripts/demo")
def plan(
    config: Config,
    games: Games = None,
    out: Out = None,
    seed: Seed = None,
    against: Against = None,
    budget: Budget = None,
    processes: Processes = None,
    at_once: AtOnce = None,
    dry_run: DryRun = False,
    json_: Json = False,
) -> None:
    """Write the schedule, and what it balances, costs and can resolve."""
    from arena.faces.cli.tournament_plan import plan as write

    options = _plan_options(games, seed, against)
    rules = RunOptions(
        budget=tuple(budget or ()), processes=processes, at_once=at_once, json_=json_
    )
    raise typer.Exit(write(config, out, options, rules, dry_run=dry_run))


@steps.command(epilog="Example: arena tournament run transcripts/demo --budget money=20")
def run(
    folder: Folder,
    budget: Budget = None,
    processes: Processes = None,
    at_once: AtOnce = None,
    executor: Executor = None,
    address: Address = None,
    table: Table = None,
    yes: Yes = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> None:
    """Play what is not finished; go on with games that were stopped."""
    from arena.faces.cli.tournament_run import run as play

    rules = RunOptions(
        budget=tuple(budget or ()), processes=processes, at_once=at_once, executor=executor,
        address=address, table=table, quiet=quiet, json_=json_, yes=yes,
    )  # fmt: skip
    raise typer.Exit(play(folder, rules))


@steps.command(epilog="Example: arena tournament status transcripts/demo")
def status(folder: Folder, json_: Json = False) -> None:
    """Say how far it is, also while another shell runs it."""
    from arena.faces.cli.tournament_status import status as show

    raise typer.Exit(show(folder, json_=json_))


@steps.command(epilog="Example: arena tournament report transcripts/demo")
def report(folder: Folder, json_: Json = False) -> None:
    """Rate what was played, and write report.html and tables/."""
    from arena.faces.cli.tournament_report import report as write

    raise typer.Exit(write(folder, json_=json_))


@steps.command(epilog="Example: arena tournament compare transcripts/spring transcripts/summer")
def compare(
    one: Annotated[
        Path, typer.Argument(parser=path_given, metavar="A", help="A tournament's folder.")
    ],
    other: Annotated[Path, typer.Argument(parser=path_given, metavar="B", help="Another one's.")],
    json_: Json = False,
) -> None:
    """Show what two tournaments say of the entrants that both have."""
    from arena.faces.cli.tournament_compare import compare as show

    raise typer.Exit(show(one, other, json_=json_))


@steps.command(epilog="Example: arena tournament extend transcripts/demo --replicates 4")
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
        list[str] | None,
        typer.Option(metavar="NAME=SPEC", help="Somebody new; may be repeated."),
    ] = None,
    new_epoch: Annotated[
        bool, typer.Option("--new-epoch", help="Also where games are not comparable any more.")
    ] = False,
    dry_run: DryRun = False,
    json_: Json = False,
) -> None:
    """Add entrants, replicates or arms; no game is played again."""
    from arena.faces.cli.tournament_extend import extend as add

    wanted = Extension(
        config=config, replicates=replicates, entrants=tuple(entrant or ()), new_epoch=new_epoch
    )
    code = add(folder, wanted, dry_run=dry_run, json_=json_)
    raise typer.Exit(code)
