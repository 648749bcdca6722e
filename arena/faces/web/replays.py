"""Games that were played at the tables, to play back: made once each, when somebody asks."""

import asyncio
from pathlib import Path

from arena.errors import ArenaError, TranscriptError
from arena.faces.web.replay_data import game, viewpoints, zipped
from arena.transcript import reader

__all__ = ["Replays"]


class Replays:
    """The replays of finished games, with all secrets, but not with what models thought or cost."""

    def __init__(self) -> None:
        """None was asked for yet."""
        self._made: dict[Path, asyncio.Task[bytes]] = {}

    async def of(self, folder: Path) -> bytes:
        """Return the data of a game that is over, compressed. Raises `TranscriptError`."""
        made = self._made.get(folder)
        if made is None or (made.done() and made.exception() is not None):
            made = self._made[folder] = asyncio.create_task(asyncio.to_thread(_made, folder))
        return await asyncio.shield(made)


def _made(folder: Path) -> bytes:
    try:
        transcript = reader.read(folder)
        return zipped(game(transcript, viewpoints(transcript.seats)))
    except ArenaError:
        raise
    except Exception as error:
        raise TranscriptError(str(folder), None, "one of its records makes no sense") from error
