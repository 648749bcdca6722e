"""Writes a game's folder: append-only, one system call a record, synced at each phase end.

`calls.jsonl` is written before the record of `log.jsonl` that rests on it. Clocks stand in
`calls.jsonl` only.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from arena.errors import ConfigError, WriteError
from arena.transcript.canonical import FILES, GENESIS, chained
from arena.transcript.disk import Disk, File
from arena.transcript.header import GameHeader
from arena.transcript.records import Bodies
from engine import Decision, Event, Floor, Result

__all__ = ["Chain", "Writer", "new_folder"]

Record = dict[str, Any]
HEADER, LOG, CALLS = FILES


class Chain(File):
    """One chained file."""

    __slots__ = ("_digest", "_hash", "count")

    def __init__(self, path: Path) -> None:
        """Make the file, which may not exist yet."""
        super().__init__(path)
        self._hash = GENESIS
        self._digest = sha256()
        self.count = 0

    @property
    def digest(self) -> str:
        """The SHA-256 of the whole file."""
        return self._digest.hexdigest()

    def append(self, body: Record) -> tuple[bytes, str]:
        """Write a record as one line; return the line and its hash."""
        line, mark = chained(self._hash, body)
        self.write(line)
        self._hash = mark
        self.count += 1
        self._digest.update(line)
        return line, mark


class Writer:
    """Writes one game, from its header to its seal."""

    def __init__(
        self,
        folder: Path,
        header: GameHeader,
        *,
        on_record: Callable[[Record], None] | None = None,
    ) -> None:
        """Begin a game in a folder that holds none.

        `on_record` gets every record of `log.jsonl` after it is written, secrets included. Raises
        `ConfigError` where the folder holds a game, `WriteError` where it cannot be written.
        """
        if any((folder / name).exists() for name in FILES):
            raise ConfigError(f"{folder} already holds a game. Possible: a folder without one.")
        self.folder = folder
        self.lines: list[bytes] = []
        """The lines of `log.jsonl` so far."""
        self._on_record = on_record
        self._bodies = Bodies()
        dumped = header.dumped()
        whole = _whole(folder / HEADER, dumped)
        self._calls = Chain(folder / CALLS)
        self._log = Chain(folder / LOG)
        self._disk = Disk((whole, self._calls, self._log))
        self._is_sealed = False
        self._call("session_began", {"versions": header.versions, "python": header.python})
        self._append(self._bodies.opened(dumped))

    def event(self, event: Event) -> None:
        """Log what happened; where a phase begins, the one before it is synced."""
        if event.type == "phase_began":
            self._disk.begin()
        self._append(self._bodies.event(event))

    def answer(self, decision: Decision, option: str) -> None:
        """Log an answer, before it is applied."""
        self._append(self._bodies.answer(decision, option))

    def defaulted(self, decision: Decision, reason: str, why: str) -> None:
        """Log the default that stands in; `calls.jsonl` says first what went wrong."""
        failure = {"seat": decision.seat, "decision": decision.id, "reason": reason, "why": why}
        self._call("answer_failed", failure)
        self._append(self._bodies.defaulted(decision, reason))

    def floor_opened(self, floor: Floor) -> None:
        """Log that the table may talk."""
        self._append(self._bodies.floor("opened", floor))

    def floor_closed(self, floor: Floor) -> None:
        """Log that the game goes on."""
        self._append(self._bodies.floor("closed", floor))

    async def seal(self, result: Result) -> None:
        """End the game, and return when all of it is on the disk: nothing can be added after it."""
        self._call("session_ended", {"reason": "finished"})
        self._append(self._bodies.sealed(result, self._calls.count, self._calls.digest))
        self._is_sealed = True
        self._disk.begin()
        await self._disk.settled()

    def leave(self, reason: str) -> None:
        """End the session before the game ended; a disk that refuses even that is let be."""
        if self._is_sealed:
            return
        with suppress(WriteError):
            self._call("session_ended", {"reason": reason})
            self._disk.begin()
            self._disk.settle()

    def close(self) -> None:
        """Close the files."""
        self._disk.close()

    @property
    def place(self) -> tuple[int, str | None]:
        """The round and phase that the last record belongs to."""
        return self._bodies.round, self._bodies.phase

    def _append(self, body: Record) -> None:
        line, mark = self._log.append(body)
        self.lines.append(line)
        if self._on_record is not None:
            self._on_record({**json.loads(line), "hash": mark})

    def _call(self, name: str, data: Mapping[str, Any]) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._calls.append({"i": self._calls.count, "type": name, "at": now, "data": dict(data)})


def new_folder(parent: Path, stem: str) -> Path:
    """Make and return the next free folder `STEM-0001`, `STEM-0002` ... in `parent`."""
    try:
        parent.mkdir(parents=True, exist_ok=True)
        taken = [
            int(n)
            for path in parent.glob(f"{stem}-*")
            if (n := path.name[len(stem) + 1 :]).isdecimal()
        ]
        number = max(taken, default=0) + 1
        while True:
            folder = parent / f"{stem}-{number:04}"
            with suppress(FileExistsError):
                folder.mkdir()
                return folder
            number += 1
    except OSError as error:
        raise ConfigError(
            f"the out folder {parent} can't be written ({error.strerror}). "
            "Possible: --out with a folder that can."
        ) from error


def _whole(path: Path, data: bytes) -> File:
    """Return the new file that holds `data`; there is none if the disk has no room for it."""
    file = File(path)
    try:
        file.write(data)
    except WriteError:
        file.close()
        path.unlink()
        raise
    return file
