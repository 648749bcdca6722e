"""Runs the provider on a port of this machine: uvicorn in its own thread.

It stops at once: open connections are closed and their tasks cancelled.
"""

import asyncio
import socket
import threading
from collections.abc import Sequence
from typing import Self

from starlette.types import Scope
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from arena.errors import ConfigError, possible
from arena.listening import stop_accepting
from arena.provider.app import App, ReceivedRequest
from arena.provider.likenesses import LIKENESSES
from arena.provider.protocol import EVERYTHING, Abilities
from arena.provider.trouble import Trouble

HOST = "127.0.0.1"
PORTS = range(65536)
IDLE = 300
"""Seconds for which an idle connection is kept: longer than any client keeps it."""


class Provider:
    """A fake provider on 127.0.0.1, as a context manager."""

    def __init__(
        self,
        troubles: Sequence[Trouble] = (),
        *,
        latency: float = 0.0,
        abilities: Abilities = EVERYTHING,
        window: int | None = None,
        port: int = 0,
        requests_kept: int | None = None,
        like: str | None = None,
    ) -> None:
        """Configure the server without starting it.

        `latency` in seconds applies to every POST; `window` is the context length in tokens, output
        included. `port` 0: any free one. `requests_kept` is the number of latest requests that
        `requests` holds; None: all. `like` is the server that Chat Completions imitates, a key of
        `LIKENESSES`; None: OpenAI's own.
        """
        if like is not None and like not in LIKENESSES:
            known = possible(like, tuple(LIKENESSES))
            raise ConfigError(f"a provider like {like!r} is unknown. {known}")
        self._wanted = port
        self._connections: dict[object, asyncio.Transport] = {}
        self._app = App(
            troubles,
            latency=latency,
            abilities=abilities,
            window=window,
            requests_kept=requests_kept,
            like=None if like is None else LIKENESSES[like],
            drop=self._drop,
        )
        self._socket: socket.socket | None = None

    @property
    def root(self) -> str:
        """The base URL without `/v1`, as `anthropic` expects it."""
        if self._socket is None:
            raise ConfigError("the provider doesn't run. Possible: inside its `with` block.")
        return f"http://{HOST}:{self._port}"

    @property
    def url(self) -> str:
        """The base URL with `/v1`, as `openai` expects it."""
        return f"{self.root}/v1"

    @property
    def requests(self) -> list[ReceivedRequest]:
        """The POSTs so far, in order of arrival."""
        return list(self._app.requests)

    @property
    def most_at_once(self) -> int:
        """The highest number of concurrent POSTs so far."""
        return self._app.most_at_once

    def change(self, troubles: Sequence[Trouble]) -> None:
        """Replace the schedule of faults, which counts from the next request."""
        self._app.change(troubles)

    def __enter__(self) -> Self:
        """Start the server. Raises `ConfigError` if the port is not available."""
        self._socket = _listening(self._wanted)
        self._port: int = self._socket.getsockname()[1]
        self._server = _server(self._app, self._connections)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="provider", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop at once, whatever is still waiting."""
        self._loop.call_soon_threadsafe(self._server.ended.set)
        self._thread.join()
        self._socket = None

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._server.serve(sockets=[self._socket] if self._socket else None))

    def _drop(self, scope: Scope) -> None:
        transport = self._connections.get(tuple(scope["client"] or ()))
        if transport is not None:
            transport.close()


def _listening(port: int) -> socket.socket:
    """Return a socket that listens on a port of the loopback interface."""
    if port not in PORTS:
        raise ConfigError(f"the port is {port}. Possible: 0 to {PORTS[-1]}, 0 for a free one.")
    # asyncio sets TCP_NODELAY only if the protocol is named; without it each reply waits 40 ms
    # for the client's acknowledgement.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"port {port} of {HOST} can't be had: {error.strerror or error}. "
            "Possible: another one, or 0 for a free one."
        ) from None
    return listener


class _Server(Server):
    """Stops as soon as it is asked to; uvicorn polls ten times a second and then waits a tenth."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.ended = asyncio.Event()

    async def main_loop(self) -> None:
        await self.ended.wait()

    async def shutdown(self, sockets: object = None) -> None:  # noqa: ARG002 - the servers have them
        """Close all connections and cancel running tasks."""
        await stop_accepting(self.servers)
        while True:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            if not tasks and not self.server_state.connections:
                return
            for connection in list(self.server_state.connections):
                connection.transport.abort()
            for task in tasks:
                task.cancel()
            await asyncio.sleep(0)


def _server(app: App, connections: dict[object, asyncio.Transport]) -> _Server:
    class Connection(H11Protocol):
        """A connection, registered by its client's address so that it can be closed."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if self.client:
                connections[tuple(self.client)] = transport

        def connection_lost(self, exc: Exception | None) -> None:
            if self.client:
                connections.pop(tuple(self.client), None)
            super().connection_lost(exc)

    config = Config(
        app,
        http=Connection,
        loop="asyncio",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE,
    )
    return _Server(config)
