"""Links of seats: what is in them follows from a key of the server, so that they outlive it.

A link's token is a keyed hash of the game, of who comes by it, and of how often it was made anew
(`arena.faces.web.invitations`). It stands in no transcript, and
nobody can make one without the key.
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
"""Below those that systems give to connections of their own."""


class Links:
    """Makes the tokens of one server."""

    def __init__(self, key: bytes) -> None:
        """`key` is secret."""
        self._key = key

    @classmethod
    def of(cls, out: Path) -> "Links":
        """Return those of the server of a folder; its key is made once. Raises `WriteError`."""
        folder = out / SERVER_FOLDER
        try:
            folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            return cls(_key(folder / KEY))
        except OSError as error:
            why = error.strerror or str(error)
            raise WriteError(f"{folder} can't be used for the server's key: {why}.") from error

    @property
    def host(self) -> str:
        """The token of who keeps the tables."""
        return self._token("host")

    def token(self, game: str, who: str, renewals: int = 0) -> str:
        """Return the token by which a seat, or who looks on, comes to a game.

        It is another after each of its `renewals`.
        """
        return self._token("table", game, who, *([str(renewals)] if renewals else ()))

    def port(self, game: str) -> int:
        """Return the port on which a game is played that has a server of its own.

        It is the same whenever the game goes on, so that its links are; another may have taken it.
        """
        return PORTS[int.from_bytes(self._hash("port", game)) % len(PORTS)]

    def _token(self, *parts: str) -> str:
        return urlsafe_b64encode(self._hash(*parts)).rstrip(b"=").decode()

    def _hash(self, *parts: str) -> bytes:
        whole = b"".join(len(each.encode()).to_bytes(4) + each.encode() for each in parts)
        return hmac.digest(self._key, whole, "sha256")


def mark(token: str) -> bytes:
    """Return what a token is found by: looking it up tells nothing of it by the time it takes."""
    return sha256(token.encode()).digest()


def _key(file: Path) -> bytes:
    """Return the key that a file has; the first to come makes it."""
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
