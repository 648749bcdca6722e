"""The connections that a server keeps: half as many as its process may open files.

If a new connection finds no place, one without a request is closed: first those that never sent
one, the oldest first. So clients that open connections and send nothing, or a byte at a time, keep
nobody out. One address may have half of the places.
"""

import resource
import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network
from typing import Protocol

from arena.table.logs import log

MOST = 2048
"""Most connections, whatever the limit of open files."""
SHARE, SHARE_AT_ONCE = 2, 8
"""Open files per connection, and per connection accepted at once."""
AT_ONCE = 128
OF_ONE = 64
"""Prefix length of an IPv6 network of one household or machine."""
QUIET = 60.0
"""Least seconds between two log lines about closed connections."""


class Connection(Protocol):
    """A connection from an address that can be closed."""

    address: str
    """The result of `whose`."""

    def give_way(self) -> None:
        """Close the connection at once."""


def whose(address: str) -> str:
    """Return the key by which connections are counted: the IPv4 address or IPv6 network."""
    try:
        long = IPv6Address(address)
    except ValueError:
        return address
    short = long.ipv4_mapped
    return str(IPv6Network((int(long), OF_ONE), strict=False)) if short is None else str(short)


def most_connections(files: int | None = None) -> int:
    """Return the most connections of a process that may open so many files.

    None: the limit of this process.
    """
    return min(MOST, max(1, (_files() if files is None else files) // SHARE))


def most_accepted(files: int | None = None) -> int:
    """Return the most connections to accept before handling one."""
    return min(AT_ONCE, max(1, (_files() if files is None else files) // SHARE_AT_ONCE))


def _files() -> int:
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return SHARE * MOST if limit == resource.RLIM_INFINITY else limit


class Connections:
    """The open connections of one server."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`most` in all, half of them from one address; `clock` is in seconds."""
        self._most, self._most_of_one = most, max(1, most // 2)
        self._clock = clock
        self._open: dict[Connection, None] = {}
        self._of = Counter[str]()
        self._silent: dict[Connection, None] = {}
        """Connections without a request so far, oldest first."""
        self._idle: dict[Connection, None] = {}
        """Connections whose requests are answered, longest idle first."""
        self._closed, self._told = 0, -QUIET

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, connection: Connection) -> bool:
        """Add a connection, closing another if need be; return False if there is no place."""
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
        """Mark a connection as having a request."""
        self._silent.pop(connection, None)
        self._idle.pop(connection, None)

    def idle(self, connection: Connection) -> None:
        """Mark a connection as idle."""
        if connection in self._open:
            self._idle[connection] = None

    def lost(self, connection: Connection) -> None:
        """Remove a connection."""
        if connection not in self._open:
            return
        self.busy(connection)
        del self._open[connection]
        self._of[connection.address] -= 1
        if not self._of[connection.address]:
            del self._of[connection.address]

    def refused(self) -> None:
        """Count a connection that was closed or rejected, and log the count now and then."""
        self._closed += 1
        now = self._clock()
        if now - self._told >= QUIET:
            log().warning("too_many_connections", closed=self._closed, most=self._most)
            self._closed, self._told = 0, now

    def _other(self, address: str | None) -> Connection | None:
        """Return a connection to close, of an address or of all; None: each has a request."""
        return next(
            (
                each
                for waiting in (self._silent, self._idle)
                for each in waiting
                if address in {None, each.address}
            ),
            None,
        )
