"""The viewer of a report's games, and each game's data, which it loads when it is opened.

What makes them stands above and is handed in. A file that was made for the same log in the same way
is left as it is, so only new games take time.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from arena.errors import ArenaError
from arena.folders import PRIVATE_FOLDER, remove_empty

REPLAYS = "replays"
"""The folder of a report that holds them."""
AHEAD = ".replays"
"""The folder of what is made before its report, for its owner alone: it has all secrets."""
VIEWER = "viewer.html"
HEAD = 1000
"""Bytes in which a file says how it was made, and of which log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat:
    """Who sat where, and how it ended."""

    seat: str
    entrant: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGame:
    """A game of a report that can be played back."""

    game: str
    """Its id, a plain name."""
    folder: Path
    digest: str
    """Of its log."""
    sat: tuple[Sat, ...]
    """Clockwise."""


class GamePages(Protocol):
    """Makes what plays games back."""

    @property
    def version(self) -> str:
        """Another one wherever games look or are told otherwise; it stands in the viewer's head."""

    def viewer(self) -> str:
        """Return the HTML of the page that shows any of the games."""

    def data(self, game: ShownGame, mark: str) -> str:
        """Return the data of a game for the viewer, with `mark` at their beginning.

        Raises `ArenaError` where its transcript can't be told.
        """


def write_replays(
    report: Path, games: Sequence[ShownGame], pages: GamePages | None
) -> dict[str, str]:
    """Write what is missing or old; return where each game is shown, seen from `report`.

    `report` is the folder that the report stands in. A game whose transcript can't be told is not
    shown; without `pages` none is. Raises `OSError`.
    """
    if pages is None or not games:
        return {}
    here, shown = report / REPLAYS, dict[str, str]()
    here.mkdir(exist_ok=True)
    _renew(here / VIEWER, pages.version, pages.viewer)
    for game in games:
        mark = mark_of(pages, game)
        file, ahead = here / data_file(game.game), report / AHEAD / data_file(game.game)
        with suppress(ArenaError):
            if _says(ahead, mark) and not _says(file, mark):
                ahead.replace(file)
            _renew(file, mark, partial(pages.data, game, mark))
            shown[game.game] = viewer_address(game.game)
        ahead.unlink(missing_ok=True)
    remove_empty([report / AHEAD])
    return shown


def write_ahead(report: Path, game: ShownGame, pages: GamePages) -> None:
    """Make the data of a game before its report is asked for, which then takes them over.

    A game that the report has, or whose transcript can't be told, is left. Raises `OSError`.
    """
    mark, name = mark_of(pages, game), data_file(game.game)
    if not _says(report / REPLAYS / name, mark):
        (report / AHEAD).mkdir(PRIVATE_FOLDER, exist_ok=True)
        with suppress(ArenaError):
            _renew(report / AHEAD / name, mark, partial(pages.data, game, mark))


def mark_of(pages: GamePages, game: ShownGame) -> str:
    """Return what stands at the beginning of the data of a game, made as they are made now."""
    return f"{pages.version}-{game.digest}"


def data_file(game: str) -> str:
    """Return the name of a game's file, which the viewer knows too (`static/viewer.js`)."""
    return f"{game}.js"


def viewer_address(game: str) -> str:
    """Return where a game is played back, seen from the report; its name is a plain one."""
    return f"{REPLAYS}/{VIEWER}#game={game}"


def address_at(address: str, record: int) -> str:
    """Return where a record of a game is shown with all secrets, by where the game is shown."""
    return f"{address}&record={record}&as=all"


def _renew(file: Path, mark: str, make: Callable[[], str]) -> None:
    """Write a file unless it says that it was made so."""
    if _says(file, mark):
        return
    text = make()
    new = file.with_name(f"{file.name}.new")
    new.write_text(text, encoding="utf-8", errors="backslashreplace")
    new.replace(file)


def _says(file: Path, mark: str) -> bool:
    try:
        with file.open("rb") as opened:
            return mark.encode() in opened.read(HEAD)
    except OSError:
        return False
