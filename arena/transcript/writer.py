"""Writes a game's folder: append-only, one system call a record, synced at each phase end.

A killed game is resumed by playing it again over the written lines: each record has to come out the
same, and after the last one new lines are appended.

A record of `calls.jsonl` is written before the record of `log.jsonl` that depends on it. Only
`calls.jsonl` holds clock times.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from arena.calls.records import (
    AnswerFailed,
    CallFact,
    CallRecord,
    SessionBegan,
    SessionEnded,
    SessionSetup,
)
from arena.errors import ConfigError, Reason, TranscriptError, WriteError
from arena.events import PhaseBegan
from arena.folders import PRIVATE_FOLDER
from arena.forms import CALLS, FILES, HEADER, LOG, JsonRecord
from arena.hash_chain import GENESIS, chained, split
from arena.records.record import Record
from arena.talk.discussion import Act
from arena.transcript.disk import Disk, File, Lock
from arena.transcript.game_log import GameLog
from arena.transcript.header import GameHeader
from engine import Decision, Event, Result

OnAsk = Callable[[Sequence[Decision]], None]
"""Gets the questions asked together, before any answer to them is recorded."""
SHOWN = 300
LONGEST = 10
"""Number of digits from which on a folder's number is not a game's."""


class ChainedFile(File):
    """One hash-chained file."""

    def __init__(self, path: Path, *, written: Sequence[bytes] | None = None) -> None:
        """Create a file that does not exist, or continue one after its `written` lines."""
        lines = written or ()
        super().__init__(path, keep=None if written is None else sum(map(len, lines)))
        self._hash = split(lines[-1])[1] if lines else GENESIS
        self._digest = sha256(b"".join(lines))
        self.count = len(lines)
        self.is_whole = True
        """False while a line is being written, as an interrupt may come in between."""

    @property
    def digest(self) -> str:
        """SHA-256 of the whole file."""
        return self._digest.hexdigest()

    def append(self, body: JsonRecord) -> tuple[bytes, str]:
        """Append a record's body as one line; return the line and its hash."""
        line, hash_ = chained(self._hash, body)
        self.is_whole = False
        try:
            self.write(line)
        except WriteError:
            self.is_whole = True  # nothing of it was written
            raise
        self._hash = hash_
        self.count += 1
        self._digest.update(line)
        self.is_whole = True
        return line, hash_


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFiles:
    """A game's open files in its locked folder, with the earlier lines of `log.jsonl`."""

    folder: Path
    header: GameHeader
    lock: Lock
    header_file: File | None
    """`game.json`, written once; None if it already exists."""
    calls: ChainedFile
    log: ChainedFile
    lines: tuple[bytes, ...] = ()
    """Lines of the log so far, which must come out again before new ones are added."""
    failed: frozenset[str] = frozenset()
    """Questions and turns whose failure is already in `calls.jsonl`."""
    cut: int = 0
    """Number of bytes of a half-written record that were cut off."""

    def close(self) -> None:
        """Close the files of a game that is not played; a `Writer` closes its own."""
        for file in (self.header_file, self.calls, self.log):
            if file is not None:
                file.close()
        self.lock.close()

    @property
    def is_new(self) -> bool:
        """True for a new game, False for a resumed one."""
        return self.header_file is not None


def new_files(folder: Path, header: GameHeader) -> GameFiles:
    """Create the files of a game in an empty folder.

    Raises `ConfigError` if the folder holds a game, `WriteError` if it can't be written.
    """
    if any((folder / name).exists() for name in FILES):
        raise ConfigError(f"{folder} already holds a game. Possible: a folder without one.")
    with ExitStack() as undone:
        lock = Lock(folder)
        undone.callback(lock.close)
        header_file = _header_file(folder / HEADER, header.dumped())
        undone.callback(header_file.remove)
        calls = ChainedFile(folder / CALLS)
        undone.callback(calls.remove)
        log = ChainedFile(folder / LOG)
        undone.pop_all()
    return GameFiles(
        folder=folder, header=header, lock=lock, header_file=header_file, calls=calls, log=log
    )


