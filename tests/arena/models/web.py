"""Small web servers on this machine: what is no model's API, or almost one."""

import gzip
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True, kw_only=True)
class Page:
    """What a server answers."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(kw_only=True)
class Web:
    """A running server, and what it was asked."""

    root: str
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of each request."""
    headers: list[Mapping[str, str]] = field(default_factory=list)


def json_page(data: object, status: int = 200, *, packed: bool = False) -> Page:
    """Return a page of JSON."""
    body = json.dumps(data).encode()
    kind = {"content-type": "application/json"}
    if packed:
        return Page(
            status=status, body=gzip.compress(body), headers=kind | {"content-encoding": "gzip"}
        )
    return Page(status=status, body=body, headers=kind)


@contextmanager
def serving(answer: Callable[[str, str, bytes], Page]) -> Iterator[Web]:
    """Serve on a free port; `answer` gets method, path and body of each request."""
    web = Web(root="")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            web.asked.append((self.command, self.path))
            web.headers.append(dict(self.headers.items()))
            page = answer(self.command, self.path, body)
            self.send_response(page.status)
            for name, value in {**page.headers, "content-length": str(len(page.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page.body)

        do_GET = do_POST = _serve  # noqa: N815 - the server looks for these names

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """Say nothing: a client that stops reading is what is tested."""

    with Quiet(("127.0.0.1", 0), Handler) as server:
        web.root = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield web
        finally:
            server.shutdown()
            thread.join()
