"""The HTTP client under both SDKs, with a limit on the size of a response.

Proxies and certificates are those of the environment. A response is measured while it is
decompressed, since a few kilobytes of gzip can hold gigabytes. Redirects are not followed: they
would carry the key along.
"""

from functools import lru_cache
from ssl import SSLContext

import httpx2

MOST_BYTES = 4 * 2**20
"""Maximum size of a response: no answer needs more, and all of it would be recorded."""
LIMITS = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)
"""Connection limits of both SDKs: one client serves all seats of all games."""


class TooLargeError(Exception):
    """A response is larger than `MOST_BYTES`."""


def new_client() -> httpx2.AsyncClient:
    """Return a new client with its own connections.

    Raises any error that unusable proxies or certificates of the environment cause; `environment`
    names them.
    """
    return httpx2.AsyncClient(verify=certificates(), limits=LIMITS, follow_redirects=False)


@lru_cache(maxsize=1)
def certificates() -> SSLContext:
    """Return the TLS context with the trusted authorities, loaded once a process (80 ms)."""
    return httpx2.create_ssl_context()


async def unpacked(response: httpx2.Response) -> bytes:
    """Read and decompress a response, then close it. Raises `TooLargeError`."""
    body = bytearray()
    try:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > MOST_BYTES:
                raise TooLargeError(f"more than {MOST_BYTES} bytes")
    finally:
        await response.aclose()
    return bytes(body)
