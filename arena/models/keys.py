"""API keys of providers, read from the environment or a `.env` file and never shown.

A key goes only to the address that its owner named beside it: a config that somebody else wrote
could name any. A `.env` file is read, never loaded into the environment, so no child process gets a
key from it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.models.addresses import (
    PREFIXES,
    Protocol,
    address_from,
    address_problem,
    is_below,
    is_here,
    own_addresses,
)

if TYPE_CHECKING:
    from arena.models.specs import Spec


NO_KEY = "none"
"""The key sent to a server that needs none: the SDKs insist on one."""

SHORTEST = 4
ORDINARY = re.compile(r"[\w-]{1,7}|[A-Za-z_-]{1,15}|[0-9]{1,15}", re.ASCII)
"""Matches keys such as `token`, `ollama` or `1234`, which are guessable and common in replies."""
LEVELS = 8
"""Maximum levels of JSON inside JSON that are searched for a key."""
ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
KEY_LIKE = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w*.-]{6,}|\bAIza[\w-]{20,}|(?<=\bBearer )[\w.~+/*=-]{6,}"
)


class Key:
    """A secret that only `reveal` returns; its text and representation are masked."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def reveal(self) -> str:
        """Return the secret itself, for a request's header and for `scrub`."""
        return self._secret

    def __repr__(self) -> str:
        return "Key(***)"

    __str__ = __repr__


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedKey:
    """A key from the environment or `.env`, and the addresses that may receive it."""

    variable: str
    """Name of its variable: `OPENAI_API_KEY`, or that with a suffix of the owner's."""
    place: str
    """Where the variable is set."""
    key: Key
    addresses: tuple[str, ...]
    """Base URLs that may receive it; empty if its owner has named none."""


def find_key(
    spec: "Spec", environ: Mapping[str, str], dotenv_path: Path | None = Path(".env")
) -> Key:
    """Return the key for a model's address, or `NO_KEY` if none is needed.

    Compatible servers and this machine need none. Raises `ConfigError`.
    """
    address = spec.base_url or address_from(spec.protocol, environ) or ""
    known = named_keys(spec.protocol, environ, dotenv_path)
    fitting = [
        (len(named.rstrip("/")), each.key)
        for each in known
        for named in each.addresses
        if is_below(address, named)
    ]
    if fitting:
        return max(fitting, key=lambda found: found[0])[1]
    if is_here(address):
        return Key(NO_KEY)
    where = "in the environment" + ("" if dotenv_path is None else f" or in {dotenv_path}")
    prefix = PREFIXES[spec.protocol]
    if spec.base_url is None:
        raise ConfigError(f"{spec} needs a key: set {prefix}_API_KEY {where}")
    named = f"{prefix}_API_KEY_NAME and {prefix}_BASE_URL_NAME={address} {where}, with any NAME"
    if spec.protocol != "openai-compatible":
        raise ConfigError(
            f"{spec} needs a key of its own: {prefix}_API_KEY goes to "
            f"{' and '.join(own_addresses(spec.protocol, environ))} only. Possible: {named}."
        )
    if any(not each.addresses for each in known):
        variable = next(each.variable for each in known if not each.addresses)
        raise ConfigError(
            f"{variable} is set without the address that it is for, so it is not sent to "
            f"{address}. Possible: {_base_url(variable)}={address} beside it; for one more server, "
            f"{named}."
        )
    return Key(NO_KEY)


def named_keys(
    protocol: Protocol, environ: Mapping[str, str], dotenv_path: Path | None
) -> tuple[NamedKey, ...]:
    """Return all keys for an API with their addresses; the environment goes first.

    `PREFIX_API_KEY` goes to the provider's own address and to that in `PREFIX_BASE_URL`,
    `PREFIX_API_KEY_NAME` to that in `PREFIX_BASE_URL_NAME`. Raises `ConfigError`.
    """
    known = variables(environ, dotenv_path)
    general = f"{PREFIXES[protocol]}_API_KEY"
    found = []
    for variable in sorted(known):
        secret = known[variable].strip()
        if not secret or (variable != general and not variable.startswith(f"{general}_")):
            continue
        place = "the environment" if environ.get(variable, "").strip() else str(dotenv_path)
        if not secret.isascii() or not secret.isprintable() or " " in secret:
            raise ConfigError(
                f"{variable} in {place} is no key: it may hold printable ASCII without spaces only"
            )
        base_url = _base_url(variable)
        address = known.get(base_url, "").strip()
        problem = address_problem(address) if address else None
        if problem is not None:
            raise ConfigError(f"{base_url}, where {variable} goes to, {problem}.")
        named = (address,) if address else ()
        addresses = own_addresses(protocol, known) if variable == general else named
        found.append(NamedKey(variable=variable, place=place, key=Key(secret), addresses=addresses))
    return tuple(found)


