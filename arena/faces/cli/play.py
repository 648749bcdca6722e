"""`arena play`: plays one game from a table's configuration and writes its transcript."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.errors import ConfigError
from arena.faces.cli import options
from arena.faces.cli.output import has_screen, print_note
from arena.settings import HUMAN

if TYPE_CHECKING:
    from arena.config import TableConfig


UNUSED_SEED = (
    "Dice and cards are drawn anew: where people play, a seed in a file is not used. "
    "Possible: --seed N for a deal that is known."
)
NO_SCREEN = (
    "You play in this terminal, since no browser can be opened from here. "
    "Possible: --web prints a link to open yourself."
)


Table = Annotated[
    str | None,
    typer.Argument(
        parser=options.name_or_path,
        metavar="TABLE",
        help="A ready-made table, as osaczeni or first_evening, or a .toml file. Left out: demo.",
    ),
]
Position = Annotated[
    str | None,
    typer.Option(
        parser=options.name_or_path,
        metavar="NAME|FILE",
        help="Begin in this position; house bots sit where nobody is seated.",
    ),
]
Specs = Annotated[
    options.Repeated,
    typer.Option(
        metavar="NAME=SPEC",
        help="Who sits where; may be repeated. A new name takes the next free seat.",
    ),
]
Person = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Sit down yourself: in a browser where one opens, else here."
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="N", help="Seed of dice, deck and lots; else the table's, for people a secret one."
    ),
]
Personas = Annotated[
    options.Repeated,
    typer.Option(
        metavar="NAME=PERSONA",
        help="Who a model is asked to be: a name or a .toml file; may be repeated.",
    ),
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Print the table, and what its models may cost, and stop."),
]


def play(
    table: Table = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="ID", help="Ruleset, see: arena rulesets.")
    ] = None,
    scenario: Position = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="Number of seats, 3 to 6.")] = None,
    seat: Specs = None,
    human: Person = None,
    web: options.Web = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="One person plays here, line by line.")
    ] = False,
    full_screen: options.FullScreen = False,
    seed: Seed = None,
    persona: Personas = None,
    budget: options.Budget = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where the game's own folder is made.")
    ] = None,
    dry_run: DryRun = False,
    quiet: options.Quiet = False,
    trace: options.Trace = False,
    epilogues: options.RecordFile = None,
    unlock: options.Unlock = False,
    json_: options.Json = False,
) -> int:
    """Play one game and write its transcript."""
    from arena.config import Overrides, load_table

    overrides = Overrides(
        ruleset=ruleset,
        scenario=scenario,
        count=seats,
        seats=(*(seat or ()), *(() if human is None else (f"{human}={HUMAN}",))),
        seed=seed,
        out=out,
        trace=trace,
        epilogues=options.record_wanted(epilogues, unlock=unlock),
        budget=tuple(budget or ()),
        personas=tuple(persona or ()),
    )
    config = load_table(table, overrides)
    if dry_run:
        from arena.faces.cli.play_dry_run import dry_run as show_table

        return show_table(config, json_=json_)
    return _play(
        config, web=web, terminal=terminal, full_screen=full_screen, quiet=quiet, json_=json_
    )


def _play(
    config: "TableConfig",
    *,
    web: bool,
    terminal: bool,
    full_screen: bool,
    quiet: bool,
    json_: bool,
) -> int:
    """Play a game in the browser, the terminal or with bots only, and print the result."""
    from arena.faces.cli.progress import Progress
    from arena.faces.cli.run_here import run_here
    from arena.table import play as play_table

    if config.llm.prompts is not None:
        from arena.table.dry_run import check_templates

        asyncio.run(check_templates(config))
    config = _outages_awaited(config)
    people = [name for name, spec in config.seats.items() if spec == HUMAN]
    if not people and full_screen:
        raise ConfigError("--full-screen is for a person. Possible: with --human NAME.")
    if people and config.has_unused_seed:
        print_note(UNUSED_SEED)
    if people and is_wanted(web, terminal or full_screen):
        from arena.faces.cli.play_in_browser import play_in_browser

        return play_in_browser(config, json_=json_)
    if people and not (terminal or full_screen or has_screen()):
        print_note(NO_SCREEN)
    shown = not (quiet or json_ or people)
    progress = Progress(config.epilogues, shown=shown, full_screen=full_screen)
    game = partial(play_table, config, Path(config.out))
    return run_here(game, people, progress, json_=json_, full_screen=full_screen)


def _outages_awaited(config: "TableConfig") -> "TableConfig":
    """Set `on_outage` to `pause` if the table does not set it.

    Whoever watches can fix the outage, and no turn is lost.
    """
    if "on_outage" in config.llm.model_fields_set:
        return config
    return config.model_copy(update={"llm": config.llm.model_copy(update={"on_outage": "pause"})})


def is_wanted(web: bool, terminal: bool) -> bool:
    """Return True if people play in the browser; without either flag, if one can be opened."""
    if web and terminal:
        raise ConfigError("--web and --terminal are two places. Possible: one of the two.")
    if web or terminal:
        return web
    return has_screen() and sys.stdin.isatty()
