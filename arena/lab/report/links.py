"""Where a report leads: to the viewer of its games, of which a tournament's folder may have one."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from arena.reporting.replays import REPLAYS, VIEWER, address_at, data_file, viewer_address

__all__ = ["Links", "replays_in"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Addresses, relative to the report."""

    replays: Mapping[str, str]
    """Where each game can be played back; games that can't are missing."""

    def moment(self, game: str, at: int) -> str:
        """Return where a record of a game is shown; empty: nowhere."""
        return address_at(self.replays[game], at) if game in self.replays else ""


def replays_in(folder: Path, out: Path, games: Iterable[str]) -> dict[str, str]:
    """Return which games the viewer of a tournament in `folder` shows, and where, from `out`."""
    if folder.resolve() == out.resolve() or not (folder / REPLAYS / VIEWER).is_file():
        return {}
    to = quote(os.path.relpath(folder, out).replace(os.sep, "/"))
    return {
        game: f"{to}/{viewer_address(game)}"
        for game in games
        if (folder / REPLAYS / data_file(game)).is_file()
    }
