"""The server on a port of this machine, in the event loop that the games run in."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Any, Self

from starlette.types import ASGIApp
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from arena.errors import ConfigError
from arena.listening import stop_accepting
from arena.text import shown

__all__ = ["LOCAL", "Serving", "listener", "url"]

LOCAL = "127.0.0.1"
PORTS = range(65536)
WAITING = 1024
CONNECTIONS = 2048
"""The most connections at a time; what comes then is told that the server is full."""
IDLE = 75
"""Seconds for which an unused connection is kept."""
LAST_SECONDS = 2
"""How long replies may take once the server ends."""


def listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0: one that is free. Raises `ConfigError`."""
    if port not in PORTS:
        raise ConfigError(f"--port is {port}. Possible: 0 to {PORTS[-1]}, 0 for a free one.")
    try:
        is_long = isinstance(ip_address(host), IPv6Address)
    except ValueError:
        raise ConfigError(
            f"--host is {shown(host)}. Possible: an address of this machine in numbers, "
            f"{LOCAL} for this machine only, 0.0.0.0 for all of its addresses."
        ) from None
    family = socket.AF_INET6 if is_long else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(WAITING)
    except OSError as error:
        listening.close()
        raise ConfigError(
            f"port {port} of {host} can't be had: {error.strerror or error}. "
            "Possible: --port with another one, or 0 for a free one."
        ) from None
    return listening


def url(listening: socket.socket) -> str:
    """Return the address under which the server is called on this machine."""
    host, port = listening.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "::1" if ":" in host else LOCAL
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Impatient(H11Protocol):
    """A connection that ends where no whole request comes for a while, be it sent byte by byte."""

    _before: Any = None
    """The request that was the last one when it was looked at before."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look at it."""
        super().connection_made(transport)
        self.loop.call_later(IDLE, self._look)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        is_replied = self.cycle is None or self.cycle.response_complete
        if is_replied and self.cycle is self._before:
            self.transport.close()
            return
        self._before = self.cycle
        self.loop.call_later(IDLE, self._look)


class _Uvicorn(Server):
    """A server that leaves signals to the command."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, once the replies that are being sent are."""
        await stop_accepting(self.servers)
        await super().shutdown(sockets)


class Serving:
    """The server, from its first request on, for the time of an `async with` block."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        """`listening` is closed with the server."""
        self._socket = listening
        self._server = _Uvicorn(
            Config(
                app, loop="asyncio", http=Impatient, ws="none", lifespan="off", interface="asgi3",
                log_config=None, log_level="critical", access_log=False, server_header=False,
                proxy_headers=False, timeout_keep_alive=IDLE, limit_concurrency=CONNECTIONS,
                timeout_graceful_shutdown=LAST_SECONDS, backlog=WAITING,
            )
        )  # fmt: skip
        self._serves: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to serve."""
        self._serves = asyncio.create_task(self._server.serve([self._socket]))
        return self

    async def __aexit__(self, *_: object) -> None:
        """End, once the replies that are being sent are."""
        self._server.should_exit = True
        if self._serves is not None:
            await self._serves
        self._socket.close()
