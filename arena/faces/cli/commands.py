"""The list of all commands; only the requested one is imported.

Each command is a function in a module of its own, with its options in its signature and its help in
its docstring; it returns the exit code.
"""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import Annotated, NamedTuple

import typer

from arena.faces.cli.output import print_line
from arena.text import escaped, shortened


class Command(NamedTuple):
    """Location of a command, and its help texts before it is imported."""

    where: str
    """Module and function, or the function that builds a group of commands."""
    about: str
    """One-line description in the list of commands."""
    example: str
    """Last sentence of the help."""


COMMANDS: Mapping[str, Command] = {
    "play": Command(
        "play:play",
        "Play one game and write its transcript.",
        "Example: arena play --ruleset moh --seats 4 --seed 7 --out transcripts",
    ),
    "resume": Command(
        "resume:resume",
        "Go on with a game that was killed or stopped.",
        "Example: arena resume transcripts/moh-0001 --budget money=5",
    ),
    "join": Command(
        "run_here:join",
        "Sit down at a table that a server keeps, here in the terminal.",
        "Example: arena join 'http://127.0.0.1:8765/table#TOKEN'",
    ),
    "replay": Command(
        "replay:replay_command",
        "Tell a recorded game as prose or as a page, or show its models' calls.",
        "Example: arena replay transcripts/moh-0001 --as Anna, or: ... --web",
    ),
    "rulesets": Command(
        "rulesets:rulesets",
        "List the rulesets, or show the rules of one.",
        "Example: arena rulesets moh --seats 4, or: arena rulesets --diff moh moh-ru",
    ),
    "doctor": Command(
        "doctor:doctor",
        "Tell what this installation lacks, and which models answer.",
        "Example: arena doctor, or: arena doctor --model openai:MODEL --call",
    ),
    "bench": Command(
        "bench:bench",
        "Measure decisions a second, tables at once and memory.",
        "Example: arena bench --json",
    ),
    "provider": Command(
        "provider:provider",
        "Serve models that need no key, until Ctrl-C.",
        "Example: arena provider --port 8799 --latency 0.5 --trouble overloaded@3",
    ),
    "serve": Command(
        "serve:serve",
        "Keep tables in the browser, until Ctrl-C.",
        "Example: arena serve --port 8765 --out tables",
    ),
    "analyze": Command(
        "analyze:analyze",
        "Measure lies, promises, deals, alliances and power in recorded games.",
        "Example: arena analyze transcripts/demo, or: arena analyze --selfcheck",
    ),
    "export": Command(
        "export:export",
        "Write the tables of recorded games as Parquet or CSV.",
        "Example: arena export transcripts/demo --to csv --redact",
    ),
    "verify": Command(
        "verify:verify",
        "Prove that transcripts are true.",
        "Example: arena verify transcripts/moh-0001",
    ),
    "seal": Command(
        "seal:seal",
        "Sign what is in a folder, so that no byte of it can be changed unnoticed.",
        "Example: arena seal transcripts/spring",
    ),
    "tournament": Command(
        "tournament_commands:steps",
        "Rank models, bots and personas over many games.",
        "Example: arena tournament demo, or: arena tournament table.toml --games 40",
    ),
}


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print_line(f"arena {version('horror-arena')}")
        raise typer.Exit


def arena(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Name what all commands share."""


def add_commands(
    app: typer.Typer, commands: Mapping[str, Command], wanted: Collection[str], args: Sequence[str]
) -> None:
    """Add commands to an application: the `wanted` ones in full, the others by name only.

    `args` are the arguments of the requested group of commands.
    """
    for name, each in commands.items():
        body: Callable[[], int | None] = arena
        if name in wanted:
            module, _, function = each.where.partition(":")
            found = getattr(import_module(f"arena.faces.cli.{module}"), function)
            if function == "steps":
                app.add_typer(found(args), name=name)
                continue
            body = found
        app.command(name, short_help=each.about, epilog=each.example)(body)


def application(wanted: Collection[str], args: Sequence[str] = ()) -> typer.Typer:
    """Build the application; commands that are not `wanted` are only listed."""
    app = typer.Typer(
        name="arena",
        help="A table where models, people and bots play Mall of Horror and Osaczeni.",
        epilog="Begin with: arena play",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(arena)
    add_commands(app, COMMANDS, wanted, args)
    return app


def run(args: Sequence[str]) -> int:
    """Run one command and return its exit code; wrong usage raises a Typer error."""
    name, *rest = args or [""]
    command = typer.main.get_command(application({name}, rest))
    try:
        with command.make_context("arena", list(args)) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as exit_:
        return int(exit_.exit_code)
    except typer.Abort as abort:
        raise KeyboardInterrupt from abort


def usage_sentence(error: Exception, args: Sequence[str]) -> str | None:
    """Print wrong usage to standard error and return it as a sentence; None for other errors."""
    if not isinstance(error, typer.exceptions.TyperException):
        return None
    error.message = shortened(error.message)  # type: ignore[attr-defined, unused-ignore]
    error.show(sys.stderr)  # type: ignore[attr-defined, unused-ignore]
    return escaped(error.format_message()) if args else "a command is missing"  # type: ignore[attr-defined, unused-ignore]
