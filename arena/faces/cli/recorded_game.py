"""The recorded game that a folder is or holds, for what reads one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ConfigError
from arena.text import escaped, shell_path
from arena.transcript import reader

__all__ = ["game_in"]


@contextmanager
def game_in(folder: Path) -> Iterator[reader.Transcript]:
    """Read the game that FOLDER is, or the only one below it; say at the end if it was changed.

    A reader believes what is written, so what its own hashes refute is told and said to be so.
    """
    transcript = reader.read(_only_game(folder))
    yield transcript
    line = transcript.broken_link
    if line is not None:
        game = transcript.folder
        why = f"{game}: {line} does not fit the chain of hashes, so it was changed"
        sys.stderr.write(escaped(f"arena: {why}. See: arena verify {shell_path(game)}") + "\n")


def _only_game(folder: Path) -> Path:
    """Return the game that FOLDER is, or the only one below it."""
    games = reader.games(folder)
    if len(games) == 1:
        return games[0]
    names = ", ".join(str(folder / game.name) for game in games[:10])
    more = f" and {len(games) - 10} more" if len(games) > 10 else ""  # noqa: PLR2004 - a screenful
    raise ConfigError(f"{folder} holds {len(games)} games; name one. Possible: {names}{more}.")