class Writer(GameLog):
    """Writes one game, from its header to its seal."""

    def __init__(
        self,
        files: GameFiles,
        session: SessionSetup,
        *,
        on_record: Callable[[Record], None] | None = None,
        on_ask: OnAsk = lambda _: None,
    ) -> None:
        """Begin a session of a game; `close` closes the files.

        `session` describes its setup. `on_record` gets every record of `log.jsonl` after it is
        written, secrets included, and in a resumed game the earlier ones again; `on_ask` gets the
        questions asked together, before any answer.
        """
        super().__init__(files.header)
        self.folder = files.folder
        self.lines: list[bytes] = []
        self._records: list[Record] = []
        self._on_record, self._on_ask = on_record, on_ask
        self._calls, self._log = files.calls, files.log
        self._before, self._hash = files.lines, GENESIS
        self._failed = files.failed
        self._lock = files.lock
        held = (files.header_file, self._calls, self._log)
        self._disk = Disk([file for file in held if file is not None])
        self._has_ended = False
        self.call(SessionBegan(
            versions=session.versions, python=session.python, budget=session.budget,
            resumed=len(files.lines) or None,
        ))  # fmt: skip
        self._append(self._builder.opened(files.header.dumped()))

    def record(self, at: int) -> Record:
        """Return the record of this number."""
        return self._records[at]

    def event(self, event: Event) -> None:
        """Log an event of the rules; at the start of a phase, sync the previous one."""
        if isinstance(event, PhaseBegan):
            self._disk.begin()
        super().event(event)

    def asked(self, together: Sequence[Decision]) -> None:
        """Pass the questions to `on_ask`."""
        self._on_ask(together)

    def defaulted(self, decision: Decision, reason: Reason, why: str) -> None:
        """Log a default answer, after its reason in `calls.jsonl`."""
        self._fail(decision.seat, decision.id, reason, why)
        super().defaulted(decision, reason, why)

    def act(self, act: Act, why: str) -> None:
        """Log the result of a turn to talk; a default comes after its reason in `calls.jsonl`."""
        if act.failed is not None:
            self._fail(act.turn.seat, act.turn.id, act.failed, why)
        super().act(act, why)

    async def seal(self, result: Result) -> None:
        """Seal the game and wait until it is on the disk; nothing can be added afterwards."""
        self._has_ended = True
        self.call(SessionEnded(reason="finished"))
        self._append(self._builder.sealed(result, self._calls.count, self._calls.digest))
        self._disk.begin()
        await self._disk.settled()

    def leave(self, reason: str) -> None:
        """End the session of an unfinished game; an error of the disk is ignored.

        It ends once, whatever interrupts it, and never within a line.
        """
        if self._has_ended or not self._calls.is_whole:
            return
        self._has_ended = True
        with suppress(WriteError):
            self.call(SessionEnded(reason=reason))
            self._disk.begin()
            self._disk.settle()

    def close(self) -> None:
        """Close the files and release the folder."""
        self._disk.close()
        self._lock.close()

    @property
    def place(self) -> tuple[int, str | None]:
        """Round and phase of the last record."""
        if len(self.lines) < len(self._before):
            last = json.loads(self._before[-1])
            return last["round"], last["phase"]
        return self._builder.round, self._builder.phase

    def _write(self, record: Record) -> None:
        body, at = record.plain(), len(self.lines)
        if at < len(self._before):
            line, self._hash = chained(self._hash, body)
            if line != self._before[at]:
                raise TranscriptError(LOG, at + 1, f"does not come out again: {body}"[:SHOWN])
        else:
            line, self._hash = self._log.append(body)
        self.lines.append(line)
        self._records.append(record)
        if self._on_record is not None:
            self._on_record(replace(record, hash=self._hash))

    def _fail(self, seat: str, asked: str, reason: Reason, why: str) -> None:
        """Record in `calls.jsonl` why a default will be used, unless that is recorded already."""
        if asked not in self._failed:
            self.call(AnswerFailed(seat=seat, decision=asked, reason=reason, why=why))

    def call(self, data: CallFact) -> None:
        """Append a record to `calls.jsonl`, with the time."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._calls.append(CallRecord(data=data, i=self._calls.count, at=now).plain())


def new_folder(parent: Path, stem: str) -> Path:
    """Create and return the next free folder `STEM-0001`, `STEM-0002` ... in `parent`.

    Only its owner can read it; `parent` gets the usual mode.
    """
    try:
        if (parent / HEADER).exists():
            raise ConfigError(
                f"{parent} is a game's own folder. Possible: --out with the one above it."
            )
        parent.mkdir(parents=True, exist_ok=True)
        used = [
            int(n)
            for path in parent.glob(f"{stem}-*")
            if (n := path.name[len(stem) + 1 :]).isdecimal() and len(n) < LONGEST
        ]
        number = max(used, default=0) + 1
        while True:
            folder = parent / f"{stem}-{number:04}"
            with suppress(FileExistsError):
                folder.mkdir(PRIVATE_FOLDER)
                return folder
            number += 1
    except OSError as error:
        raise ConfigError(
            f"the out folder {parent} can't be written ({error.strerror}). "
            "Possible: --out with a folder that can."
        ) from error


def _header_file(path: Path, data: bytes) -> File:
    """Create the file with `data`; delete it again if the disk is full."""
    file = File(path)
    try:
        file.write(data)
    except WriteError:
        file.remove()
        raise
    return file
