"""ASGI middleware that checks the host and origin of each request.

Another site's page may make a browser send requests here, also under a name that resolves to this
machine (DNS rebinding). Tokens are in no cookie, so such a request has none; it is refused all the
same.
"""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.faces.web import wording
from arena.text import shown

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
"""Headers of every reply."""
HOST = re.compile(r"(\[[^\[\]]+\]|[^\[\]:]+)(?::[0-9]*)?")
"""Host header: a name or address, and a port; IPv6 addresses are in brackets."""
OWN = frozenset({"same-origin", "none"})
"""Accepted values of Sec-Fetch-Site: this server's pages, and typed addresses.

With `same-origin` the Origin header is not checked, since a proxy may have changed the host.
"""
API = "/api/"


class Guard:
    """Passes on permitted requests, and adds headers to all replies."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        """`names` are accepted host names beside `localhost` and IP addresses."""
        self._app = app
        self._names = frozenset({"localhost", *(each.casefold() for each in names)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith(API):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        app = self._app if refusal is None else why(403, refusal)
        await app(scope, receive, marked)

    def _refusal(self, scope: Scope) -> str | None:
        """Return why a request is refused; None: it is not."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return wording.OTHER_NAME.format(name=shown(hosts[0] if hosts else ""))
        return None if self._is_of_this_page(scope, headers) else wording.ELSEWHERE

    def _is_of_this_page(self, scope: Scope, headers: Headers) -> bool:
        if not scope["path"].startswith(API):
            return True
        site = headers.get("sec-fetch-site", "none")
        if site not in OWN:
            return False
        origin = None if site == "same-origin" else headers.get("origin")
        return origin is None or urlsplit(origin).netloc.casefold() == headers["host"].casefold()

    def _is_own(self, host: str) -> bool:
        """Return True if a host is this server: its own name, or an IP address.

        IP addresses can't be rebound.
        """
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].casefold()
        if name in self._names:
            return True
        is_long = name.startswith("[")
        try:
            _ = IPv6Address(name[1:-1]) if is_long else IPv4Address(name)
        except ValueError:
            return False
        return "%" not in name  # a zone id may be any text, and no browser sends one


def why(status: int, sentence: str) -> JSONResponse:
    """Return an error reply with its reason in one sentence."""
    return JSONResponse({"why": sentence}, status_code=status)
