"""Compares every file of a folder, byte for byte, with the folder's manifest.

The check needs no private key.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ConfigError, TranscriptError
from arena.hash_chain import digest
from arena.sealing.files import UNREADABLE, content_of, digest_of, files_in, is_left_out
from arena.sealing.keys import key_text, need_cryptography, public_key
from arena.sealing.manifest import LARGEST, Manifest, SealedFile, read_manifest

DIFFERS = "differs"
MISSING = "is missing"
ADDED = "was added"


@dataclass(frozen=True, slots=True, kw_only=True)
class SealCheck:
    """The result of the comparison."""

    manifest: str
    """Path of the manifest."""
    by: str
    """The public key that must have signed it."""
    ok: bool
    """True if that key signed the manifest and every file is unchanged."""
    why: str | None = None
    """Why the manifest is not trusted; None: it is."""
    sealed_at: str | None = None
    """Time of sealing by the sealer's clock; None: the manifest is not trusted."""
    files: int = 0
    """Number of sealed files."""
    changes: Mapping[str, str]
    """Files that were changed, are missing, were added, or are no files, by relative path."""
    left_out: tuple[str, ...] = ()
    """Paths that were not sealed and are not compared."""


def check_seal(folder: Path, manifest: Path, by: str) -> SealCheck:
    """Compare a folder with a manifest signed by `by`, a public key or the path of a file with one.

    Raises `ConfigError` where the folder, the file or the key does not exist.
    """
    need_cryptography()
    key = public_key(by)
    data = _content(manifest)
    if not folder.is_dir():
        raise ConfigError(
            f"there is no folder {folder}. Possible: the folder that {manifest} is of."
        )
    try:
        read = read_manifest(data, key, str(manifest))
    except TranscriptError as error:
        return SealCheck(
            manifest=str(manifest), by=key_text(key), ok=False, why=error.why, changes={}
        )
    changes = _changes(folder, read, data)
    return SealCheck(
        manifest=str(manifest), by=key_text(key), ok=not changes, sealed_at=read.sealed_at,
        files=len(read.files), changes=changes, left_out=read.left_out,
    )  # fmt: skip


def _content(file: Path) -> bytes:
    try:
        return content_of(Path(os.path.realpath(file)), LARGEST)
    except OSError as error:
        raise ConfigError(
            f"the manifest {file} can't be read: {error.strerror}. "
            "Possible: the file that arena seal has written."
        ) from error


def _changes(folder: Path, manifest: Manifest, data: bytes) -> dict[str, str]:
    """Return the differences from the manifest, by path.

    Paths of the manifest are looked up among the files found, never opened.
    """
    left_out = frozenset(manifest.left_out)
    found = files_in(folder, lambda path, entry: path in left_out and is_left_out(entry))
    sealed = {each.path: each for each in manifest.files}
    itself = SealedFile.model_construct(path="", bytes=len(data), sha256=digest(data))
    changes = dict(found.others)
    for path in found.files:
        what = _change(folder / path, sealed.get(path), itself)
        if what is not None:
            changes[path] = what
    for path in sealed.keys() - {*found.files} - changes.keys():
        changes[path] = MISSING
    return dict(sorted(changes.items()))


def _change(file: Path, sealed: SealedFile | None, itself: SealedFile) -> str | None:
    """Return the difference of one file; None: it is unchanged, or it is the manifest `itself`."""
    wanted = itself if sealed is None else sealed
    try:
        same = digest_of(file) == (wanted.bytes, wanted.sha256)
    except OSError:
        return UNREADABLE
    if same:
        return None
    return ADDED if sealed is None else DIFFERS
