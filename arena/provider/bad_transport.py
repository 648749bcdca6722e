"""Valid replies that reach the client in an unexpected way: redirected, or compressed."""

import gzip
import zlib
from functools import lru_cache

REDIRECT = "/v1/elsewhere"
"""The target of redirects, on the same server, so that a client that follows one is noticed."""
BLOCK = 2**20
BLOCKS = 800
BOMB_BYTES = BLOCK * BLOCKS
"""The uncompressed size of a decompression bomb in bytes."""
GZIP = 16 + zlib.MAX_WBITS


def packed(body: bytes) -> bytes:
    """Return a body compressed with gzip."""
    return gzip.compress(body, mtime=0)


@lru_cache(maxsize=1)
def bomb() -> bytes:
    """Return the start of a reply as gzip: under a megabyte that expands to `BOMB_BYTES`.

    After a full flush a block refers to nothing before it, so the same bytes can be repeated.
    """
    squeeze = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    begun = squeeze.compress(b'{"padding": "') + squeeze.flush(zlib.Z_FULL_FLUSH)
    block = squeeze.compress(b"a" * BLOCK) + squeeze.flush(zlib.Z_FULL_FLUSH)
    return begun + block * BLOCKS
