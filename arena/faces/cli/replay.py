"""`arena replay`: a game that was played, told to one seat, to the public, or with all secrets."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from rich.console import Console, RenderableType
from rich.text import Text

from arena.errors import ArenaError, ClaimError, ConfigError, TranscriptError, possible
from arena.faces.cli.output import print_document
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.text import escaped_all
from arena.transcript import reader
from arena.transcript import redaction as redact
from engine import Ruleset, RulesetError, ruleset

__all__ = ["console_for", "only_game", "replay"]

WIDEST = 100
"""Prose over the whole width of a large screen is hard to read."""
READERS = ("public", "all")


def replay(folder: Path, as_: str, json_: bool) -> int:
    """Tell the game in `folder` as a seat, `public` or `all` perceived it; return the exit code.

    With `json_` the filtered records are printed as one JSON document instead.
    """
    transcript = reader.read(only_game(folder))
    facts = _facts(transcript)
    who = _reader_named(as_, transcript.seats)
    try:
        records = list(redact.visible(transcript.records, who))
    except (LookupError, TypeError) as error:
        raise _senseless(transcript.folder, "its footer") from error
    if json_:
        document = {"as": who, "ruleset": facts.id, "finished": transcript.finished}
        print_document({**document, "records": records})
        return 0
    _tell(transcript, facts, who, escaped_all(records))
    return 0


def _tell(
    transcript: reader.Transcript, facts: Ruleset, who: str, records: list[dict[str, Any]]
) -> None:
    console = console_for(sys.stdout)
    console.print(Text(_title(facts, who), "bold"))
    at = ""
    try:
        narrator = Narrator(words_of(facts, _clockwise(records, transcript.seats)), who)
        for number, record in enumerate(records):
            at = f"record {number} ({record['type']})"
            _print(console, narrator.feed(record))
        at = "its last record"
        _print(console, narrator.close())
    except Exception as error:
        if isinstance(error, OSError | ArenaError) and not isinstance(error, ClaimError):
            raise
        raise _senseless(transcript.folder, at or "its beginning") from error


def _print(console: Console, told: Iterable[RenderableType]) -> None:
    for each in told:
        console.print(each)


def _senseless(folder: Path, what: str) -> TranscriptError:
    why = f"{what} makes no sense: this game is not proven, see: arena verify {folder}"
    return TranscriptError(str(folder), None, why)


def console_for(file: IO[str]) -> Console:
    """Return a console that is no wider than prose should be; rich honours NO_COLOR and pipes."""
    console = Console(file=file, highlight=False, emoji=False, markup=False)
    console.width = min(console.width, WIDEST)
    return console


def only_game(folder: Path) -> Path:
    """Return the game that FOLDER is, or the only one below it."""
    games = reader.games(folder)
    if len(games) == 1:
        return games[0]
    names = ", ".join(str(folder / game.name) for game in games[:10])
    more = f" and {len(games) - 10} more" if len(games) > 10 else ""  # noqa: PLR2004 - a screenful
    raise ConfigError(f"{folder} holds {len(games)} games; name one. Possible: {names}{more}.")


def _facts(transcript: reader.Transcript) -> Ruleset:
    header = transcript.header
    try:
        return ruleset(header.ruleset, header.options)
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
