"""The server as a bare ASGI app: it reads, refuses or answers, and lets happen what shall go wrong.

No framework: a connection has to be dropped or left hanging at will, and a request may cost little.
Nothing is remembered but requests, counts of troubles, and prefixes for the usage.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json, to_json

from arena.provider.asking import Draw
from arena.provider.chat import Chat
from arena.provider.counting import Prefixes, tokens
from arena.provider.deciding import decide
from arena.provider.messages import Messages
from arena.provider.models import model_list
from arena.provider.protocol import EVERYTHING, Abilities, Wire
from arena.provider.refused import Refused
from arena.provider.responses import Responses
from arena.provider.spoiling import cut, spoilt
from arena.provider.trouble import STATUSES, Schedule, Trouble

__all__ = ["App", "Seen"]

Scope = Mapping[str, Any]
Event = dict[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Headers = Mapping[str, str]

WIRES: dict[str, Wire] = {
    "/v1/responses": Responses(),
    "/v1/chat/completions": Chat(),
    "/v1/messages": Messages(),
}
MESSAGES = "/v1/messages"
KEYS = ("authorization", "x-api-key")
PAGE = b"<!doctype html><title>Bad gateway</title><h1>It works!</h1>\n"
JSON, HTML = "application/json", "text/html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One POST as it came, and what became of it."""

    number: int
    """From 1, in the order of arrival."""
    path: str
    headers: Mapping[str, str]
    """Names in small letters; without the key."""
    body: bytes
    """As it was received."""
    status: int | None
    """The status that is answered; None: none is."""

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever JSON has
        """The body read, anew each time; None: it is no JSON."""
        try:
            return from_json(self.body)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What goes out."""

    status: int
    body: bytes
    kind: str = JSON
    headers: tuple[tuple[str, str], ...] = ()


class App:
    """The ASGI app; `drop` ends a connection at once."""

    def __init__(
        self,
        troubles: Sequence[Trouble] = (),
        *,
        latency: float = 0.0,
        abilities: Abilities = EVERYTHING,
        kept: int | None = None,
        drop: Callable[[Scope], None] | None = None,
    ) -> None:
        """`latency` in seconds, for every POST; `kept`: of how many the bytes are; None: all."""
        self.latency = latency
        self.abilities = abilities
        self.requests: deque[Seen] = deque(maxlen=kept)
        self._number = 0
        self._schedule = Schedule(troubles)
        self._prefixes = Prefixes()
        self._drop = drop or _no_port

    def change(self, troubles: Sequence[Trouble]) -> None:
        """Let other things go wrong from now on; they count from the next request."""
        self._schedule = Schedule(troubles)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        headers = {name.decode("latin-1"): v.decode("latin-1") for name, v in scope["headers"]}
        if scope["method"] != "POST":
            await _send(send, _looked_up(scope, headers))
            return
        body = await _body(receive)
        if body is None:
            return
        trouble = self._schedule.next(body)
        reply = self._reply(scope["path"], headers, body, trouble)
        kind = trouble.kind if trouble else ""
        self._number += 1
        seen = Seen(
            number=self._number,
            path=scope["path"],
            headers={name: value for name, value in headers.items() if name not in KEYS},
            body=body,
            status=None if kind in {"hang", "drop"} else reply.status,
        )
        self.requests.append(seen)
        seconds = self.latency
        if trouble and kind == "late":
            seconds += trouble.seconds or 0
        if seconds:
            await asyncio.sleep(seconds)
        await self._answer(scope, receive, send, reply, kind)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, reply: Reply, kind: str
    ) -> None:
        """Send the reply, or what is left of it."""
        if kind in {"drop", "half"}:
            if kind == "half":
                await _send(send, reply, whole=False)
            await self._cut(scope, receive)
        elif kind == "hang":
            while (await receive())["type"] != "http.disconnect":
                pass
        else:
            await _send(send, reply)

    async def _cut(self, scope: Scope, receive: Receive) -> None:
        self._drop(scope)
        while (await receive())["type"] != "http.disconnect":
            pass

    def _reply(self, path: str, headers: Headers, body: bytes, trouble: Trouble | None) -> Reply:
        draw = Draw(body)
        request_id = f"req_{draw.id('request')}"
        wire = WIRES.get(
            path, WIRES[MESSAGES] if "x-api-key" in headers else WIRES["/v1/responses"]
        )
        named = "request-id" if path == MESSAGES else "x-request-id"
        status = 200
        try:
            out = self._served(wire, path, headers, body, trouble, draw)
        except Refused as refused:
            out, status = wire.error(refused, request_id), refused.status
        if trouble and trouble.kind == "garbage":
            return Reply(status=200, body=PAGE, kind=HTML)
        told = ((named, request_id), *_retry_after(trouble))
        return Reply(status=status, body=to_json(out), headers=told)

    def _served(
        self,
        wire: Wire,
        path: str,
        headers: Headers,
        body: bytes,
        trouble: Trouble | None,
        draw: Draw,
    ) -> dict[str, Any]:
        """Return the body of the reply. Raises `Refused`."""
        if path not in WIRES:
            raise Refused(404, f"Invalid URL (POST {path})", code="unknown_url")
        if trouble and trouble.kind in STATUSES:
            raise Refused(STATUSES[trouble.kind], f"{trouble.kind}, as the schedule says")
        _check_key(path, headers)
        data = _object(body)
        wire.check(data, self.abilities)
        if data["model"].startswith("absent"):
            raise Refused(
                404, f"model: {data['model']} does not exist or you do not have access to it."
            )
        ask = wire.ask(data, draw)
        answer = decide(ask)
        if trouble:
            answer = spoilt(trouble.kind, answer, ask)
        size = tokens(answer.size()) + tokens(answer.thought.encode())
        if ask.limit is not None and size > ask.limit and answer.stop == "done":
            answer = cut(answer)
        return wire.reply(data, ask, answer, wire.count(data, self._prefixes))


def _no_port(scope: Scope) -> None:
    """Raise what a client's transport raises for a dead connection: nothing else calls the app."""
    import httpx2

    why = f"the server dropped the connection of {scope['path']}"
    raise httpx2.RemoteProtocolError(why)


