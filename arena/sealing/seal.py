"""Seals a folder: writes a signed manifest of every file in it.

A server's private folder, with its key, and empty lock files are left out. No process may play in
the folder meanwhile.

A file that holds a private key is refused, since a sealed folder is meant to be handed over.
Recognized are PEM of all kinds (OpenSSH, PKCS #8, encrypted, of one algorithm), PGP, DER, raw keys,
and the user's own signing key in any encoding. Files are checked by content, never by name.
"""

import os
import re
from base64 import b64encode, urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ConfigError, TranscriptError, WriteError
from arena.folders import replace_file
from arena.sealing.files import Found, content_of, files_in, is_left_out, parts_of
from arena.sealing.keys import key_file, key_text, made_key, need_cryptography, own_key
from arena.sealing.manifest import LARGEST, MANIFEST, Manifest, SealedFile, read_manifest, signed
from arena.text import shown
from arena.transcript.disk import Lock

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


NEW = ".new"
"""Suffix of the temporary name under which a manifest is written before it is renamed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """The result of sealing."""

    file: Path
    """The path of the manifest."""
    manifest: Manifest
    new_key: Path | None
    """The path of the signing key if it was generated now; None: it existed."""


def seal(folder: Path, out: Path | None = None) -> Sealed:
    """Write the signed manifest of a folder to `out`, by default `manifest.json` in the folder.

    A manifest by the same key at that path is replaced. Raises `ConfigError` where a process plays
    in the folder, where the folder holds a private key or a link, and where the manifest cannot be
    placed; `TranscriptError` for unreadable content; and `WriteError`. After an error nothing is
    written, except that a signing key may have been generated.
    """
    need_cryptography()
    file = folder / MANIFEST if out is None else out
    lock = Lock(folder)
    try:
        key = own_key()
        _check_place(file, key)
        _check_key_file(folder)
        itself = _own_files(folder, file)
        found = files_in(folder, lambda path, entry: path in itself or is_left_out(entry))
        _check(folder, found)
        own = own_key_texts(key)
        files = tuple(_sealed(folder, each, own) for each in found.files)
        new_key = None if key else key_file()
        key = key or made_key()
        manifest = Manifest(
            arena=version("horror-arena"),
            sealed_at=datetime.now(UTC).isoformat(timespec="seconds"),
            by=key_text(key.public_key()),
            left_out=tuple(each for each in found.left_out if each not in itself),
            files=files,
        )
        _write(file, signed(manifest, key))
    finally:
        lock.close()
    return Sealed(file=file, manifest=manifest, new_key=new_key)


def _own_files(folder: Path, file: Path) -> frozenset[str]:
    """Return the relative paths of the folder's manifest and of an unfinished one."""
    with suppress(ValueError):
        within = (file.parent.resolve() / file.name).relative_to(folder.resolve()).as_posix()
        return frozenset({within, within + NEW})
    return frozenset()


def _check_place(file: Path, key: "Ed25519PrivateKey | None") -> None:
    """Raise `ConfigError` if the manifest would replace anything but a manifest by the same key."""
    if not file.parent.is_dir():
        raise ConfigError(
            f"there is no folder {file.parent}. Possible: --out FILE, in a folder that is there."
        )
    if not os.path.lexists(file):
        return
    with suppress(OSError, TranscriptError):
        if key is not None and not file.is_symlink():
            read_manifest(content_of(file, LARGEST), key.public_key(), str(file))
            return
    raise ConfigError(
        f"{file} is there already, and is no manifest by your key. "
        "Possible: --out FILE, another one."
    )


def _check_key_file(folder: Path) -> None:
    """Raise `ConfigError` if the path of the user's signing key is inside the folder."""
    whole = folder.resolve()
    if any(each.is_relative_to(whole) for each in (key_file().absolute(), key_file().resolve())):
        raise ConfigError(
            f"your signing key, {key_file()}, lies in the folder {folder}, which is to be handed "
            "over. Possible: a folder of games that does not hold your configuration."
        )


