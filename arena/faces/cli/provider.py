"""`arena provider`: runs a local model server that needs no key."""

import math
import sys
import time
from dataclasses import fields
from typing import Annotated

import typer

from arena.errors import ConfigError, possible
from arena.faces.cli.options import Repeated
from arena.faces.cli.signals import signals
from arena.text import shown

LONG = 3600.0


Troubles = Annotated[
    Repeated,
    typer.Option(
        metavar="KIND@AT[:SECONDS]",
        help="What goes wrong with which requests, as rate_limit@3,7:2 or hang@every-9;"
        " may be repeated.",
    ),
]


def provider(
    port: Annotated[
        int, typer.Option(metavar="N", help="Port of 127.0.0.1; 0: one that is free.")
    ] = 8799,
    latency: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long each answer takes.")
    ] = 0.0,
    trouble: Troubles = None,
    window: Annotated[
        int | None, typer.Option(metavar="TOKENS", help="Its context, longest output included.")
    ] = None,
    without: Annotated[
        Repeated,
        typer.Option(
            metavar="ABILITY",
            help="What it can't do: tools, tool_choice, strict, new_tools; repeatable.",
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(metavar="SERVER", help="Whose Chat Completions it imitates, as deepseek."),
    ] = None,
) -> int:
    """Serve models that need no key, on this machine only, until Ctrl-C.

    It speaks OpenAI's Responses and Chat Completions and Anthropic's Messages, is as strict as they
    are, and answers by a hash of the request: whole games with the real clients, at no cost.
    """
    from arena.provider import Abilities, Provider, Trouble

    if not (math.isfinite(latency) and latency >= 0):
        raise ConfigError(f"--latency is {latency}. Possible: 0 or more seconds.")
    if window is not None and window < 1:
        raise ConfigError(f"--window is {window}. Possible: a whole number of tokens from 1.")
    names = tuple(field.name for field in fields(Abilities))
    for name in without or ():
        if name not in names:
            raise ConfigError(f"--without is {shown(name)}. {possible(name, names)}")
    read = tuple(Trouble.read(text) for text in trouble or ())
    abilities = Abilities(**dict.fromkeys(without or (), False))
    try:
        with Provider(
            read, latency=latency, abilities=abilities, window=window, port=port, requests_kept=0,
            like=like,
        ) as server:  # fmt: skip
            sys.stderr.write(
                f"Serving on {server.url} (Anthropic's clients: {server.root}); Ctrl-C ends it. "
                "For example:\n"
                f"  arena play --seat Anna=openai-compatible:loopback@{server.url}\n"
            )
            sys.stderr.flush()
            while True:
                time.sleep(LONG)
    except KeyboardInterrupt:
        signals.ignore()
    return 0
