"""A real server that is killed while people vote and speak: nothing is lost, or asked twice."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from arena.table.verify import verify
from tests.arena.faces.web.served import TABLE, Guest, answer, whoever_is_asked

SEATS = {"Ana": "human", "Bo": "human", "Cy": "house"}
SEEDED = """
import sys
from types import SimpleNamespace
from arena import config
from arena.faces.cli import main
config.secrets = SimpleNamespace(randbits=lambda _: 7)
sys.exit(main(sys.argv[1:]))
"""
"""`arena` with a seed that is known: in its game both people vote, and speak, at once."""

RUNNING: list[subprocess.Popen[str]] = []
"""Servers that were begun; each ends with its test."""


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End the servers of a test, however it ended."""
    yield
    while RUNNING:
        process = RUNNING.pop()
        process.kill()
        process.communicate()


class Process:
    """`arena serve`, and who comes to it."""

    def __init__(self, out: Path) -> None:
        """Begin to serve the tables of a folder."""
        command = [sys.executable, "-c", SEEDED, "serve", "--port", "0", "--pace", "0"]
        self._process = subprocess.Popen(
            [*command, "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        RUNNING.append(self._process)
        assert self._process.stdout is not None
        self.root, _, self.host = self._process.stdout.readline().strip().partition("/#")

    def end(self, number: signal.Signals) -> int:
        """Send it a signal; return its exit code."""
        self._process.send_signal(number)
        self._process.communicate(timeout=30)
        return self._process.returncode


@asynccontextmanager
async def at(process: Process, *tokens: str) -> AsyncIterator[list[Guest]]:
    """Come to a server by these links."""
    async with AsyncClient(base_url=process.root, timeout=60) as http:
        yield [Guest(http, token) for token in tokens]


async def begun(process: Process) -> list[str]:
    """Begin a table; return the tokens of its two people."""
    async with at(process, process.host) as (host,):
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


@pytest.mark.slow
async def test_a_server_that_is_killed_in_mid_vote_and_mid_speech_loses_nothing(
    tmp_path: Path,
) -> None:
    """Ana has voted and Bo has not; then Ana has prepared words: both go on where they were."""
    process = Process(tmp_path)
    tokens = await begun(process)
    async with at(process, *tokens) as (ana, bo):
        voting = [until(each, lambda now: now["kind"] == "cast_vote") for each in (ana, bo)]
        vote, other = await asyncio.gather(*voting)
        assert (await ana.line(vote["asked"], vote["options"][0]["key"])).json()["taken"]
        process.end(signal.SIGKILL)

    process = Process(tmp_path)
    async with at(process, *tokens) as (ana, bo):
        assert (await bo.asked())["asked"] == other["asked"]
        talking = [until(each, lambda now: now["task"] == "speak") for each in (ana, bo)]
        turn, _ = await asyncio.gather(*talking)
        assert vote["asked"] not in {e.data["asked"] for e in ana.seen if e.name == "now"}
        assert (await ana.line(turn["asked"], "say Trust me.")).status_code == 200
        process.end(signal.SIGKILL)

    process = Process(tmp_path)
    async with at(process, *tokens) as (ana, bo):
        again = await ana.asked()
        assert (again["asked"], again["messages"]["prepared"]) == (turn["asked"], ["Trust me."])
        assert (await ana.line(turn["asked"], "done")).json()["taken"]
        await asyncio.gather(to_the_end(ana), to_the_end(bo))
        assert sum("Trust me." in each for each in bo.frames) == 1
    assert process.end(signal.SIGINT) == 0
    folder = tmp_path / "moh-0001"
    assert len(given(folder)) == len(set(given(folder)))
    assert verify(folder).ok


@pytest.mark.slow
async def test_ctrl_c_stops_all_games_so_that_they_can_go_on(tmp_path: Path) -> None:
    """Exit code 0, streams end, and the session in each transcript has ended."""
    process = Process(tmp_path)
    tokens = await begun(process)
    async with at(process, *tokens) as (ana, bo):
        await whoever_is_asked(ana, bo)
        reading = asyncio.create_task(to_the_end(ana))
        code = await asyncio.to_thread(process.end, signal.SIGINT)
        with pytest.raises(Exception):  # noqa: B017, PT011 - whichever way the stream ends
            await reading
    assert code == 0
    last = (tmp_path / "moh-0001" / "calls.jsonl").read_text().splitlines()[-1]
    assert json.loads(last)["type"] == "session_ended"