def _check(folder: Path, found: Found) -> None:
    """Raise `ConfigError` for content that cannot be sealed, or if a process plays here."""
    for path, what in found.others.items():
        raise ConfigError(f"{folder / path} {what}. Possible: a folder of regular files alone.")
    for path in (*found.folders, *found.left_out, *found.files):
        try:
            path.encode()
        except UnicodeEncodeError as error:
            raise ConfigError(
                f"{shown(path)} in {folder} has a name that is no UTF-8. Possible: another name."
            ) from error
    for path in found.folders:
        Lock(folder / path).close()


def _sealed(folder: Path, path: str, own: tuple[bytes, ...]) -> SealedFile:
    """Return the manifest entry of a file. Raises `ConfigError` if it holds a private key."""
    size, whole, before, is_key = 0, sha256(), b"", False
    try:
        for part in parts_of(folder / path):
            size += len(part)
            whole.update(part)
            is_key = is_key or private_key_in(before + part, own)
            before = part[-OVERLAP:]
            if size == len(part) <= SMALL:
                is_key = is_key or is_private_key(part)
    except OSError as error:
        why = f"can't be read: {error.strerror}"
        raise TranscriptError(str(folder / path), None, why) from error
    if is_key:
        raise ConfigError(
            f"{folder / path} holds a private key, and the folder is to be handed over. "
            "Possible: the same folder without it."
        )
    return SealedFile(path=path, bytes=size, sha256=whole.hexdigest())


def _write(file: Path, data: bytes) -> None:
    """Write a manifest atomically. Raises `WriteError` and then leaves nothing behind."""
    try:
        replace_file(file, data, file.with_name(file.name + NEW))
    except OSError as error:
        raise WriteError(
            f"{file} can't be written: {error.strerror}. Possible: --out FILE, elsewhere."
        ) from error


# --- private keys ---

ARMOURED = re.compile(
    rb"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\+[nr]){1,20}"
    rb"(?:[A-Za-z-]{1,40}: [^\n\\]{0,100}(?:\s|\\+[nr]){1,20}){0,4}[A-Za-z0-9+/]{40}"
)
"""A PEM or PGP private key: its first line, optional headers, and base64; line ends may be escaped.

The first line alone, quoted in a text, does not match.
"""
OVERLAP = 1024
"""Bytes by which consecutive chunks of a file overlap in the search: more than the longest
match."""
SMALL = 16_384
"""Maximum size in bytes of a file that is a key as a whole."""
RAW = frozenset({32, 64})
"""Sizes in bytes of a raw key: a seed, or a seed with its public key."""
DER = b"\x30"
"""The first byte of a key in DER, a sequence."""


def private_key_in(part: bytes, own: tuple[bytes, ...]) -> bool:
    """Return True if a chunk of a file holds an armoured key, or an encoding of the user's own."""
    return ARMOURED.search(part) is not None or any(each in part for each in own)


def is_private_key(data: bytes) -> bool:
    """Return True if the content of a small file is an unarmoured private key: raw, or DER."""
    if len(data) in RAW:
        return not _is_text(data)
    return data.startswith(DER) and _is_der(data)


def _is_text(data: bytes) -> bool:
    try:
        return "".join(data.decode().split()).isprintable()
    except UnicodeDecodeError:
        return False


def _is_der(data: bytes) -> bool:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    try:
        load_der_private_key(data, None)
    except TypeError:  # a key with a password
        return True
    except (ValueError, UnsupportedAlgorithm):
        return False
    return True


def own_key_texts(key: "Ed25519PrivateKey | None") -> tuple[bytes, ...]:
    """Return the byte strings that encode the user's key: raw, hexadecimal, base64 and PKCS #8."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if key is None:
        return ()
    raw = key.private_bytes_raw()
    der = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    written = (b64encode(raw), urlsafe_b64encode(raw), b64encode(der), urlsafe_b64encode(der))
    hexadecimal = raw.hex().encode()
    return (raw, hexadecimal, hexadecimal.upper(), *(each.rstrip(b"=") for each in written))
