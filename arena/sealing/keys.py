"""Signing keys: one private key per user, and public keys as one line of text.

The private key is generated on first use and stored in the user's configuration folder, readable by
its owner only, as PEM (PKCS #8, RFC 8410).
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ConfigError, WriteError
from arena.folders import PRIVATE_FILE, PRIVATE_FOLDER, config_folder, write_once
from arena.text import shown

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )


NAME = "signing-key.pem"
PREFIX = "ed25519:"
FORM = re.compile(rf"{PREFIX}[0-9a-f]{{64}}", re.ASCII)
"""A public key as text: its 32 bytes in hexadecimal."""
LARGEST = 4096
"""Maximum size in bytes of a file that holds a key."""


def need_cryptography() -> None:
    """Raise `ConfigError` if the package that signs and verifies is not installed."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401 - whether it is there
    except ImportError as error:
        raise ConfigError(
            "seals need cryptography, which this installation lacks. "
            'Possible: pip install "horror-arena[seal]".'
        ) from error


def key_text(key: "Ed25519PublicKey") -> str:
    """Return a public key as text, `ed25519:` and 64 hexadecimal digits."""
    return f"{PREFIX}{key.public_bytes_raw().hex()}"


def public_key(given: str) -> "Ed25519PublicKey":
    """Return the public key given as text or as the path of a file with it.

    Raises `ConfigError`.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    text = given.strip()
    if not text.startswith(PREFIX):
        text = _content(Path(given))
    if FORM.fullmatch(text := text.lower()) is None:
        raise ConfigError(
            f"--by is {shown(given)}, which is no public key. Possible: a key as arena seal prints "
            f"it, {PREFIX} and 64 hexadecimal digits, or a file that holds it."
        )
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text.removeprefix(PREFIX)))


def _content(file: Path) -> str:
    try:
        if file.is_file():
            with file.open("rb") as opened:
                return opened.read(LARGEST).decode("utf-8-sig", "replace").strip()
    except (OSError, ValueError):
        pass
    return ""


def key_file() -> Path:
    """Return the path of this user's signing key, existing or not. Raises `ConfigError`."""
    try:
        return config_folder() / NAME
    except RuntimeError as error:
        raise ConfigError(
            "the signing key has no place: this user has no home folder. "
            "Possible: a folder in the environment variable XDG_CONFIG_HOME."
        ) from error


def own_key() -> "Ed25519PrivateKey | None":
    """Return this user's signing key; None if there is none yet.

    Permissions of others to read it are removed. Raises `ConfigError` for a file that is no signing
    key.
    """
    file = key_file()
    try:
        if file.stat().st_mode & 0o077:
            file.chmod(PRIVATE_FILE)
        with file.open("rb") as opened:
            return _key_of(opened.read(LARGEST), file)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(
            f"the signing key {file} can't be read: {error.strerror}. Possible: a file that you "
            "can read."
        ) from error


def _key_of(data: bytes, file: Path) -> "Ed25519PrivateKey":
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(data, None)
    except (TypeError, ValueError, UnsupportedAlgorithm):
        key = None
    if isinstance(key, Ed25519PrivateKey):
        return key
    raise ConfigError(
        f"{file} holds no signing key. Possible: its backup; or without it, and another is made, "
        "of which those who know your public key have to be told."
    )


def made_key() -> "Ed25519PrivateKey":
    """Return this user's signing key; generate it if there is none. Raises `WriteError`."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    file = key_file()
    try:
        file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if file.parent.stat().st_mode & 0o077:
            file.parent.chmod(PRIVATE_FOLDER)
        if not file.exists():
            new = Ed25519PrivateKey.generate()
            pem = new.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            write_once(file, pem)
    except OSError as error:
        raise WriteError(
            f"the signing key {file} can't be made: {error.strerror or error}. Possible: another "
            "folder in the environment variable XDG_CONFIG_HOME."
        ) from error
    key = own_key()
    if key is None:
        raise WriteError(f"the signing key {file} was removed while it was made.")
    return key
