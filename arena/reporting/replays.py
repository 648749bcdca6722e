"""Writes the viewer of a report's games, and each game's data, which the viewer loads on demand.

The content is made by the `GamePages` that is passed in. A file that was made from the same log by
the same version is kept, so only new games take time.
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
"""The folder of the viewer and its data within a report."""
AHEAD = ".replays"
"""The folder of data that are made before the report; private, since they contain all secrets."""
VIEWER = "viewer.html"
HEAD = 1000
"""Bytes at the beginning of a file that are searched for its mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat:
    """One seat of a game: who played it, and how it ended."""

    seat: str
    entrant: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGame:
    """A game of a report that can be replayed."""

    game: str
    """The game's id; also a valid file name."""
    folder: Path
    digest: str
    """The digest of the game's log."""
    sat: tuple[Sat, ...]
    """The seats, clockwise."""


class GamePages(Protocol):
    """Makes the viewer and the data of games."""

    @property
    def version(self) -> str:
        """The version of the replays' look and wording; the viewer's head contains it."""

    def viewer(self) -> str:
        """Return the HTML of the page that shows any of the games."""

    def data(self, game: ShownGame, mark: str) -> str:
        """Return the data of a game for the viewer, beginning with `mark`.

        Raises `ArenaError` if the transcript cannot be narrated.
        """


def write_replays(
    report: Path, games: Sequence[ShownGame], pages: GamePages | None
) -> dict[str, str]:
    """Write missing and outdated replays; return each game's address relative to `report`.

    `report` is the folder of the report. A game whose transcript cannot be narrated is left out;
    without `pages` all are. Raises `OSError`.
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
    """Prepare a game's data before its report is written; `write_replays` then moves them there.

    Nothing is done for a game that the report already has, or whose transcript cannot be narrated.
    Raises `OSError`.
    """
    mark, name = mark_of(pages, game), data_file(game.game)
    if not _says(report / REPLAYS / name, mark):
        (report / AHEAD).mkdir(PRIVATE_FOLDER, exist_ok=True)
        with suppress(ArenaError):
            _renew(report / AHEAD / name, mark, partial(pages.data, game, mark))


def mark_of(pages: GamePages, game: ShownGame) -> str:
    """Return the version mark at the beginning of a game's data."""
    return f"{pages.version}-{game.digest}"


def data_file(game: str) -> str:
    """Return the file name of a game's data; `static/viewer.js` uses the same names."""
    return f"{game}.js"


def viewer_address(game: str) -> str:
    """Return the address of a replay, relative to the report; `game` must be a plain name."""
    return f"{REPLAYS}/{VIEWER}#game={game}"


def address_at(address: str, record: int) -> str:
    """Return the address of one record in a game's replay, with all secrets shown."""
    return f"{address}&record={record}&as=all"


def _renew(file: Path, mark: str, make: Callable[[], str]) -> None:
    """Write a file unless it already has this mark."""
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
