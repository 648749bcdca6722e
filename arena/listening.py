"""Stops a server from accepting connections without losing the last one."""

import asyncio
from collections.abc import Iterable


async def stop_accepting(servers: Iterable[asyncio.Server]) -> None:
    """Stop accepting connections; those just accepted reach their protocol first.

    asyncio accepts in one iteration of its loop and sets up the connection in the next: if a server
    is closed in between, the socket is never closed.
    """
    loop = asyncio.get_running_loop()
    for server in servers:
        for listener in server.sockets:
            loop.remove_reader(listener.fileno())
    await asyncio.sleep(0)
    for server in servers:
        server.close()
