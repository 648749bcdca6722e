"""LangSmith is sent nothing unless it is asked for, whatever the environment says."""

import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

GAME = """
import asyncio, sys
from pathlib import Path
from arena.config import TableConfig
from arena.table import play
seats = dict.fromkeys(("A", "B", "C"), "random")
config = TableConfig(seats=seats, seed="4", trace=sys.argv[2] == "on")
asyncio.run(play(config, Path(sys.argv[1])))
if config.trace:
    from langchain_core.tracers.langchain import wait_for_all_tracers
    wait_for_all_tracers()
"""


class Sink(ThreadingHTTPServer):
    """A server that keeps the paths it was asked for."""

    def __init__(self) -> None:
        """Listen on a free port of this machine."""
        self.paths: list[str] = []
        super().__init__(("127.0.0.1", 0), Keeper)


class Keeper(BaseHTTPRequestHandler):
    """Takes whatever comes."""

    server: Sink

    def keep(self) -> None:
        """Keep the path and say that all is well."""
        self.server.paths.append(self.path)
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(202)
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_PATCH = do_POST = keep  # noqa: N815 - the server's names for them

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@pytest.fixture
def sink() -> Iterator[Sink]:
    """Run a sink while a test runs."""
    with Sink() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("trace", ["off", "on"])
def test_nothing_is_sent_unless_asked_for(trace: str, sink: Sink, tmp_path: Path) -> None:
    """An environment that asks for tracing ships nothing; the flag alone does."""
    endpoint = f"http://127.0.0.1:{sink.server_port}"
    asking = {
        f"{prefix}_{key}": value
        for prefix in ("LANGSMITH", "LANGCHAIN")
        for key, value in {
            "TRACING": "true", "TRACING_V2": "true", "ENDPOINT": endpoint, "API_KEY": "x",
        }.items()
    }  # fmt: skip
    subprocess.run(
        [sys.executable, "-c", GAME, str(tmp_path), trace],
        env={**os.environ, **asking}, check=True, timeout=120,
    )  # fmt: skip
    assert bool(sink.paths) == (trace == "on")
