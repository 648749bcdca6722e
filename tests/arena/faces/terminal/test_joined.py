"""`arena join`: a table of a server, heard and played by lines; what goes wrong is a sentence."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from arena.errors import ConfigError
from arena.faces.person import wording
from arena.faces.terminal.drawing import Drawing
from arena.faces.terminal.joined import JoinedTable
from arena.faces.terminal.table_link import PAUSES, TOO_FAST, LinkRefused, TableLink
from arena.faces.web.app import application
from arena.faces.web.hosting import Hosting
from arena.faces.web.viewpoint import event
from arena.table.verify import verify
from tests.arena.faces.terminal.joiners import Joiner, served
from tests.arena.faces.terminal.terminals import Terminal
from tests.arena.faces.terminal.test_line_mode import answer
from tests.arena.faces.web.processes import end_all, serving
from tests.arena.seats.human.sitters import config

HEAD: dict[str, Any] = {
    "ruleset": "moh", "title": "Mall of Horror", "viewpoint": "Ana", "family": "moh",
    "seats": [{"name": "Ana", "symbol": "●", "kind": "person"},
              {"name": "Bo", "symbol": "■", "kind": "bot"}],
    "rooms": [], "characters": [], "cards": [], "phases": [], "attacker": ["zombie", "zombies"],
    "leader": "Chief", "cover": "box", "card": ["card", "cards"], "dice": 4,
}  # fmt: skip
WAITS: dict[str, Any] = {
    "asked": None, "task": None, "kind": None, "title": "You look on.", "place": None,
    "by_room": False, "options": [], "seconds_left": None, "messages": None, "thinking": [],
}  # fmt: skip
ASKS = {**WAITS, "asked": "Ana.1", "task": "answer", "title": "Where to?",
        "options": [{"key": "4", "id": "x", "label": "4 Parking Lot", "args": {}}]}  # fmt: skip


def frame(at: int, text: str) -> dict[str, Any]:
    """Return a frame that tells a fact."""
    told = [{"as": "fact", "spans": [[text]]}]
    return {"at": at, "round": 1, "phase": None, "type": "said", "told": told}


class Scripted:
    """A server that says what a test wants."""

    def __init__(
        self, *streams: list[bytes], line: Response | None = None, after: float = 0
    ) -> None:
        """`streams` are those of the connections; a line is answered `after` so many seconds."""
        self._streams = list(streams)
        self._line = line or JSONResponse({"told": [], "taken": True})
        self._after = after
        self.last_ids: list[str | None] = []
        self.lines: list[Any] = []
        self._typed = asyncio.Semaphore(0)
        self.app = Starlette(
            routes=[
                Route("/api/head", self._head),
                Route("/api/events", self._events),
                Route("/api/line", self._take, methods=["POST"]),
            ]
        )

    async def _head(self, request: Request) -> Response:
        if request.headers["authorization"] != "Bearer TOKEN":
            return JSONResponse({"why": "This link opens nothing here."}, status_code=403)
        return JSONResponse(HEAD)

    async def _events(self, request: Request) -> Response:
        self.last_ids.append(request.headers.get("last-event-id"))
        pieces = self._streams.pop(0) if self._streams else [event("over", {})]

        async def stream() -> AsyncIterator[bytes]:
            for piece in pieces:
                yield piece
                if piece == HOLD:
                    await self._typed.acquire()

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def _take(self, request: Request) -> Response:
        self.lines.append(await request.json())
        if self._line.status_code != TOO_FAST or len(self.lines) > len(PAUSES):
            self._typed.release()
        await asyncio.sleep(self._after)
        return self._line


HOLD = b": still here\n\n"


def joined(server: Scripted, answers: str = "4") -> str:
    """Return what is printed to who follows a scripted table."""

    async def evening() -> str:
        ana = Joiner(lambda _: answers)
        async with served(server.app) as address:
            await ana.join(f"{address}/table#TOKEN")
        return ana.getvalue()

    return asyncio.run(evening())


def test_what_is_told_is_printed_and_what_is_typed_is_posted() -> None:
    """With the id of the question that it was typed for."""
    server = Scripted(
        [event("frame", frame(0, "It begins."), 0), event("now", ASKS), HOLD, event("over", {})]
    )
    printed = joined(server)
    assert "Mall of Horror, as Ana." in printed
    assert "It begins." in printed
    assert "Where to?\n   4  Parking Lot\n> " in printed
    assert [(line["asked"], line["line"]) for line in server.lines] == [("Ana.1", "4")]


def test_who_is_waited_for_is_said_in_the_words_of_the_page_and_once() -> None:
    """Though one of them answers before the other; again once one was asked oneself."""
    both = {**WAITS, "title": "Waiting for Bo and Cy …", "thinking": ["Bo", "Cy"]}
    one = {**WAITS, "title": "Waiting for Cy …", "thinking": ["Cy"]}
    server = Scripted(
        [event("now", both), event("now", one), event("now", ASKS), HOLD, event("now", one),
         event("over", {})]
    )  # fmt: skip
    printed = joined(server)
    said = re.findall(r"Waiting for .*|Where to", printed)
    assert said == ["Waiting for Bo and Cy …", "Where to", "Waiting for Cy …"]


def test_that_nobody_may_be_named_is_no_news() -> None:
    """Whatever words say it; any other sentence is."""
    unnamed = {**WAITS, "title": "Others think.", "unnamed": True}
    stands = {**WAITS, "title": wording.WAITING}
    server = Scripted([event("now", unnamed), event("now", stands), event("over", {})])
    printed = joined(server)
    assert "Others think." not in printed
    assert printed.count(wording.WAITING) == 1


@pytest.mark.slow
def test_what_came_of_an_answer_is_shown_before_the_next_question() -> None:
    """However late it comes: at the end stands a prompt for what is asked."""
    chosen = JSONResponse({"told": [{"as": "note", "spans": [["You choose it."]]}], "taken": True})
    server = Scripted(
        [event("now", ASKS), HOLD, event("now", {**ASKS, "asked": "Ana.2", "title": "And then?"}),
         HOLD, event("over", {})],
        line=chosen, after=0.3,
    )  # fmt: skip
    printed = joined(server)
    assert re.findall(r"Where to|You choose|And then|^> ", printed, re.MULTILINE) == [
        "Where to", "> ", "You choose", "And then", "> ", "You choose",
    ]  # fmt: skip
    assert [line["asked"] for line in server.lines] == ["Ana.1", "Ana.2"]


def test_a_lost_connection_goes_on_after_the_last_frame() -> None:
    """It is said once that the server is gone and once that it is back; nothing is told twice."""
    server = Scripted(
        [event("frame", frame(0, "One."), 0), event("frame", frame(1, "Two."), 1)],
        [event("frame", frame(1, "Two."), 1), event("frame", frame(2, "Three."), 2),
         event("over", {})],
    )  # fmt: skip
    printed = joined(server)
    assert re.findall(r"One|Two|Three", printed) == ["One", "Two", "Three"]
    assert printed.count("has ended the connection. It is tried again") == 1
    assert printed.count("The table answers again.") == 1
    assert server.last_ids == [None, "1"]


@pytest.mark.parametrize("cut", [1, 7, 30])
def test_events_are_read_however_they_are_cut(cut: int) -> None:
    """Also within a character of several bytes; line separators within words end nothing."""
    whole = event("frame", frame(0, "Zażółć\u2028gęślą ☠"), 0) + event("over", {})
    pieces = [whole[at : at + cut] for at in range(0, len(whole), cut)]
    printed = joined(Scripted(pieces))
    assert "Zażółć\\u2028gęślą ☠" in printed


def test_words_of_others_neither_colour_nor_move_anything() -> None:
    """Markup stands as it was sent, and control characters are written out."""
    told = frame(0, "[bold]x[/bold] \x1b[2J\x07 \u202egnirts")
    printed = joined(Scripted([event("frame", told, 0), event("over", {})]))
    assert "[bold]x[/bold] \\x1b[2J\\x07 \\u202egnirts" in printed
    assert "\x1b" not in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (JSONResponse({"why": "Something else is asked."}, 409), "Something else is asked."),
        (JSONResponse({"why": "That was too fast."}, 429), "That was too fast."),
        (JSONResponse({}, 500), "answered 500."),
        (HTMLResponse("<h1>Bad gateway</h1>", 502), "Your line was not taken."),
    ],
)
def test_a_refused_line_is_one_sentence(reply: Response, says: str) -> None:
    """No JSON and no traceback is ever shown; the question stays open."""
    server = Scripted([event("now", ASKS), HOLD, event("over", {})], line=reply)
    printed = " ".join(joined(server).split())
    assert says in printed
    assert "{" not in printed
    assert "<h1>" not in printed


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("table", "'table' is no link. Possible: http://HOST/table#TOKEN."),
        ("ftp://host/table#T", "is no link"),
        ("http://127.0.0.1/table", "has nothing after its #"),
    ],
)
def test_what_is_no_link_is_refused_before_anything_is_asked(url: str, says: str) -> None:
    """It says what a link looks like; the token is not in the sentence."""
    with pytest.raises(ConfigError, match=re.escape(says)):
        TableLink(url)


def test_a_link_that_opens_nothing_is_one_sentence() -> None:
    """A wrong token, a server of something else, nobody at all."""

    async def head(link: str) -> str:
        with pytest.raises(LinkRefused) as refused:
            await TableLink(link).head()
        return str(refused.value)

    async def all_() -> list[str]:
        page = Starlette(routes=[Route("/{path:path}", lambda _: HTMLResponse("<p>Hello</p>"))])
        async with served(Scripted().app) as address:
            found = [await head(f"{address}/table#WRONG")]
        async with served(page) as address:
            found.append(await head(f"{address}/table#TOKEN"))
        return [*found, await head(f"{address}/table#TOKEN")]

    wrong, other, nobody = asyncio.run(all_())
    assert "This link opens nothing here. Possible: the whole link" in wrong
    assert "answers, but not as a table does." in other
    assert "can't be heard" in nobody
    assert "TOKEN" not in wrong + other + nobody
    assert "WRONG" not in wrong


def persistent(printed: str) -> str:
    """Answer; where no question stands there, look at it once more."""
    line = answer(printed)
    return "options" if line == "?" else line


@pytest.mark.slow
def test_a_whole_game_is_played_at_a_server_by_lines(tmp_path: Path) -> None:
    """To the scores and to who kept faith; the transcript is true."""

    async def evening() -> tuple[str, bool]:
        hosting, ana = Hosting(tmp_path, pace=0), Joiner(persistent)
        async with served(application(hosting, None)) as address:
            table = await hosting.begin(config(ruleset="osaczeni", people={"words_a_minute": 0}))
            link = f"{address}/table#{hosting.tokens(table)['Ana']}"
            over = (await ana.join(link)).is_over
            await hosting.stop()
        return ana.getvalue(), over

    printed, over = asyncio.run(evening())
    assert over
    assert printed.count("The end\n") == 1
    assert "Who kept faith" in printed
    assert "Ana: “Keep calm.”" in printed
    assert [line for line in printed.splitlines() if len(line) > 80] == []
    (game,) = (each.parent for each in tmp_path.glob("*/game.json"))
    assert verify(game).ok


def test_who_joins_has_opened_the_link_and_is_told_of_a_new_one_once(tmp_path: Path) -> None:
    """Also where the connection is lost in between; the old link then opens nothing."""
    seats = {"Ana": "human", "Bo": "human", "Cy": "house"}

    async def evening() -> str:
        hosting, printed = Hosting(tmp_path, pace=0), Console(file=StringIO(), width=80)
        async with served(application(hosting, None)) as address:
            table = await hosting.begin(config(seats=seats), waits=True)
            ana, bo = (
                TableLink(f"{address}/table#{hosting.tokens(table)[n]}") for n in ("Ana", "Bo")
            )
            assert "Ana" not in table.invitations.state.opened
            joined = JoinedTable(ana, Drawing(await ana.head()))
            assert "Ana" in table.invitations.state.opened
            table.renew("Bo")
            for _ in range(2):
                async for event in ana.events():
                    for each in joined.take(event):
                        printed.print(each)
                    if event.name == "notice":
                        break
            with pytest.raises(LinkRefused, match="This link opens nothing here"):
                await bo.head()
            await hosting.stop()
        return printed.file.getvalue()  # type: ignore[attr-defined, no-any-return]

    printed = asyncio.run(evening())
    assert printed.count("The host renewed the link of Bo.") == 1


SEATS = {"Ana": "human", "Bo": "house", "Cy": "house:liar"}


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Take terminals, and end those that still run, and the servers."""
    all_: list[Terminal] = []
    yield all_
    end_all()
    for each in all_:
        if each.code is None:
            each.end()


