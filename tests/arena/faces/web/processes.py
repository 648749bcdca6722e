"""`arena serve` as a process of its own, and guests who come to it as slowly as people do."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from httpx2 import AsyncClient

from tests.arena.faces.web.served import TABLE, Guest, answer

SEATS = {"Ana": "human", "Bo": "human", "Cy": "house"}
SEEDED = """
import sys
from types import SimpleNamespace
from arena import config
from arena.faces.cli import main
from arena.faces.web.hosting import Hosting
Hosting.__init__.__kwdefaults__["pace"] = 0.0
config.secrets = SimpleNamespace(randbits=lambda _: 7)
sys.exit(main(sys.argv[1:]))
"""
"""`arena` with a seed that is known: in its game both people vote, and speak, at once.

Answers in windows for cards take no time of their own.
"""

LIMIT = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))
"""

RUNNING: list[subprocess.Popen[str]] = []
"""Processes that were begun; each ends with its test."""


def end_all() -> None:
    """End the processes of a test, however it ended."""
    while RUNNING:
        process = RUNNING.pop()
        process.kill()
        process.communicate()


class Process:
    """A command that serves tables."""

    def __init__(
        self,
        *arguments: str,
        browser: str = "true %s",
        files: int | None = None,
        within: Sequence[str] = (),
    ) -> None:
        """Begin it, and read its first link; it opens pages by the command `browser`.

        `files`: how many it may have open; None: as many as this process. `within` is the command
        that runs it, if there is one.
        """
        limit = "" if files is None else LIMIT.format(files=files)
        self._process = subprocess.Popen(
            [*within, sys.executable, "-c", limit + SEEDED, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            # No half of a module is kept where files may not grow.
            env={**os.environ, "BROWSER": browser, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        RUNNING.append(self._process)
        self.link = self.printed_next().rpartition(" ")[2]
        address, _, self.token = self.link.partition("#")
        self.root = "/".join(address.split("/")[:3])
        self.printed = self.said = ""
        """What it wrote on standard output after the link, and on standard error, at its end."""

    def printed_next(self) -> str:
        """Return the next line that it prints."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def begin(self, **table: object) -> tuple[str, str]:
        """Begin a table that does not wait for readers; return its game and Ana's link."""
        begun = httpx2.post(
            f"{self.root}/api/tables", json={"words_a_minute": 0, **table},
            headers={"authorization": f"Bearer {self.token}"}, trust_env=False,
        ).json()  # fmt: skip
        return begun["game"], f"{self.root}/{begun['links']['Ana']}"

    @property
    def port(self) -> str:
        """Where it listens."""
        return self.root.rpartition(":")[2]

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def end(self, number: signal.Signals) -> int:
        """Send it a signal; return its exit code."""
        self._process.send_signal(number)
        return self.ended()

    def ended(self) -> int:
        """Return its exit code, once it has ended."""
        self.printed, self.said = self._process.communicate(timeout=60)
        return self._process.returncode


def serving(out: Path, port: str = "0", *, files: int | None = None) -> Process:
    """Begin to serve the tables of a folder."""
    return Process("serve", "--port", port, "--pace", "0", "--out", str(out), files=files)


@asynccontextmanager
async def at(process: Process, *tokens: str) -> AsyncIterator[list[Guest]]:
    """Come to a server by these links."""
    async with AsyncClient(base_url=process.root, timeout=60) as http:
        yield [Guest(http, token) for token in tokens]


async def begun(process: Process) -> list[str]:
    """Begin a table; return the tokens of its two people."""
    async with at(process, process.token) as (host,):
        links = (await host.post("/api/tables", {**TABLE, "seats": SEATS})).json()["links"]
    return [links[name].partition("#")[2] for name in ("Ana", "Bo")]


async def write(guest: Guest, asked: str, line: str) -> None:
    """Write a line, as soon as one may."""
    for _ in range(100):
        response = await guest.line(asked, line)
        if response.status_code != 429:
            return
        await asyncio.sleep(0.2)
    raise AssertionError("the server takes no line")


async def until(guest: Guest, moment: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Answer what is asked, slowly enough for a person, until a moment; return what is asked."""
    done = set[str]()
    async for event in guest.events():
        if event.name != "now" or event.data["asked"] in {None, *done}:
            continue
        now: dict[str, Any] = event.data
        if moment(now):
            return now
        done.add(now["asked"])
        for line in answer(now):
            await write(guest, now["asked"], line)
    raise AssertionError("the game ended before")


async def to_the_end(guest: Guest) -> list[str]:
    """Play to the end; return what was asked."""
    asked: list[str] = []
    async for event in guest.events():
        if event.name == "now" and event.data["asked"] not in {None, *asked}:
            asked.append(event.data["asked"])
            for line in answer(event.data):
                await write(guest, event.data["asked"], line)
    assert guest.seen[-1].name == "over"
    return asked


def given(folder: Path) -> list[str]:
    """Return what people answered, from a game's calls."""
    lines = map(json.loads, (folder / "calls.jsonl").read_text().splitlines())
    return [each["data"]["asked"] for each in lines if each["type"] == "person_answered"]
