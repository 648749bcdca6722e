"""Pages and static files, read once; no other file of this machine is served."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from jinja2 import Environment, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

TYPES = {
    "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8", "svg": "image/svg+xml",
}  # fmt: skip
"""Media types by file suffix."""
TEMPLATE = ".html.j2"
PAGES = {"/": "lobby", "/table": "table", "/replay": "replay"}
"""Pages by address."""
TITLE = "A replay"
"""Title of the replay page until a game is loaded."""
CACHED = "no-cache"
"""Makes browsers revalidate their copy."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A served file."""

    type: str
    data: bytes
    zipped: bytes

    @classmethod
    def of(cls, name: str, data: bytes) -> "Asset":
        """Compress a file and derive its type from its name."""
        type_ = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        return cls(type_, data, gzip.compress(data, mtime=0))

    def response(self, request: Request) -> Response:
        """Return the file, or 304 if the browser's copy is current."""
        is_zipped = "gzip" in request.headers.get("accept-encoding", "")
        data = self.zipped if is_zipped else self.data
        tag = f'"{sha256(data).hexdigest()[:32]}"'
        headers = {"etag": tag, "cache-control": CACHED, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if is_zipped:
            headers["content-encoding"] = "gzip"
        return Response(data, media_type=self.type, headers=headers)


@cache
def assets() -> Mapping[str, Asset]:
    """Return all files by address."""
    here = files("arena.faces.web")
    found = {
        f"/static/{each.name}": Asset.of(each.name, each.read_bytes())
        for each in (here / "static").iterdir()
    }
    for address, name in PAGES.items():
        page = _rendered(here / "pages" / f"{name}{TEMPLATE}")
        found[address] = Asset.of(f"{name}.html", page)
    return MappingProxyType(found)


def _rendered(template: Traversable) -> bytes:
    environment = Environment(undefined=StrictUndefined, autoescape=True)
    page = environment.from_string(template.read_text(encoding="utf-8"))
    return page.render(title=TITLE, policy="", game="", log="", back="").encode()
