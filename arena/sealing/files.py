"""Lists and hashes the files of a folder without following links."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from arena.folders import SERVER_FOLDER

PART = 1 << 20
"""Bytes read at a time."""

LINK = "is a link"
OTHER = "is no regular file"
UNREADABLE = "can't be read"


@dataclass(frozen=True, slots=True)
class Found:
    """The content of a folder, by sorted paths relative to it, with `/` as separator."""

    files: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    """All subfolders, empty ones included."""
    left_out: list[str] = field(default_factory=list)
    others: dict[str, str] = field(default_factory=dict)
    """Paths that are neither file nor folder, and what they are instead."""


def may_be_left_out(path: str) -> bool:
    """Return True if a seal may omit this path: a server's private folder, or a lock."""
    name = path.rpartition("/")[2]
    return name == SERVER_FOLDER or (name.startswith(".") and name.endswith(".lock"))


def is_left_out(entry: os.DirEntry[str]) -> bool:
    """Return True if the entry is one that a seal may omit: a folder, or an empty lock file."""
    if not may_be_left_out(entry.name):
        return False
    if entry.name == SERVER_FOLDER:
        return entry.is_dir(follow_symlinks=False)
    return entry.is_file(follow_symlinks=False) and not entry.stat().st_size


def files_in(folder: Path, leave_out: Callable[[str, os.DirEntry[str]], bool]) -> Found:
    """List a folder recursively; entries for which `leave_out` returns True are omitted."""
    found, todo = Found(), [""]
    while todo:
        within = todo.pop()
        try:
            with os.scandir(folder / within) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            found.others[within or "."] = UNREADABLE
            continue
        for entry in listed:
            path = f"{within}/{entry.name}" if within else entry.name
            if leave_out(path, entry):
                found.left_out.append(path)
            elif entry.is_dir(follow_symlinks=False):
                found.folders.append(path)
                todo.append(path)
            elif entry.is_file(follow_symlinks=False):
                found.files.append(path)
            else:
                found.others[path] = LINK if entry.is_symlink() else OTHER
    for each in (found.files, found.folders, found.left_out):
        each.sort()
    return found


def parts_of(file: Path) -> Iterator[bytes]:
    """Yield the content of a regular file in chunks. Raises `OSError`, also for a link."""
    opened = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(opened, "rb", buffering=0) as stream:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(None, OTHER)
        while part := stream.read(PART):
            yield part


def content_of(file: Path, most: int) -> bytes:
    """Return the content of a regular file, truncated soon after `most` bytes.

    A truncated result is longer than `most` bytes. Raises `OSError`, also for a link.
    """
    found, size = list[bytes](), 0
    for part in parts_of(file):
        found.append(part)
        size += len(part)
        if size > most:
            break
    return b"".join(found)


def digest_of(file: Path) -> tuple[int, str]:
    """Return the size of a file in bytes and its SHA-256 in hexadecimal. Raises `OSError`."""
    size, whole = 0, sha256()
    for part in parts_of(file):
        size += len(part)
        whole.update(part)
    return size, whole.hexdigest()
