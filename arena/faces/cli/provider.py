"""`arena provider` serves models that need no key until somebody ends it."""

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import fields

from arena.errors import ConfigError, possible
from arena.faces.cli.signals import signals
from arena.text import shown

__all__ = ["serve"]

LONG = 3600.0


def serve(
    port: int,
    latency: float,
    troubles: Sequence[str],
    without: Sequence[str],
    window: int | None = None,
    like: str | None = None,
) -> int:
    """Serve until Ctrl-C, which is how it is meant to end: exit code 0."""
    from arena.provider import Abilities, Provider, Trouble

    if not (math.isfinite(latency) and latency >= 0):
        raise ConfigError(f"--latency is {latency}. Possible: 0 or more seconds.")
    if window is not None and window < 1:
        raise ConfigError(f"--window is {window}. Possible: a whole number of tokens from 1.")
    names = tuple(field.name for field in fields(Abilities))
    for name in without:
        if name not in names:
            raise ConfigError(f"--without is {shown(name)}. {possible(name, names)}")
    read = tuple(Trouble.read(text) for text in troubles)
    abilities = Abilities(**dict.fromkeys(without, False))
    try:
        with Provider(
            read,
            latency=latency,
            abilities=abilities,
            window=window,
            port=port,
            requests_kept=0,
            like=like,
        ) as server:
            _print_address(server.url, server.root)
            while True:
                time.sleep(LONG)
    except KeyboardInterrupt:
        signals.ignore()
    return 0


def _print_address(url: str, root: str) -> None:
    """Print the address and how to play there; any key will do."""
    sys.stderr.write(
        f"Serving on {url} (Anthropic's clients: {root}); Ctrl-C ends it. For example:\n"
        f"  arena play --seat Anna=openai-compatible:loopback@{url}\n"
    )
    sys.stderr.flush()