def _retry_after(trouble: Trouble | None) -> tuple[tuple[str, str], ...]:
    if trouble is None or trouble.seconds is None or trouble.kind not in STATUSES:
        return ()
    return (("retry-after", f"{trouble.seconds:g}"),)


def _check_key(path: str, headers: Headers) -> None:
    """Raise `Refused` where the key is none, or is known to be no good."""
    bearer = headers.get("authorization", "").removeprefix("Bearer ").strip()
    key = headers.get("x-api-key", "") or bearer
    if path == MESSAGES and "anthropic-version" not in headers:
        raise Refused(400, "anthropic-version: header is required")
    if not key:
        raise Refused(401, "You didn't provide an API key.")
    if key.startswith("wrong"):
        raise Refused(401, "Incorrect API key provided.")
    if key.startswith("forbidden"):
        raise Refused(403, "This key has no permission to use this model.")


def _object(body: bytes) -> dict[str, Any]:
    try:
        data = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise Refused(400, f"We could not parse the JSON body of your request: {error}") from None
    if not isinstance(data, dict):
        raise Refused(400, "We could not parse the JSON body of your request: it is no object.")
    return data


def _looked_up(scope: Scope, headers: Headers) -> Reply:
    """Return the list of models, the only thing that is got."""
    anthropic = "anthropic-version" in headers
    wire = WIRES[MESSAGES] if anthropic else WIRES["/v1/responses"]
    path, method = scope["path"], scope["method"]
    try:
        _check_lookup(method, path, headers)
    except Refused as refused:
        return Reply(status=refused.status, body=to_json(wire.error(refused, "req_lookup")))
    return Reply(status=200, body=to_json(model_list(anthropic=anthropic)))


def _check_lookup(method: str, path: str, headers: Headers) -> None:
    if method != "GET" or path in WIRES:
        raise Refused(405, f"Not allowed to {method} on {path}.")
    _check_key(path, headers)
    if path != "/v1/models":
        raise Refused(404, f"Invalid URL ({method} {path})", code="unknown_url")


async def _body(receive: Receive) -> bytes | None:
    """Return the request's body; None: the client went before it was whole."""
    parts: list[bytes] = []
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return None
        parts.append(event.get("body", b""))
        if not event.get("more_body", False):
            return b"".join(parts)


async def _send(send: Send, reply: Reply, *, whole: bool = True) -> None:
    headers = (
        ("content-type", reply.kind),
        ("content-length", str(len(reply.body))),
        *reply.headers,
    )
    await send(
        {
            "type": "http.response.start",
            "status": reply.status,
            "headers": [(name.encode(), value.encode()) for name, value in headers],
        }
    )
    body = reply.body if whole else reply.body[: len(reply.body) // 2]
    await send({"type": "http.response.body", "body": body, "more_body": not whole})
