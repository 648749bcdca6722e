"""Files that are only added to, and the thread that brings them to the disk behind a game's back.

A write that the disk cuts short is taken back, so a file always ends with a whole line. A game's
folder is locked as long as a process plays it; the system lets go of the lock when that process
ends, however it ends. Who plays a game, and nobody else on the machine, can read its files: they
hold all that its players must not know.
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
    """Keeps other processes from playing the game of a folder."""

    def __init__(self, folder: Path) -> None:
        """Lock the folder; `ConfigError` where another process has, else `WriteError`."""
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
        """Let go of the folder."""
        os.close(self._folder)


class File:
    """One file, made new, or gone on with."""

    def __init__(self, path: Path, *, keep: int | None = None) -> None:
        """Make the file, which may not exist yet; or go on after so many bytes of it, and `cut`."""
        self._path = path
        self._size = keep or 0
        self._synced = 0
        try:
            self._file = os.open(path, NEW if keep is None else AGAIN, PRIVATE_FILE)
        except OSError as error:
            raise self._refused(error.strerror) from error

    def cut(self) -> None:
        """Cut off what stands after the bytes that are kept."""
        try:
            if os.fstat(self._file).st_size != self._size:
                os.ftruncate(self._file, self._size)
        except OSError as error:
            raise self._refused(error.strerror) from error

    def write(self, data: bytes) -> None:
        """Add all of `data`, or nothing."""
        written = 0
        try:
            while written < len(data):  # a second try says why the first one was cut short
                written += os.write(self._file, data[written:])
        except OSError as error:
            if written:
                os.ftruncate(self._file, self._size)
            raise self._refused(error.strerror) from error
        self._size += written

    def sync(self) -> None:
        """Bring what was written to the disk, and wait for it; for the disk's thread."""
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
        """Close and remove the file, which nothing rests on."""
        self.close()
        self._path.unlink()

    def _refused(self, reason: str | None) -> WriteError:
        return WriteError(
            f"{self._path} can't be written: {reason}; what was written before is whole."
        )


class Disk:
    """Brings one game's files to the disk, in their order, while the game goes on."""

    def __init__(self, files: Sequence[File]) -> None:
        """Take the files; one that rests on another comes after it."""
        self._files = files
        self._sync_under_way: Future[None] | None = None
        self._error: WriteError | None = None

    def begin(self) -> None:
        """Begin to sync what is written so far; raise what a sync before this one met."""
        self._raise_error()
        self._sync_under_way = _thread().submit(self._sync)

    async def settled(self) -> None:
        """Return when everything that was begun is on the disk, or raise."""
        if self._sync_under_way is not None:
            await asyncio.shield(asyncio.wrap_future(self._sync_under_way))
        self._raise_error()

    def settle(self) -> None:
        """Do the same without an event loop."""
        if self._sync_under_way is not None:
            self._sync_under_way.result()
        self._raise_error()

    def close(self) -> None:
        """Close the files once nothing is being synced."""
        with suppress(WriteError):
            self.settle()
        for file in self._files:
            file.close()

    def _sync(self) -> None:
        # After a failed sync another one proves nothing: the system may have dropped the data.
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
    """Return the one thread that waits for the disk, first come, first served."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="transcript-sync")
