"""Append-only files, and the background thread that syncs them to the disk.

A write that the disk cuts short is undone, so a file always ends with a whole line. A game's folder
is locked while a process plays it; the system releases the lock when that process ends. Only the
user who plays a game can read its files: they hold secrets from its players.
"""

import asyncio
import fcntl
import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from arena.errors import ConfigError, TranscriptError, WriteError
from arena.folders import PRIVATE_FILE

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
AGAIN = os.O_WRONLY | os.O_CREAT | os.O_APPEND


class Lock:
    """Locks a game's folder against other processes."""

    def __init__(self, folder: Path) -> None:
        """Lock the folder; `ConfigError` if another process has it, else `WriteError`."""
        try:
            self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise TranscriptError(str(folder), None, f"can't be read: {error.strerror}") from error
        try:
            fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise ConfigError(
                f"{folder} is being played by another process. "
                "Possible: to wait until that one has ended."
            ) from error
        except OSError as error:
            self.close()
            raise WriteError(
                f"{folder} can't be locked: {error.strerror}. Possible: a folder on a disk that "
                "has locks, as local ones have."
            ) from error

    def close(self) -> None:
        """Release the lock."""
        os.close(self._folder)


class File:
    """One append-only file, new or continued."""

    def __init__(self, path: Path, *, keep: int | None = None) -> None:
        """Create a new file, or open one to continue after `keep` bytes; see `cut`."""
        self._path = path
        self._size = keep or 0
        self._synced = 0
        try:
            self._file = os.open(path, NEW if keep is None else AGAIN, PRIVATE_FILE)
        except OSError as error:
            raise self._refused(error.strerror) from error

    def cut(self) -> None:
        """Truncate the file to the bytes that are kept."""
        try:
            if os.fstat(self._file).st_size != self._size:
                os.ftruncate(self._file, self._size)
        except OSError as error:
            raise self._refused(error.strerror) from error

    def write(self, data: bytes) -> None:
        """Append all of `data`, or nothing. Raises `WriteError`."""
        written = 0
        try:
            while written < len(data):  # the second try raises the reason
                written += os.write(self._file, data[written:])
        except OSError as error:
            if written:
                os.ftruncate(self._file, self._size)
            raise self._refused(error.strerror) from error
        self._size += written

    def sync(self) -> None:
        """Flush the written data to the disk, blocking; called in the sync thread."""
        size = self._size
        if self._synced < size:
            try:
                os.fsync(self._file)
                gone = not os.fstat(self._file).st_nlink
            except OSError as error:
                raise self._refused(error.strerror) from error
            if gone:
                raise WriteError(f"{self._path} was deleted or replaced while the game was played.")
            self._synced = size

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def remove(self) -> None:
        """Close and delete a file that no other refers to."""
        self.close()
        self._path.unlink()

    def _refused(self, reason: str | None) -> WriteError:
        return WriteError(
            f"{self._path} can't be written: {reason}; what was written before is whole."
        )


class Disk:
    """Syncs one game's files to the disk, in order, while the game goes on."""

    def __init__(self, files: Sequence[File]) -> None:
        """`files` are synced in this order: one that refers to another comes after it."""
        self._files = files
        self._sync_under_way: Future[None] | None = None
        self._error: WriteError | None = None

    def begin(self) -> None:
        """Start a sync of what is written so far; raises the error of an earlier one."""
        self._raise_error()
        self._sync_under_way = _thread().submit(self._sync)

    async def settled(self) -> None:
        """Wait for the running sync; raises its error."""
        if self._sync_under_way is not None:
            await asyncio.shield(asyncio.wrap_future(self._sync_under_way))
        self._raise_error()

    def settle(self) -> None:
        """Do the same, blocking."""
        if self._sync_under_way is not None:
            self._sync_under_way.result()
        self._raise_error()

    def close(self) -> None:
        """Close the files after the running sync."""
        with suppress(WriteError):
            self.settle()
        for file in self._files:
            file.close()

    def _sync(self) -> None:
        # A sync after a failed one proves nothing: the system may have dropped the data.
        if self._error is None:
            try:
                for file in self._files:
                    file.sync()
            except WriteError as error:
                self._error = error

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error


@lru_cache(maxsize=1)
def _thread() -> ThreadPoolExecutor:
    """Return the single sync thread of the process; syncs run in order."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="transcript-sync")
