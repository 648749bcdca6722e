"""Prepares a tournament's games for the viewer of its report while others are still played.

The report prepares what is missing then, and reports write errors: here they are ignored.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from re import fullmatch

from arena.reporting.replays import GamePages, Sat, ShownGame, write_ahead
from arena.table.logs import log
from arena.text import described
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.transcript.header import PLAIN_NAME


def shown_games(folder: Path, games: Iterable[GameResult]) -> list[ShownGame]:
    """Return the games of a tournament for the viewer, without ids that are no plain file names."""
    return [
        ShownGame(
            game=each.game, folder=game_folder(folder, each.game), digest=each.digest,
            sat=tuple(
                Sat(seat=one.seat, entrant=one.entrant, place=one.place) for one in each.seats
            ),
        )
        for each in games if fullmatch(PLAIN_NAME, each.game)
    ]  # fmt: skip


class ReplaysAhead:
    """Prepares games for the viewer one after another, in a thread beside the event loop."""

    def __init__(self, folder: Path, pages: GamePages | None) -> None:
        """`folder` is the tournament's; without `pages` nothing is prepared."""
        self._folder, self._pages = folder, pages
        self._waiting: asyncio.Queue[GameResult] = asyncio.Queue()
        self._making: asyncio.Task[None] | None = None

    def add(self, game: GameResult) -> None:
        """Queue a finished game."""
        if self._pages is None:
            return
        self._waiting.put_nowait(game)
        if self._making is None:
            self._making = asyncio.create_task(self._make(self._pages))

    async def made(self, stopped: "asyncio.Task[bool]") -> None:
        """Wait until all queued games are prepared, or the run is stopped."""
        joined = asyncio.create_task(self._waiting.join())
        await asyncio.wait({joined, stopped}, return_when=asyncio.FIRST_COMPLETED)
        joined.cancel()

    def close(self) -> None:
        """Stop preparing games."""
        if self._making is not None:
            self._making.cancel()

    async def _make(self, pages: GamePages) -> None:
        while True:
            game = await self._waiting.get()
            try:
                for shown in shown_games(self._folder, [game]):
                    with suppress(OSError):
                        await asyncio.to_thread(write_ahead, self._folder, shown, pages)
            except Exception as error:  # noqa: BLE001 - a game that was played stays played
                log().warning("replay_not_made", game=game.game, why=described(error))
            finally:
                self._waiting.task_done()
