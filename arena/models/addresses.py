"""Base URLs of providers: their syntax, their owner, and the environment variables that set them.

A provider's paths are appended to a base URL, before its query if it has one.
"""

import re
from collections.abc import Mapping
from ipaddress import IPv4Address, ip_address
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit

from arena.errors import ConfigError
from arena.text import escaped

Protocol = Literal["openai", "openai-compatible", "anthropic"]
"""The API in use: Responses, Chat Completions or Messages."""

PREFIXES: Mapping[Protocol, str] = {
    "openai": "OPENAI",
    "anthropic": "ANTHROPIC",
    "openai-compatible": "OPENAI_COMPATIBLE",
}
"""Prefix of each API's environment variables: `PREFIX_API_KEY`, `PREFIX_BASE_URL`."""
PROVIDERS: Mapping[Protocol, str] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
}
"""Base URLs of the providers that have one of their own."""

NO_ADDRESS = "is no web address such as http://127.0.0.1:8000/v1"
PORTS = {"http": 80, "https": 443}
LABEL = re.compile(r"(?!-)[\w-]{1,63}(?<!-)", re.ASCII)
CLIMBS = re.compile(r"(^|/)(\.|%2e){1,2}(/|$)", re.IGNORECASE)
"""Matches a dot segment, which would lead out of the path."""
SECRET = re.compile(
    r"key|token|secret|passw|pwd|auth|credential|signature|session|jwt|\b(sig|sas|code)\b"
)
"""Matches words in the name of a secret, in lower case."""


def address_problem(address: str) -> str | None:
    """Return the problem with a base URL, as a predicate; None if it is valid.

    >>> address_problem("http://127.0.0.18000/v1")
    'has the host 127.0.0.18000. Possible: four numbers up to 255, and a port behind a colon'
    """
    parts = _parts(address)
    if parts is not None and (parts.username is not None or parts.password is not None):
        return "holds a user or a password; a key belongs in the environment"
    is_plain = address.isascii() and address == escaped(address) and " " not in address
    # `urlsplit` takes the host from the brackets and ignores what precedes them.
    if parts is None or not is_plain or parts.netloc.find("[") > 0:
        return NO_ADDRESS
    if "#" in address:
        return "ends in a fragment; only a path and a query are possible"
    if any(names_a_secret(each.partition("=")[0]) for each in re.split("[&;]", parts.query)):
        return (
            "has a query that looks like a secret, and addresses are recorded; a key belongs in the"
            " environment, and what else is secret in extra_headers"
        )
    host = parts.hostname or ""
    if set(host) <= set("0123456789.") and not _is_ip(host):
        return f"has the host {host}. Possible: four numbers up to 255, and a port behind a colon"
    labels = host.removesuffix(".").split(".")
    is_name = _is_ip(host) or all(LABEL.fullmatch(label) for label in labels)
    return None if is_name else NO_ADDRESS


def without_query(address: str) -> tuple[str, str]:
    """Split a URL into the part without its query and the query with its question mark.

    >>> without_query("https://gate.test/v1?api-version=2026-01-01")
    ('https://gate.test/v1', '?api-version=2026-01-01')
    """
    base, _, query = address.partition("?")
    return base, query and f"?{query}"


def address_from(protocol: Protocol, environ: Mapping[str, str]) -> str | None:
    """Return the base URL for a SPEC without one; None for a compatible server.

    It is `PREFIX_BASE_URL`, else the provider's own. Raises `ConfigError` for an invalid one.
    """
    name = f"{PREFIXES[protocol]}_BASE_URL"
    address = environ.get(name, "").strip()
    if not address:
        return PROVIDERS.get(protocol)
    problem = address_problem(address)
    if problem is not None:
        raise ConfigError(f"{name} in the environment {problem}.")
    return address


def own_addresses(protocol: Protocol, environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the base URLs that may receive a provider's credentials from the environment."""
    found = (PROVIDERS.get(protocol), environ.get(f"{PREFIXES[protocol]}_BASE_URL", "").strip())
    return tuple(each for each in found if each)


def is_below(address: str, named: str) -> bool:
    """Return True if a URL is the given one or a path below it, at the same host and port."""
    ours, theirs = _parts(address), _parts(named)
    if ours is None or theirs is None or CLIMBS.search(ours.path):
        return False
    path, root = f"{ours.path.rstrip('/')}/", f"{theirs.path.rstrip('/')}/"
    return _origin(ours) == _origin(theirs) and path.startswith(root)


def names_a_secret(name: str) -> bool:
    """Return True if a query parameter or header of this name probably holds a secret."""
    return SECRET.search(unquote(name).casefold()) is not None


def is_here(address: str) -> bool:
    """Return True if a URL points to this machine."""
    parts = _parts(address)
    host = (parts and parts.hostname) or ""
    return host == "localhost" or (_is_ip(host) and ip_address(host).is_loopback)


def _parts(address: str) -> SplitResult | None:
    """Split a URL; None if it has no host, or no valid port."""
    try:
        parts = urlsplit(address)
        usable = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if usable else None


def _origin(parts: SplitResult) -> tuple[str, str, int]:
    return parts.scheme, parts.hostname or "", parts.port or PORTS[parts.scheme]


def _is_ip(host: str) -> bool:
    try:
        return bool(ip_address(host) if ":" in host else IPv4Address(host))
    except ValueError:
        return False
