"""`arena play`: one game, from a table's configuration to its transcript."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

from arena.config import TableConfig
from arena.errors import ConfigError
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
    config: TableConfig,
    *,
    dry_run: bool,
    quiet: bool,
    json_: bool,
    web: bool = False,
    terminal: bool = False,
    full_screen: bool = False,
) -> int:
    """Play one game and print how it ended; 1 where it was stopped.

    Where a person plays, it is in the browser for `web`, and not for `terminal` and
    on a `full_screen`.
    """
    if dry_run:
        from arena.faces.cli.play_dry_run import dry_run as show_table

        return show_table(config, json_=json_)
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
    progress = Progress(config.epilogues, shown=not quiet and not json_)

    def game(stop: asyncio.Event) -> Awaitable[Outcome]:
        begin, show = progress.begin, progress.show
        return play_table(config, Path(config.out), on_begin=begin, on_record=show, stop=stop)

    return run_game(game, progress, json_=json_)
