"""Which connections a server keeps: half as many as the files that its process may open.

One without a request gives way where a new one comes and there is no place left: first those that
never sent one, the oldest of them first. So who opens connections and sends nothing, or a letter at
a time, keeps nobody out. One address has half of the places.
"""

import resource
import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network
from typing import Protocol

from arena.table.logs import log

MOST = 2048
"""The most connections at a time, however many files there may be."""
SHARE, SHARE_AT_ONCE = 2, 8
"""One in so many files is a connection at most; one in so many is accepted at once."""
AT_ONCE = 128
OF_ONE = 64
"""Bits of an IPv6 address that are the network of one household or machine."""
QUIET = 60.0
"""Seconds between two lines of the log on connections that were closed."""


class Connection(Protocol):
    """What comes from an address and can be closed."""

    address: str
    """As `whose` has it."""

    def give_way(self) -> None:
        """Close it at once."""


def whose(address: str) -> str:
    """Return whose connections count together: those of an address, or of an IPv6 network."""
    try:
        long = IPv6Address(address)
    except ValueError:
        return address
    short = long.ipv4_mapped
    return str(IPv6Network((int(long), OF_ONE), strict=False)) if short is None else str(short)


def most_connections(files: int | None = None) -> int:
    """Return how many connections there may be where a process may open so many files.

    None: as many as this one may.
    """
    return min(MOST, max(1, (_files() if files is None else files) // SHARE))


def most_accepted(files: int | None = None) -> int:
    """Return how many connections may be accepted before any of them is looked at."""
    return min(AT_ONCE, max(1, (_files() if files is None else files) // SHARE_AT_ONCE))


def _files() -> int:
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return SHARE * MOST if limit == resource.RLIM_INFINITY else limit


class Connections:
    """All connections of one server."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`most` at a time, half of them from one address; `clock` is in seconds."""
        self._most, self._most_of_one = most, max(1, most // 2)
        self._clock = clock
        self._open: dict[Connection, None] = {}
        self._of = Counter[str]()
        self._silent: dict[Connection, None] = {}
        """Those that never sent a request, the oldest first."""
        self._idle: dict[Connection, None] = {}
        """Those whose requests were answered, the longest idle first."""
        self._closed, self._told = 0, -QUIET

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, connection: Connection) -> bool:
        """Take a connection, be it in place of another; False: it has no place."""
        is_full = len(self._open) >= self._most
        if is_full or self._of[connection.address] >= self._most_of_one:
            self.refused()
            other = self._other(None if is_full else connection.address)
            if other is None:
                return False
            self.lost(other)
            other.give_way()
        self._open[connection] = self._silent[connection] = None
        self._of[connection.address] += 1
        return True

    def busy(self, connection: Connection) -> None:
        """Take note that a request has come."""
        self._silent.pop(connection, None)
        self._idle.pop(connection, None)

    def idle(self, connection: Connection) -> None:
        """Take note that all requests are answered."""
        if connection in self._open:
            self._idle[connection] = None

    def lost(self, connection: Connection) -> None:
        """Forget a connection."""
        if connection not in self._open:
            return
        self.busy(connection)
        del self._open[connection]
        self._of[connection.address] -= 1
        if not self._of[connection.address]:
            del self._of[connection.address]

    def refused(self) -> None:
        """Take note of one that was closed, or never taken; the log has their count."""
        self._closed += 1
        now = self._clock()
        if now - self._told >= QUIET:
            log().warning("too_many_connections", closed=self._closed, most=self._most)
            self._closed, self._told = 0, now

    def _other(self, address: str | None) -> Connection | None:
        """Return who gives way, of an address or of all; None: each has a request."""
        return next(
            (
                each
                for waiting in (self._silent, self._idle)
                for each in waiting
                if address in {None, each.address}
            ),
            None,
        )
