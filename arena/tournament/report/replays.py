"""The games of a tournament that can be played back, as a report's viewer is told of them."""

from collections.abc import Iterable
from pathlib import Path
from re import fullmatch

from arena.reporting.replays import Sat, ShownGame
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.transcript.header import PLAIN_NAME

__all__ = ["shown_games"]


def shown_games(folder: Path, games: Iterable[GameResult]) -> list[ShownGame]:
    """Return the games of the tournament in `folder`; what is no plain name is no file's name."""
    return [
        ShownGame(
            game=each.game, folder=game_folder(folder, each.game), digest=each.digest,
            sat=tuple(
                Sat(seat=one.seat, entrant=one.entrant, place=one.place) for one in each.seats
            ),
        )
        for each in games if fullmatch(PLAIN_NAME, each.game)
    ]  # fmt: skip
