"""The HTTP client under both SDKs, and how much of a response it takes.

Proxies and certificates are those of the environment. A response is measured while it is unpacked,
since a few kilobytes of gzip can hold gigabytes. No redirect is followed: a key would go along.
"""

from functools import lru_cache
from ssl import SSLContext

import httpx2

MOST_BYTES = 4 * 2**20
"""A larger reply is not taken: no answer needs it, and all of it would be recorded."""
LIMITS = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)
"""As in both SDKs: one client serves all seats of all games."""


class TooLargeError(Exception):
    """A response that has more than `MOST_BYTES`."""


def new_client() -> httpx2.AsyncClient:
    """Return a client with connections of its own.

    Raises whatever an environment brings about that has proxies or certificates which can't be
    used; `environment` says which.
    """
    return httpx2.AsyncClient(verify=certificates(), limits=LIMITS, follow_redirects=False)


@lru_cache(maxsize=1)
def certificates() -> SSLContext:
    """Return the authorities that are trusted, read once a process: to read them takes 80 ms."""
    return httpx2.create_ssl_context()


async def unpacked(response: httpx2.Response) -> bytes:
    """Return what a response holds, unpacked, and let go of it. Raises `TooLargeError`."""
    body = bytearray()
    try:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > MOST_BYTES:
                raise TooLargeError(f"more than {MOST_BYTES} bytes")
    finally:
        await response.aclose()
    return bytes(body)
