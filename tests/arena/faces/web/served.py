"""A server of tables on a port of this machine, and guests who come to it over HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from httpx2 import AsyncClient, Limits, Response, Timeout

from arena.faces.web.app import application
from arena.faces.web.hosting import Hosting
from arena.faces.web.limits import Rates
from arena.faces.web.lobby import Lobby
from arena.faces.web.serving import LOCAL, Serving, listener, url

TABLE: dict[str, Any] = {
    "seats": {"Ana": "human", "Bo": "house", "Cy": "house:liar"}, "talk": "simultaneous",
    "words_a_minute": 0,
}  # fmt: skip
SECONDS = 60.0
OFTEN = Rates(lines=(10_000, 1), reads=(10_000, 1), tables=(1000, 1), strangers=(1000, 1))
"""For guests who are quicker than people."""


@dataclass(frozen=True)
class Event:
    """One event of a stream."""

    name: str
    id: int | None
    text: str

    @property
    def data(self) -> Any:  # noqa: ANN401 - JSON
        """What it says."""
        return json.loads(self.text)


def answer(now: dict[str, Any]) -> list[str]:
    """Return lines that answer what is asked: the last option, one sentence, a bid."""
    if now["task"] == "answer":
        return [now["options"][-1]["key"]]
    return ["2"] if now["task"] == "bid" else ["say Keep calm.", "done"]


@dataclass
class Guest:
    """Somebody who comes by a link."""

    http: AsyncClient
    token: str
    seen: list[Event] = field(default_factory=list)
    """All that their streams said."""

    @property
    def headers(self) -> dict[str, str]:
        """What each request has."""
        return {"authorization": f"Bearer {self.token}"}

    @property
    def frames(self) -> list[str]:
        """What was told."""
        return [each.text for each in self.seen if each.name == "frame"]

    async def get(self, path: str) -> Response:
        """Ask for something."""
        return await self.http.get(path, headers=self.headers)

    async def post(self, path: str, body: object) -> Response:
        """Send something."""
        return await self.http.post(path, headers=self.headers, json=body)

    async def line(self, asked: str | None, line: str) -> Response:
        """Write a line."""
        return await self.post("/api/line", {"asked": asked, "line": line})

    async def events(self, last: int | None = None) -> AsyncIterator[Event]:
        """Read along, after frame `last`."""
        headers = self.headers | ({} if last is None else {"last-event-id": str(last)})
        async with self.http.stream("GET", "/api/events", headers=headers) as response:
            assert response.status_code == 200, await response.aread()
            found: dict[str, str] = {}
            async for row in response.aiter_lines():
                if row:
                    name, _, value = row.partition(": ")
                    found[name] = value
                elif "event" in found:
                    id_ = int(found["id"]) if "id" in found else None
                    event = Event(found["event"], id_, found["data"])
                    found = {}
                    self.seen.append(event)
                    yield event

    async def asked(self, last: int | None = None) -> dict[str, Any]:
        """Read until something is asked."""
        async for event in self.events(last):
            if event.name == "now" and event.data["asked"] is not None:
                return dict(event.data)
        raise AssertionError("the stream ended")

    async def play(
        self, how: Callable[[dict[str, Any]], list[str]] = answer, last: int | None = None
    ) -> None:
        """Answer all that is asked until the game is over, each question once."""
        answered = set[str]()
        async for event in self.events(last):
            if event.name != "now" or event.data["asked"] in {None, *answered}:
                continue
            answered.add(event.data["asked"])
            for line in how(event.data):
                response = await self.line(event.data["asked"], line)
                assert response.status_code == 200, response.text


@dataclass
class Server:
    """A server with its tables."""

    hosting: Hosting
    http: AsyncClient
    root: str

    def guest(self, token: str) -> Guest:
        """Return somebody with a token."""
        return Guest(self.http, token)

    @property
    def host(self) -> Guest:
        """Who keeps the tables."""
        return self.guest(self.hosting.host)

    async def links(self, **changes: object) -> dict[str, Guest]:
        """Begin a table; return who comes by its links."""
        response = await self.host.post("/api/tables", {**TABLE, **changes})
        assert response.status_code == 201, response.text
        links: dict[str, str] = response.json()["links"]
        return {who: self.guest(link.partition("#")[2]) for who, link in links.items()}


@asynccontextmanager
async def served(
    out: Path,
    *,
    pace: float = 0.0,
    most: int = 50,
    lobby: Lobby | None = None,
    rates: Rates = OFTEN,
    seed: int = 1,
) -> AsyncIterator[Server]:
    """Serve the tables of a folder; at the end all games are stopped.

    Seeds, which are secret elsewhere, are `seed` and those that follow.
    """
    seeds = count(seed)
    hosting = Hosting(out, pace=pace, most=most)
    hosting.find()
    listening = listener(LOCAL, 0)
    app = application(hosting, Lobby() if lobby is None else lobby, rates=rates)
    client = AsyncClient(
        base_url=url(listening), limits=Limits(max_connections=None), timeout=Timeout(SECONDS),
        verify=False,
    )  # fmt: skip
    drawn = SimpleNamespace(randbits=lambda _: next(seeds))
    async with Serving(app, listening), client as http:
        try:
            with patch("arena.config.secrets", drawn):
                yield Server(hosting, http, url(listening))
        finally:
            await hosting.stop()


async def whoever_is_asked(one: Guest, another: Guest) -> tuple[str, Guest]:
    """Return what one of two is asked first, and the other."""
    waiting = {asyncio.ensure_future(each.asked()): each for each in (one, another)}
    done, late = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for each in late:
        each.cancel()
    asked = next(iter(done))
    return asked.result()["asked"], another if waiting[asked] is one else one
