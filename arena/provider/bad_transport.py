"""Replies that are right in themselves and reach the client in another way than it expects."""

import gzip
import zlib
from functools import lru_cache

REDIRECT = "/v1/elsewhere"
"""Where a redirect points to, on the same server: one that is followed is seen there."""
BLOCK = 2**20
BLOCKS = 800
BOMB_BYTES = BLOCK * BLOCKS
"""How much a bomb is when it is unpacked."""
GZIP = 16 + zlib.MAX_WBITS


def packed(body: bytes) -> bytes:
    """Return a body as gzip."""
    return gzip.compress(body, mtime=0)


@lru_cache(maxsize=1)
def bomb() -> bytes:
    """Return the beginning of a reply as gzip: under a megabyte that holds `BOMB_BYTES`.

    After a full flush a block refers to nothing before it, so the same bytes can come again.
    """
    squeeze = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    begun = squeeze.compress(b'{"padding": "') + squeeze.flush(zlib.Z_FULL_FLUSH)
    block = squeeze.compress(b"a" * BLOCK) + squeeze.flush(zlib.Z_FULL_FLUSH)
    return begun + block * BLOCKS
