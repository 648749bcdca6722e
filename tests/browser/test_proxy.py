"""A table behind a real nginx: with its defaults, below a path, with TLS."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx2
import pytest

from tests.browser.pages import Browsers, Tables
from tests.browser.test_table import OVER, asked_in, by_keyboard, wait_for_other, wait_for_question

NGINX, OPENSSL = shutil.which("nginx"), shutil.which("openssl")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not on PATH"),
]

CONFIG = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{ {server} }}
}}
"""
DEFAULTS = """
listen 127.0.0.1:{port};
location / {{ proxy_pass {root}; }}
"""
BELOW = """
listen 127.0.0.1:{port};
location / {{ return 404; }}
location /arena/ {{ proxy_pass {root}/; }}
"""
TLS = """
listen 127.0.0.1:{port} ssl;
ssl_certificate {folder}/certificate.pem;
ssl_certificate_key {folder}/key.pem;
location / {{ proxy_pass {root}; proxy_set_header Host $http_host; }}
"""


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def nginx(folder: Path, server: str, root: str) -> Iterator[str]:
    """Run nginx with a server in front of a root; yields host and port of it."""
    assert NGINX is not None
    folder.mkdir()
    if "ssl" in server:
        _make_certificate(folder)
    port = _free_port()
    config = folder / "nginx.conf"
    config.write_text(
        CONFIG.format(folder=folder, server=server.format(port=port, root=root, folder=folder))
    )
    with subprocess.Popen([NGINX, "-p", str(folder), "-c", str(config)]) as process:
        try:
            _wait_for(port, process)
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()


def _make_certificate(folder: Path) -> None:
    if OPENSSL is None:
        pytest.skip("openssl is not on PATH")
    subprocess.run(
        [
            OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-subj", "/CN=127.0.0.1", "-keyout", folder / "key.pem",
            "-out", folder / "certificate.pem",
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = monotonic() + 30
    while monotonic() < until and process.poll() is None:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.05)
    raise AssertionError("nginx did not begin to listen")


@pytest.mark.parametrize(
    ("server", "scheme", "path"),
    [(DEFAULTS, "http", ""), (BELOW, "http", "/arena"), (TLS, "https", "")],
    ids=["defaults", "below a path", "tls"],
)
def test_a_whole_game_is_played_through_it(
    server: str, scheme: str, path: str, browsers: Browsers, tables: Tables, tmp_path: Path
) -> None:
    """Begun in the lobby, by a link that leads through it, to the replay at its end."""
    direct, _, host = tables.lobby.partition("/#")
    with nginx(tmp_path / "nginx", server, direct) as name:
        root = f"{scheme}://{name}{path}"
        with browsers.page(any_certificate=True) as page:
            page.goto(f"{root}/#{host}")
            page.locator("#pace").select_option("0")
            page.locator("#protocol").select_option("off")
            page.locator("#begin").click()
            seat = page.locator(".links li", has_text="Ana").locator("a").first
            link = seat.get_attribute("href") or ""
            assert link.startswith(f"{root}/table#")
            with page.expect_popup() as opened:
                seat.click()
            table = opened.value
            table.wait_for_selector("#ask.asks", timeout=20_000)
            table.keyboard.press("Escape")
            answers = 0
            while wait_for_question(table):
                asked = asked_in(table)
                by_keyboard(table)
                wait_for_other(table, asked)
                answers += 1
            assert answers > 5
            assert table.locator(OVER).count() == 1
            with table.expect_popup() as replayed:
                table.locator("#ask a.go").click()
            replayed.value.wait_for_selector("#view [value=all]", state="attached")
            assert replayed.value.url.startswith(f"{root}/replay#")


def test_a_stream_comes_as_it_is_told(tables: Tables, tmp_path: Path) -> None:
    """Its first question within seconds, packed or not: nginx would else keep it for itself."""
    link = tables.begin()["Ana"]
    direct, _, token = link.partition("/table#")
    with nginx(tmp_path / "nginx", "gzip on; gzip_types *; " + DEFAULTS, direct) as name:
        headers = {"authorization": f"Bearer {token}", "accept-encoding": "gzip"}
        with httpx2.stream(
            "GET", f"http://{name}/api/events", headers=headers, timeout=20.0, trust_env=False
        ) as reply:
            assert reply.headers["cache-control"] == "no-store, no-transform"
            assert any('"asked":"Ana.' in line for line in reply.iter_lines())
