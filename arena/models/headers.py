"""Further headers of requests: their names, and their values from the environment.

A table names variables, never values. Whoever wrote it may be a stranger, so a variable is only
sent to addresses that the environment names too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.models.addresses import (
    PREFIXES,
    Protocol,
    address_from,
    is_below,
    is_here,
    own_addresses,
)
from arena.models.keys import ORDINARY, Key, variables
from arena.settings import FROM_ENVIRONMENT, ModelSettings

if TYPE_CHECKING:
    from arena.models.specs import Spec

__all__ = ["check_header_names", "find_headers", "secrets_in"]

NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
OF_ITS_OWN = frozenset({
    "authorization", "proxy-authorization", "host", "connection", "proxy-connection", "keep-alive",
    "upgrade", "te", "trailer", "transfer-encoding", "expect", "content-type", "content-length",
    "content-encoding", "accept", "accept-encoding", "user-agent", "idempotency-key",
    "anthropic-version", "anthropic-beta", "openai-beta",
})  # fmt: skip
"""Headers that the arena, an SDK or HTTP sets, or that change how a request is read."""
OF_THE_SDKS = "x-stainless-"


def find_headers(
    spec: "Spec",
    settings: ModelSettings,
    environ: Mapping[str, str],
    dotenv_path: Path | None = Path(".env"),
) -> dict[str, Key]:
    """Return the further headers of a model's requests, what the environment says going first.

    Raises `ConfigError` for a variable that is not set or can't be sent, and for an address that
    the environment does not name.
    """
    if not settings.extra_headers:
        return {}
    known = variables(environ, dotenv_path)
    where = "in the environment" + ("" if dotenv_path is None else f" or in {dotenv_path}")
    address = spec.base_url or address_from(spec.protocol, environ) or ""
    if not is_here(address) and not any(is_below(address, each) for each in _named(spec, known)):
        prefix = PREFIXES[spec.protocol]
        raise ConfigError(
            f"extra_headers of {spec} go to no address that only a table names. Possible: "
            f"{prefix}_BASE_URL_NAME={address} {where}, with any NAME."
        )
    return {
        name: _value(name, FROM_ENVIRONMENT.sub(r"\1", each), spec, known, where)
        for name, each in settings.extra_headers.items()
    }


def check_header_names(spec: str, protocol: Protocol, names: Iterable[str]) -> None:
    """Refuse names that no further header of `spec` can have. Raises `ConfigError`."""
    seen = set[str]()
    for name in names:
        small = name.casefold()
        if not NAME.fullmatch(name):
            raise ConfigError(
                f"extra_headers of {spec} has a name that no header can have. Possible: letters, "
                "digits and '-'."
            )
        if small in OF_ITS_OWN or small.startswith(OF_THE_SDKS):
            raise ConfigError(
                f"extra_headers of {spec} has {name}, which is set already or which changes how a "
                f"request is read; leave it out. A key stands in {PREFIXES[protocol]}_API_KEY "
                "or one with _NAME behind it."
            )
        if small in seen:
            raise ConfigError(f"extra_headers of {spec} has {name} twice. Possible: once.")
        seen.add(small)


def secrets_in(values: Iterable[str]) -> Iterator[str]:
    """Yield what is secret in headers: each value, and of `Bearer SECRET` what stands behind."""
    for value in values:
        yield value
        yield from (each for each in value.split() if not ORDINARY.fullmatch(each))


def _named(spec: "Spec", known: Mapping[str, str]) -> Iterator[str]:
    yield from own_addresses(spec.protocol, known)
    prefix = f"{PREFIXES[spec.protocol]}_BASE_URL_"
    yield from (value.strip() for name, value in known.items() if name.startswith(prefix))


def _value(name: str, variable: str, spec: "Spec", known: Mapping[str, str], where: str) -> Key:
    value = known.get(variable, "").strip()
    if not value:
        raise ConfigError(f"{spec} needs {variable} for its header {name}: set {variable} {where}")
    if not value.isascii() or not value.isprintable():
        raise ConfigError(
            f"{variable} can't be sent in the header {name} of {spec}. Possible: printable ASCII."
        )
    return Key(value)
