"""Two games that differ in a secret, played over HTTP, and all bytes that a link is sent there.

Everybody answers one after another. Between two answers the table comes to rest, and each link that
is compared reads what came since, asks for all that can be looked at, and tries what can't be done.
So what is compared holds no chance of the network; only seconds that are left are taken out. While
others alone are asked in a window for cards nobody reads on: there a card may be asked for in one
game only, and what hides that is time (`arena.faces.web.masking`).
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from arena.config import TableConfig
from arena.faces.web.hosted import Hosted
from tests.arena.faces.web.served import Guest, Server, served

Answers = Callable[[str, Mapping[str, Any]], Sequence[str]]
"""Takes a seat and what it is asked; returns the lines that answer it."""
CYCLES = 60
"""Turns of the event loop in which nothing happens at a table that is at rest."""
LOOKS = (
    "board", "last", "votes", "promises", "room 1", "room 4", "room 5", "options", "reveal",
    "clock", "rules vote",
)  # fmt: skip
"""What a seat looks at between two answers."""
ERRORS = ("room 77", "claim zombies at 77", "9999", "quit")
"""What it tries then, in vain."""
SECONDS = re.compile(rb'("seconds_left":)\d+|\d+ (seconds?\b)')
PASSING = frozenset({"date", "content-length"})
"""Headers that say the time, or how many digits it has."""


@dataclass(frozen=True, slots=True)
class Stop:
    """What one link is sent between two answers."""

    stream: bytes
    """What its stream says that is new, as it comes over the connection."""
    replies: tuple[bytes, ...]
    """Replies to its head, its looks and its errors: status, headers and body."""


@dataclass(slots=True)
class Game:
    """All that the links of one game were sent."""

    stops: dict[str, list[Stop]] = field(default_factory=dict)
    """By whose link it is."""
    asked: list[str] = field(default_factory=list)
    """What was asked, in the order in which it was answered."""


def quiet(_: str, now: Mapping[str, Any]) -> Sequence[str]:
    """Pass where one can, else take the first option; say nothing."""
    if now["task"] == "bid":
        return ["0"]
    if now["task"] == "speak":
        return ["done"]
    keys = [each["key"] for each in now["options"]]
    return ["0" if "0" in keys else keys[0]]


def until(stops: Sequence[Stop], mark: bytes) -> list[Stop]:
    """Return the stops before the first whose stream has a mark."""
    return list(takewhile(lambda each: mark not in each.stream, stops))


async def game(
    config: TableConfig, out: Path, who: Sequence[str], answers: Answers, most: int = 1000
) -> Game:
    """Play a game of people to its end, or so many answers; return what `who` was sent."""
    async with served(out) as server:
        table = await server.hosting.begin(config)
        tokens = server.hosting.tokens(table)
        guests = {name: server.guest(token) for name, token in tokens.items()}
        links = {each: _Link(server, guests[_link(each)]) for each in who}
        played = Game(stops={each: [] for each in who})
        while True:
            asks = await rest(table)
            told = [seat in who or not is_secret(table, seat) for seat in asks]
            if not asks or any(told):
                for name, link in links.items():
                    played.stops[name].append(await link.stop(is_over=table.is_finished))
            if not asks or len(played.asked) == most:
                return played
            seat, now = next(iter(asks.items()))
            for line in answers(seat, now):
                response = await guests[seat].line(now["asked"], line)
                assert response.status_code == 200, (now["asked"], line, response.text)
            played.asked.append(now["asked"])


def is_secret(table: Hosted, seat: str) -> bool:
    """Tell whether nobody else may learn what is asked of a seat."""
    now = table.places[seat].chair.open
    return now is not None and now.asked.secret


def _link(who: str) -> str:
    return "public:0" if who == "public" else who


async def rest(table: Hosted, *, is_asked: bool = True) -> dict[str, dict[str, Any]]:
    """Return what is asked, by seat, once nothing happens any more at a table; over: nothing.

    Without `is_asked` nothing needs to be asked, as far as people were told.
    """
    before, still = None, 0
    while still < CYCLES:
        await asyncio.sleep(0)
        asks = {seat: place.now for seat, place in table.places.items() if place.now is not None}
        now = (len(table._told_at), [each["asked"] for each in asks.values()])
        is_at_rest = bool(asks) or table.is_finished or not is_asked
        still = still + 1 if now == before and is_at_rest else 0
        before = now
    return {seat: dict(each) for seat, each in asks.items()}


class _Link:
    """Reads along by one link."""

    def __init__(self, server: Server, guest: Guest) -> None:
        self._server, self._guest = server, guest
        self._last: int | None = None

    async def stop(self, *, is_over: bool) -> Stop:
        """Return what came since the last stop."""
        stream = await self._read(b"event: over" if is_over else b"event: now")
        numbers = re.findall(rb"^id: (\d+)$", stream, re.MULTILINE)
        self._last = int(numbers[-1]) if numbers else self._last
        said = [await self._guest.line(None, line) for line in (*LOOKS, *ERRORS)]
        replies = [await self._guest.get("/api/head"), *said]
        return Stop(_timeless(stream), tuple(_bare(each) for each in replies))

    async def _read(self, last: bytes) -> bytes:
        """Read a stream from the last frame on, up to an event."""
        headers = self._guest.headers
        if self._last is not None:
            headers = headers | {"last-event-id": str(self._last)}
        read = b""
        async with self._server.http.stream("GET", "/api/events", headers=headers) as response:
            assert response.status_code == 200
            async for chunk in response.aiter_raw():
                read += chunk
                if last in read and read.endswith(b"\n\n"):
                    break
        return read


def _bare(response: Any) -> bytes:  # noqa: ANN401 - a response of the client
    headers = [f"{k}: {v}" for k, v in response.headers.items() if k not in PASSING]
    head = "\n".join((str(response.status_code), *sorted(headers)))
    return _timeless(head.encode() + b"\n\n" + response.content)


def _timeless(text: bytes) -> bytes:
    """Return what was sent without the seconds that are left."""
    return SECONDS.sub(rb"\1S \2", text)
