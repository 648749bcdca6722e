"""Extra HTTP headers of requests, with values from the environment.

A config names variables, never values. Its author may be a stranger, so a variable is only sent to
addresses that the environment names too.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from arena.errors import ConfigError
from arena.models.addresses import (
    PREFIXES,
    address_from,
    is_below,
    is_here,
    own_addresses,
)
from arena.models.keys import ORDINARY, Key, variables
from arena.models.specs import Spec
from arena.settings import FROM_ENVIRONMENT, ModelSettings


def find_headers(
    spec: Spec,
    settings: ModelSettings,
    environ: Mapping[str, str],
    dotenv_path: Path | None = Path(".env"),
) -> dict[str, Key]:
    """Return the extra headers for a model's requests; the environment goes before `.env`.

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


def secrets_in(values: Iterable[str]) -> Iterator[str]:
    """Yield the secrets in header values: each value, and `SECRET` of `Bearer SECRET`."""
    for value in values:
        yield value
        yield from (each for each in value.split() if not ORDINARY.fullmatch(each))


def _named(spec: Spec, known: Mapping[str, str]) -> Iterator[str]:
    yield from own_addresses(spec.protocol, known)
    prefix = f"{PREFIXES[spec.protocol]}_BASE_URL_"
    yield from (value.strip() for name, value in known.items() if name.startswith(prefix))


def _value(name: str, variable: str, spec: Spec, known: Mapping[str, str], where: str) -> Key:
    value = known.get(variable, "").strip()
    if not value:
        raise ConfigError(f"{spec} needs {variable} for its header {name}: set {variable} {where}")
    if not value.isascii() or not value.isprintable():
        raise ConfigError(
            f"{variable} can't be sent in the header {name} of {spec}. Possible: printable ASCII."
        )
    return Key(value)
