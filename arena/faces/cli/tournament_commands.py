"""`arena tournament` and its steps; a first argument that names no step is a config.

So `arena tournament demo` plans, runs and reports. A config named like a step is given by its path,
`./plan.toml`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import typer
from typer.core import TyperCommand, TyperGroup

from arena.faces.cli.commands import Command, add_commands

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter


WHOLE = "whole"
"""Internal name of the command that does all steps."""
STEPS: Mapping[str, Command] = {
    "plan": Command(
        "tournament_plan:plan",
        "Write the schedule, and what it balances, costs and can resolve.",
        "Example: arena tournament plan demo --games 40 --out transcripts/demo",
    ),
    "run": Command(
        "tournament_run:run",
        "Play what is not finished; go on with games that were stopped.",
        "Example: arena tournament run transcripts/demo --budget money=20",
    ),
    "status": Command(
        "tournament_board:status",
        "Say how far it is, also while another shell runs it.",
        "Example: arena tournament status transcripts/demo",
    ),
    "report": Command(
        "tournament_report:report",
        "Rate what was played, and write report.html and tables/.",
        "Example: arena tournament report transcripts/demo",
    ),
    "compare": Command(
        "tournament_compare:compare",
        "Show what two tournaments say of the entrants that both have.",
        "Example: arena tournament compare transcripts/spring transcripts/summer",
    ),
    "extend": Command(
        "tournament_extend:extend",
        "Add entrants, replicates or arms; no game is played again.",
        "Example: arena tournament extend transcripts/demo --replicates 4",
    ),
}


class Steps(TyperGroup):
    """A command group whose default command does all steps."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Prepend the default command if the first argument is neither a step nor help."""
        if not args:
            ctx.fail("A config, a table, or a step is missing.")
        if args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [WHOLE, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the usage of the default command and of a step."""
        formatter.write_usage(ctx.command_path, "CONFIG [OPTIONS]")
        formatter.write_usage(ctx.command_path, "STEP ...")

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the options of the default command, then the steps."""
        self.commands[WHOLE].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


class Whole(TyperCommand):
    """The default command, whose messages name the group."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: "Context | None" = None,
        **extra: object,
    ) -> "Context":
        """Use the group's name and parent."""
        if parent is not None:
            info_name, parent = parent.info_name, parent.parent
        return super().make_context(info_name, args, parent=parent, **extra)


def steps(args: Sequence[str]) -> typer.Typer:
    """Build the group with the requested step; with all steps if there are no arguments."""
    found = typer.Typer(
        cls=Steps,
        help="Plan, run and report a tournament, in a new folder; go on where it stopped if the "
        "folder is there. Each step can be done apart.",
        short_help="Rank models, bots and personas over many games.",
        epilog="Example: arena tournament demo, or: arena tournament table.toml --games 40",
        rich_markup_mode=None,
    )
    wanted = set(args[:1]) or set(STEPS)
    if not args or args[0] not in STEPS:
        from arena.faces.cli.tournament import whole

        found.command(WHOLE, cls=Whole, hidden=True, epilog="Example: arena tournament demo")(whole)
    add_commands(found, STEPS, wanted, ())
    return found
