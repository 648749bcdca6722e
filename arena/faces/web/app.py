"""The server's routes and their replies."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import TypedDict

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from arena.errors import ArenaError, StaleQuestion, WriteError, possible
from arena.faces.person.command_line import Refused
from arena.faces.web import wording
from arena.faces.web.assets import assets
from arena.faces.web.guard import Guard, why
from arena.faces.web.hosted import Hosted
from arena.faces.web.hosting import Full, Hosting, Opened
from arena.faces.web.limits import Rate, Rates
from arena.faces.web.lobby import Lobby
from arena.faces.web.qr import image
from arena.faces.web.viewpoint import Viewpoint, events_of
from arena.faces.web.visits import left
from arena.table.logs import log
from arena.text import escaped, shown

AS_IT_COMES = {"x-accel-buffering": "no", "cache-control": "no-store, no-transform"}
"""Headers that keep proxies from buffering or compressing a stream."""
NUMBER = re.compile(r"[0-9]{1,9}")
LINE_BYTES = 16_384
ROOT, LONGEST_ROOT = re.compile(r"https?://[!-~]+/"), 500
"""Pattern of what precedes a link's path, and its most characters."""
LONGEST_ID = 64
"""Most characters of a line's own id."""
TABLE_BYTES = 65_536
BODY_SECONDS = 20.0
"""Seconds until the body of a request times out."""
PAGES_OF_A_SEAT, PAGES_OF_WATCHERS = 8, 200
"""Most open pages of one link; one more closes the oldest."""


class TableLinks(TypedDict):
    """A table's state and links, for the host."""

    game: str
    ruleset: str
    state: str
    stopped: str | None
    links: dict[str, str | None]
    """Links by person; None: it was opened."""


class _Reply(Exception):
    def __init__(self, status: int, sentence: str) -> None:
        self.status, self.sentence = status, sentence


def application(
    hosting: Hosting,
    lobby: Lobby | None,
    names: Collection[str] = (),
    roots: Sequence[str] = (),
    rates: Rates = Rates(),  # noqa: B008 - frozen
) -> ASGIApp:
    """Build the ASGI application; without a `lobby` no table can be created.

    `names` are accepted host names beside `localhost` and IP addresses; `roots` the URLs at which
    other machines reach it, which the lobby shows.
    """
    server, files = _Server(hosting, lobby, roots, rates), assets()

    async def file(request: Request) -> Response:
        found = files.get(request.url.path)
        return why(404, wording.NO_PAGE) if found is None else found.response(request)

    routes = [
        Route("/api/head", server.head),
        Route("/api/events", server.events),
        Route("/api/line", server.line, methods=["POST"]),
        Route("/api/replay", server.replay),
        Route("/api/lobby", server.lobby),
        Route("/api/tables", server.tables, methods=["GET"]),
        Route("/api/tables", server.begin, methods=["POST"]),
        Route("/api/links", server.links),
        Route("/api/renew", server.renew, methods=["POST"]),
        Route("/api/qr", server.qr, methods=["POST"]),
        Route("/{path:path}", file),
    ]
    ended_by = (_Reply, HTTPException, ClientDisconnect, ArenaError)
    replies = dict.fromkeys(ended_by, _replied)
    return Guard(Starlette(routes=routes, exception_handlers=replies), names)


async def _replied(request: Request, error: Exception) -> Response:
    match error:
        case _Reply():
            return why(error.status, error.sentence)
        case HTTPException():
            return why(error.status_code, wording.NO_PAGE)
        case ClientDisconnect():
            return Response(status_code=400)
        case _:
            log().error("table_unreadable", path=request.url.path, why=str(error))
            return why(503, wording.UNREADABLE)


