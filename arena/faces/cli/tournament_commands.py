"""`arena tournament` and its steps: what is not the name of a step is a config.

So `arena tournament demo` plans, runs and reports. A config that is called like a step is reached
by its path, `./plan.toml`.
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
"""The step that stands for all; its name is never written."""
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


def steps(args: Sequence[str]) -> typer.Typer:
    """Return the group with the step that is asked for; without arguments with all of them."""
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
