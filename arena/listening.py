"""How a server stops to take connections without losing the last one."""

import asyncio
from collections.abc import Iterable


async def stop_accepting(servers: Iterable[asyncio.Server]) -> None:
    """Take no more connections; those that were just accepted are known to their protocol then.

    asyncio accepts in one round and begins the connection in the next: where a server is closed
    between the two, the socket is never closed.
    """
    loop = asyncio.get_running_loop()
    for server in servers:
        for listener in server.sockets:
            loop.remove_reader(listener.fileno())
    await asyncio.sleep(0)
    for server in servers:
        server.close()
