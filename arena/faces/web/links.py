"""Tokens of links, derived from the server's key, so that they are valid after a restart.

A link's token is a keyed hash of the game, of its user, and of the number of renewals
(`arena.faces.web.invitations`). It is in no transcript, and can't be computed without the key.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from arena.errors import WriteError
from arena.folders import PRIVATE_FILE, PRIVATE_FOLDER, SERVER_FOLDER, write_once

KEY = "key"
KEY_BYTES = 32
PORTS = range(20_000, 30_000)
"""Below the ranges that systems use for outgoing connections."""


class Links:
    """Derives the tokens of one server."""

    def __init__(self, key: bytes) -> None:
        """`key` is secret."""
        self._key = key

    @classmethod
    def of(cls, out: Path) -> "Links":
        """Load the key of a folder's server, or create it. Raises `WriteError`."""
        folder = out / SERVER_FOLDER
        try:
            folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            return cls(_key(folder / KEY))
        except OSError as error:
            why = error.strerror or str(error)
            raise WriteError(f"{folder} can't be used for the server's key: {why}.") from error

    @property
    def host(self) -> str:
        """The host's token."""
        return self._token("host")

    def token(self, game: str, who: str, renewals: int = 0) -> str:
        """Return the token of a seat, or of a spectator, for a game.

        Each renewal changes it.
        """
        return self._token("table", game, who, *([str(renewals)] if renewals else ()))

    def port(self, game: str) -> int:
        """Return the port of a game with a server of its own.

        It is always the same, so that links stay valid; another program may use it.
        """
        return PORTS[int.from_bytes(self._hash("port", game)) % len(PORTS)]

    def _token(self, *parts: str) -> str:
        return urlsafe_b64encode(self._hash(*parts)).rstrip(b"=").decode()

    def _hash(self, *parts: str) -> bytes:
        whole = b"".join(len(each.encode()).to_bytes(4) + each.encode() for each in parts)
        return hmac.digest(self._key, whole, "sha256")


def mark(token: str) -> bytes:
    """Return a token's hash, so that the time of a lookup reveals nothing of the token."""
    return sha256(token.encode()).digest()


def _key(file: Path) -> bytes:
    """Read the key from a file; create it if there is none."""
    with suppress(FileNotFoundError):
        return _read(file)
    write_once(file, secrets.token_bytes(KEY_BYTES))
    return _read(file)


def _read(file: Path) -> bytes:
    key = file.read_bytes()
    if len(key) != KEY_BYTES:
        raise WriteError(f"{file} holds no key. Possible: without it, and all links are new.")
    if file.stat().st_mode & 0o077:
        file.chmod(PRIVATE_FILE)
    return key
