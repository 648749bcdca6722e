"""The viewer of games, to which the report leads, and each game's data, which it loads.

Who writes the report says what makes them. A file that was made for the same log in the same way is
left as it is, so only new games take time.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from re import fullmatch
from typing import Protocol

from arena.errors import ArenaError
from arena.reporting.replays import REPLAYS, VIEWER, data_file, viewer_address
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.transcript.header import PLAIN_NAME

__all__ = ["HEAD", "GamePages", "mark_of", "write_replays"]

HEAD = 1000
"""Bytes in which a file says of which log it is."""


class GamePages(Protocol):
    """Makes what plays games back."""

    @property
    def version(self) -> str:
        """Another one wherever games look or are told otherwise; it stands in the viewer's head."""

    def viewer(self) -> str:
        """Return the HTML of the page that shows any of the games."""

    def data(self, folder: Path, game: GameResult, mark: str) -> str:
        """Return the data of the game in `folder` for the viewer, with `mark` at its beginning.

        Raises `ArenaError` where its transcript can't be told.
        """


def write_replays(
    folder: Path, games: Iterable[GameResult], pages: GamePages | None
) -> dict[str, str]:
    """Write what is missing or old; return where each game is shown, relative to the report.

    A game whose transcript can't be told is not; without `pages` none is. Raises `OSError`.
    """
    if pages is None:
        return {}
    here = folder / REPLAYS
    here.mkdir(exist_ok=True)
    _renew(here / VIEWER, pages.version, pages.viewer)
    shown = {}
    for game in games:
        if not fullmatch(PLAIN_NAME, game.game):
            continue  # what is no plain name is no file's name
        mark, of = mark_of(pages, game), game_folder(folder, game.game)
        with suppress(ArenaError):
            _renew(here / data_file(game.game), mark, partial(pages.data, of, game, mark))
            shown[game.game] = viewer_address(game.game)
        _remove_page(here / f"{game.game}.html", game.digest)
    return shown


def mark_of(pages: GamePages, game: GameResult) -> str:
    """Return what stands at the beginning of the data of a game, made as they are made now."""
    return f"{pages.version}-{game.digest}"


def _renew(file: Path, mark: str, make: Callable[[], str]) -> None:
    """Write a file unless it says that it was made so."""
    if _says(file, mark):
        return
    text = make()
    new = file.with_name(f"{file.name}.new")
    new.write_text(text, encoding="utf-8", errors="backslashreplace")
    new.replace(file)


def _remove_page(page: Path, digest: str) -> None:
    """Remove the page that a game had before there was a viewer, by the digest of its log."""
    if _says(page, digest):
        page.unlink()


def _says(file: Path, mark: str) -> bool:
    try:
        with file.open("rb") as opened:
            return mark.encode() in opened.read(HEAD)
    except OSError:
        return False
