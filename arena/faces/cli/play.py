"""`arena play`: one game, from a table's configuration to its transcript."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Annotated

import typer

from arena.config import Overrides, TableConfig, load_table
from arena.errors import ConfigError
from arena.faces.cli import options
from arena.faces.cli.output import print_note
from arena.faces.cli.progress import Progress, run_game
from arena.settings import HUMAN
from arena.table import Outcome
from arena.table import play as play_table

__all__ = ["play"]

UNUSED_SEED = (
    "Dice and cards are drawn anew: where people play, a seed in a file is not used. "
    "Possible: --seed N for a deal that is known."
)
NO_SCREEN = (
    "You play in this terminal, since no browser can be opened from here. "
    "Possible: --web prints a link to open yourself."
)


def _outages_awaited(config: TableConfig) -> TableConfig:
    """Return the table; where it doesn't say, a game waits for a provider that is down.

    Whoever watches can mend it, and nothing is lost.
    """
    if "on_outage" in config.llm.model_fields_set:
        return config
    return config.model_copy(update={"llm": config.llm.model_copy(update={"on_outage": "pause"})})


def play(
    table: Annotated[
        str | None,
        typer.Argument(
            parser=options.name_or_path,
            metavar="TABLE",
            help="A ready-made table, as osaczeni or first_evening, or a .toml file. Left out: "
            "demo.",
        ),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="ID", help="Ruleset, see: arena rulesets.")
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option(
            parser=options.name_or_path,
            metavar="NAME|FILE",
            help="Begin in this position; house bots sit where nobody is seated.",
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="Number of seats, 3 to 6.")] = None,
    seat: Annotated[
        options.Repeated,
        typer.Option(
            metavar="NAME=SPEC",
            help="Who sits where; may be repeated. A new name takes the next free seat.",
        ),
    ] = None,
    human: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Sit down yourself: in a browser where one opens, else here."
        ),
    ] = None,
    web: options.Web = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="One person plays here, line by line.")
    ] = False,
    full_screen: options.FullScreen = False,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Seed of dice, deck and lots; else the table's, for people a secret one.",
        ),
    ] = None,
    persona: Annotated[
        options.Repeated,
        typer.Option(
            metavar="NAME=PERSONA",
            help="Who a model is asked to be: a name or a .toml file; may be repeated.",
        ),
    ] = None,
    budget: options.Budget = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where the game's own folder is made.")
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Print the table, and what its models may cost, and stop."),
    ] = False,
    quiet: options.Quiet = False,
    trace: options.Trace = False,
    epilogues: options.RecordFile = None,
    unlock: options.Unlock = False,
    json_: options.Json = False,
) -> int:
    """Play one game and write its transcript."""
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
    if not dry_run:
        return _play(
            config, shown=not quiet, json_=json_, web=web, terminal=terminal,
            full_screen=full_screen,
        )  # fmt: skip
    from arena.faces.cli.play_dry_run import dry_run as show_table

    return show_table(config, json_=json_)


def _play(
    config: TableConfig, *, shown: bool, json_: bool, web: bool, terminal: bool, full_screen: bool
) -> int:
    """Play one game and print how it ended; 1 where it was stopped.

    Where a person plays, it is in the browser for `web`, and not for `terminal` and
    on a `full_screen`.
    """
    if config.llm.prompts is not None:
        from arena.table.dry_run import check_templates

        asyncio.run(check_templates(config))
    config = _outages_awaited(config)
    people = [name for name, spec in config.seats.items() if spec == HUMAN]
    if people:
        from arena.faces.cli.play_in_browser import has_screen, is_wanted, play_in_browser

        if config.has_unused_seed:
            print_note(UNUSED_SEED)
        if is_wanted(web, terminal or full_screen):
            return play_in_browser(config, json_=json_)
        if not (terminal or full_screen or has_screen()):
            print_note(NO_SCREEN)
        from arena.faces.cli.play_as_person import play_as_person

        return play_as_person(config, people, json_=json_, full_screen=full_screen)
    if full_screen:
        raise ConfigError("--full-screen is for a person. Possible: with --human NAME.")
    progress = Progress(config.epilogues, shown=shown and not json_)

    def game(stop: asyncio.Event) -> Awaitable[Outcome]:
        begin, show = progress.begin, progress.show
        return play_table(config, Path(config.out), on_begin=begin, on_record=show, stop=stop)

    return run_game(game, progress, json_=json_)