@pytest.mark.slow
def test_a_killed_server_loses_nobody(tmp_path: Path, terminals: list[Terminal]) -> None:
    """Who has joined hears of it, and plays on to the end once it serves again."""
    server = serving(tmp_path)
    game, link = server.begin(ruleset="moh", seats=SEATS)
    ana = Terminal(["join", link])
    terminals.append(ana)
    ana.answer(persistent, most=5)
    ana.asked()
    server.end(signal.SIGKILL)
    serving(tmp_path, server.port)
    ana.type("promises")
    ana.answer(persistent)
    assert ana.code == 0
    assert "It is tried again until it answers." in " ".join(ana.text.split())
    assert ana.text.count("The table answers again.") == 1
    assert ana.text.count("The end\n") == 1
    assert "Who kept faith" in ana.text
    assert "Traceback" not in ana.text
    assert verify(tmp_path / game).ok


@pytest.mark.slow
@pytest.mark.parametrize("how", ["quit", "ctrl-c"])
def test_who_leaves_is_told_how_to_come_back(
    how: str, tmp_path: Path, terminals: list[Terminal]
) -> None:
    """At once, and the table waits."""
    _, link = serving(tmp_path).begin(ruleset="moh", seats=SEATS)
    ana = Terminal(["join", link])
    terminals.append(ana)
    ana.asked()
    if how == "quit":
        ana.type("quit")
        assert ana.asked() is None
        assert "the same link brings you back" in ana.text
    else:
        ana.end(signal.SIGINT)
    assert ana.code == 1
    assert "Traceback" not in ana.text
