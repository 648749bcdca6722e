"""`arena resume`: continues an unfinished game."""

from functools import partial
from pathlib import Path

from arena.calls.caps import caps
from arena.errors import ConfigError
from arena.faces.cli import options
from arena.forms import HEADER
from arena.narration.words import plural


def resume(
    folder: options.Folder,
    budget: options.Budget = None,
    web: options.Web = False,
    full_screen: options.FullScreen = False,
    quiet: options.Quiet = False,
    trace: options.Trace = False,
    epilogues: options.RecordFile = None,
    unlock: options.Unlock = False,
    json_: options.Json = False,
) -> int:
    """Go on with a game that was killed or stopped.

    Nobody is asked again what was answered; a record that was cut off is written anew. What was
    spent stays spent: a larger budget takes the place of the game's own.
    """
    from arena.faces.cli.progress import Progress
    from arena.faces.cli.run_here import run_here
    from arena.table import resume as resume_table
    from arena.transcript import reader

    unlocked = options.record_wanted(epilogues, unlock=unlock)
    if web and full_screen:
        raise ConfigError("--web and --full-screen are two places. Possible: one of the two.")
    changed = caps(budget or ())
    game = _only_unfinished(folder)
    if changed and reader.header_of(reader.contents(game, HEADER)).llm is None:
        raise ConfigError("--budget caps language models, and none sits at this table.")
    people = reader.header_of(reader.contents(game, HEADER)).people
    if people is None and (web or full_screen):
        face = "--web" if web else "--full-screen"
        raise ConfigError(f"{face} is for people, and none sits at this table.")
    if web:
        from arena.faces.cli.play_in_browser import resume_in_browser

        return resume_in_browser(game, trace=trace, json_=json_, epilogues=unlocked, budget=changed)
    progress = Progress(
        unlocked, shown=not (quiet or json_ or people), budget=changed, full_screen=full_screen
    )
    go_on = partial(resume_table, game, trace=trace, epilogues=unlocked, budget=changed)
    seats = () if people is None else people.seats
    return run_here(go_on, seats, progress, json_=json_, full_screen=full_screen)


def _only_unfinished(folder: Path) -> Path:
    """Return the game's folder, or the only unfinished game below it."""
    from arena.transcript import reader

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
