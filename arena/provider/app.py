"""The provider's ASGI application: validates a request, then rejects it, answers it or fails.

It has no routing framework, since connections must be dropped or left hanging at will, and a
request must be cheap. Its only state is the requests, the counts of faults, and the prompt cache
for usage figures.
"""

import asyncio
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic_core import from_json, to_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from arena.forms import Json
from arena.provider.answers import answer_to
from arena.provider.bad_answers import bad_answer, bad_reply, cut_off, with_key
from arena.provider.bad_transport import REDIRECT, bomb, packed
from arena.provider.chat import Chat
from arena.provider.errors import Refused
from arena.provider.likenesses import Likeness, streamed
from arena.provider.messages import Messages
from arena.provider.protocol import EVERYTHING, Abilities, WireRequest, model_list
from arena.provider.responses import Responses
from arena.provider.token_counts import PrefixCache, token_count
from arena.provider.trouble import STATUSES, Schedule, Trouble
from arena.provider.types import Body, Draw

Headers = Mapping[str, str]

CHAT, MESSAGES, MODELS = "/v1/chat/completions", "/v1/messages", "/v1/models"
PROTOCOLS: dict[str, type[WireRequest]] = {
    "/v1/responses": Responses,
    CHAT: Chat,
    MESSAGES: Messages,
}
KEYS = ("authorization", "x-api-key")
ERROR_PAGE = b"<!doctype html><title>Bad gateway</title><h1>It works!</h1>\n"
JSON, HTML, STREAM = "application/json", "text/html", "text/event-stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedRequest:
    """One POST as received, and the status of its response."""

    number: int
    """Counted from 1 in order of arrival."""
    path: str
    headers: Mapping[str, str]
    """Header names in lower case, without the API key."""
    body: bytes
    """The bytes as received."""
    status: int | None
    """The status of the response; None: there is none."""

    @property
    def json(self) -> Json:
        """The parsed body, parsed anew each time; None: it is not JSON."""
        try:
            read: Json = from_json(self.body.removeprefix(BOM_UTF8))
        except ValueError:
            return None
        return read


class App:
    """The ASGI application; it calls `drop` to close a connection at once."""

    def __init__(
        self,
        troubles: Sequence[Trouble] = (),
        *,
        latency: float = 0.0,
        abilities: Abilities = EVERYTHING,
        window: int | None = None,
        requests_kept: int | None = None,
        like: Likeness | None = None,
        drop: Callable[[Scope], None] | None = None,
    ) -> None:
        """Set up the application.

        `latency` in seconds applies to every POST; `window` is the context length in tokens, output
        included. `requests_kept` is the number of latest requests that `requests` holds; None: all.
        `like` is the server that Chat Completions imitates; None: OpenAI's own, at its strictest.
        """
        self._like = like
        self.latency = latency
        self.abilities = abilities
        self.window = window
        self.requests: deque[ReceivedRequest] = deque(maxlen=requests_kept)
        self._number = 0
        self._open = 0
        self.most_at_once = 0
        """Highest number of concurrent POSTs so far."""
        self._schedule = Schedule(troubles)
        self._prefixes = PrefixCache()
        self._drop = drop or _raise_dropped

    def change(self, troubles: Sequence[Trouble]) -> None:
        """Replace the schedule of faults, which counts from the next request."""
        self._schedule = Schedule(troubles)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        headers = {name.decode("latin-1"): v.decode("latin-1") for name, v in scope["headers"]}
        if scope["method"] != "POST":
            await self._get_response(scope, headers)(scope, receive, send)
            return
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)
        try:
            await self._answer_post(scope, receive, send, headers)
        finally:
            self._open -= 1

    async def _answer_post(
        self, scope: Scope, receive: Receive, send: Send, headers: Headers
    ) -> None:
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            return
        trouble = self._schedule.next(body)
        response = self._response(scope["path"], headers, body, trouble)
        kind = trouble.kind if trouble else ""
        self._number += 1
        received = ReceivedRequest(
            number=self._number,
            path=scope["path"],
            headers={name: value for name, value in headers.items() if name not in KEYS},
            body=body,
            status=None if kind in {"hang", "drop"} else response.status_code,
        )
        self.requests.append(received)
        seconds = self.latency
        if trouble and kind == "late":
            seconds += trouble.seconds or 0
        if seconds:
            await asyncio.sleep(seconds)
        await self._respond(scope, receive, send, response, kind)

    async def _respond(
        self, scope: Scope, receive: Receive, send: Send, response: Response, kind: str
    ) -> None:
        """Send the response whole, half or not at all, depending on the kind of fault."""
        if kind in {"drop", "half"}:
            if kind == "half":
                await _send_half(send, response)
            self._drop(scope)
        if kind in {"drop", "half", "hang"}:
            while (await receive())["type"] != "http.disconnect":
                pass
        else:
            await response(scope, receive, send)

    def _get_response(self, scope: Scope, headers: Headers) -> Response:
        """Return the response to a request that is not a POST: a page, or an error."""
        anthropic = "anthropic-version" in headers
        protocol = PROTOCOLS[MESSAGES] if anthropic else PROTOCOLS["/v1/responses"]
        own = self._like.pages if self._like else {}
        pages: Mapping[str, object] = {MODELS: model_list(anthropic=anthropic), **own}
        path, method = scope["path"], scope["method"]
        try:
            _check_get(method, path, headers, pages)
        except Refused as refused:
            out = protocol.error(refused, "req_lookup")
            return Response(to_json(out), refused.status, media_type=JSON)
        return Response(to_json(pages[path]), media_type=JSON)

    def _response(
        self, path: str, headers: Headers, body: bytes, trouble: Trouble | None
    ) -> Response:
        draw = Draw(body)
        request_id = f"req_{draw.id('request')}"
        protocol = PROTOCOLS.get(
            path, PROTOCOLS[MESSAGES] if "x-api-key" in headers else PROTOCOLS["/v1/responses"]
        )
        id_header = "request-id" if path == MESSAGES else "x-request-id"
        like = self._like if path == CHAT else None
        sent_headers = {id_header: request_id, **_retry_after(trouble)}
        try:
            out = self._response_body(protocol, path, headers, body, trouble, draw)
        except Refused as refused:
            error = protocol.error(refused, request_id)
            written = to_json(like.error(error) if like else error)
            response = Response(written, refused.status, sent_headers, JSON)
        else:
            streams = like is not None and like.streams
            written = streamed(out) if streams else to_json(out)
            kind = STREAM if streams else JSON
            response = Response(written, headers={**sent_headers, "content-type": kind})
        return response if trouble is None else _badly_sent(trouble.kind, response)

    def _response_body(
        self,
        protocol: type[WireRequest],
        path: str,
        headers: Headers,
        body: bytes,
        trouble: Trouble | None,
        draw: Draw,
    ) -> Body:
        """Return the body of the response. Raises `Refused`."""
        if path not in PROTOCOLS:
            raise Refused(404, f"Invalid URL (POST {path})", code="unknown_url")
        if trouble and trouble.kind in STATUSES:
            raise Refused(STATUSES[trouble.kind], f"{trouble.kind}, as the schedule says")
        _check_key(path, headers)
        data = _json_object(body)
        like = self._like if path == CHAT else None
        data = like.request(data) if like else data
        request = protocol(data, self.abilities)
        prompt = request.prompt(draw)
        if prompt.model.startswith("absent"):
            raise Refused(
                404, f"model: {prompt.model} does not exist or you do not have access to it."
            )
        answer = answer_to(prompt)
        if trouble:
            answer = bad_answer(trouble.kind, answer, prompt)
        if trouble and trouble.kind == "key_echo":
            answer = with_key(answer, _key(headers))
        size = token_count(answer.size()) + token_count(answer.thought.encode())
        if prompt.limit is not None and size > prompt.limit and answer.stop == "done":
            answer = cut_off(answer)
        count = request.count(self._prefixes)
        tokens = count.total + (prompt.limit or 0)
        if self.window is not None and tokens > self.window:
            raise protocol.too_long(tokens, self.window)
        reply = request.reply(prompt, answer, count)
        reply = like.reply(reply, draw) if like else reply
        return bad_reply(trouble.kind, reply) if trouble else reply


