"""How long to wait before a call is tried again; a function of its arguments, without a clock."""

from hashlib import sha256

from arena.errors import Fault

__all__ = ["wait_before"]

FIRST, LONGEST, MOST_ASKED = 0.5, 30.0, 120.0
"""Seconds: the first wait, the longest that doubling leads to, the longest a server may ask for."""


def wait_before(attempt: int, fault: Fault, *, seed: str) -> float | None:
    """Return the seconds to wait after a fault; None: the call is not to be tried again.

    `attempt` counts the tries so far, from 1. The wait doubles with each, less up to a half that is
    drawn by `seed`, so that seats which failed together don't come back together. What a server
    asks for is waited on top; above two minutes it is given up.
    """
    if not fault.retried or (fault.retry_after or 0.0) > MOST_ASKED:
        return None
    doubled = min(FIRST * 2.0 ** min(attempt - 1, 16), LONGEST)
    drawn = int.from_bytes(sha256(f"{seed}:{attempt}".encode()).digest()[:8]) / 2.0**64
    return (fault.retry_after or 0.0) + doubled * (1.0 - drawn / 2.0)
