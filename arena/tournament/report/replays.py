"""A page a game, to which the report leads; who writes the report says what makes one.

A page that was made for the same log in the same way is left as it is, so only new games take time.
"""

from collections.abc import Iterable
from pathlib import Path
from re import fullmatch
from typing import Protocol

from arena.errors import ArenaError
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.transcript.header import PLAIN_NAME

__all__ = ["HEAD", "REPLAYS", "GamePages", "mark_of", "write_replays"]

REPLAYS = "replays"
HEAD = 1000
"""Bytes in which a page says of which log it is."""


class GamePages(Protocol):
    """Makes the pages of games."""

    @property
    def version(self) -> str:
        """Another one wherever pages look or tell otherwise."""

    def page(self, folder: Path, game: GameResult, mark: str) -> str:
        """Return the HTML of the game in `folder`, which holds `mark` at its beginning.

        Raises `ArenaError` where its transcript can't be told.
        """


def write_replays(
    folder: Path, games: Iterable[GameResult], pages: GamePages | None
) -> dict[str, str]:
    """Write the pages that are missing or old; return where each is, relative to the report.

    A game whose transcript can't be told has no page; without `pages` none has. Raises `OSError`.
    """
    if pages is None:
        return {}
    (folder / REPLAYS).mkdir(exist_ok=True)
    made = {}
    for game in games:
        if not fullmatch(PLAIN_NAME, game.game):
            continue  # what is no plain name is no file's name
        page = folder / REPLAYS / f"{game.game}.html"
        mark = mark_of(pages, game)
        if _is_old(page, mark):
            try:
                text = pages.page(game_folder(folder, game.game), game, mark)
            except ArenaError:
                continue
            new = page.with_suffix(".new")
            new.write_text(text, encoding="utf-8", errors="backslashreplace")
            new.replace(page)
        made[game.game] = f"{REPLAYS}/{game.game}.html"
    return made


def mark_of(pages: GamePages, game: GameResult) -> str:
    """Return what stands at the beginning of the page of a game, made as it is made now."""
    return f"{pages.version}-{game.digest}"


def _is_old(page: Path, mark: str) -> bool:
    try:
        with page.open("rb") as file:
            return mark.encode() not in file.read(HEAD)
    except OSError:
        return True