def variables(environ: Mapping[str, str], dotenv_path: Path | None) -> dict[str, str]:
    """Return the variables of a `.env` file, overridden by the environment."""
    file = {name: value or "" for name, value in _file(dotenv_path).items()}
    return file | {name: value for name, value in environ.items() if value.strip()}


def scrub(text: str, keys: Iterable[Key | str] = ()) -> str:
    """Replace each given key, and whatever looks like a key, by `***`."""
    return KEY_LIKE.sub("***", hidden(text, keys))


def hidden(text: str, keys: Iterable[Key | str]) -> str:
    """Replace each key by `***`, also where nested JSON has escaped it.

    Each of its letters may be percent-encoded as well, as in addresses, once or more often. JSON
    stays valid: an escape is removed whole, or left.
    """
    secrets = _secrets(keys)
    if not _holds(text, secrets):
        return text
    parts, done = [], 0
    for begin, end in sorted(_spans(text, secrets)):
        if begin >= done:
            parts += [text[done:begin], "***"]
        done = max(done, end)
    return "".join([*parts, text[done:]])


def without_keys(reply: object, keys: Iterable[Key | str], *, written: str, sent: str) -> object:
    """Return a parsed JSON reply with each key replaced by `***` in its strings and names.

    `written` is the unparsed reply. A key that was `sent` in the request stays: requests are
    recorded, and it may be the name of a tool. So does an `ORDINARY` key, which also occurs in
    harmless text.
    """
    secrets = [
        secret for secret in _secrets(keys) if not ORDINARY.fullmatch(secret) and secret not in sent
    ]
    return _cleaned(reply, secrets) if _holds(written, secrets) else reply


def _cleaned(value: object, secrets: Sequence[str]) -> object:
    if isinstance(value, str):
        return hidden(value, secrets)
    if isinstance(value, list):
        return [_cleaned(each, secrets) for each in value]
    if isinstance(value, dict):
        return {hidden(name, secrets): _cleaned(each, secrets) for name, each in value.items()}
    return value


def _secrets(keys: Iterable[Key | str]) -> list[str]:
    found = [key.reveal() if isinstance(key, Key) else key for key in keys]
    return [
        secret for secret in dict.fromkeys(found) if secret != NO_KEY and len(secret) >= SHORTEST
    ]


@lru_cache(maxsize=64)
def _pattern(secret: str) -> re.Pattern[str]:
    """Return a pattern for a secret, each letter plain or percent-encoded."""
    return re.compile("".join(f"(?:{re.escape(each)}|{_encoded(each)})" for each in secret))


def _encoded(letter: str) -> str:
    """Return a pattern for a percent-encoded letter, also if its `%` was encoded in turn."""
    digits = [f"[{each}{each.upper()}]" for each in letter.encode(errors="surrogatepass").hex()]
    return "".join(f"%(?:25)*{a}{b}" for a, b in zip(digits[::2], digits[1::2], strict=True))


def _holds(text: str, secrets: Sequence[str]) -> bool:
    """Return True if a text contains a secret, at any level of JSON inside JSON."""
    for _ in range(LEVELS if secrets else 0):
        if any(secret in text for secret in secrets):
            return True
        if "%" in text and any(_pattern(secret).search(text) for secret in secrets):
            return True
        if "\\" not in text:
            return False
        text = ESCAPE.sub(_unescaped, text)
    return False


def _spans(text: str, secrets: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where each secret starts and ends in a text, at all levels, no escape cut in two."""
    starts = list(range(len(text) + 1))
    for level in range(LEVELS):
        inside, within = _opened(text, starts)
        for secret in secrets:
            found = _pattern(secret).search(text)
            while found is not None:
                begin, end = starts[found.start()], starts[found.end()]
                if level == 0:
                    begin = within[bisect_right(within, begin) - 1]
                    end = within[bisect_left(within, end)]
                yield begin, end
                found = _pattern(secret).search(text, found.start() + 1)
        text, starts = inside, within


def _opened(text: str, starts: Sequence[int]) -> tuple[str, list[int]]:
    """Unescape a text by one level; return it with each letter's offset in the original."""
    letters: list[str] = []
    begins: list[int] = []
    done = 0
    for escape in ESCAPE.finditer(text):
        letters += [text[done : escape.start()], _unescaped(escape)]
        begins += [*starts[done : escape.start()], starts[escape.start()]]
        done = escape.end()
    return "".join([*letters, text[done:]]), [*begins, *starts[done:]]


def _unescaped(escape: re.Match[str]) -> str:
    code, letter = escape.groups()
    return chr(int(code, 16)) if code else ESCAPED.get(letter, letter)


def _base_url(variable: str) -> str:
    return variable.replace("_API_KEY", "_BASE_URL", 1)


def _file(path: Path | None) -> Mapping[str, str | None]:
    if path is None or not path.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        return dotenv_values(path, interpolate=False, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} can't be read: {error}") from None
