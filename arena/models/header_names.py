"""Which names further headers of requests may have."""

import re
from collections.abc import Iterable

from arena.errors import ConfigError
from arena.models.addresses import PREFIXES, Protocol

__all__ = ["check_header_names"]

NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
OF_ITS_OWN = frozenset({
    "authorization", "proxy-authorization", "host", "connection", "proxy-connection", "keep-alive",
    "upgrade", "te", "trailer", "transfer-encoding", "expect", "content-type", "content-length",
    "content-encoding", "accept", "accept-encoding", "user-agent", "idempotency-key",
    "anthropic-version", "anthropic-beta", "openai-beta",
})  # fmt: skip
"""Headers that the arena, an SDK or HTTP sets, or that change how a request is read."""
OF_THE_SDKS = "x-stainless-"


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
