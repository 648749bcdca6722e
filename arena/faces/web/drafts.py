"""What people have prepared to say, kept until it is said: it outlives the server too."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from arena.errors import ClaimError
from arena.faces.web.private_file import write_whole
from arena.folders import PRIVATE_FOLDER
from arena.talk.speech import Message


class Drafts:
    """The messages that the people of one table have prepared."""

    def __init__(self, file: Path) -> None:
        """Keep them in `file`, which is there as long as there are any."""
        self._file = file
        self._kept: dict[str, list[dict[str, object]]] = {}
        with suppress(OSError, ValueError):
            self._kept = json.loads(file.read_bytes())

    def of(self, turn: str) -> list[Message]:
        """Return what was prepared for a turn to speak, or by a seat for its next."""
        try:
            return [Message.read(each) for each in self._kept.get(turn, ())]
        except (ClaimError, KeyError, TypeError):
            return []

    def keep(self, turn: str, messages: Sequence[Message]) -> None:
        """Keep what is prepared for a turn, or by a seat; nothing forgets it.

        A disk that refuses is let be.
        """
        kept = [each.data() for each in messages]
        if kept == self._kept.get(turn, []):
            return
        if kept:
            self._kept[turn] = kept
        else:
            self._kept.pop(turn, None)
        with suppress(OSError):
            self._write()

    def forget(self) -> None:
        """Forget all: the game is over."""
        self._kept.clear()
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        if not self._kept:
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        write_whole(self._file, json.dumps(self._kept).encode())