def _raise_dropped(scope: Scope) -> None:
    """Raise the transport's error for a dead connection, for clients that call the app directly."""
    import httpx2

    why = f"the server dropped the connection of {scope['path']}"
    raise httpx2.RemoteProtocolError(why)


def _retry_after(trouble: Trouble | None) -> Mapping[str, str]:
    if trouble is None or trouble.seconds is None or trouble.kind not in STATUSES:
        return {}
    return {"retry-after": f"{trouble.seconds:g}"}


def _badly_sent(kind: str, response: Response) -> Response:
    """Return the response with a fault of its transport that is sent in full."""
    body = bytes(response.body)
    match kind:
        case "garbage":
            return Response(ERROR_PAGE, headers={"content-type": HTML})
        case "stream":
            events = b"data: " + body + b"\n\ndata: [DONE]\n\n"
            return Response(events, headers={"content-type": STREAM})
        case "redirect":
            return Response(status_code=307, headers={"location": REDIRECT})
        case "gzip" | "gzip_bomb":
            del response.headers["content-length"]
            headers = {**response.headers, "content-encoding": "gzip"}
            sent = packed(body) if kind == "gzip" else bomb()
            return Response(sent, response.status_code, headers)
        case _:
            return response


async def _send_half(send: Send, response: Response) -> None:
    """Send half of the body, and never its end."""
    begin = {"status": response.status_code, "headers": response.raw_headers}
    await send({"type": "http.response.start", **begin})
    half = bytes(response.body)[: len(response.body) // 2]
    await send({"type": "http.response.body", "body": half, "more_body": True})


def _key(headers: Headers) -> str:
    """Return the API key of a request; empty if it has none."""
    bearer = headers.get("authorization", "").removeprefix("Bearer ").strip()
    return headers.get("x-api-key", "") or bearer


def _check_key(path: str, headers: Headers) -> None:
    """Raise `Refused` if the key is missing, or is one that the server rejects."""
    key = _key(headers)
    if path == MESSAGES and "anthropic-version" not in headers:
        raise Refused(400, "anthropic-version: header is required")
    if not key:
        raise Refused(401, "You didn't provide an API key.")
    if key.startswith("wrong"):
        raise Refused(401, "Incorrect API key provided.")
    if key.startswith("forbidden"):
        raise Refused(403, "This key has no permission to use this model.")


def _json_object(body: bytes) -> Body:
    try:
        data = from_json(body.removeprefix(BOM_UTF8), allow_inf_nan=False)
    except ValueError as error:
        raise Refused(400, f"We could not parse the JSON body of your request: {error}") from None
    if not isinstance(data, dict):
        raise Refused(400, "We could not parse the JSON body of your request: it is no object.")
    return data


def _check_get(method: str, path: str, headers: Headers, pages: Mapping[str, object]) -> None:
    if method != "GET" or path in PROTOCOLS:
        raise Refused(405, f"Not allowed to {method} on {path}.")
    _check_key(path, headers)
    if path not in pages:
        raise Refused(404, f"Invalid URL ({method} {path})", code="unknown_url")
