"""Keys of providers: found in the environment or in a `.env` file, shown nowhere.

A `.env` file is read, never loaded into the environment: no child process gets a key from it.
"""

import json
import re
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from arena.errors import ConfigError

if TYPE_CHECKING:
    from arena.models.specs import Spec

__all__ = ["NO_KEY", "Key", "find_key", "hidden", "scrub"]

NO_KEY = "none"
"""What is sent to a server that asks for no key: the SDKs insist on one."""

SHORTEST = 4
VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "openai-compatible": "OPENAI_COMPATIBLE_API_KEY",
}
ADDRESSES = {"openai": "OPENAI_BASE_URL", "anthropic": "ANTHROPIC_BASE_URL"}
KEY_LIKE = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w*.-]{6,}|\bAIza[\w-]{20,}|(?<=\bBearer )[\w.~+/*=-]{6,}"
)


class Key:
    """A secret; only `reveal` gives it away."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def reveal(self) -> str:
        """Return the secret itself, for a request's header and for `scrub`."""
        return self._secret

    def __repr__(self) -> str:
        return "Key(***)"

    __str__ = __repr__


def find_key(
    spec: "Spec", environ: Mapping[str, str], dotenv_path: Path | None = Path(".env")
) -> Key:
    """Return a model's key: the environment's, else the file's, else `NO_KEY` where none is needed.

    None is needed by compatible servers, and on this machine itself. Raises `ConfigError`.
    """
    name = VARIABLES[spec.protocol]
    for found, place in ((environ, "the environment"), (_file(dotenv_path), str(dotenv_path))):
        secret = (found.get(name) or "").strip()
        if secret:
            if not secret.isascii() or not secret.isprintable() or " " in secret:
                raise ConfigError(
                    f"{name} in {place} is no key: it may hold printable ASCII without spaces only"
                )
            return Key(secret)
    address = spec.base_url or environ.get(ADDRESSES.get(spec.protocol, ""), "")
    if spec.protocol == "openai-compatible" or _is_here(address):
        return Key(NO_KEY)
    raise ConfigError(
        f"{spec} needs a key: set {name} in the environment"
        + ("" if dotenv_path is None else f" or in {dotenv_path}")
    )


def scrub(text: str, keys: Iterable[Key | str] = ()) -> str:
    """Return the text with each key, and whatever looks like one, as `***`."""
    return KEY_LIKE.sub("***", hidden(text, keys))


def hidden(text: str, keys: Iterable[Key | str]) -> str:
    """Return the text with each key as `***`, also where it stands in a JSON string."""
    for key in keys:
        secret = key.reveal() if isinstance(key, Key) else key
        if secret != NO_KEY and len(secret) >= SHORTEST:
            inside = json.dumps(secret)[1:-1]
            for form in (secret, inside, inside.replace("/", "\\/")):
                text = text.replace(form, "***")
    return text


def _file(path: Path | None) -> Mapping[str, str | None]:
    if path is None or not path.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        return dotenv_values(path, interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} can't be read: {error}") from None


def _is_here(address: str) -> bool:
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