class _Server:
    def __init__(
        self, hosting: Hosting, lobby: Lobby | None, roots: Sequence[str], rates: Rates
    ) -> None:
        self._hosting, self._lobby, self._roots = hosting, lobby, roots
        self._lines, self._reads = Rate(*rates.lines), Rate(*rates.reads)
        self._tables, self._strangers = Rate(*rates.tables), Rate(*rates.strangers)
        self._pages: dict[Viewpoint, list[asyncio.Event]] = {}

    # --- a table ---

    async def head(self, request: Request) -> Response:
        """Reply with the constant data of a game."""
        opened = self._opened(request, self._reads)
        return JSONResponse(opened.head)

    async def events(self, request: Request) -> Response:
        """Reply with the event stream of a table; resume a game that waits for its people."""
        opened = self._opened(request, self._reads)
        if opened.place is not None:
            opened.table.wake(opened.who)
        most = PAGES_OF_WATCHERS if opened.place is None else PAGES_OF_A_SEAT
        stream = self._stream(request, opened.viewpoint, most)
        return StreamingResponse(stream, media_type="text/event-stream", headers=AS_IT_COMES)

    async def line(self, request: Request) -> Response:
        """Execute a typed line, and reply with its result."""
        opened = self._opened(request, self._lines)
        if opened.place is None:
            raise _Reply(403, wording.WATCHES)
        given = await _json(request, LINE_BYTES)
        if self._hosting.open(_token(request)) is None:  # renewed while the body arrived
            raise self._stranger(request)
        match given:
            case {"asked": str() | None as asked, "line": str() as line, **more}:
                id_ = _id(more)
            case _:
                raise _Reply(422, wording.NOT_A_LINE)
        try:
            opened.table.viewpoint(opened.who)  # starts the session of a game that is not running
            came = await opened.place.do(asked, line, id_)
        except StaleQuestion as error:
            raise _Reply(409, escaped(str(error))) from None
        if isinstance(came, Refused):
            raise _Reply(422, came.why)
        return JSONResponse(came)

    async def replay(self, request: Request) -> Response:
        """Reply with the whole game from every viewpoint, once its end has been shown."""
        opened = self._opened(request, self._reads)
        if not opened.viewpoint.has_ended(asyncio.get_running_loop().time()):
            raise _Reply(409, wording.NOT_OVER)
        data = await opened.table.replay()
        return Response(data, media_type="application/json", headers={"content-encoding": "gzip"})

    async def _stream(
        self, request: Request, viewpoint: Viewpoint, most: int
    ) -> AsyncIterator[bytes]:
        token = _token(request)
        if self._hosting.open(token) is None:  # renewed since the request
            return
        pages, page = self._pages.setdefault(viewpoint, []), asyncio.Event()
        pages.append(page)
        if len(pages) > most:
            pages.pop(0).set()
            viewpoint.wake()
        try:
            async for each in events_of(viewpoint, page, _next_frame(request)):
                if self._hosting.open(token) is None:  # renewed by another process
                    return
                yield each
        finally:
            if page in pages:
                pages.remove(page)

    # --- all tables ---

    async def lobby(self, request: Request) -> Response:
        """Reply with the choices for a new table."""
        return JSONResponse({**self._host(request, self._reads).data(), "roots": self._roots})

    async def tables(self, request: Request) -> Response:
        """Reply with all tables: state, people who left, and links."""
        self._host(request, self._reads)
        return JSONResponse([self._table(each) for each in self._hosting.tables])

    async def links(self, request: Request) -> Response:
        """Reply with all tables and links, without reading games, since this is polled."""
        self._host(request, self._reads)
        return JSONResponse([self._links(each) for each in self._hosting.tables])

    async def begin(self, request: Request) -> Response:
        """Create a table, and reply with its links."""
        lobby = self._host(request, self._tables)
        given = await _json(request, TABLE_BYTES)
        try:
            config, models = lobby.table(given), lobby.names_of_models(given)
            table = await self._hosting.begin(config, waits=True, models=models)
        except Full as error:
            raise _Reply(429, str(error)) from None
        except ArenaError as error:
            raise _Reply(422, str(error)) from None
        return JSONResponse(self._table(table), status_code=201)

    async def renew(self, request: Request) -> Response:
        """Replace the link of a person, and reply with the links of the table."""
        self._host(request, self._tables)
        match await _json(request, LINE_BYTES):
            case {"game": str() as game, "who": str() as who}:
                table = self._seated(game, who)
            case _:
                raise _Reply(422, wording.NOT_A_SEAT)
        try:
            table.renew(who)
        except WriteError as error:
            raise _Reply(503, str(error)) from None
        viewpoint = table.viewpoint(who)
        for page in self._pages.get(viewpoint, ()):
            page.set()
        viewpoint.wake()
        return JSONResponse(self._table(table))

    async def qr(self, request: Request) -> Response:
        """Reply with the QR code of a person's link, unless it has been opened."""
        self._host(request, self._reads)
        match await _json(request, LINE_BYTES):
            case {"game": str() as game, "who": str() as who, "root": str() as root} if _is_url(
                root
            ):
                path = self._links(self._seated(game, who))["links"][who]
            case _:
                raise _Reply(422, wording.NOT_A_LINK)
        if path is None:
            raise _Reply(409, wording.TAKEN.format(seat=who))
        return JSONResponse({"image": image(f"{root}{path}")})

    def _seated(self, game: str, who: str) -> Hosted:
        """Return the table of a game that has a person of that name."""
        table = self._hosting.table(game)
        if table is None:
            raise _Reply(404, wording.NO_TABLE.format(game=shown(game)))
        if who not in table.places:
            raise _Reply(
                404, f"{game} has no person {shown(who)}. {possible(who, tuple(table.places))}"
            )
        return table

    def _table(self, table: Hosted) -> Mapping[str, object]:
        return {**self._links(table), "left": left(table.folder)}

    def _links(self, table: Hosted) -> TableLinks:
        """Return a table's state and its links, without those that people have opened."""
        tokens, opened = self._hosting.tokens(table), table.invitations.state.opened
        return {
            "game": table.folder.name,
            "ruleset": table.header.ruleset,
            "state": table.state,
            "stopped": table.stopped or None,
            "links": {
                who: None if who in opened else f"table#{token}" for who, token in tokens.items()
            },
        }

    # --- tokens ---

    def _opened(self, request: Request, rate: Rate) -> Opened:
        """Return what the request's token opens, subject to a rate limit."""
        token = _token(request)
        opened = self._hosting.open(token)
        if opened is None:
            raise self._stranger(request)
        if not rate.allows(token):
            raise _Reply(429, wording.TOO_FAST)
        if opened.place is not None:
            opened.table.invitations.mark_opened(opened.who)
        return opened

    def _host(self, request: Request, rate: Rate) -> Lobby:
        """Return the lobby if the request has the host's token."""
        token = _token(request)
        if self._lobby is None or not self._hosting.is_host(token):
            raise self._stranger(request)
        if not rate.allows(token):
            raise _Reply(429, wording.TOO_FAST)
        return self._lobby

    def _stranger(self, request: Request) -> _Reply:
        """Return the reply to an invalid token, the same for all."""
        address = None if request.client is None else request.client.host
        if not self._strangers.allows(address):
            return _Reply(429, wording.TOO_FAST)
        return _Reply(403, wording.STRANGER)


def _id(given: Mapping[object, object]) -> str | None:
    id_ = given.get("id")
    if not (id_ is None or (isinstance(id_, str) and len(id_) <= LONGEST_ID)):
        raise _Reply(422, wording.NOT_A_LINE)
    return id_


def _token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else ""


def _is_url(text: str) -> bool:
    """Return True if a text can precede the path of a link."""
    return len(text) <= LONGEST_ROOT and bool(ROOT.fullmatch(text))


def _next_frame(request: Request) -> int:
    last = request.headers.get("last-event-id", "")
    return int(last) + 1 if NUMBER.fullmatch(last) else 0


async def _json(request: Request, most: int) -> object:
    """Return the JSON body of a request, `most` bytes at most."""
    body = b""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise _Reply(415, wording.NOT_JSON)
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise _Reply(413, wording.TOO_LONG.format(most=most))
    except TimeoutError:
        raise _Reply(408, wording.TOO_SLOW) from None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise _Reply(422, wording.NOT_JSON) from None
