"""Client of a server's table: receives its events and posts typed lines.

It draws nothing. A lost connection is retried without limit; a link that the server rejects raises
`LinkRefused`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit
from uuid import uuid4

import httpx2

from arena.errors import ArenaError, ConfigError
from arena.faces.person.command_line import Refused
from arena.faces.scene.data import Frame, Head, Line, LineResult
from arena.text import escaped_all, shown

PATIENCE = 10.0
"""Timeout of a request in seconds."""
SILENCE = 60.0
"""Seconds of silence after which a stream counts as dead; servers send heartbeats more often."""
LONGEST_WAIT = 30.0
TOO_FAST = 429
PAUSES = (0.25, 0.5, 1.0)
"""Seconds before a rate-limited line is sent again, as happens to lines from a pipe."""
FOR_GOOD = frozenset({400, 401, 403, 404, 405, 410})
"""Statuses of a server that rejects the link."""


class LinkRefused(ArenaError):
    """Raised if a link opens no table, or an address has none."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a server or of the connection to it.

    From a server: `frame`, `now`, `notice`, `over`; of the connection: `lost`, `back`.
    """

    name: str
    data: Mapping[str, object]


class TableLink:
    """Connection to the table of a link."""

    def __init__(self, url: str) -> None:
        """Parse `http://HOST/table#TOKEN`. Raises `ConfigError`."""
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise ConfigError(f"{shown(url)} is no link. Possible: http://HOST/table#TOKEN.")
        if not parts.fragment:
            raise ConfigError(
                "this link has nothing after its #, which opens the seat. "
                "Possible: the whole link, in quotes: 'http://HOST/table#TOKEN'."
            )
        self.host = f"{parts.scheme}://{parts.netloc}"
        self._root = self.host + parts.path.rpartition("/")[0]
        self._headers = {"Authorization": f"Bearer {parts.fragment}", "Origin": self.host}
        self._last: int | None = None
        """Number of the last received frame."""

    def _client(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            base_url=self._root, headers=self._headers, timeout=PATIENCE, trust_env=False
        )

    async def head(self) -> Head:
        """Fetch the constant data of the game. Raises `LinkRefused`."""
        try:
            async with self._client() as client:
                reply = await client.get("/api/head")
                if not reply.is_success:
                    raise LinkRefused(self._refusal(reply.status_code, reply.content))
                head = json.loads(reply.content)
        except httpx2.HTTPError as error:
            possible = "Possible: a server that runs there, see: arena serve."
            raise LinkRefused(f"{self._unheard(error)} {possible}") from error
        except ValueError as error:
            raise LinkRefused(self._no_table()) from error
        if not isinstance(head, dict) or "viewpoint" not in head or "seats" not in head:
            raise LinkRefused(self._no_table())
        return cast("Head", escaped_all(head, "\n"))  # assuming that the server is one of ours

    async def events(self) -> AsyncIterator[Event]:
        """Yield events until the game is over; reconnect without limit.

        Raises `LinkRefused` if the link opens nothing, or no longer does.
        """
        wait, lost = 1.0, False
        while True:
            try:
                async for event in self._stream():
                    if lost:
                        yield Event("back", {})
                    wait, lost = 1.0, False
                    yield event
                    if event.name == "over":
                        return
                why = f"{self.host} has ended the connection"
            except (httpx2.HTTPError, ValueError) as error:
                why = self._unheard(error).rstrip(".")
            if not lost:
                lost = True
                yield Event("lost", {"why": f"{why}. It is tried again until it answers."})
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _stream(self) -> AsyncIterator[Event]:
        headers = {} if self._last is None else {"Last-Event-ID": str(self._last)}
        timeout = httpx2.Timeout(PATIENCE, read=SILENCE)
        async with (
            self._client() as client,
            client.stream("GET", "/api/events", headers=headers, timeout=timeout) as reply,
        ):
            if reply.status_code in FOR_GOOD:
                raise LinkRefused(self._refusal(reply.status_code, await reply.aread()))
            reply.raise_for_status()
            async for event in events_of(reply.aiter_bytes()):
                if event.name == "frame":
                    at = cast("Frame", event.data)["at"]
                    if self._last is not None and at <= self._last:
                        continue  # received before the connection was lost
                    self._last = at
                yield event

    async def line(self, asked: str | None, line: str) -> LineResult | Refused:
        """Post a line that was typed for the question `asked`; return its result.

        It is also refused if the server can't be reached.
        """
        try:
            async with self._client() as client:
                sent = {"asked": asked, "line": line, "id": uuid4().hex}  # makes retries idempotent
                for pause in (*PAUSES, None):
                    try:
                        reply = await client.post("/api/line", json=sent)
                    except httpx2.TransportError:
                        if pause is None:
                            raise
                    else:
                        if reply.status_code != TOO_FAST or pause is None:
                            break
                    await asyncio.sleep(pause)
                data = escaped_all(json.loads(reply.content), "\n")
        except (httpx2.HTTPError, ValueError) as error:
            return Refused(f"{self._unheard(error)} Your line was not taken.")
        if not reply.is_success:
            return Refused(_why(data) or f"{self.host} answered {reply.status_code}.")
        if not isinstance(data, dict):
            return Refused(self._no_table())
        told = cast("list[Line]", data.get("told", []))
        return {"told": told, "taken": bool(data.get("taken"))}

    # --- error sentences ---

    def _unheard(self, error: Exception) -> str:
        name = type(error).__name__
        why = str(error).splitlines()[0] if str(error) else name
        return f"{self.host} can't be heard: {why}."

    def _refusal(self, status: int, content: bytes) -> str:
        try:
            why = _why(escaped_all(json.loads(content), "\n"))
        except ValueError:
            why = ""
        said = why or f"it answered {status}."
        return f"{self.host} opens no table: {said} Possible: the whole link, as it was given."

    def _no_table(self) -> str:
        return f"{self.host} answers, but not as a table does. Possible: the link of a seat."


def _why(data: object) -> str:
    """Return the reason in an error reply; empty if it has none."""
    why = data.get("why") if isinstance(data, dict) else None
    return why if isinstance(why, str) else ""


async def events_of(pieces: AsyncIterator[bytes]) -> AsyncIterator[Event]:
    """Parse server-sent events. Raises `ValueError` for data that is no JSON."""
    buffer, name, data = b"", "message", list[str]()
    async for piece in pieces:
        *lines, buffer = (buffer + piece).split(b"\n")
        for line in lines:
            field, _, value = line.decode(errors="replace").rstrip("\r").partition(":")
            value = value.removeprefix(" ")
            if field == "event":
                name = value
            elif field == "data":
                data.append(value)
            elif not field and not value and data:
                yield Event(name, escaped_all(json.loads("\n".join(data)), "\n"))
                name, data = "message", []
