"""`arena replay`: a game that was played, told to one seat, to the public, or with all secrets."""

import json
import sys
from pathlib import Path
from typing import IO, Any

from rich.console import Console
from rich.text import Text

from arena.errors import ArenaError, ConfigError, possible
from arena.faces.prose import Narrator, told
from arena.transcript import reader, redact
from engine import Ruleset, RulesetError, ruleset

__all__ = ["console_for", "replay"]

WIDEST = 100
"""Prose over the whole width of a large screen is hard to read."""
READERS = ("public", "all")


def replay(folder: Path, as_: str, json_: bool) -> int:
    """Tell the game in `folder` as a seat, `public` or `all` perceived it; return the exit code.

    With `json_` the filtered records are printed as one JSON document instead.
    """
    try:
        transcript = reader.read(_only_game(folder))
        facts = _facts(transcript)
        who = _reader_named(as_, transcript.seats)
    except ArenaError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    records = list(redact.visible(transcript.records, who))
    if json_:
        document = {"as": who, "ruleset": facts.id, "finished": transcript.finished}
        sys.stdout.write(json.dumps({**document, "records": records}, ensure_ascii=False) + "\n")
        return 0
    console = console_for(sys.stdout)
    console.print(Text(_title(facts, who), "bold"))
    for each in told(Narrator(facts, _clockwise(records, transcript.seats), who), records):
        console.print(each)
    return 0


def console_for(file: IO[str]) -> Console:
    """Return a console that is no wider than prose should be; rich honours NO_COLOR and pipes."""
    console = Console(file=file, highlight=False, emoji=False, markup=False)
    console.width = min(console.width, WIDEST)
    return console


def _only_game(folder: Path) -> Path:
    games = reader.games(folder)
    if len(games) == 1:
        return games[0]
    names = ", ".join(str(folder / game.name) for game in games[:10])
    more = f" and {len(games) - 10} more" if len(games) > 10 else ""  # noqa: PLR2004 - a screenful
    raise ConfigError(f"{folder} holds {len(games)} games; name one. Possible: {names}{more}.")


def _facts(transcript: reader.Transcript) -> Ruleset:
    header = transcript.header
    try:
        return ruleset(header.ruleset)
    except RulesetError as error:
        raise ConfigError(str(error)) from error


def _reader_named(given: str, seats: tuple[str, ...]) -> str:
    names = (*seats, *READERS)
    if given not in names:
        raise ConfigError(f"nobody at this table is {given!r}. {possible(given, names)}")
    return given


def _clockwise(records: list[dict[str, Any]], joined: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats as they sit, or as they joined where the game has not begun."""
    began = (record["data"]["seats"] for record in records if record["type"] == "game_began")
    return tuple(next(began, joined))


def _title(facts: Ruleset, who: str) -> str:
    if who == "public":
        return f"{facts.title}, as everybody saw it"
    if who == "all":
        return f"{facts.title}, with all secrets"
    return f"{facts.title}, through the eyes of {who}"
