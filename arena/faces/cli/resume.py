"""`arena resume`: an unfinished game, from where it was broken off."""

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path

from arena.calls.caps import caps
from arena.errors import ConfigError
from arena.faces.cli.progress import Progress, run_game
from arena.forms import HEADER
from arena.narration.words import plural
from arena.table import Outcome
from arena.table import resume as resume_table
from arena.transcript import reader

__all__ = ["resume"]


def resume(
    folder: Path,
    *,
    quiet: bool,
    trace: bool,
    json_: bool,
    epilogues: bool | str = False,
    budget: Sequence[str] = (),
    web: bool = False,
    full_screen: bool = False,
) -> int:
    """Go on with the one unfinished game in FOLDER and print how it ended; 1 where it stopped.

    People play at the terminal, or in the browser for `web`.
    """
    if web and full_screen:
        raise ConfigError("--web and --full-screen are two places. Possible: one of the two.")
    changed = caps(budget)
    game = _only_unfinished(folder)
    if changed and reader.header_of(reader.contents(game, HEADER)).llm is None:
        raise ConfigError("--budget caps language models, and none sits at this table.")
    people = reader.header_of(reader.contents(game, HEADER)).people
    if people is None and (web or full_screen):
        face = "--web" if web else "--full-screen"
        raise ConfigError(f"{face} is for people, and none sits at this table.")
    if web:
        from arena.faces.cli.play_in_browser import resume_in_browser

        return resume_in_browser(
            game, trace=trace, json_=json_, epilogues=epilogues, budget=changed
        )
    progress = Progress(
        epilogues, shown=not (quiet or json_ or people), budget=changed, full_screen=full_screen
    )
    if people is not None:
        from arena.faces.cli.play_as_person import seated

        return seated(
            people.seats, progress,
            lambda person, begin, show: lambda stop: resume_table(
                game, people={person.seat: person.chair}, on_begin=begin, on_record=show,
                on_wait=person.wait_for, stop=stop, trace=trace, epilogues=epilogues,
                budget=changed,
            ),
            json_=json_, full_screen=full_screen,
        )  # fmt: skip

    def go_on(stop: asyncio.Event) -> Awaitable[Outcome]:
        begin, show = progress.begin, progress.show
        return resume_table(
            game, on_begin=begin, on_record=show, stop=stop, trace=trace, epilogues=epilogues,
            budget=changed,
        )  # fmt: skip

    return run_game(go_on, progress, json_=json_)


def _only_unfinished(folder: Path) -> Path:
    """Return the game that FOLDER is, or the one game below it that is not finished."""
    games = reader.games(folder)
    if len(games) == 1:
        return games[0]
    unfinished = [game for game in games if not reader.is_sealed(game)]
    if len(unfinished) == 1:
        return unfinished[0]
    names = ", ".join(map(str, unfinished[:10])) or f"arena replay {games[0]}"
    raise ConfigError(
        f"{folder} holds {plural(len(unfinished), 'unfinished game')}. Possible: {names}."
    )
