"""Prepared messages of people, stored until they are said, also across restarts."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from arena.errors import ClaimError
from arena.faces.web.private_file import write_whole
from arena.folders import PRIVATE_FOLDER
from arena.talk.speech import Message


class Drafts:
    """The prepared messages of one table."""

    def __init__(self, file: Path) -> None:
        """`file` exists only while there are messages."""
        self._file = file
        self._kept: dict[str, list[dict[str, object]]] = {}
        with suppress(OSError, ValueError):
            self._kept = json.loads(file.read_bytes())

    def of(self, turn: str) -> list[Message]:
        """Return the messages prepared for a turn to speak, or by a seat for its next."""
        try:
            return [Message.read(each) for each in self._kept.get(turn, ())]
        except (ClaimError, KeyError, TypeError):
            return []

    def keep(self, turn: str, messages: Sequence[Message]) -> None:
        """Store the messages prepared for a turn or by a seat; an empty sequence removes them.

        Write errors are ignored.
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
        """Remove all messages."""
        self._kept.clear()
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        if not self._kept:
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        write_whole(self._file, json.dumps(self._kept).encode())
