"""A host and a friend on two machines, each a network namespace, play by an invitation."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arena.table.verify import verify
from tests.arena.faces.web.processes import Process, end_all, given

IP = shutil.which("ip")
EVERYWHERE = "0.0.0.0"  # noqa: S104 - the friend is elsewhere
HOST, FRIEND = "10.85.0.1", "10.85.0.2"
MINUTES = 180

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(IP is None or os.geteuid() != 0, reason="needs `ip` and to be root"),
]

INVITE = """
import shutil, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    chromium = shutil.which("chromium")
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(sys.argv[1])
    page.locator("#seats select").nth(1).select_option("human")
    page.locator("#pace").select_option("0")
    page.locator("#protocol").select_option("off")
    page.locator("#begin").click()
    for name in ("Ana", "Bruno"):
        row = page.locator(".links li", has_text=name)
        row.get_by_role("button", name="Copy").click()
        row.get_by_role("button", name="Copied").wait_for()
        pasted = page.locator("#seats input").first
        pasted.evaluate("field => { field.removeAttribute('maxlength'); field.value = ''; }")
        pasted.focus()
        page.keyboard.press("Control+V")
        print(pasted.input_value(), flush=True)
    sys.stdin.readline()
    page.locator(".links li", has_text="Ana").locator(".taken").wait_for()
    page.locator(".links li", has_text="Bruno").locator(".taken").wait_for()
    print(page.locator(".links a").count())
    browser.close()
"""
"""The host: opens a table for two people in the lobby, and copies both links.

Once a line comes, both have opened theirs: how many links the lobby shows then.
"""
PLAY = """
import asyncio, sys
from httpx2 import AsyncClient
from tests.arena.faces.web.processes import to_the_end
from tests.arena.faces.web.served import Guest
async def play(link):
    address, _, token = link.partition("/table#")
    async with AsyncClient(base_url=address, timeout=60, trust_env=False) as http:
        print(len(await to_the_end(Guest(http, token))))
asyncio.run(play(sys.argv[1]))
"""
"""Somebody who plays to the end by a link: how often they were asked."""


def ip(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run `ip`."""
    return subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class Machine:
    """A network namespace with an address of its own, and no way but to the other."""

    name: str

    @property
    def within(self) -> Sequence[str]:
        """What runs a command there."""
        return ("ip", "netns", "exec", self.name)

    def run(self, script: str, link: str) -> "subprocess.Popen[str]":
        """Begin to run a script of Python there."""
        return subprocess.Popen(
            [*self.within, sys.executable, "-c", script, link],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip


@pytest.fixture
def machines() -> Iterator[tuple[Machine, Machine]]:
    """Two machines on one network."""
    host, friend = (Machine(f"arena-{who}-{os.getpid()}") for who in ("host", "friend"))
    try:
        commands = [
            f"netns add {host.name}", f"netns add {friend.name}",
            f"-n {host.name} link add eth0 type veth peer name eth0 netns {friend.name}",
            f"-n {host.name} address add {HOST}/24 dev eth0",
            f"-n {friend.name} address add {FRIEND}/24 dev eth0",
            *(f"-n {each.name} link set {link} up"
              for each in (host, friend) for link in ("lo", "eth0")),
        ]  # fmt: skip
        for each in commands:
            done = ip(*each.split())
            if done.returncode:
                pytest.skip(f"this system makes no network namespaces: {done.stderr.strip()}")
        yield host, friend
    finally:
        end_all()
        for machine in (host, friend):
            ip("netns", "delete", machine.name)


def test_a_friend_elsewhere_plays_by_the_link_that_the_host_copied(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    """Out of a lobby that the host has opened at 127.0.0.1, to the end of the game."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if shutil.which("chromium") is None:
        pytest.skip("chromium is not on PATH")
    host, friend = machines
    server = Process(
        "serve", "--host", EVERYWHERE, "--port", "0", "--pace", "0", "--out", str(tmp_path),
        within=host.within,
    )  # fmt: skip
    assert urlsplit(server.link).hostname == HOST
    with host.run(INVITE, server.printed_next()) as lobby:
        assert lobby.stdout is not None
        links = [lobby.stdout.readline().strip() for _ in range(2)]
        assert [urlsplit(each).hostname for each in links] == [HOST, HOST]
        with host.run(PLAY, links[0]) as own, friend.run(PLAY, links[1]) as guest:
            counts = [int(each.communicate(timeout=MINUTES)[0]) for each in (own, guest)]
        shown, _ = lobby.communicate("both are here\n", timeout=MINUTES)
    assert min(counts) > 3
    assert int(shown) == 3  # of those who look on
    game = tmp_path / "moh-0001"
    assert len(given(game)) >= sum(counts)
    assert verify(game).ok
