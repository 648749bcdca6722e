"""Finds environment variables that keep a client from being made or a request from being sent.

SDKs and their HTTP client read proxies, certificates and headers from variables by themselves.
Their errors do not name the variable, so each is tried here on its own.
"""

import re
import ssl
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

from arena.models.addresses import PREFIXES, Protocol
from arena.text import escaped

PROXIES = ("http_proxy", "https_proxy", "all_proxy")
"""Variables for proxies, read in lower and upper case."""
ACCOUNTS = ("ORG_ID", "PROJECT_ID")
HEADER = re.compile(r"[\w!#$%&'*+.^`|~-]+:[\x20-\x7e\t]*", re.ASCII)
PASSWORD = re.compile(r"(//|^)[^/]*@")
"""Matches the user and password in a proxy's URL, whose scheme may be missing."""


def unusable_variable(protocol: Protocol, environ: Mapping[str, str]) -> str | None:
    """Return the first unusable variable with what is possible; None if all are usable.

    Values that may be secret are not shown.
    """
    return next(_problems(PREFIXES[protocol], environ), None)


def proxy_on_the_way(address: str, environ: Mapping[str, str]) -> str | None:
    """Return the variable and URL of the proxy for an address; None if there is none.

    >>> proxy_on_the_way("http://127.0.0.1:8000/v1", {"HTTP_PROXY": "http://me:secret@corp:3128"})
    'the proxy in HTTP_PROXY, http://***@corp:3128'
    """
    parts = urlsplit(address)
    without = environ.get("no_proxy") or environ.get("NO_PROXY") or ""
    if proxy_bypass_environment(parts.hostname or "", {"no": without}):
        return None
    names = [f"{each}_proxy" for each in (parts.scheme, "all")]
    for name in (each for small in names for each in (small, small.upper())):
        if environ.get(name):
            return f"the proxy in {name}, {_without_password(environ[name])}"
    return None


def _without_password(proxy: str) -> str:
    return escaped(PASSWORD.sub(r"\1***@", proxy))


def _problems(prefix: str, environ: Mapping[str, str]) -> Iterator[str]:
    for name, value in environ.items():
        if not value:
            continue
        if name.lower() in PROXIES:
            yield from _proxy_problem(name, value)
        elif name in {"SSL_CERT_FILE", "SSLKEYLOGFILE"}:
            yield from _file_problem(name, value)
        elif name in {f"{prefix}_{each}" for each in ACCOUNTS} and not _fits_header(value):
            yield f"{name} can't be sent in a header. Possible: printable ASCII, or not set."
        elif name == f"{prefix}_CUSTOM_HEADERS" and not all(
            HEADER.fullmatch(line.strip()) for line in value.split("\n") if ":" in line
        ):
            yield f"{name} can't be sent. Possible: a line NAME: VALUE each, printable ASCII."


def _proxy_problem(name: str, value: str) -> Iterator[str]:
    import httpx2

    shown = _without_password(value)
    possible = "Possible: http://HOST:PORT, https://HOST:PORT, or not set."
    try:
        proxy = httpx2.Proxy(value if "://" in value else f"http://{value}")
        httpx2.AsyncHTTPTransport(proxy=proxy, verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    except ImportError:
        yield f"{name} is {shown}, a SOCKS proxy, which needs the package socksio. {possible}"
    except Exception:  # noqa: BLE001 - of whatever kind, it is about this value
        yield f"{name} is {shown}, which is no proxy that can be used. {possible}"
    else:
        if not proxy.url.host:
            yield f"{name} is {shown}, which has no host. {possible}"


def _file_problem(name: str, value: str) -> Iterator[str]:
    try:
        if name == "SSL_CERT_FILE":
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cafile=value)
        else:
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).keylog_filename = value
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        wanted = "of certificates (PEM)" if name == "SSL_CERT_FILE" else "that can be written"
        yield f"{name} is {escaped(value)}: {escaped(why)}. Possible: a file {wanted}, or not set."


def _fits_header(value: str) -> bool:
    return value.isascii() and value.isprintable()
