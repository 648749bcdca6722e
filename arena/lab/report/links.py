"""Where a report leads: to the moment in a game's replay, else to the round on the game's page."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from re import fullmatch
from urllib.parse import quote

from arena.reporting.replays import REPLAYS, address_at, data_file, viewer_address
from arena.transcript.header import PLAIN_NAME

__all__ = ["GAMES", "INSIDE", "Links", "links_for", "replays_in"]

GAMES = "games"
"""The folder beside the report with a page a game, where they are many."""
INSIDE = 10
"""So many games stand in the report itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Addresses, relative to the page that they stand on."""

    pages: Mapping[str, str]
    """Where each game is told round by round: an anchor, or a file."""
    replays: Mapping[str, str]
    """Where each game can be played back; games without one are missing."""

    @property
    def inside(self) -> bool:
        """Return whether the games are told in the report itself."""
        return all(each.startswith("#") for each in self.pages.values())

    def round(self, game: str, number: int) -> str:
        """Return where a round of a game is told."""
        page = self.pages[game]
        return f"{page}-r{number}" if page.startswith("#") else f"{page}#r{number}"

    def moment(self, game: str, at: int, number: int) -> str:
        """Return where a record of a game is shown; `number` is that of its round."""
        if game in self.replays:
            return address_at(self.replays[game], at)
        return self.round(game, number)

    def from_games(self) -> "Links":
        """Return the same for a page in the folder of games."""
        return replace(self, replays={game: f"../{each}" for game, each in self.replays.items()})


def links_for(games: Iterable[str], replays: Mapping[str, str]) -> Links:
    """Return the links of a report on these games."""
    names = list(games)
    if len(names) <= INSIDE:
        pages = {name: f"#game{at}" for at, name in enumerate(names, start=1)}
    else:
        pages = {
            name: f"{GAMES}/{name if fullmatch(PLAIN_NAME, name) else f'game{at}'}.html"
            for at, name in enumerate(names, start=1)
        }
    return Links(pages=pages, replays=replays)


def replays_in(folder: Path, out: Path, games: Iterable[str]) -> dict[str, str]:
    """Return which games can be played back, and where, seen from `out`.

    A tournament's have data in `replays/` for the viewer there, or had a page each;
    `arena replay --web` writes one into the game's own folder.
    """
    found = {}
    for game in games:
        if (folder / REPLAYS / data_file(game)).is_file():
            found[game] = f"{_seen(folder, out)}/{viewer_address(game)}"
            continue
        for file in (
            folder / REPLAYS / f"{game}.html",
            folder / game / "replay.html",
            folder / "games" / game / "replay.html",
            folder / "replay.html",
        ):
            if file.is_file() and _is_of(file, game):
                found[game] = _seen(file, out)
                break
    return found


def _seen(file: Path, out: Path) -> str:
    return quote(os.path.relpath(file, out).replace(os.sep, "/"))


def _is_of(file: Path, game: str) -> bool:
    """Tell whether a page is of this game: what lies in a folder of its own is."""
    own = file.parent.resolve().name
    return game in {file.stem, own}
