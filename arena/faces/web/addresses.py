"""The addresses at which other machines reach a server.

They come from the operating system; no packet is sent and no name resolved.
"""

import fcntl
import re
import socket
import struct
import sys
from collections.abc import Collection
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

from arena.errors import ConfigError
from arena.text import shown

FAR = {socket.AF_INET: "203.0.113.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation (RFC 5737, RFC 3849)."""
ANY_PORT = 9
SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
"""Request for the IPv4 address of a network interface; `AT` is its place in the reply."""
IFREQ, AT = "256s", slice(20, 24)
LONGEST_INTERFACE = 15
NAME = re.compile(r"[A-Za-z0-9._-]{1,253}")
Address = IPv4Address | IPv6Address


def own_addresses(family: socket.AddressFamily) -> tuple[Address, ...]:
    """Return this machine's reachable addresses of a family, the likeliest first.

    The source address of packets to the internet comes first; then, for IPv4 on Linux and macOS,
    the first address of each network interface. Loopback and link-local addresses are left out,
    since no browser opens them.
    """
    found = [_sends_from(family)]
    if family == socket.AF_INET:
        found += [_of_interface(name) for _, name in socket.if_nameindex()]
    mine = (each for each in found if each is not None)
    return tuple(dict.fromkeys(e for e in mine if not (e.is_loopback or e.is_link_local)))


def check_names(names: Collection[str]) -> None:
    """Raise `ConfigError` for an invalid host name."""
    for name in names:
        if not NAME.fullmatch(name):
            raise ConfigError(
                f"--name is {shown(name)}. Possible: a name such as games.example, without "
                "http://, port or path."
            )


def urls(listening: socket.socket, names: Collection[str] = ()) -> tuple[str, ...]:
    """Return the URLs at which other machines reach a socket's server, each with a final slash.

    Those of `names` come first. A socket on loopback has none: names are then a proxy's, which
    knows its own port.
    """
    host, port = listening.getsockname()[:2]
    bound = ip_address(host)
    if bound.is_loopback:
        return ()
    addresses: tuple[Address, ...] = (bound,)
    if bound.is_unspecified:
        addresses = own_addresses(listening.family)
        is_long = listening.family == socket.AF_INET6
        if is_long and not listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
            addresses = (*own_addresses(socket.AF_INET), *addresses)
    return tuple(dict.fromkeys(_url(each, port) for each in (*names, *map(str, addresses))))


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _sends_from(family: socket.AddressFamily) -> Address | None:
    """Return the source address of packets to the internet; None: there is no route."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as unsent:
        unsent.connect((FAR[family], ANY_PORT))
        return ip_address(unsent.getsockname()[0])
    return None


def _of_interface(name: str) -> Address | None:
    """Return the IPv4 address of a network interface; None: it has none."""
    request = struct.pack(IFREQ, name.encode()[:LONGEST_INTERFACE])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        return IPv4Address(fcntl.ioctl(asking.fileno(), SIOCGIFADDR, request)[AT])
    return None
