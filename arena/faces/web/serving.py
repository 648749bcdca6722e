"""The web server on a port of this machine, in the games' event loop."""

import asyncio
import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Self

from starlette.types import ASGIApp
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from arena.errors import ConfigError
from arena.faces.web.connections import Connections, most_accepted, most_connections, whose
from arena.listening import stop_accepting
from arena.text import shown

LOCAL = "127.0.0.1"
PORTS = range(65536)
WAITING = 1024
IDLE = 75
"""Seconds for which an idle connection is kept."""
HEAD_SECONDS = 10.0
"""Seconds until the head of a request times out."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
"""Reply to a connection that has no place."""
NO_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
LAST_SECONDS = 2
"""Seconds for open replies when the server stops."""


def listener(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0: a free one. Raises `ConfigError`."""
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
    """Return the server's address on this machine."""
    host, port = listening.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "::1" if ":" in host else LOCAL
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Impatient(H11Protocol):
    """A connection that is closed if no complete request head arrives in time."""

    others: Connections
    """All connections of its server, which makes a subclass since uvicorn creates instances."""
    address = ""
    _ends: asyncio.TimerHandle | None = None
    """Set while a head is awaited."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, if there is a place."""
        super().connection_made(transport)
        self.address = whose(self.client[0]) if self.client else ""
        if not self.others.opened(self):
            transport.write(FULL)
            transport.close()
            return
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Receive data; a head that has begun has to be complete in time."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._await_head()

    def handle_events(self) -> None:
        """Mark the connection as busy once a head is complete."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self.others.busy(self)
            self._is_here()

    def on_response_complete(self) -> None:
        """Mark the connection as idle."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self.others.idle(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's place."""
        self.others.lost(self)
        self._is_here()
        super().connection_lost(exc)

    def give_way(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def _await_head(self) -> None:
        if self._ends is None:
            self._ends = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _is_here(self) -> None:
        if self._ends is not None:
            self._ends.cancel()
            self._ends = None


class _Uvicorn(Server):
    """A uvicorn server that does not handle signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle no signals."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept few connections at once, with a long backlog."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(WAITING)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop after the replies that are being sent."""
        await stop_accepting(self.servers)
        await super().shutdown(sockets)


class Serving:
    """Runs the server for the time of an `async with` block."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        """`listening` is closed with the server."""
        self._socket = listening
        self._connections = Connections(most_connections())

        class Connection(Impatient):
            others = self._connections

        self._server = _Uvicorn(
            Config(
                app, loop="asyncio", http=Connection, ws="none", lifespan="off", interface="asgi3",
                log_config=None, log_level="critical", access_log=False, server_header=False,
                proxy_headers=False, timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=LAST_SECONDS, backlog=most_accepted(),
            )
        )  # fmt: skip
        self._serves: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Start the server."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        self._serves = asyncio.create_task(self._server.serve([self._socket]))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop the server after the replies that are being sent."""
        self._server.should_exit = True
        if self._serves is not None:
            await self._serves
        asyncio.get_running_loop().set_exception_handler(None)
        self._socket.close()

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """Count a connection that could not be accepted for lack of resources."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in NO_FILES:
            self._connections.refused()
        else:
            loop.default_exception_handler(context)
