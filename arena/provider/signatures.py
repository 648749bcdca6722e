"""Signs reasoning, so that changed or foreign reasoning is noticed when it is sent back.

The key is no secret: anybody may run this server, and a signature must outlive a restart.
"""

import base64
import binascii
import hashlib
import hmac
from functools import lru_cache

from pydantic_core import to_json

KEY = b"arena.provider"
SIZE = 24


def sign(about: str, text: str) -> str:
    """Return an opaque token that contains `text` and is valid for `about` only."""
    held = text.encode()
    return base64.b64encode(_mark(about, held) + held).decode()


@lru_cache(maxsize=32768)  # each request of a conversation repeats all earlier signatures
def signed_text(about: str, token: str) -> str | None:
    """Return the text of a token signed for `about`; None: the token is invalid."""
    try:
        raw = base64.b64decode(token, validate=True)
    except (binascii.Error, ValueError):
        return None
    mark, held = raw[:SIZE], raw[SIZE:]
    return held.decode() if hmac.compare_digest(mark, _mark(about, held)) else None


def with_tools(thought: str, tools: object) -> str:
    """Return the text to sign for a thought: a digest of its tools, then the thought."""
    return f"{hashlib.sha256(to_json(tools)).hexdigest()[:16]} {thought}"


def is_bound_elsewhere(signed: str, tools: object) -> bool:
    """Return True if a signed thought was made with other tools than these."""
    return not signed.startswith(with_tools("", tools))


def _mark(about: str, held: bytes) -> bytes:
    return hmac.digest(KEY, about.encode() + b"\0" + held, hashlib.sha256)[:SIZE]
